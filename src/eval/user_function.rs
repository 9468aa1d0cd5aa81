//! Functions whose body is an expression.

use super::function::{Body, Function, FunctionError, Parameter};
use super::{Context, Evaluator, dynamic};
use crate::error::{Category, Error};
use crate::source::Span;
use crate::syntax::Expression;
use crate::value::{Type, Value};

/// The body of a function: an expression, and what it can refer to besides the parameters.
#[derive(Clone)]
pub(super) struct ExpressionBody {
    result: Expression,
    context: Context,
}

impl Function {
    /// A function that evaluates an expression, in which its parameters are variables. They take
    /// anything but null; the last one takes a tuple of all further arguments, if it is `variadic`.
    pub(crate) fn from_expression(
        name: &str,
        parameters: Vec<String>,
        variadic: Option<String>,
        result: Expression,
        context: Context,
    ) -> Self {
        let parameter = |name| {
            let parameter = Parameter::new(Type::Dynamic).named(name);
            parameter.accepting(|accepts| accepts.partly_unknown = true)
        };
        Self::define(
            name.into(),
            parameters.into_iter().map(parameter).collect(),
            variadic.map(parameter),
            Body::Expression(ExpressionBody { result, context }),
        )
    }
}

impl<'a> Evaluator<'a> {
    /// The value of the body, at the cost of the caller.
    pub(super) fn function_body(
        &mut self,
        function: &'a Function,
        body: &'a ExpressionBody,
        mut arguments: Vec<Value>,
        call: Span,
    ) -> Result<Value, FunctionError> {
        let mut inner = Evaluator::new(&body.context);
        inner.budget = self.budget;
        inner.depth = self.depth;
        inner.suggestions = self.suggestions;
        let parameters = function.parameters();
        if let Some(parameter) = function.variadic_parameter() {
            let rest = arguments.split_off(parameters.len());
            inner.scope.push(parameter.name(), Value::Tuple(rest.into()));
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            inner.scope.push(parameter.name(), argument);
        }
        let result = body.result.as_ref();
        let value = inner.expression(result);

        self.budget = inner.budget;
        self.suggestions = inner.suggestions;
        if inner.spent_at.is_some() {
            self.spent_at.get_or_insert(call);
            return Ok(dynamic());
        }
        let found = inner.findings.into_diagnostics();
        if found.is_empty() {
            return Ok(value);
        }
        let tree = result.0.tree;
        let error = Error::new(Category::Evaluation, found);
        Err(error.attach(tree.name.as_ref(), &tree.source).into())
    }
}
