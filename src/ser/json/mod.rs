//! Writes documents and values in JSON syntax.
//!
//! The draft is the same as for native syntax, and so is the decision between attributes and blocks.
//! A block becomes an element of an array inside nested properties: one for its type, and one for
//! each label.

mod blocks;
mod body;
mod expression;
mod tree;

use std::borrow::Cow;

use serde::ser::Serialize;

use self::body::Members;
pub(crate) use self::tree::Layout;
use self::tree::{Json, print};
use super::body::check_document;
use super::draft::Kind;
use super::serializer::Serializer;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::value::Value;

/// Encodes a value as a document in JSON syntax.
pub(crate) fn document<T: Serialize + ?Sized>(value: &T, layout: Layout) -> Result<String> {
    let mut serializer = Serializer::new();
    value.serialize(&mut serializer)?;
    serializer.into_json(layout)
}

/// Encodes a value of the language as plain data: its texts are not templates.
pub(crate) fn plain_text(value: &Value) -> Result<String> {
    let json = Json::of_value(value, |text| Cow::Borrowed(text))?;
    Ok(print(&json, Layout::Compact))
}

impl Serializer {
    /// The serialized value as a document in [JSON syntax](crate::json) on one line.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use serde::ser::Serialize;
    /// use serde_hcl::Serializer;
    ///
    /// let mut serializer = Serializer::new();
    /// HashMap::from([("text", "${x}")]).serialize(&mut serializer)?;
    /// assert_eq!(serializer.into_json_document()?, r#"{"text":"$${x}"}"#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`json::to_string`](crate::json::to_string).
    pub fn into_json_document(self) -> Result<String> {
        self.into_json(Layout::Compact)
    }

    fn into_json(self, layout: Layout) -> Result<String> {
        let root = self.draft.root().ok_or_else(|| Error::encoding(catalog::nothing_to_write()))?;
        check_document(root)?;
        let mut members = Members::default();
        match root.kind() {
            Kind::Object | Kind::Variant => members.add_body(root, &self.options)?,
            Kind::NamedItem => members.add_item(root.text())?,
            _ => root.elements().try_for_each(|element| members.add_item(element.text()))?,
        }
        let mut text = print(&members.into_json(), layout);
        if layout == Layout::Pretty {
            text.push('\n');
        }
        Ok(text)
    }
}
