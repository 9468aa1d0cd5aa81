//! HCL as a format of the crates `config` and `figment`, which merge configurations from files, the
//! environment and defaults.
//!
//! - No rule of the language: the decoder gives the entries, within its limits.
//! - No value keeps its expression: these crates take evaluated data.
//! - No block is a list unless there are several: their users expect tables.

#[cfg(feature = "config")]
mod config;
mod entry;
#[cfg(feature = "figment")]
mod figment;
mod one_or_many;

#[cfg(feature = "figment")]
pub use self::figment::HclProvider;
pub use self::one_or_many::one_or_many;
use crate::de::{Decoder, Options};
use crate::eval::Context;

/// HCL as a format of the crates `config` and `figment`. (Features `config` and `figment`.)
///
/// Documents are evaluated with [`Context::standard`], or with another context: see
/// [`with_context`](Hcl::with_context). Files whose names end in `.json` are read in [JSON
/// syntax](crate::json). To keep expressions unevaluated, merge files with
/// [`Body::merge`](crate::Body::merge) instead.
///
/// The values are those that [`from_str`](crate::from_str) gives for a type that accepts anything, with the
/// same errors and limits. Labels are keys of maps, and a single block is a map
/// ([`Decoder::unwrap_single_blocks`](crate::Decoder::unwrap_single_blocks)), as in other formats. For
/// a field that is a `Vec`, [`one_or_many`](crate::one_or_many) also takes one block. Values may be nested 64
/// levels deep.
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

impl Hcl {
    /// The format with the variables and functions of a context, or with the options of a
    /// [`Decoder`], too.
    ///
    #[cfg_attr(feature = "config", doc = "```")]
    #[cfg_attr(not(feature = "config"), doc = "```ignore")]
    /// use config::{Config, File};
    /// use serde_hcl::{Context, Hcl};
    ///
    /// let context = Context::standard().variable("region", "eu");
    /// let source = "host = \"${region}.example.com\"\n";
    /// let config = Config::builder()
    ///     .add_source(File::from_str(source, Hcl::with_context(&context)))
    ///     .build()?;
    /// assert_eq!(config.get_string("host")?, "eu.example.com");
    /// # Ok::<(), config::ConfigError>(())
    /// ```
    pub fn with_context(decoder: impl Into<Decoder>) -> HclWithContext {
        HclWithContext { options: decoder.into().into_options() }
    }
}

/// [`Hcl`] with a context, from [`Hcl::with_context`]: a file format of `config`, and a source of
/// providers for `figment`.
#[derive(Clone, Debug)]
pub struct HclWithContext {
    options: Options,
}

impl Default for HclWithContext {
    fn default() -> Self {
        HclWithContext { options: Options::from(&Context::standard()) }
    }
}
