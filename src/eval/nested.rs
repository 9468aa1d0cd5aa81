//! Evaluations inside a call, which are charged to the evaluation of the call.

use super::context::Context;
use super::evaluator::{Evaluator, Watch, dynamic};
use super::function::{ExpressionBody, Function, Rendering};
use super::parameter::FunctionError;
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::evaluation as catalog;
use crate::diagnostic::error::{Category, Error};
use crate::syntax::ExpressionRef;
use crate::text::span::Span;
use crate::value::{Type, Value};

/// The maximum depth of templates that render each other.
const MAX_RENDERINGS: u32 = 1024;

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
        self.evaluate_in(&body.context, scope, body.result.view(), call)
    }

    /// The value of a template, of this type.
    pub(super) fn render(
        &mut self,
        rendering: Rendering,
        ty: &Type,
        call: Span,
    ) -> Result<Value, FunctionError> {
        if self.renderings == MAX_RENDERINGS {
            self.exhaust(catalog::too_many_renderings(MAX_RENDERINGS, call));
            return Ok(dynamic());
        }
        let context = self.context.with_variables_only(rendering.variables);
        self.renderings += 1;
        let value = self.evaluate_in(&context, Scope::default(), rendering.template.view(), call);
        self.renderings -= 1;
        let value = value?.with_marks(&rendering.marks);
        if *ty != Type::Dynamic && value.is_null() {
            return Err("the result of the template is null".into());
        }
        value.convert_to(ty).map_err(|error| format!("the result of the template: {error}").into())
    }

    /// The value of an expression in another context.
    pub(super) fn evaluate_in<'c>(
        &mut self,
        context: &'c Context,
        scope: Scope<'c>,
        expression: ExpressionRef<'c>,
        call: Span,
    ) -> Result<Value, FunctionError> {
        let mut inner = Evaluator::new(context);
        inner.scope = scope;
        inner.depth = self.depth;
        inner.renderings = self.renderings;
        inner.explanations = self.explanations;
        inner.watch = Watch::Nothing;
        let value = inner.expression(expression);
        inner.settle(expression.span());

        self.explanations = inner.explanations;
        self.lacks_name |= inner.lacks_name;
        if let Some(diagnostic) = inner.exhausted {
            self.exhaust(diagnostic.with_span(call));
            return Ok(dynamic());
        }
        let found = inner.diagnostics.into_diagnostics();
        if found.is_empty() {
            return Ok(value);
        }
        // The help is that of the call.
        let help = found.first().and_then(Diagnostic::help).map(str::to_owned);
        let found = found.into_iter().map(Diagnostic::without_help).collect();
        let tree = expression.tree();
        let error = Error::new(Category::Evaluation, found).attach(tree.origin());
        let place = error.diagnostics().first().and_then(Diagnostic::to_label);
        let message = error.to_string();
        let error = FunctionError::from(message.trim_end_matches('.')).with_place(|| place);
        Err(match help {
            Some(help) => error.with_help(help),
            None => error,
        })
    }
}
