//! The text of captured parts, adapted to a new place, with values in place of the iterators of generated blocks.

use std::borrow::Cow;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::to_expression_string;
use crate::diagnostic::catalog::json::duplicate_key;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::parser::document::parse;
use crate::parser::json::diagnose_template;
use crate::syntax::{
    ExpressionKind, ExpressionRef, Kind, ObjectRef, PartKind, Parts, StepKind, TraversalRef, View,
};
use crate::text::identifier::is_identifier;
use crate::text::quote::{escaped, is_bare_key, quoted};
use crate::text::rewriting::Rewriting;
use crate::text::span::Span;
use crate::value::Value;

/// The text of an expression, with values in place of the iterators of `dynamic` blocks.
///
/// # Errors
///
/// If a value is unknown or sensitive.
pub(crate) fn expression_text(expression: ExpressionRef<'_>) -> Result<Cow<'_, str>> {
    let view = expression.0;
    if !view.tree.holds_values() {
        return Ok(Cow::Borrowed(view.text()));
    }
    let mut text = Rewriting::new(view.text(), view.span().start);
    fill(view, &mut text)?;
    Ok(text.finish())
}

/// The text of an expression with its values, usable as the value of an attribute.
///
/// # Errors
///
/// If a value in the expression can't be written, or in JSON syntax if a string is an invalid template or
/// an object has equal keys.
pub(crate) fn expression_source(expression: ExpressionRef<'_>) -> Result<Cow<'_, str>> {
    if let Some(parts) = standalone_template(expression) {
        let mut quoted = String::from("\"");
        write_parts(parts, escaped, &mut quoted)?;
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
        ExpressionKind::InvalidTemplate(string) => {
            return Err(diagnose_template(string).attach(expression.tree().origin()));
        }
        ExpressionKind::Tuple(elements) => {
            for (index, element) in elements.enumerate() {
                text.push_str(if index == 0 { "[" } else { ", " });
                text.push_str(&nest(|| expression_source(element))?);
            }
            text.push_str(if text.is_empty() { "[]" } else { "]" });
        }
        ExpressionKind::Object(object) => {
            refuse_equal_keys(object)?;
            for (index, item) in object.items().enumerate() {
                text.push_str(if index == 0 { "{\n" } else { "\n" });
                match item.key().kind() {
                    ExpressionKind::String(key) if is_bare_key(&key.value(), index == 0) => {
                        text.push_str(&key.value());
                    }
                    _ => text.push_str(&nest(|| expression_source(item.key()))?),
                }
                text.push_str(" = ");
                text.push_str(&nest(|| expression_source(item.value()))?);
            }
            text.push_str(if text.is_empty() { "{}" } else { "\n}" });
        }
        _ => text.push_str(expression.text()),
    }
    Ok(text)
}

/// Fails if two keys have the same text. This is an error when JSON is evaluated; in native syntax, the
/// last one counts.
fn refuse_equal_keys(object: ObjectRef<'_>) -> Result<()> {
    let mut places = HashMap::new();
    for item in object.items() {
        let key = item.key();
        let string = match key.kind() {
            ExpressionKind::String(string) => Some(string),
            _ => key.as_json_string(),
        };
        let Some(string) = string else { continue };
        match places.entry(string.json_value()) {
            Entry::Occupied(first) => {
                let diagnostic = duplicate_key(first.key(), key.span(), *first.get());
                let error = Error::evaluation(diagnostic);
                return Err(error.attach(key.tree().origin()));
            }
            Entry::Vacant(entry) => drop(entry.insert(key.span())),
        }
    }
    Ok(())
}

/// The parts of a template, with its literal parts written by `literal`.
pub(super) fn write_parts(
    parts: Parts<'_>,
    literal: fn(&str, &mut String),
    out: &mut String,
) -> Result<()> {
    let nested = |parts, out: &mut String| nest(|| write_parts(parts, literal, out));
    for part in parts {
        match part.kind() {
            PartKind::Literal(text) => literal(&text, out),
            PartKind::Interpolation(expression) => write_sequence("${", expression, out)?,
            PartKind::If(directive) => {
                write_sequence("%{if ", directive.predicate(), out)?;
                nested(directive.if_true(), out)?;
                if let Some(parts) = directive.if_false() {
                    begin_sequence("%{else}", out);
                    nested(parts, out)?;
                }
                begin_sequence("%{endif}", out);
            }
            PartKind::For(directive) => {
                let key = directive.key_name().map_or(["", ""], |key| [key, ", "]).concat();
                let start = format!("%{{for {key}{} in ", directive.value_name());
                write_sequence(&start, directive.collection(), out)?;
                nested(directive.parts(), out)?;
                begin_sequence("%{endfor}", out);
            }
        }
    }
    Ok(())
}

/// A template sequence that ends with an expression.
pub(super) fn write_sequence(
    start: &str,
    expression: ExpressionRef<'_>,
    out: &mut String,
) -> Result<()> {
    let text = expression_text(expression)?;
    begin_sequence(start, out);
    out.push_str(&text);
    // The end marker of a heredoc needs its own line.
    let last_line = text.rsplit_once('\n').map(|(_, line)| line.trim());
    out.push_str(if last_line.is_some_and(is_identifier) { "\n}" } else { "}" });
    Ok(())
}

/// The start of a template sequence. Literal text before it must not make it an escape.
fn begin_sequence(start: &str, out: &mut String) {
    if out.ends_with(['$', '%']) && out.as_bytes().last() == start.as_bytes().first() {
        let sigils = out.split_off(out.trim_end_matches(['$', '%']).len());
        out.extend(["${\"", &sigils, "\"}"]);
    }
    out.push_str(start);
}

/// Replaces iterators by values in a node. All places are those of nodes, also in decoded text.
fn fill(view: View<'_>, text: &mut Rewriting<'_>) -> Result<()> {
    match (view.kind(), view.value()) {
        (Kind::Bound | Kind::Value, Some(value)) => put(value, view.span(), text),
        (Kind::Marked, Some(value)) => {
            // Sensitive values are rejected here.
            to_expression_string(value)?;
            fill_all(view.children(), text)
        }
        (Kind::Traversal, _) => fill_traversal(TraversalRef(view), text),
        (Kind::Object, _) => {
            // A bare key is not a variable.
            let is_name =
                |(index, part): &(usize, View<'_>)| index % 2 == 0 && part.kind() == Kind::Bound;
            let parts = view.children().enumerate().filter(|part| !is_name(part));
            fill_all(parts.map(|(_, part)| part), text)
        }
        _ => fill_all(view.children(), text),
    }
}

fn fill_all<'a>(mut views: impl Iterator<Item = View<'a>>, text: &mut Rewriting<'_>) -> Result<()> {
    views.try_for_each(|view| nest(|| fill(view, text)))
}

/// Only the used attribute of an iterator replaces it.
fn fill_traversal(traversal: TraversalRef<'_>, text: &mut Rewriting<'_>) -> Result<()> {
    let (root, mut steps) = (traversal.root(), traversal.steps());
    let attribute =
        root.bound_value().zip(steps.clone().next()).and_then(|(value, step)| match step.kind() {
            StepKind::Attribute(name) => Some((value.get(name)?, step.0.span().end)),
            _ => None,
        });
    match attribute {
        Some((value, end)) => {
            steps.next();
            put(value, Span::new(root.0.span().start, end), text)?;
        }
        None => fill(root.0, text)?,
    }
    fill_all(steps.map(|step| step.0), text)
}

fn put(value: &Value, place: Span, text: &mut Rewriting<'_>) -> Result<()> {
    text.replace(place, &to_expression_string(value)?);
    Ok(())
}
