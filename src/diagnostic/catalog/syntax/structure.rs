//! Bodies, attributes and blocks.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::source::Span;

#[cold]
pub(crate) fn item_required(found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "item-required",
        "Argument or block definition required",
        "An argument (name = value) or a block (type { … }) is expected here.",
    )
    .at(found.span);
    match found.kind {
        TokenKind::CloseBrace => {
            diagnostic.help("there is no open block that this brace could close")
        }
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn quoted_argument_name(span: Span) -> Diagnostic {
    Diagnostic::error(
        "quoted-name",
        "Invalid argument name",
        "The names of arguments and blocks are written without quotes.",
    )
    .at(span)
    .help("remove the quotes")
}

#[cold]
pub(crate) fn neither_argument_nor_block(name: Span, found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "item-required",
        "Argument or block definition required",
        "After a name, an argument goes on with \"=\" and a block with labels and \"{\".",
    )
    .at(name);
    match found.kind {
        TokenKind::Colon => diagnostic.help("write \"=\" instead of \":\""),
        TokenKind::Apostrophe => diagnostic.help("labels take double quotes"),
        TokenKind::Dot => {
            diagnostic.help("a name has no dots; nested values are objects or blocks")
        }
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn no_newline_after_argument(name: Span, found: Token) -> Diagnostic {
    let (summary, help) = match found.kind {
        TokenKind::Comma => ("Unexpected comma after argument", "remove the comma"),
        _ => ("Missing newline after argument", "start a new line here"),
    };
    Diagnostic::error("missing-newline", summary, "Every argument ends with its line.")
        .at(found.span)
        .within(name.to(found.span))
        .help(help)
}

#[cold]
pub(crate) fn no_newline_after_block(name: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-newline",
        "Missing newline after block definition",
        "Nothing may follow a block on the line of its closing brace.",
    )
    .at(found)
    .within(name.to(found))
    .help("start a new line here")
}

#[cold]
pub(crate) fn no_block_body(name: Span, found: Token) -> Diagnostic {
    let (detail, help) = match found.kind {
        TokenKind::Assign => (
            "An equals sign belongs to an argument, but labels belong to a block.",
            "remove the equals sign for a block, or the labels for an argument",
        ),
        TokenKind::Newline => (
            "The opening brace of a block stands on the line of its type and labels.",
            "move the opening brace here",
        ),
        TokenKind::Apostrophe => {
            ("A label or the opening brace is expected here.", "labels take double quotes")
        }
        _ => ("A label or the opening brace is expected here.", "write labels as \"label\""),
    };
    Diagnostic::error("invalid-block", "Invalid block definition", detail)
        .at(found.span)
        .within(name.to(found.span))
        .help(help)
}

#[cold]
pub(crate) fn unclosed_block(name: Span, open: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-block",
        "Unclosed configuration block",
        "This brace is never closed. The closing brace may be missing here or in a block inside.",
    )
    .at(open)
    .within(name.to(open))
    .help("add a closing brace")
}

#[cold]
pub(crate) fn unclosed_one_line_block(block: Span, open: Span, found: Token) -> Diagnostic {
    let (subject, summary, detail) = match found.kind {
        TokenKind::End => return unclosed_block(block, open),
        TokenKind::Comma => (
            found.span,
            "Invalid single-argument block definition",
            "A block on one line has one argument and takes no comma.",
        ),
        TokenKind::Newline => (
            found.span,
            "Invalid single-argument block definition",
            "A block whose first argument stands on the line of its brace must end on that line.",
        ),
        _ => (
            found.span,
            "Invalid single-argument block definition",
            "A block on one line ends behind its only argument.",
        ),
    };
    Diagnostic::error("invalid-one-line-block", summary, detail)
        .at(subject)
        .label(open, "the block starts here")
        .help("put every argument on a line of its own")
}

#[cold]
pub(crate) fn block_in_one_line_block(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "invalid-one-line-block",
        "Argument definition required",
        "A block on one line can hold an argument, but no block.",
    )
    .at(span)
    .help(format!("write {name} = … for an argument, or put the block on lines of its own"))
}

#[cold]
pub(crate) fn template_in_label(open: Span, sequence: Token) -> Diagnostic {
    let sigil = match sequence.kind {
        TokenKind::OpenDirective => '%',
        _ => '$',
    };
    Diagnostic::error(
        "template-in-label",
        "Invalid string literal",
        "A label is a plain string, nothing is evaluated in it.",
    )
    .at(sequence.span)
    .within(open.to(sequence.span))
    .help(format!("write {sigil}{sigil}{{ for a literal {sigil}{{"))
}

#[cold]
pub(crate) fn unterminated_label(open: Span, end: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-string",
        "Unterminated string literal",
        "The file ends before the closing quote.",
    )
    .at(end)
    .within(open.to(end))
    .label(open, "the string starts here")
}

#[cold]
pub(crate) fn invalid_label(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error("invalid-label", "Invalid string literal", "This can't stand in a label.")
        .at(found)
        .within(open.to(found))
}

#[cold]
pub(crate) fn attribute_redefined(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(
        "attribute-redefined",
        "Attribute redefined",
        format!("The argument \"{name}\" is set more than once in this body."),
    )
    .at(span)
    .label(first, "first set here")
    .help("remove one of them, or rename it")
}
