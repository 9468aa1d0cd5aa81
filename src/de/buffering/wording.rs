//! The words of serde and serde_derive: what a target says that it expects, and names of types.
//!
//! serde has no other way to tell. The container attribute `#[serde(expecting = "…")]` and
//! hand-written visitors may use other words; then a single block in a buffer is a sequence of one.

use std::any::type_name;

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

/// Whether `T` is an option of an option, or a seed for one, perhaps with transparent wrappers of the
/// standard library between the two. Only the name of the type tells.
#[inline(always)]
pub(in crate::de) fn is_option_of_option<T>() -> bool {
    let name = type_name::<T>();
    let name = name.strip_prefix("core::marker::PhantomData<").unwrap_or(name);
    name.strip_prefix("core::option::Option<").is_some_and(starts_with_option)
}

fn starts_with_option(name: &str) -> bool {
    const WRAPPERS: [&str; 5] = [
        "alloc::boxed::Box<",
        "alloc::rc::Rc<",
        "alloc::sync::Arc<",
        "core::cell::Cell<",
        "core::cell::RefCell<",
    ];
    let unwrapped = WRAPPERS.iter().find_map(|wrapper| name.strip_prefix(wrapper));
    unwrapped.map_or_else(|| name.starts_with("core::option::Option<"), starts_with_option)
}

/// Whether the visitor of a map belongs to a struct with flattened fields.
pub(in crate::de) fn is_struct(visitor: &dyn Expected) -> bool {
    visitor.to_string().starts_with("struct ")
}
