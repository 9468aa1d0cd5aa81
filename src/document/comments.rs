//! The text of items with the comments around them.

use super::text::BLANKS;
use crate::syntax::{BodyRef, ItemRef, comment_behind, comments_before};
use crate::text::span::Span;

/// The lines of a comment with this text.
pub(super) fn comment_lines(text: &str) -> String {
    let lines: Vec<String> = match text.is_empty() {
        true => vec!["#".to_owned()],
        false => text.lines().map(|line| format!("# {line}").trim_end().to_owned()).collect(),
    };
    lines.join("\n")
}

/// The place of an item with the comment behind it and the comments above it: those that belong to it,
/// or all up to the item before it. Then it starts with an empty line if there is a blank line before
/// the comments.
pub(super) fn span_with_comments(item: ItemRef<'_>, is_alone: bool) -> Span {
    let (tree, span) = (item.0.tree, item.span());
    let source = &*tree.source;
    let first = comments_before(tree, span.start, is_alone).next();
    let first = first.map(|comment| comment.span().start);
    let mut start = first.unwrap_or(span.start);
    let before = source.get(..start as usize).unwrap_or_default();
    let lines = before.trim_end_matches(BLANKS);
    if let Some(before) = lines.strip_suffix('\n') {
        // A blank line is shown by its line end.
        if !is_alone && before.trim_end_matches(['\r', ' ', '\t']).ends_with('\n') {
            start = lines.len() as u32 - 1;
        } else if first.is_some() {
            start = lines.len() as u32;
        }
    }
    let mut end = span.end;
    while let Some(comment) = comment_behind(tree, end) {
        end = comment.span().end;
    }
    Span::new(start, end)
}

/// The text of an item of a body with the comments around it.
pub(crate) fn item_source<'a>(item: ItemRef<'a>) -> &'a str {
    span_with_comments(item, false).text(&item.0.tree.source)
}

/// The lines of comments at the end of a body that belong to none of its items.
pub(crate) fn comments_at_end(body: BodyRef<'_>) -> &str {
    let has_braces = body.text().starts_with('{');
    let end = body.span().end - u32::from(has_braces);
    let mut comments = comments_before(body.tree(), end, false);
    let Some(first) = comments.next() else { return "" };
    let last = comments.next_back().unwrap_or(first);
    first.span().to(last.span()).text(body.source())
}
