//! Writes values as expressions in the layout of the reference: objects on several lines, tuples on
//! one line.

use super::draft::Names;
use super::draft::{Draft, Kind, View};
use super::error::encoding;
use super::heredoc;
use super::options::Options;
use super::source::{source_of, written};
use super::writer::Writer;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::Result;
use crate::format::alignment::{Alignment, columns};
use crate::parser::document::parse;
use crate::parser::{self, Grammar};
use crate::text::quote::{is_bare_key, quoted};

/// Writes a draft as one expression.
pub(super) fn whole(draft: &Draft, options: &Options) -> Result<String> {
    let mut writer = Writer::new(draft, options)?;
    let root = draft.root().ok_or_else(|| encoding(catalog::nothing_to_write()))?;
    writer.expression(root, Place::Inside)?;
    writer.finish(|expression| parser::parse(expression, None, Grammar::Expression).map(drop))
}

/// Writes a draft as the arguments of a call: the elements of a tuple, or none for a unit.
pub(super) fn arguments(draft: &Draft, options: &Options) -> Result<String> {
    let root = draft.root().ok_or_else(|| encoding(catalog::nothing_to_write()))?;
    match root.kind() {
        Kind::Unit => Ok(String::new()),
        Kind::Tuple => {
            let tuple = whole(draft, options)?;
            let inside = tuple.strip_prefix('[').and_then(|tuple| tuple.strip_suffix(']'));
            Ok(inside.unwrap_or_default().to_owned())
        }
        _ => Err(encoding(catalog::no_arguments(root.description()))),
    }
}

/// The place of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At the end of a line.
    EndOfLine,
    /// Before a comma or a bracket.
    Inside,
}

impl Writer<'_> {
    /// The value of an attribute.
    #[inline(always)]
    pub(super) fn value(&mut self, value: View<'_>) -> Result<()> {
        match value.ready_text().filter(|_| self.has_room()) {
            Some(text) => self.lines.text.push_str(text),
            None => self.expression(value, Place::EndOfLine)?,
        }
        Ok(())
    }

    pub(super) fn expression(&mut self, value: View<'_>, place: Place) -> Result<()> {
        if let Some(text) = value.ready_text().filter(|_| self.has_room()) {
            self.lines.text.push_str(text);
            return Ok(());
        }
        match value.kind() {
            Kind::SomeNone => return Err(encoding(catalog::empty_option())),
            Kind::Null | Kind::Unit | Kind::UnitStruct | Kind::None | Kind::Absent => {
                self.lines.text.push_str("null");
            }
            Kind::Literal => self.lines.text.push_str(value.text()),
            Kind::String | Kind::UnitVariant
                if place == Place::EndOfLine && self.options.heredocs =>
            {
                if !heredoc::write(value.text(), &mut self.lines) {
                    quoted(value.text(), &mut self.lines.text);
                }
            }
            Kind::String | Kind::UnitVariant => quoted(value.text(), &mut self.lines.text),
            Kind::Source => self.source(value.text(), place),
            Kind::Comment => {}
            Kind::Item | Kind::NamedItem => return self.item_expression(value.text(), place),
            Kind::Tuple => return self.nested(1, |writer| writer.tuple(value)),
            Kind::Object | Kind::Variant => {
                return self.nested(1, |writer| writer.object(value, place));
            }
        }
        Ok(())
    }

    fn tuple(&mut self, tuple: View<'_>) -> Result<()> {
        self.lines.open('[');
        for (index, element) in tuple.elements().enumerate() {
            if index > 0 {
                self.lines.text.push_str(", ");
            }
            self.expression(element, Place::Inside).map_err(|error| error.in_element(index))?;
        }
        self.lines.close(']');
        Ok(())
    }

    /// An object, or a variant as an object of one entry.
    fn object(&mut self, object: View<'_>, place: Place) -> Result<()> {
        self.lines.open('{');
        if object.is_empty() {
            self.lines.close('}');
            return Ok(());
        }
        self.lines.end();
        let are_words = object.names() != Names::Any;
        let width = |(index, (key, value)): (usize, (&str, View<'_>))| {
            let is_complete = !value.is_spread();
            is_complete.then(|| if are_words { key.len() } else { key_columns(key, index == 0) })
        };
        let entries = object.entries().filter(|(_, value)| value.kind() != Kind::Comment);
        let mut entries = entries.enumerate();
        let mut alignment = Alignment::default();
        while let Some(entry @ (index, (key, value))) = entries.next() {
            let padding = alignment.padding(width(entry), || entries.clone().map(width));
            self.lines.begin();
            match are_words || is_bare_key(key, index == 0) {
                true => self.lines.text.push_str(key),
                false => quoted(key, &mut self.lines.text),
            }
            self.lines.equals(padding);
            self.value(value).map_err(|error| error.in_field(key))?;
            self.lines.end();
        }
        match place {
            Place::EndOfLine => self.lines.closing_line('}'),
            Place::Inside => self.lines.begin_closing('}'),
        }
        Ok(())
    }

    /// The expression of a captured item of a body.
    fn item_expression(&mut self, item: &str, place: Place) -> Result<()> {
        let document = parse(item)?;
        let Some(attribute) = document.body().attributes().next() else {
            return Err(encoding(catalog::block_in_expression()));
        };
        // The text of an item has no values.
        self.source(&source_of(attribute.expression(), written)?, place);
        Ok(())
    }

    /// An expression with its original text.
    fn source(&mut self, source: &str, place: Place) {
        self.is_verbatim = true;
        self.lines.text.push_str(source);
        // A line end must follow the marker of a heredoc.
        if place == Place::Inside && source.contains("<<") && source.contains('\n') {
            self.lines.text.push('\n');
        }
    }
}

/// The width of an object's key in columns.
fn key_columns(key: &str, is_first: bool) -> usize {
    if is_bare_key(key, is_first) {
        return columns(key);
    }
    let mut token = String::new();
    quoted(key, &mut token);
    columns(&token)
}
