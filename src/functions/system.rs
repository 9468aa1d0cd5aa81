//! The function families that use the clock or the random bytes of the operating system.
//!
//! - Not on `wasm32-unknown-unknown`, which has neither; there, programs supply them.

use std::time::SystemTime;

#[cfg(feature = "crypto")]
use super::crypto::password;
#[cfg(feature = "uuid")]
use super::identifier;
#[cfg(any(feature = "crypto", feature = "uuid"))]
use super::random::Random;
use super::time::clock_from;
use crate::eval::Function;
#[cfg(any(feature = "crypto", feature = "uuid"))]
use crate::eval::FunctionError;

/// Functions that read the clock: `timestamp` and `plantimestamp`.
///
/// The first is the time of the call, the second the time when `clock()` was called. Never among
/// [`all`](super::all) functions. Not on `wasm32-unknown-unknown`; see [`clock_from`].
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::standard().functions(functions::clock());
/// let is_later = parse_expression("timecmp(timestamp(), plantimestamp()) >= 0")?;
/// assert_eq!(is_later.evaluate(&context)?.as_bool(), Some(true));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn clock() -> Vec<Function> {
    clock_from(SystemTime::now)
}

/// Functions that make random identifiers: `uuid`. (Feature `uuid`; never among
/// [`all`](super::all) functions; not on `wasm32-unknown-unknown`, see
/// [`identifiers_from`](super::identifiers_from).)
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::identifiers());
/// let differ = parse_expression("uuid() != uuid()")?.evaluate(&context)?;
/// assert_eq!(differ.as_bool(), Some(true));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[cfg(feature = "uuid")]
pub fn identifiers() -> Vec<Function> {
    identifier::with_random(system_random())
}

/// Functions that hash passwords with a random salt: `bcrypt`. (Feature `crypto`.)
///
/// Never among [`all`](super::all) functions. Not on `wasm32-unknown-unknown`; see
/// [`passwords_from`](super::passwords_from).
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::standard().functions(functions::passwords());
/// let hash = parse_expression(r#"bcrypt("secret", 4)"#)?.evaluate(&context)?;
/// assert!(hash.as_str().unwrap().starts_with("$2a$04$"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[cfg(feature = "crypto")]
pub fn passwords() -> Vec<Function> {
    password::with_random(system_random())
}

#[cfg(any(feature = "crypto", feature = "uuid"))]
fn system_random() -> Random {
    Random::fallible(|bytes| getrandom::fill(bytes).map_err(FunctionError::new))
}
