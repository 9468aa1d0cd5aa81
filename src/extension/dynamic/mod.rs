//! `dynamic` blocks: blocks that are generated, one for each element of a collection.

mod directive;
mod json;

use self::directive::{Directive, LabelsArgument, label_text};
use crate::diagnostic::error::{Category, Error, Result};
use crate::diagnostic::{Diagnostic, catalog};
use crate::document::Body;
use crate::eval::{Context, entries, evaluate_disclosing};
use crate::limits::budget::{MAP, charge, limited};
use crate::limits::stack::nest;
use crate::parser::document::Document;
use crate::syntax::{
    BlockRef, BodyRef, ExpressionRef, Kind, List, NodeId, Tree, ValueId, View, flag,
};
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;
use crate::value::{Type, Value};

/// The maximum number of diagnostics; an iteration could produce any number.
const MAX_DIAGNOSTICS: usize = 1_000;

/// Expands the `dynamic` blocks in these bodies of a tree. A pointer, so that only programs that ask for it
/// contain the code.
pub(crate) type Expand = for<'s> fn(Tree<'s>, &[NodeId], &Context) -> Result<Tree<'s>>;

/// The expansion of `dynamic` blocks.
pub(crate) const EXPAND: Expand = expand;

impl BodyRef<'_> {
    /// The body with its `dynamic` blocks replaced by the generated blocks, at any depth.
    ///
    /// A `dynamic` block has the type of the generated blocks as its label. There is a block for
    /// each element of its `for_each`, with its `content` as body. In the content, and in the
    /// optional list of `labels`, a variable with the name of the type (or the one that `iterator`
    /// says) has the attributes `key` and `value`.
    ///
    /// The attributes in generated blocks are not evaluated. They keep their place in the source,
    /// and they refer to their element when they are evaluated. If the collection is unknown, there
    /// is one block, and all its attributes are unknown.
    ///
    /// Written text has the values of the element in place of these references, and lists, sets and
    /// maps among them as tuples and objects. A function whose argument must be a reference
    /// (`templatestring`) refuses such a value when the text is read.
    ///
    /// The number of labels is checked where generated blocks are read. So of an empty collection nothing
    /// is checked, but Go's package `dynblock` knows the expected labels when it expands, and reports a wrong
    /// number of them there, too.
    ///
    /// # Errors
    ///
    /// All mistakes in `dynamic` blocks, with category [`Evaluation`](Category::Evaluation). The
    /// [budget](Context::budget) of the context limits the whole expansion; each generated part of
    /// an expression, attribute or block costs one.
    ///
    /// ```
    /// use serde_hcl::{Context, parse};
    ///
    /// let document = parse(r#"
    ///     dynamic "port" {
    ///       for_each = { http = 80, https = 443 }
    ///       labels   = [port.key]
    ///       content {
    ///         number = port.value + offset
    ///       }
    ///     }
    /// "#)?;
    /// let context = Context::new().variable("offset", 8000);
    /// let body = document.body().expand(&context)?;
    ///
    /// let https = body.view().blocks().nth(1).unwrap();
    /// assert_eq!((https.block_type(), &*https.labels().next().unwrap().value()), ("port", "https"));
    /// let number = https.body().attribute("number").unwrap().expression();
    /// assert_eq!(number.text(), "port.value + offset");
    /// assert_eq!(number.evaluate(&context)?.as_i64(), Some(8443));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expand(self, context: &Context) -> Result<Body> {
        self.expand_by(EXPAND, context)
    }

    pub(crate) fn expand_by(self, expand: Expand, context: &Context) -> Result<Body> {
        let (tree, id) = self.tree().excerpt(self.id(), |_| true);
        let tree = expand(tree, &[id], context)?;
        Ok(Body::captured(tree.into_shared(), id))
    }
}

impl Body {
    /// Expands the body, see [`BodyRef::expand`].
    ///
    /// # Errors
    ///
    /// See [`BodyRef::expand`].
    pub fn expand(&self, context: &Context) -> Result<Body> {
        self.view().expand(context)
    }
}

