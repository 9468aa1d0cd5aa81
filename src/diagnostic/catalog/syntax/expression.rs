//! Expressions.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::source::Span;

#[cold]
pub(crate) fn missing_expression(span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "missing-expression",
        "Missing expression",
        "The file ends where a value is expected.",
    )
    .at(span)
    .help("write a value; the end of the file may be missing")
}

#[cold]
pub(crate) fn invalid_expression(before: Token, found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "invalid-expression",
        "Invalid expression",
        "A value is expected here.",
    )
    .at(found.span);
    let follows_operator = before.kind.binary_operator().is_some();
    match found.kind {
        TokenKind::Newline if follows_operator => {
            diagnostic.help("put an expression of several lines in parentheses")
        }
        TokenKind::Newline => {
            diagnostic.help("write the value on the same line, or open a parenthesis")
        }
        TokenKind::Dot => diagnostic.help("write a digit before the point: 0.5"),
        TokenKind::Add if !follows_operator => diagnostic.help("remove the plus sign"),
        TokenKind::Comma if before.kind == TokenKind::Comma => {
            diagnostic.help("remove one of the commas")
        }
        TokenKind::Comma => diagnostic.help("remove the comma, or write a value before it"),
        TokenKind::Assign if before.kind == TokenKind::Assign => {
            diagnostic.help("remove one of the equals signs")
        }
        TokenKind::Assign if follows_operator => {
            diagnostic.help("write the operator without the equals sign")
        }
        TokenKind::CloseBracket if before.kind == TokenKind::OpenBracket => {
            diagnostic.help("write an index between the brackets")
        }
        TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParenthesis => {
            diagnostic.help("write a value before the bracket, or remove the sign before it")
        }
        TokenKind::SurplusBrace => diagnostic.help("write a value, and remove the brace"),
        TokenKind::CloseSequence => diagnostic.help("write a value between the braces"),
        TokenKind::Less => diagnostic.help("a heredoc starts with << and a marker: <<EOT"),
        kind if kind.binary_operator().is_some() && follows_operator => {
            diagnostic.help("remove one of the operators, or write a value between them")
        }
        _ => diagnostic.help("write a value here; text takes double quotes"),
    }
}

/// An expression with syntax errors, which were reported when the document was parsed.
#[cold]
pub(crate) fn unparsed(span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-expression",
        "Invalid expression",
        "This expression has syntax errors, so it has no value.",
    )
    .at(span)
    .help("correct the syntax errors of the document first")
}

/// `name =` with nothing after it.
#[cold]
pub(crate) fn no_value(assign: Span, newline: Span, text: &str) -> Diagnostic {
    let help = match text.trim_end() {
        // The line end has the comment before it.
        comment if comment.starts_with('#') && !comment.starts_with("# ") => {
            "# starts a comment: add quotes if it is part of a text"
        }
        _ => "write a value after the equals sign, on the same line; null is the empty value",
    };
    Diagnostic::catalogued("invalid-expression", "Invalid expression", "A value is expected here.")
        .at(newline)
        .within(assign.to(newline))
        .help(help)
}

/// An expression that goes on after the end of its line.
#[cold]
pub(crate) fn line_ends_in_expression(operator: &str, newline: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-expression",
        "Invalid expression",
        format!("The line ends after {operator}, but the expression doesn't."),
    )
    .at(newline)
    .help("put an expression of several lines in parentheses")
}

#[cold]
pub(crate) fn after_expression(found: Span) -> Diagnostic {
    Diagnostic::catalogued(
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
    let diagnostic =
        Diagnostic::catalogued("invalid-number", "Invalid number literal", detail).at(span);
    match text.len() {
        ..=60 => diagnostic.help(format!("add quotes if this is text: \"{text}\"")),
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn no_false_expression(predicate: Span, found: Span) -> Diagnostic {
    Diagnostic::catalogued(
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
    let diagnostic = |detail| {
        Diagnostic::catalogued("unclosed-parenthesis", "Unbalanced parentheses", detail)
            .within(open.to(found.span))
    };
    match ends_construct(found.kind) {
        true => diagnostic("The parenthesis that opens here is not closed.")
            .at(open)
            .help("add a closing parenthesis"),
        false => diagnostic("A closing parenthesis is expected here.")
            .at(found.span)
            .label(open, "opened here")
            .help("add a closing parenthesis, or an operator between two values"),
    }
}

/// Whether the token ends the construct around an unclosed bracket.
fn ends_construct(kind: TokenKind) -> bool {
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
        "The open bracket is of another kind than this closing one.",
    )
    .at(found)
    .help(format!("write {wanted} instead"))
}

#[cold]
pub(crate) fn no_function_name(name: Span, found: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "missing-function-name",
        "Missing function name",
        "After \"::\" comes the name of a function in that namespace.",
    )
    .at(found)
    .within(name.to(found))
}

#[cold]
pub(crate) fn no_open_parenthesis(name: Span, found: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "missing-parenthesis",
        "Missing open parenthesis",
        "A name with \"::\" is that of a function, which is called with parentheses.",
    )
    .at(found)
    .within(name.to(found))
}

#[cold]
pub(crate) fn expansion_not_last(name: Span, ellipsis: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "expansion-not-last",
        "Missing closing parenthesis",
        "Only the last argument can be expanded, so \"...\" is followed by the parenthesis.",
    )
    .at(ellipsis)
    .within(name.to(ellipsis))
}

