//! Function calls ("Functions and Function Calls" in the native syntax specification).

use smallvec::SmallVec;

use super::anchor::call_anchor;
use super::context::Context;
use super::evaluator::{Evaluator, Watch, dynamic};
use super::function::{Body, Function, LazyCall};
use super::lazy_arguments::{Argument, LazyArguments};
use super::parameter::{Failure, FunctionError, Parameter};
use super::unresolved::Unresolved;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{evaluation as catalog, habits};
use crate::diagnostic::error::Error;
use crate::limits::budget;
use crate::syntax::{CallRef, ExpressionRef, Tree, View};
use crate::text::suggest;
use crate::value::disclosure::Disclosure;
use crate::value::{Marks, Set, Survey, Type, Value};

type Arguments<'a> = SmallVec<[Argument<'a>; 4]>;

impl Function {
    /// Calls the function with these arguments in the same way as an expression: the arguments are
    /// converted to the types of the parameters, and the result has their marks. Templates that it
    /// renders can't call other functions.
    ///
    /// # Errors
    ///
    /// If the number or the types of the arguments are wrong, or the call fails.
    ///
    /// ```
    /// use serde_hcl::{Function, Value, functions};
    ///
    /// let join = functions::get("join").unwrap();
    /// let joined = join.call([Value::from("-"), Value::tuple(["a", "b"])])?;
    /// assert_eq!(joined.as_str(), Some("a-b"));
    ///
    /// let double = Function::new("double", |number: i64| number * 2);
    /// assert_eq!(double.call(["21"])?.as_i64(), Some(42));
    /// assert!(double.call(["x"]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn call<V: Into<Value>>(
        &self,
        arguments: impl IntoIterator<Item = V>,
    ) -> Result<Value, Error> {
        let (tree, call) = Tree::of_call(self.name(), arguments.into_iter().map(Into::into));
        let context = Context::new().function(self.clone());
        ExpressionRef(View::new(&tree, call)).evaluate(&context)
    }
}

impl<'a> Evaluator<'a> {
    pub(super) fn call(&mut self, call: CallRef<'a>) -> Value {
        let name = call.name();
        // The context outlives the evaluation, so the function does not borrow the evaluator.
        let context = self.context;
        let Some(function) = context.find_function(&name) else {
            self.resolve_function(&name, call);
            return dynamic();
        };
        let Some(arguments) = self.arguments(call) else { return dynamic() };
        if !self.check_count(function, &arguments, call) {
            return dynamic();
        }
        let result = match function.body() {
            Body::Eager(body) => match self.argument_values(function, &arguments, call) {
                Some(values) => invoke(function, values, |values, is_known| match is_known {
                    true => (body.call)(values),
                    false => Ok(body.unknown_result.clone()),
                }),
                None => return dynamic(),
            },
            Body::Expression(body) => match self.argument_values(function, &arguments, call) {
                Some(values) => invoke(function, values, |values, is_known| {
                    let value = self.function_body(function, body, values, call.span())?;
                    Ok(if is_known { value } else { Value::unknown(value.type_of()) })
                }),
                None => return dynamic(),
            },
            Body::Rendering(body) => match self.argument_values(function, &arguments, call) {
                Some(values) => invoke(function, values, |values, is_known| match is_known {
                    true => {
                        let ty = body.unknown_result.type_of();
                        self.render((body.call)(values)?, &ty, call.span())
                    }
                    false => Ok(body.unknown_result.clone()),
                }),
                None => return dynamic(),
            },
            Body::Lazy(body) => self.call_lazily(body.as_ref(), &arguments, call),
        };
        match result {
            Ok(value) => {
                self.settle(call.span());
                value
            }
            Err(error) => {
                let error = error.disclosed(self.disclosure_of(call.arguments()));
                self.report_failure(function, error, &arguments, call);
                dynamic()
            }
        }
    }

    /// Calls a function that evaluates its arguments itself.
    fn call_lazily(
        &mut self,
        body: &LazyCall,
        arguments: &Arguments<'a>,
        call: CallRef<'a>,
    ) -> Result<Value, FunctionError> {
        let mut values = Vec::new();
        let mut evaluate = |index| {
            let value = self.evaluate_lazily(arguments.get(index));
            values.extend(value.as_ref().ok().cloned());
            value
        };
        let result = body(&mut LazyArguments { arguments, evaluate: &mut evaluate, source: call });
        result.map_err(|error| {
            let disclosures = values.iter().map(Disclosure::of);
            error.disclosed(disclosures.fold(Disclosure::Shown, Disclosure::and))
        })
    }

