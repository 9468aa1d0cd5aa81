//! The decimal digits of binary numbers: the shortest that identify the number, or a requested number of
//! digits.
//!
//! - No digits are computed beyond a few more than requested: a large exponent costs nothing.
//! - No rounding except to nearest, ties to even, of the exact value.
//! - No digits for infinities: callers handle them.

use std::cmp::Ordering;
use std::f64::consts::LOG10_2;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};
use smallvec::SmallVec;

use super::float::{Float, Magnitude};
use crate::limits::budget::{charge, charge_digits, digits_of};

/// `±0.DIGITS × 10^point`: neither the first nor the last digit is zero; zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decimal {
    pub(super) negative: bool,
    pub(super) point: i64,
    digits: Digits,
}

/// ASCII digits.
type Digits = SmallVec<[u8; 24]>;

impl Decimal {
    /// `significand / 10^scale`.
    pub(super) fn small(significand: i64, scale: u16) -> Decimal {
        let mut digits = Digits::new();
        let mut rest = significand.unsigned_abs();
        while rest > 0 {
            digits.push(b'0' + (rest % 10) as u8);
            rest /= 10;
        }
        digits.reverse();
        let point = digits.len() as i64 - i64::from(scale);
        Expansion { digits, point, exact: true }.into_decimal(significand < 0)
    }

    /// The shortest decimal that rounds to `float` at its precision; of several the nearest.
    pub(super) fn shortest(float: &Float) -> Decimal {
        let Magnitude::Finite { significand, exponent } = &float.magnitude else {
            return Decimal::zero(float.negative);
        };
        if !charge_digits(digits_of(float.precision as usize)) {
            return Decimal::zero(float.negative);
        }
        if *exponent >= 0 && Magnitude::top(significand, *exponent) <= i64::from(float.precision) {
            // The neighbours are at a distance of one at most: no shorter decimal is as near as the
            // integer.
            return Expansion::integer(significand << *exponent as usize)
                .into_decimal(float.negative);
        }
        // The values halfway to the neighbours need one more bit than the number.
        let shift = (float.precision as usize + 1).saturating_sub(significand.bit_len());
        let middle = significand << shift;
        let (below, above) = (&middle - 1u8, &middle + 1u8);
        let even = !middle.bit(1);

        let digits = (f64::from(float.precision) * LOG10_2) as i64 + 3;
        let Some(scale) = Scale::new(&middle, exponent - shift as i64, digits) else {
            return Decimal::zero(float.negative);
        };
        let mut value = scale.expand(&middle);
        let (lower, upper) = (scale.expand(&below), scale.expand(&above));
        for index in 0..value.digits.len() {
            let digit = value.digit(index);
            // The bounds themselves round to an even number, but not to an odd one.
            let down = lower.digit(index) != digit || (even && lower.ends_at(index + 1));
            let up = upper.digit(index) != digit
                && (even || digit + 1 < upper.digit(index) || !upper.ends_at(index + 1));
            match (down, up) {
                (true, true) => value.round(index + 1),
                (true, false) => value.digits.truncate(index + 1),
                (false, true) => value.round_up(index + 1),
                (false, false) => continue,
            }
            break;
        }
        value.into_decimal(float.negative)
    }

    /// The value rounded to the number of significant digits that `count` returns for the number
    /// of digits before the decimal point. A negative number leaves the value unrounded.
    pub(super) fn rounded(float: &Float, count: impl Fn(i64) -> i64) -> Decimal {
        let Magnitude::Finite { significand, exponent } = &float.magnitude else {
            return Decimal::zero(float.negative);
        };
        let at_most = count(decimal_exponent(significand, *exponent) + 3);
        let Some(scale) = Scale::new(significand, *exponent, at_most.max(0) + 1) else {
            return Decimal::zero(float.negative);
        };
        let mut value = scale.expand(significand);
        if let Ok(count) = usize::try_from(count(value.point)) {
            value.round(count);
        }
        value.into_decimal(float.negative)
    }

    fn zero(negative: bool) -> Decimal {
        Decimal { negative, point: 0, digits: Digits::new() }
    }

    /// The number of significant digits.
    pub(super) fn len(&self) -> i64 {
        self.digits.len() as i64
    }

    /// The digit at an index from the first significant one; zero on both sides of the digits.
    pub(super) fn digit(&self, index: i64) -> char {
        let digit = usize::try_from(index).ok().and_then(|index| self.digits.get(index));
        char::from(digit.copied().unwrap_or(b'0'))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        other.negative.cmp(&self.negative).then_with(|| {
            let magnitudes =
                self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
            if self.negative { magnitudes.reverse() } else { magnitudes }
        })
    }
}

/// The leading digits of a magnitude; `exact` if only zeros follow.
struct Expansion {
    digits: Digits,
    point: i64,
    exact: bool,
}

