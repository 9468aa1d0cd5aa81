//! Hashes of passwords.

use std::sync::Arc;

use bcrypt::Version;

use crate::eval::{Function, FunctionError};
use crate::functions::argument::Outcome;
use crate::functions::library;
use crate::functions::random::{Random, system};

const DEFAULT_COST: u32 = 10;
/// The reference takes up to 31, which would take days.
const MAX_COST: u32 = 20;
/// In bytes; the algorithm does not see more.
const MAX_LENGTH: usize = 72;

/// Functions that hash passwords with a random salt: `bcrypt`. (Feature `crypto`; never among
/// [`all`](crate::functions::all) functions.)
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::standard().functions(functions::passwords());
/// let hash = parse_expression(r#"bcrypt("secret", 4)"#)?.evaluate(&context)?;
/// assert!(hash.as_str().unwrap().starts_with("$2a$04$"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn passwords() -> Vec<Function> {
    family(system())
}

/// The same with random bytes of one's own, for tests and builds that have to be repeatable. The
/// function is to fill what it is given.
pub fn passwords_from(random: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Vec<Function> {
    family(Random::from(random))
}

library! {
    family(random: Random);

    /// A hash of a password for storing it, with a random salt. Each step of the cost, which is 10
    /// by default, doubles the work.
    ///
    /// ```hcl
    /// startswith(bcrypt("secret", 4), "$2a$04$")
    /// ```
    fn bcrypt(str: Arc<str>; cost: u32) -> Outcome<String> {
        hash(&str, &cost, random)
    }
}

fn hash(text: &str, costs: &[u32], random: &Random) -> Result<String, FunctionError> {
    let cost = match costs {
        [] => DEFAULT_COST,
        [cost] => *cost,
        _ => return Err("only one cost can be given".into()),
    };
    // As the reference has it, what would be too little is replaced.
    let cost = if cost < 4 { DEFAULT_COST } else { cost };
    if cost > MAX_COST {
        return Err(FunctionError::argument(1, format!("the cost is limited to {MAX_COST}")));
    }
    if text.len() > MAX_LENGTH {
        let reason = format!("a password can't be longer than {MAX_LENGTH} bytes");
        return Err(FunctionError::argument(0, reason));
    }
    let hash = bcrypt::hash_with_salt(text, cost, random.bytes()?)?;
    Ok(hash.format_for_version(Version::TwoA))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_salts_make_equal_hashes() {
        let random = Random::from(|bytes: &mut [u8]| bytes.fill(1));
        let hash = hash("secret", &[4], &random).unwrap();
        assert!(bcrypt::verify("secret", &hash).unwrap());
        assert_eq!(super::hash("secret", &[4], &random).unwrap(), hash);
        assert_ne!(super::hash("secret", &[4], &system()).unwrap(), hash);
        assert!(super::hash("secret", &[3], &random).unwrap().starts_with("$2a$10$"));
    }

    #[test]
    fn costs_are_bounded() {
        for (text, costs) in [("", &[31][..]), ("", &[4, 4]), (&"x".repeat(73), &[4])] {
            assert!(hash(text, costs, &system()).is_err());
        }
    }
}
