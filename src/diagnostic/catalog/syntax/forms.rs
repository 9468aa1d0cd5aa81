//! Forms of other languages: one row for each. Forms that compute something are functions of the parser.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Kinds, TokenKind, kinds};
use crate::text::span::Span;

/// A form of another language: where it stands, what it looks like, what is said of it, and how the parser goes on.
pub(crate) struct Form {
    pub(crate) place: Place,
    /// The token before the form.
    pub(crate) before: Kinds,
    pub(crate) tokens: &'static [Kinds],
    /// The token after the form.
    pub(crate) next: Kinds,
    /// Whether the token after the form follows without a blank.
    pub(crate) touches_next: bool,
    /// Whether blanks may be between the tokens.
    pub(crate) is_apart: bool,
    /// The texts of the last token; none if they don't matter.
    pub(crate) words: &'static [&'static str],
    pub(crate) then: Then,
    /// The code, the detail and the help.
    texts: [&'static str; 3],
    fix: Option<&'static str>,
}

/// The place of a form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Where a term is expected.
    Term,
    /// From a word on that is a term or starts one.
    Word,
    /// After an operand.
    Operator,
    /// Directly after a term.
    AfterTerm,
    /// Where an item is expected.
    Line,
    /// From the name of an item on.
    Item,
    /// After the name of an item.
    Sign,
    /// Where a line end is expected, after an argument.
    AfterArgument,
    /// Where a line end is expected, after a block.
    AfterBlock,
    /// Where a comma is expected, after an element of a list.
    Separator,
    /// After a key of an object.
    Key,
}

impl Place {
    /// The forms of the place, if one of them may start with these tokens. They stand together in the table.
    pub(crate) fn forms(self, kinds: [TokenKind; 2]) -> &'static [Form] {
        /// The first and the second tokens of the forms of each place, and their rows.
        const PLACES: [([Kinds; 2], usize, usize); Place::Key as usize + 1] = {
            let (mut places, mut index) = ([([kinds![]; 2], 0, 0); Place::Key as usize + 1], 0);
            while index < FORMS.len() {
                let Form { place, tokens, next, .. } = &FORMS[index];
                let ([starts, seconds], first, end) = places[*place as usize];
                assert!(end == 0 || end == index, "the forms of a place stand together");
                let first = if end == 0 { index } else { first };
                let second = if tokens.len() > 1 { tokens[1] } else { *next };
                let starts = [starts.with(tokens[0]), seconds.with(second)];
                places[*place as usize] = (starts, first, index + 1);
                index += 1;
            }
            places
        };
        let (starts, first, end) = PLACES[self as usize];
        let may_be = starts[0].has(kinds[0]) && starts[1].has(kinds[1]);
        if may_be { &FORMS[first..end] } else { &[] }
    }

    /// The summary of the forms, and the code and the detail of most of them.
    const fn common(self) -> (&'static str, &'static str, &'static str) {
        const REQUIRED: &str = "Argument or block definition required";
        match self {
            Place::Term | Place::Separator | Place::Key => {
                ("Invalid expression", "unknown-operator", NO_OPERATOR)
            }
            Place::Word | Place::Operator | Place::AfterTerm | Place::AfterArgument => {
                ("Unsupported operator", "unknown-operator", NO_OPERATOR)
            }
            Place::Line | Place::Item => (REQUIRED, "statement", NO_STATEMENT),
            Place::Sign => (REQUIRED, "item-required", NO_SIGN),
            Place::AfterBlock => {
                ("Missing newline after block definition", "statement", NO_STATEMENT)
            }
        }
    }
}

/// How the parser goes on after a form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// With the last token of the form, taken for this one.
    As(TokenKind),
    /// With the value after the form.
    Value,
    /// After the form, which is an invalid value.
    Invalid,
    /// As after any other error.
    Fail,
}

