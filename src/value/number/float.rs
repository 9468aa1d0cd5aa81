//! Binary floating point of any precision: `±significand × 2^exponent`, rounded to nearest even.
//!
//! - No result is rounded twice, and none carries more bits than its precision.
//! - No significand is shifted by an exponent: operands that don't overlap are not aligned.
//! - No NaN: an operation that has no result returns `None`.

use std::cmp::Ordering;

use crate::limits::budget::{charge_bits, charge_digits, digits_of};
use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};

/// The limits of [`Magnitude::top`]. Values beyond them are infinity or zero.
pub(super) const MAX_TOP: i64 = i32::MAX as i64;
pub(super) const MIN_TOP: i64 = i32::MIN as i64;

/// A signed magnitude and the number of significant bits that its kind of value has.
#[derive(Clone, Debug)]
pub(super) struct Float {
    pub(super) negative: bool,
    pub(super) precision: u32,
    pub(super) magnitude: Magnitude,
}

/// The distance from zero. Significands are odd, so every value has one representation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Magnitude {
    Zero,
    Finite { significand: UBig, exponent: i64 },
    Infinite,
}

impl Magnitude {
    /// The exponent of the smallest power of two above a finite value.
    pub(super) fn top(significand: &UBig, exponent: i64) -> i64 {
        exponent.saturating_add(significand.bit_len() as i64)
    }

    /// Zero, finite and infinite values in ascending order.
    fn class(&self) -> u8 {
        match self {
            Magnitude::Zero => 0,
            Magnitude::Finite { .. } => 1,
            Magnitude::Infinite => 2,
        }
    }

    fn compare(&self, other: &Magnitude) -> Ordering {
        let (
            Magnitude::Finite { significand: left, exponent: left_exponent },
            Magnitude::Finite { significand: right, exponent: right_exponent },
        ) = (self, other)
        else {
            return self.class().cmp(&other.class());
        };
        let tops =
            Magnitude::top(left, *left_exponent).cmp(&Magnitude::top(right, *right_exponent));
        // If the tops are equal, the exponents differ by less than the length of the significands.
        tops.then_with(|| match left_exponent - right_exponent {
            0 => left.cmp(right),
            shift @ 1.. => (left << shift as usize).cmp(right),
            shift => left.cmp(&(right << shift.unsigned_abs() as usize)),
        })
    }
}

impl Float {
    pub(super) fn zero(negative: bool, precision: u32) -> Float {
        Float { negative, precision, magnitude: Magnitude::Zero }
    }

    pub(super) fn infinity(negative: bool, precision: u32) -> Float {
        Float { negative, precision, magnitude: Magnitude::Infinite }
    }

    /// Rounds `±significand × 2^exponent` to `precision` bits.
    pub(super) fn new(negative: bool, significand: UBig, exponent: i64, precision: u32) -> Float {
        Float::round(negative, significand, exponent, false, precision)
    }

    /// `significand / 10^scale`. An integer has at most `precision` bits.
    pub(super) fn from_decimal(significand: i64, scale: u16, precision: u32) -> Float {
        let (negative, magnitude) = (significand < 0, significand.unsigned_abs());
        let fives = 5_u64.pow(u32::from(scale));
        // A power of five that divides the significand leaves a power of two.
        if magnitude % fives == 0 && magnitude != 0 {
            let odd = magnitude / fives;
            let zeros = odd.trailing_zeros();
            let exponent = i64::from(zeros) - i64::from(scale);
            let significand = UBig::from(odd >> zeros);
            let magnitude = Magnitude::Finite { significand, exponent };
            return Float { negative, precision, magnitude };
        }
        // The quotient must have more bits than the precision.
        let shift = precision + u64::BITS - fives.leading_zeros() + 1;
        let (quotient, rest) = (UBig::from(magnitude) << shift as usize).div_rem(fives);
        let exponent = -i64::from(shift) - i64::from(scale);
        Float::round(negative, quotient, exponent, rest != 0, precision)
    }

    /// Rounds `±(significand + rest) × 2^exponent` to `precision` bits, where `rest` is between 0
    /// and 1, and 0 unless `inexact`. An inexact significand must be longer than `precision`.
    fn round(
        negative: bool,
        mut significand: UBig,
        mut exponent: i64,
        inexact: bool,
        precision: u32,
    ) -> Float {
        if Magnitude::top(&significand, exponent) < MIN_TOP {
            return Float::zero(negative, precision);
        }
        let excess = significand.bit_len().saturating_sub(precision as usize);
        if excess > 0 {
            let half = significand.bit(excess - 1);
            let above_half = inexact || significand.trailing_zeros() < Some(excess - 1);
            significand >>= excess;
            exponent = exponent.saturating_add(excess as i64);
            if half && (above_half || significand.bit(0)) {
                significand += 1u8;
            }
        }
        let Some(zeros) = significand.trailing_zeros() else {
            return Float::zero(negative, precision);
        };
        if Magnitude::top(&significand, exponent) > MAX_TOP {
            return Float::infinity(negative, precision);
        }
        if zeros > 0 {
            significand >>= zeros;
            exponent += zeros as i64;
        }
        Float { negative, precision, magnitude: Magnitude::Finite { significand, exponent } }
    }

