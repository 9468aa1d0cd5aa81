//! Texts with other texts in the place of some of their parts.

use std::borrow::Cow;

use super::span::Span;

/// A part of a source, copied with replacements.
pub(crate) struct Rewriting<'s> {
    part: &'s str,
    /// The offset of the part in the source.
    start: u32,
    /// The end of what is copied or replaced.
    at: u32,
    text: String,
}

impl<'s> Rewriting<'s> {
    pub(crate) fn new(part: &'s str, start: u32) -> Self {
        Rewriting { part, start, at: start, text: String::new() }
    }

    fn copy_to(&mut self, end: u32) {
        self.text.push_str(Span::new(self.at, end).back_by(self.start).text(self.part));
    }

    /// Replaces a part, which is behind all earlier ones, and returns the offset of the new text. Nothing is
    /// done for a place inside an earlier one.
    pub(crate) fn replace(&mut self, place: Span, new: &str) -> usize {
        if place.start < self.at {
            return self.text.len();
        }
        self.copy_to(place.start);
        let offset = self.text.len();
        self.text.push_str(new);
        self.at = place.end;
        offset
    }

    pub(crate) fn finish(mut self) -> Cow<'s, str> {
        if self.at == self.start && self.text.is_empty() {
            return Cow::Borrowed(self.part);
        }
        self.copy_to(self.start + self.part.len() as u32);
        Cow::Owned(self.text)
    }
}
