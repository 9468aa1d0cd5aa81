//! Writes strings of several lines as heredocs.

use super::lines::Lines;
use crate::text::grapheme;
use crate::text::quote::{escape_heredoc_line, is_printable};

const MARKER: &str = "EOT";

/// Writes a string as a heredoc, up to its marker, if possible: it has several lines, ends with a
/// line end, and contains no character that needs an escape.
pub(super) fn write(text: &str, lines: &mut Lines) -> bool {
    let content = text.strip_suffix('\n').filter(|content| content.contains('\n'));
    let Some(content) = content.filter(|content| content.split('\n').all(is_suitable)) else {
        return false;
    };
    let outer = if can_be_indented(content) { lines.indentation() } else { 0 };
    let margin = if outer > 0 { outer + lines.step() } else { 0 };
    lines.text.push_str(if margin > 0 { "<<-" } else { "<<" });
    lines.text.push_str(MARKER);
    for line in content.split('\n') {
        lines.text.push('\n');
        if !line.is_empty() {
            lines.spaces(margin);
        }
        escape_heredoc_line(line, &mut lines.text);
    }
    lines.text.push('\n');
    lines.spaces(outer);
    lines.text.push_str(MARKER);
    true
}

/// Whether a line needs no escapes and does not end the heredoc.
fn is_suitable(line: &str) -> bool {
    line.chars().all(|char| char == '\t' || is_printable(char)) && line.trim() != MARKER
}

/// Whether indentation before all lines can be removed again without removing spaces of the lines
/// themselves. Blank lines don't count; they keep the indentation. A mark that combines with a
/// space changes the indentation.
fn can_be_indented(content: &str) -> bool {
    let is_blank = |line: &str| !line.is_empty() && line.trim().is_empty();
    let is_joined = |line: &str| {
        !line.is_ascii() && grapheme::count(line) == grapheme::count(&format!(" {line}"))
    };
    let is_flush_left = |line: &str| line.starts_with(|char: char| !char.is_whitespace());
    let is_distinct = |line: &str| !is_blank(line) && !is_joined(line);
    content.split('\n').all(is_distinct) && content.split('\n').any(is_flush_left)
}
