//! Changes of the items of a body by position, of their order, and of their comments.

use std::sync::Arc;

use super::address::{Address, Miss, Step};
use super::builder::comment_lines;
use super::insertion::Position;
use super::items::Items;
use super::order::Key;
use super::text::{Text, ends_with_heredoc, last_line_end};
use super::{Block, Body, Expression, Item, Layout};
use crate::diagnostic::catalog::{editing as catalog, encoding};
use crate::diagnostic::error::{Error, Result};
use crate::format::blank_lines::{ItemKind, must_be_separated};
use crate::format::indentation::last_indentation;

/// Changes by position. The positions are those of attributes and blocks, from 0.
impl Body {
    /// The number of attributes and blocks.
    pub fn len(&self) -> usize {
        self.items().map_or_else(|| self.view().items().len(), |items| items.list.len())
    }

    /// Whether there are no attributes and no blocks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The names of the attributes with their expressions, in order, for changes.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "a = 1 # one\nb {}\nc = 2\n".parse()?;
    /// for (name, expression) in body.attributes_mut() {
    ///     expression.set(&format!("{name}!"))?;
    /// }
    /// assert_eq!(body.to_string(), "a = \"a!\" # one\nb {}\nc = \"c!\"\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attributes_mut(&mut self) -> impl Iterator<Item = (&str, &mut Expression)> {
        let items = self.open().is_ok().then(|| self.items_mut());
        let items = items.into_iter().flat_map(|items| items.list.iter_mut());
        items.filter_map(|(_, item)| Some(item.as_attribute_mut()?.name_and_expression_mut()))
    }

    /// Adds an item before the one at a position, or at the end.
    ///
    /// # Errors
    ///
    /// The errors of [`push`](Body::push).
    ///
    /// ```
    /// use serde_hcl::{Attribute, Body};
    ///
    /// let mut body: Body = "b = 2\n".parse()?;
    /// body.insert_index(0, Attribute::new("a", 1))?;
    /// assert_eq!(body.to_string(), "a = 1\nb = 2\n");
    /// assert!(body.take_index(1).is_some());
    /// assert_eq!(body.to_string(), "a = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert_index(&mut self, index: usize, item: impl Into<Item>) -> Result<()> {
        self.open()?;
        let next = self.items_mut().list.nth(index);
        self.insert_at(next.map_or(Position::End, Position::Before), item.into())
    }

    /// Removes the item at a position, and returns it with its comments.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "a = 1\n# two\nb = 2\n".parse()?;
    /// let item = body.take_index(1).unwrap();
    /// assert_eq!(item.name(), "b");
    /// body.insert_index(0, item)?;
    /// assert_eq!(body.to_string(), "# two\nb = 2\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn take_index(&mut self, index: usize) -> Option<Item> {
        self.open().ok()?;
        let items = self.items_mut();
        items.take(items.list.nth(index)?)
    }

    /// Removes the attributes and blocks for which the closure returns false, with their comments.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# old\na = 1\nb {}\nc {}\n".parse()?;
    /// body.retain(|item| item.name() == "b");
    /// assert_eq!(body.to_string(), "b {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn retain(&mut self, keep: impl Fn(&Item) -> bool) {
        if self.open().is_err() {
            return;
        }
        let items = self.items_mut();
        let removed: Vec<Key> =
            items.list.iter().filter(|(_, item)| !keep(item)).map(|(key, _)| key).collect();
        for key in removed {
            items.take(key);
        }
    }

    /// Sorts the items that have a key among their places; items without a key keep their places. Items
    /// with equal keys keep their order. Their comments move with them. Blank lines, and comments with
    /// a blank line after them, such as the header of a section, stay in their places.
    ///
    /// ```
    /// let source = "# Inputs\n\n# The second.\nvariable \"b\" {} # b\n\noutput \"o\" {}\n\nvariable \"a\" {}\n";
    /// let mut body: serde_hcl::Body = source.parse()?;
    /// body.sort_by_key(|item| {
    ///     let variable = item.as_block().filter(|block| block.name() == "variable")?;
    ///     Some(variable.labels())
    /// });
    /// assert_eq!(
    ///     body.to_string(),
    ///     "# Inputs\n\nvariable \"a\" {}\n\noutput \"o\" {}\n\n# The second.\nvariable \"b\" {} # b\n",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn sort_by_key<K: Ord>(&mut self, key: impl Fn(&Item) -> Option<K>) {
        if self.open().is_ok() {
            self.items_mut().sort_by_key(key);
        }
    }

    /// The block of this type with exactly these labels, for changes. If there is none, it is added.
    ///
    /// # Errors
    ///
    /// If the address has a position; if several blocks have it; or if the type is not an identifier.
    ///
    /// ```
    /// let mut body = serde_hcl::Body::new();
    /// body.block_or_insert("terraform")?.body_mut().block_or_insert("backend.s3")?.body_mut().set("key", "a")?;
    /// body.block_or_insert(["terraform"])?.body_mut().set("required_version", ">= 1.5")?;
    /// let expected = r#"terraform {
    ///   required_version = ">= 1.5"
    ///
    ///   backend "s3" {
    ///     key = "a"
    ///   }
    /// }
    /// "#;
    /// assert_eq!(body.to_string(), expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block_or_insert(&mut self, address: impl Into<Address>) -> Result<&mut Block> {
        let address = self.checked(address)?;
        let names: Option<Vec<&str>> = address.steps.iter().map(Step::as_name).collect();
        let invalid = || Error::edit(catalog::no_address(&address.to_string()));
        let names = names.ok_or_else(invalid)?;
        let (name, labels) = names.split_first().ok_or_else(invalid)?;
        let items = self.items_mut();
        items.prepare_lookup();
        let key = match items.block(name, labels, 0) {
            (0 | 1, key) => key,
            (blocks, _) => {
                let miss = Miss::at(address.steps.len()).because_of_several(blocks);
                return Err(miss.explain(&address, None));
            }
        };
        let key = match key {
            Some(key) => Some(key),
            None => {
                let item = Item::from(Block::new(name).with_labels(labels)).checked()?;
                items.insert(Position::End, item)
            }
        };
        key.and_then(|key| items.block_mut(key)).ok_or_else(invalid)
    }

    /// Replaces the comments that belong to the item at an address: those in the lines directly above
    /// it. Each line of the text becomes a comment; the empty text removes the comments.
    ///
    /// # Errors
    ///
    /// If there is no item at the address.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# old\nlog {\n  level = \"info\"\n}\n".parse()?;
    /// body.set_comment("log.level", "For all parts.")?;
    /// body.set_comment("log", "")?;
    /// assert_eq!(body.to_string(), "log {\n  # For all parts.\n  level = \"info\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_comment(&mut self, address: impl Into<Address>, text: &str) -> Result<()> {
        let address = self.checked(address)?;
        let (body, key) = self.find_or_explain(&address)?;
        let lines = if text.is_empty() { String::new() } else { comment_lines(text) + "\n" };
        body.items_mut().set_lead(key, &lines);
        Ok(())
    }

    /// Replaces the comment after the item at an address, on the line where the item ends. The empty
    /// text removes the comment.
    ///
    /// # Errors
    ///
    /// If there is no item at the address, if the text has several lines, or if the item ends with a
    /// heredoc, whose last line can't have a comment.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "port = 80\n".parse()?;
    /// body.set_trailing_comment("port", "HTTP")?;
    /// assert_eq!(body.to_string(), "port = 80 # HTTP\n");
    /// assert!(body.set_trailing_comment("port", "two\nlines").is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_trailing_comment(&mut self, address: impl Into<Address>, text: &str) -> Result<()> {
        let address = self.checked(address)?;
        let (body, key) = self.find_or_explain(&address)?;
        let items = body.items_mut();
        let is_heredoc = items.list.get(key).is_some_and(Item::ends_with_heredoc);
        if text.lines().nth(1).is_some() || is_heredoc && !text.is_empty() {
            return Err(Error::edit(encoding::comment_of_lines()));
        }
        let comment =
            if text.is_empty() { String::new() } else { format!(" {}", comment_lines(text)) };
        items.set_tail(key, &comment);
        Ok(())
    }
}