    /// Handles a function that the context doesn't have.
    #[cold]
    fn resolve_function(&mut self, name: &str, call: CallRef<'a>) {
        let is_reduced = matches!(self.watch, Watch::Values(_));
        if !is_reduced && self.context.unresolved_names() != Unresolved::Error {
            self.lacks_name = true;
            return;
        }
        let diagnostic = if self.context.function_names().next().is_none() {
            catalog::no_functions(name, call.span())
        } else {
            let nearest = match self.explains() {
                true => suggest::nearest(name, self.context.function_names()),
                false => None,
            };
            let mut arguments = call.arguments();
            let text =
                |argument: ExpressionRef<'a>| argument.span().text(argument.tree().origin().text);
            let argument = arguments.next().map(text);
            let argument =
                argument.filter(|text| !text.contains('\n') && arguments.next().is_none());
            let habit = habits::function(name, None).filter(|written| {
                let (function, is_call) = match written.split_once('(') {
                    Some((function, _)) => (function, true),
                    None => ("", false),
                };
                !is_call || self.context.function_names().any(|known| known == function)
            });
            let habit = habit.and_then(|_| habits::function(name, argument));
            catalog::unknown_function(
                name,
                nearest,
                habit.as_deref(),
                call.name_span(),
                call.span(),
            )
        };
        self.diagnostics.push(diagnostic);
    }

    /// The arguments, with the elements of the sequence before `...`; `None` if the sequence is unknown or
    /// invalid.
    fn arguments(&mut self, call: CallRef<'a>) -> Option<Arguments<'a>> {
        let mut arguments: Arguments<'a> = call.arguments().map(Argument::Expression).collect();
        if !call.expands_last() {
            return Some(arguments);
        }
        let Some(Argument::Expression(sequence)) = arguments.pop() else { return None };
        let start = self.diagnostics.checkpoint();
        let (value, marks) = self.expression(sequence).unmark();
        if self.diagnostics.any_since(start) {
            return None;
        }
        let elements = match &value {
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => elements,
            value => {
                let ty = value.type_of();
                let is_sequence =
                    matches!(ty, Type::Dynamic | Type::List(_) | Type::Set(_) | Type::Tuple(_));
                if !is_sequence {
                    let diagnostic = catalog::expansion_type(&ty, sequence.span(), call.span());
                    self.report(diagnostic, [sequence]);
                } else if value.is_null() {
                    let diagnostic = catalog::null_expansion(sequence.span(), call.span());
                    self.report(diagnostic, [sequence]);
                }
                return None;
            }
        };
        if !self.spend(4 * elements.len(), call.span()) {
            return None;
        }
        let elements = elements.iter().map(|element| element.clone().with_marks(&marks));
        arguments.extend(elements.map(|element| Argument::Element(element, sequence)));
        Some(arguments)
    }

    fn check_count(
        &mut self,
        function: &Function,
        arguments: &Arguments<'a>,
        call: CallRef<'a>,
    ) -> bool {
        let (name, span) = (function.name(), call.span());
        let (required, allowed) = (function.required_parameters(), function.parameters().len());
        let is_variadic = function.variadic_parameter().is_some();
        let diagnostic = match required.get(arguments.len()) {
            Some(_) => {
                let at_least = is_variadic || required.len() < allowed;
                let parameters: Vec<_> = required.iter().map(Parameter::name).collect();
                catalog::missing_argument(name, &parameters, arguments.len(), at_least, span)
            }
            None => match arguments.get(allowed) {
                Some(extra) if !is_variadic => {
                    catalog::extra_argument(name, allowed, extra.start(), span)
                }
                _ => return true,
            },
        };
        self.diagnostics.push(diagnostic);
        false
    }

    /// The values of the arguments, converted to the types of the parameters; `None` after errors.
    fn argument_values(
        &mut self,
        function: &Function,
        arguments: &Arguments<'a>,
        call: CallRef<'a>,
    ) -> Option<Vec<Value>> {
        let start = self.diagnostics.checkpoint();
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let parameter = function.parameter(index)?;
            if parameter.is_reference && !argument.is_reference() {
                let (function, parameter) = (function.name(), parameter.name());
                let diagnostic =
                    catalog::no_reference(function, parameter, argument.start(), call.span());
                self.diagnostics.push(diagnostic);
                continue;
            }
            let value = self.argument(argument);
            match value.convert_to(parameter.ty()) {
                Ok(value) => values.push(value),
                Err(error) => {
                    let (want, have) = (parameter.ty(), value.type_of());
                    let is_rest = function.parameters().len() <= index;
                    let is_list = matches!(have, Type::List(_) | Type::Set(_) | Type::Tuple(_));
                    let fix = match is_rest && is_list && want.element().is_none() {
                        true => Some(catalog::expansion_fix(function.name())),
                        false => catalog::argument_fix(want, &have).map(str::to_owned),
                    };
                    let (function, parameter) = (function.name(), parameter.name());
                    let (start, fix) = (argument.start(), fix.as_deref());
                    let error = self.disclosed(error, [argument.expression()]);
                    let diagnostic =
                        catalog::argument(function, parameter, &error, fix, start, call.span());
                    self.report(diagnostic, [argument.expression()]);
                }
            }
        }
        // An argument that was left out is null.
        let left_out = function.parameters().iter().skip(arguments.len());
        values.extend(left_out.map(|parameter| Value::Null(parameter.ty().clone())));
        (!self.diagnostics.any_since(start)).then_some(values)
    }

