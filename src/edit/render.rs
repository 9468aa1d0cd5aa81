//! Writes items as text: unchanged ones as they were, new ones in the layout of their place.

use std::borrow::Cow;

use super::Layout;
use super::align::{Row, align};
use super::block::Block;
use super::body::Body;
use super::content::Content;
use super::elements::{Element, Elements, starts_with_for};
use super::expression::{Expression, Form};
use super::item::{Item, Kind};
use super::text::{
    Text, ends_with_heredoc, indented, last_indentation, leading_blank_lines, starts_with_line_end,
    trimmed, whole_lines,
};
use crate::limits::stack::nest;

/// The text of a body.
pub(super) fn body(body: &Body, line_end: &str) -> String {
    let mut writer = Writer { out: String::new(), line_end };
    writer.body(body);
    writer.out
}

/// The lines of a body between its braces.
pub(super) fn items(body: &Body, line_end: &str) -> String {
    let text = self::body(body, line_end);
    let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return text;
    };
    let inner = match inner.split_once('\n') {
        Some((first, rest)) if trimmed(first).is_empty() => rest,
        _ => inner.trim_start_matches([' ', '\t']),
    };
    let mut items = inner.trim_end_matches([' ', '\t']).to_owned();
    if !items.is_empty() && !items.ends_with('\n') {
        items.push_str(line_end);
    }
    items
}

pub(super) fn block(block: &Block, line_end: &str) -> String {
    let mut writer = Writer { out: String::new(), line_end };
    writer.block(block);
    writer.out
}

pub(super) fn item(item: &Item, line_end: &str) -> String {
    let mut writer = Writer { out: String::new(), line_end };
    writer.fresh(item, &item.lead[item.start_of_comments()..], None, "");
    let [_, behind] = &item.gaps;
    if !trimmed(behind).is_empty() {
        writer.out.push_str(behind);
    }
    writer.out
}

pub(super) fn elements(elements: &Elements, line_end: &str) -> String {
    let mut writer = Writer { out: String::new(), line_end };
    writer.elements(elements);
    writer.out
}

struct Writer<'w> {
    out: String,
    line_end: &'w str,
}

/// The facts about a body that is being written.
struct Surroundings {
    /// The start of its content in the output.
    start: usize,
    /// The indentation of new items.
    indentation: String,
    /// Whether a body on one line is divided into several lines.
    breaks: bool,
    layout: Layout,
}

