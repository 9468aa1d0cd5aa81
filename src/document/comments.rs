//! The comments that belong to items, and the text of items with them.

use std::ops::Range;

use super::text::end_of_line;
use crate::syntax::{BodyRef, ItemRef};

/// The text of an item of a body, with the comments before and after it. It starts with an empty
/// line if there is a blank line before the comments.
pub(crate) fn item_source<'a>(item: ItemRef<'a>, source: &'a str) -> &'a str {
    let (before, text, behind) = item_sources(item, source);
    source.get(before.start..behind.end).unwrap_or(text)
}

/// The comments before an item and the comment after it. The former start with an empty line if
/// there is a blank line before them.
pub(super) fn comments_around<'a>(item: ItemRef<'a>, source: &'a str) -> (&'a str, &'a str) {
    let (before, _, behind) = item_sources(item, source);
    (source.get(before).unwrap_or_default(), source.get(behind).unwrap_or_default())
}

/// The lines of comments at the end of a body that belong to none of its items.
pub(crate) fn comments_at_end(body: BodyRef<'_>) -> &str {
    let text = body.span().text(body.source());
    let inside = match text.strip_prefix('{') {
        Some(inside) => inside.strip_suffix('}').unwrap_or(inside),
        None => text,
    };
    let mut start = inside.len();
    let mut line_start = inside.len();
    for line in inside.split_inclusive('\n').rev() {
        line_start -= line.len();
        let line = line.trim();
        if is_comment(line) {
            start = line_start;
        } else if !line.is_empty() {
            break;
        }
    }
    inside.get(start..).unwrap_or_default().trim()
}

fn item_sources<'a>(item: ItemRef<'a>, source: &'a str) -> (Range<usize>, &'a str, Range<usize>) {
    let span = item.span();
    let range = span.range();
    let before = source.get(..range.start).unwrap_or_default();
    let behind = source.get(range.end..).unwrap_or_default();
    let start = start_of_leading_comments(before);
    let end = range.end + trailing_comment(behind);
    (start..range.start, span.text(source), range.end..end)
}

/// The start of the comments at the end of the text, or of the blank line before them.
fn start_of_leading_comments(before: &str) -> usize {
    let mut line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let (lines, line) = before.split_at(line_start);
    let mut start = before.len();
    if !line.trim().is_empty() {
        return start;
    }
    let mut is_above_text = true;
    for line in lines.split_inclusive('\n').rev() {
        let text = line.trim();
        if is_comment(text) {
            start = line_start - line.len();
            is_above_text = true;
        } else if !text.is_empty() {
            break;
        } else if is_above_text {
            start = line_start - 1;
            is_above_text = false;
        }
        line_start -= line.len();
    }
    start
}

/// The length of the comment after the item on the same line, with the blanks before it.
fn trailing_comment(behind: &str) -> usize {
    let line = behind.lines().next().unwrap_or_default();
    if is_comment(line.trim_start()) { line.trim_end().len() } else { 0 }
}

/// The start of the comments that belong to an item, in the text before it: the lines of comments
/// directly above it, and comments on its own line. The result is the start of a line.
pub(super) fn start_of_belonging(lead: &str) -> usize {
    // `start` is the end of the last blank line, and `at` the end of the lines read so far.
    let (mut start, mut at) = (0, 0);
    while let Some(length) = end_of_line(&lead[at..]) {
        let line = &lead[at..at + length];
        at += length;
        if line.trim().is_empty() {
            start = at;
        }
    }
    start
}

fn is_comment(text: &str) -> bool {
    text.starts_with('#') || text.starts_with("//")
}
