//! The common part of the writers of bodies and expressions, and the options of the serializer.

use super::draft::Draft;
use super::lines::Lines;
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::format::Formatter;
use crate::format::indentation::INDENT;
use crate::limits::stack::nest;
use crate::parser::MAX_DEPTH;

/// The most levels around a value. The parser needs one for the expression as a whole and one for a leaf.
const LIMIT: u32 = MAX_DEPTH - 2;

/// Writes a draft.
pub(super) struct Writer<'o> {
    pub(super) lines: Lines,
    pub(super) options: &'o Options,
    /// Whether the text contains captured source.
    pub(super) is_verbatim: bool,
    depth: u32,
}

impl<'o> Writer<'o> {
    pub(super) fn new(draft: &Draft, options: &'o Options) -> Result<Self> {
        draft.check_size()?;
        let lines = Lines::new(draft, options.indent);
        Ok(Writer { lines, options, is_verbatim: false, depth: 0 })
    }

    /// Whether a tuple of literals may be written.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.depth < LIMIT
    }

    /// Writes a part that is `levels` deeper, as the parser counts levels.
    pub(super) fn nested(
        &mut self,
        levels: usize,
        write: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let outer = self.depth;
        self.depth = outer.saturating_add(u32::try_from(levels).unwrap_or(u32::MAX));
        if self.depth > LIMIT {
            return Err(Error::encoding(catalog::too_deep(LIMIT)));
        }
        nest(|| write(self))?;
        self.depth = outer;
        Ok(())
    }

    /// The written text. `parse` checks that it can be read.
    pub(super) fn finish(self, parse: impl FnOnce(&str) -> Result<()>) -> Result<String> {
        let mut text = self.lines.finish()?;
        if text.len() >= u32::MAX as usize {
            return Err(Error::encoding(catalog::too_large()));
        }
        // Captured source may have another layout and depth than the serializer's own output.
        if self.is_verbatim {
            text = Formatter::new().indent(self.options.indent).lay_out(&text)?;
            parse(&text)?;
        }
        Ok(text)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) indent: u16,
    pub(super) heredocs: bool,
    pub(super) nulls: bool,
    pub(super) blank_lines: bool,
    pub(super) maps_as_blocks: bool,
    /// Whether the entries of maps are sorted.
    pub(super) sorted_maps: bool,
    /// Whether the draft becomes a value of the language: numbers may be infinite, the nesting may be deeper, and
    /// nothing must be a block.
    pub(super) values: bool,
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
            values: false,
        }
    }
}
