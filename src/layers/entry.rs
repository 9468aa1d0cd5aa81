//! Decoded documents as trees of entries with places, for the crates that merge configurations.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::de::{Spanned, SpannedSeed, convert_source};
use crate::diagnostic::catalog::{decoding, evaluation};
use crate::diagnostic::error::{Error, Result};
use crate::eval::Context;
use crate::limits::budget::charge;
use crate::parser::document::Syntax;
use crate::text::source::Origin;
use crate::text::span::Span;

/// The number of levels that entries may be nested. The other crates use the stack of their caller, with
/// a few kilobytes for each level.
pub(super) const MAX_LEVELS: u32 = 64;

/// The charge for an entry. It reflects the memory of the other crates' values.
const ENTRY: usize = 4;

/// A decoded part of a document.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The place, or an empty span inside the value of an expression.
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    I64(i64),
    U64(u64),
    I128(i128),
    U128(u128),
    F64(f64),
    String(String),
    List(Vec<Entry>),
    Table(Vec<(String, Entry)>),
    Refused(Refusal),
}

/// Why an entry was not read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Refusal {
    TooDeep,
    TooExpensive,
}

impl Refusal {
    pub(super) fn at(self, span: Span) -> Error {
        Error::data(match self {
            Refusal::TooDeep => decoding::too_deep_to_merge(MAX_LEVELS, span),
            Refusal::TooExpensive => evaluation::budget_spent(span),
        })
    }
}

/// Decodes a source and converts its entries, within one budget. The name also tells the syntax.
pub(super) fn read<R>(
    source: &str,
    name: Option<&str>,
    context: &Context,
    convert: impl FnOnce(Entry, Origin<'_>) -> Result<R>,
) -> Result<R> {
    let syntax = name.map_or(Syntax::NATIVE, Syntax::of_name);
    let mut context = context.clone();
    context.decoding_mut().unwraps_single_blocks = true;
    convert_source(source, name, syntax, &context, convert)
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        EntrySeed { level: 0 }.deserialize(deserializer)
    }
}

struct EntrySeed {
    level: u32,
}

impl<'de> DeserializeSeed<'de> for EntrySeed {
    type Value = Entry;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Entry, D::Error> {
        let entry = SpannedSeed(KindSeed { level: self.level }).deserialize(deserializer)?;
        let span = entry.span();
        Ok(Entry { kind: Spanned::into_inner(entry), span })
    }
}

/// The seed for an entry without its place.
struct KindSeed {
    level: u32,
}

impl KindSeed {
    /// The level of the elements, or why they are not read.
    fn level_of_elements(&self) -> Result<u32, Refusal> {
        match self.level {
            MAX_LEVELS.. => Err(Refusal::TooDeep),
            level => Ok(level + 1),
        }
    }
}

impl<'de> DeserializeSeed<'de> for KindSeed {
    type Value = Kind;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Kind, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for KindSeed {
    type Value = Kind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Kind, E> {
        Ok(Kind::Null)
    }

    fn visit_bool<E>(self, bool: bool) -> Result<Kind, E> {
        Ok(Kind::Bool(bool))
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Kind, E> {
        Ok(Kind::I64(integer))
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Kind, E> {
        Ok(i64::try_from(integer).map_or(Kind::U64(integer), Kind::I64))
    }

    fn visit_i128<E>(self, integer: i128) -> Result<Kind, E> {
        Ok(Kind::I128(integer))
    }

    fn visit_u128<E>(self, integer: u128) -> Result<Kind, E> {
        Ok(Kind::U128(integer))
    }

    fn visit_f64<E>(self, float: f64) -> Result<Kind, E> {
        Ok(Kind::F64(float))
    }

    fn visit_str<E>(self, text: &str) -> Result<Kind, E> {
        Ok(Kind::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Kind, E> {
        Ok(Kind::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Kind, A::Error> {
        let mut entries = Vec::new();
        let mut elements = self.level_of_elements();
        loop {
            match elements {
                Ok(_) if !charge(ENTRY) => elements = Err(Refusal::TooExpensive),
                Ok(level) => match access.next_element_seed(EntrySeed { level })? {
                    Some(entry) => entries.push(entry),
                    None => return Ok(Kind::List(entries)),
                },
                Err(refusal) => {
                    while access.next_element::<IgnoredAny>()?.is_some() {}
                    return Ok(Kind::Refused(refusal));
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Kind, A::Error> {
        let mut entries = Vec::new();
        let mut elements = self.level_of_elements();
        loop {
            match elements {
                Ok(_) if !charge(ENTRY) => elements = Err(Refusal::TooExpensive),
                Ok(level) => match access.next_key()? {
                    Some(name) => {
                        entries.push((name, access.next_value_seed(EntrySeed { level })?));
                    }
                    None => return Ok(Kind::Table(entries)),
                },
                Err(refusal) => {
                    while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                    return Ok(Kind::Refused(refusal));
                }
            }
        }
    }
}
