//! Functions whose body is an expression.

use super::function::{Body, Function, FunctionError, Parameter};
use super::scope::Scope;
use super::{Context, Evaluator};
use crate::document::Expression;
use crate::text::span::Span;
use crate::value::{Type, Value};

/// The body of a function: an expression and its context.
#[derive(Clone)]
pub(super) struct ExpressionBody {
    result: Expression,
    context: Context,
}

impl Function {
    /// A function that evaluates an expression with its parameters as variables. They accept any value
    /// except null. If it is `variadic`, the last parameter is a tuple of all further arguments.
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
    /// The value of the body, charged to the caller's budget.
    pub(super) fn function_body(
        &mut self,
        function: &'a Function,
        body: &'a ExpressionBody,
        mut arguments: Vec<Value>,
        call: Span,
    ) -> Result<Value, FunctionError> {
        let mut scope = Scope::default();
        let parameters = function.parameters();
        if let Some(parameter) = function.variadic_parameter() {
            let rest = arguments.split_off(parameters.len());
            scope.push(parameter.name(), Value::Tuple(rest.into()));
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            scope.push(parameter.name(), argument);
        }
        self.evaluate_in(&body.context, scope, body.result.as_ref(), call)
    }
}
