//! Renaming references in expressions, bodies and documents.

use std::ops::Range;

use hashbrown::HashSet;

use super::expression::{Form, attribute_expression};
use super::item::editing;
use super::text::Text;
use super::{Block, Body, Expression, Item, parse_traversal};
use crate::analysis::Reference;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::syntax::{AttributeRef, BodyRef, ExpressionRef, StepKind, View};
use crate::text::span::Span;

/// The start of references, and the new start for them.
pub(super) struct Renaming {
    from: Vec<String>,
    to: String,
}

impl Renaming {
    fn new(from: &str, to: &str) -> Result<Self> {
        let traversal = parse_traversal(from)?;
        let view = traversal.view();
        let names = view.as_traversal().and_then(|reference| {
            let names = reference.steps().map(|step| match step.kind() {
                StepKind::Attribute(name) => Some(name.to_owned()),
                _ => None,
            });
            std::iter::once(Some(reference.root().to_owned())).chain(names).collect()
        });
        let from = names.ok_or_else(|| editing(catalog::no_names(from)))?;
        // The canonical notation has no line ends, which could end an attribute.
        let traversal = parse_traversal(to)?;
        let reference = traversal.view().as_traversal().map(|it| it.to_string());
        let to = reference.unwrap_or_else(|| to.to_owned());
        Ok(Renaming { from, to })
    }

    /// The expression with the references at these places renamed. The result must have a reference in
    /// each of the places: the new name could be a keyword there, or a variable of a `for` expression.
    fn renamed(&self, view: ExpressionRef<'_>, spans: &[Span]) -> Result<String> {
        let (text, start) = (view.text(), view.span().start);
        let replaced = self.replaced(text, start, spans);
        let refused = || editing(catalog::no_reference(&self.to, &self.from.join(".")));
        let (tree, id) = attribute_expression(&replaced).ok_or_else(refused)?;
        let new = ExpressionRef(View::new(&tree, id));
        let starts: HashSet<u32> = new
            .references()
            .iter()
            .map(|reference| reference.root_span().start - new.span().start)
            .collect();
        let mut moved = 0;
        let mut is_reference = |span: &Span| {
            let at = i64::from(span.start - start) + moved;
            moved += self.to.len() as i64 - i64::from(span.end - span.start);
            u32::try_from(at).is_ok_and(|at| starts.contains(&at))
        };
        match new.text() == replaced && spans.iter().all(&mut is_reference) {
            true => Ok(replaced),
            false => Err(refused()),
        }
    }

    /// The span of the names to replace, if the reference starts with them.
    fn matched(&self, reference: &Reference<'_>) -> Option<Span> {
        let (root, names) = self.from.split_first()?;
        if reference.root() != root {
            return None;
        }
        let mut span = reference.root_span();
        let mut steps = reference.steps();
        for name in names {
            let step = steps.next()?;
            if !matches!(step.kind(), StepKind::Attribute(found) if found == name) {
                return None;
            }
            span = span.to(step.span());
        }
        Some(span)
    }

    fn all(&self, references: Vec<Reference<'_>>) -> Vec<Span> {
        references.iter().filter_map(|reference| self.matched(reference)).collect()
    }

    /// The text with the names replaced; `start` is its offset, and the spans count from the same
    /// origin.
    fn replaced(&self, text: &str, start: u32, spans: &[Span]) -> String {
        let mut replaced = String::with_capacity(text.len());
        let mut at = 0;
        for span in spans {
            let Range { start, end } = span.back_by(start).range();
            replaced.push_str(text.get(at..start).unwrap_or_default());
            replaced.push_str(&self.to);
            at = end;
        }
        replaced.push_str(text.get(at..).unwrap_or_default());
        replaced
    }

    fn expression(&self, expression: &mut Expression) -> Result<usize> {
        let parsed = match expression.form() {
            Form::Source(tree, id) => Some((std::sync::Arc::clone(tree), *id)),
            Form::Own(own) => attribute_expression(&own.text),
            Form::Elements(_) => return self.elements(expression),
        };
        let Some((tree, id)) = parsed else { return Ok(0) };
        let view = ExpressionRef(View::new(&tree, id));
        let mut spans = self.all(view.references());
        spans.sort_unstable();
        if !spans.is_empty() {
            expression.set_own(&self.renamed(view, &spans)?);
        }
        Ok(spans.len())
    }

    fn elements(&self, expression: &mut Expression) -> Result<usize> {
        let mut count = 0;
        let elements = expression.elements_mut().into_iter();
        for (_, element) in elements.flat_map(|elements| elements.list.iter_mut()) {
            if element.name.is_none() && !element.key.is_empty() {
                let mut key = Expression::from_text(&element.key);
                count += self.expression(&mut key)?;
                element.key = Text::from(key.to_string());
            }
            count += nest(|| self.expression(&mut element.value))?;
        }
        Ok(count)
    }

