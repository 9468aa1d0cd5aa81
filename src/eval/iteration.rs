//! Iteration, shared by `for` expressions and `for` directives.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::evaluator::{Evaluator, dynamic};
use crate::diagnostic::catalog::evaluation as catalog;
use crate::syntax::{ExpressionRef, ForRef};
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;
use crate::value::{Map, Marks, Type, Value};

/// The charge for an entry of an object in addition to its value, and for adding a value to a
/// group.
const ENTRY: usize = 2;
const GROUP: usize = 4;

/// The number of elements that are charged together, before the first one.
const CHARGED_AT_ONCE: usize = 64;

/// An iteration: the collection, the names of its variables, and the condition.
pub(super) struct Iteration<'a> {
    pub(super) key_name: Option<&'a str>,
    pub(super) value_name: &'a str,
    pub(super) collection: ExpressionRef<'a>,
    pub(super) condition: Option<ExpressionRef<'a>>,
    /// Whether the result is an object.
    pub(super) has_keys: bool,
    pub(super) span: Span,
}

/// The state of an iteration.
pub(super) struct Progress {
    /// Whether the elements of the result are determined by known values.
    pub(super) is_known: bool,
    /// The marks of the values that determine the elements of the result.
    pub(super) marks: Marks,
}

impl<'a> From<ForRef<'a>> for Iteration<'a> {
    fn from(expression: ForRef<'a>) -> Self {
        Iteration {
            key_name: expression.key_name(),
            value_name: expression.value_name(),
            collection: expression.collection(),
            condition: expression.condition(),
            has_keys: expression.key().is_some(),
            span: expression.span(),
        }
    }
}

impl<'a> Evaluator<'a> {
    /// A `for` expression ("For Expressions" in the native syntax specification).
    pub(super) fn iteration(&mut self, expression: ForRef<'a>) -> Value {
        match expression.key() {
            Some(key) => self.for_object(expression, key),
            None => self.for_tuple(expression),
        }
    }

    fn for_tuple(&mut self, expression: ForRef<'a>) -> Value {
        let value = expression.value();
        let mut elements = Vec::new();
        let each = |this: &mut Self, _: &mut Progress| elements.push(this.expression(value));
        let progress = self.iterate(&expression.into(), each);
        result(progress, || Value::Tuple(elements.into()))
    }

    fn for_object(&mut self, expression: ForRef<'a>, key: ExpressionRef<'a>) -> Value {
        let span = expression.span();
        let is_grouping = expression.is_grouping();
        // The names as a set. Sorting the attributes once at the end takes half as long as
        // inserting each in order.
        let (mut attributes, mut taken) = (Vec::new(), HashSet::new());
        let mut groups: HashMap<Arc<str>, Vec<Value>> = HashMap::new();
        let each = |this: &mut Self, progress: &mut Progress| {
            let Some(name) = this.for_key(key, span, progress) else {
                progress.is_known = false;
                return;
            };
            let value = this.expression(expression.value());
            if !this.spend(if is_grouping { GROUP } else { ENTRY }, || span) {
                return;
            }
            if is_grouping {
                groups.entry(name).or_default().push(value);
                return;
            }
            if taken.insert(Arc::clone(&name)) {
                attributes.push((name, value));
                return;
            }
            let disclosure = this.disclosure.and(Disclosure::of_marks(&progress.marks));
            let name = disclosure.quote(&name);
            this.report(catalog::duplicate_for_key(name, key.span(), span), [key]);
        };
        let progress = self.iterate(&expression.into(), each);
        result(progress, || match is_grouping {
            true => Value::object(groups),
            false => Value::Object(Map::from_normalized(attributes)),
        })
    }

    /// The key of an element of the result; `None` if it is unknown or not suitable.
    fn for_key(
        &mut self,
        expression: ExpressionRef<'a>,
        whole: Span,
        progress: &mut Progress,
    ) -> Option<Arc<str>> {
        let key = match self.expression(expression) {
            Value::String(name) => return Some(name.into()),
            key => key,
        };
        let diagnostic = if key.is_null() {
            catalog::null_for_key(expression.span(), whole)
        } else {
            progress.marks.merge(&key.marks());
            match key.unmarked().convert_to(&Type::String) {
                Ok(Value::String(name)) => return Some(name.into()),
                Ok(_) => return None,
                Err(_) if !key.is_known() => return None,
                Err(error) => {
                    let error = error.disclosed(self.disclosure);
                    catalog::for_key_type(&error, expression.span(), whole)
                }
            }
        };
        // After an error, the other elements are likely to fail in the same way.
        if progress.is_known {
            self.report(diagnostic, [expression]);
        }
        None
    }

    /// Calls `each` for every element for which the condition holds. If the collection is unknown
    /// or not suitable, the error is the unknown result.
    pub(super) fn iterate(
        &mut self,
        iteration: &Iteration<'a>,
        mut each: impl FnMut(&mut Self, &mut Progress),
    ) -> Result<Progress, Value> {
        let span = iteration.span;
        let collection = self.iterated(iteration)?;
        let (collection, marks) = collection.unmark();
        self.enter(&marks);
        let mut progress = Progress { is_known: true, marks };
        self.check_condition(iteration, &mut progress.marks, collection.is_known())?;

        let depth = self.scope.depth();
        for name in iteration.key_name.into_iter().chain([iteration.value_name]) {
            self.scope.push(name, Value::NULL);
        }
        let value_index = self.scope.depth() - 1;
        let mut entries = entries(&collection).enumerate();
        while let Some((index, (key, element))) = entries.next() {
            if index % CHARGED_AT_ONCE == 0
                && !self.spend(CHARGED_AT_ONCE.min(entries.len() + 1), || span)
            {
                break;
            }
            if value_index > depth {
                self.scope.set(depth, key.to_value(element));
            }
            self.scope.set(value_index, element.clone());
            let condition = iteration.condition;
            if condition.is_none_or(|it| self.includes(it, iteration, &mut progress)) {
                each(self, &mut progress);
            }
        }
        self.scope.restore(depth);
        Ok(progress)
    }

