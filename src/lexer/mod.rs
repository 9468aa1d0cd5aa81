//! Lexes source into tokens: one loop over the bytes, with a stack of modes.
//!
//! - The lexer never fails: mistakes are tokens. An unclosed `/*` or `<<` lexes as operators.
//! - No newline token is insignificant: the lexer decides by its mode, so the parser doesn't need
//!   to.
//! - No token for white space, and none for comments unless the source is formatted.
//! - No text is copied: a token is a kind and a span.

mod balance;
mod batches;
mod block16;
mod diagnose;
mod json;
mod literal;
mod operator;
mod state;
mod template;
mod token;
mod words;

pub(crate) use self::batches::Batches;
use self::diagnose::may_be_mistake;
pub(crate) use self::diagnose::{is_look_alike, lex_invalid, meant_by};
pub(crate) use self::json::{
    JsonKind, JsonToken, StringMistake, TextFlags, json_token, string_mistake,
};
pub(crate) use self::literal::{EscapeMistake, escape_mistakes, sign_of_item};
pub(crate) use self::operator::binary_operators;
pub use self::operator::{BinaryOperator, UnaryOperator};
pub(crate) use self::state::Purpose;
use self::state::{Lexer, Mode};
pub(crate) use self::token::{Kinds, Token, TokenKind, kinds};
use self::words::{after_blanks, after_indentation};

/// The tokens of a document.
pub(crate) fn lex(source: &str, purpose: Purpose) -> Vec<Token> {
    let mut lexer = Lexer::new(source, purpose, source.len());
    lexer.run(lexer.after_byte_order_mark(), source.len());
    lexer.tokens
}

/// The tokens of an expression. Newlines are white space, as in parentheses.
pub(crate) fn lex_expression(source: &str, purpose: Purpose) -> Vec<Token> {
    let mut lexer = Lexer::new(source, purpose, source.len());
    lexer.mode = Mode::Parenthesis;
    let start = lexer.after_byte_order_mark();
    lexer.lex_all(start)
}

/// The tokens of a standalone template.
pub(crate) fn lex_template(source: &str, purpose: Purpose) -> Vec<Token> {
    let mut lexer = Lexer::new(source, purpose, source.len());
    let start = lexer.after_byte_order_mark();
    let resume = lexer.bare_template(start);
    lexer.lex_all(resume)
}