#[cold]
pub(crate) fn unterminated_call(header: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "unclosed-call",
        "Unterminated function call",
        "The file ends before the closing parenthesis of this call.",
    )
    .at(header)
    .help("add a closing parenthesis")
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
            .within(name.to(found.span))
    };
    if ends_construct(found.kind) {
        return diagnostic("The parenthesis of this call is not closed.")
            .at(open)
            .help("add a closing parenthesis");
    }
    separated(diagnostic("Arguments are separated by commas."), last, found)
}

#[cold]
pub(crate) fn no_item_separator(open: Span, last: Token, found: Token) -> Diagnostic {
    let diagnostic = |summary: &'static str, code, detail: &str| {
        Diagnostic::catalogued(code, summary, detail).within(open.to(found.span))
    };
    if found.kind == TokenKind::End {
        let summary = "Unterminated tuple constructor expression";
        return diagnostic(summary, "unclosed-bracket", "The list that starts here is not closed.")
            .at(open)
            .help("add a closing bracket");
    }
    let summary = "Missing item separator";
    if ends_construct(found.kind) {
        return diagnostic(
            summary,
            "missing-separator",
            "The list that starts here is not closed.",
        )
        .at(open)
        .help("add a closing bracket");
    }
    let detail = "The elements of a list are separated by commas.";
    separated(diagnostic(summary, "missing-separator", detail), last, found)
}

/// Two elements without a comma between them.
fn separated(diagnostic: Diagnostic, last: Token, found: Token) -> Diagnostic {
    let is_adjacent = last.span.end == found.span.start;
    let help = match found.kind {
        TokenKind::Semicolon => "write a comma instead of the semicolon",
        TokenKind::Colon | TokenKind::Assign | TokenKind::FatArrow => {
            "write a comma, or braces around keys and values: { key = value }"
        }
        _ if is_adjacent && (last.is_quote() || found.is_quote()) => {
            "check the quotes: write \\\" for a quote in a string, and a comma between strings"
        }
        _ => "add a comma before this",
    };
    diagnostic.at(found.span).help(help)
}

/// A key of an object, which starts at `key`, without a sign and a value after it.
#[cold]
pub(crate) fn no_key_value_separator(open: Span, key: Span, found: Token) -> Diagnostic {
    let (summary, detail, help) = match found.kind {
        TokenKind::End => return unterminated_object(open),
        TokenKind::Newline | TokenKind::Comma => (
            "Missing attribute value",
            "A key of an object is followed by \"=\" and a value.",
            "write key = value; a list is written in brackets: [a, b]",
        ),
        TokenKind::CloseBrace => (
            "Missing key/value separator",
            "A key of an object is followed by \"=\" and a value.",
            "write key = value; a list is written in brackets: [a, b]",
        ),
        TokenKind::Equal => (
            "Missing key/value separator",
            "A key of an object is followed by \"=\" and a value.",
            "write \"=\" instead of \"==\"",
        ),
        TokenKind::FatArrow => (
            "Missing key/value separator",
            "A key of an object is followed by \"=\" and a value.",
            "write \"=\" instead of \"=>\"",
        ),
        TokenKind::Colon => (
            "Missing key/value separator",
            "A key of an object is followed by \"=\" and a value.",
            "write \"=\" instead of \":=\"",
        ),
        TokenKind::OpenBrace => (
            "Missing key/value separator",
            "An object contains no blocks.",
            "write \"=\" before the brace",
        ),
        TokenKind::Identifier => (
            "Missing key/value separator",
            "A key of an object is followed by \"=\" and a value.",
            "add \"=\" here; a key with blanks takes quotes",
        ),
        _ => (
            "Missing key/value separator",
            "A key of an object is followed by \"=\" and a value.",
            "add \"=\" here",
        ),
    };
    let _ = key;
    Diagnostic::catalogued("missing-value", summary, detail)
        .at(found.span)
        .within(open.to(found.span))
        .help(help)
}

