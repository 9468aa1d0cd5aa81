//! Diagnostics of forms of other languages, and of text that is not a configuration.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::habits::{self, Arguments, ForeignSign};
use crate::lexer::TokenKind;
use crate::text::identifier::is_identifier;
use crate::text::span::Span;

/// The whole source is in another language.
#[cold]
pub(crate) fn other_language(language: &str, span: Span) -> Diagnostic {
    let (detail, help) = match language {
        "JSON" => (
            "This file is written in JSON.".to_owned(),
            "write name = value and type { … }, or give the file a name that ends with .json",
        ),
        "UTF-16" => ("This file is encoded as UTF-16.".to_owned(), "save the file as UTF-8"),
        "a patch" => (
            "This file is a patch: its lines with + and - change another file.".to_owned(),
            "apply the patch to the other file, as with git apply",
        ),
        "YAML" => (
            "This file is written in YAML.".to_owned(),
            "write name = value for an argument, name { … } for a block, and [a, b] for a list",
        ),
        _ => (
            format!("This file is written in {language}."),
            "write name = value for an argument, and name { … } for a block",
        ),
    };
    Diagnostic::catalogued("other-language", "Argument or block definition required", detail)
        .with_span(span)
        .with_help(help)
}

/// A line such as `[server]` and `[[server.http]]`.
#[cold]
pub(crate) fn table_header(line: &str, span: Span) -> Diagnostic {
    let name = line.trim_start_matches('[').split(']').next().unwrap_or_default().trim();
    let (ty, label) = name.split_once('.').unwrap_or((name, ""));
    let help = match (is_identifier(ty), label) {
        (true, "") => format!("write a block: {ty} {{ … }}"),
        (true, label) => format!("write a block: {ty} {} {{ … }}", quoted(label)),
        _ => "write a block: name { … }".to_owned(),
    };
    Diagnostic::catalogued(
        "other-language",
        "Argument or block definition required",
        "A line in brackets is a table header of TOML or INI.",
    )
    .with_span(span)
    .with_help(help)
}

/// Brackets that another program replaces, before the file is HCL.
#[cold]
pub(crate) fn foreign_template(brackets: &str, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "other-language",
        "Template of another program",
        format!("The brackets {brackets} are those of a template for another program."),
    )
    .with_span(span)
    .with_help(match brackets {
        "${{ … }}" => {
            "write a variable, ${name}, if HCL has the value; $${{ … }} is text for that program"
        }
        _ => "run that program on the file first; in HCL, a value is written without them",
    })
}

rows! {
    /// A line that starts with `$ `.
    shell_prompt(span: Span) at span:
        "other-language", "Invalid character",
        "This line is a command of a shell with its prompt.",
        "remove the line";

    merge_conflict(marker: Span) at marker:
        "merge-conflict", "Merge conflict",
        "The lines from here on are an unresolved merge conflict.",
        "keep one of the two sides, and remove the lines with <<<<<<<, ======= and >>>>>>>";
}

#[cold]
pub(crate) fn foreign_comment(text: &str, span: Span) -> Diagnostic {
    let diagnostic = |detail| {
        Diagnostic::catalogued("foreign-comment", "Invalid comment", detail).with_span(span)
    };
    match text.trim_end() {
        "---" => diagnostic("Three dashes start a document in YAML.").with_help("remove this line"),
        _ => diagnostic("This doesn't start a comment.").with_help("start comments with #"),
    }
}

rows! {
    unclosed_comment(open: Span) at open:
        "unclosed-comment", "Unclosed comment",
        "The comment that starts here is never closed.",
        "close the comment with */";
}

