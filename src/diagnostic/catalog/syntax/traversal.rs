//! Diagnostics of standalone traversals, and of traversals in expressions.

use super::collection::ends_construct;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::text::span::Span;

rows! {
    no_variable_name(found: Span) at found:
        "missing-variable", "Variable name required",
        "A traversal must start with the name of a variable.",
        "write it as in name.attribute or name[0]";
}

rows! {
    no_step(root: Span, found: Span) at found within (root.to(found)):
        "invalid-step", "Invalid character",
        "Only a dot and a name, or an index in brackets, can follow in a traversal.";
}

#[cold]
pub(crate) fn no_step_name(root: Span, found: Token) -> Diagnostic {
    let detail = match found.kind {
        TokenKind::Multiply => "A traversal leads to a single value, so it can't contain \"*\".",
        _ => "A name must follow the dot.",
    };
    Diagnostic::catalogued("missing-name", "Attribute name required", detail)
        .with_span(found.span)
        .with_context(root.to(found.span))
        .with_help("write a name, which starts with a letter or _")
}

rows! {
    no_constant_index(root: Span, found: Span) at found within (root.to(found)):
        "missing-index", "Index value required",
        "The index in a traversal must be a number in digits, or a string in quotes.",
        "write it as in [0] or [\"name\"]";
}

#[cold]
pub(crate) fn unclosed_constant_index(open: Span, found: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "unclosed-bracket",
        "Unclosed index brackets",
        "The closing bracket of the index is expected here.",
    )
    .with_span(found)
    .with_context(open.to(found))
    .with_help("add a closing bracket")
    .with_closing("]", open, found.start)
}

#[cold]
pub(crate) fn no_attribute_name(before: Token, dot: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::Multiply {
        return Diagnostic::catalogued(
            "nested-splat",
            "Nested splat expression not allowed",
            "Only names and digits can follow \".*\", no other splat.",
        )
        .with_span(found.span)
        .with_help("write [*] instead of .*");
    }
    let diagnostic = Diagnostic::catalogued(
        "missing-name",
        "Invalid attribute name",
        "A name must follow the dot.",
    )
    .with_span(found.span)
    .with_context(dot.to(found.span));
    if found.kind == TokenKind::Modulo {
        return diagnostic.with_help(
            "write a name; signs such as %s and %d are text that another program replaces",
        );
    }
    let is_range = before.kind.is_number() && found.kind == TokenKind::Dot;
    if is_range {
        return diagnostic.with_help("range(first, end) is a list of numbers, without the end");
    }
    let joins_text = before.is_quote() && found.kind == TokenKind::Dot;
    if joins_text || found.is_quote() && dot.end < found.span.start {
        return diagnostic.with_help("texts are joined in one string: \"${one}${other}\"");
    }
    if found.kind == TokenKind::Dot && dot.end == found.span.start {
        return diagnostic.with_help("remove one of the dots");
    }
    diagnostic
        .with_help("write a name after the dot, or remove the dot; a name with other characters is written in brackets: [\"name\"]")
}

rows! {
    chained_legacy_index(span: Span, first: &str, second: &str) at span:
        "chained-legacy-index", "Invalid legacy index syntax",
        "The digits {first}.{second} are one number, not two indexes.",
        "write [{first}][{second}]";
}

#[cold]
pub(crate) fn unclosed_splat(open: Span, found: Token) -> Diagnostic {
    let diagnostic = unclosed_bracket("Missing close bracket on splat index", open, found);
    match found.kind {
        TokenKind::Newline => diagnostic
            .with_detail("The bracket of a splat is closed on the line where it is opened."),
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn unclosed_index(open: Span, found: Token) -> Diagnostic {
    let diagnostic = unclosed_bracket("Missing close bracket on index", open, found);
    match found.kind {
        TokenKind::Colon => diagnostic.with_help(SLICE),
        _ => diagnostic,
    }
}

/// The fix for a colon in an index.
pub(super) const SLICE: &str =
    "slice(list, first, end) is a part of a list, substr(text, first, length) of a text";

fn unclosed_bracket(summary: &'static str, open: Span, found: Token) -> Diagnostic {
    match ends_construct(found.kind) {
        true => Diagnostic::catalogued(
            "unclosed-bracket",
            summary,
            "The bracket that opens here is not closed.",
        )
        .with_span(open),
        false => Diagnostic::catalogued(
            "unclosed-bracket",
            summary,
            "The closing bracket is expected here.",
        )
        .with_span(found.span)
        .with_label(open, "the bracket opens here"),
    }
    .with_context(open.to(found.span))
    .with_help("add a closing bracket")
    .with_closing("]", open, found.span.start)
}
