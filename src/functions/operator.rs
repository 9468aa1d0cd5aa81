//! The operators of the language as functions.

use super::argument::{Any, DYNAMIC, NULL, Outcome, UNKNOWN, Unchecked};
use super::library;
use crate::value::operation::{self, OperationError};
use crate::value::{Number, Value};

/// A number, known or not.
type AnyNumber = Unchecked<Number, UNKNOWN>;
/// A value of any kind, known or not.
type Anything = Any<{ NULL | DYNAMIC | UNKNOWN }>;

library! {
    /// The operators of the language as functions, for places that need a function by name.
    pub operator;

    /// `a + b`
    ///
    /// ```hcl
    /// add(1, 2) == 3
    /// ```
    fn add(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::add(&a, &b)?)
    }

    /// `a && b`
    ///
    /// ```hcl
    /// and(true, true)
    /// ```
    fn and(
        /// The left operand.
        a: bool,
        /// The right operand.
        b: bool
    ) -> bool {
        a && b
    }

    /// `a / b`
    ///
    /// ```hcl
    /// divide(1, 4) == 0.25
    /// ```
    fn divide(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::divide(&a, &b)?)
    }

    /// `a == b`
    ///
    /// ```hcl
    /// equal("a", "a")
    /// ```
    fn equal(
        /// The left operand.
        a: Anything,
        /// The right operand.
        b: Anything
    ) -> Value {
        operation::equal(&a, &b)
    }

    /// `a > b`
    ///
    /// ```hcl
    /// greaterthan(2, 1)
    /// ```
    fn greaterthan(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::greater(&a, &b)?)
    }

    /// `a >= b`
    ///
    /// ```hcl
    /// greaterthanorequalto(2, 2)
    /// ```
    fn greaterthanorequalto(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::greater_or_equal(&a, &b)?)
    }

    /// `a < b`
    ///
    /// ```hcl
    /// lessthan(1, 2)
    /// ```
    fn lessthan(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::less(&a, &b)?)
    }

    /// `a <= b`
    ///
    /// ```hcl
    /// lessthanorequalto(2, 2)
    /// ```
    fn lessthanorequalto(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::less_or_equal(&a, &b)?)
    }

    /// `a % b`, or an infinity if one of them is infinite
    ///
    /// ```hcl
    /// modulo(15, 10) == 5
    /// ```
    fn modulo(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        match operation::modulo(&a, &b) {
            // The operator has no result here; the function has one.
            Err(OperationError::Undefined(_)) => Ok(operation::multiply(&a, &b)?),
            result => Ok(result?),
        }
    }

    /// `a * b`
    ///
    /// ```hcl
    /// multiply(2, 3) == 6
    /// ```
    fn multiply(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::multiply(&a, &b)?)
    }

    /// `-a`
    ///
    /// ```hcl
    /// negate(1) == -1
    /// ```
    fn negate(
        /// The number.
        num: AnyNumber
    ) -> Outcome {
        Ok(operation::negate(&num)?)
    }

    /// `!a`
    ///
    /// ```hcl
    /// not(false)
    /// ```
    fn not(
        /// The bool.
        val: bool
    ) -> bool {
        !val
    }

    /// `a != b`
    ///
    /// ```hcl
    /// notequal("a", "b")
    /// ```
    fn notequal(
        /// The left operand.
        a: Anything,
        /// The right operand.
        b: Anything
    ) -> Value {
        operation::not_equal(&a, &b)
    }

    /// `a || b`
    ///
    /// ```hcl
    /// or(false, true)
    /// ```
    fn or(
        /// The left operand.
        a: bool,
        /// The right operand.
        b: bool
    ) -> bool {
        a || b
    }

    /// `a - b`
    ///
    /// ```hcl
    /// subtract(3, 2) == 1
    /// ```
    fn subtract(
        /// The left operand.
        a: AnyNumber,
        /// The right operand.
        b: AnyNumber
    ) -> Outcome {
        Ok(operation::subtract(&a, &b)?)
    }
}
