//! The operators of the language, on operands of the right types.
//!
//! Each operator handles unknown operands and passes marks to the result. The caller converts the
//! operands, because it knows their spans.

use std::cmp::Ordering;
use std::fmt;

use super::equal::{compare, decided};
use super::{Bound, Number, Type, Value};

/// The reason why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OperationError {
    /// An operand is null.
    Null,
    /// An operand has the wrong type.
    Type { required: Type, found: Type },
    /// The result is undefined, such as the sum of infinities of opposite signs.
    Undefined(Undefined),
}

/// An operation on numbers without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undefined {
    Sum,
    Difference,
    Product,
    Quotient,
    Remainder,
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperationError::Null => f.write_str("an operand is null"),
            OperationError::Type { required, found } => {
                write!(f, "{} is required, but this is {}", required.wanted_noun(), found.noun())
            }
            OperationError::Undefined(undefined) => f.write_str(match undefined {
                Undefined::Sum => "opposite infinities have no sum",
                Undefined::Difference => "infinity minus infinity is undefined",
                Undefined::Product => "zero times infinity is undefined",
                Undefined::Quotient => "zero by zero and infinity by infinity are undefined",
                Undefined::Remainder => "infinity has no remainder",
            }),
        }
    }
}

type Outcome = Result<Value, OperationError>;

/// `left + right`
pub(crate) fn add(left: &Value, right: &Value) -> Outcome {
    arithmetic(left, right, Undefined::Sum, Number::checked_add)
}

/// `left - right`
pub(crate) fn subtract(left: &Value, right: &Value) -> Outcome {
    arithmetic(left, right, Undefined::Difference, Number::checked_sub)
}

/// `left * right`
pub(crate) fn multiply(left: &Value, right: &Value) -> Outcome {
    arithmetic(left, right, Undefined::Product, Number::checked_mul)
}

/// `left / right`; infinite if `right` is zero
pub(crate) fn divide(left: &Value, right: &Value) -> Outcome {
    arithmetic(left, right, Undefined::Quotient, Number::checked_div)
}

/// `left % right`; `left` if `right` is zero
pub(crate) fn modulo(left: &Value, right: &Value) -> Outcome {
    arithmetic(left, right, Undefined::Remainder, Number::checked_rem)
}

/// `-operand`
pub(crate) fn negate(operand: &Value) -> Outcome {
    let result = match operand.unmarked() {
        Value::Number(number) => Value::Number(-number),
        other => open(other, Type::Number)?,
    };
    Ok(result.with_marks(&operand.marks()))
}

#[inline]
fn arithmetic(
    left: &Value,
    right: &Value,
    undefined: Undefined,
    operate: impl Fn(&Number, &Number) -> Option<Number>,
) -> Outcome {
    binary(left, right, |left, right| match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            operate(left, right).map(Value::Number).ok_or(OperationError::Undefined(undefined))
        }
        _ => open(left, Type::Number).and_then(|_| open(right, Type::Number)),
    })
}

/// `left < right`
pub(crate) fn less(left: &Value, right: &Value) -> Outcome {
    comparison(left, right, is_less)
}

/// `left > right`
pub(crate) fn greater(left: &Value, right: &Value) -> Outcome {
    comparison(left, right, |left, right| is_less(right, left))
}

/// `left <= right`
pub(crate) fn less_or_equal(left: &Value, right: &Value) -> Outcome {
    comparison(left, right, |left, right| either(is_less(left, right), compare(left, right)))
}

/// `left >= right`
pub(crate) fn greater_or_equal(left: &Value, right: &Value) -> Outcome {
    comparison(left, right, |left, right| either(is_less(right, left), compare(left, right)))
}

/// Compares numbers. The bounds of unknown numbers may decide.
#[inline]
fn comparison(
    left: &Value,
    right: &Value,
    answer: impl Fn(&Value, &Value) -> Option<bool>,
) -> Outcome {
    binary(left, right, |left, right| {
        if !matches!((left, right), (Value::Number(_), Value::Number(_))) {
            open(left, Type::Number)?;
            open(right, Type::Number)?;
        }
        Ok(decided(answer(left, right)))
    })
}

