//! An object or a tuple as lines: its elements with all texts between them, for one change.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::address::{Miss, Step};
use super::change::Outcome;
use super::root::Root;
use super::text::{
    BLANKS, SPACE, current_line, end_of_line, ends_with_heredoc, last_line_end, leading_blanks,
    line_end_at, outside_comments, start_of_belonging, starts_with_line_end, trimmed, whole_lines,
};
use super::value::Value;
use super::write::breaks_line;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::Error;
use crate::format::alignment::{Row, realign};
use crate::format::indentation::{deeper, indented, last_indentation};
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef, NodeId, Tree, View};
use crate::text::identifier::is_identifier;
use crate::text::quote::{is_bare_key, quoted};
use crate::text::span::Span;

/// So many elements cost less than an index of their keys.
const UNINDEXED: usize = 32;

/// The elements of a constructor that is being changed.
#[derive(Clone)]
pub(crate) struct Elements {
    /// The line up to the bracket.
    before: String,
    line_end: &'static str,
    open: String,
    list: Vec<Element>,
    end: String,
    is_object: bool,
    /// Whether all lines get the indentation of their place.
    is_divided: bool,
    /// The numbers of the elements of a large object by their keys.
    names: Option<HashMap<String, Vec<usize>>>,
    /// The number of the next element of an object.
    next: usize,
}

/// An element, and the text around it.
#[derive(Clone)]
pub(crate) struct Element {
    /// Rises in an object.
    number: usize,
    lead: String,
    key: String,
    /// The value of the key. `None` in a tuple, and if the key must be evaluated.
    name: Option<String>,
    equals: String,
    value: Slot,
    /// Its comma, comments behind it, and the end of its line.
    tail: String,
    is_fresh: bool,
}

/// A value that may change as a whole, or element by element.
pub(super) struct Slot {
    text: String,
    /// Whether the value comes from another place.
    is_moved: bool,
    /// The expression in the tree of the source, unless the text is another one.
    node: Option<NodeId>,
    /// Made when an element changes.
    elements: Option<Box<Elements>>,
}

/// A change of a constructor.
#[derive(Clone, Copy)]
pub(super) enum ElementChange<'c> {
    Set(&'c Step, &'c Value),
    Push(&'c Value),
    Remove(&'c Step),
}

impl ElementChange<'_> {
    /// The most levels that it adds.
    pub(super) fn levels(self) -> usize {
        match self {
            ElementChange::Set(_, value) | ElementChange::Push(value) => value.levels() + 1,
            ElementChange::Remove(_) => 0,
        }
    }

    /// Fails if an expression that is not yet opened can't change so.
    pub(super) fn check(self, expression: ExpressionRef<'_>) -> Outcome<()> {
        let (is_object, is_tuple) = match expression.kind() {
            ExpressionKind::Object(_) => (true, false),
            ExpressionKind::Tuple(_) => (false, true),
            _ => (false, false),
        };
        let has = |step: &Step| element(expression, step).is_some();
        self.check_form(is_object, is_tuple, has, || expression.text())
    }

    fn check_form<'t>(
        self,
        is_object: bool,
        is_tuple: bool,
        has: impl FnOnce(&Step) -> bool,
        text: impl FnOnce() -> &'t str,
    ) -> Outcome<()> {
        let shown = || match (is_object, is_tuple) {
            (true, _) => "{…}",
            (_, true) => "[…]",
            _ => text(),
        };
        match self {
            ElementChange::Push(_) if !is_tuple => {
                Err(Error::edit(catalog::no_tuple(shown())).into())
            }
            ElementChange::Set(Step::Name(_), _) if !is_object => {
                Err(Error::edit(catalog::no_object(shown())).into())
            }
            ElementChange::Push(_) | ElementChange::Set(Step::Name(_), _) => Ok(()),
            ElementChange::Set(step, _) | ElementChange::Remove(step) => match has(step) {
                true => Ok(()),
                false => Err(Miss::at(0)),
            },
        }
    }
}

