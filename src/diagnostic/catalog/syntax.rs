//! Findings of the lexer and the parser.

use crate::diagnostic::{Diagnostic, suggest};
use crate::lexer::{EscapeMistake, Token, TokenKind};
use crate::source::Span;

#[cold]
pub(crate) fn too_large(bytes: usize) -> Diagnostic {
    Diagnostic::error(
        "source-too-large",
        "Source too large",
        format!("A source holds less than 4 GiB; this one has {bytes} bytes."),
    )
}

#[cold]
pub(crate) fn invalid_utf8(offset: u32) -> Diagnostic {
    Diagnostic::error(
        "invalid-encoding",
        "Invalid character encoding",
        "The bytes here are not UTF-8.",
    )
    .at(Span::new(offset, offset + 1))
    .help("save the file as UTF-8")
}

#[cold]
pub(crate) fn too_deep(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(
        "too-deep",
        "Nesting too deep",
        format!("Blocks, brackets and operators may nest {limit} levels deep."),
    )
    .at(span)
}

// Characters.

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
pub(crate) fn unclosed_comment(span: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-comment",
        "Unterminated comment",
        "This comment is never closed, so it swallows the rest of the file.",
    )
    .at(Span::new(span.start, span.start + 2))
    .help("close it with */")
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
        EscapeMistake::Nothing => "A backslash must be followed by what it escapes.".into(),
        EscapeMistake::ShortDigits => "The escape \\u takes four hexadecimal digits.".into(),
        EscapeMistake::LongDigits => "The escape \\U takes eight hexadecimal digits.".into(),
        EscapeMistake::NoCharacter(number) => format!("U+{number:04X} is no character."),
    };
    Diagnostic::error("invalid-escape", "Invalid escape sequence", detail)
        .at(span)
        .help("the escapes are \\n \\r \\t \\\" \\\\ \\uNNNN \\UNNNNNNNN")
}

// Structure.

#[cold]
pub(crate) fn item_required(found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "item-required",
        "Argument or block definition required",
        "An argument (name = value) or a block (type { … }) is expected here.",
    )
    .at(found.span);
    match found.kind {
        TokenKind::CloseBrace => {
            diagnostic.help("there is no open block that this brace could close")
        }
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn quoted_argument_name(span: Span) -> Diagnostic {
    Diagnostic::error(
        "quoted-name",
        "Invalid argument name",
        "The names of arguments and blocks are written without quotes.",
    )
    .at(span)
    .help("remove the quotes")
}

#[cold]
pub(crate) fn neither_argument_nor_block(name: Span, found: Token) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "item-required",
        "Argument or block definition required",
        "After a name, an argument goes on with \"=\" and a block with labels and \"{\".",
    )
    .at(name);
    match found.kind {
        TokenKind::Colon => diagnostic.label(found.span, "write \"=\" instead").help("use = for :"),
        TokenKind::Apostrophe => diagnostic.help("labels take double quotes"),
        TokenKind::Dot => {
            diagnostic.help("a name has no dots; nested values are objects or blocks")
        }
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn no_newline_after_argument(name: Span, found: Token) -> Diagnostic {
    let (summary, help) = match found.kind {
        TokenKind::Comma => ("Unexpected comma after argument", "remove the comma"),
        _ => ("Missing newline after argument", "start a new line here"),
    };
    Diagnostic::error("missing-newline", summary, "Every argument ends with its line.")
        .at(found.span)
        .within(name.to(found.span))
        .help(help)
}

#[cold]
pub(crate) fn no_newline_after_block(name: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-newline",
        "Missing newline after block definition",
        "Nothing may follow a block on the line of its closing brace.",
    )
    .at(found)
    .within(name.to(found))
    .help("start a new line here")
}

