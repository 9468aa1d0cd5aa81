//! Tokens, the output of the lexer.

use super::{BinaryOperator, binary_operators};
use crate::text::span::Span;

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
    Apostrophe,
    Backtick,
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
    /// A comment of another language.
    ForeignComment,
    /// White space that HCL doesn't allow, or an invisible character.
    InvalidBlank,
    /// A sign in another notation. A token of the sign that is meant follows.
    LookAlike,
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

    /// Whether the token is a number, valid or not.
    pub(crate) fn is_number(self) -> bool {
        matches!(self, TokenKind::Number | TokenKind::UnusualNumber)
    }

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

/// A token: kind and span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

impl Token {
    /// Whether the token is a quote or starts with one.
    pub(crate) fn is_quote(self) -> bool {
        matches!(
            self.kind,
            TokenKind::OpenQuote
                | TokenKind::CloseQuote
                | TokenKind::String
                | TokenKind::StringEscaped
                | TokenKind::InvalidString
        )
    }
}
