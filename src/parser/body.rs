//! The structural language: bodies and attributes.

use hashbrown::HashMap;

use super::state::Items;
use super::state::Once;
use super::{Kinds, Parsed, Parser, Token, TokenKind, catalog, failed};
use crate::diagnostic::catalog::syntax::Place;
use crate::syntax::{Kind, Node, NodeId};
use crate::text::span::Span;

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    /// `ConfigFile = Body`, after the items parsed so far.
    pub(super) fn document(&mut self) -> Parsed<NodeId> {
        self.items_of_batch()?;
        let items = std::mem::take(&mut self.input.state().items);
        let (list, flags) = (items.list, items.flags());
        let checked = self.check_names(&items);
        self.input.state().items = items;
        checked?;
        let whole = Span::new(0, self.token().span.end);
        Ok(self.add(Kind::Body, flags, whole, list))
    }

    /// Items of the document, appended to those parsed so far.
    pub(super) fn items_of_batch(&mut self) -> Parsed<()> {
        let mut items = std::mem::take(&mut self.input.state().items);
        let parsed = self.items(None, &mut items);
        self.input.state().items = items;
        parsed
    }

    /// `Body = (Attribute | Block | OneLineBlock)*`, up to the end or the brace that closes `open`.
    pub(super) fn items(&mut self, open: Option<Span>, items: &mut Items) -> Parsed<()> {
        self.eat(TokenKind::Newline);
        // The names of the attributes so far, from the first one on that may repeat.
        let mut names = HashMap::new();
        if DIAGNOSING && items.may_repeat {
            self.compare_names(items.list, &mut names)?;
        }
        loop {
            match (self.peek(), open) {
                (TokenKind::End, _) | (TokenKind::CloseBrace, Some(_)) => break,
                (TokenKind::Identifier, _) => {}
                _ if !DIAGNOSING => return failed(),
                _ => {
                    if let Some(item) = self.no_item(&mut names, items) {
                        self.tree().push(&mut items.list, item);
                    }
                    continue;
                }
            }
            let name = self.token().span;
            let is_attribute = DIAGNOSING && self.token_at(1).kind == TokenKind::Assign;
            let item = self.item();
            if is_attribute {
                let may_repeat = items.names.insert(self.bytes(name));
                if may_repeat && !std::mem::replace(&mut items.may_repeat, true) {
                    self.compare_names(items.list, &mut names)?;
                }
                if items.may_repeat {
                    self.check_name(name, &mut names)?;
                }
            }
            match item {
                Ok(item) => {
                    self.tree().push(&mut items.list, item);
                    let Node { kind, span, .. } = *self.tree().node(item);
                    if kind == Kind::Attribute && !DIAGNOSING {
                        items.may_repeat |= items.names.insert(self.bytes(span));
                    } else if !items.may_share {
                        items.may_share = DIAGNOSING || items.names.insert(self.bytes(span));
                    }
                }
                Err(_) if DIAGNOSING => {
                    self.skip_invalid(name.start);
                }
                Err(_) => return failed(),
            }
            self.eat(TokenKind::Newline);
        }
        Ok(())
    }

    /// An item, which starts with a name. Checks that a line end follows, which the caller takes.
    fn item(&mut self) -> Parsed<NodeId> {
        if DIAGNOSING {
            self.start_item();
        }
        let name = self.bump();
        let item = match self.peek() {
            TokenKind::Assign => self.attribute(name)?,
            kind if Kinds::LABELS.has(kind) || kind == TokenKind::OpenBrace => self.block(name)?,
            _ if DIAGNOSING => self.foreign_item(name)?,
            _ => return failed(),
        };
        match self.peek() {
            TokenKind::Newline | TokenKind::End => Ok(item),
            _ if DIAGNOSING => self.no_line_end(name, item),
            _ => failed(),
        }
    }

    fn start_item(&mut self) {
        self.input.state().item_start = self.index();
        self.input.state().item_has_error = false;
    }

    /// Parses a line that doesn't start with a name. Returns the item that was probably meant.
    #[cold]
    fn no_item(&mut self, names: &mut HashMap<&'s str, Span>, items: &mut Items) -> Option<NodeId> {
        let found = self.token();
        let behind = self.token_at(1);
        let is_sign = matches!(behind.kind, TokenKind::Assign | TokenKind::Colon);
        if matches!(self.foreign_template(), Ok(Some(_))) {
            // Behind the sign of the other template, an item may begin on the same line.
            self.eat(TokenKind::Newline);
            return None;
        }
        let is_apart = found.span.end < behind.span.start;
        if found.kind == TokenKind::String && (is_sign || is_apart && self.header_follows()) {
            if is_sign {
                self.start_item();
            }
            return self.item_with_quoted_name(found.span, behind.kind);
        }
        if self.rest_from(found.span.start).starts_with("\"\"\"") {
            let _ = self.report(|| catalog::comment_in_quotes(found.span));
            let rest = self.rest_from(found.span.start + 3);
            let length = rest.find("\"\"\"").map_or(0, |end| end as u32 + 3);
            self.skip_to(found.span.start + 3 + length);
        } else if let Some((form, span)) = self.form_at(Place::Line, 0) {
            let _ = self.report_form(form, span);
        } else if found.kind == TokenKind::CloseParenthesis && self.is_reported(Once::Braces) {
            self.hide_errors();
        } else if found.kind == TokenKind::BitNot {
            let _ = self.report(|| catalog::item_required(found, false, false));
        } else if found.kind == TokenKind::OpenBracket && !self.is_recovering() {
            // The arguments below the headers of tables may have equal names.
            names.clear();
            items.may_repeat = true;
            let report = catalog::table_header(self.line_from(found.span.start), found.span);
            let _ = self.report_once(Once::TableHeader, || report);
        } else {
            let found = self.found();
            let continues = self.continues_expression_before();
            let is_first = self.is_first(found);
            let text = self.text(found.span);
            let _ = self.fail::<()>(|_| match found.kind {
                TokenKind::String | TokenKind::StringEscaped | TokenKind::OpenQuote => {
                    catalog::quoted_argument_name(text, false, false, found.span, found.span)
                }
                _ => catalog::item_required(found, continues, is_first),
            });
        }
        let in_block = self.input.state().blocks > 0;
        match found.kind {
            TokenKind::SurplusBrace => drop(self.bump()),
            TokenKind::CloseBrace if !in_block => drop(self.bump()),
            _ => self.skip_item(),
        }
        self.invalid_from(found.span.start);
        self.eat(TokenKind::Newline);
        None
    }

    /// Whether nothing precedes the token.
    fn is_first(&mut self, found: super::Token) -> bool {
        let before = Span::new(0, found.span.start);
        self.index() <= 1 && self.text(before).trim_start().is_empty()
    }

    /// Marks skipped text as invalid.
    pub(super) fn invalid_from(&mut self, start: u32) {
        let end = self.previous().span.end.max(start);
        self.leaf(Kind::Invalid, Span::new(start, end));
    }

    /// Reports a token that is no line end after an item. The item is kept.
    #[cold]
    pub(super) fn no_line_end(&mut self, name: Span, item: NodeId) -> Parsed<NodeId> {
        let found = self.found();
        let in_block = self.input.state().blocks > 0;
        match found.kind {
            TokenKind::Newline | TokenKind::End => return Ok(item),
            TokenKind::CloseBrace
                if in_block && (self.input.state().starts_on_line || self.is_recovering()) =>
            {
                return Ok(item);
            }
            // The semicolon after a heredoc's marker is part of the same mistake.
            TokenKind::Semicolon => {
                let tokens = self.input.state().tokens.iter();
                let mut semicolons = tokens.filter(|it| it.kind == TokenKind::Semicolon);
                let is_only = semicolons.nth(1).is_none();
                let is_between = self.token_at(1).kind == TokenKind::Identifier;
                let instead = is_only.then_some(if is_between { "\n" } else { "" });
                let report = || catalog::semicolon(found.span, instead);
                self.report_once(Once::Semicolon, report)?;
                self.bump();
                if self.peek() == TokenKind::Identifier && self.sign_behind(0).is_none() {
                    // In other languages, a semicolon starts a comment.
                    self.skip_item();
                }
                self.invalid_from(found.span.start);
                return Ok(item);
            }
            _ => {}
        }
        if self.foreign_template()?.is_some() {
            return self.no_line_end(name, item);
        }
        let is_block = self.tree().node(item).kind == Kind::Block;
        let place = if is_block { Place::AfterBlock } else { Place::AfterArgument };
        if let Some((form, span)) = self.form_at(place, 0) {
            self.report_form(form, span)?;
            self.skip_invalid(found.span.start);
            return Ok(item);
        }
        let starts_item = found.kind == TokenKind::Identifier && self.sign_behind(0).is_some();
        let last = self.previous();
        let words = self.words_around(item, last);
        let is_followed = Kinds::VALUES.has(self.token_at(1).kind);
        if !is_block && self.is_part_of_text(last, found) {
            let value = self.tree().node(item).first_child();
            let start = value.map_or(found.span.start, |value| self.span_of(value).start);
            return self.unquoted_value(item, start);
        }
        let ends_line = matches!(
            self.token_at(1).kind,
            TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace
        );
        if found.kind == TokenKind::Comma && ends_line {
            self.report_old_form(|| match is_block {
                true => catalog::no_newline_after_block(name, found),
                false => catalog::no_newline_after_argument(name, last, found, words, false),
            })?;
            self.bump();
            self.invalid_from(found.span.start);
            return Ok(item);
        }
        let _ = self.fail::<()>(|_| match found.kind {
            _ if is_block => catalog::no_newline_after_block(name, found),
            _ if starts_item => catalog::item_after_argument(name, found),
            TokenKind::CloseBrace if in_block => catalog::brace_after_argument(name, found),
            _ => catalog::no_newline_after_argument(name, last, found, words, is_followed),
        });
        if matches!(found.kind, TokenKind::Comma | TokenKind::SurplusBrace) {
            self.bump();
            self.invalid_from(found.span.start);
        } else if !starts_item {
            self.skip_invalid(found.span.start);
        }
        Ok(item)
    }

    /// The start of the text of a line from the value of an argument on, or from its last token on, and its place.
    fn words_around(&mut self, item: NodeId, last: Token) -> (Option<u32>, &'s str) {
        let value = self.tree().node(item).first_child();
        let value = value.map(|value| *self.tree().node(value));
        let is_name = |it: &Node| {
            matches!(it.kind, Kind::Variable | Kind::Traversal | Kind::Call | Kind::Number)
        };
        let whole = value.filter(is_name).map(|value| value.span.start);
        let start = whole.unwrap_or(last.span.start);
        let rest = self.rest_from(start);
        let end = rest.char_indices().nth(LONGEST_WORDS).map_or(rest.len(), |(end, _)| end);
        let ends = ['\n', '#', '{', '}'];
        let words = rest.get(..end).unwrap_or_default().split(ends).next().unwrap_or_default();
        (whole, words.trim_end())
    }

    /// `Attribute = Identifier "=" Expression Newline`, after the identifier.
    #[inline(always)]
    pub(super) fn attribute(&mut self, name: Span) -> Parsed<NodeId> {
        let assign = self.bump();
        if DIAGNOSING {
            return self.attribute_in_spite_of_errors(name, assign);
        }
        let expression = self.expression()?;
        Ok(self.attribute_of(name, expression))
    }

    #[inline(always)]
    pub(super) fn attribute_of(&mut self, name: Span, expression: NodeId) -> NodeId {
        let children = self.tree().list([expression]);
        self.add_item(Kind::Attribute, name, children, 1)
    }

    /// An attribute whose expression may be invalid, after the name and the equals sign.
    fn attribute_in_spite_of_errors(&mut self, name: Span, assign: Span) -> Parsed<NodeId> {
        let found = self.token();
        if found.kind == TokenKind::Newline {
            let text = self.text(found.span);
            self.report(|| catalog::no_value(assign, found.span, text))?;
            if !self.value_is_on_next_line() {
                let end = self.end_of_blanks();
                let invalid = self.leaf(Kind::Invalid, Span::new(assign.end, end));
                return Ok(self.attribute_of(name, invalid));
            }
            self.bump();
        }
        let expression = match self.expression() {
            Ok(expression) => expression,
            Err(_) => {
                self.skip_item();
                let end = self.end_of_blanks().max(assign.end);
                let start = found.span.start.min(end);
                self.leaf(Kind::Invalid, Span::new(start, end))
            }
        };
        Ok(self.attribute_of(name, expression))
    }

    /// Whether the next token is a line end and the next line is a value, not an item.
    #[cold]
    pub(super) fn value_is_on_next_line(&mut self) -> bool {
        let (first, second) = (self.token_at(1).kind, self.token_at(2).kind);
        let ends_item = !matches!(second, TokenKind::Assign | TokenKind::OpenBrace)
            && !Kinds::LABELS.has(second);
        Kinds::TERMS.has(first) && (first != TokenKind::Identifier || ends_item)
    }

    /// The value of an attribute with another sign, or none, in the place of the equals sign.
    #[cold]
    pub(super) fn value_of(&mut self, name: Span) -> Parsed<NodeId> {
        let before = self.previous().span;
        self.attribute_in_spite_of_errors(name, before)
    }
}

/// The number of characters of a line that a help may repeat.
const LONGEST_WORDS: usize = 100;