impl Expansion {
    fn integer(value: UBig) -> Expansion {
        let digits = Digits::from_slice(value.to_string().as_bytes());
        Expansion { point: digits.len() as i64, digits, exact: true }
    }

    fn digit(&self, index: usize) -> u8 {
        self.digits.get(index).copied().unwrap_or(b'0')
    }

    /// Whether only zeros follow `count` digits. The trailing zeros must be trimmed.
    fn ends_at(&self, count: usize) -> bool {
        self.exact && self.digits.len() <= count
    }

    /// Rounds to `count` digits.
    fn round(&mut self, count: usize) {
        let tie = self.digit(count) == b'5' && self.ends_at(count + 1);
        let odd = count.checked_sub(1).is_some_and(|last| self.digit(last) % 2 == 1);
        let up = if tie { odd } else { self.digit(count) >= b'5' };
        if up {
            self.round_up(count);
        } else {
            self.digits.truncate(count);
        }
    }

    fn round_up(&mut self, count: usize) {
        self.digits.truncate(count);
        while self.digits.last() == Some(&b'9') {
            self.digits.pop();
        }
        match self.digits.last_mut() {
            Some(last) => *last += 1,
            None => {
                self.digits.push(b'1');
                self.point += 1;
            }
        }
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
    }

    fn into_decimal(mut self, negative: bool) -> Decimal {
        self.trim();
        Decimal { negative, point: self.point, digits: self.digits }
    }
}

/// The factor 10^scale that turns the leading digits of a number into an integer.
struct Scale {
    scale: i64,
    /// 5^|scale| = power × 2^power_exponent, a little more unless `exact`.
    power: UBig,
    power_exponent: i64,
    exact: bool,
    exponent: i64,
}

/// The charge for a step of computing a power of five.
const SQUARING: usize = 8;

impl Scale {
    /// For numbers near `significand × 2^exponent`, of which `digits` leading digits are needed.
    fn new(significand: &UBig, exponent: i64, digits: i64) -> Option<Scale> {
        let scale = digits - decimal_exponent(significand, exponent);
        let squarings = u64::BITS - scale.unsigned_abs().leading_zeros();
        if !charge(SQUARING * squarings as usize) {
            return None;
        }
        // A number whose digits end before `digits` does not need a longer power of five than this.
        // Others do, but 128 bits more than all digits are enough to distinguish them from ties.
        let bits = significand.bit_len() + 4 * digits.unsigned_abs() as usize + 128;
        let (power, power_exponent) = power_of_five(scale.unsigned_abs(), bits);
        Some(Scale { scale, exact: power_exponent == 0, power, power_exponent, exponent })
    }

    /// The digits of `significand × 2^exponent`.
    fn expand(&self, significand: &UBig) -> Expansion {
        let shift = self.exponent + self.scale;
        let (digits, exact) = if self.scale >= 0 {
            shifted(significand * &self.power, shift + self.power_exponent)
        } else {
            let shift = shift - self.power_exponent;
            let distance = shift.unsigned_abs() as usize;
            let (quotient, remainder) = if shift >= 0 {
                (significand << distance).div_rem(&self.power)
            } else {
                significand.div_rem(&self.power << distance)
            };
            (quotient, remainder.is_zero())
        };
        let Expansion { digits, point, .. } = Expansion::integer(digits);
        let exact = exact && self.exact;
        let mut expansion = Expansion { digits, point: point - self.scale, exact };
        if exact {
            expansion.trim();
        }
        expansion
    }
}

/// The integral part of `number × 2^exponent`, and whether the result is exact.
fn shifted(number: UBig, exponent: i64) -> (UBig, bool) {
    let distance = exponent.unsigned_abs() as usize;
    if exponent >= 0 {
        (number << distance, true)
    } else {
        let exact = number.trailing_zeros().is_none_or(|zeros| zeros >= distance);
        (number >> distance, exact)
    }
}

/// The exponent of the greatest power of ten that is not above a number, or the one below it.
fn decimal_exponent(significand: &UBig, exponent: i64) -> i64 {
    ((Magnitude::top(significand, exponent) - 1) as f64 * LOG10_2).floor() as i64
}

/// 5^n as an integer of at most `bits` bits, rounded down, and the missing power of two.
fn power_of_five(n: u64, bits: usize) -> (UBig, i64) {
    let (mut power, mut exponent) = (UBig::ONE, 0);
    for bit in (0..u64::BITS - n.leading_zeros()).rev() {
        power = power.sqr();
        exponent *= 2;
        if n >> bit & 1 == 1 {
            power *= 5u8;
        }
        let excess = power.bit_len().saturating_sub(bits);
        power >>= excess;
        exponent += excess as i64;
    }
    (power, exponent)
}
