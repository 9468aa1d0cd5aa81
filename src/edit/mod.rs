//! Changes documents and keeps every byte of the unchanged parts.
//!
//! - No new layout for unchanged text: it is copied from the source.
//! - No part is divided before a call needs its contents.
//! - No layout before the end: new parts are indented, aligned and spaced when they are written.
//!
//! A [`Document`] is a tree of bodies and items over its source. Changes replace ranges of the
//! source. The result is assembled once, in time linear in the document.
//!
//! Circle: `address`, `block`, `body`, `content`, `elements`, `expression`, `item`, `lookup`, `render`. Bodies
//! contain items, and items bodies.
//!
//! Circle: `list`, `order`. A list puts its elements in order by their keys.

mod address;
mod agreement;
mod align;
mod block;
mod body;
mod content;
mod document;
mod draft;
mod elements;
mod expression;
mod file;
mod item;
mod list;
mod lookup;
mod matching;
mod order;
mod references;
mod render;
mod save;
mod text;
mod update;

pub use self::address::{Address, IntoAddress};
pub use self::block::Block;
pub use self::body::Body;
pub use self::document::Document;
pub use self::expression::Expression;
pub use self::file::File;
pub use self::item::{IntoItem, Item};

/// The places of new items, and the blank lines around them.
///
/// ```
/// use serde_hcl::edit::{Document, Layout};
///
/// let source = "a = 1\nb {}\n";
/// let with = |layout| {
///     let mut document = Document::parse_with(source, None, layout)?;
///     document.set("c", &2)?;
///     Ok::<_, serde_hcl::Error>(document.to_string())
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
