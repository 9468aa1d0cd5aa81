//! Numbers from text.
//!
//! - No prefix, separator or surrounding space is accepted; only radix 10 allows fractions.
//! - No big integer for a number of up to 18 digits and as many decimal places.
//! - No power of five is longer than [`POWER_PRECISION`]: a large exponent costs nothing.

use std::fmt;
use std::str::FromStr;

use dashu_int::{UBig, Word};

use super::float::{Float, MAX_TOP, MIN_TOP, Magnitude};
use super::{MAX_SCALE, Number, TEXT_PRECISION};
use crate::limits::budget::charge_digits;

/// The precision of the power of five that scales a significand, and of its factors. Both are the
/// reference's: above 5^248 they decide the last bit of a number.
const POWER_PRECISION: u32 = TEXT_PRECISION + 64;
const FACTOR_PRECISION: u32 = POWER_PRECISION + 64;

/// The error for a text or a primitive float that is not a number.
///
/// ```
/// use serde_hcl::Number;
/// use serde_hcl::value::NotANumber;
///
/// assert_eq!("80 ".parse::<Number>(), Err(NotANumber));
/// assert_eq!(Number::try_from(f64::NAN), Err(NotANumber));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number is required")
    }
}

impl std::error::Error for NotANumber {}

impl FromStr for Number {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Number, NotANumber> {
        Number::parse(text).ok_or(NotANumber)
    }
}

impl Number {
    /// Reads a number literal, or any text that converts to a number.
    ///
    /// ```text
    /// number   = ["+" | "-"] ("inf" | "Inf" | mantissa [exponent]) ;
    /// mantissa = digits ["." [digits]] | "." digits ;
    /// exponent = ("e" | "E" | "p" | "P") ["+" | "-"] digits ;
    /// ```
    ///
    /// `e` scales by a power of ten, `p` by a power of two. The value is rounded to 512 bits.
    /// `None` for anything else, and for exponents of two beyond 32 bits; decimal exponents
    /// beyond some 646 million mean infinity or zero. Linear in the text for up to 18 digits.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!(Number::parse("1e3"), Some(Number::from(1000)));
    /// assert_eq!(Number::parse("0x10"), None);
    /// ```
    #[inline]
    pub fn parse(text: &str) -> Option<Number> {
        match short_integer(text) {
            Some(integer) => Some(Number::small(integer, 0, TEXT_PRECISION)),
            None => Number::parse_any(text),
        }
    }

    fn parse_any(text: &str) -> Option<Number> {
        let (negative, text) = split_sign(text);
        if matches!(text, "inf" | "Inf") {
            return Some(Number::from_float(Float::infinity(negative, TEXT_PRECISION)));
        }
        Number::parse_unsigned(negative, text)
    }

    /// Reads a number without its sign.
    pub(crate) fn parse_unsigned(negative: bool, text: &str) -> Option<Number> {
        if !charge_digits(text.len()) {
            return None;
        }
        let literal = Literal::split(text)?;
        literal.to_small(negative).or_else(|| literal.to_float(negative).map(Number::from_float))
    }

    /// Reads a whole number in a radix from 2 to 62: an optional sign and digits.
    ///
    /// Letters are digits from ten on. Up to radix 36 case doesn't matter; above it, upper-case
    /// letters follow the lower-case ones. The number is exact for any length.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!(Number::from_str_radix("-FF", 16), Some(Number::from(-255)));
    /// ```
    pub fn from_str_radix(text: &str, radix: u8) -> Option<Number> {
        if !(2..=62).contains(&radix) {
            return None;
        }
        if !charge_digits(text.len()) {
            return None;
        }
        let (negative, digits) = split_sign(text);
        let digits =
            digits.bytes().map(|byte| digit(byte, radix)).collect::<Option<Vec<Word>>>()?;
        if digits.is_empty() {
            return None;
        }
        let magnitude = from_digits(&digits, Word::from(radix));
        Some(Number::from_integer(negative && magnitude != UBig::ZERO, magnitude))
    }
}

/// The value of up to 18 digits, the common case.
#[inline]
fn short_integer(text: &str) -> Option<i64> {
    if text.is_empty() || text.len() > usize::from(MAX_SCALE) {
        return None;
    }
    let mut integer = 0;
    for byte in text.bytes() {
        if !byte.is_ascii_digit() {
            return None;
        }
        integer = integer * 10 + i64::from(byte - b'0');
    }
    Some(integer)
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn digit(byte: u8, radix: u8) -> Option<Word> {
    let value = match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'z' => byte - b'a' + 10,
        b'A'..=b'Z' if radix <= 36 => byte - b'A' + 10,
        b'A'..=b'Z' => byte - b'A' + 36,
        _ => return None,
    };
    (value < radix).then_some(Word::from(value))
}

