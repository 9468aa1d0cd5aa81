//! Equals signs one below the other, as the formatter aligns them.

/// A line with an equals sign, as far as its alignment goes.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// How many columns there are before the equals sign.
    pub(super) width: usize,
    /// Whether the line is complete, so that it is aligned with its neighbours.
    pub(super) is_complete: bool,
}

/// The alignment of the lines of a body or an object, one after the other.
#[derive(Default)]
pub(super) struct Alignment {
    /// The width of the widest of the consecutive lines that are complete.
    widest: Option<usize>,
}

impl Alignment {
    /// The number of spaces that align the equals sign of a line. The lines behind it are looked at
    /// where it is the first of those that are complete, so each line is looked at twice.
    #[inline]
    pub(super) fn padding(&mut self, line: Line, behind: impl Iterator<Item = Line>) -> usize {
        if !line.is_complete {
            self.widest = None;
            return 0;
        }
        let widest = *self.widest.get_or_insert_with(|| {
            let run = behind.take_while(|line| line.is_complete);
            run.map(|line| line.width).fold(line.width, usize::max)
        });
        widest - line.width
    }
}
