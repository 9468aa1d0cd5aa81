//! Terms in the notation of other languages: quotes, numbers with units, paths, method calls.

use super::super::{Kind, NodeId};
use super::{Kinds, Parsed, Parser, Place, Token, TokenKind, catalog};
use crate::diagnostic::catalog::advice;
use crate::diagnostic::catalog::habits::Arguments;
use crate::lexer::{kinds, meant_by};
use crate::parser::brackets::Nesting;
use crate::text::span::Span;

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    /// A value in the notation of another language, in the place of a term.
    #[cold]
    pub(in crate::parser) fn foreign_term(&mut self, found: Token) -> Parsed<Option<NodeId>> {
        if let Some(value) = self.form_of_value(Place::Term, 0)? {
            return Ok(Some(value));
        }
        let text = self.text(found.span);
        let (before, next) = (self.previous(), self.token_at(1));
        let is_adjacent = found.span.end == next.span.start;
        match found.kind {
            TokenKind::ForeignString if text == "''" && self.opens_lines(found, next) => {
                let rest = self.rest_from(found.span.start);
                let quotes = rest.get(..3).filter(|quotes| *quotes == "'''").unwrap_or("''");
                let inner = rest.get(quotes.len()..).and_then(|rest| rest.find(quotes));
                let length = inner.map_or(quotes.len(), |inner| inner + 2 * quotes.len());
                self.report(|| catalog::text_of_lines(found.span))?;
                Ok(Some(self.invalid_to(found.span, found.span.start + length as u32)))
            }
            TokenKind::ForeignString => {
                self.report(|| catalog::foreign_quotes(text, found.span))?;
                Ok(Some(self.literal(Kind::Invalid, 0)))
            }
            TokenKind::InvalidCharacter if is_adjacent => self.sigil(found, next),
            kind if UNQUOTED.has(kind) && ELEMENT_STARTS.has(before.kind) => {
                self.unquoted_path(found)
            }
            _ => Ok(None),
        }
    }

    /// Whether two quotes start a text of several lines: a third one follows, or lines that are no items.
    fn opens_lines(&mut self, quotes: Token, next: Token) -> bool {
        let line = self.token_at(2);
        let starts_item = self.sign_behind(2).is_some();
        self.rest_from(quotes.span.end).starts_with('\'')
            || next.kind == TokenKind::Newline && line.kind == TokenKind::Identifier && !starts_item
    }

    /// `${name}`, `$name` or `@name` without quotes.
    fn sigil(&mut self, found: Token, next: Token) -> Parsed<Option<NodeId>> {
        let text = self.text(found.span);
        match next.kind {
            TokenKind::OpenBrace if self.rest_from(found.span.start).starts_with("${{") => {
                self.report_template("${{ … }}", found.span)?;
                let line = self.line_from(found.span.start);
                let length = line.find("}}").map_or(line.len(), |end| end + 2) as u32;
                Ok(Some(self.invalid_to(found.span, found.span.start + length)))
            }
            TokenKind::OpenBrace if text == "$" => {
                let line = self.line_from(next.span.end);
                self.report(|| catalog::interpolation_without_quotes(found.span, line))?;
                self.bump();
                self.bump();
                let inner = self.expression();
                let inner = self.closing(inner, TokenKind::CloseBrace)?;
                self.eat(TokenKind::CloseBrace);
                Ok(Some(inner))
            }
            TokenKind::Number if text == "$" => {
                let length = found.span.to(next.span).len();
                self.unquoted_text("Invalid character", found.span.start, length).map(Some)
            }
            TokenKind::Identifier if matches!(text, "$" | "@") => {
                let rest = self.text_from(next.span.start);
                let continues = |it: char| it.is_alphanumeric() || "._-".contains(it);
                let name = rest.find(|it| !continues(it)).map_or(rest, |end| &rest[..end]);
                let name = name.trim_end_matches('.');
                if rest[name.len()..].starts_with(':') {
                    let length = rest.len() + text.len();
                    return self
                        .unquoted_text("Invalid character", found.span.start, length)
                        .map(Some);
                }
                let sigil = if text == "$" { '$' } else { '@' };
                let span = found.span.to(next.span);
                self.report(|| catalog::sigil(sigil, name, span))?;
                self.bump();
                Ok(Some(self.literal(Kind::Variable, 0)))
            }
            _ => Ok(None),
        }
    }

    /// A path or another text without quotes that starts with a sign.
    fn unquoted_path(&mut self, found: Token) -> Parsed<Option<NodeId>> {
        let line = self.short_line(found.span.start).unwrap_or_default();
        let is_version = self.previous().kind == TokenKind::Assign
            && line.ends_with(|last: char| last.is_ascii_digit())
            && line.chars().all(|it| it.is_ascii_digit() || "~^<>=!., -".contains(it));
        let is_line = is_version || found.kind == TokenKind::BitXor;
        let text = if is_line { line } else { self.text_from(found.span.start) };
        let is_path = match found.kind {
            _ if is_version => true,
            TokenKind::BitXor => self.previous().kind == TokenKind::Assign,
            TokenKind::Greater | TokenKind::GreaterOrEqual | TokenKind::LessOrEqual => false,
            TokenKind::BitNot => text.starts_with("~/"),
            TokenKind::Modulo => text[1..].contains('%'),
            TokenKind::Colon => self.previous().kind == TokenKind::Assign,
            _ => true,
        };
        if text.len() < 2 && text != "." || !is_path {
            return Ok(None);
        }
        let is_operator = found.kind == TokenKind::BitXor;
        let summary = if is_operator { "Unsupported operator" } else { "Invalid expression" };
        self.unquoted_text(summary, found.span.start, text.len()).map(Some)
    }

    /// An invalid value for a text of this length without quotes.
    pub(in crate::parser) fn unquoted_text(
        &mut self,
        summary: &'static str,
        start: u32,
        length: usize,
    ) -> Parsed<NodeId> {
        let span = Span::new(start, start + length as u32);
        let text = self.text(span);
        let rest = self.rest_from(span.end).strip_prefix('"');
        let ends_in_quote = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        self.report(|| catalog::unquoted_text(summary, text, ends_in_quote, span))?;
        self.skip_to(span.end);
        Ok(self.leaf(Kind::Invalid, span))
    }

    /// Reports a token after a term that would be an operator or a suffix in another language.
    #[cold]
    pub(in crate::parser) fn behind_term(&mut self, term: NodeId) -> Parsed<NodeId> {
        let span = self.span_of(term);
        let kind = self.tree().node(term).kind;
        let found = self.token();
        let is_adjacent = span.end == found.span.start;
        if !is_adjacent || span.is_empty() {
            return Ok(term);
        }
        if let Some((form, span)) = self.form_at(Place::AfterTerm, 0) {
            self.report_form(form, span)?;
            self.take(form.tokens.len() as isize - 1);
            return Ok(term);
        }
        match (kind, found.kind) {
            (Kind::Number, TokenKind::Identifier) => self.letters_behind_number(span),
            (Kind::Number, TokenKind::Modulo)
                if Kinds::ENDS_OF_VALUES.has(self.token_at(1).kind) =>
            {
                let whole = span.to(found.span);
                let text = self.text(whole);
                self.report(|| catalog::number_with_letters(text, None, whole))?;
                self.bump();
                Ok(self.leaf(Kind::Invalid, whole))
            }
            (Kind::Traversal, TokenKind::OpenParenthesis) => self.method_call(term),
            (Kind::Variable, TokenKind::Colon)
                if self.rest_from(found.span.end).starts_with("//") =>
            {
                let length = self.text_from(span.start).len();
                self.unquoted_text("Invalid expression", span.start, length)
            }
            _ => Ok(term),
        }
    }

    /// `10s`, `0x50`, `8_000`
    fn letters_behind_number(&mut self, number: Span) -> Parsed<NodeId> {
        let letters = self.bump();
        let mut whole = number.to(letters);
        // The rest of a text such as `10m30s` or `2024-01-01T10:00:00Z`.
        while PARTS_OF_TEXT.has(self.peek()) && self.token().span.start == whole.end {
            whole = whole.to(self.bump());
        }
        whole.start = self.start_of_text(whole.start);
        let text = self.text(whole);
        let digits = text.replace('_', "");
        let is_decimal = digits.bytes().all(|it| it.is_ascii_digit() || it == b'.');
        let decimal = advice::hexadecimal(&digits).map(|number| number.to_string());
        let decimal = decimal.or(is_decimal.then_some(digits));
        self.report(|| catalog::number_with_letters(text, decimal, whole))?;
        Ok(self.leaf(Kind::Invalid, whole))
    }

    /// The text of an invalid number, with the length of a prefix: `10.0.0.0/8`.
    #[cold]
    pub(in crate::parser) fn address(&mut self, number: Span) -> &'s str {
        let [slash, length] = [self.token_at(1), self.token_at(2)];
        let is_adjacent = number.end == slash.span.start && slash.span.end == length.span.start;
        let is_prefix = slash.kind == TokenKind::Divide && Kinds::NUMBERS.has(length.kind);
        self.text(if is_adjacent && is_prefix { number.to(length.span) } else { number })
    }

    /// The start of the text without blanks that `at` is in.
    pub(in crate::parser) fn start_of_text(&mut self, at: u32) -> u32 {
        const MOST: usize = 64;
        let before = self.input.state().source.as_bytes().get(..at as usize).unwrap_or_default();
        let is_text = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-:/._".contains(byte);
        let length = before.iter().rev().take(MOST).take_while(is_text).count();
        at - length as u32
    }

    fn method_call(&mut self, receiver: NodeId) -> Parsed<NodeId> {
        let span = self.span_of(receiver);
        let text = self.text(span);
        let open = self.token();
        let arguments = self.short_arguments();
        let (value, name) = text.rsplit_once('.').unwrap_or((text, "f"));
        let (value, name) = (value.trim(), name.trim());
        let place = Span::new(span.end - name.len() as u32, span.end);
        self.report(|| catalog::method_call(name, value, arguments, place))?;
        self.bump();
        self.skip_behind(TokenKind::CloseParenthesis);
        Ok(self.leaf(Kind::Invalid, span.to(open.span)))
    }

    /// The arguments after the next token, an opening parenthesis. `None` if they are not on one line,
    /// have an arrow of another language, or are long.
    fn short_arguments(&mut self) -> Option<Arguments<'s>> {
        const MOST: isize = 32;
        let start = self.token().span.end;
        let (mut nesting, mut commas) = (Nesting::default(), 0);
        for distance in 1..MOST {
            let Token { kind, span } = self.token_at(distance);
            let is_inside = !nesting.open.is_empty();
            match kind {
                TokenKind::CloseParenthesis if !is_inside => {
                    let text = self.text(Span::new(start, span.start)).trim();
                    let count = if text.is_empty() { 0 } else { commas + 1 };
                    return Some(Arguments { text, count, end: span.end })
                        .filter(|_| !text.contains('\n'));
                }
                TokenKind::Comma if !is_inside => commas += 1,
                TokenKind::FatArrow | TokenKind::Newline | TokenKind::End => return None,
                _ if !nesting.take(kind) => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether a value and the tokens after it are one text without quotes, such as `12:30`.
    pub(in crate::parser) fn is_part_of_text(&mut self, last: Token, found: Token) -> bool {
        let is_adjacent = last.span.end == found.span.start && !found.span.is_empty();
        let is_number = Kinds::NUMBERS.has(last.kind) && Kinds::NUMBERS.has(self.token_at(1).kind);
        is_adjacent
            && !last.is_quote()
            && match found.kind {
                TokenKind::Colon => self.token_at(1).span.start == found.span.end,
                TokenKind::InvalidCharacter => {
                    let text = self.text(found.span);
                    matches!(text, "@" | "$" | "\\")
                        || !text.is_ascii() && text.chars().all(|it| meant_by(it).is_none())
                }
                TokenKind::Comma => is_number && self.token_at(1).span.start == found.span.end,
                _ => false,
            }
    }
}

/// The tokens that go on a text without quotes that starts with a number.
const PARTS_OF_TEXT: Kinds = Kinds::NUMBERS.with(kinds![Identifier, Colon, Subtract, Dot]);

/// The signs that a path, a version or a pattern without quotes may start with.
const UNQUOTED: Kinds = kinds![Divide, Modulo, Multiply, Less, LessOrEqual, GreaterOrEqual]
    .with(kinds![BitAnd, BitNot, BitXor, Colon, Dot, Ellipsis]);

/// The tokens after which an element or a whole value starts.
const ELEMENT_STARTS: Kinds = kinds![Assign, Colon, Comma, OpenBracket, OpenParenthesis];
