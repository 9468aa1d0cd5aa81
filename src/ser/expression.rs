//! Writes values as expressions in the layout of the reference: objects on several lines, tuples on
//! one line.

use super::blocks::of_captured_attribute;
use super::draft::{Draft, Kind, Names, View};
use super::lines::Lines;
use super::source::expression_source;
use super::writer::Options;
use super::writer::Writer;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::format::alignment::{Alignment, columns};
use crate::parser::{self, Grammar};
use crate::text::grapheme;
use crate::text::quote::{escape_heredoc_line, is_bare_key, is_printable, quoted};

/// Writes a draft as one expression.
pub(super) fn whole(draft: &Draft, options: &Options) -> Result<String> {
    let mut writer = Writer::new(draft, options)?;
    let root = draft.root().ok_or_else(|| Error::encoding(catalog::nothing_to_write()))?;
    writer.expression(root, Place::Inside)?;
    writer.finish(|expression| parser::parse(expression, None, Grammar::Expression).map(drop))
}

/// Writes a draft as the arguments of a call: the elements of a tuple, or none for a unit.
pub(super) fn arguments(draft: &Draft, options: &Options) -> Result<String> {
    let root = draft.root().ok_or_else(|| Error::encoding(catalog::nothing_to_write()))?;
    match root.kind() {
        Kind::Unit => Ok(String::new()),
        Kind::Tuple => {
            let tuple = whole(draft, options)?;
            let inside = tuple.strip_prefix('[').and_then(|tuple| tuple.strip_suffix(']'));
            Ok(inside.unwrap_or_default().to_owned())
        }
        _ => Err(Error::encoding(catalog::no_arguments(root.description()))),
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
            Kind::SomeNone => return Err(Error::encoding(catalog::empty_option())),
            Kind::Null | Kind::Unit | Kind::UnitStruct | Kind::None | Kind::Absent => {
                self.lines.text.push_str("null");
            }
            Kind::Literal => self.lines.text.push_str(value.text()),
            Kind::String | Kind::UnitVariant
                if place == Place::EndOfLine && self.options.heredocs =>
            {
                if !write_heredoc(value.text(), &mut self.lines) {
                    quoted(value.text(), &mut self.lines.text);
                }
            }
            Kind::String | Kind::UnitVariant => quoted(value.text(), &mut self.lines.text),
            Kind::Source => self.source(value.text(), place),
            Kind::Comment => {}
            Kind::Item | Kind::NamedItem => {
                return of_captured_attribute(value.text(), |expression| {
                    self.source(&expression_source(expression)?, place);
                    Ok(())
                });
            }
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

const MARKER: &str = "EOT";

/// Writes a string as a heredoc, up to its marker, if possible: it has several lines, ends with a
/// line end, and contains no character that needs an escape.
fn write_heredoc(text: &str, lines: &mut Lines) -> bool {
    let content = text.strip_suffix('\n').filter(|content| content.contains('\n'));
    let Some(content) = content.filter(|content| content.split('\n').all(is_suitable)) else {
        return false;
    };
    let outer = if can_be_indented(content) { lines.indentation } else { 0 };
    let margin = if outer > 0 { outer + lines.step } else { 0 };
    lines.text.push_str(if margin > 0 { "<<-" } else { "<<" });
    lines.text.push_str(MARKER);
    for line in content.split('\n') {
        lines.text.push('\n');
        if !line.is_empty() {
            lines.spaces(margin);
        }
        escape_heredoc_line(line, &mut lines.text);
    }
    lines.text.push('\n');
    lines.spaces(outer);
    lines.text.push_str(MARKER);
    true
}

/// Whether a line needs no escapes and does not end the heredoc.
fn is_suitable(line: &str) -> bool {
    line.chars().all(|char| char == '\t' || is_printable(char)) && line.trim() != MARKER
}

/// Whether indentation before all lines can be removed again without removing spaces of the lines
/// themselves. Blank lines don't count; they keep the indentation. A mark that combines with a
/// space changes the indentation.
fn can_be_indented(content: &str) -> bool {
    let is_blank = |line: &str| !line.is_empty() && line.trim().is_empty();
    let is_joined = |line: &str| {
        !line.is_ascii() && grapheme::count(line) == grapheme::count(&format!(" {line}"))
    };
    let is_flush_left = |line: &str| line.starts_with(|char: char| !char.is_whitespace());
    let is_distinct = |line: &str| !is_blank(line) && !is_joined(line);
    content.split('\n').all(is_distinct) && content.split('\n').any(is_flush_left)
}