fn is_less(left: &Value, right: &Value) -> Option<bool> {
    if let (Value::Number(left), Value::Number(right)) = (left, right) {
        return Some(left.compare_values(right).is_lt());
    }
    let ((left_min, left_max), (right_min, right_max)) =
        (left.number_bounds(), right.number_bounds());
    let order = |left: Option<Bound>, right: Option<Bound>| {
        let (left, right) = (left?, right?);
        Some(left.number.compare_values(&right.number))
    };
    if order(left_max, right_min) == Some(Ordering::Less) {
        Some(true)
    } else if order(left_min, right_max) == Some(Ordering::Greater) {
        Some(false)
    } else {
        None
    }
}

fn either(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// `left == right`
pub(crate) fn equal(left: &Value, right: &Value) -> Value {
    left.equals(right)
}

/// `left != right`
pub(crate) fn not_equal(left: &Value, right: &Value) -> Value {
    let (equal, marks) = left.equals(right).unmark();
    match equal {
        Value::Bool(equal) => Value::Bool(!equal),
        open => open,
    }
    .with_marks(&marks)
}

/// `left && right`, where null counts as false
pub(crate) fn and(left: &Value, right: &Value) -> Outcome {
    binary(left, right, |left, right| match (truth(left)?, truth(right)?) {
        (Truth::False | Truth::Null, _) | (_, Truth::False | Truth::Null) => Ok(Value::Bool(false)),
        (Truth::True, Truth::True) => Ok(Value::Bool(true)),
        _ => Ok(decided(None)),
    })
}

/// `left || right`. Null counts as false if the other operand is true or unknown; otherwise it is
/// an error.
pub(crate) fn or(left: &Value, right: &Value) -> Outcome {
    binary(left, right, |left, right| match (truth(left)?, truth(right)?) {
        (Truth::True, _) | (_, Truth::True) => Ok(Value::Bool(true)),
        (Truth::Unknown, _) | (_, Truth::Unknown) => Ok(decided(None)),
        (Truth::False, Truth::False) => Ok(Value::Bool(false)),
        _ => Err(OperationError::Null),
    })
}

/// `!operand`
pub(crate) fn not(operand: &Value) -> Outcome {
    let result = match operand.unmarked() {
        Value::Bool(bool) => Value::Bool(!bool),
        other => open(other, Type::Bool)?,
    };
    Ok(result.with_marks(&operand.marks()))
}

enum Truth {
    False,
    True,
    Null,
    Unknown,
}

fn truth(operand: &Value) -> Result<Truth, OperationError> {
    match operand {
        Value::Bool(false) => Ok(Truth::False),
        Value::Bool(true) => Ok(Truth::True),
        Value::Null(_) => Ok(Truth::Null),
        other => open(other, Type::Bool).map(|_| Truth::Unknown),
    }
}

/// Applies an operation to unmarked operands and adds their marks to the result.
#[inline]
fn binary(left: &Value, right: &Value, operate: impl FnOnce(&Value, &Value) -> Outcome) -> Outcome {
    let result = operate(left.unmarked(), right.unmarked())?;
    if !left.is_marked() && !right.is_marked() {
        return Ok(result);
    }
    Ok(result.with_marks(&left.marks()).with_marks(&right.marks()))
}

/// The result if an operand is not a known value of type `required`: an unknown value of that type, or
/// the error of an invalid operand.
#[cold]
fn open(operand: &Value, required: Type) -> Outcome {
    let found = match operand {
        Value::Null(_) => return Err(OperationError::Null),
        operand => operand.type_of(),
    };
    if found != required && found != Type::Dynamic {
        return Err(OperationError::Type { required, found });
    }
    Ok(Value::unknown(required).refine_not_null())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;
    use crate::value::Mark;

    #[test]
    fn logic_short_circuits() {
        let open = Value::unknown(Type::Bool);
        let undecided = open.clone().refine_not_null();
        assert_eq!(and(&open, &value!(false)), Ok(value!(false)));
        assert_eq!(and(&value!(null), &value!(true)), Ok(value!(false)));
        assert_eq!(or(&open, &value!(true)), Ok(value!(true)));
        assert_eq!(or(&open, &value!(false)), Ok(undecided));
        assert_eq!(or(&value!(null), &value!(false)), Err(OperationError::Null));
    }

    #[test]
    fn results_carry_the_marks_of_all_operands() {
        let (a, b) = (value!(1).mark(Mark::new("a")), value!(2).mark(Mark::new("b")));
        let both = [Mark::new("a"), Mark::new("b")].into_iter().collect();
        assert_eq!(add(&a, &b), Ok(value!(3).with_marks(&both)));
        assert_eq!(equal(&Value::tuple([a]), &b), value!(false).with_marks(&both));
    }
}
