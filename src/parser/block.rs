//! The structural language: blocks and their labels.

use super::state::Items;
use super::{Kinds, Parsed, Parser, TokenKind, catalog, failed};
use crate::syntax::{Kind, List, NodeId};
use crate::text::span::Span;

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    /// `Block = Identifier (StringLit|Identifier)* "{" Newline Body "}" Newline`, after the first
    /// identifier.
    pub(super) fn block(&mut self, name: Span) -> Parsed<NodeId> {
        let mut children = List::EMPTY;
        while Kinds::LABELS.has(self.peek()) {
            let label = self.label()?;
            self.tree().push(&mut children, label);
        }
        if self.peek() != TokenKind::OpenBrace {
            Self::if_diagnosing()?;
            let item = self.foreign_block(name, children.count);
            if self.peek() != TokenKind::OpenBrace {
                if let Some(item) = item? {
                    return Ok(item);
                }
            }
        }
        let labels = children.count;
        let body = if DIAGNOSING && self.peek() != TokenKind::OpenBrace {
            // An editor completes the labels.
            let end = self.end_of_blanks();
            self.leaf(Kind::Body, Span::empty(end))
        } else {
            // Decoding nests the body in one map for each label.
            self.nested_by(labels + 1, |parser| parser.block_body(name))?
        };
        self.tree().push(&mut children, body);
        Ok(self.add_item(Kind::Block, name, children, labels))
    }

    fn block_body(&mut self, name: Span) -> Parsed<NodeId> {
        let open = self.bump();
        if DIAGNOSING && open.is_empty() {
            self.report(|| catalog::no_opening_brace(name, open))?;
        }
        let ends_line =
            matches!(self.peek(), TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace);
        let is_on_line = !ends_line && (!DIAGNOSING || !self.starts_line());
        if DIAGNOSING {
            return self.body_in_spite_of_errors(name, open, is_on_line);
        }
        if is_on_line {
            return self.one_line_body(open);
        }
        let mut items = Items::default();
        self.items(Some(open), &mut items)?;
        self.check_names(&items)?;
        match self.eat(TokenKind::CloseBrace) {
            Some(close) => Ok(self.add(Kind::Body, items.flags(), open.to(close), items.list)),
            None => failed(),
        }
    }

    /// The body of a block after its brace. On the line of the brace, there may be one argument and nothing else.
    #[cold]
    fn body_in_spite_of_errors(
        &mut self,
        block: Span,
        open: Span,
        is_on_line: bool,
    ) -> Parsed<NodeId> {
        let mut items = Items::default();
        self.input.state().blocks += 1;
        let outer = std::mem::replace(&mut self.input.state().starts_on_line, is_on_line);
        if is_on_line {
            self.first_on_line(block, open, &mut items)?;
        }
        self.items(Some(open), &mut items)?;
        self.input.state().starts_on_line = outer;
        self.input.state().blocks -= 1;
        let found = self.found();
        let Some(close) = self.eat(TokenKind::CloseBrace) else {
            self.report(|| match is_on_line {
                true => catalog::unclosed_one_line_block(block, open, found),
                false => catalog::unclosed_block(block, open, None),
            })?;
            return Ok(self.add(Kind::Body, 0, open.to(found.span), items.list));
        };
        if close.is_empty() {
            let diagnostic = || catalog::unclosed_block(block, open, Some(close));
            match is_on_line {
                true => self.report(diagnostic)?,
                false => self.report_always(diagnostic)?,
            }
        }
        let flags = if is_on_line { 0 } else { items.flags() };
        Ok(self.add(Kind::Body, flags, open.to(close), items.list))
    }

    /// The argument on the line of a block's brace, and a comma behind it.
    fn first_on_line(&mut self, block: Span, open: Span, items: &mut Items) -> Parsed<()> {
        let attribute = self.one_line_attribute();
        let is_attribute = attribute.is_ok();
        match attribute {
            Ok(item) => self.tree().push(&mut items.list, item),
            Err(_) => self.skip_item(),
        }
        let found = self.found();
        if is_attribute && !matches!(found.kind, TokenKind::CloseBrace | TokenKind::End) {
            self.report(|| catalog::unclosed_one_line_block(block, open, found))?;
        }
        if matches!(found.kind, TokenKind::Comma | TokenKind::Semicolon) {
            self.bump();
        }
        Ok(())
    }

    /// Whether a line end precedes the next token, which is no token itself: the brace was taken for that of an
    /// object.
    fn starts_line(&mut self) -> bool {
        let (last, next) = (self.previous().span, self.token().span);
        self.text(Span::new(last.end, next.start.max(last.end))).contains('\n')
    }

    /// `OneLineBlock = Identifier (StringLit|Identifier)* "{" (Identifier "=" Expression)? "}"`,
    /// after the brace, with an attribute.
    fn one_line_body(&mut self, open: Span) -> Parsed<NodeId> {
        let attribute = self.one_line_attribute()?;
        let Some(close) = self.eat(TokenKind::CloseBrace) else { return failed() };
        let items = self.tree().list([attribute]);
        Ok(self.add(Kind::Body, 0, open.to(close), items))
    }

    fn one_line_attribute(&mut self) -> Parsed<NodeId> {
        if DIAGNOSING && self.peek() == TokenKind::String {
            let quoted = self.token().span;
            let sign = self.token_at(1).kind;
            if matches!(sign, TokenKind::Assign | TokenKind::Colon) {
                self.report_quoted_name(quoted, sign, true)?;
                self.bump();
                return self.attribute(Span::new(quoted.start + 1, quoted.end - 1));
            }
        }
        let Some(name) = self.eat(TokenKind::Identifier) else {
            return self.fail(|found| catalog::item_required(found, false, false));
        };
        match self.peek() {
            TokenKind::Assign => self.attribute(name),
            kind if Kinds::LABELS.has(kind) || kind == TokenKind::OpenBrace => {
                let (name_text, whole) = (self.text(name), name.to(self.found().span));
                self.report(|| catalog::block_in_one_line_block(name_text, whole))?;
                self.block(name)
            }
            _ if DIAGNOSING => self.foreign_item(name),
            _ => failed(),
        }
    }

    pub(super) fn label(&mut self) -> Parsed<NodeId> {
        let kind = match self.peek() {
            TokenKind::Identifier => Kind::LabelIdentifier,
            TokenKind::String => Kind::LabelString,
            TokenKind::StringEscaped => Kind::LabelEscaped,
            _ => return self.invalid_label(),
        };
        let span = self.bump();
        Ok(self.leaf(kind, span))
    }

    /// Reports and skips a quoted label that is not a plain string.
    #[cold]
    fn invalid_label(&mut self) -> Parsed<NodeId> {
        let open = self.token();
        if open.kind == TokenKind::InvalidString {
            // The escapes are the only mistake.
            self.report_escapes(open)?;
            self.bump();
            return Ok(self.leaf(Kind::Invalid, open.span));
        }
        self.bump();
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::CloseQuote => {
                    if token.span.is_empty() {
                        let line = self.line_from(open.span.end);
                        self.report(|| catalog::unclosed_string(open.span, line))?;
                    }
                    self.bump();
                    return Ok(self.leaf(Kind::Invalid, open.span.to(token.span)));
                }
                TokenKind::Literal | TokenKind::LiteralEscaped => {
                    self.bump();
                }
                TokenKind::InvalidLiteral => {
                    self.report_escapes(token)?;
                    self.bump();
                }
                TokenKind::OpenInterpolation | TokenKind::OpenDirective => {
                    self.report(|| catalog::template_in_label(open.span, token))?;
                    self.bump();
                    self.skip_behind(TokenKind::CloseSequence);
                }
                _ => {
                    let failure = self.fail(|_| catalog::invalid_label(open.span, token.span));
                    return self.closing(failure, TokenKind::CloseQuote);
                }
            }
        }
    }
}
