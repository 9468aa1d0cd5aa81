//! Compiles expressions that an iteration evaluates for every element.
//!
//! - No literal is read and no name is looked up again for the next element.
//! - No operand is copied: operations work on references.
//! - No rules of the language: the evaluator handles all but the simple cases.
//!
//! Loops with arithmetic take a quarter of the time, those with templates or objects less than half.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::budget::STEPS;
use super::context::{Context, Found};
use super::evaluator::{Evaluator, literal};
use super::scope::{Binding, Scope, Slot};
use super::traversal::walk;
use crate::lexer::BinaryOperator;
use crate::limits::budget::{self, MAP, TEXT, TUPLE};
use crate::syntax::{
    ExpressionKind, ExpressionRef, ObjectRef, PartKind, PartRef, StepKind, StepRef, TemplateRef,
};
use crate::text::span::Span;
use crate::value::{Map, Value, normalize};

/// The evaluator also handles more deeply nested expressions.
const MAX_DEPTH: usize = 32;

/// An expression with its compiled form.
pub(super) struct LoopBody<'a> {
    expression: ExpressionRef<'a>,
    compiled: Compiled<'a>,
}

enum Compiled<'a> {
    /// The variables are not in scope yet.
    Pending,
    /// The compiled expression, and its charge without that for text.
    Done(Operand<'a>, usize),
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
    Variable(Slot, Box<[Step<'a>]>),
    Operation(Box<Operation<'a>>),
    Template(Template<'a>),
    Tuple(Box<[Operand<'a>]>),
    /// Attributes in the order of their names.
    Object(Box<[(Arc<str>, Operand<'a>)]>),
}

/// A step of a traversal.
enum Step<'a> {
    Name(Cow<'a, str>),
    Index(usize),
}

struct Template<'a> {
    parts: Box<[Operand<'a>]>,
    /// A buffer for the text, so that it is allocated once.
    buffer: Cell<String>,
}

impl<'a> LoopBody<'a> {
    pub(super) fn new(expression: ExpressionRef<'a>) -> Self {
        LoopBody { expression, compiled: Compiled::Pending }
    }

    pub(super) fn expression(&self) -> ExpressionRef<'a> {
        self.expression
    }
}

impl<'a> Evaluator<'a> {
    /// The value for the element in scope.
    pub(super) fn loop_body(&mut self, body: &mut LoopBody<'a>) -> Value {
        let expression = body.expression;
        if let Compiled::Pending = body.compiled {
            let mut compiler = Compiler { scope: &self.scope, context: self.context, cost: 0 };
            body.compiled = match compiler.operand(expression, MAX_DEPTH) {
                Some(operand) => Compiled::Done(operand, compiler.cost),
                None => Compiled::None,
            };
        }
        if let Compiled::Done(operand, cost) = &body.compiled {
            self.spend(*cost, expression.span());
            if let Operand::Operation(operation) = operand {
                // The same as `Operation::apply`, but without a result in memory, which would make
                // simple loops a quarter slower.
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
            } else if let Some(value) = operand.value(&self.scope) {
                return value;
            }
            body.compiled = Compiled::None;
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
    /// A reference to the value, which may have been computed into `result`.
    // Inlined, so that only operations need a call.
    #[inline(always)]
    fn find<'v>(
        &'v self,
        scope: &'v Scope<'_>,
        result: &'v mut Option<Value>,
    ) -> Option<&'v Value> {
        match self {
            Operand::Literal(value) => Some(value),
            Operand::Fixed(value) => Some(value),
            Operand::Variable(slot, steps) if steps.is_empty() => scope.at(*slot),
            Operand::Variable(slot, steps) => {
                steps.iter().try_fold(scope.at(*slot)?, |value, step| step.target(value))
            }
            Operand::Operation(operation) => {
                operation.apply(scope, result);
                result.as_ref()
            }
            _ => {
                *result = self.make(scope);
                result.as_ref()
            }
        }
    }

    /// An owned value. Sharing it costs nothing.
    fn value(&self, scope: &Scope<'_>) -> Option<Value> {
        let mut made = None;
        match self {
            Operand::Template(_) | Operand::Tuple(_) | Operand::Object(_) => self.make(scope),
            Operand::Operation(operation) => {
                operation.apply(scope, &mut made);
                made
            }
            _ => self.find(scope, &mut made).filter(|value| value.is_primitive()).cloned(),
        }
    }

    /// A template, a tuple or an object.
    #[inline(never)]
    fn make(&self, scope: &Scope<'_>) -> Option<Value> {
        match self {
            Operand::Template(template) => template.value(scope),
            Operand::Tuple(elements) => {
                let elements: Option<Vec<_>> =
                    elements.iter().map(|element| element.value(scope)).collect();
                Some(Value::Tuple(elements?.into()))
            }
            Operand::Object(attributes) => {
                let mut entries = Vec::with_capacity(attributes.len());
                for (name, value) in attributes {
                    entries.push((Arc::clone(name), value.value(scope)?));
                }
                Some(Value::Object(Map::from_sorted(entries)))
            }
            _ => None,
        }
    }
}

impl Template<'_> {
    /// The text of the parts, if all are primitive and the budget allows it.
    fn value(&self, scope: &Scope<'_>) -> Option<Value> {
        let mut text = self.buffer.take();
        text.clear();
        for part in &self.parts {
            let mut made = None;
            let value = part.find(scope, &mut made).filter(|value| value.is_primitive())?;
            if !budget::charge_text(value.text_length()) {
                return None;
            }
            value.append_primitive_to(&mut text);
        }
        let value = Value::string(&*text);
        self.buffer.set(text);
        Some(value)
    }
}

impl Step<'_> {
    /// The value after the step, if it can be borrowed without conversion.
    #[inline]
    fn target<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        match (self, value) {
            (Step::Name(name), Value::Object(map) | Value::Map(_, map)) => map.get_normalized(name),
            (Step::Index(index), Value::List(_, elements) | Value::Tuple(elements)) => {
                elements.get(*index)
            }
            _ => None,
        }
    }
}

struct Compiler<'s, 'a> {
    scope: &'s Scope<'a>,
    context: &'a Context,
    /// The charge for the compiled expressions.
    cost: usize,
}

impl<'a> Compiler<'_, 'a> {
    /// Compiles an expression that does not need the evaluator.
    fn operand(&mut self, expression: ExpressionRef<'a>, depth: usize) -> Option<Operand<'a>> {
        self.cost += 1;
        let depth = depth.checked_sub(1)?;
        match expression.kind() {
            ExpressionKind::Variable(_) => self.variable(expression, &[]),
            ExpressionKind::Traversal(traversal) => {
                self.cost += traversal.steps().len() / STEPS;
                let steps: SmallVec<[_; 8]> = traversal.steps().collect();
                self.variable(traversal.root(), &steps)
            }
            ExpressionKind::Parenthesized(inner) => self.operand(inner, depth),
            ExpressionKind::Binary(operator, left, right) => {
                let left = self.operand(left, depth)?;
                let right = self.operand(right, depth)?;
                Some(Operand::Operation(Box::new(Operation { operator, left, right })))
            }
            ExpressionKind::Template(template) if expression.as_json_string().is_none() => {
                self.template(template, depth)
            }
            ExpressionKind::Tuple(elements) if !expression.is_json() => {
                self.cost += TUPLE;
                let elements: Option<Box<[_]>> =
                    elements.map(|element| self.operand(element, depth)).collect();
                Some(Operand::Tuple(elements?))
            }
            ExpressionKind::Object(object) if !object.is_json() => self.object(object, depth),
            ExpressionKind::String(_) => {
                self.cost += expression.span().len() / TEXT;
                literal(expression).map(Operand::Literal)
            }
            _ => literal(expression).map(Operand::Literal),
        }
    }

    fn template(&mut self, template: TemplateRef<'a>, depth: usize) -> Option<Operand<'a>> {
        if let Some(expression) = template.unwrapped() {
            return self.operand(expression, depth);
        }
        let part = |part: PartRef<'a>| match part.kind() {
            PartKind::Literal(text) => Some(Operand::Literal(Value::normalized(text))),
            PartKind::Interpolation(expression) => self.operand(expression, depth),
            _ => None,
        };
        let parts: Option<Box<[_]>> = template.parts().map(part).collect();
        Some(Operand::Template(Template { parts: parts?, buffer: Cell::default() }))
    }

    fn object(&mut self, object: ObjectRef<'a>, depth: usize) -> Option<Operand<'a>> {
        self.cost += MAP;
        let mut attributes = BTreeMap::new();
        for item in object.items() {
            let name = match item.name() {
                Some(name) => Value::from(name),
                None => literal(item.key())?,
            };
            let Value::String(name) = name else { return None };
            // If names are equal, the evaluator uses the last one.
            if attributes.insert(name.into(), self.operand(item.value(), depth)?).is_some() {
                return None;
            }
        }
        Some(Operand::Object(attributes.into_iter().collect()))
    }

    fn variable(
        &self,
        expression: ExpressionRef<'a>,
        steps: &[StepRef<'a>],
    ) -> Option<Operand<'a>> {
        let ExpressionKind::Variable(_) = expression.kind() else { return None };
        match self.scope.binding(expression, self.context)? {
            Binding::Local(slot, _) => {
                let steps: Option<Box<[_]>> =
                    steps.iter().map(|step| compile_step(*step)).collect();
                Some(Operand::Variable(slot, steps?))
            }
            Binding::Outer(Found::Value(variable)) => {
                let (value, rest) = walk(variable, steps, &mut Span::default());
                rest.is_empty().then_some(Operand::Fixed(value))
            }
            Binding::Outer(Found::Lazy(..)) => None,
        }
    }
}

/// A step that follows references.
fn compile_step(step: StepRef<'_>) -> Option<Step<'_>> {
    let index = |digits: &str| digits.parse().ok().map(Step::Index);
    match step.kind() {
        StepKind::Attribute(name) => Some(Step::Name(normalize(name))),
        StepKind::LegacyIndex(digits) => index(digits),
        StepKind::Index(key) => match key.kind() {
            ExpressionKind::Number(digits) => index(digits),
            ExpressionKind::String(name) => Some(Step::Name(name.value())),
            _ => None,
        },
        StepKind::AttributeSplat | StepKind::FullSplat => None,
    }
}
