//! An item of a body, or an element of a constructor, with the text around it, for [`Lines`](super::Lines).

use std::borrow::Cow;

use super::text::{
    SPACE, comma, end_of_line, ends_with_heredoc, last_line_end, starts_with_line_end,
};
use crate::format::blank_lines::ItemKind;
use crate::syntax::ItemRef;

/// An item, and the text around it.
#[derive(Clone)]
pub(crate) struct Line<'a> {
    /// The item, if the source has it.
    pub(super) item: Option<ItemRef<'a>>,
    /// Comments and blank lines before it that belong to no item. Of an item that is given, a blank line.
    pub(super) detached: Cow<'a, str>,
    pub(super) lead: Cow<'a, str>,
    /// The name and the text between name and value, for an attribute.
    pub(super) name: Option<(Cow<'a, str>, Cow<'a, str>)>,
    /// The value, or the whole block.
    pub(super) text: Cow<'a, str>,
    /// Whether the text comes from another place, so that it gets the indentation of its new one.
    pub(super) is_moved: bool,
    /// The comment behind it, and the end of its line. Of an item that is given, all comments behind it.
    pub(super) tail: Cow<'a, str>,
    /// The key of an item that is given in the index of its body: see [`group`](super::given::group).
    pub(super) group: Box<str>,
    /// Whether the source does not have it here.
    pub(super) is_fresh: bool,
    /// Whether it was in a group that was aligned, and in which something has changed.
    pub(super) is_aligned: bool,
}

impl<'a> Line<'a> {
    /// An item with this value, or a block with this text, that the source does not have.
    pub(super) fn new(text: impl Into<Cow<'a, str>>) -> Self {
        Line {
            item: None,
            detached: Cow::Borrowed(""),
            lead: Cow::Borrowed(""),
            name: None,
            text: text.into(),
            is_moved: true,
            tail: Cow::Borrowed(""),
            group: Box::default(),
            is_fresh: true,
            is_aligned: false,
        }
    }

    /// A block, a comment and an element of a tuple have no name.
    pub(super) fn kind(&self) -> ItemKind {
        if self.name.is_some() { ItemKind::Attribute } else { ItemKind::Block }
    }

    /// Whether the next one starts a line. The end of a new line is added when it is written.
    pub(super) fn ends_line(&self) -> bool {
        self.is_fresh || self.tail.ends_with('\n')
    }

    /// Whether comments in other lines were given with it.
    pub(super) fn has_text_behind(&self) -> bool {
        self.is_fresh && end_of_line(self.tail.trim_end_matches(SPACE)).is_some()
    }

    /// Adds a comma directly behind the value, or in the line behind a heredoc.
    pub(super) fn add_comma(&mut self) {
        let is_heredoc = starts_with_line_end(&self.tail) && ends_with_heredoc(&self.text);
        let line_end = if is_heredoc { last_line_end(&self.tail) } else { "" };
        self.tail = format!("{line_end},{}", self.tail).into();
    }

    /// Returns whether there was a comma.
    pub(super) fn remove_comma(&mut self) -> bool {
        let Some(at) = comma(&self.tail) else { return false };
        self.tail = format!("{}{}", &self.tail[..at], &self.tail[at + 1..]).into();
        true
    }

    pub(super) fn ends_with_heredoc(&self) -> bool {
        self.name.is_some() && ends_with_heredoc(&self.text)
    }
}

pub(super) fn split(text: Cow<'_, str>, at: usize) -> (Cow<'_, str>, Cow<'_, str>) {
    match text {
        Cow::Borrowed(text) => {
            let (before, behind) = text.split_at(at);
            (before.into(), behind.into())
        }
        Cow::Owned(mut text) => {
            let behind = text.split_off(at);
            (text.into(), behind.into())
        }
    }
}

/// Both texts. Nothing is copied if one is empty.
pub(super) fn joined<'a>(before: Cow<'a, str>, behind: Cow<'a, str>) -> Cow<'a, str> {
    match (before.is_empty(), behind.is_empty()) {
        (true, _) => behind,
        (_, true) => before,
        _ => before + behind,
    }
}

pub(super) fn prepend<'a>(text: &mut Cow<'a, str>, before: Cow<'a, str>) {
    *text = joined(before, std::mem::take(text));
}
