//! Diagnostics of templates.

use crate::lexer::Token;
use crate::lexer::TokenKind::{Assign, CloseHeredoc, End, Identifier, Newline, Number, Subtract};
use crate::text::span::Span;
use crate::text::suggest;

rows! {
    /// A string, or a heredoc with a marker, that is not closed.
    unterminated_template(open: Span, marker: Option<&str>, found: Token;
        heredoc = marker.map(|_| open), string = marker.is_none().then_some(open))
        at found.span within (open.to(found.span))
        label heredoc "the heredoc starts here" label string "the string starts here":
        "unclosed-string",
        match marker {
            Some(marker) => "Unterminated heredoc", "The heredoc must end before this.", "write {marker} alone on a line";
            None => "Unterminated string", "The string must be closed before this.", "add a closing quote";
        };

    /// A string that is not closed on its line.
    unclosed_string(open: Span, line: &str;
        line = line.trim_end_matches([' ', '\t', '\r', ',', ')', ']', '{']),
        end = (open.len() == 1).then(|| Span::empty(open.end + line.len() as u32)),
        other = line.chars().find(|quote| matches!(quote, '“' | '”' | '„' | '＂' | '″')),
        code = other.map_or(0, u32::from),
        place = other.and_then(|quote| Some((open.end + line.find(quote)? as u32, quote.len_utf8() as u32))),
        place = place.map(|(start, length)| Span::new(start, start + length)))
        at open:
        "unclosed-string", "Unterminated string", "The string that starts here is not closed on its line.",
        match other {
            Some(quote) => "the quote {quote} (U+{code:04X}) closes no string: write a straight quote, \""
                => edited(place, "\"");
            None if line.ends_with("\\\"") =>
                "the last backslash makes its quote a part of the string: write \\\\ for a backslash, and add a closing quote";
            None if line.ends_with('\\') =>
                "a string ends on its line: write a text of several lines as a heredoc, <<EOT";
            None if line.ends_with(['\'', '`']) =>
                "close the string with the quote that opens it: add a closing quote, \"";
            None => "add a closing quote, or remove a quote before it; a quote inside a string is \\\""
                => edited(end, "\"");
        };

    unclosed_heredoc(marker: &str, open: Span, end: Span, line: Span;
        is_open = end.is_empty(), place = if is_open { open } else { end }, start = (!is_open).then_some(open))
        at place label start "the heredoc starts here":
        "unclosed-heredoc", "Unterminated heredoc",
        match is_open {
            true => "The heredoc that starts here has no end marker.",
                "write {marker} alone on a line, with nothing after it";
            false => "This line doesn't end the heredoc.",
                "write {marker} alone on a line, with nothing after it" => with_fix(line, marker);
        };

    invalid_heredoc(introducer: &str, open: Span, line: Span) at open:
        "invalid-heredoc", "Invalid expression", "A heredoc starts with << or <<-, then a marker, then a line end.",
        "write {introducer}, with no space before or after the marker" => with_fix(line, introducer);

    unclosed_interpolation(template: Span, open: Span, found: Token, in_quotes: bool;
        ends_line = matches!(found.kind, End | Newline | CloseHeredoc),
        is_open = ends_line || in_quotes && found.is_quote(), place = if is_open { open } else { found.span },
        whole = (!is_open).then(|| template.to(found.span)), start = (!is_open).then_some(open), end = found.span.start)
        at place within (whole) label start "the interpolation starts here":
        "unclosed-interpolation", "Extra characters after interpolation expression",
            "The closing brace of the interpolation is expected here.",
        match (found.kind) {
            _ if ends_line => "Unclosed template interpolation sequence",
                "The interpolation that starts here is not closed.", "add a closing brace" => with_closing("}", open, end);
            _ if is_open => "Unclosed template interpolation sequence",
                "The string ends before the closing brace of the interpolation.",
                "add a closing brace" => with_closing("}", open, end);
            Identifier | Number => "write an operator between two values, or $${{ if this is text for another language";
            _ => "write $${{ if this is meant as text for another language";
        };

    /// `${name:-text}`
    expansion_of_shell(text: &str, span: Span) at span:
        "other-language", "Template of another program", "This is a variable of a shell, and no expression.",
        "write ${text} if this is text for a shell";

    no_directive_word(open: Span, found: Token) at found.span within (open.to(found.span)):
        "invalid-directive", "Invalid template directive",
        "One of the words if, else, endif, for and endfor must follow %{{.",
        match (found.kind) {
            Subtract => "the sign that removes blanks is ~: write %{{~";
            _ => "write %%{{ for a literal %{{";
        };

    unknown_directive(word: &str, open: Span, span: Span;
        nearest = suggest::nearest(word, ["if", "for", "else", "endif", "endfor"]))
        at span within (open.to(span)):
        "unknown-directive", "Invalid template control keyword", "There is no directive \"{word}\".",
        match (word, nearest) {
            ("end", _) => "write endif or endfor";
            ("elif" | "elsif" | "elseif", _) => "write %{{ else }}%{{ if … }}…%{{ endif }}%{{ endif }}";
            (_, Some(nearest)) => "did you mean \"{nearest}\"?" => replaced(nearest);
            ("unless", None) => "write %{{ if !condition }}";
            (_, None) => "the directives are if, else, endif, for and endfor; %%{{ is a literal %{{";
        };

    unclosed_directive(word: &str, found: Token) at found.span:
        "unclosed-directive", "Extra characters in {word} marker",
        "The closing brace of the directive is expected here.",
        match (found.kind) {
            _ if word == "else" =>
                "a second condition is a directive inside: %{{ else }}%{{ if … }}…%{{ endif }}%{{ endif }}";
            Assign => "to compare, write ==" => replaced("==");
            _ => "add }}, or an operator between two values";
        };

    unended_directive(directive: &str, marker: Span, end: Span) at marker within (marker.to(end)):
        "unended-directive", "Unexpected end of template", "The directive \"{directive}\" has no \"end{directive}\".",
        "add %{{ end{directive} }}" => with_fix(Span::empty(end.start), format!("%{{ end{directive} }}"));

    wrong_end_directive(directive: &str, marker: Span, word: &str, span: Span)
        at span label marker "the directive starts here":
        "unexpected-directive", "Unexpected {word} directive",
        "The directive \"{directive}\" must be ended by \"end{directive}\".", "write %{{ end{directive} }} first"
            => with_fix(Span::empty(span.start), format!("%{{ end{directive} }}"));

    unexpected_directive(word: &str, span: Span) at span:
        "unexpected-directive", "Unexpected {word} directive", "No directive is open here that this could belong to.",
        "remove it, or start the directive: %{{ if condition }} or %{{ for name in list }}" => replaced("");
}
