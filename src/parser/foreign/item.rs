//! Items in the notation of other languages: assignments, statements, headers of blocks, text without quotes.

use super::super::{Kind, NodeId};
use super::{Form, Kinds, Parsed, Parser, Place, Then, Token, TokenKind, catalog, failed};
use crate::lexer::{kinds, sign_of_item};
use crate::parser::state::Once;
use crate::text::identifier::is_identifier;
use crate::text::span::Span;

impl<const DIAGNOSING: bool> Parser<'_, '_, '_, '_, DIAGNOSING> {
    /// An item after its name, where neither an equals sign, a label nor a brace follows.
    #[cold]
    pub(in crate::parser) fn foreign_item(&mut self, name: Span) -> Parsed<NodeId> {
        let found = self.found();
        let next = self.token_at(1);
        let word = self.text(name);
        if let Some((form, _)) = self.form_at(Place::Item, -1) {
            return self.statement(form, name);
        }
        let is_alone = matches!(found.kind, TokenKind::Newline | TokenKind::End);
        if is_alone && word == "end" && self.is_reported(Once::Braces) {
            self.hide_errors();
            return failed();
        }
        if found.kind == TokenKind::OpenParenthesis && next.kind == TokenKind::Newline {
            self.report_once(Once::Braces, || catalog::no_braces("(", found.span))?;
            return failed();
        }
        let is_label = Kinds::NUMBERS.has(found.kind) || found.kind == TokenKind::ForeignString;
        if is_label && self.header_follows() {
            if found.kind == TokenKind::ForeignString {
                self.foreign_term(found)?;
            } else {
                let text = self.text(found.span);
                self.report(|| catalog::label_without_quotes(name, text, found.span))?;
                self.bump();
            }
            return self.block(name);
        }
        if found.kind == TokenKind::OpenBracket && next.kind == TokenKind::OpenBracket {
            self.report_template("[[ … ]]", found.span.to(next.span))?;
            return failed();
        }
        let is_key = matches!(next.kind, TokenKind::String | TokenKind::StringEscaped);
        if found.kind == TokenKind::OpenBracket
            && is_key
            && found.span.start == name.end
            && self.token_at(2).kind == TokenKind::CloseBracket
        {
            return self.fail(|_| catalog::neither_argument_nor_block(name, found));
        }
        if found.kind == TokenKind::Colon {
            if let Some(value) = self.indented_value(name)? {
                return Ok(self.attribute_of(name, value));
            }
        }
        if let Some((form, sign)) = self.form_at(Place::Sign, 0) {
            return self.foreign_sign(form, name, sign);
        }
        // A call is not the value of an argument.
        if !Kinds::VALUES.has(found.kind) || found.kind == TokenKind::OpenParenthesis {
            return self.item_across_lines(name, found, next);
        }
        let sign = Span::empty(found.span.start);
        self.report(|| catalog::foreign_assignment(word, "", name, sign, sign))?;
        self.value_of(name)
    }

    /// Another sign than the equals sign after a name.
    fn foreign_sign(&mut self, form: &Form, name: Span, sign: Span) -> Parsed<NodeId> {
        let tokens = form.tokens.len() as isize;
        let start = self.token_at(tokens).span.start;
        let (word, written, value) = (self.text(name), self.text(sign), self.text_from(start));
        let whole = Span::new(sign.start, start + value.len() as u32);
        self.report(|| match written == ":" && catalog::is_plain_text(value) {
            true => catalog::foreign_assignment(word, value, name, sign, whole),
            false => form.sign_diagnostic(name, word, written, sign),
        })?;
        if form.then == Then::Fail {
            return failed();
        }
        self.take(tokens);
        let item = self.value_of(name);
        self.skip_comma();
        item
    }

    /// Reports an opening brace on the line after the header of a block, and takes the line end between them.
    fn brace_below(&mut self, name: Span, subject: Span, last: Span) -> Parsed<()> {
        let brace = self.token_at(1).span;
        let is_blank = self.text(Span::new(last.end, brace.start)).trim().is_empty();
        let between = is_blank.then(|| Span::new(last.end, brace.end));
        self.report_old_form(|| catalog::brace_on_next_line(name, subject, brace, between))?;
        self.bump();
        Ok(())
    }

    /// Reports a statement, and skips the indented lines after its colon.
    fn statement(&mut self, form: &Form, name: Span) -> Parsed<NodeId> {
        let word = self.text(name);
        let failure = self.fail(|_| form.diagnostic(word, name, None));
        if self.line_from(name.start).trim_end().ends_with(':') {
            let end = self.end_of_indented(name.start);
            self.skip_to(end.saturating_sub(1));
        }
        failure
    }

