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
    code: &'static str,
    detail: &'static str,
    help: &'static str,
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
    fn summary(self) -> &'static str {
        match self {
            Place::Term | Place::Separator | Place::Key => "Invalid expression",
            Place::Word | Place::Operator | Place::AfterTerm | Place::AfterArgument => {
                "Unsupported operator"
            }
            Place::Line | Place::Item | Place::Sign => "Argument or block definition required",
            Place::AfterBlock => "Missing newline after block definition",
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
    /// With the value after the form, which stands for the equals sign.
    Assign,
    /// At the next line.
    Line,
    /// As after any other error.
    Fail,
}

impl Form {
    /// The diagnostic of the form, which is written like this. In the texts, `{}` stands for it.
    #[cold]
    pub(crate) fn diagnostic(&self, written: &str, span: Span) -> Diagnostic {
        let [detail, help] = [self.detail, self.help].map(|text| text.replace("{}", written));
        let summary = match self.code {
            "string-prefix" => "Invalid string",
            "invalid-for" => "Invalid 'for' expression",
            "other-language" => "Invalid character",
            _ => self.place.summary(),
        };
        let diagnostic = Diagnostic::catalogued(self.code, summary, detail).with_span(span);
        let diagnostic = diagnostic.with_help(help);
        match self.fix {
            Some(fix) => diagnostic.with_fix(span, fix),
            None => diagnostic,
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
        let diagnostic = self.diagnostic(written, span).with_span(name).with_context(name.to(span));
        let diagnostic =
            diagnostic.with_help(self.help.replace("{}", written).replace("{name}", word));
        let diagnostic = diagnostic.with_label(span, "\"=\" is expected here");
        match self.fix {
            Some(fix) if touches => diagnostic.with_fix(span, format!(" {fix}")),
            _ => diagnostic,
        }
    }
}

/// A set of tokens in a row: a kind, or a name for several.
macro_rules! token {
    (OPERAND) => {
        Kinds::VALUES.with(kinds![Identifier, Not])
    };
    (END) => {
        Kinds::ENDS_OF_VALUES
    };
    (NUMBER) => {
        kinds![Number, UnusualNumber]
    };
    (STRING) => {
        Kinds::STRINGS
    };
    (QUOTE) => {
        Kinds::QUOTES
    };
    (NAME_OR_STRING) => {
        kinds![Identifier, String]
    };
    (PLAIN) => {
        kinds![Identifier, String, Number]
    };
    (NO_SIGN) => {
        Kinds::ALL.without(kinds![Colon, Equal])
    };
    (QUOTE_OR_NUMBER) => {
        Kinds::QUOTES.with(kinds![Number, UnusualNumber])
    };
    ($kind:ident) => {
        kinds![$kind]
    };
}

/// True, for an optional part that a row has.
macro_rules! given {
    ($part:ident) => {
        true
    };
}

/// A row: the place, the tokens, a vertical bar and the token after them (a plus sign if no blank precedes it), the
/// words of the last token, the token before; the code, the detail and the help; a text in the place of the form; the
/// continuation.
macro_rules! forms {
    ($($place:ident [$($token:ident)+ $(| $next:ident)? $(+ $touching:ident)? $(; $apart:ident)?]
        $(= [$($word:literal)+])? $(after $before:ident)? $(unless $other:ident)?:
        $code:literal, $detail:expr, $help:expr $(=> $fix:literal)?, $then:expr;)*) => {
        pub(crate) static FORMS: &[Form] = &[$(Form {
            place: Place::$place,
            before: Kinds::ALL$(.and(token!($before)))?$(.without(token!($other)))?,
            tokens: &[$(token!($token)),+],
            next: Kinds::ALL$(.and(token!($next)))?$(.and(token!($touching)))?,
            touches_next: false $(|| given!($touching))?,
            is_apart: false $(|| given!($apart))?,
            words: &[$($($word),+)?],
            then: $then,
            code: $code,
            detail: $detail,
            help: $help,
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
    Term [BitNot | END]: "foreign-sign", "The sign ~ is the empty value of YAML.", "write null" => "null", Then::Invalid;
    Term [BitAnd Identifier]: "foreign-sign", "The sign & starts an anchor of YAML, a name for the value.",
        "remove the anchor; a value that is needed twice is another argument or variable", Then::Value;
    Term [Multiply + Identifier] after OpenBracket:
        "invalid-expression", NO_SPREAD, "write concat(list, [value]) to join lists", Then::Value;
    Term [Multiply + Identifier] after OpenParenthesis:
        "invalid-expression", NO_SPREAD, "write the dots behind the last argument: function(list...)", Then::Value;
    Term [Multiply Identifier]: "foreign-sign", "The sign * repeats the value of an anchor of YAML.",
        "write the value again, or the variable that has it", Then::Value;
    Term [Multiply Multiply]: "foreign-sign", "No stars insert the parts of another object.", MERGE, Then::Value;
    Term [Less Less + Colon]: "foreign-sign", "The signs << insert another object in YAML.", MERGE, Then::Value;
    Term [Ellipsis | OPERAND] after OpenBracket:
        "invalid-expression", NO_SPREAD, "write concat(list, [value]) to join lists", Then::Value;
    Term [Ellipsis | OPERAND] after OpenBrace: "invalid-expression", NO_SPREAD, MERGE, Then::Value;
    Term [Ellipsis | OPERAND] after Newline: "invalid-expression", NO_SPREAD, MERGE, Then::Value;
    Term [Ellipsis | OPERAND] after OpenParenthesis:
        "invalid-expression", NO_SPREAD, "write the dots behind the last argument: function(list...)", Then::Value;
    Term [Ellipsis | OPERAND]: "invalid-expression", NO_SPREAD,
        "concat(list, [value]) joins lists, merge(object, { name = value }) objects", Then::Value;
    Term [Add | OPERAND]: "invalid-expression", "A value is expected here.", "remove the plus sign" => "", Then::Value;

    Term [InvalidCharacter + STRING] = ["$" "@"]: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix; values are inserted with ${…} in every string" => "", Then::Value;
    Term [InvalidCharacter + OpenBrace] = ["@"]: "foreign-sign", "No sign stands before the brace of an object.",
        "remove the sign: { key = value }" => "", Then::Value;
    Term [Modulo + OpenBrace]: "foreign-sign", "No sign stands before the brace of an object.",
        "remove the sign: { key = value }" => "", Then::Value;
    Term [InvalidCharacter + OpenParenthesis] = ["@"]: "foreign-sign", "A list is written without a sign.",
        "write a list in brackets: [a, b]", Then::Value;
    Term [Colon + Identifier] unless OpenBracket: "foreign-sign", "No name starts with a colon.",
        "write a text in double quotes, or a key without the colon", Then::Value;
    Term [BitNot Greater] after Assign: "unquoted-text", "Text is written in double quotes.",
        "put the whole version in double quotes", Then::Value;
    Term [BitXor + NUMBER] after Assign: "unquoted-text", "Text is written in double quotes.",
        "put the whole version in double quotes", Then::Value;
    Term [Less + Identifier] after Assign: "invalid-expression", "A value is expected here.",
        "a heredoc starts with << and a marker: <<EOT", Then::Invalid;

    Word [Identifier | NAME_OR_STRING] = ["not" "NOT"]:
        "unknown-operator", NO_OPERATOR, "write ! before the value" => "!", Then::Value;
    Word [Identifier + STRING] = ["f" "F"]: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix; values are inserted with ${…} in every string" => "", Then::Value;
    Word [Identifier + STRING] = ["r" "R" "rb" "br"]: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix, and write each backslash twice", Then::Value;
    Word [Identifier + STRING] = ["b" "u"]: "string-prefix", "A string has no prefix such as {}.",
        "remove the prefix" => "", Then::Value;

    AfterTerm [Question Dot]: "unknown-operator", NO_OPERATOR,
        "write ., and try(…, null) around the whole for what may be missing", Then::As(TokenKind::Dot);

    Operator [BitNot] after QUOTE: "unknown-operator", NO_OPERATOR, BOTH, Then::As(TokenKind::Add);
    Operator [Less Greater] after QUOTE: "unknown-operator", NO_OPERATOR, BOTH, Then::As(TokenKind::Add);
    Operator [BitOr | OpenBrace]: "unknown-operator", NO_OPERATOR, MERGE, Then::As(TokenKind::Or);
    Operator [Subtract Identifier | PLAIN] = ["eq"]:
        "unknown-operator", NO_OPERATOR, "write ==" => "==", Then::As(TokenKind::Equal);
    Operator [Subtract Identifier | PLAIN] = ["ne"]:
        "unknown-operator", NO_OPERATOR, "write !=" => "!=", Then::As(TokenKind::NotEqual);
    Operator [Subtract Identifier | PLAIN] = ["and"]:
        "unknown-operator", NO_OPERATOR, "write &&" => "&&", Then::As(TokenKind::And);
    Operator [Subtract Identifier | PLAIN] = ["or"]:
        "unknown-operator", NO_OPERATOR, "write ||" => "||", Then::As(TokenKind::Or);
    Operator [Subtract Identifier | PLAIN] = ["gt"]:
        "unknown-operator", NO_OPERATOR, "write >" => ">", Then::As(TokenKind::Greater);
    Operator [Subtract Identifier | PLAIN] = ["lt"]:
        "unknown-operator", NO_OPERATOR, "write <" => "<", Then::As(TokenKind::Less);
    Operator [BitAnd] after QUOTE: "unknown-operator", NO_OPERATOR, BOTH, Then::As(TokenKind::Add);
    Operator [Add Add | END]: "unknown-operator", NO_OPERATOR, "write + 1 instead" => "+ 1", Then::As(TokenKind::Add);
    Operator [Add Add] unless NUMBER: "unknown-operator", NO_OPERATOR,
        "write both in one string: \"${one}${other}\"; concat(list, other) joins lists", Then::As(TokenKind::Add);
    Operator [Subtract Subtract | END]:
        "unknown-operator", NO_OPERATOR, "write - 1 instead" => "- 1", Then::As(TokenKind::Subtract);
    Operator [Subtract Greater] after QUOTE_OR_NUMBER:
        "unknown-operator", NO_OPERATOR, "write only the value after the arrow", Then::As(TokenKind::Subtract);
    Operator [Subtract Greater]: "unknown-operator", NO_OPERATOR, "write ." => ".", Then::As(TokenKind::Subtract);
    Operator [BitOr Greater]: "unknown-operator", NO_OPERATOR, "write function(value)", Then::As(TokenKind::Or);
    Operator [BitOr | Identifier] after QUOTE:
        "unknown-operator", NO_OPERATOR, "write function(value)", Then::As(TokenKind::Or);
    Operator [BitAnd]: "unknown-operator", NO_OPERATOR, "write &&" => "&&", Then::As(TokenKind::And);
    Operator [BitOr]: "unknown-operator", NO_OPERATOR, "write ||" => "||", Then::As(TokenKind::Or);
    Operator [BitXor]: "unknown-operator", NO_OPERATOR, "write pow(base, exponent), or != for booleans",
        Then::As(TokenKind::Multiply);
    Operator [Multiply Multiply]:
        "unknown-operator", NO_OPERATOR, "write pow(base, exponent)", Then::As(TokenKind::Multiply);
    Operator [Greater Assign; apart]:
        "unknown-operator", NO_OPERATOR, "write \">=\" without a blank" => ">=", Then::As(TokenKind::GreaterOrEqual);
    Operator [Less Assign; apart]:
        "unknown-operator", NO_OPERATOR, "write \"<=\" without a blank" => "<=", Then::As(TokenKind::LessOrEqual);
    Operator [Not Assign; apart]:
        "unknown-operator", NO_OPERATOR, "write \"!=\" without a blank" => "!=", Then::As(TokenKind::NotEqual);
    Operator [Equal Assign]: "unknown-operator", NO_OPERATOR, "write ==" => "==", Then::As(TokenKind::Equal);
    Operator [NotEqual Assign]: "unknown-operator", NO_OPERATOR, "write !=" => "!=", Then::As(TokenKind::NotEqual);
    Operator [LessOrEqual Greater]:
        "unknown-operator", NO_OPERATOR, "compare with <, == or >", Then::As(TokenKind::Less);
    Operator [Less Greater]: "unknown-operator", NO_OPERATOR, "write !=" => "!=", Then::As(TokenKind::NotEqual);
    Operator [Question Question]:
        "unknown-operator", NO_OPERATOR, "write coalesce(a, b)", Then::As(TokenKind::Or);
    Operator [Question Colon]: "unknown-operator", NO_OPERATOR, "write coalesce(a, b)", Then::As(TokenKind::Or);
    Operator [Identifier Identifier; apart] = ["in"]:
        "unknown-operator", NO_OPERATOR, "write !contains(list, value)", Then::As(TokenKind::Equal);
    Operator [Identifier | OPERAND] = ["and" "AND"]:
        "unknown-operator", NO_OPERATOR, "write &&" => "&&", Then::As(TokenKind::And);
    Operator [Identifier | OPERAND] = ["or" "OR"]:
        "unknown-operator", NO_OPERATOR, "write ||" => "||", Then::As(TokenKind::Or);
    Operator [Identifier | OPERAND] = ["is" "eq"]:
        "unknown-operator", NO_OPERATOR, "write ==" => "==", Then::As(TokenKind::Equal);
    Operator [Identifier | OPERAND] = ["ne"]:
        "unknown-operator", NO_OPERATOR, "write !=" => "!=", Then::As(TokenKind::NotEqual);
    Operator [Identifier | OPERAND] = ["mod"]:
        "unknown-operator", NO_OPERATOR, "write %" => "%", Then::As(TokenKind::Modulo);
    Operator [Identifier | OPERAND] = ["div"]:
        "unknown-operator", NO_OPERATOR, "write /" => "/", Then::As(TokenKind::Divide);
    Operator [Identifier | OPERAND] = ["in"]: "unknown-operator", NO_OPERATOR, CONTAINS, Then::As(TokenKind::Equal);
    Operator [Identifier | OPERAND] = ["lt"]:
        "unknown-operator", NO_OPERATOR, "write <" => "<", Then::As(TokenKind::Less);
    Operator [Identifier | OPERAND] = ["gt"]:
        "unknown-operator", NO_OPERATOR, "write >" => ">", Then::As(TokenKind::Greater);
    Operator [Identifier | OPERAND] = ["le" "lte"]:
        "unknown-operator", NO_OPERATOR, "write <=" => "<=", Then::As(TokenKind::LessOrEqual);
    Operator [Identifier | OPERAND] = ["ge" "gte"]:
        "unknown-operator", NO_OPERATOR, "write >=" => ">=", Then::As(TokenKind::GreaterOrEqual);

    AfterArgument [Assign Less]: "unknown-operator", NO_OPERATOR, "write <=" => "<=", Then::Line;
    AfterArgument [Identifier] = ["if" "unless"]: "unknown-operator", "A value isn't followed by \"{}\".",
        "write condition ? value : other", Then::Line;

    AfterBlock [Identifier] = ["else" "elif" "elseif" "catch" "finally"]: "statement", NO_STATEMENT,
        "write a conditional as a value: name = condition ? value : other", Then::Line;

    Separator [Identifier] = ["for"]: "invalid-for", "The word \"for\" comes first, and the value last.",
        "write [for name in list : value]", Then::Fail;
    Separator [Ellipsis]:
        "invalid-expression", NO_SPREAD, "write concat(list, [value]) to join lists", Then::Invalid;

    Key [Ellipsis]: "invalid-expression", NO_SPREAD, MERGE, Then::Fail;

    Item [Identifier | NO_SIGN] = ["for" "foreach" "while"]:
        "statement", NO_STATEMENT, "write a list with [for name in list : value]", Then::Fail;
    Item [Identifier | NO_SIGN] = ["function" "func" "def" "fn"]:
        "statement", NO_STATEMENT, "call the functions that there are: name(argument)", Then::Fail;
    Item [Identifier | NO_SIGN] = ["import" "include" "require" "use" "using" "load" "package" "with"]:
        "statement", NO_STATEMENT, "remove the line, or write it as an argument or a block", Then::Fail;
    Item [Identifier | NO_SIGN] = ["assert"]: "statement", NO_STATEMENT, "write name = condition", Then::Fail;
    Item [Identifier | NO_SIGN] = ["return"]: "statement", NO_STATEMENT, "write name = value", Then::Fail;
    Item [Identifier | NO_SIGN] = ["echo" "unset"]:
        "statement", NO_STATEMENT, "remove the line: a configuration runs no commands", Then::Fail;
    Item [Identifier | NO_SIGN] = ["if" "else" "elif" "elseif" "switch" "match"]:
        "statement", NO_STATEMENT, "write a conditional as a value: name = condition ? value : other", Then::Fail;

    Line [Less Less]: "foreign-sign", "The signs << insert another object in YAML.", MERGE, Then::Line;
    Line [InvalidCharacter | Identifier] = ["$"]: "other-language",
        "This line is a command of a shell with its prompt.", "remove the line", Then::Line;

    Sign [Colon Assign]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
    Sign [Add Assign]: "item-required", NO_SIGN, "write \"=\"; to add to a list, write name = concat(list, [value])",
        Then::Assign;
    Sign [Subtract Assign]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"", Then::Assign;
    Sign [Question Assign]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
    Sign [Colon Identifier Assign; apart]: "item-required", "The type of an argument is not written.",
        "write {name} = …" => "=", Then::Assign;
    Sign [Add Add]: "item-required", NO_SIGN, "write \"=\" and the new value: an argument is set once", Then::Fail;
    Sign [Subtract Subtract]:
        "item-required", NO_SIGN, "write \"=\" and the new value: an argument is set once", Then::Fail;
    Sign [Subtract Greater]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
    Sign [Less Subtract]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
    Sign [Colon]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
    Sign [DoubleColon]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
    Sign [Equal]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
    Sign [FatArrow]: "item-required", NO_SIGN, "write \"=\" instead of \"{}\"" => "=", Then::Assign;
}

const NO_SIGN: &str = "A name is followed by \"=\" and a value, or by labels and \"{\".";