impl Items {
    /// Replaces the comments of an item by whole lines.
    fn set_lead(&mut self, key: Key, lines: &str) {
        let (is_on_one_line, line_end) = (self.is_on_one_line(), self.line_end);
        let Some(around) = self.list.get_mut(key).and_then(Item::around_mut) else { return };
        // New items get their layout when they are written.
        around.is_fresh |= is_on_one_line && !lines.is_empty();
        if around.is_fresh {
            around.lead = Text::from(lines);
            return;
        }
        let indentation = last_indentation(&around.lead).to_owned();
        let mut lead = around.lead.get(..around.start_of_comments()).unwrap_or_default().to_owned();
        for line in lines.lines() {
            lead.extend([&indentation, line, line_end]);
        }
        around.lead = Text::from(lead + &indentation);
    }

    /// Replaces the comment after an item.
    fn set_tail(&mut self, key: Key, comment: &str) {
        let is_on_one_line = self.is_on_one_line();
        let Some(around) = self.list.get_mut(key).and_then(Item::around_mut) else { return };
        around.is_fresh |= is_on_one_line && !comment.is_empty();
        let end = match is_on_one_line {
            true => " ",
            false => last_line_end(&around.tail),
        };
        around.tail = Text::from(format!("{comment}{end}"));
    }

