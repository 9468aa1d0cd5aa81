//! `variable` blocks: the inputs of a configuration.

mod assignment;
mod declaration;
mod setting;

use std::sync::{Arc, LazyLock};

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

pub use self::assignment::Assignment;
pub use self::declaration::Variable;
pub use self::setting::Setting;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::variable as catalog;
use crate::diagnostic::error::{Category, Error, Result};
use crate::eval::Context;
use crate::limits::budget::limited;
use crate::schema::Schema;
use crate::syntax::BodyRef;
use crate::text::suggest;
use crate::value::disclosure::Disclosure;
use crate::value::{Map, Value};

/// The variables declared by the `variable` and `variables` blocks of a body.
///
/// ```
/// use serde_hcl::{Context, parse, parse_expression};
/// use serde_hcl::configuration::Variables;
///
/// let document = parse(r#"
///     variable "region" {
///       type    = string
///       default = "eu"
///     }
///     variable "ports" {
///       type = list(number)
///       validation {
///         condition     = length(var.ports) > 0
///         error_message = "${var.region} needs a port."
///       }
///     }
/// "#)?;
/// let variables = Variables::from_body(document.body())?;
///
/// let values = variables.values([("ports", "[80, \"443\"]")], &Context::standard())?;
/// assert_eq!(values["region"].as_str(), Some("eu"));
/// assert_eq!(values["ports"][1].as_i64(), Some(443));
///
/// let settings = [("ports", parse_expression("[]")?)];
/// let error = variables.values(settings, &Context::standard()).unwrap_err();
/// assert!(error.to_string().contains("eu needs a port."));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variables {
    all: Vec<Variable>,
    indexes: HashMap<Arc<str>, usize>,
}