    fn body(&self, body: &mut Body) -> Result<usize> {
        if let Some(view) = body.untouched() {
            let mut spans = self.all(BodyRef(view).references());
            spans.sort_unstable();
            self.untouched_body(body, &spans)?;
            return Ok(spans.len());
        }
        let mut count = 0;
        for (_, item) in body.items_mut().list.iter_mut() {
            count += match item {
                Item::Attribute(attribute) => match attribute.untouched() {
                    Some(view) if self.all(view.expression().references()).is_empty() => 0,
                    _ => self.expression(attribute.expression_mut())?,
                },
                Item::Block(block) => match block.untouched_body() {
                    Some(view) => {
                        let mut spans = self.all(BodyRef(view).references());
                        spans.sort_unstable();
                        self.untouched_block(block, &spans)?;
                        spans.len()
                    }
                    None => nest(|| self.body(block.body_mut()))?,
                },
                Item::Comment(_) => 0,
            };
        }
        Ok(count)
    }

    /// Replaces the names at these places of an unchanged body.
    fn untouched_body(&self, body: &mut Body, spans: &[Span]) -> Result<()> {
        if spans.is_empty() {
            return Ok(());
        }
        let within = |outer: Span| {
            let start = spans.partition_point(|span| span.start < outer.start);
            let end = spans.partition_point(|span| span.start < outer.end);
            spans.get(start..end).unwrap_or_default()
        };
        for (_, item) in body.items_mut().list.iter_mut() {
            match item {
                Item::Attribute(attribute) => {
                    let expression = attribute.untouched().map(AttributeRef::expression);
                    let spans = expression.map(|view| within(view.span())).unwrap_or_default();
                    let renamed = expression.filter(|_| !spans.is_empty());
                    if let Some(text) = renamed.map(|view| self.renamed(view, spans)).transpose()? {
                        attribute.expression_mut().set_own(&text);
                    }
                }
                Item::Block(block) => {
                    let span = block.untouched_body().map(View::span);
                    let spans = span.map(within).unwrap_or_default();
                    nest(|| self.untouched_block(block, spans))?;
                }
                Item::Comment(_) => {}
            }
        }
        Ok(())
    }

    /// The same for the body of a block.
    fn untouched_block(&self, block: &mut Block, spans: &[Span]) -> Result<()> {
        match spans {
            [] => Ok(()),
            _ => self.untouched_body(block.body_mut(), spans),
        }
    }
}

impl Expression {
    /// Renames references in the expression: those that start with the names `from` start with `to`
    /// instead. Returns their number. Variables of `for` expressions are not references.
    ///
    /// # Errors
    ///
    /// If `from` is not a name followed by attribute names, `to` is not a traversal, or `to` is not a
    /// reference in one of the places: a keyword, or the name of a variable of a `for` expression. Then
    /// nothing changes.
    ///
    /// ```
    /// use serde_hcl::Expression;
    ///
    /// let mut expression: Expression = "[var.region, \"${var.region}-1\", var.regions]".parse()?;
    /// assert_eq!(expression.rename_references("var.region", "local.region")?, 2);
    /// let expected = "[local.region, \"${local.region}-1\", var.regions]";
    /// assert_eq!(expression.to_string(), expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename_references(&mut self, from: &str, to: &str) -> Result<usize> {
        let mut renamed = self.clone();
        let count = Renaming::new(from, to)?.expression(&mut renamed)?;
        *self = renamed;
        Ok(count)
    }
}

impl Body {
    /// Renames references in all expressions of the body and of its blocks: those that start with
    /// the names `from` start with `to` instead. Returns their number. Linear in the body.
    ///
    /// # Errors
    ///
    /// If `from` is not a name followed by attribute names, `to` is not a traversal, or `to` is not a
    /// reference in one of the places: a keyword, or the name of a variable of a `for` expression. Then
    /// nothing changes.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let source = "variable \"region\" {}\n\nprovider \"aws\" {\n  region = var.region\n}\n";
    /// let mut body: Body = source.parse()?;
    /// body.rename_references("var.region", "var.location")?;
    /// if let Some(variable) = body.block_mut("variable.region") {
    ///     variable.set_labels(["location"]);
    /// }
    /// let expected = "variable \"location\" {}\n\nprovider \"aws\" {\n  region = var.location\n}\n";
    /// assert_eq!(body.to_string(), expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename_references(&mut self, from: &str, to: &str) -> Result<usize> {
        self.open()?;
        let mut renamed = self.clone();
        let count = Renaming::new(from, to)?.body(&mut renamed)?;
        *self = renamed;
        Ok(count)
    }
}
