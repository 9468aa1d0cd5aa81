//! Diagnostics of expressions.

use super::traversal::SLICE;
use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::text::span::Span;

rows! {
    missing_expression(span: Span) at span:
        "missing-expression", "Missing expression",
        "The file ends where a value is expected.",
        "write the value; the end of the file may be missing";

    /// The same at the end of the last line.
    missing_expression_of_line(newline: Span) at newline:
        "invalid-expression", "Invalid expression",
        "The file ends where a value is expected.",
        "write the value, and close the brackets that are open; the end of the file may be missing";
}

#[cold]
pub(crate) fn invalid_expression(before: Token, found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "invalid-expression",
        "Invalid expression",
        "A value is expected here.",
    )
    .with_span(found.span);
    let follows_operator = before.kind.binary_operator().is_some();
    match found.kind {
        TokenKind::Newline if follows_operator => {
            diagnostic.with_help(
                "write a value after the operator; an expression of several lines is put in parentheses",
            )
        }
        TokenKind::Newline if before.kind == TokenKind::Not => {
            diagnostic.with_help("write a value after the sign, on the same line")
        }
        TokenKind::Newline => {
            diagnostic.with_help("write the value on the same line, or open a parenthesis")
        }
        TokenKind::Colon if before.kind == TokenKind::OpenBracket => diagnostic.with_help(SLICE),
        TokenKind::Dot => diagnostic.with_help("write a digit before the point: 0.5"),
        TokenKind::Add if !follows_operator => diagnostic.with_help("remove the plus sign"),
        TokenKind::Comma if before.kind == TokenKind::Comma => {
            diagnostic.with_help("remove one of the commas")
        }
        TokenKind::Comma => diagnostic.with_help("remove the comma, or write a value before it"),
        TokenKind::Assign if before.kind == TokenKind::Assign => {
            diagnostic.with_help("remove one of the equals signs")
        }
        TokenKind::Assign if follows_operator => {
            diagnostic.with_help("write the operator without the equals sign")
        }
        TokenKind::CloseBracket if before.kind == TokenKind::OpenBracket => diagnostic
            .with_help("write an index between the brackets, or a comma before a new list"),
        TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParenthesis => {
            diagnostic.with_help("write a value before the bracket, or remove the sign before it")
        }
        TokenKind::SurplusBrace => diagnostic.with_help("write a value, and remove the brace"),
        TokenKind::CloseSequence if before.kind == TokenKind::Subtract => {
            diagnostic.with_help("the sign that removes blanks is ~: write ~}")
        }
        TokenKind::CloseSequence => diagnostic.with_help(
            "write a value between the braces, or $${ if this is text for another program",
        ),
        TokenKind::Modulo if !follows_operator => diagnostic.with_help(
            "text takes double quotes; signs such as %s are text that another program replaces",
        ),
        TokenKind::Less if before.kind == TokenKind::Assign => diagnostic
            .with_help("a heredoc starts with << and a marker: <<EOT; to compare, write <="),
        TokenKind::Less => diagnostic.with_help("a heredoc starts with << and a marker: <<EOT"),
        kind if kind.binary_operator().is_some() && follows_operator => {
            diagnostic.with_help("remove one of the operators, or write a value between them")
        }
        _ => diagnostic.with_help("write a value here; text takes double quotes"),
    }
}

rows! {
    /// An expression with syntax errors, which were reported when the document was parsed.
    unparsed(span: Span) at span:
        "invalid-expression", "Invalid expression",
        "This expression has syntax errors, so it has no value.",
        "correct the syntax errors of the document first";
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
        .with_span(newline)
        .with_context(assign.to(newline))
        .with_help(help)
}

rows! {
    /// An expression that continues after the end of its line.
    line_ends_in_expression(operator: &str, newline: Span) at newline:
        "invalid-expression", "Invalid expression",
        "The line ends after {operator}, but the expression doesn't.",
        "put an expression of several lines in parentheses";

    after_expression(found: Span) at found:
        "extra-characters", "Extra characters after expression",
        "The expression is complete before this.",
        "remove this, or write an operator before it";
}

#[cold]
pub(crate) fn invalid_number(text: &str, span: Span) -> Diagnostic {
    // A number with one point and one exponent has the right form.
    let detail = match text.split(['e', 'E', '.']).count() {
        2 | 3 if text.contains(['e', 'E']) => "The exponent is beyond that of any number.",
        _ => "This is not a decimal number.",
    };
    let diagnostic =
        Diagnostic::catalogued("invalid-number", "Invalid number literal", detail).with_span(span);
    if let Some((first, last)) = text.split_once("..") {
        let last = last.trim_start_matches('.').parse::<u32>().ok();
        if let (Ok(first), Some(end)) =
            (first.parse::<u32>(), last.and_then(|it| it.checked_add(1)))
        {
            return diagnostic
                .with_help(format!("range({first}, {end}) is the list of these numbers"));
        }
    }
    match text.len() {
        ..=60 => diagnostic.with_help(format!("add quotes if this is text: \"{text}\"")),
        _ => diagnostic,
    }
}

rows! {
    no_false_expression(predicate: Span, found: Span) at found within (predicate.to(found)):
        "incomplete-conditional", "Missing false expression in conditional",
        "A conditional has two results: condition ? result : other.",
        "add a colon and the other result";
}