#[cold]
pub(crate) fn no_block_body(name: Span, found: Token) -> Diagnostic {
    let (detail, help) = match found.kind {
        TokenKind::Assign => (
            "An equals sign belongs to an argument, but labels belong to a block.",
            "remove the equals sign for a block, or the labels for an argument",
        ),
        TokenKind::Newline => (
            "The opening brace of a block stands on the line of its type and labels.",
            "move the opening brace here",
        ),
        TokenKind::Apostrophe => {
            ("A label or the opening brace is expected here.", "labels take double quotes")
        }
        _ => ("A label or the opening brace is expected here.", "write labels as \"label\""),
    };
    Diagnostic::error("invalid-block", "Invalid block definition", detail)
        .at(found.span)
        .within(name.to(found.span))
        .help(help)
}

#[cold]
pub(crate) fn unclosed_block(name: Span, open: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-block",
        "Unclosed configuration block",
        "This brace is never closed. The closing brace may be missing here or in a block inside.",
    )
    .at(open)
    .within(name.to(open))
    .help("add a closing brace")
}

#[cold]
pub(crate) fn unclosed_one_line_block(block: Span, open: Span, found: Token) -> Diagnostic {
    let (subject, summary, detail) = match found.kind {
        TokenKind::End => return unclosed_block(block, open),
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
            "A block on one line ends behind its only argument.",
        ),
    };
    Diagnostic::error("invalid-one-line-block", summary, detail)
        .at(subject)
        .label(open, "the block starts here")
        .help("put every argument on a line of its own")
}

#[cold]
pub(crate) fn block_in_one_line_block(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "invalid-one-line-block",
        "Argument definition required",
        "A block on one line can hold an argument, but no block.",
    )
    .at(span)
    .help(format!("write {name} = … for an argument, or put the block on lines of its own"))
}

#[cold]
pub(crate) fn template_in_label(open: Span, sequence: Token) -> Diagnostic {
    let sigil = match sequence.kind {
        TokenKind::OpenDirective => '%',
        _ => '$',
    };
    Diagnostic::error(
        "template-in-label",
        "Invalid string literal",
        "A label is a plain string, nothing is evaluated in it.",
    )
    .at(sequence.span)
    .within(open.to(sequence.span))
    .help(format!("write {sigil}{sigil}{{ for a literal {sigil}{{"))
}

#[cold]
pub(crate) fn unterminated_label(open: Span, end: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-string",
        "Unterminated string literal",
        "The file ends before the closing quote.",
    )
    .at(end)
    .within(open.to(end))
    .label(open, "the string starts here")
}

#[cold]
pub(crate) fn invalid_label(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error("invalid-label", "Invalid string literal", "This can't stand in a label.")
        .at(found)
        .within(open.to(found))
}

#[cold]
pub(crate) fn attribute_redefined(name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(
        "attribute-redefined",
        "Attribute redefined",
        format!("The argument \"{name}\" is set more than once in this body."),
    )
    .at(span)
    .label(first, "first set here")
    .help("remove one of them, or rename it")
}

// Expressions.

#[cold]
pub(crate) fn missing_expression(span: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-expression",
        "Missing expression",
        "The file ends where a value is expected.",
    )
    .at(span)
}

#[cold]
pub(crate) fn invalid_expression(found: Token) -> Diagnostic {
    let diagnostic =
        Diagnostic::error("invalid-expression", "Invalid expression", "A value is expected here.")
            .at(found.span);
    match found.kind {
        TokenKind::Newline => {
            diagnostic.help("write the value on the same line, or open a parenthesis")
        }
        TokenKind::Apostrophe => diagnostic.help("strings take double quotes"),
        TokenKind::Dot => diagnostic.help("a number starts with a digit: 0.5"),
        TokenKind::Plus => diagnostic.help("there is no unary plus"),
        TokenKind::InvalidHeredoc => diagnostic.help(
            "a heredoc starts with << or <<- and a marker, with nothing behind it on the line",
        ),
        _ => diagnostic,
    }
}

#[cold]
pub(crate) fn after_expression(found: Span) -> Diagnostic {
    Diagnostic::error(
        "extra-characters",
        "Extra characters after expression",
        "The expression is complete before this.",
    )
    .at(found)
}

#[cold]
pub(crate) fn invalid_number(span: Span) -> Diagnostic {
    Diagnostic::error("invalid-number", "Invalid number literal", "This is no decimal number.")
        .at(span)
}

