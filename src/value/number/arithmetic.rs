//! Arithmetic, in the precision of the operands.
//!
//! - No NaN: the result is `None` where IEEE 754 has a NaN.
//! - No big arithmetic where machine integers give the same result.
//! - No result is more precise than the more precise operand, except products.

use std::ops::Neg;

use dashu_int::UBig;

use super::float::{Float, Magnitude};
use super::{Number, Repr, TEXT_PRECISION};

impl Number {
    /// The sum; `None` for infinities of opposite sign.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let sum = Number::from(i64::MAX).checked_add(&1.into()).unwrap();
    /// assert_eq!(sum.to_string(), "9223372036854775808");
    /// assert_eq!(Number::infinity().checked_add(&-Number::infinity()), None);
    /// ```
    pub fn checked_add(&self, other: &Number) -> Option<Number> {
        self.on_integers(other, i64::checked_add).or_else(|| {
            let precision = self.precision().max(other.precision());
            self.to_float().add(&other.to_float(), precision).map(Number::from_float)
        })
    }

    /// The difference; `None` for infinities of the same sign.
    pub fn checked_sub(&self, other: &Number) -> Option<Number> {
        self.on_integers(other, i64::checked_sub).or_else(|| {
            let precision = self.precision().max(other.precision());
            let subtrahend = other.to_float().into_owned().negated();
            self.to_float().add(&subtrahend, precision).map(Number::from_float)
        })
    }

    /// The product, which may use up to 512 bits regardless of the operands' precision; `None` for
    /// zero times infinity.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let large = Number::from(i64::MAX);
    /// let product = i128::from(i64::MAX) * i128::from(i64::MAX);
    /// assert_eq!(large.checked_mul(&large).unwrap().as_i128(), Some(product));
    /// assert_eq!(Number::from(0).checked_mul(&Number::infinity()), None);
    /// ```
    pub fn checked_mul(&self, other: &Number) -> Option<Number> {
        self.multiply_integers(other).or_else(|| {
            let mut product = self.to_float().mul(&other.to_float(), TEXT_PRECISION)?;
            let precision = self.precision().max(other.precision());
            product.precision = precision.max(product.used_precision());
            Some(Number::from_float(product))
        })
    }

    #[inline(always)]
    fn multiply_integers(&self, other: &Number) -> Option<Number> {
        // A product that is zero has a sign.
        self.on_integers(other, |left, right| match left.checked_mul(right)? {
            0 if left < 0 || right < 0 => None,
            product => Some(product),
        })
    }

    /// The quotient: an infinity if only the divisor is zero; `None` if both are, or both are
    /// infinite.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let (zero, one) = (Number::from(0), Number::from(1));
    /// assert_eq!(one.checked_div(&zero), Some(Number::infinity()));
    /// assert_eq!(zero.checked_div(&zero), None);
    /// ```
    pub fn checked_div(&self, other: &Number) -> Option<Number> {
        self.divide_integers(other).or_else(|| {
            let precision = self.precision().max(other.precision());
            self.to_float().div(&other.to_float(), precision).map(Number::from_float)
        })
    }

    #[inline(always)]
    fn divide_integers(&self, other: &Number) -> Option<Number> {
        self.on_integers(other, |left, right| {
            let exact = left != 0 && left.checked_rem(right)? == 0;
            if exact { left.checked_div(right) } else { None }
        })
    }

    /// `self - other × n`, where `n` is the quotient without its fraction; with the sign of
    /// `self`. Division by zero leaves `self`; `None` for infinities.
    ///
    /// The quotient is rounded before its fraction is dropped: `7 % 0.1` is 0.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!(Number::from(-7).checked_rem(&3.into()), Some(Number::from(-1)));
    /// assert_eq!(Number::from(7).checked_rem(&0.into()), Some(Number::from(7)));
    /// ```
    pub fn checked_rem(&self, other: &Number) -> Option<Number> {
        self.remainder_of_integers(other)
            .or_else(|| self.to_float().rem(&other.to_float()).map(Number::from_float))
    }

    #[inline(always)]
    fn remainder_of_integers(&self, other: &Number) -> Option<Number> {
        match (&self.0, &other.0) {
            (
                Repr::Small { significand: left, scale: 0, precision },
                Repr::Small { significand: right, scale: 0, precision: other_precision },
            )
            // With fewer bits the quotient of integers may round up to the next integer.
            if *precision.min(other_precision) >= u64::BITS => {
                left.checked_rem(*right).map(|remainder| Number::small(remainder, 0, *precision))
            }
            _ => None,
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Number {
        if self.is_sign_negative() { -self } else { self.clone() }
    }

    /// The greatest whole number that is not greater than this one; infinities don't change.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let number = Number::parse("-1.5").unwrap();
    /// let whole = [number.floor(), number.ceil(), number.trunc()].map(|number| number.as_i64());
    /// assert_eq!(whole, [Some(-2), Some(-1), Some(-1)]);
    /// ```
    pub fn floor(&self) -> Number {
        self.to_whole(true)
    }

    /// The smallest whole number that is not smaller than this one; infinities don't change.
    pub fn ceil(&self) -> Number {
        self.to_whole(false)
    }

    /// The number without its fraction; infinities don't change.
    pub fn trunc(&self) -> Number {
        if self.is_integer() || self.is_infinite() {
            return self.clone();
        }
        match self.to_float().truncate() {
            Float { negative, magnitude: Magnitude::Finite { significand, exponent }, .. } => {
                Number::from_integer(negative, significand << exponent as usize)
            }
            _ => Number::from(0),
        }
    }

    /// The whole number next to a fraction, towards either infinity.
    fn to_whole(&self, down: bool) -> Number {
        let float = self.to_float();
        let mut whole = float.truncate();
        if !self.is_integer() && !self.is_infinite() && float.negative == down {
            let one = Float::new(down, UBig::ONE, 0, 1);
            whole = whole.add(&one, float.precision).unwrap_or(whole);
        }
        Number::from_float(whole)
    }

    /// The result of an operation on machine integers, if both operands are integers and the result needs
    /// no rounding.
    #[inline(always)]
    fn on_integers(
        &self,
        other: &Number,
        operation: impl Fn(i64, i64) -> Option<i64>,
    ) -> Option<Number> {
        match (&self.0, &other.0) {
            (
                Repr::Small { significand: left, scale: 0, precision },
                Repr::Small { significand: right, scale: 0, precision: other },
            ) => {
                let precision = *precision.max(other);
                let result = operation(*left, *right)?;
                fits(result, precision).then(|| Number::small(result, 0, precision))
            }
            _ => None,
        }
    }
}

/// Whether an integer needs no rounding.
#[inline]
fn fits(integer: i64, precision: u32) -> bool {
    u64::BITS - integer.unsigned_abs().leading_zeros() <= precision
}

impl Neg for &Number {
    type Output = Number;

    fn neg(self) -> Number {
        match self.0 {
            Repr::Small { significand, scale, precision }
                if significand != 0 && significand != i64::MIN =>
            {
                Number::small(-significand, scale, precision)
            }
            _ => Number::from_float(self.to_float().into_owned().negated()),
        }
    }
}

impl Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        -&self
    }
}
