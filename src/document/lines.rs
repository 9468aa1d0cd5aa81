//! A body, an object or a tuple as lines: its items or elements with all texts between them, for one change of
//! its layout.
//!
//! This is the only place that decides how an item or an element fits: its indentation, the blank lines around
//! it, its comma, whose a comment is, and when a text on one line gets several lines.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use super::Layout;
use super::line::{Line, joined, prepend, split};
use super::text::{
    end_of_element, end_of_line, last_line_end, line_end_at, start_of_belonging, starts_line,
    whole_lines,
};
use super::value::Value;
use crate::diagnostic::catalog::encoding;
use crate::diagnostic::error::{Error, Result};
use crate::format::alignment::aligned_groups;
use crate::format::blank_lines::{without_surplus, without_trailing_blank_lines};
use crate::format::indentation::last_indentation;
use crate::syntax::{BlockRef, BodyRef, ExpressionKind, ExpressionRef, ItemRef};
use crate::text::span::Span;

/// An item or an element of [`Lines`]. One of the source has its position as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(pub(super) u32);

impl Key {
    pub(crate) fn of(index: usize) -> Self {
        Key(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of a new item.
#[derive(Clone, Copy)]
pub(crate) enum Position {
    /// An attribute after the other attributes, a block at the end.
    Usual,
    End,
    Before(Key),
    /// Directly behind an item, before comments that belong to no item.
    Behind(Key),
}

/// The kind of text that is divided into lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Document,
    Block,
    Object,
    Tuple,
}

impl Form {
    pub(super) fn is_constructor(self) -> bool {
        matches!(self, Form::Object | Form::Tuple)
    }

    pub(super) fn has_brackets(self) -> bool {
        self != Form::Document
    }
}

/// A body or a constructor that is being changed.
pub(crate) struct Lines<'a> {
    pub(super) source: &'a str,
    pub(super) form: Form,
    /// The place in the source.
    pub(super) span: Span,
    pub(super) open: &'a str,
    pub(super) list: Vec<Line<'a>>,
    pub(super) order: Vec<Key>,
    pub(super) end: Cow<'a, str>,
    pub(super) line_end: &'static str,
    /// The indentation of the first item that starts a line.
    pub(super) indentation: Option<&'a str>,
    pub(super) layout: Layout,
    /// Whether all of it is new, so that it is formatted when it is written.
    pub(super) is_new: bool,
    /// The groups of lines that are aligned, by the positions of their items.
    aligned: OnceCell<Vec<Range<usize>>>,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(body: BodyRef<'a>, layout: Layout) -> Self {
        let form = if body.text().starts_with('{') { Form::Block } else { Form::Document };
        let entries = body.items().map(|item| {
            let value = item.as_attribute().map(|attribute| attribute.expression().span());
            (Some(item), value.map(|_| item.name_span()), value.unwrap_or(item.span()))
        });
        Lines::new((body.source(), body.span()), form, layout, entries)
    }

    /// `None` if the expression is not written as an object or a tuple.
    pub(crate) fn of_constructor(expression: ExpressionRef<'a>) -> Option<Self> {
        let place = (expression.source(), expression.span());
        match expression.kind() {
            _ if expression.is_json() => None,
            ExpressionKind::Tuple(values) => {
                let entries = values.map(|value| (None, None, value.span()));
                Some(Lines::new(place, Form::Tuple, Layout::Appending, entries))
            }
            ExpressionKind::Object(object) => {
                let entries = object.items();
                let entries = entries.map(|it| (None, Some(it.key().span()), it.value().span()));
                Some(Lines::new(place, Form::Object, Layout::Appending, entries))
            }
            _ => None,
        }
    }

    /// The entries are items, or elements without one, each with the name of an attribute or the key of an
    /// element, and the value or the whole block.
    fn new(
        (source, span): (&'a str, Span),
        form: Form,
        layout: Layout,
        entries: impl Iterator<Item = (Option<ItemRef<'a>>, Option<Span>, Span)>,
    ) -> Self {
        let gap = |from: u32, to: u32| Span::new(from, to).text(source);
        let start = |entry: &(_, Option<Span>, Span)| entry.1.unwrap_or(entry.2).start;
        let has_brackets = form.has_brackets();
        let mark = if has_brackets || !source.starts_with('\u{feff}') { 0 } else { 3 };
        let inner = span.start + if has_brackets { 1 } else { mark };
        let end = span.end - u32::from(has_brackets);
        // The start of the text before the next item.
        let mut lead = inner;
        let mut entries = entries.peekable();
        if has_brackets {
            let first = entries.peek().map_or(end, start);
            lead += end_of_line(gap(inner, first)).unwrap_or(0) as u32;
        }
        let mut lines = Lines {
            source,
            form,
            span,
            open: gap(span.start, lead),
            list: Vec::with_capacity(entries.size_hint().0),
            order: Vec::with_capacity(entries.size_hint().0),
            end: Cow::Borrowed(""),
            line_end: line_end_at(source, span.start as usize),
            indentation: None,
            layout,
            is_new: false,
            aligned: OnceCell::new(),
        };
        while let Some(entry) = entries.next() {
            let before = start(&entry);
            let (item, name, value) = entry;
            let between = gap(value.end, entries.peek().map_or(end, start));
            let length = match form.is_constructor() {
                true => end_of_element(between, entries.peek().is_none()),
                false => end_of_line(between).unwrap_or(between.len()),
            };
            let behind = value.end + length as u32;
            lines.order.push(Key(lines.list.len() as u32));
            let above = gap(lead, before);
            let (detached, own) = above.split_at(start_of_belonging(above));
            if own.contains('\n') || starts_line(gap(span.start, lead + detached.len() as u32)) {
                lines.indentation.get_or_insert(last_indentation(own));
            }
            lines.list.push(Line {
                item,
                detached: detached.into(),
                lead: own.into(),
                name: name
                    .map(|name| (name.text(source).into(), gap(name.end, value.start).into())),
                is_moved: false,
                tail: gap(value.end, behind).into(),
                is_fresh: false,
                ..Line::new(value.text(source))
            });
            lead = behind;
        }
        lines.end = gap(lead, end).into();
        lines
    }

    pub(crate) fn keys(&self) -> impl DoubleEndedIterator<Item = Key> + ExactSizeIterator {
        self.order.iter().copied()
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &Line<'a>> {
        self.order.iter().map(|key| self.line(*key))
    }

    pub(super) fn line(&self, key: Key) -> &Line<'a> {
        &self.list[key.index()]
    }

    /// The item of the source.
    pub(crate) fn item(&self, key: Key) -> Option<ItemRef<'a>> {
        self.line(key).item
    }

    pub(crate) fn block(&self, key: Key) -> Option<BlockRef<'a>> {
        self.item(key)?.as_block()
    }