#[cold]
pub(crate) fn no_false_expression(predicate: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "incomplete-conditional",
        "Missing false expression in conditional",
        "A conditional has two results: condition ? result : other.",
    )
    .at(found)
    .within(predicate.to(found))
    .help("add a colon and the other result")
}

#[cold]
pub(crate) fn unbalanced_parentheses(open: Span, found: Token) -> Diagnostic {
    Diagnostic::error(
        "unclosed-parenthesis",
        "Unbalanced parentheses",
        "A closing parenthesis is expected here.",
    )
    .at(found.span)
    .within(open.to(found.span))
    .label(open, "opened here")
}

#[cold]
pub(crate) fn no_function_name(name: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-function-name",
        "Missing function name",
        "After \"::\" comes the name of a function in that namespace.",
    )
    .at(found)
    .within(name.to(found))
}

#[cold]
pub(crate) fn no_open_parenthesis(name: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-parenthesis",
        "Missing open parenthesis",
        "A name with \"::\" is that of a function, which is called with parentheses.",
    )
    .at(found)
    .within(name.to(found))
}

#[cold]
pub(crate) fn expansion_not_last(name: Span, ellipsis: Span) -> Diagnostic {
    Diagnostic::error(
        "expansion-not-last",
        "Missing closing parenthesis",
        "Only the last argument can be expanded, so \"...\" is followed by the parenthesis.",
    )
    .at(ellipsis)
    .within(name.to(ellipsis))
}

#[cold]
pub(crate) fn unterminated_call(header: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-call",
        "Unterminated function call",
        "The file ends before the closing parenthesis of this call.",
    )
    .at(header)
    .help("add a closing parenthesis")
}

#[cold]
pub(crate) fn no_argument_separator(name: Span, open: Span, found: Token) -> Diagnostic {
    unclosed_or(found, open, "the call's arguments start here", || {
        Diagnostic::error(
            "missing-separator",
            "Missing argument separator",
            "Arguments are separated by commas.",
        )
    })
    .at(found.span)
    .within(name.to(found.span))
}

#[cold]
pub(crate) fn no_item_separator(open: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::End {
        return Diagnostic::error(
            "unclosed-bracket",
            "Unterminated tuple constructor expression",
            "The file ends before the closing bracket.",
        )
        .at(open)
        .help("add a closing bracket");
    }
    unclosed_or(found, open, "the tuple starts here", || {
        Diagnostic::error(
            "missing-separator",
            "Missing item separator",
            "Elements are separated by commas.",
        )
    })
    .at(found.span)
    .within(open.to(found.span))
}

/// Where a newline is what was found, a bracket was left open.
fn unclosed_or(
    found: Token,
    open: Span,
    opened: &str,
    diagnostic: impl FnOnce() -> Diagnostic,
) -> Diagnostic {
    let diagnostic = diagnostic();
    match found.kind {
        TokenKind::Newline => {
            diagnostic.label(open, opened).help("close the bracket, or add a comma")
        }
        _ => diagnostic.help("add a comma"),
    }
}

#[cold]
pub(crate) fn no_key_value_separator(open: Span, found: Token) -> Diagnostic {
    let (summary, detail) = match found.kind {
        TokenKind::End => return unterminated_object(open),
        TokenKind::Newline | TokenKind::Comma => {
            ("Missing attribute value", "A key is followed by \"=\" and a value.")
        }
        TokenKind::Identifier => (
            "Missing key/value separator",
            "A key is followed by \"=\" and a value. A key with dots or spaces takes quotes.",
        ),
        _ => ("Missing key/value separator", "A key is followed by \"=\" and a value."),
    };
    Diagnostic::error("missing-value", summary, detail).at(found.span).within(open.to(found.span))
}

#[cold]
pub(crate) fn no_attribute_separator(open: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::End {
        return unterminated_object(open);
    }
    Diagnostic::error(
        "missing-separator",
        "Missing attribute separator",
        "The items of an object are separated by commas or line ends.",
    )
    .at(found.span)
    .within(open.to(found.span))
    .help("add a comma, or start a new line")
}

