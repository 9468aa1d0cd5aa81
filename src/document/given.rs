//! Lines that are given to a body or a constructor.

use super::line::Line;
use super::root::Root;
use super::source::Source;
use super::text::SPACE;
use super::value::Value;
use super::{Block, Layout};
use crate::diagnostic::catalog::encoding;
use crate::diagnostic::error::{Error, Result};
use crate::parser::MAX_DEPTH;
use crate::syntax::ItemRef;
use crate::text::quote::{is_bare_key, quoted};
use crate::text::span::Span;

impl Line<'static> {
    pub(crate) fn attribute(name: &str, value: Value) -> Self {
        let written = Some((name.to_owned().into(), " = ".into()));
        Line { name: written, group: name.into(), ..Line::new(value.text) }
    }

    /// An element of a constructor, with the key of an object.
    pub(crate) fn element(key: Option<&str>, value: Value) -> Self {
        let written = |key: &str| {
            let mut text = String::new();
            match is_bare_key(key, false) {
                true => text.push_str(key),
                false => quoted(key, &mut text),
            }
            (text.into(), " = ".into())
        };
        Line { name: key.map(written), ..Line::new(value.text) }
    }

    /// A block that was built.
    pub(crate) fn of_block(block: Block) -> Result<Self> {
        block.contents.source.into_line(&Source::default())
    }

    /// The item with the text around it. It must be as it is written.
    pub(crate) fn of(root: &Root) -> Self {
        let (item, source, scope) = (ItemRef(root.view()), &*root.tree.source, root.scope());
        let text = |start: u32, end: u32| Span::new(start, end).text(source);
        let (name, span) = (item.name_span(), item.span());
        let lead = text(scope.start, span.start).trim_start_matches('\u{feff}');
        let (gap, lead) = lead.split_at(usize::from(lead.starts_with('\n')));
        let value = item.as_attribute().map(|attribute| attribute.expression().span());
        let equals = |value: Span| text(name.end, value.start).to_owned();
        Line {
            detached: gap.to_owned().into(),
            lead: lead.to_owned().into(),
            name: value.map(|value| (item.name().to_owned().into(), equals(value).into())),
            tail: text(span.end, scope.end).trim_end_matches(SPACE).to_owned().into(),
            group: group_of(item),
            ..Line::new(value.unwrap_or(span).text(source).to_owned())
        }
    }

    /// A new item as it is written alone.
    pub(super) fn parse(&self) -> Option<Root> {
        let (name, equals) = self.name.as_ref().map_or(("", ""), |(name, it)| (name, it));
        Root::parse_item(&format!("{name}{equals}{}\n", self.text)).ok()?
    }

    /// Fails if the item is too deep for a place in so many bodies.
    pub(super) fn check_depth(&self, outer: u32) -> Result<()> {
        // No level is written without one of these signs.
        let opens = |byte: &u8| matches!(byte, b'(' | b'[' | b'{' | b'!' | b'-' | b'?');
        let signs = self.text.bytes().filter(opens).count() as u32;
        let fits = || self.parse().is_some_and(|root| root.fits(outer));
        match self.group.is_empty() || signs + outer <= MAX_DEPTH || fits() {
            true => Ok(()),
            false => Err(Error::edit(encoding::too_deep(MAX_DEPTH))),
        }
    }
}

impl Source {
    /// The item as a part of another source.
    pub(super) fn into_line(mut self, target: &Source) -> Result<Line<'static>> {
        if let Some(mistake) = self.take_mistake() {
            return Err(match self.root.is_block() {
                true => mistake.in_field(self.root.block().block_type()),
                false => mistake,
            });
        }
        if self.is_new() && target.is_new() {
            let group = group_of(ItemRef(self.root.view()));
            return Ok(Line { group, ..Line::new(self.plain_text().trim().to_owned()) });
        }
        self.check()?;
        self.open()?;
        let mut line = Line::of(self.current());
        let is_appended = self.is_new() && target.changes().layout == Layout::Appending;
        if is_appended && line.text.ends_with("{}") {
            let text = line.text.to_mut();
            text.insert(text.len() - 1, '\n');
        }
        Ok(line)
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
    group(block.block_type(), &labels.iter().map(|label| &**label).collect::<Vec<_>>())
}
