//! General functions that Terraform doesn't have, or has in another form.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::argument::{
    Any, CHOSEN, DYNAMIC, Kind, MARKED, NULL, Outcome, Typed, UNKNOWN, Unchecked, no_list, no_map,
    unknown,
};
use super::conversion::first_suitable;
use super::library::library;
use super::sets::{AnySet, combine, without};
use super::strings;
use crate::eval::FunctionError;
use crate::value::{Number, Type, Value, lookup};

library! {
    /// Functions that Terraform doesn't have, or has in [another form](super::terraform).
    pub(super) not_in_terraform;

    /// The first of the values that is not null, converted to their common type.
    ///
    /// ```hcl
    /// coalesce(null, "a", "b") == "a"
    /// ```
    fn coalesce(
        ;
        /// The values to choose from.
        vals: Any<{ NULL | DYNAMIC | UNKNOWN }>
    ) -> Outcome {
        let first = first_suitable(&vals, |_, value| !value.is_null())?;
        first.ok_or_else(|| "all arguments are null".into())
    }

    /// The value, which must not be null.
    ///
    /// ```hcl
    /// assertnotnull("a") == "a" && !can(assertnotnull(null))
    /// ```
    fn assertnotnull(
        /// The value.
        v: Any<UNKNOWN>
    ) -> Value {
        v.into_inner().refine_not_null()
    }

    /// Whether a list or tuple has an element at a position, or a map under a key. Unlike the index
    /// operator, it does not convert keys.
    ///
    /// ```hcl
    /// hasindex(["a"], 0) && !hasindex(["a"], 1)
    /// ```
    fn hasindex(
        /// The list, map or tuple.
        collection: Any<{ UNKNOWN | DYNAMIC }>,
        /// The position or the key.
        key: Any<{ UNKNOWN | DYNAMIC }>
    ) -> Outcome {
        let kind = Kind::of(&collection);
        if !matches!(kind, Kind::List | Kind::Tuple | Kind::Map | Kind::Dynamic) {
            return Err(no_list("a list or map", &collection));
        }
        if !collection.is_known() || !key.is_known() {
            return Ok(unknown(Type::Bool));
        }
        Ok(lookup::has_index(&collection, &key))
    }

    /// The element of a list or tuple at a position, or of a map under a key. Unlike the index
    /// operator, it does not convert keys.
    ///
    /// ```hcl
    /// index(["a", "b"], 1) == "b"
    /// ```
    fn index(
        /// The list, map or tuple.
        collection: Any<UNKNOWN>,
        /// The position or the key.
        key: Any<{ UNKNOWN | DYNAMIC }>
    ) -> Outcome {
        let wanted = match Kind::of(&collection) {
            Kind::List | Kind::Tuple => Type::Number,
            Kind::Map => Type::String,
            _ => return Err(no_list("a list or map", &collection)),
        };
        let ty = key.type_of();
        if ty != wanted && ty != Type::Dynamic {
            let (wanted, have) = (wanted.friendly_name(), ty.noun());
            return Err(format!("a {wanted} as key is required, but this is {have}").into());
        }
        let is_open = !collection.is_known() || !key.is_known();
        if is_open && Kind::of(&collection) != Kind::Tuple {
            return Ok(Value::unknown(collection.type_of().element().cloned().unwrap_or_default()));
        }
        lookup::index(&collection, &key).map_err(|_| "there is nothing under this key".into())
    }

    /// The number without its fraction.
    ///
    /// ```hcl
    /// int(-4.9) == -4
    /// ```
    fn int(
        /// The number.
        num: Number
    ) -> Outcome<Number> {
        if num.is_infinite() {
            return Err("infinity has no integer part".into());
        }
        Ok(num.trunc())
    }

    /// The number of elements of a list, set, map or tuple.
    ///
    /// ```hcl
    /// length(["a", "b"]) == 2
    /// ```
    fn length(
        /// The list, set, map or tuple.
        collection: Any<{ UNKNOWN | DYNAMIC | MARKED }>
    ) -> Outcome {
        lookup::length(&collection)
            .filter(|_| Kind::of(&collection) != Kind::Object)
            .ok_or_else(|| {
                let error = no_list("a list, set or map", &collection);
                match collection.type_of() {
                    Type::String => error.with_help("strlen(text) is the number of characters of a text"),
                    _ => error,
                }
            })
    }

    /// The element of a map or object under a key, or a default if there is none.
    ///
    /// ```hcl
    /// lookup({ a = "x" }, "b", "none") == "none"
    /// ```
    fn lookup(
        /// The map or object.
        map: Any<{ CHOSEN | UNKNOWN }>,
        /// The key.
        key: Unchecked<Arc<str>, { CHOSEN | UNKNOWN }>,
        /// The value if there is no such key.
        default: Any<{ CHOSEN | UNKNOWN }>
    ) -> Outcome {
        look_up(&map, &key, &default)
    }

    /// The text with all occurrences of one text replaced by another.
    ///
    /// ```hcl
    /// replace("1 + 2 + 3", "+", "-") == "1 - 2 - 3"
    /// ```
    fn replace(
        /// The text.
        str: Arc<str>,
        /// The text to look for.
        substr: Arc<str>,
        /// The replacement.
        replace: Arc<str>
    ) -> Outcome<String> {
        strings::replace_all(&str, &substr, &replace)
    }

    /// Whether a set has an element.
    ///
    /// ```hcl
    /// sethaselement(["a", "b"], "a")
    /// ```
    fn sethaselement(
        /// The set.
        set: Unchecked<BTreeSet<Value>, DYNAMIC>,
        /// The value to look for.
        elem: Any<DYNAMIC>
    ) -> Typed<bool> {
        lookup::has_element(&set, &elem).into()
    }

    /// The elements that are in only one of two sets. More sets are combined from left to right.
    ///
    /// ```hcl
    /// setsymmetricdifference(["a", "b"], ["b", "c"]) == toset(["a", "c"])
    /// ```
    fn setsymmetricdifference(
        /// The first set.
        first_set: AnySet;
        /// The other sets.
        other_sets: AnySet
    ) -> Outcome {
        combine(first_set, other_sets, |left, right| {
            let mut different = without(left, right);
            different.extend(without(right, left));
            different
        })
    }

    /// The number of characters.
    ///
    /// ```hcl
    /// strlen("noël") == 4
    /// ```
    fn strlen(
        /// The text.
        str: Unchecked<Arc<str>, UNKNOWN>
    ) -> Value {
        strings::count_characters(&str)
    }
}

fn look_up(map: &Value, key: &Value, default: &Value) -> Outcome {
    let invalid = |index, reason: String| Err(FunctionError::argument(index, reason));
    let known_key = key.unmarked().as_str();
    let ty = match Kind::of(map) {
        Kind::Object => match known_key {
            None => Type::Dynamic,
            Some(key) => match lookup::attribute(map, key) {
                Ok(attribute) => attribute.type_of(),
                Err(_) => default.type_of(),
            },
        },
        Kind::Map => {
            let element = map.type_of().element().cloned().unwrap_or_default();
            if let Err(error) = default.convert_to(&element) {
                return invalid(
                    2,
                    format!("the default must be of the type of the elements: {error}"),
                );
            }
            element
        }
        _ => return Err(no_map(map).or_argument(0)),
    };
    let is_known = default.is_known() && map.is_wholly_known();
    let found = match known_key.filter(|_| is_known) {
        None => Value::unknown(ty),
        Some(name) => match map.unmarked().get(name) {
            Some(element) => element.clone(),
            None => default.convert_to(&ty)?,
        },
    };
    Ok(found.with_marks(&map.marks()).with_marks(&key.marks()))
}
