//! `dynamic` blocks in JSON syntax: properties named `dynamic` that hold directives by block type.
//!
//! Only the reader of the tree knows which objects are bodies. So these properties are expanded
//! everywhere, and a property that contains anything else than directives does not change. A schema
//! without such a property reports it.

use super::Expansion;
use super::directive::{Directive, LabelsArgument};
use crate::diagnostic::catalog::{json as catalog, place::missing_place};
use crate::limits::stack::nest;
use crate::syntax::json::Properties;
use crate::syntax::unpack::unpack;
use crate::syntax::{BlockRef, BodyRef, Kind, List, NodeId, Tree, View, flag};
use crate::text::span::Span;
use crate::value::Value;

/// A name and its value.
type Property = (NodeId, NodeId);

impl Expansion<'_, '_> {
    /// Expands a value and all values in it.
    pub(super) fn json_value(&mut self, id: NodeId) {
        let view = View::new(&self.tree, id);
        if view.is_json_array() {
            for element in self.tree.children(id) {
                nest(|| self.json_value(element));
            }
        } else if view.is_json_object() {
            self.json_object(id);
        }
    }

    fn json_object(&mut self, id: NodeId) {
        let mut children = List::EMPTY;
        let mut is_changed = false;
        for pair in self.tree.children(id).chunks_exact(2) {
            let &[name, value] = pair else { continue };
            let (properties, is_same) = self.json_property(name, value);
            is_changed |= !is_same;
            for (name, value) in properties {
                self.tree.push(&mut children, name);
                self.tree.push(&mut children, value);
            }
        }
        if is_changed {
            let properties = children.count / 2;
            self.tree.set_children(id, children);
            self.tree.node_mut(id).count = properties;
        }
    }

    /// The expansion of a property, and whether it is unchanged.
    pub(super) fn json_property(&mut self, name: NodeId, value: NodeId) -> (Vec<Property>, bool) {
        let view = View::new(&self.tree, name);
        let is_dynamic = view.property_name() == "dynamic";
        if !is_dynamic || !holds_directives(View::new(&self.tree, value)) {
            nest(|| self.json_value(value));
            if is_dynamic {
                self.tree.node_mut(name).flags |= flag::JSON_LEFT;
            }
            return (vec![(name, value)], true);
        }
        let unpacked = unpack(view, 1);
        let labels = ["type".to_owned()];
        let mistakes = unpacked.mistakes.iter();
        let mistakes = mistakes.map(|mistake| catalog::no_blocks(*mistake, "dynamic", &labels));
        let mut diagnostics: Vec<_> = mistakes.collect();
        let mut directives = Vec::new();
        for block in unpacked.blocks {
            match Directive::read(block, self.context) {
                Ok(directive) => directives.push((type_span(block), directive)),
                Err(error) => diagnostics.extend(error.into_diagnostics()),
            }
        }
        self.diagnostics.extend(diagnostics);
        let link = self.tree.node(name).count;
        let mut properties = Vec::new();
        for (type_span, directive) in directives {
            self.generate_json(&directive, type_span, link, &mut properties);
        }
        (properties, false)
    }

    fn generate_json(
        &mut self,
        directive: &Directive,
        type_span: Span,
        link: u32,
        properties: &mut Vec<Property>,
    ) {
        self.for_each(directive, |this, key, value| {
            let (property, body) = this.json_block(directive, type_span, link, key, value)?;
            properties.push(property);
            Some(body)
        });
    }

    /// The property for the block of one element, and its body.
    fn json_block(
        &mut self,
        directive: &Directive,
        type_span: Span,
        link: u32,
        key: Value,
        value: Value,
    ) -> Option<(Property, NodeId)> {
        let iterator = self.tree.add_value(Value::object([("key", key), ("value", value)]));
        let generated = flag::JSON | flag::JSON_GENERATED;
        let places = self.label_places(&directive.labels_argument);
        let name = self.tree.add_counted(Kind::String, generated, type_span, places, link);
        let mut names = vec![name];
        for label in &directive.labels {
            match self.label(directive, *label, iterator) {
                Ok(text) => {
                    let link = names.last().map_or(0, |name| name.to_link());
                    names.push(self.json_label(text, link));
                }
                Err(error) => {
                    self.diagnostics.extend(error.into_diagnostics());
                    return None;
                }
            }
        }
        let body = self.bind(directive, directive.content, iterator);
        self.tree.extend_asides();
        let mut content = body;
        while names.len() > 1 {
            let Some(label) = names.pop() else { break };
            let span = self.tree.node(label).span;
            let children = self.tree.list([label, content]);
            content = self.tree.add_counted(Kind::Object, generated, span, children, 1);
        }
        Some(((name, content), body))
    }

    /// Nodes without children at the places of the labels, for diagnostics: the name of the argument and its value,
    /// or the place of the missing argument.
    fn label_places(&mut self, argument: &LabelsArgument) -> List {
        match *argument {
            LabelsArgument::At(name, value) => {
                let places = [name, value].map(|span| self.tree.leaf(Kind::Name, span));
                self.tree.list(places)
            }
            LabelsArgument::MissingIn(body) => {
                let place = missing_place(BodyRef(View::new(&self.tree, body)));
                let place = self.tree.leaf(Kind::Name, place);
                self.tree.list([place])
            }
        }
    }

    /// The name of a property for a label; `text` is a computed label.
    fn json_label(&mut self, text: NodeId, link: u32) -> NodeId {
        let node = *self.tree.node(text);
        let value = self.tree.add_counted(Kind::Value, 0, node.span, List::EMPTY, node.count);
        let children = self.tree.list([value, text]);
        self.tree.add_counted(Kind::JsonKey, 0, node.span, children, link)
    }

    /// Replaces all values in an object that are neither objects nor arrays.
    pub(super) fn replace_leaves(
        &mut self,
        id: NodeId,
        replacement: &dyn Fn(&mut Tree<'_>, NodeId) -> NodeId,
    ) {
        let view = View::new(&self.tree, id);
        let is_object = view.is_json_object();
        let mut children = List::EMPTY;
        for (index, child) in self.tree.children(id).into_iter().enumerate() {
            let child = if is_object && index % 2 == 0 {
                child
            } else if View::new(&self.tree, child).is_json_container() {
                nest(|| self.replace_leaves(child, replacement));
                child
            } else {
                replacement(&mut self.tree, child)
            };
            self.tree.push(&mut children, child);
        }
        if children.count > 0 {
            let count = if is_object { children.count / 2 } else { children.count };
            self.tree.set_children(id, children);
            self.tree.node_mut(id).count = count;
        }
    }
}

/// The span of the type of the generated blocks, with its quotes.
fn type_span(block: BlockRef<'_>) -> Span {
    block.labels().next().map_or_else(Span::default, |label| label.span())
}

/// Whether each property holds an object with `for_each` or `content`.
fn holds_directives(value: View<'_>) -> bool {
    let is_directive = |value: View<'_>| {
        Properties::of(value).any(|name| matches!(name.property_name(), "for_each" | "content"))
    };
    let mut types = Properties::of(value).peekable();
    types.peek().is_some() && types.all(|name| is_directive(name.next()))
}
