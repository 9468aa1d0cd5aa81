//! Arithmetic on short decimals where binary floating point has nothing to round.
//!
//! - No big integers.
//! - No result that differs in a bit from that of the arithmetic on floats.

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

impl Number {
    /// The sum, or the difference, of decimals like 0.5 and 2.75, which are exact in binary.
    pub(super) fn sum_of_decimals(&self, other: &Number, subtract: bool) -> Option<Number> {
        let ((left, left_scale), (right, right_scale)) = (self.exact()?, other.exact()?);
        let scale = left_scale.max(right_scale);
        if scale == 0 {
            return None;
        }
        let left = scaled(left, scale - left_scale)?;
        let right = scaled(right, scale - right_scale)?;
        let sum = if subtract { left.checked_sub(right)? } else { left.checked_add(right)? };
        Some(Number::decimal(sum, scale))
    }

    /// The product of such decimals.
    pub(super) fn product_of_decimals(&self, other: &Number) -> Option<Number> {
        let ((left, left_scale), (right, right_scale)) = (self.exact()?, other.exact()?);
        let scale = left_scale + right_scale;
        // A product that is zero has a sign.
        let product = left.checked_mul(right).filter(|product| *product != 0)?;
        (1..=MAX_SCALE).contains(&scale).then(|| Number::decimal(product, scale))
    }

    /// The quotient of integers if it is a short decimal: rounded once, as its text would be.
    pub(super) fn decimal_quotient(&self, other: &Number) -> Option<Number> {
        let (
            Repr::Small { significand: left, scale: 0, .. },
            Repr::Small { significand: right, scale: 0, .. },
        ) = (&self.0, &other.0)
        else {
            return None;
        };
        if *left == 0 || *right == 0 || self.precision().max(other.precision()) != TEXT_PRECISION {
            return None;
        }
        // left / (rest × 2^twos × 5^fives)
        let twos = right.trailing_zeros() as u16;
        let (mut rest, mut fives) = (right >> twos, 0);
        while rest % 5 == 0 {
            rest /= 5;
            fives += 1;
        }
        let scale = twos.max(fives);
        if scale > MAX_SCALE || left.checked_rem(rest)? != 0 {
            return None;
        }
        let quotient = left
            .checked_div(rest)?
            .checked_mul(1 << (scale - twos))?
            .checked_mul(*POWERS_OF_FIVE.get(usize::from(scale - fives))?)?;
        Some(Number::decimal(quotient, scale))
    }

    /// The significand and the scale of a decimal whose value is exact in binary.
    fn exact(&self) -> Option<(i64, u16)> {
        match self.0 {
            Repr::Small { significand, scale, precision: TEXT_PRECISION } => {
                let power = POWERS_OF_FIVE.get(usize::from(scale))?;
                (significand % power == 0).then_some((significand, scale))
            }
            Repr::Small { significand, scale: 0, precision } if precision < TEXT_PRECISION => {
                Some((significand, 0))
            }
            _ => None,
        }
    }

    /// `significand / 10^scale`
    fn decimal(mut significand: i64, mut scale: u16) -> Number {
        while scale > 0 && significand % 10 == 0 {
            significand /= 10;
            scale -= 1;
        }
        Number::small(significand, scale, TEXT_PRECISION)
    }
}

/// `significand × 10^places`
fn scaled(significand: i64, places: u16) -> Option<i64> {
    significand.checked_mul(10_i64.checked_pow(u32::from(places))?)
}