/// The integer of the digits, the most significant first. Divides the digits in halves, so that the cost is
/// that of multiplying long numbers.
fn from_digits(digits: &[Word], radix: Word) -> UBig {
    const SHORT: usize = 64;
    if digits.len() <= SHORT {
        return UBig::from_digits(radix, digits).unwrap_or_default();
    }
    let (high, low) = digits.split_at(digits.len() / 2);
    from_digits(high, radix) * UBig::from(radix).pow(low.len()) + from_digits(low, radix)
}

/// A valid unsigned literal.
struct Literal<'a> {
    mantissa: &'a str,
    /// The digits of the mantissa as an integer, if it fits.
    significand: Option<u64>,
    fraction_digits: i64,
    exponent: i64,
    binary: bool,
}

impl<'a> Literal<'a> {
    fn split(text: &'a str) -> Option<Literal<'a>> {
        let (mut significand, mut point, mut end) = (Some(0_u64), None, text.len());
        for (index, byte) in text.bytes().enumerate() {
            match byte {
                b'0'..=b'9' => {
                    let digit = u64::from(byte - b'0');
                    significand = significand
                        .and_then(|value| value.checked_mul(10))
                        .and_then(|value| value.checked_add(digit));
                }
                b'.' if point.is_none() => point = Some(index),
                b'e' | b'E' | b'p' | b'P' => {
                    end = index;
                    break;
                }
                _ => return None,
            }
        }
        let (mantissa, rest) = text.split_at(end);
        let exponent = rest.get(1..).map_or(Some(0), |exponent| exponent.parse().ok())?;
        let digits = mantissa.len() - usize::from(point.is_some());
        let fraction_digits = point.map_or(0, |point| mantissa.len() - point - 1) as i64;
        let binary = rest.starts_with(['p', 'P']);
        (digits > 0).then_some(Literal { mantissa, significand, fraction_digits, exponent, binary })
    }

    /// The number, if no big integer is needed.
    fn to_small(&self, negative: bool) -> Option<Number> {
        let mut significand = i64::try_from(self.significand?).ok()?;
        let mut exponent = self.exponent.checked_sub(self.fraction_digits)?;
        if self.binary || significand == 0 && negative {
            return None;
        }
        if significand == 0 {
            exponent = 0;
        }
        while exponent < 0 && significand % 10 == 0 {
            significand /= 10;
            exponent += 1;
        }
        let scale = u16::try_from(exponent.min(0).unsigned_abs()).ok()?;
        if scale > MAX_SCALE {
            return None;
        }
        let factor = 10_i64.checked_pow(u32::try_from(exponent.max(0)).ok()?)?;
        let significand = significand.checked_mul(factor)?;
        Some(Number::small(
            if negative { -significand } else { significand },
            scale,
            TEXT_PRECISION,
        ))
    }

    fn to_float(&self, negative: bool) -> Option<Float> {
        let digits = self.mantissa.replace('.', "");
        let significand = UBig::from_str_radix(&digits, 10).ok()?;
        if significand.is_zero() {
            return Some(Float::zero(negative, TEXT_PRECISION));
        }
        // A power of ten is a power of two multiplied by a power of five.
        let exponent = self.exponent.saturating_sub(self.fraction_digits);
        let fives = if self.binary { -self.fraction_digits } else { exponent };
        if !(MIN_TOP..=MAX_TOP).contains(&Magnitude::top(&significand, exponent)) {
            return None;
        }
        let magnitude = Magnitude::Finite { significand, exponent };
        let unrounded = Float { negative, precision: u32::MAX, magnitude };
        let power = power_of_five(fives.unsigned_abs())?;
        match fives {
            0 => Some(unrounded.with_precision(TEXT_PRECISION)),
            1.. => unrounded.mul(&power, TEXT_PRECISION),
            _ => unrounded.div(&power, TEXT_PRECISION),
        }
    }
}

/// 5^n, rounded as the reference rounds it.
fn power_of_five(n: u64) -> Option<Float> {
    const EXACT: u32 = 27;
    let exact = n.min(u64::from(EXACT));
    let integer = |value: u64| Float::new(false, UBig::from(value), 0, POWER_PRECISION);
    let (mut power, mut factor) = (integer(5_u64.pow(exact as u32)), integer(5));
    let mut rest = n - exact;
    while rest > 0 {
        if rest % 2 == 1 {
            power = power.mul(&factor, POWER_PRECISION)?;
        }
        factor = factor.mul(&factor, FACTOR_PRECISION)?;
        rest /= 2;
    }
    Some(power)
}
