//! Diagnostics of bodies, attributes and blocks.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::text::identifier::is_identifier;
use crate::text::span::Span;

#[cold]
pub(crate) fn item_required(found: Token, continues: bool, is_first: bool) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "item-required",
        "Argument or block definition required",
        "An argument (name = value) or a block (type { … }) is expected here.",
    )
    .with_span(found.span);
    match found.kind {
        TokenKind::CloseBrace | TokenKind::SurplusBrace => {
            let help = "remove this brace: no block is open that it could close";
            diagnostic.with_help(help).with_removal()
        }
        TokenKind::OpenBrace if is_first => {
            diagnostic.with_help("remove the braces around the whole file, or write a name before them")
        }
        TokenKind::OpenBrace => diagnostic.with_help("write the type of the block before the brace"),
        TokenKind::Subtract | TokenKind::Add | TokenKind::BitNot if !continues => diagnostic.with_help(
            "remove the sign: it marks a line of a patch, or an element of a list in another language",
        ),
        _ if continues => diagnostic.with_help("put an expression of several lines in parentheses"),
        TokenKind::CloseBracket | TokenKind::CloseParenthesis => {
            diagnostic.with_help("remove the bracket, or add the opening one").with_removal()
        }
        TokenKind::Number => diagnostic
            .with_help("start the name with a letter; as the key of an object, a number takes quotes"),
        TokenKind::Assign => diagnostic.with_help("write a name before the equals sign"),
        TokenKind::Multiply => diagnostic.with_help(
            "remove this, or start a comment with #; a comment from /* on ends at the first */",
        ),
        _ => diagnostic.with_help("remove this, or start a comment with #"),
    }
}

#[cold]
pub(crate) fn quoted_argument_name(text: &str, has_colon: bool, span: Span) -> Diagnostic {
    let name = text.trim_matches('"');
    let is_name = is_identifier(name);
    let diagnostic = Diagnostic::catalogued(
        "quoted-name",
        "Invalid argument name",
        "The names of arguments and blocks are written without quotes.",
    )
    .with_span(span);
    match is_name {
        true if has_colon => {
            diagnostic.with_help("remove the quotes, and write \"=\" instead of the colon")
        }
        true => diagnostic.with_help("remove the quotes").with_fix(span, name),
        false => diagnostic.with_help(
            "write a name of letters, digits, _ and -; another key stands in an object: name = { \"key\" = value }",
        ),
    }
}

/// The same in a block on one line, where the reference reports another summary at the quote.
#[cold]
pub(crate) fn quoted_name_on_one_line(text: &str, has_colon: bool, span: Span) -> Diagnostic {
    let quote = Span::new(span.start, span.start + 1);
    let found = quoted_argument_name(text, has_colon, quote);
    let summary = "Argument or block definition required";
    let diagnostic =
        Diagnostic::catalogued("quoted-name", summary, found.detail()).with_span(quote);
    diagnostic.with_help(found.help().unwrap_or_default())
}

#[cold]
pub(crate) fn neither_argument_nor_block(name: Span, found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "item-required",
        "Argument or block definition required",
        "A name is followed by \"=\" and a value, or by labels and \"{\".",
    )
    .with_span(name);
    match found.kind {
        TokenKind::Dot => {
            diagnostic.with_help("write a name without dots; nested values are objects or blocks")
        }
        TokenKind::OpenBracket => {
            diagnostic.with_help("write the keys in an object: name = { key = value }")
        }
        TokenKind::OpenParenthesis => {
            diagnostic.with_help("write a call as a value: name = call(…)")
        }
        TokenKind::Newline | TokenKind::End => {
            diagnostic.with_help("write name = value, or name { … }; a comment starts with #")
        }
        TokenKind::Comma => {
            diagnostic.with_help("write name = value; text with commas takes quotes")
        }
        _ => diagnostic.with_help("write name = value, or name { … }"),
    }
}

