//! Diagnostics of invalid characters and invalid escapes.

use crate::diagnostic::Diagnostic;
use crate::lexer::EscapeMistake;
use crate::text::span::Span;

rows! {
    backtick(span: Span) at span:
        "invalid-character", "Invalid character",
        "A string can't be written in backticks.",
        "write strings in double quotes, or over several lines as a heredoc: <<EOT";

    apostrophe(span: Span) at span:
        "single-quotes", "Invalid character",
        "A string can't be written in single quotes.",
        "use double quotes";
}

#[cold]
pub(crate) fn semicolon(span: Span) -> Diagnostic {
    Diagnostic::catalogued("semicolon", "Invalid character", "A semicolon has no meaning here.")
        .with_span(span)
        .with_help(
            "remove it; put every argument on a line of its own, and commas between elements",
        )
        .with_removal()
}

#[cold]
pub(crate) fn newline_in_quotes(open: Span, newline: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "newline-in-string",
        "Invalid multi-line string",
        "A string in quotes must end on the line where it starts.",
    )
    .with_span(newline)
    .with_label(open, "the string starts here")
    .with_help("write \\n for a line end, or use a heredoc: <<EOT")
}

#[cold]
pub(crate) fn invalid_character(text: &str, span: Span) -> Diagnostic {
    let diagnostic = |detail: String| {
        Diagnostic::catalogued("invalid-character", "Invalid character", detail).with_span(span)
    };
    match text.chars().next() {
        Some('“' | '”' | '„' | '‘' | '’') => {
            diagnostic("A string can't be written in typographic quotes.".into())
                .with_help("use straight double quotes")
        }
        Some('\0') => diagnostic("The source contains a zero byte (U+0000) here.".into())
            .with_help("remove it"),
        Some('\\') => diagnostic("A backslash is allowed only in a string in quotes.".into())
            .with_help(
                "remove it; to continue an expression on the next line, put it in parentheses",
            ),
        Some('#') => diagnostic("The sign # is an operator in a shell, but not here.".into())
            .with_help("write $${ if this is text for a shell"),
        Some('$') if text.ends_with('(') => diagnostic("$(…) runs a command in a shell.".into())
            .with_help("commands can't be run here: write the value, or a variable"),
        Some('$') => {
            diagnostic("A variable is written without $.".into()).with_help("remove the $")
        }
        Some(character) if character.is_control() => {
            let code = u32::from(character);
            diagnostic(format!("Here is a control character (U+{code:04X})."))
                .with_help("remove it")
        }
        Some(character) if character.is_alphabetic() || !character.is_ascii() => {
            diagnostic(format!("A name can't contain the character {character}."))
                .with_help("use only letters, digits, _ and - in a name; put text in double quotes")
        }
        Some(character) => diagnostic(format!("The character {character} has no meaning here."))
            .with_help("remove it, or write text in double quotes"),
        None => diagnostic(String::new()),
    }
}

/// A backslash before a quote, outside of a string.
#[cold]
pub(crate) fn escaped_quote(span: Span) -> Diagnostic {
    let detail = "A quote has a backslash only in the text of a string, not between ${ and }.";
    Diagnostic::catalogued("invalid-character", "Invalid character", detail)
        .with_span(span)
        .with_help("remove the backslash")
        .with_removal()
}

/// The invalid escapes of one string, whose text contains them.
#[cold]
pub(crate) fn invalid_escapes(text: &str, mistakes: &[(Span, EscapeMistake)]) -> Diagnostic {
    let (first, others) = match mistakes {
        [first, others @ ..] => (*first, others),
        [] => ((Span::default(), EscapeMistake::ShortDigits), [].as_slice()),
    };
    let (span, mistake) = first;
    let detail = match mistake {
        EscapeMistake::Selector(selector) => format!("\\{selector} is no escape."),
        EscapeMistake::ShortDigits => "The escape \\u needs four hexadecimal digits.".into(),
        EscapeMistake::LongDigits => "The escape \\U needs eight hexadecimal digits.".into(),
        EscapeMistake::NoCharacter(number) => format!("U+{number:04X} is not a character."),
    };
    let mut diagnostic =
        Diagnostic::catalogued("invalid-escape", "Invalid escape sequence", detail).with_span(span);
    for (span, _) in others.iter().take(MOST_LABELS) {
        diagnostic = diagnostic.with_label(*span, "the same mistake");
    }
    let is_path = text.contains(":\\") || !others.is_empty();
    diagnostic.with_help(match mistake {
        _ if is_path => "write \\\\ for each backslash of a path or a pattern".into(),
        EscapeMistake::Selector(sign @ ('$' | '{' | '%')) => {
            let sequences = ["\\${", "$\\{", "\\%{", "%\\{"];
            match sequences.iter().any(|sequence| text.contains(sequence)) {
                true => "write $${ for a literal ${, and %%{ for a literal %{".into(),
                false => format!("write {sign} without a backslash"),
            }
        }
        EscapeMistake::Selector('\'') => "write ' without a backslash".into(),
        EscapeMistake::Selector('n' | 'r' | 't') => "write the escape in lower case".into(),
        EscapeMistake::Selector(letter @ ('x' | 'e' | '0')) => {
            let number = if letter == 'e' { "001b" } else { "NNNN" };
            let digits = text.split("\\x").nth(1).and_then(|digits| digits.get(..2));
            let digits = digits.filter(|it| letter == 'x' && it.bytes().all(is_digit));
            let number = digits.map_or(number.to_owned(), |digits| format!("00{digits}"));
            format!("write \\u{number} for the character with this number, or \\\\ for a backslash")
        }
        EscapeMistake::Selector(_) => "write \\\\ for a backslash".into(),
        _ => "write \\uNNNN or \\UNNNNNNNN, or \\\\ for a backslash".to_owned(),
    })
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

/// The maximum number of further places of one mistake in a report.
const MOST_LABELS: usize = 4;
