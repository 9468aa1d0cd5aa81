//! Functions and their declarations.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::argument::{FromArgument, IntoResult};
use super::context::Context;
use super::lazy_arguments::LazyArguments;
use super::parameter::{Declaration, Fixed, FunctionError, Parameter, Variadic};
use super::signature::Signature;
use crate::document::Expression;
use crate::value::{Map, Marks, Type, Value};

/// A function that expressions can call after it was added to a [`Context`](crate::Context).
///
/// The signature of a closure is the declaration: arguments are converted to the types of its parameters,
/// by the rules of the language. [`FromArgument`](crate::functions::FromArgument) lists the possible types.
/// For an unknown argument the closure is not called and the result is unknown; a null argument is an
/// error. The result has the [marks](crate::value::Mark) of the arguments.
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
struct Definition {
    name: Arc<str>,
    description: Cow<'static, str>,
    parameters: Vec<Parameter>,
    variadic: Option<Parameter>,
    /// The number of parameters at the end whose arguments may be left out.
    optional: usize,
    body: Body,
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

/// The body of a function: an expression and its context.
#[derive(Clone)]
pub(super) struct ExpressionBody {
    pub(super) result: Expression,
    pub(super) context: Context,
}

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

type Render = dyn Fn(Vec<Value>) -> Result<Rendering, FunctionError> + Send + Sync;

impl Function {
    /// A function from a closure with up to ten parameters. It may return a `Result`; its error is
    /// reported at the call.
    ///
    /// ```
    /// use serde_hcl::{Context, Function, Type, Value, parse_expression};
    ///
    /// let half = Function::new("half", |number: u32| number / 2);
    /// let context = Context::new().function(half).variable("count", Value::unknown(Type::Number));
    /// assert_eq!(parse_expression("half(\"8\")")?.evaluate(&context)?.as_i64(), Some(4));
    /// // The closure isn't called for an unknown value, and not for null.
    /// assert!(!parse_expression("half(count)")?.evaluate(&context)?.is_known());
    /// assert!(parse_expression("half(null)")?.evaluate(&context).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn new<P>(name: impl Into<Arc<str>>, body: impl Signature<Fixed<P>>) -> Self {
        Self::eager(name.into(), body)
    }

    /// A function whose last parameter is a `Vec` that takes any number of arguments.
    ///
    /// ```
    /// use serde_hcl::{Context, Function, parse_expression};
    ///
    /// let path = |root: String, parts: Vec<String>| format!("{root}/{}", parts.join("/"));
    /// let context = Context::new().function(Function::variadic("path", path));
    /// let value = parse_expression("path(\"a\", [\"b\", \"c\"]...)")?.evaluate(&context)?;
    /// assert_eq!(value.as_str(), Some("a/b/c"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
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
            Type::Dynamic => Value::unknown(Type::Dynamic),
            _ => T::unknown_result(),
        };
        let body = RenderingBody { unknown_result, call: Arc::new(call) };
        Self::define(name.into(), parameters, None, Body::Rendering(body))
    }

    fn define(
        name: Arc<str>,
        parameters: Vec<Parameter>,
        variadic: Option<Parameter>,
        body: Body,
    ) -> Self {
        let description = Cow::Borrowed("");
        Function(Arc::new(Definition {
            name,
            description,
            parameters,
            variadic,
            optional: 0,
            body,
        }))
    }

    /// Sets the description of the function.
    ///
    /// ```
    /// use serde_hcl::Function;
    ///
    /// let half = Function::new("half", |number: u32| number / 2);
    /// assert_eq!(half.description(), "");
    /// assert_eq!(half.describe("Half of a number.").description(), "Half of a number.");
    /// ```
    #[must_use]
    pub fn describe(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        Arc::make_mut(&mut self.0).description = description.into();
        self
    }

    /// Lets calls leave out the arguments at the end whose parameters are `Option`s.
    ///
    /// ```
    /// use serde_hcl::{Context, Function, parse_expression};
    ///
    /// let url = |host: String, port: Option<u16>| format!("http://{host}:{}", port.unwrap_or(80));
    /// let context = Context::new().function(Function::new("url", url).with_optional_arguments());
    /// let urls = parse_expression(r#"[url("a"), url("b", 8080), url("c", null)]"#)?;
    /// let urls: Vec<String> = urls.decode(&context)?;
    /// assert_eq!(urls, ["http://a:80", "http://b:8080", "http://c:80"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_optional_arguments(mut self) -> Self {
        let definition = Arc::make_mut(&mut self.0);
        let nullable = definition.parameters.iter().rev().take_while(|it| it.accepts.null);
        definition.optional = nullable.count();
        self
    }

    /// Names the parameters in order, for diagnostics and documentation.
    ///
    /// ```
    /// use serde_hcl::Function;
    ///
    /// let half = Function::new("half", |number: u32| number / 2);
    /// assert_eq!(half.parameters()[0].name(), "value");
    /// let half = half.parameter_names(["number"]);
    /// assert_eq!(format!("{half:?}"), "half(number: number)");
    /// ```
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
    ///
    /// ```
    /// use serde_hcl::{Context, Function, parse_expression};
    /// use serde_hcl::functions::LazyArguments;
    ///
    /// let is_valid = |arguments: &mut LazyArguments<'_>| arguments.evaluate(0).is_ok();
    /// let context = Context::new().function(Function::lazy("is_valid", is_valid).arity(1));
    /// assert_eq!(parse_expression("is_valid(1 / \"a\")")?.evaluate(&context)?, false);
    /// assert!(parse_expression("is_valid(1, 2)")?.evaluate(&context).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn arity(mut self, count: usize) -> Self {
        let definition = Arc::make_mut(&mut self.0);
        if let Some(parameter) = definition.variadic.take() {
            definition.parameters.resize(count, parameter);
        }
        self
    }

    /// The same function under another name.
    ///
    /// ```
    /// use serde_hcl::{Context, functions, parse_expression};
    ///
    /// let upper = functions::get("upper").unwrap().renamed("text::upper");
    /// let context = Context::new().function(upper);
    /// assert_eq!(parse_expression("text::upper(\"a\")")?.evaluate(&context)?, "A");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
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

    /// The parameters whose arguments a call must have.
    ///
    /// ```
    /// use serde_hcl::Function;
    ///
    /// let url = |host: String, port: Option<u16>| format!("http://{host}:{}", port.unwrap_or(80));
    /// let url = Function::new("url", url).with_optional_arguments();
    /// assert_eq!((url.parameters().len(), url.required_parameters().len()), (2, 1));
    /// ```
    pub fn required_parameters(&self) -> &[Parameter] {
        let required = self.0.parameters.len().saturating_sub(self.0.optional);
        self.0.parameters.get(..required).unwrap_or_default()
    }

    /// The parameter for all further arguments, if there is one.
    ///
    /// ```
    /// use serde_hcl::{Type, functions};
    ///
    /// let max = functions::get("max").unwrap();
    /// assert!(max.parameters().is_empty());
    /// assert_eq!(max.variadic_parameter().unwrap().ty(), &Type::Number);
    /// ```
    pub fn variadic_parameter(&self) -> Option<&Parameter> {
        self.0.variadic.as_ref()
    }

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
        for (index, parameter) in self.parameters().iter().enumerate() {
            let mark = if index < self.required_parameters().len() { "" } else { "?" };
            write!(f, "{separator}{}{mark}: {}", parameter.name(), parameter.ty())?;
            separator = ", ";
        }
        if let Some(parameter) = self.variadic_parameter() {
            write!(f, "{separator}{}: {}...", parameter.name(), parameter.ty())?;
        }
        f.write_str(")")
    }
}
