//! HCL's number: binary floating point with 512 bits, with a small form for short decimals.
//!
//! - No NaN.
//! - No work, memory or text grows with the size of an exponent.
//! - No allocation for whole numbers and decimals of up to 18 digits.

mod arithmetic;
mod decimal;
mod float;
mod format;
mod parse;
mod traits;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::UBig;

use self::float::{Float, Magnitude};
pub use self::parse::NotANumber;

/// The significant bits of a number that was written as text.
const TEXT_PRECISION: u32 = 512;

/// The most decimal places of a number that is kept as a decimal.
const MAX_SCALE: u16 = 18;

/// A number: any finite value of up to 512 significant bits, or an integer of any length, an infinity, or a negative zero.
///
/// The precision of a number depends on its origin: 512 bits from text, 64 bits (or as many as it needs)
/// from an integer, 53 bits from a function that computes with primitive floats. Results are rounded to the higher precision of the
/// operands, to nearest, ties to even. The precision determines the number of printed digits: the fewest
/// that identify the number.
///
/// Short decimals need no allocation. Other numbers share their allocation, so every clone is cheap.
///
/// ```
/// use serde_hcl::Number;
///
/// let sum = Number::parse("0.1").unwrap().checked_add(&Number::parse("0.2").unwrap());
/// assert_eq!(sum.unwrap().to_string(), "0.3");
/// assert_eq!(Number::from(1).checked_div(&Number::from(0)), Some(Number::infinity()));
/// ```
#[derive(Clone)]
pub struct Number(Repr);

/// Packed, so that small numbers are copied in few moves.
#[derive(Clone)]
#[repr(u16)]
enum Repr {
    /// `significand / 10^scale`, meaning that value rounded to `precision` bits. The scale is the
    /// least possible; integers need no rounding.
    Small { scale: u16, precision: u32, significand: i64 },
    /// Any other number.
    Big(Arc<Float>),
}

impl Number {
    /// Positive infinity. Negate it for negative infinity.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let infinity = Number::infinity();
    /// assert!(infinity.is_infinite() && !infinity.is_integer());
    /// assert_eq!((-infinity).as_f64(), f64::NEG_INFINITY);
    /// ```
    pub fn infinity() -> Number {
        Number(Repr::Big(Arc::new(Float::infinity(false, 0))))
    }

    /// The shortest decimal that is read as this primitive float; `None` for NaN.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let tenth = Number::from_f64(0.1).unwrap();
    /// assert_eq!(tenth.checked_mul(&Number::from(3)).unwrap().to_string(), "0.3");
    /// ```
    pub fn from_f64(value: f64) -> Option<Number> {
        match value.is_finite() {
            true => Number::parse(&format!("{value:e}")),
            false => Number::from_binary(value),
        }
    }

    /// The exact value of a primitive float, with 53 bits of precision; `None` for NaN. The results of
    /// floating-point operations are printed with the fewest digits, as in the reference.
    pub(crate) fn from_binary(value: f64) -> Option<Number> {
        Float::from_f64(value).map(Number::from_float)
    }

    #[inline]
    fn small(significand: i64, scale: u16, precision: u32) -> Number {
        Number(Repr::Small { significand, scale, precision })
    }

    fn from_float(float: Float) -> Number {
        match &float.magnitude {
            Magnitude::Zero if !float.negative => Number::small(0, 0, float.precision),
            Magnitude::Finite { significand, exponent }
                if *exponent >= 0
                    && Magnitude::top(significand, *exponent)
                        <= i64::from(float.precision.min(63)) =>
            {
                let magnitude =
                    i64::try_from(significand << *exponent as usize).unwrap_or(i64::MAX);
                let integer = if float.negative { -magnitude } else { magnitude };
                Number::small(integer, 0, float.precision)
            }
            _ => Number(Repr::Big(Arc::new(float))),
        }
    }

    /// An exact integer, with as much precision as it needs.
    fn from_integer(negative: bool, magnitude: UBig) -> Number {
        let precision = Magnitude::top(&magnitude, 0).max(64) as u32;
        Number::from_float(Float::new(negative, magnitude, 0, precision))
    }

