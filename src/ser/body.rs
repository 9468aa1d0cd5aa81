//! Writes structs and maps as bodies: attributes, blocks and labels.

use hashbrown::HashMap;

use super::blocks::{Labels, Written, each_block, is_absent, is_label, is_typed_blocks};
use super::draft::{Draft, Kind, Names, View};
use super::writer::{Options, Writer};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::format::alignment::{Alignment, columns};
use crate::format::blank_lines::{ItemKind, are_separated};
use crate::lexer::{Purpose, TokenKind, lex};
use crate::parser::document::parse;
use crate::text::distinct::are_few_and_distinct;
use crate::text::identifier::is_identifier;
use crate::text::quote::quoted_labels;

/// Writes a draft as a document.
pub(super) fn document(draft: &Draft, options: &Options) -> Result<String> {
    let mut writer = Writer::new(draft, options)?;
    let root = draft.root().ok_or_else(|| Error::encoding(catalog::nothing_to_write()))?;
    check_document(root)?;
    match root.kind() {
        Kind::Object | Kind::Variant => drop(writer.body(root, LastWritten::Nothing)?),
        Kind::NamedItem => writer.item(root.text(), &mut LastWritten::Nothing),
        _ => writer.no_attribute("$blocks", root, &mut LastWritten::Nothing)?,
    }
    writer.finish(|document| parse(document).map(drop))
}

/// Fails if the value can't be the top of a document.
pub(super) fn check_document(root: View<'_>) -> Result<()> {
    let is_document = match root.kind() {
        Kind::Object | Kind::Variant | Kind::NamedItem => true,
        Kind::Tuple => root.elements().all(|element| element.kind() == Kind::NamedItem),
        _ => false,
    };
    if !is_document {
        return Err(Error::encoding(catalog::no_document(root.description())));
    }
    let mut names = root.entries().filter(|(_, value)| !is_absent(*value));
    let may_have_labels = root.kind() == Kind::Object && root.names() == Names::Any;
    match may_have_labels && names.any(|(name, _)| is_label(name)) {
        true => Err(Error::encoding(catalog::label_without_block())),
        false => Ok(()),
    }
}

/// The last item written into a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastWritten {
    /// Nothing yet, at the top of the document.
    Nothing,
    /// The header of the block, on an unfinished line.
    Header,
    Item(ItemKind),
}

