//! The English of serde and serde_derive: what a target says that it expects.
//!
//! serde has no other way to tell. The container attribute `#[serde(expecting = "…")]` and
//! hand-written visitors may use other words; then a single block in a buffer is a sequence of one.

use serde::de::Expected;

/// What a target wants, as far as its description tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::de) enum Wanted {
    /// Structs, maps and enums.
    Entries,
    /// Sequences, tuples, and targets that take anything.
    Elements,
    /// Scalars, and everything that describes itself in other words.
    Other,
}

/// What a single block in a buffer is given as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::de) enum BlockShape {
    #[default]
    Sequence,
    Body,
}

/// Structs and struct variants, maps, externally tagged enums, the other enums, and units: these
/// are decoded from blocks without content.
const ENTRIES: [&str; 6] =
    ["struct", "a map", "string or map", "internally tagged", "adjacently tagged", "unit"];
const ELEMENTS: [&str; 6] = ["a sequence", "a tuple", "tuple", "an array", "a value", "any"];

impl Wanted {
    pub(in crate::de) fn of(expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        let is_among = |starts: &[&str]| starts.iter().any(|start| expected.starts_with(start));
        if is_among(&ENTRIES) {
            Wanted::Entries
        } else if is_among(&ELEMENTS) {
            Wanted::Elements
        } else {
            Wanted::Other
        }
    }
}

/// Whether the visitor of a map belongs to a struct with flattened fields.
pub(in crate::de) fn is_struct(visitor: &dyn Expected) -> bool {
    visitor.to_string().starts_with("struct ")
}
