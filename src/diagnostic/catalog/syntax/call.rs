//! Diagnostics of function calls.

use crate::lexer::{Kinds, Token};
use crate::text::span::Span;

rows! {
    no_function_name(name: Span, found: Token) at found.span within (name.to(found.span)):
        "missing-function-name", "Missing function name",
        "After \"::\" comes the name of a function in that namespace.",
        match (Kinds::NUMBERS.has(found.kind)) {
            true => "put quotes around text, such as an address";
            false => "write a name after \"::\", as in provider::name::function(…)";
        };

    no_open_parenthesis(name: Span, found: Span) at found within (name.to(found)):
        "missing-parenthesis", "Missing open parenthesis",
        "A name with \"::\" is that of a function, which is called with parentheses.",
        "add the arguments in parentheses, or () if there are none";

    expansion_not_last(name: Span, ellipsis: Span) at ellipsis within (name.to(ellipsis)):
        "expansion-not-last", "Missing closing parenthesis",
        "Only the last argument can be expanded, so \"...\" is followed by the parenthesis.",
        "move this argument to the end";
}
