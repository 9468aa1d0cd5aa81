//! The options of the serializer.

use crate::format::indentation::INDENT;

#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) indent: u16,
    pub(super) heredocs: bool,
    pub(super) nulls: bool,
    pub(super) blank_lines: bool,
    pub(super) maps_as_blocks: bool,
    /// Whether the entries of maps are sorted.
    pub(super) sorted_maps: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            indent: INDENT,
            heredocs: true,
            nulls: false,
            blank_lines: true,
            maps_as_blocks: false,
            sorted_maps: false,
        }
    }
}
