//! Numbers as text.
//!
//! - No digit beyond those that identify the number, unless requested.
//! - No allocation for short numbers.
//! - No text much longer than [`MAX_PLACES`] digits.

use std::fmt::{self, Write};
use std::ops::Range;

use super::decimal::Decimal;
use super::float::Magnitude;
use super::{Number, Repr};
use crate::limits::budget::{charge_digits, charge_text, digits_of};

/// The maximum number of digits before the decimal point, or between it and the first significant
/// digit, in plain notation; also the maximum number of requested fraction digits.
const MAX_PLACES: i64 = 1 << 16;

/// Plain notation, as short as the number's precision allows: `0.1`, `-1000`, `+Inf`.
///
/// The text is the shortest decimal that rounds to the number, with all its zeros. Except for
/// infinities it is also valid JSON. A number with more than 65,536 digits before the decimal
/// point, or zeros after it, gets an exponent instead: `1e+99999`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small { significand, scale: 0, .. } => {
                f.write_str(itoa::Buffer::new().format(*significand))
            }
            Repr::Small { significand, scale, .. } => {
                let sign = if *significand < 0 { "-" } else { "" };
                let (digits, one) = (significand.unsigned_abs(), 10_u64.pow(u32::from(*scale)));
                let (whole, fraction) = (digits / one, digits % one);
                write!(f, "{sign}{whole}.{fraction:0places$}", places = usize::from(*scale))
            }
            Repr::Big(float) if float.magnitude == Magnitude::Infinite => {
                f.write_str(if float.negative { "-Inf" } else { "+Inf" })
            }
            Repr::Big(float) => {
                let decimal = Decimal::shortest(float);
                if decimal.point.abs() > MAX_PLACES {
                    write_scientific(&decimal, decimal.len() - 1, f)
                } else {
                    write_plain(&decimal, (decimal.len() - decimal.point).max(0), f)
                }
            }
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}

impl Number {
    /// Appends the text of [`Display`](fmt::Display). Integers, which are the most common, need no formatter.
    pub(crate) fn append_to(&self, text: &mut String) {
        match &self.0 {
            Repr::Small { significand, scale: 0, .. } => {
                text.push_str(itoa::Buffer::new().format(*significand));
            }
            // Writing to a string can't fail.
            _ => drop(write!(text, "{self}")),
        }
    }

    /// The number rounded to a number of fraction digits, in plain notation.
    ///
    /// The exact value is rounded, ties to even. At most 65,536 fraction digits are written.
    /// Infinities, and numbers with more digits before the point, are written in the form of
    /// [`Display`](fmt::Display).
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!(Number::from(2).to_fixed(3), "2.000");
    /// assert_eq!(Number::parse("0.125").unwrap().to_fixed(2), "0.12");
    /// ```
    pub fn to_fixed(&self, fraction_digits: usize) -> String {
        if self.shortest().point > MAX_PLACES {
            return self.to_string();
        }
        let places = at_most(fraction_digits);
        let decimal = Decimal::rounded(&self.to_float(), |point| point + places);
        self.text(|out| write_plain(&decimal, places, out))
    }

    /// The number with one digit before the point and an exponent of at least two digits: rounded
    /// to a number of fraction digits, at most 65,536, or as short as its precision allows.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let number = Number::parse("1234.5").unwrap();
    /// assert_eq!(number.to_scientific(None), "1.2345e+03");
    /// assert_eq!(number.to_scientific(Some(1)), "1.2e+03");
    /// ```
    pub fn to_scientific(&self, fraction_digits: Option<usize>) -> String {
        let (decimal, places) = match fraction_digits.map(at_most) {
            Some(places) => (Decimal::rounded(&self.to_float(), |_| places + 1), places),
            None => {
                let decimal = self.shortest();
                let places = decimal.len() - 1;
                (decimal, places)
            }
        };
        self.text(|out| write_scientific(&decimal, places, out))
    }

