//! Nulls, bools, numbers and strings, converted to what the target asks for ("Automatic Type
//! Conversions" in the native syntax specification).

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use num_traits::{Float, NumCast, PrimInt, ToPrimitive};
use serde::de::{Error as _, Expected, Unexpected, Visitor};

use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Error, Result};
use crate::value::Number;

/// A value without parts.
#[derive(Clone)]
pub(in crate::de) enum Scalar<'de> {
    Null,
    Bool(bool),
    /// The digits of a literal, and whether it is negative.
    Literal {
        negative: bool,
        digits: &'de str,
    },
    Number(Number),
    String(Cow<'de, str>),
}

/// The primitive integers.
pub(in crate::de) trait Integer: PrimInt + Display {}

impl<I: PrimInt + Display> Integer for I {}

impl<'de> Scalar<'de> {
    /// The number literal with this text. In JSON syntax it may begin with a minus.
    #[inline(always)]
    pub(in crate::de) fn literal(text: &'de str) -> Self {
        match text.strip_prefix('-') {
            Some(digits) => Scalar::Literal { negative: true, digits },
            None => Scalar::Literal { negative: false, digits: text },
        }
    }

    /// Gives the visitor the scalar as what it is.
    pub(in crate::de) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Scalar::Null => visitor.visit_unit(),
            Scalar::Bool(bool) => visitor.visit_bool(bool),
            Scalar::Literal { negative, digits } => match (small(digits), negative) {
                (Some(0), true) => visitor.visit_f64(-0.0),
                (Some(magnitude), false) => visitor.visit_u64(magnitude),
                (Some(magnitude), true) if i64::try_from(magnitude).is_ok() => {
                    visitor.visit_i64(-(magnitude as i64))
                }
                _ if has_fraction(digits) => visit_finite(float(negative, digits), digits, visitor),
                _ => {
                    let number = parse(negative, digits)?;
                    let is_large = number.as_i64().is_none() && number.as_u64().is_none();
                    // A literal with an exponent is treated as a float.
                    if is_large && digits.contains(['e', 'E']) {
                        return visit_finite(number.as_f64(), digits, visitor);
                    }
                    Scalar::Number(number).visit(visitor)
                }
            },
            Scalar::Number(number) => {
                if number.is_zero() && number.is_sign_negative() {
                    return visitor.visit_f64(-0.0);
                }
                match (number.as_u64(), number.as_i64()) {
                    (Some(integer), _) => visitor.visit_u64(integer),
                    (_, Some(integer)) => visitor.visit_i64(integer),
                    _ => visit_large(&number, visitor),
                }
            }
            Scalar::String(text) => visit_text(text, visitor),
        }
    }

    /// The scalar as a string.
    pub(in crate::de) fn into_text(self, expected: &dyn Expected) -> Result<Cow<'de, str>> {
        match self {
            Scalar::String(text) => Ok(text),
            Scalar::Bool(true) => Ok(Cow::Borrowed("true")),
            Scalar::Bool(false) => Ok(Cow::Borrowed("false")),
            Scalar::Literal { negative: false, digits }
                if small(digits).is_some() && (digits.len() == 1 || !digits.starts_with('0')) =>
            {
                Ok(Cow::Borrowed(digits))
            }
            Scalar::Literal { negative, digits } => {
                Ok(Cow::Owned(parse(negative, digits)?.to_string()))
            }
            Scalar::Number(number) => Ok(Cow::Owned(number.to_string())),
            Scalar::Null => Err(self.mismatch(expected)),
        }
    }

    /// The scalar as a bool.
    pub(in crate::de) fn into_bool(self, expected: &dyn Expected) -> Result<bool> {
        match &self {
            Scalar::Bool(bool) => Ok(*bool),
            Scalar::String(text) => match &**text {
                "true" | "1" => Ok(true),
                "false" | "0" => Ok(false),
                _ => Err(self.mismatch(expected)),
            },
            _ => Err(self.mismatch(expected)),
        }
    }

    /// The scalar as an integer.
    #[inline]
    pub(in crate::de) fn into_integer<I: Integer>(self, expected: &dyn Expected) -> Result<I> {
        let number = match &self {
            Scalar::Literal { negative, digits } => match (small(digits), negative) {
                (Some(magnitude), false) => return fit(magnitude),
                (Some(magnitude), true) => return fit(-(magnitude as i128)),
                _ => parse(*negative, digits)?,
            },
            _ => self.number(expected)?,
        };
        if number.is_infinite() {
            return Err(Error::data(catalog::infinite()));
        }
        if !number.is_integer() {
            return Err(Error::data(catalog::fraction(&number.to_string())));
        }
        match (number.as_i128(), number.as_u128()) {
            (Some(integer), _) => fit(integer),
            (_, Some(integer)) => fit(integer),
            _ => Err(out_of_range::<I>(&number.to_string())),
        }
    }

    /// The scalar as the nearest `f64`.
    pub(in crate::de) fn into_f64(self, expected: &dyn Expected) -> Result<f64> {
        let float = match &self {
            Scalar::Literal { negative, digits } => float(*negative, digits),
            _ => {
                let number = self.number(expected)?;
                if number.is_infinite() {
                    return Ok(number.as_f64());
                }
                number.as_f64()
            }
        };
        if float.is_infinite() {
            return Err(Error::data(catalog::beyond_floats(&self.to_text(), &f64::MAX)));
        }
        Ok(float)
    }

    /// The scalar as the nearest `f32`: rounded once, not by way of an `f64`.
    pub(in crate::de) fn into_f32(self, expected: &dyn Expected) -> Result<f32> {
        let float = match &self {
            Scalar::Literal { negative, digits } => float(*negative, digits),
            _ => {
                let number = self.number(expected)?;
                if number.is_infinite() {
                    return Ok(number.as_f64() as f32);
                }
                number.to_string().parse().unwrap_or(f32::INFINITY)
            }
        };
        if float.is_infinite() {
            return Err(Error::data(catalog::beyond_floats(&self.to_text(), &f32::MAX)));
        }
        Ok(float)
    }

    fn number(&self, expected: &dyn Expected) -> Result<Number> {
        match self {
            Scalar::Number(number) => Ok(number.clone()),
            Scalar::Literal { negative, digits } => parse(*negative, digits),
            Scalar::String(text) => Number::parse(text).ok_or_else(|| self.mismatch(expected)),
            Scalar::Null | Scalar::Bool(_) => Err(self.mismatch(expected)),
        }
    }

    fn to_text(&self) -> Cow<'_, str> {
        match self {
            Scalar::Literal { negative: true, digits } => Cow::Owned(format!("-{digits}")),
            Scalar::Literal { digits, .. } => Cow::Borrowed(digits),
            Scalar::Number(number) => Cow::Owned(number.to_string()),
            Scalar::String(text) => Cow::Borrowed(text),
            Scalar::Bool(bool) => Cow::Owned(bool.to_string()),
            Scalar::Null => Cow::Borrowed("null"),
        }
    }

    /// The scalar is not of the kind that the target takes.
    #[cold]
    pub(in crate::de) fn mismatch(&self, expected: &dyn Expected) -> Error {
        self.refused(|unexpected| Error::invalid_type(unexpected, expected))
    }

    /// An error about the scalar in the words of serde.
    #[cold]
    pub(in crate::de) fn refused(&self, refuse: impl FnOnce(Unexpected<'_>) -> Error) -> Error {
        match self {
            Scalar::Null => refuse(Unexpected::Unit),
            Scalar::Bool(bool) => refuse(Unexpected::Bool(*bool)),
            Scalar::String(text) => refuse(Unexpected::Str(text)),
            Scalar::Literal { .. } | Scalar::Number(_) => {
                refuse(Unexpected::Other(&format!("the number {}", self.to_text())))
            }
        }
    }
}

