//! Diagnostics of function calls.

use super::collection::{ends_construct, separated};
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::text::span::Span;

rows! {
    no_function_name(name: Span, found: Span) at found within (name.to(found)):
        "missing-function-name", "Missing function name",
        "After \"::\" comes the name of a function in that namespace.",
        "write a name after \"::\", as in provider::name::function(…)";

    no_open_parenthesis(name: Span, found: Span) at found within (name.to(found)):
        "missing-parenthesis", "Missing open parenthesis",
        "A name with \"::\" is that of a function, which is called with parentheses.",
        "add the arguments in parentheses, or () if there are none";
}

#[cold]
pub(crate) fn unterminated_call(header: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "unclosed-call",
        "Unterminated function call",
        "The file ends before the closing parenthesis of this call.",
    )
    .with_span(header)
    .with_help("add a closing parenthesis")
    .with_closing(")", header, u32::MAX)
}

#[cold]
pub(crate) fn no_argument_separator(
    name: Span,
    open: Span,
    last: Token,
    found: Token,
) -> Diagnostic {
    let diagnostic = |detail: &str| {
        Diagnostic::catalogued("missing-separator", "Missing argument separator", detail)
            .with_context(name.to(found.span))
    };
    if ends_construct(found.kind) {
        return diagnostic("The parenthesis of this call is not closed.")
            .with_span(open)
            .with_help("add a closing parenthesis")
            .with_closing(")", open, last.span.end);
    }
    if found.kind == TokenKind::FatArrow {
        return diagnostic("An argument is a value; functions can't be defined here.")
            .with_span(found.span)
            .with_help("write a list with [for name in list : value]");
    }
    separated(diagnostic("Arguments are separated by commas."), last, found)
}

rows! {
    expansion_not_last(name: Span, ellipsis: Span) at ellipsis within (name.to(ellipsis)):
        "expansion-not-last", "Missing closing parenthesis",
        "Only the last argument can be expanded, so \"...\" is followed by the parenthesis.",
        "move this argument to the end";
}
