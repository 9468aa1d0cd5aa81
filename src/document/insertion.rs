//! Adds items to bodies and removes them, with the text around them.

use super::Layout;
use super::item::{Around, Item};
use super::items::Items;
use super::order::Key;
use super::text::{Text, whole_lines, with_line_ends};
use crate::diagnostic::{Diagnostic, catalog};
use crate::format::blank_lines::{Surplus, surplus, without_trailing_blank_lines};
use crate::format::indentation::deeper;
use crate::parser::MAX_DEPTH;

/// The place for a new item.
#[derive(Clone, Copy)]
pub(crate) enum Position {
    /// An attribute after the other attributes, a block at the end.
    Usual,
    End,
    Before(Key),
    Behind(Key),
}

impl Items {
    /// Whether the item can be added.
    pub(super) fn fits(&mut self, item: &Item) -> Result<(), Diagnostic> {
        match item {
            Item::Attribute(attribute) => {
                self.prepare_lookup();
                match self.attribute(attribute.name()) {
                    Some(_) => Err(catalog::encoding::name_taken(attribute.name())),
                    None => Ok(()),
                }
            }
            Item::Block(block) if block.levels() > MAX_DEPTH => {
                Err(catalog::encoding::too_deep(MAX_DEPTH))
            }
            _ => Ok(()),
        }
    }

    /// Adds an item. Comments are always added at the end.
    pub(crate) fn insert(&mut self, position: Position, mut item: Item) -> Option<Key> {
        self.update_index();
        if let Some(block) = item.as_block_mut() {
            block.adopt(self.layout);
            self.levels = self.levels.max(block.levels());
        }
        let is_attribute = item.as_attribute().is_some();
        let was_listed = item.around().is_some();
        let Some(around) = item.around_mut() else {
            if let Item::Comment(lines) = item {
                self.add_comment(&lines);
            }
            return None;
        };
        around.is_fresh = true;
        let [mut before, behind] = std::mem::take(&mut around.gaps)
            .map(|gap| Text::from(with_line_ends(&gap, self.line_end)));
        // The blank line before a captured item is only kept among other new items.
        if !was_listed && !self.is_built || self.is_built && self.list.is_empty() {
            before = Text::default();
        }
        let position = match position {
            Position::Usual => self.usual_position(is_attribute),
            Position::Behind(key) if self.list.next(key).is_none() && behind.is_empty() => {
                Position::Behind(key)
            }
            position => position,
        };
        let key = match position {
            Position::Usual | Position::End => {
                let mut detached = self.lines_before_end();
                end_line(&mut detached, &before, self.line_end);
                around.detached = Text::from(format!("{detached}{}", &*before));
                self.end.prepend(&behind);
                self.list.push(item)
            }
            Position::Before(next) => {
                let line_end = self.line_end;
                if let Some(next) = self.around_mut(next) {
                    let mut detached = next.take_detached();
                    end_line(&mut detached, &before, line_end);
                    around.detached = Text::from(format!("{detached}{}", &*before));
                    next.detached = behind;
                }
                self.list.insert_before(next, item)
            }
            Position::Behind(previous) => {
                around.detached = before;
                match self.list.next(previous).and_then(|next| self.around_mut(next)) {
                    Some(next) => next.detached.prepend(&behind),
                    None => self.end.prepend(&behind),
                }
                self.list.insert_behind(previous, item)
            }
        };
        self.record_added(key, is_attribute);
        Some(key)
    }

    fn around_mut(&mut self, key: Key) -> Option<&mut Around> {
        self.list.get_mut(key)?.around_mut()
    }

    /// Adds lines of comments at the end, which belong to no item.
    fn add_comment(&mut self, lines: &str) {
        let (before, rest) = self.end.split_at(self.lines_of_end());
        let is_apart = without_trailing_blank_lines(before) < before.len();
        let is_first = self.list.is_empty() && before.is_empty();
        let gap = if is_apart || is_first { "" } else { self.line_end };
        let indentation = match &self.indentation {
            Some(indentation) => indentation.to_string(),
            None if self.has_braces() => deeper(""),
            None => String::new(),
        };
        let mut end = format!("{before}{gap}");
        for line in lines.lines() {
            end.extend([&indentation, line, self.line_end]);
        }
        self.end = Text::from(end + rest);
    }

