//! Diagnostics of the lexer and the parser.

mod call;
mod character;
mod collection;
mod expression;
mod foreign;
mod forms;
mod hcl1;
mod iteration;
mod json;
mod source;
mod structure;
mod template;
mod traversal;

pub(crate) use self::call::*;
pub(crate) use self::character::*;
pub(crate) use self::collection::*;
pub(crate) use self::expression::*;
pub(crate) use self::foreign::*;
pub(crate) use self::forms::{FORMS, Form, Place, Then};
pub(crate) use self::hcl1::*;
pub(crate) use self::iteration::*;
pub(crate) use self::json::*;
pub(crate) use self::source::*;
pub(crate) use self::structure::*;
pub(crate) use self::template::*;
pub(crate) use self::traversal::*;
