//! The template language.

use super::{Parsed, Parser, Token, TokenKind, catalog, failed};
use crate::syntax::{Kind, List, NodeId, flag, pieces};
use crate::text::span::Span;

/// The words that end a directive or a branch of it.
const END_WORDS: [&str; 3] = ["else", "endif", "endfor"];

/// An unfinished template.
#[derive(Clone, Copy)]
struct Template {
    /// The token that ends the template.
    close: TokenKind,
    /// The span of the opening token.
    open: Span,
    flush: bool,
}

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    /// A source that is one template.
    pub(super) fn whole_template(&mut self) -> Parsed<NodeId> {
        let template = Template {
            close: TokenKind::End,
            open: Span::empty(self.token().span.start),
            flush: false,
        };
        let parts = self.all_parts(template)?;
        let whole = Span::new(0, self.token().span.end);
        Ok(self.add(Kind::Template, 0, whole, parts))
    }

    /// `TemplateExpr = quotedTemplate | heredocTemplate`, with template sequences.
    pub(super) fn template(&mut self) -> Parsed<NodeId> {
        let opening = self.token();
        let open = self.bump();
        if opening.kind == TokenKind::OpenQuote {
            let template = Template { close: TokenKind::CloseQuote, open, flush: false };
            let parts = self.all_parts(template);
            let parts = self.closing(parts, TokenKind::CloseQuote)?;
            let close = self.bump();
            if DIAGNOSING && close.is_empty() {
                let line = self.line_from(open.end);
                self.report(|| catalog::unclosed_string(open, line))?;
            }
            return Ok(self.add(Kind::Template, 0, open.to(close), parts));
        }
        let flush = self.text(open).starts_with("<<-");
        let template = Template { close: TokenKind::CloseHeredoc, open, flush };
        let outer_parts = self.input.state().heredoc_parts.len();
        let parts = self.all_parts(template);
        let parts = self.closing(parts, TokenKind::CloseHeredoc)?;
        if flush {
            self.dedent(outer_parts);
        }
        let close = self.bump();
        if DIAGNOSING {
            self.check_heredoc(open, close)?;
        }
        let flags = flag::HEREDOC | if flush { flag::FLUSH } else { 0 };
        Ok(self.add(Kind::Template, flags, open.to(close), parts))
    }

    /// Checks the introducer and the end marker of a heredoc.
    #[cold]
    fn check_heredoc(&mut self, open: Span, close: Span) -> Parsed<()> {
        let (introducer, end) = (self.text(open), self.text(close).trim());
        let marker = introducer.trim_start_matches(['<', '-', '~', ' ', '\t', '"', '\'', '`']);
        let name = marker.split(|it: char| !(it.is_alphanumeric() || "_-".contains(it)));
        let name = name.clone().next().unwrap_or_default();
        let is_flush = introducer.starts_with("<<-") || introducer.starts_with("<<~");
        let plain = format!("<<{}{name}", if is_flush { "-" } else { "" });
        if introducer.trim_end_matches(['\r', '\n']) != plain || introducer.starts_with("<<- ") {
            let length = introducer.trim_end_matches(['\r', '\n']).len() as u32;
            let line = Span::new(open.start, open.start + length);
            return self.report(|| catalog::invalid_heredoc(&plain, open, line));
        }
        let behind = self.token();
        if end == name && matches!(behind.kind, TokenKind::Newline | TokenKind::End) {
            return Ok(());
        }
        let rest = self.line_from(close.start).trim_end().len() as u32;
        let line = Span::new(close.start, close.start + rest);
        self.report(|| catalog::unclosed_heredoc(name, open, close, line))
    }

    /// `Template = (TemplateLiteral | TemplateInterpolation | TemplateDirective)*`, up to the token that
    /// closes the template.
    fn all_parts(&mut self, template: Template) -> Parsed<List> {
        let mut all = List::EMPTY;
        loop {
            self.parts(template, &mut all)?;
            if self.peek() == template.close {
                return Ok(all);
            }
            // Any other token is an end word without its directive.
            let (word, marker) = self.end_marker()?;
            self.report(|| catalog::unexpected_directive(word, marker))?;
        }
    }

    /// The parts up to the token that closes the template or up to an end word.
    fn parts(&mut self, template: Template, list: &mut List) -> Parsed<()> {
        loop {
            let part = match self.peek() {
                TokenKind::Literal => self.literal_part(Kind::Literal, template),
                TokenKind::LiteralEscaped => self.literal_part(Kind::LiteralEscaped, template),
                TokenKind::OpenInterpolation => match self.interpolation(template) {
                    Ok(part) => part,
                    Err(_) if DIAGNOSING && self.is_behind_sequence() => continue,
                    Err(_) => return failed(),
                },
                TokenKind::OpenDirective if self.at_end_word() => return Ok(()),
                TokenKind::OpenDirective => {
                    match self.nested(|parser| parser.directive(template)) {
                        Ok(part) => part,
                        Err(_) if DIAGNOSING && self.peek() == template.close => return Ok(()),
                        Err(_) if DIAGNOSING && self.resume_after_directive() => continue,
                        Err(_) => return failed(),
                    }
                }
                kind if kind == template.close => return Ok(()),
                _ => {
                    self.report_no_part(template)?;
                    continue;
                }
            };
            self.tree().push(list, part);
        }
    }

    #[cold]
    fn report_no_part(&mut self, template: Template) -> Parsed<()> {
        let found = self.token();
        match found.kind {
            TokenKind::InvalidLiteral => {
                self.report_escapes(found)?;
                self.bump();
                Ok(())
            }
            TokenKind::ForeignSequence => {
                let text = self.text(found.span);
                self.report(|| catalog::expansion_of_shell(text, found.span))?;
                self.bump();
                Ok(())
            }
            TokenKind::RawNewline if DIAGNOSING => {
                self.report(|| catalog::newline_in_quotes(template.open, found.span))?;
                self.bump();
                Ok(())
            }
            TokenKind::InvalidCharacter if DIAGNOSING => {
                let line = self.line_from(template.open.end);
                self.report(|| catalog::unclosed_string(template.open, line))?;
                self.bump();
                Ok(())
            }
            _ => {
                let introducer = self.text(template.open);
                let marker = introducer.strip_prefix("<<").map(|it| it.trim_start_matches('-'));
                let marker = marker.map(str::trim);
                self.fail(|_| catalog::unterminated_template(template.open, marker, found))
            }
        }
    }

    fn literal_part(&mut self, kind: Kind, template: Template) -> NodeId {
        let mut flags = if template.close == TokenKind::CloseQuote { 0 } else { flag::LINES };
        let before = self.previous();
        if before.kind == TokenKind::CloseSequence && before.span.len() == 2 {
            flags |= flag::TRIM_START;
        }
        let span = self.bump();
        let behind = self.token();
        if is_sequence(behind.kind) && behind.span.len() == 3 {
            flags |= flag::TRIM_END;
        }
        let part = self.add(kind, flags, span, List::EMPTY);
        self.note_part(template, Some(part));
        part
    }

    fn note_part(&mut self, template: Template, part: Option<NodeId>) {
        if template.flush {
            self.input.state().heredoc_parts.push(part);
        }
    }

    /// `TemplateInterpolation = ("${" | "${~") Expression ("}" | "~}")`
    fn interpolation(&mut self, template: Template) -> Parsed<NodeId> {
        self.note_part(template, None);
        let open = self.bump();
        let expression = self.nested(Self::expression);
        let expression = self.closing(expression, TokenKind::CloseSequence)?;
        let in_quotes = template.close == TokenKind::CloseQuote;
        let close = self.close(TokenKind::CloseSequence, |found| {
            catalog::unclosed_interpolation(template.open, open, found, in_quotes)
        })?;
        if DIAGNOSING && close.is_empty() {
            let end = Token { kind: TokenKind::End, span: close };
            self.report(|| catalog::unclosed_interpolation(template.open, open, end, in_quotes))?;
        }
        let children = self.tree().list([expression]);
        Ok(self.add(Kind::Interpolation, 0, open.to(close), children))
    }

    /// `TemplateDirective = TemplateIf | TemplateFor`
    fn directive(&mut self, template: Template) -> Parsed<NodeId> {
        self.note_part(template, None);
        let open = self.bump();
        let word = self.token();
        if word.kind != TokenKind::Identifier {
            return self.fail(|found| catalog::no_directive_word(open, found));
        }
        match self.text(word.span) {
            "if" => self.if_directive(template, open),
            "for" => self.for_directive(template, open),
            text => self.fail(|_| catalog::unknown_directive(text, open, word.span)),
        }
    }

    /// `TemplateIf = "%{" "if" Expression "}" Template ("%{" "else" "}" Template)? "%{" "endif" "}"`
    fn if_directive(&mut self, template: Template, open: Span) -> Parsed<NodeId> {
        self.bump();
        let (predicate, marker) = self.opening_marker("if", open)?;
        let mut children = self.tree().list([predicate]);
        let mut flags = 0;
        loop {
            let ends: &[&str] = if flags == 0 { &["else", "endif"] } else { &["endif"] };
            let (branch, word, end) = self.branch("if", marker, template, ends)?;
            self.tree().push(&mut children, branch);
            if word == "endif" {
                return Ok(self.add(Kind::DirectiveIf, flags, open.to(end), children));
            }
            flags = flag::ELSE;
        }
    }

    /// `TemplateFor = "%{" "for" Identifier ("," Identifier)? "in" Expression "}" Template
    /// "%{" "endfor" "}"`
    fn for_directive(&mut self, template: Template, open: Span) -> Parsed<NodeId> {
        let (flags, mut children) = self.for_names("directive", open)?;
        let (collection, marker) = self.opening_marker("for", open)?;
        self.tree().push(&mut children, collection);
        let (branch, _, end) = self.branch("for", marker, template, &["endfor"])?;
        self.tree().push(&mut children, branch);
        Ok(self.add(Kind::DirectiveFor, flags, open.to(end), children))
    }

    /// The expression of an opening marker, and the span of the marker. The directive continues after
    /// an error in the expression.
    fn opening_marker(&mut self, directive: &'static str, open: Span) -> Parsed<(NodeId, Span)> {
        let expression = self.expression();
        let marker = expression
            .and_then(|expression| Ok((expression, open.to(self.close_directive(directive)?))));
        match marker {
            Err(_) if DIAGNOSING && self.resume_after_directive() => {
                let marker = open.to(self.previous().span);
                Ok((self.leaf(Kind::Invalid, marker), marker))
            }
            Err(_) => self.unended(directive, open),
            marker => marker,
        }
    }

    fn unended<T>(&mut self, directive: &'static str, marker: Span) -> Parsed<T> {
        let found = self.token();
        self.report(|| catalog::unended_directive(directive, marker, found.span))?;
        failed()
    }

    /// The parts between two markers, the word of the second one, which is one of these, and its span.
    fn branch(
        &mut self,
        directive: &'static str,
        marker: Span,
        template: Template,
        ends: &[&str],
    ) -> Parsed<(NodeId, &'s str, Span)> {
        let mut parts = List::EMPTY;
        let start = self.token().span.start;
        let result = self.parts(template, &mut parts);
        if result.is_err() || self.peek() != TokenKind::OpenDirective {
            return self.unended(directive, marker);
        }
        let end = self.token().span.start;
        self.note_part(template, None);
        let branch = self.add(Kind::Parts, 0, Span::new(start, end), parts);
        let (word, marker_end) = self.end_marker()?;
        if !ends.contains(&word) {
            self.report(|| catalog::wrong_end_directive(directive, marker, word, marker_end))?;
            return failed();
        }
        Ok((branch, word, marker_end))
    }

    /// The word of the end marker found by [`at_end_word`](Self::at_end_word), and the span of the marker.
    #[inline(never)]
    fn end_marker(&mut self) -> Parsed<(&'s str, Span)> {
        let (open, word) = (self.bump(), self.bump());
        let (word, marker) = (self.text(word), open.to(self.token().span));
        match self.close_directive(word) {
            Err(_) if !DIAGNOSING => return failed(),
            Err(_) => drop(self.resume_after_directive()),
            Ok(_) => {}
        }
        Ok((word, marker))
    }

    fn at_end_word(&mut self) -> bool {
        let word = self.token_at(1);
        word.kind == TokenKind::Identifier && END_WORDS.contains(&self.text(word.span))
    }

    fn close_directive(&mut self, word: &str) -> Parsed<Span> {
        match self.eat(TokenKind::CloseSequence) {
            Some(close) => Ok(close),
            None => self.fail(|found| catalog::unclosed_directive(word, found)),
        }
    }

    /// Skips past an invalid marker, if the template continues after it.
    #[cold]
    fn resume_after_directive(&mut self) -> bool {
        if !self.is_behind_sequence() {
            self.skip_behind(TokenKind::CloseSequence);
        }
        self.is_behind_sequence()
    }

    fn is_behind_sequence(&mut self) -> bool {
        self.previous().kind == TokenKind::CloseSequence
    }

    /// Sets the indentation to remove from the literal parts of a flush heredoc: the least indentation
    /// of its lines (see [`pieces`]).
    fn dedent(&mut self, outer_parts: usize) {
        let state = &mut self.input.state().0;
        let mut indentation = None;
        let mut leads_line = true;
        for part in &state.heredoc_parts[outer_parts..] {
            match part {
                Some(literal) => {
                    let node = state.tree.node_mut(*literal);
                    node.flags |= if leads_line { flag::LINE_START } else { 0 };
                    let (text, flags) = (node.span.text(state.source), node.flags);
                    for piece in pieces(text, flags) {
                        leads_line = piece.text.ends_with('\n');
                        indentation = least(indentation, piece.indentation());
                    }
                }
                None => {
                    indentation = least(indentation, leads_line.then_some(0));
                    leads_line = false;
                }
            }
        }
        for literal in state.heredoc_parts.drain(outer_parts..).flatten() {
            state.tree.node_mut(literal).count = indentation.unwrap_or(0);
        }
    }
}

fn least(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    a.into_iter().chain(b).min()
}

fn is_sequence(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::OpenInterpolation | TokenKind::OpenDirective)
}
