//! The context of an evaluation: variables and functions.

use std::fmt;
use std::sync::Arc;

use hashbrown::HashMap;

use super::function::Function;
use super::lazy::{LazyVariable, Used};
use super::unresolved::{Resolver, Unresolved};
use crate::analysis::Reference;
use crate::diagnostic::error::Result;
use crate::document::{Expression, parse_expression};
use crate::limits::stack::{has_stack, nest};
use crate::value::{Map, Value};

/// The variables and functions that expressions can refer to.
///
/// Cheap to clone: clones and [children](Context::child) share their contents. [`Context::new`] is
/// empty; [`Context::standard`] has every pure function of this crate.
///
/// ```
/// use serde_hcl::{Context, parse_expression};
///
/// let context = Context::standard().variable("name", "world");
/// let greeting = parse_expression(r#"upper("Hello, ${name}!")"#)?;
/// assert_eq!(greeting.evaluate(&context)?.as_str(), Some("HELLO, WORLD!"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Context {
    bindings: Arc<Bindings>,
    pub(super) settings: Settings,
}

/// The default of [`Context::budget`].
const BUDGET: u64 = 20_000_000;

/// The default budget of a whole decode; see [`Context::decode_budget`].
const DECODE_BUDGET: u64 = 30_000_000;

/// The settings of a context.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) budget: u64,
    pub(super) decode_budget: u64,
    /// Whether strings in JSON syntax are plain text.
    pub(super) has_literal_json_strings: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { budget: BUDGET, decode_budget: DECODE_BUDGET, has_literal_json_strings: false }
    }
}

/// The variables and functions of one context. Lookup continues in the parent.
#[derive(Clone, Default)]
pub(super) struct Bindings {
    variables: HashMap<Arc<str>, Variable>,
    functions: HashMap<Arc<str>, Function>,
    parent: Option<Arc<Bindings>>,
    unresolved: Unresolved,
    resolver: Option<Resolver>,
    /// Whether the variables of the parent are hidden.
    hides_variables: bool,
    pub(super) used: Used,
}

#[derive(Clone, Debug)]
enum Variable {
    Value(Value),
    Lazy(LazyVariable),
}

/// The meaning of a name.
pub(super) enum Found<'c> {
    Value(&'c Value),
    /// A lazy variable with the variables and functions for its expression.
    Lazy(&'c Arc<Bindings>, &'c LazyVariable),
}

impl Context {
    /// A context without variables and functions.
    pub fn new() -> Self {
        Context { bindings: Arc::default(), settings: Settings::default() }
    }

    /// Adds a variable, replacing one of the same name.
    #[must_use]
    pub fn variable(mut self, name: impl Into<Arc<str>>, value: impl Into<Value>) -> Self {
        self.set_variable(name, value);
        self
    }

