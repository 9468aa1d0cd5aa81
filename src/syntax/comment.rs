//! Views of comments, and the rules which comments belong to an item.

use std::fmt;
use std::slice;

use super::body::{AttributeRef, BlockRef, ItemRef};
use super::tree::Tree;
use crate::lexer::{Purpose, TokenKind, lex};
use crate::text::span::Span;

/// A comment: `# …`, `// …` or `/* … */` ("Comments" in the native syntax specification).
///
/// ```
/// let document = serde_hcl::parse("# The public port.\nport = 80 // HTTP\n")?;
/// let port = document.body().items().next().unwrap();
/// assert_eq!(port.leading_comments().next().unwrap().text(), "The public port.");
/// assert_eq!(port.trailing_comment().unwrap().text(), "HTTP");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct CommentRef<'a> {
    source: &'a str,
    span: Span,
}

impl<'a> CommentRef<'a> {
    /// The text without its marker and without the white space around it. In a comment of several
    /// lines, line breaks and indentation are kept.
    ///
    /// ```
    /// let document = serde_hcl::parse("/*\n  first\n    second\n*/\na = 1\n")?;
    /// let item = document.body().items().next().unwrap();
    /// let comment = item.leading_comments().next().unwrap();
    /// assert_eq!((comment.marker(), comment.text()), ("/*", "first\n    second"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn text(self) -> &'a str {
        let text = self.verbatim();
        let inside = match self.marker() {
            "/*" => text.strip_prefix("/*").and_then(|text| text.strip_suffix("*/")),
            marker => text.strip_prefix(marker),
        };
        inside.unwrap_or_default().trim()
    }

    /// The start of the comment: `#`, `//` or `/*`.
    pub fn marker(self) -> &'a str {
        let text = self.verbatim();
        text.get(..if text.starts_with('#') { 1 } else { 2 }).unwrap_or_default()
    }

    /// The bytes of the comment with its marker, without the line end after it.
    ///
    /// ```
    /// let source = "a = 1 # one\n";
    /// let document = serde_hcl::parse(source)?;
    /// let comment = document.body().items().next().unwrap().trailing_comment().unwrap();
    /// assert_eq!((comment.span().text(source), comment.text()), ("# one", "one"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn span(self) -> Span {
        self.span
    }

    fn verbatim(self) -> &'a str {
        self.span.text(self.source)
    }
}

/// The comment as it was written.
impl fmt::Display for CommentRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verbatim())
    }
}

impl fmt::Debug for CommentRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verbatim())
    }
}

/// Comments in source order.
///
/// ```
/// let document = serde_hcl::parse("# one\n# two\na = 1\n")?;
/// let comments = document.body().items().next().unwrap().leading_comments();
/// assert_eq!(comments.len(), 2);
/// assert_eq!(comments.rev().next().unwrap().text(), "two");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Comments<'a> {
    source: &'a str,
    spans: slice::Iter<'a, Span>,
}

impl<'a> Comments<'a> {
    pub(crate) fn of(tree: &'a Tree<'_>) -> Self {
        Comments { source: &tree.source, spans: tree.comments().iter() }
    }

    /// Whether there are no more comments.
    pub fn is_empty(&self) -> bool {
        self.spans.as_slice().is_empty()
    }
}

impl<'a> Iterator for Comments<'a> {
    type Item = CommentRef<'a>;

    fn next(&mut self) -> Option<CommentRef<'a>> {
        self.spans.next().map(|span| CommentRef { source: self.source, span: *span })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.spans.size_hint()
    }
}

impl DoubleEndedIterator for Comments<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.spans.next_back().map(|span| CommentRef { source: self.source, span: *span })
    }
}

impl ExactSizeIterator for Comments<'_> {}

impl Tree<'_> {
    /// The spans of all comments. The first call is linear in the source.
    fn comments(&self) -> &[Span] {
        self.comments.get_or_init(|| find(&self.source))
    }
}