    fn argument(&mut self, argument: &Argument<'a>) -> Value {
        match argument {
            Argument::Expression(expression) => self.expression(*expression),
            Argument::Element(value, _) => value.clone(),
        }
    }

    fn evaluate_lazily(
        &mut self,
        argument: Option<&Argument<'a>>,
    ) -> Result<Value, Vec<Diagnostic>> {
        let Some(argument) = argument else { return Ok(Value::NULL) };
        let start = self.diagnostics.checkpoint();
        let value = self.argument(argument);
        let found = self.diagnostics.take_since(start).into_diagnostics();
        if found.is_empty() { Ok(value) } else { Err(found) }
    }

    #[cold]
    fn report_failure(
        &mut self,
        function: &Function,
        mut error: FunctionError,
        arguments: &Arguments<'a>,
        call: CallRef<'a>,
    ) {
        let (name, span) = (function.name(), call.span());
        let inside = error.inside.take();
        let with_inside = |diagnostic: Diagnostic| match inside {
            Some(label) => diagnostic.with_attached_label(*label),
            None => diagnostic,
        };
        let help = error.help.as_deref();
        if let Failure::Call(message) | Failure::Argument(_, message) = &error.failure {
            // The diagnostic contains the message, which may quote arguments.
            budget::charge_text(4 * message.len());
        }
        let message = match error.failure {
            Failure::Call(message) => message,
            Failure::Argument(index, message) => match function.parameter(index) {
                Some(parameter) => {
                    let argument = arguments.get(index);
                    let place = argument.map_or(span, Argument::start);
                    let diagnostic =
                        catalog::argument(name, parameter.name(), &message, help, place, span);
                    let diagnostic = with_inside(diagnostic);
                    return self.report(diagnostic, argument.map(Argument::expression));
                }
                None => message,
            },
            Failure::Found(diagnostics) => {
                return diagnostics
                    .into_iter()
                    .for_each(|diagnostic| self.diagnostics.push(diagnostic));
            }
        };
        let parameters = function.parameters().iter().chain(function.variadic_parameter());
        let parameters: Vec<_> = parameters.map(Parameter::name).collect();
        let anchor = call_anchor(call);
        let diagnostic = catalog::call_failed(name, &parameters, &message, help, anchor, span);
        self.report(with_inside(diagnostic), call.arguments());
    }
}

/// Calls a function. Arguments that it doesn't accept (unknown, null, marked) determine the result
/// without a call. `call` gets a flag: whether all necessary arguments are known.
fn invoke(
    function: &Function,
    mut values: Vec<Value>,
    call: impl FnOnce(Vec<Value>, bool) -> Result<Value, FunctionError>,
) -> Result<Value, FunctionError> {
    let accepts =
        |index| function.parameter(index).map(|parameter| parameter.accepts).unwrap_or_default();
    let mut is_dynamic = false;
    for (index, value) in values.iter().enumerate() {
        if value.is_null() && !accepts(index).null {
            let error = FunctionError::argument(index, "the argument must not be null");
            return Err(error.with_help("give a default: value == null ? default : value"));
        }
        if is_of_dynamic_type(value) && !accepts(index).dynamic {
            is_dynamic = true;
            break;
        }
    }
    let (mut marks, mut accepted) = (Marks::new(), Marks::new());
    let mut is_unknown = false;
    for (index, value) in values.iter_mut().enumerate() {
        let accepts = accepts(index);
        // One walk charges for everything that the function reads.
        let survey = match function.parameter(index).is_some_and(Parameter::is_read_in_part) {
            true => Survey::default(),
            false => value.survey(),
        };
        if !accepts.marked && survey.is_marked {
            let (unmarked, own) = std::mem::take(value).unmark_deep();
            marks.merge(&own);
            *value = unmarked;
        }
        if !accepts.chooses_marks {
            accepted.merge(&value.marks());
        }
        is_unknown |=
            !accepts.unknown && !value.is_known() || !accepts.partly_unknown && survey.is_unknown;
    }
    if budget::is_spent() {
        return Ok(dynamic());
    }
    if is_dynamic {
        return Ok(dynamic().with_marks(&marks).with_marks(&accepted));
    }
    match call(values, !is_unknown) {
        Ok(value) if value.is_known() => Ok(value.with_marks(&marks)),
        // It may become any value that the function computes from its arguments.
        Ok(value) => Ok(value.with_marks(&marks).with_marks(&accepted)),
        Err(error) => Err(error.disclosed(Disclosure::of_marks(&marks))),
    }
}

fn is_of_dynamic_type(value: &Value) -> bool {
    match value.unmarked() {
        Value::Null(ty) => *ty == Type::Dynamic,
        Value::Unknown(unknown) => *unknown.ty() == Type::Dynamic,
        _ => false,
    }
}
