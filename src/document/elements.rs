//! An object or a tuple as lines: its elements with all texts between them, for one change.

use std::borrow::Cow;
use std::collections::HashMap;

use super::address::{Miss, Step};
use super::text::{
    BLANKS, SPACE, current_line, end_of_line, ends_with_heredoc, last_line_end, leading_blanks,
    start_of_belonging, starts_with_line_end, trimmed, whole_lines,
};
use super::value::Value;
use super::write::breaks_line;
use crate::format::alignment::{Row, realign};
use crate::format::indentation::{deeper, indented, last_indentation};
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef};
use crate::text::identifier::is_identifier;
use crate::text::quote::{is_bare_key, quoted};
use crate::text::span::Span;

/// The elements of a constructor that is being changed.
pub(crate) struct Elements<'a> {
    /// The line up to the bracket.
    before: &'a str,
    line_end: &'static str,
    open: Cow<'a, str>,
    list: Vec<Element<'a>>,
    end: Cow<'a, str>,
    is_object: bool,
    /// Whether all lines get the indentation of their place.
    is_divided: bool,
}

/// An element, and the text around it.
pub(crate) struct Element<'a> {
    lead: Cow<'a, str>,
    key: Cow<'a, str>,
    /// The value of the key. `None` in a tuple, and if the key must be evaluated.
    pub(crate) name: Option<Cow<'a, str>>,
    equals: Cow<'a, str>,
    value: Cow<'a, str>,
    /// Whether the value comes from another place.
    is_moved: bool,
    /// Its comma, comments behind it, and the end of its line.
    tail: Cow<'a, str>,
    is_fresh: bool,
}

