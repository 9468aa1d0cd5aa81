//! Proposals for the word at a cursor.

use crate::describe::{
    AttributeDescription, BlockDescription, Kind, LabelDescription, PossibleValue, ValueDescription,
};
use crate::{Function, Value, to_expression_string};

/// Type expressions.
const TYPES: [&str; 9] = [
    "string",
    "number",
    "bool",
    "any",
    "list(any)",
    "set(any)",
    "map(any)",
    "tuple([])",
    "object({})",
];

/// A longer value is not shown.
const LONGEST: usize = 120;

/// The kind of a proposal.
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
    /// The kind.
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
    pub(super) fn new(
        kind: ProposalKind,
        label: impl Into<String>,
        detail: impl Into<String>,
        documentation: Option<&str>,
    ) -> Self {
        let (label, documentation) = (label.into(), documentation.unwrap_or_default().to_owned());
        let (text, detail) = (label.clone(), detail.into());
        Proposal { label, kind, detail, documentation, text, is_deprecated: false }
    }

    pub(super) fn followed_by(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    pub(super) fn keyword(word: &&'static str) -> Self {
        Proposal::new(ProposalKind::Keyword, *word, "", None)
    }

    pub(super) fn of_attribute(attribute: &AttributeDescription<'_>) -> Self {
        let value = attribute.value();
        let necessity = if attribute.is_required() { "required, " } else { "" };
        let detail = format!("{necessity}{value}");
        let default = attribute.default().and_then(|value| shown(&value));
        let default = default.map(|default| format!("Default: {default}")).unwrap_or_default();
        let limits = value.limits().map(|limits| format!("Limits: {limits}")).unwrap_or_default();
        let documentation = attribute.documentation().unwrap_or_default();
        let documentation = paragraphs(&[documentation, &default, &limits]);
        let (kind, name) = (ProposalKind::Attribute, attribute.name());
        let is_deprecated = attribute.is_deprecated();
        Proposal { is_deprecated, ..Self::new(kind, name, detail, Some(&documentation)) }
    }

    pub(super) fn of_block(block: &BlockDescription<'_>) -> Self {
        let detail = if block.is_required() { "required block" } else { "block" };
        let (kind, documentation) = (ProposalKind::Block, block.documentation());
        let is_deprecated = block.is_deprecated();
        Proposal { is_deprecated, ..Self::new(kind, block.name(), detail, documentation) }
    }

    pub(super) fn of_label(
        name: &str,
        value: Option<&PossibleValue<'_>>,
        label: &LabelDescription<'_>,
    ) -> Self {
        let documentation = value.and_then(|it| it.documentation()).or(label.documentation());
        let (kind, detail) = (ProposalKind::Label, label.name().unwrap_or("label"));
        let is_deprecated = value.is_some_and(PossibleValue::is_deprecated);
        Proposal { is_deprecated, ..Self::new(kind, name, detail, documentation) }
    }

    /// A possible value. In the text of a string, without quotes.
    pub(super) fn of_value(value: &PossibleValue<'_>, is_text: bool) -> Option<Self> {
        let label = match (is_text, value.value().as_str()) {
            (true, text) => text?.to_owned(),
            (false, _) => value.to_string(),
        };
        let (kind, is_deprecated) = (ProposalKind::Value, value.is_deprecated());
        let proposal = Self::new(kind, label, "", value.documentation());
        Some(Proposal { is_deprecated, ..proposal })
    }

    pub(super) fn of_function(function: &Function) -> Self {
        let (kind, (label, _)) = (ProposalKind::Function, super::signature::written(function));
        Self::new(kind, function.name(), label, Some(function.description()))
    }
}

/// The texts that are not empty, with empty lines between.
pub(super) fn paragraphs(parts: &[&str]) -> String {
    let parts: Vec<_> = parts.iter().filter(|part| !part.is_empty()).copied().collect();
    parts.join("\n\n")
}

/// A short value without secrets.
pub(super) fn shown(value: &Value) -> Option<String> {
    let text = (!value.contains_marked()).then(|| to_expression_string(value).ok())??;
    let is_short = text.len() <= LONGEST && !text.contains('\n');
    is_short.then(|| format!("`{text}`"))
}

/// The type of a value. The names and the number of the parts of sensitive values are secrets.
pub(super) fn shown_type(value: &Value) -> String {
    let ty = value.type_of().to_string();
    match (value.contains_marked(), ty.split_once('(')) {
        (true, Some((kind, _))) => kind.to_owned(),
        _ => ty,
    }
}

/// The words that can be a value of this description.
pub(super) fn words(value: &ValueDescription<'_>) -> Vec<&'static str> {
    match value.kind() {
        Kind::Bool => vec!["true", "false"],
        Kind::OneOf(alternatives) => alternatives.iter().flat_map(words).collect(),
        Kind::Type => TYPES.to_vec(),
        _ => Vec::new(),
    }
}