#[cold]
pub(crate) fn no_attribute_separator(open: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::End {
        return unterminated_object(open);
    }
    let diagnostic = |detail| {
        Diagnostic::catalogued("missing-separator", "Missing attribute separator", detail)
            .within(open.to(found.span))
    };
    if ends_construct(found.kind) {
        return diagnostic("The object that starts here is not closed.")
            .at(open)
            .help("add a closing brace");
    }
    let help = match found.kind {
        TokenKind::Semicolon => "write a comma instead of the semicolon",
        TokenKind::Colon | TokenKind::Assign => "remove the second value, or add a comma and a key",
        _ => "add a comma before this, or start a new line",
    };
    diagnostic("The items of an object are separated by commas or line ends.")
        .at(found.span)
        .help(help)
}

#[cold]
pub(crate) fn unterminated_object(open: Span) -> Diagnostic {
    unclosed_object("The object that starts here is not closed.", open)
}

/// An object whose closing brace is missing at `end`, as the indentation shows.
#[cold]
pub(crate) fn no_closing_brace(open: Span, end: Span) -> Diagnostic {
    unclosed_object("The closing brace of an object is missing here.", end)
        .label(open, "the object starts here")
}

fn unclosed_object(detail: &str, subject: Span) -> Diagnostic {
    Diagnostic::catalogued("unclosed-brace", "Unterminated object constructor expression", detail)
        .at(subject)
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
    Diagnostic::catalogued("invalid-for", format!("Invalid 'for' {construct}"), detail)
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
        .help("write for name in list, or for key, value in map")
}

#[cold]
pub(crate) fn no_in_after_for(construct: &str, open: Span, found: Token) -> Diagnostic {
    invalid_introduction(construct, open, found.span, "The names are followed by the word \"in\".")
        .help("write for name in list, or for key, value in map")
}

#[cold]
pub(crate) fn no_colon_in_for(open: Span, found: Token) -> Diagnostic {
    invalid_for(open, found.span, "The collection is followed by a colon.")
        .help("write [for name in list : value]")
}

#[cold]
pub(crate) fn after_for(open: Span, found: Token) -> Diagnostic {
    if ends_construct(found.kind) {
        let detail = "The bracket that opens this \"for\" expression is not closed.";
        return invalid_for(open, open, detail).help("add the closing bracket");
    }
    invalid_for(open, found.span, "The closing bracket of the \"for\" expression is expected here.")
        .label(open, "opened here")
        .help("add the closing bracket, or remove this; a condition starts with \"if\"")
}

#[cold]
pub(crate) fn key_in_tuple_for(open: Span, key: Span) -> Diagnostic {
    invalid_for(open, key, "A tuple has no keys.")
        .help("use { for … : key => value } for an object")
}

#[cold]
pub(crate) fn grouping_in_tuple_for(open: Span, ellipsis: Span) -> Diagnostic {
    invalid_for(open, ellipsis, "Only objects group values by key with \"...\".")
        .help("remove \"...\"; to flatten a list of lists, call flatten")
}

#[cold]
pub(crate) fn no_key_in_object_for(open: Span, value: Span) -> Diagnostic {
    invalid_for(open, value, "An object needs a key and a value: key => value.")
        .help("use [ for … : value ] for a tuple")
}

#[cold]
pub(crate) fn no_attribute_name(dot: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::Multiply {
        return Diagnostic::catalogued(
            "nested-splat",
            "Nested splat expression not allowed",
            "A splat with a dot applies to names and digits only, not to another splat.",
        )
        .at(found.span)
        .help("use [*]");
    }
    Diagnostic::catalogued("missing-name", "Invalid attribute name", "A dot is followed by a name.")
        .at(found.span)
        .within(dot.to(found.span))
        .help("write a name after the dot, or remove the dot; a name with other characters takes brackets: [\"name\"]")
}

#[cold]
pub(crate) fn chained_legacy_index(span: Span, first: &str, second: &str) -> Diagnostic {
    Diagnostic::catalogued(
        "chained-legacy-index",
        "Invalid legacy index syntax",
        format!("The digits {first}.{second} are one number, not two indexes."),
    )
    .at(span)
    .help(format!("write [{first}][{second}]"))
}

#[cold]
pub(crate) fn unclosed_splat(open: Span, found: Token) -> Diagnostic {
    unclosed_bracket("Missing close bracket on splat index", open, found)
}

#[cold]
pub(crate) fn unclosed_index(open: Span, found: Token) -> Diagnostic {
    unclosed_bracket("Missing close bracket on index", open, found)
}

fn unclosed_bracket(summary: &'static str, open: Span, found: Token) -> Diagnostic {
    match ends_construct(found.kind) {
        true => Diagnostic::catalogued(
            "unclosed-bracket",
            summary,
            "The bracket that opens here is not closed.",
        )
        .at(open),
        false => Diagnostic::catalogued(
            "unclosed-bracket",
            summary,
            "The closing bracket is expected here.",
        )
        .at(found.span)
        .label(open, "opened here"),
    }
    .within(open.to(found.span))
    .help("add a closing bracket")
}
