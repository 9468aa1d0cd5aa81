//! HCL as a format of the crates `config` and `figment`, which merge configurations from files, the
//! environment and defaults.
//!
//! - No value keeps its expression: these crates take evaluated data.
//! - No block is a list unless there are several: their users expect tables.

use crate::eval::Context;

/// HCL as a format of the crates `config` and `figment`.
///
/// Documents are evaluated with [`Context::standard`], and a single block is a map
/// ([`Context::unwrap_single_blocks`]), as in other formats. Labels are keys of maps. To keep
/// expressions unevaluated, merge files with [`Body::merge`](crate::Body::merge) instead.
///
/// With the feature `figment`, it is a provider:
///
#[cfg_attr(feature = "figment", doc = "```")]
#[cfg_attr(not(feature = "figment"), doc = "```ignore")]
/// use figment::Figment;
/// use figment::providers::Format;
/// use serde_hcl::Hcl;
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     workers: u32,
///     server: Server,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Server {
///     host: String,
///     port: u16,
/// }
///
/// let config: Config = Figment::new()
///     .merge(Hcl::string("workers = 2 * 2\nserver {\n  host = \"localhost\"\n  port = 80\n}\n"))
///     .merge(Hcl::string("server {\n  port = 8000 + 80\n}\n"))
///     .extract()?;
/// assert_eq!((config.workers, config.server.port), (4, 8080));
/// assert_eq!(config.server.host, "localhost");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `config`, it is a file format, and errors name the position of a value:
///
#[cfg_attr(feature = "config", doc = "```")]
#[cfg_attr(not(feature = "config"), doc = "```ignore")]
/// use config::{Config, File};
/// use serde_hcl::Hcl;
///
/// let config = Config::builder()
///     .add_source(File::from_str("server {\n  host = \"localhost\"\n  port = 80\n}\n", Hcl))
///     .add_source(File::from_str("server {\n  port = \"${8000 + 80}\"\n}\n", Hcl))
///     .build()?;
/// assert_eq!(config.get::<u16>("server.port")?, 8080);
/// assert_eq!(config.get_string("server.host")?, "localhost");
/// # Ok::<(), config::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hcl;

fn context() -> Context {
    Context::standard().unwrap_single_blocks(true)
}

#[cfg(feature = "figment")]
mod figment {
    use std::path::Path;

    use figment::providers::Format;
    use serde::de::DeserializeOwned;

    use super::{Hcl, context};
    use crate::error::{Error, Result};
    use crate::{from_path_with, from_str_with};

    /// Errors of syntax and evaluation have positions. Errors of types have the information of
    /// figment: the file and the key.
    impl Format for Hcl {
        type Error = Error;

        const NAME: &'static str = "HCL";

        fn from_str<T: DeserializeOwned>(source: &str) -> Result<T> {
            from_str_with(source, &context())
        }

        fn from_path<T: DeserializeOwned>(path: &Path) -> Result<T> {
            from_path_with(path, &context())
        }
    }
}

#[cfg(feature = "config")]
mod config {
    use std::error::Error as StdError;

    use config::{FileStoredFormat, Format, Map, Value as Entry, ValueKind};

    use super::{Hcl, context};
    use crate::document::Document;
    use crate::error::Result;
    use crate::eval::Context;
    use crate::source::Span;
    use crate::stack::nest;
    use crate::syntax::{BlockRef, BodyRef};
    use crate::value::Value;

    /// The origin of each value is its position: `main.hcl:3:7`.
    impl Format for Hcl {
        fn parse(
            &self,
            uri: Option<&String>,
            text: &str,
        ) -> std::result::Result<Map<String, Entry>, Box<dyn StdError + Send + Sync>> {
            let document = Document::parse(text, uri.map(String::as_str))?;
            let reader = Reader { document: &document, context: context() };
            Ok(reader.body(document.body())?)
        }
    }

    impl FileStoredFormat for Hcl {
        fn file_extensions(&self) -> &'static [&'static str] {
            &["hcl"]
        }
    }

    struct Reader<'d> {
        document: &'d Document<'d>,
        context: Context,
    }

    impl<'d> Reader<'d> {
        fn body(&self, body: BodyRef<'d>) -> Result<Map<String, Entry>> {
            let mut table = Map::new();
            let mut blocks: Vec<(&str, Vec<BlockRef<'d>>)> = Vec::new();
            let mut places = hashbrown::HashMap::new();
            for item in body.items() {
                match (item.as_attribute(), item.as_block()) {
                    (Some(attribute), _) => {
                        let value = attribute.expression().evaluate(&self.context)?;
                        let entry = self.value(&value, attribute.expression().span());
                        table.insert(attribute.name().to_owned(), entry);
                    }
                    (None, Some(block)) => {
                        let place = *places.entry(block.name()).or_insert(blocks.len());
                        match blocks.get_mut(place) {
                            Some((_, others)) => others.push(block),
                            None => blocks.push((block.name(), vec![block])),
                        }
                    }
                    (None, None) => {}
                }
            }
            for (name, blocks) in blocks {
                table.insert(name.to_owned(), self.blocks(&blocks, 0)?);
            }
            Ok(table)
        }

        /// Blocks with this many equal labels.
        fn blocks(&self, blocks: &[BlockRef<'d>], depth: usize) -> Result<Entry> {
            let span = blocks.first().map(|block| block.header_span()).unwrap_or_default();
            let mut bodies = Vec::new();
            let mut labelled: Vec<(String, Vec<BlockRef<'d>>)> = Vec::new();
            let mut places = hashbrown::HashMap::new();
            for block in blocks {
                let Some(label) = block.labels().nth(depth) else {
                    let table = nest(|| self.body(block.body()))?;
                    bodies.push(self.entry(table, block.header_span()));
                    continue;
                };
                let label = label.value().into_owned();
                let place = *places.entry(label.clone()).or_insert(labelled.len());
                match labelled.get_mut(place) {
                    Some((_, others)) => others.push(*block),
                    None => labelled.push((label, vec![*block])),
                }
            }
            if labelled.is_empty() {
                return Ok(match bodies.len() {
                    1 => bodies.remove(0),
                    _ => self.entry(bodies, span),
                });
            }
            let mut table = Map::new();
            for (label, blocks) in labelled {
                table.insert(label, self.blocks(&blocks, depth + 1)?);
            }
            Ok(self.entry(table, span))
        }

        fn value(&self, value: &Value, span: Span) -> Entry {
            let kind = match value.unmarked() {
                Value::Bool(bool) => ValueKind::Boolean(*bool),
                Value::Number(number) => match (value.as_i64(), value.as_u64(), value.as_f64()) {
                    (Some(integer), ..) => ValueKind::I64(integer),
                    (None, Some(integer), _) => ValueKind::U64(integer),
                    (None, None, Some(float)) => ValueKind::Float(float),
                    (None, None, None) => ValueKind::String(number.to_string()),
                },
                Value::String(text) => ValueKind::String(text.to_string()),
                Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
                    let elements = elements.iter();
                    ValueKind::Array(
                        elements.map(|value| nest(|| self.value(value, span))).collect(),
                    )
                }
                Value::Map(_, map) | Value::Object(map) => {
                    let entries = map
                        .iter()
                        .map(|(name, value)| (name.to_string(), nest(|| self.value(value, span))));
                    ValueKind::Table(entries.collect())
                }
                _ => ValueKind::Nil,
            };
            self.entry(kind, span)
        }

        fn entry(&self, kind: impl Into<ValueKind>, span: Span) -> Entry {
            let place = self.document.locate(span).to_string();
            Entry::new(Some(&place), kind)
        }
    }
}