/// The fix for two words in the place of one value.
fn two_words(text: &str) -> String {
    let mut words = text.split_whitespace();
    let help = match (words.next().unwrap_or_default(), words.next().unwrap_or_default()) {
        ("if", _) => "write condition ? value : other",
        ("new", _) => "write an object, { name = value }, or call a function: name(argument)",
        ("lambda" | "function" | "fn", _) => {
            "write a list with [for name in list : value]; functions can't be defined here"
        }
        ("typeof" | "await" | "const" | "let" | "var", _) => "remove the first word",
        (_, "as") => "convert with a function, such as tostring(value)",
        (_, "then") => "write condition ? value : other",
        ("null" | "true" | "false", _) => {
            "write an operator between the two, or remove one of them"
        }
        (name, argument) if function_in(text).is_some() => {
            let is_only = words.next().is_none() && !argument.starts_with('"');
            let argument = if is_only { short(argument) } else { "one, other".to_owned() };
            return format!("a call takes parentheses: {name}({argument})");
        }
        _ if text.contains(['"', '[', '(']) => {
            "put quotes around text, or an operator between two values"
        }
        _ => {
            return format!(
                "put quotes around text: \"{}\"; two values take an operator between them",
                short(text)
            );
        }
    };
    help.to_owned()
}

/// The function that a text without parentheses calls in other languages.
fn function_in(text: &str) -> Option<&str> {
    text.split_whitespace().next().filter(|name| super::super::evaluation::is_function(name))
}

/// Another token than a line end after an argument. `text` is the last token of the argument together
/// with the one found; `is_followed` is whether a value follows.
#[cold]
pub(crate) fn no_newline_after_argument(
    name: Span,
    last: Token,
    found: Token,
    text: &str,
    is_followed: bool,
) -> Diagnostic {
    let is_adjacent = last.span.end == found.span.start;
    let is_word = |token: Token| matches!(token.kind, TokenKind::Identifier | TokenKind::Number);
    let (detail, help) = match found.kind {
        TokenKind::Comma => {
            let detail = "No comma separates arguments.";
            let diagnostic = after_argument("Unexpected comma after argument", detail, name, found);
            return match is_followed {
                true => {
                    diagnostic.with_help("write a list in brackets, [a, b], or remove the comma")
                }
                false => diagnostic.with_help("remove the comma").with_removal(),
            };
        }
        TokenKind::CloseBrace
        | TokenKind::SurplusBrace
        | TokenKind::CloseBracket
        | TokenKind::CloseParenthesis => (
            "This bracket closes nothing: no bracket is open here.",
            "remove the bracket, or add the opening one",
        ),
        TokenKind::Assign => (
            "An argument has only one equals sign.",
            "remove the second equals sign; to compare, write ==, <= or >=",
        ),
        _ if is_adjacent && found.is_quote() && last.span.len() == 2 => (
            "The string ends before this: two quotes are an empty string.",
            "write a text of several lines as a heredoc: <<EOT, the lines, EOT alone on a line",
        ),
        _ if is_adjacent && (last.is_quote() || found.is_quote()) => (
            "The value ends before this, because the quotes enclose only a part of it.",
            "put all of the text in one pair of quotes; write \\\" for a quote in it",
        ),
        TokenKind::FatArrow
            if text.split("=>").next().is_some_and(|it| is_identifier(it.trim())) =>
        {
            (
                "The value is complete before this.",
                "write a list with [for name in list : value]; functions can't be defined here",
            )
        }
        TokenKind::FatArrow => (
            "The value is complete before this.",
            "to compare, write >=; to make a list, write [for name in list : value]",
        ),
        TokenKind::OpenBrace if last.is_quote() => (
            "A block has labels, and no equals sign.",
            "remove the equals sign: type \"label\" { … }",
        ),
        TokenKind::Identifier if is_adjacent && last.kind == TokenKind::Multiply => {
            ("A splat is followed by a dot.", "write .*. before the name")
        }
        _ if found.is_quote() && function_in(text).is_some() => {
            return missing_newline(TWO_VALUES, name, found).with_help(two_words(text));
        }
        _ if is_word(last) && is_word(found) => {
            let detail = match text.split_whitespace().next() {
                Some("if") => {
                    "A choice between two values is written with ? and :, without \"if\"."
                }
                _ => TWO_VALUES,
            };
            return missing_newline(detail, name, found).with_help(two_words(text));
        }
        kind if kind == TokenKind::Identifier || found.is_quote() => (
            TWO_VALUES,
            "write an operator between them, or join texts in one string: \"${a}${b}\"",
        ),
        _ => ("The value is complete before this.", "remove this, or put quotes around text"),
    };
    missing_newline(detail, name, found).with_help(help)
}

const TWO_VALUES: &str = "Here are two values, but an argument has one.";

/// An item on the line of an argument.
#[cold]
pub(crate) fn item_after_argument(name: Span, found: Token) -> Diagnostic {
    missing_newline("Every argument has a line of its own.", name, found)
        .with_help("start a new line here")
}