impl Form {
    pub(crate) fn code(&self) -> &'static str {
        self.texts[0]
    }

    /// The diagnostic of the form, which is written like this. In the texts, `{}` stands for it. The fix of an operator
    /// may be another notation of it and of its operands, whose place and texts these are.
    #[cold]
    pub(crate) fn diagnostic(
        &self,
        written: &str,
        span: Span,
        operands: Option<(Span, &str, &str)>,
    ) -> Diagnostic {
        let [code, detail, help] = self.texts;
        let [detail, help] = [detail, help].map(|text| text.replace("{}", written));
        let summary = match code {
            "string-prefix" => "Invalid string",
            "invalid-for" => "Invalid 'for' expression",
            "missing-newline" => "Missing newline after argument",
            "other-language" | "invalid-character" => "Invalid character",
            _ => self.place.common().0,
        };
        let diagnostic = Diagnostic::error(code, summary).with_detail(detail);
        let diagnostic = diagnostic.with_span(span).with_help(help);
        match (self.fix, operands) {
            (Some(fix), Some((whole, left, right))) if fix.contains("{left") => {
                let joined = format!("\"{}{}\"", in_template(left), in_template(right));
                let fix = fix.replace("{left + right}", &joined);
                diagnostic.with_fix(whole, fix.replace("{left}", left).replace("{right}", right))
            }
            (Some(fix), _) if !fix.contains("{left") => {
                diagnostic.with_fix(span, fix.replace("{}", written))
            }
            _ => diagnostic,
        }
    }

    /// The same for a sign in the place of the equals sign after a name.
    #[cold]
    pub(crate) fn sign_diagnostic(
        &self,
        name: Span,
        word: &str,
        written: &str,
        span: Span,
    ) -> Diagnostic {
        let touches = name.end == span.start;
        let diagnostic = self.diagnostic(written, span, None);
        let diagnostic = diagnostic.with_span(name).with_context(name.to(span));
        let diagnostic =
            diagnostic.with_help(self.texts[2].replace("{}", written).replace("{name}", word));
        let diagnostic = diagnostic.with_label(span, "\"=\" is expected here");
        match self.fix {
            Some(fix) if touches => diagnostic.with_fix(span, format!(" {fix}")),
            _ => diagnostic,
        }
    }
}

/// A text or another value as a part of a template.
fn in_template(operand: &str) -> String {
    let text = operand.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    text.map_or_else(|| format!("${{{operand}}}"), str::to_owned)
}

/// A set of tokens beside a form: a kind, or the name of several in parentheses.
macro_rules! token {
    (($kinds:ident)) => {
        $kinds
    };
    ($kind:ident) => {
        kinds![$kind]
    };
}

const OPERAND: Kinds = Kinds::VALUES.with(kinds![Identifier, Not]);
const END: Kinds = Kinds::ENDS_OF_VALUES;
/// The same inside a document: behind an expression by itself is nothing.
const INNER_END: Kinds = Kinds::ENDS_OF_VALUES.without(kinds![End]);
const NUMBER: Kinds = Kinds::NUMBERS;
const STRING: Kinds = Kinds::STRINGS;
const QUOTE: Kinds = Kinds::QUOTES;
const NAME_OR_STRING: Kinds = kinds![Identifier, String];
const KEY_STARTS: Kinds = kinds![OpenBrace, Newline];
const PLAIN: Kinds = NAME_OR_STRING.with(kinds![Number]);
const NO_COLON: Kinds = Kinds::ALL.without(kinds![Colon, Equal]);
const QUOTE_OR_NUMBER: Kinds = Kinds::QUOTES.with(NUMBER);

/// The code, the detail and the help of a row; with only a help, those of the place.
macro_rules! texts_of {
    ($place:ident $help:expr) => {
        [Place::$place.common().1, Place::$place.common().2, $help]
    };
    ($place:ident $code:literal, $detail:expr, $help:expr) => {
        [$code, $detail, $help]
    };
}

