//! The parts of a document that its comments are about.

use hashbrown::HashMap;

use super::body::{BlockRef, BodyRef, ItemRef};
use super::comment::{CommentRef, Comments};
use super::visit::{Descend, NodeRef};
use crate::text::span::Span;

/// See [`Document::commented_parts`](crate::Document::commented_parts).
pub(crate) fn commented_parts(body: BodyRef<'_>) -> Vec<(CommentRef<'_>, Span)> {
    let source = body.source();
    let all: Vec<CommentRef<'_>> = Comments::of(body.0.tree).collect();
    let mut parts = HashMap::new();
    body.visit(|node| {
        let (item, descend) = match node {
            NodeRef::Block(block) => {
                let comments = inside(&all, header_line(block));
                parts.extend(comments.iter().map(|comment| (comment.span(), block.span())));
                (ItemRef(block.0), Descend::Yes)
            }
            NodeRef::Attribute(attribute) => {
                let comments = inside(&all, attribute.span());
                let lines = comments.iter().enumerate().filter_map(|(index, comment)| {
                    let before = index.checked_sub(1).and_then(|before| comments.get(before));
                    Some((comment.span(), line_of(source, *comment, before)?))
                });
                parts.extend(lines);
                (ItemRef(attribute.0), Descend::No)
            }
            NodeRef::Expression(_) => return Descend::No,
        };
        let comments = item.leading_comments().chain(item.trailing_comment());
        parts.extend(comments.map(|comment| (comment.span(), item.span())));
        descend
    });
    let with_part = |comment: CommentRef<'_>| parts.get(&comment.span()).copied();
    all.into_iter().filter_map(|comment| Some((comment, with_part(comment)?))).collect()
}

/// The header of a block, with the rest of the line behind its opening brace.
fn header_line(block: BlockRef<'_>) -> Span {
    let body = block.body().span();
    let inside = body.text(block.body().source());
    let length = inside.find('\n').unwrap_or(inside.len());
    let first = block.body().items().next().map_or(body.end, |item| item.span().start);
    Span::new(block.span().start, (body.start + length as u32).min(first))
}

/// The comments that start in a span.
fn inside<'c, 'a>(comments: &'c [CommentRef<'a>], span: Span) -> &'c [CommentRef<'a>] {
    let start = comments.partition_point(|comment| comment.span().start < span.start);
    let end = comments.partition_point(|comment| comment.span().start < span.end);
    comments.get(start..end).unwrap_or_default()
}

/// The text before a comment on its line, or the next line if there is nothing. `before` is the previous
/// comment.
fn line_of(source: &str, comment: CommentRef<'_>, before: Option<&CommentRef<'_>>) -> Option<Span> {
    let span = comment.span();
    let before = before.map_or(0, |before| before.span().end);
    let between = Span::new(before, span.start).text(source);
    let start = between.rfind('\n').map_or(before, |newline| before + newline as u32 + 1);
    let line = Span::new(start, span.start);
    if !line.text(source).trim().is_empty() {
        return Some(line);
    }
    let start = span.end as usize + source.get(span.end as usize..)?.find('\n')? + 1;
    let next = source.get(start..)?;
    let length = next.find('\n').unwrap_or(next.len());
    Some(Span::new(start as u32, (start + length) as u32))
}