impl Variables {
    /// Reads the `variable` and `variables` blocks of a body. Other items are skipped.
    ///
    /// A block may have a `type` (see [`ExpressionRef::to_type`](crate::syntax::ExpressionRef::to_type); `list`,
    /// `set` and `map` alone mean elements of any type), a `default` without references and function
    /// calls, a `description`, the flags `nullable`, `sensitive` and `ephemeral`, and any number of
    /// `validation` blocks with a `condition` and an `error_message`.
    ///
    /// In Nomad and Packer, a block `variables` is a short form: its attributes are names and defaults. The
    /// type of such a variable is that of its default.
    ///
    /// # Errors
    ///
    /// All mistakes in the blocks.
    ///
    /// ```
    /// use serde_hcl::{Context, Type, parse};
    /// use serde_hcl::configuration::Variables;
    ///
    /// let document = parse("variables {\n  image = \"web:1\"\n  count = 2\n}\n")?;
    /// let variables = Variables::from_body(document.body())?;
    /// assert_eq!(variables.get("count").unwrap().ty(), &Type::Number);
    /// let values = variables.values([("count", "3")], &Context::new())?;
    /// assert_eq!((values["image"].as_str(), values["count"].as_i64()), (Some("web:1"), Some(3)));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_body(body: BodyRef<'_>) -> Result<Self> {
        Self::from_body_with(body, &Context::new())
    }

    /// Like [`from_body`](Variables::from_body), but defaults are evaluated in a context. Terraform
    /// allows neither references nor calls, Packer allows calls.
    ///
    /// # Errors
    ///
    /// See [`from_body`](Variables::from_body).
    ///
    /// ```
    /// use serde_hcl::{Context, parse};
    /// use serde_hcl::configuration::Variables;
    ///
    /// let document = parse(r#"
    ///     variable "user" {
    ///       default = lower("ADMIN")
    ///     }
    /// "#)?;
    /// assert!(Variables::from_body(document.body()).is_err());
    /// let variables = Variables::from_body_with(document.body(), &Context::standard())?;
    /// let default = variables.get("user").and_then(|user| user.default());
    /// assert_eq!(default.and_then(|default| default.as_str()), Some("admin"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_body_with(body: BodyRef<'_>, context: &Context) -> Result<Self> {
        let budget = context.budget_of(body.source().len());
        limited(budget, || Self::from_body_within(body, context))
    }

    fn from_body_within(body: BodyRef<'_>, context: &Context) -> Result<Self> {
        static BLOCKS: LazyLock<Schema> =
            LazyLock::new(|| Schema::new().block("variable", &["name"]).block("variables", &[]));
        let content = body.partial_content(&BLOCKS)?;
        let mut variables = Variables { all: Vec::new(), indexes: HashMap::new() };
        let mut diagnostics = Vec::new();
        for block in content.blocks() {
            let declared = match block.block_type() {
                "variables" => Variable::of_defaults(*block, context, &mut diagnostics),
                _ => {
                    Variable::read(*block, context, &mut diagnostics).map(|variable| vec![variable])
                }
            };
            match declared {
                Ok(declared) => {
                    declared.into_iter().for_each(|each| variables.declare(each, &mut diagnostics));
                }
                Err(error) => diagnostics.extend(error.into_diagnostics()),
            }
        }
        if diagnostics.is_empty() {
            return Ok(variables);
        }
        Err(Error::new(Category::Data, diagnostics).attach(body.tree().origin()))
    }

    fn declare(&mut self, variable: Variable, diagnostics: &mut Vec<Diagnostic>) {
        let next = self.all.len();
        match self.indexes.entry(Arc::clone(&variable.name)) {
            Entry::Occupied(first) => {
                let first = self.all.get(*first.get()).map(|first| first.name_span);
                diagnostics.push(catalog::duplicate(&variable.name, variable.name_span, first));
            }
            Entry::Vacant(entry) => {
                entry.insert(next);
                self.all.push(variable);
            }
        }
    }

    /// Whether messages may show the values of settings that name no variable.
    fn disclosure(&self) -> Disclosure {
        self.all.iter().map(Variable::disclosure).fold(Disclosure::Shown, Disclosure::and)
    }

    /// The variables in the order of their declarations.
    ///
    /// ```
    /// use serde_hcl::configuration::Variables;
    ///
    /// let document = serde_hcl::parse("variable \"b\" {}\nvariable \"a\" {}\n")?;
    /// let variables = Variables::from_body(document.body())?;
    /// let names: Vec<_> = variables.iter().map(|variable| variable.name()).collect();
    /// assert_eq!(names, ["b", "a"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Variable> {
        self.all.iter()
    }

    /// The variable of this name.
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.all.get(*self.indexes.get(name)?)
    }

    /// The values of all variables: their settings or else their defaults, converted to the declared
    /// types. All conditions are checked. If a variable has several settings, the last one counts.
    ///
    /// Conditions can refer to all variables as attributes of `var`, and to the context. A condition
    /// with an unknown value counts as met. Values of sensitive variables are marked.
    ///
    /// See [`assign`](Variables::assign) for conditions that refer to results of the values.
    ///
    /// # Errors
    ///
    /// All mistakes: variables without a value, settings with a wrong type or for no variable,
    /// conditions that are not met.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::configuration::Variables;
    ///
    /// let document = serde_hcl::parse("variable \"size\" {\n  type = number\n}\n")?;
    /// let variables = Variables::from_body(document.body())?;
    /// // The last setting counts.
    /// let values = variables.values([("size", "1"), ("size", "2")], &Context::new())?;
    /// assert_eq!(values["size"].as_i64(), Some(2));
    /// assert!(variables.values([("siez", "1")], &Context::new()).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn values<N, S>(
        &self,
        settings: impl IntoIterator<Item = (N, S)>,
        context: &Context,
    ) -> Result<Map>
    where
        N: AsRef<str>,
        S: Into<Setting>,
    {
        limited(context.budget_of(0), || {
            let mut diagnostics = Vec::new();
            let assignment = self.assign_noting(settings, &mut diagnostics);
            assignment.check(context, &mut diagnostics);
            assignment.finish(diagnostics).map(Assignment::into_values)
        })
    }

    /// The values of all variables as in [`values`](Variables::values), without checking conditions. Only the
    /// budget of the context counts here.
    /// [`Assignment::validate`] checks them, in a context that may contain results of the values.
    ///
    /// # Errors
    ///
    /// Variables without a value, settings with a wrong type or for no variable.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use serde_hcl::{Context, Expression, Value, from_str, parse};
    /// use serde_hcl::configuration::Variables;
    ///
    /// let document = parse(r#"
    ///     variable "size" {
    ///       validation {
    ///         condition     = var.size <= local.limit
    ///         error_message = "At most ${local.limit}."
    ///       }
    ///     }
    /// "#)?;
    /// let variables = Variables::from_body(document.body())?;
    /// let locals: HashMap<String, Expression> = from_str("limit = 10 * var.size - 90\n")?;
    ///
    /// let assignment = variables.assign([("size", Value::from(5))], &Context::new())?;
    /// let context = Context::new()
    ///     .variable("var", assignment.values().clone())
    ///     .lazy_object("local", locals);
    /// let error = assignment.validate(&context).unwrap_err();
    /// assert!(error.to_string().contains("At most -40."));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn assign<N, S>(
        &self,
        settings: impl IntoIterator<Item = (N, S)>,
        context: &Context,
    ) -> Result<Assignment<'_>>
    where
        N: AsRef<str>,
        S: Into<Setting>,
    {
        limited(context.budget_of(0), || {
            let mut diagnostics = Vec::new();
            let assignment = self.assign_noting(settings, &mut diagnostics);
            assignment.finish(diagnostics)
        })
    }

    fn assign_noting<N, S>(
        &self,
        settings: impl IntoIterator<Item = (N, S)>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Assignment<'_>
    where
        N: AsRef<str>,
        S: Into<Setting>,
    {
        let mut set: Vec<Option<Setting>> = vec![None; self.all.len()];
        for (name, setting) in settings {
            let (name, setting) = (name.as_ref(), setting.into());
            match self.indexes.get(name).and_then(|index| set.get_mut(*index)) {
                Some(place) => *place = Some(setting),
                None => {
                    let known = self.all.iter().map(|variable| &*variable.name);
                    let diagnostic = catalog::undeclared(name, suggest::nearest(name, known));
                    // A misspelt name may refer to a sensitive variable.
                    diagnostics.push(setting.locate(diagnostic, self.disclosure()));
                }
            }
        }
        let mut values = Map::new();
        for (variable, setting) in self.all.iter().zip(&set) {
            let value = variable.value(setting.as_ref()).unwrap_or_else(|error| {
                diagnostics.extend(error.into_diagnostics());
                Value::unknown(variable.ty.clone())
            });
            values.insert(Arc::clone(&variable.name), value);
        }
        Assignment { variables: &self.all, settings: set, values: Value::Object(values) }
    }
}

/// The variables in the order of their declarations.
impl<'a> IntoIterator for &'a Variables {
    type Item = &'a Variable;
    type IntoIter = std::slice::Iter<'a, Variable>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}