    /// The same value at another precision.
    pub(super) fn with_precision(&self, precision: u32) -> Float {
        match &self.magnitude {
            Magnitude::Finite { significand, exponent } if precision < self.precision => {
                Float::new(self.negative, significand.clone(), *exponent, precision)
            }
            _ => Float { precision, ..self.clone() },
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.magnitude == Magnitude::Zero
    }

    pub(super) fn is_integer(&self) -> bool {
        match self.magnitude {
            Magnitude::Zero => true,
            Magnitude::Finite { exponent, .. } => exponent >= 0,
            Magnitude::Infinite => false,
        }
    }

    /// The least number of bits that can represent the value.
    pub(super) fn used_precision(&self) -> u32 {
        match &self.magnitude {
            Magnitude::Finite { significand, .. } => significand.bit_len() as u32,
            _ => 0,
        }
    }

    pub(super) fn negated(mut self) -> Float {
        self.negative = !self.negative;
        self
    }

    /// The integral part; a zero has no sign.
    pub(super) fn truncate(&self) -> Float {
        match &self.magnitude {
            Magnitude::Finite { significand, exponent } if *exponent < 0 => {
                let whole = significand >> exponent.unsigned_abs() as usize;
                let negative = self.negative && !whole.is_zero();
                Float::new(negative, whole, 0, self.precision)
            }
            Magnitude::Zero => Float::zero(false, self.precision),
            _ => self.clone(),
        }
    }

    /// `self + other`; `None` if infinities cancel.
    pub(super) fn add(&self, other: &Float, precision: u32) -> Option<Float> {
        use Magnitude::{Finite, Infinite, Zero};
        match (&self.magnitude, &other.magnitude) {
            (Infinite, Infinite) if self.negative != other.negative => None,
            (Zero, Zero) => Some(Float::zero(self.negative && other.negative, precision)),
            (Infinite, _) | (_, Zero) => Some(self.with_precision(precision)),
            (_, Infinite) | (Zero, _) => Some(other.with_precision(precision)),
            (
                Finite { significand: left, exponent: left_exponent },
                Finite { significand: right, exponent: right_exponent },
            ) => {
                if !charge_bits(left.bit_len() + right.bit_len()) {
                    return None;
                }
                let left = (self.negative, left, *left_exponent);
                let right = (other.negative, right, *right_exponent);
                let (negative, sum, exponent) = exact_sum(left, right, precision);
                Some(Float::new(negative, sum, exponent, precision))
            }
        }
    }

    /// `self × other`; `None` for zero times infinity.
    pub(super) fn mul(&self, other: &Float, precision: u32) -> Option<Float> {
        use Magnitude::{Finite, Infinite, Zero};
        let negative = self.negative != other.negative;
        match (&self.magnitude, &other.magnitude) {
            (Zero, Infinite) | (Infinite, Zero) => None,
            (Infinite, _) | (_, Infinite) => Some(Float::infinity(negative, precision)),
            (Zero, _) | (_, Zero) => Some(Float::zero(negative, precision)),
            (
                Finite { significand: left, exponent: left_exponent },
                Finite { significand: right, exponent: right_exponent },
            ) => {
                let bits = left.bit_len() + right.bit_len();
                let product = charge_digits(digits_of(bits)).then(|| left * right)?;
                Some(Float::new(negative, product, left_exponent + right_exponent, precision))
            }
        }
    }

    /// `self / other`; `None` if both are zero or both infinite.
    pub(super) fn div(&self, other: &Float, precision: u32) -> Option<Float> {
        use Magnitude::{Finite, Infinite, Zero};
        let negative = self.negative != other.negative;
        match (&self.magnitude, &other.magnitude) {
            (Zero, Zero) | (Infinite, Infinite) => None,
            (Zero, _) | (_, Infinite) => Some(Float::zero(negative, precision)),
            (Infinite, _) | (_, Zero) => Some(Float::infinity(negative, precision)),
            (
                Finite { significand: left, exponent: left_exponent },
                Finite { significand: right, exponent: right_exponent },
            ) => {
                // Two bits more than the precision: one for rounding, and one that the quotient may
                // be short of.
                let shift =
                    (right.bit_len() + precision as usize + 2).saturating_sub(left.bit_len());
                if !charge_digits(digits_of(left.bit_len() + shift)) {
                    return None;
                }
                let dividend = left << shift;
                let (quotient, remainder) = dividend.div_rem(right);
                let inexact = !remainder.is_zero();
                let exponent = left_exponent - right_exponent - shift as i64;
                Some(Float::round(negative, quotient, exponent, inexact, precision))
            }
        }
    }

    /// `self - other × n`, where `n` is the integral part of the quotient; every step is rounded
    /// to the precision of `self`. `self` if `other` is zero, `None` for infinities.
    pub(super) fn rem(&self, other: &Float) -> Option<Float> {
        if other.is_zero() {
            return Some(self.clone());
        }
        let quotient = self.div(other, self.precision.max(other.precision))?;
        if quotient.magnitude == Magnitude::Infinite {
            return None;
        }
        let whole = quotient.truncate().with_precision(self.precision);
        let product = other.mul(&whole, self.precision)?;
        self.add(&product.negated(), self.precision)
    }

    /// The order of the values; both zeros are equal.
    pub(super) fn compare(&self, other: &Float) -> Ordering {
        // A zero is neither negative nor positive here.
        let sign = |float: &Float| match (float.is_zero(), float.negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        };
        sign(self).cmp(&sign(other)).then_with(|| {
            let magnitudes = self.magnitude.compare(&other.magnitude);
            if self.negative { magnitudes.reverse() } else { magnitudes }
        })
    }

    /// The value of a primitive float; `None` for NaN.
    pub(super) fn from_f64(value: f64) -> Option<Float> {
        const PRECISION: u32 = f64::MANTISSA_DIGITS;
        let negative = value.is_sign_negative();
        if value.is_nan() {
            return None;
        }
        if value.is_infinite() {
            return Some(Float::infinity(negative, PRECISION));
        }
        let fraction = value.to_bits() & ((1 << (PRECISION - 1)) - 1);
        let (significand, exponent) = match (value.to_bits() >> (PRECISION - 1)) & 0x7ff {
            0 => (fraction, -1074),
            biased => (fraction | 1 << (PRECISION - 1), biased as i64 - 1075),
        };
        Some(Float::new(negative, UBig::from(significand), exponent, PRECISION))
    }

    /// The nearest primitive float.
    pub(super) fn to_f64(&self) -> f64 {
        let magnitude = match &self.magnitude {
            Magnitude::Zero => 0.0,
            Magnitude::Infinite => f64::INFINITY,
            Magnitude::Finite { significand, exponent } => nearest_f64(significand, *exponent),
        };
        if self.negative { -magnitude } else { magnitude }
    }
}

/// A finite operand of a sum: sign, significand, exponent.
type Term<'a> = (bool, &'a UBig, i64);