/// The spans of all comments in a document, without their line ends.
fn find(source: &str) -> Box<[Span]> {
    let tokens = lex(source, Purpose::Format);
    let comments = tokens.iter().filter(|token| token.kind == TokenKind::Comment);
    comments.map(|token| without_line_end(source, token.span)).collect()
}

pub(super) fn without_line_end(source: &str, span: Span) -> Span {
    let text = span.text(source);
    Span::new(span.start, span.start + text.trim_end_matches(['\r', '\n']).len() as u32)
}

/// The comments before an item that starts at an offset: those on its line, and the lines of comments
/// above it, up to a blank line if `is_adjacent`, and up to the item before it otherwise.
pub(crate) fn comments_before<'a>(
    tree: &'a Tree<'_>,
    item: u32,
    is_adjacent: bool,
) -> Comments<'a> {
    let (source, all) = (&*tree.source, tree.comments());
    let end = all.partition_point(|comment| comment.start < item);
    let candidates = all.get(..end).unwrap_or_default();
    let (mut first, mut next, mut is_on_line_of_item) = (end, item, true);
    for (index, comment) in candidates.iter().enumerate().rev() {
        let between = Span::new(comment.end, next).text(source);
        let is_far = is_adjacent && between.matches('\n').count() > 1;
        if !between.trim().is_empty() || is_far {
            break;
        }
        is_on_line_of_item &= !between.contains('\n');
        next = comment.start;
        let before = index.checked_sub(1).and_then(|before| all.get(before));
        let before = Span::new(before.map_or(0, |before| before.end), next).text(source);
        if is_on_line_of_item || starts_line(before, index == 0) {
            first = index;
        }
    }
    Comments { source, spans: all.get(first..end).unwrap_or_default().iter() }
}

/// Whether a line starts after the text. The empty text starts a line if `is_start`.
fn starts_line(before: &str, is_start: bool) -> bool {
    match before.rfind('\n') {
        Some(newline) => before.get(newline..).is_some_and(|line| line.trim().is_empty()),
        None => is_start && before.trim_start_matches('\u{feff}').trim().is_empty(),
    }
}

/// The comment behind an offset, on the same line.
pub(crate) fn comment_behind<'a>(tree: &'a Tree<'_>, end: u32) -> Option<CommentRef<'a>> {
    let (source, all) = (&*tree.source, tree.comments());
    let span = *all.get(all.partition_point(|comment| comment.start < end))?;
    let between = Span::new(end, span.start).text(source);
    between.chars().all(|char| matches!(char, ' ' | '\t')).then_some(CommentRef { source, span })
}

/// Adds the methods for its comments to the view of an item.
macro_rules! commented {
    ($($view:ident)*) => { $(
        impl<'a> $view<'a> {
            /// The comments that belong to the item: those in the lines directly above it, and those
            /// before it on its own line. The first call for a document takes time linear in its
            /// source.
            ///
            /// ```
            /// // A blank line separates a comment from the item.
            /// let document = serde_hcl::parse("# About the file.\n\n# The port.\nport = 80\n")?;
            /// let port = document.body().items().next().unwrap();
            /// let texts = port.leading_comments().map(|comment| comment.text());
            /// assert_eq!(texts.collect::<Vec<_>>(), ["The port."]);
            /// # Ok::<(), serde_hcl::Error>(())
            /// ```
            pub fn leading_comments(self) -> Comments<'a> {
                comments_before(self.0.tree, self.0.span().start, true)
            }

            /// The comment after the item, on the line where the item ends.
            ///
            /// ```
            /// let document = serde_hcl::parse("a = [ # inside\n  1,\n] # after\nb = 2\n")?;
            /// let mut items = document.body().items();
            /// assert_eq!(items.next().unwrap().trailing_comment().unwrap().text(), "after");
            /// assert!(items.next().unwrap().trailing_comment().is_none());
            /// # Ok::<(), serde_hcl::Error>(())
            /// ```
            pub fn trailing_comment(self) -> Option<CommentRef<'a>> {
                comment_behind(self.0.tree, self.span().end)
            }
        }
    )* };
}

commented! { ItemRef AttributeRef BlockRef }
