//! Completion of the word at a cursor.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::cursor::{Cursor, Header, Scope, Spot};
use super::proposal::{Proposal, ProposalKind, words};
use super::{Editor, fits};
use crate::describe::{BodyDescription, Kind, ValueDescription};
use crate::parse_expression;
use crate::source::Span;
use crate::value::{Type, Value};

/// The proposals for the word at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The bytes of the word, which a proposal replaces.
    pub span: Span,
    /// The proposals that start with the part of the word before the cursor. The likely ones are first:
    /// what the description says, then names of the document and of the context, then functions and words
    /// of the language.
    pub proposals: Vec<Proposal>,
}

impl Editor<'_> {
    /// Completes the word before an offset: an argument or a block type that the body doesn't have yet, a
    /// label, a possible value, a variable, an attribute of a value, a key of an object, a function, or a word
    /// of the language.
    ///
    /// Linear in the items of the bodies around the offset and in the item that contains it; for variables,
    /// linear in the document, once.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Config {
    ///     restart: Restart,
    /// }
    ///
    /// #[derive(schemars::JsonSchema)]
    /// #[serde(rename_all = "lowercase")]
    /// enum Restart {
    ///     Always,
    ///     Never,
    /// }
    ///
    /// let (description, context) = (Description::of::<Config>(), Context::new());
    /// let editor = Editor::new("restart = \"al\"\n", &description, &context);
    /// let completion = editor.complete(13);
    /// assert_eq!(completion.proposals[0].label, "always");
    /// assert_eq!(completion.span.range(), 11..13);
    /// ```
    pub fn complete(&self, offset: u32) -> Completion {
        let cursor = Cursor::of(&self.document, offset);
        let body = self.body_in(&cursor.blocks);
        let values = || {
            let values = body.as_ref().map(|body| values_in(body, &cursor.scopes));
            values.unwrap_or_default()
        };
        let mut proposals = match &cursor.spot {
            Spot::Name => body.as_ref().map_or(Vec::new(), |body| self.items(&cursor, body)),
            Spot::Label { is_quoted } => {
                let header = cursor.header.as_ref();
                let labels = body.as_ref().zip(header).map(|(body, header)| labels(body, header));
                labels.map_or(Vec::new(), |labels| self.quoted(&cursor, labels, *is_quoted))
            }
            Spot::Text => {
                let values = values();
                let possible = values.iter().flat_map(ValueDescription::possible_values);
                possible.filter_map(|value| Proposal::of_value(&value, true)).collect()
            }
            Spot::Key => {
                let mut keys = self.keys(&cursor, &values());
                keys.extend(self.keywords(&["for"]));
                keys
            }
            Spot::Value => self.values(&cursor, &values()),
            Spot::Member(base) => self.members(&cursor, base),
            Spot::Directive => self.keywords(&["if", "else", "endif", "for", "endfor"]),
            Spot::In => self.keywords(&["in"]),
            Spot::Nothing => Vec::new(),
        };
        let prefix = cursor.prefix.to_lowercase();
        proposals.retain(|proposal| {
            let label = proposal.label.to_lowercase();
            label.strip_prefix('"').unwrap_or(&label).starts_with(&prefix)
                || label.starts_with(&prefix)
        });
        Completion { span: cursor.word, proposals }
    }

    /// The text behind the word, on its line.
    fn behind(&self, cursor: &Cursor<'_>) -> &str {
        let rest = self.source().get(cursor.word.end as usize..).unwrap_or_default();
        rest.lines().next().unwrap_or_default().trim_start()
    }

    /// The items that the body can still have.
    fn items(&self, cursor: &Cursor<'_>, body: &BodyDescription<'_>) -> Vec<Proposal> {
        let items = match (cursor.block, cursor.blocks.is_empty()) {
            (Some(block), _) => Some(block.body().items()),
            (None, true) => Some(self.document.body().items()),
            (None, false) => None,
        };
        let items = items.into_iter().flatten();
        let others = items.filter(|item| !item.name_span().contains(cursor.word));
        let taken: BTreeSet<&str> = others.map(|item| item.name()).collect();
        let behind = self.behind(cursor);
        let is_alone = behind.is_empty() || behind.starts_with(['#', '}']);
        let attributes = body.attributes().iter().filter(|it| !taken.contains(it.name()));
        let attributes = attributes.map(|attribute| {
            let end = if is_alone { " = " } else { "" };
            (attribute.is_required(), Proposal::of_attribute(attribute).followed_by(end))
        });
        let blocks =
            body.blocks().iter().filter(|it| it.is_repeated() || !taken.contains(it.name()));
        let mut names = BTreeSet::new();
        let blocks = blocks.filter(|block| names.insert(block.name())).map(|block| {
            let labels = " \"\"".repeat(block.labels().len());
            let end = if is_alone { format!("{labels} {{\n}}") } else { String::new() };
            (block.is_required(), Proposal::of_block(block).followed_by(&end))
        });
        let (required, others): (Vec<_>, Vec<_>) =
            attributes.chain(blocks).partition(|(is_required, _)| *is_required);
        required.into_iter().chain(others).map(|(_, proposal)| proposal).collect()
    }

    /// The labels, with quotes unless the cursor is between some.
    fn quoted(
        &self,
        cursor: &Cursor<'_>,
        mut labels: Vec<Proposal>,
        is_quoted: bool,
    ) -> Vec<Proposal> {
        for label in &mut labels {
            match (is_quoted, self.behind(cursor).starts_with('"')) {
                (true, false) => label.text.push('"'),
                (false, _) => label.text = format!("\"{}\"", label.text),
                (true, true) => {}
            }
        }
        labels
    }

    /// The keys that an object can have.
    fn keys(&self, cursor: &Cursor<'_>, values: &[ValueDescription<'_>]) -> Vec<Proposal> {
        let end = if self.behind(cursor).starts_with(['=', ':']) { "" } else { " = " };
        let mut keys = Vec::new();
        for value in alternatives(values) {
            if let Kind::Object(body) = value.kind() {
                keys.extend(body.attributes().iter().map(|attribute| {
                    let mut key = Proposal::of_attribute(attribute).followed_by(end);
                    key.kind = ProposalKind::Property;
                    key
                }));
            }
        }
        keys
    }

    fn keywords(&self, words: &[&'static str]) -> Vec<Proposal> {
        words.iter().map(|word| Proposal::new(ProposalKind::Keyword, *word)).collect()
    }

    fn values(&self, cursor: &Cursor<'_>, values: &[ValueDescription<'_>]) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        for value in values {
            let possible = value.possible_values();
            proposals.extend(possible.iter().filter_map(|value| Proposal::of_value(value, false)));
            proposals.extend(self.keywords(&words(value)));
        }
        let variable = |name: &str| Proposal::new(ProposalKind::Variable, name);
        proposals.extend(cursor.locals.iter().map(|name| variable(name)));
        let of_document = self.definitions().names_below(&[]);
        let of_context = self.context.variable_names().map(Cow::Borrowed);
        let names: BTreeSet<Cow<'_, str>> = of_document.chain(of_context).collect();
        proposals.extend(names.iter().map(|name| variable(name)));
        let behind = self.behind(cursor);
        let mut functions: Vec<_> = self.context.function_names().collect();
        functions.sort_unstable();
        functions.dedup();
        let functions = functions.into_iter().filter_map(|name| self.context.find_function(name));
        proposals.extend(functions.map(|function| {
            let end = if behind.starts_with('(') { "" } else { "(" };
            Proposal::of_function(function).followed_by(end)
        }));
        if matches!(cursor.scopes.last(), Some(Scope::Tuple(0))) {
            proposals.extend(self.keywords(&["for"]));
        }
        let known: BTreeSet<_> = values.iter().flat_map(words).collect();
        let literals = ["true", "false", "null"].into_iter().filter(|word| !known.contains(word));
        proposals.extend(literals.map(|word| Proposal::new(ProposalKind::Keyword, word)));
        proposals
    }

    /// The attributes of the value of an expression, and the parts of the document below it.
    fn members(&self, cursor: &Cursor<'_>, base: &str) -> Vec<Proposal> {
        let mut names = BTreeSet::new();
        let Ok(expression) = parse_expression(base) else { return Vec::new() };
        let reference = expression.view().as_reference();
        let is_local = |root: &str| cursor.locals.contains(&root);
        if let Some(reference) = reference.filter(|reference| !is_local(reference.root())) {
            let address = super::definition::names(&reference);
            names.extend(self.definitions().names_below(&address));
            if reference.steps().len() == 0 {
                let attributes = self.context.attribute_names();
                let attributes = attributes.filter(|(variable, _)| *variable == reference.root());
                names.extend(attributes.map(|(_, name)| Cow::Borrowed(name)));
            }
        }
        let value = expression.evaluate(self.context).unwrap_or_default();
        let mut types = attributes_of(&value);
        let property = |name: String, ty: Option<String>| Proposal {
            detail: ty.unwrap_or_default(),
            ..Proposal::new(ProposalKind::Property, name)
        };
        let mut proposals: Vec<_> = names
            .into_iter()
            .map(|name| property(name.to_string(), types.remove(&*name)))
            .collect();
        proposals.extend(types.into_iter().map(|(name, ty)| property(name, Some(ty))));
        proposals
    }
}