#[inline]
pub(in crate::de) fn visit_text<'de, V: Visitor<'de>>(
    text: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

/// Gives the visitor a number that is no integer of 64 bits. Most visitors know no larger integers,
/// so these go as floats where that loses nothing; those beyond 128 bits are rounded as fractions
/// are.
#[cold]
fn visit_large<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value> {
    let float = number.as_f64();
    // The digits that a float is printed with stand for the float.
    let is_printed = || Number::parse(&format!("{float:e}")).is_some_and(|float| float == *number);
    if Number::from_f64(float).is_some_and(|float| float == *number) || is_printed() {
        return visitor.visit_f64(float);
    }
    match (number.as_u128(), number.as_i128()) {
        (Some(integer), _) => visitor.visit_u128(integer),
        (_, Some(integer)) => visitor.visit_i128(integer),
        _ if number.is_infinite() => visitor.visit_f64(float),
        _ => visit_finite(float, &number.to_string(), visitor),
    }
}

/// Gives the visitor what a number is as a float, if it is not beyond all of them.
fn visit_finite<'de, V: Visitor<'de>>(float: f64, number: &str, visitor: V) -> Result<V::Value> {
    match float.is_finite() {
        true => visitor.visit_f64(float),
        false => Err(Error::data(catalog::beyond_floats(number, &f64::MAX))),
    }
}

/// The value of a literal of up to 19 digits.
#[inline]
fn small(digits: &str) -> Option<u64> {
    if digits.len() > 19 {
        return None;
    }
    digits.bytes().try_fold(0, |value: u64, byte| match byte {
        b'0'..=b'9' => Some(value * 10 + (byte - b'0') as u64),
        _ => None,
    })
}

/// Whether the literal surely is no whole number: its last digit is one of a fraction, and not zero.
fn has_fraction(digits: &str) -> bool {
    let is_decimal = |byte| matches!(byte, b'0'..=b'9' | b'.');
    digits.contains('.') && !digits.ends_with('0') && digits.bytes().all(is_decimal)
}

fn parse(negative: bool, digits: &str) -> Result<Number> {
    let number =
        if negative { Number::parse(&format!("-{digits}")) } else { Number::parse(digits) };
    number.ok_or_else(|| Error::data(catalog::not_a_number(digits)))
}

/// A literal is decimal digits, a point and an exponent: what Rust reads, correctly rounded, too.
fn float<F: Float + FromStr>(negative: bool, digits: &str) -> F {
    let magnitude = digits.parse().unwrap_or_else(|_| F::infinity());
    if negative { -magnitude } else { magnitude }
}

#[inline]
fn fit<I, N>(integer: N) -> Result<I>
where
    I: Integer,
    N: ToPrimitive + Copy + Display,
{
    <I as NumCast>::from(integer).ok_or_else(|| out_of_range::<I>(&integer.to_string()))
}

#[cold]
fn out_of_range<I: Integer>(number: &str) -> Error {
    Error::data(catalog::out_of_range(number, &I::min_value(), &I::max_value()))
}