impl Slot {
    pub(super) fn of(expression: ExpressionRef<'_>) -> Self {
        let node = Some(expression.0.id);
        Slot { text: expression.text().to_owned(), is_moved: false, node, elements: None }
    }

    pub(super) fn new(value: Value) -> Self {
        Slot { text: value.text, is_moved: !value.is_in_place, node: None, elements: None }
    }

    /// The text, and whether it comes from another place.
    fn now(&self) -> (Cow<'_, str>, bool) {
        match &self.elements {
            Some(elements) => {
                let value = nest(|| elements.value());
                (value.text.into(), self.is_moved || !value.is_in_place)
            }
            None => (Cow::Borrowed(&self.text), self.is_moved),
        }
    }

    pub(super) fn value(&self) -> Value {
        let (text, is_moved) = self.now();
        Value { text: text.into_owned(), is_in_place: !is_moved }
    }

    /// Changes the constructor that the steps lead to.
    pub(super) fn change(
        &mut self,
        tree: &Tree<'_>,
        path: &[Step],
        change: ElementChange<'_>,
    ) -> Outcome<()> {
        let miss = Miss::at(path.len());
        if !self.open(tree) {
            return match path {
                [] => change.check_form(false, false, |_| false, || &self.text),
                _ => Err(miss.because_of_expression()),
            };
        }
        let Some(elements) = &mut self.elements else { return Err(miss) };
        let Some((step, rest)) = path.split_first() else { return elements.change(change) };
        let index = elements.find(step).ok_or(miss)?;
        let element = elements.list.get_mut(index).ok_or(Miss::at(path.len()))?;
        nest(|| element.value.change(tree, rest, change))
    }

    /// Divides the value into its elements. Returns whether it is a constructor.
    fn open(&mut self, tree: &Tree<'_>) -> bool {
        if self.elements.is_none() {
            self.elements = match self.node {
                Some(id) => Elements::of(ExpressionRef(View::new(tree, id))),
                None => Elements::of_text(&self.text),
            }
            .map(Box::new);
        }
        self.elements.is_some()
    }
}

/// Constructors may be nested more deeply than the stack allows.
impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(elements) = self.elements.take() {
            nest(|| drop(elements));
        }
    }
}

impl Clone for Slot {
    fn clone(&self) -> Self {
        let (text, elements) = (self.text.clone(), nest(|| self.elements.clone()));
        Slot { text, elements, ..*self }
    }
}

