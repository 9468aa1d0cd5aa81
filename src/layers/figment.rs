//! HCL as a format of the crate `figment`.

use std::path::{Path, PathBuf};

use figment::providers::Format;
use figment::value::{Dict, Empty, Map, Tag, Value};
use figment::{Metadata, Profile, Provider};
use serde::de::{DeserializeOwned, Error as _};

use super::entry::{Entry, Kind, read};
use super::{Hcl, HclWithContext};
use crate::diagnostic::error::{Error, Result};
use crate::document;
use crate::text::span::Span;

/// Errors of syntax and evaluation have positions. Errors of types have the information of
/// figment: the file and the key.
impl Format for Hcl {
    type Error = Error;

    const NAME: &'static str = "HCL";

    fn from_str<T: DeserializeOwned>(source: &str) -> Result<T> {
        HclWithContext::default().decode(source, None)
    }

    fn from_path<T: DeserializeOwned>(path: &Path) -> Result<T> {
        HclWithContext::default().decode_file(path)
    }
}

impl HclWithContext {
    /// A provider of the values in a file. As with other formats of figment, a relative path is also
    /// looked up in the folders around the current one, and a file that does not exist provides
    /// nothing.
    pub fn file(&self, path: impl AsRef<Path>) -> HclProvider {
        let found = Hcl::file(path).metadata().source;
        let path = found.and_then(|source| source.file_path().map(Path::to_owned));
        self.provider(path.map_or(Source::NoFile, Source::File))
    }

    /// A provider of the values in a text.
    ///
    /// ```
    /// use figment::Figment;
    /// use serde_hcl::{Context, Hcl};
    ///
    /// let context = Context::standard().variable("region", "eu");
    /// let format = Hcl::with_context(&context);
    /// let figment = Figment::from(format.string("host = \"${region}.example.com\"\n"));
    /// assert_eq!(figment.extract_inner::<String>("host")?, "eu.example.com");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn string(&self, source: impl Into<String>) -> HclProvider {
        self.provider(Source::Text(source.into()))
    }

    fn provider(&self, source: Source) -> HclProvider {
        HclProvider { source, profile: Some(Profile::Default), format: self.clone() }
    }

    fn decode<T: DeserializeOwned>(&self, source: &str, name: Option<&str>) -> Result<T> {
        let value = read(source, name, &self.options, |entry, _| value(entry, Span::default()))?;
        value.deserialize().map_err(Error::custom)
    }

    fn decode_file<T: DeserializeOwned>(&self, path: &Path) -> Result<T> {
        let (name, source) = document::read_file(path)?;
        self.decode(&source, Some(&name))
    }
}

/// A provider of figment, from [`HclWithContext::file`] or [`HclWithContext::string`].
#[derive(Clone, Debug)]
pub struct HclProvider {
    source: Source,
    /// The profile of the values. `None` if the names at the top are profiles.
    profile: Option<Profile>,
    format: HclWithContext,
}

#[derive(Clone, Debug)]
enum Source {
    Text(String),
    File(PathBuf),
    NoFile,
}

impl HclProvider {
    /// Takes the names at the top as profiles.
    #[must_use]
    pub fn nested(mut self) -> Self {
        self.profile = None;
        self
    }

    /// Sets the profile of the values. The default is `Profile::Default`.
    #[must_use]
    pub fn profile(mut self, profile: impl Into<Profile>) -> Self {
        self.profile = Some(profile.into());
        self
    }

    fn decode<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        match &self.source {
            Source::Text(text) => self.format.decode(text, None).map(Some),
            Source::File(path) => self.format.decode_file(path).map(Some),
            Source::NoFile => Ok(None),
        }
    }
}

impl Provider for HclProvider {
    fn metadata(&self) -> Metadata {
        match &self.source {
            Source::Text(_) => Metadata::named("HCL source string"),
            Source::File(path) => Metadata::from("HCL file", &**path),
            Source::NoFile => Metadata::named("HCL file"),
        }
    }

    fn data(&self) -> std::result::Result<Map<Profile, Dict>, figment::Error> {
        let data = match &self.profile {
            Some(profile) => self.decode().map(|dict| dict.map(|dict| profile.collect(dict))),
            None => self.decode(),
        };
        Ok(data.map_err(|error| error.to_string())?.unwrap_or_default())
    }
}

/// The value of an entry, which is at `outer` unless it has a place of its own.
fn value(entry: Entry, outer: Span) -> Result<Value> {
    let span = if entry.span().is_empty() { outer } else { entry.span() };
    Ok(match Entry::into_inner(entry) {
        Kind::Null => Value::Empty(Tag::Default, Empty::Unit),
        Kind::Bool(bool) => bool.into(),
        Kind::I64(integer) => integer.into(),
        Kind::U64(integer) => integer.into(),
        Kind::I128(integer) => integer.into(),
        Kind::U128(integer) => integer.into(),
        Kind::F64(float) => float.into(),
        Kind::String(text) => text.into(),
        Kind::List(entries) => {
            let elements = entries.into_iter().map(|entry| value(entry, span));
            Value::Array(Tag::Default, elements.collect::<Result<_>>()?)
        }
        Kind::Table(entries) => {
            let entries = entries.into_iter().map(|(name, entry)| Ok((name, value(entry, span)?)));
            Value::Dict(Tag::Default, entries.collect::<Result<_>>()?)
        }
        Kind::Refused(refusal) => return Err(refusal.at(span)),
    })
}
