//! Equality, order, hashing, and conversions from and to primitive numbers.
//!
//! - No numbers that print differently are equal, except zeros of different sign.
//! - No conversion from a primitive integer rounds.
//! - No conversion wraps around.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use dashu_int::UBig;
use num_traits::ToPrimitive;

use super::parse::NotANumber;
use super::{Number, Repr};

/// Whole numbers are equal if their values are equal, others if their shortest decimals are.
///
/// So a number computed as a primitive float equals the literal with its printed form. The zeros
/// are equal; see [`Number::is_identical`].
impl PartialEq for Number {
    #[inline]
    fn eq(&self, other: &Number) -> bool {
        match (&self.0, &other.0) {
            // The scale is the least possible.
            (
                Repr::Small { significand: left, scale: left_scale, .. },
                Repr::Small { significand: right, scale: right_scale, .. },
            ) => left == right && left_scale == right_scale,
            _ => self.cmp(other).is_eq(),
        }
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Big(_), _) | (_, Repr::Big(_)) if self.is_fraction() && other.is_fraction() => {
                self.shortest().cmp(&other.shortest())
            }
            _ => self.compare_values(other),
        }
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(integer) = self.as_i64() {
            integer.hash(state);
        } else if self.is_fraction() {
            self.shortest().hash(state);
        } else {
            let float = self.to_float();
            (float.negative, &float.magnitude).hash(state);
        }
    }
}

macro_rules! from_integers {
    ($($integer:ty)*) => {$(
        impl From<$integer> for Number {
            fn from(integer: $integer) -> Number {
                Number::from(i128::from(integer))
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 u8 u16 u32 u64);

impl From<isize> for Number {
    fn from(integer: isize) -> Number {
        Number::from(integer as i128)
    }
}

impl From<usize> for Number {
    fn from(integer: usize) -> Number {
        Number::from(integer as u128)
    }
}

impl From<i128> for Number {
    fn from(integer: i128) -> Number {
        match i64::try_from(integer) {
            Ok(small) => Number::small(small, 0, u64::BITS),
            Err(_) => Number::from_integer(integer < 0, UBig::from(integer.unsigned_abs())),
        }
    }
}

impl From<u128> for Number {
    fn from(integer: u128) -> Number {
        match i64::try_from(integer) {
            Ok(small) => Number::small(small, 0, u64::BITS),
            Err(_) => Number::from_integer(false, UBig::from(integer)),
        }
    }
}

impl TryFrom<f64> for Number {
    type Error = NotANumber;

    fn try_from(value: f64) -> Result<Number, NotANumber> {
        Number::from_f64(value).ok_or(NotANumber)
    }
}

impl TryFrom<f32> for Number {
    type Error = NotANumber;

    fn try_from(value: f32) -> Result<Number, NotANumber> {
        Number::from_f64(value.into()).ok_or(NotANumber)
    }
}

/// Integers as with [`Number::as_i64`]: `None` for a number with a fraction.
impl ToPrimitive for Number {
    fn to_i64(&self) -> Option<i64> {
        self.as_i64()
    }

    fn to_u64(&self) -> Option<u64> {
        self.as_u64()
    }

    fn to_i128(&self) -> Option<i128> {
        self.as_i128()
    }

    fn to_u128(&self) -> Option<u128> {
        self.as_u128()
    }

    fn to_f64(&self) -> Option<f64> {
        Some(self.as_f64())
    }
}
