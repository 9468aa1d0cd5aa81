//! Reading types from expressions, conversion, and unification.

use serde_hcl::{Expression, Type, Value, json, parse_expression};

use super::agreement::Agreement;
use super::answer::Answer;
use super::equality::Precision;
use super::notation::{read_type, read_type_with_defaults, read_value};
use super::record::Record;

/// The answer of the crate to the case; `None` for kinds of other files.
pub fn judge(record: &Record<'_>, source: &str) -> Option<Answer> {
    let diagnostics = &record.expect.diags;
    Some(match &*record.kind {
        "typeexpr" | "json_typeexpr" => {
            let read = |expression: Expression| match &*record.grammar {
                "type" => expression.view().to_exact_type(),
                "constraint" => expression.view().to_type_constraint(),
                _ => expression.view().to_type(),
            };
            let parsed = match &*record.kind {
                "typeexpr" => parse_expression(source),
                _ => json::parse_expression(source),
            };
            Answer::of(diagnostics, parsed.and_then(read), |ty| {
                let expected =
                    record.expect.ty.map(|ty| read_type_with_defaults(ty, record.expect.defaults));
                same(expected, Some(ty))
            })
        }
        "typedefaults" => {
            let value = variable(record)?;
            Answer::of(diagnostics, source.parse::<Type>(), |ty| {
                let filled = ty.apply_defaults(&value);
                Answer::value(&record.expect.outcome(), &filled, Precision::Exact)
            })
        }
        "convert" => {
            let (value, to) = (variable(record)?, read_type(record.to?));
            Answer::of(diagnostics, value.convert(&to).map_err(Into::into), |converted| {
                Answer::value(&record.expect.outcome(), &converted, Precision::Exact)
            })
        }
        _ => {
            let types: Vec<Type> = record.types.iter().map(|ty| read_type(ty)).collect();
            let (safe, loose) = (Type::unify(&types), Type::unify_loosely(&types));
            same(record.expect.ty.map(read_type), safe)
                .and(same(record.expect.type_unsafe.map(read_type), loose))
        }
    })
}

/// The value of the case.
pub fn variable(record: &Record<'_>) -> Option<Value> {
    let variable = record.vars.as_ref()?.get("v")?;
    Some(read_value(&read_type(variable.ty), variable.value, &variable.marks))
}

fn same(expected: Option<Type>, found: Option<Type>) -> Answer {
    let ok = expected.is_some() == found.is_some();
    let agreement = Agreement { ok, ..Agreement::FULL }.and_value(expected == found);
    Answer::part(agreement, found.map_or("no type".to_owned(), |ty| ty.to_string()))
}
