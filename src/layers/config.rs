//! HCL as a format of the crate `config`.

use std::error::Error as StdError;

use config::{FileStoredFormat, Format, Map, Value, ValueKind};

use super::entry::{Entry, Kind, Refusal, read};
use super::{Hcl, HclWithContext};
use crate::diagnostic::error::Result;
use crate::limits::budget::charge_text;
use crate::text::source::Lookup;
use crate::text::span::Span;

type Parsed = std::result::Result<Map<String, Value>, Box<dyn StdError + Send + Sync>>;

/// The origin of each value is its position: `main.hcl:3:7`.
impl Format for Hcl {
    fn parse(&self, uri: Option<&String>, text: &str) -> Parsed {
        HclWithContext::default().parse(uri, text)
    }
}

/// The origin of each value is its position: `main.hcl:3:7`.
impl Format for HclWithContext {
    fn parse(&self, uri: Option<&String>, text: &str) -> Parsed {
        let table =
            read(text, uri.map(String::as_str), &self.options, |entry, origin| {
                match value(entry, (Span::default(), &String::new()), &mut Lookup::new(origin))?
                    .kind
                {
                    ValueKind::Table(table) => Ok(table),
                    _ => Ok(Map::new()),
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

/// The value of an entry, which is at `outer`, a span and its position as text, unless it has a place of its own.
fn value(entry: Entry, outer: (Span, &String), lookup: &mut Lookup<'_>) -> Result<Value> {
    let own = Some(entry.span()).filter(|span| !span.is_empty());
    let own = own.map(|span| (span, lookup.locate(span).to_string()));
    let place = own.as_ref().map_or(outer, |(span, position)| (*span, position));
    let (span, position) = place;
    if !charge_text(position.len()) {
        return Err(Refusal::TooExpensive.at(span));
    }
    let kind = match Entry::into_inner(entry) {
        Kind::Null => ValueKind::Nil,
        Kind::Bool(bool) => ValueKind::Boolean(bool),
        Kind::I64(integer) => ValueKind::I64(integer),
        Kind::U64(integer) => ValueKind::U64(integer),
        Kind::I128(integer) => ValueKind::I128(integer),
        Kind::U128(integer) => ValueKind::U128(integer),
        Kind::F64(float) => ValueKind::Float(float),
        Kind::String(text) => ValueKind::String(text),
        Kind::List(entries) => {
            let values = entries.into_iter().map(|entry| value(entry, place, lookup));
            ValueKind::Array(values.collect::<Result<_>>()?)
        }
        Kind::Table(entries) => {
            let values = entries.into_iter();
            let values = values.map(|(name, entry)| Ok((name, value(entry, place, lookup)?)));
            ValueKind::Table(values.collect::<Result<_>>()?)
        }
        Kind::Refused(refusal) => return Err(refusal.at(span)),
    };
    Ok(Value::new(Some(position), kind))
}