/// A row: the place, the tokens, a vertical bar and the token after them (a plus sign if no blank precedes it), the
/// words of the last token or of all, the token before; the continuation; the code and the detail, if they are not those of the
/// place, and the help; a text in the place of the form.
macro_rules! forms {
    ($($place:ident [$($token:ident)+ $(| $next:tt)? $(+ $touching:tt)? $(; $apart:ident)?]
        $(= [$($word:literal)+])? $(after $before:tt)? $(unless $other:tt)? -> $then:ident $(($kind:ident))?:
        $($text:expr),+ $(=> $fix:literal)?;)*) => {
        pub(crate) static FORMS: &[Form] = &[$(Form {
            place: Place::$place,
            before: Kinds::ALL$(.and(token!($before)))?$(.without(token!($other)))?,
            tokens: &[$(kinds![$token]),+],
            next: Kinds::ALL$(.and(token!($next)))?$(.and(token!($touching)))?,
            touches_next: !<[&str]>::is_empty(&[$(stringify!($touching))?]),
            is_apart: !<[&str]>::is_empty(&[$(stringify!($apart))?]),
            words: &[$($($word),+)?],
            then: Then::$then $((TokenKind::$kind))?,
            texts: texts_of!($place $($text),+),
            fix: [$(Some($fix),)? None][0],
        }),*];
    };
}

const NO_OPERATOR: &str = "There is no operator \"{}\".";
const NO_SPREAD: &str = "No sign inserts the parts of another value here.";
const MERGE: &str = "write merge(object, { name = value }) to join objects";
const BOTH: &str = "write both in one string: \"${one}${other}\"";
const NO_STATEMENT: &str = "There is no statement \"{}\".";
const CONTAINS: &str = "write contains(list, value)";

