//! HCL as a format of the crate `config`.

use std::error::Error as StdError;

use config::{FileStoredFormat, Format, Map, Value, ValueKind};

use super::entry::{Entry, Kind, Refusal, read};
use super::{Hcl, HclWithContext};
use crate::diagnostic::error::Result;
use crate::limits::budget::charge_text;
use crate::text::source::Lookup;
use crate::text::span::Span;

type Table = Map<String, Value>;
type Parsed = std::result::Result<Table, Box<dyn StdError + Send + Sync>>;

/// The origin of each value is its position: `main.hcl:3:7`.
impl Format for Hcl {
    fn parse(&self, uri: Option<&String>, text: &str) -> Parsed {
        HclWithContext::default().parse(uri, text)
    }
}

/// The origin of each value is its position: `main.hcl:3:7`.
impl Format for HclWithContext {
    fn parse(&self, uri: Option<&String>, text: &str) -> Parsed {
        let table = read(text, uri.map(String::as_str), &self.context, |entry, origin| {
            let mut places = Places(Lookup::new(origin));
            match places.value(entry, &(Span::default(), String::new()))?.kind {
                ValueKind::Table(table) => Ok(table),
                _ => Ok(Table::new()),
            }
        });
        Ok(table?)
    }
}

impl FileStoredFormat for Hcl {
    fn file_extensions(&self) -> &'static [&'static str] {
        &["hcl"]
    }
}

impl FileStoredFormat for HclWithContext {
    fn file_extensions(&self) -> &'static [&'static str] {
        &["hcl"]
    }
}

/// A span, and its position as text.
type LocatedSpan = (Span, String);

/// Finds the positions of values.
struct Places<'s>(Lookup<'s>);

impl Places<'_> {
    /// The value of an entry, which is at `outer` unless it has a place of its own.
    fn value(&mut self, entry: Entry, outer: &LocatedSpan) -> Result<Value> {
        let own =
            (!entry.span.is_empty()).then(|| (entry.span, self.0.locate(entry.span).to_string()));
        let place = own.as_ref().unwrap_or(outer);
        let (span, position) = place;
        if !charge_text(position.len()) {
            return Err(Refusal::TooExpensive.at(*span));
        }
        let kind = match entry.kind {
            Kind::Null => ValueKind::Nil,
            Kind::Bool(bool) => ValueKind::Boolean(bool),
            Kind::I64(integer) => ValueKind::I64(integer),
            Kind::U64(integer) => ValueKind::U64(integer),
            Kind::I128(integer) => ValueKind::I128(integer),
            Kind::U128(integer) => ValueKind::U128(integer),
            Kind::F64(float) => ValueKind::Float(float),
            Kind::String(text) => ValueKind::String(text),
            Kind::List(entries) => {
                let values = entries.into_iter().map(|entry| self.value(entry, place));
                ValueKind::Array(values.collect::<Result<_>>()?)
            }
            Kind::Table(entries) => {
                let values =
                    entries.into_iter().map(|(name, entry)| Ok((name, self.value(entry, place)?)));
                ValueKind::Table(values.collect::<Result<_>>()?)
            }
            Kind::Refused(refusal) => return Err(refusal.at(*span)),
        };
        Ok(Value::new(Some(position), kind))
    }
}
