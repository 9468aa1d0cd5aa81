//! Properties of JSON, as bodies, blocks and labels see them.
//!
//! - No decision here whether a property is an attribute, a block or a label: readers decide.
//! - No copy: blocks and attributes of JSON are views of the names and values in the tree.

use std::sync::{Arc, OnceLock};

use super::expression::ExpressionRef;
use super::node::{Kind, Node, NodeId, flag};
use super::tree::Tree;
use super::view::{Chain, View};
use crate::text::decoded::Decoded;
use crate::text::span::Span;
use crate::value::Value;

/// The name of a property that is a comment. Bodies ignore it.
pub(crate) const COMMENT: &str = "//";

impl Tree<'_> {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Exchanges the nodes of two trees.
    pub(crate) fn swap_nodes(&mut self, other: &mut Tree<'_>) {
        std::mem::swap(&mut self.nodes, &mut other.nodes);
    }

    /// Removes the nodes that were added last.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.nodes.truncate(length);
    }

    /// Moves the spans of all nodes from number `first` on.
    pub(crate) fn shift_spans_from(&mut self, first: usize, bytes: u32) {
        for node in self.nodes.iter_mut().skip(first) {
            node.span = node.span.forward_by(bytes);
        }
    }

    /// A copy of a node with the same children.
    pub(crate) fn copy(&mut self, id: NodeId) -> NodeId {
        let node = *self.node(id);
        self.add_node(Node { next: NodeId::NONE, ..node })
    }

    pub(crate) fn set_decoded(&mut self, decoded: Decoded) {
        self.decoded = Some(Arc::new(decoded));
    }

    /// Adds a decoded text, which differs from the source text. Returns its span.
    pub(crate) fn add_decoded(&mut self, text: &str, written: Span) -> Span {
        let source = &self.source;
        let decoded = self.decoded.get_or_insert_with(|| Arc::new(Decoded::behind(source.len())));
        Arc::make_mut(decoded).add(text, written.text(source), written)
    }
}

impl<'a> View<'a> {
    /// Whether this is an object or an array of JSON.
    pub(crate) fn is_json_container(self) -> bool {
        matches!(self.kind(), Kind::Object | Kind::Tuple) && self.has(flag::JSON)
    }

    pub(crate) fn is_json_object(self) -> bool {
        self.kind() == Kind::Object && self.has(flag::JSON)
    }

    pub(crate) fn is_json_array(self) -> bool {
        self.kind() == Kind::Tuple && self.has(flag::JSON)
    }

    /// The text of the name of a property as a body uses it.
    pub(crate) fn property_name(self) -> &'a str {
        if self.kind() != Kind::JsonKey {
            let span = self.span();
            return self.tree.text(Span::new(span.start + 1, span.end - 1));
        }
        let name = self.first().next();
        match name.kind() {
            Kind::LabelComputed => name.value().and_then(Value::as_str).unwrap_or_default(),
            _ => name.text(),
        }
    }

    /// The labels of the generated blocks, if the property with this name is such blocks.
    pub(crate) fn generated_labels(self) -> Option<GeneratedLabels<'a>> {
        if self.kind() != Kind::String || !self.has(flag::JSON_GENERATED) {
            return None;
        }
        let mut places = self.children().map(|place| place.span());
        let (argument, value) = (places.next().unwrap_or(self.span()), places.next());
        let (mut count, mut last) = (0, self);
        while last.next().has(flag::JSON_GENERATED) {
            (count, last) = (count + 1, last.next().first());
        }
        Some(GeneratedLabels { count, last, argument, value })
    }

    /// Whether this is the name of a property `dynamic` that an expansion did not change.
    pub(crate) fn is_unexpanded_dynamic(self) -> bool {
        self.kind() == Kind::String && self.has(flag::JSON_LEFT)
    }

    /// The name of the property that contains the property with this name.
    fn outer_property(self) -> Option<View<'a>> {
        let id = self.node().count.checked_sub(1)?;
        Some(View::new(self.tree, NodeId(id)))
    }
}

/// The labels of generated blocks.
pub(crate) struct GeneratedLabels<'a> {
    pub(crate) count: usize,
    /// The innermost name: the last label, or the block type.
    last: View<'a>,
    /// The name of the argument `labels`, or the place where it is missing.
    pub(crate) argument: Span,
    /// The value of the argument.
    pub(crate) value: Option<Span>,
}

impl<'a> GeneratedLabels<'a> {
    /// The label with this number.
    pub(crate) fn label(&self, number: usize) -> Option<View<'a>> {
        (number < self.count).then(|| label(self.last, self.count as u32, number as u32))
    }
}

/// The properties of an object of JSON, or of all objects in an array.
#[derive(Clone)]
pub(crate) struct Properties<'a> {
    /// Names and values alternate.
    of_object: Option<Chain<'a>>,
    /// The remaining elements of the array.
    elements: Option<Chain<'a>>,
}

impl<'a> Properties<'a> {
    /// A value that is neither an object nor an array has no properties.
    #[inline]
    pub(crate) fn of(value: View<'a>) -> Self {
        let children = value.is_json_container().then(|| value.children());
        match value.kind() {
            Kind::Tuple => Properties { of_object: None, elements: children },
            _ => Properties { of_object: children, elements: None },
        }
    }
}

impl<'a> Iterator for Properties<'a> {
    /// The name; the value is its next sibling.
    type Item = View<'a>;

    #[inline]
    fn next(&mut self) -> Option<View<'a>> {
        loop {
            if let Some(properties) = &mut self.of_object {
                if let Some(name) = properties.next() {
                    properties.next();
                    return Some(name);
                }
            }
            let element = self.elements.as_mut()?.next()?;
            self.of_object = element.is_json_object().then(|| element.children());
        }
    }
}

/// The block type of a block whose innermost name is this: the name that is `labels` levels
/// outside.
pub(crate) fn block_type(mut name: View<'_>, labels: u32) -> View<'_> {
    for _ in 0..labels {
        match name.outer_property() {
            Some(outer) => name = outer,
            None => break,
        }
    }
    name
}

/// The label with that number of a block whose innermost name is this.
pub(crate) fn label(name: View<'_>, labels: u32, number: u32) -> View<'_> {
    block_type(name, labels.saturating_sub(number + 1))
}

impl Tree<'_> {
    /// Makes room for the asides of new nodes.
    pub(crate) fn extend_asides(&mut self) {
        if let Some(asides) = self.asides.0.get_mut() {
            asides.resize_with(self.nodes.len(), OnceLock::new);
        }
    }
}

impl<'a> View<'a> {
    /// The expression in the text of this node. `parse` is called the first time only.
    pub(crate) fn aside(
        self,
        parse: impl FnOnce() -> Option<(Tree<'static>, NodeId)>,
    ) -> Option<ExpressionRef<'a>> {
        let all = || (0..self.tree.nodes.len()).map(|_| OnceLock::new()).collect();
        let asides = self.tree.asides.0.get_or_init(all);
        let aside = asides.get(self.id.0 as usize)?;
        let (tree, id) = &**aside.get_or_init(|| parse().map(Box::new)).as_ref()?;
        Some(ExpressionRef(View::new(tree, *id)))
    }
}
