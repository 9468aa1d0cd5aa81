//! The context for the evaluation of a case.

use serde_hcl::{Context, Function, functions};

use super::library::of_the_go_package;
use super::notation::{read_type, read_value};
use super::record::{Record, Variables};

/// The scopes of the case as one context, or the name of a function that the crate does not have.
pub fn of(record: &Record<'_>) -> Result<Context, String> {
    if record.ctx == "nil" {
        return Ok(Context::new());
    }
    let functions: Vec<Function> = match &record.funcs {
        Some(names) => names.iter().map(|name| function(record, name)).collect::<Result<_, _>>()?,
        None if record.funcset == "terraform" => terraform(record),
        None => of_the_go_package(),
    };
    let context = Context::new().functions(functions);
    if record.ctx == "novars" {
        return Ok(context);
    }
    let scopes = record.parents.iter().chain(&record.vars);
    Ok(scopes
        .fold(context.child(), |context, variables| with_variables(context.child(), variables)))
}

/// The functions of the tool that gave the answer: Terraform, or else OpenTofu.
fn terraform(record: &Record<'_>) -> Vec<Function> {
    match record.is_answered_by_terraform() {
        true => functions::terraform(),
        false => functions::opentofu(),
    }
}

/// The function with this name in this case.
fn function(record: &Record<'_>, name: &str) -> Result<Function, String> {
    let original = record.func_alias.get(name).map_or(name, String::as_str);
    let library = of_the_go_package();
    // A later function replaces an earlier one of the same name.
    match library.into_iter().rev().find(|function| function.name() == original) {
        Some(function) => Ok(function.renamed(name)),
        None => Err(original.to_owned()),
    }
}

fn with_variables(context: Context, variables: &Variables<'_>) -> Context {
    variables.iter().fold(context, |context, (name, variable)| {
        let value = read_value(&read_type(variable.ty), variable.value, &variable.marks);
        context.variable(name.as_str(), value)
    })
}
