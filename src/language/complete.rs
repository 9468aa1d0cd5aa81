//! Completion of the word at a cursor.

use std::collections::{BTreeMap, BTreeSet};

use super::cursor::{Cursor, Header, Scope, Spot};
use super::proposal::{Proposal, ProposalKind, shown_type, words};
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
        let mut proposals = self.proposals(&cursor);
        let prefix = cursor.prefix.to_lowercase();
        proposals.retain(|proposal| {
            let label = proposal.label.to_lowercase();
            label.trim_start_matches('"').starts_with(&prefix)
        });
        Completion { span: cursor.word, proposals }
    }

    /// The proposals for the place of a cursor.
    pub(super) fn proposals(&self, cursor: &Cursor<'_>) -> Vec<Proposal> {
        let body = self.body_in(&cursor.blocks);
        let values = body.as_ref().map_or(Vec::new(), |body| descriptions_in(body, &cursor.scopes));
        let keys = || self.keys(cursor, &values);
        let keywords = |words: &[&'static str]| words.iter().map(Proposal::keyword).collect();
        match (&cursor.spot, body) {
            (Spot::Name, Some(body)) => self.items(cursor, &body),
            (Spot::Label { header, is_quoted }, Some(body)) => {
                let mut labels = labels(&body, header);
                for label in &mut labels {
                    match (*is_quoted, self.behind(cursor).starts_with('"')) {
                        (true, false) => label.text.push('"'),
                        (false, _) => label.text = format!("\"{}\"", label.text),
                        (true, true) => {}
                    }
                }
                labels
            }
            (Spot::Text, _) if matches!(*cursor.scopes, [.., Scope::Object(None), _]) => keys(),
            (Spot::Text, _) => {
                let possible = values.iter().flat_map(ValueDescription::possible_values);
                possible.filter_map(|value| Proposal::of_value(&value, true)).collect()
            }
            (Spot::Key, _) => [keys(), keywords(&["for"])].concat(),
            (Spot::Value, _) => self.values(cursor, &values),
            (Spot::Member(base), _) => self.members(cursor, base),
            (Spot::Directive, _) => keywords(&["if", "else", "endif", "for", "endfor"]),
            (Spot::In, _) => keywords(&["in"]),
            (Spot::Nothing | Spot::Name | Spot::Label { .. }, _) => Vec::new(),
        }
    }

    /// The text behind the word, on its line.
    fn behind(&self, cursor: &Cursor<'_>) -> &str {
        let rest = self.source().get(cursor.word.end as usize..).unwrap_or_default();
        rest.lines().next().unwrap_or_default().trim_start()
    }

    /// The items that the body can still have.
    fn items(&self, cursor: &Cursor<'_>, body: &BodyDescription<'_>) -> Vec<Proposal> {
        let items = cursor.body.into_iter().flat_map(|body| body.items());
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
        let mut items: Vec<_> = attributes.chain(blocks).collect();
        items.sort_by_key(|(is_required, _)| !is_required);
        items.into_iter().map(|(_, proposal)| proposal).collect()
    }

    /// The keys that an object can have.
    fn keys(&self, cursor: &Cursor<'_>, values: &[ValueDescription<'_>]) -> Vec<Proposal> {
        let end = match (&cursor.spot, self.behind(cursor).starts_with(['=', ':', '"'])) {
            (_, true) => "",
            (Spot::Text, false) => "\"",
            (_, false) => " = ",
        };
        let mut keys = Vec::new();
        for value in alternatives(values) {
            if let Kind::Object(body) = value.kind() {
                keys.extend(body.attributes().iter().map(|attribute| Proposal {
                    kind: ProposalKind::Property,
                    ..Proposal::of_attribute(attribute).followed_by(end)
                }));
            }
        }
        keys
    }

    fn values(&self, cursor: &Cursor<'_>, values: &[ValueDescription<'_>]) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        for value in values {
            let possible = value.possible_values();
            proposals.extend(possible.iter().filter_map(|value| Proposal::of_value(value, false)));
            proposals.extend(words(value).iter().map(Proposal::keyword));
        }
        let variable = |name: &str| Proposal::new(ProposalKind::Variable, name, "", None);
        proposals.extend(cursor.locals.iter().map(|name| variable(name)));
        let mut names: BTreeSet<&str> = self.context.variable_names().collect();
        // There are many definitions, but few first names.
        names.extend(self.names_below(&[]));
        proposals.extend(names.iter().map(|name| variable(name)));
        let behind = self.behind(cursor);
        let functions: BTreeSet<&str> = self.context.function_names().collect();
        let functions = functions.into_iter().filter_map(|name| self.context.find_function(name));
        proposals.extend(functions.map(|function| {
            let end = if behind.starts_with('(') { "" } else { "(" };
            Proposal::of_function(function).followed_by(end)
        }));
        if matches!(cursor.scopes.last(), Some(Scope::Tuple(0))) {
            proposals.push(Proposal::keyword(&"for"));
        }
        let known: Vec<_> = values.iter().flat_map(words).collect();
        let literals = ["true", "false", "null"].iter().filter(|word| !known.contains(word));
        proposals.extend(literals.map(Proposal::keyword));
        proposals
    }

    /// The attributes of the value of an expression, and the parts of the document below it.
    fn members(&self, cursor: &Cursor<'_>, base: &str) -> Vec<Proposal> {
        let mut names = BTreeSet::new();
        let Ok(expression) = parse_expression(base) else { return Vec::new() };
        let reference = expression.view().as_traversal();
        let is_local = |root: &str| cursor.locals.contains(&root);
        if let Some(reference) = reference.filter(|reference| !is_local(reference.root())) {
            let address = super::definition::names(&reference);
            names.extend(self.names_below(&address));
            if reference.steps().is_empty() {
                let attributes = self.context.attribute_names();
                let attributes = attributes.filter(|(variable, _)| *variable == reference.root());
                names.extend(attributes.map(|(_, name)| name));
            }
        }
        let value = expression.evaluate(self.context).unwrap_or_default();
        let mut members: BTreeMap<String, String> =
            names.into_iter().map(|name| (name.to_owned(), String::new())).collect();
        members.extend(attributes_of(&value));
        let property = |(name, ty)| Proposal::new(ProposalKind::Property, name, ty, None);
        members.into_iter().map(property).collect()
    }
}

