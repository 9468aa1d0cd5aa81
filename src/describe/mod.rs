//! Descriptions of Rust types as HCL: what a document for a type may contain, for manuals, editors and
//! checks.
//!
//! A type that derives [`schemars::JsonSchema`] besides serde's `Deserialize` is described by the rules by
//! which it is decoded and written: a struct is a block, a `Vec` of structs repeats it, the keys of a map of
//! structs are labels, and everything else is an attribute. Documentation comments, `deprecated`, defaults,
//! examples, ranges and the variants of enums are part of the description.
//!
//! This module needs the feature `schemars`.
//!
//! ```
//! use std::collections::BTreeMap;
//! use schemars::JsonSchema;
//! use serde_hcl::describe::Description;
//!
//! #[derive(JsonSchema)]
//! struct Config {
//!     /// Where to run.
//!     region: String,
//!     #[serde(default)]
//!     service: BTreeMap<String, Service>,
//! }
//!
//! #[derive(JsonSchema)]
//! struct Service {
//!     port: Option<u16>,
//! }
//!
//! let description = Description::of::<Config>();
//! let body = description.body();
//! let region = body.attribute("region").unwrap();
//! assert!(region.is_required());
//! assert_eq!(region.documentation(), Some("Where to run."));
//!
//! let service = body.blocks_named("service").next().unwrap();
//! assert!(service.is_repeated() && !service.is_required());
//! assert_eq!(service.labels().len(), 1);
//! assert_eq!(service.body().attribute("port").unwrap().value().to_string(), "number");
//! ```
//!
//! # What schemars does not see
//!
//! - `with`, `serialize_with` and `deserialize_with`: `#[schemars(with = "…")]` names the type that is written.
//!   For [`ser::attribute`](crate::ser::attribute) and [`ser::block`](crate::ser::block), write
//!   `#[schemars(extend("x-hcl" = "attribute"))]` or `"block"`, or use the wrappers
//!   [`AsAttribute`](crate::ser::AsAttribute) and [`AsBlock`](crate::ser::AsBlock).
//! - `alias`: other names of a field are not in the description.
//! - A struct that has only a flattened map looks like this map: it is described as an attribute where it is
//!   the type of a field. Say `x-hcl = "block"`.
//! - The order of fields that are not required: they are sorted by name, unless the feature `preserve_order`
//!   of schemars is enabled. Fields for labels are best required.
//! - The values: a list or a map of blocks is written as an attribute if it, or a list or map in it, is empty.
//!   A description says only that it is blocks.
//! - The number of labels of an enum that contains itself. Its blocks are those of any labels and any content.

// - No evaluation, and no document: this folder stands on the public types of this crate only.
// - No expansion of types that contain themselves: the body of a block is described on request.
// - No decision of the serializer: `forms.rs` repeats those of `src/ser/shape.rs` for types.
//
// A value can be an object with attributes, and a body has values. Circle: `body`, `forms`, `item`, `value`.

mod body;
mod forms;
mod impls;
mod item;
mod json_schema;
mod markdown;
mod node;
mod schema;
mod skeleton;
mod value;

use schemars::JsonSchema;
use serde_json::Value as Json;

pub use self::body::BodyDescription;
pub use self::item::{AttributeDescription, BlockDescription, ItemDescription, LabelDescription};
use self::node::Node;
pub use self::value::{Kind, PossibleValue, ValueDescription};
use crate::configuration::Schema;

/// The description of a type as the body of a document.
///
/// ```
/// use serde_hcl::describe::Description;
///
/// #[derive(schemars::JsonSchema)]
/// struct Folder {
///     #[serde(rename = "$label")]
///     name: String,
///     #[serde(default)]
///     folder: Vec<Folder>,
/// }
///
/// #[derive(schemars::JsonSchema)]
/// struct Disk {
///     folder: Vec<Folder>,
/// }
///
/// let description = Description::of::<Disk>();
/// let outer = description.body().blocks()[0].body();
/// assert_eq!(outer.name(), Some("Folder"));
/// // Types that contain themselves are described level by level.
/// let inner = outer.blocks()[0].body();
/// assert_eq!(inner, outer);
/// ```
#[derive(Clone, Debug)]
pub struct Description {
    document: Json,
}

