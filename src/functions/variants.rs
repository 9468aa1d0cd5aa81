//! The functions of products that differ from Terraform's.

use std::sync::Arc;

use super::argument::{Kind, Outcome, no_list, pay, unknown};
use super::conversion::first_suitable;
use super::library::library;
use super::network::subnets;
use super::{strings, template};
use crate::eval::{Accepts, Function, Rendering};
use crate::parse_template;
use crate::value::{Mark, Number, Type, Value, lookup};

/// The variants of OpenTofu among these functions: it accepts more.
pub(super) fn opentofu(functions: &[Function]) -> Vec<Function> {
    let all = Accepts::NULL | Accepts::UNKNOWN | Accepts::UNTYPED;
    let wider = functions.iter().filter_map(|function| match function.name() {
        "contains" => Some(function.clone().with_accepted(1, Accepts::NULL)),
        "format" | "formatlist" => Some(function.clone().with_accepted(1, all)),
        _ => None,
    });
    wider.chain(opentofu_only()).chain(opentofu_templates()).collect()
}

library! {
    opentofu_only;

    /// Consecutive subnets of a network, each with its number of additional bits.
    ///
    /// ```hcl
    /// cidrsubnets("10.1.0.0/16", 4, 8, 4) == tolist(["10.1.0.0/20", "10.1.16.0/24", "10.1.32.0/20"])
    /// ```
    fn cidrsubnets(
        /// The network.
        prefix: Arc<str>;
        /// For each subnet, the number of bits to add to the length of the prefix.
        newbits: Number
    ) -> Outcome<Vec<String>> {
        subnets(&prefix, &newbits, None)
    }

    /// Whether a value has the mark `sensitive`.
    ///
    /// ```hcl
    /// issensitive(sensitive("secret")) && !issensitive("seen")
    /// ```
    fn issensitive(
        /// The value.
        value: Value [NULL | UNKNOWN | UNTYPED | CHOSEN]
    ) -> Value {
        match value.unmarked().is_known() {
            true => Value::Bool(value.marks().contains(&Mark::SENSITIVE)),
            // The known value may have other marks.
            false => unknown(Type::Bool),
        }
    }
}

library! {
    opentofu_templates: rendering;

    /// The result of a template, with the attributes of an object as its variables: a text, or the
    /// value of the interpolation if the template is only one.
    ///
    /// ```hcl
    /// templatestring("Hello, $${upper(name)}!", { name = "Jodie" }) == "Hello, JODIE!"
    /// ```
    fn templatestring(
        /// The template.
        data: Value as Arc<str>,
        /// The variables of the template.
        vars: Value [MARKED]
    ) -> Outcome<Rendering> {
        let source = data.as_str().unwrap_or_default();
        pay(2 * source.len())?;
        template::rendering(parse_template(source)?, vars)
    }
}

library! {
    /// Functions of Packer and Nomad.
    pub(super) packer_and_nomad;

    /// The text with all occurrences of one text, which is no pattern, replaced by another.
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
}

library! {
    /// Functions of Nomad.
    pub(super) nomad;

    /// The first of the values that is not null, converted to their common type.
    ///
    /// ```hcl
    /// coalesce(null, "a", "b") == "a"
    /// ```
    fn coalesce(
        ;
        /// The values to choose from.
        vals: Value [NULL | UNTYPED | UNKNOWN]
    ) -> Outcome {
        let first = first_suitable(&vals, |_, value| !value.is_null())?;
        first.ok_or_else(|| "all arguments are null".into())
    }

    /// The element of a list or tuple at a position, or of a map under a key. Unlike the index
    /// operator, it does not convert keys.
    ///
    /// ```hcl
    /// index(["a", "b"], 1) == "b"
    /// ```
    fn index(
        /// The list, map or tuple.
        collection: Value [UNKNOWN],
        /// The position or the key.
        key: Value [UNKNOWN | UNTYPED]
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
        let is_undecided = !collection.is_known() || !key.is_known();
        if is_undecided && Kind::of(&collection) != Kind::Tuple {
            return Ok(Value::unknown(collection.type_of().element().cloned().unwrap_or_default()));
        }
        lookup::index(&collection, &key).map_err(|_| "there is nothing under this key".into())
    }

    /// The number of characters.
    ///
    /// ```hcl
    /// strlen("noël") == 4
    /// ```
    fn strlen(
        /// The text.
        str: Value as Arc<str> [UNKNOWN]
    ) -> Value {
        strings::count_characters(&str)
    }
}
