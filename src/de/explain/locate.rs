//! Finds the place of an error that comes from a buffer, which has no places.
//!
//! The error contains a text, or a name. If it occurs once in the document, that is the place.

use std::iter;

use hashbrown::HashMap;

use super::advice::explain_expression;
use crate::de::input::{BodyOf, Input, Node};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::decoding::unknown_to;
use crate::diagnostic::cause::{ErrorCause, FieldOfPart, PossibleParts};
use crate::diagnostic::error::Error;
use crate::syntax::{BlockRef, BodyRef, ExpressionKind, ExpressionRef, ItemRef};
use crate::text::span::Span;
use crate::value::{Number, Value};

/// The most parts that are tried to find that of an error.
pub(super) const MOST: usize = 12;

/// A part of a document in which to search: all of it, a block or an expression.
#[derive(Clone, Copy)]
pub(super) enum Region<'t> {
    Body(BodyOf<'t>),
    Expression(ExpressionRef<'t>),
}

impl<'t> Region<'t> {
    /// The data of a node, or that of the first of several blocks.
    pub(super) fn of_node(node: &Node<'t, '_>) -> Option<Self> {
        match (node.expression(), node.block(), node) {
            (Some(expression), ..) => Some(Region::Expression(expression.without_parentheses())),
            (None, Some(block), _) => Some(Region::Body(BodyOf::Block(block, 0))),
            (None, None, Node::Body(body)) => Some(Region::Body(*body)),
            (None, None, _) => None,
        }
    }

    pub(super) fn span(self) -> Span {
        match self {
            Region::Body(body) => body.body().span(),
            Region::Expression(expression) => expression.span(),
        }
    }

    fn of(item: ItemRef<'t>) -> Option<Self> {
        let attribute = item.as_attribute().map(|attribute| attribute.expression());
        let expression = attribute.map(|each| Region::Expression(each.without_parentheses()));
        expression.or_else(|| Some(Region::Body(BodyOf::Block(item.as_block()?, 0))))
    }
}

/// Adds the place and the path to an error of a part of `region`, if the error determines them.
#[cold]
pub(super) fn locate<'t>(error: Error, region: Region<'t>, input: &Input<'t, '_>) -> Error {
    if error.has_path() {
        return error;
    }
    let error = match (error.span(), error.cause()) {
        (None, Some(ErrorCause::UnsupportedInteger)) => {
            match only_source(region, input, &is_number) {
                Some(expression) => error.or_at(expression.span()),
                None => error,
            }
        }
        // A message that may quote a secret of the region keeps the region as its place, and is hidden.
        (None, None) if input.has_secret_in(region.span()) => error,
        (None, None) => match error.custom_message().map(str::to_owned) {
            Some(message) => match only(region, |region| quoted_in(&message, region)) {
                Some(expression) => explain_expression(error, expression, input),
                None => error,
            },
            None => error,
        },
        (None, Some(ErrorCause::UnknownField(name, _))) => {
            let name = name.clone();
            let names = items_with_name(&name, region);
            match names[..] {
                [] => error,
                [place] => unknown_at(error, &name, place, region, input),
                _ => {
                    let about = |place| {
                        let error = unknown_at(error.clone(), &name, place, region, input);
                        let diagnostic = error.into_diagnostics().into_iter().next()?;
                        Some((place, with_path(diagnostic, region, place)))
                    };
                    let parts = names.iter().take(MOST).filter_map(|place| about(*place)).collect();
                    error.with_cause(ErrorCause::InPart(PossibleParts {
                        field: FieldOfPart::Unknown(name),
                        parts,
                    }))
                }
            }
        }
        _ => error,
    };
    match error.span() {
        Some(span) => along_path(error, region, span),
        None => error,
    }
}

/// The blocks in a region, and the expressions without parentheses: each part before those inside of it.
pub(super) fn parts(region: Region<'_>) -> Vec<Region<'_>> {
    entries(region).into_iter().map(|(_, part)| part).collect()
}

/// The same with the names of the innermost entries that have them. Blocks of one type are one entry, with the
/// name of the first.
pub(super) fn entries(region: Region<'_>) -> Vec<(Option<Span>, Region<'_>)> {
    let mut entries = Vec::new();
    let mut regions = vec![(None, region)];
    while let Some((name, region)) = regions.pop() {
        let start = entries.len();
        match region {
            Region::Body(body) => {
                let mut names = HashMap::new();
                entries.extend(body.body().items().filter_map(|item| {
                    let name = *names.entry(item.name()).or_insert(item.name_span());
                    Some((Some(name), Region::of(item)?))
                }));
            }
            Region::Expression(expression) => match expression.without_parentheses().kind() {
                ExpressionKind::Tuple(elements) => {
                    entries.extend(elements.map(|element| (name, Region::Expression(element))));
                }
                ExpressionKind::Object(object) => entries.extend(
                    object
                        .items()
                        .map(|item| (Some(item.key().span()), Region::Expression(item.value()))),
                ),
                _ => {}
            },
        }
        let inner = entries.iter().skip(start).rev();
        regions.extend(inner.copied());
    }
    entries
}

/// The diagnostic with the path from the region to a place.
pub(super) fn with_path(diagnostic: Diagnostic, region: Region<'_>, place: Span) -> Diagnostic {
    let error = along_path(Error::data(diagnostic.clone()), region, place);
    let path = error.first_path().cloned().unwrap_or_default();
    diagnostic.with_steps(path)
}

/// Adds the path from the document to a part. The error already has the path within the part.
#[cold]
pub(super) fn add_path_to(error: Error, part: Span, document: BodyRef<'_>) -> Error {
    along_path(error, Region::Body(BodyOf::Document(document)), part)
}

/// The only expression whose value is a wanted one or contains one.
fn only_source<'t>(
    region: Region<'t>,
    input: &Input<'t, '_>,
    is_wanted: &dyn Fn(&Value) -> bool,
) -> Option<ExpressionRef<'t>> {
    only(region, |region| {
        let Region::Expression(expression) = region else { return None };
        // The parts are searched separately.
        if expression.is_constructor() {
            return None;
        }
        let evaluated = input.evaluate(expression).ok()?;
        evaluated.any(&mut |each| is_wanted(each)).then_some(expression)
    })
}

