//! Characters that mean nothing, and escapes that don't exist.

use crate::diagnostic::Diagnostic;
use crate::lexer::{EscapeMistake, TokenKind};
use crate::source::Span;

#[cold]
pub(crate) fn bitwise_operator(operator: TokenKind, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "bitwise-operator",
        "Unsupported operator",
        "There are no bitwise operators.",
    )
    .at(span);
    match operator {
        TokenKind::BitAnd => diagnostic.help("boolean \"and\" is written &&"),
        TokenKind::BitOr => diagnostic.help("boolean \"or\" is written ||"),
        TokenKind::BitNot => diagnostic.help("boolean \"not\" is written !"),
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn backtick(span: Span) -> Diagnostic {
    Diagnostic::error("invalid-character", "Invalid character", "A backtick has no meaning here.")
        .at(span)
        .help("write strings in double quotes, or over several lines as a heredoc: <<EOT")
}

#[cold]
pub(crate) fn apostrophe(span: Span) -> Diagnostic {
    Diagnostic::error("single-quotes", "Invalid character", "Single quotes don't enclose strings.")
        .at(span)
        .help("use double quotes")
}

#[cold]
pub(crate) fn semicolon(span: Span) -> Diagnostic {
    Diagnostic::error("semicolon", "Invalid character", "A semicolon separates nothing.")
        .at(span)
        .help("put every argument on a line of its own; elements of collections take commas")
}

#[cold]
pub(crate) fn newline_in_quotes(span: Span) -> Diagnostic {
    Diagnostic::error(
        "newline-in-string",
        "Invalid multi-line string",
        "A string in quotes ends on the line that it starts on.",
    )
    .at(span)
    .help("write \\n for a line end, or use a heredoc: <<EOT")
}

#[cold]
pub(crate) fn at_unclosed_comment(diagnostic: Diagnostic, open: Span) -> Diagnostic {
    diagnostic
        .label(open, "starts a comment that is never closed")
        .help("close the comment with */")
}

#[cold]
pub(crate) fn at_invalid_heredoc(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic
        .help("a heredoc starts with << or <<- and a marker, with nothing behind it on the line")
}

#[cold]
pub(crate) fn invalid_character(text: &str, span: Span) -> Diagnostic {
    let diagnostic = |detail: String| {
        Diagnostic::error("invalid-character", "Invalid character", detail).at(span)
    };
    match text.chars().next() {
        Some('“' | '”' | '„' | '‘' | '’') => {
            diagnostic("Typographic quotes don't enclose strings.".into())
                .help("use straight double quotes")
        }
        Some('\u{feff}') => {
            diagnostic("A byte order mark may stand at the very start of a file only.".into())
        }
        Some('\r') => diagnostic("A carriage return must be followed by a line feed.".into()),
        Some('\\') => {
            diagnostic("A backslash means something in quotes only, before what it escapes.".into())
        }
        Some(character) => {
            diagnostic(format!("The character {character:?} is not used in the language."))
        }
        None => diagnostic(String::new()),
    }
}

#[cold]
pub(crate) fn invalid_escape(span: Span, mistake: EscapeMistake) -> Diagnostic {
    let detail = match mistake {
        EscapeMistake::Selector(selector) => format!("There is no escape \\{selector}."),
        EscapeMistake::ShortDigits => "The escape \\u takes four hexadecimal digits.".into(),
        EscapeMistake::LongDigits => "The escape \\U takes eight hexadecimal digits.".into(),
        EscapeMistake::NoCharacter(number) => format!("U+{number:04X} is no character."),
    };
    Diagnostic::error("invalid-escape", "Invalid escape sequence", detail)
        .at(span)
        .help("the escapes are \\n \\r \\t \\\" \\\\ \\uNNNN \\UNNNNNNNN")
}
