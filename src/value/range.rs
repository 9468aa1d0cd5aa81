//! Facts that are certain about a value, even an unknown one.

use super::{Bound, Type, Unknown, Value};

impl Value {
    /// Whether the value is definitely not null.
    pub(crate) fn is_definitely_not_null(&self) -> bool {
        match self.unmarked() {
            Value::Null(_) => false,
            Value::Unknown(unknown) => unknown.refinements().is_not_null(),
            _ => true,
        }
    }

    /// Whether the type of the value or of a value inside it is unknown.
    pub(crate) fn has_unknown_type(&self) -> bool {
        self.any(&mut |value| match value {
            Value::Unknown(unknown) => unknown.ty().has_dynamic(),
            _ => false,
        })
    }

    /// The bounds of a number, if it has any.
    pub(crate) fn number_bounds(&self) -> (Option<Bound>, Option<Bound>) {
        match self.unmarked() {
            Value::Number(number) => {
                let bound = Bound { number: number.clone(), inclusive: true };
                (Some(bound.clone()), Some(bound))
            }
            Value::Unknown(unknown) => {
                let refinements = unknown.refinements();
                (refinements.lower_bound().cloned(), refinements.upper_bound().cloned())
            }
            _ => (None, None),
        }
    }

    /// The smallest and the largest possible length of a collection or tuple.
    pub(crate) fn length_bounds(&self) -> (usize, Option<usize>) {
        match self.unmarked() {
            Value::List(_, elements) | Value::Tuple(elements) => exactly(elements.len()),
            // Unknown elements may be equal.
            Value::Set(set) if set.len() > 1 && !self.is_wholly_known() => (1, Some(set.len())),
            Value::Set(set) => exactly(set.len()),
            Value::Map(_, map) | Value::Object(map) => exactly(map.len()),
            Value::Unknown(unknown) => match unknown.ty() {
                Type::Tuple(elements) => exactly(elements.len()),
                Type::Object(object) => exactly(object.len()),
                _ => (unknown.refinements().min_length(), unknown.refinements().max_length()),
            },
            _ => (0, None),
        }
    }

    /// The least and the greatest number of elements. As in the reference, nothing is certain about a known set
    /// whose number of elements isn't.
    pub(crate) fn length_bounds_of_sets(&self) -> (usize, Option<usize>) {
        match self.length_bounds() {
            (min, max) if matches!(self.unmarked(), Value::Set(_)) && Some(min) != max => (0, None),
            bounds => bounds,
        }
    }

    /// The known prefix of a string.
    pub(crate) fn known_prefix(&self) -> &str {
        match self.unmarked() {
            Value::String(text) => text,
            Value::Unknown(unknown) => unknown.refinements().prefix(),
            _ => "",
        }
    }
}

fn exactly(length: usize) -> (usize, Option<usize>) {
    (length, Some(length))
}

impl Unknown {
    /// Whether the value definitely differs from `known`.
    pub(super) fn excludes(&self, known: &Value) -> bool {
        let refinements = self.refinements();
        match known {
            Value::Null(_) => return refinements.is_not_null(),
            Value::String(text) if !text.starts_with(refinements.prefix()) => return true,
            Value::Number(number) => {
                let below = refinements.lower_bound().is_some_and(|lower| {
                    *number < lower.number || !lower.inclusive && *number == lower.number
                });
                let above = refinements.upper_bound().is_some_and(|upper| {
                    *number > upper.number || !upper.inclusive && *number == upper.number
                });
                if below || above {
                    return true;
                }
            }
            Value::List(..) | Value::Set(..) | Value::Map(..) => {
                let (min, max) = known.length_bounds();
                let too_short = max.is_some_and(|max| max < refinements.min_length());
                if too_short || refinements.max_length().is_some_and(|allowed| min > allowed) {
                    return true;
                }
            }
            _ => {}
        }
        !known.type_of().conforms_to(self.ty())
    }
}
