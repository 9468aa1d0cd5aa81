//! A call of a function, as the body of the function sees it.

use std::fmt;

use smallvec::SmallVec;

use super::anchor::anchor_of;
use super::context::Context;
use super::evaluator::{Evaluator, Watch, dynamic};
use super::function::Function;
use super::parameter::{Accepts, FunctionError, Values};
use super::scope::Scope;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::evaluation as catalog;
use crate::diagnostic::error::{Category, Error};
use crate::document::Expression;
use crate::limits::budget;
use crate::syntax::{CallRef, ExpressionKind, ExpressionRef};
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;
use crate::value::{Map, Marks, Survey, Type, Value};

/// The maximum depth of templates that render each other.
const MAX_RENDERINGS: u32 = 1024;

/// An argument of a call.
#[derive(Clone, Debug)]
pub(super) enum Argument<'a> {
    Expression(ExpressionRef<'a>),
    /// An element of the sequence before `...`, with the expression of the sequence.
    Element(Value, ExpressionRef<'a>),
}

pub(super) type Arguments<'a> = SmallVec<[Argument<'a>; 4]>;

impl<'a> Argument<'a> {
    pub(super) fn expression(&self) -> ExpressionRef<'a> {
        match self {
            Argument::Expression(expression) | Argument::Element(_, expression) => *expression,
        }
    }

    fn is_reference(&self) -> bool {
        matches!(self, Argument::Expression(expression) if is_reference(*expression))
    }

    /// The anchor for diagnostics about the argument.
    pub(super) fn start(&self) -> Span {
        match self {
            Argument::Expression(expression) => anchor_of(*expression),
            Argument::Element(_, sequence) => sequence.span(),
        }
    }
}

/// Whether the expression is a name with steps, or a value that a program supplied.
fn is_reference(expression: ExpressionRef<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Variable(_) | ExpressionKind::Value(_) => true,
        ExpressionKind::Traversal(traversal) => is_reference(traversal.root()),
        ExpressionKind::Marked(expression, _) => is_reference(expression),
        _ => false,
    }
}

/// A call of a [lazy function](Function::lazy), which evaluates the arguments itself.
///
/// ```
/// use serde_hcl::{Context, Function, Value, parse_expression};
/// use serde_hcl::functions::Call;
///
/// let source = Function::lazy("source", |call: &mut Call| {
///     call.expression(0).map_or(Value::NULL, |argument| Value::from(argument.text()))
/// });
/// let value = parse_expression("source(a.b)")?.evaluate(&Context::new().function(source))?;
/// assert_eq!(value.as_str(), Some("a.b"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub struct Call<'c, 'e> {
    pub(super) evaluator: &'c mut Evaluator<'e>,
    pub(super) function: &'c Function,
    pub(super) arguments: Arguments<'e>,
    pub(super) source: CallRef<'e>,
    /// The values of the arguments that were evaluated one by one.
    pub(super) seen: Vec<Value>,
}

/// The work of a function on the values of its arguments. The flag says whether all are known that must
/// be for a known result.
type OnValues<'f> = dyn Fn(&mut Call<'_, '_>, Values, bool) -> Result<Value, FunctionError> + 'f;

