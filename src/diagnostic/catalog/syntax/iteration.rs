//! Diagnostics of `for` expressions, and of the introductions of `for` directives.

use crate::lexer::TokenKind::Identifier;
use crate::lexer::{Kinds, Token};
use crate::text::span::Span;

rows! {
    no_for_name(construct: &str, open: Span, found: Token, after_comma: bool)
        at found.span within (open.to(found.span)):
        "invalid-for", "Invalid 'for' {construct}",
        match after_comma {
            true => "The comma is followed by the name of the value variable.";
            false => "The word \"for\" is followed by the name of a variable.";
        }, "write for name in list, or for key, value in map";

    no_in_after_for(construct: &str, open: Span, found: Token, word: &str;
        (place, written) = match word {
            "of" | "from" | "=" | ":" | "<-" => (Some(found.span), "in"),
            _ => (Some(Span::empty(found.span.start)), "in "),
        }) at found.span within (open.to(found.span)):
        "invalid-for", "Invalid 'for' {construct}", "The names are followed by the word \"in\".",
        "write for name in list, or for key, value in map" => edited(place, written);

    no_colon_in_for(open: Span, found: Token, word: &str, bracket: &str; is_if = word == "if",
        before = Span::empty(found.span.start)) at found.span within (open.to(found.span)):
        "invalid-for", "Invalid 'for' expression", "The collection is followed by a colon.",
        match (bracket, is_if) {
            _ if found.kind == Identifier && word == "for" =>
                "write the second list in the value: flatten([for a in one : [for b in a : b]])";
            ("{", true) => "write the condition last: {{ for name in list : key => value if condition }}";
            (_, true) => "write the condition last: [for name in list : value if condition]";
            ("{", false) => "write {{ for name in list : key => value }}" => edited(before, ": ");
            (_, false) => "write [for name in list : value]" => edited(before, ": ");
        };

    /// Another sign than `=>` between key and value.
    no_arrow_in_for(open: Span, found: Token) at found.span within (open.to(found.span)):
        "invalid-for", "Invalid 'for' expression", "Here, key and value have the sign \"=>\" between them.",
        "write {{ for name in list : key => value }}" => replaced("=>");

    after_for(open: Span, bracket: &str, found: Token, word: &str;
        is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind), place = if is_open { open } else { found.span },
        start = (!is_open).then_some(open))
        at place within (open.to(place)) label start "the expression starts here":
        "invalid-for", "Invalid 'for' expression",
        match is_open {
            true => "The bracket that opens this \"for\" expression is not closed.",
                "add the closing bracket" => with_closing(bracket, open, found.span.start);
            false if word == "else" => "A condition leaves out elements, and has no \"else\".",
                "write a conditional as the value: [for name in list : condition ? value : other]";
            false => "The closing bracket of the \"for\" expression is expected here.",
                "add the closing bracket, or remove this; a condition starts with \"if\"";
        };

    key_in_tuple_for(open: Span, key: Span, value: Span; removed = Span::new(key.start, value.start)) at key within (open.to(key)):
        "invalid-for", "Invalid 'for' expression", "A list has no keys.",
        "remove the key and \"=>\", or write {{ for … : key => value }} for an object" => with_fix(removed, "");

    grouping_in_tuple_for(open: Span, ellipsis: Span) at ellipsis within (open.to(ellipsis)):
        "invalid-for", "Invalid 'for' expression", "Only objects group values by key with \"...\".",
        "remove \"...\"; to flatten a list of lists, call flatten" => replaced("");

    no_key_in_object_for(open: Span, value: Span) at value within (open.to(value)):
        "invalid-for", "Invalid 'for' expression", "An object needs a key and a value: key => value.",
        "use [ for … : value ] for a list";
}
