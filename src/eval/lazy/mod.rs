//! Lazy variables: expressions that are evaluated when they are first read.
//!
//! - No lock is held during an evaluation: threads that read a variable at the same time may evaluate it
//!   more than once, with the same result.
//! - No recursion for long chains: a plan lists the dependencies of a variable, and they are evaluated
//!   first.
//! - No cached value is kept after a change of the context.

mod plan;
mod thunk;
mod thunk_ref;

pub(super) use self::thunk::{LazyVariable, Used};
pub(super) use self::thunk_ref::ThunkRef;
