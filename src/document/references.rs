//! Gives references other names.

use super::address::Step;
use super::edits::Edit;
use super::rewrite::rewritten;
use super::value::attribute_of;
use super::{Address, Contents, Expression, parse_traversal};
use crate::analysis::Reference;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::ExpressionRef;
use crate::text::span::Span;

/// The span of the names to replace, if the reference starts with them.
fn matched(address: &Address, reference: &Reference<'_>) -> Option<Span> {
    let (root, names) = address.steps.split_first()?;
    if root.as_name() != Some(reference.root()) {
        return None;
    }
    let mut span = reference.root_span();
    let mut steps = reference.steps();
    for name in names {
        let step = steps.next().filter(|step| Step::of(step.kind()).as_ref() == Some(name))?;
        span = span.to(step.span());
    }
    Some(span)
}

/// Makes the edits of the references in an expression. There must be as many references afterwards: the new
/// name could be a keyword in one of the places, or a variable of a `for` expression.
fn renaming(from: &str, to: &str) -> Result<impl Fn(ExpressionRef<'_>) -> Result<Vec<Edit>>> {
    parse_traversal(from)?;
    let address = Address::from(from);
    address.names().ok_or_else(|| Error::edit(catalog::no_names(from)))?;
    // The canonical notation has no line ends, which could end an attribute.
    let traversal = parse_traversal(to)?;
    let reference = traversal.view().as_traversal().map(|it| it.to_string());
    let to = reference.unwrap_or_else(|| to.to_owned());
    Ok(move |expression: ExpressionRef<'_>| {
        let references = expression.references();
        let spans = references.iter().filter_map(|reference| matched(&address, reference));
        let mut edits: Vec<Edit> = spans.map(|span| Edit { span, text: to.clone() }).collect();
        edits.sort_unstable_by_key(|edit| edit.span);
        let count = |expression: ExpressionRef<'_>| expression.references().len();
        let renamed = || attribute_of(&rewritten(expression, &edits));
        let is_accepted =
            || renamed().is_some_and(|it| count(it.attribute().expression()) == references.len());
        match edits.is_empty() || is_accepted() {
            true => Ok(edits),
            false => Err(Error::edit(catalog::no_reference(&to, &address.to_string()))),
        }
    })
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
        self.rewrite(renaming(from, to)?)
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
        self.source.rewrite(renaming(from, to)?)
    }
}
