//! Operations ("Operations" in the native syntax specification).

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::diagnostics::Checkpoint;
use super::evaluator::{Evaluator, number};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::evaluation::{self as catalog, NoResult, Operand};
use crate::lexer::{BinaryOperator, UnaryOperator};
use crate::limits::budget;
use crate::syntax::{ExpressionKind, ExpressionRef};
use crate::text::span::Span;
use crate::value::{Bound, Number, Type, Value, bool_or_unknown, compare};

impl BinaryOperator {
    /// The result for known operands of the operator's types, without marks; `None` for all others.
    // Integers come first, and nothing is called for them.
    #[inline(always)]
    fn known(self, left: &Value, right: &Value) -> Option<Result<Value, NoResult>> {
        use BinaryOperator::*;
        let holds = match (left, right) {
            (Value::Number(left), Value::Number(right)) => match self {
                Add => return Some(number_or(left.checked_add(right), NoResult::Sum)),
                Subtract => return Some(number_or(left.checked_sub(right), NoResult::Difference)),
                Multiply => return Some(number_or(left.checked_mul(right), NoResult::Product)),
                Divide => return Some(number_or(left.checked_div(right), NoResult::Quotient)),
                Modulo => return Some(number_or(left.checked_rem(right), NoResult::Remainder)),
                Less => left.compare_values(right).is_lt(),
                Greater => left.compare_values(right).is_gt(),
                // Numbers of different precision can be equal although their values differ.
                LessOrEqual => left.compare_values(right).is_lt() || left == right,
                GreaterOrEqual => left.compare_values(right).is_gt() || left == right,
                Equal => left == right,
                NotEqual => left != right,
                Or | And => return None,
            },
            (Value::Bool(left), Value::Bool(right)) => match self {
                Or => *left || *right,
                And => *left && *right,
                Equal => left == right,
                NotEqual => left != right,
                _ => return None,
            },
            (Value::String(left), Value::String(right)) => {
                budget::charge_text(left.len() + right.len());
                match self {
                    Equal => left == right,
                    NotEqual => left != right,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(Ok(Value::Bool(holds)))
    }

    /// The result for any operands of the operator's types. Unknown ones have bounds, which may decide a
    /// comparison.
    fn lifted(self, left: &Value, right: &Value) -> Result<Value, NoResult> {
        use BinaryOperator::*;
        let marked = match self {
            Equal => return Ok(left.equals(right)),
            NotEqual => {
                let (equal, marks) = left.equals(right).unmark();
                let different = equal.as_bool().map(|equal| !equal);
                return Ok(bool_or_unknown(different).with_marks(&marks));
            }
            _ => left.is_marked() || right.is_marked(),
        };
        if marked {
            let result = self.lifted(left.unmarked(), right.unmarked())?;
            return Ok(result.with_marks(&left.marks()).with_marks(&right.marks()));
        }
        if let Some(result) = self.known(left, right) {
            return result;
        }
        if left.is_null() || right.is_null() {
            return Err(NoResult::Null);
        }
        let is_equal = || compare(left, right);
        Ok(bool_or_unknown(match self {
            Less => is_less(left, right),
            Greater => is_less(right, left),
            LessOrEqual => either(is_less(left, right), is_equal()),
            GreaterOrEqual => either(is_less(right, left), is_equal()),
            _ => return Ok(Value::unknown(self.types().1).refine_not_null()),
        }))
    }

    /// The type of the operands, and that of the result.
    fn types(self) -> (Type, Type) {
        match self {
            BinaryOperator::Or | BinaryOperator::And => (Type::Bool, Type::Bool),
            BinaryOperator::Equal | BinaryOperator::NotEqual => (Type::Dynamic, Type::Bool),
            BinaryOperator::Less
            | BinaryOperator::LessOrEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual => (Type::Number, Type::Bool),
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo => (Type::Number, Type::Number),
        }
    }
}

impl<'a> Evaluator<'a> {
    pub(super) fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: ExpressionRef<'a>,
        span: Span,
    ) -> Value {
        if let (UnaryOperator::Negate, ExpressionKind::Number(text)) = (operator, operand.kind()) {
            return match number(text) {
                Value::Number(number) => Value::Number(-&number),
                unknown => unknown,
            };
        }
        let ty = match operator {
            UnaryOperator::Negate => Type::Number,
            UnaryOperator::Not => Type::Bool,
        };
        let start = self.diagnostics.checkpoint();
        let value = self.expression(operand);
        let value = match value.convert_to(&ty) {
            Ok(value) => value,
            Err(error) => {
                let error = error.disclosed(self.disclosure);
                let place = misfit("only", operator.symbol(), &value, &Value::NULL, operand);
                self.report(catalog::operand(&place, &error, span), [operand]);
                return Value::unknown(ty);
            }
        };
        if self.diagnostics.any_since(start) {
            return Value::unknown(ty);
        }
        let result = match value.unmarked() {
            Value::Number(number) => Value::Number(-number),
            Value::Bool(bool) => Value::Bool(!bool),
            Value::Null(_) => {
                self.report(catalog::operation_failed(NoResult::Null, span), [operand]);
                return Value::unknown(ty);
            }
            _ => Value::unknown(ty).refine_not_null(),
        };
        result.with_marks(&value.marks())
    }

    /// A chain of operations is as deep as it is long, so its left side is evaluated in a loop.
    pub(super) fn binary(
        &mut self,
        mut operation: ExpressionRef<'a>,
        mut left: ExpressionRef<'a>,
    ) -> Value {
        let mut chain = SmallVec::<[_; 4]>::new();
        while let Some((_, [first, _])) = left.as_binary() {
            chain.push(operation);
            (operation, left) = (left, first);
        }
        let start = self.diagnostics.checkpoint();
        let mut value = self.expression(left);
        // The last operation was already charged as the expression itself.
        while chain.is_empty() || self.spend(1, || operation.span()) {
            value = self.operation(operation, value, start);
            match chain.pop() {
                Some(next) => operation = next,
                None => break,
            }
        }
        value
    }

    /// `start` is the checkpoint before the diagnostics of the left operand.
    fn operation(&mut self, operation: ExpressionRef<'a>, left: Value, start: Checkpoint) -> Value {
        let Some((operator, [left_operand, operand])) = operation.as_binary() else {
            return left;
        };
        let middle = self.diagnostics.checkpoint();
        let right = self.expression(operand);
        if !self.diagnostics.any_since(start) {
            if let Some(Ok(value)) = operator.known(&left, &right) {
                self.settle(|| operation.span());
                return value;
            }
        } else if operator == BinaryOperator::Greater && is_arrow(left_operand) {
            self.diagnostics.withdraw_since(start);
            self.diagnostics.push(report_arrow(left_operand, operand));
            return Value::unknown(Type::Bool);
        }
        self.operation_on(operation, left, right, start, middle)
    }

    /// The result for operands of any kind. The diagnostics of the left operand are those since
    /// `start`, and those of the right one since `middle`.
    fn operation_on(
        &mut self,
        operation: ExpressionRef<'a>,
        left: Value,
        right: Value,
        start: Checkpoint,
        middle: Checkpoint,
    ) -> Value {
        let Some((operator, [left_operand, right_operand])) = operation.as_binary() else {
            return left;
        };
        let span = operation.span();
        let (operands, result) = operator.types();

        // These are reported first. Mistakes inside the operands are often their cause, but the
        // reader looks at the operation.
        let mut convert = |which, value: &Value, other: &Value, operand, place| {
            value.convert_to(&operands).map_err(|error| {
                let error = error.disclosed(self.disclosure);
                let misfit = misfit(which, operator.symbol(), value, other, operand);
                let diagnostic = catalog::operand(&misfit, &error, span);
                let diagnostic = self.with_values(diagnostic, [operand]);
                self.diagnostics.insert(place, diagnostic);
            })
        };
        let converted = convert("left", &left, &right, left_operand, start);
        let place = if converted.is_ok() { start } else { start.next() };
        let right = convert("right", &right, &left, right_operand, place);
        let (Ok(left), Ok(right)) = (converted, right) else {
            return Value::unknown(result);
        };

        if let Some(value) = self.short_circuit(operator, &left, &right, start, middle) {
            return value.with_marks(&left.marks()).with_marks(&right.marks());
        }
        if self.diagnostics.any_since(start) {
            return Value::unknown(result).with_marks(&left.marks()).with_marks(&right.marks());
        }
        let outcome = operator.lifted(&left, &right);
        self.settle(|| span);
        outcome.unwrap_or_else(|reason| {
            self.report(catalog::operation_failed(reason, span), [left_operand, right_operand]);
            Value::unknown(result)
        })
    }

    /// The result of `||` or `&&` if one operand decides it. Then errors in the other one don't
    /// matter.
    fn short_circuit(
        &mut self,
        operator: BinaryOperator,
        left: &Value,
        right: &Value,
        start: Checkpoint,
        middle: Checkpoint,
    ) -> Option<Value> {
        let deciding = match operator {
            BinaryOperator::Or => true,
            BinaryOperator::And => false,
            _ => return None,
        };
        // Null counts as false here.
        let truth = |value: &Value| match value.unmarked() {
            Value::Unknown(_) => None,
            value => Some(value.as_bool() == Some(true)),
        };
        let unknown = || Value::unknown(Type::Bool).refine_not_null();
        let (left, right) = (truth(left), truth(right));
        let (result, is_left) = match (left, right) {
            (None, None) if middle == start => (unknown(), true),
            (None, None) => return None,
            (Some(left), _) if left == deciding => (Value::Bool(deciding), true),
            (_, Some(right)) if right == deciding => (Value::Bool(deciding), false),
            (None, _) => (unknown(), true),
            (_, None) => (unknown(), false),
            (Some(_), Some(_)) => return None,
        };
        if is_left {
            self.diagnostics.withdraw_since(middle);
        } else {
            self.diagnostics.withdraw_between(start, middle);
        }
        Some(result)
    }
}

fn number_or(result: Option<Number>, reason: NoResult) -> Result<Value, NoResult> {
    result.map(Value::Number).ok_or(reason)
}

/// Whether `left < right`; `None` if their bounds do not decide it.
fn is_less(left: &Value, right: &Value) -> Option<bool> {
    let ((left_min, left_max), (right_min, right_max)) =
        (left.number_bounds(), right.number_bounds());
    let order = |left: Option<Bound>, right: Option<Bound>| {
        Some(left?.number.compare_values(&right?.number))
    };
    match (order(left_max, right_min), order(left_min, right_max)) {
        (Some(Ordering::Less), _) => Some(true),
        (_, Some(Ordering::Greater)) => Some(false),
        _ => None,
    }
}

fn either(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

#[cold]
fn misfit(
    which: &'static str,
    operator: &'static str,
    value: &Value,
    other: &Value,
    operand: ExpressionRef<'_>,
) -> Operand {
    let is_comparison = match operand.kind() {
        ExpressionKind::Binary(inner, ..) => matches!(inner.symbol(), "<" | "<=" | ">" | ">="),
        _ => false,
    };
    let is_beside_number = other.type_of() == Type::Number;
    let (ty, span) = (value.type_of(), operand.span());
    Operand { which, operator, ty, is_comparison, is_beside_number, span }
}

/// Whether this is the left operand of `object->name`: a comparison with `object-`, because names may end
/// with a dash.
#[cold]
fn is_arrow(left: ExpressionRef<'_>) -> bool {
    let behind = left.source().get(left.span().end as usize..);
    left.text().ends_with('-') && behind.is_some_and(|text| text.starts_with('>'))
}

#[cold]
fn report_arrow(left: ExpressionRef<'_>, right: ExpressionRef<'_>) -> Diagnostic {
    let end = left.span().end;
    let object = left.text().trim_end_matches('-');
    catalog::arrow(object, right.text(), Span::new(end - 1, end + 1))
}