    /// The lines after `name:` that are a list, an object or a text in YAML.
    fn indented_value(&mut self, name: Span) -> Parsed<Option<NodeId>> {
        let [sign, newline] = [0, 1].map(|distance| self.token_at(distance));
        let text = self.rest_from(sign.span.end);
        let (sign, lines) = text.split_once('\n').unwrap_or((text, ""));
        let first = lines.trim_start();
        let key = first.split([' ', '\n']).next().unwrap_or_default().strip_suffix(':');
        let is_value = match sign.trim() {
            "" => first.starts_with('-') || key.is_some_and(is_identifier),
            sign => matches!(sign, "|" | ">" | "|-" | ">-"),
        };
        let end = self.end_of_indented(name.start);
        if !is_value || newline.span.end > end && !first.starts_with('-') {
            return Ok(None);
        }
        let written = self.text(name);
        self.report(|| catalog::indented_value(written, sign.trim(), first, name))?;
        Ok(Some(self.invalid_to(newline.span, end.saturating_sub(1))))
    }

    /// An item whose name is alone on its line, if the next line continues it.
    fn item_across_lines(&mut self, name: Span, found: Token, next: Token) -> Parsed<NodeId> {
        match (found.kind, next.kind) {
            (TokenKind::Newline, TokenKind::Assign) => {
                self.report(|| catalog::neither_argument_nor_block(name, found))?;
                self.bump();
                self.bump();
                self.value_of(name)
            }
            (TokenKind::Newline, TokenKind::String | TokenKind::StringEscaped)
                if self.header_follows() =>
            {
                self.report(|| catalog::neither_argument_nor_block(name, found))?;
                self.bump();
                self.block(name)
            }
            (TokenKind::Newline, TokenKind::OpenBrace) => {
                self.brace_below(name, name, name)?;
                self.block(name)
            }
            // Statements of another language need more than another sign.
            (TokenKind::Semicolon, _) if self.token_at(2).kind == TokenKind::Semicolon => {
                self.report(|| catalog::neither_argument_nor_block(name, found))?;
                failed()
            }
            _ => self.fail(|_| catalog::neither_argument_nor_block(name, found)),
        }
    }

    /// A block without its opening brace: labels and then something else. `None` is a block that ends
    /// after its labels.
    #[cold]
    pub(in crate::parser) fn foreign_block(
        &mut self,
        name: Span,
        labels: u32,
    ) -> Parsed<Option<NodeId>> {
        let found = self.found();
        let word = self.text(name);
        let last = self.previous();
        if let Some((form, _)) = self.form_at(Place::Item, -1 - labels as isize) {
            return self.statement(form, name).map(Some);
        }
        let ends_line = matches!(found.kind, TokenKind::Newline | TokenKind::End);
        let is_header = !ends_line && self.header_follows();
        // `let name = value`, `var name: type = value`, `var name type = value`
        let behind = [1, 2].map(|distance| self.token_at(distance).kind);
        let assign = match found.kind {
            TokenKind::Assign => Some(0),
            _ => (behind == [TokenKind::Identifier, TokenKind::Assign]).then_some(2),
        };
        let first = self.token_at(-(labels.min(2) as isize));
        let is_typed = labels == 2 && !catalog::is_keyword(self.text(first.span));
        let declared = if is_typed { first } else { last };
        match found.kind {
            TokenKind::Assign | TokenKind::Colon
                if labels <= 2
                    && [first, last].iter().all(|it| it.kind == TokenKind::Identifier)
                    && assign.is_some() =>
            {
                let text = self.text(declared.span);
                let before = Span::new(name.start, declared.span.start);
                let distance = assign.unwrap_or_default();
                let sign = self.token_at(distance).span;
                let ty = is_typed.then_some(last.span);
                self.report(|| catalog::declaration(word, text, name, before, ty, sign))?;
                self.leaf(Kind::Invalid, name);
                self.take(distance + 1);
                self.value_of(declared.span).map(Some)
            }
            TokenKind::Newline if self.token_at(1).kind == TokenKind::OpenBrace => {
                self.brace_below(name, found.span, last.span)?;
                failed()
            }
            TokenKind::Colon if self.token_at(1).kind == TokenKind::OpenBrace => {
                self.report(|| catalog::no_block_body(name, found))?;
                self.bump();
                failed()
            }
            TokenKind::Newline | TokenKind::End
                if matches!(self.text(last.span), "do" | "begin" | "then") =>
            {
                let written = self.text(last.span);
                self.report_once(Once::Braces, || catalog::no_braces(written, last.span))?;
                Ok(None)
            }
            TokenKind::Newline | TokenKind::End if labels == 1 => {
                let text = self.text(last.span);
                self.report(|| catalog::argument_or_block(name, word, text, last.span, found))?;
                if !last.is_quote() || last.span.is_empty() || self.end_of_blanks() > last.span.end
                {
                    // The label is not finished: its quote is open, or a blank follows it.
                    return Ok(None);
                }
                let value = self.leaf(Kind::Invalid, last.span);
                Ok(Some(self.attribute_of(name, value)))
            }
            kind if ENDS_OF_PROSE.has(kind)
                && !self.line_from(found.span.end).contains('{')
                && last.kind == TokenKind::Identifier
                && (labels > 1 || !ends_line)
                && !is_header =>
            {
                self.fail(|_| catalog::prose(name.to(last.span)))
            }
            TokenKind::Newline | TokenKind::End => {
                self.report(|| catalog::no_block_body(name, found))?;
                Ok(None)
            }
            _ => self.fail(|_| catalog::no_block_body(name, found)),
        }
    }

