//! Documents, and parts of them that own their content: captured from a source, built or changed.
//!
//! - No new layout for unchanged text: it is copied from its source, byte for byte.
//! - No part is divided before a call needs its contents, and no text or tree of a changed part is
//!   made before it is read or written.
//! - No layout before the end: new parts are indented, aligned and spaced when they are written.
//! - No invalid content: builders leave out an invalid part and keep the reason, other changes return
//!   it.
//!
//! A [`Body`] is a node of a shared tree until it is changed; then it is a list of items, each with the
//! text around it. So are the blocks, attributes and expressions in it. The result is assembled once,
//! in time linear in the document.
//!
//! Circle: `attribute`, `block`, `body`, `elements`, `expression`, `index`, `item`, `items`, `render`, `root`.
//! Bodies contain items, and items bodies.

mod address;
mod arrange;
mod attribute;
mod block;
mod body;
mod builder;
mod change;
mod comments;
mod constructor;
mod directory;
mod elements;
mod expression;
mod files;
mod include;
mod index;
mod insertion;
mod item;
mod items;
mod json_mistakes;
mod list;
mod lookup;
mod order;
mod parse;
mod read;
mod references;
mod render;
mod rewrite;
mod root;
mod save;
mod serialize;
mod source_file;
mod text;

pub use self::address::Address;
pub use self::attribute::Attribute;
pub use self::block::Block;
pub use self::body::Body;
pub use self::builder::{Piece, Splice, body, expression};
pub use self::directory::Directory;
pub(crate) use self::elements::Element;
pub use self::expression::Expression;
pub(crate) use self::expression::Form;
pub(crate) use self::files::read as read_file;
pub use self::files::{parse_files, parse_sources};
pub use self::include::parse_including;
pub(crate) use self::insertion::Position;
pub use self::item::Item;
pub(crate) use self::json_mistakes::body_mistakes;
#[cfg(test)]
pub(crate) use self::list::steps;
pub(crate) use self::order::Key;
pub use self::parse::{parse_expression, parse_partial_traversal, parse_template, parse_traversal};
pub(crate) use self::serialize::{Content, Source};
pub(crate) use self::source_file::SourceFile;

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
