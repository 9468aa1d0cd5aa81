//! Writes the lines of a changed body: as a text, and as edits of its source.

use std::borrow::Cow;

use super::Layout;
use super::edits::{Edit, smallest};
use super::line::Line;
use super::lines::{Form, Lines};
use super::text::{
    BLANKS, SPACE, current_line, ends_with_heredoc, starts_line, starts_with_line_end, trimmed,
    whole_lines,
};
use crate::format::alignment::{Row, realign};
use crate::format::blank_lines::{are_separated, leading_blank_lines};
use crate::format::indentation::{deeper, indented, last_indentation};
use crate::text::identifier::continues_identifier;
use crate::text::span::Span;

impl Lines<'_> {
    /// The edits of the source that make this body of it.
    pub(crate) fn edits(&self) -> Vec<Edit> {
        let mut writer = self.write();
        let end = self.span.end as usize;
        writer.copy(end, end);
        smallest(self.source, writer.edits)
    }

    /// The text of the body, with its braces.
    pub(crate) fn text(&self) -> String {
        self.write().out
    }

    fn write(&self) -> Writer<'_> {
        let mut writer = Writer::new(self);
        writer.write();
        writer
    }

    /// The indentation of the line in which the text starts.
    fn outer(&self) -> &str {
        let before = Span::new(0, self.span.start).text(self.source);
        if self.is_new { "" } else { last_indentation(current_line(before)) }
    }
}

struct Writer<'w> {
    lines: &'w Lines<'w>,
    out: String,
    /// The edits of the source up to what was copied last.
    edits: Vec<Edit>,
    /// The end of what was copied last, in the source and in the text.
    copied: (usize, usize),
}

impl<'w> Writer<'w> {
    fn new(lines: &'w Lines<'w>) -> Self {
        let copied = (lines.span.start as usize, 0);
        Writer { lines, out: String::new(), edits: Vec::new(), copied }
    }

    /// Writes a text, and records that it is a part of the source if it is one.
    fn push(&mut self, text: &str) {
        #[cfg(test)]
        super::lines::steps::count();
        let source = self.lines.source;
        let start = (text.as_ptr() as usize).wrapping_sub(source.as_ptr() as usize);
        if !text.is_empty() && start < source.len() {
            self.copy(start, start + text.len());
        }
        self.out.push_str(text);
    }

    /// Copies a part of the source, unless it is before one that was copied.
    fn copy(&mut self, start: usize, end: usize) {
        let (at, written) = self.copied;
        if start >= at {
            if start > at || self.out.len() > written {
                self.edits.push(Edit::new(at, start, &self.out[written..]));
            }
            self.copied = (end, self.out.len() + end - start);
        }
    }

    fn write(&mut self) {
        let lines = self.lines;
        let (outer, line_end) = (lines.outer(), lines.line_end);
        let indentation = match lines.indentation {
            Some(indentation) => indentation.to_owned(),
            None if lines.form.has_brackets() => deeper(outer),
            None => String::new(),
        };
        let is_divided = lines.is_divided();
        self.push(lines.open);
        let start = self.out.len();
        let rows: Vec<_> = lines.lines().map(|line| lines.row(line)).collect();
        let mut equals = realign(&rows).into_iter();
        let mut previous: Option<&Line<'_>> = None;
        for line in lines.lines() {
            let equals = equals.next().flatten();
            let is_canonical = lines.layout == Layout::Canonical;
            let is_separated = is_canonical
                && previous.is_some_and(|previous| are_separated(previous.kind(), line.kind()));
            let is_behind_fresh = previous.is_some_and(|previous| previous.is_fresh);
            let is_behind_text = previous.is_some_and(Line::has_text_behind);
            let is_detached = is_behind_text || !line.detached.is_empty();
            let is_due = !line.is_fresh && is_behind_fresh && !is_behind_text && is_separated;
            if is_due && leading_blank_lines(&line.detached) == 0 {
                self.start_line();
                self.out.push_str(line_end);
            }
            if is_detached {
                self.start_line();
                self.push(&line.detached);
            }
            previous = Some(line);
            if line.is_fresh {
                self.start_line();
                let is_due = is_separated || is_canonical && is_detached;
                if is_due && self.out.len() > start && !self.ends_with_blank_line() {
                    self.out.push_str(line_end);
                }
                self.fresh(line, equals, &indentation);
                continue;
            }
            if is_divided {
                self.start_line();
                self.out.push_str(&indentation);
                self.push(line.lead.trim_start_matches(SPACE));
                self.line(line, equals);
                self.push(line.tail.trim_end_matches(SPACE));
                continue;
            }
            if is_behind_fresh || !lines.form.is_constructor() && !lines.is_on_one_line() {
                self.start_line();
            }
            self.push(&line.lead);
            self.line(line, equals);
            self.push(&line.tail);
        }
        if is_divided {
            self.start_line();
            let (whole, rest) = lines.end.split_at(whole_lines(&lines.end));
            self.push(whole);
            if !trimmed(rest).is_empty() {
                self.out.push_str(&indentation);
                self.push(trimmed(rest));
                self.start_line();
            }
            self.out.push_str(outer);
        } else {
            if !lines.form.has_brackets() && !lines.end.is_empty() {
                self.start_line();
            }
            self.push(&lines.end);
        }
        if lines.form.has_brackets() {
            let end = lines.span.end as usize;
            self.push(lines.source.get(end - 1..end).unwrap_or("}"));
        }
    }

