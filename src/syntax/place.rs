//! The nodes around an offset, and the invalid parts of a document.

use super::body::{AttributeRef, BlockRef, BodyRef};
use super::expression::ExpressionRef;
use super::label::LabelRef;
use super::node::Kind;
use super::tree::Tree;
use super::view::View;
use crate::text::span::Span;

/// The nodes of a document around an offset: see [`Document::place_at`](crate::Document::place_at).
///
/// ```
/// let source = "service \"web\" {\n  port = 8000 + offset\n}\n";
/// let document = serde_hcl::parse(source)?;
/// let place = document.place_at(source.find("offset").unwrap() as u32);
/// assert_eq!(place.blocks()[0].block_type(), "service");
/// assert_eq!(place.attribute().unwrap().name(), "port");
/// let expressions: Vec<_> = place.expressions().iter().map(|each| each.text()).collect();
/// assert_eq!(expressions, ["8000 + offset", "offset"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Place<'a> {
    blocks: Vec<BlockRef<'a>>,
    label: Option<LabelRef<'a>>,
    attribute: Option<AttributeRef<'a>>,
    expressions: Vec<ExpressionRef<'a>>,
}

impl<'a> Place<'a> {
    /// Linear in the items of the bodies and in the children of the expressions around the offset.
    pub(crate) fn of(body: BodyRef<'a>, offset: u32) -> Self {
        let mut place =
            Place { blocks: Vec::new(), label: None, attribute: None, expressions: Vec::new() };
        let mut body = Some(body);
        while let Some(items) = body.take() {
            let Some(item) = items.items().find(|item| item.span().touches(offset)) else { break };
            if let Some(block) = item.as_block() {
                place.blocks.push(block);
                place.label = block.labels().find(|label| label.span().touches(offset));
                body = block.body().span().touches(offset).then(|| block.body());
            } else if let Some(attribute) = item.as_attribute() {
                place.attribute = Some(attribute);
                if !items.is_json() {
                    place.add_expressions(attribute.expression(), offset);
                }
            }
        }
        place
    }

    fn add_expressions(&mut self, expression: ExpressionRef<'a>, offset: u32) {
        let mut next = expression.span().touches(offset).then_some(expression.0);
        while let Some(view) = next {
            if is_expression(view) {
                self.expressions.push(ExpressionRef(view));
            }
            next = view.children().find(|child| child.span().touches(offset));
        }
    }

    /// The blocks around the offset, the outermost first. The offset may be in the header of the last
    /// one.
    pub fn blocks(&self) -> &[BlockRef<'a>] {
        &self.blocks
    }

    /// The label at the offset: one of the last block.
    ///
    /// ```
    /// let document = serde_hcl::parse("service \"web\" {}\n")?;
    /// assert_eq!(document.place_at(10).label().unwrap().value(), "web");
    /// assert!(document.place_at(3).label().is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn label(&self) -> Option<LabelRef<'a>> {
        self.label
    }

    /// The attribute at the offset.
    pub fn attribute(&self) -> Option<AttributeRef<'a>> {
        self.attribute
    }

    /// The expressions of the attribute around the offset, the outermost first. Empty if the offset is
    /// in the name of the attribute.
    ///
    /// ```
    /// let document = serde_hcl::parse("port = 80\n")?;
    /// // The offset after a word belongs to it.
    /// assert_eq!(document.place_at(9).expressions().len(), 1);
    /// assert!(document.place_at(2).expressions().is_empty());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expressions(&self) -> &[ExpressionRef<'a>] {
        &self.expressions
    }
}

fn is_expression(view: View<'_>) -> bool {
    !matches!(
        view.kind(),
        Kind::CallName
            | Kind::Name
            | Kind::StepAttribute
            | Kind::StepIndex
            | Kind::StepLegacyIndex
            | Kind::StepAttributeSplat
            | Kind::StepFullSplat
            | Kind::Literal
            | Kind::LiteralEscaped
            | Kind::Interpolation
            | Kind::DirectiveIf
            | Kind::DirectiveFor
            | Kind::Parts
    )
}

impl Tree<'_> {
    /// The spans of the invalid parts, in source order. Parts that overlap are one. Linear in the nodes,
    /// except for sorting.
    pub(crate) fn invalid(&self) -> Vec<Span> {
        let invalid = self.nodes.iter().filter(|node| node.kind == Kind::Invalid);
        let mut spans: Vec<Span> = invalid.map(|node| node.span).collect();
        spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        spans.dedup_by(|span, last| {
            let overlaps = span.start < last.end || span.end <= last.end;
            if overlaps {
                last.end = last.end.max(span.end);
            }
            overlaps
        });
        spans
    }
}
