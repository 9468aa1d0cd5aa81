//! Arithmetic on short decimals without floats: a fifth of the instructions of `x * 0.25 + 0.1` in a loop.
//!
//! - No result that differs in a bit from the arithmetic on floats: `None` where the decimal may differ.
//! - No big integers.

use super::{MAX_SCALE, Number, Repr, TEXT_PRECISION};

const POWERS_OF_FIVE: [i64; MAX_SCALE as usize + 1] = {
    let mut powers = [1; MAX_SCALE as usize + 1];
    let mut exponent = 1;
    while exponent < powers.len() {
        powers[exponent] = powers[exponent - 1] * 5;
        exponent += 1;
    }
    powers
};

/// The units of all decimals are multiples of two to the power of this exponent.
const BASE: i32 = TEXT_PRECISION as i32 - 64;

/// 2^BASE modulo 10^18.
const BASE_REMAINDER: u64 = {
    let (mut power, mut exponent) = (1, 0);
    while exponent < BASE {
        power = power * 2 % 10_u64.pow(MAX_SCALE as u32);
        exponent += 1;
    }
    power
};

/// The number of bits that a difference with a computed error may lose.
const MAX_CANCELLATION: i32 = 24;

/// The relative error of the floats below.
const MARGIN: f64 = 1.0 / (1 << 20) as f64;

/// A short decimal, represented by its nearest float of 512 bits. Its unit is the last bit of that float.
#[derive(Clone, Copy)]
struct Short {
    significand: i64,
    scale: u16,
}

impl Number {
    /// The sum or the difference, if it equals exact decimal arithmetic.
    pub(super) fn sum_of_decimals(&self, other: &Number, subtract: bool) -> Option<Number> {
        let (left, right) = (self.short()?, other.short()?);
        let scale = left.scale.max(right.scale);
        if scale == 0 {
            return None;
        }
        let aligned =
            |short: Short| short.significand.checked_mul(power_of_ten(scale - short.scale)?);
        let (left_term, mut right_term) = (aligned(left)?, aligned(right)?);
        if subtract {
            right_term = right_term.checked_neg()?;
        }
        let sum = Short::new(left_term.checked_add(right_term)?, scale);
        let error = left.error_in(sum) * sign(left_term) + right.error_in(sum) * sign(right_term);
        sum.if_rounded_alike(error * sign(sum.significand))
    }

    /// The product, if it equals exact decimal arithmetic.
    pub(super) fn product_of_decimals(&self, other: &Number) -> Option<Number> {
        let (left, right) = (self.short()?, other.short()?);
        let scale = left.scale + right.scale;
        if !(1..=MAX_SCALE).contains(&scale) {
            return None;
        }
        let product = Short::new(left.significand.checked_mul(right.significand)?, scale);
        let error =
            left.error_in(product) * right.magnitude() + right.error_in(product) * left.magnitude();
        product.if_rounded_alike(error)
    }

    /// The quotient, if it equals exact decimal arithmetic.
    pub(super) fn quotient_of_decimals(&self, other: &Number) -> Option<Number> {
        let (left, right) = (self.short()?, other.short()?);
        if self.precision().max(other.precision()) != TEXT_PRECISION {
            return None;
        }
        // The significands have the quotient left / (rest × 2^twos × 5^fives).
        let twos = right.significand.trailing_zeros() as u16;
        let (mut rest, mut fives) = (right.significand >> twos, 0);
        while rest % 5 == 0 {
            rest /= 5;
            fives += 1;
        }
        let scale = twos.max(fives);
        if scale > MAX_SCALE || left.significand.checked_rem(rest)? != 0 {
            return None;
        }
        let significand = left
            .significand
            .checked_div(rest)?
            .checked_mul(1 << (scale - twos))?
            .checked_mul(power_of_five(scale - fives)?)?
            .checked_mul(power_of_ten(right.scale)?)?;
        let quotient = Short::new(significand, scale + left.scale);
        if quotient.scale > MAX_SCALE {
            return None;
        }
        let error = left.error_in(quotient) - right.error_in(quotient) * quotient.magnitude();
        quotient.if_rounded_alike(error / right.magnitude())
    }

