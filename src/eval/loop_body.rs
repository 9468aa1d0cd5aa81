//! Expressions that an iteration evaluates for every element.
//!
//! - No literal is read and no name is looked up again for the next element.
//! - No operand is copied: operations work on references.
//! - No rule of the language: what is not plain is left to the evaluator.

use super::context::Found;
use super::scope::{Place, Scope};
use super::traversal::walk;
use super::{Context, Evaluator, literal};
use crate::source::Span;
use crate::syntax::{BinaryOperator, ExpressionKind, ExpressionRef, StepRef};
use crate::value::Value;

/// Operations that nest deeper are left to the evaluator, too.
const MAX_DEPTH: usize = 32;

/// An expression with its compiled form.
pub(super) struct LoopBody<'a> {
    expression: ExpressionRef<'a>,
    preparation: Compiled<'a>,
}

enum Compiled<'a> {
    /// The variables are not in scope yet.
    Pending,
    /// The compiled operation, and its charge.
    Done(Operation<'a>, usize),
    /// The expression can't be compiled, or the compiled form did not fit the values.
    None,
}

struct Operation<'a> {
    operator: BinaryOperator,
    left: Operand<'a>,
    right: Operand<'a>,
}

enum Operand<'a> {
    Literal(Value),
    /// A value of the context: it is the same for all elements.
    Fixed(&'a Value),
    /// A variable in scope, and the steps from it.
    Variable(Place, Box<[StepRef<'a>]>),
    Operation(Box<Operation<'a>>),
}

impl<'a> LoopBody<'a> {
    pub(super) fn new(expression: ExpressionRef<'a>) -> Self {
        LoopBody { expression, preparation: Compiled::Pending }
    }

    pub(super) fn expression(&self) -> ExpressionRef<'a> {
        self.expression
    }
}

impl<'a> Evaluator<'a> {
    /// The value for the element in scope.
    pub(super) fn repeated(&mut self, repeated: &mut LoopBody<'a>) -> Value {
        let expression = repeated.expression;
        if let Compiled::Pending = repeated.preparation {
            let mut preparing = Compiler { scope: &self.scope, context: self.context, cost: 0 };
            repeated.preparation = match preparing.operation(expression, MAX_DEPTH) {
                Some(operation) => Compiled::Done(operation, preparing.cost),
                None => Compiled::None,
            };
        }
        if let Compiled::Done(operation, cost) = &repeated.preparation {
            self.spend(*cost, expression.span());
            // The same as `Operation::apply`, but without a result in memory, which would make simple
            // loops a quarter slower.
            let (mut left, mut right) = (None, None);
            let left = operation.left.find(&self.scope, &mut left);
            let right = left.and_then(|_| operation.right.find(&self.scope, &mut right));
            if let (Some(left), Some(right)) = (left, right) {
                if let Some(value) = operation.operator.try_apply_fast(left, right) {
                    return value;
                }
                if let Some(value) = operation.operator.apply_to_numbers(left, right) {
                    return value;
                }
            }
            repeated.preparation = Compiled::None;
        }
        self.expression(expression)
    }
}

impl Operation<'_> {
    /// Computes the result in place; `None` if an operand is not primitive.
    #[inline(never)]
    fn apply(&self, scope: &Scope<'_>, result: &mut Option<Value>) {
        let (mut left, mut right) = (None, None);
        let left = self.left.find(scope, &mut left);
        let right = left.and_then(|_| self.right.find(scope, &mut right));
        if let (Some(left), Some(right)) = (left, right) {
            *result = self.operator.try_apply_fast(left, right);
            if result.is_none() {
                *result = self.operator.apply_to_numbers(left, right);
            }
        }
    }
}

impl Operand<'_> {
    /// The value where it is, or computed into `result`.
    // Inlined, so that a call is for operations alone.
    #[inline(always)]
    fn find<'v>(
        &'v self,
        scope: &'v Scope<'_>,
        result: &'v mut Option<Value>,
    ) -> Option<&'v Value> {
        match self {
            Operand::Literal(value) => Some(value),
            Operand::Fixed(value) => Some(value),
            Operand::Variable(place, steps) if steps.is_empty() => scope.at(*place),
            Operand::Variable(place, steps) => {
                let variable = scope.at(*place)?;
                match walk(variable, steps, &mut Span::default()) {
                    (value, []) => Some(value),
                    _ => None,
                }
            }
            Operand::Operation(operation) => {
                operation.apply(scope, result);
                result.as_ref()
            }
        }
    }
}

struct Compiler<'s, 'a> {
    scope: &'s Scope<'a>,
    context: &'a Context,
    /// The number of compiled expressions.
    cost: usize,
}

impl<'a> Compiler<'_, 'a> {
    /// Compiles an expression that is an operation and needs nothing of the evaluator.
    fn operation(&mut self, expression: ExpressionRef<'a>, depth: usize) -> Option<Operation<'a>> {
        self.cost += 1;
        match expression.kind() {
            ExpressionKind::Parenthesized(inner) => self.operation(inner, depth.checked_sub(1)?),
            ExpressionKind::Binary(operator, left, right) => {
                let depth = depth.checked_sub(1)?;
                let left = self.operand(left, depth)?;
                let right = self.operand(right, depth)?;
                Some(Operation { operator, left, right })
            }
            _ => None,
        }
    }

    fn operand(&mut self, expression: ExpressionRef<'a>, depth: usize) -> Option<Operand<'a>> {
        let leaf = match expression.kind() {
            ExpressionKind::Variable(_) => Some(self.variable(expression, Box::default())?),
            ExpressionKind::Traversal(traversal) => {
                self.cost += traversal.steps().len() / 4;
                Some(self.variable(traversal.root(), traversal.steps().collect())?)
            }
            _ => literal(expression).map(Operand::Literal),
        };
        if leaf.is_some() {
            self.cost += 1;
            return leaf;
        }
        let operation = self.operation(expression, depth)?;
        Some(Operand::Operation(Box::new(operation)))
    }

    fn variable(
        &self,
        expression: ExpressionRef<'a>,
        steps: Box<[StepRef<'a>]>,
    ) -> Option<Operand<'a>> {
        let ExpressionKind::Variable(name) = expression.kind() else { return None };
        if let Some(place) = self.scope.place(name) {
            return Some(Operand::Variable(place, steps));
        }
        let bound = expression.bound_value().map(Found::Value);
        let Some(Found::Value(variable)) = bound.or_else(|| self.context.find_variable(name))
        else {
            return None;
        };
        match walk(variable, &steps, &mut Span::default()) {
            (value, []) => Some(Operand::Fixed(value)),
            _ => None,
        }
    }
}
