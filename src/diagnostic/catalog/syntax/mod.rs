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

pub(crate) use self::forms::{FORMS, Form, Place, Then};
pub(crate) use self::{
    call::*, character::*, collection::*, expression::*, foreign::*, hcl1::*, iteration::*,
    json::*, source::*, structure::*, template::*, traversal::*,
};
