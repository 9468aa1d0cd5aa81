//! JSON as a tree, and the layouts of its text.

use crate::limits::stack::nest;

/// JSON that is not printed yet.
pub(in crate::ser) enum Json {
    /// JSON text.
    Raw(String),
    /// Text that is not quoted yet.
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Whether the first property of each object leads to an array, as labels lead to blocks.
    pub(super) fn starts_with_array(&self) -> bool {
        let mut json = self;
        while let Json::Object(members) = json {
            match members.first() {
                Some((_, first)) => json = first,
                None => return false,
            }
        }
        matches!(json, Json::Array(_))
    }
}

impl Drop for Json {
    fn drop(&mut self) {
        match self {
            Json::Raw(_) | Json::Text(_) => {}
            Json::Array(elements) => nest(|| elements.clear()),
            Json::Object(members) => nest(|| members.clear()),
        }
    }
}

/// The layout of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// On one line, without white space.
    Compact,
    /// A line for each element and property, indented by two spaces.
    Pretty,
}