impl Lexer<'_> {
    fn lex_all(mut self, start: usize) -> Vec<Token> {
        match self.purpose {
            Purpose::Diagnose => self.lex_with(start, &[]),
            _ => drop(self.run(start, self.bytes.len())),
        }
        self.tokens
    }

    /// Lexes until it has passed `target`, the end of the source or of a line. Returns the start of the
    /// next token.
    fn run(&mut self, start: usize, target: usize) -> usize {
        self.run_for::<false>(start, target)
    }

    /// `DIAGNOSES` adds the rules for sources with syntax errors.
    #[inline(always)]
    fn run_for<const DIAGNOSES: bool>(&mut self, start: usize, target: usize) -> usize {
        use TokenKind::*;
        let bytes = self.bytes.get(..target).unwrap_or(self.bytes);
        let mut at = start;
        loop {
            let Some(&byte) = bytes.get(at) else { return at };
            if matches!(byte, b' ' | b'\t') {
                at = after_blanks(bytes, at + 1);
                continue;
            }
            if DIAGNOSES && may_be_mistake(byte) {
                at = self.invalid_token(at, byte);
                continue;
            }
            let next = || self.bytes.get(at + 1).copied().unwrap_or(0);
            let symbols = &SYMBOLS[usize::from(byte)];
            at = match symbols.single {
                Identifier => self.identifier(at),
                Newline => self.line(at, bytes),
                Number => self.number(at),
                OpenQuote => self.quoted(at),
                Comment => self.line_comment(at),
                Divide if next() == b'/' => self.line_comment(at),
                Divide if next() == b'*' => self.inline_comment(at),
                Less if next() == b'<' => self.heredoc(at),
                OpenBrace => self.open_brace(at),
                CloseBrace => self.close_brace(at, at + 1),
                BitNot if next() == b'}' => self.close_brace(at, at + 2),
                OpenParenthesis => self.open(OpenParenthesis, Mode::Parenthesis, at),
                OpenBracket => self.open_bracket(at),
                CloseParenthesis => self.close(CloseParenthesis, Mode::Parenthesis, at),
                CloseBracket => self.close(CloseBracket, Mode::Bracket, at),
                Dot if next() == b'.' && self.byte(at + 2) == b'.' => {
                    self.push(Ellipsis, at, at + 3)
                }
                Assign if next() == b'>' => self.push(FatArrow, at, at + 2),
                Colon if next() == b':' => self.push(DoubleColon, at, at + 2),
                InvalidCharacter if byte == b'\r' && next() == b'\n' => self.newline(at, at + 2),
                InvalidCharacter if byte >= 0x80 => self.unicode_identifier(at),
                _ => self.symbol(at, symbols, next()),
            };
        }
    }

    /// A symbol of two bytes if the table has one, else of one byte.
    #[inline(always)]
    fn symbol(&mut self, at: usize, symbols: &Symbols, next: u8) -> usize {
        if symbols.second == next {
            self.push(symbols.double, at, at + 2)
        } else {
            self.push(symbols.single, at, at + 1)
        }
    }

    /// A line end, and the name that most lines start with.
    #[inline(always)]
    fn line(&mut self, newline: usize, bytes: &[u8]) -> usize {
        let at = after_indentation(bytes, self.newline(newline, newline + 1));
        let kind = bytes.get(at).map(|byte| SYMBOLS[usize::from(*byte)].single);
        if kind == Some(TokenKind::Identifier) { self.identifier(at) } else { at }
    }

    #[inline(always)]
    fn newline(&mut self, start: usize, end: usize) -> usize {
        if self.purpose == Purpose::Format {
            return self.push(TokenKind::Newline, start, end);
        }
        match self.mode {
            Mode::Body if self.last != TokenKind::Newline => {
                self.push(TokenKind::Newline, start, end);
            }
            Mode::Object
                if !matches!(
                    self.last,
                    TokenKind::Newline | TokenKind::OpenBrace | TokenKind::Comma
                ) =>
            {
                self.push(TokenKind::Newline, start, end);
            }
            _ => {}
        }
        end
    }

    #[inline(never)]
    fn line_comment(&mut self, start: usize) -> usize {
        let newline = self.newline_from(start);
        if self.purpose == Purpose::Format {
            let end = newline.map_or(self.bytes.len(), |newline| newline + 1);
            return self.push(TokenKind::Comment, start, end);
        }
        // A line comment and its line end make one newline token.
        newline.map_or(self.bytes.len(), |newline| self.newline(start, newline + 1))
    }

    #[inline(never)]
    fn inline_comment(&mut self, start: usize) -> usize {
        let formats = self.purpose == Purpose::Format;
        match self.inline_comment_end(start) {
            Some(end) if formats => self.push(TokenKind::Comment, start, end),
            Some(end) => end,
            None => self.push(TokenKind::Divide, start, start + 1),
        }
    }

    fn inline_comment_end(&mut self, start: usize) -> Option<usize> {
        let body = self.bytes.get(start + 2..).unwrap_or_default();
        let close = if self.unclosed_comment { None } else { memchr::memmem::find(body, b"*/") };
        self.unclosed_comment = close.is_none();
        close.map(|close| start + 2 + close + 2)
    }

    #[inline(always)]
    fn open(&mut self, kind: TokenKind, mode: Mode, at: usize) -> usize {
        self.enter(mode);
        self.push(kind, at, at + 1)
    }

    /// The bracket of a splat has no mode of its own: newlines mean what they mean around it.
    #[inline(always)]
    fn open_bracket(&mut self, at: usize) -> usize {
        let line_end_is_token = matches!(self.mode, Mode::Body | Mode::Object);
        if line_end_is_token && TERM_ENDS.has(self.last) && self.is_splat(at + 1) {
            return self.push(TokenKind::OpenBracket, at, at + 1);
        }
        self.open(TokenKind::OpenBracket, Mode::Bracket, at)
    }

    /// Whether the first token after a bracket is `*`.
    #[inline(never)]
    fn is_splat(&mut self, mut at: usize) -> bool {
        loop {
            at = after_blanks(self.bytes, at);
            let next = self.byte(at + 1);
            at = match self.byte(at) {
                b'*' => return true,
                b'\n' => at + 1,
                b'\r' if next == b'\n' => at + 2,
                b'#' => self.line_end_from(at),
                b'/' if next == b'/' => self.line_end_from(at),
                b'/' if next == b'*' => match self.inline_comment_end(at) {
                    Some(end) => end,
                    None => return false,
                },
                _ => return false,
            };
        }
    }

    /// The next line end, or the end of the source.
    fn line_end_from(&self, at: usize) -> usize {
        self.newline_from(at).unwrap_or(self.bytes.len())
    }

    /// The next `\n`.
    #[inline]
    fn newline_from(&self, at: usize) -> Option<usize> {
        Some(at + memchr::memchr(b'\n', self.bytes.get(at..)?)?)
    }

    /// A parenthesis or bracket without its opening one doesn't change the mode.
    #[inline(always)]
    fn close(&mut self, kind: TokenKind, mode: Mode, at: usize) -> usize {
        if self.mode == mode {
            self.leave();
        }
        self.push(kind, at, at + 1)
    }

    /// In a body, a brace after a name or a label opens the body of a block.
    #[inline(always)]
    fn open_brace(&mut self, at: usize) -> usize {
        use TokenKind::{CloseQuote, Identifier, InvalidString, OpenBrace, String, StringEscaped};
        let ends_header =
            matches!(self.last, Identifier | String | StringEscaped | InvalidString | CloseQuote);
        let opens_body = self.mode == Mode::Body && ends_header;
        self.open(OpenBrace, if opens_body { Mode::Body } else { Mode::Object }, at)
    }

    /// A brace also closes the parentheses and brackets left open inside it.
    #[inline(always)]
    fn close_brace(&mut self, start: usize, end: usize) -> usize {
        if !self.mode.closes_with_brace() {
            self.leave_unclosed();
        }
        let mode = self.mode;
        self.leave();
        match mode {
            Mode::InQuoted | Mode::InHeredoc | Mode::InTemplate => {
                let end = self.push(TokenKind::CloseSequence, start, end);
                self.text_behind_sequence(end, mode)
            }
            _ if end - start == 2 => self.push(TokenKind::CloseSequence, start, end),
            _ => self.push(TokenKind::CloseBrace, start, end),
        }
    }

    #[cold]
    fn leave_unclosed(&mut self) {
        while !self.mode.closes_with_brace() {
            self.leave();
        }
    }
}

