//! The content of a `dynamic` block.

use std::fmt::Display;
use std::sync::{Arc, LazyLock};

use crate::diagnostic::error::{Error, Result};
use crate::diagnostic::{catalog, catalog::extension as wording};
use crate::eval::{Context, anchor_of};
use crate::schema::Schema;
use crate::syntax::{BlockRef, ExpressionRef, NodeId};
use crate::text::span::Span;
use crate::value::{Type, Value};

/// A parsed `dynamic` block.
pub(super) struct Directive {
    /// The type of the blocks.
    pub(super) block_type: Span,
    pub(super) iterator: String,
    pub(super) for_each: Value,
    pub(super) for_each_span: Span,
    pub(super) labels: Vec<NodeId>,
    pub(super) labels_argument: LabelsArgument,
    pub(super) content: NodeId,
}

/// The place in the source where the labels are written.
pub(super) enum LabelsArgument {
    /// The name of the argument, and its value.
    At(Span, Span),
    /// No place; the body that lacks the argument.
    MissingIn(NodeId),
}

impl Directive {
    /// Reads a block, evaluating `for_each`.
    pub(super) fn read(block: BlockRef<'_>, context: &Context) -> Result<Directive> {
        static CONTENT: LazyLock<Schema> = LazyLock::new(|| {
            Schema::new()
                .required_attribute("for_each")
                .attribute("iterator")
                .attribute("labels")
                .block("content", &[])
        });
        let block_type = block_type(block)?;
        let content = block.body().content(&CONTENT)?;
        let expression = |name| content.attribute(name).map(|attribute| attribute.expression());

        let iterator = match expression("iterator") {
            Some(expression) => iterator_name(expression)?,
            None => block_type.text(block.body().source()).to_owned(),
        };
        let Some(collection) = expression("for_each") else {
            return Err(Error::evaluation(catalog::schema::missing_attribute(
                "for_each",
                block.body(),
            )));
        };
        let for_each = collection.evaluate(context)?;
        require_iterable(&for_each, collection.span())?;
        let (labels, labels_argument) = match content.attribute("labels") {
            Some(labels) => (
                label_expressions(labels.expression())?,
                LabelsArgument::At(labels.name_span(), labels.expression().span()),
            ),
            None => (Vec::new(), LabelsArgument::MissingIn(block.body().id())),
        };
        let content = match content.blocks() {
            [content] => content.body().id(),
            [] => return Err(Error::evaluation(wording::missing_content(block.body()))),
            [_, second, ..] => return Err(Error::evaluation(wording::extraneous_content(*second))),
        };
        let for_each_span = collection.span();
        Ok(Directive {
            block_type,
            iterator,
            for_each,
            for_each_span,
            labels,
            labels_argument,
            content,
        })
    }
}

fn label_expressions(list: ExpressionRef<'_>) -> Result<Vec<NodeId>> {
    match list.as_list() {
        Some(labels) => Ok(labels.map(|label| label.id()).collect()),
        None => Err(Error::evaluation(wording::list_required(anchor_of(list)))),
    }
}

/// The span of the type of the generated blocks, without quotes.
fn block_type(block: BlockRef<'_>) -> Result<Span> {
    let expected = ["type".to_owned()];
    let mut labels = block.labels();
    let (Some(label), extra) = (labels.next(), labels.next()) else {
        return Err(Error::evaluation(catalog::schema::missing_label(block, "type", &expected)));
    };
    if let Some(extra) = extra {
        return Err(Error::evaluation(catalog::schema::extraneous_label(block, extra, &expected)));
    }
    label.verbatim_span().ok_or_else(|| Error::evaluation(wording::escaped_block_type(label)))
}

fn iterator_name(expression: ExpressionRef<'_>) -> Result<String> {
    match expression.as_traversal() {
        Some(name) if name.steps().is_empty() => Ok(name.root().to_owned()),
        Some(name) => Err(Error::evaluation(wording::invalid_iterator(name.span()))),
        None => Err(Error::evaluation(wording::name_required(expression.span()))),
    }
}

fn require_iterable(value: &Value, span: Span) -> Result<()> {
    let ty = value.type_of();
    if ty.is_primitive() {
        return Err(Error::evaluation(wording::for_each_type(&ty, span)));
    }
    if value.is_null() {
        return Err(Error::evaluation(wording::null_for_each(span)));
    }
    Ok(())
}

/// The text of a label that has this value.
pub(super) fn label_text(value: &Value, span: Span) -> Result<Arc<str>> {
    let unsuitable =
        |reason: &dyn Display| Err(Error::evaluation(wording::dynamic_label(reason, span)));
    match value.convert_to(&Type::String) {
        Ok(Value::String(text)) => Ok(text.into()),
        Ok(Value::Null(_)) => unsuitable(&"it is null"),
        Ok(Value::Marked(_)) => unsuitable(&"it is marked, which a label can't show"),
        Ok(_) => unsuitable(&"it is not known yet"),
        Err(error) => unsuitable(&error),
    }
}
