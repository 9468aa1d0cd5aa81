//! Diagnostics of bodies, attributes and blocks.

use crate::diagnostic::catalog::advice::Replacement;
use crate::diagnostic::catalog::evaluation::is_function;
use crate::diagnostic::catalog::{habits, start};
use crate::lexer::Token;
use crate::lexer::TokenKind::{
    Add, Assign, BitNot, CloseBrace, CloseBracket, CloseParenthesis, Colon, Comma, Dot, End,
    FatArrow, ForeignString, Identifier, Multiply, Newline, Number, OpenBrace, OpenBracket,
    OpenDirective, OpenParenthesis, Subtract, SurplusBrace,
};
use crate::text::identifier::is_identifier;
use crate::text::span::Span;

rows! {
    item_required(found: Token, continues: bool, is_first: bool) at found.span:
        "item-required", "Argument or block definition required",
        "An argument (name = value) or a block (type {{ … }}) is expected here.",
        match (found.kind) {
            CloseBrace | SurplusBrace => "remove this brace: no block is open that it could close" => replaced("");
            OpenBrace if is_first => "remove the braces around the whole file, or write a name before them";
            OpenBrace => "write the type of the block before the brace";
            Subtract | Add | BitNot if !continues =>
                "remove the sign: it marks a line of a patch, or an element of a list in another language";
            _ if continues => "put an expression of several lines in parentheses";
            CloseBracket | CloseParenthesis => "remove the bracket, or add the opening one" => replaced("");
            Number => "start the name with a letter; as the key of an object, a number takes quotes";
            Assign => "write a name before the equals sign";
            Multiply => "remove this, or start a comment with #; a comment from /* on ends at the first */";
            _ => "write name = value, or type {{ … }}; a comment starts with #";
        };

    /// In a block on one line the reference reports another summary, at the quote.
    quoted_argument_name(text: &str, on_one_line: bool, has_colon: bool, span: Span, sign: Span;
        name = text.trim_matches('"'), place = if on_one_line { Span::new(span.start, span.start + 1) } else { span },
        summary = if on_one_line { "Argument or block definition required" } else { "Invalid argument name" })
        at place:
        "quoted-name", "{summary}", "The names of arguments and blocks are written without quotes.",
        match has_colon {
            _ if !is_identifier(name) =>
                "write a name of letters, digits, _ and -; another key stands in an object: name = {{ \"key\" = value }}";
            true => "remove the quotes, and write \"=\" instead of the colon"
                => with_fix(span.to(sign), format!("{name} ="));
            false => "remove the quotes" => with_fix(span, name);
        };

    neither_argument_nor_block(name: Span, found: Token) at name:
        "item-required", "Argument or block definition required",
        "A name is followed by \"=\" and a value, or by labels and \"{{\".",
        match (found.kind) {
            Dot => "write a name without dots; nested values are objects or blocks";
            OpenBracket => "write the keys in an object: name = {{ key = value }}";
            OpenParenthesis => "write a call as a value: name = call(…)";
            Newline | End => "write name = value, or name {{ … }}; a comment starts with #";
            Comma => "write name = value for one name on each line; text with commas takes quotes";
            _ => "write name = value, or name {{ … }}";
        };

    /// Another token than a line end after an argument. `text` is the last token of the argument together
    /// with the one found; `is_followed` is whether a value follows.
    no_newline_after_argument(name: Span, last: Token, found: Token, line: (Option<u32>, &str), is_followed: bool;
        (at, text) = line, start = Span::empty(found.span.start),
        touches = last.span.end == found.span.start,
        is_quote = found.is_quote(), joins_quote = touches && (last.is_quote() || is_quote),
        are_words = [last.kind, found.kind].iter().all(|kind| matches!(kind, Identifier | Number)),
        are_two = are_words || is_quote && is_call(text),
        is_function = text.split("=>").next().is_some_and(|it| is_identifier(it.trim())),
        method = text.rsplit_once('.').and_then(|(of, name)| habits::method(name.trim(), of, None)),
        written = method.as_deref().unwrap_or_default(), (help, quoted) = two_words(text, at.is_some()), conditional = conditional(text),
        choice = at.filter(|_| conditional.is_some()).map(|at| Span::new(at, at + text.len() as u32)), are_names = [last.kind, found.kind] == [Identifier; 2] && quoted.is_some() && are_two,
        at = at.filter(|_| are_names && !text.contains('.')), words = at.map(|at| Span::new(at, at + text.len() as u32)))
        at found.span within (name.to(found.span)):
        "missing-newline", "Missing newline after argument", "The value is complete before this.",
        match (found.kind) {
            Comma if is_followed => "Unexpected comma after argument", "No comma separates arguments.",
                "write a list in brackets, [a, b], or remove the comma";
            Comma => "Unexpected comma after argument", "No comma separates arguments.",
                "remove the comma" => replaced("");
            CloseBrace | SurplusBrace | CloseBracket | CloseParenthesis => "This bracket closes nothing: no bracket is open here.",
                "remove the bracket, or add the opening one" => replaced("");
            Assign => "An argument has only one equals sign.", "remove the second equals sign; to compare, write ==, <= or >=";
            _ if CHOICES.iter().any(|word| text.starts_with(word)) =>
                "A choice between two values is written with ? and :, without \"if\".",
                "write condition ? value : other" => edited(choice, conditional.unwrap_or_default());
            _ if touches && is_quote && last.span.len() == 2 => "The string ends before this: two quotes are an empty string.",
                "write a text of several lines as a heredoc: <<EOT, the lines, EOT alone on a line";
            _ if joins_quote && text.split('"').next().is_some_and(|start| start.contains('.')) =>
                "The value ends before this.", "join values and texts in one string: \"${{one}}-text\"";
            _ if joins_quote => "The value ends before this, because the quotes enclose only a part of it.",
                "put all of the text in one pair of quotes; write \\\" for a quote in it";
            FatArrow if is_function => "write a list with [for name in list : value]; functions can't be defined here";
            FatArrow => "to compare, write >=; to make a list, write [for name in list : value]";
            OpenBrace if last.is_quote() =>
                "A block has labels, and no equals sign.", "remove the equals sign: type \"label\" {{ … }}";
            Identifier if touches && last.kind == Multiply =>
                "A splat is followed by a dot.", "write .*. before the name" => edited(start, ".");
            _ if are_two => "Here are two values, but an argument has one.", "{help}" => edited(words, quoted.unwrap_or_default());
            Colon => "write a conditional as condition ? value : other; functions can't be defined here";
            OpenBrace if last.kind == CloseBrace =>
                "Here are two values, but an argument has one.", "merge(one, other) joins two objects";
            OpenBrace if method.is_some() => "Values have no methods.", "write {written}";
            OpenBrace => "remove what stands before the brace, or for a block the equals sign";
            kind if kind == Identifier || is_quote => "Here are two values, but an argument has one.",
                "write an operator between them, or join texts in one string: \"${{a}}${{b}}\"";
            _ => "end the line here, or write an operator between two values";
        };

    /// An item on the line of an argument.
    item_after_argument(name: Span, found: Token; start = Span::empty(found.span.start)) at found.span within (name.to(found.span)):
        "missing-newline", "Missing newline after argument",
        "Every argument has a line of its own.", "start a new line here" => edited(start, "\n");

    /// The closing brace of a block on the line of its last argument.
    brace_after_argument(name: Span, found: Token; start = Span::empty(found.span.start)) at found.span within (name.to(found.span)):
        "missing-newline", "Missing newline after argument",
        "The brace that closes a block of several lines has a line of its own.",
        "start a new line before the brace" => edited(start, "\n");

    no_newline_after_block(name: Span, found: Token; start = Span::empty(found.span.start))
        at found.span within (name.to(found.span)):
        "missing-newline", "Missing newline after block definition",
        "Nothing may follow a block on the line of its closing brace.",
        match (found.kind) {
            CloseBrace | SurplusBrace | CloseBracket | CloseParenthesis =>
                "remove the bracket, or add the opening one" => replaced("");
            Comma => "remove the comma" => replaced("");
            Identifier => "start a new line here" => edited(start, "\n");
            _ => "remove this";
        };

    no_block_body(name: Span, found: Token) at found.span within (name.to(found.span)):
        "invalid-block", "Invalid block definition", "A label or the opening brace is expected here.",
        match (found.kind) {
            Assign => "An equals sign belongs to an argument, but labels belong to a block.",
                "remove the equals sign for a block, or the labels for an argument" => replaced("");
            Newline | End => "A block has its body in braces.", "add {{ here and }} after the body";
            ForeignString => "labels take double quotes";
            Comma => "Blanks separate the labels of a block.", "remove the comma" => replaced("");
            Colon => "No sign stands between a block's labels and its body.", "remove the colon" => replaced("");
            OpenParenthesis => "write \"=\" before a value; functions can't be defined here";
            _ => "write {{ to start the body; labels take double quotes, and a value takes \"=\"";
        };

    /// A body between other signs than braces, or between words.
    no_braces(written: &str, span: Span) at span:
        "invalid-block", "Invalid block definition", "A block has its body in braces.",
        "write {{ instead of {written}, and }} at the end of the body";

    /// A line of prose.
    prose(words: Span) at words:
        "invalid-block", "Invalid block definition", "These words are neither an argument nor a block.",
        "start a comment with #; write name = value for an argument, and type {{ … }} for a block";

    /// `name "text"` on a line: an argument or the header of a block.
    argument_or_block(name: Span, word: &str, text: &str, label: Span, found: Token;
        place = if text.starts_with('"') { Span::empty(found.span.start) } else { found.span }, text = short(text), between = Span::new(name.end, label.start)) at place within (name.to(found.span)):
        "invalid-block", "Invalid block definition",
        "This is neither an argument nor a block: \"=\" or a body in braces is missing.",
        "write {word} = {text}, or {word} {text} {{ … }}" => with_fix(between, " = ");

    brace_on_next_line(name: Span, subject: Span, brace: Span, between: Option<Span>)
        at subject within (name.to(brace)) label brace "move this brace":
        match (subject == name) {
            // In the reference, a name alone is an incomplete argument.
            true => "item-required", "Argument or block definition required", "{BRACE}";
            false => "invalid-block", "Invalid block definition", "{BRACE}";
        }, "move the opening brace to the end of the line before" => edited(between, " {");

    no_opening_brace(name: Span, at: Span; place = Span::empty(at.start)) at at within (name.to(at)):
        "missing-brace", "Invalid block definition", "The opening brace is missing here.",
        "add {{" => edited(place, " {");

    label_without_quotes(name: Span, text: &str, span: Span; shown = short(text)) at span within (name.to(span)):
        "invalid-label", "Argument or block definition required", "A label is a string or a name.",
        "add quotes: \"{shown}\"" => replaced(format!("\"{text}\""));

    /// A block without its closing brace. The indentation shows that it ends at `end`.
    unclosed_block(name: Span, open: Span, end: Option<Span>;
        place = end.unwrap_or(open), before = end.map_or(u32::MAX, |end| end.start), start = end.map(|_| open))
        at place within (name.to(open)) label start "the block starts here":
        "unclosed-block", "Unclosed configuration block",
        match end {
            Some(_) => "The closing brace of a block is missing here.", "add }}";
            None => "This brace is never closed.", "add }} at the end of the block";
        } => with_closing("}", name, before);

    unclosed_one_line_block(block: Span, open: Span, found: Token; is_end = found.kind == End,
        place = if is_end { open } else { found.span }, whole = is_end.then(|| block.to(open)),
        start = (!is_end).then_some(open))
        at place within (whole) label start "the block starts here":
        "invalid-one-line-block", "Invalid single-argument block definition",
        match (found.kind) {
            End => "unclosed-block", "Unclosed configuration block", "This brace is never closed.",
                "add }} at the end of the block" => with_closing("}", block, u32::MAX);
            Comma => "A block on one line has one argument and takes no comma.";
            Newline => "A block whose first argument stands on the line of its brace must end on that line.";
            _ => "A block on one line ends after its only argument.";
        }, "put every argument on a line of its own";

    block_in_one_line_block(name: &str, span: Span) at span:
        "invalid-one-line-block", "Argument definition required",
        "A block on one line can hold an argument, but no block.",
        "write {name} = … for an argument, or put the block on lines of its own";

    template_in_label(open: Span, sequence: Token) at sequence.span within (open.to(sequence.span)):
        "template-in-label", "Invalid string literal", "A label is a plain string, nothing is evaluated in it.",
        match (sequence.kind) {
            OpenDirective => "write the text of the label; %%{{ is a literal %{{";
            _ => "write the text of the label; $${{ is a literal ${{";
        };

    invalid_label(open: Span, found: Span) at found within (open.to(found)):
        "invalid-label", "Invalid string literal", "This is not allowed in a label.";

    attribute_redefined(name: &str, span: Span, first: Span) at span label first "first set here":
        "attribute-redefined", "Attribute redefined", "The argument \"{name}\" is set more than once in this body.",
        "remove one of them, or rename it";

    /// Each file includes the next one, and the last one the first one.
    include_cycle(files: &[&str], span: Span; detail = steps(files)) at span:
        "include-cycle", "Include cycle", "{detail}.", "move what both files need to a third one";

    unreadable_include(path: &str, reason: &str, span: Span) at span:
        "unreadable", "Source can't be read", "{path}: {reason}";

    include_path(span: Span) at span:
        "include-path", "Invalid path", "The path of an included file must be a string without template sequences.",
        "write the path in quotes";
}

