//! Diagnostics of templates.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::text::span::Span;
use crate::text::suggest;

/// A string, or a heredoc with a marker, that is not closed.
#[cold]
pub(crate) fn unterminated_template(open: Span, marker: Option<&str>, found: Token) -> Diagnostic {
    let (detail, label, help) = match marker {
        Some(marker) => (
            "The heredoc must end before this.",
            "the heredoc starts here",
            format!("write {marker} alone on a line"),
        ),
        None => (
            "The string must be closed before this.",
            "the string starts here",
            "add a closing quote".to_owned(),
        ),
    };
    Diagnostic::catalogued("unclosed-string", "Unterminated template string", detail)
        .with_span(found.span)
        .with_context(open.to(found.span))
        .with_label(open, label)
        .with_help(help)
}

/// A string that is not closed on its line.
#[cold]
pub(crate) fn unclosed_string(open: Span, line: &str) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "unclosed-string",
        "Unterminated template string",
        "The string that starts here is not closed on its line.",
    )
    .with_span(open);
    let line = line.trim_end_matches([' ', '\t', '\r', ',', ')', ']', '{']);
    if let Some(quote) = line.chars().find(|quote| matches!(quote, '“' | '”' | '„' | '＂' | '″'))
    {
        let code = u32::from(quote);
        return diagnostic.with_help(format!(
            "the quote {quote} (U+{code:04X}) closes no string: write a straight quote, \""
        ));
    }
    let help = match line {
        line if line.ends_with("\\\"") => {
            "the last backslash makes its quote a part of the string: write \\\\ for a backslash, and \
             add a closing quote"
        }
        line if line.ends_with('\\') => {
            "a string ends on its line: write a text of several lines as a heredoc, <<EOT"
        }
        line if line.ends_with(['\'', '`']) => {
            "close the string with the quote that opens it: add a closing quote, \""
        }
        _ => {
            let help =
                "add a closing quote, or remove a quote before it; a quote inside a string is \\\"";
            let end = Span::empty(open.end + line.len() as u32);
            let diagnostic = diagnostic.with_help(help);
            return if open.len() == 1 { diagnostic.with_fix(end, "\"") } else { diagnostic };
        }
    };
    diagnostic.with_help(help)
}

#[cold]
pub(crate) fn unclosed_heredoc(marker: &str, open: Span, end: Span) -> Diagnostic {
    let diagnostic = |detail: &str| {
        Diagnostic::catalogued("unclosed-heredoc", "Unterminated template string", detail)
    };
    match end.is_empty() {
        true => diagnostic("The heredoc that starts here has no end marker.").with_span(open),
        false => diagnostic("This line doesn't end the heredoc.")
            .with_span(end)
            .with_label(open, "the heredoc starts here"),
    }
    .with_help(format!("write {marker} alone on a line, with nothing after it"))
}

rows! {
    invalid_heredoc(introducer: &str, open: Span) at open:
        "invalid-heredoc", "Invalid expression",
        "A heredoc starts with << or <<-, then a marker, then a line end.",
        "write {introducer}, with no space before or after the marker";
}

#[cold]
pub(crate) fn unclosed_interpolation(
    template: Span,
    open: Span,
    found: Token,
    in_quotes: bool,
) -> Diagnostic {
    let unclosed = |detail| {
        Diagnostic::catalogued(
            "unclosed-interpolation",
            "Unclosed template interpolation sequence",
            detail,
        )
        .with_span(open)
        .with_help("add a closing brace")
        .with_closing("}", open, found.span.start)
    };
    let extra = || {
        Diagnostic::catalogued(
            "unclosed-interpolation",
            "Extra characters after interpolation expression",
            "The closing brace of the interpolation is expected here.",
        )
        .with_span(found.span)
        .with_context(template.to(found.span))
        .with_label(open, "the interpolation starts here")
    };
    match found.kind {
        TokenKind::End | TokenKind::Newline | TokenKind::CloseHeredoc => {
            unclosed("The interpolation that starts here is not closed.")
        }
        TokenKind::Identifier | TokenKind::Number => extra().with_help(
            "write an operator between two values, or $${ if this is text for another language",
        ),
        _ if in_quotes && found.is_quote() => {
            unclosed("The string ends before the closing brace of the interpolation.")
        }
        _ => extra().with_help("write $${ if this is meant as text for another language"),
    }
}

rows! {
    /// `${name:-text}`
    expansion_of_shell(text: &str, span: Span) at span:
        "other-language", "Template of another program",
        "This is a variable of a shell, and no expression.",
        "write ${text} if this is text for a shell";
}

#[cold]
pub(crate) fn no_directive_word(open: Span, found: Token) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-directive",
        "Invalid template directive",
        "One of the words if, else, endif, for and endfor must follow %{.",
    )
    .with_span(found.span)
    .with_context(open.to(found.span))
    .with_help(match found.kind {
        TokenKind::Subtract => "the sign that removes blanks is ~: write %{~",
        _ => "write %%{ for a literal %{",
    })
}

#[cold]
pub(crate) fn unknown_directive(word: &str, open: Span, span: Span) -> Diagnostic {
    let words = ["if", "for", "else", "endif", "endfor"];
    let diagnostic = Diagnostic::catalogued(
        "unknown-directive",
        "Invalid template control keyword",
        format!("There is no directive \"{word}\"."),
    )
    .with_span(span)
    .with_context(open.to(span));
    if word == "end" {
        return diagnostic.with_help("write endif or endfor");
    }
    if let "elif" | "elsif" | "elseif" = word {
        return diagnostic.with_help("write %{ else }%{ if … }…%{ endif }%{ endif }");
    }
    match suggest::nearest(word, words) {
        Some(nearest) => diagnostic.with_help(format!("did you mean \"{nearest}\"?")),
        None if word == "unless" => diagnostic.with_help("write %{ if !condition }"),
        None => diagnostic
            .with_help("the directives are if, else, endif, for and endfor; %%{ is a literal %{"),
    }
}

#[cold]
pub(crate) fn unclosed_directive(word: &str, found: Token) -> Diagnostic {
    Diagnostic::catalogued(
        "unclosed-directive",
        format!("Extra characters in {word} marker"),
        "The closing brace of the directive is expected here.",
    )
    .with_span(found.span)
    .with_help(match found.kind {
        _ if word == "else" => {
            "a second condition is a directive inside: %{ else }%{ if … }…%{ endif }%{ endif }"
        }
        TokenKind::Assign => "to compare, write ==",
        _ => "add }, or an operator between two values",
    })
}

rows! {
    unended_directive(directive: &str, marker: Span, end: Span) at marker within (marker.to(end)):
        "unended-directive", "Unexpected end of template",
        "The directive \"{directive}\" has no \"end{directive}\".",
        "add %{{ end{directive} }}";
}

#[cold]
pub(crate) fn wrong_end_directive(
    directive: &str,
    marker: Span,
    word: &str,
    span: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "unexpected-directive",
        format!("Unexpected {word} directive"),
        format!("The directive \"{directive}\" must be ended by \"end{directive}\"."),
    )
    .with_span(span)
    .with_label(marker, "the directive starts here")
    .with_help(format!("write %{{ end{directive} }} first"))
}

#[cold]
pub(crate) fn unexpected_directive(word: &str, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "unexpected-directive",
        format!("Unexpected {word} directive"),
        "No directive is open here that this could belong to.",
    )
    .with_span(span)
    .with_help("remove it, or start the directive: %{ if condition } or %{ for name in list }")
}
