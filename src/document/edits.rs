//! Edits of a text: applied, put behind each other, and made as small as possible.

use crate::text::rewriting::Rewriting;
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
        Edit::applied(edits, source, 0)
    }

    /// The same for a text that starts at an offset of the source.
    pub(crate) fn applied(edits: &[Edit], text: &str, start: u32) -> String {
        let mut rewriting = Rewriting::new(text, start);
        for edit in edits {
            rewriting.replace(edit.span, &edit.text);
        }
        rewriting.finish().into_owned()
    }

    pub(crate) fn back_by(self, start: u32) -> Self {
        Edit { span: self.span.back_by(start), ..self }
    }

    pub(super) fn forward_by(self, start: u32) -> Self {
        Edit { span: self.span.forward_by(start), ..self }
    }
}

/// The edits of a source that do at once what `first` and then `then` do.
pub(super) fn composed(source: &str, first: &[Edit], then: &[Edit]) -> Vec<Edit> {
    if first.is_empty() {
        return then.to_vec();
    }
    let middle = Edit::apply(first, source);
    let (mut first, mut then) = (first.iter().peekable(), then.iter().peekable());
    // The number of bytes that the middle text has more than the source, up to the next edit.
    let mut more = 0;
    let mut edits = Vec::new();
    loop {
        let place = |edit: &&Edit, more: u32| edit.span.start.wrapping_add(more);
        let starts = [first.peek().map(|it| place(it, more)), then.peek().map(|it| place(it, 0))];
        let Some(start) = starts.into_iter().flatten().min() else { return edits };
        let (old, mut end, mut own) = (start.wrapping_sub(more), start, Vec::new());
        // Edits that touch become one.
        loop {
            if let Some(edit) = first.next_if(|it| place(it, more) <= end) {
                let length = edit.text.len() as u32;
                end = end.max(place(&edit, more) + length);
                more = more.wrapping_add(length).wrapping_sub(edit.span.len() as u32);
            } else if let Some(edit) = then.next_if(|it| it.span.start <= end) {
                end = end.max(edit.span.end);
                own.push(edit.clone());
            } else {
                break;
            }
        }
        let text = Edit::applied(&own, Span::new(start, end).text(&middle), start);
        let span = Span::new(old, end.wrapping_sub(more));
        if span.text(source) != text {
            edits.push(Edit { span, text });
        }
    }
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
