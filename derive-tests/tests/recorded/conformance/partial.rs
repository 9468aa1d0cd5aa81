//! Reducing an expression with an unknown variable and then evaluating the residual gives the same
//! value as evaluating the expression at once.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_hcl::configuration::Reduced;
use serde_hcl::{Context, Expression, Type, Value, parse_expression, parse_template};

use super::equality::Precision;
use super::notation::{read_type, read_value};
use super::record::Record;
use derive_tests::floors::{Count, Floors};

#[test]
fn partial_evaluation_changes_nothing() -> io::Result<()> {
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_CONFORMANCE") else {
        return Floors::skipped("conformance-partial", "SERDE_HCL_CONFORMANCE");
    };
    let mut count = Count { reached: 0, cases: 0 };
    for file in super::files(Path::new(&folder))? {
        for line in fs::read_to_string(&file)?.lines() {
            let record: Record<'_> = serde_json::from_str(line).expect("a record");
            let Ok(source) = String::from_utf8(record.source()) else { continue };
            let expression = match &*record.kind {
                "expr" => parse_expression(&source),
                "template" => parse_template(&source),
                _ => continue,
            };
            let (Ok(expression), Ok(context)) = (expression, super::context::of(&record)) else {
                continue;
            };
            let Ok(expected) = expression.evaluate(&context) else { continue };
            for (name, variable) in record.vars.iter().flatten() {
                count.cases += 1;
                let value = read_value(&read_type(variable.ty), variable.value, &variable.marks);
                // The marks of the variable are known in advance.
                let unknown = Value::unknown(Type::Dynamic).with_marks(&value.marks());
                let partly = context.child().variable(name.as_str(), unknown);
                match differs(&expression, &context, &partly, &expected) {
                    None => count.reached += 1,
                    Some(how) if std::env::var_os("SERDE_HCL_LIST").is_some() => {
                        writeln!(out, "{} without {name}: {source}\n  {how}", record.id)?;
                    }
                    Some(_) => {}
                }
            }
        }
    }
    writeln!(out, "partial: {} of {}", count.reached, count.cases)?;
    Floors::read("conformance-partial").hold(&[("reduced".to_owned(), count)].into());
    Ok(())
}

fn differs(
    expression: &Expression,
    context: &Context,
    partly: &Context,
    expected: &Value,
) -> Option<String> {
    let (residual, found) = match expression.reduce(partly) {
        Ok(Reduced::Value(value)) => ("".to_owned(), Ok(value)),
        Ok(Reduced::Residual(residual)) => {
            (residual.to_string(), residual.expression().evaluate(context))
        }
        Err(error) => return Some(format!("refused: {error}")),
    };
    match found {
        Ok(found) if Precision::Exact.equal(expected, &found) => None,
        Ok(found) => Some(format!("{residual}: {found:?}, not {expected:?}")),
        Err(error) => Some(format!("{residual}: {error}")),
    }
}
