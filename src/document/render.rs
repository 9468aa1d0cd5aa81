//! Writes items as text: unchanged ones as they were, new ones in the layout of their place.

use std::borrow::Cow;
use std::fmt;

use super::attribute::{Written, WrittenExpression};
use super::block::OwnBlock;
use super::elements::{Element, Elements, starts_with_for};
use super::expression::{Expression, Form};
use super::item::Around;
use super::items::Items;
use super::text::{Text, ends_with_heredoc, starts_with_line_end, trimmed, whole_lines};
use super::{Block, Body, Item, Layout};
use crate::diagnostic::error::Result;
use crate::format::alignment::{Row, realign};
use crate::format::blank_lines::{are_separated, leading_blank_lines};
use crate::format::indentation::deeper;
use crate::format::indentation::{indented, last_indentation};
use crate::limits::stack::nest;
use crate::ser::{expression_source, to_string};
use crate::syntax::{ExpressionKind, ExpressionRef, ItemRef, View};
use crate::text::quote::quoted;

/// The text of items, with the braces around them.
pub(super) fn items(items: &Items, line_end: &str) -> String {
    let mut writer = Writer { is_plain: items.is_built, ..Writer::new(line_end) };
    writer.items(items);
    writer.out
}

/// The lines of a body between its braces.
pub(super) fn inside(text: &str, line_end: &str) -> String {
    let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return text.to_owned();
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

/// A block with its comments, as in a separate document.
pub(super) fn block(block: &Block) -> String {
    separate(Some(&block.part.surroundings()), block.is_built(), |writer| writer.block(block))
}

/// The same for the parts of a block.
pub(super) fn own_block(block: &OwnBlock, around: Option<&Around>) -> String {
    separate(around, block.is_built(), |writer| writer.own_block(block))
}

/// An attribute with its comments, as in a separate document.
pub(super) fn attribute(attribute: Written<'_>, around: Option<&Around>) -> String {
    separate(around, false, |writer| {
        let tail = around.map_or("", |around| &*around.tail);
        writer.attribute(attribute, None, trimmed(tail).is_empty(), tail);
    })
}

fn separate(
    around: Option<&Around>,
    is_plain: bool,
    write: impl FnOnce(&mut Writer<'_>),
) -> String {
    let (lead, tail, behind) = match around {
        Some(around) => {
            (&around.lead[around.start_of_comments()..], &*around.tail, &*around.gaps[1])
        }
        None => ("", "", ""),
    };
    let mut writer = Writer { is_plain, ..Writer::new("\n") };
    writer.fresh(lead, tail, "", write);
    if !trimmed(behind).is_empty() {
        writer.out.push_str(behind);
    }
    writer.out
}

pub(super) fn elements(elements: &Elements, line_end: &str) -> String {
    let mut writer = Writer::new(line_end);
    writer.elements(elements);
    writer.out
}

/// Writes a text, or the reason why there is none as a comment.
pub(super) fn write_or_comment(text: Result<String>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match text {
        Ok(text) => f.write_str(&text),
        Err(error) => error.to_string().lines().try_for_each(|line| writeln!(f, "# {line}")),
    }
}

struct Writer<'w> {
    out: String,
    line_end: &'w str,
    /// Whether the formatter will indent the lines.
    is_plain: bool,
}

/// The facts about a body that is being written.
struct Surroundings {
    /// The start of its content in the output.
    start: usize,
    /// The indentation of new items.
    indentation: String,
    /// Whether a body on one line is divided into several lines.
    is_divided: bool,
    layout: Layout,
}

impl<'w> Writer<'w> {
    fn new(line_end: &'w str) -> Self {
        Writer { out: String::new(), line_end, is_plain: false }
    }

    fn body(&mut self, body: &Body) {
        match (body.untouched(), body.items()) {
            (Some(view), _) => self.out.push_str(view.text()),
            (None, Some(items)) => nest(|| self.items(items)),
            (None, None) => {}
        }
    }

    fn items(&mut self, items: &Items) {
        if items.is_empty_block() && items.layout == Layout::Canonical {
            return self.out.push_str("{}");
        }
        let outer = last_indentation(current_line(&self.out)).to_owned();
        self.out.push_str(&items.open);
        let surroundings = Surroundings {
            start: self.out.len(),
            indentation: indentation(items, &outer),
            is_divided: is_divided(items),
            layout: items.layout,
        };
        let mut equals = aligned(items).into_iter();
        let mut previous = None;
        for (_, item) in items.list.iter() {
            let equals = equals.next().flatten();
            self.item(item, &item.surroundings(), previous, equals, &surroundings);
            previous = Some(item);
        }
        if surroundings.is_divided {
            self.start_line();
            let (lines, rest) = items.end.split_at(whole_lines(&items.end));
            self.out.push_str(lines);
            if !trimmed(rest).is_empty() {
                self.out.push_str(&surroundings.indentation);
                self.out.push_str(trimmed(rest));
                self.start_line();
            }
            self.out.push_str(&outer);
        } else {
            if items.close.is_empty() && !items.end.is_empty() {
                self.start_line();
            }
            self.out.push_str(&items.end);
        }
        self.out.push_str(items.close);
    }

    fn item(
        &mut self,
        item: &Item,
        around: &Around,
        previous: Option<&Item>,
        equals: Option<String>,
        surroundings: &Surroundings,
    ) {
        let is_detached = !around.detached.is_empty();
        if is_detached {
            self.start_line();
            self.out.push_str(&around.detached);
        }
        let is_canonical = surroundings.layout == Layout::Canonical;
        let is_separated = is_canonical
            && previous.is_some_and(|previous| are_separated(previous.kind(), item.kind()));
        if around.is_fresh {
            self.start_line();
            let is_first = self.out.len() == surroundings.start;
            let is_due = is_separated || is_canonical && is_detached;
            if is_due && !is_first && !self.ends_with_blank_line() {
                self.out.push_str(self.line_end);
            }
            return self.fresh(&around.lead, &around.tail, &surroundings.indentation, |writer| {
                writer.kind(item, around, equals);
            });
        }
        let is_behind_fresh = previous.is_some_and(is_fresh);
        if is_behind_fresh && is_separated && !is_detached && leading_blank_lines(&around.lead) == 0
        {
            self.start_line();
            self.out.push_str(self.line_end);
        }
        if surroundings.is_divided {
            self.start_line();
            self.out.push_str(&surroundings.indentation);
            self.out.push_str(around.lead.trim_start_matches([' ', '\t', '\r', '\n']));
            self.kind(item, around, equals);
            self.out.push_str(around.tail.trim_end_matches([' ', '\t', '\r', '\n']));
            return;
        }
        if is_behind_fresh {
            self.start_line();
        }
        self.out.push_str(&around.lead);
        self.kind(item, around, equals);
        self.out.push_str(&around.tail);
    }

    /// A new item on its own lines.
    fn fresh(
        &mut self,
        lead: &str,
        tail: &str,
        indentation: &str,
        write: impl FnOnce(&mut Writer<'_>),
    ) {
        if self.is_plain {
            self.out.push_str(lead.trim_start_matches([' ', '\t', '\r', '\n']));
            write(self);
            self.out.push_str(tail.trim_end_matches([' ', '\t', '\r', '\n']));
            return self.out.push_str(self.line_end);
        }
        let mut writer = Writer::new(self.line_end);
        writer.out.push_str(lead);
        write(&mut writer);
        let text = writer.out.trim_start_matches([' ', '\t', '\r', '\n']);
        self.out.push_str(indentation);
        self.out.push_str(&indented(text, indentation, self.line_end));
        self.out.push_str(tail.trim_end_matches([' ', '\t', '\r', '\n']));
        self.out.push_str(self.line_end);
    }

    /// An item without the text around it.
    fn kind(&mut self, item: &Item, around: &Around, equals: Option<String>) {
        match item {
            Item::Block(block) => self.block(block),
            Item::Attribute(attribute) => {
                let is_last = around.is_fresh && trimmed(&around.tail).is_empty();
                self.attribute(attribute.written(), equals, is_last, &around.tail);
            }
            Item::Comment(_) => {}
        }
    }

    /// An attribute; `tail` is the text behind it.
    fn attribute(
        &mut self,
        written: Written<'_>,
        equals: Option<String>,
        is_last: bool,
        tail: &str,
    ) {
        self.out.push_str(written.name);
        self.out.push_str(equals.as_deref().unwrap_or(written.equals));
        let line_ends = match written.expression {
            WrittenExpression::Captured(view) => {
                self.out.push_str(view.text());
                0
            }
            WrittenExpression::Own(expression, original) => {
                self.expression(expression, original);
                let breaks_line = !is_last && breaks_line(expression, tail);
                expression.line_ends.max(u32::from(breaks_line))
            }
        };
        for _ in 0..line_ends {
            self.out.push_str(self.line_end);
        }
    }

    fn block(&mut self, block: &Block) {
        match (block.untouched(), block.part.parts()) {
            _ if !block.part.is_as_written() => {
                self.out.push_str(to_string(block).unwrap_or_default().trim());
            }
            (Some(view), _) => self.out.push_str(ItemRef(view).span().text(&view.tree.source)),
            (None, Some(parts)) => self.own_block(parts),
            (None, None) => {}
        }
    }

    fn own_block(&mut self, block: &OwnBlock) {
        block.write_header(&mut self.out);
        match block.body.has_braces() {
            true => self.body(&block.body),
            false => self.body(&block.body.clone().into_body_of_block()),
        }
    }

    /// An expression; `original` is the text that the source has in its place.
    fn expression(&mut self, expression: &Expression, original: &Text) {
        let is_copy = expression.is_copy(original);
        let is_fresh = expression.is_fresh || is_copy;
        let text = match expression.form() {
            Form::Elements(own) if is_fresh => {
                Cow::Owned(nest(|| self::elements(&own.elements, self.line_end)))
            }
            Form::Elements(own) => return nest(|| self.elements(&own.elements)),
            Form::Source(tree, id) if is_copy && !expression.is_fresh => {
                text_of_captured(ExpressionRef(View::new(tree, *id)))
            }
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

/// The text of an expression that was captured in another place, where it may have another syntax.
fn text_of_captured(view: ExpressionRef<'_>) -> Cow<'_, str> {
    expression_source(view).unwrap_or_else(|_| {
        // Only a JSON string that is no template has no text.
        let mut text = String::new();
        match view.kind() {
            ExpressionKind::InvalidTemplate(string) => quoted(&string.value(), &mut text),
            _ => text.push_str("null"),
        }
        Cow::Owned(text)
    })
}

fn current_line(text: &str) -> &str {
    let line = text.rfind('\n').map_or(text, |newline| &text[newline + 1..]);
    line.trim_start_matches('\u{feff}')
}

/// The new text between name and expression, for each item where it changes.
fn aligned(items: &Items) -> Vec<Option<String>> {
    let is_new = |item: &Item| match item {
        Item::Attribute(attribute) => is_fresh(item) || attribute.written().original_name.is_some(),
        _ => false,
    };
    if !items.list.iter().any(|(_, item)| is_new(item)) {
        return Vec::new();
    }
    let rows = items.list.iter().map(|(_, item)| {
        let (written, around) = (item.as_attribute()?.written(), item.surroundings());
        let lead = if around.detached.is_empty() { &*around.lead } else { "\n" };
        let Written { name, original_name, equals, expression } = written;
        let row = Row::new(name, original_name, equals, around.is_fresh, lead);
        row.filter(|_| !expression.has_lines())
    });
    realign(&rows.collect::<Vec<_>>())
}

fn is_fresh(item: &Item) -> bool {
    item.around().is_none_or(|around| around.is_fresh)
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
    realign(&rows.collect::<Vec<_>>())
}

/// The indentation of new items in a body; `outer` is the indentation of its first line.
fn indentation(items: &Items, outer: &str) -> String {
    match &items.indentation {
        Some(indentation) => indentation.to_string(),
        None if items.close.is_empty() => String::new(),
        None => deeper(outer),
    }
}

/// Whether a body on one line is divided into several lines: it has a new item, a new value of several
/// lines, or a new line before or after its item.
fn is_divided(items: &Items) -> bool {
    let is_changed = |item: &Item| {
        let around = item.surroundings();
        if around.is_fresh || !around.detached.is_empty() || whole_lines(&items.end) > 0 {
            return true;
        }
        match item.as_attribute().map(|attribute| attribute.written().expression) {
            Some(WrittenExpression::Own(expression, original)) => {
                expression.has_new_lines(original)
            }
            _ => false,
        }
    };
    items.is_on_one_line() && items.list.iter().any(|(_, item)| is_changed(item))
}
