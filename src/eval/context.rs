//! The context of an evaluation: variables, functions, and the budget.

use std::sync::Arc;

use hashbrown::HashMap;

use super::function::Function;
use super::lazy::{LazyVariable, Used};
use super::reference::{Resolver, Unresolved};
use crate::analysis::Reference;
use crate::syntax::Expression;
use crate::value::{Map, Value};

/// The variables and functions that expressions can refer to ("Variables and Variable Expressions"
/// and "Function Call Expressions" in the native syntax specification).
///
/// Cheap to clone, because clones and [children](Context::child) share their contents. [`Context::new`] is
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
#[derive(Clone, Debug)]
pub struct Context {
    names: Arc<Names>,
    budget: u64,
    decode_budget: u64,
    expands_blocks: bool,
    takes_strings_literally: bool,
    unwraps_blocks: bool,
}

/// The names of one context. Lookup continues in the parent.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    variables: HashMap<Arc<str>, Variable>,
    functions: HashMap<Arc<str>, Function>,
    parent: Option<Arc<Names>>,
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
    /// A lazy variable with the names for its expression.
    Lazy(&'c Arc<Names>, &'c LazyVariable),
}

/// The default of [`Context::budget`].
const BUDGET: u64 = 20_000_000;

/// The default budget of a whole decode; see [`Context::decode_budget`].
const DECODE_BUDGET: u64 = 30_000_000;

/// The addition to that budget for each byte of the source: literals charge less.
const PER_BYTE: u64 = 16;

impl Context {
    /// A context without variables and functions.
    pub fn new() -> Self {
        Context {
            names: Arc::default(),
            budget: BUDGET,
            decode_budget: DECODE_BUDGET,
            expands_blocks: false,
            takes_strings_literally: false,
            unwraps_blocks: false,
        }
    }

    /// Adds a variable, replacing one of the same name.
    #[must_use]
    pub fn variable(self, name: impl Into<Arc<str>>, value: impl Into<Value>) -> Self {
        self.with(name.into(), Variable::Value(value.into()))
    }

