//! Evaluations inside a call, which are charged to the evaluation of the call.

use std::marker::PhantomData;
use std::sync::Arc;

use super::argument::{FromArgument, IntoResult};
use super::function::{Body, Function, FunctionError};
use super::scope::Scope;
use super::{Context, Evaluator, Watch, dynamic};
use crate::diagnostic::catalog::evaluation as catalog;
use crate::diagnostic::error::{Category, Error};
use crate::document::Expression;
use crate::syntax::ExpressionRef;
use crate::text::span::Span;
use crate::value::{Map, Marks, Type, Value};

/// The maximum depth of templates that render each other.
const MAX_RENDERINGS: u32 = 1024;

/// A template that a function created from its arguments. The function returns the value of the
/// template, evaluated with all functions of the caller and converted to the type of `T`.
pub(crate) struct Rendering<T = Value> {
    pub(crate) template: Expression,
    /// The only variables of the template.
    pub(crate) variables: Map,
    /// The marks of the arguments.
    pub(crate) marks: Marks,
    pub(crate) result: PhantomData<T>,
}

impl Rendering {
    /// The same rendering with a result of the type of `T`.
    pub(crate) fn to<T>(self) -> Rendering<T> {
        let Rendering { template, variables, marks, result: _ } = self;
        Rendering { template, variables, marks, result: PhantomData }
    }
}

#[derive(Clone)]
pub(super) struct RenderingBody {
    /// The result of a call with an unknown argument.
    pub(super) unknown_result: Value,
    pub(super) call: Arc<Render>,
}

pub(super) type Render = dyn Fn(Vec<Value>) -> Result<Rendering, FunctionError> + Send + Sync;

impl Function {
    /// A function with two parameters that creates a template. The template is rendered with the
    /// context of the caller.
    pub(crate) fn rendering<A: FromArgument, B: FromArgument, T: IntoResult>(
        name: &'static str,
        body: impl Fn(A, B) -> Result<Rendering<T>, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        let call = move |arguments: Vec<Value>| {
            let mut arguments = arguments.into_iter();
            let first = A::from_argument(arguments.next().unwrap_or_default());
            let second = B::from_argument(arguments.next().unwrap_or_default());
            let rendering = body(
                first.map_err(|error| error.or_argument(0))?,
                second.map_err(|error| error.or_argument(1))?,
            )?;
            let Rendering { template, variables, marks, result: _ } = rendering;
            Ok(Rendering { template, variables, marks, result: PhantomData })
        };
        let parameters = vec![A::parameter(), B::parameter()];
        let unknown_result = match T::result_type() {
            Type::Dynamic => dynamic(),
            _ => T::unknown_result(),
        };
        let body = RenderingBody { unknown_result, call: Arc::new(call) };
        Self::define(name.into(), parameters, None, Body::Rendering(body))
    }
}

impl Evaluator<'_> {
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
        let value = self.evaluate_in(&context, Scope::default(), rendering.template.as_ref(), call);
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
            self.exhaust(diagnostic.at(call));
            return Ok(dynamic());
        }
        let found = inner.diagnostics.into_diagnostics();
        if found.is_empty() {
            return Ok(value);
        }
        let tree = expression.tree();
        let error = Error::new(Category::Evaluation, found);
        Err(error.attach(tree.origin()).into())
    }
}
