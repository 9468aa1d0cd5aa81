//! Tuples, objects and `for` expressions.

use super::{Diagnostic, Kinds, Parsed, Parser, Token, TokenKind, catalog, failed};
use crate::diagnostic::catalog::syntax::{Place, Then};
use crate::syntax::{Kind, List, NodeId, flag};
use crate::text::span::Span;

impl<const DIAGNOSING: bool> Parser<'_, '_, '_, '_, DIAGNOSING> {
    /// `tuple = "[" (Expression ("," Expression)* ","?)? "]"`, or a `forTupleExpr`.
    pub(super) fn tuple_or_for(&mut self) -> Parsed<NodeId> {
        let open = self.bump();
        if self.is_word("for") {
            return self.for_expression(open, TokenKind::CloseBracket);
        }
        let mut elements = List::EMPTY;
        let (_, close) = self.elements(&mut elements, open, None)?;
        Ok(self.add(Kind::Tuple, 0, open.to(close), elements))
    }

    /// The elements of a tuple or the arguments of `call`, and the closing bracket; the flag is for an expanded last
    /// argument. A list that the line end cuts off has an invalid rest.
    #[inline(always)]
    pub(super) fn elements(
        &mut self,
        list: &mut List,
        open: Span,
        call: Option<Span>,
    ) -> Parsed<(u8, Span)> {
        let close = match call {
            Some(_) => TokenKind::CloseParenthesis,
            None => TokenKind::CloseBracket,
        };
        let parsed = self.elements_inside(list, open, call, close);
        match self.closing(parsed, close) {
            Ok(parsed) => Ok(parsed),
            Err(_) => Ok((0, self.unfinished_list(open, list)?)),
        }
    }

    #[inline(always)]
    fn elements_inside(
        &mut self,
        list: &mut List,
        open: Span,
        call: Option<Span>,
        close: TokenKind,
    ) -> Parsed<(u8, Span)> {
        loop {
            if let Some(close) = self.eat(close) {
                return Ok((0, close));
            }
            let next = self.peek();
            if !DIAGNOSING || !matches!(next, TokenKind::Newline | TokenKind::SurplusBrace) {
                let element = self.expression();
                let element = self.element(element, close)?;
                self.tree().push(list, element);
                let separator = self.token();
                match (separator.kind, call) {
                    (TokenKind::Comma, _) => {
                        self.bump();
                        continue;
                    }
                    (kind, _) if kind == close => continue,
                    (TokenKind::Ellipsis, Some(name)) => {
                        self.bump();
                        return match self.eat(close) {
                            Some(close) => Ok((flag::EXPAND, close)),
                            None => {
                                self.fail(|_| catalog::expansion_not_last(name, separator.span))
                            }
                        };
                    }
                    _ => Self::if_diagnosing()?,
                }
            }
            if let Some(close) = self.no_separator(open, call, close)? {
                return Ok((0, close));
            }
        }
    }

    /// Adds the invalid rest of a list that the line end cuts off. Returns its end.
    #[cold]
    pub(super) fn unfinished_list(&mut self, open: Span, elements: &mut List) -> Parsed<Span> {
        let last = elements.last().map_or(open, |last| self.span_of(last));
        let start = last.end.max(open.end);
        let rest = self.unfinished(start)?;
        self.tree().push(elements, rest);
        Ok(self.span_of(rest))
    }

    /// An element of a tuple, an object or a call. An invalid one is skipped.
    #[inline(always)]
    pub(super) fn element(&mut self, element: Parsed<NodeId>, close: TokenKind) -> Parsed<NodeId> {
        match element {
            Err(_) if DIAGNOSING => self.invalid_element(close),
            element => element,
        }
    }

    #[cold]
    pub(super) fn invalid_element(&mut self, close: TokenKind) -> Parsed<NodeId> {
        let start = self.previous().span.end;
        match self.skip_element(close) {
            true => {
                let end = self.previous().span.end.max(start);
                Ok(self.leaf(Kind::Invalid, Span::new(start, end)))
            }
            false => failed(),
        }
    }

