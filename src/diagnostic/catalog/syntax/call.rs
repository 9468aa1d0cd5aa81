//! Diagnostics of function calls.

use super::collection::separator;
use crate::diagnostic::catalog::evaluation::is_function;
use crate::diagnostic::catalog::habits;
use crate::lexer::{Kinds, Token, TokenKind};
use crate::text::span::Span;

rows! {
    no_function_name(name: Span, found: Token) at found.span within (name.to(found.span)):
        "missing-function-name", "Missing function name",
        "After \"::\" comes the name of a function in that namespace.",
        match (found.kind.is_number()) {
            true => "put quotes around text, such as an address";
            false => "write a name after \"::\", as in provider::name::function(…)";
        };

    no_open_parenthesis(name: Span, found: Span) at found within (name.to(found)):
        "missing-parenthesis", "Missing open parenthesis",
        "A name with \"::\" is that of a function, which is called with parentheses.",
        "add the arguments in parentheses, or () if there are none";

    unterminated_call(header: Span) at header:
        "unclosed-call", "Unterminated function call", "The file ends before the closing parenthesis of this call.",
        "add a closing parenthesis" => with_closing(")", header, u32::MAX);

    no_argument_separator(function: &str, name: Span, open: Span, last: Token, found: Token;
        is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind), place = if is_open { open } else { found.span },
        (help, comma) = separator(last, found))
        at place within (name.to(found.span)):
        "missing-separator", "Missing argument separator",
        match (found.kind, habits::function(function, None)) {
            _ if is_open => "The parenthesis of this call is not closed.",
                "add a closing parenthesis" => with_closing(")", open, last.span.end);
            (_, Some(written)) if !is_function(function) => "Arguments are separated by commas.", "write {written}";
            (TokenKind::FatArrow, _) => "An argument is a value; functions can't be defined here.",
                "write a list with [for name in list : value]";
            _ => "Arguments are separated by commas.", "{help}" => edited(comma, ",");
        };

    expansion_not_last(name: Span, ellipsis: Span) at ellipsis within (name.to(ellipsis)):
        "expansion-not-last", "Missing closing parenthesis",
        "Only the last argument can be expanded, so \"...\" is followed by the parenthesis.",
        "move this argument to the end";
}
