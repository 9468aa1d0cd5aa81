//! The elements of an object or a tuple, divided so that each can be changed separately.

use std::borrow::Cow;
use std::sync::Arc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::address::Step;
use super::comments::start_of_belonging;
use super::expression::Expression;
use super::list::List;
use super::order::Key;
use super::text::{
    Text, end_of_line, ends_with_heredoc, last_line_end, starts_with_line_end, trimmed, whole_lines,
};
use crate::format::indentation::deeper;
use crate::format::indentation::last_indentation;
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef, Tree};
use crate::text::identifier::is_identifier;
use crate::text::quote::{is_bare_key, quoted};

/// All texts together, in order, are the text of the expression.
pub(crate) struct Elements {
    /// The opening bracket, with the rest of its line.
    pub(super) open: Text,
    pub(super) list: List<Element>,
    /// The text between the last element and the closing bracket.
    pub(super) end: Text,
    pub(super) close: char,
    /// The elements of an object by their keys. A key can occur several times.
    index: Option<HashMap<Box<str>, SmallVec<[Key; 1]>>>,
}

#[derive(Clone)]
pub(crate) struct Element {
    /// The text between the comma of the previous element and this one.
    pub(super) lead: Text,
    /// The key of an object's element, as it was written.
    pub(super) key: Text,
    /// The value of the key, unless it has to be evaluated.
    pub(super) name: Option<Box<str>>,
    /// The text between key and value.
    pub(super) equals: Text,
    pub(super) value: Expression,
    /// The text of the value in the source.
    pub(super) original: Text,
    /// The comma, and the rest of the line.
    pub(super) tail: Text,
    pub(super) is_fresh: bool,
}

