//! Diagnostics of the lexer and the parser.

pub(super) mod call;
pub(super) mod character;
pub(super) mod collection;
pub(super) mod expression;
pub(super) mod foreign;
pub(super) mod forms;
pub(super) mod hcl1;
pub(super) mod iteration;
pub(super) mod json;
pub(super) mod source;
pub(super) mod structure;
pub(super) mod template;
pub(super) mod traversal;

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
