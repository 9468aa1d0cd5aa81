//! Proposals for the word at a cursor.

use crate::Function;
use crate::describe::{
    AttributeDescription, BlockDescription, Kind, LabelDescription, PossibleValue, ValueDescription,
};

/// What a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProposalKind {
    /// An argument of a body.
    Attribute,
    /// A block type.
    Block,
    /// A label.
    Label,
    /// A possible value.
    Value,
    /// A variable, or a part of the document.
    Variable,
    /// An attribute of a value, or a key of an object.
    Property,
    /// A function.
    Function,
    /// A word of the language.
    Keyword,
}

/// A proposal for the word at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The name to show.
    pub label: String,
    /// What it is.
    pub kind: ProposalKind,
    /// The type, or the parameters of a function.
    pub detail: String,
    /// The documentation, in Markdown.
    pub documentation: String,
    /// The text in the place of the word.
    pub text: String,
    /// Whether it should no longer be used.
    pub is_deprecated: bool,
}

impl Proposal {
    pub(super) fn new(kind: ProposalKind, label: impl Into<String>) -> Self {
        let label = label.into();
        Proposal {
            text: label.clone(),
            label,
            kind,
            detail: String::new(),
            documentation: String::new(),
            is_deprecated: false,
        }
    }

    fn about(mut self, detail: impl Into<String>, documentation: Option<&str>) -> Self {
        self.detail = detail.into();
        self.documentation = documentation.unwrap_or_default().to_owned();
        self
    }

    pub(super) fn followed_by(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    pub(super) fn of_attribute(attribute: &AttributeDescription<'_>) -> Self {
        let necessity = if attribute.is_required() { "required, " } else { "" };
        let detail = format!("{necessity}{}", attribute.value());
        let mut proposal = Self::new(ProposalKind::Attribute, attribute.name())
            .about(detail, attribute.documentation());
        proposal.is_deprecated = attribute.is_deprecated();
        proposal
    }

    pub(super) fn of_block(block: &BlockDescription<'_>) -> Self {
        let detail = if block.is_required() { "required block" } else { "block" };
        let mut proposal =
            Self::new(ProposalKind::Block, block.name()).about(detail, block.documentation());
        proposal.is_deprecated = block.is_deprecated();
        proposal
    }

    pub(super) fn of_label(value: &PossibleValue<'_>, label: &LabelDescription<'_>) -> Self {
        let name = value.value().as_str().unwrap_or_default();
        let documentation = value.documentation().or(label.documentation());
        let mut proposal = Self::new(ProposalKind::Label, name)
            .about(label.name().unwrap_or("label"), documentation);
        proposal.is_deprecated = value.is_deprecated();
        proposal
    }

    /// A possible value. In the text of a string, without quotes.
    pub(super) fn of_value(value: &PossibleValue<'_>, is_text: bool) -> Option<Self> {
        let label = match (is_text, value.value().as_str()) {
            (true, text) => text?.to_owned(),
            (false, _) => value.to_string(),
        };
        let mut proposal = Self::new(ProposalKind::Value, label).about("", value.documentation());
        proposal.is_deprecated = value.is_deprecated();
        Some(proposal)
    }

    pub(super) fn of_function(function: &Function) -> Self {
        Self::new(ProposalKind::Function, function.name())
            .about(super::signature::label(function), Some(function.description()))
    }
}

/// The words that can be a value of this description.
pub(super) fn words(value: &ValueDescription<'_>) -> Vec<&'static str> {
    match value.kind() {
        Kind::Bool => vec!["true", "false"],
        Kind::OneOf(alternatives) => alternatives.iter().flat_map(words).collect(),
        Kind::Type => vec![
            "string",
            "number",
            "bool",
            "any",
            "list(any)",
            "set(any)",
            "map(any)",
            "tuple([])",
            "object({})",
        ],
        _ => Vec::new(),
    }
}