    /// Adds a variable that is evaluated when it is first read. The value is cached. The variable is
    /// evaluated in this context, so it may refer to variables that are added later.
    ///
    /// The dependencies of the expression are evaluated first, in the necessary order and without
    /// recursion. Errors of the expression are reported to every reader of the variable. A cycle of
    /// variables is one [diagnostic](crate::Diagnostic) with a label at every step, even if a condition
    /// would prevent the evaluation of the whole cycle.
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
        self.names_mut().variables.insert(name, variable);
        self
    }

    /// The names, mutably. Clears cached values, which may depend on them.
    fn names_mut(&mut self) -> &mut Names {
        let names = Arc::make_mut(&mut self.names);
        if names.used.take() {
            for variable in names.variables.values_mut() {
                if let Variable::Lazy(lazy) = variable {
                    lazy.clear();
                }
            }
        }
        names
    }

    /// What becomes of the names of variables and functions that the context doesn't have. They are
    /// errors by default.
    ///
    /// With [`Unresolved::Unknown`] their values are unknown. With [`Unresolved::Text`], what depends on
    /// them stays text: the smallest part of a template, element of a tuple, attribute of an object, or
    /// else the whole expression, as it is written between `${` and `}`. A part that has a value without
    /// such names is evaluated as always. Calls, operations, conditionals and `for` expressions stay text
    /// as a whole.
    ///
    /// [Lazy variables](Context::lazy_variable) go by the context that they were added to.
    ///
    /// ```
    /// use serde_hcl::{Context, Unresolved, Value, from_str_with};
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
    /// let context = Context::standard().unresolved(Unresolved::Text);
    /// let task: Task = from_str_with(source, &context)?;
    /// assert_eq!(task.driver, "docker");
    /// assert_eq!(task.args, ["-on-${attr.kernel.name}-2", "${node.class}", "${upper(name)}"]);
    ///
    /// let context = Context::standard().unresolved(Unresolved::Unknown);
    /// let value: Value = from_str_with("class = node.class\n", &context)?;
    /// assert!(!value.get("class").unwrap().is_known());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn unresolved(mut self, unresolved: Unresolved) -> Self {
        self.names_mut().unresolved = unresolved;
        self
    }

    /// Computes the values of references to variables that the context doesn't have. `None` leaves it at
    /// what [`unresolved`](Context::unresolved) says.
    ///
    /// A reference goes as far as its steps are constant: of `node["a"].b[count.index].c` it is
    /// `node["a"].b`. Of several contexts in each other, the innermost is asked first.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, parse_expression};
    ///
    /// // As Nomad does: what only the client knows stays as it is written.
    /// let context = Context::standard()
    ///     .variable("name", "web")
    ///     .resolve(|reference| match reference.root() {
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
    pub fn resolve(
        mut self,
        resolve: impl Fn(&Reference<'_>) -> Option<Value> + Send + Sync + 'static,
    ) -> Self {
        self.names_mut().resolver = Some(Resolver::new(resolve));
        self
    }

    /// Adds a function, replacing one of the same name.
    #[must_use]
    pub fn function(self, function: Function) -> Self {
        self.functions([function])
    }

    /// Adds functions, replacing those of the same names.
    #[must_use]
    pub fn functions(mut self, functions: impl IntoIterator<Item = Function>) -> Self {
        let functions = functions.into_iter().map(|function| (function.shared_name(), function));
        self.names_mut().functions.extend(functions);
        self
    }

    /// Limits what the evaluation of one expression may cost. By default the budget is 20 million.
    ///
    /// A small source can describe work without end, and a value that fills any memory. The unit
    /// is about one visited element: on the average some 50 nanoseconds, at most some 250, and some
    /// 25 bytes if it is kept. Work is charged before it is done. When the budget is used up, the
    /// evaluation fails, also inside of `try` and `can`.
    ///
    /// | What | costs |
    /// |---|---|
    /// | an expression that is evaluated | 1 |
    /// | an element that `for`, a splat or `...` visits | 1, with `...` 4 |
    /// | text that is read, made or compared | 1 for 16 bytes |
    /// | a tuple that is written out, or made by a splat | 2 |
    /// | an object or map that is made | 16, and 2 to 4 for each entry |
    /// | a lazy variable | what its expression costs, when it is first read |
    /// | one more place for a value with elements | 1 for 16 elements |
    /// | `==` and `!=` on values with elements | 2 to 3 for each element, 8 for two that are the same |
    /// | a conversion, the common type of several values | 1 for each part of the types, 2 for each element |
    /// | the arguments of a function | 1 for each element at any depth |
    /// | what a function makes | 2 to 4 for each element |
    /// | a set, and sorting | for each element what reading it costs, times 2 to 7 |
    /// | reading, writing and computing with numbers of more than 1024 digits | for 1024 digits the root of their number; sums 1 for 128 bits |
    /// | compiling a pattern, whether it was compiled before or not | 1 for each byte, 1 for 32 bytes of its program |
    /// | searching for a pattern | for 8 bytes of text 8, and 1 for each character of the pattern, repetitions written out; behind each match 1/16 of that for the rest |
    /// | decoding JSON | 2 for each value, 4 for each name |
    /// | decoding YAML | 1 for 2 bytes |
    /// | compressing | 16 for each byte |
    /// | parsing a template | 2 for each byte |
    /// | `bcrypt` | 512, doubled as often as the cost says |
    /// | `rsadecrypt` | the cube of the bytes of the modulus, divided by 2048 |
    /// | a diagnostic | 16 |
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let pairs = parse_expression("[for a in range(1000) : [for b in range(1000) : [a, b]]]")?;
    /// assert!(pairs.evaluate(&Context::standard()).is_ok());
    /// let error = pairs.evaluate(&Context::standard().budget(1_000_000)).unwrap_err();
    /// assert_eq!(error.code(), "too-expensive");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn budget(mut self, budget: u64) -> Self {
        self.budget = budget;
        self
    }

    /// Limits what all of a decode may cost: the evaluations of all its expressions, and what is
    /// read of their values. By default 30 million, and 16 more for each byte of the source.
    ///
    /// Each evaluation is also limited by its own [`budget`](Context::budget), where the prices are.
    /// What is written out costs nothing: time and memory for that are linear in the source. The
    /// limit also holds for the values of [`Variables`](crate::Variables) together, and for what
    /// [reducing](crate::Expression::reduce) an expression evaluates and writes.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, from_str_with};
    ///
    /// let source = "a = [for x in range(1000) : x]\nb = [for x in range(1000) : x]\n";
    /// let context = Context::standard();
    /// assert!(from_str_with::<Value>(source, &context).is_ok());
    /// let error = from_str_with::<Value>(source, &context.decode_budget(3_000)).unwrap_err();
    /// assert_eq!(error.code(), "too-expensive");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn decode_budget(mut self, budget: u64) -> Self {
        self.decode_budget = budget;
        self
    }

    /// Whether `dynamic` blocks are [expanded](crate::BodyRef::expand) before a document or a body is
    /// decoded with this context. Otherwise they are blocks like any other.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Context, from_str_with};
    ///
    /// let source = r#"
    ///     dynamic "port" {
    ///       for_each = { http = 80, https = 443 }
    ///       labels   = [port.key]
    ///       content {
    ///         number = port.value
    ///       }
    ///     }
    /// "#;
    /// type Ports = BTreeMap<String, BTreeMap<String, BTreeMap<String, u16>>>;
    /// let ports: Ports = from_str_with(source, &Context::new().expand_dynamic_blocks(true))?;
    /// assert_eq!(ports["port"]["https"]["number"], 443);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn expand_dynamic_blocks(mut self, expand: bool) -> Self {
        self.expands_blocks = expand;
        self
    }

    /// Whether strings of [JSON syntax](crate::json) are taken as they are, and not as templates, as
    /// the values of variables are. It makes no difference to native syntax.
    ///
    /// ```
    /// use serde_hcl::{Context, json};
    ///
    /// let context = Context::new().literal_json_strings(true);
    /// let price = json::parse_expression(r#""${5}""#)?.evaluate(&context)?;
    /// assert_eq!(price.as_str(), Some("${5}"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn literal_json_strings(mut self, literal: bool) -> Self {
        self.takes_strings_literally = literal;
        self
    }

    /// Whether a single block is a map for a target that takes anything ([`Value`],
    /// `serde_json::Value`), and only several blocks of a type are a sequence. By default they always are
    /// a sequence, so that the form does not depend on their number.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, from_str_with};
    ///
    /// let source = "server \"web\" {\n  port = 80\n}\n";
    /// let usual: Value = from_str_with(source, &Context::new())?;
    /// assert_eq!(usual["server"]["web"][0]["port"].as_i64(), Some(80));
    /// let single: Value = from_str_with(source, &Context::new().unwrap_single_blocks(true))?;
    /// assert_eq!(single["server"]["web"]["port"].as_i64(), Some(80));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn unwrap_single_blocks(mut self, unwrap: bool) -> Self {
        self.unwraps_blocks = unwrap;
        self
    }

    /// A context with the variables and functions of this one. Additions to the child hide those of the
    /// parent.
    #[must_use]
    pub fn child(&self) -> Self {
        self.child_of(&self.names, HashMap::new(), false)
    }

    /// A context with the functions of this one and without its variables.
    pub(super) fn with_variables_only(&self, variables: Map) -> Self {
        let variables = variables.into_iter().map(|(name, value)| (name, Variable::Value(value)));
        // Templates in templates must not make the way to the functions longer and longer.
        let mut names = &self.names;
        while let Some(parent) = names.parent.as_ref().filter(|_| names.functions.is_empty()) {
            names = parent;
        }
        self.child_of(names, variables.collect(), true)
    }

    fn child_of(
        &self,
        parent: &Arc<Names>,
        variables: HashMap<Arc<str>, Variable>,
        hides_variables: bool,
    ) -> Self {
        let parent = Some(Arc::clone(parent));
        let names = Names {
            variables,
            functions: HashMap::new(),
            unresolved: self.names.unresolved,
            resolver: None,
            parent,
            hides_variables,
            used: Used::default(),
        };
        Context { names: Arc::new(names), ..*self }
    }

    /// A context with these names.
    pub(super) fn at(&self, names: &Arc<Names>) -> Self {
        Context { names: Arc::clone(names), ..*self }
    }

    pub(crate) fn expands_blocks(&self) -> bool {
        self.expands_blocks
    }

    pub(crate) fn unwraps_blocks(&self) -> bool {
        self.unwraps_blocks
    }

    pub(crate) fn takes_strings_literally(&self) -> bool {
        self.takes_strings_literally
    }

    pub(crate) fn evaluation_budget(&self) -> u64 {
        self.budget
    }

    /// The budget for decoding a source with a length in bytes.
    pub(crate) fn budget_of(&self, source: usize) -> u64 {
        self.decode_budget.saturating_add((source as u64).saturating_mul(PER_BYTE))
    }

    pub(super) fn find_variable(&self, name: &str) -> Option<Found<'_>> {
        Names::find_variable(&self.names, name)
    }

    /// What becomes of names that the context doesn't have, and no resolver either.
    #[inline]
    pub(super) fn unresolved_names(&self) -> Unresolved {
        self.names.unresolved
    }

    /// The value that a resolver has for a reference.
    pub(super) fn resolved(&self, reference: &Reference<'_>) -> Option<Value> {
        let mut resolvers =
            Names::levels_of_variables(&self.names).filter_map(|names| names.resolver.as_ref());
        resolvers.find_map(|resolver| resolver.value(reference))
    }

    pub(super) fn find_function(&self, name: &str) -> Option<&Function> {
        self.levels().find_map(|names| names.functions.get(name))
    }

    pub(super) fn variable_names(&self) -> impl Iterator<Item = &str> {
        let levels = Names::levels_of_variables(&self.names);
        levels.flat_map(|names| names.variables.keys()).map(|name| &**name)
    }

    pub(super) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.levels().flat_map(|names| names.functions.keys()).map(|name| &**name)
    }

    /// Whether the context has variables, or was derived from another one in order to have some.
    pub(super) fn allows_variables(&self) -> bool {
        let names = &self.names;
        names.parent.is_some() || names.resolver.is_some() || !names.variables.is_empty()
    }

    fn levels(&self) -> impl Iterator<Item = &Names> {
        std::iter::successors(Some(&*self.names), |names| names.parent.as_deref())
    }
}

impl Names {
    pub(super) fn find_variable<'c>(this: &'c Arc<Self>, name: &str) -> Option<Found<'c>> {
        Names::levels_of_variables(this).find_map(|names| match names.variables.get(name)? {
            Variable::Value(value) => Some(Found::Value(value)),
            Variable::Lazy(lazy) => Some(Found::Lazy(names, lazy)),
        })
    }

    fn levels_of_variables(this: &Arc<Self>) -> impl Iterator<Item = &Arc<Self>> {
        std::iter::successors(Some(this), |names| {
            names.parent.as_ref().filter(|_| !names.hides_variables)
        })
    }
}

impl Default for Context {
    fn default() -> Self {
        Context::new()
    }
}

/// Contexts can form a chain of any length, so a loop drops it.
impl Drop for Names {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut names) = next.and_then(Arc::into_inner) {
            next = names.parent.take();
        }
    }
}
