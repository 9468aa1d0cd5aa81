//! Changing documents without losing a byte of the rest.
//!
//! - No new layout for unchanged text: it is copied from the source.
//! - No part is divided before a call needs its contents.
//! - No layout before the end: what is new is indented, aligned and spaced when it is written.
//!
//! A [`Document`] is a tree of bodies and items over its source. What changes in it replaces ranges
//! of the source; the result is put together once, in time linear in the document.

mod address;
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

/// Where new items go, and which blank lines are around them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// A new attribute goes behind the other attributes of its body. Blank lines set off new blocks;
    /// of two blank lines that a removed item leaves behind, one goes with it.
    #[default]
    Canonical,
    /// New items go to the very end of their body, and no blank line is added or removed, as in the
    /// editor of the reference implementation.
    Appending,
}
