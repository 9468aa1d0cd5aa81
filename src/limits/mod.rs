//! The limits of one operation: the budget of work and memory, and the stack.
//!
//! This code never depends on the language: callers name the prices.

pub(crate) mod budget;
pub(crate) mod stack;