    /// Reports the token that starts no element, or that is no comma between two. An element follows, unless the token
    /// closes the list: then its place is returned.
    #[cold]
    fn no_separator(
        &mut self,
        open: Span,
        call: Option<Span>,
        close: TokenKind,
    ) -> Parsed<Option<Span>> {
        let (last, found) = (self.previous(), self.found());
        let is_sign = matches!(found.kind, TokenKind::Assign | TokenKind::Colon);
        let call = call.map(|name| (name, self.text(name)));
        if let Some((_, function)) = call {
            if is_sign && last.kind == TokenKind::Identifier {
                let (word, span) = (self.text(last.span), last.span.to(found.span));
                self.report(|| catalog::named_argument(function, word, span))?;
                self.bump();
                return Ok(None);
            }
        }
        if let Some((form, span)) = self.form_at(Place::Separator, 0) {
            self.report_form(form, span)?;
            if form.then == Then::Fail {
                return failed();
            }
            self.bump();
            self.eat(TokenKind::Comma);
            return Ok(None);
        }
        if is_sign && self.is_part_of_text(last, found) {
            let start = self.start_of_text(found.span.start);
            let length = self.text_from(start).len();
            self.unquoted_text("Missing item separator", start, length)?;
            return Ok(None);
        }
        if self.is_other_bracket(close)? {
            return Ok(Some(self.bump()));
        }
        let diagnostic = || catalog::no_separator(call, open, last, found);
        if Kinds::TERMS.has(found.kind) || found.kind == TokenKind::Semicolon {
            self.report(diagnostic)?;
            self.eat(TokenKind::Semicolon);
            return Ok(None);
        }
        // An unclosed bracket may follow from any error in its item.
        if self.input.state().item_has_error && Kinds::ENDS_OF_CONSTRUCTS.has(found.kind) {
            self.hide_errors();
        }
        self.fail(|_| diagnostic())
    }

    /// `object = "{" (objectelem (("," | Newline) objectelem)* ","?)? "}"`, or a `forObjectExpr`.
    pub(super) fn object_or_for(&mut self) -> Parsed<NodeId> {
        let open = self.bump();
        if self.is_word("for") {
            return self.for_expression(open, TokenKind::CloseBrace);
        }
        if DIAGNOSING && open.is_empty() {
            self.report(|| catalog::no_opening_brace(open, open))?;
        }
        let items = self.object_items(open);
        let items = self.closing(items, TokenKind::CloseBrace)?;
        let close = self.bump();
        if DIAGNOSING && close.is_empty() {
            let diagnostic = || catalog::no_closing_brace(open, close);
            // On the line of the opening one, that may follow from another error.
            match self.text(open.to(close)).contains('\n') {
                true => self.report_always(diagnostic)?,
                false => self.report(diagnostic)?,
            }
        }
        let pairs = items.count / 2;
        Ok(self.add_counted(Kind::Object, 0, open.to(close), items, pairs))
    }

    /// `objectelem = (Identifier | Expression) ("=" | ":") Expression`, up to the brace.
    fn object_items(&mut self, open: Span) -> Parsed<List> {
        let mut items = List::EMPTY;
        loop {
            self.eat(TokenKind::Newline);
            if self.peek() == TokenKind::CloseBrace {
                return Ok(items);
            }
            let start = self.token();
            let key = match self.expression() {
                Err(_) if DIAGNOSING => {
                    self.skip_rest_of_item()?;
                    continue;
                }
                key => key?,
            };
            if !self.key_value_separator(open, start)? {
                continue;
            }
            let value = self.expression();
            let value = self.element(value, TokenKind::CloseBrace)?;
            self.tree().push(&mut items, key);
            self.tree().push(&mut items, value);
            match self.peek() {
                TokenKind::Comma | TokenKind::Newline => {
                    self.bump();
                }
                TokenKind::CloseBrace => {}
                _ if DIAGNOSING => self.invalid_item_separator(open)?,
                _ => return failed(),
            }
        }
    }

    /// Skips the rest of an invalid item of an object, and the comma after it.
    #[cold]
    fn skip_rest_of_item(&mut self) -> Parsed<()> {
        if !self.skip_element(TokenKind::CloseBrace) {
            return failed();
        }
        self.eat(TokenKind::Comma);
        Ok(())
    }

