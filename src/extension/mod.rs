//! Optional extensions: type expressions, functions defined in blocks, `dynamic` blocks, and `variable`
//! blocks.
//!
//! - No keyword and no block type has a meaning unless a caller asks for it.
//! - No type expression is evaluated, except the defaults in it.
//! - No reader stops at the first error: all errors are reported.

mod dynamic;
mod type_expression;
mod user_function;
mod variable;

pub(crate) use self::dynamic::{EXPAND, Expand};
pub use self::user_function::defined_in as functions_defined_in;
pub use self::variable::{Assignment, Setting, Variable, Variables};