impl<'s> Document<'s> {
    /// Expands the document, see [`BodyRef::expand`]. Only generated parts are copied.
    ///
    /// # Errors
    ///
    /// See [`BodyRef::expand`].
    pub fn expand(self, context: &Context) -> Result<Document<'s>> {
        self.expand_by(EXPAND, context)
    }

    pub(crate) fn expand_by(self, expand: Expand, context: &Context) -> Result<Document<'s>> {
        let (tree, root) = self.into_parts();
        let tree = expand(tree.unshared(), &[root], context)?;
        Ok(Document::from_parts(tree, root))
    }
}

/// The charge for a part of the content that is copied for a block. It reflects the memory of the part
/// and of its decoded value, which costs nothing if it is a literal.
const PART: usize = 4;

/// Expands these bodies with one budget for all of them.
fn expand<'s>(mut tree: Tree<'s>, bodies: &[NodeId], context: &Context) -> Result<Tree<'s>> {
    tree.hold_values();
    let mut expansion = Expansion { tree, context, spent_at: None, diagnostics: Vec::new() };
    limited(context.evaluation_budget(), || {
        bodies.iter().for_each(|body| expansion.body(*body));
    });
    let Expansion { tree, spent_at, mut diagnostics, .. } = expansion;
    if let Some(span) = spent_at {
        diagnostics = vec![catalog::evaluation::budget_spent(span)];
    }
    if diagnostics.is_empty() {
        return Ok(tree);
    }
    Err(Error::new(Category::Evaluation, diagnostics).attach(tree.origin()))
}