forms! {
    Term [BitNot | (END)] -> Invalid: "foreign-sign", "The sign ~ is the empty value of YAML.", "write null" => "null";
    Term [BitOr | Newline] after Assign -> Invalid: "unquoted-text", "This starts a text of several lines in YAML.",
        "write a heredoc: name = <<-EOT, then the lines, then EOT alone on a line";
    Term [Greater | Newline] after Assign -> Invalid: "unquoted-text", "This starts a text of several lines in YAML.",
        "write a heredoc: name = <<-EOT, then the lines, then EOT alone on a line";
    Term [BitAnd Identifier Semicolon] -> Invalid: "invalid-character", "Here is {}, a sign in the notation of HTML.",
        "write the sign itself, such as a double quote for &quot;";
    Term [BitAnd Identifier] -> Value: "foreign-sign", "The sign & starts an anchor of YAML, a name for the value.",
        "remove the anchor; a value that is needed twice is another argument or variable";
    Term [Multiply + Identifier] after OpenBracket -> Value: "invalid-expression",
        NO_SPREAD, "write concat(list, [value]) to join lists";
    Term [Multiply + Identifier] after OpenParenthesis -> Value: "invalid-expression",
        NO_SPREAD, "write the dots behind the last argument: function(list...)";
    Term [Multiply Identifier] -> Value: "foreign-sign", "The sign * repeats the value of an anchor of YAML.",
        "write the value again, or the variable that has it";
    Term [Multiply Multiply] -> Value: "foreign-sign", "No stars insert the parts of another object.", MERGE;
    Term [Less Less + Colon] -> Value: "foreign-sign", "The signs << insert another object in YAML.", MERGE;
    Term [Ellipsis | (OPERAND)] after OpenBracket -> Value: "invalid-expression",
        NO_SPREAD, "write concat(list, [value]) to join lists";
    Term [Ellipsis | (OPERAND)] after (KEY_STARTS) -> Value: "invalid-expression", NO_SPREAD, MERGE;
    Term [Ellipsis | (OPERAND)] after OpenParenthesis -> Value: "invalid-expression",
        NO_SPREAD, "write the dots behind the last argument: function(list...)";
    Term [Ellipsis | (OPERAND)] -> Value: "invalid-expression",
        NO_SPREAD, "concat(list, [value]) joins lists, merge(object, { name = value }) objects";
    Term [Add | (OPERAND)] -> Value: "invalid-expression", "A value is expected here.", "remove the plus sign" => "";

    Term [InvalidCharacter OpenQuote RawNewline] -> Invalid: "string-prefix", "A string has no prefix, and ends on its line.",
        "write a text of several lines as a heredoc: <<EOT, the lines, EOT alone on a line";
    Term [InvalidCharacter InvalidCharacter] = ["'"] -> Invalid: "string-prefix", "A string has no prefix, and ends on its line.",
        "write a text of several lines as a heredoc: <<EOT, the lines, EOT alone on a line";
    Term [InvalidCharacter + (STRING)] = ["$" "@"] -> Value: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix; values are inserted with ${…} in every string" => "";
    Term [InvalidCharacter + OpenBrace] = ["@"] -> Value: "foreign-sign",
        "No sign stands before the brace of an object.", "remove the sign: { key = value }" => "";
    Term [Modulo + OpenBrace] -> Value: "foreign-sign", "No sign stands before the brace of an object.",
        "remove the sign: { key = value }" => "";
    Term [InvalidCharacter + OpenParenthesis] = ["@"] -> Value: "foreign-sign", "A list is written without a sign.",
        "write a list in brackets: [a, b]";
    Term [Colon + Identifier] unless OpenBracket -> Value: "foreign-sign", "No name starts with a colon.",
        "write a text in double quotes, or a key without the colon";
    Term [Less Identifier Greater | OpenBracket] -> Value: "foreign-sign", "No type stands before the bracket of a list.",
        "remove the type" => "";
    Term [Less Identifier | (END)] after Assign -> Invalid: "invalid-expression", "A value is expected here.",
        "a heredoc starts with << and a marker: <<EOT" => "<{}";

    Term [Not Identifier | (OPERAND)] = ["Ref" "Sub" "GetAtt" "Join" "Select" "Split" "ImportValue" "FindInMap" "vault"]
        -> Value: "foreign-sign", "The sign ! starts a tag of YAML.", "remove the tag" => "";
    Term [Dot + (NUMBER)] -> Value: "invalid-expression", "A value is expected here.",
        "write a digit before the point: 0.5" => "0.";
    Term [InvalidCharacter + OpenParenthesis] = ["$"] -> Value: "invalid-character",
        "$(…) runs a command in a shell.", "commands can't be run here: write the value, or a variable";

    Word [Identifier | (OPERAND)] = ["if"] after OpenBracket -> Value: "unknown-operator",
        "A choice between two values is written with ? and :, without \"if\".", "write condition ? value : other";
    Word [Identifier | (NAME_OR_STRING)] = ["not" "NOT"] -> Value: "write ! before the value" => "!";
    Word [Identifier + (STRING)] = ["f" "F"] -> Value: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix; values are inserted with ${…} in every string" => "";
    Word [Identifier + (STRING)] = ["r" "R" "rb" "br"] -> Value: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix, and write each backslash twice";
    Word [Identifier + (STRING)] = ["b" "u"] -> Value: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix" => "";

    Word [Identifier OpenBracket CloseBracket | OpenBrace] = ["new[]"] -> Invalid: "foreign-sign",
        "A list is written without a type.", "write a list in brackets: [a, b]";

    AfterTerm [Not | (INNER_END)] -> Invalid: "missing-newline", "No sign stands behind a value.", "remove the sign" => "";
    AfterTerm [Not + OpenParenthesis] -> Invalid: "missing-newline", "No sign stands behind the name of a function.",
        "remove the sign" => "";
    AfterTerm [Not + OpenBracket] -> Invalid: "missing-newline", "A list is written without a name.",
        "write a list in brackets: [a, b]";
    AfterTerm [Question Dot] -> As(Dot): "write ., and try(…, null) around the whole for what may be missing";

    Operator [BitNot] after (QUOTE) -> As(Add): BOTH => "{left + right}";
    Operator [Less Greater] after (QUOTE) -> As(Add): BOTH => "{left + right}";
    Operator [BitOr | OpenBrace] -> As(Or): MERGE;
    Operator [Subtract Identifier | (PLAIN)] = ["eq"] -> As(Equal): "write ==" => "==";
    Operator [Subtract Identifier | (PLAIN)] = ["ne"] -> As(NotEqual): "write !=" => "!=";
    Operator [Subtract Identifier | (PLAIN)] = ["and"] -> As(And): "write &&" => "&&";
    Operator [Subtract Identifier | (PLAIN)] = ["or"] -> As(Or): "write ||" => "||";
    Operator [Subtract Identifier | (PLAIN)] = ["gt"] -> As(Greater): "write >" => ">";
    Operator [BitAnd Identifier Semicolon] -> As(Greater): "invalid-character",
        "Here is {}, a sign in the notation of HTML.", "write the sign itself, such as > for &gt;";
    Operator [BitAnd] after (QUOTE) -> As(Add): BOTH => "{left + right}";
    Operator [Add Add | (END)] -> As(Add): "write + 1 instead" => "+ 1";
    Operator [Add Add] after (QUOTE) -> As(Add): BOTH => "{left + right}";
    Operator [Add Add] unless (NUMBER) -> As(Add):
        "write both in one string: \"${one}${other}\"; concat(list, other) joins lists";
    Operator [Subtract Subtract | (END)] -> As(Subtract): "write - 1 instead" => "- 1";
    Operator [Subtract Greater] after (QUOTE_OR_NUMBER) -> As(Subtract): "write only the value after the arrow";
    Operator [Subtract Greater] -> As(Subtract): "write .; in a for expression, => stands between key and value" => ".";
    Operator [BitOr Greater] -> As(Or): "write function(value)";
    Operator [BitOr | Identifier] after (QUOTE) -> As(Or): "write function(value)";
    Operator [BitAnd] -> As(And): "write &&" => "&&";
    Operator [BitOr] -> As(Or): "write ||" => "||";
    Operator [BitXor] -> As(Multiply): "write pow(base, exponent), or != for booleans";
    Operator [Multiply Multiply] -> As(Multiply): "write pow(base, exponent)" => "pow({left}, {right})";
    Operator [Greater Assign; apart] -> As(GreaterOrEqual): "write \">=\" without a blank" => ">=";
    Operator [Less Assign; apart] -> As(LessOrEqual): "write \"<=\" without a blank" => "<=";
    Operator [Not Assign; apart] -> As(NotEqual): "write \"!=\" without a blank" => "!=";
    Operator [Equal Assign] -> As(Equal): "write ==" => "==";
    Operator [NotEqual Assign] -> As(NotEqual): "write !=" => "!=";
    Operator [Less Greater] -> As(NotEqual): "write !=" => "!=";
    Operator [Question Question] -> As(Or): "write coalesce(a, b)" => "coalesce({left}, {right})";
    Operator [Question Colon] -> As(Or): "write coalesce(a, b)" => "coalesce({left}, {right})";
    Operator [Identifier Identifier | (OPERAND); apart] = ["not in"] -> As(Equal): "write !contains(list, value)"
        => "!contains({right}, {left})";
    Operator [Identifier | (OPERAND)] = ["not"] -> As(Equal): "write !contains(list, value)";
    Operator [Identifier | (OPERAND)] = ["and" "AND"] -> As(And): "write &&" => "&&";
    Operator [Identifier | (STRING)] = ["or" "OR"] after (QUOTE) -> As(Or):
        "write a comparison for each text: value == one || value == other, or contains([one, other], value)";
    Operator [Identifier | (OPERAND)] = ["or" "OR"] -> As(Or): "write ||" => "||";
    Operator [Identifier Identifier | (OPERAND); apart] = ["is not" "IS NOT"] -> As(NotEqual): "write !=" => "!=";
    Operator [Identifier | (OPERAND)] = ["is" "IS" "eq"] -> As(Equal): "write ==" => "==";
    Operator [Identifier | (OPERAND)] = ["in" "IN"] -> As(Equal): CONTAINS => "contains({right}, {left})";

    AfterArgument [Assign Less] -> Fail: "write <=" => "<=";
    AfterArgument [Identifier] = ["if" "unless" "switch" "match"] -> Fail: "unknown-operator", "A value isn't followed by \"{}\".",
        "write condition ? value : other";

    AfterBlock [Identifier] = ["else" "elif" "elseif" "catch" "finally"] -> Fail:
        "write a conditional as a value: name = condition ? value : other";

    Separator [Identifier] = ["for"] -> Fail: "invalid-for", "The word \"for\" comes first, and the value last.",
        "write [for name in list : value]";
    Separator [Ellipsis] -> Invalid: "invalid-expression", NO_SPREAD, "write concat(list, [value]) to join lists";

    Key [Identifier | Identifier] = ["inherit"] -> Fail: "statement", NO_STATEMENT, "write name = value for each name";
    Key [Ellipsis] -> Fail: "invalid-expression", NO_SPREAD, MERGE;

    Item [Identifier | (NO_COLON)] = ["for" "foreach" "while"] -> Fail: "write a list with [for name in list : value]";
    Item [Identifier | (NO_COLON)] = ["function" "func" "def" "fn"] -> Fail:
        "call the functions that there are: name(argument)";
    Item [Identifier | (NO_COLON)] = ["import" "include" "require" "use" "using" "load" "package" "with"] -> Fail:
        "remove the line, or write it as an argument or a block";
    Item [Identifier | (NO_COLON)] = ["if" "else" "elif" "elseif" "switch" "match"] -> Fail:
        "write a conditional as a value: name = condition ? value : other";
    Item [Identifier | (NO_COLON)] = ["inherit"] -> Fail: "write name = value for each name";
    Item [Identifier OpenBracket String CloseBracket | OpenBrace; apart] -> Fail: "invalid-label",
        "A label is written without brackets.", "write type \"label\" { … }";
    Item [Identifier OpenBracket Identifier CloseBracket | OpenBrace; apart] -> Fail: "invalid-label",
        "A label is written without brackets.", "write type \"label\" { … }";
    Item [Identifier OpenParenthesis String CloseParenthesis | OpenBrace; apart] -> Fail: "invalid-label",
        "A label is written without parentheses.", "write type \"label\" { … }";
    Item [Identifier OpenParenthesis | OpenBrace; apart] -> Fail: "invalid-block",
        "No parenthesis stands before the body of a block.", "remove the parentheses";
    Item [Identifier | (NO_COLON)] = ["assert"] -> Fail: "write name = condition";
    Item [Identifier | (NO_COLON)] = ["echo" "unset"] -> Fail: "remove the line: a configuration runs no commands";

    Line [Less Less] -> Fail: "foreign-sign", "The signs << insert another object in YAML.", MERGE;
    Line [InvalidCharacter + Identifier] = ["$" "@"] -> Fail: "invalid-character", "A name is written without {}.",
        "remove the sign" => "";
    Line [InvalidCharacter | Identifier] = ["$"] -> Fail: "other-language",
        "This line is a command of a shell with its prompt.", "remove the line";

    Sign [Colon Assign] -> Value: "write \"=\" instead of \"{}\"" => "=";
    Sign [Add Assign] -> Value: "write \"=\"; to add to a list, write name = concat(list, [value])";
    Sign [Subtract Assign] -> Value: "write \"=\" instead of \"{}\"";
    Sign [Question Assign] -> Value: "write \"=\" instead of \"{}\"" => "=";
    Sign [Colon Identifier Assign; apart] -> Value: "item-required", "The type of an argument is not written.",
        "write {name} = …" => "=";
    Sign [Add Add] -> Fail: "write \"=\" and the new value: an argument is set once";
    Sign [Subtract Subtract] -> Fail: "write \"=\" and the new value: an argument is set once";
    Sign [Subtract Identifier] = ["eq" "ne" "gt" "lt" "ge" "le" "like" "match"] -> Fail: "item-required", NO_SIGN,
        "write {name} = …; a comparison stands in a value: name = one == other";
    Sign [Subtract Greater] -> Value: "write \"=\" instead of \"{}\"" => "=";
    Sign [Less Subtract] -> Value: "write \"=\" instead of \"{}\"" => "=";
    Sign [Colon] -> Value: "write \"=\" instead of \"{}\"" => "=";
    Sign [DoubleColon] -> Value: "write \"=\" instead of \"{}\"" => "=";
    Sign [Equal] -> Value: "write \"=\" instead of \"{}\"" => "=";
    Sign [FatArrow] -> Value: "write \"=\" instead of \"{}\"" => "=";
}

const NO_SIGN: &str = "A name is followed by \"=\" and a value, or by labels and \"{\".";