impl<'a> Elements<'a> {
    /// `None` if the expression is not written as an object or a tuple.
    pub(crate) fn of(expression: ExpressionRef<'a>) -> Option<Self> {
        type Pair<'a> = (Option<(Span, Option<Cow<'a, str>>)>, Span);
        if expression.is_json() {
            return None;
        }
        let (pairs, is_object): (Vec<Pair<'a>>, bool) = match expression.kind() {
            ExpressionKind::Tuple(values) => (values.map(|it| (None, it.span())).collect(), false),
            ExpressionKind::Object(object) => {
                let pairs = object.items().map(|item| {
                    let name = item.name().map(Cow::Borrowed);
                    let name = name.or_else(|| Some(item.key().as_string()?.value()));
                    (Some((item.key().span(), name)), item.value().span())
                });
                (pairs.collect(), true)
            }
            _ => return None,
        };
        let (span, source) = (expression.span(), expression.source());
        let text = |from: u32, to: u32| Span::new(from, to).text(source);
        let start_of = |(key, value): &Pair<'a>| key.as_ref().map_or(value.start, |it| it.0.start);
        let end = span.end - 1;
        let mut lead = span.start + 1;
        let first = pairs.first().map_or(end, start_of);
        lead += end_of_line(text(lead, first)).unwrap_or(0) as u32;
        let mut elements = Elements {
            before: current_line(text(0, span.start)),
            line_end: super::text::line_end_at(source, span.start as usize),
            open: text(span.start, lead).into(),
            list: Vec::with_capacity(pairs.len()),
            end: Cow::Borrowed(""),
            is_object,
            is_divided: false,
        };
        let mut pairs = pairs.into_iter().peekable();
        while let Some(pair) = pairs.next() {
            let (start, value) = (start_of(&pair), pair.1);
            let next = pairs.peek().map_or(end, start_of);
            let length = end_of_element(text(value.end, next), pairs.peek().is_none());
            let behind = value.end + length as u32;
            let (key, name) = pair.0.unwrap_or((Span::empty(start), None));
            elements.list.push(Element {
                lead: text(lead, start).into(),
                key: key.text(source).into(),
                name,
                equals: text(key.end, value.start).into(),
                value: value.text(source).into(),
                is_moved: false,
                tail: text(value.end, behind).into(),
                is_fresh: false,
            });
            lead = behind;
        }
        elements.end = text(lead, end).into();
        Some(elements)
    }

    pub(crate) fn is_object(&self) -> bool {
        self.is_object
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn has_only_names(&self) -> bool {
        self.list.iter().all(|element| element.name.is_some())
    }

    /// Whether the bracket at the end has a line of its own.
    fn has_lines(&self) -> bool {
        self.before(self.list.len()).ends_with('\n')
    }

    /// The text before an element, up to the element before it.
    fn before(&self, index: usize) -> &str {
        let previous = index.checked_sub(1).and_then(|previous| self.list.get(previous));
        previous.map_or(&self.open, |previous| &previous.tail)
    }

    /// The positions of the elements with each key.
    pub(crate) fn indexes(&self) -> HashMap<String, Vec<usize>> {
        let mut indexes: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, element) in self.list.iter().enumerate() {
            if let Some(name) = &element.name {
                indexes.entry(name.to_string()).or_default().push(index);
            }
        }
        indexes
    }

    /// The last element with this key, or at this position.
    pub(crate) fn find(&self, step: &Step) -> Option<usize> {
        match step {
            Step::Name(name) if self.is_object => {
                self.list.iter().rposition(|it| it.name.as_deref() == Some(&**name))
            }
            Step::Index(index) if !self.is_object => {
                Some(*index).filter(|index| *index < self.list.len())
            }
            _ => None,
        }
    }

    pub(crate) fn set(&mut self, index: usize, value: Value) {
        if let Some(element) = self.list.get_mut(index).filter(|it| *it.value != *value.text) {
            element.is_moved |= !value.is_in_place;
            element.value = value.text.into();
        }
    }

    /// Adds an element at the end, in the layout of the others.
    pub(crate) fn push(&mut self, key: Option<&str>, value: Value) {
        let is_empty = self.list.is_empty() && trimmed(&self.end).is_empty();
        if is_empty && self.is_object && !self.has_lines() {
            self.open = Cow::Borrowed("{\n");
            self.end = Cow::Borrowed("");
            self.is_divided = true;
        }
        let has_lines = self.has_lines();
        let is_spaced = !self.list.is_empty() || self.end.starts_with(' ');
        let mut element = Element {
            lead: Cow::Borrowed(if is_spaced { " " } else { "" }),
            key: key.map(|key| key_text(key, false)).unwrap_or_default().into(),
            name: key.map(|key| key.to_owned().into()),
            equals: Cow::Borrowed(if key.is_some() { " = " } else { "" }),
            value: value.text.into(),
            is_moved: true,
            tail: Cow::Borrowed(""),
            is_fresh: true,
        };
        if has_lines {
            let line_end = last_line_end(self.before(self.list.len()));
            element.lead = format!("{}{}", self.take_end_lines(), self.indentation()).into();
            element.tail = Cow::Borrowed(line_end);
        }
        if let Some(last) = self.list.last_mut() {
            let has_comma = comma(&last.tail).is_some();
            if !has_comma && (!has_lines || key.is_none()) {
                let is_heredoc = starts_with_line_end(&last.tail) && ends_with_heredoc(&last.value);
                let line_end = if is_heredoc { last_line_end(&last.tail) } else { "" };
                last.tail = format!("{line_end},{}", last.tail).into();
            }
            if has_comma {
                element.tail = format!(",{}", element.tail).into();
            }
        } else if has_lines && key.is_none() {
            element.tail = format!(",{}", element.tail).into();
        }
        self.list.push(element);
    }

    /// Adds an element to a tuple.
    pub(crate) fn insert(&mut self, position: usize, value: Value) {
        let line_end = last_line_end(self.before(position)).to_owned();
        let Some(next) = self.list.get_mut(position) else { return self.push(None, value) };
        let lead = match &*line_end {
            "" => {
                let blanks = leading_blanks(&next.lead).to_owned();
                next.lead = format!(" {}", &next.lead[blanks.len()..]).into();
                blanks
            }
            _ => last_indentation(&next.lead).to_owned(),
        };
        let new = Element {
            lead: lead.into(),
            key: Cow::Borrowed(""),
            name: None,
            equals: Cow::Borrowed(""),
            value: value.text.into(),
            is_moved: !value.is_in_place,
            tail: format!(",{line_end}").into(),
            is_fresh: true,
        };
        self.list.insert(position, new);
    }

    /// Removes the lines before the bracket at the end that stay before a new element.
    fn take_end_lines(&mut self) -> String {
        let lines = whole_lines(&self.end);
        if lines == 0 || self.list.last().is_some_and(|last| !last.tail.ends_with('\n')) {
            return String::new();
        }
        let taken = self.end[..lines].to_owned();
        self.end = self.end[lines..].to_owned().into();
        taken
    }

    fn indentation(&self) -> String {
        match self.list.first() {
            Some(first) if self.open.ends_with('\n') => last_indentation(&first.lead).to_owned(),
            _ => deeper(last_indentation(&self.end)),
        }
    }

    /// Removes an element with the comments that belong to it.
    pub(crate) fn take(&mut self, index: usize) -> Option<Element<'a>> {
        if index >= self.list.len() {
            return None;
        }
        let starts_line = self.before(index).ends_with('\n');
        let mut removed = self.list.remove(index);
        let (before, own) = removed.lead.split_at(start_of_belonging(&removed.lead));
        let (before, own) = (before.to_owned(), own.to_owned());
        let comma = comma(&removed.tail);
        match self.list.get_mut(index) {
            Some(next) if starts_line && removed.tail.ends_with('\n') => {
                next.lead = format!("{before}{}", next.lead).into();
            }
            Some(next) if removed.tail.ends_with('\n') && !trimmed(&next.lead).is_empty() => {
                let line_end = last_line_end(&removed.tail);
                next.lead = format!("{before}{line_end}{}", next.lead).into();
            }
            Some(next) => {
                let rest = next.lead.trim_start_matches(BLANKS);
                next.lead = format!("{before}{}{rest}", leading_blanks(&own)).into();
            }
            None => {
                self.end = format!("{before}{}", self.end).into();
                let last = self.list.last_mut();
                let at = last.as_ref().and_then(|last| self::comma(&last.tail));
                if let (Some(last), Some(at), None) = (last, at, comma) {
                    last.tail = without(&last.tail, at).into();
                }
                if self.list.is_empty() && !self.has_lines() && self.end.trim().is_empty() {
                    self.end = Cow::Borrowed("");
                }
            }
        }
        removed.lead = own.into();
        if let Some(at) = comma {
            removed.tail = without(&removed.tail, at).into();
        }
        Some(removed)
    }

    /// Adds an element of a tuple again that was taken from it, with its comments.
    pub(crate) fn insert_again(&mut self, position: usize, taken: Element<'a>) {
        let value = Value { text: taken.value.into_owned(), is_in_place: !taken.is_moved };
        self.insert(position, value);
        let position = position.min(self.list.len().saturating_sub(1));
        let starts_line = self.before(position).ends_with('\n');
        let Some(element) = self.list.get_mut(position) else { return };
        element.is_moved = taken.is_moved;
        let above = &*taken.lead;
        if trimmed(above).is_empty() {
        } else if !above.contains('\n') {
            element.lead = format!("{}{}", element.lead, above.trim_start_matches(BLANKS)).into();
        } else if starts_line {
            let before = element.lead.len() - last_indentation(&element.lead).len();
            element.lead = format!("{}{above}", &element.lead[..before]).into();
        } else {
            let line_end = if above.contains("\r\n") { "\r\n" } else { "\n" };
            element.lead = format!("{}{line_end}{above}", element.lead).into();
        }
        let behind = taken.tail.trim_end_matches(SPACE);
        if !behind.is_empty() {
            let at = comma(&element.tail).map_or(0, |at| at + 1);
            let (comma, rest) = element.tail.split_at(at);
            let line_end = match rest.contains('\n') {
                true => "",
                false => last_line_end(taken.tail.trim_end_matches(BLANKS)),
            };
            element.tail = format!("{comma}{behind}{line_end}{rest}").into();
        }
    }

    /// The changed constructor.
    pub(crate) fn value(&self) -> Value {
        let mut out = self.before.to_owned();
        out.push_str(&self.open);
        let mut equals = self.realigned().into_iter();
        for (index, element) in self.list.iter().enumerate() {
            out.push_str(&element.lead);
            out.push_str(&element.written_key(index == 0));
            let equals = equals.next().flatten();
            out.push_str(equals.as_deref().unwrap_or(&element.equals));
            self.write_value(element, index == 0 && !self.is_object, &mut out);
            out.push_str(&element.tail);
        }
        out.push_str(&self.end);
        out.push(if self.is_object { '}' } else { ']' });
        Value { text: out.split_off(self.before.len()), is_in_place: !self.is_divided }
    }

    fn write_value(&self, element: &Element<'_>, is_behind_bracket: bool, out: &mut String) {
        let start = out.len();
        match element.is_moved && element.value.contains('\n') {
            true => {
                let indentation = last_indentation(current_line(out)).to_owned();
                out.push_str(&indented(&element.value, &indentation, self.line_end));
            }
            false => out.push_str(&element.value),
        }
        let is_changed = matches!(element.value, Cow::Owned(_));
        let breaks_line = is_changed && breaks_line(&element.value, &element.tail);
        if breaks_line || is_behind_bracket && starts_with_for(&out[start..]) {
            out.insert(start, '(');
            out.push_str(if breaks_line { self.line_end } else { "" });
            out.push(')');
        }
    }

    /// The text between key and value of each element whose group is aligned again.
    fn realigned(&self) -> Vec<Option<String>> {
        let is_new = self.list.iter().any(|element| element.is_fresh);
        if !self.is_object || !is_new || !self.has_lines() {
            return Vec::new();
        }
        let rows = self.list.iter().enumerate().map(|(index, element)| {
            let key = element.written_key(index == 0);
            let row = Row::new(&key, None, &element.equals, element.is_fresh, &element.lead);
            row.filter(|_| !element.value.contains('\n') && element.tail.ends_with('\n'))
        });
        realign(&rows.collect::<Vec<_>>())
    }
}

