//! Diagnostics for tokens that are invalid everywhere.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::syntax as catalog;
use crate::lexer::{Token, TokenKind};

/// Diagnostics for the invalid tokens. Tokens that usually come in pairs or groups are reported once.
pub(super) fn mistakes(source: &str, tokens: &[Token]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut told = Told::default();
    for token in tokens {
        let span = token.span;
        match token.kind {
            TokenKind::BitAnd | TokenKind::BitOr | TokenKind::BitXor | TokenKind::BitNot
                if told.bitwise.first(4) =>
            {
                found.push(catalog::bitwise_operator(token.kind, span));
            }
            TokenKind::Backtick if told.backtick.alternate() => {
                found.push(catalog::backtick(span));
            }
            TokenKind::Apostrophe if told.apostrophe.alternate() => {
                found.push(catalog::apostrophe(span));
            }
            TokenKind::Semicolon if told.semicolon.first(1) => {
                found.push(catalog::semicolon(span));
            }
            TokenKind::RawNewline => found.push(catalog::newline_in_quotes(span)),
            TokenKind::InvalidCharacter => {
                found.push(catalog::invalid_character(span.text(source), span));
            }
            _ => {}
        }
    }
    found
}

/// Adds the construct that the operators at the subject were probably meant to open.
pub(super) fn explain(diagnostic: Diagnostic, tokens: &[Token]) -> Diagnostic {
    let Some(subject) = diagnostic.subject() else { return diagnostic };
    let at = tokens.partition_point(|token| token.span.start < subject.start);
    let pairs = [at.checked_sub(1), Some(at)].into_iter().flatten();
    for pair in pairs.filter_map(|first| tokens.get(first..first + 2)) {
        let [first, second] = pair else { continue };
        let are_adjacent = first.span.end == second.span.start;
        match (first.kind, second.kind) {
            (TokenKind::Divide, TokenKind::Multiply) if are_adjacent => {
                return catalog::at_unclosed_comment(diagnostic, first.span.to(second.span));
            }
            (TokenKind::Less, TokenKind::Less) if are_adjacent => {
                return catalog::at_invalid_heredoc(diagnostic);
            }
            _ => {}
        }
    }
    diagnostic
}

#[derive(Default)]
struct Told {
    bitwise: Count,
    backtick: Count,
    apostrophe: Count,
    semicolon: Count,
}

#[derive(Default)]
struct Count(usize);

impl Count {
    /// Whether this is among the first `most`.
    fn first(&mut self, most: usize) -> bool {
        self.0 += 1;
        self.0 <= most
    }

    /// Whether this opens the first or the second pair.
    fn alternate(&mut self) -> bool {
        self.0 += 1;
        self.0 == 1 || self.0 == 3
    }
}
