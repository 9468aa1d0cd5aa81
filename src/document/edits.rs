//! Edits of a text: applied, put behind each other, and made as small as possible.

use std::slice;

use crate::text::span::Span;

/// A text in the place of a span, as a part of a change: see [`Body::changes`](crate::Body::changes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace.
    pub span: Span,
    /// The text in their place.
    pub text: String,
}

impl Edit {
    pub(super) fn new(start: usize, end: usize, text: impl Into<String>) -> Self {
        Edit { span: Span::new(start as u32, end as u32), text: text.into() }
    }

    /// The source after several edits, which are in the order of the source.
    ///
    /// ```
    /// use serde_hcl::Edit;
    /// use serde_hcl::source::Span;
    ///
    /// let edits = [(0, 1), (4, 5)].map(|(start, end)| Edit { span: Span::new(start, end), text: "xy".into() });
    /// assert_eq!(Edit::apply(&edits, "a + a"), "xy + xy");
    /// ```
    pub fn apply(edits: &[Edit], source: &str) -> String {
        let new: usize = edits.iter().map(|edit| edit.text.len()).sum();
        let mut text = String::with_capacity(source.len() + new);
        let mut end = 0;
        for Edit { span, text: new } in edits {
            text.push_str(source.get(end..span.start as usize).unwrap_or_default());
            text.push_str(new);
            end = end.max(span.end as usize);
        }
        text.push_str(source.get(end..).unwrap_or_default());
        text
    }

    pub(crate) fn back_by(self, start: u32) -> Self {
        Edit { span: self.span.back_by(start), ..self }
    }

    pub(super) fn forward_by(self, start: u32) -> Self {
        Edit { span: self.span.forward_by(start), ..self }
    }
}

/// The edits that do at once what `first` and then `then` do to a text of this length.
pub(super) fn composed(length: usize, first: &[Edit], then: &[Edit]) -> Vec<Edit> {
    if first.is_empty() {
        return then.to_vec();
    }
    let mut parts = Parts { edits: first.iter(), next: None, at: 0, length: length as u32 };
    let mut joined = Joined::default();
    let mut at = 0;
    for edit in then {
        parts.pass(edit.span.start - at, |part| joined.add(part));
        joined.add(Part::New(&edit.text));
        parts.pass(edit.span.end - edit.span.start, |_| {});
        at = edit.span.end;
    }
    parts.pass(u32::MAX, |part| joined.add(part));
    joined.end(length as u32)
}

/// The edits without the characters that they leave as they are.
pub(super) fn smallest(text: &str, edits: Vec<Edit>) -> Vec<Edit> {
    let small = edits.into_iter().filter_map(|Edit { span, text: new }| {
        let old = span.text(text);
        let same = |(old, new): &(char, char)| old == new;
        let length = |chars: &mut dyn Iterator<Item = (char, char)>| -> usize {
            chars.map(|(char, _)| char.len_utf8()).sum()
        };
        let start = length(&mut old.chars().zip(new.chars()).take_while(same));
        let (old, new) = (&old[start..], &new[start..]);
        let end = length(&mut old.chars().rev().zip(new.chars().rev()).take_while(same));
        let edit = Edit {
            span: Span::new(span.start + start as u32, span.end - end as u32),
            text: new[..new.len() - end].to_owned(),
        };
        (!edit.span.is_empty() || !edit.text.is_empty()).then_some(edit)
    });
    small.collect()
}

/// A part of a text after edits: of the text before them, or new.
#[derive(Clone, Copy)]
enum Part<'e> {
    Old(u32, u32),
    New(&'e str),
}

impl Part<'_> {
    /// The first bytes and the others, and the number of the first ones.
    fn split(self, count: u32) -> (Self, Option<Self>, u32) {
        match self {
            Part::Old(start, end) if end - start > count => {
                (Part::Old(start, start + count), Some(Part::Old(start + count, end)), count)
            }
            Part::New(text) if text.len() > count as usize => {
                let (now, later) = text.split_at(count as usize);
                (Part::New(now), Some(Part::New(later)), count)
            }
            Part::Old(start, end) => (self, None, end - start),
            Part::New(text) => (self, None, text.len() as u32),
        }
    }
}

/// The parts of a text after edits, in order.
struct Parts<'e> {
    edits: slice::Iter<'e, Edit>,
    next: Option<Part<'e>>,
    at: u32,
    length: u32,
}

impl<'e> Parts<'e> {
    /// Passes so many bytes of the text after the edits.
    fn pass(&mut self, mut count: u32, mut see: impl FnMut(Part<'e>)) {
        while count > 0 {
            let part = match (self.next.take(), self.edits.as_slice().first()) {
                (Some(part), _) => part,
                (None, Some(edit)) if edit.span.start == self.at => {
                    self.edits.next();
                    self.at = edit.span.end;
                    Part::New(&edit.text)
                }
                (None, edit) if self.at < self.length => {
                    let end = edit.map_or(self.length, |edit| edit.span.start);
                    Part::Old(std::mem::replace(&mut self.at, end), end)
                }
                _ => return,
            };
            let (now, later, size) = part.split(count);
            see(now);
            self.next = later;
            count -= size;
        }
    }
}

/// Edits that are made of parts.
#[derive(Default)]
struct Joined {
    edits: Vec<Edit>,
    text: String,
    at: u32,
}

impl Joined {
    fn add(&mut self, part: Part<'_>) {
        match part {
            Part::New(text) => self.text.push_str(text),
            Part::Old(start, end) if start < end => {
                self.close(start);
                self.at = end;
            }
            Part::Old(..) => {}
        }
    }

    fn close(&mut self, start: u32) {
        if start > self.at || !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.edits.push(Edit { span: Span::new(self.at, start), text });
        }
    }

    fn end(mut self, length: u32) -> Vec<Edit> {
        self.close(length);
        self.edits
    }
}

/// The edits between two texts that mostly differ in their white space.
pub(crate) fn between(old: &str, new: &str) -> Vec<Edit> {
    let run = |text: &str, is_space: bool| {
        text.find(|char: char| char.is_whitespace() != is_space).unwrap_or(text.len())
    };
    let (mut at, mut written, mut is_space) = (0, 0, true);
    let mut edits = Vec::new();
    while at < old.len() || written < new.len() {
        let (before, behind) = (&old[at..], &new[written..]);
        let (length, other) = (run(before, is_space), run(behind, is_space));
        let is_same = before[..length] == behind[..other];
        if !is_same && !is_space {
            // Other words: the texts have nothing in common from here on.
            edits.push(Edit::new(at, old.len(), behind));
            break;
        }
        if !is_same {
            edits.push(Edit::new(at, at + length, &behind[..other]));
        }
        (at, written, is_space) = (at + length, written + other, !is_space);
    }
    smallest(old, edits)
}
