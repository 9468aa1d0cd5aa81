//! Functions on marks.

use super::argument::unknown;
use super::library::library;
use crate::value::{Mark, Marks, Type, Value};

library! {
    /// Functions on the marks of values.
    pub(super) sensitive;

    /// The value with null in place of all parts with the mark `ephemeral`.
    ///
    /// ```hcl
    /// ephemeralasnull("kept") == "kept"
    /// ```
    fn ephemeralasnull(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED | CHOSEN]
    ) -> Value {
        match value.contains_marked() {
            true => without_ephemeral(value),
            false => value,
        }
    }

    /// Whether a value has the mark `sensitive`. This is known even if the value is unknown.
    ///
    /// ```hcl
    /// issensitive(sensitive("secret")) && !issensitive("seen")
    /// ```
    fn issensitive(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED | CHOSEN]
    ) -> Value {
        match value.marks().contains(&Mark::SENSITIVE) || value.is_known() {
            true => Value::Bool(value.marks().contains(&Mark::SENSITIVE)),
            false => unknown(Type::Bool),
        }
    }

    /// The value without the mark `sensitive`.
    ///
    /// ```hcl
    /// !issensitive(nonsensitive(sensitive(1)))
    /// ```
    fn nonsensitive(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED | CHOSEN]
    ) -> Value {
        let (value, marks) = value.unmark();
        value.with_marks(&without(&marks, &Mark::SENSITIVE))
    }

    /// The value with the mark `sensitive`, which hides it from errors and from `Display`. An error can
    /// still quote the expression, with a literal.
    ///
    /// ```hcl
    /// nonsensitive(sensitive(1)) == 1
    /// ```
    fn sensitive(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED | CHOSEN]
    ) -> Value {
        value.mark(Mark::SENSITIVE)
    }
}

fn without(marks: &Marks, mark: &Mark) -> Marks {
    marks.iter().filter(|other| *other != mark).cloned().collect()
}

fn without_ephemeral(value: Value) -> Value {
    let ephemeral = Mark::EPHEMERAL;
    let (value, marks) = value.unmark();
    let kept = match value {
        // The value will be null as soon as it is known, so refinements of it could become wrong.
        Value::Unknown(unknown) if marks.contains(&ephemeral) => {
            Value::unknown(unknown.ty().clone())
        }
        empty @ (Value::Null(_) | Value::Unknown(_)) => empty,
        known if marks.contains(&ephemeral) => Value::Null(known.type_of()),
        known => known.map_parts(&mut without_ephemeral),
    };
    kept.with_marks(&without(&marks, &ephemeral))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, parse_expression, value};

    #[test]
    fn only_ephemeral_parts_become_null() {
        let ephemeral = |value: Value| value.mark(Mark::EPHEMERAL).mark(Mark::SENSITIVE);
        let secret = Value::object([
            ("token", ephemeral(value!("hush"))),
            ("open", ephemeral(Value::unknown(Type::Bool))),
            ("user", value!("a")),
        ]);
        let context = Context::standard().variable("secret", secret);
        let value = parse_expression("ephemeralasnull([secret])").unwrap().evaluate(&context);
        let expected = Value::object([
            ("token", Value::Null(Type::String).mark(Mark::SENSITIVE)),
            ("open", Value::unknown(Type::Bool).mark(Mark::SENSITIVE)),
            ("user", value!("a")),
        ]);
        assert_eq!(value.unwrap(), Value::tuple([expected]));
    }
}
