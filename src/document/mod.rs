//! Parts of documents that own their content: captured from a source, or built.
//!
//! - No part is both: a captured one is a node of a tree, a built one a list of items.
//! - No text or tree of a built part is made before it is needed: the first view or the first write
//!   makes both.
//! - No invalid content: builders leave out an invalid part and keep the reason.
//!
//! Circle: `block`, `body`. Bodies contain blocks, and blocks bodies.

mod attribute;
mod block;
mod body;
mod builder;
mod expression;
mod files;
mod parallel;
mod parse;
mod root;
mod serialize;
mod source;
mod written;

pub use self::attribute::Attribute;
pub use self::block::Block;
pub use self::body::{Body, Item};
pub use self::builder::{Piece, Splice, body, expression};
pub use self::expression::Expression;
#[cfg(feature = "figment")]
pub(crate) use self::files::read as read_file;
pub use self::files::{parse_files, parse_path, parse_sources};
pub use self::parse::{parse_expression, parse_partial_traversal, parse_template, parse_traversal};
pub(crate) use self::parse::{parse_expression_named, parse_template_named};
pub(crate) use self::serialize::{Content, Source};