    /// The number rounded to a number of significant digits, or as short as its precision allows. The
    /// notation depends on the size: scientific below 0.0001 and where plain notation needs digits beyond
    /// the significant ones, in the shortest form from a million on.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// let number = Number::parse("1234567").unwrap();
    /// assert_eq!(number.to_general(None), "1.234567e+06");
    /// assert_eq!(number.to_general(Some(8)), "1234567");
    /// assert_eq!(number.to_general(Some(2)), "1.2e+06");
    /// ```
    pub fn to_general(&self, digits: Option<usize>) -> String {
        let (decimal, limit) = match digits.map(|digits| at_most(digits).max(1)) {
            None => (self.shortest(), 6),
            Some(digits) => {
                let decimal = Decimal::rounded(&self.to_float(), |_| digits);
                let whole = decimal.len() < decimal.point;
                let limit = if whole { digits } else { decimal.len() };
                (decimal, limit)
            }
        };
        let exponent = decimal.point - 1;
        self.text(|out| {
            if exponent < -4 || exponent >= limit {
                write_scientific(&decimal, decimal.len() - 1, out)
            } else {
                write_plain(&decimal, (decimal.len() - decimal.point).max(0), out)
            }
        })
    }

    /// The digits of a whole number in a radix from 2 to 36, in lower case.
    ///
    /// `None` if the number is not whole, the radix is another, or the number has more than
    /// 65,536 digits.
    ///
    /// ```
    /// use serde_hcl::Number;
    ///
    /// assert_eq!(Number::from(-255).to_str_radix(16).as_deref(), Some("-ff"));
    /// ```
    pub fn to_str_radix(&self, radix: u8) -> Option<String> {
        if !(2..=36).contains(&radix) {
            return None;
        }
        let float = self.to_float();
        let magnitude = match &float.magnitude {
            Magnitude::Zero => return Some("0".to_owned()),
            Magnitude::Finite { significand, exponent } if *exponent >= 0 => {
                let bits = Magnitude::top(significand, *exponent);
                let fits = bits as f64 <= MAX_PLACES as f64 * f64::from(radix).log2();
                let is_paid = fits && charge_digits(digits_of(usize::try_from(bits).ok()?));
                is_paid.then(|| significand << *exponent as usize)?
            }
            _ => return None,
        };
        let sign = if float.negative { "-" } else { "" };
        Some(format!("{sign}{}", magnitude.in_radix(radix)))
    }

    /// The digits that identify the number among those of its precision. Not for infinities.
    pub(super) fn shortest(&self) -> Decimal {
        match &self.0 {
            Repr::Small { significand, scale, .. } => Decimal::small(*significand, *scale),
            Repr::Big(float) => Decimal::shortest(float),
        }
    }

    /// The text written by `write` for a finite number.
    fn text(&self, write: impl FnOnce(&mut String) -> fmt::Result) -> String {
        if self.is_infinite() {
            return self.to_string();
        }
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = write(&mut text);
        text
    }
}

fn at_most(places: usize) -> i64 {
    i64::try_from(places).map_or(MAX_PLACES, |places| places.min(MAX_PLACES))
}

fn write_plain(decimal: &Decimal, fraction_digits: i64, out: &mut impl Write) -> fmt::Result {
    // A large exponent makes the text of a short number long.
    let places = decimal.point.unsigned_abs().saturating_add(fraction_digits.unsigned_abs());
    if !charge_text(usize::try_from(places).unwrap_or(usize::MAX)) {
        return out.write_char('0');
    }
    write_sign(decimal, out)?;
    write_digits(decimal, decimal.point - decimal.point.max(1)..decimal.point, out)?;
    write_fraction(decimal, decimal.point..decimal.point + fraction_digits, out)
}

fn write_scientific(decimal: &Decimal, fraction_digits: i64, out: &mut impl Write) -> fmt::Result {
    write_sign(decimal, out)?;
    write_digits(decimal, 0..1, out)?;
    write_fraction(decimal, 1..1 + fraction_digits, out)?;
    let exponent = if decimal.len() == 0 { 0 } else { decimal.point - 1 };
    write!(out, "e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

fn write_sign(decimal: &Decimal, out: &mut impl Write) -> fmt::Result {
    out.write_str(if decimal.negative { "-" } else { "" })
}

fn write_fraction(decimal: &Decimal, indices: Range<i64>, out: &mut impl Write) -> fmt::Result {
    out.write_str(if indices.is_empty() { "" } else { "." })?;
    write_digits(decimal, indices, out)
}

fn write_digits(decimal: &Decimal, indices: Range<i64>, out: &mut impl Write) -> fmt::Result {
    for index in indices {
        out.write_char(decimal.digit(index))?;
    }
    Ok(())
}
