//! Equals signs one below the other, as the formatter aligns them.

/// A line with an equals sign, as far as its alignment goes.
#[derive(Clone, Copy)]
pub(super) struct Line<T> {
    pub(super) item: T,
    /// How many columns there are before the equals sign.
    pub(super) width: usize,
    /// Whether the line is complete, so that it is aligned with its neighbours.
    pub(super) is_complete: bool,
}

/// Yields each item with the number of spaces that align its equals sign. Linear: each line is
/// looked at twice.
pub(super) fn aligned<T>(
    mut lines: impl Iterator<Item = Line<T>> + Clone,
) -> impl Iterator<Item = (T, usize)> {
    // The width of the widest of the consecutive lines that are complete.
    let mut widest = None;
    std::iter::from_fn(move || {
        let run = lines.clone();
        let Line { item, width, is_complete } = lines.next()?;
        if !is_complete {
            widest = None;
            return Some((item, 0));
        }
        let widest = *widest.get_or_insert_with(|| {
            let run = run.take_while(|line| line.is_complete);
            run.map(|line| line.width).max().unwrap_or(width)
        });
        Some((item, widest - width))
    })
}
