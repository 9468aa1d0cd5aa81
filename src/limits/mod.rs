//! The limits of one operation: the budget of work and memory, and the stack.
//!
//! Nothing here knows of the language.

pub(crate) mod budget;
pub(crate) mod stack;
