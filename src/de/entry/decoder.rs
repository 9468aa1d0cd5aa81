//! Decoding with options.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde::de::{Deserialize, DeserializeOwned};

use super::source::decode_expanded;
use super::source::{from_bytes, from_file, from_input, from_source};
use crate::de::input::{BodyOf, Node};
use crate::de::options::{Options, Warnings};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::Result;
use crate::eval::Context;
use crate::extension::EXPAND;
use crate::parser::document::Syntax;
use crate::syntax::BodyRef;

/// Decodes with options. The functions of this crate, such as [`from_str`](crate::from_str), have
/// none of them.
///
/// ```
/// use serde_hcl::{Context, Decoder};
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     region: String,
/// }
///
/// let context = Context::new().variable("continent", "eu");
/// let decoder = Decoder::new().context(&context).name("main.hcl").deny_unknown_fields(true);
/// let config: Config = decoder.from_str("region = \"${continent}-1\"\n")?;
/// assert_eq!(config.region, "eu-1");
/// let error = decoder.from_str::<Config>("region = \"eu\"\nzone = 1\n").err().unwrap();
/// assert!(error.to_string().starts_with("main.hcl:2:1: zone: "), "{error}");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// A captured part, such as a [`Lazy`](crate::Lazy) value, is decoded later and keeps no options. Pass the
/// decoder to it again, in place of a context.
///
/// ```
/// use std::collections::BTreeMap;
/// use serde_hcl::{Decoder, Lazy};
///
/// #[derive(Debug, serde::Deserialize)]
/// struct Plugin {
///     size: u32,
/// }
///
/// let decoder = Decoder::new().deny_unknown_fields(true);
/// let source = "cache {\n  size = 1\n  path = \"/tmp\"\n}\n";
/// let plugins: BTreeMap<String, Lazy<Plugin>> = decoder.from_str(source)?;
/// assert_eq!(plugins["cache"].evaluate(&decoder).unwrap_err().code(), "unknown-argument");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    options: Options,
    name: Option<Arc<str>>,
    is_json: bool,
}

