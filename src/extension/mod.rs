//! What applications build on expressions and bodies: types that are written as expressions,
//! functions that are written as blocks, blocks that are generated, and variables to be set.
//!
//! - No keyword and no block type means anything here before a caller asks for it to be read so.
//! - No type expression is evaluated; only defaults in it are.
//! - No reading stops at the first mistake: all of them are reported.

mod conversion;
mod dynamic;
mod type_expression;
mod user_function;
mod variable;

pub(crate) use self::dynamic::expand;
pub use self::user_function::from_body as functions_from_body;
pub use self::variable::{Assignment, Setting, Variable, Variables};