impl Elements {
    pub(super) fn open(tree: &Arc<Tree<'static>>, expression: ExpressionRef<'_>) -> Option<Self> {
        let (pairs, close): (Vec<_>, char) = match expression.kind() {
            ExpressionKind::Tuple(elements) => (elements.map(|value| (None, value)).collect(), ']'),
            ExpressionKind::Object(object) => {
                let items = object.items().map(|item| {
                    let name = item
                        .name()
                        .map(str::to_owned)
                        .or_else(|| item.key().as_string().map(|key| key.value().into_owned()));
                    (Some((item.key(), name)), item.value())
                });
                (items.collect(), '}')
            }
            _ => return None,
        };
        let (span, source) = (expression.span(), &*tree.source);
        let end = span.end - 1;
        let start = |pair: &(Option<(ExpressionRef<'_>, _)>, ExpressionRef<'_>)| match pair {
            (Some((key, _)), _) => key.span().start,
            (None, value) => value.span().start,
        };
        let gap = |from: u32, to: u32| source.get(from as usize..to as usize).unwrap_or_default();
        let first = pairs.first().map_or(end, start);
        let mut lead = span.start + 1;
        lead += end_of_line(gap(lead, first)).unwrap_or(0) as u32;
        let mut elements = Elements {
            open: Text::source(tree, span.start, lead),
            list: List::with_capacity(pairs.len()),
            end: Text::default(),
            close,
            index: None,
        };
        let mut pairs = pairs.into_iter().peekable();
        while let Some(pair) = pairs.next() {
            let start = start(&pair);
            let (key, value) = pair;
            let span = value.span();
            let next = pairs.peek().map_or(end, |next| match next {
                (Some((key, _)), _) => key.span().start,
                (None, value) => value.span().start,
            });
            let behind =
                span.end + end_of_element(gap(span.end, next), pairs.peek().is_none()) as u32;
            let key_end = key.as_ref().map_or(start, |(key, _)| key.span().end);
            elements.list.push(Element {
                lead: Text::source(tree, lead, start),
                key: Text::source(tree, start, key_end),
                name: key.and_then(|(_, name)| name).map(Into::into),
                equals: Text::source(tree, key_end, span.start),
                value: Expression::of(tree, value.id()),
                original: Text::source(tree, span.start, span.end),
                tail: Text::source(tree, span.end, behind),
                is_fresh: false,
            });
            lead = behind;
        }
        elements.end = Text::source(tree, lead, end);
        Some(elements)
    }

    pub(super) fn is_object(&self) -> bool {
        self.close == '}'
    }

    /// Whether the closing bracket is on its own line.
    pub(super) fn has_lines(&self) -> bool {
        self.before(None).ends_with('\n')
    }

    /// The text before an element, or before the closing bracket.
    fn before(&self, next: Option<Key>) -> &str {
        let previous = next.map_or(self.list.last(), |next| self.list.previous(next));
        let previous = previous.and_then(|previous| self.list.get(previous));
        previous.map_or(&*self.open, |previous| &*previous.tail)
    }

    /// Whether the text contains a line end.
    pub(super) fn spans_lines(&self) -> bool {
        self.open.contains('\n')
            || self.end.contains('\n')
            || self.list.iter().any(|(_, element)| {
                let texts = [&element.lead, &element.key, &element.equals, &element.tail];
                texts.iter().any(|text| text.contains('\n')) || element.value.has_lines()
            })
    }

    /// The element of an object that determines the value of this key: the last one.
    pub(super) fn find(&mut self, key: &str) -> Option<Key> {
        let list = &self.list;
        let index = self.index.get_or_insert_with(|| {
            let mut index: HashMap<Box<str>, SmallVec<[Key; 1]>> = HashMap::new();
            for (key, element) in list.iter() {
                if let Some(name) = &element.name {
                    index.entry(name.clone()).or_default().push(key);
                }
            }
            index
        });
        index.get(key)?.last().copied()
    }

    /// The element for a step of an address.
    pub(super) fn at(&mut self, step: &Step) -> Option<Key> {
        match step {
            Step::Name(name) if self.is_object() => self.find(name),
            Step::Index(index) if !self.is_object() => self.list.nth(*index),
            _ => None,
        }
    }

    pub(super) fn value_mut(&mut self, key: Key) -> Option<&mut Expression> {
        Some(&mut self.list.get_mut(key)?.value)
    }

    /// Adds an element at the end, in the layout of the other elements.
    pub(super) fn push(&mut self, key: Option<&str>, value: Expression) {
        let has_lines = self.has_lines();
        let last = self.list.last();
        let is_spaced = last.is_some() || self.end.starts_with(' ');
        let mut element = Element {
            lead: Text::from(if is_spaced { " " } else { "" }),
            key: key.map(|key| Text::from(key_text(key, false))).unwrap_or_default(),
            name: key.map(Into::into),
            equals: Text::from(if key.is_some() { " = " } else { "" }),
            value,
            original: Text::default(),
            tail: Text::default(),
            is_fresh: true,
        };
        if has_lines {
            let line_end = last_line_end(self.before(None));
            element.lead = Text::from(format!("{}{}", self.take_end_lines(), self.indentation()));
            element.tail = Text::from(line_end);
        }
        if let Some(last) = last.and_then(|last| self.list.get_mut(last)) {
            let comma = comma(&last.tail);
            let needs_comma = !has_lines || key.is_none();
            if comma.is_none() && needs_comma {
                let is_heredoc = starts_with_line_end(&last.tail)
                    && last.value.as_text().is_some_and(ends_with_heredoc);
                let line_end = if is_heredoc { last_line_end(&last.tail) } else { "" };
                last.tail.prepend(&format!("{line_end},"));
            }
            if comma.is_some() {
                element.tail.prepend(",");
            }
        } else if has_lines && key.is_none() {
            element.tail.prepend(",");
        }
        let name = element.name.clone();
        let key = self.list.push(element);
        if let (Some(index), Some(name)) = (&mut self.index, name) {
            index.entry(name).or_default().push(key);
        }
    }

    /// Adds an element to a tuple at a position, or at the end.
    pub(super) fn insert(&mut self, position: usize, value: Expression) {
        let Some(next) = self.list.nth(position) else { return self.push(None, value) };
        let line_end = last_line_end(self.before(Some(next)));
        let Some(element) = self.list.get_mut(next) else { return };
        let lead = match line_end {
            "" => {
                let (blanks, rest) = element.lead.split_at(leading_blanks(&element.lead).len());
                let (blanks, rest) = (Text::from(blanks), Text::from(format!(" {rest}")));
                element.lead = rest;
                blanks
            }
            _ => Text::from(last_indentation(&element.lead)),
        };
        let new = Element {
            lead,
            key: Text::default(),
            name: None,
            equals: Text::default(),
            value,
            original: Text::default(),
            tail: Text::from(format!(",{line_end}")),
            is_fresh: true,
        };
        self.list.insert_before(next, new);
    }

    /// Puts the closing bracket of an empty object on its own line.
    pub(super) fn divide(&mut self) {
        self.open = Text::from("{\n");
        self.end = Text::default();
    }

    /// Takes the whole lines after the last element.
    fn take_end_lines(&mut self) -> String {
        let lines = whole_lines(&self.end);
        let starts_line = self.list.last().and_then(|last| self.list.get(last));
        if lines == 0 || starts_line.is_some_and(|last| !last.tail.ends_with('\n')) {
            return String::new();
        }
        let taken = self.end[..lines].to_owned();
        self.end = Text::from(&self.end[lines..]);
        taken
    }

    /// The indentation of the elements.
    fn indentation(&self) -> String {
        let first = self.list.first().and_then(|first| self.list.get(first));
        match first {
            Some(first) if self.open.ends_with('\n') => last_indentation(&first.lead).to_owned(),
            _ => deeper(last_indentation(&self.end)),
        }
    }

    /// Removes an element. It keeps its own comments, and no other text around it.
    pub(super) fn take(&mut self, key: Key) -> Option<Element> {
        let (previous, next) = (self.list.previous(key), self.list.next(key));
        let mut removed = self.list.remove(key)?;
        if let (Some(index), Some(name)) = (&mut self.index, &removed.name) {
            if let Some(keys) = index.get_mut(name) {
                // Mostly it is the last one.
                let at = keys.iter().rposition(|other| *other == key);
                at.map(|at| keys.remove(at));
            }
        }
        let starts_line = match previous {
            Some(previous) => self.list.get(previous).is_some_and(|it| it.tail.ends_with('\n')),
            None => self.open.ends_with('\n'),
        };
        let (before, own) = removed.lead.split_at(start_of_belonging(&removed.lead));
        let comma = comma(&removed.tail);
        match next.and_then(|next| self.list.get_mut(next)) {
            Some(next) if starts_line && removed.tail.ends_with('\n') => next.lead.prepend(before),
            Some(next) if removed.tail.ends_with('\n') && !trimmed(&next.lead).is_empty() => {
                next.lead.prepend(&format!("{before}{}", last_line_end(&removed.tail)));
            }
            Some(next) => {
                let (blanks, rest) = (leading_blanks(own), next.lead.trim_start_matches(BLANKS));
                next.lead = Text::from(format!("{before}{blanks}{rest}"));
            }
            None => {
                self.end.prepend(before);
                let last = previous.and_then(|previous| self.list.get_mut(previous));
                let at = last.as_ref().and_then(|last| self::comma(&last.tail));
                if let (Some(last), Some(at), None) = (last, at, comma) {
                    let without = format!("{}{}", &last.tail[..at], &last.tail[at + 1..]);
                    last.tail = Text::from(without);
                }
                if self.list.is_empty() && !self.has_lines() && self.end.trim().is_empty() {
                    self.end = Text::default();
                }
            }
        }
        removed.lead = Text::from(own);
        if let Some(at) = comma {
            let without = format!("{}{}", &removed.tail[..at], &removed.tail[at + 1..]);
            removed.tail = Text::from(without);
        }
        Some(removed)
    }

    /// Adds an element of a tuple that was taken to it again, with its comments.
    pub(super) fn insert_again(&mut self, position: usize, taken: Element) {
        self.insert(position, taken.value);
        let Some(key) = self.list.nth(position).or(self.list.last()) else { return };
        let starts_line = self.before(Some(key)).ends_with('\n');
        let Some(element) = self.list.get_mut(key) else { return };
        element.original = taken.original;
        let above = &*taken.lead;
        if trimmed(above).is_empty() {
        } else if !above.contains('\n') {
            element.lead.append(above.trim_start_matches(BLANKS));
        } else if starts_line {
            let before = element.lead.len() - last_indentation(&element.lead).len();
            element.lead = Text::from(format!("{}{above}", &element.lead[..before]));
        } else {
            let line_end = if above.contains("\r\n") { "\r\n" } else { "\n" };
            element.lead.append(&format!("{line_end}{above}"));
        }
        let behind = taken.tail.trim_end_matches([' ', '\t', '\r', '\n']);
        if !behind.is_empty() {
            let at = comma(&element.tail).map_or(0, |at| at + 1);
            let (comma, rest) = element.tail.split_at(at);
            let line_end = match rest.contains('\n') {
                true => "",
                false => last_line_end(taken.tail.trim_end_matches(BLANKS)),
            };
            element.tail = Text::from(format!("{comma}{behind}{line_end}{rest}"));
        }
    }
}

impl Clone for Elements {
    fn clone(&self) -> Self {
        Elements {
            open: self.open.clone(),
            list: nest(|| self.list.clone()),
            end: self.end.clone(),
            close: self.close,
            index: self.index.clone(),
        }
    }
}

/// Objects and tuples may be nested more deeply than the stack allows.
impl Drop for Elements {
    fn drop(&mut self) {
        let elements = std::mem::replace(&mut self.list, List::with_capacity(0));
        nest(|| drop(elements));
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The blanks at the start of the text.
fn leading_blanks(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(BLANKS).len()]
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
        at += match rest.starts_with("/*") {
            true => rest.find("*/")? + 2,
            false => rest.find('\n')?,
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

impl Element {
    /// The key as it is written in its place. Directly after the bracket, `for` would start a `for`
    /// expression.
    pub(super) fn written_key(&self, is_first: bool) -> Cow<'_, str> {
        match &self.name {
            _ if !is_first || !starts_with_for(&self.key) => Cow::Borrowed(&self.key),
            Some(name) => Cow::Owned(key_text(name, true)),
            None => Cow::Owned(format!("({})", &*self.key)),
        }
    }
}

/// Whether the first token is the keyword `for`.
pub(super) fn starts_with_for(text: &str) -> bool {
    let next = text.strip_prefix("for").map(|rest| rest.chars().next());
    next.is_some_and(|next| next.is_none_or(|next| !is_identifier(&format!("for{next}"))))
}

/// A key in the notation of an object.
pub(super) fn key_text(key: &str, is_first: bool) -> String {
    let mut text = String::new();
    match is_bare_key(key, is_first) {
        true => text.push_str(key),
        false => quoted(key, &mut text),
    }
    text
}
