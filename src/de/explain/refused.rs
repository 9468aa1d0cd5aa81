//! Finds the value in a buffer that a target refused. The error describes it, without a place.
//!
//! If the document has one such value, that is the place. If it has several, or the value is an object or a list,
//! they are tried; see [`trial`](crate::de::trial).

use serde::de::Unexpected;

use super::advice::advise_on_block;
use super::expression::explain_expression;
use super::locate::{MOST, Region, entries, with_path};
use crate::de::input::Input;
use crate::diagnostic::catalog::decoding::found;
use crate::diagnostic::cause::{ErrorCause, FieldOfPart, PossibleParts};
use crate::diagnostic::error::Error;
use crate::syntax::ExpressionKind;
use crate::text::span::Span;
use crate::value::{Number, Value};

/// Adds the place to the error of a value that a target refused, or the possible places.
#[cold]
pub(super) fn locate_refused<'t>(error: Error, region: Region<'t>, input: &Input<'t, '_>) -> Error {
    let (said, wanted) = match error.cause() {
        Some(ErrorCause::Refused { found, wants, .. })
            if !error.has_path() && error.span().is_none() =>
        {
            (found.clone(), wants.expected.clone())
        }
        _ => return error,
    };
    let mut entries = entries(region);
    if let Region::Expression(expression) = region {
        entries.insert(0, (None, Region::Expression(expression)));
    }
    let is_source = |part| is_source(part, &said, input);
    let sources: Vec<_> = entries.iter().copied().filter(|(_, part)| is_source(*part)).collect();
    if let ([(_, Region::Expression(expression))], false) = (&sources[..], is_container(&said)) {
        return explain_expression(error, *expression, input);
    }
    // A made-up value is null in a buffer.
    if said == found(Unexpected::Unit) {
        return error;
    }
    // A value without a name can't be tried.
    let names: Option<Vec<Span>> = sources.iter().map(|(name, _)| *name).collect();
    let Some(mut names) = names.filter(|names| !names.is_empty()) else { return error };
    names.dedup();
    let place_of = |name: Span| {
        let mut of_name = sources.iter().filter(|(other, _)| *other == Some(name));
        let (first, second) = (of_name.next(), of_name.next());
        let whole = entries.iter().find(|(other, _)| *other == Some(name));
        let (_, part) = if second.is_none() { first? } else { whole? };
        let (explained, place) = match *part {
            Region::Expression(expression) => {
                (explain_expression(error.clone(), expression, input), expression.span())
            }
            Region::Body(body) => {
                let block = body.block()?;
                let error = advise_on_block(error.clone(), block).or_at(block.header_span());
                (error, block.header_span())
            }
        };
        let diagnostic = explained.into_diagnostics().into_iter().next()?;
        Some((name, with_path(diagnostic, region, place)))
    };
    let parts = names.into_iter().take(MOST).filter_map(place_of).collect();
    let field = FieldOfPart::Refused(wanted);
    error.clone().with_cause(ErrorCause::InPart(PossibleParts { field, parts }))
}

/// Whether the part has the value that an error describes. The parts of objects and lists are parts themselves.
fn is_source<'t>(part: Region<'t>, said: &str, input: &Input<'t, '_>) -> bool {
    let Region::Expression(expression) = part else { return is_container(said) };
    match expression.without_parentheses().kind() {
        ExpressionKind::Tuple(_) => said == found(Unexpected::Seq),
        ExpressionKind::Object(_) => said == found(Unexpected::Map),
        _ => input
            .evaluate(expression)
            .is_ok_and(|value| value.any(&mut |each| is_described(each, said))),
    }
}

fn is_container(said: &str) -> bool {
    [Unexpected::Seq, Unexpected::Map].into_iter().any(|each| said == found(each))
}

/// Whether the value is the one that an error describes as found, after a conversion or without one.
fn is_described(value: &Value, said: &str) -> bool {
    let is_text = |text: &str| found(Unexpected::Str(text)) == said;
    let is_number = |number: &Number| {
        said.strip_prefix("the number ").is_some_and(|said| number.to_string() == said)
    };
    match value {
        Value::Null(_) => found(Unexpected::Unit) == said,
        Value::Bool(bool) => found(Unexpected::Bool(*bool)) == said || is_text(&bool.to_string()),
        Value::String(text) => {
            is_text(text) || Number::parse(text).is_some_and(|number| is_number(&number))
        }
        Value::Number(number) => is_number(number) || is_text(&number.to_string()),
        Value::Tuple(_) | Value::List(..) | Value::Set(..) => found(Unexpected::Seq) == said,
        Value::Object(_) | Value::Map(..) => found(Unexpected::Map) == said,
        _ => false,
    }
}
