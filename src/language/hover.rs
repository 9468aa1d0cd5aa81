//! The text about the word at an offset.

use super::complete::{element, property};
use super::cursor::Header;
use super::reference::touches;
use super::{Editor, block_of};
use crate::configuration::Reference;
use crate::describe::{AttributeDescription, BodyDescription, ValueDescription};
use crate::source::Span;
use crate::syntax::{ExpressionKind, ExpressionRef, Place};
use crate::value::Value;
use crate::{parse_expression, to_expression_string};

/// A text about a part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The bytes of the part.
    pub span: Span,
    /// The text, in Markdown.
    pub text: String,
}

/// A longer value is not shown.
const LONGEST: usize = 120;

impl Editor<'_> {
    /// Describes the argument, the block type, the label, the value, the function or the variable at an
    /// offset.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Config {
    ///     /// The port of the server.
    ///     #[serde(default)]
    ///     port: u16,
    /// }
    ///
    /// let (description, context) = (Description::of::<Config>(), Context::new().variable("base", 8000));
    /// let editor = Editor::new("port = base + 80\n", &description, &context);
    /// let port = "**port** `number`\n\nThe port of the server.\n\nDefault: `0`";
    /// assert_eq!(editor.hover(1).unwrap().text, port);
    /// assert_eq!(editor.hover(8).unwrap().text, "**base** `number`\n\n`8000`");
    /// ```
    pub fn hover(&self, offset: u32) -> Option<Hover> {
        let place = self.document.place_at(offset);
        let headers: Vec<Header> = place.blocks().iter().map(|block| Header::of(*block)).collect();
        if let Some(attribute) = place.attribute() {
            let body = self.body_in(&headers);
            if touches(attribute.name_span(), offset) {
                let text = attribute_text(body?.attribute(attribute.name())?);
                return Some(Hover { span: attribute.name_span(), text });
            }
            return self.in_value(&place, body, offset);
        }
        let (block, outer) = place.blocks().last().zip(headers.split_last())?;
        let (header, outer) = outer;
        let body = self.body_in(outer)?;
        let described = block_of(&body, header)?;
        if let Some(label) = place.label() {
            let index = block.labels().position(|it| it.span() == label.span())?;
            let described = described.labels().into_iter().nth(index)?;
            let mut values = described.possible_values().into_iter();
            let value = values.find(|it| it.value().as_str() == Some(&*label.value()));
            let documentation = value.as_ref().and_then(|it| it.documentation());
            let documentation = documentation.or(described.documentation());
            let name = described.name().unwrap_or("label");
            return Some(Hover { span: label.span(), text: text(name, "label", [documentation]) });
        }
        touches(block.name_span(), offset).then(|| Hover {
            span: block.name_span(),
            text: text(block.name(), "block", [described.documentation()]),
        })
    }

    fn in_value(
        &self,
        place: &Place<'_>,
        body: Option<BodyDescription<'_>>,
        offset: u32,
    ) -> Option<Hover> {
        for expression in place.expressions().iter().rev() {
            if let ExpressionKind::Call(call) = expression.kind() {
                if touches(call.name_span(), offset) {
                    let function = self.context.find_function(&call.name())?;
                    let label = super::signature::label(function);
                    let text = format!("`{label}`\n\n{}", function.description());
                    return Some(Hover { span: call.name_span(), text });
                }
            }
        }
        if let Some(reference) = self.reference(offset) {
            return self.variable(&reference, offset);
        }
        let attribute = place.attribute()?;
        let body = body?;
        let described = body.attribute(attribute.name()).or(body.other_attribute())?;
        in_description(described.value().clone(), place.expressions(), offset)
    }

    /// The value of a reference in the context, or the definition that it leads to.
    fn variable(&self, reference: &Reference<'_>, offset: u32) -> Option<Hover> {
        let span = reference.span();
        let value = parse_expression(reference.text()).ok()?.evaluate(self.context);
        if let Ok(value) = value {
            let ty = value.type_of().to_string();
            return Some(Hover {
                span,
                text: text(reference.text(), &ty, [shown(&value).as_deref()]),
            });
        }
        let definition = self.definition(offset).into_iter().next()?;
        let place = self.document.place_at(definition.name.start);
        let comments = match (place.attribute(), place.blocks().last()) {
            (Some(attribute), _) => attribute.leading_comments(),
            (None, block) => block?.leading_comments(),
        };
        let comments: Vec<_> = comments.map(|comment| comment.text()).collect();
        let first = definition.span.text(self.source()).lines().next().unwrap_or_default();
        let text = format!("```hcl\n{first}\n```\n\n{}", comments.join("\n"));
        Some(Hover { span, text: text.trim_end().to_owned() })
    }
}

/// The key of an object or the possible value at an offset.
fn in_description(
    described: ValueDescription<'_>,
    expressions: &[ExpressionRef<'_>],
    offset: u32,
) -> Option<Hover> {
    let mut described = described;
    for expression in expressions {
        let span = expression.span();
        described = match expression.kind() {
            ExpressionKind::Object(object) => {
                let item = object
                    .items()
                    .find(|item| touches(item.key().span().to(item.value().span()), offset))?;
                let key = item.key();
                let name = key.text().trim_matches('"');
                if touches(key.span(), offset) {
                    let crate::describe::Kind::Object(body) = described.kind() else { return None };
                    let text = attribute_text(body.attribute(name)?);
                    return Some(Hover { span: key.span(), text });
                }
                property(described.kind(), name)?
            }
            ExpressionKind::Tuple(mut elements) => {
                let index = elements.position(|element| touches(element.span(), offset))?;
                element(described.kind(), index)?
            }
            ExpressionKind::String(string) => {
                let text = string.value();
                let mut values = described.possible_values().into_iter();
                let value = values.find(|value| value.value().as_str() == Some(&*text))?;
                return Some(Hover { span, text: value.documentation()?.to_owned() });
            }
            ExpressionKind::Parenthesized(_) | ExpressionKind::Conditional(_) => described,
            _ => return None,
        };
    }
    None
}

fn text<'t>(name: &str, ty: &str, parts: impl IntoIterator<Item = Option<&'t str>>) -> String {
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    parts.fold(format!("**{name}** `{ty}`"), |text, part| text + "\n\n" + part)
}

fn attribute_text(attribute: &AttributeDescription<'_>) -> String {
    let value = attribute.value();
    let range = match (value.minimum(), value.maximum()) {
        (Some(least), Some(most)) => Some(format!("From {least} to {most}.")),
        (Some(least), None) => Some(format!("At least {least}.")),
        (None, Some(most)) => Some(format!("At most {most}.")),
        (None, None) => None,
    };
    let range = range.filter(|_| value.format().is_none());
    let default = attribute.default().and_then(|value| shown(&value));
    let default = default.map(|value| format!("Default: {value}"));
    let necessity = attribute.is_required().then_some("Required.");
    let deprecated = attribute.is_deprecated().then_some("Deprecated.");
    let ty = value.to_string();
    let parts =
        [deprecated, attribute.documentation(), range.as_deref(), default.as_deref(), necessity];
    text(attribute.name(), &ty, parts)
}

/// A short value without secrets.
fn shown(value: &Value) -> Option<String> {
    let text = (!value.contains_marked()).then(|| to_expression_string(value).ok())??;
    let is_short = text.len() <= LONGEST && !text.contains('\n');
    is_short.then(|| format!("`{text}`"))
}