    /// The sign between a key that starts with `start` and its value. Returns false if no value follows.
    #[inline(always)]
    fn key_value_separator(&mut self, open: Span, start: Token) -> Parsed<bool> {
        let is_sign = matches!(self.peek(), TokenKind::Assign | TokenKind::Colon);
        if !DIAGNOSING {
            self.bump();
            return if is_sign { Ok(true) } else { failed() };
        }
        if !is_sign || matches!(self.token_at(1).kind, TokenKind::Assign | TokenKind::Newline) {
            return self.invalid_key_value_separator(open, start);
        }
        self.bump();
        Ok(true)
    }

    /// The sign between a key that starts with `start` and its value, or what stands there instead. Returns
    /// false if no value follows.
    #[cold]
    fn invalid_key_value_separator(&mut self, open: Span, start: Token) -> Parsed<bool> {
        if !self.takes_separator(open, start.kind)? {
            return Ok(false);
        }
        let newline = self.token();
        if newline.kind == TokenKind::Newline && self.value_is_on_next_line() {
            let text = self.text(newline.span);
            self.report(|| catalog::no_value(start.span, newline.span, text))?;
            self.bump();
        }
        Ok(true)
    }

    #[cold]
    fn takes_separator(&mut self, open: Span, start: TokenKind) -> Parsed<bool> {
        let found = self.found();
        let next = self.token_at(1);
        let is_doubled = next.kind == TokenKind::Assign && found.span.end == next.span.start;
        match found.kind {
            TokenKind::Assign | TokenKind::Colon if !is_doubled => drop(self.bump()),
            TokenKind::Equal | TokenKind::FatArrow | TokenKind::Colon => {
                self.report(|| catalog::no_key_value_separator(open, found))?;
                self.bump();
                self.eat(TokenKind::Assign);
            }
            kind if Kinds::VALUES.has(kind) && start != TokenKind::OpenParenthesis => {
                self.report(|| catalog::no_key_value_separator(open, found))?;
            }
            kind => {
                let is_template = kind == TokenKind::CloseBrace && self.is_doubled(open);
                if let Some(number) = self.number_with_comma() {
                    let text = self.text(number);
                    let meant = Some(super::foreign::without_comma(text));
                    self.report(|| catalog::number_with_letters(text, meant, number))?;
                }
                let before = Span::new(open.start.saturating_sub(2), open.start);
                let form = self.form_at(Place::Key, -1);
                match form {
                    _ if is_template && self.text(before) == "${" => {
                        self.report_template("${{ … }}", open)?;
                    }
                    _ if is_template => self.report_template("{{ … }}", open)?,
                    _ if kind == TokenKind::Ellipsis => drop(self.form_of_value(Place::Key, 0)?),
                    Some((form, span)) => self.report_form(form, span)?,
                    None => drop(self.fail::<()>(|_| catalog::no_key_value_separator(open, found))),
                }
                self.skip_rest_of_item()?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A number with a decimal comma before the next token: its parts are two elements.
    fn number_with_comma(&mut self) -> Option<Span> {
        let [whole, comma, rest] = [-3, -2, -1].map(|distance| self.token_at(distance));
        let kinds = [whole.kind, comma.kind, rest.kind];
        let is_adjacent = whole.span.end == comma.span.start && comma.span.end == rest.span.start;
        let is_number = kinds == [TokenKind::Number, TokenKind::Comma, TokenKind::Number];
        (is_number && is_adjacent).then(|| whole.span.to(rest.span))
    }

    /// Whether the brace directly follows another one.
    fn is_doubled(&mut self, brace: Span) -> bool {
        let before = Span::new(brace.start.saturating_sub(1), brace.start);
        self.text(before) == "{"
    }

    /// Reports a token after an item of an object that is no separator.
    #[cold]
    fn invalid_item_separator(&mut self, open: Span) -> Parsed<()> {
        let (last, found) = (self.previous(), self.found());
        match found.kind {
            TokenKind::End => {
                return self.fail(|_| catalog::no_attribute_separator(open, last, found));
            }
            kind => {
                if !self.is_other_bracket(TokenKind::CloseBrace)? {
                    let diagnostic = || catalog::no_attribute_separator(open, last, found);
                    match kind {
                        TokenKind::Semicolon => self.report(diagnostic)?,
                        _ => drop(self.fail::<()>(|_| diagnostic())),
                    }
                }
                let sign = self.token_at(1).kind;
                let is_key =
                    Kinds::TERMS.has(kind) && matches!(sign, TokenKind::Assign | TokenKind::Colon);
                if kind == TokenKind::Semicolon {
                    self.bump();
                } else if !is_key {
                    self.skip_rest_of_item()?;
                }
            }
        }
        Ok(())
    }

    /// `forTupleExpr = "[" forIntro Expression forCond? "]"`
    ///
    /// `forObjectExpr = "{" forIntro Expression "=>" Expression "..."? forCond? "}"`
    fn for_expression(&mut self, open: Span, close: TokenKind) -> Parsed<NodeId> {
        let parts = self.for_parts(open, close == TokenKind::CloseBrace);
        let (kind, flags, children, mistake) = self.closing(parts, close)?;
        let bracket = if close == TokenKind::CloseBrace { "}" } else { "]" };
        let behind = self.token().span;
        let word = self.text(behind);
        let end = self.close(close, |found| catalog::after_for(open, bracket, found, word));
        if let Some(mistake) = mistake {
            self.report(|| mistake)?;
        }
        Ok(self.add(kind, flags, open.to(end?), children))
    }

    /// The parts between the brackets, and a mistake in them: the brackets may be of the other kind.
    fn for_parts(
        &mut self,
        open: Span,
        is_object: bool,
    ) -> Parsed<(Kind, u8, List, Option<Diagnostic>)> {
        let (mut flags, mut children) = self.for_names("expression", open)?;
        let collection = self.expression()?;
        self.tree().push(&mut children, collection);
        if self.eat(TokenKind::Colon).is_none() {
            let found = self.found();
            let (word, bracket) = (self.text(found.span), self.text(open));
            return self.fail(|_| catalog::no_colon_in_for(open, found, word, bracket));
        }
        let (mut kind, mut value) = (Kind::ForTuple, self.expression()?);
        let (first, mut mistake) = (self.span_of(value), None);
        if self.eat(TokenKind::FatArrow).is_some() {
            kind = Kind::ForObject;
            self.tree().push(&mut children, value);
            value = self.expression()?;
            if !is_object {
                Self::if_diagnosing()?;
                mistake = Some(catalog::key_in_tuple_for(open, first, self.span_of(value)));
            }
        } else if is_object {
            if matches!(self.peek(), TokenKind::Assign | TokenKind::Colon) {
                return self.fail(|found| catalog::no_arrow_in_for(open, found));
            }
            Self::if_diagnosing()?;
            mistake = Some(catalog::no_key_in_object_for(open, first));
        }
        self.tree().push(&mut children, value);
        if let Some(ellipsis) = self.eat(TokenKind::Ellipsis) {
            flags |= flag::GROUPING;
            if !is_object {
                Self::if_diagnosing()?;
                mistake.get_or_insert_with(|| catalog::grouping_in_tuple_for(open, ellipsis));
            }
        }
        if self.eat_word("if") {
            let condition = self.expression()?;
            self.tree().push(&mut children, condition);
            flags |= flag::CONDITION;
        }
        Ok((kind, flags, children, mistake))
    }

    /// `"for" Identifier ("," Identifier)? "in"`, as a `for` expression and the template directive
    /// start.
    pub(super) fn for_names(&mut self, construct: &str, open: Span) -> Parsed<(u8, List)> {
        self.bump();
        let mut children = List::EMPTY;
        let mut flags = 0;
        loop {
            let Some(name) = self.eat(TokenKind::Identifier) else {
                return self.fail(|found| catalog::no_for_name(construct, open, found, flags != 0));
            };
            let name = self.leaf(Kind::Name, name);
            self.tree().push(&mut children, name);
            if flags != 0 || self.eat(TokenKind::Comma).is_none() {
                break;
            }
            flags = flag::KEY;
        }
        if !self.eat_word("in") {
            let found = self.found();
            let word = self.text(found.span);
            return self.fail(|_| catalog::no_in_after_for(construct, open, found, word));
        }
        Ok((flags, children))
    }
}