    /// Adds a variable, replacing one of the same name: [`variable`](Context::variable) for loops.
    ///
    /// ```
    /// use serde_hcl::{Context, Function};
    ///
    /// let mut context = Context::new();
    /// for (name, value) in [("a", 1), ("b", 2)] {
    ///     context.set_variable(name, value);
    /// }
    /// context.add_function(Function::new("one", || 1));
    /// assert_eq!(context.value("a + b + one()")?, 4);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_variable(&mut self, name: impl Into<Arc<str>>, value: impl Into<Value>) {
        self.bindings_mut().variables.insert(name.into(), Variable::Value(value.into()));
    }

    /// Adds a function, replacing one of the same name.
    pub fn add_function(&mut self, function: Function) {
        self.bindings_mut().functions.insert(function.shared_name(), function);
    }

    /// The value of a variable or of a part of it, by its address, such as `local.zone`; and that of any other
    /// expression.
    ///
    /// # Errors
    ///
    /// If this is no expression, or it can't be evaluated.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let locals = [("zone", parse_expression("\"${region}-a\"")?)];
    /// let context = Context::new().lazy_object("local", locals).variable("region", "eu");
    /// assert_eq!(context.value("local.zone")?, "eu-a");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value(&self, address: &str) -> Result<Value> {
        parse_expression(address)?.evaluate(self)
    }

    /// Adds a variable that is evaluated when it is first read. The value is cached. The variable is
    /// evaluated in this context, so it may refer to variables that are added later.
    ///
    /// A variable that its expression reads is evaluated then. Errors of the expression are reported to every
    /// reader of the variable. A cycle of variables is one [diagnostic](crate::diagnostic::Diagnostic) with a label at
    /// every step, and an error of each of them.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let context = Context::new()
    ///     .lazy_variable("url", parse_expression(r#""http://${host}:80""#)?)
    ///     .lazy_variable("host", parse_expression(r#""${name}.example.com""#)?)
    ///     .variable("name", "web");
    /// let url = parse_expression("url")?.evaluate(&context)?;
    /// assert_eq!(url.as_str(), Some("http://web.example.com:80"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn lazy_variable(self, name: impl Into<Arc<str>>, expression: Expression) -> Self {
        self.with(name.into(), Variable::Lazy(LazyVariable::expression(expression)))
    }

    /// Adds an object whose attributes are [lazy variables](Context::lazy_variable). Reading one attribute
    /// doesn't evaluate the others.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use serde_hcl::{Context, Expression, from_str, parse_expression};
    ///
    /// let locals: HashMap<String, Expression> =
    ///     from_str("url = \"http://${local.host}\"\nhost = \"web.${domain}\"\nother = nope\n")?;
    /// let context = Context::new().lazy_object("local", locals).variable("domain", "example.com");
    /// let url = parse_expression("local.url")?.evaluate(&context)?;
    /// assert_eq!(url.as_str(), Some("http://web.example.com"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn lazy_object<N: Into<Arc<str>>>(
        self,
        name: impl Into<Arc<str>>,
        attributes: impl IntoIterator<Item = (N, Expression)>,
    ) -> Self {
        let attributes = attributes.into_iter();
        let object =
            LazyVariable::object(attributes.map(|(name, expression)| (name.into(), expression)));
        self.with(name.into(), Variable::Lazy(object))
    }

    fn with(mut self, name: Arc<str>, variable: Variable) -> Self {
        self.bindings_mut().variables.insert(name, variable);
        self
    }

    /// The variables and functions, mutably. Clears cached values, which may depend on them.
    fn bindings_mut(&mut self) -> &mut Bindings {
        let bindings = Arc::make_mut(&mut self.bindings);
        if bindings.used.take() {
            for variable in bindings.variables.values_mut() {
                if let Variable::Lazy(lazy) = variable {
                    lazy.clear();
                }
            }
        }
        bindings
    }

    /// Sets what happens with variables and functions that the context doesn't have. By default they
    /// are errors.
    ///
    /// With [`Unresolved::Unknown`] their values are unknown. With [`Unresolved::Text`], the smallest
    /// part that depends on them becomes text: its source between `${` and `}`. This part is an
    /// interpolation in a template, an element of a tuple or an object, or else the whole expression. Calls,
    /// operations, conditionals and `for` expressions become text as a whole. All other parts are
    /// evaluated as usual.
    ///
    /// An attribute that a known object does not have is always an error.
    ///
    /// [Lazy variables](Context::lazy_variable) use the context to which they were added.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, from_str_with};
    /// use serde_hcl::configuration::Unresolved;
    ///
    /// #[derive(Debug, PartialEq, serde::Deserialize)]
    /// struct Task {
    ///     driver: String,
    ///     args: Vec<String>,
    /// }
    ///
    /// let source = r#"
    ///   driver = lower("DOCKER")
    ///   args   = ["-on-${attr.kernel.name}-${1 + 1}", node.class, upper(name)]
    /// "#;
    /// let context = Context::standard().on_unresolved(Unresolved::Text);
    /// let task: Task = from_str_with(source, &context)?;
    /// assert_eq!(task.driver, "docker");
    /// assert_eq!(task.args, ["-on-${attr.kernel.name}-2", "${node.class}", "${upper(name)}"]);
    ///
    /// let context = Context::standard().on_unresolved(Unresolved::Unknown);
    /// let value: Value = from_str_with("class = node.class\n", &context)?;
    /// assert!(!value.get("class").unwrap().is_known());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn on_unresolved(mut self, unresolved: Unresolved) -> Self {
        self.bindings_mut().unresolved = unresolved;
        self
    }

    /// Sets a function that computes the values of references to variables that the context doesn't
    /// have. If it returns `None`, [`on_unresolved`](Context::on_unresolved) applies.
    ///
    /// A reference ends before the first step that is not constant: that of
    /// `node["a"].b[count.index].c` is `node["a"].b`. Of several nested contexts, the innermost one
    /// is asked first.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, parse_expression};
    ///
    /// // As in Nomad: names that only the client knows remain text.
    /// let context = Context::standard()
    ///     .variable("name", "web")
    ///     .resolver(|reference| match reference.root() {
    ///         "attr" | "node" | "env" => Some(Value::from(format!("${{{}}}", reference.text()))),
    ///         _ => None,
    ///     });
    /// let expression = parse_expression(r#"format("%s-%s", name, attr.kernel.name)"#)?;
    /// assert_eq!(expression.evaluate(&context)?.as_str(), Some("web-${attr.kernel.name}"));
    /// let error = parse_expression("nam")?.evaluate(&context).unwrap_err();
    /// assert_eq!(error.code(), "unknown-variable");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn resolver(
        mut self,
        resolve: impl Fn(&Reference<'_>) -> Option<Value> + Send + Sync + 'static,
    ) -> Self {
        self.bindings_mut().resolver = Some(Resolver::new(resolve));
        self
    }

    /// Adds a function, replacing one of the same name.
    #[must_use]
    pub fn function(mut self, function: Function) -> Self {
        self.add_function(function);
        self
    }

    /// Adds functions, replacing those of the same names.
    #[must_use]
    pub fn functions(mut self, functions: impl IntoIterator<Item = Function>) -> Self {
        let functions = functions.into_iter().map(|function| (function.shared_name(), function));
        self.bindings_mut().functions.extend(functions);
        self
    }

    /// A context with the variables and functions of this one. Additions to the child hide those of the
    /// parent.
    #[must_use]
    pub fn child(&self) -> Self {
        self.child_of(&self.bindings, HashMap::new(), false)
    }

    /// A context with the functions of this one and without its variables.
    pub(super) fn with_variables_only(&self, variables: Map) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name, Variable::Value(value)));
        // Otherwise nested templates would make the path to the functions longer and longer.
        let mut level = &self.bindings;
        while let Some(parent) = level.parent.as_ref().filter(|_| level.functions.is_empty()) {
            level = parent;
        }
        self.child_of(level, variables.collect(), true)
    }

    fn child_of(
        &self,
        parent: &Arc<Bindings>,
        variables: HashMap<Arc<str>, Variable>,
        hides_variables: bool,
    ) -> Self {
        let parent = Some(Arc::clone(parent));
        let bindings = Bindings {
            variables,
            functions: HashMap::new(),
            unresolved: self.bindings.unresolved,
            resolver: None,
            parent,
            hides_variables,
            used: Used::default(),
        };
        self.at(&Arc::new(bindings))
    }

    /// A context with these variables and functions.
    pub(super) fn at(&self, bindings: &Arc<Bindings>) -> Self {
        Context { bindings: Arc::clone(bindings), settings: self.settings }
    }

    pub(super) fn find_variable(&self, name: &str) -> Option<Found<'_>> {
        Bindings::find_variable(&self.bindings, name)
    }

    /// The treatment of names that neither the context nor a resolver has.
    #[inline]
    pub(super) fn unresolved_names(&self) -> Unresolved {
        self.bindings.unresolved
    }

    /// The value from a resolver for a reference.
    pub(super) fn resolved(&self, reference: &Reference<'_>) -> Option<Value> {
        let mut resolvers = Bindings::levels_of_variables(&self.bindings)
            .filter_map(|level| level.resolver.as_ref());
        resolvers.find_map(|resolver| resolver.value(reference))
    }

    /// The function of this name.
    ///
    /// ```
    /// use serde_hcl::Context;
    ///
    /// let context = Context::standard();
    /// let upper = context.find_function("upper").unwrap();
    /// assert_eq!(upper.parameters().len(), 1);
    /// assert!(Context::new().find_function("upper").is_none());
    /// ```
    pub fn find_function(&self, name: &str) -> Option<&Function> {
        self.levels().find_map(|level| level.functions.get(name))
    }

    /// The names of all functions, in no order. A name occurs twice if a child context hides the function
    /// of its parent.
    ///
    /// ```
    /// use serde_hcl::Context;
    ///
    /// assert!(Context::standard().function_names().any(|name| name == "upper"));
    /// ```
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.levels().flat_map(|level| level.functions.keys()).map(|name| &**name)
    }

    /// The names of all variables, in no order. A name occurs twice if a child context hides the variable
    /// of its parent.
    ///
    /// ```
    /// use serde_hcl::Context;
    ///
    /// let context = Context::new().variable("region", "eu");
    /// assert_eq!(context.variable_names().collect::<Vec<_>>(), ["region"]);
    /// ```
    pub fn variable_names(&self) -> impl Iterator<Item = &str> {
        let levels = Bindings::levels_of_variables(&self.bindings);
        levels.flat_map(|level| level.variables.keys()).map(|name| &**name)
    }

    /// The names of the attributes of all variables that are objects, each after the name of its
    /// variable. Nothing is evaluated.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let context = Context::new().lazy_object("local", [("zone", parse_expression("nowhere")?)]);
    /// assert_eq!(context.attribute_names().collect::<Vec<_>>(), [("local", "zone")]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attribute_names(&self) -> impl Iterator<Item = (&str, &str)> {
        let levels = Bindings::levels_of_variables(&self.bindings);
        levels.flat_map(|level| &level.variables).flat_map(|(name, variable)| {
            let (object, lazy) = match variable {
                Variable::Value(Value::Object(object)) => (Some(object), None),
                Variable::Value(_) => (None, None),
                Variable::Lazy(lazy) => (None, Some(lazy)),
            };
            let attributes = object.into_iter().flat_map(|object| object.keys());
            let lazy = lazy.into_iter().flat_map(LazyVariable::names);
            attributes.chain(lazy).map(|attribute| (&**name, attribute))
        })
    }

    /// Whether the context has variables, or was derived from another one to have some.
    pub(super) fn allows_variables(&self) -> bool {
        let bindings = &self.bindings;
        bindings.parent.is_some() || bindings.resolver.is_some() || !bindings.variables.is_empty()
    }

    fn levels(&self) -> impl Iterator<Item = &Bindings> {
        std::iter::successors(Some(&*self.bindings), |level| level.parent.as_deref())
    }
}

