//! The first pass: the spaces at the start of each line.

use super::layout::{Layout, nesting};
use crate::lexer::{Token, TokenKind};

/// Indents each line by one level for each unfinished line before it. A line is unfinished while one
/// of its brackets is still open. The number of such brackets doesn't matter.
pub(super) fn indent(layout: &mut Layout<'_>, width: u32) {
    let Layout { source, tokens, spaces, lines } = layout;
    let mut levels = Levels::default();
    for line in lines {
        let (lead, assign) = (&tokens[line.lead()], &tokens[line.assign()]);
        let level = match lead {
            // An empty line gets no spaces.
            [Token { kind: TokenKind::Newline, .. }, ..] => 0,
            _ => levels.of_line(nesting(before_heredoc(lead)) + nesting(assign)),
        };
        spaces[line.lead().start] = level.saturating_mul(width);
    }
    // Only at the very start of a source is this character no mistake.
    if let ([first, ..], [spaces, ..]) = (&tokens[..], &mut spaces[..]) {
        *spaces += u32::from(first.span.text(source).starts_with('\u{feff}'));
    }
}

/// The text and the template sequences of a heredoc don't indent lines.
fn before_heredoc(tokens: &[Token]) -> &[Token] {
    let heredoc = tokens.iter().position(|token| token.kind == TokenKind::OpenHeredoc);
    heredoc.map_or(tokens, |heredoc| &tokens[..heredoc])
}

/// For each level, the number of brackets that its first line left open.
#[derive(Default)]
struct Levels(Vec<i64>);

impl Levels {
    /// The level of a line; `nesting` is the number of its opening brackets minus its closing ones.
    fn of_line(&mut self, nesting: i64) -> u32 {
        if nesting > 0 {
            self.0.push(nesting);
            return self.0.len() as u32 - 1;
        }
        let mut closed = -nesting;
        while closed > 0 {
            match self.0.last_mut() {
                Some(open) if *open > closed => {
                    *open -= closed;
                    break;
                }
                Some(open) => {
                    closed -= *open;
                    self.0.pop();
                }
                None => break,
            }
        }
        self.0.len() as u32
    }
}
