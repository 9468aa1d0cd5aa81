//! Diagnostics of standalone traversals, and of traversals in expressions.

use crate::lexer::TokenKind::{Colon, Dot, Modulo, Multiply, Newline};
use crate::lexer::{Kinds, Token};
use crate::text::span::Span;

rows! {
    no_variable_name(found: Span) at found:
        "missing-variable", "Variable name required", "A traversal must start with the name of a variable.",
        "write it as in name.attribute or name[0]";

    no_step(root: Span, found: Span) at found within (root.to(found)):
        "invalid-step", "Invalid character",
        "Only a dot and a name, or an index in brackets, can follow in a traversal.";

    no_step_name(root: Span, found: Token) at found.span within (root.to(found.span)):
        "missing-name", "Attribute name required",
        match (found.kind) {
            Multiply => "A traversal leads to a single value, so it can't contain \"*\".";
            _ => "A name must follow the dot.";
        }, "write a name, which starts with a letter or _";

    no_constant_index(root: Span, found: Span) at found within (root.to(found)):
        "missing-index", "Index value required",
        "The index in a traversal must be a number in digits, or a string in quotes.",
        "write it as in [0] or [\"name\"]";

    unclosed_constant_index(open: Span, found: Span) at found within (open.to(found)):
        "unclosed-bracket", "Unclosed index brackets", "The closing bracket of the index is expected here.",
        "add a closing bracket" => with_closing("]", open, found.start);

    nested_splat(found: Span; whole = Span::new(found.start.saturating_sub(1), found.end)) at found:
        "nested-splat", "Nested splat expression not allowed",
        "Only names and digits can follow \".*\", no other splat.", "write [*] instead of .*" => with_fix(whole, "[*]");

    no_attribute_name(before: Token, dot: Span, found: Token;
        is_apart = dot.end < found.span.start, follows_dot = found.kind == Dot)
        at found.span within (dot.to(found.span)):
        "missing-name", "Invalid attribute name", "A name must follow the dot.",
        match (found.kind) {
            Modulo => "write a name; signs such as %s and %d are text that another program replaces";
            Dot if Kinds::NUMBERS.has(before.kind) => "range(first, end) is a list of numbers, without the end";
            _ if before.is_quote() && follows_dot || found.is_quote() && is_apart =>
                "texts are joined in one string: \"${{one}}${{other}}\"";
            Dot if !is_apart => "remove one of the dots" => replaced("");
            _ => "write a name after the dot, or remove the dot; a name with other characters is written in brackets: [\"name\"]";
        };

    chained_legacy_index(span: Span, first: &str, second: &str;
        whole = Span::new(span.start.saturating_sub(1), span.end)) at span:
        "chained-legacy-index", "Invalid legacy index syntax",
        "The digits {first}.{second} are one number, not two indexes.",
        "write [{first}][{second}]" => with_fix(whole, format!("[{first}][{second}]"));

    unclosed_index(open: Span, found: Token, is_splat: bool;
        is_open = Kinds::ENDS_OF_CONSTRUCTS.has(found.kind), place = if is_open { open } else { found.span },
        start = (!is_open).then_some(open), end = found.span.start, of = if is_splat { "splat index" } else { "index" })
        at place within (open.to(found.span)) label start "the bracket opens here":
        "unclosed-bracket", "Missing close bracket on {of}", "The closing bracket is expected here.",
        match is_open {
            _ if is_splat && found.kind == Newline => "The bracket of a splat is closed on the line where it is opened.",
                "add a closing bracket" => with_closing("]", open, end);
            true => "The bracket that opens here is not closed.",
                "add a closing bracket" => with_closing("]", open, end);
            false if found.kind == Colon && !is_splat => "{SLICE}";
            false => "add a closing bracket" => with_closing("]", open, end);
        };
}

/// The help for a colon in an index.
pub(super) const SLICE: &str =
    "slice(list, first, end) is a part of a list, substr(text, first, length) of a text";
