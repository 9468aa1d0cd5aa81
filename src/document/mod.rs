//! Documents, and parts of them that own their content: captured from a source, built or changed.
//!
//! A document is its text, with the tree of this text; a change is an edit of the text.
//!
//! - No copy of a text before it changes: captured parts share the tree of their source.
//! - No new layout for what stays: an edit replaces what changed, and its neighbours if they are aligned
//!   with it.
//! - No change without a text of its own: `Source::open` is the one door, where JSON syntax is refused and
//!   what an expansion generates becomes native text.
//! - No invalid content: builders leave out an invalid part and keep the reason, other changes return
//!   it.
//!
//! Four files explain `body.set("a.b", &1)`: `contents.rs` has the methods, `change.rs` finds the place of a
//! change and the source that it belongs to, and `source.rs` keeps the changes that are not yet part of the
//! text. `lines.rs` decides how a new item fits into a body, and with `commas.rs` how a new element fits into
//! an object or a tuple; `elements.rs` finds the element in the text of its value.
//!
//! Circle: `attribute`, `block`, `body`, `change`, `contents`, `elements`, `expression`, `find`, `given`,
//! `handle`, `item`, `owner`, `parse`, `serialize`, `source`. Bodies contain items, and items bodies.

mod address;
mod attribute;
mod block;
mod body;
mod change;
mod commas;
mod commenting;
mod comments;
mod contents;
mod directory;
mod edits;
mod elements;
mod expression;
mod files;
mod find;
mod given;
mod handle;
mod include;
mod item;
mod json_mistakes;
mod line;
mod lines;
mod literal;
mod owner;
mod parse;
mod references;
mod rewrite;
mod root;
mod save;
mod serialize;
mod source;
mod source_file;
mod text;
mod value;
mod write;

pub use self::address::Address;
pub use self::attribute::Attribute;
pub use self::block::Block;
pub use self::body::Body;
pub(crate) use self::change::label_edit;
pub use self::contents::Contents;
pub use self::directory::Directory;
pub use self::edits::Edit;
pub use self::expression::Expression;
pub(crate) use self::files::read as read_file;
pub use self::files::{parse_files, parse_sources};
pub use self::handle::BlockMut;
pub use self::include::parse_including;
pub use self::item::Item;
pub(crate) use self::json_mistakes::body_mistakes;
pub(crate) use self::line::Line;
#[cfg(test)]
pub(crate) use self::lines::steps;
pub(crate) use self::lines::{Key, Lines, Position};
pub use self::literal::{Piece, Splice, body, expression};
pub use self::parse::{parse_expression, parse_partial_traversal, parse_template, parse_traversal};
pub(crate) use self::serialize::{Content, Entry, grouped};
pub(crate) use self::value::Value as NewValue;

/// The places of new items, and the blank lines around them.
///
/// ```
/// use serde_hcl::{Body, Layout};
///
/// let source = "a = 1\nb {}\n";
/// let with = |layout| {
///     let mut body = source.parse::<Body>()?.with_layout(layout);
///     body.set("c", &2)?;
///     Ok::<_, serde_hcl::Error>(body.to_string())
/// };
/// assert_eq!(with(Layout::Canonical)?, "a = 1\nc = 2\n\nb {}\n");
/// assert_eq!(with(Layout::Appending)?, "a = 1\nb {}\nc = 2\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// A new attribute is added after the other attributes of its body. Blank lines separate new
    /// blocks. If a removed item leaves two blank lines, one of them is removed.
    #[default]
    Canonical,
    /// New items are added at the end of their body, and no blank line is added or removed, as in
    /// the editor of the reference implementation.
    Appending,
}

/// Bodies can be sent to other threads and shared between them.
const _: fn() = || {
    fn check<T: Send + Sync>() {}
    check::<(Body, Block, Attribute, Expression, Item)>();
};
