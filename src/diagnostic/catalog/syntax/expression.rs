//! Expressions.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::source::Span;

#[cold]
pub(crate) fn missing_expression(span: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-expression",
        "Missing expression",
        "The file ends where a value is expected.",
    )
    .at(span)
}

#[cold]
pub(crate) fn invalid_expression(found: Token) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("invalid-expression", "Invalid expression", "A value is expected here.")
            .at(found.span);
    match found.kind {
        TokenKind::Newline => {
            diagnostic.help("write the value on the same line, or open a parenthesis")
        }
        TokenKind::Apostrophe => diagnostic.help("strings take double quotes"),
        TokenKind::Dot => diagnostic.help("a number starts with a digit: 0.5"),
        TokenKind::Add => diagnostic.help("there is no unary plus"),
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn after_expression(found: Span) -> Diagnostic {
    Diagnostic::error(
        "extra-characters",
        "Extra characters after expression",
        "The expression is complete before this.",
    )
    .at(found)
}

#[cold]
pub(crate) fn invalid_number(text: &str, span: Span) -> Diagnostic {
    // One point and one exponent make a number of the right form.
    let detail = match text.split(['e', 'E', '.']).count() {
        2 | 3 if text.contains(['e', 'E']) => "The exponent is beyond that of any number.",
        _ => "This is no decimal number.",
    };
    Diagnostic::error("invalid-number", "Invalid number literal", detail).at(span)
}

#[cold]
pub(crate) fn no_false_expression(predicate: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "incomplete-conditional",
        "Missing false expression in conditional",
        "A conditional has two results: condition ? result : other.",
    )
    .at(found)
    .within(predicate.to(found))
    .help("add a colon and the other result")
}

#[cold]
pub(crate) fn unbalanced_parentheses(open: Span, found: Token) -> Diagnostic {
    Diagnostic::error(
        "unclosed-parenthesis",
        "Unbalanced parentheses",
        "A closing parenthesis is expected here.",
    )
    .at(found.span)
    .within(open.to(found.span))
    .label(open, "opened here")
}

#[cold]
pub(crate) fn no_function_name(name: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-function-name",
        "Missing function name",
        "After \"::\" comes the name of a function in that namespace.",
    )
    .at(found)
    .within(name.to(found))
}

#[cold]
pub(crate) fn no_open_parenthesis(name: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-parenthesis",
        "Missing open parenthesis",
        "A name with \"::\" is that of a function, which is called with parentheses.",
    )
    .at(found)
    .within(name.to(found))
}

#[cold]
pub(crate) fn expansion_not_last(name: Span, ellipsis: Span) -> Diagnostic {
    Diagnostic::error(
        "expansion-not-last",
        "Missing closing parenthesis",
        "Only the last argument can be expanded, so \"...\" is followed by the parenthesis.",
    )
    .at(ellipsis)
    .within(name.to(ellipsis))
}

#[cold]
pub(crate) fn unterminated_call(header: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-call",
        "Unterminated function call",
        "The file ends before the closing parenthesis of this call.",
    )
    .at(header)
    .help("add a closing parenthesis")
}

#[cold]
pub(crate) fn no_argument_separator(name: Span, open: Span, found: Token) -> Diagnostic {
    unclosed_or(found, open, "the call's arguments start here", || {
        Diagnostic::error(
            "missing-separator",
            "Missing argument separator",
            "Arguments are separated by commas.",
        )
    })
    .at(found.span)
    .within(name.to(found.span))
}

#[cold]
pub(crate) fn no_item_separator(open: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::End {
        return Diagnostic::error(
            "unclosed-bracket",
            "Unterminated tuple constructor expression",
            "The file ends before the closing bracket.",
        )
        .at(open)
        .help("add a closing bracket");
    }
    unclosed_or(found, open, "the tuple starts here", || {
        Diagnostic::error(
            "missing-separator",
            "Missing item separator",
            "Elements are separated by commas.",
        )
    })
    .at(found.span)
    .within(open.to(found.span))
}

