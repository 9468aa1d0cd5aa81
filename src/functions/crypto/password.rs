//! Hashes of passwords.

use std::sync::Arc;

use base64::Engine;
use base64::alphabet::BCRYPT;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};

use crate::eval::{Function, FunctionError};
use crate::functions::argument::{Outcome, pay};
use crate::functions::library::{library, with_core_names};
use crate::functions::random::Random;

const DEFAULT_COST: u32 = 10;
/// The reference allows up to 31, which would take days.
const MAX_COST: u32 = 20;
/// The charge for a round of hashing; each step of the cost doubles the rounds.
const PER_ROUND: usize = 512;
/// The maximum length in bytes; the algorithm ignores the rest.
const MAX_PASSWORD: usize = 72;
const BASE64: GeneralPurpose = GeneralPurpose::new(&BCRYPT, NO_PAD);

/// Functions that hash passwords with a salt from `random`: `bcrypt`. (Feature `crypto`; never among
/// [`all`](crate::functions::all) functions.)
///
/// `random` fills its argument with random bytes. Use it for another source than the operating
/// system, or for fixed bytes in tests.
pub fn passwords_from(random: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Vec<Function> {
    with_random(Random::from(random))
}

pub(in crate::functions) fn with_random(random: Random) -> Vec<Function> {
    with_core_names(family(random))
}

library! {
    family(random: Random);

    /// A hash of a password for storing it, with a random salt. Each step of the cost, which is 10
    /// by default, doubles the work.
    ///
    /// ```hcl
    /// startswith(bcrypt("secret", 4), "$2a$04$")
    /// ```
    fn bcrypt(
        /// The password, of 72 bytes at most.
        str: Arc<str>;
        /// The cost, from 4 to 20, if it is not 10.
        cost: u32
    ) -> Outcome<String> {
        hash(&str, &cost, random)
    }
}

fn hash(text: &str, costs: &[u32], random: &Random) -> Result<String, FunctionError> {
    let cost = match costs {
        [] => DEFAULT_COST,
        [cost] => *cost,
        _ => return Err("only one cost can be given".into()),
    };
    // The reference replaces a cost that is too low.
    let cost = if cost < 4 { DEFAULT_COST } else { cost };
    if cost > MAX_COST {
        return Err(FunctionError::argument(1, format!("the cost is limited to {MAX_COST}")));
    }
    if text.len() > MAX_PASSWORD {
        let reason = format!("a password can't be longer than {MAX_PASSWORD} bytes");
        return Err(FunctionError::argument(0, reason));
    }
    pay(PER_ROUND << cost)?;
    Ok(salted(text, cost, random.bytes()?))
}

/// The hash in the form of crypt: version, cost, salt and the first 23 bytes of the result.
///
/// The crate `bcrypt` also has this function, but only with the random bytes of the operating
/// system.
fn salted(text: &str, cost: u32, salt: [u8; 16]) -> String {
    let terminated: Vec<u8> = text.bytes().chain([0]).take(MAX_PASSWORD).collect();
    let hash = bcrypt::bcrypt(cost, salt, &terminated);
    let (salt, hash) = (BASE64.encode(salt), BASE64.encode(&hash[..23]));
    format!("$2a${cost:02}${salt}{hash}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_other_implementations() {
        let hashes = [
            ("", "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."),
            ("a", "$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe"),
            ("abc", "$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i"),
        ];
        for (text, hash) in hashes {
            let salt = BASE64.decode(&hash[7..29]).unwrap().try_into().unwrap();
            assert_eq!(salted(text, 6, salt), hash);
        }
        let longest = "x".repeat(MAX_PASSWORD);
        assert_ne!(salted(&longest, 4, [1; 16]), salted(&longest[1..], 4, [1; 16]));
    }

    #[test]
    fn the_salt_is_random() {
        let random = Random::from(|bytes: &mut [u8]| bytes.fill(1));
        let first = hash("secret", &[4], &random).unwrap();
        assert_eq!(hash("secret", &[4], &random).unwrap(), first);
        let other = Random::from(|bytes: &mut [u8]| bytes.fill(2));
        assert_ne!(hash("secret", &[4], &other).unwrap(), first);
        assert!(hash("secret", &[3], &random).unwrap().starts_with("$2a$10$"));
    }

    #[test]
    fn costs_are_bounded() {
        let random = Random::from(|bytes: &mut [u8]| bytes.fill(1));
        for (text, costs) in [("", &[31][..]), ("", &[4, 4]), (&"x".repeat(73), &[4])] {
            assert!(hash(text, costs, &random).is_err());
        }
    }
}
