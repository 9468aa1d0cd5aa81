//! Writes values as plain JSON.

use serde::ser::Serialize;

use super::tree::{Json, Layout, print};
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::ser::Serializer;
use crate::ser::draft::{Kind, View};
use crate::value::Value;

/// See [`value_to_string`](crate::json::value_to_string).
pub(crate) fn plain_text(value: &Value) -> Result<String> {
    let mut serializer = Serializer::new();
    value.serialize(&mut serializer)?;
    Ok(print(&serializer.draft.root().map_or_else(Json::null, plain), Layout::Compact))
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
        _ => Json::null(),
    }
}
