//! Diagnostics of tuples and objects, and of the brackets around expressions.

use crate::diagnostic::Diagnostic;
use crate::lexer::TokenKind::{
    self, Assign, CloseBrace, CloseBracket, CloseParenthesis, Colon, Comma, End, Equal, FatArrow,
    Identifier, Modulo, Newline, OpenBrace, Semicolon,
};
use crate::lexer::{Kinds, Token};
use crate::text::span::Span;

rows! {
    no_item_separator(open: Span, last: Token, found: Token;
        end = last.span.end, is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind),
        place = if is_open { open } else { found.span }, (help, comma) = separator(last, found))
        at place within (open.to(found.span)):
        match (found.kind) {
            End => "unclosed-bracket", "Unterminated tuple constructor expression",
                "The list that starts here is not closed.",
                "add a closing bracket" => with_closing("]", open, end);
            _ if is_open => "missing-separator", "Missing item separator",
                "The list that starts here is not closed.",
                "add a closing bracket" => with_closing("]", open, end);
            _ => "missing-separator", "Missing item separator",
                "The elements of a list are separated by commas.",
                "{help}" => edited(comma, ",");
        };
}

/// The help for two elements without a comma between them, and the place of the comma if it is all that is missing.
pub(super) fn separator(last: Token, found: Token) -> (&'static str, Option<Span>) {
    let is_adjacent = last.span.end == found.span.start;
    match found.kind {
        Semicolon => ("write a comma instead of the semicolon", Some(found.span)),
        Colon | Assign | FatArrow => {
            ("write a comma, or braces around keys and values: { key = value }", None)
        }
        _ if is_adjacent && (last.is_quote() || found.is_quote()) => (
            "check the quotes: write \\\" for a quote in a string, and a comma between strings",
            None,
        ),
        _ => ("add a comma before this", Some(Span::empty(last.span.end))),
    }
}

/// A key of an object without a sign and a value after it.
#[cold]
pub(crate) fn no_key_value_separator(open: Span, found: Token) -> Diagnostic {
    match found.kind {
        End => unterminated_object(open),
        OpenBrace => block_in_object(open, found),
        _ => no_value_of_key(open, found),
    }
}

rows! {
    block_in_object(open: Span, found: Token; start = Span::empty(found.span.start)) at found.span within (open.to(found.span)):
        "key-without-value", "Missing key/value separator", "An object contains no blocks.",
        "write \"=\" before the brace" => edited(start, "= ");

    no_value_of_key(open: Span, found: Token; start = Span::empty(found.span.start)) at found.span within (open.to(found.span)):
        "key-without-value",
        match (found.kind) {
            Newline | Comma => "Missing attribute value", "{KEY}",
                "write key = value; a list is written in brackets: [a, b]";
            CloseBrace => "Missing key/value separator", "{KEY}",
                "write key = value; a list is written in brackets: [a, b]";
            Equal => "Missing key/value separator", "{KEY}", "write \"=\" instead of \"==\"" => replaced("=");
            FatArrow => "Missing key/value separator", "{KEY}", "write \"=\" instead of \"=>\"" => replaced("=");
            Colon => "Missing key/value separator", "{KEY}", "write \"=\" instead of \":=\"" => replaced("");
            Identifier => "Missing key/value separator", "{KEY}",
                "add \"=\" here; a key with spaces or dots takes quotes" => edited(start, "= ");
            _ => "Missing key/value separator", "{KEY}", "add \"=\" here" => edited(start, "= ");
        };
}

const KEY: &str = "A key of an object is followed by \"=\" and a value.";

#[cold]
pub(crate) fn no_attribute_separator(open: Span, last: Token, found: Token) -> Diagnostic {
    match found.kind {
        End => unterminated_object(open),
        _ => no_separator_of_items(open, last, found),
    }
}

rows! {
    no_separator_of_items(open: Span, last: Token, found: Token; end = Span::empty(last.span.end),
        is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind), place = if is_open { open } else { found.span })
        at place within (open.to(found.span)):
        "missing-separator", "Missing attribute separator",
        match (found.kind) {
            _ if is_open => "The object that starts here is not closed.",
                "add a closing brace" => with_closing("}", open, found.span.start);
            Semicolon => "The items of an object are separated by commas or line ends.",
                "write a comma instead of the semicolon" => replaced(",");
            Colon | Assign => "The items of an object are separated by commas or line ends.",
                "remove the second value, or add a comma and a key";
            _ => "The items of an object are separated by commas or line ends.",
                "add a comma before this, or start a new line" => edited(end, ",");
        };

    unterminated_object(open: Span) at open:
        "unclosed-brace", "Unterminated object constructor expression",
        "The object that starts here is not closed.",
        "add a closing brace" => with_closing("}", open, u32::MAX);

    /// An object without a closing brace. The indentation shows that it ends at `end`.
    no_closing_brace(open: Span, end: Span) at end label open "the object starts here":
        "unclosed-brace", "Unterminated object constructor expression",
        "The closing brace of an object is missing here.",
        "add a closing brace" => with_closing("}", open, end.start);

    unbalanced_parentheses(before: TokenKind, open: Span, found: Token;
        is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind), place = if is_open { open } else { found.span },
        start = (!is_open).then_some(open))
        at place within (open.to(found.span)) label start "the parenthesis opens here":
        "unclosed-parenthesis", "Unbalanced parentheses",
        match (found.kind) {
            _ if is_open => "The parenthesis that opens here is not closed.",
                "add a closing parenthesis" => with_closing(")", open, found.span.start);
            Comma if before == Modulo => "A closing parenthesis is expected here.",
                "format(\"%s-%s\", one, other) inserts values in a text";
            Comma => "A closing parenthesis is expected here.", "write a list in brackets: [a, b]";
            _ => "A closing parenthesis is expected here.",
                "add a closing parenthesis, or an operator between two values";
        };

    /// A closing bracket of another kind than the open one.
    mismatched_bracket(wanted: TokenKind, found: Span;
        wanted = match wanted { CloseBracket => "]", CloseParenthesis => ")", _ => "}" }) at found:
        "mismatched-bracket", "Mismatched brackets",
        "This closing bracket doesn't match the opening one.",
        "write {wanted} instead" => replaced(wanted);
}
