//! Function calls ("Functions and Function Calls" in the native syntax specification).

use super::anchor::call_anchor;
use super::call::{Argument, Arguments, Call};
use super::context::Context;
use super::evaluator::{Evaluator, Watch, dynamic};
use super::function::Function;
use super::parameter::{Failure, FunctionError, Parameter};
use super::unresolved::Unresolved;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::{evaluation as catalog, habits};
use crate::diagnostic::error::Error;
use crate::limits::budget;
use crate::syntax::{CallRef, ExpressionRef, Tree, View};
use crate::text::suggest;
use crate::value::disclosure::Disclosure;
use crate::value::{Set, Type, Value};

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
        let arguments = call.arguments().map(Argument::Expression).collect();
        let mut running =
            Call { evaluator: self, function, arguments, source: call, seen: Vec::new() };
        let Call { evaluator, arguments, .. } = &mut running;
        if call.expands_last() && evaluator.expand_last(call, arguments).is_none() {
            return dynamic();
        }
        if !evaluator.check_count(function, arguments, call) {
            return dynamic();
        }
        match function.run(&mut running) {
            Ok(value) => {
                running.evaluator.settle(|| call.span());
                value
            }
            Err(error) => {
                let Call { evaluator, arguments, seen, .. } = &mut running;
                let seen = seen.iter().map(Disclosure::of);
                let error = error.disclosed(seen.fold(evaluator.disclosure, Disclosure::and));
                evaluator.report_failure(function, error, arguments, call);
                dynamic()
            }
        }
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
            let habit = habits::function(name, Some("{}")).filter(|written| {
                let (function, is_call) = match written.split_once('(') {
                    Some((function, _)) => (function, true),
                    None => ("", false),
                };
                !is_call || self.context.function_names().any(|known| known == function)
            });
            let renamed = habit.as_deref().and_then(|written| written.strip_suffix("({})"));
            let habit = habit.as_ref().and_then(|_| habits::function(name, argument));
            catalog::unknown_function(
                name,
                nearest,
                habit.as_deref(),
                renamed.filter(|_| argument.is_some()),
                call.name_span(),
                call.span(),
            )
        };
        self.diagnostics.push(diagnostic);
    }

    /// Puts the elements of the sequence before `...` in its place; `None` if it is unknown or invalid.
    fn expand_last(&mut self, call: CallRef<'a>, arguments: &mut Arguments<'a>) -> Option<()> {
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
        if !self.spend(4 * elements.len(), || call.span()) {
            return None;
        }
        let elements = elements.iter().map(|element| element.clone().with_marks(&marks));
        arguments.extend(elements.map(|element| Argument::Element(element, sequence)));
        Some(())
    }

    fn check_count(
        &mut self,
        function: &Function,
        arguments: &Arguments<'a>,
        call: CallRef<'a>,
    ) -> bool {
        let name = function.name();
        let (required, allowed) = (function.required_parameters(), function.parameters().len());
        let is_variadic = function.variadic_parameter().is_some();
        let diagnostic = match required.get(arguments.len()) {
            Some(_) => {
                let at_least = is_variadic || required.len() < allowed;
                let parameters: Vec<_> = required.iter().map(Parameter::name).collect();
                let count = arguments.len();
                catalog::missing_argument(name, &parameters, count, at_least, call.span())
            }
            None => match arguments.get(allowed) {
                Some(extra) if !is_variadic => {
                    catalog::extra_argument(name, allowed, extra.start(), call.span())
                }
                _ => return true,
            },
        };
        self.diagnostics.push(diagnostic);
        false
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