    fn sort_by_key<K: Ord>(&mut self, key_of: impl Fn(&Item) -> Option<K>) {
        let keyed = self.list.iter().filter_map(|(key, item)| Some((key_of(item)?, key)));
        let keyed: Vec<(K, Key)> = keyed.collect();
        let places: Vec<Key> = keyed.iter().map(|(_, key)| *key).collect();
        let mut sorted: Vec<usize> = (0..keyed.len()).collect();
        sorted.sort_by_key(|index| keyed.get(*index).map(|(key, _)| key));
        if sorted.is_sorted() {
            return;
        }
        let (has_no_end, kinds) = (self.end_last_line(), self.kinds());
        let mut detached = Vec::with_capacity(places.len());
        let mut taken = Vec::with_capacity(places.len());
        for key in &places {
            let placeholder = Item::Comment(Arc::from(""));
            let item = self.list.get_mut(*key).map(|item| std::mem::replace(item, placeholder));
            let mut item = item.unwrap_or_else(|| Item::Comment(Arc::from("")));
            detached
                .push(item.around_mut().map(|around| around.take_detached()).unwrap_or_default());
            taken.push(Some(item));
        }
        for ((key, before), from) in places.into_iter().zip(detached).zip(sorted) {
            let item = taken.get_mut(from).and_then(Option::take);
            let (Some(mut item), Some(place)) = (item, self.list.get_mut(key)) else { continue };
            if let Some(around) = item.around_mut() {
                around.detached = Text::from(before);
            }
            *place = item;
        }
        self.separate_blocks(&kinds);
        let last = self.list.last().and_then(|key| self.list.get_mut(key));
        if let Some(last) = last.filter(|last| has_no_end && !last.ends_with_heredoc()) {
            if let Some(around) = last.around_mut() {
                around.tail = Text::from(around.tail.trim_end_matches(['\r', '\n']));
            }
        }
        // Keys have other items now.
        self.index = None;
        let attributes = self.list.iter().filter(|(_, item)| item.as_attribute().is_some());
        self.last_attribute = attributes.last().map(|(key, _)| key);
    }

    /// Ends the line of the last item. Returns whether it had no end.
    fn end_last_line(&mut self) -> bool {
        let line_end = self.line_end;
        let last = self.list.last().and_then(|key| self.list.get_mut(key)?.around_mut());
        let Some(around) = last.filter(|around| !around.tail.ends_with('\n')) else { return false };
        around.tail = Text::from(format!("{}{line_end}", &*around.tail));
        true
    }

    fn kinds(&self) -> Vec<ItemKind> {
        self.list.iter().map(|(_, item)| item.kind()).collect()
    }

    /// Adds the blank lines that moved items need; `before` are the kinds of the items before they moved.
    fn separate_blocks(&mut self, before: &[ItemKind]) {
        if self.layout == Layout::Appending {
            return;
        }
        let (line_end, now) = (self.line_end, self.kinds());
        let pairs = before.windows(2).zip(now.windows(2));
        for ((_, item), (before, now)) in self.list.iter_mut().skip(1).zip(pairs) {
            let Some(around) = item.around_mut() else { continue };
            if must_be_separated(before, now) && around.detached.is_empty() {
                around.detached = Text::from(line_end);
            }
        }
    }
}

impl Item {
    fn ends_with_heredoc(&self) -> bool {
        self.as_attribute().is_some_and(|it| ends_with_heredoc(it.view().expression().text()))
    }
}
