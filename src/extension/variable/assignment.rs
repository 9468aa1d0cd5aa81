//! The values of variables before and after their conditions are checked.

use std::fmt;

use super::declaration::Variable;
use super::setting::Setting;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::{Category, Error, Result};
use crate::eval::Context;
use crate::value::{Map, Value};

/// The values of variables, and their settings; see [`Variables::assign`](crate::configuration::Variables::assign).
///
/// ```
/// use serde_hcl::{Context, parse};
/// use serde_hcl::configuration::Variables;
///
/// let source = "variable \"port\" {\n  default = 80\n}\n";
/// let variables = Variables::from_body(parse(source)?.body())?;
/// let assignment = variables.assign([("port", "443")], &Context::new())?;
/// assert_eq!(assignment.values()["port"].as_str(), Some("443"));
/// assignment.validate(&Context::new())?;
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Assignment<'v> {
    pub(super) variables: &'v [Variable],
    /// The setting of each variable, in the order of the variables.
    pub(super) settings: Vec<Option<Setting>>,
    pub(super) values: Value,
}

/// Shows the values, which hide sensitive parts, and omits the settings.
impl fmt::Debug for Assignment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Assignment").field(&self.values).finish()
    }
}

impl<'v> Assignment<'v> {
    /// An object with the value of each variable.
    pub fn values(&self) -> &Value {
        &self.values
    }

    /// The value of each variable.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::configuration::Variables;
    ///
    /// let document = serde_hcl::parse("variable \"port\" {\n  default = 80\n}\n")?;
    /// let variables = Variables::from_body(document.body())?;
    /// let values = variables.assign([] as [(&str, &str); 0], &Context::new())?.into_values();
    /// assert_eq!(values["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn into_values(self) -> Map {
        match self.values {
            Value::Object(values) => values,
            _ => Map::new(),
        }
    }

    /// Checks the conditions of all variables. They can refer to the variables as attributes of
    /// `var`, and to the context. A condition with an unknown value counts as met.
    ///
    /// # Errors
    ///
    /// All conditions that are not met or that can't be evaluated.
    pub fn validate(&self, context: &Context) -> Result<()> {
        let mut diagnostics = Vec::new();
        self.check(context, &mut diagnostics);
        if diagnostics.is_empty() { Ok(()) } else { Err(Error::new(Category::Data, diagnostics)) }
    }

    pub(super) fn check(&self, context: &Context, diagnostics: &mut Vec<Diagnostic>) {
        let context = context.child().variable("var", self.values.clone());
        for (variable, setting) in self.variables.iter().zip(&self.settings) {
            for rule in &variable.rules {
                let (name, disclosure) = (variable.name(), variable.disclosure());
                if let Err(error) = rule.check(name, disclosure, setting.as_ref(), &context) {
                    diagnostics.extend(error.into_diagnostics());
                }
            }
        }
    }

    pub(super) fn finish(self, diagnostics: Vec<Diagnostic>) -> Result<Assignment<'v>> {
        if diagnostics.is_empty() { Ok(self) } else { Err(Error::new(Category::Data, diagnostics)) }
    }
}
