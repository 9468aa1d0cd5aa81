//! Diagnostics of tuples and objects, and of the brackets around expressions.

use crate::diagnostic::catalog::evaluation::is_function;
use crate::diagnostic::catalog::habits;
use crate::lexer::TokenKind::{
    self, Assign, CloseBrace, CloseBracket, CloseParenthesis, Colon, Comma, End, Equal, FatArrow,
    Identifier, Modulo, Newline, OpenBrace, Semicolon,
};
use crate::lexer::{Kinds, Token};
use crate::text::span::Span;

rows! {
    /// Another token than a comma after an element of a list, or an argument of `call`: its place and its name.
    no_separator(call: Option<(Span, &str)>, open: Span, last: Token, found: Token;
        end = last.span.end, is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind), (start, function) = call.unwrap_or((open, "")),
        is_end = found.kind == End, place = if is_end { start.to(open) } else if is_open { open } else { found.span },
        (help, comma) = separator(last, found), around = (!is_end).then(|| start.to(found.span)),
        [of, all, whole, sign, name] = match call {
            Some(_) => ["argument", "Arguments", "The parenthesis of this call", ")", "parenthesis"],
            None => ["item", "The elements of a list", "The list that starts here", "]", "bracket"],
        }, habit = habits::function(function, None).filter(|_| !is_function(function)))
        at place within (around):
        "missing-separator", "Missing {of} separator", "{all} are separated by commas.",
        match (found.kind, habit) {
            (End, _) if call.is_some() => "unclosed-call", "Unterminated function call",
                "The file ends before the closing parenthesis of this call.",
                "add a closing parenthesis" => with_closing(")", start.to(open), u32::MAX);
            (End, _) => "unclosed-bracket", "Unterminated tuple constructor expression",
                "The list that starts here is not closed.", "add a closing bracket" => with_closing("]", open, end);
            _ if is_open => "{whole} is not closed.", "add a closing {name}" => with_closing(sign, open, end);
            (_, Some(written)) => "write {written}";
            (FatArrow, _) if call.is_some() => "An argument is a value; functions can't be defined here.",
                "write a list with [for name in list : value]";
            _ => "{help}" => edited(comma, ",");
        };

    /// A key of an object without a sign and a value after it.
    no_key_value_separator(open: Span, found: Token; start = Span::empty(found.span.start),
        (place, whole) = at_or_end(open, found))
        at place within (whole):
        "key-without-value", "Missing key/value separator", "A key of an object is followed by \"=\" and a value.",
        match (found.kind) {
            End => "unclosed-brace", "Unterminated object constructor expression",
                "The object that starts here is not closed.", "add a closing brace" => with_closing("}", open, u32::MAX);
            OpenBrace => "An object contains no blocks.", "write \"=\" before the brace" => edited(start, "= ");
            Newline | Comma => "Missing attribute value", "A key of an object is followed by \"=\" and a value.",
                "write key = value; a list is written in brackets: [a, b]";
            CloseBrace => "write key = value; a list is written in brackets: [a, b]";
            Equal => "write \"=\" instead of \"==\"" => replaced("=");
            FatArrow => "write \"=\" instead of \"=>\"" => replaced("=");
            Colon => "write \"=\" instead of \":=\"" => replaced("");
            Identifier => "add \"=\" here; a key with spaces or dots takes quotes" => edited(start, "= ");
            _ => "add \"=\" here" => edited(start, "= ");
        };

    no_attribute_separator(open: Span, last: Token, found: Token; end = Span::empty(last.span.end),
        (place, whole) = at_or_end(open, found), is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind),
        place = if is_open { open } else { place })
        at place within (whole):
        "missing-separator", "Missing attribute separator", "The items of an object are separated by commas or line ends.",
        match (found.kind) {
            End => "unclosed-brace", "Unterminated object constructor expression",
                "The object that starts here is not closed.", "add a closing brace" => with_closing("}", open, u32::MAX);
            _ if is_open => "The object that starts here is not closed.",
                "add a closing brace" => with_closing("}", open, found.span.start);
            Semicolon => "write a comma instead of the semicolon" => replaced(",");
            Colon | Assign => "remove the second value, or add a comma and a key";
            _ => "add a comma before this, or start a new line" => edited(end, ",");
        };

    /// An object without a closing brace. The indentation shows that it ends at `end`.
    no_closing_brace(open: Span, end: Span) at end label open "the object starts here":
        "unclosed-brace", "Unterminated object constructor expression",
        "The closing brace of an object is missing here.", "add a closing brace" => with_closing("}", open, end.start);

    unbalanced_parentheses(before: TokenKind, open: Span, found: Token;
        is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind), place = if is_open { open } else { found.span },
        start = (!is_open).then_some(open))
        at place within (open.to(found.span)) label start "the parenthesis opens here":
        "unclosed-parenthesis", "Unbalanced parentheses", "A closing parenthesis is expected here.",
        match (found.kind) {
            _ if is_open => "The parenthesis that opens here is not closed.",
                "add a closing parenthesis" => with_closing(")", open, found.span.start);
            Comma if before == Modulo => "format(\"%s-%s\", one, other) inserts values in a text";
            Comma => "write a list in brackets: [a, b]";
            Colon | Assign => "write an object in braces: {{ key = value }}";
            _ => "add a closing parenthesis, or an operator between two values";
        };

    /// A closing bracket of another kind than the open one.
    mismatched_bracket(wanted: TokenKind, found: Span;
        wanted = match wanted { CloseBracket => "]", CloseParenthesis => ")", _ => "}" }) at found:
        "mismatched-bracket", "Mismatched brackets", "This closing bracket doesn't match the opening one.",
        "write {wanted} instead" => replaced(wanted);
}

/// The place of a mistake in an open construct, and the construct. At the end of the source it is that of the
/// opening sign.
fn at_or_end(open: Span, found: Token) -> (Span, Option<Span>) {
    match found.kind {
        End => (open, None),
        _ => (found.span, Some(open.to(found.span))),
    }
}

/// The help for two elements without a comma between them, and the place of the comma if it is all that is missing.
fn separator(last: Token, found: Token) -> (String, Option<Span>) {
    let is_adjacent = last.span.end == found.span.start;
    let kind = found.kind;
    let help = help! { kind {
        Semicolon => "write a comma instead of the semicolon" => Some(found.span);
        Colon | Assign | FatArrow => "write a comma, or braces around keys and values: {{ key = value }}";
        _ if is_adjacent && (last.is_quote() || found.is_quote()) =>
            "check the quotes: write \\\" for a quote in a string, and a comma between strings";
        _ => "add a comma before this" => Some(Span::empty(last.span.end));
    } };
    help.unwrap_or_default()
}
