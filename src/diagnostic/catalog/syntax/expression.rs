//! Diagnostics of expressions.

use super::traversal::SLICE;
use crate::lexer::Token;
use crate::lexer::TokenKind::{
    Add, Assign, CloseBrace, CloseBracket, CloseParenthesis, CloseSequence, Colon, Comma, Less,
    Modulo, Newline, Not, OpenBracket, Subtract, SurplusBrace,
};
use crate::text::span::Span;

rows! {
    missing_expression(span: Span) at span:
        "missing-expression", "Missing expression", "The file ends where a value is expected.",
        "write the value; the end of the file may be missing";

    /// The same at the end of the last line.
    missing_expression_of_line(newline: Span) at newline:
        "invalid-expression", "Invalid expression", "The file ends where a value is expected.",
        "write the value, and close the brackets that are open; the end of the file may be missing";

    invalid_expression(before: Token, found: Token; follows_operator = before.kind.binary_operator().is_some())
        at found.span:
        "invalid-expression", "Invalid expression", "A value is expected here.",
        match (found.kind, before.kind) {
            (Newline, _) if follows_operator =>
                "write a value after the operator; an expression of several lines is put in parentheses";
            (Newline, Not) => "write a value after the sign, on the same line";
            (Newline, _) => "write the value on the same line, or open a parenthesis";
            (Colon, OpenBracket) => "{SLICE}";
            (Add, _) if !follows_operator => "remove the plus sign" => replaced("");
            (Comma, Comma) => "remove one of the commas" => replaced("");
            (Comma, _) => "remove the comma, or write a value before it" => replaced("");
            (Assign, Assign) => "remove one of the equals signs" => replaced("");
            (Assign, _) if follows_operator => "write the operator without the equals sign" => replaced("");
            (CloseBracket, OpenBracket) => "write an index between the brackets, or a comma before a new list";
            (CloseBrace | CloseBracket | CloseParenthesis, _) =>
                "write a value before the bracket, or remove the sign before it";
            (SurplusBrace, _) => "write a value, and remove the brace";
            (CloseSequence, Subtract) => "the sign that removes blanks is ~: write ~}}" => with_fix(before.span, "~");
            (CloseSequence, _) => "write a value between the braces, or $${{ if this is text for another program";
            (Modulo, _) if !follows_operator =>
                "text takes double quotes; signs such as %s are text that another program replaces";
            (Less, Assign) => "a heredoc starts with << and a marker: <<EOT; to compare, write <=";
            (Less, _) => "a heredoc starts with << and a marker: <<EOT";
            (kind, _) if kind.binary_operator().is_some() && follows_operator =>
                "remove one of the operators, or write a value between them";
            _ => "write a value here; text takes double quotes";
        };

    /// An expression with syntax errors, which were reported when the document was parsed.
    unparsed(span: Span) at span:
        "invalid-expression", "Invalid expression", "This expression has syntax errors, so it has no value.",
        "correct the syntax errors of the document first";

    /// `name =` with nothing after it.
    no_value(assign: Span, newline: Span, text: &str;
        // The line end has the comment before it.
        is_text = text.starts_with('#') && !text.trim_end().starts_with("# "))
        at newline within (assign.to(newline)):
        "invalid-expression", "Invalid expression", "A value is expected here.",
        match is_text {
            true => "# starts a comment: add quotes if it is part of a text";
            false => "write a value after the equals sign, on the same line; null is the empty value";
        };

    /// An expression that continues after the end of its line.
    line_ends_in_expression(operator: &str, newline: Span) at newline:
        "invalid-expression", "Invalid expression", "The line ends after {operator}, but the expression doesn't.",
        "put an expression of several lines in parentheses";

    after_expression(found: Span) at found:
        "extra-characters", "Extra characters after expression", "The expression is complete before this.",
        "remove this, or write an operator before it";

    invalid_number(text: &str, span: Span;
        // A number with one point and one exponent has the right form.
        is_number = text.contains(['e', 'E']) && matches!(text.split(['e', 'E', '.']).count(), 2 | 3),
        detail = if is_number { "The exponent is beyond that of any number." } else { "This is not a decimal number." },
        whole = Span::new(span.start, span.start + text.len() as u32))
        at span:
        "invalid-number", "Invalid number literal", "{detail}",
        match (range(text), text.len()) {
            (Some([first, end]), _) => "range({first}, {end}) is the list of these numbers"
                => replaced(format!("range({first}, {end})"));
            (None, ..=60) => "add quotes if this is text: \"{text}\"" => with_fix(whole, format!("\"{text}\""));
            _ => "write a number in digits, such as 1.5e10";
        };

    no_false_expression(predicate: Span, found: Span, sign: &str) at found within (predicate.to(found)):
        "incomplete-conditional", "Missing false expression in conditional",
        "A conditional has two results: condition ? result : other.",
        match sign {
            "else" | "," | "|" => "write a colon instead of {sign}" => replaced(":");
            _ => "add a colon and the other result";
        };
}

/// The arguments of `range` for numbers in the form `1..5` or `1...5`.
fn range(text: &str) -> Option<[u32; 2]> {
    let (first, last) = text.split_once("..")?;
    let last: u32 = last.trim_start_matches('.').parse().ok()?;
    Some([first.parse().ok()?, last.checked_add(1)?])
}
