//! The text of captured parts, adapted to a new place.

use std::borrow::Cow;

use super::generated::expression_text;
use crate::document::parse;
use crate::error::Result;
use crate::quote::{escaped, quoted};
use crate::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef, PartKind, Parts};

/// The text of an expression, usable as the value of an attribute.
///
/// # Errors
///
/// If a value in the expression can't be written.
pub(super) fn expression_source(expression: ExpressionRef<'_>) -> Result<Cow<'_, str>> {
    if let Some(parts) = standalone_template(expression) {
        let mut quoted = String::from("\"");
        write_parts(parts, escaped, &mut quoted);
        quoted.push('"');
        return Ok(Cow::Owned(quoted));
    }
    if expression.is_json() {
        return json_source(expression).map(Cow::Owned);
    }
    let text = expression_text(expression)?;
    // Between brackets, a line may end in places where it can't end at the top of an attribute.
    if text.contains('\n') && parse(&format!("_ = {text}\n")).is_err() {
        return Ok(Cow::Owned(format!("({text}\n)")));
    }
    Ok(text)
}

/// The parts of a template without quotes around it, if the expression is one.
fn standalone_template(expression: ExpressionRef<'_>) -> Option<Parts<'_>> {
    let ExpressionKind::Template(template) = expression.kind() else { return None };
    if expression.is_json() {
        return Some(template.parts());
    }
    let start = template.span().start;
    let is_delimited = template.parts().next().is_some_and(|part| part.span().start != start);
    (!is_delimited && !template.is_heredoc()).then(|| template.parts())
}

/// An expression in JSON syntax as native syntax.
fn json_source(expression: ExpressionRef<'_>) -> Result<String> {
    let mut text = String::new();
    match expression.kind() {
        ExpressionKind::String(string) => quoted(&string.value(), &mut text),
        ExpressionKind::InvalidTemplate(string) => quoted(&string.json_value(), &mut text),
        ExpressionKind::Tuple(elements) => {
            for (index, element) in elements.enumerate() {
                text.push_str(if index == 0 { "[" } else { ", " });
                text.push_str(&nest(|| expression_source(element))?);
            }
            text.push_str(if text.is_empty() { "[]" } else { "]" });
        }
        ExpressionKind::Object(object) => {
            for (index, item) in object.items().enumerate() {
                text.push_str(if index == 0 { "{ " } else { ", " });
                text.push_str(&nest(|| expression_source(item.key()))?);
                text.push_str(" = ");
                text.push_str(&nest(|| expression_source(item.value()))?);
            }
            text.push_str(if text.is_empty() { "{}" } else { " }" });
        }
        _ => text.push_str(expression.text()),
    }
    Ok(text)
}

/// The parts of a template, with its literal parts written by `literal`.
pub(super) fn write_parts(parts: Parts<'_>, literal: fn(&str, &mut String), out: &mut String) {
    for part in parts {
        match part.kind() {
            PartKind::Literal(text) => literal(&text, out),
            PartKind::Interpolation(expression) => write(out, ["${", expression.text(), "}"]),
            PartKind::If(directive) => {
                write(out, ["%{if ", directive.predicate().text(), "}"]);
                nest(|| write_parts(directive.if_true(), literal, out));
                if let Some(parts) = directive.if_false() {
                    out.push_str("%{else}");
                    nest(|| write_parts(parts, literal, out));
                }
                out.push_str("%{endif}");
            }
            PartKind::For(directive) => {
                let key = directive.key_name().map_or(["", ""], |key| [key, ", "]);
                write(out, ["%{for ", key[0], key[1], directive.value_name()]);
                write(out, [" in ", directive.collection().text(), "}"]);
                nest(|| write_parts(directive.parts(), literal, out));
                out.push_str("%{endfor}");
            }
        }
    }
}

fn write<const N: usize>(out: &mut String, pieces: [&str; N]) {
    pieces.into_iter().for_each(|piece| out.push_str(piece));
}