/// Where a newline is what was found, a bracket was left open.
fn unclosed_or(
    found: Token,
    open: Span,
    opened: &str,
    diagnostic: impl FnOnce() -> Diagnostic,
) -> Diagnostic {
    let diagnostic = diagnostic();
    match found.kind {
        TokenKind::Newline => {
            diagnostic.label(open, opened).help("close the bracket, or add a comma")
        }
        _ => diagnostic.help("add a comma"),
    }
}

#[cold]
pub(crate) fn no_key_value_separator(open: Span, found: Token) -> Diagnostic {
    let (summary, detail) = match found.kind {
        TokenKind::End => return unterminated_object(open),
        TokenKind::Newline | TokenKind::Comma => {
            ("Missing attribute value", "A key is followed by \"=\" and a value.")
        }
        TokenKind::Identifier => (
            "Missing key/value separator",
            "A key is followed by \"=\" and a value. A key with dots or spaces takes quotes.",
        ),
        _ => ("Missing key/value separator", "A key is followed by \"=\" and a value."),
    };
    Diagnostic::error("missing-value", summary, detail).at(found.span).within(open.to(found.span))
}

#[cold]
pub(crate) fn no_attribute_separator(open: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::End {
        return unterminated_object(open);
    }
    Diagnostic::error(
        "missing-separator",
        "Missing attribute separator",
        "The items of an object are separated by commas or line ends.",
    )
    .at(found.span)
    .within(open.to(found.span))
    .help("add a comma, or start a new line")
}

fn unterminated_object(open: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-brace",
        "Unterminated object constructor expression",
        "The file ends before the closing brace.",
    )
    .at(open)
    .help("add a closing brace")
}

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
    Diagnostic::error("invalid-for", format!("Invalid 'for' {construct}"), detail)
        .at(subject)
        .within(open.to(subject))
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
}

#[cold]
pub(crate) fn no_in_after_for(construct: &str, open: Span, found: Token) -> Diagnostic {
    invalid_introduction(construct, open, found.span, "The names are followed by the word \"in\".")
}

#[cold]
pub(crate) fn no_colon_in_for(open: Span, found: Token) -> Diagnostic {
    invalid_for(open, found.span, "The collection is followed by a colon.")
}

#[cold]
pub(crate) fn after_for(open: Span, found: Token) -> Diagnostic {
    invalid_for(open, found.span, "The closing bracket of the \"for\" expression is expected here.")
        .label(open, "opened here")
}

#[cold]
pub(crate) fn key_in_tuple_for(open: Span, key: Span) -> Diagnostic {
    invalid_for(open, key, "A tuple has no keys.")
        .help("use { for … : key => value } for an object")
}

#[cold]
pub(crate) fn grouping_in_tuple_for(open: Span, ellipsis: Span) -> Diagnostic {
    invalid_for(open, ellipsis, "Only objects group values by key with \"...\".")
}

#[cold]
pub(crate) fn no_key_in_object_for(open: Span, value: Span) -> Diagnostic {
    invalid_for(open, value, "An object needs a key and a value: key => value.")
        .help("use [ for … : value ] for a tuple")
}

#[cold]
pub(crate) fn no_attribute_name(dot: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::Multiply {
        return Diagnostic::error(
            "nested-splat",
            "Nested splat expression not allowed",
            "A splat with a dot applies to names and digits only, not to another splat.",
        )
        .at(found.span)
        .help("use [*]");
    }
    Diagnostic::error("missing-name", "Invalid attribute name", "A dot is followed by a name.")
        .at(found.span)
        .within(dot.to(found.span))
}

#[cold]
pub(crate) fn chained_legacy_index(span: Span, first: &str, second: &str) -> Diagnostic {
    Diagnostic::error(
        "chained-legacy-index",
        "Invalid legacy index syntax",
        format!("The digits {first}.{second} are one number, not two indexes."),
    )
    .at(span)
    .help(format!("write [{first}][{second}]"))
}

#[cold]
pub(crate) fn unclosed_splat(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-bracket",
        "Missing close bracket on splat index",
        "In a full splat the bracket closes right behind the star.",
    )
    .at(found)
    .label(open, "opened here")
}

#[cold]
pub(crate) fn unclosed_index(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-bracket",
        "Missing close bracket on index",
        "The closing bracket of the index is expected here.",
    )
    .at(found)
    .label(open, "opened here")
}
