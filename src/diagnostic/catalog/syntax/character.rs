//! Diagnostics of invalid characters and invalid escapes.

use crate::diagnostic::Diagnostic;
use crate::lexer::EscapeMistake;
use crate::text::span::Span;

rows! {
    /// `instead` is the text in the place of the only one.
    semicolon(span: Span, instead: Option<&str>; place = instead.map(|_| span)) at span:
        "semicolon", "Invalid character", "A semicolon has no meaning here.",
        "remove it; put every argument on a line of its own, and commas between elements" => edited(place, instead.unwrap_or_default());

    newline_in_quotes(open: Span, newline: Span) at newline label open "the string starts here":
        "newline-in-string", "Invalid multi-line string", "A string in quotes must end on the line where it starts.",
        "write \\n for a line end, or use a heredoc: <<EOT" => replaced("\\n");

    invalid_character(text: &str, span: Span;
        character = text.chars().next().unwrap_or_default(), code = u32::from(character)) at span:
        "invalid-character", "Invalid character",
        match character {
            '`' => "A string can't be written in backticks.",
                "write strings in double quotes, or over several lines as a heredoc: <<EOT";
            '\'' => "single-quotes", "Invalid character", "A string can't be written in single quotes.", "use double quotes";
            '“' | '”' | '„' | '‘' | '’' => "A string can't be written in typographic quotes.",
                "use straight double quotes";
            '\0' => "The source contains a zero byte (U+0000) here.", "remove it" => replaced("");
            '\\' => "A backslash is allowed only in a string in quotes.",
                "remove it; to continue an expression on the next line, put it in parentheses" => replaced("");
            '$' => "A variable is written without $.", "remove the $" => replaced("");
            _ if character.is_control() => "Here is a control character (U+{code:04X}).", "remove it" => replaced("");
            _ if character.is_alphabetic() || !character.is_ascii() =>
                "A name can't contain the character {character}.",
                "use only letters, digits, _ and - in a name; put text in double quotes";
            _ => "The character {character} has no meaning here.", "remove it, or write text in double quotes";
        };

    /// A backslash before a quote, outside of a string.
    escaped_quote(span: Span) at span:
        "invalid-character", "Invalid character",
        "A quote has a backslash only in the text of a string, not between ${{ and }}.",
        "remove the backslash" => replaced("");

    /// An invalid escape in a text.
    invalid_escape(text: &str, mistake: EscapeMistake, is_path: bool, span: Span;
        detail = match mistake {
            EscapeMistake::Selector(selector) => format!("\\{selector} is no escape."),
            EscapeMistake::ShortDigits => "The escape \\u needs four hexadecimal digits.".to_owned(),
            EscapeMistake::LongDigits => "The escape \\U needs eight hexadecimal digits.".to_owned(),
            EscapeMistake::NoCharacter(number) => format!("U+{number:04X} is not a character."),
        }, is_sequence = ["\\${", "$\\{", "\\%{", "%\\{"].iter().any(|sequence| text.contains(sequence)),
        number = number_after_x(text))
        at span:
        "invalid-escape", "Invalid escape sequence", "{detail}",
        match mistake {
            _ if is_path => "write \\\\ for each backslash of a path or a pattern";
            EscapeMistake::Selector('$' | '{' | '%') if is_sequence =>
                "write $${{ for a literal ${{, and %%{{ for a literal %{{";
            EscapeMistake::Selector(sign @ ('$' | '{' | '%' | '\'')) => "write {sign} without a backslash" => replaced(sign);
            EscapeMistake::Selector('x') =>
                "write \\u{number} for the character with this number, or \\\\ for a backslash";
            EscapeMistake::Selector('e') =>
                "write \\u001b for the character with this number, or \\\\ for a backslash" => replaced("\\u001b");
            EscapeMistake::Selector('0') => "write \\uNNNN for the character with this number, or \\\\ for a backslash";
            EscapeMistake::Selector('(') => "write ${{…}} to insert a value, or \\\\ for a backslash";
            EscapeMistake::Selector(_) => "write \\\\ for a backslash" => with_fix(Span::empty(span.start), "\\");
            _ => "write \\uNNNN or \\UNNNNNNNN, or \\\\ for a backslash";
        };
}

/// The four digits of an escape with two digits, as in `\x1b`.
fn number_after_x(text: &str) -> String {
    let digits = text.split("\\x").nth(1).and_then(|digits| digits.get(..2));
    let digits = digits.filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()));
    digits.map_or("NNNN".to_owned(), |digits| format!("00{digits}"))
}

/// The invalid escapes of one string, whose token contains them.
#[cold]
pub(crate) fn invalid_escapes(
    text: &str,
    token: Span,
    mistakes: &[(Span, EscapeMistake)],
) -> Diagnostic {
    let (span, mistake) =
        mistakes.first().copied().unwrap_or((Span::default(), EscapeMistake::ShortDigits));
    let is_path = text.contains(":\\");
    let is_several = is_path || mistakes.len() > 1;
    let diagnostic = invalid_escape(text, mistake, is_several, span);
    let others = mistakes.iter().skip(1).take(MOST_LABELS);
    let diagnostic =
        others.fold(diagnostic, |it, (span, _)| it.with_label(*span, "the same mistake"));
    // In a path no backslash is an escape; in a pattern, those of the valid escapes may be.
    let has_escape = is_path && ["\\\\", "\\\""].iter().any(|escape| text.contains(escape));
    let doubled = mistakes.iter().rev().fold(text.to_owned(), |mut doubled, (span, _)| {
        doubled.insert((span.start - token.start) as usize, '\\');
        doubled
    });
    match is_several && !has_escape {
        true if is_path => diagnostic.with_fix(token, text.replace('\\', "\\\\")),
        true => diagnostic.with_fix(token, doubled),
        false => diagnostic,
    }
}

/// The maximum number of further places of one mistake in a report.
const MOST_LABELS: usize = 4;
