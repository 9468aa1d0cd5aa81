//! Settings: the values that a program, an environment or a file assigns to variables.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::document::Expression;
use crate::value::Value;
use crate::value::disclosure::Disclosure;

/// A setting of a variable. `Debug` does not show a text, because the variable may be sensitive.
///
/// ```
/// use serde_hcl::{Context, Value, parse};
/// use serde_hcl::configuration::{Setting, Variables};
///
/// let document = parse("variable \"ports\" {\n  type = list(number)\n}\n")?;
/// let variables = Variables::from_body(document.body())?;
/// let settings = [("ports", Setting::from("[80]")), ("ports", Setting::from(Value::from(vec![443])))];
/// let values = variables.values(settings, &Context::new())?;
/// assert_eq!(values["ports"][0].as_i64(), Some(443));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Setting {
    /// A text from the environment or a command line. For a variable of a type that is not primitive, the
    /// text is an expression.
    Text(String),
    /// An expression without references, from a file of settings.
    Expression(Expression),
    /// A value.
    Value(Value),
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Text(_) => f.write_str("Text(..)"),
            Setting::Expression(_) => f.write_str("Expression(..)"),
            Setting::Value(value) => f.debug_tuple("Value").field(value).finish(),
        }
    }
}

impl From<&str> for Setting {
    fn from(text: &str) -> Self {
        Setting::Text(text.to_owned())
    }
}

impl From<String> for Setting {
    fn from(text: String) -> Self {
        Setting::Text(text)
    }
}

impl From<Expression> for Setting {
    fn from(expression: Expression) -> Self {
        Setting::Expression(expression)
    }
}

impl From<Value> for Setting {
    fn from(value: Value) -> Self {
        Setting::Value(value)
    }
}

impl Setting {
    /// Adds the place of the setting to a diagnostic, if the setting has one.
    pub(super) fn locate(&self, diagnostic: Diagnostic, disclosure: Disclosure) -> Diagnostic {
        let Setting::Expression(expression) = self else { return diagnostic };
        let diagnostic = expression.attach(diagnostic.with_span(expression.span()));
        if disclosure.is_hidden() { diagnostic.without_text() } else { diagnostic }
    }
}