impl Bindings {
    pub(super) fn find_variable<'c>(this: &'c Arc<Self>, name: &str) -> Option<Found<'c>> {
        Bindings::levels_of_variables(this).find_map(|level| match level.variables.get(name)? {
            Variable::Value(value) => Some(Found::Value(value)),
            Variable::Lazy(lazy) => Some(Found::Lazy(level, lazy)),
        })
    }

    fn levels_of_variables(this: &Arc<Self>) -> impl Iterator<Item = &Arc<Self>> {
        std::iter::successors(Some(this), |level| {
            level.parent.as_ref().filter(|_| !level.hides_variables)
        })
    }
}

impl Default for Context {
    fn default() -> Self {
        Context::new()
    }
}

/// The levels from the innermost one on. They are not inside each other: contexts can form a chain of
/// any length.
impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = || self.levels();
        f.debug_struct("Context")
            .field("variables", &levels().map(|level| &level.variables).collect::<Vec<_>>())
            .field("functions", &levels().map(|level| &level.functions).collect::<Vec<_>>())
            .field("resolvers", &levels().map(|level| &level.resolver).collect::<Vec<_>>())
            .field("settings", &self.settings)
            .finish()
    }
}

/// Contexts can form a chain of any length, so a loop drops it. The functions of a context can have
/// contexts of their own.
impl Drop for Bindings {
    fn drop(&mut self) {
        if !has_stack() {
            nest(|| {
                self.functions.clear();
                self.resolver = None;
            });
        }
        let mut next = self.parent.take();
        while let Some(mut level) = next.and_then(Arc::into_inner) {
            next = level.parent.take();
        }
    }
}
