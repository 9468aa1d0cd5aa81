//! The structural language: bodies, attributes, blocks.

use super::error::Failure;
use super::expression::starts_term;
use super::names::SeenNames;
use super::state::Items;
use super::{Parser, TokenKind, catalog};
use crate::diagnostic::catalog::habits::ForeignSign;
use crate::diagnostic::catalog::syntax::OldForm;
use crate::syntax::{Kind, List, Node, NodeId};
use crate::text::span::Span;

impl<'s, 't, E: Failure<'t>> Parser<'_, 's, 't, '_, E> {
    /// `ConfigFile = Body`, after the items parsed so far.
    pub(super) fn document(&mut self) -> Result<NodeId, E> {
        self.some_items()?;
        let items = std::mem::take(&mut self.input.state().items);
        let list = items.list;
        let checked = self.check_names(&items);
        self.input.state().items = items;
        checked?;
        let whole = Span::new(0, self.token().span.end);
        Ok(self.add(Kind::Body, 0, whole, list))
    }

    /// Items of the document, appended to those parsed so far.
    pub(super) fn some_items(&mut self) -> Result<(), E> {
        let mut items = std::mem::take(&mut self.input.state().items);
        let parsed = self.items(None, &mut items);
        self.input.state().items = items;
        parsed
    }

    /// `Body = (Attribute | Block | OneLineBlock)*`, up to the end or the brace that closes `open`.
    fn items(&mut self, open: Option<Span>, items: &mut Items) -> Result<(), E> {
        self.eat(TokenKind::Newline);
        let mut names = SeenNames::default();
        if E::DIAGNOSING && items.list.count > 0 {
            self.compare_names(items.list, &mut names.compared)?;
            self.input.state().error_at = None;
        }
        loop {
            match (self.peek(), open) {
                (TokenKind::End, _) | (TokenKind::CloseBrace, Some(_)) => break,
                (TokenKind::Identifier, _) => {}
                _ if !E::DIAGNOSING => return Err(E::reported()),
                _ => {
                    if let Some(item) = self.no_item(&mut names) {
                        self.tree().push(&mut items.list, item);
                    }
                    continue;
                }
            }
            let name = self.token().span;
            let is_attribute = E::DIAGNOSING && self.token_at(1).kind == TokenKind::Assign;
            let item = self.item();
            if is_attribute {
                self.see_name(name, &mut names, items)?;
            }
            match item {
                Ok(item) => {
                    self.tree().push(&mut items.list, item);
                    let Node { kind, span, .. } = *self.tree().node(item);
                    if kind == Kind::Attribute && !E::DIAGNOSING {
                        items.may_repeat |= items.names.insert(self.bytes(span));
                    }
                }
                Err(failure) if E::DIAGNOSING => {
                    drop(failure);
                    self.input.state().in_garbled_text = true;
                    self.skip_item(open.is_some());
                    self.invalid_from(name.start);
                }
                Err(failure) => return Err(failure),
            }
            self.eat(TokenKind::Newline);
        }
        Ok(())
    }

    /// An item, which starts with a name. Checks that a line end follows, which the caller takes.
    fn item(&mut self) -> Result<NodeId, E> {
        if E::DIAGNOSING {
            self.start_item();
        }
        let name = self.bump();
        let item = match self.peek() {
            TokenKind::Assign => self.attribute(name)?,
            kind if starts_label(kind) || kind == TokenKind::OpenBrace => self.block(name)?,
            _ if E::DIAGNOSING => self.foreign_item(name)?,
            _ => return Err(E::reported()),
        };
        match self.peek() {
            TokenKind::Newline | TokenKind::End => Ok(item),
            _ if E::DIAGNOSING => self.no_line_end(name, item),
            _ => Err(E::reported()),
        }
    }

    /// Ends the recovery where an item starts. If the line before is no item and this line is none
    /// either, the error here may follow from that line, so recovery continues.
    #[inline(always)]
    fn start_item(&mut self) {
        let ahead = self.input.cursor().inner().len();
        let state = self.input.state();
        state.item_start = state.tokens.len() - ahead;
        if state.recovering || state.in_garbled_text {
            self.recover_at_item();
        }
    }

    #[cold]
    fn recover_at_item(&mut self) {
        let behind = self.token_at(1).kind;
        let is_item = behind == TokenKind::Assign
            || behind == TokenKind::OpenBrace
            || (starts_label(behind) || behind == TokenKind::Dot) && self.line_has_sign();
        let state = self.input.state();
        if is_item || !state.in_garbled_text {
            state.recovering = false;
        }
        state.in_garbled_text = false;
    }

    /// Parses a line that doesn't start with a name. Returns the item that was probably meant.
    #[cold]
    fn no_item(&mut self, names: &mut SeenNames<'s>) -> Option<NodeId> {
        let found = self.token();
        let behind = self.token_at(1);
        let was_in_garbled_text = std::mem::replace(&mut self.input.state().in_garbled_text, true);
        self.input.state().recovering = was_in_garbled_text || self.follows_error();
        let is_sign = matches!(behind.kind, TokenKind::Assign | TokenKind::Colon);
        if found.kind == behind.kind && matches!(self.foreign_template(), Ok(Some(_))) {
            // Behind the sign of the other template, an item may begin on the same line.
            self.eat(TokenKind::Newline);
            return None;
        }
        let is_apart = found.span.end < behind.span.start;
        if found.kind == TokenKind::String && (is_sign || is_apart && self.header_follows()) {
            if is_sign {
                self.start_item();
                self.input.state().recovering = false;
            }
            return self.item_with_quoted_name(found.span, behind.kind);
        }
        if self.rest_from(found.span.start).starts_with("\"\"\"") {
            drop(self.report_first(|| catalog::syntax::comment_in_quotes(found.span)));
            let rest = self.rest_from(found.span.start + 3);
            let length = rest.find("\"\"\"").map_or(0, |end| end as u32 + 3);
            self.skip_to(found.span.start + 3 + length);
        } else if [found.kind, behind.kind] == [TokenKind::Less; 2] {
            let span = found.span.to(behind.span);
            drop(self.report_first(|| catalog::syntax::foreign_sign(ForeignSign::Merge, span)));
        } else if found.kind == TokenKind::OpenBrace && behind.kind == TokenKind::Modulo {
            let report = catalog::syntax::foreign_template("{% … %}", found.span.to(behind.span));
            drop(self.report_once(TokenKind::DoubleColon, || report));
        } else if found.kind == TokenKind::OpenBracket && !self.input.state().recovering {
            // The arguments below the headers of tables may have equal names.
            *names = SeenNames::default();
            let report =
                catalog::syntax::table_header(self.line_from(found.span.start), found.span);
            drop(self.report_once(TokenKind::OpenBracket, || report));
        } else {
            let found = self.found();
            let continues = self.continues_expression_before();
            let is_first = self.is_first(found);
            let text = self.text(found.span);
            drop(self.report_found(|| match found.kind {
                TokenKind::String | TokenKind::StringEscaped | TokenKind::OpenQuote => {
                    catalog::syntax::quoted_argument_name(text, false, found.span)
                }
                _ => catalog::syntax::item_required(found, continues, is_first),
            }));
        }
        let in_block = self.input.state().blocks > 0;
        let is_brace = matches!(found.kind, TokenKind::CloseBrace | TokenKind::SurplusBrace);
        if is_brace && !in_block || found.kind == TokenKind::SurplusBrace {
            self.bump();
        } else {
            self.skip_item(in_block);
        }
        self.invalid_from(found.span.start);
        self.eat(TokenKind::Newline);
        None
    }

    /// Whether nothing precedes the token.
    fn is_first(&mut self, found: super::Token) -> bool {
        let ahead = self.input.cursor().inner().len();
        let state = self.input.state();
        let before = state.source.get(..found.span.start as usize).unwrap_or_default();
        state.tokens.len() - ahead <= 1 && before.trim_start().is_empty()
    }

    /// Marks skipped text as invalid.
    pub(super) fn invalid_from(&mut self, start: u32) {
        let end = self.previous().span.end.max(start);
        self.leaf(Kind::Invalid, Span::new(start, end));
    }

    /// Reports a token that is no line end after an item. The item is kept.
    #[cold]
    pub(super) fn no_line_end(&mut self, name: Span, item: NodeId) -> Result<NodeId, E> {
        let found = self.found();
        let in_block = self.input.state().blocks > 0;
        match found.kind {
            TokenKind::Newline | TokenKind::End => return Ok(item),
            TokenKind::CloseBrace if in_block && self.input.state().recovering => return Ok(item),
            // The semicolon after a heredoc's marker is part of the same mistake.
            TokenKind::Semicolon => {
                if !self.input.state().recovering {
                    let report = || catalog::syntax::semicolon(found.span);
                    self.report_once(TokenKind::Semicolon, report)?;
                }
                self.bump();
                self.invalid_from(found.span.start);
                return Ok(item);
            }
            _ => {}
        }
        if found.kind == self.token_at(1).kind && self.foreign_template()?.is_some() {
            return self.no_line_end(name, item);
        }
        let is_block = self.tree().node(item).kind == Kind::Block;
        if !is_block && self.is_word("if") {
            self.report_first(|| catalog::syntax::foreign_conditional(found.span))?;
            self.skip_item(in_block);
            self.invalid_from(found.span.start);
            return Ok(item);
        }
        let starts_item = found.kind == TokenKind::Identifier
            && matches!(self.token_at(1).kind, TokenKind::Assign | TokenKind::OpenBrace);
        let last = self.previous();
        let words = self.text(last.span.to(found.span));
        let is_followed = super::foreign::starts_value(self.token_at(1).kind);
        if !is_block && self.is_part_of_text(last, found) {
            let value = self.tree().node(item).first_child();
            let start = value.map_or(found.span.start, |value| self.span_of(value).start);
            return self.unquoted_value(item, start, in_block);
        }
        let ends_line = matches!(
            self.token_at(1).kind,
            TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace
        );
        if found.kind == TokenKind::Comma && ends_line {
            self.report_old_form(OldForm::Comma, || match is_block {
                true => catalog::syntax::no_newline_after_block(name, found),
                false => {
                    catalog::syntax::no_newline_after_argument(name, last, found, words, false)
                }
            })?;
            self.bump();
            self.invalid_from(found.span.start);
            self.input.state().recovering = false;
            return Ok(item);
        }
        self.report_found(|| match found.kind {
            _ if is_block => catalog::syntax::no_newline_after_block(name, found),
            _ if starts_item => catalog::syntax::item_after_argument(name, found),
            TokenKind::CloseBrace if in_block => catalog::syntax::brace_after_argument(name, found),
            _ => catalog::syntax::no_newline_after_argument(name, last, found, words, is_followed),
        })?;
        if matches!(found.kind, TokenKind::Comma | TokenKind::SurplusBrace) {
            self.bump();
            self.invalid_from(found.span.start);
            self.input.state().recovering = false;
        } else if !starts_item {
            self.skip_item(in_block);
            self.invalid_from(found.span.start);
        }
        Ok(item)
    }

    /// `Attribute = Identifier "=" Expression Newline`, after the identifier.
    #[inline(always)]
    pub(super) fn attribute(&mut self, name: Span) -> Result<NodeId, E> {
        let assign = self.bump();
        if E::DIAGNOSING {
            return self.attribute_in_spite_of_errors(name, assign);
        }
        let expression = self.expression()?;
        let children = self.tree().list([expression]);
        Ok(self.add_item(Kind::Attribute, name, children, 1))
    }

    /// An attribute whose expression may be invalid, after the name and the equals sign.
    fn attribute_in_spite_of_errors(&mut self, name: Span, assign: Span) -> Result<NodeId, E> {
        let found = self.token();
        if found.kind == TokenKind::Newline && self.value_is_on_next_line() {
            let text = self.text(found.span);
            self.report_first(|| catalog::syntax::no_value(assign, found.span, text))?;
            self.bump();
        } else if found.kind == TokenKind::Newline {
            let text = self.text(found.span);
            self.report_first(|| catalog::syntax::no_value(assign, found.span, text))?;
            let end = self.end_of_blanks();
            let invalid = self.leaf(Kind::Invalid, Span::new(assign.end, end));
            let children = self.tree().list([invalid]);
            return Ok(self.add_item(Kind::Attribute, name, children, 1));
        }
        let expression = match self.expression() {
            Ok(expression) => expression,
            Err(_) => {
                let in_block = self.input.state().blocks > 0;
                self.skip_item(in_block);
                let end = self.end_of_blanks().max(assign.end);
                let start = found.span.start.min(end);
                self.leaf(Kind::Invalid, Span::new(start, end))
            }
        };
        let children = self.tree().list([expression]);
        Ok(self.add_item(Kind::Attribute, name, children, 1))
    }

    /// Whether the next token is a line end and the next line is a value, not an item.
    #[cold]
    pub(super) fn value_is_on_next_line(&mut self) -> bool {
        let (first, second) = (self.token_at(1).kind, self.token_at(2).kind);
        let ends_item =
            !matches!(second, TokenKind::Assign | TokenKind::OpenBrace) && !starts_label(second);
        starts_term(first) && (first != TokenKind::Identifier || ends_item)
    }

    /// The value of an attribute with another sign, or none, in the place of the equals sign.
    #[cold]
    pub(super) fn value_of(&mut self, name: Span) -> Result<NodeId, E> {
        let before = self.previous().span;
        self.attribute_in_spite_of_errors(name, before)
    }

    /// `Block = Identifier (StringLit|Identifier)* "{" Newline Body "}" Newline`, after the first
    /// identifier.
    pub(super) fn block(&mut self, name: Span) -> Result<NodeId, E> {
        let mut children = List::EMPTY;
        while starts_label(self.peek()) {
            let label = self.label()?;
            self.tree().push(&mut children, label);
        }
        if self.peek() != TokenKind::OpenBrace {
            if !E::DIAGNOSING {
                return Err(E::reported());
            }
            let item = self.foreign_block(name, children.count);
            if self.peek() != TokenKind::OpenBrace {
                return match item? {
                    Some(item) => Ok(item),
                    None => Ok(self.unfinished_block(name, children)),
                };
            }
        }
        let labels = children.count;
        // Decoding nests the body in one map for each label.
        let body = self.nested_by(labels + 1, |parser| parser.block_body(name))?;
        self.tree().push(&mut children, body);
        Ok(self.add_item(Kind::Block, name, children, labels))
    }

    /// A block without its body: an editor completes its labels.
    #[cold]
    fn unfinished_block(&mut self, name: Span, mut children: List) -> NodeId {
        let labels = children.count;
        let end = self.end_of_blanks();
        let body = self.leaf(Kind::Body, Span::at(end));
        self.tree().push(&mut children, body);
        self.add_item(Kind::Block, name, children, labels)
    }

    fn block_body(&mut self, name: Span) -> Result<NodeId, E> {
        let open = self.bump();
        if E::DIAGNOSING && open.is_empty() {
            self.report_first(|| catalog::syntax::no_opening_brace(name, open))?;
        }
        if !matches!(self.peek(), TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace) {
            return self.one_line_body(name, open);
        }
        let mut items = Items::default();
        if E::DIAGNOSING {
            self.input.state().blocks += 1;
        }
        self.items(Some(open), &mut items)?;
        if E::DIAGNOSING {
            self.input.state().blocks -= 1;
        }
        self.check_names(&items)?;
        let Some(close) = self.eat(TokenKind::CloseBrace) else {
            if !E::DIAGNOSING {
                return Err(E::reported());
            }
            self.input.state().recovering = false;
            self.report_first(|| catalog::syntax::unclosed_block(name, open, None))?;
            let end = self.token().span;
            return Ok(self.add(Kind::Body, 0, open.to(end), items.list));
        };
        if E::DIAGNOSING && close.is_empty() {
            self.report(|| catalog::syntax::unclosed_block(name, open, Some(close)))?;
        }
        Ok(self.add(Kind::Body, 0, open.to(close), items.list))
    }

    /// `OneLineBlock = Identifier (StringLit|Identifier)* "{" (Identifier "=" Expression)? "}"`,
    /// after the brace, with an attribute.
    fn one_line_body(&mut self, block: Span, open: Span) -> Result<NodeId, E> {
        if E::DIAGNOSING {
            return self.invalid_one_line_body(block, open);
        }
        let attribute = self.one_line_attribute()?;
        let Some(close) = self.eat(TokenKind::CloseBrace) else { return Err(E::reported()) };
        let items = self.tree().list([attribute]);
        Ok(self.add(Kind::Body, 0, open.to(close), items))
    }

    /// The body of a block on one line with any number of items, of which only one is allowed.
    #[cold]
    fn invalid_one_line_body(&mut self, block: Span, open: Span) -> Result<NodeId, E> {
        let mut items = List::EMPTY;
        let mut is_reported = self.input.state().recovering;
        self.input.state().blocks += 1;
        loop {
            match self.one_line_attribute() {
                Ok(item) => self.tree().push(&mut items, item),
                Err(_) => self.skip_item(true),
            }
            let found = self.found();
            match found.kind {
                TokenKind::CloseBrace | TokenKind::End => break,
                _ => {}
            }
            if !std::mem::replace(&mut is_reported, true) {
                self.report_first(|| catalog::syntax::unclosed_one_line_block(block, open, found))?;
            }
            match found.kind {
                TokenKind::Comma | TokenKind::Semicolon
                    if self.token_at(1).kind == TokenKind::Identifier =>
                {
                    self.bump();
                }
                TokenKind::Identifier => {}
                TokenKind::Newline => drop(self.bump()),
                _ => self.skip_item(true),
            }
            if self.peek() != TokenKind::Identifier {
                break;
            }
        }
        self.input.state().blocks -= 1;
        let close = match self.eat(TokenKind::CloseBrace) {
            Some(close) => {
                if close.is_empty() {
                    self.report_first(|| {
                        catalog::syntax::unclosed_block(block, open, Some(close))
                    })?;
                }
                close
            }
            None => {
                let found = self.found();
                self.report_first(|| catalog::syntax::unclosed_one_line_block(block, open, found))?;
                self.previous().span
            }
        };
        Ok(self.add(Kind::Body, 0, open.to(close), items))
    }

    fn one_line_attribute(&mut self) -> Result<NodeId, E> {
        if E::DIAGNOSING && self.peek() == TokenKind::String {
            let quoted = self.token().span;
            let sign = self.token_at(1).kind;
            if matches!(sign, TokenKind::Assign | TokenKind::Colon) {
                let diagnostic = catalog::syntax::quoted_name_on_one_line;
                self.report_quoted_name(quoted, sign, diagnostic)?;
                self.bump();
                return self.attribute(Span::new(quoted.start + 1, quoted.end - 1));
            }
        }
        let Some(name) = self.eat(TokenKind::Identifier) else {
            let found = self.found();
            return self.fail(|| catalog::syntax::item_required(found, false, false));
        };
        match self.peek() {
            TokenKind::Assign => self.attribute(name),
            kind if starts_label(kind) || kind == TokenKind::OpenBrace => {
                let (name_text, whole) = (self.text(name), name.to(self.found().span));
                self.report_first(|| catalog::syntax::block_in_one_line_block(name_text, whole))?;
                self.block(name)
            }
            _ if E::DIAGNOSING => self.foreign_item(name),
            _ => Err(E::reported()),
        }
    }

    pub(super) fn label(&mut self) -> Result<NodeId, E> {
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
    fn invalid_label(&mut self) -> Result<NodeId, E> {
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
                        self.report_first(|| catalog::syntax::unclosed_string(open.span, line))?;
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
                    self.report(|| catalog::syntax::template_in_label(open.span, token))?;
                    self.bump();
                    self.skip_behind(TokenKind::CloseSequence);
                }
                TokenKind::End => {
                    self.report_first(|| {
                        catalog::syntax::unterminated_label(open.span, token.span)
                    })?;
                    return Ok(self.leaf(Kind::Invalid, open.span));
                }
                _ => {
                    let failure =
                        self.fail(|| catalog::syntax::invalid_label(open.span, token.span));
                    return self.closing(failure, TokenKind::CloseQuote);
                }
            }
        }
    }
}

fn starts_label(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Identifier
            | TokenKind::String
            | TokenKind::StringEscaped
            | TokenKind::InvalidString
            | TokenKind::OpenQuote
    )
}