/// The places of the names of all items with this name, in the bodies and objects of a region.
fn items_with_name(name: &str, region: Region<'_>) -> Vec<Span> {
    let all = iter::once(region).chain(parts(region));
    all.filter_map(|region| item_with_name(name, region)).collect()
}

fn item_with_name(name: &str, region: Region<'_>) -> Option<Span> {
    match region {
        Region::Body(body) => {
            body.body().items().find(|item| item.name() == name).map(ItemRef::name_span)
        }
        Region::Expression(expression) => match expression.kind() {
            ExpressionKind::Object(object) => {
                object.items().find(|item| item.shown_key() == name).map(|item| item.key().span())
            }
            _ => None,
        },
    }
}

/// The error of an unknown field at a place, with the tag that chose the variant without this field.
fn unknown_at(
    error: Error,
    name: &str,
    place: Span,
    region: Region<'_>,
    input: &Input<'_, '_>,
) -> Error {
    let is_direct = item_with_name(name, region) == Some(place);
    match input.tag_in(region.span()).filter(|_| is_direct) {
        Some(tag) => error.with_label(tag, unknown_to(input.text(tag), name)),
        None => error,
    }
    .or_at(place)
}

/// The result of `find` for the region and its parts, if there is only one.
fn only<'t, T>(region: Region<'t>, find: impl Fn(Region<'t>) -> Option<T>) -> Option<T> {
    let all = iter::once(region).chain(parts(region)).map(|region| match region {
        Region::Expression(expression) => Region::Expression(expression.without_parentheses()),
        body => body,
    });
    let mut found = all.filter_map(find);
    found.next().filter(|_| found.next().is_none())
}

/// The string literal, if the message of a type quotes it.
fn quoted_in<'t>(message: &str, region: Region<'t>) -> Option<ExpressionRef<'t>> {
    let Region::Expression(expression) = region else { return None };
    let text = expression.as_string()?.value();
    message.contains(&format!("{text:?}")).then_some(expression)
}

/// Whether the value is a whole number, or text that is decoded as one.
fn is_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_integer(),
        Value::String(text) => Number::parse(text).is_some_and(|number| number.is_integer()),
        _ => false,
    }
}

/// Adds the fields and positions between the region and the span.
fn along_path(error: Error, mut region: Region<'_>, span: Span) -> Error {
    let mut path = Vec::new();
    loop {
        let next = match region {
            Region::Body(body) => {
                let body = body.body();
                let mut items = body.items();
                let item = items.find(|item| match (item.as_attribute(), item.as_block()) {
                    (Some(attribute), _) => attribute.span().contains(span),
                    (_, Some(block)) => block.span().contains(span),
                    _ => false,
                });
                if let Some(item) = item {
                    path.push(Step::Field(item.name().into()));
                    path.extend(item.as_block().into_iter().flat_map(|block| steps(block, body)));
                }
                item.and_then(Region::of)
            }
            Region::Expression(expression) => match expression.without_parentheses().kind() {
                ExpressionKind::Tuple(elements) => {
                    let mut elements = elements.enumerate();
                    elements.find(|(_, element)| element.span().contains(span)).map(
                        |(index, element)| {
                            path.push(Step::Position(index));
                            Region::Expression(element)
                        },
                    )
                }
                ExpressionKind::Object(object) => {
                    let mut items = object.items();
                    items.find(|item| item.value().span().contains(span)).map(|item| {
                        path.push(Step::Field(item.shown_key().into_owned()));
                        Region::Expression(item.value())
                    })
                }
                _ => None,
            },
        };
        match next {
            Some(next) => region = next,
            None => break,
        }
    }
    path.into_iter().rev().fold(error, |error, step| match step {
        Step::Field(name) => error.in_field(&name),
        Step::Label(label) => error.in_label(&label),
        Step::Position(index) => error.in_element(index),
    })
}

enum Step {
    Field(String),
    Label(String),
    Position(usize),
}

/// The path from a block type to one of its blocks: labels, or a position if there are several.
fn steps(block: BlockRef<'_>, body: BodyRef<'_>) -> Vec<Step> {
    if !block.labels().is_empty() {
        let labels = block.labels().map(|label| Step::Label(label.value().into_owned()));
        return labels.collect();
    }
    let mut position = None;
    let siblings = body.blocks().filter(|other| other.block_type() == block.block_type());
    let count = siblings
        .enumerate()
        .inspect(|(index, other)| {
            if other.span() == block.span() {
                position = Some(*index);
            }
        })
        .count();
    position.filter(|_| count > 1).map(Step::Position).into_iter().collect()
}
