//! Functions that state assumptions about unknown values.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::argument::{Kind, Outcome};
use super::library::library;
use crate::eval::FunctionError;
use crate::limits::stack::nest;
use crate::value::disclosure::Disclosure;
use crate::value::{Elements, Map, Mark, Marks, Number, Value};

library! {
    /// Functions that return their first argument, and fail if it doesn't meet an assumption. An
    /// unknown value keeps the assumption.
    pub(super) assumptions;

    /// The expected value, with the assumption that the actual value is equal to it after
    /// conversion to its type.
    ///
    /// ```hcl
    /// assumeequal("1", 1) == 1
    /// ```
    fn assumeequal(
        /// The value.
        actual_value: Value [NULL | UNKNOWN | UNTYPED | CHOSEN],
        /// The value that the actual value is assumed to be equal to.
        expected_value: Value [NULL | UNKNOWN | UNTYPED | CHOSEN]
    ) -> Outcome {
        let wrong = |reason: String| FunctionError::argument(0, reason);
        let actual = actual_value.convert_to(&expected_value.type_of());
        let actual = actual.map_err(|error| match Disclosure::of(&expected_value).is_hidden() {
            true => wrong(error.without_names().to_string()),
            false => wrong(error.to_string()),
        })?;
        let (equal, _) = actual.equals(&expected_value).unmark();
        if equal == Value::Bool(false) {
            return Err(wrong("it is not equal to the expected value".to_owned()));
        }
        let expected = expected_value;
        Ok(if actual.contains_marked() { with_marks_of(expected, &actual) } else { expected })
    }

    /// The list, with the assumption that its length is within two limits.
    ///
    /// ```hcl
    /// assumelistlength(["a", "b"], 1, 2) == tolist(["a", "b"])
    /// ```
    fn assumelistlength(
        /// The list.
        value: Value as Vec<Value> [NULL | UNKNOWN | UNTYPED],
        /// The least number of elements.
        min_length: Number,
        /// The greatest number of elements.
        max_length: Number
    ) -> Outcome as Option<Vec<Value>> {
        with_length(value, Some(&min_length), Some(&max_length))
    }

    /// The list, which must have at most this number of elements.
    ///
    /// ```hcl
    /// assumelistlengthmax(["a", "b"], 3) == tolist(["a", "b"])
    /// ```
    fn assumelistlengthmax(
        /// The list.
        value: Value as Vec<Value> [NULL | UNKNOWN | UNTYPED],
        /// The greatest number of elements.
        max_length: Number
    ) -> Outcome as Option<Vec<Value>> {
        with_length(value, None, Some(&max_length))
    }

    /// The list, which must have at least this number of elements.
    ///
    /// ```hcl
    /// assumelistlengthmin(["a", "b"], 1) == tolist(["a", "b"])
    /// ```
    fn assumelistlengthmin(
        /// The list.
        value: Value as Vec<Value> [NULL | UNKNOWN | UNTYPED],
        /// The least number of elements.
        min_length: Number
    ) -> Outcome as Option<Vec<Value>> {
        with_length(value, Some(&min_length), None)
    }

    /// The map, with the assumption that its length is within two limits.
    ///
    /// ```hcl
    /// assumemaplength({ a = 1 }, 1, 2) == tomap({ a = 1 })
    /// ```
    fn assumemaplength(
        /// The map.
        value: Value as BTreeMap<String, Value> [NULL | UNKNOWN | UNTYPED],
        /// The least number of elements.
        min_length: Number,
        /// The greatest number of elements.
        max_length: Number
    ) -> Outcome as Option<BTreeMap<String, Value>> {
        with_length(value, Some(&min_length), Some(&max_length))
    }

    /// The map, which must have at most this number of elements.
    ///
    /// ```hcl
    /// assumemaplengthmax({ a = 1 }, 3) == tomap({ a = 1 })
    /// ```
    fn assumemaplengthmax(
        /// The map.
        value: Value as BTreeMap<String, Value> [NULL | UNKNOWN | UNTYPED],
        /// The greatest number of elements.
        max_length: Number
    ) -> Outcome as Option<BTreeMap<String, Value>> {
        with_length(value, None, Some(&max_length))
    }

    /// The map, which must have at least this number of elements.
    ///
    /// ```hcl
    /// assumemaplengthmin({ a = 1 }, 1) == tomap({ a = 1 })
    /// ```
    fn assumemaplengthmin(
        /// The map.
        value: Value as BTreeMap<String, Value> [NULL | UNKNOWN | UNTYPED],
        /// The least number of elements.
        min_length: Number
    ) -> Outcome as Option<BTreeMap<String, Value>> {
        with_length(value, Some(&min_length), None)
    }

    /// The value, with the assumption that it is not null. Its type must be known.
    ///
    /// ```hcl
    /// assumenotnull("a") == "a"
    /// ```
    fn assumenotnull(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED]
    ) -> Outcome {
        // Without a type, an unknown value can't be refined.
        if Kind::of(&value) == Kind::Dynamic {
            let error = FunctionError::argument(0, "the type of the value is not known");
            return Err(error.with_help("convert(value, string) gives it a type"));
        }
        match value.is_null() {
            true => Err(not_upheld()),
            false => Ok(value.refine_not_null()),
        }
    }

    /// The set, with the assumption that its length is within two limits.
    ///
    /// ```hcl
    /// assumesetlength(["a", "b"], 1, 2) == toset(["a", "b"])
    /// ```
    fn assumesetlength(
        /// The set.
        value: Value as BTreeSet<Value> [NULL | UNKNOWN | UNTYPED],
        /// The least number of elements.
        min_length: Number,
        /// The greatest number of elements.
        max_length: Number
    ) -> Outcome as Option<BTreeSet<Value>> {
        with_length(value, Some(&min_length), Some(&max_length))
    }

    /// The set, which must have at most this number of elements.
    ///
    /// ```hcl
    /// assumesetlengthmax(["a", "b"], 3) == toset(["a", "b"])
    /// ```
    fn assumesetlengthmax(
        /// The set.
        value: Value as BTreeSet<Value> [NULL | UNKNOWN | UNTYPED],
        /// The greatest number of elements.
        max_length: Number
    ) -> Outcome as Option<BTreeSet<Value>> {
        with_length(value, None, Some(&max_length))
    }

    /// The set, which must have at least this number of elements.
    ///
    /// ```hcl
    /// assumesetlengthmin(["a", "b"], 1) == toset(["a", "b"])
    /// ```
    fn assumesetlengthmin(
        /// The set.
        value: Value as BTreeSet<Value> [NULL | UNKNOWN | UNTYPED],
        /// The least number of elements.
        min_length: Number
    ) -> Outcome as Option<BTreeSet<Value>> {
        with_length(value, Some(&min_length), None)
    }

    /// The string, with the assumption that it starts with a prefix.
    ///
    /// ```hcl
    /// assumestringprefix("i-12345", "i-") == "i-12345"
    /// ```
    fn assumestringprefix(
        /// The string.
        value: Value as Arc<str> [NULL | UNKNOWN | UNTYPED],
        /// The expected start.
        prefix: Arc<str>
    ) -> Outcome as Option<Arc<str>> {
        let known = value.known_prefix();
        let is_upheld = match value.is_known() {
            true => value.is_null() || known.starts_with(&*prefix),
            false => known.starts_with(&*prefix) || prefix.starts_with(known),
        };
        match is_upheld {
            true => Ok(value.refine().prefix(&prefix).build()),
            false => Err(not_upheld()),
        }
    }
}

