//! The data of a document or of a value that targets are decoded from.
//!
//! - No recursion and no target here, only data and functions that examine it. Only `scalar` calls a
//!   visitor, with a value without parts.
//! - Nothing is copied out of the tree or evaluated before it is asked for.
//! - No comparison of all names with each other, unless there are few: names are looked up by hashing.
//!
//! A [`Node`] is one part. [`Entries`] are its named parts, [`Elements`] its parts in sequence, and
//! a [`Scalar`] has no parts. A [`ValueKind`] says which of the three an expression is.
//!
//! Circle: `elements`, `node`, `property`. A property is a node, and its elements are nodes.

mod elements;
mod entries;
mod grouping;
mod item;
mod made_up;
mod names;
mod node;
mod part;
mod plain;
mod property;
mod scalar;
mod source;
mod value_kind;

pub(super) use self::elements::Elements;
pub(super) use self::entries::Entries;
pub(super) use self::made_up::MadeUp;
pub(super) use self::names::{Key, PropertyNames, is_label_field};
pub(super) use self::node::{BodyOf, Node};
pub(super) use self::part::Part;
pub(super) use self::property::Property;
pub(super) use self::scalar::{Literal, Plain, Scalar, visit_text};
pub(super) use self::source::Input;
pub(super) use self::value_kind::{ValueKind, value_is_block};
