//! Functions and their declarations.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::argument::{IntoResult, Signature};
use super::call::LazyArguments;
use super::context::Context;
use super::nested::RenderingBody;
use super::user_function::ExpressionBody;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::Error;
use crate::syntax::{ExpressionRef, Tree, View};
use crate::value::disclosure::Disclosure;
use crate::value::{Type, Value};

/// A function that expressions can call after it was added to a [`Context`](crate::Context).
///
/// The signature of a closure is the declaration: its parameter types are the types of the parameters,
/// and arguments convert to them by the rules of the language. An unknown argument gives an unknown
/// result and a null one an error, both without a call. The result has the marks of the arguments. See
/// [`FromArgument`](crate::functions::FromArgument) for the possible parameter types.
///
/// Cheap to clone.
///
/// ```
/// use serde_hcl::{Context, Function, parse_expression};
///
/// let limit = 100;
/// let clamp = Function::new("clamp", move |number: i64| number.min(limit))
///     .parameter_names(["number"])
///     .describe("The number, but at most 100.");
/// let sum = Function::variadic("sum", |numbers: Vec<i64>| numbers.iter().sum::<i64>());
/// let parse = Function::new("parse", |text: String| text.parse::<i64>());
///
/// let context = Context::new().functions([clamp, sum, parse]);
/// let expression = parse_expression(r#"clamp(sum(parse("99"), "2"))"#)?;
/// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(100));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Function(Arc<Definition>);

#[derive(Clone)]
pub(super) struct Definition {
    name: Arc<str>,
    description: Cow<'static, str>,
    parameters: Vec<Parameter>,
    variadic: Option<Parameter>,
    pub(super) body: Body,
}

#[derive(Clone)]
pub(super) enum Body {
    /// Takes values.
    Eager(EagerBody),
    /// Takes expressions.
    Lazy(Arc<LazyCall>),
    /// A function defined in the language.
    Expression(ExpressionBody),
    /// Returns a template, which the caller renders.
    Rendering(RenderingBody),
}

#[derive(Clone)]
pub(super) struct EagerBody {
    /// The result of a call with an unknown argument.
    pub(super) unknown_result: Value,
    pub(super) call: Arc<EagerCall>,
}

