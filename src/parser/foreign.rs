//! Forms of other languages: the parser recognizes them, reports them and continues.
//!
//! Only the diagnosing pass calls these functions.

use super::error::Failure;
use super::{Parser, Token, TokenKind, catalog, lexical};
use crate::source::Span;
use crate::syntax::{BinaryOperator, Kind, NodeId};

/// The words that start statements in other languages.
const STATEMENTS: [&str; 18] = [
    "if", "else", "elif", "elseif", "for", "foreach", "while", "switch", "match", "function",
    "func", "def", "fn", "import", "include", "require", "use", "return",
];

/// The letters that change the meaning of a string in other languages.
const STRING_PREFIXES: [&str; 8] = ["f", "F", "r", "R", "b", "u", "rb", "br"];

impl<'s, 't, E: Failure<'t>> Parser<'_, 's, 't, '_, E> {
    /// An item after its name, where neither an equals sign, a label nor a brace follows.
    #[cold]
    pub(super) fn foreign_item(&mut self, name: Span) -> Result<NodeId, E> {
        let found = self.found();
        let next = self.token_at(1);
        let word = self.text(name);
        let is_adjacent = found.span.end == next.span.start;
        let is_assign = next.kind == TokenKind::Assign && is_adjacent;
        let assignment = match found.kind {
            TokenKind::Colon if is_assign => Some((":=", 2)),
            TokenKind::Add if is_assign => Some(("+=", 2)),
            TokenKind::Subtract if is_assign => Some(("-=", 2)),
            TokenKind::Question if is_assign => Some(("?=", 2)),
            TokenKind::Colon => Some((":", 1)),
            TokenKind::Equal => Some(("==", 1)),
            TokenKind::FatArrow => Some(("=>", 1)),
            kind if starts_value(kind) => Some(("", 0)),
            _ => None,
        };
        if STATEMENTS.contains(&word) && !matches!(found.kind, TokenKind::Colon | TokenKind::Equal)
        {
            return self.fail(|| catalog::syntax::statement(word, name));
        }
        if found.kind == TokenKind::Number && self.header_follows() {
            let text = self.text(found.span);
            self.report_first(|| catalog::syntax::label_without_quotes(name, text, found.span))?;
            self.bump();
            return self.block(name);
        }
        if found.kind == TokenKind::ForeignString && self.header_follows() {
            self.foreign_term(found)?;
            return self.block(name);
        }
        if found.kind == TokenKind::OpenBracket && next.kind == TokenKind::OpenBracket {
            let report = catalog::syntax::other_language("template", found.span.to(next.span));
            self.report_once(TokenKind::DoubleColon, || report)?;
            self.input.state().recovering = true;
            return Err(E::reported());
        }
        // A call that is not followed by an equals sign.
        let is_call = found.kind == TokenKind::OpenParenthesis;
        let Some((written, length)) = assignment.filter(|_| !is_call) else {
            let is_label = matches!(next.kind, TokenKind::String | TokenKind::StringEscaped);
            if found.kind == TokenKind::Newline && next.kind == TokenKind::Assign {
                self.report_first(|| catalog::syntax::neither_argument_nor_block(name, found))?;
                self.bump();
                self.bump();
                return self.value_of(name);
            }
            if found.kind == TokenKind::Newline && is_label && self.header_follows() {
                self.report_first(|| catalog::syntax::neither_argument_nor_block(name, found))?;
                self.bump();
                return self.block(name);
            }
            if found.kind == TokenKind::Newline && next.kind == TokenKind::OpenBrace {
                self.report_first(|| catalog::syntax::brace_on_next_line(name, name, next.span))?;
                self.bump();
                return self.block(name);
            }
            return self.fail(|| catalog::syntax::neither_argument_nor_block(name, found));
        };
        let sign = if length == 2 { found.span.to(next.span) } else { found.span };
        let sign = if length == 0 { Span::at(sign.start) } else { sign };
        self.report_first(|| catalog::syntax::foreign_assignment(name, written, sign))?;
        for _ in 0..length {
            self.bump();
        }
        self.value_of(name)
    }

    /// Whether the line ends with an opening brace.
    fn header_follows(&mut self) -> bool {
        self.sign_ahead(1) == Some(TokenKind::OpenBrace)
    }

    /// Whether the line has an equals sign or an opening brace after its first word.
    pub(super) fn line_has_sign(&mut self) -> bool {
        self.sign_ahead(1).is_some()
    }

    /// The first equals sign or opening brace on the line, among its next tokens.
    fn sign_ahead(&mut self, first: isize) -> Option<TokenKind> {
        for distance in first..first + 8 {
            match self.token_at(distance).kind {
                TokenKind::Newline | TokenKind::End => return None,
                kind @ (TokenKind::Assign | TokenKind::OpenBrace) => return Some(kind),
                _ => {}
            }
        }
        None
    }

    /// Whether this line starts with an operator and the line before is an attribute.
    pub(super) fn continues_expression_before(&mut self) -> bool {
        let (found, next, before) = (self.token(), self.token_at(1), self.token_at(-2));
        let continues =
            matches!(found.kind, TokenKind::Question | TokenKind::Colon | TokenKind::Dot)
                || found.kind.binary_operator().is_some();
        let starts_term = starts_value(next.kind) || next.kind == TokenKind::Identifier;
        let is_behind = before.span.end > 0 && before.span.end <= found.span.start;
        continues && starts_term && is_behind && before.kind != TokenKind::CloseBrace
    }

    /// Whether a value and the tokens after it are one text without quotes, such as `12:30`.
    pub(super) fn is_part_of_text(&mut self, last: Token, found: Token) -> bool {
        let is_adjacent = last.span.end == found.span.start && !found.span.is_empty();
        let is_number =
            last.kind == TokenKind::Number && self.token_at(1).kind == TokenKind::Number;
        is_adjacent
            && !last.is_quote()
            && match found.kind {
                TokenKind::Colon => true,
                TokenKind::InvalidCharacter => {
                    let text = self.text(found.span);
                    matches!(text, "@" | "$" | "\\") || !text.is_ascii()
                }
                TokenKind::Comma => is_number && self.token_at(1).span.start == found.span.end,
                _ => false,
            }
    }

    /// An attribute whose value is a text without quotes from `start` on.
    #[cold]
    pub(super) fn unquoted_value(
        &mut self,
        item: NodeId,
        start: u32,
        in_block: bool,
    ) -> Result<NodeId, E> {
        let rest = self.rest_from(start);
        let text = rest.split([' ', '\t', '\r', '\n', ']', ')', '}', '"', ';']).next();
        let text = text.unwrap_or_default();
        let span = Span::new(start, start + text.len() as u32);
        let summary = "Missing newline after argument";
        let digits = text.replace(',', "");
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            self.report_first(|| catalog::syntax::number_with_letters(text, Some(digits), span))?;
        } else {
            self.report_first(|| catalog::syntax::unquoted_text(summary, text, span))?;
        }
        self.skip_item(in_block);
        Ok(item)
    }

    /// A block without its opening brace: labels and then something else.
    #[cold]
    pub(super) fn foreign_block(&mut self, name: Span, labels: u32) -> Result<NodeId, E> {
        let found = self.found();
        let word = self.text(name);
        let last = self.previous();
        if STATEMENTS.contains(&word) {
            return self.fail(|| catalog::syntax::statement(word, name));
        }
        match found.kind {
            TokenKind::Assign if labels == 1 && last.kind == TokenKind::Identifier => {
                let text = self.text(last.span);
                self.report_first(|| catalog::syntax::declaration(word, text, name, found.span))?;
                self.bump();
                self.value_of(last.span)
            }
            TokenKind::Newline if self.token_at(1).kind == TokenKind::OpenBrace => {
                let brace = self.token_at(1).span;
                self.report_first(|| catalog::syntax::brace_on_next_line(name, found.span, brace))?;
                self.bump();
                Err(E::reported())
            }
            TokenKind::Newline | TokenKind::End if labels == 1 && last.is_quote() => {
                let text = self.text(last.span);
                self.report_first(|| catalog::syntax::argument_or_block(name, word, text, found))?;
                let value = self.leaf(Kind::Invalid, last.span);
                let children = self.tree().list([value]);
                Ok(self.add(Kind::Attribute, 0, name, children))
            }
            TokenKind::Newline | TokenKind::End
                if labels > 1 && last.kind == TokenKind::Identifier =>
            {
                self.fail(|| catalog::syntax::prose(name.to(last.span)))
            }
            TokenKind::Comma | TokenKind::Dot
                if last.kind == TokenKind::Identifier && !self.header_follows() =>
            {
                self.fail(|| catalog::syntax::prose(name.to(last.span)))
            }
            _ => self.fail(|| catalog::syntax::no_block_body(name, found)),
        }
    }

    /// The operator of another language after an operand. Takes its tokens except the last one,
    /// which is the operator.
    #[cold]
    pub(super) fn foreign_operator(&mut self) -> Option<BinaryOperator> {
        let (operator, written, meant, length) = self.operator_ahead()?;
        let span = self.token().span.to(self.token_at(length - 1).span);
        let report = self.report_first(|| catalog::syntax::foreign_operator(&written, meant, span));
        drop(report);
        for _ in 1..length {
            self.bump();
        }
        Some(operator)
    }

    pub(super) fn is_at_foreign_operator(&mut self) -> bool {
        self.operator_ahead().is_some()
    }

    fn operator_ahead(&mut self) -> Option<(BinaryOperator, String, &'static str, isize)> {
        use TokenKind::*;
        let may_be_operator = matches!(
            self.peek(),
            BitAnd | BitOr | BitXor | Equal | NotEqual | Less | Multiply | Question | Identifier
        );
        if !may_be_operator {
            return None;
        }
        let (first, second) = (self.token(), self.token_at(1));
        let is_adjacent = first.span.end == second.span.start;
        let found = match (first.kind, second.kind) {
            (BitAnd, _) => (BinaryOperator::And, "&&", 1),
            (BitOr, _) => (BinaryOperator::Or, "||", 1),
            (Equal | NotEqual, Assign) if is_adjacent => {
                let is_equal = first.kind == Equal;
                let operator =
                    if is_equal { BinaryOperator::Equal } else { BinaryOperator::NotEqual };
                (operator, if is_equal { "==" } else { "!=" }, 2)
            }
            (Less, Greater) if is_adjacent => (BinaryOperator::NotEqual, "!=", 2),
            (Multiply, Multiply) if is_adjacent => {
                (BinaryOperator::Multiply, "pow(base, exponent)", 2)
            }
            (Question, Question) if is_adjacent => (BinaryOperator::Or, "coalesce(a, b)", 2),
            (Question, Colon) if is_adjacent => (BinaryOperator::Or, "coalesce(a, b)", 2),
            (BitXor, _) => (BinaryOperator::Multiply, "pow(base, exponent), or != for booleans", 1),
            (Identifier, next) if starts_value(next) || next == Identifier || next == Not => {
                match self.text(first.span) {
                    "and" | "AND" => (BinaryOperator::And, "&&", 1),
                    "or" | "OR" => (BinaryOperator::Or, "||", 1),
                    "is" | "eq" => (BinaryOperator::Equal, "==", 1),
                    "ne" => (BinaryOperator::NotEqual, "!=", 1),
                    "mod" => (BinaryOperator::Modulo, "%", 1),
                    "div" => (BinaryOperator::Divide, "/", 1),
                    "in" => (BinaryOperator::Equal, "contains(list, value)", 1),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let last = match found.2 {
            1 => first,
            _ => second,
        };
        let written = self.text(first.span.to(last.span)).to_owned();
        Some((found.0, written, found.1, found.2))
    }

    /// `not` before an operand.
    #[cold]
    pub(super) fn foreign_not(&mut self, word: Span) -> Result<Option<NodeId>, E> {
        let next = self.token();
        let is_word = matches!(self.text(word), "not" | "NOT");
        if !is_word || !(next.kind == TokenKind::Identifier || next.kind == TokenKind::String) {
            return Ok(None);
        }
        self.report_first(|| catalog::syntax::foreign_operator("not", "!", word))?;
        let operand = self.expression()?;
        Ok(Some(operand))
    }

    /// A value in the notation of another language, in the place of a term.
    #[cold]
    pub(super) fn foreign_term(&mut self, found: Token) -> Result<Option<NodeId>, E> {
        let text = self.text(found.span);
        let (before, next) = (self.previous(), self.token_at(1));
        let is_adjacent = found.span.end == next.span.start;
        match found.kind {
            TokenKind::ForeignString => {
                let open = text.chars().next().unwrap_or_default();
                let mut inner = text.chars();
                inner.next();
                inner.next_back();
                self.report_first(|| {
                    catalog::syntax::foreign_quotes(open, inner.as_str(), found.span)
                })?;
                Ok(Some(self.literal(Kind::Invalid, 0)))
            }
            TokenKind::InvalidCharacter
                if text == "$" && next.kind == TokenKind::OpenBrace && is_adjacent =>
            {
                self.report_first(|| catalog::syntax::interpolation_without_quotes(found.span))?;
                self.bump();
                self.bump();
                let inner = self.expression();
                let inner = self.closing(inner, TokenKind::CloseBrace)?;
                self.eat(TokenKind::CloseBrace);
                Ok(Some(inner))
            }
            TokenKind::InvalidCharacter
                if matches!(text, "$" | "@")
                    && next.kind == TokenKind::Identifier
                    && is_adjacent =>
            {
                let name = self.text(next.span);
                let sigil = if text == "$" { '$' } else { '@' };
                let span = found.span.to(next.span);
                self.report_first(|| catalog::syntax::sigil(sigil, name, span))?;
                self.bump();
                Ok(Some(self.literal(Kind::Variable, 0)))
            }
            TokenKind::Add if starts_value(next.kind) || next.kind == TokenKind::Identifier => {
                self.report_first(|| catalog::syntax::invalid_expression(before, found))?;
                self.bump();
                self.term_with_steps().map(Some)
            }
            TokenKind::Dot if next.kind == TokenKind::Number && is_adjacent => {
                self.report_first(|| catalog::syntax::invalid_expression(before, found))?;
                self.bump();
                Ok(Some(self.literal(Kind::Invalid, 0)))
            }
            TokenKind::Divide
            | TokenKind::Dot
            | TokenKind::BitNot
            | TokenKind::Ellipsis
            | TokenKind::Less
            | TokenKind::Multiply
                if starts_element(before.kind) =>
            {
                let text = self.text_from(found.span.start);
                let is_path = found.kind != TokenKind::BitNot || text.starts_with("~/");
                if text.len() < 2 || !is_path {
                    return Ok(None);
                }
                let span = Span::new(found.span.start, found.span.start + text.len() as u32);
                self.report_first(|| {
                    catalog::syntax::unquoted_text("Invalid expression", text, span)
                })?;
                self.skip_to(span.end);
                Ok(Some(self.leaf(Kind::Invalid, span)))
            }
            _ => Ok(None),
        }
    }

    /// Reports a token after a term that would be an operator or a suffix in another language.
    #[cold]
    pub(super) fn behind_term(&mut self, term: NodeId) -> Result<NodeId, E> {
        let span = self.span_of(term);
        let kind = self.tree().node(term).kind;
        let found = self.token();
        let is_adjacent = span.end == found.span.start;
        if !is_adjacent || span.is_empty() {
            return Ok(term);
        }
        match (kind, found.kind) {
            (Kind::Number, TokenKind::Identifier) => self.letters_behind_number(span),
            (Kind::Number, TokenKind::Modulo) if self.ends_value(1) => {
                let whole = span.to(found.span);
                let text = self.text(whole);
                self.report_first(|| catalog::syntax::number_with_letters(text, None, whole))?;
                self.bump();
                Ok(self.leaf(Kind::Invalid, whole))
            }
            (
                Kind::Variable,
                TokenKind::String
                | TokenKind::StringEscaped
                | TokenKind::InvalidString
                | TokenKind::OpenQuote,
            ) if STRING_PREFIXES.contains(&self.text(span)) => {
                let prefix = self.text(span);
                self.report_first(|| catalog::syntax::string_prefix(prefix, span))?;
                let string = self.token().kind;
                match string {
                    // The escapes of a raw string are part of the same mistake.
                    TokenKind::InvalidString => Ok(self.literal(Kind::Invalid, 0)),
                    _ => self.term(),
                }
            }
            (_, TokenKind::Question) if self.token_at(1).kind == TokenKind::Dot => {
                let dot = self.token_at(1).span;
                let span = found.span.to(dot);
                let meant = "., and try(…, null) around the whole for what may be missing";
                self.report_first(|| catalog::syntax::foreign_operator("?.", meant, span))?;
                self.bump();
                Ok(term)
            }
            (Kind::Traversal, TokenKind::OpenParenthesis) => self.method_call(term),
            (Kind::Variable, TokenKind::Colon) if self.is_at_url() => {
                let text = self.text_from(span.start);
                let whole = Span::new(span.start, span.start + text.len() as u32);
                self.report_first(|| {
                    catalog::syntax::unquoted_text("Invalid expression", text, whole)
                })?;
                self.skip_to(whole.end);
                Ok(self.leaf(Kind::Invalid, whole))
            }
            _ => Ok(term),
        }
    }

    /// `10s`, `0x50`, `8_000`
    fn letters_behind_number(&mut self, number: Span) -> Result<NodeId, E> {
        let letters = self.bump();
        let mut whole = number.to(letters);
        // The rest of a text such as `10m30s` or `2024-01-01T10:00:00Z`.
        while matches!(
            self.peek(),
            TokenKind::Identifier
                | TokenKind::Number
                | TokenKind::Colon
                | TokenKind::Subtract
                | TokenKind::Dot
        ) && self.token().span.start == whole.end
        {
            whole = whole.to(self.bump());
        }
        whole.start = self.start_of_text(whole.start);
        let text = self.text(whole);
        let digits = text.replace('_', "");
        let radix = match digits.get(..2) {
            Some("0x" | "0X") => 16,
            Some("0o" | "0O") => 8,
            Some("0b" | "0B") => 2,
            _ => 10,
        };
        let decimal = match radix {
            10 => digits.bytes().all(|it| it.is_ascii_digit() || it == b'.').then_some(digits),
            _ => u64::from_str_radix(&digits[2..], radix).ok().map(|number| number.to_string()),
        };
        self.report_first(|| catalog::syntax::number_with_letters(text, decimal, whole))?;
        Ok(self.leaf(Kind::Invalid, whole))
    }

    /// The start of the text without blanks that `at` is in.
    fn start_of_text(&mut self, at: u32) -> u32 {
        const MOST: usize = 64;
        let before = self.input.state().source.as_bytes().get(..at as usize).unwrap_or_default();
        let is_text = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-:/._".contains(byte);
        let length = before.iter().rev().take(MOST).take_while(is_text).count();
        at - length as u32
    }

    fn method_call(&mut self, receiver: NodeId) -> Result<NodeId, E> {
        let span = self.span_of(receiver);
        let text = self.text(span);
        let open = self.token();
        let has_arguments = self.token_at(1).kind != TokenKind::CloseParenthesis;
        let (value, name) = text.rsplit_once('.').unwrap_or((text, "f"));
        let (value, name) = (value.trim(), name.trim());
        let place = Span::new(span.end - name.len() as u32, span.end);
        self.report_first(|| catalog::syntax::method_call(name, value, has_arguments, place))?;
        self.bump();
        self.skip_behind(TokenKind::CloseParenthesis);
        Ok(self.leaf(Kind::Invalid, span.to(open.span)))
    }

    /// Whether the token at this distance is followed by the end of the value.
    fn ends_value(&mut self, distance: isize) -> bool {
        use TokenKind::{
            CloseBrace, CloseBracket, CloseParenthesis, CloseSequence, Comma, End, Newline,
        };
        let kind = self.token_at(distance).kind;
        matches!(
            kind,
            CloseBrace | CloseBracket | CloseParenthesis | CloseSequence | Comma | End | Newline
        )
    }

    fn is_at_url(&mut self) -> bool {
        let colon = self.token().span;
        self.rest_from(colon.end).starts_with("//")
    }

    fn rest_from(&mut self, start: u32) -> &'s str {
        self.input.state().source.get(start as usize..).unwrap_or_default()
    }

    /// The text of the next tokens up to a blank, a comma, a bracket or the line end.
    fn text_from(&mut self, start: u32) -> &'s str {
        let ends = [' ', '\t', '\r', '\n', ',', ']', ')', '}', '"', ';'];
        self.rest_from(start).split(ends).next().unwrap_or_default()
    }

    /// Skips the tokens before `end`.
    fn skip_to(&mut self, end: u32) {
        while self.peek() != TokenKind::End && self.token().span.start < end {
            self.bump();
        }
    }

    /// The diagnostic for the next token, if it is invalid everywhere.
    #[cold]
    pub(super) fn lexical_mistake(&mut self) -> Option<crate::diagnostic::Diagnostic> {
        let token = self.token();
        let source = self.input.state().source;
        lexical::mistake(source, token)
    }
}

/// Whether an element or a whole value starts after the token.
fn starts_element(before: TokenKind) -> bool {
    use TokenKind::{Assign, Colon, Comma, OpenBracket, OpenParenthesis};
    matches!(before, Assign | Colon | Comma | OpenBracket | OpenParenthesis)
}

/// Whether the token starts a value and nothing else.
pub(super) fn starts_value(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Number
            | OpenBracket
            | OpenParenthesis
            | Heredoc
            | HeredocEscaped
            | OpenHeredoc
            | Subtract
            | ForeignString
            | String
            | StringEscaped
            | InvalidString
            | OpenQuote
    )
}
