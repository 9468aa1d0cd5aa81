//! Formats files: `cargo run --example format [-- [--check] FILE…]`. Files of Terraform get the rewrites of
//! `terraform fmt`, too. Without a file, shows a text before and after.
//!
//! With `--check`, as in a CI, only the names of files that are not formatted are printed.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use serde_hcl::Result;
use serde_hcl::format::{Formatter, format};

const UNTIDY: &str = r#"service "web" {
port=80 # HTTP
name  =  "${var.name}"
hosts   = [ "a.example.com","b.example.com" ]


  log   { level="info" }
}
"#;

fn main() -> ExitCode {
    let (options, files): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let checks = options.iter().any(|option| option == "--check");
    let mut is_good = true;
    if files.is_empty() {
        is_good = show().is_ok();
    }
    for file in &files {
        match change(file, checks) {
            Ok(is_formatted) => is_good &= is_formatted || !checks,
            Err(error) => {
                is_good = false;
                eprint!("{file}:\n{}", error.report_in_color());
            }
        }
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn show() -> Result<()> {
    println!("{UNTIDY}\n# formatted:\n{}", format(UNTIDY)?);
    println!("# as terraform fmt:\n{}", Formatter::terraform().format(UNTIDY)?);
    Ok(())
}

/// Whether the file was formatted before.
fn change(file: &str, checks: bool) -> Result<bool> {
    let source = fs::read_to_string(file)?;
    let ending = Path::new(file).extension().and_then(|ending| ending.to_str());
    let formatted = match ending {
        Some("tf" | "tfvars" | "tofu") => Formatter::terraform().format(&source)?,
        _ => format(&source)?,
    };
    if source == formatted {
        return Ok(true);
    }
    println!("{file}");
    if !checks {
        fs::write(file, formatted)?;
    }
    Ok(false)
}
