//! Logarithms and powers of floats, equal to the reference in every bit. The platform's own functions
//! may be more exact, but they differ between platforms: `pow(255, 1/3)` ends in 6 there, and in 7 with
//! `f64::powf`.

use std::f64::consts::{FRAC_1_SQRT_2, LOG2_E};

/// The logarithm of 2 as a sum of two parts; the greater one has few bits.
const LN_2: (f64, f64) = (6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10);

/// The coefficients of FDLIBM's approximation of the logarithm around 1.
const ODD: [f64; 4] = [
    6.666_666_666_666_735e-1,
    2.857_142_874_366_239e-1,
    1.818_357_216_161_805e-1,
    1.479_819_860_511_658_6e-1,
];
const EVEN: [f64; 3] =
    [3.999_999_999_940_942e-1, 2.222_219_843_214_978_4e-1, 1.531_383_769_920_937_3e-1];

/// The natural logarithm: that of the exponent plus that of a mantissa near 1.
pub(super) fn logarithm(number: f64) -> f64 {
    if number <= 0.0 || !number.is_finite() {
        return number.ln();
    }
    let (mut mantissa, mut exponent) = split(number);
    if mantissa < FRAC_1_SQRT_2 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    let excess = mantissa - 1.0;
    let ratio = excess / (2.0 + excess);
    let square = ratio * ratio;
    let fourth = square * square;
    let series = square * polynomial(&ODD, fourth) + fourth * polynomial(&EVEN, fourth);
    let half_square = 0.5 * excess * excess;
    let exponent = exponent as f64;
    let rest = half_square - (ratio * (half_square + series) + exponent * LN_2.1) - excess;
    exponent * LN_2.0 - rest
}

fn polynomial(coefficients: &[f64], at: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * at + coefficient)
}

/// A power of e within the range of floats. The exponent is reduced by a power of two; the Taylor
/// series for a 16th of the rest is then squared four times.
fn exponential(number: f64) -> f64 {
    const LN_2: (f64, f64) = (0.693_147_180_559_663, 2.823_529_056_303_157_7e-13);
    const FACTORIALS: [f64; 8] = [1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5040.0, 40320.0];
    let exponent = (number * LOG2_E).round_ties_even();
    let rest = exponent.mul_add(-LN_2.1, exponent.mul_add(-LN_2.0, number)) * 0.0625;
    let series =
        FACTORIALS.iter().rev().fold(0.0_f64, |sum, factorial| sum.mul_add(rest, 1.0 / factorial));
    // The result minus 1.
    let mut excess = rest * series;
    for _ in 0..3 {
        excess *= excess + 2.0;
    }
    scaled(excess.mul_add(excess + 2.0, 1.0), exponent as i64)
}

/// A number raised to a power: repeated squaring for the integer part of the power, and the
/// logarithm for its fraction.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    const TOO_LARGE: f64 = (1_u64 << 63) as f64;
    let size = exponent.abs();
    if base == 0.0 || !base.is_finite() || exponent.is_nan() || size >= TOO_LARGE {
        return base.powf(exponent);
    }
    if size == 0.5 {
        return if exponent > 0.0 { base.sqrt() } else { 1.0 / base.sqrt() };
    }
    let (mut whole, mut fraction) = (size.trunc(), size.fract());
    let mut result = 1.0;
    if fraction != 0.0 {
        if base < 0.0 {
            return f64::NAN;
        }
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        result = exponential(fraction * logarithm(base));
    }
    let mut bits = whole as u64;
    let (mut square, mut square_scale) = split(base);
    let mut scale = 0;
    while bits != 0 {
        if square_scale.abs() > 1 << 12 {
            // The result is out of range, and more so with every further bit.
            scale += square_scale;
            break;
        }
        if bits & 1 == 1 {
            result *= square;
            scale += square_scale;
        }
        square *= square;
        square_scale *= 2;
        if square < 0.5 {
            square *= 2.0;
            square_scale -= 1;
        }
        bits >>= 1;
    }
    match exponent < 0.0 {
        true => scaled(1.0 / result, -scale),
        false => scaled(result, scale),
    }
}

/// The mantissa from 0.5 up to 1, with the sign of the number, and the exponent of two. The number
/// is finite and not zero.
fn split(number: f64) -> (f64, i64) {
    const EXPONENT: u64 = 0x7ff << 52;
    if number.is_subnormal() {
        let (mantissa, exponent) = split(number * power_of_two(54));
        return (mantissa, exponent - 54);
    }
    let bits = number.to_bits();
    let exponent = ((bits & EXPONENT) >> 52) as i64 - 1022;
    (f64::from_bits(bits & !EXPONENT | 1022 << 52), exponent)
}

/// The number times a power of two, rounded once.
fn scaled(number: f64, exponent: i64) -> f64 {
    match exponent {
        -1000..=1000 => number * power_of_two(exponent),
        ..-1000 => number * power_of_two((exponent + 300).max(-1000)) * power_of_two(-300),
        _ => number * power_of_two(1000) * power_of_two((exponent - 1000).min(1000)),
    }
}

/// Two to a power from -1022 to 1023.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers_have_the_bits_of_the_reference() {
        assert_eq!(power(255.0, 1.0 / 3.0), 6.341_325_705_384_996);
        assert_eq!(power(1.5, -2.5), 0.362_887_369_301_211_5);
        assert_eq!(logarithm(3.0) / logarithm(1e-7), -0.068_160_179_245_666_06);
        assert_eq!(power(1.0 / 3.0, 3.0), 0.037_037_037_037_037_035);
        assert_eq!(power(1.0 / 3.0, 16.0), 2.323_057_312_541_876_7e-8);
        assert_eq!(power(-2.0, -3.0), -0.125);
        assert_eq!(power(2.0, 0.5), 2.0_f64.sqrt());
    }

    #[test]
    fn powers_overflow_as_floats_do() {
        assert_eq!(power(2.0, 1023.0) * 2.0, f64::INFINITY);
        assert_eq!(power(2.0, -1074.0), f64::from_bits(1));
        assert_eq!(power(2.0, -1075.0), 0.0);
        assert_eq!(power(10.0, 1e18), f64::INFINITY);
        assert_eq!(power(-10.0, 1e19), f64::INFINITY);
        assert_eq!(power(f64::from_bits(1), 1.0), f64::from_bits(1));
        assert_eq!(power(-1.0, f64::INFINITY), 1.0);
        assert!(power(-8.0, 1.0 / 3.0).is_nan());
        assert_eq!(logarithm(0.0), f64::NEG_INFINITY);
        assert!(logarithm(-1.0).is_nan());
    }
}