    fn usual_position(&self, is_attribute: bool) -> Position {
        if !is_attribute || self.layout == Layout::Appending {
            return Position::End;
        }
        match (self.last_attribute, self.list.first()) {
            (Some(last), _) if self.list.next(last).is_some() => Position::Behind(last),
            (None, Some(first)) => Position::Before(first),
            _ => Position::End,
        }
    }

    /// Takes the lines after the last item that come before an appended item: all of them, or all
    /// except the blank ones at the end.
    fn lines_before_end(&mut self) -> String {
        let end = &*self.end;
        let lines = self.lines_of_end();
        let lines = match self.layout {
            Layout::Canonical => without_trailing_blank_lines(&end[..lines]),
            Layout::Appending => lines,
        };
        let taken = end[..lines].to_owned();
        if lines > 0 {
            self.end = Text::from(&end[lines..]);
        }
        taken
    }

    fn record_added(&mut self, key: Key, is_attribute: bool) {
        if is_attribute {
            let is_last = match self.last_attribute {
                None => true,
                Some(last) => {
                    self.list.previous(key) == Some(last) || self.list.next(key).is_none()
                }
            };
            if is_last {
                self.last_attribute = Some(key);
            }
        }
        if let (Some(index), Some(item)) = (&mut self.index, self.list.get(key)) {
            index.add(key, item, &self.list);
        }
    }

    /// Removes an item with its comments and one blank line if two would remain.
    pub(crate) fn take(&mut self, key: Key) -> Option<Item> {
        self.update_index();
        let (previous, next) = (self.list.previous(key), self.list.next(key));
        if let (Some(index), Some(item)) = (&mut self.index, self.list.get(key)) {
            index.remove(key, item, &self.list);
        }
        let mut item = self.list.remove(key)?;
        if self.last_attribute == Some(key) {
            let before = std::iter::successors(previous, |key| self.list.previous(*key));
            let is_attribute =
                |key: &Key| self.list.get(*key).is_some_and(|item| item.as_attribute().is_some());
            self.last_attribute = before.into_iter().find(is_attribute);
        }
        let around = item.around_mut()?;
        let mut before = around.take_detached();
        let behind = match next.and_then(|next| self.list.get_mut(next)?.around_mut()) {
            Some(next) if next.detached.is_empty() => &mut next.lead,
            Some(next) => &mut next.detached,
            None => &mut self.end,
        };
        if self.layout == Layout::Canonical && !around.is_fresh {
            match surplus(&before, behind, previous.is_none(), next.is_none()) {
                Some(Surplus::Before(start)) => {
                    around.gaps[0] = Text::from(before.split_off(start));
                }
                Some(Surplus::Behind(end)) => {
                    around.gaps[1] = Text::from(&behind[..end]);
                    *behind = Text::from(&behind[end..]);
                }
                None => {}
            }
        }
        let behind = match next.and_then(|next| self.list.get_mut(next)?.around_mut()) {
            Some(next) => &mut next.detached,
            None => &mut self.end,
        };
        end_line(&mut before, behind, self.line_end);
        behind.prepend(&before);
        Some(item)
    }

    /// The length of the lines after the last item, without the line of the closing brace.
    fn lines_of_end(&self) -> usize {
        match self.close {
            "}" => whole_lines(&self.end),
            _ => self.end.len(),
        }
    }

    pub(crate) fn append_blank_line(&mut self) {
        let (lines, rest) = self.end.split_at(self.lines_of_end());
        self.end = Text::from(format!("{lines}{}{rest}", self.line_end));
    }
}

/// Ends the last line of a text before another one. The last line of a document may have no line end.
fn end_line(text: &mut String, behind: &str, line_end: &str) {
    if !text.is_empty() && !text.ends_with('\n') && !behind.is_empty() {
        text.push_str(line_end);
    }
}
