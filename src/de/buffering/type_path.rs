//! A part of a buffer, by the type that is decoded from the buffer.

/// The type that is decoded from a buffer, and the path of a part of the data in the buffer.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(in crate::de) struct TypePath {
    pub(super) target: &'static str,
    pub(super) path: String,
}
