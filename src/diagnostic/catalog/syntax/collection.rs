//! Diagnostics of tuples and objects, and of the brackets around expressions.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::text::span::Span;

#[cold]
pub(crate) fn no_item_separator(open: Span, last: Token, found: Token) -> Diagnostic {
    let diagnostic = |code, summary: &'static str, detail: &str| {
        Diagnostic::catalogued(code, summary, detail).with_context(open.to(found.span))
    };
    const UNCLOSED: &str = "The list that starts here is not closed.";
    let unclosed = match found.kind {
        TokenKind::End => {
            diagnostic("unclosed-bracket", "Unterminated tuple constructor expression", UNCLOSED)
        }
        kind if ends_construct(kind) => {
            diagnostic("missing-separator", "Missing item separator", UNCLOSED)
        }
        _ => {
            let detail = "The elements of a list are separated by commas.";
            let diagnostic = diagnostic("missing-separator", "Missing item separator", detail);
            return separated(diagnostic, last, found);
        }
    };
    let end = last.span.end;
    unclosed.with_span(open).with_help("add a closing bracket").with_closing("]", open, end)
}

/// Two elements without a comma between them.
pub(super) fn separated(diagnostic: Diagnostic, last: Token, found: Token) -> Diagnostic {
    let is_adjacent = last.span.end == found.span.start;
    let help = match found.kind {
        TokenKind::Semicolon => "write a comma instead of the semicolon",
        TokenKind::Colon | TokenKind::Assign | TokenKind::FatArrow => {
            "write a comma, or braces around keys and values: { key = value }"
        }
        _ if is_adjacent && (last.is_quote() || found.is_quote()) => {
            "check the quotes: write \\\" for a quote in a string, and a comma between strings"
        }
        _ => ADD_COMMA,
    };
    let diagnostic = diagnostic.with_span(found.span).with_help(help);
    match help {
        ADD_COMMA => diagnostic.with_fix(Span::empty(last.span.end), ","),
        _ => diagnostic,
    }
}

const ADD_COMMA: &str = "add a comma before this";

/// A key of an object without a sign and a value after it.
#[cold]
pub(crate) fn no_key_value_separator(open: Span, found: Token) -> Diagnostic {
    let help = match found.kind {
        TokenKind::End => return unterminated_object(open),
        TokenKind::Ellipsis => return super::spread(TokenKind::OpenBrace, found.span),
        TokenKind::Newline | TokenKind::Comma | TokenKind::CloseBrace => {
            "write key = value; a list is written in brackets: [a, b]"
        }
        TokenKind::Equal => "write \"=\" instead of \"==\"",
        TokenKind::FatArrow => "write \"=\" instead of \"=>\"",
        TokenKind::Colon => "write \"=\" instead of \":=\"",
        TokenKind::OpenBrace => "write \"=\" before the brace",
        TokenKind::Identifier => "add \"=\" here; a key with spaces or dots takes quotes",
        _ => "add \"=\" here",
    };
    let summary = match found.kind {
        TokenKind::Newline | TokenKind::Comma => "Missing attribute value",
        _ => "Missing key/value separator",
    };
    let detail = match found.kind {
        TokenKind::OpenBrace => "An object contains no blocks.",
        _ => "A key of an object is followed by \"=\" and a value.",
    };
    Diagnostic::catalogued("missing-value", summary, detail)
        .with_span(found.span)
        .with_context(open.to(found.span))
        .with_help(help)
}

#[cold]
pub(crate) fn no_attribute_separator(open: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::End {
        return unterminated_object(open);
    }
    let diagnostic = |detail| {
        Diagnostic::catalogued("missing-separator", "Missing attribute separator", detail)
            .with_context(open.to(found.span))
    };
    if ends_construct(found.kind) {
        return diagnostic("The object that starts here is not closed.")
            .with_span(open)
            .with_help("add a closing brace")
            .with_closing("}", open, found.span.start);
    }
    let help = match found.kind {
        TokenKind::Semicolon => "write a comma instead of the semicolon",
        TokenKind::Colon | TokenKind::Assign => "remove the second value, or add a comma and a key",
        _ => "add a comma before this, or start a new line",
    };
    diagnostic("The items of an object are separated by commas or line ends.")
        .with_span(found.span)
        .with_help(help)
}

#[cold]
pub(crate) fn unterminated_object(open: Span) -> Diagnostic {
    unclosed_object("The object that starts here is not closed.", open).with_closing(
        "}",
        open,
        u32::MAX,
    )
}

/// An object without a closing brace. The indentation shows that it ends at `end`.
#[cold]
pub(crate) fn no_closing_brace(open: Span, end: Span) -> Diagnostic {
    unclosed_object("The closing brace of an object is missing here.", end)
        .with_label(open, "the object starts here")
        .with_closing("}", open, end.start)
}

fn unclosed_object(detail: &str, subject: Span) -> Diagnostic {
    Diagnostic::catalogued("unclosed-brace", "Unterminated object constructor expression", detail)
        .with_span(subject)
        .with_help("add a closing brace")
}

#[cold]
pub(crate) fn unbalanced_parentheses(before: TokenKind, open: Span, found: Token) -> Diagnostic {
    let diagnostic = |detail| {
        Diagnostic::catalogued("unclosed-parenthesis", "Unbalanced parentheses", detail)
            .with_context(open.to(found.span))
    };
    match ends_construct(found.kind) {
        true => diagnostic("The parenthesis that opens here is not closed.")
            .with_span(open)
            .with_help("add a closing parenthesis")
            .with_closing(")", open, found.span.start),
        false => diagnostic("A closing parenthesis is expected here.")
            .with_span(found.span)
            .with_label(open, "the parenthesis opens here")
            .with_help(match found.kind {
                TokenKind::Comma if before == TokenKind::Modulo => {
                    "format(\"%s-%s\", one, other) inserts values in a text"
                }
                TokenKind::Comma => "write a list in brackets: [a, b]",
                _ => "add a closing parenthesis, or an operator between two values",
            }),
    }
}

/// A closing bracket of another kind than the open one.
#[cold]
pub(crate) fn mismatched_bracket(wanted: TokenKind, found: Span) -> Diagnostic {
    let wanted = match wanted {
        TokenKind::CloseBracket => "]",
        TokenKind::CloseParenthesis => ")",
        _ => "}",
    };
    Diagnostic::catalogued(
        "mismatched-bracket",
        "Mismatched brackets",
        "This closing bracket doesn't match the opening one.",
    )
    .with_span(found)
    .with_help(format!("write {wanted} instead"))
    .with_fix(found, wanted)
}

/// Whether the token ends the construct around an unclosed bracket.
pub(super) fn ends_construct(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::End
            | TokenKind::Newline
            | TokenKind::CloseBrace
            | TokenKind::CloseBracket
            | TokenKind::CloseParenthesis
            | TokenKind::CloseSequence
            | TokenKind::CloseHeredoc
            | TokenKind::CloseQuote
    )
}