    /// The number if it is not zero, short, and of the precision of text or less.
    fn short(&self) -> Option<Short> {
        match self.0 {
            Repr::Small { significand, scale, precision }
                if significand != 0 && precision <= TEXT_PRECISION =>
            {
                Some(Short { significand, scale })
            }
            _ => None,
        }
    }
}

impl Short {
    /// The decimal with the least possible scale.
    fn new(mut significand: i64, mut scale: u16) -> Short {
        while scale > 0 && significand % 10 == 0 {
            significand /= 10;
            scale -= 1;
        }
        Short { significand, scale }
    }

    fn into_number(self) -> Number {
        Number::small(self.significand, self.scale, TEXT_PRECISION)
    }

    fn magnitude(self) -> f64 {
        self.significand.unsigned_abs() as f64 / 10_f64.powi(i32::from(self.scale))
    }

    /// The exponent of the smallest power of two above the magnitude.
    fn upper_exponent(self) -> i32 {
        let one = 10_u64.pow(u32::from(self.scale));
        let magnitude = self.significand.unsigned_abs();
        let top = one.leading_zeros() as i32 - magnitude.leading_zeros() as i32;
        let (magnitude, one) = (u128::from(magnitude), u128::from(one));
        let is_above = match top {
            0.. => magnitude >= one << top,
            _ => magnitude << -top >= one,
        };
        top + i32::from(is_above)
    }

    /// The fraction of the magnitude after its last unit, in units: from 0 up to, but not including, 1. It
    /// is never a half, because the unit is a far greater power of two than the denominator has.
    fn fraction(self, top: i32) -> f64 {
        if self.scale == 0 {
            return 0.0;
        }
        let one = 10_u64.pow(u32::from(self.scale));
        let times =
            |left: u64, right: u64| (u128::from(left) * u128::from(right) % u128::from(one)) as u64;
        let shift = TEXT_PRECISION as i32 - top - BASE;
        let power = times(1 << (shift / 2), 1 << (shift - shift / 2));
        let power = times(power, BASE_REMAINDER % one);
        times(self.significand.unsigned_abs() % one, power) as f64 / one as f64
    }

    /// The magnitude of the float minus that of the decimal, in units of `result`. In a product or
    /// quotient the caller multiplies it by the magnitude of the other operand.
    fn error_in(self, result: Short) -> f64 {
        if self.scale == 0 || result.significand == 0 {
            return 0.0;
        }
        let top = self.upper_exponent();
        let fraction = self.fraction(top);
        let error = if fraction < 0.5 { -fraction } else { 1.0 - fraction };
        match top - result.upper_exponent() {
            // The difference is small, but the errors of the operands are not.
            MAX_CANCELLATION.. if error != 0.0 => f64::INFINITY,
            shift => error * 2_f64.powi(shift),
        }
    }

    /// The number, if its float is the nearest one to the value whose magnitude is greater by
    /// `error` units.
    fn if_rounded_alike(self, error: f64) -> Option<Number> {
        if self.significand == 0 {
            return None;
        }
        if error == 0.0 {
            return Some(self.into_number());
        }
        let fraction = self.fraction(self.upper_exponent());
        let rounded = if fraction < 0.5 { 0.0 } else { 1.0 };
        let is_alike = (fraction + error - rounded).abs() < 0.5 - MARGIN;
        // Units are smaller below a power of two.
        let is_below = fraction == 0.0 && error < 0.0;
        (is_alike && !is_below).then(|| self.into_number())
    }
}

fn sign(number: i64) -> f64 {
    if number < 0 { -1.0 } else { 1.0 }
}

fn power_of_five(exponent: u16) -> Option<i64> {
    POWERS_OF_FIVE.get(usize::from(exponent)).copied()
}

fn power_of_ten(exponent: u16) -> Option<i64> {
    10_i64.checked_pow(u32::from(exponent))
}