impl Writer<'_> {
    fn body(&mut self, body: &Body) {
        match body.untouched() {
            Some(view) => self.out.push_str(view.text()),
            None => nest(|| self.content(body.content(), body.layout())),
        }
    }

    fn content(&mut self, content: &Content, layout: Layout) {
        let outer = last_indentation(current_line(&self.out)).to_owned();
        self.out.push_str(&content.open);
        let surroundings = Surroundings {
            start: self.out.len(),
            indentation: indentation(content, &outer),
            breaks: breaks(content),
            layout,
        };
        let mut equals = aligned(content).into_iter();
        let mut previous = None;
        for (_, item) in content.items.iter() {
            let equals = equals.next().flatten();
            self.item(item, previous, equals, &surroundings);
            previous = Some(item);
        }
        if surroundings.breaks {
            self.start_line();
            let (lines, rest) = content.end.split_at(whole_lines(&content.end));
            self.out.push_str(lines);
            if !trimmed(rest).is_empty() {
                self.out.push_str(&surroundings.indentation);
                self.out.push_str(trimmed(rest));
                self.start_line();
            }
            self.out.push_str(&outer);
        } else {
            if content.close.is_empty() && !content.end.is_empty() {
                self.start_line();
            }
            self.out.push_str(&content.end);
        }
        self.out.push_str(content.close);
    }

    fn item(
        &mut self,
        item: &Item,
        previous: Option<&Item>,
        equals: Option<String>,
        surroundings: &Surroundings,
    ) {
        let is_detached = !item.detached.is_empty();
        if is_detached {
            self.start_line();
            self.out.push_str(&item.detached);
        }
        let has_block =
            [Some(item), previous].into_iter().flatten().any(|it| it.as_block().is_some());
        let is_spaced = surroundings.layout == Layout::Canonical && has_block;
        if item.is_fresh {
            self.start_line();
            let is_first = self.out.len() == surroundings.start;
            let is_due = (is_spaced && (previous.is_some() || is_detached))
                || (surroundings.layout == Layout::Canonical && is_detached);
            if is_due && !is_first && !self.ends_with_blank_line() {
                self.out.push_str(self.line_end);
            }
            self.fresh(item, &item.lead, equals, &surroundings.indentation);
            return;
        }
        let is_behind_fresh = previous.is_some_and(|previous| previous.is_fresh);
        if is_behind_fresh && is_spaced && !is_detached && leading_blank_lines(&item.lead) == 0 {
            self.start_line();
            self.out.push_str(self.line_end);
        }
        if surroundings.breaks {
            self.start_line();
            self.out.push_str(&surroundings.indentation);
            self.out.push_str(item.lead.trim_start_matches([' ', '\t', '\r', '\n']));
            self.kind(item, equals);
            self.out.push_str(item.tail.trim_end_matches([' ', '\t', '\r', '\n']));
            return;
        }
        if is_behind_fresh {
            self.start_line();
        }
        self.out.push_str(&item.lead);
        self.kind(item, equals);
        self.out.push_str(&item.tail);
    }

    /// A new item on its own lines.
    fn fresh(&mut self, item: &Item, lead: &str, equals: Option<String>, indentation: &str) {
        let mut writer = Writer { out: String::new(), line_end: self.line_end };
        writer.out.push_str(lead);
        writer.kind(item, equals);
        let text = writer.out.trim_start_matches([' ', '\t', '\r', '\n']);
        self.out.push_str(indentation);
        self.out.push_str(&indented(text, indentation, self.line_end));
        self.out.push_str(item.tail.trim_end_matches([' ', '\t', '\r', '\n']));
        self.out.push_str(self.line_end);
    }

    /// An item without the text around it.
    fn kind(&mut self, item: &Item, equals: Option<String>) {
        match &item.kind {
            Kind::Block(block) => self.block(block),
            Kind::Attribute(attribute) => {
                self.out.push_str(&attribute.name);
                self.out.push_str(equals.as_deref().unwrap_or(&attribute.equals));
                self.expression(&attribute.expression, &attribute.original);
                let is_last = item.is_fresh && trimmed(&item.tail).is_empty();
                let breaks_line = !is_last && breaks_line(&attribute.expression, &item.tail);
                for _ in 0..attribute.expression.line_ends.max(usize::from(breaks_line)) {
                    self.out.push_str(self.line_end);
                }
            }
        }
    }

    fn block(&mut self, block: &Block) {
        block.write_header(&mut self.out);
        self.body(block.body());
    }

    /// An expression; `original` is the text that the source has in its place.
    fn expression(&mut self, expression: &Expression, original: &Text) {
        let is_fresh = expression.is_fresh || expression.is_copy(original);
        let text = match expression.form() {
            Form::Elements(elements) if is_fresh => {
                Cow::Owned(nest(|| self::elements(elements, self.line_end)))
            }
            Form::Elements(elements) => return nest(|| self.elements(elements)),
            _ => Cow::Borrowed(expression.as_text().unwrap_or_default()),
        };
        match is_fresh && *text != **original {
            true => self.fresh_text(&text),
            false => self.out.push_str(&text),
        }
    }

    fn fresh_text(&mut self, text: &str) {
        let indentation = match text.contains('\n') {
            true => last_indentation(current_line(&self.out)).to_owned(),
            false => String::new(),
        };
        let text: Cow<'_, str> = indented(text, &indentation, self.line_end);
        self.out.push_str(&text);
    }

    fn elements(&mut self, elements: &Elements) {
        self.out.push_str(&elements.open);
        let mut equals = aligned_elements(elements).into_iter();
        let first = elements.list.first();
        for (key, element) in elements.list.iter() {
            let is_first = first == Some(key);
            self.out.push_str(&element.lead);
            self.out.push_str(&element.written_key(is_first));
            let equals = equals.next().flatten();
            self.out.push_str(equals.as_deref().unwrap_or(&element.equals));
            self.value(element, is_first && !elements.is_object());
            self.out.push_str(&element.tail);
        }
        self.out.push_str(&elements.end);
        self.out.push(elements.close);
    }

    /// The value of an element, in parentheses if a line end must follow it, or if it would start a
    /// `for` expression.
    fn value(&mut self, element: &Element, is_behind_bracket: bool) {
        let start = self.out.len();
        self.expression(&element.value, &element.original);
        let breaks_line = breaks_line(&element.value, &element.tail);
        if breaks_line || is_behind_bracket && starts_with_for(&self.out[start..]) {
            self.out.insert(start, '(');
            self.out.push_str(if breaks_line { self.line_end } else { "" });
            self.out.push(')');
        }
    }

    /// Ends the line if it is not empty.
    fn start_line(&mut self) {
        let is_at_start = self.out.is_empty() || self.out.ends_with('\n') || self.out == "\u{feff}";
        if !is_at_start {
            self.out.push_str(self.line_end);
        }
    }

    fn ends_with_blank_line(&self) -> bool {
        let Some(before) = self.out.strip_suffix('\n') else { return false };
        let line = current_line(before);
        line.trim().is_empty()
    }
}