fn unterminated_object(open: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-brace",
        "Unterminated object constructor expression",
        "The file ends before the closing brace.",
    )
    .at(open)
    .help("add a closing brace")
}

fn invalid_for(open: Span, subject: Span, detail: &'static str) -> Diagnostic {
    Diagnostic::error("invalid-for", "Invalid 'for' expression", detail)
        .at(subject)
        .within(open.to(subject))
}

#[cold]
pub(crate) fn no_for_name(open: Span, found: Token, after_comma: bool) -> Diagnostic {
    let detail = match after_comma {
        true => "The comma is followed by the name of the value variable.",
        false => "The word \"for\" is followed by the name of a variable.",
    };
    invalid_for(open, found.span, detail)
}

#[cold]
pub(crate) fn no_in_after_for(open: Span, found: Token) -> Diagnostic {
    invalid_for(open, found.span, "The names are followed by the word \"in\".")
}

#[cold]
pub(crate) fn no_colon_in_for(open: Span, found: Token) -> Diagnostic {
    invalid_for(open, found.span, "The collection is followed by a colon.")
}

#[cold]
pub(crate) fn after_for(open: Span, found: Token) -> Diagnostic {
    invalid_for(open, found.span, "The closing bracket of the \"for\" expression is expected here.")
        .label(open, "opened here")
}

#[cold]
pub(crate) fn key_in_tuple_for(open: Span, key: Span) -> Diagnostic {
    invalid_for(open, key, "A tuple has no keys.")
        .help("use { for … : key => value } for an object")
}

#[cold]
pub(crate) fn grouping_in_tuple_for(open: Span, ellipsis: Span) -> Diagnostic {
    invalid_for(open, ellipsis, "Only objects group values by key with \"...\".")
}

#[cold]
pub(crate) fn no_key_in_object_for(open: Span, value: Span) -> Diagnostic {
    invalid_for(open, value, "An object needs a key and a value: key => value.")
        .help("use [ for … : value ] for a tuple")
}

#[cold]
pub(crate) fn no_attribute_name(dot: Span, found: Token) -> Diagnostic {
    if found.kind == TokenKind::Star {
        return Diagnostic::error(
            "nested-splat",
            "Nested splat expression not allowed",
            "A splat with a dot applies to names and digits only, not to another splat.",
        )
        .at(found.span)
        .help("use [*]");
    }
    Diagnostic::error("missing-name", "Invalid attribute name", "A dot is followed by a name.")
        .at(found.span)
        .within(dot.to(found.span))
}

#[cold]
pub(crate) fn chained_legacy_index(span: Span, first: &str, second: &str) -> Diagnostic {
    Diagnostic::error(
        "chained-legacy-index",
        "Invalid legacy index syntax",
        format!("The digits {first}.{second} are one number, not two indexes."),
    )
    .at(span)
    .help(format!("write [{first}][{second}]"))
}

#[cold]
pub(crate) fn unclosed_splat(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-bracket",
        "Missing close bracket on splat index",
        "In a full splat the bracket closes right behind the star.",
    )
    .at(found)
    .label(open, "opened here")
}

#[cold]
pub(crate) fn unclosed_index(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-bracket",
        "Missing close bracket on index",
        "The closing bracket of the index is expected here.",
    )
    .at(found)
    .label(open, "opened here")
}

// Templates.

#[cold]
pub(crate) fn unterminated_template(open: Span, found: Token) -> Diagnostic {
    Diagnostic::error(
        "unclosed-string",
        "Unterminated template string",
        "The string is not closed before this.",
    )
    .at(found.span)
    .within(open.to(found.span))
    .label(open, "the string starts here")
}

