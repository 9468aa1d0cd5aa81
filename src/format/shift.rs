//! The indentation of text that moves to another place.

use std::borrow::Cow;

use super::grid::ends_line;
use crate::lexer::{Purpose, lex};

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