/// Whether the expression ends with a heredoc, and the text behind it does not end the line.
fn breaks_line(expression: &Expression, behind: &str) -> bool {
    !starts_with_line_end(behind) && expression.as_text().is_some_and(ends_with_heredoc)
}

fn current_line(text: &str) -> &str {
    let line = text.rfind('\n').map_or(text, |newline| &text[newline + 1..]);
    line.trim_start_matches('\u{feff}')
}

/// The new text between name and expression, for each item where it changes.
fn aligned(content: &Content) -> Vec<Option<String>> {
    let is_new = |item: &Item| match &item.kind {
        Kind::Attribute(attribute) => item.is_fresh || attribute.original_name.is_some(),
        Kind::Block(_) => false,
    };
    if !content.items.iter().any(|(_, item)| is_new(item)) {
        return Vec::new();
    }
    let rows = content.items.iter().map(|(_, item)| {
        let Kind::Attribute(attribute) = &item.kind else { return None };
        let lead = if item.detached.is_empty() { &*item.lead } else { "\n" };
        let original = attribute.original_name.as_deref();
        let row = Row::new(&attribute.name, original, &attribute.equals, item.is_fresh, lead);
        row.filter(|_| !attribute.expression.has_lines())
    });
    align(&rows.collect::<Vec<_>>())
}

fn aligned_elements(elements: &Elements) -> Vec<Option<String>> {
    let is_new = elements.list.iter().any(|(_, element)| element.is_fresh);
    if !elements.is_object() || !is_new || !elements.has_lines() {
        return Vec::new();
    }
    let first = elements.list.first();
    let rows = elements.list.iter().map(|(key, element)| {
        let key = element.written_key(first == Some(key));
        let row = Row::new(&key, None, &element.equals, element.is_fresh, &element.lead);
        row.filter(|_| !element.value.has_lines() && element.tail.ends_with('\n'))
    });
    align(&rows.collect::<Vec<_>>())
}

/// The indentation of new items in a body; `outer` is the indentation of its first line.
fn indentation(content: &Content, outer: &str) -> String {
    match &content.indentation {
        Some(indentation) => indentation.to_string(),
        None if content.close.is_empty() => String::new(),
        None => format!("{outer}{}", if outer.starts_with('\t') { "\t" } else { "  " }),
    }
}

/// Whether a body on one line is divided into several lines: it has a new item, a new value of several
/// lines, or a new line before or after its item.
fn breaks(content: &Content) -> bool {
    let is_changed = |item: &Item| match &item.kind {
        _ if item.is_fresh || !item.detached.is_empty() || whole_lines(&content.end) > 0 => true,
        Kind::Attribute(attribute) => attribute.expression.has_new_lines(&attribute.original),
        Kind::Block(_) => false,
    };
    content.is_on_one_line() && content.items.iter().any(|(_, item)| is_changed(item))
}