#[cold]
pub(crate) fn unclosed_interpolation(
    template: Span,
    open: Span,
    found: Token,
    in_quotes: bool,
) -> Diagnostic {
    let unclosed = |detail| {
        Diagnostic::error(
            "unclosed-interpolation",
            "Unclosed template interpolation sequence",
            detail,
        )
        .at(open)
        .help("add a closing brace")
    };
    match found.kind {
        TokenKind::End => unclosed("The file ends before the closing brace of the interpolation."),
        _ if in_quotes && found.is_quote() => {
            unclosed("The string ends before the closing brace of the interpolation.")
        }
        _ => Diagnostic::error(
            "unclosed-interpolation",
            "Extra characters after interpolation expression",
            "The closing brace of the interpolation is expected here.",
        )
        .at(found.span)
        .within(template.to(found.span))
        .label(open, "opened here")
        .help("write $${ if this is meant as text for another language"),
    }
}

#[cold]
pub(crate) fn no_directive_word(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "invalid-directive",
        "Invalid template directive",
        "The sequence %{ is followed by if, else, endif, for or endfor.",
    )
    .at(found)
    .within(open.to(found))
    .help("write %%{ for a literal %{")
}

#[cold]
pub(crate) fn unknown_directive(word: &str, open: Span, span: Span) -> Diagnostic {
    let words = ["if", "for", "else", "endif", "endfor"];
    let diagnostic = Diagnostic::error(
        "unknown-directive",
        "Invalid template control keyword",
        format!("There is no directive \"{word}\"."),
    )
    .at(span)
    .within(open.to(span));
    match suggest::nearest(word, words) {
        Some(nearest) => diagnostic.help(format!("did you mean \"{nearest}\"?")),
        None => diagnostic.help("write %%{ for a literal %{"),
    }
}

#[cold]
pub(crate) fn unclosed_directive(word: &str, found: Token) -> Diagnostic {
    Diagnostic::error(
        "unclosed-directive",
        format!("Extra characters in {word} marker"),
        "The closing brace of the directive is expected here.",
    )
    .at(found.span)
}

#[cold]
pub(crate) fn unended_directive(directive: &str, marker: Span, end: Span) -> Diagnostic {
    Diagnostic::error(
        "unended-directive",
        "Unexpected end of template",
        format!("The directive \"{directive}\" is not ended by \"end{directive}\"."),
    )
    .at(end)
    .label(marker, "the directive starts here")
}

#[cold]
pub(crate) fn wrong_end_directive(
    directive: &str,
    marker: Span,
    word: &str,
    span: Span,
) -> Diagnostic {
    Diagnostic::error(
        "unexpected-directive",
        format!("Unexpected {word} directive"),
        format!("The directive \"{directive}\" is ended by \"end{directive}\"."),
    )
    .at(span)
    .label(marker, "the directive starts here")
}

#[cold]
pub(crate) fn unexpected_directive(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "unexpected-directive",
        format!("Unexpected {word} directive"),
        "There is no directive that this could belong to.",
    )
    .at(span)
}

// Traversals on their own.

#[cold]
pub(crate) fn no_variable_name(found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-variable",
        "Variable name required",
        "A traversal starts with the name of a variable.",
    )
    .at(found)
}

#[cold]
pub(crate) fn no_step(root: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "invalid-step",
        "Invalid character",
        "A traversal goes on with a dot and a name, or with an index in brackets.",
    )
    .at(found)
    .within(root.to(found))
}

#[cold]
pub(crate) fn no_step_name(root: Span, found: Token) -> Diagnostic {
    let detail = match found.kind {
        TokenKind::Star => "A splat can't stand in a traversal.",
        _ => "A dot is followed by a name.",
    };
    Diagnostic::error("missing-name", "Attribute name required", detail)
        .at(found.span)
        .within(root.to(found.span))
}

#[cold]
pub(crate) fn no_constant_index(root: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "missing-index",
        "Index value required",
        "The index in a traversal is a number or a string, written out.",
    )
    .at(found)
    .within(root.to(found))
}

#[cold]
pub(crate) fn unclosed_constant_index(open: Span, found: Span) -> Diagnostic {
    Diagnostic::error(
        "unclosed-bracket",
        "Unclosed index brackets",
        "The closing bracket of the index is expected here.",
    )
    .at(found)
    .within(open.to(found))
}