/// The closing brace of a block on the line of its last argument.
#[cold]
pub(crate) fn brace_after_argument(name: Span, found: Token) -> Diagnostic {
    let detail = "The brace that closes a block of several lines has a line of its own.";
    missing_newline(detail, name, found).with_help("start a new line before the brace")
}

fn missing_newline(detail: &str, name: Span, found: Token) -> Diagnostic {
    after_argument("Missing newline after argument", detail, name, found)
}

fn after_argument(summary: &'static str, detail: &str, name: Span, found: Token) -> Diagnostic {
    Diagnostic::catalogued("missing-newline", summary, detail)
        .with_span(found.span)
        .with_context(name.to(found.span))
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cold]
pub(crate) fn no_newline_after_block(name: Span, found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "missing-newline",
        "Missing newline after block definition",
        "Nothing may follow a block on the line of its closing brace.",
    )
    .with_span(found.span)
    .with_context(name.to(found.span));
    match found.kind {
        TokenKind::CloseBrace
        | TokenKind::SurplusBrace
        | TokenKind::CloseBracket
        | TokenKind::CloseParenthesis => {
            diagnostic.with_help("remove the bracket, or add the opening one").with_removal()
        }
        TokenKind::Comma => diagnostic.with_help("remove the comma").with_removal(),
        TokenKind::Identifier => diagnostic
            .with_help("start a new line here")
            .with_fix(Span::empty(found.span.start), "\n"),
        _ => diagnostic.with_help("remove this"),
    }
}

#[cold]
pub(crate) fn no_block_body(name: Span, found: Token) -> Diagnostic {
    let (detail, help) = match found.kind {
        TokenKind::Assign => (
            "An equals sign belongs to an argument, but labels belong to a block.",
            "remove the equals sign for a block, or the labels for an argument",
        ),
        TokenKind::Newline | TokenKind::End => {
            ("A block has its body in braces.", "add { here and } after the body")
        }
        TokenKind::ForeignString | TokenKind::Apostrophe => {
            ("A label or the opening brace is expected here.", "labels take double quotes")
        }
        TokenKind::Comma => ("Blanks separate the labels of a block.", "remove the comma"),
        TokenKind::Colon => {
            ("No sign stands between a block's labels and its body.", "remove the colon")
        }
        _ => (
            "A label or the opening brace is expected here.",
            "write { to start the body; labels take double quotes, and a value takes \"=\"",
        ),
    };
    Diagnostic::catalogued("invalid-block", "Invalid block definition", detail)
        .with_span(found.span)
        .with_context(name.to(found.span))
        .with_help(help)
}

rows! {
    /// A line of prose.
    prose(words: Span) at words:
        "invalid-block", "Invalid block definition",
        "These words are neither an argument nor a block.",
        "start a comment with #; write name = value for an argument, and type {{ … }} for a block";

    /// `name "text"` on a line: an argument or the header of a block.
    argument_or_block(name: Span, word: &str, text: &str, found: Token;
        text = short(text), place = Span::empty(found.span.start)) at place within (name.to(found.span)):
        "invalid-block", "Invalid block definition",
        "This is neither an argument nor a block: \"=\" or a body in braces is missing.",
        "write {word} = {text}, or {word} {text} {{ … }}";
}

#[cold]
pub(crate) fn brace_on_next_line(name: Span, subject: Span, brace: Span) -> Diagnostic {
    // In the reference, a name alone is an incomplete argument.
    let (code, summary) = match subject == name {
        true => ("item-required", "Argument or block definition required"),
        false => ("invalid-block", "Invalid block definition"),
    };
    Diagnostic::catalogued(
        code,
        summary,
        "The opening brace of a block stands on the line of its type and labels.",
    )
    .with_span(subject)
    .with_context(name.to(brace))
    .with_label(brace, "move this brace")
    .with_help("move the opening brace to the end of the line before")
}

#[cold]
pub(crate) fn no_opening_brace(name: Span, at: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "missing-brace",
        "Invalid block definition",
        "The opening brace is missing here.",
    )
    .with_span(at)
    .with_context(name.to(at))
    .with_help("add {")
    .with_fix(Span::empty(at.start), " {")
}