/// An invisible character, or a sign in another notation, with the number of its places.
#[cold]
pub(crate) fn unusual_character(text: &str, count: usize, span: Span) -> Diagnostic {
    let character = text.chars().next().unwrap_or_default();
    if let Some(meant) = crate::lexer::meant_by(text) {
        let detail = match character {
            '&' if meant == " " => format!("Here is {text}, which means a space in HTML"),
            '&' => format!("Here is {text}, which means {meant} in HTML"),
            _ => {
                let code = u32::from(character);
                format!("Here is {character} (U+{code:04X}), which only looks like \"{meant}\"")
            }
        };
        let help = match character {
            '&' if meant == " " => "write a space itself".to_owned(),
            '&' => format!("write {meant} itself"),
            _ => format!("type \"{meant}\" on the keyboard"),
        };
        return Diagnostic::catalogued(
            "invalid-character",
            "Invalid character",
            match count {
                1 => detail + ".",
                _ => detail + "; there are more such signs.",
            },
        )
        .with_span(span)
        .with_help(help)
        .with_fix(span, meant);
    }
    let name = match character {
        '\r' => {
            return Diagnostic::catalogued(
                "invalid-character",
                "Invalid character",
                "A carriage return (U+000D) must be followed by a line feed.",
            )
            .with_span(span)
            .with_help("save the file with line ends of Unix (LF) or Windows (CR LF)");
        }
        '\u{a0}' => "a non-breaking space",
        '\u{ad}' => "a soft hyphen",
        '\u{200b}' => "a zero-width space",
        '\u{200c}' | '\u{200d}' => "a zero-width joiner",
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "an invisible mark of the writing direction"
        }
        '\u{feff}' => "a byte order mark",
        _ if character.is_whitespace() => "an unusual space",
        _ => "an invisible character",
    };
    let mut detail = format!("Here is {name} (U+{:04X})", u32::from(character));
    detail.push_str(&other_places(count));
    let help = match character {
        '\u{feff}' => "remove it; a byte order mark may only start a file",
        _ if character.is_whitespace() => "replace it with a plain space",
        _ => "remove it; retyping the line removes it, too",
    };
    let replacement = if character.is_whitespace() { " " } else { "" };
    Diagnostic::catalogued("invalid-character", "Invalid character", detail)
        .with_span(span)
        .with_help(help)
        .with_fix(span, replacement)
}

fn other_places(count: usize) -> String {
    match count {
        1 => ".".to_owned(),
        2 => ", and at one other place.".to_owned(),
        _ => format!(", and at {} other places.", count - 1),
    }
}

/// A text in quotes that HCL doesn't have; `text` is without the quotes.
#[cold]
pub(crate) fn foreign_quotes(open: char, text: &str, span: Span) -> Diagnostic {
    let (code, detail) = match open {
        '\'' => ("single-quotes", "A string can't be written in single quotes."),
        '`' => ("invalid-character", "A string can't be written in backticks."),
        '&' => ("invalid-character", "These are quotes in the notation of HTML."),
        '＂' | '＇' => ("invalid-character", "A string can't be written in full-width quotes"),
        _ => ("invalid-character", "A string can't be written in typographic quotes"),
    };
    let detail = match detail.strip_suffix('.') {
        Some(_) => detail.to_owned(),
        None => format!("{detail}, such as {open} (U+{:04X}).", u32::from(open)),
    };
    Diagnostic::catalogued(code, "Invalid character", detail)
        .with_span(span)
        .with_help(format!("use straight double quotes: {}", quoted(text)))
        .with_fix(span, in_quotes(text))
}

/// A string prefix, as in `f"…"`.
#[cold]
pub(crate) fn string_prefix(prefix: &str, span: Span) -> Diagnostic {
    let help = match prefix {
        "f" | "F" => "remove the prefix; values are inserted with ${…} in every string",
        "r" | "R" => "remove the prefix, and write each backslash twice",
        _ => "remove the prefix",
    };
    let detail = format!("A string has no prefix such as {prefix}.");
    Diagnostic::catalogued("string-prefix", "Invalid string", detail)
        .with_span(span)
        .with_help(help)
}

/// A word or symbol that is an operator in another language.
#[cold]
pub(crate) fn foreign_operator(written: &str, operator: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "unknown-operator",
        "Unsupported operator",
        format!("There is no operator \"{written}\"."),
    )
    .with_span(span);
    let is_sign = operator.bytes().all(|byte| byte.is_ascii_punctuation());
    match operator {
        "" => diagnostic
            .with_help("write a function call or a conditional (condition ? a : b) instead"),
        "!" => diagnostic.with_help("write ! before the value").with_fix(span, operator),
        _ if is_sign => diagnostic.with_help(format!("write {operator}")).with_fix(span, operator),
        _ => diagnostic.with_help(format!("write {operator}")),
    }
}

rows! {
    /// `a if b else c`
    foreign_conditional(span: Span) at span:
        "unknown-operator", "Unsupported operator",
        "A value isn't followed by \"if\".",
        "write condition ? value : other";

    foreign_comprehension(span: Span) at span:
        "invalid-for", "Invalid 'for' expression",
        "The word \"for\" comes first, and the value last.",
        "write [for name in list : value]";
}

/// `value.name(…)`
#[cold]
pub(crate) fn method_call(
    name: &str,
    receiver: &str,
    arguments: Option<Arguments<'_>>,
    span: Span,
) -> Diagnostic {
    let help = match (habits::method(name, receiver, arguments), arguments) {
        (Some(written), _) => format!("write {written}"),
        (None, Some(Arguments { count: 0, .. })) => {
            format!("call a function instead: {name}({receiver})")
        }
        (None, arguments) => {
            let others = arguments.map_or("…", |given| given.text);
            format!("call a function instead: {name}({receiver}, {others})")
        }
    };
    Diagnostic::catalogued("method-call", "Invalid function call", "Values have no methods.")
        .with_span(span)
        .with_help(help)
}