/// The names of the attributes of a value, with their types. A sensitive value has secret names.
fn attributes_of(value: &Value) -> BTreeMap<String, String> {
    match (value.as_map(), value.type_of()) {
        _ if value.is_marked() => BTreeMap::new(),
        (Some(map), _) => map.iter().map(|(key, it)| (key.to_string(), shown_type(it))).collect(),
        (None, Type::Object(object)) => {
            object.iter().map(|(name, ty)| (name.to_string(), ty.to_string())).collect()
        }
        _ => BTreeMap::new(),
    }
}

/// The possible labels after those in the header.
fn labels(body: &BodyDescription<'_>, header: &Header) -> Vec<Proposal> {
    let index = header.labels.len();
    let mut proposals: Vec<Proposal> = Vec::new();
    for block in body.blocks_named(&header.name) {
        let labels = block.labels();
        let Some(label) = labels.get(index).filter(|_| fits(&labels, header)) else { continue };
        for value in label.possible_values() {
            let name = value.value().as_str().unwrap_or_default();
            let proposal = Proposal::of_label(name, Some(&value), label);
            if proposals.iter().all(|known| known.label != proposal.label) {
                proposals.push(proposal);
            }
        }
    }
    proposals
}

/// The description of the value that the scopes lead to. Empty if nothing is known.
fn descriptions_in<'a>(
    body: &BodyDescription<'a>,
    scopes: &[Scope<'_>],
) -> Vec<ValueDescription<'a>> {
    let mut values = Vec::new();
    for scope in scopes {
        let inside = |value: ValueDescription<'a>| match (scope, value.kind()) {
            (Scope::Tuple(_), Kind::List(element) | Kind::Set(element)) => Some(element),
            (Scope::Tuple(index), Kind::Tuple(elements)) => elements.get(*index).cloned(),
            (Scope::Object(_), Kind::Map(element)) => Some(element),
            (Scope::Object(Some(key)), Kind::Object(body)) => {
                Some(body.attribute(key)?.value().clone())
            }
            _ => None,
        };
        values = match scope {
            Scope::Value(name) => {
                let attribute = body.attribute(name).or(body.other_attribute());
                attribute.map(|attribute| attribute.value().clone()).into_iter().collect()
            }
            Scope::Object(None) | Scope::Same => values,
            _ => alternatives(&values).into_iter().filter_map(inside).collect(),
        };
    }
    values
}

/// The values without choices.
fn alternatives<'a>(values: &[ValueDescription<'a>]) -> Vec<ValueDescription<'a>> {
    let all = values.iter().flat_map(|value| match value.kind() {
        Kind::OneOf(alternatives) => alternatives,
        _ => vec![value.clone()],
    });
    all.collect()
}
