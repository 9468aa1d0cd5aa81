//! The schemas of this crate's own types.

use std::any::type_name;
use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::forms::any_block;
use super::node::HCL;
use crate::ser::{AsAttribute, AsBlock};
use crate::value::Map;
use crate::{Block, Body, Expression, Lazy, Number, Spanned, Type, Value};

macro_rules! schemas {
    ($([$($inner:ident)?] $type:ty, $name:expr, |$generator:pat_param| $schema:expr;)*) => { $(
        impl $(<$inner: JsonSchema>)? JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn schema_id() -> Cow<'static, str> {
                type_name::<Self>().into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    )* };
}

schemas! {
    [T] AsAttribute<T>, T::schema_name(), |generator| said::<T>("attribute", generator);
    [T] AsBlock<T>, T::schema_name(), |generator| said::<T>("block", generator);
    [T] Lazy<T>, T::schema_name(), |generator| generator.subschema_for::<T>();
    [T] Spanned<T>, T::schema_name(), |generator| generator.subschema_for::<T>();
    [] Block, "Block", |_| any_block();
    [] Body, "Body", |_| json_schema!({ "type": "object", HCL: "body", "additionalProperties": true });
    [] Expression, "Expression", |_| json_schema!({ HCL: "expression" });
    [] Map, "Map", |_| json_schema!({ "type": "object", "additionalProperties": true });
    [] Number, "Number", |_| json_schema!({ "type": "number" });
    [] Type, "Type", |_| json_schema!({ "type": "string", HCL: "type" });
    [] Value, "Value", |_| json_schema!(true);
}

fn said<T: JsonSchema>(form: &str, generator: &mut SchemaGenerator) -> Schema {
    let mut schema = generator.subschema_for::<T>();
    schema.insert(HCL.to_owned(), form.into());
    schema
}