/// The names of the attributes of a value, with their types.
fn attributes_of(value: &Value) -> BTreeMap<String, String> {
    let Type::Object(object) = value.type_of() else {
        let keys = value.as_map().into_iter().flat_map(|map| map.iter());
        return keys.map(|(key, value)| (key.to_string(), value.type_of().to_string())).collect();
    };
    object.iter().map(|(name, ty)| (name.to_string(), ty.to_string())).collect()
}

/// The possible labels after those in the header.
fn labels(body: &BodyDescription<'_>, header: &Header) -> Vec<Proposal> {
    let index = header.labels.len();
    let mut proposals: Vec<Proposal> = Vec::new();
    for block in body.blocks_named(&header.name) {
        let labels = block.labels();
        let Some(label) = labels.get(index).filter(|_| fits(&labels, header)) else { continue };
        for value in label.possible_values() {
            let proposal = Proposal::of_label(&value, label);
            if proposals.iter().all(|known| known.label != proposal.label) {
                proposals.push(proposal);
            }
        }
    }
    proposals
}

/// The description of the value that the scopes lead to. Empty if nothing is known.
fn values_in<'a>(body: &BodyDescription<'a>, scopes: &[Scope<'_>]) -> Vec<ValueDescription<'a>> {
    let mut values = Vec::new();
    for scope in scopes {
        values = match scope {
            Scope::Value(name) => {
                let attribute = body.attribute(name).or(body.other_attribute());
                attribute.map(|attribute| attribute.value().clone()).into_iter().collect()
            }
            Scope::Tuple(index) => inside(&values, |kind| element(kind, *index)),
            Scope::Object(Some(key)) => inside(&values, |kind| property(kind, key)),
            Scope::Object(None) | Scope::Parenthesis | Scope::Quote => values,
            _ => Vec::new(),
        };
    }
    values
}

fn inside<'a>(
    values: &[ValueDescription<'a>],
    part: impl Fn(Kind<'a>) -> Option<ValueDescription<'a>>,
) -> Vec<ValueDescription<'a>> {
    alternatives(values).into_iter().filter_map(|value| part(value.kind())).collect()
}

/// The values without choices.
fn alternatives<'a>(values: &[ValueDescription<'a>]) -> Vec<ValueDescription<'a>> {
    let all = values.iter().flat_map(|value| match value.kind() {
        Kind::OneOf(alternatives) => alternatives,
        _ => vec![value.clone()],
    });
    all.collect()
}

pub(super) fn element(kind: Kind<'_>, index: usize) -> Option<ValueDescription<'_>> {
    match kind {
        Kind::List(element) | Kind::Set(element) => Some(element),
        Kind::Tuple(elements) => elements.get(index).cloned(),
        _ => None,
    }
}

pub(super) fn property<'a>(kind: Kind<'a>, key: &str) -> Option<ValueDescription<'a>> {
    match kind {
        Kind::Map(element) => Some(element),
        Kind::Object(body) => body.attribute(key).map(|attribute| attribute.value().clone()),
        _ => None,
    }
}
