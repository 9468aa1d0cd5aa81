//! The text of built parts. The formatter will indent and align it.

use crate::limits::stack::nest;
use crate::text::quote::quoted;

/// The text of an unfinished document.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    last: Last,
}

/// The kind of the item that was last written into a body.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Nothing,
    /// The header of the block, on an unfinished line.
    Header,
    Attribute,
    /// A block, or separate comments: a blank line follows.
    Paragraph,
}

impl Text {
    /// An attribute as it was written, with its comments.
    pub(super) fn attribute(&mut self, source: &str) {
        self.begin_item(source.starts_with('\n') || self.last == Last::Paragraph);
        self.text.push_str(source.trim_start());
        self.end_item(Last::Attribute);
    }

    /// A block as it was written, or lines of separate comments.
    pub(super) fn paragraph(&mut self, source: &str) {
        self.begin_item(true);
        self.text.push_str(source.trim_start());
        self.end_item(Last::Paragraph);
    }

    /// A block with the content that `body` writes.
    pub(super) fn block(&mut self, header: &Header<'_>, body: impl FnOnce(&mut Self)) {
        self.begin_item(true);
        if !header.comment.is_empty() {
            self.text.push_str(header.comment);
            self.text.push('\n');
        }
        self.text.push_str(header.name);
        for label in header.labels {
            self.text.push(' ');
            quoted(label, &mut self.text);
        }
        self.text.push_str(" {");
        self.last = Last::Header;
        nest(|| body(self));
        self.text.push('}');
        self.text.push_str(header.comment_behind);
        self.end_item(Last::Paragraph);
    }

    /// The text; every line has an end.
    pub(super) fn finish(self) -> String {
        self.text
    }

    fn begin_item(&mut self, is_apart: bool) {
        match self.last {
            Last::Header => self.text.push('\n'),
            Last::Attribute | Last::Paragraph if is_apart => self.text.push('\n'),
            _ => {}
        }
    }

    fn end_item(&mut self, item: Last) {
        self.text.push('\n');
        self.last = item;
    }
}

/// The header and the layout of a block.
pub(super) struct Header<'h> {
    pub(super) comment: &'h str,
    pub(super) name: &'h str,
    pub(super) labels: &'h [Box<str>],
    pub(super) comment_behind: &'h str,
}
