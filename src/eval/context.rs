//! What the caller supplies to an evaluation: variables, functions, and how much it may cost.

use std::sync::{Arc, LazyLock};

use hashbrown::HashMap;

use super::function::Function;
use crate::functions;
use crate::value::{Map, Value};

/// The variables and functions that expressions can refer to ("Variables and Variable Expressions"
/// and "Function Call Expressions" in the native syntax specification).
///
/// Cheap to clone, and so is [`child`](Context::child): a context shares what it is made from.
/// [`Context::new`] is empty; [`Context::standard`] knows every pure function of this crate.
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
    expands_blocks: bool,
}

/// Names of one context; what is not among them is looked for in those of its parent.
#[derive(Clone, Debug, Default)]
struct Names {
    variables: HashMap<Arc<str>, Value>,
    functions: HashMap<Arc<str>, Function>,
    parent: Option<Arc<Names>>,
    /// Whether the variables of the parent can't be seen.
    hides_variables: bool,
}

/// What evaluating one expression may cost unless the context says otherwise; see
/// [`Context::budget`].
const BUDGET: u64 = 20_000_000;

impl Context {
    /// A context without variables and functions.
    pub fn new() -> Self {
        Context { names: Arc::default(), budget: BUDGET, expands_blocks: false }
    }

    /// A context with the [functions](crate::functions) of this crate.
    pub fn standard() -> Self {
        static STANDARD: LazyLock<Context> =
            LazyLock::new(|| Context::new().functions(functions::all()));
        STANDARD.child()
    }

    /// Adds a variable, in place of any other of this name.
    #[must_use]
    pub fn variable(mut self, name: impl Into<Arc<str>>, value: impl Into<Value>) -> Self {
        Arc::make_mut(&mut self.names).variables.insert(name.into(), value.into());
        self
    }

    /// Adds a function under its name, in place of any other of this name.
    #[must_use]
    pub fn function(self, function: Function) -> Self {
        self.functions([function])
    }

    /// Adds functions under their names, in place of others of these names.
    #[must_use]
    pub fn functions(mut self, functions: impl IntoIterator<Item = Function>) -> Self {
        let functions = functions.into_iter().map(|function| (function.shared_name(), function));
        Arc::make_mut(&mut self.names).functions.extend(functions);
        self
    }

    /// Limits what the evaluation of one expression may cost. By default the budget is 20 million.
    ///
    /// Each evaluated expression costs one; each element of a collection and each 16 bytes of text
    /// that it produces cost one more. When the budget is used up, the evaluation fails: a small
    /// source can describe a value that fills any memory.
    #[must_use]
    pub fn budget(mut self, budget: u64) -> Self {
        self.budget = budget;
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

    /// A context that knows everything that this one does. What is added to it hides what it has
    /// from this one.
    #[must_use]
    pub fn child(&self) -> Self {
        self.child_with(HashMap::new(), false)
    }

    /// A context with the functions of this one, but with other variables.
    pub(super) fn with_variables_only(&self, variables: Map) -> Self {
        self.child_with(variables.into_iter().collect(), true)
    }

    fn child_with(&self, variables: HashMap<Arc<str>, Value>, hides_variables: bool) -> Self {
        let parent = Some(Arc::clone(&self.names));
        let names = Names { variables, functions: HashMap::new(), parent, hides_variables };
        Context { names: Arc::new(names), ..*self }
    }

    pub(crate) fn expands_blocks(&self) -> bool {
        self.expands_blocks
    }

    pub(crate) fn initial_budget(&self) -> u64 {
        self.budget
    }

    pub(super) fn find_variable(&self, name: &str) -> Option<&Value> {
        self.levels_of_variables().find_map(|names| names.variables.get(name))
    }

    pub(super) fn find_function(&self, name: &str) -> Option<&Function> {
        self.levels().find_map(|names| names.functions.get(name))
    }

    pub(super) fn variable_names(&self) -> impl Iterator<Item = &str> {
        self.levels_of_variables().flat_map(|names| names.variables.keys()).map(|name| &**name)
    }

    pub(super) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.levels().flat_map(|names| names.functions.keys()).map(|name| &**name)
    }

    /// Whether a name could mean a variable at all: some are there, or the context was derived from
    /// another one to have some.
    pub(super) fn allows_variables(&self) -> bool {
        self.names.parent.is_some() || !self.names.variables.is_empty()
    }

    /// Whether there is nothing that an expression could refer to.
    pub(super) fn is_empty(&self) -> bool {
        self.levels().all(|names| names.variables.is_empty() && names.functions.is_empty())
    }

    fn levels(&self) -> impl Iterator<Item = &Names> {
        std::iter::successors(Some(&*self.names), |names| names.parent.as_deref())
    }

    fn levels_of_variables(&self) -> impl Iterator<Item = &Names> {
        std::iter::successors(Some(&*self.names), |names| {
            names.parent.as_deref().filter(|_| !names.hides_variables)
        })
    }
}

impl Default for Context {
    fn default() -> Self {
        Context::new()
    }
}

/// Descendants can form a chain of any length, so it is taken apart in a loop.
impl Drop for Names {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut names) = next.and_then(Arc::into_inner) {
            next = names.parent.take();
        }
    }
}
