//! Tokens, the output of the lexer.

use super::{BinaryOperator, binary_operators};
use crate::text::span::Span;

/// A set of token kinds by their names.
macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        $crate::lexer::Kinds::of(&[$($crate::lexer::TokenKind::$kind),*])
    };
}
pub(crate) use kinds;

/// Declares the token kinds: one for each binary operator, and the others.
macro_rules! token_kinds {
    ($($(#[$row:meta])* $operator:ident $symbol:literal $level:literal)*) => {
/// The kind of a token. Mistakes are kinds, too; the diagnosing pass of the parser reports them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum TokenKind {
    // The tokens that continue an expression come first, so that one comparison finds them.
    $(#[doc = $symbol] $operator,)*
    Question,
    Dot,
    OpenBracket,

    Newline,
    /// A comment. A line comment includes its line end.
    Comment,
    Identifier,
    /// Digits, with at most one dot.
    Number,
    /// A number with an exponent or several dots. The parser reports invalid ones, such as `1.2.3`.
    UnusualNumber,

    /// A whole quoted template without template sequences and escapes.
    String,
    /// A whole quoted template with escapes, without template sequences.
    StringEscaped,
    /// A whole heredoc without template sequences: introducer to marker.
    Heredoc,
    /// A whole heredoc with `$${` or `%%{`, without template sequences.
    HeredocEscaped,
    OpenQuote,
    CloseQuote,
    /// A heredoc's introducer with its line end.
    OpenHeredoc,
    /// The blanks before a heredoc's marker, the marker, and the blanks after it.
    CloseHeredoc,
    Literal,
    LiteralEscaped,
    /// `${` or `${~`
    OpenInterpolation,
    /// `%{` or `%{~`
    OpenDirective,
    /// `}` or `~}`
    CloseSequence,

    OpenBrace,
    CloseBrace,
    CloseBracket,
    OpenParenthesis,
    CloseParenthesis,
    Assign,
    Colon,
    DoubleColon,
    Comma,
    Ellipsis,
    FatArrow,
    Not,

    /// A quoted template without template sequences, with an invalid escape.
    InvalidString,
    /// Literal text with an invalid escape.
    InvalidLiteral,
    /// A line end inside quotes.
    RawNewline,
    Semicolon,
    BitAnd,
    BitOr,
    BitXor,
    BitNot,
    InvalidCharacter,

    // These occur only in the tokens for `Purpose::Diagnose`. There, a closing token of length zero
    // replaces a missing one.
    /// A text in the quotes of another language.
    ForeignString,
    /// A sequence in the templates of another language.
    ForeignSequence,
    /// A comment of another language.
    ForeignComment,
    /// White space that HCL doesn't allow, an invisible character, or a full-width brace, before the brace that is
    /// meant.
    InvalidBlank,
    /// An unclosed `/*`, with the rest of the source.
    UnclosedComment,
    /// A line that marks a merge conflict.
    Conflict,
    /// A closing brace without its opening one.
    SurplusBrace,

    /// The token after the last one.
    End,
}

impl TokenKind {
    /// The last of the kinds that continue a term or an expression.
    pub(crate) const LAST_THAT_CONTINUES: TokenKind = TokenKind::OpenBracket;

    /// The kind of a binary operator's symbol.
    pub(super) const fn of(operator: BinaryOperator) -> Self {
        match operator { $(BinaryOperator::$operator => TokenKind::$operator),* }
    }

    /// The binary operator that the token is, between two operands.
    #[inline(always)]
    pub(crate) const fn binary_operator(self) -> Option<BinaryOperator> {
        match self {
            $(TokenKind::$operator => Some(BinaryOperator::$operator),)*
            _ => None,
        }
    }
}
    };
}

binary_operators!(token_kinds);

/// A set of token kinds.
#[derive(Clone, Copy)]
pub(crate) struct Kinds(u128);

impl Kinds {
    pub(crate) const ALL: Kinds = Kinds(u128::MAX);

    pub(crate) const OPERATORS: Kinds = {
        let (mut kinds, mut index) = (Kinds(0), 0);
        while index < BinaryOperator::ALL.len() {
            kinds.0 |= 1 << TokenKind::of(BinaryOperator::ALL[index]) as u8;
            index += 1;
        }
        kinds
    };

    /// The quotes, and the strings with their quotes.
    pub(crate) const QUOTES: Kinds = Kinds::STRINGS.with(kinds![CloseQuote]);

    /// The tokens that a string in quotes starts with.
    pub(crate) const STRINGS: Kinds = kinds![OpenQuote, String, StringEscaped, InvalidString];

    /// The tokens that a label starts with.
    pub(crate) const LABELS: Kinds = Kinds::STRINGS.with(kinds![Identifier]);

    /// The signs between names, values and parts of values, besides operators.
    pub(crate) const SEPARATORS: Kinds = kinds![Assign, Colon, Comma, Dot, Not, Question];

    pub(crate) const NUMBERS: Kinds = kinds![Number, UnusualNumber];

    /// The tokens that start a value and nothing else.
    pub(crate) const VALUES: Kinds = Kinds::STRINGS
        .with(Kinds::NUMBERS)
        .with(kinds![Heredoc, HeredocEscaped, OpenHeredoc, ForeignString])
        .with(kinds![OpenBracket, OpenParenthesis, Subtract]);

    /// The tokens that may start a term.
    pub(crate) const TERMS: Kinds = Kinds::VALUES.with(kinds![Identifier, OpenBrace, Not]);

    /// The closing brackets.
    pub(crate) const CLOSING: Kinds =
        kinds![CloseBrace, CloseBracket, CloseParenthesis, SurplusBrace];

    /// The tokens that end a value in every place.
    pub(crate) const ENDS_OF_VALUES: Kinds =
        kinds![CloseBrace, CloseBracket, CloseParenthesis, CloseSequence, Comma, End, Newline];

    /// The tokens that end the construct around an unclosed bracket.
    pub(crate) const ENDS_OF_CONSTRUCTS: Kinds =
        Kinds::ENDS_OF_VALUES.without(kinds![Comma]).with(kinds![CloseHeredoc, CloseQuote]);

    pub(crate) const fn of(kinds: &[TokenKind]) -> Self {
        let (mut set, mut index) = (Kinds(0), 0);
        while index < kinds.len() {
            set.0 |= 1 << kinds[index] as u8;
            index += 1;
        }
        set
    }

    pub(crate) const fn with(self, others: Kinds) -> Self {
        Kinds(self.0 | others.0)
    }

    pub(crate) const fn and(self, others: Kinds) -> Self {
        Kinds(self.0 & others.0)
    }

    pub(crate) const fn without(self, others: Kinds) -> Self {
        Kinds(self.0 & !others.0)
    }

    #[inline(always)]
    pub(crate) const fn has(self, kind: TokenKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }
}

/// A token: kind and span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

impl Token {
    /// Whether the token is a quote or starts with one.
    pub(crate) fn is_quote(self) -> bool {
        Kinds::QUOTES.has(self.kind)
    }
}