/// The tokens after which a bracket is an index or a splat.
const TERM_ENDS: Kinds = OPERAND_ENDS.with(kinds![CloseBrace, CloseQuote, StringEscaped, Multiply]);

/// The tokens that an operand ends with, besides quotes and braces.
const OPERAND_ENDS: Kinds =
    Kinds::NUMBERS.with(kinds![CloseBracket, CloseParenthesis, Identifier, String]);

/// The symbols that start with one byte.
#[derive(Clone, Copy)]
struct Symbols {
    /// The byte alone, or the kind of token that starts with it.
    single: TokenKind,
    /// The byte followed by `second`.
    double: TokenKind,
    /// The second byte of a symbol of two bytes, or `NONE`.
    second: u8,
}

/// A byte that occurs in no source.
const NONE: u8 = 0xff;

/// The symbols by their first byte: those of the operator table, and the others.
static SYMBOLS: [Symbols; 256] = {
    let invalid = TokenKind::InvalidCharacter;
    let mut table = [Symbols { single: invalid, double: invalid, second: NONE }; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte].single = single(byte as u8);
        byte += 1;
    }
    let mut index = 0;
    while index < BinaryOperator::ALL.len() {
        let operator = BinaryOperator::ALL[index];
        let kind = TokenKind::of(operator);
        match *operator.symbol().as_bytes() {
            [byte] => table[byte as usize].single = kind,
            [first, second] => {
                let symbols = &mut table[first as usize];
                assert!(symbols.second == NONE, "two operators share their first byte of two");
                (symbols.second, symbols.double) = (second, kind);
            }
            _ => panic!("an operator is one or two bytes long"),
        }
        index += 1;
    }
    table
};

/// The token that starts with a byte which is no binary operator.
const fn single(byte: u8) -> TokenKind {
    use TokenKind::*;
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'_' => Identifier,
        b'0'..=b'9' => Number,
        b'\n' => Newline,
        b'"' => OpenQuote,
        b'#' => Comment,
        b'{' => OpenBrace,
        b'}' => CloseBrace,
        b'(' => OpenParenthesis,
        b')' => CloseParenthesis,
        b'[' => OpenBracket,
        b']' => CloseBracket,
        b'=' => Assign,
        b':' => Colon,
        b',' => Comma,
        b'.' => Dot,
        b'?' => Question,
        b'!' => Not,
        b';' => Semicolon,
        b'&' => BitAnd,
        b'|' => BitOr,
        b'^' => BitXor,
        b'~' => BitNot,
        _ => InvalidCharacter,
    }
}
