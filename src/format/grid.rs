//! The tokens of a source, divided into lines and cells, and the spaces before each token.

use std::ops::Range;

use super::alignment::columns;
use super::indentation::{ends_line, white_space_limit};
use crate::diagnostic::catalog;
use crate::diagnostic::error::{Error, Result};
use crate::lexer::{Purpose, Token, TokenKind, lex};

/// The state of the passes.
pub(super) struct Grid<'s> {
    pub(super) source: &'s str,
    pub(super) tokens: Vec<Token>,
    /// The number of spaces before each token.
    pub(super) spaces: Vec<u32>,
    pub(super) lines: Vec<Line>,
}

/// The tokens of one line, divided into cells that align with the cells of neighbouring lines. A line is
/// never empty. A token of several lines of text, such as a heredoc, belongs to one line.
#[derive(Clone, Copy)]
pub(super) struct Line {
    start: u32,
    assign: u32,
    comment: u32,
    end: u32,
}

impl Line {
    /// The tokens before the other cells; never empty.
    pub(super) fn lead(self) -> Range<usize> {
        self.start as usize..self.assign as usize
    }

    /// The equals sign of a definition that ends on this line, and the tokens after it.
    pub(super) fn assign(self) -> Range<usize> {
        self.assign as usize..self.comment as usize
    }

    /// The comment after other tokens.
    pub(super) fn comment(self) -> Range<usize> {
        self.comment as usize..self.end as usize
    }

    /// Splits the tokens from `start` to `end`.
    fn new(tokens: &[Token], start: usize, end: usize) -> Self {
        let line = tokens.get(start..end).unwrap_or_default();
        let comment = match line {
            [_, .., last] if last.kind == TokenKind::Comment => end - 1,
            _ => end,
        };
        let uncommented = tokens.get(start..comment).unwrap_or_default();
        let assign = uncommented.iter().skip(1).position(|token| token.kind == TokenKind::Assign);
        let assign = assign.map(|found| start + 1 + found).filter(|assign| {
            // With more opening brackets than closing ones, the definition continues on the next line.
            tokens.get(*assign..comment).is_some_and(|definition| nesting(definition) == 0)
        });
        Line {
            start: start as u32,
            assign: assign.unwrap_or(comment) as u32,
            comment: comment as u32,
            end: end as u32,
        }
    }
}

impl<'s> Grid<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let tokens = lex(source, Purpose::Format);
        let mut lines = Vec::new();
        let mut start = 0;
        for (index, token) in tokens.iter().enumerate() {
            if ends_line(source, *token) {
                lines.push(Line::new(&tokens, start, index + 1));
                start = index + 1;
            }
        }
        if start < tokens.len() {
            lines.push(Line::new(&tokens, start, tokens.len()));
        }
        Grid { source, spaces: vec![0; tokens.len()], tokens, lines }
    }

    /// The width of the tokens in columns, with the spaces before them.
    pub(super) fn columns(&self, cell: Range<usize>) -> usize {
        let spaces = self.spaces.get(cell.clone()).unwrap_or_default();
        let tokens = self.tokens.get(cell).unwrap_or_default();
        tokens.iter().zip(spaces).fold(0, |width: usize, (token, spaces)| {
            width.saturating_add(*spaces as usize + columns(token.span.text(self.source)))
        })
    }

    /// The formatted source.
    pub(super) fn write(&self) -> Result<String> {
        let white_space = self.spaces.iter().map(|spaces| u64::from(*spaces)).sum::<u64>();
        let limit = white_space_limit(self.source.len());
        if white_space > limit {
            let diagnostic = catalog::syntax::too_much_white_space(white_space, limit);
            return Err(Error::syntax(diagnostic));
        }
        let mut formatted = String::with_capacity(self.source.len() + self.source.len() / 8);
        // The source from `copied` to `end` is copied without changes.
        let (mut copied, mut end) = (0, 0);
        for (token, spaces) in self.tokens.iter().zip(&self.spaces) {
            let start = token.span.start as usize;
            if !is_blank(&self.source.as_bytes()[end..start], *spaces as usize) {
                formatted.push_str(&self.source[copied..end]);
                push_spaces(&mut formatted, *spaces as usize);
                copied = start;
            }
            end = token.span.end as usize;
        }
        formatted.push_str(&self.source[copied..end]);
        push_spaces(&mut formatted, self.source.len() - end);
        Ok(formatted)
    }
}

/// The number of brackets that the tokens open, minus those that they close.
pub(super) fn nesting(tokens: &[Token]) -> i64 {
    tokens.iter().map(|token| i64::from(opens(token.kind)) - i64::from(closes(token.kind))).sum()
}

pub(super) fn opens(kind: TokenKind) -> bool {
    use TokenKind::{OpenBrace, OpenBracket, OpenDirective, OpenInterpolation, OpenParenthesis};
    matches!(kind, OpenBrace | OpenBracket | OpenParenthesis | OpenInterpolation | OpenDirective)
}

pub(super) fn closes(kind: TokenKind) -> bool {
    use TokenKind::{CloseBrace, CloseBracket, CloseParenthesis, CloseSequence};
    matches!(kind, CloseBrace | CloseBracket | CloseParenthesis | CloseSequence)
}

/// Whether the text is exactly this number of spaces.
fn is_blank(between: &[u8], spaces: usize) -> bool {
    between.len() == spaces && between.iter().all(|byte| *byte == b' ')
}

fn push_spaces(formatted: &mut String, count: usize) {
    formatted.extend(std::iter::repeat_n(' ', count));
}
