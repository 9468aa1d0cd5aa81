//! Views of the structure: bodies, attributes, blocks, labels.

use std::borrow::Cow;
use std::fmt;

use super::expression::{ExpressionRef, unescape};
use super::tree::{Kind, View, views};
use crate::source::Span;
use crate::value::Value;

/// A body: the content of a file or of a block. Attributes and blocks in source order.
#[derive(Clone, Copy)]
pub struct BodyRef<'a>(pub(crate) View<'a>);

impl<'a> BodyRef<'a> {
    /// Attributes and blocks in source order.
    pub fn items(self) -> Items<'a> {
        Items::new(self.0.children(), self.0.count())
    }

    /// The attributes, in source order. No two have the same name.
    pub fn attributes(self) -> impl Iterator<Item = AttributeRef<'a>> {
        self.items().filter_map(ItemRef::as_attribute)
    }

    /// The blocks, in source order.
    pub fn blocks(self) -> impl Iterator<Item = BlockRef<'a>> {
        self.items().filter_map(ItemRef::as_block)
    }

    /// The attribute of this name. Linear in the number of items.
    pub fn attribute(self, name: &str) -> Option<AttributeRef<'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The bytes of the body, with the braces of a block's body.
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// The whole source around the body.
    pub fn source(self) -> &'a str {
        &self.0.tree.source
    }
}

views! {
    /// The items of a body.
    Items, ItemRef
}

/// An attribute or a block.
#[derive(Clone, Copy)]
pub struct ItemRef<'a>(pub(crate) View<'a>);

impl<'a> ItemRef<'a> {
    /// The attribute, if the item is one.
    #[inline]
    pub fn as_attribute(self) -> Option<AttributeRef<'a>> {
        (self.0.kind() == Kind::Attribute).then_some(AttributeRef(self.0))
    }

    /// The block, if the item is one.
    #[inline]
    pub fn as_block(self) -> Option<BlockRef<'a>> {
        (self.0.kind() == Kind::Block).then_some(BlockRef(self.0))
    }

    /// The name of the attribute, or the type of the block.
    #[inline]
    pub fn name(self) -> &'a str {
        self.0.text()
    }

    /// The bytes of the name.
    #[inline]
    pub fn name_span(self) -> Span {
        self.0.span()
    }

    /// The bytes of the item: from the name to the end of the expression or to the closing brace.
    pub fn span(self) -> Span {
        match self.as_block() {
            Some(block) => block.span(),
            None => self.name_span().to(self.0.first().span()),
        }
    }
}

/// `name = expression`
#[derive(Clone, Copy)]
pub struct AttributeRef<'a>(pub(crate) View<'a>);

impl<'a> AttributeRef<'a> {
    /// The name.
    #[inline]
    pub fn name(self) -> &'a str {
        self.0.text()
    }

    /// The bytes of the name.
    #[inline]
    pub fn name_span(self) -> Span {
        self.0.span()
    }

    /// The expression, unevaluated.
    #[inline]
    pub fn expression(self) -> ExpressionRef<'a> {
        ExpressionRef(self.0.first())
    }

    /// The bytes from the name to the end of the expression.
    pub fn span(self) -> Span {
        self.name_span().to(self.expression().span())
    }
}

/// `type "label" … { body }`
#[derive(Clone, Copy)]
pub struct BlockRef<'a>(pub(crate) View<'a>);

impl<'a> BlockRef<'a> {
    /// The block type.
    #[inline]
    pub fn name(self) -> &'a str {
        self.0.text()
    }

    /// The bytes of the block type.
    #[inline]
    pub fn name_span(self) -> Span {
        self.0.span()
    }

    /// The labels in order.
    pub fn labels(self) -> Labels<'a> {
        Labels::new(self.0.children(), self.0.count())
    }

    /// The body of the block.
    pub fn body(self) -> BodyRef<'a> {
        let mut child = self.0.first();
        for _ in 0..self.0.count() {
            child = child.next();
        }
        BodyRef(child)
    }

    /// The bytes from the block type to the last label.
    pub fn header_span(self) -> Span {
        self.labels().last().map_or(self.name_span(), |label| self.name_span().to(label.span()))
    }

    /// The bytes from the block type to the closing brace.
    pub fn span(self) -> Span {
        self.name_span().to(self.body().span())
    }
}

views! {
    /// The labels of a block.
    Labels, LabelRef
}

/// A label: an identifier or a quoted string.
#[derive(Clone, Copy)]
pub struct LabelRef<'a>(pub(crate) View<'a>);

impl<'a> LabelRef<'a> {
    /// The label without quotes, escapes decoded.
    pub fn value(self) -> Cow<'a, str> {
        if self.0.kind() == Kind::LabelComputed {
            return Cow::Borrowed(self.0.value().and_then(Value::as_str).unwrap_or_default());
        }
        let text = self.0.tree.text(self.value_span());
        match self.0.kind() {
            Kind::LabelEscaped => Cow::Owned(unescape(text)),
            _ => Cow::Borrowed(text),
        }
    }

    /// The bytes of the label in the source, if it needs no decoding.
    pub(crate) fn verbatim_span(self) -> Option<Span> {
        let is_verbatim = matches!(self.0.kind(), Kind::LabelIdentifier | Kind::LabelString);
        is_verbatim.then(|| self.value_span())
    }

    fn value_span(self) -> Span {
        let span = self.span();
        match self.0.kind() {
            Kind::LabelIdentifier => span,
            _ => Span::new(span.start + 1, span.end - 1),
        }
    }

    /// Whether the label is quoted. Labels of generated blocks count as quoted.
    pub fn is_quoted(self) -> bool {
        self.0.kind() != Kind::LabelIdentifier
    }

    /// The bytes of the label with its quotes. For the label of a generated block, the bytes of its
    /// expression.
    pub fn span(self) -> Span {
        self.0.span()
    }
}

impl fmt::Debug for BodyRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

impl fmt::Debug for ItemRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_attribute(), self.as_block()) {
            (Some(attribute), _) => attribute.fmt(f),
            (_, Some(block)) => block.fmt(f),
            _ => f.write_str("Invalid"),
        }
    }
}

impl fmt::Debug for AttributeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {:?}", self.name(), self.expression())
    }
}

impl fmt::Debug for BlockRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {:?}", self.name(), self.labels().collect::<Vec<_>>(), self.body())
    }
}

impl fmt::Debug for LabelRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}
