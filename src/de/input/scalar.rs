//! Nulls, bools, numbers and strings, converted to the type that the target asks for ("Automatic
//! Type Conversions" in the native syntax specification).

use std::borrow::Cow;
use std::fmt::{Display, LowerExp};
use std::str::FromStr;

use num_traits::Float;
use serde::de::{Error as _, Expected, Unexpected, Visitor};

use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::value::Number;

/// A value without parts.
#[derive(Clone)]
pub(in crate::de) enum Scalar<'de> {
    Null,
    Bool(bool),
    Literal(Literal<'de>),
    Number(Number),
    String(Cow<'de, str>),
}

/// A number literal: its digits, and whether a minus is before them.
#[derive(Clone, Copy)]
pub(in crate::de) struct Literal<'de> {
    is_negative: bool,
    digits: &'de str,
}

/// A scalar for a target that accepts any type.
pub(in crate::de) enum Plain<'de> {
    Null,
    Bool(bool),
    U64(u64),
    I64(i64),
    U128(u128),
    I128(i128),
    F64(f64),
    String(Cow<'de, str>),
}

impl<'de> Plain<'de> {
    pub(in crate::de) fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self {
            Plain::Null => visitor.visit_unit(),
            Plain::Bool(bool) => visitor.visit_bool(bool),
            Plain::U64(integer) => visitor.visit_u64(integer),
            Plain::I64(integer) => visitor.visit_i64(integer),
            Plain::U128(integer) => visitor.visit_u128(integer),
            Plain::I128(integer) => visitor.visit_i128(integer),
            Plain::F64(float) => visitor.visit_f64(float),
            Plain::String(text) => visit_text(text, visitor),
        }
    }
}

/// The value of up to 19 digits without a sign, a point or an exponent.
#[inline]
pub(super) fn magnitude(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 19 {
        return None;
    }
    let mut value = 0;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + u64::from(digit);
    }
    Some(value)
}

impl<'de> Literal<'de> {
    /// The literal with this text after its sign. In JSON syntax the text may start with a minus.
    #[inline]
    pub(in crate::de) fn new(is_negative: bool, text: &'de str) -> Self {
        match text.strip_prefix('-') {
            Some(digits) => Literal { is_negative: true, digits },
            None => Literal { is_negative, digits: text },
        }
    }

    fn magnitude(self) -> Option<u64> {
        magnitude(self.digits.as_bytes())
    }

    /// The nearest float: Rust reads decimal digits, a point and an exponent, correctly rounded.
    pub(in crate::de) fn float<F: Float + FromStr>(self) -> F {
        let magnitude = self.digits.parse().unwrap_or_else(|_| F::infinity());
        if self.is_negative { -magnitude } else { magnitude }
    }

    /// Whether the literal is definitely not an integer: its last digit is after the point, and is
    /// not zero.
    fn has_fraction(self) -> bool {
        let is_decimal = |byte| matches!(byte, b'0'..=b'9' | b'.');
        self.digits.contains('.')
            && !self.digits.ends_with('0')
            && self.digits.bytes().all(is_decimal)
    }

    /// The exact number.
    pub(in crate::de) fn to_number(self) -> Option<Number> {
        match (self.magnitude(), self.is_negative) {
            (Some(magnitude), false) => Some(Number::from(magnitude)),
            (Some(magnitude @ 1..), true) => Some(Number::from(-i128::from(magnitude))),
            _ => self.number().ok(),
        }
    }

    fn number(self) -> Result<Number> {
        Number::parse_unsigned(self.is_negative, self.digits)
            .ok_or_else(|| Error::data(catalog::not_a_number(self.digits)))
    }

