//! The environment of the process.

use std::env::VarError;
use std::sync::Arc;

use super::library::library;
use crate::eval::{Function, FunctionError};

/// A function that reads the environment of the process: `env`. Never among
/// [`all`](crate::functions::all) functions.
///
/// A variable that is missing is an empty text, or the default: `env("NAME", "none")`. A
/// [`Function`] of your own makes it an error:
///
/// ```
/// use serde_hcl::{Context, Function, parse_expression};
///
/// let env = |name: String| std::env::var(&name).map_err(|_| format!("{name} is not set"));
/// let context = Context::new().function(Function::new("env", env));
/// let error = parse_expression(r#"env("A_NAME_THAT_IS_NOT_THERE")"#)?.evaluate(&context).unwrap_err();
/// assert!(error.to_string().contains("A_NAME_THAT_IS_NOT_THERE is not set"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// A document can read every variable of the environment with it, and the environment often
/// contains secrets. To allow only some variables, use [`environment_from`].
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::standard().functions(functions::environment());
/// let value = parse_expression(r#"env("PATH")"#)?.evaluate(&context)?;
/// assert_eq!(value.as_str(), Some(&*std::env::var("PATH").unwrap_or_default()));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn environment() -> Vec<Function> {
    of_variables(Variables(Arc::new(|name| match std::env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(VarError::NotPresent) => Ok(None),
        Err(error @ VarError::NotUnicode(_)) => Err(FunctionError::new(error)),
    })))
}

/// A function `env` with the variables that a program supplies.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let admitted = |name: &str| match name {
///     "HOME" | "USER" => std::env::var(name).ok(),
///     _ => None,
/// };
/// let context = Context::new().functions(functions::environment_from(admitted));
/// let value = parse_expression(r#"env("AWS_SECRET_ACCESS_KEY", "none")"#)?.evaluate(&context)?;
/// assert_eq!(value.as_str(), Some("none"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn environment_from(
    variable: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
) -> Vec<Function> {
    of_variables(Variables(Arc::new(move |name| Ok(variable(name)))))
}

#[derive(Clone)]
struct Variables(Arc<Lookup>);

type Lookup = dyn Fn(&str) -> Result<Option<String>, FunctionError> + Send + Sync;

library! {
    of_variables(variables: Variables);

    /// The value of an environment variable. If there is none, the default; without a default, an
    /// empty text, as in Packer.
    ///
    /// ```hcl
    /// env("A_NAME_THAT_IS_NOT_THERE", "default") == "default"
    /// env("A_NAME_THAT_IS_NOT_THERE") == ""
    /// ```
    fn env(
        /// The name of the variable.
        name: Arc<str>;
        /// The text if there is no such variable.
        default: String
    ) -> Result<String, FunctionError> {
        if default.len() > 1 {
            return Err("there can be one default".into());
        }
        let value = (variables.0)(&name)?;
        Ok(value.or_else(|| default.into_iter().next()).unwrap_or_default())
    }
}
