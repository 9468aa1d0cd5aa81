//! Diagnostics of forms of other languages, and of text that is not a configuration.

use crate::diagnostic::catalog::evaluation::is_function;
use crate::diagnostic::catalog::habits::{self, Arguments};
use crate::diagnostic::catalog::start;
use crate::lexer::meant_by;
use crate::text::identifier::is_identifier;
use crate::text::span::Span;

rows! {
    /// The whole source is in another language.
    other_language(language: &str, span: Span) at span:
        "other-language", "Argument or block definition required",
        match language {
            "JSON" => "This file is written in JSON.",
                "write name = value and type {{ … }}, or give the file a name that ends with .json";
            "UTF-16" => "This file is encoded as UTF-16.", "save the file as UTF-8";
            "a patch" => "This file is a patch: its lines with + and - change another file.",
                "apply the patch to the other file, as with git apply";
            _ => "This file is written in {language}.",
                "write name = value for an argument, name {{ … }} for a block, and [a, b] for a list";
        };

    /// A line such as `[server]` and `[[server.http]]`.
    table_header(line: &str, span: Span;
        name = line.trim_start_matches('[').split(']').next().unwrap_or_default().trim(),
        (ty, label) = name.split_once('.').unwrap_or((name, "")), shown = quoted(label))
        at span:
        "other-language", "Argument or block definition required",
        "A line in brackets is a table header of TOML or INI.",
        match label {
            _ if !is_identifier(ty) => "write a block: name {{ … }}";
            "" => "write a block: {ty} {{ … }}";
            _ => "write a block: {ty} {shown} {{ … }}";
        };

    /// Brackets that another program replaces, before the file is HCL.
    foreign_template(brackets: &str, span: Span) at span:
        "other-language", "Template of another program",
        "The brackets {brackets} are those of a template for another program.",
        match brackets {
            "${{ … }}" => "write a variable, ${{name}}, if HCL has the value; $${{{{ … }}}} is text for that program";
            _ => "run that program on the file first; in HCL, a value is written without them";
        };

    merge_conflict(marker: Span) at marker:
        "merge-conflict", "Merge conflict", "The lines from here on are an unresolved merge conflict.",
        "keep one of the two sides, and remove the lines with <<<<<<<, ======= and >>>>>>>";

    foreign_comment(text: &str, span: Span; dashes = Span::new(span.start, span.start + 3)) at span:
        "foreign-comment", "Invalid comment",
        match (text.trim_end()) {
            "---" => "Three dashes start a document in YAML.", "remove this line" => with_fix(dashes, "");
            _ => "This doesn't start a comment.", "start comments with #" => replaced("#");
        };

    unclosed_comment(open: Span) at open:
        "unclosed-comment", "Unclosed comment", "The comment that starts here is never closed.",
        "close the comment with */";

    /// An invisible character, or a sign in another notation, with the number of its places.
    unusual_character(text: &str, count: usize, span: Span;
        character = text.chars().next().unwrap_or_default(), code = u32::from(character),
        meant = meant_by(character), others = count - 1,
        end = if count == 1 { "." } else { "; there are more such signs." }, places = match count {
            1 => ".".to_owned(),
            2 => ", and at one other place.".to_owned(),
            _ => format!(", and at {others} other places."),
        }, name = name_of(character), only = (count == 1).then_some(span))
        at span:
        "invalid-character", "Invalid character", "Here is {name} (U+{code:04X}){places}",
        match (character, meant) {
            (_, Some(meant)) => "Here is {character} (U+{code:04X}), which only looks like \"{meant}\"{end}",
                "type \"{meant}\" on the keyboard" => edited(only, meant);
            ('\r', _) => "A carriage return (U+000D) must be followed by a line feed.",
                "save the file with line ends of Unix (LF) or Windows (CR LF)";
            ('\u{feff}', _) => "remove it; a byte order mark may only start a file" => edited(only, "");
            _ if character.is_whitespace() => "replace it with a plain space" => edited(only, " ");
            _ => "remove it; retyping the line removes it, too" => edited(only, "");
        };

    /// A text in quotes that HCL doesn't have.
    foreign_quotes(text: &str, span: Span; (open, text) = without_quotes(text), code = u32::from(open), shown = quoted(text))
        at span:
        match open {
            '\'' => "single-quotes", "Invalid character", "A string can't be written in single quotes.";
            '`' => "invalid-character", "Invalid character", "A string can't be written in backticks.";
            '＂' | '＇' => "invalid-character", "Invalid character",
                "A string can't be written in full-width quotes, such as {open} (U+{code:04X}).";
            _ => "invalid-character", "Invalid character",
                "A string can't be written in typographic quotes, such as {open} (U+{code:04X}).";
        }, "use straight double quotes: {shown}" => replaced(in_quotes(text));

    /// A word or symbol that is an operator in another language.
    foreign_operator(written: &str, operator: &str, span: Span;
        is_sign = operator.bytes().all(|byte| byte.is_ascii_punctuation()))
        at span:
        "unknown-operator", "Unsupported operator", "There is no operator \"{written}\".",
        match operator {
            "" => "the operators are + - * / %, == != < <= > >=, && || and !";
            _ if is_sign => "write {operator}" => replaced(operator);
            _ => "write {operator}";
        };

    /// `value.name(…)`
    method_call(name: &str, receiver: &str, arguments: Option<Arguments<'_>>, span: Span;
        others = arguments.map_or("…", |given| given.text), start = span.start.saturating_sub(receiver.len() as u32 + 1),
        all = arguments.map(|it| Span::new(start, it.end)), whole = all.filter(|_| habits::is_complete(name, arguments)),
        is_library = receiver.starts_with(|first: char| first.is_ascii_uppercase()) || LIBRARIES.contains(&receiver),
        is_library = is_library && !receiver.contains('.'), argument = if is_library { others } else { receiver },
        call = habits::function(name, Some(others)),
        call = call.or_else(|| is_function(name).then(|| format!("{name}({others})"))).unwrap_or_default())
        at span:
        "method-call", "Invalid function call", "Values have no methods.",
        match (habits::method(name, receiver, arguments), arguments) {
            // `Math.max(…)`
            _ if is_library && !call.is_empty() => "write {call}" => edited(all, call);
            _ if is_library => "a function takes the value as an argument: function({argument})";
            (Some(written), _) => "write {written}" => edited(whole, written);
            _ if !is_function(name) => "a function takes the value as an argument: function({argument})";
            (None, Some(Arguments { count: 0, .. })) => "call a function instead: {name}({receiver})";
            (None, _) => "call a function instead: {name}({receiver}, {others})";
        };

    /// `$name` and `@name`
    sigil(sigil: char, name: &str, span: Span; shown = quoted(&format!("{sigil}{name}")),
        sign = Span::new(span.start, span.start + 1)) at span:
        "invalid-character", "Invalid character", "A variable is written without {sigil}.",
        "write {name}, or {shown} for text" => with_fix(sign, "");

    interpolation_without_quotes(span: Span, line: &str;
        inner = line.split('}').next().filter(|it| !it.contains('{')).unwrap_or_default(),
        whole = (!inner.is_empty()).then(|| Span::new(span.start, span.end + inner.len() as u32 + 2))) at span:
        "invalid-character", "Invalid character", "${{…}} inserts a value in a string, and this is no string.",
        "write the value without ${{ and }}, or put quotes around the whole" => edited(whole, inner);

    /// A text that is not an expression and was probably meant as a string.
    unquoted_text(summary: &'static str, text: &str, ends_in_quote: bool, span: Span; shown = quoted(text)) at span:
        "unquoted-text", "{summary}", "Text is written in double quotes.",
        match ends_in_quote {
            true => "add the quote at the start of the text" => with_fix(Span::empty(span.start), "\"");
            false => "add quotes: {shown}" => replaced(in_quotes(text));
        };

    /// A number followed by letters.
    number_with_letters(text: &str, decimal: Option<String>, span: Span;
        shown = quoted(text), mantissa = text.trim_end_matches(['+', '-']))
        at span:
        "invalid-number", "Invalid number literal",
        match decimal {
            Some(decimal) => "This is not a decimal number.", "write {decimal}" => replaced(decimal);
            None if ends_with_exponent(text) => "The exponent of a number has digits.",
                "write digits after the letter: {mantissa}3";
            None => "A number can't have letters, such as a unit.", "add quotes if this is text: {shown}" => replaced(in_quotes(text));
        };

    /// `name value`, or `name: value` with a text without quotes
    foreign_assignment(name: &str, value: &str, at: Span, found: Span, whole: Span; shown = quoted(value),
        equals = if at.end < found.start { "= " } else { " = " })
        at at within (at.to(found)) label found "\"=\" is expected here":
        "item-required", "Argument or block definition required",
        "A name is followed by \"=\" and a value, or by labels and \"{{\".",
        match (value.is_empty()) {
            true => "write \"=\" between the name and the value" => with_fix(found, equals);
            false => "write {name} = {shown}" => with_fix(whole, format!(" = {}", in_quotes(value)));
        };

    /// `let name = value`
    declaration(word: &str, name: &str, span: Span, before: Span, ty: Option<Span>, assign: Span;
        is_keyword = is_keyword(word) || ty.is_some(), before = Some(before).filter(|_| ty.is_none()), keyword = is_keyword.then_some(span),
        whole = (!is_keyword).then(|| span.to(assign)))
        at assign within (whole) label keyword "remove this" label ty "remove this":
        "invalid-block", "Invalid block definition",
        "Only one name precedes an equals sign; here are \"{word}\" and \"{name}\".",
        match is_keyword {
            true => "write {name} = …" => edited(before, "");
            false => "write one name: {word}_{name} = …, or {name} = …";
        };

    named_argument(function: &str, name: &str, span: Span) at span:
        "named-argument", "Missing argument separator", "The arguments of a call have no names.",
        match (habits::function(function, None)) {
            Some(written) => "write {written}";
            None => "remove \"{name}\" and the sign after it; the order tells the arguments apart" => replaced("");
        };

    /// The lines after `name:`, or after `name: |`; `first` starts with the first of them.
    indented_value(name: &str, sign: &str, first: &str, span: Span) at span:
        "item-required", "Argument or block definition required",
        match sign {
            "" if first.starts_with('-') => "The lines with dashes are a list in YAML.", "write {name} = [one, other]";
            "" => "The indented lines are an object in YAML.",
                "write {name} {{ … }} around the lines, with = instead of each colon";
            _ => "The indented lines are a text in YAML.",
                "write a heredoc: {name} = <<-EOT, then the lines, then EOT alone on a line";
        };

    /// A text of several lines in two or three single quotes.
    text_of_lines(span: Span) at span:
        "single-quotes", "Invalid character", "No text starts with several quotes.",
        "write a text of several lines as a heredoc: <<EOT, the lines, EOT alone on a line";

    /// Three quotes in the place of an item.
    comment_in_quotes(span: Span) at span:
        "item-required", "Argument or block definition required", "A text alone is neither an argument nor a block.",
        "start each line of a comment with #; write a text as a value: name = \"text\"";
}

/// The names of modules and types with functions in other languages that start with a small letter.
const LIBRARIES: [&str; 8] = ["string", "strings", "math", "json", "os", "fmt", "str", "lib"];

const KEYWORDS: [&str; 20] = [
    "public", "private", "mut", "lazy", "readonly", "global", "let", "var", "const", "val", "set",
    "export", "local", "my", "auto", "static", "final", "string", "int", "bool",
];

/// Whether the word precedes the name of a variable in other languages.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The name of an invisible character.
fn name_of(character: char) -> &'static str {
    match character {
        '\u{a0}' => "a non-breaking space",
        '\u{200b}' => "a zero-width space",
        '\u{feff}' => "a byte order mark",
        _ if character.is_whitespace() => "an unusual space",
        _ => "an invisible character",
    }
}

/// Whether the text is a number with the start of an exponent.
fn ends_with_exponent(text: &str) -> bool {
    let digits = text.trim_end_matches(['+', '-']).strip_suffix(['e', 'E']);
    digits.is_some_and(|digits| digits.parse::<f64>().is_ok())
}

/// Whether the text is no expression, but a URL, a path or another text with a colon or a slash.
pub(crate) fn is_plain_text(text: &str) -> bool {
    let is_text = |it: char| it.is_alphanumeric() || ":/.-_@~".contains(it);
    text.starts_with(|first: char| first.is_alphabetic() || "/~.".contains(first))
        && text.contains([':', '/'])
        && text.chars().all(is_text)
}

/// The first quote around a text, and the text without its quotes.
fn without_quotes(text: &str) -> (char, &str) {
    let mut inner = text.chars();
    let open = inner.next().unwrap_or_default();
    inner.next_back();
    (open, inner.as_str())
}

/// The text in double quotes, cut if it is long.
fn quoted(text: &str) -> String {
    let (text, cut) = start(text, 60);
    in_quotes(&format!("{text}{cut}"))
}

/// The text in double quotes.
pub(crate) fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
