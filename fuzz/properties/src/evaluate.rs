//! Evaluation.

use serde_hcl::{Context, Expression, Value};

use crate::contexts::{BUDGET, CONCRETE, SECRETS, UNKNOWNS};
use crate::generate::expression;
use crate::{checked, shown};

/// The result with unknown variables agrees with the result with known ones; no output shows a secret; a
/// printed value is an expression with the same value.
pub fn evaluate(data: &[u8]) {
    let Some(expression) = expression(data) else { return };
    let text = expression.to_string();
    let early = evaluated(&expression, &UNKNOWNS);
    for context in CONCRETE.iter() {
        let late = evaluated(&expression, context);
        let Ok(late) = &late else { continue };
        printable(late, &text);
        match &early {
            Ok(early) => {
                let agrees = agree(early, late) || may_differ_early(&text);
                assert!(agrees, "{text}\nis early {early:?}\nand late {late:?}");
            }
            Err(error) if may_fail_early(error, &text) => {}
            Err(error) => panic!("{text}\nfails early: {error}\nand is late {late:?}"),
        }
    }
}

/// Evaluates, and checks that nothing sensitive is shown.
pub(crate) fn evaluated(expression: &Expression, context: &Context) -> Result<Value, String> {
    let result = expression.evaluate(context);
    let output = match &result {
        Ok(value) => {
            checked(serde_hcl::to_string(value));
            checked(serde_hcl::to_expression_string(value));
            checked(serde_hcl::from_value::<serde_json::Value>(value.clone()));
            format!("{value} {value:?}")
        }
        Err(error) => shown(error),
    };
    let text = expression.to_string();
    // The source of an expression is shown in its errors.
    if !text.contains("nonsensitive") {
        let output = output.replace(&text, "");
        let leaked =
            SECRETS.iter().find(|secret| output.contains(**secret) && !text.contains(**secret));
        assert_eq!(leaked, None, "{text}\nshows a secret: {output}");
    }
    result.map_err(|error| error.to_string())
}

/// Whether an evaluation with unknown variables may fail with this error. It may exceed a limit, and some
/// functions need known arguments. An operand of `&&` or `||` that decides the result hides the errors of
/// the other operand; an unknown one doesn't decide.
pub(crate) fn may_fail_early(error: &str, text: &str) -> bool {
    may_differ_early(text)
        || ["budget", "unknown", "known"].iter().any(|word| error.contains(word))
        || ["&&", "||"].iter().any(|operator| text.contains(operator))
}

/// Whether the result with unknown variables may be another one. The types of both branches of a
/// conditional determine that of the result, but an error in the branch that is not chosen hides its type;
/// unknown values can hide the error. An assumption about an unknown value may turn out to be wrong.
/// `coalesce` ignores unknown types in the common type of its arguments. And `can` and `try` show whether an
/// operand that decides, or a condition of a template that is known, hides an error.
pub(crate) fn may_differ_early(text: &str) -> bool {
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    has(&["?", "assume", "coalesce"]) || has(&["can(", "try("]) && has(&["&&", "||", "%{"])
}

/// Checks that a known value is printed as an expression with the same value.
fn printable(value: &Value, text: &str) {
    let printed = value.to_string();
    // Infinities have no notation, and large numbers and exponents are printed with fewer digits.
    let is_exact = ["Inf", "1e"].iter().all(|word| !printed.contains(word));
    if !value.is_wholly_known() || value.contains_marked() || !is_exact {
        return;
    }
    let context = Context::standard().budget(BUDGET);
    let again = serde_hcl::parse_expression(&printed)
        .and_then(|expression| expression.evaluate(&context))
        .map(|again| again.to_string());
    match again {
        Ok(again) => assert_eq!(again, printed, "{text}"),
        Err(error) => {
            assert!(may_fail_early(&error.to_string(), ""), "{text}\nprints {printed}: {error}")
        }
    }
}

/// Whether `early`, which may be partly unknown, can become `late`.
pub(crate) fn agree(early: &Value, late: &Value) -> bool {
    match (early.unmarked(), late.unmarked()) {
        (Value::Unknown(unknown), late) => {
            let refinements = unknown.refinements();
            let length = match late {
                Value::List(_, elements) => Some(elements.len()),
                Value::Set(set) => Some(set.len()),
                Value::Map(_, elements) => Some(elements.len()),
                _ => None,
            };
            let fits = length.is_none_or(|length| {
                refinements.min_length() <= length
                    && refinements.max_length().is_none_or(|most| length <= most)
            });
            let prefixed = match late {
                Value::String(text) => text.starts_with(refinements.prefix()),
                _ => true,
            };
            fits && prefixed
                && !(refinements.is_not_null() && late.is_null())
                && late.type_of().conforms_to(unknown.ty())
        }
        (Value::Tuple(early), Value::Tuple(late))
        | (Value::List(_, early), Value::List(_, late)) => {
            early.len() == late.len()
                && early.iter().zip(late).all(|(early, late)| agree(early, late))
        }
        (Value::Object(early), Value::Object(late))
        | (Value::Map(_, early), Value::Map(_, late)) => {
            early.len() == late.len()
                && early.iter().zip(late).all(|((early_key, early), (late_key, late))| {
                    early_key == late_key && agree(early, late)
                })
        }
        // Unknown elements may later be equal.
        (Value::Set(..), Value::Set(..)) if !early.is_wholly_known() => true,
        (early, late) => early == late || format!("{early}") == format!("{late}"),
    }
}
