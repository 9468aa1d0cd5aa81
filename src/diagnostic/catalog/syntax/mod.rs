//! Diagnostics of the lexer and the parser.

mod character;
mod expression;
mod foreign;
mod json;
mod source;
mod structure;
mod template;
mod traversal;

pub(crate) use self::character::*;
pub(crate) use self::expression::*;
pub(crate) use self::foreign::*;
pub(crate) use self::json::*;
pub(crate) use self::source::*;
pub(crate) use self::structure::*;
pub(crate) use self::template::*;
pub(crate) use self::traversal::*;