impl Element<'_> {
    /// The key as it is written in its place. Directly after the bracket, `for` would start a `for`
    /// expression.
    fn written_key(&self, is_first: bool) -> Cow<'_, str> {
        match &self.name {
            _ if !is_first || !starts_with_for(&self.key) => Cow::Borrowed(&self.key),
            Some(name) => Cow::Owned(key_text(name, true)),
            None => Cow::Owned(format!("({})", self.key)),
        }
    }
}

/// The expression after a change of the constructor that the steps lead to.
pub(super) fn changed(
    expression: ExpressionRef<'_>,
    steps: &[Step],
    change: &mut dyn FnMut(ExpressionRef<'_>) -> Result<Value, Miss>,
) -> Result<Value, Miss> {
    let Some((step, rest)) = steps.split_first() else { return change(expression) };
    let miss = Miss::at(steps.len());
    if !matches!(expression.kind(), ExpressionKind::Object(_) | ExpressionKind::Tuple(_)) {
        return Err(miss.because_of_expression());
    }
    let Some(value) = element(expression, step) else { return Err(miss) };
    let value = nest(|| changed(value, rest, change))?;
    let mut elements = Elements::of(expression).ok_or(Miss::at(steps.len()))?;
    let index = elements.find(step).ok_or(Miss::at(steps.len()))?;
    elements.set(index, value);
    Ok(elements.value())
}

/// The element of a constructor. If keys are equal, evaluation takes the value of the last one.
pub(super) fn element<'a>(expression: ExpressionRef<'a>, step: &Step) -> Option<ExpressionRef<'a>> {
    match (expression.without_parentheses().kind(), step) {
        (ExpressionKind::Object(object), Step::Name(name)) => {
            let named = object.items().filter(|item| item.shown_key() == **name);
            named.last().map(|item| item.value())
        }
        (ExpressionKind::Tuple(mut elements), Step::Index(index)) => elements.nth(*index),
        _ => None,
    }
}

