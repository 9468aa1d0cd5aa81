//! Decoded documents as trees of entries with places, for the crates that merge configurations.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::de::{Options, Spanned, SpannedSeed, convert_source};
use crate::diagnostic::catalog::{decoding, evaluation};
use crate::diagnostic::error::{Error, Result};
use crate::limits::budget::charge;
use crate::parser::document::Syntax;
use crate::text::source::Origin;
use crate::text::span::Span;

/// The number of levels that entries may be nested. The other crates use the stack of their caller, with
/// a few kilobytes for each level.
pub(super) const MAX_LEVELS: u32 = 64;

/// The charge for an entry. It reflects the memory of the other crates' values.
const ENTRY: usize = 4;

/// A decoded part of a document, and its place: an empty span inside the value of an expression.
pub(super) type Entry = Spanned<Kind>;

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
    options: &Options,
    convert: impl FnOnce(Entry, Origin<'_>) -> Result<R>,
) -> Result<R> {
    let syntax = name.map_or(Syntax::NATIVE, Syntax::of_name);
    let options = Options { unwraps_single_blocks: true, ..options.clone() };
    convert_source(source, name, syntax, &options, convert)
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        KindSeed { level: 0 }.deserialize(deserializer)
    }
}

/// The seed for an entry without its place.
struct KindSeed {
    level: u32,
}

impl KindSeed {
    /// The seed for one more element, or why it is not read.
    fn element(&self) -> Result<SpannedSeed<KindSeed>, Refusal> {
        match self.level {
            MAX_LEVELS.. => Err(Refusal::TooDeep),
            _ if !charge(ENTRY) => Err(Refusal::TooExpensive),
            level => Ok(SpannedSeed(KindSeed { level: level + 1 })),
        }
    }
}

impl<'de> DeserializeSeed<'de> for KindSeed {
    type Value = Kind;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Kind, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! scalars {
    ($($method:ident($type:ty) $kind:ident,)*) => { $(
        fn $method<E>(self, scalar: $type) -> Result<Kind, E> {
            Ok(Kind::$kind(scalar.into()))
        }
    )* };
}

impl<'de> Visitor<'de> for KindSeed {
    type Value = Kind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Kind, E> {
        Ok(Kind::Null)
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Kind, E> {
        Ok(i64::try_from(integer).map_or(Kind::U64(integer), Kind::I64))
    }

    scalars! {
        visit_bool(bool) Bool, visit_i64(i64) I64, visit_i128(i128) I128, visit_u128(u128) U128,
        visit_f64(f64) F64, visit_str(&str) String, visit_string(String) String,
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Kind, A::Error> {
        let mut entries = Vec::new();
        loop {
            match self.element() {
                Ok(seed) => match access.next_element_seed(seed)? {
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
        loop {
            match self.element() {
                Ok(seed) => match access.next_key()? {
                    Some(name) => entries.push((name, access.next_value_seed(seed)?)),
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