impl<'d> Writer<'_> {
    /// The entries of a struct or a map, or a variant as the only entry.
    fn body(&mut self, body: View<'d>, mut last: LastWritten) -> Result<LastWritten> {
        check_names(body)?;
        let (are_words, nulls) = (body.names() != Names::Any, self.options.nulls);
        // The width before the equals sign, if the entry is an attribute on one line.
        let width = |(name, value): (&str, View<'_>)| {
            let is_complete = !value.is_spread() && is_attribute(name, value);
            is_complete.then(|| if are_words { name.len() } else { columns(name) })
        };
        let is_written = |(name, value): &(&str, View<'_>)| is_written(name, *value, nulls);
        let mut entries = body.entries().filter(is_written);
        let mut alignment = Alignment::default();
        while let Some((name, value)) = entries.next() {
            let padding = alignment.padding(width((name, value)), || entries.clone().map(width));
            if !are_words && !has_valid_name(name, value) {
                return Err(Error::encoding(catalog::no_identifier(name)).in_field(name));
            }
            if !is_attribute(name, value) {
                self.no_attribute(name, value, &mut last).map_err(|error| error.in_field(name))?;
                continue;
            }
            self.begin_item(&mut last, ItemKind::Attribute);
            self.lines.text.push_str(name);
            self.lines.equals(padding);
            match value.kind() {
                // Fields that are `None` are left out of a body, so null means `Some(None)`.
                Kind::SomeNone => self.lines.text.push_str("null"),
                _ => self.value(value).map_err(|error| error.in_field(name))?,
            }
            self.lines.end();
        }
        Ok(last)
    }

    /// An entry that is no attribute.
    fn no_attribute(
        &mut self,
        name: &'d str,
        value: View<'d>,
        last: &mut LastWritten,
    ) -> Result<()> {
        match value.kind() {
            Kind::Comment => {
                self.begin_item(last, ItemKind::Block);
                self.lines.text.push_str(value.text());
                self.lines.end();
                self.is_verbatim = true;
                Ok(())
            }
            Kind::Item => {
                self.item(value.text(), last);
                Ok(())
            }
            _ => each_block(name, value, |key| key.into(), &mut |written| match written {
                Written::Item(item) => {
                    self.separated_item(item, last);
                    Ok(())
                }
                Written::Block { name: block_type, .. }
                    if block_type != name && !is_identifier(block_type) =>
                {
                    Err(Error::encoding(catalog::no_identifier(block_type)))
                }
                Written::Block { name, labels, body, .. } => self.block(name, labels, body, last),
            }),
        }
    }

    fn block(
        &mut self,
        name: &str,
        labels: &Labels<'_>,
        body: Option<View<'d>>,
        last: &mut LastWritten,
    ) -> Result<()> {
        self.begin_item(last, ItemKind::Block);
        self.lines.text.push_str(name);
        quoted_labels(labels, &mut self.lines.text);
        self.lines.text.push(' ');
        self.lines.open('{');
        self.nested(labels.len() + 1, |writer| {
            let last = match body {
                Some(body) => writer.body(body, LastWritten::Header)?,
                None => LastWritten::Header,
            };
            match last {
                LastWritten::Header => writer.lines.close('}'),
                _ => writer.lines.closing_line('}'),
            }
            writer.lines.end();
            Ok(())
        })
    }

    /// An item that is separated from others by a blank line, as blocks are.
    fn separated_item(&mut self, item: &str, last: &mut LastWritten) {
        let is_behind_item = matches!(last, LastWritten::Item(_));
        if is_behind_item && !item.starts_with('\n') && self.options.blank_lines {
            self.lines.end();
        }
        self.item(item, last);
    }

    /// An item with its original text, comments and blank line.
    fn item(&mut self, item: &str, last: &mut LastWritten) {
        self.is_verbatim = true;
        let is_first = matches!(last, LastWritten::Nothing | LastWritten::Header);
        if *last == LastWritten::Header {
            self.lines.end();
        }
        if item.starts_with('\n') && !is_first {
            self.lines.end();
        }
        self.lines.begin();
        self.lines.text.push_str(item.trim_start());
        self.lines.end();
        *last = LastWritten::Item(kind_of(item));
    }

    /// Starts the line of an item, after a blank line if needed.
    #[inline(always)]
    fn begin_item(&mut self, last: &mut LastWritten, next: ItemKind) {
        if (*last, next) != (LastWritten::Item(ItemKind::Attribute), ItemKind::Attribute) {
            self.separate(last, next);
        }
        self.lines.begin();
    }

    fn separate(&mut self, last: &mut LastWritten, next: ItemKind) {
        let ends_line = match *last {
            LastWritten::Nothing => false,
            LastWritten::Header => true,
            LastWritten::Item(before) => self.options.blank_lines && are_separated(before, next),
        };
        if ends_line {
            self.lines.end();
        }
        *last = LastWritten::Item(next);
    }
}

/// The kind of a captured item.
fn kind_of(item: &str) -> ItemKind {
    let mut kinds = lex(item, Purpose::Format).into_iter().map(|token| token.kind);
    match kinds.find(|kind| matches!(kind, TokenKind::Assign | TokenKind::OpenBrace)) {
        Some(TokenKind::OpenBrace) => ItemKind::Block,
        _ => ItemKind::Attribute,
    }
}

/// Whether an entry of a body is written.
#[inline]
pub(super) fn is_written(name: &str, value: View<'_>, nulls: bool) -> bool {
    match value.kind() {
        Kind::Absent => nulls && !name.starts_with('$'),
        _ if is_typed_blocks(name, value) => !value.is_empty(),
        _ => !is_label(name),
    }
}

/// Whether an entry can be written under its name, or needs none.
fn has_valid_name(name: &str, value: View<'_>) -> bool {
    is_identifier(name) || is_typed_blocks(name, value) || value.kind() == Kind::Comment
}

#[inline]
pub(super) fn is_attribute(name: &str, value: View<'_>) -> bool {
    value.is_attribute() && !is_typed_blocks(name, value)
}

/// Fails if the body has another entry with the name of an attribute.
fn check_names(body: View<'_>) -> Result<()> {
    let entries = || body.entries().filter(|(_, value)| value.kind() != Kind::Absent);
    if body.names() == Names::DistinctWords
        || are_few_and_distinct(entries().map(|(name, _)| Some(name)))
    {
        return Ok(());
    }
    let mut names = HashMap::new();
    for (name, value) in entries() {
        let is_attribute = is_attribute(name, value);
        match names.insert(name, is_attribute) {
            Some(other) if other || is_attribute => {
                return Err(Error::encoding(catalog::name_taken(name)).in_field(name));
            }
            _ => {}
        }
    }
    Ok(())
}
