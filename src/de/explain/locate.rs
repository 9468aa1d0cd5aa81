//! The paths of errors of parts of a document, and the explanation of an error of a buffer at its place.

use super::advice::{advise_on_block, explain_expression};
use super::parts::{missing_in_part, with_tag};
use crate::de::input::{BodyOf, Input, Node};
use crate::diagnostic::catalog::decoding::unknown_to;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::Error;
use crate::syntax::{BlockRef, BodyRef, ExpressionKind, ExpressionRef, ItemRef};
use crate::text::span::Span;

/// A part of a document: all of it, a block or an expression.
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

/// The place of a node that may be the data of a buffer with parts.
pub(in crate::de) fn buffered_span(node: &Node<'_, '_>) -> Option<Span> {
    match Region::of_node(node)? {
        Region::Expression(expression) => expression.is_constructor().then(|| expression.span()),
        Region::Body(_) => node.span(),
    }
}

/// Explains an error of a buffer at the place in a node to which it belongs.
#[cold]
pub(in crate::de) fn explain_at<'t>(
    error: Error,
    node: &Node<'t, '_>,
    place: Span,
    input: &Input<'t, '_>,
) -> Error {
    let Some((outer, region)) = block_at(node, place) else { return error };
    let (path, part) = path_to(region, place);
    let error = match (error.cause(), part) {
        (Some(ErrorCause::MissingField(field)), part) => {
            let Some(diagnostic) = missing_in_part(part, field) else { return error };
            let diagnostic = with_tag(diagnostic, field, region, input);
            error.replace_diagnostic(diagnostic)
        }
        (Some(ErrorCause::UnknownField(name, _)), _) => {
            let tag = input.tag_in(region.span()).filter(|_| path.len() == 1);
            let text = tag.map(|tag| unknown_to(input.text(tag), name));
            match tag.zip(text) {
                Some((tag, text)) => error.with_label(tag, text),
                None => error,
            }
        }
        (_, Region::Expression(expression)) => explain_expression(error, expression, input),
        (_, Region::Body(body)) => match body.block() {
            Some(block) => advise_on_block(error, block),
            None => error,
        },
    };
    with_steps(with_steps(error.or_at(place), path), outer)
}

/// The part of a node with this place: of several blocks one, with the path to it.
fn block_at<'t>(node: &Node<'t, '_>, place: Span) -> Option<(Vec<Step>, Region<'t>)> {
    let Node::Blocks(blocks) = node else { return Some((Vec::new(), Region::of_node(node)?)) };
    let mut all = blocks.as_slice().iter().enumerate();
    let (index, block) = all.find(|(_, block)| block.span().contains(place))?;
    let consumed = blocks.labels_consumed as usize;
    let path = match blocks.as_slice() {
        [_] => Vec::new(),
        all if all.iter().all(|block| block.labels().len() > consumed) => {
            let labels = block.labels().skip(consumed);
            labels.map(|label| Step::Label(label.value().into_owned())).collect()
        }
        _ => vec![Step::Position(index)],
    };
    Some((path, Region::Body(BodyOf::Block(*block, 0))))
}

/// Adds the fields and positions between the region and the span.
pub(super) fn along_path(error: Error, region: Region<'_>, span: Span) -> Error {
    with_steps(error, path_to(region, span).0)
}

fn with_steps(error: Error, path: Vec<Step>) -> Error {
    path.into_iter().rev().fold(error, |error, step| match step {
        Step::Field(name) => error.in_field(&name),
        Step::Label(label) => error.in_label(&label),
        Step::Position(index) => error.in_element(index),
    })
}

/// The path from the region to the innermost part with this span, and the part.
fn path_to<'t>(mut region: Region<'t>, span: Span) -> (Vec<Step>, Region<'t>) {
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
            None => return (path, region),
        }
    }
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
