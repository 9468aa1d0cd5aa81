//! Renaming references in expressions, bodies and documents.

use std::ops::Range;

use super::body::Body;
use super::expression::{Expression, Form, attribute_expression};
use super::item::{Kind, editing};
use crate::analysis::Reference;
use crate::diagnostic::catalog::editing as catalog;
use crate::document::parse_traversal;
use crate::error::Result;
use crate::source::Span;
use crate::stack::nest;
use crate::syntax::{BodyRef, ExpressionRef, StepKind, View};

/// The start of references, and the new start for them.
pub(super) struct Renaming {
    from: Vec<String>,
    to: String,
}

impl Renaming {
    fn new(from: &str, to: &str) -> Result<Self> {
        let traversal = parse_traversal(from)?;
        let view = traversal.as_ref();
        let names = view.as_traversal().and_then(|reference| {
            let names = reference.steps().map(|step| match step.kind() {
                StepKind::Attribute(name) => Some(name.to_owned()),
                _ => None,
            });
            std::iter::once(Some(reference.root().to_owned())).chain(names).collect()
        });
        let from = names.ok_or_else(|| editing(catalog::no_names(from)))?;
        let to = parse_traversal(to)?.to_string();
        Ok(Renaming { from, to })
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

    fn expression(&self, expression: &mut Expression) -> usize {
        let text = expression.to_string();
        let (tree, id) = match expression.form() {
            Form::Source(tree, id) => (std::sync::Arc::clone(tree), *id),
            _ => match attribute_expression(&text) {
                Some(parsed) => parsed,
                None => return 0,
            },
        };
        let view = ExpressionRef(View::new(&tree, id));
        let spans = self.all(view.references());
        if !spans.is_empty() {
            expression.set_own(&self.replaced(view.text(), view.span().start, &spans));
        }
        spans.len()
    }

    fn body(&self, body: &mut Body) -> usize {
        if let Some(view) = body.untouched() {
            let mut spans = self.all(BodyRef(view).references());
            spans.sort_unstable();
            self.untouched_body(body, &spans);
            return spans.len();
        }
        let mut count = 0;
        for (_, item) in body.content_mut().items.iter_mut() {
            count += match &mut item.kind {
                Kind::Attribute(attribute) => self.expression(&mut attribute.expression),
                Kind::Block(block) => nest(|| self.body(block.body_mut())),
            };
        }
        count
    }

    /// Replaces the names at these places of an unchanged body.
    fn untouched_body(&self, body: &mut Body, spans: &[Span]) {
        if spans.is_empty() {
            return;
        }
        let within = |outer: Span| {
            let start = spans.partition_point(|span| span.start < outer.start);
            let end = spans.partition_point(|span| span.start < outer.end);
            spans.get(start..end).unwrap_or_default()
        };
        for (_, item) in body.content_mut().items.iter_mut() {
            match &mut item.kind {
                Kind::Attribute(attribute) => {
                    let Form::Source(tree, id) = attribute.expression.form() else { continue };
                    let view = View::new(tree, *id);
                    let spans = within(view.span());
                    if !spans.is_empty() {
                        let text = self.replaced(view.text(), view.span().start, spans);
                        attribute.expression.set_own(&text);
                    }
                }
                Kind::Block(block) => {
                    let span = block.body().untouched().map(View::span);
                    let spans = span.map(within).unwrap_or_default();
                    nest(|| self.untouched_body(block.body_mut(), spans));
                }
            }
        }
    }
}

impl Expression {
    /// Renames references in the expression: those that start with the names `from` start with `to`
    /// instead. Returns their number. Variables of `for` expressions are not references.
    ///
    /// # Errors
    ///
    /// If `from` is not a name followed by attribute names, or `to` is not a traversal.
    ///
    /// ```
    /// use serde_hcl::edit::Expression;
    ///
    /// let mut expression: Expression = "[var.region, \"${var.region}-1\", var.regions]".parse()?;
    /// assert_eq!(expression.rename_references("var.region", "local.region")?, 2);
    /// let expected = "[local.region, \"${local.region}-1\", var.regions]";
    /// assert_eq!(expression.to_string(), expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename_references(&mut self, from: &str, to: &str) -> Result<usize> {
        Ok(Renaming::new(from, to)?.expression(self))
    }
}

impl Body {
    /// Renames references in all expressions of the body and of its blocks: those that start with
    /// the names `from` start with `to` instead. Returns their number. Linear in the body.
    ///
    /// # Errors
    ///
    /// If `from` is not a name followed by attribute names, or `to` is not a traversal.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let source = "variable \"region\" {}\n\nprovider \"aws\" {\n  region = var.region\n}\n";
    /// let mut document: Document = source.parse()?;
    /// document.rename_references("var.region", "var.location")?;
    /// if let Some(variable) = document.block_mut("variable.region") {
    ///     variable.set_labels(["location"]);
    /// }
    /// let expected = "variable \"location\" {}\n\nprovider \"aws\" {\n  region = var.location\n}\n";
    /// assert_eq!(document.to_string(), expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename_references(&mut self, from: &str, to: &str) -> Result<usize> {
        Ok(Renaming::new(from, to)?.body(self))
    }
}