/// The sum of two terms. If they don't overlap, a number that is rounded to the same `precision`
/// bits as the sum.
fn exact_sum(left: Term<'_>, right: Term<'_>, precision: u32) -> (bool, UBig, i64) {
    let top = |(_, significand, exponent): Term<'_>| Magnitude::top(significand, exponent);
    let (large, small) = if top(left) >= top(right) { (left, right) } else { (right, left) };

    // Below this position only the sign of the small term matters: it is three bits past both the
    // rounding position and the end of the large term.
    let floor = large.2.min(top(large) - i64::from(precision)) - 3;
    let unit = UBig::ONE;
    let small = if top(small) <= floor { (small.0, &unit, floor) } else { small };

    let (high, low) = if large.2 >= small.2 { (large, small) } else { (small, large) };
    let raised = high.1 << (high.2 - low.2) as usize;
    let (negative, sum) = match (high.0 == low.0, raised.cmp(low.1)) {
        (true, _) => (high.0, raised + low.1),
        (false, Ordering::Greater) => (high.0, raised - low.1),
        (false, Ordering::Less) => (low.0, low.1 - raised),
        // Also the sum of opposite numbers is positive.
        (false, Ordering::Equal) => (false, UBig::ZERO),
    };
    (negative, sum, low.2)
}

fn nearest_f64(significand: &UBig, exponent: i64) -> f64 {
    // The smallest positive f64 is 2^-1074: close to it fewer than 53 bits are left.
    let bits = Magnitude::top(significand, exponent) + 1074;
    if bits < 0 {
        return 0.0;
    }
    let bits = bits.min(i64::from(f64::MANTISSA_DIGITS)) as u32;
    match Float::new(false, significand.clone(), exponent, bits).magnitude {
        Magnitude::Finite { significand, exponent } if exponent < 1024 => {
            // Two steps, because 2^exponent alone may be out of range.
            let (half, rest) = (exponent / 2, exponent - exponent / 2);
            let significand = u64::try_from(&significand).unwrap_or(u64::MAX) as f64;
            significand * power_of_two(half) * power_of_two(rest)
        }
        Magnitude::Zero => 0.0,
        _ => f64::INFINITY,
    }
}

/// 2^exponent, for exponents of normal numbers.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << (f64::MANTISSA_DIGITS - 1))
}
