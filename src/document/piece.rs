//! An item that is given to a body.

use super::Block;
use super::lines::Position;
use super::root::Root;
use super::source::Source;
use super::text::{SPACE, end_of_line, trimmed};
use super::value::Value;
use crate::diagnostic::error::Result;
use crate::format::blank_lines::ItemKind;
use crate::syntax::{BlockRef, ItemRef};
use crate::text::span::Span;

/// An attribute, a block or a comment, with the text around it.
#[derive(Clone)]
pub(crate) struct Piece {
    pub(super) kind: ItemKind,
    /// The name, or the type. A comment has none.
    pub(super) name: Box<str>,
    /// What no other attribute may have: see [`group`].
    pub(super) group: Box<str>,
    /// The comments before it.
    pub(super) lead: String,
    /// The text between name and value of an attribute.
    pub(super) equals: Option<String>,
    /// The value, or the whole block.
    pub(super) text: String,
    pub(super) tail: String,
    /// Comments behind it.
    pub(super) behind: String,
    /// Whether a blank line is before it.
    pub(super) has_gap: bool,
    /// The most levels that it can have.
    pub(super) levels: u32,
}

impl Piece {
    /// A part of a body that belongs to no item.
    pub(super) fn comment(lines: &str) -> Self {
        Piece {
            kind: ItemKind::Block,
            name: Box::default(),
            group: Box::default(),
            lead: String::new(),
            equals: None,
            text: lines.to_owned(),
            tail: String::new(),
            behind: String::new(),
            has_gap: false,
            levels: 0,
        }
    }

    pub(crate) fn attribute(name: &str, value: Value) -> Self {
        Piece {
            kind: ItemKind::Attribute,
            name: name.into(),
            group: name.into(),
            equals: Some(" = ".to_owned()),
            levels: value.levels() as u32,
            ..Piece::comment(&value.text)
        }
    }

    pub(super) fn block(block: BlockRef<'_>, text: &str, levels: u32) -> Self {
        let group = group_of(ItemRef(block.0));
        Piece { name: block.name().into(), group, levels, ..Piece::comment(text) }
    }

    /// A block of these attributes.
    pub(crate) fn block_of<N: AsRef<str>>(
        block_type: &str,
        labels: &[impl AsRef<str>],
        attributes: impl IntoIterator<Item = (N, Value)>,
    ) -> Result<Self> {
        let mut block = Block::new(block_type).with_labels(labels);
        for (name, value) in attributes {
            block.source.push(Position::Usual, Piece::attribute(name.as_ref(), value))?;
        }
        block.into_piece(&Source::new(Root::empty_body()))
    }

    /// The item with the text around it. It must be as it is written.
    pub(crate) fn of(root: &Root) -> Self {
        let (item, source, scope) = (ItemRef(root.view()), &*root.tree.source, root.scope());
        let text = |start: u32, end: u32| Span::new(start, end).text(source);
        let (name, span) = (item.name_span(), item.span());
        let lead = text(scope.start, span.start).trim_start_matches('\u{feff}');
        let behind = text(span.end, scope.end);
        let (tail, behind) = behind.split_at(end_of_line(behind).unwrap_or(behind.len()));
        let behind = match trimmed(behind).is_empty() {
            true => String::new(),
            false => format!("{}\n", behind.trim_end_matches(SPACE)),
        };
        let value = item.as_attribute().map(|attribute| attribute.expression().span());
        Piece {
            kind: if value.is_some() { ItemKind::Attribute } else { ItemKind::Block },
            name: item.name().into(),
            group: group_of(item),
            lead: lead.strip_prefix('\n').unwrap_or(lead).to_owned(),
            equals: value.map(|value| text(name.end, value.start).to_owned()),
            text: value.unwrap_or(span).text(source).to_owned(),
            tail: tail.trim_end_matches(SPACE).to_owned(),
            behind,
            has_gap: lead.starts_with('\n'),
            levels: root.tree.depth + 8,
        }
    }
}

/// What the items with the same name have in common: the name of an attribute, the type and the labels
/// of a block.
pub(super) fn group(name: &str, labels: &[&str]) -> Box<str> {
    let mut group = format!("{name}\0");
    for label in labels {
        group.push('\0');
        group.push_str(label);
    }
    group.into()
}

pub(super) fn group_of(item: ItemRef<'_>) -> Box<str> {
    let Some(block) = item.as_block() else { return item.name().into() };
    let labels: Vec<_> = block.labels().map(|label| label.value()).collect();
    group(block.name(), &labels.iter().map(|label| &**label).collect::<Vec<_>>())
}
