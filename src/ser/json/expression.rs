//! Expressions in JSON syntax: constants as JSON, all others as templates in strings.

use std::borrow::Cow;
use std::mem;

use hashbrown::HashMap;
use serde::ser::Serialize;

use super::tree::Json;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::lexer::UnaryOperator;
use crate::limits::stack::nest;
use crate::parser::{self, Grammar};
use crate::ser::Serializer;
use crate::ser::blocks::{Notation, of_captured_attribute, with_line_end};
use crate::ser::draft::{Kind, View};
use crate::ser::source::{write_parts, write_sequence};
use crate::syntax::{ExpressionKind, ExpressionRef, ObjectItemRef, ObjectRef, View as AnyView};
use crate::text::quote::escape_heredoc_line;
use crate::value::{Number, Value};

impl Json {
    pub(super) fn null() -> Self {
        Json::Raw("null".to_owned())
    }

    /// A string with this text.
    pub(super) fn text(text: &str) -> Self {
        Json::Text(text_template(text).into_owned())
    }

    /// A value of the draft as an expression, or as plain data: `notation` says how its texts are written.
    pub(super) fn of_draft(value: View<'_>, notation: Notation) -> Result<Json> {
        Ok(match value.kind() {
            Kind::SomeNone => return Err(Error::encoding(catalog::empty_option())),
            Kind::Null
            | Kind::Unit
            | Kind::UnitStruct
            | Kind::None
            | Kind::Absent
            | Kind::Comment => Json::null(),
            Kind::Literal => Json::Raw(value.text().to_owned()),
            Kind::String | Kind::UnitVariant => Json::Text(notation(value.text()).into_owned()),
            Kind::Source => {
                let source = with_line_end(value.text());
                let (tree, root) = parser::parse(&source, None, Grammar::Expression)?;
                Json::of_expression(ExpressionRef(AnyView::new(&tree, root)))?
            }
            Kind::Item | Kind::NamedItem => {
                of_captured_attribute(value.text(), Json::of_expression)?
            }
            Kind::Tuple => {
                let elements = value.elements().enumerate();
                let elements = elements.map(|(index, element)| {
                    nest(|| Json::of_draft(element, notation))
                        .map_err(|error| error.in_element(index))
                });
                Json::Array(elements.collect::<Result<_>>()?)
            }
            Kind::Object | Kind::Variant => {
                let entries = value.entries().filter(|(_, value)| value.kind() != Kind::Comment);
                let members = entries.map(|(key, value)| {
                    let value = nest(|| Json::of_draft(value, notation));
                    let value = value.map_err(|error| error.in_field(key))?;
                    Ok((notation(key).into_owned(), value))
                });
                Json::Object(members.collect::<Result<_>>()?)
            }
        })
    }

    /// A value of the language.
    pub(super) fn of_value(value: &Value, notation: Notation) -> Result<Json> {
        let mut serializer = Serializer::new();
        value.serialize(&mut serializer)?;
        serializer.draft.root().map_or_else(|| Ok(Json::null()), |it| Json::of_draft(it, notation))
    }

    /// An expression: its literal parts as JSON, all others as templates.
    pub(super) fn of_expression(expression: ExpressionRef<'_>) -> Result<Json> {
        Ok(match expression.kind() {
            ExpressionKind::Null => Json::null(),
            ExpressionKind::Bool(bool) => Json::Raw(bool.to_string()),
            ExpressionKind::Number(text) => number(text, expression)?,
            ExpressionKind::Unary(UnaryOperator::Negate, operand) => match operand.kind() {
                ExpressionKind::Number(text) => number(&format!("-{text}"), expression)?,
                _ => interpolation(expression)?,
            },
            ExpressionKind::String(string) => Json::text(&string.value()),
            ExpressionKind::Template(template) => {
                let mut text = String::new();
                write_parts(template.parts(), escape_heredoc_line, &mut text)?;
                Json::Text(with_mark(text.into()).into_owned())
            }
            ExpressionKind::InvalidTemplate(string) => Json::Text(string.json_value().into_owned()),
            ExpressionKind::Tuple(elements) => {
                let elements = elements.map(|element| nest(|| Json::of_expression(element)));
                Json::Array(elements.collect::<Result<_>>()?)
            }
            ExpressionKind::Object(object) => of_object(object)?,
            ExpressionKind::Value(value) => Json::of_value(value, text_template)?,
            ExpressionKind::Parenthesized(inner) => nest(|| Json::of_expression(inner))?,
            _ => interpolation(expression)?,
        })
    }
}