type EagerCall = dyn Fn(Vec<Value>) -> Result<Value, FunctionError> + Send + Sync;
pub(super) type LazyCall =
    dyn Fn(&mut LazyArguments<'_>) -> Result<Value, FunctionError> + Send + Sync;

impl Function {
    /// A function from a closure with up to six parameters. It may return a `Result`; its error is
    /// reported at the call.
    pub fn new<P>(name: impl Into<Arc<str>>, body: impl Signature<Fixed<P>>) -> Self {
        Self::eager(name.into(), body)
    }

    /// A function whose last parameter is a `Vec` that takes any number of arguments.
    pub fn variadic<P>(name: impl Into<Arc<str>>, body: impl Signature<Variadic<P>>) -> Self {
        Self::eager(name.into(), body)
    }

    fn eager<P>(name: Arc<str>, body: impl Signature<P>) -> Self {
        Self::declared(name, body.declare(), Arc::new(move |arguments| body.call(arguments)))
    }

    fn declared(name: Arc<str>, declaration: Declaration, call: Arc<EagerCall>) -> Self {
        let Declaration { parameters, variadic, unknown_result } = declaration;
        Self::define(name, parameters, variadic, Body::Eager(EagerBody { unknown_result, call }))
    }

    /// A function that evaluates its arguments itself and handles their errors.
    ///
    /// ```
    /// use serde_hcl::{Context, Function, Value, parse_expression};
    /// use serde_hcl::functions::LazyArguments;
    ///
    /// let or = Function::lazy("first_of", |arguments: &mut LazyArguments<'_>| {
    ///     (0..arguments.len())
    ///         .find_map(|index| arguments.evaluate(index).ok())
    ///         .unwrap_or(Value::NULL)
    /// });
    /// let context = Context::new().function(or);
    /// let expression = parse_expression("first_of([][0], 2, 3)")?;
    /// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(2));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn lazy<R: IntoResult>(
        name: impl Into<Arc<str>>,
        body: impl Fn(&mut LazyArguments<'_>) -> R + Send + Sync + 'static,
    ) -> Self {
        let expressions = Parameter::new(Type::Dynamic).named("expressions");
        let body = Arc::new(move |arguments: &mut LazyArguments<'_>| body(arguments).into_result());
        Self::define(name.into(), Vec::new(), Some(expressions), Body::Lazy(body))
    }

    pub(super) fn define(
        name: Arc<str>,
        parameters: Vec<Parameter>,
        variadic: Option<Parameter>,
        body: Body,
    ) -> Self {
        let description = Cow::Borrowed("");
        Function(Arc::new(Definition { name, description, parameters, variadic, body }))
    }

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

    /// Sets the description of the function.
    #[must_use]
    pub fn describe(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        Arc::make_mut(&mut self.0).description = description.into();
        self
    }

    /// Names the parameters in order, for diagnostics and documentation.
    #[must_use]
    pub fn parameter_names<N: Into<Cow<'static, str>>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let definition = Arc::make_mut(&mut self.0);
        let parameters = definition.parameters.iter_mut().chain(&mut definition.variadic);
        for (parameter, name) in parameters.zip(names) {
            parameter.name = name.into();
        }
        self
    }

    /// Sets the descriptions of the parameters in order.
    ///
    /// ```
    /// use serde_hcl::Function;
    ///
    /// let double = Function::new("double", |number: i64| number * 2)
    ///     .parameter_names(["number"])
    ///     .parameter_descriptions(["A whole number."]);
    /// assert_eq!(double.parameters()[0].description(), "A whole number.");
    /// ```
    #[must_use]
    pub fn parameter_descriptions<D: Into<Cow<'static, str>>>(
        mut self,
        descriptions: impl IntoIterator<Item = D>,
    ) -> Self {
        let definition = Arc::make_mut(&mut self.0);
        let parameters = definition.parameters.iter_mut().chain(&mut definition.variadic);
        for (parameter, description) in parameters.zip(descriptions) {
            parameter.description = description.into();
        }
        self
    }

    /// Sets the exact number of arguments of a lazy function, which otherwise takes any number.
    #[must_use]
    pub fn arity(mut self, count: usize) -> Self {
        let definition = Arc::make_mut(&mut self.0);
        if let Some(parameter) = definition.variadic.take() {
            definition.parameters.resize(count, parameter);
        }
        self
    }

    /// The same function under another name.
    #[must_use]
    pub fn renamed(mut self, name: impl Into<Arc<str>>) -> Self {
        Arc::make_mut(&mut self.0).name = name.into();
        self
    }

    /// The name of the function with its namespaces, such as `aws::arn`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    pub(super) fn shared_name(&self) -> Arc<str> {
        Arc::clone(&self.0.name)
    }

    /// The description of the function.
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// The parameters for one argument each.
    pub fn parameters(&self) -> &[Parameter] {
        &self.0.parameters
    }

    /// The parameter for all further arguments, if there is one.
    pub fn variadic_parameter(&self) -> Option<&Parameter> {
        self.0.variadic.as_ref()
    }

    /// The parameter of an argument.
    pub(super) fn parameter(&self, argument: usize) -> Option<&Parameter> {
        self.0.parameters.get(argument).or(self.0.variadic.as_ref())
    }

    pub(super) fn body(&self) -> &Body {
        &self.0.body
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name())?;
        let mut separator = "";
        for parameter in self.parameters() {
            write!(f, "{separator}{}: {}", parameter.name(), parameter.ty())?;
            separator = ", ";
        }
        if let Some(parameter) = self.variadic_parameter() {
            write!(f, "{separator}{}: {}...", parameter.name(), parameter.ty())?;
        }
        f.write_str(")")
    }
}

/// The declaration of a closure.
#[doc(hidden)]
#[derive(Debug)]
pub struct Declaration {
    pub(super) parameters: Vec<Parameter>,
    pub(super) variadic: Option<Parameter>,
    pub(super) unknown_result: Value,
}

/// Marks a function whose parameters take one argument each.
#[doc(hidden)]
#[derive(Debug)]
pub struct Fixed<P>(std::marker::PhantomData<P>);

/// Marks a function whose last parameter takes any number of arguments.
#[doc(hidden)]
#[derive(Debug)]
pub struct Variadic<P>(std::marker::PhantomData<P>);

/// A parameter of a function.
///
/// ```
/// let split = serde_hcl::functions::get("split").unwrap();
/// let names: Vec<_> = split.parameters().iter().map(|parameter| parameter.name()).collect();
/// assert_eq!(names, ["separator", "str"]);
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    name: Cow<'static, str>,
    description: Cow<'static, str>,
    ty: Type,
    /// Whether the argument must be a reference.
    pub(super) is_reference: bool,
    pub(super) accepts: Accepts,
}

/// The special arguments that a function handles itself. Other special arguments never reach it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Accepts {
    /// Null; otherwise a null argument is an error.
    pub(crate) null: bool,
    /// Unknown values; otherwise the result is unknown, too.
    pub(crate) unknown: bool,
    /// Unknown values inside known ones; otherwise the result is unknown.
    pub(crate) partly_unknown: bool,
    /// Unknown values of dynamic type; otherwise the result is one.
    pub(crate) dynamic: bool,
    /// Marks; otherwise they are removed from the arguments and added to the result.
    pub(crate) marked: bool,
    /// Marks, of which the function chooses those of its result; otherwise an unknown result has all.
    pub(crate) chooses_marks: bool,
}

impl Accepts {
    /// Whether the body accepts any value unchecked. Then the body charges for the parts that it reads.
    pub(super) fn is_read_in_part(self) -> bool {
        self.marked && self.partly_unknown
    }
}

impl Parameter {
    /// A parameter that takes known values of type `ty` except null.
    pub fn new(ty: Type) -> Self {
        let (name, description) = (Cow::Borrowed("value"), Cow::Borrowed(""));
        Parameter { name, description, ty, is_reference: false, accepts: Accepts::default() }
    }

