//! Functions and their declarations.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::argument::{FromArgument, IntoResult};
use super::call::{Call, Rendering};
use super::context::Context;
use super::parameter::{Accepts, Declaration, Fixed, FunctionError, Parameter, Variadic};
use super::scope::Scope;
use super::signature::Signature;
use crate::document::Expression;
use crate::value::{Type, Value};

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
///     .with_parameter_names(["number"])
///     .with_description("The number, but at most 100.");
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
    /// The result of a call with an unknown argument.
    unknown_result: Value,
    body: Arc<Body>,
}

type Body = dyn Fn(&mut Call<'_, '_>) -> Result<Value, FunctionError> + Send + Sync;

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
        let declaration = body.declare();
        Self::define(name, declaration, move |call| {
            call.with_values(&|call, values, is_known| match is_known {
                true => body.call(values),
                false => Ok(call.function.unknown_result().clone()),
            })
        })
    }

    /// A function that evaluates its arguments itself and handles their errors.
    ///
    /// ```
    /// use serde_hcl::{Context, Function, Value, parse_expression};
    /// use serde_hcl::functions::Call;
    ///
    /// let or = Function::lazy("first_of", |call: &mut Call| {
    ///     (0..call.len()).find_map(|index| call.evaluate(index).ok()).unwrap_or(Value::NULL)
    /// });
    /// let context = Context::new().function(or);
    /// let expression = parse_expression("first_of([][0], 2, 3)")?;
    /// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(2));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn lazy<R: IntoResult>(
        name: impl Into<Arc<str>>,
        body: impl Fn(&mut Call<'_, '_>) -> R + Send + Sync + 'static,
    ) -> Self {
        let expressions = Parameter::new(Type::Dynamic).named("expressions");
        let declaration = (Vec::new(), Some(expressions), Value::NULL);
        Self::define(name.into(), declaration, move |call| body(call).into_result())
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
        let parameter = |name| Parameter::new(Type::Dynamic).named(name).accepting(Accepts::PARTS);
        let parameters = parameters.into_iter().map(parameter).collect();
        let declaration = (parameters, variadic.map(parameter), Value::NULL);
        Self::define(name.into(), declaration, move |call| {
            call.with_values(&|call, mut arguments, is_known| {
                let function = call.function;
                let mut scope = Scope::default();
                if let Some(parameter) = function.variadic_parameter() {
                    let rest = arguments.drain(function.parameters().len()..);
                    scope.push(parameter.name(), Value::Tuple(rest.collect()));
                }
                for (parameter, argument) in function.parameters().iter().zip(arguments) {
                    scope.push(parameter.name(), argument);
                }
                let value = call.evaluate_in(&context, scope, result.view())?;
                Ok(if is_known { value } else { Value::unknown(value.type_of()) })
            })
        })
    }

    /// A function with two parameters that creates a template. The template is rendered with the
    /// functions of the caller, and its value is converted to the type of the result.
    pub(crate) fn rendering(
        name: &'static str,
        body: impl Fn(Value, Value) -> Result<Rendering, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        let parameters = vec![Value::parameter(), Value::parameter()];
        let declaration = (parameters, None, Value::unknown(Type::Dynamic));
        Self::define(name.into(), declaration, move |call| {
            call.with_values(&|call, arguments, is_known| {
                if !is_known {
                    // The template may have any part of the arguments.
                    let (_, marks) = Value::tuple(arguments).unmark_deep();
                    return Ok(call.function.unknown_result().clone().with_marks(&marks));
                }
                let mut arguments = arguments.into_iter();
                let mut next = || arguments.next().unwrap_or_default();
                let rendering = body(next(), next())?;
                call.render(rendering)
            })
        })
    }

    fn define(
        name: Arc<str>,
        (parameters, variadic, unknown_result): Declaration,
        body: impl Fn(&mut Call<'_, '_>) -> Result<Value, FunctionError> + Send + Sync + 'static,
    ) -> Self {
        let (description, body) = (Cow::Borrowed(""), Arc::new(body));
        Function(Arc::new(Definition {
            name,
            description,
            parameters,
            variadic,
            optional: 0,
            unknown_result,
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
    /// let half = half.with_description("Half of a number.");
    /// assert_eq!(half.description(), "Half of a number.");
    /// ```
    #[must_use]
    pub fn with_description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
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
        let parameters = definition.parameters.iter().rev();
        let nullable = parameters.take_while(|it| it.accepts.has(Accepts::NULL));
        definition.optional = nullable.count();
        self
    }

    /// Sets which special values an argument may be; by default none. The type of the parameter must be
    /// able to hold them, as [`Value`] can. The last index is that of a variadic parameter.
    ///
    /// ```
    /// use serde_hcl::functions::Accepts;
    /// use serde_hcl::value::Mark;
    /// use serde_hcl::{Context, Function, Type, Value, parse_expression};
    ///
    /// let all = Accepts::NULL | Accepts::UNKNOWN | Accepts::UNTYPED | Accepts::MARKED;
    /// let describe = |value: Value| match value.unmarked() {
    ///     Value::Unknown(_) => "unknown",
    ///     _ if value.is_marked() => "marked",
    ///     _ => "plain",
    /// };
    /// let context = Context::new()
    ///     .function(Function::new("describe", describe).with_accepted(0, all))
    ///     .variable("id", Value::unknown(Type::String))
    ///     .variable("token", Value::from("abc").mark(Mark::SENSITIVE));
    /// let texts = parse_expression("[describe(id), describe(token), describe(null)]")?;
    /// assert_eq!(texts.evaluate(&context)?.to_string(), r#"["unknown", "marked", "plain"]"#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_accepted(mut self, argument: usize, accepts: Accepts) -> Self {
        if let Some(parameter) = self.parameters_mut().nth(argument) {
            parameter.accepts = parameter.accepts.of_parts() | accepts;
        }
        self
    }

    /// Declares the result: that of a call with an unknown argument is an unknown value of this type.
    pub(crate) fn with_result(mut self, result: &Parameter) -> Self {
        let unknown = Value::unknown(result.ty().clone());
        Arc::make_mut(&mut self.0).unknown_result = match result.accepts.has(Accepts::NULL) {
            true => unknown,
            false => unknown.refine_not_null(),
        };
        self
    }

    /// Declares a parameter, the variadic one after all others.
    pub(crate) fn with_parameter(mut self, index: usize, parameter: Parameter) -> Self {
        if let Some(declared) = self.parameters_mut().nth(index) {
            *declared = parameter;
        }
        self
    }

    /// Names the parameters in order, for diagnostics and documentation.
    ///
    /// ```
    /// use serde_hcl::Function;
    ///
    /// let half = Function::new("half", |number: u32| number / 2);
    /// assert_eq!(half.parameters()[0].name(), "value");
    /// let half = half.with_parameter_names(["number"]);
    /// assert_eq!(format!("{half:?}"), "half(number: number)");
    /// ```
    #[must_use]
    pub fn with_parameter_names<N: Into<Cow<'static, str>>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        for (parameter, name) in self.parameters_mut().zip(names) {
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
    ///     .with_parameter_names(["number"])
    ///     .with_parameter_descriptions(["A whole number."]);
    /// assert_eq!(double.parameters()[0].description(), "A whole number.");
    /// ```
    #[must_use]
    pub fn with_parameter_descriptions<D: Into<Cow<'static, str>>>(
        mut self,
        descriptions: impl IntoIterator<Item = D>,
    ) -> Self {
        for (parameter, description) in self.parameters_mut().zip(descriptions) {
            parameter.description = description.into();
        }
        self
    }

    /// Sets the exact number of arguments of a lazy function, which otherwise takes any number.
    ///
    /// ```
    /// use serde_hcl::{Context, Function, parse_expression};
    /// use serde_hcl::functions::Call;
    ///
    /// let is_valid = Function::lazy("is_valid", |call: &mut Call| call.evaluate(0).is_ok());
    /// let context = Context::new().function(is_valid.with_arity(1));
    /// assert_eq!(parse_expression("is_valid(1 / \"a\")")?.evaluate(&context)?, false);
    /// assert!(parse_expression("is_valid(1, 2)")?.evaluate(&context).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_arity(mut self, count: usize) -> Self {
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

    /// The result of a call with an unknown argument.
    pub(super) fn unknown_result(&self) -> &Value {
        &self.0.unknown_result
    }

    fn parameters_mut(&mut self) -> impl Iterator<Item = &mut Parameter> {
        let definition = Arc::make_mut(&mut self.0);
        definition.parameters.iter_mut().chain(&mut definition.variadic)
    }

    pub(super) fn run(&self, call: &mut Call<'_, '_>) -> Result<Value, FunctionError> {
        (self.0.body)(call)
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