/// If keys are equal, the last one counts, in the place of the first.
fn of_object(object: ObjectRef<'_>) -> Result<Json> {
    let mut members: Vec<(String, Json)> = Vec::new();
    let mut places = HashMap::new();
    for item in object.items() {
        let key = key(item)?;
        let value = nest(|| Json::of_expression(item.value()))?;
        match places.get(&key) {
            Some(&place) => members[place] = (key, value),
            None => {
                places.insert(key.clone(), members.len());
                members.push((key, value));
            }
        }
    }
    Ok(Json::Object(members))
}

/// The template of a key.
fn key(item: ObjectItemRef<'_>) -> Result<String> {
    if let Some(name) = item.name() {
        return Ok(text_template(name).into_owned());
    }
    Ok(match &mut nest(|| Json::of_expression(item.key()))? {
        Json::Text(text) => mem::take(text),
        Json::Raw(digits) if is_short_integer(digits) => mem::take(digits),
        _ => interpolation_text(item.key())?,
    })
}

/// Whether the text of a number in JSON is also its text in the language.
fn is_short_integer(text: &str) -> bool {
    text.len() < 16 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The template that renders a text.
pub(super) fn text_template(text: &str) -> Cow<'_, str> {
    if !text.contains("${") && !text.contains("%{") {
        return with_mark(Cow::Borrowed(text));
    }
    let mut template = String::with_capacity(text.len());
    escape_heredoc_line(text, &mut template);
    with_mark(Cow::Owned(template))
}

/// The template with an additional byte order mark, because the first one is removed from a template.
fn with_mark(template: Cow<'_, str>) -> Cow<'_, str> {
    match template.starts_with('\u{feff}') {
        true => Cow::Owned(format!("\u{feff}{template}")),
        false => template,
    }
}

/// A number in the notation of JSON.
fn number(text: &str, expression: ExpressionRef<'_>) -> Result<Json> {
    match text.parse::<Number>() {
        Ok(number) if !number.is_infinite() => {
            let text = number.to_string();
            Ok(Json::Raw(with_exponent(&text).unwrap_or(text)))
        }
        _ => interpolation(expression),
    }
}

fn interpolation(expression: ExpressionRef<'_>) -> Result<Json> {
    interpolation_text(expression).map(Json::Text)
}

fn interpolation_text(expression: ExpressionRef<'_>) -> Result<String> {
    let mut text = String::new();
    write_sequence("${", expression, &mut text)?;
    Ok(text)
}

/// The number with an exponent, if the plain text has more than 21 zeros at its end or start.
fn with_exponent(text: &str) -> Option<String> {
    const MOST_ZEROS: usize = 21;
    let digits = text.trim_start_matches('-');
    let sign = if digits.len() < text.len() { "-" } else { "" };
    if digits.contains('e') {
        return None;
    }
    let (significant, exponent) = match digits.strip_prefix("0.") {
        Some(fraction) => {
            let significant = fraction.trim_start_matches('0');
            let zeros = fraction.len() - significant.len();
            (Some(significant).filter(|_| zeros > MOST_ZEROS)?, -(zeros as i64) - 1)
        }
        None => {
            let significant = digits.trim_end_matches('0');
            let zeros = digits.len() - significant.len();
            let is_short = zeros <= MOST_ZEROS || digits.contains('.');
            (Some(significant).filter(|_| !is_short)?, digits.len() as i64 - 1)
        }
    };
    let (first, rest) = significant.split_at_checked(1)?;
    let point = if rest.is_empty() { "" } else { "." };
    Some(format!("{sign}{first}{point}{rest}e{exponent}"))
}
