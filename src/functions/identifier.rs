//! Unique identifiers.

use uuid::Builder;

use super::argument::Outcome;
use super::library::{library, with_core_names};
use super::random::Random;
use crate::eval::Function;

/// Functions that make identifiers from the bytes of `random`: `uuid`. (Feature `uuid`; never among
/// [`all`](crate::functions::all) functions.)
///
/// `random` fills its argument with random bytes. Use it for another source than the operating
/// system, or for fixed bytes in tests.
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
    with_random(Random::from(random))
}

pub(super) fn with_random(random: Random) -> Vec<Function> {
    with_core_names(family(random))
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
