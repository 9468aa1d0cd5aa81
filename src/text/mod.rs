//! Text and places in text: what all phases need, and what needs no phase.
//!
//! - No token and no tree: everything here works on a `str` or on offsets.
//! - No diagnostic: callers make them from the facts.

pub(crate) mod decoded;
pub(crate) mod distinct;
pub(crate) mod grapheme;
pub(crate) mod identifier;
pub(crate) mod line_index;
pub(crate) mod normal_form;
pub(crate) mod quote;
pub(crate) mod rewriting;
pub(crate) mod source;
pub(crate) mod span;
pub(crate) mod suggest;
