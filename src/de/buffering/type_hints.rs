//! The facts about one type.

use hashbrown::HashSet;

/// The names of the variants of an enum.
pub(in crate::de) type Variants = &'static [&'static str];

/// The hints about the type with one visitor. The default has no hints.
#[derive(Clone, Default)]
pub(in crate::de) struct TypeHints {
    /// The type reads as a map, but is a struct with flattened fields.
    pub(in crate::de) is_struct: bool,
    /// The fields for labels and blocks: of a struct with flattened fields, or of structs in a
    /// buffer.
    pub(in crate::de) label_fields: Vec<&'static str>,
    /// Fields that reject null, so that a null counts as absent.
    pub(super) null_is_absent_in: HashSet<String>,
    /// All fields or entries reject null.
    pub(super) null_is_absent: bool,
    /// The content of an `Option` does not capture, so it can be evaluated to find out whether it is
    /// null.
    pub(in crate::de) is_evaluated: bool,
    /// Whether a flattened field wants data. Then all entries are evaluated, unless a field captures.
    pub(in crate::de) wants_data: bool,
    /// Whether a flattened field captures entries. Then all of them are placeholders, except for those that targets want as data.
    pub(in crate::de) captures: bool,
    /// The variants of an enum that takes blocks by their types. Other blocks may be captured.
    pub(super) variants: Option<Variants>,
}

impl TypeHints {
    /// Whether a null counts as absent for an entry of this name.
    pub(in crate::de) fn is_null_absent(&self, name: &str) -> bool {
        self.null_is_absent || self.null_is_absent_in.contains(name)
    }
}
