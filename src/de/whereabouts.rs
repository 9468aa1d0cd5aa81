//! Finding the place of what was refused by a target that read it from a buffer of serde's, which
//! knows no places: a flattened field, or a variant of an enum with a tag or without.

use serde::de::Unexpected;

use super::node::Node;
use super::origin::Origin;
use super::session::Session;
use crate::diagnostic::catalog::decoding::found;
use crate::error::{Complaint, Error};
use crate::source::Span;
use crate::syntax::{BlockRef, BodyRef, ExpressionKind, ExpressionRef, ItemRef, ObjectItemRef};
use crate::value::Value;

/// Something with parts.
#[derive(Clone, Copy)]
pub(super) enum Place<'t> {
    Body(BodyRef<'t>),
    Expression(ExpressionRef<'t>),
}

impl<'t> Place<'t> {
    pub(super) fn of(node: &Node<'t, '_>) -> Option<Self> {
        match node {
            Node::Body(body) => Some(Place::Body(body.body())),
            Node::Expression(expression) => Some(Place::Expression(*expression)),
            _ => None,
        }
    }
}

/// Completes the error of something in `place` with its place there and the way to it, as far as
/// these can be told from the error.
#[cold]
pub(super) fn locate<'t>(error: Error, place: Place<'t>, session: &Session<'t, '_>) -> Error {
    if error.has_path() {
        return error;
    }
    let error = match (error.span(), error.complaint()) {
        (None, Some(Complaint::Refused { found, .. })) => {
            match only_source(found, place, session) {
                Some(expression) => session.explain(error, Origin::Expression(expression)),
                None => error,
            }
        }
        (None, Some(Complaint::UnknownField(name, _))) => match only_name(name, place) {
            Some(span) => error.or_at(span),
            None => error,
        },
        _ => error,
    };
    match error.span() {
        Some(span) => along_path(error, place, span),
        None => error,
    }
}

/// The only expression with this value, or with a value in which it is.
fn only_source<'t>(
    value: &str,
    place: Place<'t>,
    session: &Session<'t, '_>,
) -> Option<ExpressionRef<'t>> {
    only(place, |place| {
        let Place::Expression(expression) = place else { return None };
        if is_walked(expression) {
            return None;
        }
        let evaluated = session.evaluate(expression).ok()?;
        evaluated.any(&mut |each| is(each, value)).then_some(expression)
    })
}

/// The only name that is this one, of an item of a body or of an object.
fn only_name(name: &str, place: Place<'_>) -> Option<Span> {
    only(place, |place| match place {
        Place::Body(body) => body.items().find(|item| item.name() == name).map(ItemRef::name_span),
        Place::Expression(expression) => match expression.kind() {
            ExpressionKind::Object(object) => {
                object.items().find(|item| key(*item) == name).map(|item| item.key().span())
            }
            _ => None,
        },
    })
}

/// What is found in the place and in its parts, if it is found once.
fn only<'t, T>(place: Place<'t>, find: impl Fn(Place<'t>) -> Option<T>) -> Option<T> {
    let mut places = vec![place];
    let mut only = None;
    while let Some(place) = places.pop() {
        let place = match place {
            Place::Expression(expression) => Place::Expression(expression.without_parentheses()),
            body => body,
        };
        if let Some(found) = find(place) {
            if only.is_some() {
                return None;
            }
            only = Some(found);
        }
        match place {
            Place::Body(body) => places.extend(body.items().filter_map(inside)),
            Place::Expression(expression) => match expression.kind() {
                ExpressionKind::Tuple(elements) => places.extend(elements.map(Place::Expression)),
                ExpressionKind::Object(object) => {
                    places.extend(object.items().map(|item| Place::Expression(item.value())));
                }
                _ => {}
            },
        }
    }
    only
}

/// Whether the expression has parts that are looked at one by one.
fn is_walked(expression: ExpressionRef<'_>) -> bool {
    matches!(expression.kind(), ExpressionKind::Tuple(_) | ExpressionKind::Object(_))
}

fn inside(item: ItemRef<'_>) -> Option<Place<'_>> {
    match (item.as_attribute(), item.as_block()) {
        (Some(attribute), _) => Some(Place::Expression(attribute.expression())),
        (_, Some(block)) => Some(Place::Body(block.body())),
        _ => None,
    }
}

/// Whether the value is what a target said it has found.
fn is(value: &Value, said: &str) -> bool {
    match value {
        Value::Null(_) => found(Unexpected::Unit) == said,
        Value::Bool(bool) => found(Unexpected::Bool(*bool)) == said,
        Value::String(text) => found(Unexpected::Str(text)) == said,
        Value::Number(number) => {
            said.strip_prefix("the number ").is_some_and(|said| number.to_string() == said)
        }
        _ => false,
    }
}

/// Adds the fields and positions on the way to a span.
fn along_path(error: Error, mut place: Place<'_>, span: Span) -> Error {
    let mut path = Vec::new();
    loop {
        let next = match place {
            Place::Body(body) => {
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
                item.and_then(inside)
            }
            Place::Expression(expression) => match expression.without_parentheses().kind() {
                ExpressionKind::Tuple(elements) => {
                    let mut elements = elements.enumerate();
                    elements.find(|(_, element)| element.span().contains(span)).map(
                        |(index, element)| {
                            path.push(Step::Position(index));
                            Place::Expression(element)
                        },
                    )
                }
                ExpressionKind::Object(object) => {
                    let mut items = object.items();
                    items.find(|item| item.value().span().contains(span)).map(|item| {
                        path.push(Step::Field(key(item)));
                        Place::Expression(item.value())
                    })
                }
                _ => None,
            },
        };
        match next {
            Some(next) => place = next,
            None => break,
        }
    }
    path.into_iter().rev().fold(error, |error, step| match step {
        Step::Field(name) => error.in_field(&name),
        Step::Position(index) => error.in_element(index),
    })
}

enum Step {
    Field(String),
    Position(usize),
}

/// What leads from a block type to one of the blocks: labels, or a position if there are others.
fn steps(block: BlockRef<'_>, body: BodyRef<'_>) -> Vec<Step> {
    if block.labels().len() > 0 {
        let labels = block.labels().map(|label| Step::Field(label.value().into_owned()));
        return labels.collect();
    }
    let mut position = None;
    let siblings = body.blocks().filter(|other| other.name() == block.name());
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

fn key(item: ObjectItemRef<'_>) -> String {
    match (item.name(), item.key().as_string()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(text)) => text.value().into_owned(),
        (None, None) => item.key().text().to_owned(),
    }
}