    fn to_float(&self) -> Cow<'_, Float> {
        match &self.0 {
            Repr::Small { significand, scale, precision } => {
                Cow::Owned(Float::from_decimal(*significand, *scale, *precision))
            }
            Repr::Big(float) => Cow::Borrowed(float),
        }
    }

    fn precision(&self) -> u32 {
        match &self.0 {
            Repr::Small { precision, .. } => *precision,
            Repr::Big(float) => float.precision,
        }
    }

    /// Whether the number is finite and has no fraction.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert!(Number::parse("1.50e1").unwrap().is_integer());
    /// assert!(!Number::parse("1.5").unwrap().is_integer());
    /// ```
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { scale, .. } => *scale == 0,
            Repr::Big(float) => float.is_integer(),
        }
    }

    fn is_fraction(&self) -> bool {
        !self.is_integer() && !self.is_infinite()
    }

    /// Whether the number is one of the infinities.
    pub fn is_infinite(&self) -> bool {
        matches!(&self.0, Repr::Big(float) if float.magnitude == Magnitude::Infinite)
    }

    /// Whether the number is zero, of either sign.
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Repr::Small { significand, .. } => *significand == 0,
            Repr::Big(float) => float.is_zero(),
        }
    }

    /// Whether the number is less than zero.
    pub fn is_negative(&self) -> bool {
        self.is_sign_negative() && !self.is_zero()
    }

    /// Whether the number has a minus sign: it is less than zero or negative zero.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let zero = -Number::from(0);
    /// assert!(zero.is_zero() && zero.is_sign_negative() && !zero.is_negative());
    /// ```
    pub fn is_sign_negative(&self) -> bool {
        match &self.0 {
            Repr::Small { significand, .. } => *significand < 0,
            Repr::Big(float) => float.negative,
        }
    }

    /// Whether the numbers are equal and have the same sign: only the zeros differ from `==`.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let (zero, negative_zero) = (Number::from(0), -Number::from(0));
    /// assert!(zero == negative_zero && !zero.is_identical(&negative_zero));
    /// ```
    pub fn is_identical(&self, other: &Number) -> bool {
        self == other && self.is_sign_negative() == other.is_sign_negative()
    }

    /// The order of the exact values, as in the comparison operators of HCL.
    ///
    /// It differs from [`Ord`] only for fractions of different precision: [`Ord`] compares their printed
    /// forms.
    #[inline]
    pub fn compare_values(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (
                Repr::Small { significand: left, scale: 0, .. },
                Repr::Small { significand: right, scale: 0, .. },
            ) => left.cmp(right),
            _ => self.compare_exactly(other),
        }
    }

    fn compare_exactly(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (
                Repr::Small { significand: left, scale: left_scale, .. },
                Repr::Small { significand: right, scale: right_scale, .. },
            ) => {
                // Short decimals round to 512 bits without changing their order.
                let scaled = |significand: &i64, scale: &u16| {
                    i128::from(*significand) * 10_i128.pow(u32::from(MAX_SCALE - scale))
                };
                scaled(left, left_scale).cmp(&scaled(right, right_scale))
            }
            _ => self.to_float().compare(&other.to_float()),
        }
    }

    /// The number as an `i64`, if it is one.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!(Number::parse("-7.0").unwrap().as_i64(), Some(-7));
    /// assert_eq!(Number::parse("-7.5").unwrap().as_i64(), None);
    /// assert_eq!(Number::from(u64::MAX).as_i64(), None);
    /// ```
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small { significand, scale: 0, .. } => Some(*significand),
            _ => self.as_i128()?.try_into().ok(),
        }
    }

    /// The number as a `u64`, if it is one.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128()?.try_into().ok()
    }

    /// The number as an `i128`, if it is one.
    pub fn as_i128(&self) -> Option<i128> {
        match (&self.0, self.magnitude()?) {
            (Repr::Small { significand, .. }, _) => Some(i128::from(*significand)),
            (Repr::Big(float), magnitude) if float.negative => {
                0_i128.checked_sub_unsigned(magnitude)
            }
            (_, magnitude) => magnitude.try_into().ok(),
        }
    }

    /// The number as a `u128`, if it is one.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let number = Number::parse("340282366920938463463374607431768211455").unwrap();
    /// assert_eq!(number.as_u128(), Some(u128::MAX));
    /// assert_eq!(Number::from(-1).as_u128(), None);
    /// ```
    pub fn as_u128(&self) -> Option<u128> {
        self.magnitude().filter(|_| !self.is_negative())
    }

    /// The absolute value, if it is a `u128`.
    fn magnitude(&self) -> Option<u128> {
        match &self.0 {
            Repr::Small { significand, scale: 0, .. } => Some(significand.unsigned_abs().into()),
            Repr::Small { .. } => None,
            Repr::Big(float) => match &float.magnitude {
                Magnitude::Zero => Some(0),
                Magnitude::Finite { significand, exponent }
                    if *exponent >= 0 && Magnitude::top(significand, *exponent) <= 128 =>
                {
                    u128::try_from(significand << *exponent as usize).ok()
                }
                _ => None,
            },
        }
    }

    /// The nearest `f64`: infinite beyond its range.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!(Number::parse("0.1").unwrap().as_f64(), 0.1);
    /// assert_eq!(Number::parse("1e400").unwrap().as_f64(), f64::INFINITY);
    /// ```
    pub fn as_f64(&self) -> f64 {
        // Integers and powers of ten up to these bounds are exact, and one division rounds once.
        const EXACT_INTEGERS: u64 = 1 << f64::MANTISSA_DIGITS;
        match &self.0 {
            Repr::Small { significand, scale: 0, .. } => *significand as f64,
            Repr::Small { significand, scale, .. }
                if significand.unsigned_abs() <= EXACT_INTEGERS =>
            {
                *significand as f64 / 10_u64.pow(u32::from(*scale)) as f64
            }
            _ => self.to_float().to_f64(),
        }
    }
}
