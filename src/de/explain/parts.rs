//! Finds the parts of a buffer to which an error may belong: values that a target may have refused, and bodies and objects that lack
//! a field. The error describes the value or the field, without a place.
//!
//! If the document has one such value, that is the place. If it has several, or the value is an object or a list,
//! they are tried; see [`trial`](crate::de::trial).

use super::advice::{advise_on_block, explain_expression};
use super::locate;
use super::locate::{MOST, Region, entries, with_path};
use crate::de::input::{Input, Node};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::{ErrorCause, FieldOfPart, Found, PossibleParts};
use crate::diagnostic::error::Error;
use crate::syntax::{ExpressionKind, ExpressionRef};
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
    if said == Found::Null {
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
fn is_source<'t>(part: Region<'t>, said: &Found, input: &Input<'t, '_>) -> bool {
    let Region::Expression(expression) = part else { return is_container(said) };
    match expression.without_parentheses().kind() {
        ExpressionKind::Tuple(_) => *said == Found::List,
        ExpressionKind::Object(_) => *said == Found::Object,
        _ => input
            .evaluate(expression)
            .is_ok_and(|value| value.any(&mut |each| is_described(each, said))),
    }
}

fn is_container(said: &Found) -> bool {
    matches!(said, Found::List | Found::Object)
}

/// Whether the value is the one that an error describes as found, after a conversion or without one.
fn is_described(value: &Value, said: &Found) -> bool {
    let is_text = |text: String| *said == Found::Text(text);
    match value {
        Value::Null(_) => *said == Found::Null,
        Value::Bool(bool) => *said == Found::Bool(*bool) || is_text(bool.to_string()),
        Value::String(text) => {
            is_text(text.to_string())
                || said.number().is_some_and(|it| Number::parse(text) == Some(it))
        }
        Value::Number(number) => {
            said.number().as_ref() == Some(number) || is_text(number.to_string())
        }
        Value::Tuple(_) | Value::List(..) | Value::Set(..) => *said == Found::List,
        Value::Object(_) | Value::Map(..) => *said == Found::Object,
        _ => false,
    }
}

/// Completes the error of a field that is missing in the data of a node, or in a part of it.
#[cold]
pub(in crate::de) fn missing_in<'t>(
    error: Error,
    field: &'static str,
    node: &Node<'t, '_>,
    input: &Input<'t, '_>,
) -> Error {
    let Some(region) = Region::of_node(node) else {
        return error.replace_diagnostic(catalog::missing_field(field));
    };
    let parts = locate::parts(region).into_iter().filter_map(|part| {
        let (place, diagnostic) = missing_in_part(part, field)?;
        Some((place, locate::with_path(diagnostic, region, place)))
    });
    let parts: Vec<_> = parts.take(MOST).collect();
    let diagnostic = match region {
        Region::Body(body) => match body.block() {
            Some(block) => catalog::missing_field_of_buffered(field, block, !parts.is_empty()),
            None => catalog::missing_field_of_body(field, None, body.body(), None),
        },
        Region::Expression(expression) => missing_in_object(field, expression),
    };
    let tag = input.tag_in(region.span());
    let diagnostic = match tag {
        Some(tag) => diagnostic.with_label(tag, catalog::needed_by(input.text(tag), field)),
        None => diagnostic,
    };
    let error = error.replace_diagnostic(diagnostic);
    match parts.is_empty() {
        true => error,
        false => error.with_cause(ErrorCause::InPart(PossibleParts {
            field: FieldOfPart::Missing(field),
            parts,
        })),
    }
}

/// The place of a part without the field, and a diagnostic about it.
fn missing_in_part(part: Region<'_>, field: &str) -> Option<(Span, Diagnostic)> {
    match part {
        Region::Body(body) if body.body().items().any(|item| item.name() == field) => None,
        Region::Body(body) => {
            let diagnostic = catalog::missing_field_of_buffered(field, body.block()?, false);
            Some((body.span(), diagnostic))
        }
        Region::Expression(expression) => match expression.kind() {
            ExpressionKind::Object(object)
                if object.items().all(|item| item.shown_key() != field) =>
            {
                let diagnostic = missing_in_object(field, expression).with_span(expression.span());
                Some((expression.span(), diagnostic))
            }
            _ => None,
        },
    }
}

/// The diagnostic about a field that is missing in an expression.
fn missing_in_object(field: &str, expression: ExpressionRef<'_>) -> Diagnostic {
    match expression.without_parentheses().kind() {
        ExpressionKind::Object(object) => {
            let names: Vec<_> = object.items().map(|item| item.shown_key().into_owned()).collect();
            catalog::missing_field_of_object(field, &names)
        }
        _ => catalog::missing_field(field),
    }
}