impl Elements {
    /// `None` if the expression is not written as an object or a tuple.
    pub(crate) fn of(expression: ExpressionRef<'_>) -> Option<Self> {
        type Pair<'a> = (Option<(Span, Option<Cow<'a, str>>)>, ExpressionRef<'a>);
        if expression.is_json() {
            return None;
        }
        let (pairs, is_object): (Vec<Pair<'_>>, bool) = match expression.kind() {
            ExpressionKind::Tuple(values) => (values.map(|it| (None, it)).collect(), false),
            ExpressionKind::Object(object) => {
                let pairs = object.items().map(|item| {
                    let name = item.name().map(Cow::Borrowed);
                    let name = name.or_else(|| Some(item.key().as_string()?.value()));
                    (Some((item.key().span(), name)), item.value())
                });
                (pairs.collect(), true)
            }
            _ => return None,
        };
        let (span, source) = (expression.span(), expression.source());
        let text = |from: u32, to: u32| Span::new(from, to).text(source);
        let start_of = |(key, value): &Pair<'_>| match key {
            Some((key, _)) => key.start,
            None => value.span().start,
        };
        let end = span.end - 1;
        let mut lead = span.start + 1;
        let first = pairs.first().map_or(end, start_of);
        lead += end_of_line(text(lead, first)).unwrap_or(0) as u32;
        let mut elements = Elements {
            before: current_line(text(0, span.start)).to_owned(),
            line_end: line_end_at(source, span.start as usize),
            open: text(span.start, lead).to_owned(),
            list: Vec::with_capacity(pairs.len()),
            end: String::new(),
            is_object,
            is_divided: false,
            names: None,
            next: pairs.len(),
        };
        let mut pairs = pairs.into_iter().peekable();
        while let Some(pair) = pairs.next() {
            let (start, value) = (start_of(&pair), pair.1.span());
            let next = pairs.peek().map_or(end, start_of);
            let length = end_of_element(text(value.end, next), pairs.peek().is_none());
            let behind = value.end + length as u32;
            let (key, name) = pair.0.unwrap_or((Span::empty(start), None));
            elements.list.push(Element {
                number: elements.list.len(),
                lead: text(lead, start).to_owned(),
                key: key.text(source).to_owned(),
                name: name.map(Cow::into_owned),
                equals: text(key.end, value.start).to_owned(),
                value: Slot::of(pair.1),
                tail: text(value.end, behind).to_owned(),
                is_fresh: false,
            });
            lead = behind;
        }
        elements.end = text(lead, end).to_owned();
        Some(elements)
    }

    fn of_text(text: &str) -> Option<Self> {
        let root = Root::parse_item(&format!("_ = {text}\n")).ok().flatten()?;
        let mut elements = Elements::of(root.attribute().expression())?;
        elements.list.iter_mut().for_each(|element| element.value.node = None);
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

    fn change(&mut self, change: ElementChange<'_>) -> Outcome<()> {
        let found = match change {
            ElementChange::Set(step, _) | ElementChange::Remove(step) => self.find(step),
            ElementChange::Push(_) => None,
        };
        change.check_form(self.is_object, !self.is_object, |_| found.is_some(), || "")?;
        match (change, found) {
            (ElementChange::Set(_, value), Some(index)) => self.set(index, value.clone()),
            (ElementChange::Set(step, value), None) => self.push(step.as_name(), value.clone()),
            (ElementChange::Push(value), _) => self.push(None, value.clone()),
            (ElementChange::Remove(step), mut found) => {
                while let Some(index) = found {
                    self.take(index);
                    found = if self.is_object { self.find(step) } else { None };
                }
            }
        }
        Ok(())
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

    /// The numbers of the elements with each key: their positions, before elements are removed.
    pub(crate) fn numbers(&self) -> HashMap<String, Vec<usize>> {
        let mut numbers: HashMap<String, Vec<usize>> = HashMap::new();
        for element in &self.list {
            if let Some(name) = &element.name {
                numbers.entry(name.clone()).or_default().push(element.number);
            }
        }
        numbers
    }

    /// The last element with this key, or at this position.
    fn find(&mut self, step: &Step) -> Option<usize> {
        match step {
            Step::Name(name) if self.is_object && self.list.len() <= UNINDEXED => {
                self.list.iter().rposition(|it| it.name.as_deref() == Some(&**name))
            }
            Step::Name(name) if self.is_object => {
                if self.names.is_none() {
                    self.names = Some(self.numbers());
                }
                let number = self.names.as_ref()?.get(&**name)?.last()?;
                self.list.binary_search_by_key(number, |element| element.number).ok()
            }
            Step::Index(index) if !self.is_object => {
                Some(*index).filter(|index| *index < self.list.len())
            }
            _ => None,
        }
    }

    pub(crate) fn set(&mut self, index: usize, value: Value) {
        let Some(slot) = self.list.get_mut(index).map(|element| &mut element.value) else { return };
        if slot.elements.is_some() || slot.text != value.text {
            let was_moved = slot.is_moved;
            *slot = Slot::new(value);
            slot.is_moved |= was_moved;
        }
    }

    /// Adds an element at the end, in the layout of the others.
    pub(crate) fn push(&mut self, key: Option<&str>, value: Value) {
        let is_empty = self.list.is_empty() && trimmed(&self.end).is_empty();
        if is_empty && self.is_object && !self.has_lines() {
            self.open = "{\n".to_owned();
            self.end.clear();
            self.is_divided = true;
        }
        let has_lines = self.has_lines();
        let is_spaced = !self.list.is_empty() || self.end.starts_with(' ');
        let mut element = Element {
            number: self.next,
            lead: if is_spaced { " " } else { "" }.to_owned(),
            key: key.map(|key| key_text(key, false)).unwrap_or_default(),
            name: key.map(str::to_owned),
            equals: if key.is_some() { " = " } else { "" }.to_owned(),
            value: Slot::new(Value { is_in_place: false, ..value }),
            tail: String::new(),
            is_fresh: true,
        };
        if has_lines {
            let line_end = last_line_end(self.before(self.list.len()));
            element.lead = format!("{}{}", self.take_end_lines(), self.indentation());
            element.tail = line_end.to_owned();
        }
        if let Some(last) = self.list.last_mut() {
            let has_comma = comma(&last.tail).is_some();
            if !has_comma && (!has_lines || key.is_none()) {
                let is_heredoc =
                    starts_with_line_end(&last.tail) && ends_with_heredoc(&last.value.text);
                let line_end = if is_heredoc { last_line_end(&last.tail) } else { "" };
                last.tail = format!("{line_end},{}", last.tail);
            }
            if has_comma {
                element.tail = format!(",{}", element.tail);
            }
        } else if has_lines && key.is_none() {
            element.tail = format!(",{}", element.tail);
        }
        self.next += 1;
        if let (Some(names), Some(key)) = (&mut self.names, key) {
            names.entry_ref(key).or_default().push(element.number);
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
                next.lead = format!(" {}", &next.lead[blanks.len()..]);
                blanks
            }
            _ => last_indentation(&next.lead).to_owned(),
        };
        let new = Element {
            number: 0,
            lead,
            key: String::new(),
            name: None,
            equals: String::new(),
            value: Slot::new(value),
            tail: format!(",{line_end}"),
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
        self.end.drain(..lines);
        taken
    }

    fn indentation(&self) -> String {
        match self.list.first() {
            Some(first) if self.open.ends_with('\n') => last_indentation(&first.lead).to_owned(),
            _ => deeper(last_indentation(&self.end)),
        }
    }

    /// Removes an element with the comments that belong to it.
    pub(crate) fn take(&mut self, index: usize) -> Option<Element> {
        if index >= self.list.len() {
            return None;
        }
        let starts_line = self.before(index).ends_with('\n');
        let mut removed = self.list.remove(index);
        if let (Some(names), Some(name)) = (&mut self.names, &removed.name) {
            let numbers = names.get_mut(name).map(|all| all.retain(|it| *it != removed.number));
            debug_assert!(numbers.is_some(), "all keys are in the index");
        }
        let (before, own) = removed.lead.split_at(start_of_belonging(&removed.lead));
        let (before, own) = (before.to_owned(), own.to_owned());
        let comma = comma(&removed.tail);
        match self.list.get_mut(index) {
            Some(next) if starts_line && removed.tail.ends_with('\n') => {
                next.lead = format!("{before}{}", next.lead);
            }
            Some(next) if removed.tail.ends_with('\n') && !trimmed(&next.lead).is_empty() => {
                let line_end = last_line_end(&removed.tail);
                next.lead = format!("{before}{line_end}{}", next.lead);
            }
            Some(next) => {
                let rest = next.lead.trim_start_matches(BLANKS);
                next.lead = format!("{before}{}{rest}", leading_blanks(&own));
            }
            None => {
                self.end = format!("{before}{}", self.end);
                let last = self.list.last_mut();
                let at = last.as_ref().and_then(|last| self::comma(&last.tail));
                if let (Some(last), Some(at), None) = (last, at, comma) {
                    last.tail = without(&last.tail, at);
                }
                if self.list.is_empty() && !self.has_lines() && self.end.trim().is_empty() {
                    self.end.clear();
                }
            }
        }
        removed.lead = own;
        if let Some(at) = comma {
            removed.tail = without(&removed.tail, at);
        }
        Some(removed)
    }

    /// Adds an element of a tuple again that was taken from it, with its comments.
    pub(crate) fn insert_again(&mut self, position: usize, mut taken: Element) {
        let is_in_place = !taken.value.is_moved;
        let text = std::mem::take(&mut taken.value.text);
        self.insert(position, Value { text, is_in_place });
        let position = position.min(self.list.len().saturating_sub(1));
        let starts_line = self.before(position).ends_with('\n');
        let Some(element) = self.list.get_mut(position) else { return };
        element.value.is_moved = taken.value.is_moved;
        let above = &*taken.lead;
        if trimmed(above).is_empty() {
        } else if !above.contains('\n') {
            element.lead = format!("{}{}", element.lead, above.trim_start_matches(BLANKS));
        } else if starts_line {
            let before = element.lead.len() - last_indentation(&element.lead).len();
            element.lead = format!("{}{above}", &element.lead[..before]);
        } else {
            let line_end = if above.contains("\r\n") { "\r\n" } else { "\n" };
            element.lead = format!("{}{line_end}{above}", element.lead);
        }
        let behind = taken.tail.trim_end_matches(SPACE);
        if !behind.is_empty() {
            let at = comma(&element.tail).map_or(0, |at| at + 1);
            let (comma, rest) = element.tail.split_at(at);
            let line_end = match rest.contains('\n') {
                true => "",
                false => last_line_end(taken.tail.trim_end_matches(BLANKS)),
            };
            element.tail = format!("{comma}{behind}{line_end}{rest}");
        }
    }

    /// The changed constructor.
    pub(crate) fn value(&self) -> Value {
        let values: Vec<(Cow<'_, str>, bool)> = self.list.iter().map(|it| it.value.now()).collect();
        let mut out = self.before.clone();
        out.push_str(&self.open);
        let mut equals = self.realigned(&values).into_iter();
        for (index, (element, (value, is_moved))) in self.list.iter().zip(&values).enumerate() {
            out.push_str(&element.lead);
            out.push_str(&element.written_key(index == 0));
            let equals = equals.next().flatten();
            out.push_str(equals.as_deref().unwrap_or(&element.equals));
            let start = out.len();
            match *is_moved && value.contains('\n') {
                true => {
                    let indentation = last_indentation(current_line(&out)).to_owned();
                    out.push_str(&indented(value, &indentation, self.line_end));
                }
                false => out.push_str(value),
            }
            let breaks_line = breaks_line(value, &element.tail);
            if breaks_line || index == 0 && !self.is_object && starts_with_for(&out[start..]) {
                out.insert(start, '(');
                out.push_str(if breaks_line { self.line_end } else { "" });
                out.push(')');
            }
            out.push_str(&element.tail);
        }
        out.push_str(&self.end);
        out.push(if self.is_object { '}' } else { ']' });
        Value { text: out.split_off(self.before.len()), is_in_place: !self.is_divided }
    }

    /// The text between key and value of each element whose group is aligned again.
    fn realigned(&self, values: &[(Cow<'_, str>, bool)]) -> Vec<Option<String>> {
        let is_new = self.list.iter().any(|element| element.is_fresh);
        if !self.is_object || !is_new || !self.has_lines() {
            return Vec::new();
        }
        let rows =
            self.list.iter().zip(values).enumerate().map(|(index, (element, (value, _)))| {
                let key = element.written_key(index == 0);
                let row = Row::new(&key, None, &element.equals, element.is_fresh, &element.lead);
                row.filter(|_| !value.contains('\n') && element.tail.ends_with('\n'))
            });
        realign(&rows.collect::<Vec<_>>())
    }
}

impl Element {
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
    outside_comments(tail, b',')
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
