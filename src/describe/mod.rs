//! Descriptions of Rust types as HCL: what a document for a type may contain, for manuals, editors and
//! checks.
//!
//! A type that derives [`schemars::JsonSchema`] besides serde's `Deserialize` is described by the rules by
//! which it is decoded and written: a struct is a block, a `Vec` of structs repeats it, the keys of a map of
//! structs are labels, and everything else is an attribute. Documentation comments, `deprecated`, defaults,
//! examples, ranges and the variants of enums are part of the description.
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
//! - `serialize_with` and `deserialize_with`: `#[schemars(with = "…")]` names the type that is written. For
//!   [`ser::attribute`](crate::ser::attribute) and [`ser::block`](crate::ser::block), write
//!   `#[schemars(extend("x-hcl" = "attribute"))]` or `"block"`, or use the wrappers
//!   [`AsAttribute`](crate::ser::AsAttribute) and [`AsBlock`](crate::ser::AsBlock).
//! - `alias`: other names of a field are not in the description.
//! - A struct that has only a flattened map looks like this map: it is described as an attribute where it is
//!   the type of a field. Say `x-hcl = "block"`.
//! - The order of fields that are not required: they are sorted by name, unless the feature `preserve_order`
//!   of schemars is enabled. Fields for labels are best required.
//! - `skip_serializing_if`, and `None` that is written as null.

// - No evaluation, and no document: this folder stands on the public types of this crate only.
// - No expansion of types that contain themselves: the body of a block is described on request.
// - No decision of the serializer: `forms.rs` repeats those of `src/ser/shape.rs` for types.
//
// A value can be an object with attributes, and a body has values. Circle: `body`, `forms`, `label`, `value`.

mod body;
mod forms;
mod impls;
mod label;
mod node;
mod value;

use schemars::{JsonSchema, Schema};
use serde_json::Value as Json;

pub use self::body::{AttributeDescription, BlockDescription, BodyDescription};
pub use self::label::LabelDescription;
use self::node::Node;
pub use self::value::{Kind, PossibleValue, ValueDescription};

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
        BodyDescription::of(root, &[root], body::Position::Body)
    }
}

/// For a schema that schemars made with settings of its own. It is the schema for decoding, of the draft
/// 2020-12.
impl From<Schema> for Description {
    fn from(schema: Schema) -> Self {
        Description { document: schema.to_value() }
    }
}