    /// Writes a new item in lines of its own.
    fn fresh(&mut self, line: &Line<'_>, equals: Option<String>, indentation: &str) {
        let lines = self.lines;
        let mut own = Writer::new(lines);
        own.push(&line.lead);
        own.line(line, equals);
        let text = own.out.trim_start_matches(SPACE);
        if lines.is_new {
            // It is formatted afterwards.
            self.out.push_str(text);
        } else {
            self.out.push_str(indentation);
            match lines.form.is_constructor() && !line.is_moved {
                true => self.out.push_str(text),
                false => self.out.push_str(&indented(text, indentation, lines.line_end)),
            }
        }
        let tail = line.tail.trim_end_matches(SPACE).replace("\r\n", "\n");
        self.out.push_str(&tail.replace('\n', lines.line_end));
        self.out.push_str(lines.line_end);
    }

    fn line(&mut self, line: &Line<'_>, equals: Option<String>) {
        let lines = self.lines;
        let is_constructor = lines.form.is_constructor();
        let is_first = lines.lines().next().is_some_and(|first| std::ptr::eq(first, line));
        match &line.name {
            Some((name, original)) => {
                match is_first && is_constructor && starts_with_for(name) {
                    true => self.out.push_str(&apart(name)),
                    false => self.push(name),
                }
                match equals {
                    Some(equals) => self.out.push_str(&equals),
                    None => self.push(original),
                }
            }
            None if !is_constructor => return self.push(&line.text),
            None => {}
        }
        let is_changed = matches!(line.text, Cow::Owned(_));
        let is_last = line.is_fresh && trimmed(&line.tail).is_empty();
        let breaks_line = is_changed && !is_last && breaks_line(&line.text, &line.tail);
        let would_be_for = is_first && lines.form == Form::Tuple && starts_with_for(&line.text);
        let is_enclosed = is_constructor && breaks_line || would_be_for;
        self.out.push_str(if is_enclosed { "(" } else { "" });
        match line.is_moved && !line.is_fresh && line.text.contains('\n') {
            true => {
                let indentation = match self.out.contains('\n') {
                    true => last_indentation(current_line(&self.out)).to_owned(),
                    false => lines.outer().to_owned(),
                };
                self.out.push_str(&indented(&line.text, &indentation, lines.line_end));
            }
            false => self.push(&line.text),
        }
        self.out.push_str(if breaks_line { lines.line_end } else { "" });
        self.out.push_str(if is_enclosed { ")" } else { "" });
    }

    fn start_line(&mut self) {
        if !starts_line(&self.out) {
            self.out.push_str(self.lines.line_end);
        }
    }

    fn ends_with_blank_line(&self) -> bool {
        let Some(before) = self.out.strip_suffix('\n') else { return false };
        current_line(before).trim().is_empty()
    }
}

/// A key directly behind the bracket of an object, where `for` would start a `for` expression.
fn apart(key: &str) -> String {
    match key {
        "for" => "\"for\"".to_owned(),
        _ => format!("({key})"),
    }
}

/// Whether the first token is the keyword `for`.
fn starts_with_for(text: &str) -> bool {
    text.strip_prefix("for").is_some_and(|rest| !rest.starts_with(continues_identifier))
}

/// Whether a line end must be added between a text and the one behind it.
fn breaks_line(text: &str, behind: &str) -> bool {
    !starts_with_line_end(behind) && ends_with_heredoc(text)
}

impl Lines<'_> {
    /// Whether a text on one line gets several lines.
    fn is_divided(&self) -> bool {
        if self.form.is_constructor() {
            let is_new = self.last().is_some() && self.lines().all(|line| line.is_fresh);
            return is_new && self.is_on_one_line();
        }
        // A text that was read is borrowed.
        let is_changed = |line: &Line<'_>| {
            line.is_fresh
                || !line.detached.is_empty()
                || matches!(&line.text, Cow::Owned(text) if text.contains('\n'))
                || whole_lines(&self.end) > 0
        };
        self.is_on_one_line() && self.lines().any(is_changed)
    }

    /// The line of an attribute or an element whose equals sign can be aligned: its value starts in this line,
    /// and ends there if it is no heredoc.
    pub(super) fn row<'l>(&self, line: &'l Line<'_>) -> Option<Row<'l>> {
        let (name, equals) = line.name.as_ref()?;
        let lead = if line.detached.is_empty() { &*line.lead } else { "\n" };
        let row = Row::new(name, equals, line.is_fresh || line.is_aligned, lead);
        let is_row = !line.text.contains('\n') || line.text.starts_with("<<");
        row.filter(|_| is_row && (!self.form.is_constructor() || line.ends_line()))
    }
}

/// The text of an item as that of a separate document.
pub(super) fn as_document(text: &str) -> String {
    format!("{}\n", indented(trimmed(text.trim_start_matches('\u{feff}')), "", "\n"))
}

/// The lines between the braces of a body, or all of them.
pub(super) fn inside(text: &str) -> String {
    let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return text.to_owned();
    };
    let inner = match inner.split_once('\n') {
        Some((first, rest)) if trimmed(first).is_empty() => rest,
        _ => inner.trim_start_matches(BLANKS),
    };
    let mut items = inner.trim_end_matches(BLANKS).to_owned();
    if !items.is_empty() && !items.ends_with('\n') {
        items.push('\n');
    }
    items
}
