//! Diagnostics of `for` expressions, and of the introductions of `for` directives.

use super::collection::ends_construct;
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::text::span::Span;

fn invalid_for(open: Span, subject: Span, detail: &'static str) -> Diagnostic {
    invalid_introduction("expression", open, subject, detail)
}

/// The same parts introduce an expression and a directive.
fn invalid_introduction(
    construct: &str,
    open: Span,
    subject: Span,
    detail: &'static str,
) -> Diagnostic {
    Diagnostic::catalogued("invalid-for", format!("Invalid 'for' {construct}"), detail)
        .with_span(subject)
        .with_context(open.to(subject))
}

#[cold]
pub(crate) fn no_for_name(
    construct: &str,
    open: Span,
    found: Token,
    after_comma: bool,
) -> Diagnostic {
    let detail = match after_comma {
        true => "The comma is followed by the name of the value variable.",
        false => "The word \"for\" is followed by the name of a variable.",
    };
    invalid_introduction(construct, open, found.span, detail)
        .with_help("write for name in list, or for key, value in map")
}

#[cold]
pub(crate) fn no_in_after_for(construct: &str, open: Span, found: Token) -> Diagnostic {
    invalid_introduction(construct, open, found.span, "The names are followed by the word \"in\".")
        .with_help("write for name in list, or for key, value in map")
}

#[cold]
pub(crate) fn no_colon_in_for(open: Span, found: Token, is_if: bool, bracket: &str) -> Diagnostic {
    let help = match (bracket, is_if) {
        ("{", true) => "write the condition last: { for name in list : key => value if condition }",
        (_, true) => "write the condition last: [for name in list : value if condition]",
        ("{", false) => "write { for name in list : key => value }",
        (_, false) => "write [for name in list : value]",
    };
    invalid_for(open, found.span, "The collection is followed by a colon.").with_help(help)
}

/// Another sign than `=>` between key and value.
#[cold]
pub(crate) fn no_arrow_in_for(open: Span, found: Token) -> Diagnostic {
    invalid_for(open, found.span, "Here, key and value have the sign \"=>\" between them.")
        .with_help("write { for name in list : key => value }")
}

#[cold]
pub(crate) fn after_for(open: Span, found: Token) -> Diagnostic {
    if ends_construct(found.kind) {
        let detail = "The bracket that opens this \"for\" expression is not closed.";
        return invalid_for(open, open, detail).with_help("add the closing bracket");
    }
    invalid_for(open, found.span, "The closing bracket of the \"for\" expression is expected here.")
        .with_label(open, "the expression starts here")
        .with_help("add the closing bracket, or remove this; a condition starts with \"if\"")
}

#[cold]
pub(crate) fn key_in_tuple_for(open: Span, key: Span) -> Diagnostic {
    invalid_for(open, key, "A list has no keys.")
        .with_help("remove the key and \"=>\", or write { for … : key => value } for an object")
}

#[cold]
pub(crate) fn grouping_in_tuple_for(open: Span, ellipsis: Span) -> Diagnostic {
    invalid_for(open, ellipsis, "Only objects group values by key with \"...\".")
        .with_help("remove \"...\"; to flatten a list of lists, call flatten")
}

#[cold]
pub(crate) fn no_key_in_object_for(open: Span, value: Span) -> Diagnostic {
    invalid_for(open, value, "An object needs a key and a value: key => value.")
        .with_help("use [ for … : value ] for a list")
}
