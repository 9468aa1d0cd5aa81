//! Lazy variables: expressions that are evaluated when they are first read.
//!
//! - No lock is held during an evaluation: threads that read a variable at the same time may evaluate it
//!   more than once, with the same result.
//! - No chain of variables without a limit: a variable that reads another one nests in it.
//! - No cached value is kept after a change of the context.

mod reading;
mod thunk;
mod thunk_ref;

pub(super) use self::reading::Reading;
pub(super) use self::thunk::{LazyVariable, Used};
pub(super) use self::thunk_ref::ThunkRef;
