//! The rules of indentation.

use smallvec::SmallVec;

/// The number of spaces of a level, unless the caller chooses another one.
pub(crate) const INDENT: u16 = 2;

/// The levels of lines. A line that opens more brackets than it closes indents the lines after it by one
/// level, for any number of brackets, until others have closed them.
#[derive(Default)]
pub(crate) struct Levels {
    /// For each level, the number of brackets of its first line that are still open.
    open: SmallVec<[i64; 16]>,
}

impl Levels {
    /// The level of a line whose brackets are not known yet.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds a line and returns its level; `nesting` is the number of its opening brackets minus its closing
    /// ones.
    #[inline]
    pub(crate) fn add(&mut self, nesting: i64) -> usize {
        if nesting > 0 {
            self.open.push(nesting);
            return self.depth() - 1;
        }
        let mut closed = -nesting;
        while let Some(open) = self.open.last_mut().filter(|_| closed > 0) {
            if *open > closed {
                *open -= closed;
                break;
            }
            closed -= *open;
            self.open.pop();
        }
        self.depth()
    }
}

/// The most spaces for indentation and alignment in a text of this length. Normal layouts are far below
/// this limit.
pub(crate) fn white_space_limit(length: usize) -> u64 {
    (1 << 24) + 16 * length as u64
}

/// The indentation one level deeper, for new lines among others.
pub(crate) fn deeper(indentation: &str) -> String {
    match indentation.starts_with('\t') {
        true => format!("{indentation}\t"),
        false => format!("{indentation}{}", " ".repeat(INDENT.into())),
    }
}
