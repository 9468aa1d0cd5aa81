//! The rules of blank lines between the items of a body.

/// The kinds of items that blank lines depend on. A comment that belongs to no item is like a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Attribute,
    Block,
}

/// Whether a blank line belongs between two new items.
pub(crate) fn are_separated(before: ItemKind, behind: ItemKind) -> bool {
    before == ItemKind::Block || behind == ItemKind::Block
}

/// The end of the text before a removed item, and the start of the text behind it, without the blank lines of
/// which too many would remain: at most one separates these texts, and none is at the start or at the end of
/// the body.
pub(crate) fn without_surplus(
    before: &str,
    behind: &str,
    is_first: bool,
    is_last: bool,
) -> (usize, usize) {
    let (kept, blank) = (without_trailing_blank_lines(before), leading_blank_lines(behind));
    if blank > 0 && (kept < before.len() || is_first && before.is_empty()) {
        return (before.len(), blank);
    }
    let is_at_end = is_last && behind.trim().is_empty();
    (if is_at_end { kept } else { before.len() }, 0)
}

/// The length of the blank lines at the start of the text.
pub(crate) fn leading_blank_lines(text: &str) -> usize {
    let lines = text.split_inclusive('\n');
    let blank = lines.take_while(|line| line.ends_with('\n') && line.trim().is_empty());
    blank.map(str::len).sum()
}

/// The length of the text without the blank lines at its end.
pub(crate) fn without_trailing_blank_lines(text: &str) -> usize {
    let mut end = text.len();
    while let Some(before) = text[..end].strip_suffix('\n') {
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        if !before[start..].trim().is_empty() {
            break;
        }
        end = start;
    }
    end
}
