//! Aligns equals signs, as the formatter does.

/// The facts about a line with an equals sign that its alignment needs.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The number of columns before the equals sign.
    pub(super) width: usize,
    /// Whether the line is complete, so that it is aligned with its neighbours.
    pub(super) is_complete: bool,
}

/// The alignment of consecutive lines of a body or an object.
#[derive(Default)]
pub(super) struct Alignment {
    /// The width of the widest of the consecutive lines that are complete.
    widest: Option<usize>,
}

impl Alignment {
    /// The number of spaces that align the equals sign of a line. The first of several complete
    /// lines looks ahead at the others, so each line is examined twice.
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
