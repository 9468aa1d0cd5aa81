//! Identifiers that nobody else has.

use uuid::Builder;

use super::argument::Outcome;
use super::library;
use super::random::{Random, system};
use crate::eval::Function;

/// Functions that make random identifiers: `uuid`. (Feature `uuid`; never among
/// [`all`](crate::functions::all) functions.)
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::identifiers());
/// let differ = parse_expression("uuid() != uuid()")?.evaluate(&context)?;
/// assert_eq!(differ.as_bool(), Some(true));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn identifiers() -> Vec<Function> {
    family(system())
}

/// The same with random bytes of one's own, for tests and builds that have to be repeatable. The
/// function is to fill what it is given.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::identifiers_from(|bytes| bytes.fill(0xab)));
/// let id = parse_expression("uuid()")?.evaluate(&context)?;
/// assert_eq!(id.as_str(), Some("abababab-abab-4bab-abab-abababababab"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn identifiers_from(random: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Vec<Function> {
    family(Random::from(random))
}

library! {
    family(random: Random);

    /// A random UUID (version 4).
    ///
    /// ```hcl
    /// uuid() != uuid()
    /// ```
    fn uuid() -> Outcome<String> {
        Ok(Builder::from_random_bytes(random.bytes()?).into_uuid().to_string())
    }
}
