//! Writes values as plain JSON.

use super::tree::{Json, Layout, print};
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::ser::Serializer;
use crate::ser::draft::{Kind, View};
use crate::value::{Type, Value};

/// See [`value_to_string`](crate::json::value_to_string).
pub(crate) fn exact(value: &Value) -> Result<String> {
    Ok(print(&of_value(value)?, Layout::Compact))
}

/// See [`typed_value_to_string`](crate::json::typed_value_to_string).
pub(crate) fn typed(value: &Value) -> Result<String> {
    let members = [("value", of_value(value)?), ("type", of_type(&value.type_of()))];
    let members = members.map(|(name, json)| (name.to_owned(), json));
    Ok(print(&Json::Object(members.into()), Layout::Compact))
}

fn of_value(value: &Value) -> Result<Json> {
    let mut serializer = Serializer::new();
    serde::Serialize::serialize(value, &mut serializer)?;
    Ok(serializer.draft.root().map_or(Json::Raw("null".to_owned()), plain))
}

/// Plain data. Its texts are not templates.
fn plain(value: View<'_>) -> Json {
    match value.kind() {
        Kind::Literal => Json::Raw(value.text().to_owned()),
        Kind::String | Kind::UnitVariant => Json::Text(value.text().to_owned()),
        Kind::Tuple => Json::Array(value.elements().map(|each| nest(|| plain(each))).collect()),
        Kind::Object | Kind::Variant => {
            let members = value.entries();
            Json::Object(
                members.map(|(key, each)| (key.to_owned(), nest(|| plain(each)))).collect(),
            )
        }
        _ => Json::Raw("null".to_owned()),
    }
}

/// The type as JSON, in the notation of other tools.
fn of_type(ty: &Type) -> Json {
    let text = |name: &str| Json::Text(name.to_owned());
    let pair = |name: &str, of: Json| Json::Array(vec![text(name), of]);
    match ty {
        Type::Bool => text("bool"),
        Type::Number => text("number"),
        Type::String => text("string"),
        Type::List(element) => pair("list", nest(|| of_type(element))),
        Type::Set(element) => pair("set", nest(|| of_type(element))),
        Type::Map(element) => pair("map", nest(|| of_type(element))),
        Type::Tuple(elements) => {
            let elements = elements.iter().map(|element| nest(|| of_type(element)));
            pair("tuple", Json::Array(elements.collect()))
        }
        Type::Object(object) => {
            let attributes =
                object.iter().map(|(name, ty)| (name.to_string(), nest(|| of_type(ty))));
            pair("object", Json::Object(attributes.collect()))
        }
        _ => text("dynamic"),
    }
}