    /// The collection, if it can be iterated.
    fn iterated(&mut self, iteration: &Iteration<'a>) -> Result<Value, Value> {
        let expression = iteration.collection;
        let collection = self.expression(expression);
        if collection.is_null() {
            let diagnostic = catalog::null_iteration(expression.span(), iteration.span);
            self.report(diagnostic, [expression]);
            return Err(dynamic());
        }
        let ty = match collection.unmarked() {
            Value::Unknown(unknown) if *unknown.ty() == Type::Dynamic => return Err(dynamic()),
            Value::Unknown(unknown) => unknown.ty().clone(),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => collection.type_of(),
            _ => return Ok(collection),
        };
        if ty.is_primitive() {
            let diagnostic = catalog::not_iterable(&ty, expression.span(), iteration.span);
            self.report(diagnostic, [expression]);
            return Err(dynamic());
        }
        Ok(collection)
    }

    /// Evaluates the condition once for an unknown element. So an error that doesn't depend on the
    /// element is reported once, even for an empty collection. Without errors, the result is unknown if
    /// the collection is.
    fn check_condition(
        &mut self,
        iteration: &Iteration<'a>,
        marks: &mut Marks,
        is_known: bool,
    ) -> Result<(), Value> {
        let Some(expression) = iteration.condition else {
            return if is_known { Ok(()) } else { Err(dynamic().with_marks(marks)) };
        };
        let depth = self.scope.depth();
        for name in iteration.key_name.into_iter().chain([iteration.value_name]) {
            self.scope.push(name, dynamic());
        }
        let start = self.diagnostics.checkpoint();
        let condition = self.expression(expression);
        self.scope.restore(depth);

        let has_failed = self.diagnostics.any_since(start);
        if condition.is_null() {
            let diagnostic = catalog::constant_null_condition(expression.span(), iteration.span);
            self.report(diagnostic, [expression]);
            return Err(dynamic());
        }
        if let Err(error) = condition.convert_to(&Type::Bool) {
            let error = error.disclosed(self.disclosure);
            let diagnostic = catalog::for_condition_type(&error, expression.span(), iteration.span);
            self.report(diagnostic, [expression]);
            return Err(dynamic());
        }
        if has_failed {
            return Err(dynamic());
        }
        if !is_known {
            marks.merge(&condition.marks());
            return Err(dynamic().with_marks(marks));
        }
        Ok(())
    }

    /// Whether the condition holds for the element in scope.
    fn includes(
        &mut self,
        expression: ExpressionRef<'a>,
        iteration: &Iteration<'a>,
        progress: &mut Progress,
    ) -> bool {
        let whole = iteration.span;
        let condition = self.expression(expression);
        if let Value::Bool(includes) = condition {
            return includes;
        }
        let diagnostic = if condition.is_null() {
            catalog::null_for_condition(expression.span(), whole)
        } else {
            progress.marks.merge(&condition.marks());
            match condition.unmarked().convert_to(&Type::Bool) {
                // The reference checks the type of an unknown condition only for objects.
                _ if !condition.is_known() && !iteration.has_keys => {
                    progress.is_known = false;
                    return false;
                }
                Ok(Value::Bool(includes)) => return includes,
                Ok(_) => {
                    progress.is_known = false;
                    return false;
                }
                Err(error) => {
                    let error = error.disclosed(self.disclosure);
                    catalog::for_condition_type(&error, expression.span(), whole)
                }
            }
        };
        if progress.is_known {
            self.report(diagnostic, [expression]);
        }
        progress.is_known = false;
        false
    }
}

/// The result of an iteration; `known` makes it if nothing was unknown.
fn result(progress: Result<Progress, Value>, known: impl FnOnce() -> Value) -> Value {
    match progress {
        Ok(Progress { is_known, marks }) => {
            let value = if is_known { known() } else { dynamic() };
            value.with_marks(&marks)
        }
        Err(unknown) => unknown,
    }
}

/// The key of an element.
pub(crate) enum EntryKey<'v> {
    /// In a list or tuple.
    Index(usize),
    /// In a map or object.
    Name(&'v Arc<str>),
    /// In a set: the element itself.
    Element,
}

impl EntryKey<'_> {
    /// The value of the key variable.
    pub(crate) fn to_value(&self, element: &Value) -> Value {
        match self {
            EntryKey::Index(index) => Value::from(*index),
            EntryKey::Name(name) => Value::normalized(Arc::clone(name)),
            EntryKey::Element => element.clone(),
        }
    }
}

/// The elements of a known, unmarked collection, tuple or object, in the order of iteration.
pub(crate) fn entries(
    collection: &Value,
) -> Box<dyn ExactSizeIterator<Item = (EntryKey<'_>, &Value)> + '_> {
    match collection {
        Value::List(_, elements) | Value::Tuple(elements) => {
            let elements = elements.iter().enumerate();
            Box::new(elements.map(|(index, element)| (EntryKey::Index(index), element)))
        }
        Value::Set(set) => Box::new(set.iter().map(|element| (EntryKey::Element, element))),
        Value::Map(_, map) | Value::Object(map) => {
            Box::new(map.iter().map(|(name, element)| (EntryKey::Name(name), element)))
        }
        _ => Box::new(std::iter::empty()),
    }
}
