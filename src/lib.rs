//! The serde data format for [HCL](https://github.com/hashicorp/hcl), the configuration language of
//! Terraform, Packer, Nomad and many others.
//!
//! A Rust type is the schema: [`from_str`] decodes a document into it. It evaluates only the
//! expressions that the type asks for.
//!
//! ```
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     title: String,
//!     service: Vec<Service>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Service {
//!     #[serde(rename = "$label")] // the label of the block: "web"
//!     name: String,
//!     port: u16,
//! }
//!
//! let config: Config = serde_hcl::from_str(r#"
//!     title = "ports from ${8000 + 80}"
//!
//!     service "web" {
//!       port = 8000 + 80
//!     }
//! "#)?;
//! assert_eq!(config.title, "ports from 8080");
//! assert_eq!(config.service[0].name, "web");
//! assert_eq!(config.service[0].port, 8080);
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! | Page | Content |
//! |---|---|
//! | [guide] | a configuration language, built step by step: variables, references, several files, changes |
//! | [recipes] | answers to common questions, and the names of serde_json and toml |
//! | [migration] | the names of hcl-edit, hcl-rs and Go's packages |
//! | [serde_limits] | what serde hides from a format: types that behave otherwise than one expects |
//! | [error_codes] | the codes of all diagnostics, each with an example |
//! | [functions] | all functions, with the feature that each one needs |
//! | [prices] | what the work of expressions costs, for limits on hostile input |
//! | [stability] | what a new version may change |
//!
//! # Bodies
//!
//! A body is a document, or the part of a block between its braces. It is a map: each attribute is an
//! entry, and all blocks of one type together are one entry. Entries are in the order in which their
//! names first occur.
//!
//! | Rust type | One block | Several blocks | An attribute |
//! |---|---|---|---|
//! | a struct | the block | an error that shows both | an object |
//! | an `Option` | `Some` | an error | `null` is `None` |
//! | a `Vec`, a tuple, a set | one element | one element each | a tuple, list or set |
//! | a map | keyed by the first label | keyed by label; the same key twice is an error | an object or map |
//! | a map of `Vec`s | | blocks with the same label are collected | |
//! | an enum | the variant is the first label | | a string, or `{ variant = … }` |
//!
//! The labels of a block, except those that are keys of a map, are the values of fields with these names:
//!
//! | Field renamed to | Value |
//! |---|---|
//! | `$label` | the label |
//! | `$label:what`, with any text for `what` | the next label: one field for each label, in order |
//! | `$labels` | all labels |
//! | `$blocks` | all blocks of the body, in order |
//!
//! Labels that no field takes are an error. A type that accepts anything ([`Value`],
//! `serde_json::Value`) gets each block type as nested objects with the labels as keys and a sequence of
//! bodies as the innermost value, for any number of blocks.
//!
//! # Expressions
//!
//! A value is converted to the Rust type by the rules of the language: `"80"` is a `u16`, `15` a
//! `String`, `"true"` a `bool`. Numbers that don't fit are errors. A `&str` borrows from the source
//! if possible. A null attribute counts as absent.
//!
//! Variables and functions come from a [`Context`], which [`from_str_with`] takes; [`from_str`] has
//! none.
//!
//! # Laziness
//!
//! An attribute is evaluated when a field asks for it. Attributes that no field reads are never
//! evaluated. [`Expression`], [`Body`] and [`Lazy`] keep a part of the document unevaluated;
//! [`Spanned`] keeps the place of a value.
//!
//! For untagged and internally tagged enums and for flattened fields, serde reads all entries into a
//! buffer. There an attribute that no field reads may be evaluated, also more than once; its errors
//! are ignored. [What serde hides](serde_limits) lists the types that behave otherwise there.
//!
//! ```
//! use std::collections::BTreeMap;
//! use serde_hcl::{Context, Lazy};
//!
//! let rules: BTreeMap<String, Lazy<bool>> = serde_hcl::from_str("big = size > 100\n")?;
//! let context = Context::new().variable("size", 200);
//! assert!(rules["big"].evaluate(&context)?);
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! # Errors
//!
//! One [`Error`] contains all syntax errors of a source, each as a [`Diagnostic`]. Every error has
//! its place, and errors of decoding have the path of the field; so do the errors of your own
//! `Deserialize`. In a buffer of serde, an error of your own has the place of the buffered part.
//! Messages call the attributes of a body *arguments*, as those of Terraform do.
//!
//! # Writing
//!
//! [`to_string`] writes a value as a new document. [`Body`] and [`edit::File`] change documents and keep
//! every byte of the unchanged parts: comments, order, alignment, and the notation of expressions. The
//! module [`json`] reads and writes HCL's JSON syntax, and [`mod@format`] formats files.
//!
//! # Whole configurations
//!
//! Definitions may refer to each other: [`Context::lazy_object`] evaluates them when they are read. A
//! [`Graph`] has the references between them. [`Expression::reduce`] evaluates the known parts of an
//! expression. [`parse_files`] joins many files to one document, and [`Variables`] are inputs that
//! users set.
//!
//! # Extensions
//!
//! Common extensions of the language by applications are optional: `dynamic` blocks
//! ([`BodyRef::expand`], [`Decoder::expand_dynamic_blocks`]), type expressions (a field of type
//! [`Type`], [`ExpressionRef::to_type`]), functions defined in the language
//! ([`functions::defined_in`]), and bodies with a [`Schema`] instead of a Rust type.
//!
//! # Limits
//!
//! HCL 1, the language of Terraform before 0.12, is not read. There is no streaming: a reader is read
//! to its end first. Sources are smaller than 4 GiB and nest at most 1,024 levels deep. Time and memory
//! are linear in the source, except where expressions need more; functions have
//! [limits](functions#limits), too. [`Context::budget`] limits this for each evaluation, by a table of
//! [prices], and [`Context::decode_budget`] for a whole decode: by default any document of 64 KB takes
//! less than about 10 seconds and 1 GB.
//!
//! # Features
//!
//! No feature is enabled by default. Most of them enable [`functions`] that need other crates.
//!
//! | Feature | What it adds |
//! |---|---|
//! | `functions` | all pure functions of `base64`, `crypto`, `hash`, `regex` and `yaml` |
//! | `base64` | `base64decode` `base64encode` `base64gunzip` `base64gzip` `textdecodebase64` `textencodebase64` |
//! | `config` | [`Hcl`](https://docs.rs/serde_hcl/latest/serde_hcl/struct.Hcl.html), this format for the crate [config](https://docs.rs/config) |
//! | `crypto` | `rsadecrypt`; and `bcrypt`, which is not pure |
//! | `figment` | the same for the crate [figment](https://docs.rs/figment) |
//! | `files` | functions that read files in a directory |
//! | `hash` | `base64sha256` `base64sha512` `md5` `sha1` `sha256` `sha512` `uuidv5` |
//! | `miette` | [`Error`] and [`Diagnostic`] are diagnostics of the crate [miette](https://docs.rs/miette) |
//! | `parallel` | `parse_files` and `parse_sources` use all processors |
//! | `regex` | `regex` `regexall`, and patterns in `replace` |
//! | `schemars` | [`describe`](https://docs.rs/serde_hcl/latest/serde_hcl/describe/index.html): descriptions of Rust types, for manuals and editors; [`language`](https://docs.rs/serde_hcl/latest/serde_hcl/language/index.html): what an editor asks about a document |
//! | `uuid` | `uuid`, which is not pure |
//! | `yaml` | `yamldecode` `yamlencode` |
//!
//! # Text
//!
//! Names are identifiers of [UAX #31](https://www.unicode.org/reports/tr31/), with `-`, in Unicode 18.0 (`unicode-ident`). The
//! reference implementation, HashiCorp's in Go, has those of Unicode 9.0, so it refuses letters that are newer. Strings have
//! the normalization form C (NFC) of Unicode 18.0 (`unicode-normalization`). Lengths and columns count the grapheme clusters of
//! Unicode 17.0 (`unicode-segmentation`). A program with newer versions of these crates has their versions of Unicode.
//!
//! # Platforms
//!
//! The minimum supported Rust version is 1.85. Targets need the standard library.
//!
//! | Target | Features | Restrictions |
//! |---|---|---|
//! | 64 bits | all | |
//! | 32 bits | all | a document must fit into the address space |
//! | `wasm32-unknown-unknown` | all except `files` | no files, one thread, and no `clock`, `identifiers` and `passwords`: use [`functions::clock_from`] and similar functions; the stack does not grow |
//!
//! On all other targets the stack grows with the depth of a document. On `wasm32-unknown-unknown` a
//! document that is too deep for the stack traps, which may be far less than the permitted 1,024 levels.
//! Linking with `-C link-arg=-zstack-size=…` and a larger stack of the host raise that limit.
//!
//! [`BodyRef::expand`]: syntax::BodyRef::expand
//! [`Diagnostic`]: diagnostic::Diagnostic
//! [`ExpressionRef::to_type`]: syntax::ExpressionRef::to_type
//! [`Graph`]: configuration::Graph
//! [`Schema`]: configuration::Schema
//! [`Variables`]: configuration::Variables
//! [`parse_files`]: configuration::parse_files