struct Expansion<'s, 'c> {
    tree: Tree<'s>,
    context: &'c Context,
    /// Set when the budget is used up.
    spent_at: Option<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl Expansion<'_, '_> {
    fn body(&mut self, id: NodeId) {
        if self.tree.node(id).kind != Kind::Body {
            return self.json_value(id);
        }
        let mut items = List::EMPTY;
        for item in self.tree.children(id) {
            if self.tree.node(item).kind == Kind::JsonProperty {
                for property in self.property(item) {
                    self.tree.push(&mut items, property);
                }
                continue;
            }
            if self.tree.node(item).kind != Kind::Block {
                self.tree.push(&mut items, item);
                continue;
            }
            let block = BlockRef::new(View::new(&self.tree, item));
            let (is_written, body) = (!block.0.has(flag::GENERATED), block.body().id());
            if is_written && block.block_type() == "dynamic" {
                match Directive::read(block, self.context) {
                    Ok(directive) => self.generate(&directive, &mut items),
                    Err(error) => self.diagnostics.extend(error.into_diagnostics()),
                }
            } else {
                nest(|| self.body(body));
                self.tree.push(&mut items, item);
            }
        }
        self.tree.set_children(id, items);
    }

    /// The expansion of a JSON property next to native items.
    fn property(&mut self, item: NodeId) -> Vec<NodeId> {
        let &[name, value] = &self.tree.children(item)[..] else { return vec![item] };
        let (properties, is_same) = self.json_property(name, value);
        if is_same {
            return vec![item];
        }
        let span = self.tree.node(item).span;
        let items = properties.into_iter().map(|(name, value)| {
            let children = self.tree.list([name, value]);
            self.tree.add(Kind::JsonProperty, 0, span, children)
        });
        items.collect()
    }

    fn generate(&mut self, directive: &Directive, items: &mut List) {
        self.for_each(directive, |this, key, value| {
            let (block, body) = this.block(directive, key, value)?;
            this.tree.push(items, block);
            Some(body)
        });
    }

    /// Generates a body for each element of the collection, or one for an unknown collection, and expands the
    /// blocks in it. The values in the body get the marks of the collection, and are unknown if it is.
    fn for_each(
        &mut self,
        directive: &Directive,
        mut generate: impl FnMut(&mut Self, Value, Value) -> Option<NodeId>,
    ) {
        let (collection, marks) = directive.for_each.clone().unmark();
        if !collection.is_known() {
            let unknown = Value::unknown(Type::Dynamic);
            let Some(body) = generate(self, unknown.clone(), unknown.clone()) else { return };
            nest(|| self.body(body));
            let unknown = unknown.with_marks(&marks);
            return self.replace_values(body, &|tree, value| {
                let unknown = tree.add_value(unknown.clone());
                tree.add_value_node(Kind::Value, value, unknown, List::EMPTY)
            });
        }
        for (key, element) in entries(&collection) {
            if self.spent_at.is_some() || self.diagnostics.len() > MAX_DIAGNOSTICS {
                return;
            }
            let body = generate(self, key.to_value(element), element.clone());
            let Some(body) = body else { continue };
            if !marks.is_empty() {
                self.replace_values(body, &|tree, value| {
                    let marks = tree.add_value(Value::NULL.with_marks(&marks));
                    let copy = tree.copy(value);
                    let inner = tree.list([copy]);
                    tree.add_value_node(Kind::Marked, value, marks, inner)
                });
            }
            nest(|| self.body(body));
        }
    }

    /// The block for one element, and its body.
    fn block(
        &mut self,
        directive: &Directive,
        key: Value,
        value: Value,
    ) -> Option<(NodeId, NodeId)> {
        if !charge(2 * MAP) {
            self.spent_at.get_or_insert(directive.for_each_span);
            return None;
        }
        let iterator = self.tree.add_value(Value::object([("key", key), ("value", value)]));
        let mut children = List::EMPTY;
        for label in &directive.labels {
            match self.label(directive, *label, iterator) {
                Ok(label) => self.tree.push(&mut children, label),
                Err(error) => {
                    self.diagnostics.extend(error.into_diagnostics());
                    return None;
                }
            }
        }
        let labels = children.count;
        let body = self.bind(directive, directive.content, iterator);
        self.tree.push(&mut children, body);
        if let LabelsArgument::At(argument, _) = directive.labels_argument {
            // Behind the body, for diagnostics.
            let argument = self.tree.leaf(Kind::Name, argument);
            self.tree.push(&mut children, argument);
        }
        let name = directive.block_type;
        let block = self.tree.add_counted(Kind::Block, flag::GENERATED, name, children, labels);
        Some((block, body))
    }

    /// A copy in which the iterator has its value.
    fn bind(&mut self, directive: &Directive, id: NodeId, iterator: ValueId) -> NodeId {
        let mut visited = 1;
        let copy = self.tree.bind(id, &directive.iterator, iterator, &mut visited);
        if !charge(PART * visited) {
            self.spent_at.get_or_insert(directive.for_each_span);
        }
        copy
    }

    fn label(
        &mut self,
        directive: &Directive,
        expression: NodeId,
        iterator: ValueId,
    ) -> Result<NodeId> {
        let bound = self.bind(directive, expression, iterator);
        let view = ExpressionRef(View::new(&self.tree, bound));
        // The elements of a sensitive collection have no marks of their own.
        let marks = directive.for_each.marks();
        let disclosure = Disclosure::of_marks(&marks);
        let value = evaluate_disclosing(view, self.context, disclosure)
            .map_err(|error| error.attach(view.tree().origin()))?;
        let is_secret = disclosure.is_hidden() && refers_to_values(view.0);
        let value = if is_secret { value.with_marks(&marks) } else { value };
        let text = label_text(&value, view.span())?;
        let label = self.tree.add_value(Value::normalized(text));
        Ok(self.tree.add_value_node(Kind::LabelComputed, expression, label, List::EMPTY))
    }

    /// Replaces all values in a body.
    fn replace_values(
        &mut self,
        body: NodeId,
        replacement: &dyn Fn(&mut Tree<'_>, NodeId) -> NodeId,
    ) {
        if self.tree.node(body).kind != Kind::Body {
            return self.replace_leaves(body, replacement);
        }
        let view = BodyRef(View::new(&self.tree, body));
        let attributes: Vec<_> =
            view.attributes().map(|each| (each.id(), each.expression().id())).collect();
        let nested: Vec<_> = view.blocks().map(|block| block.body().id()).collect();
        for (attribute, expression) in attributes {
            let value = replacement(&mut self.tree, expression);
            let children = self.tree.list([value]);
            self.tree.set_children(attribute, children);
        }
        for body in nested {
            nest(|| self.replace_values(body, replacement));
        }
    }
}

/// Whether the expression contains a variable that was replaced by its value.
fn refers_to_values(view: View<'_>) -> bool {
    view.kind() == Kind::Bound || nest(|| view.children().any(refers_to_values))
}
