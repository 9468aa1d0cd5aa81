//! The rules of indentation, also for text that moves to another place.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::lexer::{Purpose, Token, TokenKind, lex};

/// The number of spaces of a level, unless the caller chooses another one.
pub(crate) const INDENT: u16 = 2;

/// The levels of lines. A line that opens more brackets than it closes indents the lines after it by one
/// level, for any number of brackets, until others have closed them.
#[derive(Default)]
pub(crate) struct Levels {
    /// For each level, the number of brackets of its first line that are still open.
    open: SmallVec<[i64; 16]>,
}

impl Levels {
    /// The level of a line whose brackets are not known yet.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds a line and returns its level; `nesting` is the number of its opening brackets minus its closing
    /// ones.
    #[inline]
    pub(crate) fn add(&mut self, nesting: i64) -> usize {
        if nesting > 0 {
            self.open.push(nesting);
            return self.depth() - 1;
        }
        let mut closed = -nesting;
        while let Some(open) = self.open.last_mut().filter(|_| closed > 0) {
            if *open > closed {
                *open -= closed;
                break;
            }
            closed -= *open;
            self.open.pop();
        }
        self.depth()
    }
}

/// The most spaces for indentation and alignment in a text of this length. Normal layouts are far below
/// this limit.
pub(crate) fn white_space_limit(length: usize) -> u64 {
    (1 << 24) + 16 * length as u64
}

/// The indentation one level deeper, for new lines among others.
pub(crate) fn deeper(indentation: &str) -> String {
    match indentation.starts_with('\t') {
        true => format!("{indentation}\t"),
        false => format!("{indentation}{}", " ".repeat(INDENT.into())),
    }
}

/// The blanks at the start of the last line.
pub(crate) fn last_indentation(text: &str) -> &str {
    let line = text.rfind('\n').map_or(text, |newline| &text[newline + 1..]);
    &line[..line.len() - line.trim_start().len()]
}

/// Changes the indentation of all lines after the first one, so that the last line gets this
/// indentation, and replaces the line ends. Heredocs and comments of several lines keep their
/// lines.
pub(crate) fn indented<'t>(text: &'t str, indentation: &str, line_end: &str) -> Cow<'t, str> {
    if !text.contains('\n') {
        return Cow::Borrowed(text);
    }
    let tokens = lex(text, Purpose::Format);
    let ends = tokens.iter().filter(|token| ends_line(text, **token));
    let ends: Vec<usize> = ends.map(|token| token.span.end as usize).collect();
    let Some(last) = ends.iter().rev().find(|end| !text[**end..].trim().is_empty()) else {
        return Cow::Borrowed(text);
    };
    let line = &text[*last..];
    let before = &line[..line.len() - line.trim_start().len()];
    let mut moved = String::with_capacity(text.len() + ends.len() * indentation.len());
    let mut start = 0;
    for end in ends {
        let line = &text[start..end];
        moved.push_str(line.trim_end_matches(['\r', '\n']));
        moved.push_str(line_end);
        let rest = &text[end..];
        start = end;
        if !rest.starts_with(['\r', '\n']) && !rest.is_empty() {
            moved.push_str(indentation);
            start += if rest.starts_with(before) { before.len() } else { 0 };
        }
    }
    moved.push_str(&text[start..]);
    Cow::Owned(moved)
}

pub(super) fn ends_line(source: &str, token: Token) -> bool {
    match token.kind {
        TokenKind::Newline => true,
        TokenKind::Comment => token.span.text(source).ends_with('\n'),
        _ => false,
    }
}
