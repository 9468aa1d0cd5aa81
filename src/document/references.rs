//! Gives references other names.

use super::edits::Edit;
use super::rewrite::rewritten;
use super::value::attribute_of;
use super::{Address, Contents, Expression, parse_traversal};
use crate::analysis::Reference;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{ExpressionKind, ExpressionRef, StepKind};
use crate::text::span::Span;

/// The start of references, and the new start for them.
pub(super) struct Renaming {
    from: Vec<String>,
    to: String,
}

/// The name of an attribute, written behind a dot or as a key in brackets.
fn name(kind: StepKind<'_>) -> Option<String> {
    match kind {
        StepKind::Attribute(name) => Some(name.to_owned()),
        StepKind::Index(key) => match key.kind() {
            ExpressionKind::String(text) => Some(text.value().into_owned()),
            _ => None,
        },
        _ => None,
    }
}

impl Renaming {
    pub(super) fn new(from: &str, to: &str) -> Result<Self> {
        parse_traversal(from)?;
        let address = Address::from(from);
        let names = address.names().ok_or_else(|| Error::edit(catalog::no_names(from)))?;
        let from = names.into_iter().map(str::to_owned).collect();
        // The canonical notation has no line ends, which could end an attribute.
        let traversal = parse_traversal(to)?;
        let reference = traversal.view().as_traversal().map(|it| it.to_string());
        let to = reference.unwrap_or_else(|| to.to_owned());
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
        for wanted in names {
            let step = steps.next()?;
            if name(step.kind()).as_ref() != Some(wanted) {
                return None;
            }
            span = span.to(step.span());
        }
        Some(span)
    }

    /// The edits of the references. There must be as many references afterwards: the new name could be a
    /// keyword in one of the places, or a variable of a `for` expression.
    pub(super) fn edits(&self, expression: ExpressionRef<'_>) -> Result<Vec<Edit>> {
        let references = expression.references();
        let spans = references.iter().filter_map(|reference| self.matched(reference));
        let mut edits: Vec<Edit> = spans.map(|span| Edit { span, text: self.to.clone() }).collect();
        edits.sort_unstable_by_key(|edit| edit.span);
        let count = |expression: ExpressionRef<'_>| expression.references().len();
        let renamed = || attribute_of(&rewritten(expression, &edits));
        let is_accepted =
            || renamed().is_some_and(|it| count(it.attribute().expression()) == references.len());
        match edits.is_empty() || is_accepted() {
            true => Ok(edits),
            false => Err(Error::edit(catalog::no_reference(&self.to, &self.from.join(".")))),
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
        let renaming = Renaming::new(from, to)?;
        self.rewrite(|expression| renaming.edits(expression))
    }
}

impl Contents {
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
    /// body.block_mut("variable.region")?.set_labels(["location"])?;
    /// let expected = "variable \"location\" {}\n\nprovider \"aws\" {\n  region = var.location\n}\n";
    /// assert_eq!(body.to_string(), expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename_references(&mut self, from: &str, to: &str) -> Result<usize> {
        let renaming = Renaming::new(from, to)?;
        self.source.rewrite(|expression| renaming.edits(expression))
    }
}
