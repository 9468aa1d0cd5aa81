//! Lines with the indentation of the formatter.

use super::draft::Draft;
use crate::diagnostic::catalog::syntax;
use crate::diagnostic::error::{Error, Result};
use crate::format::indentation::{Levels, white_space_limit};

/// Text that is written line by line.
pub(super) struct Lines {
    pub(super) text: String,
    /// The number of spaces of a level.
    pub(super) step: usize,
    levels: Levels,
    /// The number of spaces before the current line.
    pub(super) indentation: usize,
    line: Line,
    /// The number of spaces for indentation and alignment, and its limit.
    spaces: u64,
    limit: u64,
}

/// The line that is being written.
#[derive(Default)]
struct Line {
    start: usize,
    /// The number of brackets that the line opens, minus those that it closes.
    opened: i64,
    /// Whether the line starts with a closing bracket, so that its indentation depends on the rest.
    is_closing: bool,
}

impl Lines {
    pub(super) fn new(draft: &Draft, step: u16) -> Self {
        let length = draft.length();
        // Blanks and punctuation around a value.
        const AROUND: usize = 6;
        Lines {
            text: String::with_capacity(length + AROUND * draft.count()),
            step: step.into(),
            levels: Levels::default(),
            indentation: 0,
            line: Line::default(),
            spaces: 0,
            limit: white_space_limit(length),
        }
    }

    /// Adds a line with this number of opening brackets minus closing ones. Returns its indentation.
    fn add_level(&mut self, nesting: i64) -> usize {
        let level = self.levels.add(nesting);
        self.indentation = self.levels.depth() * self.step;
        level * self.step
    }

    /// Starts a line whose first character is not a closing bracket.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.spaces(self.indentation);
    }

    /// Writes a line that is only a closing bracket.
    #[inline]
    pub(super) fn closing_line(&mut self, bracket: char) {
        self.add_level(-1);
        self.begin();
        self.text.push(bracket);
    }

    /// Starts a line with a closing bracket and more text.
    pub(super) fn begin_closing(&mut self, bracket: char) {
        self.line = Line { start: self.text.len(), is_closing: true, opened: 0 };
        self.close(bracket);
    }

    #[inline]
    pub(super) fn open(&mut self, bracket: char) {
        self.line.opened += 1;
        self.text.push(bracket);
    }

    #[inline]
    pub(super) fn close(&mut self, bracket: char) {
        self.line.opened -= 1;
        self.text.push(bracket);
    }

    /// Writes the equals sign after a name, with additional spaces before it.
    #[inline]
    pub(super) fn equals(&mut self, padding: usize) {
        if padding > 0 {
            self.spaces(padding);
        }
        self.text.push_str(" = ");
    }

    /// Ends the line.
    #[inline]
    pub(super) fn end(&mut self) {
        if self.line.opened != 0 || self.line.is_closing {
            self.end_brackets();
        }
        self.text.push('\n');
    }

    #[inline(never)]
    fn end_brackets(&mut self) {
        let indentation = self.add_level(self.line.opened);
        if self.line.is_closing {
            self.text.insert_str(self.line.start, &" ".repeat(indentation));
        }
        self.line = Line::default();
    }

    /// Writes spaces, unless their number is out of proportion to the text.
    #[inline]
    pub(super) fn spaces(&mut self, count: usize) {
        const SPACES: &str = "                                ";
        self.spaces += count as u64;
        if count > SPACES.len() {
            return self.many_spaces(count);
        }
        // A constant number of bytes is copied without a call.
        let end = self.text.len() + count;
        self.text.push_str(SPACES);
        self.text.truncate(end);
    }

    #[cold]
    fn many_spaces(&mut self, count: usize) {
        if self.spaces <= self.limit {
            self.text.push_str(&" ".repeat(count));
        }
    }

    /// The text. The last line may be unfinished.
    pub(super) fn finish(self) -> Result<String> {
        if self.spaces > self.limit {
            return Err(Error::encoding(syntax::too_much_white_space(self.spaces, self.limit)));
        }
        Ok(self.text)
    }
}