#![cfg_attr(docsrs, feature(doc_cfg))]

mod analysis;
mod de;
#[cfg(feature = "schemars")]
pub mod describe;
pub mod diagnostic;
mod document;
pub mod edit;
mod eval;
mod extension;
pub mod format;
pub mod functions;
pub mod json;
#[cfg(feature = "schemars")]
pub mod language;
#[cfg(any(feature = "config", feature = "figment"))]
mod layers;
mod lexer;
mod limits;
mod parser;
mod schema;
pub mod ser;
pub mod syntax;
mod text;
pub mod value;

pub use crate::de::{
    Decoder, Deserializer, Lazy, Spanned, from_body, from_path, from_reader, from_slice, from_str,
    from_str_with, from_value,
};
pub use crate::diagnostic::error::{Error, Result};
pub use crate::document::{
    Address, Attribute, Block, BlockMut, Body, Contents, Edit, Expression, Item, Layout,
    parse_expression, parse_partial_traversal, parse_template, parse_traversal,
};
pub use crate::eval::{Context, Function};
#[cfg(feature = "figment")]
pub use crate::layers::HclProvider;
#[cfg(any(feature = "config", feature = "figment"))]
pub use crate::layers::{Hcl, HclWithContext, one_or_many};
pub use crate::parser::document::{Document, parse, parse_lenient};
pub use crate::ser::{Serializer, to_expression_string, to_string, to_value, to_vec, to_writer};
#[doc(inline)]
pub use crate::value::{Map, Number, Type, Value};