    fn into_plain(self) -> Result<Plain<'de>> {
        match (self.magnitude(), self.is_negative) {
            (Some(0), true) => return Ok(Plain::F64(-0.0)),
            (Some(magnitude), false) => return Ok(Plain::U64(magnitude)),
            (Some(magnitude), true) if i64::try_from(magnitude).is_ok() => {
                return Ok(Plain::I64(-(magnitude as i64)));
            }
            _ if self.has_fraction() => return finite(self.float(), self.digits),
            _ => {}
        }
        let number = self.number()?;
        let is_large = number.as_i64().is_none() && number.as_u64().is_none();
        // A literal with an exponent is treated as a float.
        if is_large && self.digits.contains(['e', 'E']) {
            return finite(number.as_f64(), self.digits);
        }
        Scalar::Number(number).into_plain()
    }
}

impl<'de> Scalar<'de> {
    /// The scalar with the type that fits it best.
    pub(in crate::de) fn into_plain(self) -> Result<Plain<'de>> {
        Ok(match self {
            Scalar::Null => Plain::Null,
            Scalar::Bool(bool) => Plain::Bool(bool),
            Scalar::String(text) => Plain::String(text),
            Scalar::Literal(literal) => return literal.into_plain(),
            Scalar::Number(number) if number.is_zero() && number.is_sign_negative() => {
                Plain::F64(-0.0)
            }
            Scalar::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(integer), _) => Plain::U64(integer),
                (_, Some(integer)) => Plain::I64(integer),
                _ => return large(&number),
            },
        })
    }

    /// The scalar as a string.
    pub(in crate::de) fn into_text(self, expected: &dyn Expected) -> Result<Cow<'de, str>> {
        match self {
            Scalar::String(text) => Ok(text),
            Scalar::Bool(true) => Ok(Cow::Borrowed("true")),
            Scalar::Bool(false) => Ok(Cow::Borrowed("false")),
            Scalar::Literal(literal @ Literal { is_negative: false, digits })
                if literal.magnitude().is_some()
                    && (digits.len() == 1 || !digits.starts_with('0')) =>
            {
                Ok(Cow::Borrowed(digits))
            }
            Scalar::Literal(literal) => Ok(Cow::Owned(literal.number()?.to_string())),
            Scalar::Number(number) => Ok(Cow::Owned(number.to_string())),
            Scalar::Null => Err(self.mismatch(expected)),
        }
    }

    /// The scalar as a bool.
    pub(in crate::de) fn into_bool(self, expected: &dyn Expected) -> Result<bool> {
        self.to_bool().ok_or_else(|| self.mismatch(expected))
    }

    /// The bool that the scalar converts to.
    pub(in crate::de) fn to_bool(&self) -> Option<bool> {
        match self {
            Scalar::Bool(bool) => Some(*bool),
            Scalar::String(text) => match &**text {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// The scalar as an integer within the range, in two's complement.
    pub(in crate::de) fn into_integer(
        self,
        min: i128,
        max: u128,
        expected: &dyn Expected,
    ) -> Result<u128> {
        if let Scalar::Literal(literal) = &self {
            match (literal.magnitude().map(u128::from), literal.is_negative) {
                (Some(magnitude), false) if magnitude <= max => return Ok(magnitude),
                (Some(magnitude), true) if magnitude <= min.unsigned_abs() => {
                    return Ok(magnitude.wrapping_neg());
                }
                _ => {}
            }
        }
        let number = self.number(expected)?;
        if number.is_infinite() {
            return Err(Error::data(catalog::infinite()));
        }
        if !number.is_integer() {
            return Err(Error::data(catalog::fraction(&number.to_string())));
        }
        let out_of_range = |integer: &dyn Display| {
            Error::data(catalog::out_of_range(&integer.to_string(), &min, &max))
        };
        match (number.as_u128(), number.as_i128()) {
            (Some(integer), _) if integer <= max => Ok(integer),
            (None, Some(integer)) if integer >= min => Ok(integer as u128),
            (Some(integer), _) => Err(out_of_range(&integer)),
            (_, Some(integer)) => Err(out_of_range(&integer)),
            _ => Err(out_of_range(&number)),
        }
    }

    /// The scalar as the nearest `f64`.
    pub(in crate::de) fn into_f64(self, expected: &dyn Expected) -> Result<f64> {
        self.float(expected, Number::as_f64)
    }

    /// The scalar as the nearest `f32`: rounded once, not through an `f64`.
    pub(in crate::de) fn into_f32(self, expected: &dyn Expected) -> Result<f32> {
        self.float(expected, |number| match number.is_infinite() {
            true => number.as_f64() as f32,
            false => number.to_string().parse().unwrap_or(f32::INFINITY),
        })
    }

    fn float<F: Float + FromStr + LowerExp>(
        &self,
        expected: &dyn Expected,
        of_number: fn(&Number) -> F,
    ) -> Result<F> {
        let (float, is_infinite) = match self {
            Scalar::Literal(literal) => (literal.float(), false),
            _ => {
                let number = self.number(expected)?;
                (of_number(&number), number.is_infinite())
            }
        };
        match float.is_finite() || is_infinite {
            true => Ok(float),
            false => Err(Error::data(catalog::beyond_floats(&self.to_text(), &F::max_value()))),
        }
    }

    fn number(&self, expected: &dyn Expected) -> Result<Number> {
        match self {
            Scalar::Literal(literal) => literal.number(),
            _ => self.to_number().ok_or_else(|| self.mismatch(expected)),
        }
    }

    /// The number that the scalar converts to, unless it is a literal.
    pub(in crate::de) fn to_number(&self) -> Option<Number> {
        match self {
            Scalar::Number(number) => Some(number.clone()),
            Scalar::String(text) => Number::parse(text),
            Scalar::Literal(_) | Scalar::Null | Scalar::Bool(_) => None,
        }
    }

    fn to_text(&self) -> Cow<'_, str> {
        match self {
            Scalar::Literal(Literal { is_negative: true, digits }) => {
                Cow::Owned(format!("-{digits}"))
            }
            Scalar::Literal(literal) => Cow::Borrowed(literal.digits),
            Scalar::Number(number) => Cow::Owned(number.to_string()),
            Scalar::String(text) => Cow::Borrowed(text),
            Scalar::Bool(bool) => Cow::Owned(bool.to_string()),
            Scalar::Null => Cow::Borrowed("null"),
        }
    }

    /// The error for a scalar of another kind than the target accepts.
    #[cold]
    pub(in crate::de) fn mismatch(&self, expected: &dyn Expected) -> Error {
        self.refused(|unexpected| Error::invalid_type(unexpected, expected))
    }

    /// An error about the scalar, in serde's terms.
    #[cold]
    pub(in crate::de) fn refused(&self, refuse: impl FnOnce(Unexpected<'_>) -> Error) -> Error {
        match self {
            Scalar::Null => refuse(Unexpected::Unit),
            Scalar::Bool(bool) => refuse(Unexpected::Bool(*bool)),
            Scalar::String(text) => refuse(Unexpected::Str(text)),
            Scalar::Literal(_) | Scalar::Number(_) => {
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

/// A number that is not an integer of 64 bits. Most visitors don't accept larger integers, so these
/// become floats if this loses no digit. Integers of more than 128 bits are rounded to floats, as
/// fractions are.
#[cold]
fn large(number: &Number) -> Result<Plain<'static>> {
    let float = number.as_f64();
    // The printed digits of a float identify it.
    let is_printed = || Number::parse(&format!("{float:e}")).is_some_and(|float| float == *number);
    if Number::from_binary(float).is_some_and(|float| float == *number) || is_printed() {
        return Ok(Plain::F64(float));
    }
    match (number.as_u128(), number.as_i128()) {
        (Some(integer), _) => Ok(Plain::U128(integer)),
        (_, Some(integer)) => Ok(Plain::I128(integer)),
        _ if number.is_infinite() => Ok(Plain::F64(float)),
        _ => finite(float, &number.to_string()),
    }
}

/// A number as a float, unless it is out of range.
fn finite(float: f64, number: &str) -> Result<Plain<'static>> {
    match float.is_finite() {
        true => Ok(Plain::F64(float)),
        false => Err(Error::data(catalog::beyond_floats(number, &f64::MAX))),
    }
}
