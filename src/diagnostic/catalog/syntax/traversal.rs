//! Traversals on their own.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::source::Span;

#[cold]
pub(crate) fn no_variable_name(found: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "missing-variable",
        "Variable name required",
        "A traversal starts with the name of a variable.",
    )
    .at(found)
}

#[cold]
pub(crate) fn no_step(root: Span, found: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-step",
        "Invalid character",
        "A traversal goes on with a dot and a name, or with an index in brackets.",
    )
    .at(found)
    .within(root.to(found))
}

#[cold]
pub(crate) fn no_step_name(root: Span, found: Token) -> Diagnostic {
    let detail = match found.kind {
        TokenKind::Multiply => "A splat can't stand in a traversal.",
        _ => "A dot is followed by a name.",
    };
    Diagnostic::catalogued("missing-name", "Attribute name required", detail)
        .at(found.span)
        .within(root.to(found.span))
}

#[cold]
pub(crate) fn no_constant_index(root: Span, found: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "missing-index",
        "Index value required",
        "The index in a traversal is a number or a string, written out.",
    )
    .at(found)
    .within(root.to(found))
}

#[cold]
pub(crate) fn unclosed_constant_index(open: Span, found: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "unclosed-bracket",
        "Unclosed index brackets",
        "The closing bracket of the index is expected here.",
    )
    .at(found)
    .within(open.to(found))
}
