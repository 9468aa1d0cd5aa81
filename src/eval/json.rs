//! Evaluates values of JSON syntax ("Expressions" in its specification).

use std::sync::Arc;

use hashbrown::HashMap;

use super::evaluator::{Evaluator, dynamic};
use crate::diagnostic::catalog;
use crate::parser::json::diagnose_template;
use crate::syntax::{ExpressionKind, ExpressionRef, ObjectItemRef, ObjectRef, StringRef};
use crate::text::span::Span;
use crate::value::{Map, Marks, Type, Value};

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

    /// Evaluates an object. JSON objects must not have repeated property names.
    pub(super) fn json_object(&mut self, object: ObjectRef<'a>) -> Value {
        let mut attributes = Vec::with_capacity(object.items().len());
        let mut places: HashMap<Arc<str>, Span> = HashMap::new();
        let mut marks = Marks::new();
        let mut all_keys_known = true;
        for item in object.items() {
            let key = self.expression(item.key());
            let value = self.expression(item.value());
            let Some(name) = self.property_name(key, item, &mut marks, &mut all_keys_known) else {
                continue;
            };
            let span = item.key().span();
            match places.get(&name) {
                Some(first) => {
                    let diagnostic = catalog::json::duplicate_key(&name, span, *first);
                    self.diagnostics.push(diagnostic);
                }
                None => {
                    places.insert(Arc::clone(&name), span);
                    attributes.push((name, value));
                }
            }
        }
        if !all_keys_known {
            return dynamic();
        }
        Value::Object(Map::from_normalized(attributes)).with_marks(&marks)
    }

    fn property_name(
        &mut self,
        key: Value,
        item: ObjectItemRef<'a>,
        marks: &mut Marks,
        all_known: &mut bool,
    ) -> Option<Arc<str>> {
        let (key, own) = key.unmark();
        marks.merge(&own);
        let span = item.key().span();
        if key.is_null() {
            self.report(catalog::json::null_key(span), [item.key()]);
            return None;
        }
        match key.convert_to(&Type::String) {
            Ok(Value::String(name)) => Some(name.into()),
            Ok(_) => {
                *all_known = false;
                None
            }
            Err(error) => {
                self.report(catalog::json::key_type(&error, span), [item.key()]);
                None
            }
        }
    }
}