/// Whole configurations: several files, references between definitions, inputs that users set, schemas,
/// and evaluation of the known parts. The [guide] builds a configuration language with them.
pub mod configuration {
    pub use crate::analysis::{Graph, Reference};
    pub use crate::document::{Directory, parse_files, parse_including, parse_sources};
    pub use crate::eval::{Reduced, Residual, Unresolved};
    pub use crate::extension::{Assignment, Setting, Variable, Variables};
    pub use crate::schema::{Content, Schema};
}

/// Places in sources: spans of bytes, and lines and columns.
pub mod source {
    pub use crate::text::line_index::{Columns, LineIndex};
    pub use crate::text::source::Location;
    pub use crate::text::span::{Position, Span};
}

#[doc = include_str!("guide.md")]
pub mod guide {}

// The examples are tests of the package `examples/recipes`, because some of them need other crates.
#[cfg(not(doctest))]
#[doc = include_str!("recipes.md")]
pub mod recipes {
    #[doc = include_str!("other_crates.md")]
    pub mod other_crates {}
}

// As the recipes.
#[cfg_attr(not(doctest), doc = include_str!("migration.md"))]
pub mod migration {
    #[doc = include_str!("migration_go.md")]
    pub mod go {}
}

#[doc = include_str!("stability.md")]
pub mod stability {}

#[doc = include_str!("error_codes.md")]
pub mod error_codes {}

#[doc = include_str!("serde_limits.md")]
pub mod serde_limits {}

#[doc = include_str!("prices.md")]
pub mod prices {}

/// Support for the macros of this crate.
#[doc(hidden)]
pub mod __private {
    pub use crate::document::{Piece, Splice, body, expression};
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
