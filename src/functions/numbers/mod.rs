//! Functions on numbers.
//!
//! - No result that depends on the platform.
//! - No float if there is an exact result: only logarithms and powers use floats.
//! - No infinity from a number that is merely large.

mod float;

use std::cmp::Ordering;

use super::argument::{Outcome, integer, unknown};
use super::library::library;
use crate::eval::FunctionError;
use crate::value::{Number, Type, Value};

library! {
    /// Functions on numbers.
    pub(super) numbers;

    /// The number without its sign.
    ///
    /// ```hcl
    /// abs(-5) == 5
    /// ```
    fn abs(
        /// The number.
        num: Number
    ) -> Number {
        num.abs()
    }

    /// The least integer that is not less than the number.
    ///
    /// ```hcl
    /// ceil(5.1) == 6
    /// ```
    fn ceil(
        /// The number.
        num: Number
    ) -> Number {
        num.ceil()
    }

    /// The greatest integer that is not greater than the number.
    ///
    /// ```hcl
    /// floor(4.9) == 4
    /// ```
    fn floor(
        /// The number.
        num: Number
    ) -> Number {
        num.floor()
    }

    /// The logarithm of a number to a base.
    ///
    /// ```hcl
    /// log(8, 2) == 3
    /// ```
    fn log(
        /// The number.
        num: Number,
        /// The base of the logarithm.
        base: Number
    ) -> Outcome<f64> {
        Ok(float::logarithm(to_float(&num)?) / float::logarithm(to_float(&base)?))
    }

    /// The greatest of the numbers.
    ///
    /// ```hcl
    /// max(12, 54, 3) == 54
    /// ```
    fn max(
        ;
        /// The numbers.
        numbers: Number
    ) -> Outcome<Number> {
        first_by(numbers, Ordering::Greater)
    }

    /// The least of the numbers.
    ///
    /// ```hcl
    /// min(12, 54, 3) == 3
    /// ```
    fn min(
        ;
        /// The numbers.
        numbers: Number
    ) -> Outcome<Number> {
        first_by(numbers, Ordering::Less)
    }

    /// The integer of a text in a base from 2 to 62.
    ///
    /// ```hcl
    /// parseint("ff", 16) == 255
    /// ```
    fn parseint(
        /// The digits.
        number: Value [UNKNOWN],
        /// The number of different digits: from 2 to 62.
        base: Value as Number [UNKNOWN]
    ) -> Outcome {
        let ty = number.type_of();
        if ty != Type::String {
            let reason = format!("a string is required, but this is {}", ty.noun());
            return Err(FunctionError::argument(0, reason));
        }
        let (Some(text), Some(base)) = (number.as_str(), base.as_number()) else {
            return Ok(unknown(Type::Number));
        };
        let radix = base.as_u64().and_then(|base| u8::try_from(base).ok());
        let Some(radix) = radix.filter(|radix| (2..=62).contains(radix)) else {
            let reason = format!("the base must be an integer from 2 to 62, but is {base}");
            return Err(FunctionError::argument(1, reason));
        };
        Number::from_str_radix(text, radix).map(Value::Number).ok_or_else(|| {
            let digits = match radix {
                2..=10 => format!("digits from 0 to {}", radix - 1),
                11..=36 => format!("digits, and letters up to {}", char::from(b'a' + radix - 11)),
                _ => "digits, and small and capital letters".to_owned(),
            };
            FunctionError::argument(0, format!("\"{text}\" is no integer in base {radix}"))
                .with_help(format!("a number in base {radix} has only {digits}"))
        })
    }

    /// A number raised to a power.
    ///
    /// ```hcl
    /// pow(3, 2) == 9
    /// ```
    fn pow(
        /// The base.
        num: Number,
        /// The exponent.
        power: Number
    ) -> Outcome<f64> {
        Ok(float::power(to_float(&num)?, to_float(&power)?))
    }

    /// The sign of an integer: -1, 0 or 1.
    ///
    /// ```hcl
    /// signum(-13) == -1
    /// ```
    fn signum(
        /// The number.
        num: Number
    ) -> Outcome<i64> {
        Ok(integer(&num)?.signum())
    }
}

/// The first of the numbers that comes before all others in this order.
fn first_by(numbers: Vec<Number>, order: Ordering) -> Outcome<Number> {
    numbers
        .into_iter()
        .reduce(|best, next| if next.compare_values(&best) == order { next } else { best })
        .ok_or_else(|| "at least one number is required".into())
}

/// The nearest float; an error if the number is out of range.
fn to_float(number: &Number) -> Outcome<f64> {
    let float = number.as_f64();
    if float.is_infinite() && !number.is_infinite() {
        return Err(format!("{number} is too large").into());
    }
    Ok(float)
}