/// `$name` and `@name`
#[cold]
pub(crate) fn sigil(sigil: char, name: &str, span: Span) -> Diagnostic {
    let detail = format!("A variable is written without {sigil}.");
    Diagnostic::catalogued("invalid-character", "Invalid character", detail)
        .with_span(span)
        .with_help(format!("write {name}, or {} for text", quoted(&format!("{sigil}{name}"))))
}

rows! {
    interpolation_without_quotes(span: Span) at span:
        "invalid-character", "Invalid character",
        "${{…}} inserts a value in a string, and this is no string.",
        "write the value without ${{ and }}, or put quotes around the whole";
}

/// A text that is not an expression and was probably meant as a string.
#[cold]
pub(crate) fn unquoted_text(summary: &'static str, text: &str, span: Span) -> Diagnostic {
    Diagnostic::catalogued("unquoted-text", summary, "Text is written in double quotes.")
        .with_span(span)
        .with_help(format!("add quotes: {}", quoted(text)))
        .with_fix(span, in_quotes(text))
}

rows! {
    /// A text of several lines in the notation of YAML.
    indented_text(sign: Span) at sign:
        "unquoted-text", "Invalid expression",
        "This starts a text of several lines in YAML.",
        "write a heredoc: name = <<-EOT, then the lines, then EOT alone on a line";
}

/// `...value`, `*value` or `value...` in the place of an element, an item or an argument.
#[cold]
pub(crate) fn spread(before: TokenKind, span: Span) -> Diagnostic {
    let help = match before {
        TokenKind::OpenBracket => "write concat(list, [value]) to join lists",
        TokenKind::OpenBrace | TokenKind::Newline => {
            "write merge(object, { name = value }) to join objects"
        }
        TokenKind::OpenParenthesis => "write the dots behind the last argument: function(list...)",
        _ => "concat(list, [value]) joins lists, merge(object, { name = value }) objects",
    };
    Diagnostic::catalogued(
        "invalid-expression",
        "Invalid expression",
        "No sign inserts the parts of another value here.",
    )
    .with_span(span)
    .with_help(help)
}

/// A number followed by letters.
#[cold]
pub(crate) fn number_with_letters(text: &str, decimal: Option<String>, span: Span) -> Diagnostic {
    let (detail, help) = match decimal {
        Some(decimal) => ("This is not a decimal number.", format!("write {decimal}")),
        None if ends_with_exponent(text) => (
            "The exponent of a number has digits.",
            format!("write digits after the letter: {}3", text.trim_end_matches(['+', '-'])),
        ),
        None => (
            "A number can't have letters, such as a unit.",
            format!("add quotes if this is text: {}", quoted(text)),
        ),
    };
    Diagnostic::catalogued("invalid-number", "Invalid number literal", detail)
        .with_span(span)
        .with_help(help)
}

/// Whether the text is a number with the start of an exponent.
fn ends_with_exponent(text: &str) -> bool {
    let digits = text.trim_end_matches(['+', '-']).strip_suffix(['e', 'E']);
    digits.is_some_and(|digits| digits.parse::<f64>().is_ok())
}

/// The text in double quotes, cut if it is long.
fn quoted(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => in_quotes(&format!("{}…", text.get(..end).unwrap_or_default())),
        None => in_quotes(text),
    }
}

/// The text in double quotes.
fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// `name: value`, `name == value`, `name += value`, `name value`
#[cold]
pub(crate) fn foreign_assignment(
    name: &str,
    written: &str,
    value: &str,
    at: Span,
    found: Span,
) -> Diagnostic {
    let help = match written {
        ":" if is_plain_text(value) => format!("write {name} = {}", quoted(value)),
        "" => "write \"=\" between the name and the value".to_owned(),
        "++" | "--" => "write \"=\" and the new value: an argument is set once".to_owned(),
        "+=" => "write \"=\"; to add to a list, write name = concat(list, [value])".to_owned(),
        _ => format!("write \"=\" instead of \"{written}\""),
    };
    Diagnostic::catalogued(
        "item-required",
        "Argument or block definition required",
        "A name is followed by \"=\" and a value, or by labels and \"{\".",
    )
    .with_span(at)
    .with_context(at.to(found))
    .with_label(found, "\"=\" is expected here")
    .with_help(help)
}

/// Whether the text is no expression, but a URL, a path or another text with a colon or a slash.
fn is_plain_text(text: &str) -> bool {
    let is_text = |it: char| it.is_alphanumeric() || ":/.-_@~".contains(it);
    text.starts_with(|first: char| first.is_alphabetic() || "/~.".contains(first))
        && text.contains([':', '/'])
        && text.chars().all(is_text)
}

