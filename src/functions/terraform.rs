//! Functions of Terraform and OpenTofu that differ from the general ones.

use std::sync::Arc;

use super::argument::{
    Any, CHOSEN, DYNAMIC, Kind, MARKED, NULL, Outcome, Typed, UNKNOWN, Unchecked, no_list, no_map,
    pay, unknown,
};
use super::conversion::{converters, first_suitable};
use super::format::{formatted, formatted_list};
use super::library::library;
use super::lists::has_equal;
use super::network::subnets;
use super::{strings, template};
use crate::eval::{FromArgument, Function, FunctionError, Parameter, Rendering};
use crate::parse_template;
use crate::value::{Mark, Number, Type, Value, lookup};

/// Terraform's variants of functions for which OpenTofu uses the general ones.
pub(super) fn terraform_variants() -> Vec<Function> {
    [terraform_only(), terraform_templates()].concat()
}

/// The variants of Terraform and OpenTofu that replace general functions.
pub(super) fn variants_of_both() -> Vec<Function> {
    let mut variants = functions_of_both();
    variants.extend(converters::<{ NULL | DYNAMIC | UNKNOWN | MARKED }>());
    variants
}

library! {
    functions_of_both;

    /// The first of the values that is neither null nor an empty string, converted to their common
    /// type.
    ///
    /// ```hcl
    /// coalesce("", null, "b") == "b"
    /// ```
    fn coalesce(
        ;
        /// The values to choose from.
        vals: Any<{ NULL | DYNAMIC | UNKNOWN }>
    ) -> Outcome {
        let first = first_suitable(&vals, |ty, value| {
            !value.is_null() && (*ty != Type::String || value.as_str() != Some(""))
        })?;
        first.ok_or_else(|| "all arguments are null or empty strings".into())
    }

    /// The position of the first element of a list or tuple that is equal to a value.
    ///
    /// ```hcl
    /// index(["a", "b", "c"], "b") == 1
    /// ```
    fn index(
        /// The list or tuple.
        list: Any<0>,
        /// The value to look for.
        value: Any<0>
    ) -> Outcome<Typed<Number>> {
        let Some(elements) = list.as_elements().filter(|_| Kind::of(&list).is_indexed()) else {
            return Err(no_list("a list", &list));
        };
        for (position, element) in elements.iter().enumerate() {
            match element.equals(&value) {
                Value::Bool(true) => return Ok(Value::from(position).into()),
                Value::Bool(false) => {}
                _ => return Ok(unknown(Type::Number).into()),
            }
        }
        Err("there is no such element".into())
    }

    /// The number of elements of a list, set, map or tuple, of attributes of an object, or of
    /// characters of a string.
    ///
    /// ```hcl
    /// length({ a = 1 }) == 1 && length("noël") == 4
    /// ```
    fn length(
        /// The string, collection, tuple or object.
        value: Any<{ UNKNOWN | DYNAMIC | MARKED }>
    ) -> Outcome {
        // The whole type of a tuple or an object is not needed.
        let length = match (Kind::of(&value), value.unmarked()) {
            (Kind::Dynamic, _) => Some(unknown(Type::Number)),
            (Kind::Primitive, text) if text.type_of() == Type::String => {
                Some(strings::count_characters(text))
            }
            (_, value) => lookup::length(value),
        };
        let length =
            length.ok_or_else(|| no_list("a string, a collection or an object", &value))?;
        Ok(length.with_marks(&value.marks()))
    }

    /// No longer available: `tolist([...])` creates a list.
    ///
    /// ```hcl
    /// !can(list("a"))
    /// ```
    fn list(
        ;
        /// Ignored.
        vals: Any<{ NULL | DYNAMIC | UNKNOWN }>
    ) -> Outcome {
        drop(vals);
        Err("this function is not available any more; tolist([...]) writes a list".into())
    }

    /// The element of a map or object under a key, or a default if there is none.
    ///
    /// ```hcl
    /// lookup({ a = "x" }, "a") == "x"
    /// lookup({ a = "x" }, "b", "none") == "none"
    /// ```
    fn lookup(
        /// The map or object.
        input_map: Any<{ CHOSEN | UNKNOWN }>,
        /// The key.
        key: Unchecked<Arc<str>, { CHOSEN | UNKNOWN }>;
        /// The value if there is no such key.
        default: Any<{ CHOSEN | UNKNOWN | DYNAMIC | NULL }>
    ) -> Outcome {
        match &*default {
            [] => look_up(&input_map, &key, None),
            [default] => look_up(&input_map, &key, Some(default)),
            more => Err(format!("there can be one default, but there are {}", more.len()).into()),
        }
    }

    /// No longer available: `tomap({...})` creates a map.
    ///
    /// ```hcl
    /// !can(map("a", "b"))
    /// ```
    fn map(
        ;
        /// Ignored.
        vals: Any<{ NULL | DYNAMIC | UNKNOWN }>
    ) -> Outcome {
        drop(vals);
        Err("this function is not available any more; tomap({...}) writes a map".into())
    }

    /// The text with all occurrences of one text replaced by another.
    ///
    /// If the text to look for is between slashes, it is a regular expression. Then `$1`, `$name`
    /// and `${name}` in the replacement are the matches of its groups. This needs the feature
    /// `regex`.
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
        if let Some(pattern) = substr.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
            #[cfg(feature = "regex")]
            return super::regex::replace_all(&str, pattern, &replace);
            #[cfg(not(feature = "regex"))]
            return Err(format!("{pattern:?} is a pattern, which takes the feature regex").into());
        }
        strings::replace_all(&str, &substr, &replace)
    }
}

