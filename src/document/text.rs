//! Pieces of text, and the lines of the text between items.

use std::ops::Deref;
use std::sync::Arc;

use crate::lexer::{Purpose, TokenKind, lex};
use crate::syntax::Tree;
use crate::text::span::Span;

/// A piece of text: a range of a source, or a separate text.
#[derive(Clone)]
pub(super) enum Text {
    Source(Arc<Tree<'static>>, Span),
    Own(Box<str>),
}

impl Text {
    pub(super) fn source(tree: &Arc<Tree<'static>>, start: u32, end: u32) -> Self {
        Text::Source(Arc::clone(tree), Span::new(start, end))
    }

    /// Adds text at the end.
    pub(super) fn append(&mut self, behind: &str) {
        if !behind.is_empty() {
            *self = Text::from(format!("{}{behind}", &**self));
        }
    }

    /// Adds text at the start.
    pub(super) fn prepend(&mut self, before: &str) {
        if !before.is_empty() {
            *self = Text::from(format!("{before}{}", &**self));
        }
    }
}

impl Default for Text {
    fn default() -> Self {
        Text::Own(Box::default())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text::Own(text.into())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Text::Own(text.into())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Source(tree, span) => tree.text(*span),
            Text::Own(text) => text,
        }
    }
}

/// The length of the text up to the next line end, including comments that start on this line.
/// `None` if the text contains no such line end.
pub(super) fn end_of_line(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let mark = memchr::memchr3(b'\n', b'/', b'#', rest.as_bytes())?;
        let rest = rest.get(mark..)?;
        if rest.starts_with("/*") {
            at += mark + rest.find("*/")? + 2;
        } else {
            return Some(at + mark + memchr::memchr(b'\n', rest.as_bytes())? + 1);
        }
    }
}

/// The length of the whole lines at the start of the text. A comment of several lines is never divided.
pub(super) fn whole_lines(text: &str) -> usize {
    let mut length = 0;
    while let Some(line) = end_of_line(&text[length..]) {
        length += line;
    }
    length
}

/// The line end that follows an offset in a source, or else one before it.
pub(super) fn line_end_at(source: &str, offset: usize) -> &'static str {
    let (before, behind) = source.as_bytes().split_at(offset.min(source.len()));
    let behind = memchr::memchr(b'\n', behind).map(|newline| offset + newline);
    let newline = behind.or_else(|| memchr::memrchr(b'\n', before));
    match newline {
        Some(newline) if source[..newline].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The line end at the end of the text, or nothing.
pub(super) fn last_line_end(text: &str) -> &'static str {
    match text {
        _ if text.ends_with("\r\n") => "\r\n",
        _ if text.ends_with('\n') => "\n",
        _ => "",
    }
}

/// The text with other line ends.
pub(super) fn with_line_ends(text: &str, line_end: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', line_end)
}

/// The text without the blanks and line ends of the language around it.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\r', '\n'])
}

/// Whether the rest of the line is blank, so that a heredoc can end before it.
pub(super) fn starts_with_line_end(text: &str) -> bool {
    text.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
}

/// Whether the text ends with a heredoc, so that a line end must follow.
pub(super) fn ends_with_heredoc(text: &str) -> bool {
    text.contains("<<") && {
        use TokenKind::{CloseHeredoc, Heredoc, HeredocEscaped};
        // A marker is only recognized before a line end.
        let tokens = lex(&format!("{text}\n"), Purpose::Format);
        let last = tokens.iter().rev().nth(1).map(|token| token.kind);
        matches!(last, Some(Heredoc | HeredocEscaped | CloseHeredoc))
    }
}
