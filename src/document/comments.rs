//! The comments of items: as a part of their text, read, and changed.

use super::Contents;
use super::address::Address;
use super::text::BLANKS;
use crate::diagnostic::error::Result;
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

/// Comments.
impl Contents {
    /// The text of the comments that belong to the item at an address: those in the lines directly above
    /// it, without their markers.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# Of the server.\n# Public.\nport = 80 # HTTP\n".parse()?;
    /// assert_eq!(body.comment("port").as_deref(), Some("Of the server.\nPublic."));
    /// assert_eq!(body.trailing_comment("port").as_deref(), Some("HTTP"));
    /// body.set_comment("port", "Behind the proxy.")?;
    /// body.set_trailing_comment("port", "")?;
    /// assert_eq!(body.to_string(), "# Behind the proxy.\nport = 80\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn comment(&self, address: impl Into<Address>) -> Option<String> {
        let comments = self.found(address)?.item()?.leading_comments();
        let texts: Vec<&str> = comments.map(|comment| comment.text()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// The text of the comment after the item at an address, on the line where the item ends.
    pub fn trailing_comment(&self, address: impl Into<Address>) -> Option<String> {
        Some(self.found(address)?.item()?.trailing_comment()?.text().to_owned())
    }

    /// Replaces the comments that belong to the item at an address: those in the lines directly above
    /// it. Each line of the text becomes a comment; the empty text removes the comments.
    ///
    /// # Errors
    ///
    /// If there is no item at the address.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# old\nlog {\n  level = \"info\"\n}\n".parse()?;
    /// body.set_comment("log.level", "For all parts.")?;
    /// body.set_comment("log", "")?;
    /// assert_eq!(body.to_string(), "log {\n  # For all parts.\n  level = \"info\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_comment(&mut self, address: impl Into<Address>, text: &str) -> Result<()> {
        let lines = if text.is_empty() { String::new() } else { comment_lines(text) + "\n" };
        self.at(address, |source, steps| {
            source.at_item(steps, &mut |_, body, key| {
                body.set_lead(key, &lines);
                Ok(())
            })
        })
    }

    /// Replaces the comment after the item at an address, on the line where the item ends. The empty
    /// text removes the comment.
    ///
    /// # Errors
    ///
    /// If there is no item at the address, if the text has several lines, or if the item ends with a
    /// heredoc, whose last line can't have a comment.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "port = 80\n".parse()?;
    /// body.set_trailing_comment("port", "HTTP")?;
    /// assert_eq!(body.to_string(), "port = 80 # HTTP\n");
    /// assert!(body.set_trailing_comment("port", "two\nlines").is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_trailing_comment(&mut self, address: impl Into<Address>, text: &str) -> Result<()> {
        let comment =
            if text.is_empty() { String::new() } else { format!(" {}", comment_lines(text)) };
        self.at(address, |source, steps| {
            source.at_item(steps, &mut |_, lines, key| lines.set_tail(key, &comment))
        })
    }
}
