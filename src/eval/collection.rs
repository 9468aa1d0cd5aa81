//! Tuple and object constructors ("Collection Values" in the native syntax specification).

use std::sync::Arc;

use hashbrown::HashMap;

use super::context::Context;
use super::evaluator::{Evaluator, dynamic};
use crate::diagnostic::catalog::{evaluation as catalog, json as catalog_of_json};
use crate::diagnostic::error::Result;
use crate::limits::budget::{MAP, TUPLE, limited};
use crate::syntax::{
    ExpressionKind, ExpressionRef, Expressions, ObjectItemRef, ObjectRef, StepRef,
};
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;
use crate::value::{Map, Marks, Type, Value};

/// The key of an item of an object constructor as a string, and whether messages may show it;
/// `None` if it is unknown. Errors are without source lines.
pub(crate) fn object_key(
    item: ObjectItemRef<'_>,
    context: &Context,
) -> Result<Option<(Arc<str>, Disclosure)>> {
    limited(context.evaluation_budget(), || {
        let mut evaluator = Evaluator::new(context);
        let mut marks = Marks::new();
        let key = evaluator.object_key(item);
        let name = evaluator.object_name(key, item, &mut marks, false);
        evaluator.finish(Value::NULL, item.key().span())?;
        Ok(name.map(|name| (name, Disclosure::of_marks(&marks))))
    })
}

impl<'a> Evaluator<'a> {
    pub(super) fn tuple(&mut self, elements: Expressions<'a>, span: Span) -> Value {
        self.spend(TUPLE, || span);
        let elements: Vec<_> = elements.map(|element| self.expression(element)).collect();
        Value::Tuple(elements.into())
    }

    pub(super) fn object(&mut self, object: ObjectRef<'a>, span: Span) -> Value {
        self.spend(MAP, || span);
        let mut marks = Marks::new();
        let mut all_keys_known = true;
        // Objects in JSON syntax must not have repeated names.
        let is_json = object.is_json();
        let mut places = is_json.then(HashMap::new);
        let attributes = object.items().filter_map(|item| {
            if let Some(name) = item.name() {
                return Some((self.names.get(name), self.expression(item.value())));
            }
            let start = self.diagnostics.checkpoint();
            let key = self.object_key(item);
            let is_sound = !self.diagnostics.any_since(start);
            let value = self.expression(item.value());
            let name = match key {
                _ if !is_sound => None,
                Value::String(name) => Some(name.into()),
                key => self.object_name(key, item, &mut marks, is_json),
            };
            all_keys_known &= name.is_some();
            let (name, span) = (name?, item.key().span());
            if let Some(places) = &mut places {
                let first = *places.entry(Arc::clone(&name)).or_insert(span);
                if first != span {
                    self.diagnostics.push(catalog_of_json::duplicate_key(&name, span, first));
                }
            }
            Some((name, value))
        });
        let attributes = Map::from_normalized(attributes);
        if !all_keys_known {
            return dynamic();
        }
        Value::Object(attributes).with_marks(&marks)
    }

    fn object_key(&mut self, item: ObjectItemRef<'a>) -> Value {
        if let Some(name) = item.name() {
            return Value::normalized(self.names.get(name));
        }
        let key = item.key();
        if is_dotted_name(key) {
            self.diagnostics.push(catalog::ambiguous_key(key.text(), key.span()));
            return dynamic();
        }
        let start = self.diagnostics.checkpoint();
        let value = self.expression(key);
        if self.diagnostics.any_since(start) && is_text(key) {
            // The parts of a text without quotes are one mistake.
            self.diagnostics.withdraw_since(start);
            self.diagnostics.push(catalog::text_as_key(key.text(), key.span()));
        }
        value
    }

    /// The key as a string; `None` if it is unknown or invalid. Objects in JSON syntax have errors of their own, apart
    /// from those that are bodies.
    fn object_name(
        &mut self,
        key: Value,
        item: ObjectItemRef<'a>,
        marks: &mut Marks,
        is_json: bool,
    ) -> Option<Arc<str>> {
        let written = item.key();
        if key.is_null() {
            let diagnostic = match is_json {
                true => catalog_of_json::null_key(written.span()),
                false => catalog::null_object_key(item.value().span()),
            };
            self.report(diagnostic, [written]);
            return None;
        }
        let (key, own) = key.unmark();
        marks.merge(&own);
        match key.convert_to(&Type::String) {
            Ok(Value::String(name)) => Some(name.into()),
            Ok(_) => None,
            Err(error) => {
                let error = error.disclosed(Disclosure::of_marks(&own).and(self.disclosure));
                let diagnostic = match is_json {
                    true => catalog_of_json::key_type(&error, written.span()),
                    false => catalog::object_key_type(&error, written.text(), written.span()),
                };
                self.report(diagnostic, [written]);
                None
            }
        }
    }
}

/// Whether the key may be a text without quotes, such as `example.com/name`.
fn is_text(key: ExpressionRef<'_>) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || "._-/".contains(it);
    matches!(key.kind(), ExpressionKind::Binary(..)) && key.text().chars().all(is_part)
}

/// Whether the key may be a reference or a name with dots.
fn is_dotted_name(key: ExpressionRef<'_>) -> bool {
    match key.kind() {
        ExpressionKind::Traversal(traversal) => {
            matches!(traversal.root().kind(), ExpressionKind::Variable(_))
                && traversal.steps().all(StepRef::is_constant)
        }
        _ => false,
    }
}