    /// The same parameter for references only: names with steps.
    #[must_use]
    pub(crate) fn only_references(self) -> Self {
        Parameter { is_reference: true, ..self }
    }

    /// The same parameter, accepting null.
    #[must_use]
    pub fn nullable(mut self) -> Self {
        self.accepts.null = true;
        // A bare null is of dynamic type.
        self.accepts.dynamic |= self.ty == Type::Dynamic;
        self
    }

    #[must_use]
    pub(super) fn named(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = name.into();
        self
    }

    #[must_use]
    pub(crate) fn accepting(mut self, accept: impl FnOnce(&mut Accepts)) -> Self {
        accept(&mut self.accepts);
        self
    }

    /// A parameter for a collection of this one's values.
    pub(super) fn of_elements(self, collection: impl FnOnce(Type) -> Type) -> Self {
        let partly_unknown = self.accepts.partly_unknown;
        Parameter::new(collection(self.ty))
            .accepting(|accepts| accepts.partly_unknown = partly_unknown)
    }

    /// The name of the parameter.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description of the parameter; empty if there is none.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The type that arguments are converted to; [`Type::Dynamic`] takes any.
    pub fn ty(&self) -> &Type {
        &self.ty
    }
}

/// The error of a call: a message, and the argument that caused it if there is one.
///
/// Any type with `Display` can be converted to it with `?` or `into()`, so it has no `Display` itself.
/// The message is not shown if an argument has the mark [`SENSITIVE`](crate::value::Mark::SENSITIVE).
///
/// ```
/// use serde_hcl::functions::FunctionError;
/// use serde_hcl::{Context, Function, parse_expression};
///
/// let root = Function::new("root", |number: f64| match number < 0.0 {
///     true => Err(FunctionError::argument(0, "a negative number has no root")),
///     false => Ok(number.sqrt()),
/// });
/// let call = parse_expression("root(-4)")?;
/// let error = call.evaluate(&Context::new().function(root)).unwrap_err();
/// assert_eq!(error.column(), Some(6));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FunctionError {
    pub(super) failure: Failure,
    pub(super) help: Option<Box<str>>,
}

#[derive(Clone, Debug)]
pub(super) enum Failure {
    Call(String),
    Argument(usize, String),
    /// Complete diagnostics, reported unchanged.
    Found(Vec<Diagnostic>),
}

impl FunctionError {
    fn new(failure: Failure) -> Self {
        FunctionError { failure, help: None }
    }

    /// An error that is reported at an argument; the first one has the index 0.
    pub fn argument(index: usize, message: impl fmt::Display) -> Self {
        FunctionError::new(Failure::Argument(index, message.to_string()))
    }

    /// The error with a help: how to write the call instead. The report shows it below the message.
    ///
    /// ```
    /// use serde_hcl::functions::FunctionError;
    /// use serde_hcl::{Context, Function, parse_expression};
    ///
    /// let day = Function::new("day", |number: u8| match number {
    ///     1..=31 => Ok(number),
    ///     _ => Err(FunctionError::from("a month has no such day").help("write a number from 1 to 31")),
    /// });
    /// let call = parse_expression("day(32)")?;
    /// let error = call.evaluate(&Context::new().function(day)).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].help_text(), Some("write a number from 1 to 31"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn help(self, help: impl fmt::Display) -> Self {
        FunctionError { help: Some(help.to_string().into()), ..self }
    }

    /// An error that consists of the diagnostics of expressions, reported unchanged.
    pub(crate) fn found(diagnostics: Vec<Diagnostic>) -> Self {
        FunctionError::new(Failure::Found(diagnostics))
    }

    /// Sets the argument that caused the error, unless it is already set.
    #[must_use]
    pub(crate) fn or_argument(self, index: usize) -> Self {
        let failure = match self.failure {
            Failure::Call(message) => Failure::Argument(index, message),
            failure => failure,
        };
        FunctionError { failure, ..self }
    }

    /// The same error, without its texts if these may quote a hidden argument.
    #[must_use]
    pub(super) fn disclosed(self, disclosure: Disclosure) -> Self {
        if !disclosure.is_hidden() {
            return self;
        }
        let message = "the reason is not shown because an argument is sensitive".to_owned();
        FunctionError::new(match self.failure {
            Failure::Call(_) => Failure::Call(message),
            Failure::Argument(index, _) => Failure::Argument(index, message),
            // Diagnostics of arguments already hide sensitive values.
            found @ Failure::Found(_) => found,
        })
    }

    pub(crate) fn message(&self) -> &str {
        match &self.failure {
            Failure::Call(message) | Failure::Argument(_, message) => message,
            Failure::Found(diagnostics) => diagnostics.first().map_or("", Diagnostic::summary),
        }
    }
}

impl<E: fmt::Display> From<E> for FunctionError {
    fn from(error: E) -> Self {
        FunctionError::new(Failure::Call(error.to_string()))
    }
}