fn without(text: &str, comma: usize) -> String {
    format!("{}{}", &text[..comma], &text[comma + 1..])
}

/// The place of the comma in the text after an element.
fn comma(tail: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = tail.get(at..)?;
        let mark = memchr::memchr3(b',', b'/', b'#', rest.as_bytes())?;
        let rest = rest.get(mark..)?;
        at += mark;
        if rest.starts_with(',') {
            return Some(at);
        }
        at += match rest.strip_prefix("/*") {
            Some(inside) => inside.find("*/")? + 4,
            None => rest.find('\n')?,
        };
    }
}

/// The length of the comma and of the rest of its line in the text after an element. Comments between
/// the last element and the bracket on its line belong to it.
fn end_of_element(gap: &str, is_last: bool) -> usize {
    let behind = comma(gap).map_or(0, |comma| comma + 1);
    let rest = gap.get(behind..).unwrap_or_default();
    let comments = if is_last { rest.trim_end_matches(BLANKS).len() } else { 0 };
    behind + end_of_line(rest).unwrap_or(comments)
}

/// Whether the first token is the keyword `for`.
fn starts_with_for(text: &str) -> bool {
    let next = text.strip_prefix("for").map(|rest| rest.chars().next());
    next.is_some_and(|next| next.is_none_or(|next| !is_identifier(&format!("for{next}"))))
}

/// A key in the notation of an object.
fn key_text(key: &str, is_first: bool) -> String {
    let mut text = String::new();
    match is_bare_key(key, is_first) {
        true => text.push_str(key),
        false => quoted(key, &mut text),
    }
    text
}