#[cold]
pub(crate) fn label_without_quotes(name: Span, text: &str, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-label",
        "Argument or block definition required",
        "A label is a string or a name.",
    )
    .with_span(span)
    .with_context(name.to(span))
    .with_help(format!("add quotes: \"{}\"", short(text)))
    .with_fix(span, format!("\"{text}\""))
}

rows! {
    label_in_parentheses(name: Span, open: Span)
        at name within (name.to(open)) label open "remove the parentheses":
        "invalid-label", "Argument or block definition required",
        "A label is written without parentheses.",
        "write type \"label\" {{ … }}";

    label_in_brackets(name: Span, open: Span)
        at name within (name.to(open)) label open "remove the brackets":
        "invalid-label", "Argument or block definition required",
        "A label is written without brackets.",
        "write type \"label\" {{ … }}";
}

/// A block without its closing brace. The indentation shows that it ends at `end`.
#[cold]
pub(crate) fn unclosed_block(name: Span, open: Span, end: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "unclosed-block",
        "Unclosed configuration block",
        match end {
            Some(_) => "The closing brace of a block is missing here.",
            None => "This brace is never closed.",
        },
    )
    .with_context(name.to(open));
    match end {
        Some(end) => diagnostic
            .with_span(end)
            .with_label(open, "the block starts here")
            .with_help("add }")
            .with_closing("}", name, end.start),
        None => diagnostic.with_span(open).with_help("add } at the end of the block").with_closing(
            "}",
            name,
            u32::MAX,
        ),
    }
}

#[cold]
pub(crate) fn unclosed_one_line_block(block: Span, open: Span, found: Token) -> Diagnostic {
    let (subject, summary, detail) = match found.kind {
        TokenKind::End => return unclosed_block(block, open, None),
        TokenKind::Comma => (
            found.span,
            "Invalid single-argument block definition",
            "A block on one line has one argument and takes no comma.",
        ),
        TokenKind::Newline => (
            found.span,
            "Invalid single-argument block definition",
            "A block whose first argument stands on the line of its brace must end on that line.",
        ),
        _ => (
            found.span,
            "Invalid single-argument block definition",
            "A block on one line ends after its only argument.",
        ),
    };
    Diagnostic::catalogued("invalid-one-line-block", summary, detail)
        .with_span(subject)
        .with_label(open, "the block starts here")
        .with_help("put every argument on a line of its own")
}

rows! {
    block_in_one_line_block(name: &str, span: Span) at span:
        "invalid-one-line-block", "Argument definition required",
        "A block on one line can hold an argument, but no block.",
        "write {name} = … for an argument, or put the block on lines of its own";
}

#[cold]
pub(crate) fn template_in_label(open: Span, sequence: Token) -> Diagnostic {
    let sigil = match sequence.kind {
        TokenKind::OpenDirective => '%',
        _ => '$',
    };
    Diagnostic::catalogued(
        "template-in-label",
        "Invalid string literal",
        "A label is a plain string, nothing is evaluated in it.",
    )
    .with_span(sequence.span)
    .with_context(open.to(sequence.span))
    .with_help(format!("write the text of the label; {sigil}{sigil}{{ is a literal {sigil}{{"))
}

rows! {
    unterminated_label(open: Span, end: Span)
        at end within (open.to(end)) label open "the string starts here":
        "unclosed-string", "Unterminated string literal",
        "The file ends before the closing quote.";

    invalid_label(open: Span, found: Span) at found within (open.to(found)):
        "invalid-label", "Invalid string literal",
        "This is not allowed in a label.";

    attribute_redefined(name: &str, span: Span, first: Span) at span label first "first set here":
        "attribute-redefined", "Attribute redefined",
        "The argument \"{name}\" is set more than once in this body.",
        "remove one of them, or rename it";
}

/// Each file includes the next one, and the last one the first one.
#[cold]
pub(crate) fn include_cycle(files: &[&str], span: Span) -> Diagnostic {
    let next = files.iter().cycle().skip(1);
    let includes = files.iter().zip(next).map(|(file, next)| match files.len() {
        1 => format!("{file} includes itself"),
        _ => format!("{file} includes {next}"),
    });
    let detail = includes.collect::<Vec<_>>().join(", and ") + ".";
    Diagnostic::catalogued("include-cycle", "Include cycle", detail)
        .with_span(span)
        .with_help("move what both files need to a third one")
}

rows! {
    include_path(span: Span) at span:
        "include-path", "Invalid path",
        "The path of an included file must be a string without template sequences.",
        "write the path in quotes";
}
