//! Evaluation: computes the value of an expression in a context.
//!
//! - No collection is copied to reach an element: traversals follow references.
//! - No scope is copied: `for` pushes its variables on a stack and pops them.
//! - No recursion and no result without a limit: both depth and work are limited.
//!
//! An error doesn't end an evaluation. It is recorded, the expression gets an unknown value, and the
//! evaluation continues, so that one run reports all errors. If the value of an expression doesn't affect
//! the result, its errors are withdrawn: `a || true` is true even if `a` has an error.
//!
//! Circle: `budget`, `call`, `context`, `evaluator`, `function`, `lazy/reading`, `lazy/thunk_ref`, `scope`. A
//! context has functions and lazy variables, and the call of a function and the value of such a variable evaluate in a
//! context.

mod anchor;
mod argument;
mod budget;
mod call;
mod collection;
mod conditional;
mod context;
mod diagnostics;
mod evaluator;
mod function;
mod function_call;
mod iteration;
mod json;
mod kept_text;
mod lazy;
mod names;
mod operator;
mod options;
mod parameter;
mod partial;
mod reference;
mod scope;
mod signature;
mod splat;
mod template;
mod traversal;
mod unresolved;
mod value_notes;

pub(crate) use self::anchor::anchor_of;
pub use self::argument::{FromArgument, IntoResult};
pub use self::call::Call;
pub(crate) use self::call::Rendering;
pub(crate) use self::collection::object_key;
pub use self::context::Context;
pub(crate) use self::evaluator::{evaluate, evaluate_disclosing};
pub use self::function::Function;
pub(crate) use self::iteration::entries;
pub(crate) use self::names::NameCache;
pub use self::parameter::{Accepts, Fixed, FunctionError, Parameter, Variadic};
pub use self::partial::{Reduced, Residual};
pub use self::signature::Signature;
pub use self::unresolved::Unresolved;
