//! Functions that state assumptions about unknown values.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::argument::{Kind, Outcome};
use super::library::library;
use crate::eval::{Accepts, FromArgument, Function, FunctionError, Parameter};
use crate::value::disclosure::Disclosure;
use crate::value::{Mark, Marks, Number, Value};

/// Functions that return their first argument, and fail if it doesn't meet an assumption. An unknown value
/// keeps the assumption.
pub(super) fn assumptions() -> Vec<Function> {
    [of_values(), of_lengths()].concat()
}

library! {
    of_values;

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

/// Functions that assume the length of a collection: for each kind one with the least number of elements, one
/// with the greatest, and one with both.
fn of_lengths() -> Vec<Function> {
    let kinds = [
        ("list", "[\"a\", \"b\"]", Vec::<Value>::parameter()),
        ("map", "{ a = 1, b = 2 }", BTreeMap::<String, Value>::parameter()),
        ("set", "[\"a\", \"b\"]", BTreeSet::<Value>::parameter()),
    ];
    let (least, greatest) = ("The least number of elements.", "The greatest number of elements.");
    let of_kind = |(kind, example, parameter): (&str, &str, Parameter)| {
        let name = format!("assume{kind}length");
        let (min, max) = (format!("{name}min"), format!("{name}max"));
        let (within, at) = ("with the assumption that its length is", "which must have at");
        let declare = |function: Function, what: &str, limits: &str| {
            let text = format!("The {kind}, {what}");
            let call = format!("{}({example}, {limits}) == to{kind}({example})", function.name());
            let accepts = Accepts::PARTS | Accepts::NULL | Accepts::UNKNOWN | Accepts::UNTYPED;
            function
                .with_parameter(0, parameter.clone().accepting(accepts))
                .with_result(&parameter.clone().nullable())
                .with_description(format!("{text}\n\n```hcl\n{call}\n```"))
        };
        let described = |function: Function, names: &[&'static str], texts: &[&'static str]| {
            let texts = texts.iter().map(|text| Cow::Borrowed(*text));
            let texts = [format!("The {kind}.").into()].into_iter().chain(texts);
            let names = ["value"].into_iter().chain(names.iter().copied());
            function.with_parameter_names(names).with_parameter_descriptions(texts)
        };
        let both =
            |value: Value, min: Number, max: Number| with_length(value, Some(&min), Some(&max));
        let both =
            declare(Function::new(name, both), &format!("{within} within two limits."), "1, 2");
        let most = |value: Value, max: Number| with_length(value, None, Some(&max));
        let most =
            declare(Function::new(max, most), &format!("{at} most this number of elements."), "3");
        let fewest = |value: Value, min: Number| with_length(value, Some(&min), None);
        let fewest = declare(
            Function::new(min, fewest),
            &format!("{at} least this number of elements."),
            "1",
        );
        [
            described(both, &["min_length", "max_length"], &[least, greatest]),
            described(most, &["max_length"], &[greatest]),
            described(fewest, &["min_length"], &[least]),
        ]
    };
    kinds.into_iter().flat_map(of_kind).collect()
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
    let mut models = model.unmarked().children().into_iter().flatten();
    let value = value.map_parts(&mut |part| match models.next() {
        Some(model) => with_marks_of(part, model),
        None => part,
    });
    value.with_marks(&own).with_marks(&marks)
}

fn not_upheld() -> FunctionError {
    FunctionError::argument(0, "the value is not what it is assumed to be")
}