const BRACE: &str = "The opening brace of a block stands on the line of its type and labels.";

const CHOICES: [&str; 6] = ["if ", "if(", "when ", "when(", "switch ", "switch("];

/// A choice between two values in another language, as a conditional.
fn conditional(text: &str) -> Option<String> {
    let choice = text.strip_prefix("if")?;
    let inner = choice.trim_start().strip_prefix('(').and_then(|it| it.split_once(") "));
    let parts = [" then ", " do "].iter().find_map(|word| choice.split_once(word)).or(inner);
    let (condition, results) = parts?;
    let (one, other) = results.split_once(" else ")?;
    let other = other.strip_suffix(" end").unwrap_or(other);
    let [condition, one, other] = [condition, one, other].map(str::trim);
    Some(format!("{condition} ? {one} : {other}"))
}

/// The help for two words in the place of one value, and the text that they are taken for if they are the whole value.
fn two_words(text: &str, is_whole: bool) -> Replacement {
    let words: Vec<_> = text.split_whitespace().take(3).collect();
    let [first, second] = [0, 1].map(|at| words.get(at).copied().unwrap_or_default());
    // A reference is the argument of a function of another language.
    let call = habits::function(first, Some(second)).filter(|_| second.contains('.'));
    let argument = match words.len() < 3 && !second.starts_with('"') {
        true => short(second),
        false => "one, other",
    };
    let shown = short(text);
    let help = help! { (call, first, second) {
        (Some(call), ..) => "write {call}";
        (_, "if", _) => "write condition ? value : other";
        (_, "new", _) => "write an object, {{ name = value }}, a list, [a, b], or call a function: name(argument)";
        (_, "with", _) => "write each name in full, without \"with\": [a.b, a.c]";
        (_, "lambda" | "function" | "fn", _) => "write a list with [for name in list : value]; functions can't be defined here";
        (_, "typeof" | "await" | "const" | "let" | "var", _) => "remove the first word";
        (.., "as") => "convert with a function, such as tostring(value)";
        (.., "then") | (_, "case" | "CASE" | "match" | "cond", _) => "write condition ? value : other";
        (.., "like" | "LIKE") => "startswith(text, start), endswith(text, end) and regex(pattern, text) compare texts";
        (_, "null" | "true" | "false", _) => "write an operator between the two, or remove one of them";
        _ if is_call(text) => "a call takes parentheses: {first}({argument})";
        _ if !is_whole || text.contains(['"', '[', '(', '.']) => "write an operator between two values; a text is one string in double quotes";
        _ => "put quotes around text: \"{shown}\"; two values take an operator between them" => Some(format!("\"{text}\""));
    } };
    help.unwrap_or_default()
}

/// Whether the text starts with a function, which takes no parentheses in some languages.
fn is_call(text: &str) -> bool {
    let first = text.split_whitespace().next();
    first.is_some_and(|first| is_function(first) || habits::function(first, None).is_some())
}

fn short(text: &str) -> &str {
    start(text, 60).0
}

fn steps(files: &[&str]) -> String {
    let next = files.iter().cycle().skip(1);
    let includes = files.iter().zip(next).map(|(file, next)| match files.len() {
        1 => format!("{file} includes itself"),
        _ => format!("{file} includes {next}"),
    });
    includes.collect::<Vec<_>>().join(", and ")
}