/// `let name = value`
#[cold]
pub(crate) fn declaration(word: &str, name: &str, span: Span, assign: Span) -> Diagnostic {
    const KEYWORDS: [&str; 14] = [
        "let", "var", "const", "val", "set", "export", "local", "my", "auto", "static", "final",
        "string", "int", "bool",
    ];
    let diagnostic = Diagnostic::catalogued(
        "invalid-block",
        "Invalid block definition",
        format!("Only one name precedes an equals sign; here are \"{word}\" and \"{name}\"."),
    )
    .with_span(assign);
    match KEYWORDS.contains(&word) {
        true => diagnostic.with_label(span, "remove this").with_help(format!("write {name} = …")),
        false => diagnostic
            .with_context(span.to(assign))
            .with_help(format!("write one name: {word}_{name} = …, or {name} = …")),
    }
}

/// `if`, `for` and other statements.
#[cold]
pub(crate) fn statement(word: &str, span: Span) -> Diagnostic {
    let help = match word {
        "for" | "foreach" | "while" => "write a list with [for name in list : value]",
        "function" | "func" | "def" | "fn" => "call the functions that there are: name(argument)",
        "import" | "include" | "require" | "use" => {
            "remove the line, or write it as an argument or a block"
        }
        "return" => "write name = value",
        "echo" | "unset" => "remove the line: a configuration runs no commands",
        _ => "write a conditional as a value: name = condition ? value : other",
    };
    Diagnostic::catalogued(
        "statement",
        "Argument or block definition required",
        format!("There is no statement \"{word}\"."),
    )
    .with_span(span)
    .with_help(help)
}

#[cold]
pub(crate) fn named_argument(function: &str, name: &str, span: Span) -> Diagnostic {
    let help = match habits::function(function, None) {
        Some(written) => format!("write {written}"),
        None => {
            format!("remove \"{name}\" and the sign after it; the order tells the arguments apart")
        }
    };
    Diagnostic::catalogued(
        "named-argument",
        "Missing argument separator",
        "The arguments of a call have no names.",
    )
    .with_span(span)
    .with_help(help)
}

/// A sign of another language before a value.
#[cold]
pub(crate) fn foreign_sign(sign: ForeignSign, span: Span) -> Diagnostic {
    let [detail, help] = sign.texts();
    Diagnostic::catalogued("foreign-sign", "Invalid expression", detail)
        .with_span(span)
        .with_help(help)
}

/// Lines with dashes after `name:`.
#[cold]
pub(crate) fn indented_list(name: &str, elements: &[&str], span: Span) -> Diagnostic {
    const LONGEST: usize = 60;
    let is_plain = |text: &str| {
        text.starts_with('"') || text.parse::<f64>().is_ok() || matches!(text, "true" | "false")
    };
    let written = |text: &&str| if is_plain(text) { (*text).to_owned() } else { quoted(text) };
    let list = elements.iter().map(written).collect::<Vec<_>>().join(", ");
    let is_short = list.len() <= LONGEST && !elements.iter().any(|text| text.contains(": "));
    Diagnostic::catalogued(
        "item-required",
        "Argument or block definition required",
        "The lines with dashes are a list in YAML.",
    )
    .with_span(span)
    .with_help(format!("write {name} = [{}]", if is_short { &list } else { "one, other" }))
}

rows! {
    /// Indented lines after `name:`.
    indented_items(name: &str, span: Span) at span:
        "item-required", "Argument or block definition required",
        "The indented lines are an object in YAML.",
        "write {name} {{ … }} around the lines, with = instead of each colon";

    /// Text in three single quotes.
    triple_quotes(span: Span) at span:
        "single-quotes", "Invalid character",
        "No text starts with three quotes.",
        "write a text of several lines as a heredoc: <<EOT, the lines, EOT alone on a line";

    /// `name: type = value`
    type_of_argument(word: &str, name: Span, ty: Span) at name within (name.to(ty)) label ty "remove this":
        "item-required", "Argument or block definition required",
        "The type of an argument is not written.",
        "write {word} = …";

    /// `one, other = …`
    several_names(name: Span, comma: Span) at name within (name.to(comma)):
        "item-required", "Argument or block definition required",
        "Only one name precedes an equals sign.",
        "write each argument on a line of its own";

    /// Three quotes in the place of an item.
    comment_in_quotes(span: Span) at span:
        "item-required", "Argument or block definition required",
        "A text alone is neither an argument nor a block.",
        "start each line of a comment with #; write a text as a value: name = \"text\"";
}
