//! Lines of texts: where they end, and how they end.

use crate::lexer::{Purpose, TokenKind, lex};

pub(super) const BLANKS: [char; 2] = [' ', '\t'];
pub(super) const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// The place of a sign outside of comments, in a text between tokens. A line end is also found behind a
/// comment that ends with it.
pub(super) fn outside_comments(text: &str, sign: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        let mark = memchr::memchr3(sign, b'/', b'#', rest.as_bytes())?;
        let rest = rest.get(mark..)?;
        at += mark;
        at += match rest.strip_prefix("/*") {
            _ if rest.as_bytes().first() == Some(&sign) => return Some(at),
            Some(inside) => inside.find("*/")? + 4,
            None => rest.find('\n')?,
        };
    }
}

/// The length of the text up to the end of the first line that is followed by another one, with the
/// comments that start on this line.
pub(super) fn end_of_line(text: &str) -> Option<usize> {
    Some(outside_comments(text, b'\n')? + 1)
}

/// The place of the comma in the text behind an element.
pub(super) fn comma(text: &str) -> Option<usize> {
    outside_comments(text, b',')
}

/// The length of the comma and of the rest of its line in the text behind an element. Comments between
/// the last element and the bracket on its line belong to it.
pub(super) fn end_of_element(gap: &str, is_last: bool) -> usize {
    let behind = comma(gap).map_or(0, |comma| comma + 1);
    let rest = gap.get(behind..).unwrap_or_default();
    let comments = if is_last { rest.trim_end_matches(BLANKS).len() } else { 0 };
    behind + end_of_line(rest).unwrap_or(comments)
}

/// The lines of the text that are complete.
fn lines(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (line, rest) = text.split_at(end_of_line(text)?);
        text = rest;
        Some(line)
    })
}

/// The length of the lines at the start of the text that are complete.
pub(super) fn whole_lines(text: &str) -> usize {
    lines(text).map(str::len).sum()
}

/// The start of the comments that belong to an item, in the text before it: the lines of comments
/// directly above it, and comments on its own line. The result is the start of a line.
pub(super) fn start_of_belonging(lead: &str) -> usize {
    let mut at = 0;
    let ends = lines(lead).filter_map(|line| {
        at += line.len();
        line.trim().is_empty().then_some(at)
    });
    ends.last().unwrap_or(0)
}

/// Whether a line starts behind the text.
pub(super) fn starts_line(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').is_empty() || text.ends_with('\n')
}

/// The line end that is used near an offset.
pub(super) fn line_end_at(source: &str, offset: usize) -> &'static str {
    let (before, behind) = source.as_bytes().split_at(offset.min(source.len()));
    let behind = memchr::memchr(b'\n', behind).map(|newline| offset + newline);
    let newline = behind.or_else(|| memchr::memrchr(b'\n', before));
    match newline {
        Some(newline) if source[..newline].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

pub(super) fn last_line_end(text: &str) -> &'static str {
    match text {
        _ if text.ends_with("\r\n") => "\r\n",
        _ if text.ends_with('\n') => "\n",
        _ => "",
    }
}

pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(SPACE)
}

pub(super) fn leading_blanks(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(BLANKS).len()]
}

/// The text behind the last line end, without a byte order mark.
pub(super) fn current_line(text: &str) -> &str {
    let line = text.rfind('\n').map_or(text, |newline| &text[newline + 1..]);
    line.trim_start_matches('\u{feff}')
}

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