    /// An attribute whose value is a text without quotes from `start` on.
    #[cold]
    pub(in crate::parser) fn unquoted_value(&mut self, item: NodeId, start: u32) -> Parsed<NodeId> {
        let rest = self.rest_from(start);
        let text = rest.split([' ', '\t', '\r', '\n', ']', ')', '}', '"', ';']).next();
        let text = text.unwrap_or_default();
        let span = Span::new(start, start + text.len() as u32);
        let summary = "Missing newline after argument";
        let digits = without_comma(text);
        if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            self.report(|| catalog::number_with_letters(text, Some(digits), span))?;
        } else {
            self.report(|| catalog::unquoted_text(summary, text, false, span))?;
        }
        let behind = self.token().span.start;
        self.skip_invalid(behind);
        Ok(item)
    }

    /// The sign of the item whose name or last sign is the token at this distance.
    pub(in crate::parser) fn sign_behind(&mut self, distance: isize) -> Option<u8> {
        let end = self.token_at(distance).span.end;
        sign_of_item(self.input.state().source, end as usize)
    }

    /// Whether a label and an opening brace, or only that, follow the next token.
    pub(in crate::parser) fn header_follows(&mut self) -> bool {
        self.sign_behind(0) == Some(b'{')
    }

    /// Whether this line starts with an operator and the line before is an attribute.
    pub(in crate::parser) fn continues_expression_before(&mut self) -> bool {
        let (found, next, before) = (self.token(), self.token_at(1), self.token_at(-2));
        let continues =
            matches!(found.kind, TokenKind::Question | TokenKind::Colon | TokenKind::Dot)
                || found.kind.binary_operator().is_some();
        let starts_term = Kinds::VALUES.has(next.kind) || next.kind == TokenKind::Identifier;
        let is_behind = before.span.end > 0 && before.span.end <= found.span.start;
        let is_item = self.token_at(2).kind == TokenKind::Assign;
        let is_brace = matches!(before.kind, TokenKind::OpenBrace | TokenKind::CloseBrace);
        continues && starts_term && is_behind && !is_brace && !is_item
    }

    /// `"name" = value` and `"type" "label" { … }`, as in HCL 1, or `"name": value`, as in JSON.
    #[cold]
    pub(in crate::parser) fn item_with_quoted_name(
        &mut self,
        quoted: Span,
        sign: TokenKind,
    ) -> Option<NodeId> {
        let name = Span::new(quoted.start + 1, quoted.end - 1);
        let _ = self.report_quoted_name(quoted, sign, false);
        self.bump();
        let item = match sign {
            TokenKind::Colon | TokenKind::Assign => self.attribute(name),
            _ => self.block(name),
        };
        if sign == TokenKind::Colon {
            self.skip_comma();
        }
        let item = item.and_then(|item| self.no_line_end(name, item));
        self.eat(TokenKind::Newline);
        item.ok()
    }

    pub(in crate::parser) fn report_quoted_name(
        &mut self,
        quoted: Span,
        sign: TokenKind,
        on_one_line: bool,
    ) -> Parsed<()> {
        let (text, has_colon) = (self.text(quoted), sign == TokenKind::Colon);
        let sign = self.token_at(1).span;
        let diagnostic =
            || catalog::quoted_argument_name(text, on_one_line, has_colon, quoted, sign);
        match has_colon {
            true => self.report(diagnostic),
            false => self.report_old_form(diagnostic),
        }
    }

    /// Skips the comma after an argument in the notation of another language.
    pub(in crate::parser) fn skip_comma(&mut self) {
        if let Some(comma) = self.eat(TokenKind::Comma) {
            self.invalid_from(comma.start);
        }
    }
}

const ENDS_OF_PROSE: Kinds = kinds![Newline, End, Colon, Comma, Dot];

/// The number with a point instead of a decimal comma, or without the commas between groups of three
/// digits.
pub(in crate::parser) fn without_comma(text: &str) -> String {
    match text.split_once(',') {
        Some((whole, rest)) if rest.len() != 3 && !rest.contains(',') => format!("{whole}.{rest}"),
        _ => text.replace(',', ""),
    }
}