impl<'e> Call<'_, 'e> {
    /// The number of arguments.
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The value of an argument; null if there is no argument at this index.
    ///
    /// # Errors
    ///
    /// All errors of the argument. They are not reported otherwise.
    pub fn evaluate(&mut self, index: usize) -> Result<Value, Error> {
        self.evaluate_or_diagnose(index).map_err(|found| {
            let tree = self.source.tree();
            Error::new(Category::Evaluation, found).attach(tree.origin())
        })
    }

    /// Like [`evaluate`](Self::evaluate), without the source lines for reports.
    pub(crate) fn evaluate_or_diagnose(&mut self, index: usize) -> Result<Value, Vec<Diagnostic>> {
        let start = self.evaluator.diagnostics.checkpoint();
        let value = match self.arguments.get(index) {
            Some(Argument::Expression(expression)) => self.evaluator.expression(*expression),
            Some(Argument::Element(value, _)) => value.clone(),
            None => return Ok(Value::NULL),
        };
        let found = self.evaluator.diagnostics.take_since(start).into_diagnostics();
        if !found.is_empty() {
            return Err(found);
        }
        self.seen.push(value.clone());
        Ok(value)
    }

    /// The expression of an argument. Elements of a sequence passed with `...` have none.
    pub fn expression(&self, index: usize) -> Option<ExpressionRef<'e>> {
        match self.arguments.get(index)? {
            Argument::Expression(expression) => Some(*expression),
            Argument::Element(..) => None,
        }
    }

    /// The result of `work` for the values of the arguments, converted to the types of the parameters.
    /// Arguments that the function doesn't accept (unknown, null, marked) determine the result without it.
    pub(super) fn with_values(&mut self, work: &OnValues<'_>) -> Result<Value, FunctionError> {
        let Some(mut values) = self.values() else { return Ok(dynamic()) };
        let (mut marks, mut accepted) = (Marks::new(), Marks::new());
        let (mut is_unknown, mut is_dynamic) = (false, false);
        let mut disclosure = Disclosure::Shown;
        for (index, value) in values.iter_mut().enumerate() {
            let Some(parameter) = self.function.parameter(index) else { continue };
            let accepts = parameter.accepts;
            if value.is_primitive() {
                value.survey();
                continue;
            }
            if !is_dynamic && value.is_null() && !accepts.has(Accepts::NULL) {
                let error = FunctionError::argument(index, "the argument must not be null");
                return Err(error.with_help("give a default: value == null ? default : value"));
            }
            is_dynamic |= is_of_dynamic_type(value) && !accepts.has(Accepts::UNTYPED);
            disclosure = disclosure.and(Disclosure::hidden_if(value.is_sensitive()));
            // One walk charges for everything that the function reads.
            let survey = match parameter.is_read_in_part() {
                true => Survey::default(),
                false => value.survey(),
            };
            if survey.is_marked && !accepts.has(Accepts::MARKED) {
                let (unmarked, own) = std::mem::take(value).unmark_deep();
                marks.merge(&own);
                *value = unmarked;
            }
            if value.is_marked() && !accepts.has(Accepts::CHOSEN) {
                accepted.merge(&value.marks());
            }
            is_unknown |= !accepts.has(Accepts::UNKNOWN) && !value.is_known()
                || !accepts.has(Accepts::PARTS) && survey.is_unknown;
        }
        if budget::is_spent() {
            return Ok(dynamic());
        }
        if is_dynamic {
            return Ok(dynamic().with_marks(&marks).with_marks(&accepted));
        }
        match work(self, values, !is_unknown) {
            Ok(value) if value.is_known() => Ok(value.with_marks(&marks)),
            // It may become any value that the function computes from its arguments.
            Ok(value) => Ok(value.with_marks(&marks).with_marks(&accepted)),
            Err(error) => Err(error.disclosed(disclosure.and(Disclosure::of_marks(&marks)))),
        }
    }

    /// The values of the arguments, converted to the types of the parameters; `None` after errors.
    fn values(&mut self) -> Option<Values> {
        let start = self.evaluator.diagnostics.checkpoint();
        let parameters = self.function.parameters();
        let mut values = Values::with_capacity(self.arguments.len().max(parameters.len()));
        for (index, argument) in self.arguments.iter().enumerate() {
            let parameter = self.function.parameter(index)?;
            if parameter.accepts.has(Accepts::REFERENCE) && !argument.is_reference() {
                let (function, parameter) = (self.function.name(), parameter.name());
                let (place, call) = (argument.start(), self.source.span());
                let diagnostic = catalog::no_reference(function, parameter, place, call);
                self.evaluator.diagnostics.push(diagnostic);
                continue;
            }
            let value = match argument {
                Argument::Expression(expression) => self.evaluator.expression(*expression),
                Argument::Element(value, _) => value.clone(),
            };
            if parameter.takes_unchanged(&value) {
                values.push(value);
                continue;
            }
            match value.convert_to(parameter.ty()) {
                Ok(value) => values.push(value),
                Err(error) => {
                    let (want, have) = (parameter.ty(), value.type_of());
                    let is_rest = parameters.len() <= index;
                    let is_list = matches!(have, Type::List(_) | Type::Set(_) | Type::Tuple(_));
                    let fix = match is_rest && is_list && want.element().is_none() {
                        true => Some(catalog::expansion_fix(self.function.name())),
                        false => catalog::argument_fix(want, &have),
                    };
                    let error = error.disclosed(self.evaluator.disclosure);
                    let diagnostic = catalog::argument(
                        self.function.name(),
                        parameter.name(),
                        &error,
                        fix.as_deref(),
                        argument.start(),
                        self.source.span(),
                    );
                    self.evaluator.report(diagnostic, [argument.expression()]);
                }
            }
        }
        // An argument that was left out is null.
        let left_out = parameters.iter().skip(self.arguments.len());
        values.extend(left_out.map(|parameter| Value::Null(parameter.ty().clone())));
        (!self.evaluator.diagnostics.any_since(start)).then_some(values)
    }

    /// The value of a template, of the type of the function's result.
    pub(super) fn render(&mut self, rendering: Rendering) -> Result<Value, FunctionError> {
        let evaluator = &mut *self.evaluator;
        if evaluator.renderings == MAX_RENDERINGS {
            evaluator.exhaust(catalog::too_many_renderings(MAX_RENDERINGS, self.source.span()));
            return Ok(dynamic());
        }
        let context = evaluator.context.with_variables_only(rendering.variables);
        evaluator.renderings += 1;
        let value = self.evaluate_in(&context, Scope::default(), rendering.template.view());
        self.evaluator.renderings -= 1;
        let value = value?.with_marks(&rendering.marks);
        let ty = self.function.unknown_result().type_of();
        if ty != Type::Dynamic && value.is_null() {
            return Err("the result of the template is null".into());
        }
        value.convert_to(&ty).map_err(|error| format!("the result of the template: {error}").into())
    }

    /// The value of an expression in another context, charged to the evaluation of the call.
    pub(super) fn evaluate_in<'i>(
        &mut self,
        context: &'i Context,
        scope: Scope<'i>,
        expression: ExpressionRef<'i>,
    ) -> Result<Value, FunctionError>
    where
        'e: 'i,
    {
        let outer = &mut *self.evaluator;
        let mut inner = Evaluator::new(context);
        inner.scope = scope;
        inner.depth = outer.depth;
        inner.renderings = outer.renderings;
        inner.explanations = outer.explanations;
        inner.disclosure = outer.disclosure;
        inner.reading = outer.reading;
        inner.watch = Watch::Nothing;
        let value = inner.expression(expression);
        inner.settle(|| expression.span());

        outer.explanations = inner.explanations;
        outer.lacks_name |= inner.lacks_name;
        if let Some(diagnostic) = inner.exhausted {
            outer.exhaust(diagnostic.with_span(self.source.span()));
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

/// A template that a function created from its arguments.
pub(crate) struct Rendering {
    pub(crate) template: Expression,
    /// The only variables of the template.
    pub(crate) variables: Map,
    /// The marks of the arguments.
    pub(crate) marks: Marks,
}

impl fmt::Debug for Call<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|index| self.expression(index))).finish()
    }
}

fn is_of_dynamic_type(value: &Value) -> bool {
    match value.unmarked() {
        Value::Null(ty) => *ty == Type::Dynamic,
        Value::Unknown(unknown) => *unknown.ty() == Type::Dynamic,
        _ => false,
    }
}