impl Decoder {
    /// A decoder without variables and functions, with no option set: as [`from_str`](crate::from_str).
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the variables, the functions and the limits of their evaluation.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::{Context, Decoder};
    ///
    /// let context = Context::new().variable("base", 8000);
    /// let ports: BTreeMap<String, u16> = Decoder::new().context(&context).from_str("web = base + 80\n")?;
    /// assert_eq!(ports["web"], 8080);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn context(mut self, context: &Context) -> Self {
        let is_literal = self.options.context.has_literal_json_strings();
        let is_literal = is_literal || context.has_literal_json_strings();
        self.options.context = context.clone();
        self.literal_json_strings(is_literal)
    }

    /// Sets the name of the source in errors. [`from_path`](Decoder::from_path) uses the path instead.
    #[must_use]
    pub fn name(mut self, name: impl Into<Arc<str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Whether sources are in [JSON syntax](crate::json). By default only files whose names end in
    /// `.json` are.
    ///
    /// ```
    /// use serde_hcl::{Decoder, Value};
    ///
    /// let value: Value = Decoder::new().json(true).from_str(r#"{ "port": "${8000 + 80}" }"#)?;
    /// assert_eq!(value["port"].as_i64(), Some(8080));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn json(mut self, is_json: bool) -> Self {
        self.is_json = is_json;
        self
    }

    /// Whether strings in [JSON syntax](crate::json) are plain text instead of templates, as in
    /// `.tfvars.json` files. Native syntax is not affected.
    ///
    /// ```
    /// use serde_hcl::{Decoder, Value};
    ///
    /// let literal = Decoder::new().json(true).literal_json_strings(true);
    /// let value: Value = literal.from_str(r#"{ "price": "${5}" }"#)?;
    /// assert_eq!(value["price"].as_str(), Some("${5}"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn literal_json_strings(mut self, literal: bool) -> Self {
        self.options.context = self.options.context.literal_json_strings(literal);
        self
    }

    /// Whether `dynamic` blocks are [expanded](crate::syntax::BodyRef::expand) before a document or a body is
    /// decoded. Otherwise they are ordinary blocks.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::Decoder;
    ///
    /// let source = r#"
    ///     dynamic "port" {
    ///       for_each = { http = 80, https = 443 }
    ///       labels   = [port.key]
    ///       content {
    ///         number = port.value
    ///       }
    ///     }
    /// "#;
    /// type Ports = BTreeMap<String, BTreeMap<String, BTreeMap<String, u16>>>;
    /// let ports: Ports = Decoder::new().expand_dynamic_blocks(true).from_str(source)?;
    /// assert_eq!(ports["port"]["https"]["number"], 443);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn expand_dynamic_blocks(mut self, expand: bool) -> Self {
        self.options.expansion = expand.then_some(EXPAND);
        self
    }

    /// Whether a type that accepts anything ([`Value`](crate::Value), `serde_json::Value`) gets a single
    /// block as a map. By default blocks are always a sequence, also a single one, so that the form does
    /// not depend on their number.
    ///
    /// ```
    /// use serde_hcl::{Decoder, Value};
    ///
    /// let source = "server \"web\" {\n  port = 80\n}\n";
    /// let usual: Value = Decoder::new().from_str(source)?;
    /// assert_eq!(usual["server"]["web"][0]["port"].as_i64(), Some(80));
    /// let single: Value = Decoder::new().unwrap_single_blocks(true).from_str(source)?;
    /// assert_eq!(single["server"]["web"]["port"].as_i64(), Some(80));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn unwrap_single_blocks(mut self, unwrap: bool) -> Self {
        self.options.unwraps_single_blocks = unwrap;
        self
    }

    /// Whether attributes and blocks that no field takes are errors: as if each type had
    /// `#[serde(deny_unknown_fields)]`, also types of other crates and types with flattened fields,
    /// which serde does not support. [`collect_unknown_fields`](Decoder::collect_unknown_fields) returns them as
    /// warnings; its page says which items count, and names one limit.
    ///
    /// ```
    /// use serde_hcl::Decoder;
    ///
    /// #[derive(Debug, serde::Deserialize)]
    /// struct Server {
    ///     #[serde(flatten)]
    ///     address: Address,
    /// }
    ///
    /// #[derive(Debug, serde::Deserialize)]
    /// struct Address {
    ///     host: String,
    ///     #[serde(default)]
    ///     port: u16,
    /// }
    ///
    /// let strict = Decoder::new().deny_unknown_fields(true);
    /// let error = strict.from_str::<Server>("host = \"a\"\nprot = 80\n").unwrap_err();
    /// assert_eq!((error.code(), error.line()), ("unknown-argument", Some(2)));
    /// ```
    #[must_use]
    pub fn deny_unknown_fields(mut self, deny: bool) -> Self {
        self.options.denies_unused = deny;
        self
    }

    /// Calls `decode` with a decoder that collects a warning for each attribute and block that no
    /// field takes. Returns the result of `decode`, and the warnings in the order of the source.
    ///
    /// Each warning has the place of a name and the path to it, and suggests a similar name. `decode`
    /// can decode any number of sources and captured parts: a whole application.
    ///
    /// An item is unknown if the type does not ask for it. This applies to attributes, to blocks, and to
    /// the keys of object constructors, at any depth. A part that a field captures, as
    /// [`Expression`](crate::Expression) or [`Body`](crate::Body), is known; its items are checked when
    /// it is decoded. Labels that no field takes are always errors.
    ///
    /// serde buffers the data of flattened fields and of enums with `#[serde(untagged)]` or `#[serde(tag
    /// = "…")]`. To find out which entries they read, the document is decoded again, as often as these
    /// types have fields. For an enum, an item is known if one of its variants that occur in the document
    /// reads it. A [`Deserializer`](crate::Deserializer) decodes once, and reports no items in buffers.
    ///
    /// There is a limit: a field of bytes (`#[serde(with = "serde_bytes")]`) counts as unknown in such a
    /// type, although it is read. The entries that are read are found by placeholders of bytes, and only
    /// this field accepts them.
    ///
    /// ```
    /// use serde_hcl::Decoder;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     service: Vec<Service>,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Service {
    ///     #[serde(rename = "$label")]
    ///     name: String,
    ///     port: Option<u16>,
    /// }
    ///
    /// let source = "service \"web\" {\n  prot = 80\n}\nlog {}\n";
    /// let (config, warnings) =
    ///     Decoder::new().collect_unknown_fields(|decoder| decoder.from_str::<Config>(source));
    /// assert_eq!(config?.service[0].name, "web");
    /// assert_eq!(warnings.len(), 2);
    /// assert_eq!(warnings[0].path().as_deref(), Some("service[\"web\"].prot"));
    /// assert_eq!(warnings[0].help(), Some("did you mean \"port\"?"));
    /// assert_eq!(warnings[1].position().unwrap().line, 4);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn collect_unknown_fields<T>(
        &self,
        decode: impl FnOnce(&Decoder) -> T,
    ) -> (T, Vec<Diagnostic>) {
        let warnings = Warnings::default();
        let mut decoder = self.clone();
        decoder.options.warnings = Some(warnings.clone());
        let result = decode(&decoder);
        (result, warnings.take())
    }

    /// Decodes a document; see [`from_str`](crate::from_str).
    ///
    /// # Errors
    ///
    /// The errors of [`from_str`](crate::from_str).
    #[allow(clippy::should_implement_trait)]
    pub fn from_str<'de, T: Deserialize<'de>>(&self, source: &'de str) -> Result<T> {
        from_source(source, self.name.as_deref(), self.syntax(), &self.options)
    }

    /// Decodes a document from bytes.
    ///
    /// # Errors
    ///
    /// The errors of [`from_str`](crate::from_str), and if the bytes are not UTF-8.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::Decoder;
    ///
    /// let ports: BTreeMap<String, u16> = Decoder::new().name("ports").from_slice(b"web = 80\n")?;
    /// assert_eq!(ports["web"], 80);
    /// let error = Decoder::new().name("ports").from_slice::<BTreeMap<String, u16>>(b"web = \xff").unwrap_err();
    /// assert!(error.to_string().starts_with("ports:1:7: "), "{error}");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_slice<'de, T: Deserialize<'de>>(&self, source: &'de [u8]) -> Result<T> {
        from_bytes(source, self.name.as_deref(), self.syntax(), &self.options)
    }

    /// Decodes a document from a reader. The reader is first read to its end.
    ///
    /// # Errors
    ///
    /// The errors of [`from_slice`](Decoder::from_slice), and if the reader fails.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::Decoder;
    ///
    /// let input = std::io::Cursor::new("web = 80\n");
    /// let ports: BTreeMap<String, u16> = Decoder::new().deny_unknown_fields(true).from_reader(input)?;
    /// assert_eq!(ports["web"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_reader<T: DeserializeOwned>(&self, reader: impl Read) -> Result<T> {
        from_input(reader, self.name.as_deref(), self.syntax(), &self.options)
    }

    /// Decodes a file. Errors contain its name. A file whose name ends in `.json` is read in [JSON
    /// syntax](crate::json).
    ///
    /// # Errors
    ///
    /// The errors of [`from_slice`](Decoder::from_slice), and if the file can't be read.
    ///
    /// ```
    /// use serde_hcl::{Decoder, Value};
    ///
    /// let decoder = Decoder::new().expand_dynamic_blocks(true);
    /// let error = decoder.from_path::<Value>("missing.hcl").unwrap_err();
    /// assert!(error.to_string().contains("missing.hcl"), "{error}");
    /// ```
    pub fn from_path<T: DeserializeOwned>(&self, path: impl AsRef<Path>) -> Result<T> {
        let path = path.as_ref();
        let syntax =
            if self.is_json { Syntax::JSON } else { Syntax::of_name(&path.to_string_lossy()) };
        from_file(path, syntax, &self.options)
    }

    /// Decodes a body: of a parsed [`Document`](crate::Document), or of a block in it.
    ///
    /// # Errors
    ///
    /// The errors of [`from_str`](crate::from_str), except syntax errors.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::Decoder;
    ///
    /// let document = serde_hcl::parse("server \"web\" {\n  port = 80\n}\n")?;
    /// let block = document.body().blocks().next().unwrap();
    /// let server: BTreeMap<String, u16> = Decoder::new().deny_unknown_fields(true).from_body(block.body())?;
    /// assert_eq!(server["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn from_body<'de, T: Deserialize<'de>>(&self, body: BodyRef<'de>) -> Result<T> {
        let node = Node::Body(BodyOf::Document(body));
        decode_expanded(body.tree(), &node, body.source(), &self.options)
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn into_options(self) -> Options {
        self.options
    }

    fn syntax(&self) -> Syntax {
        if self.is_json { Syntax::JSON } else { Syntax::NATIVE }
    }
}

/// A decoder with this context and no options, so that methods take a context or a decoder.
impl From<&Context> for Decoder {
    fn from(context: &Context) -> Self {
        Decoder::from(Options::from(context))
    }
}

impl From<&Decoder> for Decoder {
    fn from(decoder: &Decoder) -> Self {
        decoder.clone()
    }
}

impl From<Options> for Decoder {
    fn from(options: Options) -> Self {
        Decoder { options, ..Decoder::default() }
    }
}

/// The context of the decoder, for the evaluation of expressions.
impl AsRef<Context> for Decoder {
    fn as_ref(&self) -> &Context {
        &self.options.context
    }
}
