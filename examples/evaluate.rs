//! Computes expressions: `cargo run --example evaluate [-- EXPRESSION [NAME=EXPRESSION…]]`, for example
//! `cargo run --example evaluate -- 'upper("${name}!")' 'name="world"'`.
//!
//! A context has the variables and functions that an expression can use: here the functions of this crate, a function
//! of this program, and the variables of the command line.

use serde_hcl::{Context, Function, Result, parse_expression};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (expression, variables) = match arguments.split_first() {
        Some((expression, variables)) => (&**expression, variables),
        None => (r#"{ for n in range(3) : "host-${n}" => url("h${n}", 8000 + n) }"#, &[][..]),
    };
    match run(expression, variables) {
        Ok(()) => {}
        Err(error) => {
            eprint!("{}", error.report_in_color());
            std::process::exit(1);
        }
    }
}

fn run(expression: &str, variables: &[String]) -> Result<()> {
    // The types of the closure are those of the function.
    let url = |host: String, port: Option<u16>| match port {
        Some(port) => format!("http://{host}:{port}"),
        None => format!("http://{host}"),
    };
    let url = Function::new("url", url).with_optional_arguments();
    let mut context = Context::standard().function(url);
    for (name, text) in variables.iter().filter_map(|variable| variable.split_once('=')) {
        // A variable can refer to those before it.
        context = context.clone().variable(name, parse_expression(text)?.evaluate(&context)?);
    }
    println!("{:#}", parse_expression(expression)?.evaluate(&context)?);
    Ok(())
}
