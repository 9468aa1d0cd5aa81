//! The text about the word at an offset.

use super::cursor::{Cursor, Spot};
use super::definition::names;
use super::proposal::{Proposal, ProposalKind, paragraphs, shown, shown_type};
use super::{Editor, block_of};
use crate::configuration::Reference;
use crate::parse_expression;
use crate::source::Span;

/// A text about a part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The bytes of the part.
    pub span: Span,
    /// The text, in Markdown.
    pub text: String,
}

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
    /// let port = "**port** `number`\n\nThe port of the server.\n\nDefault: `0`\n\nLimits: from 0 to 65535";
    /// assert_eq!(editor.hover(1).unwrap().text, port);
    /// assert_eq!(editor.hover(8).unwrap().text, "**base** `number`\n\n`8000`");
    /// ```
    pub fn hover(&self, offset: u32) -> Option<Hover> {
        if let Some(reference) = self.reference(offset) {
            return self.variable(&reference, offset);
        }
        let cursor = Cursor::of(&self.document, offset);
        let word = cursor.word.text(self.source());
        let proposals = || self.proposals(&cursor).into_iter().find(|it| it.label == word);
        let proposal = match (&cursor.spot, self.body_in(&cursor.blocks)) {
            (Spot::Name, Some(body)) => {
                let block = || body.blocks_named(word).next().map(Proposal::of_block);
                body.attribute(word).map(Proposal::of_attribute).or_else(block)
            }
            (Spot::Label { header, .. }, Some(body)) => proposals().or_else(|| {
                let label = block_of(&body, header)?.labels().into_iter().nth(header.labels.len());
                label.map(|label| Proposal::of_label(word, None, &label))
            }),
            _ => proposals(),
        };
        let text = about(&proposal?);
        (!text.is_empty()).then_some(Hover { span: cursor.word, text })
    }

    /// The value of a reference in the context, or the definition that it leads to.
    fn variable(&self, reference: &Reference<'_>, offset: u32) -> Option<Hover> {
        let span = reference.span();
        let value = parse_expression(reference.text()).ok()?.evaluate(self.context);
        if let Ok(value) = value {
            let (kind, ty, value) = (ProposalKind::Variable, shown_type(&value), shown(&value));
            let text = Proposal::new(kind, reference.text(), ty, value.as_deref());
            return Some(Hover { span, text: about(&text) });
        }
        let local = self.local(offset).map(|local| local.declared);
        let declared = local.unwrap_or_else(|| self.defined_as(&names(reference)));
        let definition = declared.into_iter().next()?;
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

fn about(proposal: &Proposal) -> String {
    let Proposal { label, detail, documentation, .. } = proposal;
    let title = match proposal.kind {
        _ if detail.is_empty() => String::new(),
        ProposalKind::Function => format!("`{detail}`"),
        _ => format!("**{label}** `{detail}`"),
    };
    let deprecated = if proposal.is_deprecated { "Deprecated." } else { "" };
    paragraphs(&[&title, deprecated, documentation])
}
