//! Evaluates strings of JSON syntax ("Expressions" in its specification).

use super::evaluator::{Evaluator, dynamic};
use crate::parser::json::diagnose_template;
use crate::syntax::{ExpressionKind, ExpressionRef, StringRef};
use crate::value::Value;

impl<'a> Evaluator<'a> {
    /// The value of a string with template sequences, which are text in a context with literal strings.
    pub(super) fn json_string(&mut self, expression: ExpressionRef<'a>) -> Value {
        if self.context.has_literal_json_strings() {
            if let Some(string) = expression.as_json_string() {
                return Value::string(string.json_value());
            }
        }
        match expression.kind() {
            ExpressionKind::Template(template) => self.template(template),
            ExpressionKind::InvalidTemplate(string) => self.invalid_template(string),
            _ => dynamic(),
        }
    }

    #[cold]
    fn invalid_template(&mut self, string: StringRef<'a>) -> Value {
        for mistake in diagnose_template(string).into_diagnostics() {
            self.diagnostics.push(mistake);
        }
        dynamic()
    }
}
