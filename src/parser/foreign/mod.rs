//! Forms of other languages: the parser recognizes them, reports them and continues.
//!
//! Only the diagnosing pass calls these functions.

mod item;
mod operator;
mod term;

pub(super) use self::item::without_comma;
use super::error::Failure;
use super::{Parser, Token, TokenKind, catalog};

impl<'s, 't, E: Failure<'t>> Parser<'_, 's, 't, '_, E> {
    pub(super) fn rest_from(&mut self, start: u32) -> &'s str {
        self.input.state().source.get(start as usize..).unwrap_or_default()
    }

    /// The text from `start` to the end of its line.
    pub(super) fn line_from(&mut self, start: u32) -> &'s str {
        self.rest_from(start).split('\n').next().unwrap_or_default()
    }

    /// The text of the next tokens up to a blank, a comma, a bracket or the line end.
    fn text_from(&mut self, start: u32) -> &'s str {
        let ends = [' ', '\t', '\r', '\n', ',', ']', ')', '}', '"', ';'];
        self.rest_from(start).split(ends).next().unwrap_or_default()
    }

    /// The end of the lines after `at` that are indented more than the line of `at`.
    fn end_of_indented(&mut self, at: u32) -> u32 {
        let before = self.input.state().source.get(..at as usize).unwrap_or_default();
        let indentation = |line: &str| line.len() - line.trim_start().len();
        let depth = indentation(before.rsplit('\n').next().unwrap_or_default());
        let mut end = at as usize;
        for (index, line) in self.rest_from(at).split_inclusive('\n').enumerate() {
            if index > 0 && !line.trim().is_empty() && indentation(line) <= depth {
                break;
            }
            end += line.len();
        }
        end as u32
    }

    /// Skips the tokens before `end`.
    pub(super) fn skip_to(&mut self, end: u32) {
        while self.peek() != TokenKind::End && self.token().span.start < end {
            self.bump();
        }
    }
}

/// Whether the token starts a value and nothing else.
pub(super) fn starts_value(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Number
            | UnusualNumber
            | OpenBracket
            | OpenParenthesis
            | Heredoc
            | HeredocEscaped
            | OpenHeredoc
            | Subtract
            | ForeignString
            | String
            | StringEscaped
            | InvalidString
            | OpenQuote
    )
}
