//! Splats ("Splat Operators" in the native syntax specification).

use std::slice;

use super::evaluator::{Evaluator, dynamic};
use super::traversal::{Path, Splat, walk};
use crate::diagnostic::catalog::evaluation as catalog;
use crate::limits::budget::TUPLE;
use crate::value::{Elements, Set, Type, Value};

impl<'a> Evaluator<'a> {
    pub(super) fn splat(&mut self, value: Value, splat: Splat<'_, 'a>) -> Value {
        if self.diagnostics.any_since(splat.path.start) {
            return dynamic();
        }
        self.spend(TUPLE, || splat.marker);
        let (sequence, marks) = value.clone().unmark();
        self.enter(&marks);
        // Any other value counts as a tuple of that value, and null as an empty tuple.
        let elements = match &sequence {
            Value::List(_, elements)
            | Value::Set(Set { elements, .. })
            | Value::Tuple(elements) => elements,
            Value::Null(ty) if is_sequence(ty) => {
                let (source, marker) = (splat.path.origin, splat.marker);
                self.diagnostics.push(catalog::null_splat(source, source.to(marker)));
                return dynamic();
            }
            Value::Null(_) => return Value::Tuple(Elements::new()).with_marks(&marks),
            Value::Unknown(unknown) if *unknown.ty() == Type::Dynamic => return value,
            Value::Unknown(unknown) if is_sequence(unknown.ty()) => {
                return self.splat_unknown(&sequence, unknown.ty(), splat).with_marks(&marks);
            }
            // The value may be null. So the type is unknown, whatever the next steps are.
            Value::Unknown(_) if splat.path.is_for_type => return dynamic(),
            _ => slice::from_ref(&value),
        };
        let start = self.diagnostics.checkpoint();
        let results = self.each(elements, splat);
        let result = if !sequence.is_known() && !sequence.is_definitely_not_null() {
            dynamic()
        } else if self.diagnostics.any_since(start) {
            // As in the reference, this is the type of the results for unknown elements.
            let point = self.diagnostics.checkpoint();
            let splat = Splat { path: Path { is_for_type: true, ..splat.path }, ..splat };
            let ty = self.type_of_splat(&sequence.type_of(), splat);
            self.diagnostics.withdraw_since(point);
            Value::unknown(ty)
        } else if let Value::List(element, _) | Value::Set(Set { element, .. }) = &sequence {
            match self.list(results, element, splat) {
                Some(list) => list,
                None => return dynamic(),
            }
        } else {
            Value::Tuple(results.into())
        };
        result.with_marks(&marks)
    }

    /// The results for the elements.
    fn each(&mut self, elements: &[Value], splat: Splat<'_, 'a>) -> Vec<Value> {
        let mut results = Vec::with_capacity(elements.len());
        for element in elements {
            if !self.spend(1, || splat.marker) {
                break;
            }
            results.push(self.element(element, splat));
        }
        results
    }

    fn element(&mut self, element: &Value, splat: Splat<'_, 'a>) -> Value {
        let start = self.diagnostics.checkpoint();
        let mut origin = splat.marker;
        let (value, rest) = walk(element, splat.each, &mut origin);
        self.spend_on_steps(splat.each.len() - rest.len(), || splat.marker);
        if rest.is_empty() {
            return value.clone();
        }
        let value = value.clone();
        let path = Path { origin, start, has_failed: false, ..splat.path };
        self.nested(|| splat.marker, |this| this.follow(value, rest, path))
    }

    /// The list of the results. The results of nested splats may have no common type.
    fn list(&mut self, results: Vec<Value>, source: &Type, splat: Splat<'_, 'a>) -> Option<Value> {
        if results.is_empty() {
            let element = self.element(&Value::unknown(source.clone()), splat).type_of();
            return Some(Value::list(element, results));
        }
        let element = known_type(&results);
        let mut types = results.iter().map(Value::type_of);
        if types.all(|ty| ty == Type::Dynamic || ty == element) {
            return Some(Value::list(element, results));
        }
        let steps = splat.each.iter().fold(splat.marker, |span, step| span.to(step.span()));
        self.diagnostics.push(catalog::splat_types(steps, splat.path.origin.to(steps)));
        None
    }

    /// The result for an unknown sequence of type `ty`.
    fn splat_unknown(&mut self, sequence: &Value, ty: &Type, splat: Splat<'_, 'a>) -> Value {
        let result = Value::unknown(self.type_of_splat(ty, splat)).refine().not_null();
        if !ty.is_collection() {
            return result.build();
        }
        let (min, max) = sequence.length_bounds();
        match max {
            Some(max) => result.min_length(min).max_length(max).build(),
            None => result.min_length(min).build(),
        }
    }

    /// The type of the result for a sequence of type `ty`.
    fn type_of_splat(&mut self, ty: &Type, splat: Splat<'_, 'a>) -> Type {
        let mut result = |element: &Type| {
            self.spend(1, || splat.marker);
            self.element(&Value::unknown(element.clone()), splat).type_of()
        };
        match ty {
            Type::List(element) | Type::Set(element) => Type::list(result(element)),
            Type::Tuple(elements) => Type::tuple(elements.iter().map(result)),
            other => Type::tuple([result(other)]),
        }
    }
}

/// The first known type of the results.
fn known_type(results: &[Value]) -> Type {
    results.iter().map(Value::type_of).find(|ty| *ty != Type::Dynamic).unwrap_or_default()
}

fn is_sequence(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Tuple(_))
}