/// The collection, refined by the limits of its length.
fn with_length(value: Value, min: Option<&Number>, max: Option<&Number>) -> Outcome {
    let limit = |limit: &Number, argument| {
        limit.as_u64().and_then(|limit| usize::try_from(limit).ok()).ok_or_else(|| {
            let reason = format!("{limit} can't be the number of elements");
            FunctionError::argument(argument, reason)
        })
    };
    let max_argument = if min.is_some() { 2 } else { 1 };
    let min = min.map(|min| limit(min, 1)).transpose()?.unwrap_or(0);
    let max = max.map(|max| limit(max, max_argument)).transpose()?;
    let (shortest, longest) = value.length_bounds();
    let is_upheld = value.is_null()
        || longest.is_none_or(|longest| min <= longest)
            && max.is_none_or(|max| shortest <= max && min <= max);
    if !is_upheld {
        return Err(not_upheld());
    }
    let assumed = value.refine().min_length(min);
    Ok(match max {
        Some(max) => assumed.max_length(max).build(),
        None => assumed.build(),
    })
}

/// The value with the marks of a value of the same structure, each in its place. Without the marks that
/// hide values: equality reveals the value.
fn with_marks_of(value: Value, model: &Value) -> Value {
    let hidden = [Mark::SENSITIVE, Mark::EPHEMERAL];
    let marks = model.marks();
    let marks: Marks = marks.iter().filter(|mark| !hidden.contains(mark)).cloned().collect();
    let (value, own) = value.unmark();
    let sequence = |elements: Elements, models: &Elements| -> Elements {
        let each = |(index, element)| part_with_marks_of(element, models.get(index));
        elements.into_iter().enumerate().map(each).collect()
    };
    let entries = |map: Map, models: &Map| -> Map {
        let each = |(key, element): (Arc<str>, _)| {
            let element = part_with_marks_of(element, models.get(&key));
            (key, element)
        };
        map.into_iter().map(each).collect()
    };
    let value = match (value, model.unmarked()) {
        (Value::List(ty, parts), Value::List(_, models)) => {
            Value::List(ty, sequence(parts, models))
        }
        (Value::Tuple(parts), Value::Tuple(models)) => Value::Tuple(sequence(parts, models)),
        (Value::Map(ty, parts), Value::Map(_, models)) => Value::Map(ty, entries(parts, models)),
        (Value::Object(parts), Value::Object(models)) => Value::Object(entries(parts, models)),
        (value, _) => value,
    };
    value.with_marks(&own).with_marks(&marks)
}

fn part_with_marks_of(value: Value, model: Option<&Value>) -> Value {
    match model {
        Some(model) => nest(|| with_marks_of(value, model)),
        None => value,
    }
}

fn not_upheld() -> FunctionError {
    FunctionError::argument(0, "the value is not what it is assumed to be")
}
