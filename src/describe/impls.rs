//! The schemas of this crate's own types.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::node::HCL;
use crate::ser::{AsAttribute, AsBlock};
use crate::value::Map;
use crate::{Block, Body, Expression, Lazy, Number, Spanned, Type, Value};

macro_rules! wrapper {
    ($($wrapper:ident $($word:literal)?)*) => { $(
        impl<T: JsonSchema> JsonSchema for $wrapper<T> {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                T::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                format!("serde_hcl::{}<{}>", stringify!($wrapper), T::schema_id()).into()
            }

            #[allow(unused_mut)]
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                let mut schema = generator.subschema_for::<T>();
                $( schema.insert(HCL.to_owned(), $word.into()); )?
                schema
            }
        }
    )* };
}

macro_rules! leaf {
    ($($leaf:ident $schema:tt)*) => { $(
        impl JsonSchema for $leaf {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($leaf).into()
            }

            fn schema_id() -> Cow<'static, str> {
                concat!("serde_hcl::", stringify!($leaf)).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )* };
}

wrapper! {
    AsAttribute "attribute"
    AsBlock "block"
    Lazy
    Spanned
}

leaf! {
    Block { "type": "object", HCL: "any-block", "additionalProperties": true }
    Body { "type": "object", HCL: "body", "additionalProperties": true }
    Expression { HCL: "expression" }
    Map { "type": "object", "additionalProperties": true }
    Number { "type": "number" }
    Type { "type": "string", HCL: "type" }
    Value true
}