impl Description {
    /// The description of a type.
    pub fn of<T: JsonSchema>() -> Self {
        schemars::schema_for!(T).into()
    }

    /// The content of a document.
    pub fn body(&self) -> BodyDescription<'_> {
        let root = Node { document: &self.document, schema: &self.document };
        BodyDescription::of(root, body::Position::Body)
    }

    /// A reference manual in Markdown: a section for the document and for each body in it, with tables of
    /// arguments and blocks. The first paragraph of each text is the documentation of a type or a field.
    ///
    /// ```
    /// use serde_hcl::describe::Description;
    ///
    /// /// A server.
    /// #[derive(schemars::JsonSchema)]
    /// struct Server {
    ///     /// The port to listen on.
    ///     port: u16,
    /// }
    ///
    /// assert_eq!(Description::of::<Server>().to_markdown(), "\
    /// ## Server
    ///
    /// A server.
    ///
    /// | Argument | Type | Required | Default | Description |
    /// |---|---|---|---|---|
    /// | `port` | number | yes |  | The port to listen on. From 0 to 65535. |
    /// ");
    /// ```
    pub fn to_markdown(&self) -> String {
        markdown::manual(&self.body())
    }

    /// A JSON Schema (draft 2020-12) for documents in [JSON syntax](crate::json), as editors use it. It accepts
    /// what decodes: levels of objects for labels, one block or a list of blocks, the conversions of the
    /// language, and templates in the place of any value. `dynamic` blocks are not part of it, and neither are
    /// lists in the place of single objects outside of blocks.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::describe::Description;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Config {
    ///     region: String,
    /// }
    ///
    /// let schema = Description::of::<Config>().to_json_schema();
    /// assert_eq!(schema["required"][0], "region");
    /// ```
    pub fn to_json_schema(&self) -> Json {
        json_schema::json_schema(&self.body())
    }

    /// A sample document: required arguments and blocks with sample values, all others in comments with
    /// their defaults, and the documentation above each.
    ///
    /// ```
    /// use serde_hcl::describe::Description;
    ///
    /// #[derive(schemars::JsonSchema, serde::Deserialize)]
    /// struct Server {
    ///     /// The address to listen on.
    ///     host: String,
    ///     #[serde(default = "https")]
    ///     port: u32,
    /// }
    ///
    /// fn https() -> u32 {
    ///     443
    /// }
    ///
    /// let skeleton = Description::of::<Server>().skeleton();
    /// assert_eq!(skeleton, "\
    /// ## The address to listen on.
    /// host = \"\"
    /// ## port = 443
    /// ");
    /// let server: Server = serde_hcl::from_str(&skeleton)?;
    /// assert_eq!(server.port, 443);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn skeleton(&self) -> String {
        skeleton::skeleton(&self.body())
    }

    /// The schema for [`BodyRef::content`](crate::syntax::BodyRef::content) and
    /// [`BodyRef::to_native`](crate::syntax::BodyRef::to_native). Blocks are known up to a depth of 32. A schema
    /// has no place for attributes and blocks of any name, and for any number of labels; a name of both an
    /// attribute and a block is an attribute there.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::json;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Config {
    ///     service: BTreeMap<String, Service>,
    /// }
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Service {
    ///     port: u16,
    /// }
    ///
    /// let schema = Description::of::<Config>().to_schema();
    /// let document = json::parse(r#"{"service": {"web": {"port": 80}}}"#)?;
    /// let native = document.body().to_native(&schema)?;
    /// assert_eq!(native.to_string(), "service \"web\" {\n  port = 80\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn to_schema(&self) -> Schema {
        schema::schema(&self.body())
    }
}

/// For a schema that schemars made with settings of its own. It is the schema for decoding, of the draft
/// 2020-12.
impl From<schemars::Schema> for Description {
    fn from(schema: schemars::Schema) -> Self {
        Description { document: schema.to_value() }
    }
}