library! {
    /// Functions that differ between Terraform and OpenTofu, as in Terraform.
    terraform_only;

    /// Consecutive subnets of a network, each with its number of additional bits. Terraform allows at
    /// most 32 of them.
    ///
    /// ```hcl
    /// cidrsubnets("10.1.0.0/16", 4, 8, 4) == tolist(["10.1.0.0/20", "10.1.16.0/24", "10.1.32.0/20"])
    /// ```
    fn cidrsubnets(
        /// The network.
        prefix: Arc<str>;
        /// For each part, the number of bits to add to the length of the prefix.
        newbits: Number
    ) -> Outcome<Vec<String>> {
        subnets(&prefix, &newbits, Some(32))
    }

    /// Whether a list, set or tuple has an element equal to a value, which must not be null.
    ///
    /// ```hcl
    /// contains(["a", "b"], "b")
    /// ```
    fn contains(
        /// The list, set or tuple.
        list: Any<0>,
        /// The value to look for.
        value: Any<0>
    ) -> Outcome<Typed<bool>> {
        has_equal(&list, &value)
    }

    /// The values, formatted by the verbs of a pattern. If the type of a value is unknown, as of a bare
    /// null, the result is unknown.
    ///
    /// ```hcl
    /// format("%s has %03d%%", "a", 7) == "a has 007%"
    /// ```
    fn format(
        /// The pattern, with verbs.
        format: Arc<str>;
        /// The values for the verbs.
        args: Any<{ NULL | UNKNOWN }>
    ) -> Outcome<Typed<String>> {
        formatted(&format, &args)
    }

    /// For each position in the lists, sets and tuples among the values, the result of `format` for
    /// the elements at this position and the other values. If the type of a value is unknown, as of a
    /// bare null, the result is unknown.
    ///
    /// ```hcl
    /// formatlist("%s-%d", "a", [1, 2]) == tolist(["a-1", "a-2"])
    /// ```
    fn formatlist(
        /// The pattern, with verbs.
        format: Arc<str>;
        /// The values for the verbs. Lists must have the same length.
        args: Any<{ NULL | UNKNOWN }>
    ) -> Outcome<Typed<Vec<String>>> {
        formatted_list(&format, &args)
    }

    /// Whether a value has the mark `sensitive`. This is known even if the value is unknown.
    ///
    /// ```hcl
    /// issensitive(sensitive("secret")) && !issensitive("seen")
    /// ```
    fn issensitive(
        /// The value.
        value: Any<{ NULL | UNKNOWN | DYNAMIC | CHOSEN }>
    ) -> Value {
        match value.marks().contains(&Mark::SENSITIVE) || value.is_known() {
            true => Value::Bool(value.marks().contains(&Mark::SENSITIVE)),
            false => unknown(Type::Bool),
        }
    }
}

library! {
    /// The same for functions that render templates.
    terraform_templates: rendering;

    /// The text of a template, with the attributes of an object as its variables. It has the marks
    /// of all variables, also of those that the template doesn't refer to. The template must be a
    /// reference: a literal one can be written without this function.
    ///
    /// ```hcl
    /// [for text in ["$${upper(name)}!"] : templatestring(text, { name = "Jo" })] == ["JO!"]
    /// ```
    fn templatestring(
        /// A reference to the template.
        template: Reference,
        /// The variables of the template.
        vars: Any<MARKED>
    ) -> Outcome<Rendering<String>> {
        let Some(source) = template.0.as_str() else {
            let reason = format!("a text is required, but this is {}", template.0.type_of().noun());
            return Err(FunctionError::argument(0, reason));
        };
        pay(2 * source.len())?;
        Ok(template::marked_rendering(parse_template(source)?, vars.into_inner())?.to())
    }
}

/// A value of any type, given by a reference.
struct Reference(Value);

impl FromArgument for Reference {
    fn parameter() -> Parameter {
        Any::<DYNAMIC>::parameter().only_references()
    }

    fn from_argument(value: Value) -> Outcome<Self> {
        Ok(Reference(value))
    }
}

fn look_up(map: &Value, key: &Value, default: Option<&Value>) -> Outcome {
    let known_key = key.unmarked().as_str();
    let ty = match Kind::of(map) {
        Kind::Object => match known_key.map(|name| lookup::attribute(map.unmarked(), name)) {
            None => Type::Dynamic,
            Some(Ok(attribute)) => attribute.type_of(),
            Some(Err(_)) => match default {
                Some(default) => default.type_of(),
                None => {
                    let reason = format!("the object has no attribute {}", shown(key));
                    return Err(FunctionError::argument(0, reason).with_help(DEFAULT));
                }
            },
        },
        Kind::Map => {
            let element = map.type_of().element().cloned().unwrap_or_default();
            if let Some(Err(error)) = default.map(|default| default.convert_to(&element)) {
                let reason = "the default must be of the type of the elements";
                return Err(FunctionError::argument(2, format!("{reason}: {error}")));
            }
            element
        }
        _ => return Err(no_map(map).or_argument(0)),
    };
    let found = match known_key.filter(|_| map.unmarked().is_known()) {
        None => Value::unknown(ty),
        Some(name) => match (map.unmarked().get(name), default) {
            (Some(element), _) => element.clone(),
            (None, Some(default)) => default.convert_to(&ty)?,
            (None, None) => {
                let error = FunctionError::from(format!("there is no element {}", shown(key)));
                return Err(error.with_help(DEFAULT));
            }
        },
    };
    Ok(found.with_marks(&map.marks()).with_marks(&key.marks()))
}

const DEFAULT: &str = "a third argument is the default: lookup(map, key, default)";

/// A key in an error, unless it is sensitive.
fn shown(key: &Value) -> String {
    match key.unmarked().as_str().filter(|_| !key.marks().contains(&Mark::SENSITIVE)) {
        Some(key) => format!("{key:?}"),
        None => "(sensitive)".to_owned(),
    }
}
