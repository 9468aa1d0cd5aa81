//! The texts of serde and serde_derive: descriptions of the expected type, and names of types.
//!
//! serde gives no other information. Types with the container attribute `#[serde(expecting = "…")]`
//! and hand-written visitors may use other texts; then a single block in a buffer is a sequence of
//! one.

use std::any::type_name;
use std::cell::Cell;
use std::ptr;

use serde::de::Expected;

use crate::diagnostic::catalog::wanted::WantedValue;

/// The type that a target wants, according to its description.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::de) enum Wanted {
    /// Structs, units, and tagged enums. These are decoded from the body of a block.
    Struct,
    /// Maps, and enums whose variant is a key.
    Map,
    /// Sequences and tuples.
    Sequence,
    /// A target that accepts any type.
    Any,
    Text,
    Number,
    Bool,
    /// All targets with another description.
    #[default]
    Other,
}

/// The starts of other descriptions, which hand-written visitors use.
const DESCRIPTIONS: [(&str, Wanted); 7] = [
    ("integer ", Wanted::Number),
    ("a map", Wanted::Map),
    ("string or map", Wanted::Map),
    ("a sequence", Wanted::Sequence),
    ("an array", Wanted::Sequence),
    ("a value", Wanted::Any),
    ("any", Wanted::Any),
];

/// Words in descriptions of texts.
const TEXTS: [&str; 4] = ["string", "character", "path", "byte"];

impl Wanted {
    pub(in crate::de) fn of(expected: &str) -> Self {
        match WantedValue::of(expected) {
            WantedValue::Bool => Wanted::Bool,
            WantedValue::Number | WantedValue::Whole(_) => Wanted::Number,
            WantedValue::Text | WantedValue::Character => Wanted::Text,
            WantedValue::List(_) => Wanted::Sequence,
            WantedValue::Object => Wanted::Map,
            WantedValue::Body | WantedValue::Nothing => Wanted::Struct,
            WantedValue::Anything => Wanted::Any,
            WantedValue::Name | WantedValue::Other => {
                let known = DESCRIPTIONS.iter().find(|(start, _)| expected.starts_with(start));
                match known {
                    Some((_, wanted)) => *wanted,
                    None if TEXTS.iter().any(|text| expected.contains(text)) => Wanted::Text,
                    None => Wanted::Other,
                }
            }
        }
    }

    /// Whether the target is decoded from the names and values of a body or an object.
    pub(in crate::de) fn has_entries(self) -> bool {
        matches!(self, Wanted::Struct | Wanted::Map)
    }

    /// Whether it is a form of blocks.
    pub(super) fn is_form(self) -> bool {
        matches!(self, Wanted::Struct | Wanted::Map | Wanted::Sequence | Wanted::Any)
    }
}

/// What a visitor that accepts any type does with the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::de) enum Fills {
    /// It makes a value.
    Nothing,
    /// It may fill a buffer of another crate. The visitors of erased_serde have no name.
    Maybe,
    /// It fills a buffer for an untagged type or for flattened fields.
    Buffer,
    /// It fills a buffer for an internally tagged enum, which needs entries.
    Tagged,
}

impl Fills {
    /// The compiler knows the answer for the visitors of serde and of well-known crates. For others, the last answer
    /// is kept, because each value of a buffer asks for the same visitor.
    #[inline(always)]
    pub(in crate::de) fn of<V>(last: &Cell<(&'static str, Fills)>) -> Fills {
        let visitor = type_name::<V>();
        if visitor.starts_with("serde::private::de::content::ContentVisitor") {
            return Fills::Buffer;
        }
        if visitor.starts_with("serde::private::de::content::TaggedContentVisitor<") {
            return Fills::Tagged;
        }
        if visitor.starts_with("serde_hcl::") || visitor.starts_with("serde_json::") {
            return Fills::Nothing;
        }
        let (known, answer) = last.get();
        match ptr::eq(known, visitor) {
            true => answer,
            false => Fills::of_other(visitor, last),
        }
    }

    #[inline(never)]
    fn of_other(visitor: &'static str, last: &Cell<(&'static str, Fills)>) -> Fills {
        let answer = Fills::of_name(visitor);
        last.set((visitor, answer));
        answer
    }

    pub(super) fn of_name(visitor: &str) -> Fills {
        match visitor {
            _ if is_private(visitor, "ContentVisitor") => Fills::Buffer,
            _ if is_private(visitor, "TaggedContentVisitor<") => Fills::Tagged,
            _ if visitor.contains("::content::") || visitor.contains("erased_serde::") => {
                Fills::Maybe
            }
            _ => Fills::Nothing,
        }
    }

    /// Whether the visitor may fill a buffer, of serde_derive or of another crate.
    pub(in crate::de) fn may_buffer(self) -> bool {
        self != Fills::Nothing
    }
}

/// Whether the deserializer reads from a buffer.
pub(in crate::de) fn is_buffer<D>() -> bool {
    let name = type_name::<D>();
    is_private(name, "ContentDeserializer<") || is_private(name, "ContentRefDeserializer<")
}

/// Whether the target with this name, or the target of the seed, is a part of a buffer.
pub(in crate::de) fn is_in_buffer(name: &str) -> bool {
    let name = name.strip_prefix("core::marker::PhantomData<").unwrap_or(name);
    is_private(name, "Content")
}

/// Whether `T` is a part of a buffer. The compiler knows the answer for serde's own buffer and for most types.
#[inline(always)]
pub(in crate::de) fn is_content<T>() -> bool {
    let name = type_name::<T>();
    name.starts_with("serde::private::de::content::Content")
        || name.starts_with("serde_core::private::content::Content")
        || name.starts_with("serde")
            && !name.starts_with("serde_hcl::")
            && !name.starts_with("serde_json::")
            && is_in_buffer(name)
}

/// Whether the target with this name reads the tag of an adjacently tagged enum.
pub(in crate::de) fn is_adjacent_tag(name: &str) -> bool {
    name.contains("::AdjacentlyTaggedEnumVariantSeed<")
}

/// The crates with buffers. That of serde_with is a copy of serde's, in a module inside.
const CRATES: [&str; 3] = ["serde::", "serde_core::", "serde_with::"];

/// Whether the name is that of an item in the module `content` of these crates.
fn is_private(name: &str, item: &str) -> bool {
    if !CRATES.iter().any(|each| name.starts_with(each)) {
        return false;
    }
    let path = name.split_once('<').map_or(name, |(path, _)| path);
    let Some(colon) = path.rfind(':') else { return false };
    let (module, found) = name.split_at(colon + 1);
    found.starts_with(item)
        && module.strip_suffix("de::").unwrap_or(module).ends_with("::content::")
}

/// The integer type that serde's buffers don't support, according to their message.
pub(in crate::de) fn unsupported_integer(message: &str) -> Option<&str> {
    message.strip_suffix(" is not supported").filter(|ty| matches!(*ty, "i128" | "u128"))
}

/// The field that a struct with flattened fields doesn't know, according to the message of serde_derive.
pub(in crate::de) fn unknown_field(message: &str) -> Option<&str> {
    message.strip_prefix("unknown field `")?.strip_suffix('`')
}

/// Whether the message says that no variant of an untagged enum fits.
pub(in crate::de) fn is_no_variant(message: &str) -> bool {
    message.starts_with("data did not match any variant of untagged enum ")
}

/// Whether `T` is an option of an option, or a seed for one. There may be transparent wrappers of the
/// standard library between the two. The name of the type is the only information.
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
