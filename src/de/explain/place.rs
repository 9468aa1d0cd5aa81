//! The paths of errors in a part of a document, and the explanation of an error of a buffer at its place.

use super::advice::{advise_on_block, explain_expression};
use crate::de::input::{BodyOf, Input, Node};
use crate::diagnostic::Segment;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::Error;
use crate::syntax::{BlockRef, ExpressionKind};
use crate::text::span::Span;

/// Adds the path to an error of a part of a node. The start of a document is no part.
#[cold]
pub(in crate::de) fn with_path(error: Error, node: &Node<'_, '_>) -> Error {
    match error.span() {
        Some(span) if !error.has_path() && !span.is_empty() => behind_path(error, node, span),
        _ => error,
    }
}

/// Adds the path from a node to its part with this span. An error at one of several blocks may be about all of them.
pub(super) fn behind_path(error: Error, node: &Node<'_, '_>, span: Span) -> Error {
    let path = body_or_expression(node).and_then(|node| path_to(&node, span));
    let path = path.map(|(path, _)| path).unwrap_or_default();
    path.into_iter().rev().fold(error, Error::behind)
}

/// The place of a node that may be the data of a buffer with parts.
pub(in crate::de) fn buffered_span(node: &Node<'_, '_>) -> Option<Span> {
    let is_constructor = |node: &Node<'_, '_>| {
        node.expression().is_none_or(|it| it.without_parentheses().is_constructor())
    };
    body_or_expression(node).filter(is_constructor)?.span()
}

/// Explains an error of a buffer at the place in a node to which it belongs.
#[cold]
pub(in crate::de) fn explain_at<'t>(
    error: Error,
    node: &Node<'t, '_>,
    place: Span,
    input: &Input<'t, '_>,
) -> Error {
    let Some((path, part)) = path_to(node, place) else { return error };
    let tag = node.span().and_then(|span| input.tag_in(span));
    let error = match (error.cause(), &part) {
        (Some(ErrorCause::MissingField(field)), _) => {
            let field = *field;
            missing_in(error, field, &part, tag.filter(|_| path.is_empty()), true, input)
        }
        (Some(ErrorCause::UnknownField(name, _)), _) => {
            let tag = tag.filter(|_| path.len() == 1);
            let label = tag.map(|tag| (tag, catalog::unknown_to(input.text(tag), name)));
            label.into_iter().fold(error, |error, (tag, text)| error.with_label(tag, text))
        }
        (_, Node::Expression(expression)) => explain_expression(error, *expression, input),
        (_, part) => part.block().into_iter().fold(error, advise_on_block),
    };
    path.into_iter().rev().fold(error.or_at(place), Error::behind)
}

/// Completes the error of a field that is missing in a part of a buffer, or perhaps in a block inside of it. `tag` is the tag that
/// chose the variant with this field.
#[cold]
pub(super) fn missing_in(
    error: Error,
    field: &'static str,
    part: &Node<'_, '_>,
    tag: Option<Span>,
    is_certain: bool,
    input: &Input<'_, '_>,
) -> Error {
    let diagnostic = match body_or_expression(part) {
        Some(Node::Body(BodyOf::Block(block, _))) => {
            catalog::missing_field_of_buffered(field, block, !is_certain)
        }
        Some(Node::Body(body)) => catalog::missing_field_of_body(field, None, body.body(), None),
        Some(Node::Expression(expression)) => match expression.shown_keys() {
            Some(names) => catalog::missing_field_of_object(field, &names),
            None => catalog::missing_field(field),
        },
        _ => return error.replace_diagnostic(catalog::missing_field(field)),
    };
    error.replace_diagnostic(match tag {
        Some(tag) => diagnostic.with_label(tag, catalog::needed_by(input.text(tag), field)),
        None => diagnostic,
    })
}

/// The data of a node, or that of the first of several blocks.
pub(super) fn body_or_expression<'t, 'de>(node: &Node<'t, 'de>) -> Option<Node<'t, 'de>> {
    match (node.expression(), node.block(), node) {
        (Some(expression), ..) => Some(Node::Expression(expression.without_parentheses())),
        (None, Some(block), _) => Some(Node::Body(BodyOf::Block(block, 0))),
        (None, None, Node::Body(body)) => Some(Node::Body(*body)),
        (None, None, _) => None,
    }
}

/// The path from a node to the innermost body or expression with this span, and that part.
fn path_to<'t, 'de>(node: &Node<'t, 'de>, span: Span) -> Option<(Vec<Segment>, Node<'t, 'de>)> {
    let mut path = Vec::new();
    let mut part = match node {
        Node::Blocks(blocks) => {
            let block = blocks.as_slice().iter().find(|block| block.span().contains(span))?;
            let siblings = blocks.as_slice().iter().copied();
            path.extend(steps(*block, siblings, blocks.labels_consumed as usize));
            Node::Body(BodyOf::Block(*block, 0))
        }
        node => body_or_expression(node)?,
    };
    while let Some(inner) = step_to(&part, span, &mut path) {
        part = inner;
    }
    Some((path, part))
}

/// The part of a body or an expression that contains this span. Adds the steps to it to the path.
fn step_to<'t, 'de>(
    part: &Node<'t, 'de>,
    span: Span,
    path: &mut Vec<Segment>,
) -> Option<Node<'t, 'de>> {
    let inner = match part {
        Node::Body(body) => {
            let item = body.body().items().find(|item| match item.as_attribute() {
                Some(attribute) => attribute.span().contains(span),
                None => item.span().contains(span),
            })?;
            path.push(Segment::Field(item.name().into()));
            match (item.as_attribute(), item.as_block()) {
                (Some(attribute), _) => Node::Expression(attribute.expression()),
                (_, block) => {
                    let block = block?;
                    let siblings =
                        body.body().blocks().filter(|it| it.block_type() == block.block_type());
                    path.extend(steps(block, siblings, 0));
                    Node::Body(BodyOf::Block(block, 0))
                }
            }
        }
        Node::Expression(expression) => match expression.without_parentheses().kind() {
            ExpressionKind::Tuple(elements) => {
                let mut elements = elements.enumerate();
                let (index, element) =
                    elements.find(|(_, element)| element.span().contains(span))?;
                path.push(Segment::Index(index));
                Node::Expression(element)
            }
            ExpressionKind::Object(object) => {
                let item = object.items().find(|item| item.value().span().contains(span))?;
                path.push(Segment::Field(item.shown_key().into_owned()));
                Node::Expression(item.value())
            }
            _ => return None,
        },
        _ => return None,
    };
    body_or_expression(&inner)
}

/// The path from a block type to one of its blocks: labels that are not consumed, or a position if there are several.
fn steps<'t>(
    block: BlockRef<'t>,
    siblings: impl Iterator<Item = BlockRef<'t>>,
    consumed: usize,
) -> Vec<Segment> {
    let labels = block.labels().skip(consumed);
    let labels: Vec<_> = labels.map(|label| Segment::Label(label.value().into_owned())).collect();
    if !labels.is_empty() {
        return labels;
    }
    let mut position = None;
    let count = siblings
        .enumerate()
        .inspect(|(index, other)| {
            if other.span() == block.span() {
                position = Some(*index);
            }
        })
        .count();
    position.filter(|_| count > 1).map(Segment::Index).into_iter().collect()
}