    pub(super) fn line_mut(&mut self, key: Key) -> &mut Line<'a> {
        &mut self.list[key.index()]
    }

    /// The text before an item that belongs to no item.
    fn detached(&mut self, next: Option<Key>) -> &mut Cow<'a, str> {
        match next {
            Some(next) => &mut self.list[next.index()].detached,
            None => &mut self.end,
        }
    }

    /// The position of an item among the others. Mostly it is one of the last.
    fn place(&self, key: Key) -> Option<usize> {
        #[cfg(test)]
        steps::count();
        self.order.iter().rposition(|other| *other == key)
    }

    pub(crate) fn next(&self, key: Key) -> Option<Key> {
        self.order.get(self.place(key)? + 1).copied()
    }

    pub(super) fn last(&self) -> Option<Key> {
        self.order.last().copied()
    }

    /// Whether it has an attribute with this name.
    pub(super) fn has_attribute(&self, name: &str) -> bool {
        self.lines().any(|line| line.name.as_ref().is_some_and(|(own, _)| own == name))
    }

    pub(super) fn is_on_one_line(&self) -> bool {
        self.form.has_brackets() && !self.open.ends_with('\n')
    }

    /// Adds an item that is not yet in the body. Its name must fit.
    pub(crate) fn insert(&mut self, position: Position, line: Line<'static>) -> Key {
        let key = Key::of(self.list.len());
        self.list.push(line);
        self.put(position, key);
        key
    }

    /// Puts an item in a place that has none.
    fn put(&mut self, position: Position, key: Key) {
        let mut line = self.lift(key);
        line.is_fresh = true;
        // An element stays in its constructor.
        line.is_moved |= !self.form.is_constructor();
        // The blank line before a captured item is only kept among other new items.
        let has_gap = !std::mem::take(&mut line.detached).is_empty();
        let is_kept = has_gap && self.is_new && !self.order.is_empty();
        let before = if is_kept { self.line_end } else { "" };
        let is_attribute = |key: &Key| self.line(*key).name.is_some();
        let (place, is_detached) = match position {
            Position::Usual if line.name.is_some() && self.layout == Layout::Canonical => {
                let place = self.order.iter().rposition(is_attribute).map_or(0, |place| place + 1);
                (place, place == self.order.len() || place == 0)
            }
            Position::Usual | Position::End => (self.order.len(), true),
            Position::Before(next) => (self.place(next).unwrap_or(0), true),
            Position::Behind(previous) => (self.place(previous).map_or(0, |it| it + 1), false),
        };
        let next = self.order.get(place).copied();
        let line_end = self.line_end;
        let mut detached = match next {
            _ if !is_detached => Cow::Borrowed(""),
            Some(next) => std::mem::take(&mut self.line_mut(next).detached),
            None => self.take_lines_before_end(),
        };
        end_line(&mut detached, before, line_end);
        line.detached = joined(detached, before.into());
        if self.form.is_constructor() {
            self.separate(place, &mut line);
        }
        *self.line_mut(key) = line;
        self.order.insert(place, key);
    }

    /// Takes the text of an item, while the texts around it change.
    fn lift(&mut self, key: Key) -> Line<'a> {
        std::mem::replace(self.line_mut(key), Line::new(""))
    }

    /// The element or item before a place.
    pub(super) fn before(&self, place: usize) -> Option<Key> {
        self.order.get(place.checked_sub(1)?).copied()
    }

    /// Whether the text before a place ends a line.
    pub(super) fn starts_line(&self, place: usize) -> bool {
        match self.before(place) {
            Some(previous) => self.line(previous).ends_line(),
            None => self.open.ends_with('\n'),
        }
    }

    /// Removes the lines before the end of the body that stay before a new item.
    fn take_lines_before_end(&mut self) -> Cow<'a, str> {
        let lines = self.lines_of_end();
        let lines = match self.layout {
            Layout::Canonical => without_trailing_blank_lines(&self.end[..lines]),
            Layout::Appending => lines,
        };
        let (taken, rest) = split(std::mem::take(&mut self.end), lines);
        self.end = rest;
        taken
    }

    fn lines_of_end(&self) -> usize {
        if self.form.has_brackets() { whole_lines(&self.end) } else { self.end.len() }
    }

    /// Removes an item with the comments that belong to it, and the blank line that would become one
    /// too many. The item can be inserted again.
    pub(crate) fn remove(&mut self, key: Key) {
        let Some(place) = self.place(key) else { return };
        let starts_line = self.starts_line(place);
        self.keep_aligned(key);
        self.order.remove(place);
        let next = self.order.get(place).copied();
        let mut line = self.lift(key);
        let mut before = std::mem::take(&mut line.detached);
        if self.form.is_constructor() {
            let last = if next.is_none() { self.last() } else { None };
            let has_comma = line.remove_comma();
            if let Some(last) = last.filter(|_| !has_comma) {
                self.line_mut(last).remove_comma();
            }
            if !starts_line || !line.ends_line() {
                self.close_gap(next, before, &line);
                *self.line_mut(key) = line;
                return;
            }
        }
        let is_canonical = self.layout == Layout::Canonical && !line.is_fresh;
        let line_end = self.line_end;
        let behind = self.detached(next);
        if is_canonical {
            let (end, start) = without_surplus(&before, behind, place == 0, next.is_none());
            before = split(before, end).0;
            *behind = split(std::mem::take(behind), start).1;
        }
        end_line(&mut before, behind, line_end);
        prepend(behind, before);
        *self.line_mut(key) = line;
    }

    /// Removes everything between the brackets.
    pub(super) fn clear(&mut self) {
        self.order.clear();
        self.end = Cow::Borrowed("");
        if self.form.has_brackets() {
            self.open = &self.open[..1];
        }
    }

    /// Moves an item, which keeps its key.
    pub(crate) fn move_to(&mut self, key: Key, position: Position) {
        let position = match position {
            Position::Before(next) | Position::Behind(next) if next == key => {
                self.next(key).map_or(Position::End, Position::Before)
            }
            position => position,
        };
        self.remove(key);
        self.put(position, key);
    }

    /// Writes another value of an attribute, or another text of a block.
    pub(crate) fn set_value(&mut self, key: Key, value: &Value) {
        let line = self.line_mut(key);
        if *line.text != *value.text {
            line.text = value.text.clone().into();
            line.is_moved |= !value.is_in_place;
        }
    }

    /// Renames an attribute. Returns whether the item is one.
    pub(super) fn rename(&mut self, key: Key, to: &str) -> Result<bool> {
        let is_taken = self.has_attribute(to);
        let Some((name, equals)) = self.line(key).name.clone() else { return Ok(false) };
        if name != to {
            if is_taken {
                return Err(Error::edit(encoding::name_taken(to)));
            }
            self.keep_aligned(key);
            self.line_mut(key).name = Some((to.to_owned().into(), equals));
        }
        Ok(true)
    }

    /// Replaces the comments that belong to an item.
    pub(super) fn set_lead(&mut self, key: Key, comments: &str) {
        let (is_on_one_line, line_end) = (self.is_on_one_line(), self.line_end);
        let line = self.line_mut(key);
        line.is_fresh |= is_on_one_line && !comments.is_empty();
        let indentation = last_indentation(&line.lead).to_owned();
        let mut lead = String::new();
        for comment in comments.lines() {
            lead.extend([&indentation, comment, line_end]);
        }
        line.lead = (lead + &indentation).into();
    }

    /// Replaces the comment behind an item.
    pub(super) fn set_tail(&mut self, key: Key, comment: &str) -> Result<()> {
        let is_on_one_line = self.is_on_one_line();
        let line = self.line_mut(key);
        if comment.contains('\n') || !comment.is_empty() && line.ends_with_heredoc() {
            return Err(Error::edit(encoding::comment_of_lines()));
        }
        line.is_fresh |= is_on_one_line && !comment.is_empty();
        let end = if is_on_one_line { " " } else { last_line_end(&line.tail) };
        line.tail = format!("{comment}{end}").into();
        Ok(())
    }

    /// Puts items in this order in the places that they have together. No item was moved before.
    pub(super) fn permute(&mut self, sorted: &[Key]) {
        let mut places: Vec<usize> = sorted.iter().map(|key| key.index()).collect();
        places.sort_unstable();
        let detached = places.iter().map(|place| std::mem::take(&mut self.list[*place].detached));
        let detached: Vec<Cow<'a, str>> = detached.collect();
        for ((place, before), key) in places.into_iter().zip(detached).zip(sorted) {
            self.line_mut(*key).detached = before;
            self.order[place] = *key;
        }
    }

    pub(super) fn append_blank_line(&mut self) {
        let lines = self.lines_of_end();
        let (lines, rest) = split(std::mem::take(&mut self.end), lines);
        self.end = format!("{lines}{}{rest}", self.line_end).into();
    }

    /// The lines of a group that is aligned stay aligned when one of them is removed or renamed.
    fn keep_aligned(&mut self, key: Key) {
        let groups = self.aligned.get_or_init(|| {
            let rows = self.list.iter().map(|line| self.row(line).filter(|_| !line.is_fresh));
            aligned_groups(&rows.collect::<Vec<_>>())
        });
        let at = groups.partition_point(|group| group.end <= key.index());
        let Some(group) = groups.get(at).filter(|group| group.contains(&key.index())) else {
            return;
        };
        for line in &mut self.list[group.clone()] {
            line.is_aligned = true;
        }
    }
}

/// Ends a line without an end, so that text can follow it.
fn end_line(text: &mut Cow<'_, str>, behind: &str, line_end: &str) {
    if !text.is_empty() && !text.ends_with('\n') && !behind.is_empty() {
        text.to_mut().push_str(line_end);
    }
}

/// The number of searches and of written texts, as a measure of work in tests.
#[cfg(test)]
pub(crate) mod steps {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    pub(crate) fn count() {
        STEPS.with(|steps| steps.set(steps.get() + 1));
    }

    /// The number of steps of a call.
    pub(crate) fn of(call: impl FnOnce()) -> u64 {
        let before = STEPS.get();
        call();
        STEPS.get() - before
    }
}
