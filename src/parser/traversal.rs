//! Traversal steps after a term, and standalone traversals: a variable with attribute accesses,
//! constant indexes and, in partial traversals, splats.

use super::expression::is_number;
use super::{Kinds, Parsed, Parser, TokenKind, catalog, failed};
use crate::lexer::kinds;
use crate::syntax::{Kind, List, NodeId};
use crate::text::span::Span;

impl<const DIAGNOSING: bool> Parser<'_, '_, '_, '_, DIAGNOSING> {
    /// The steps after a term.
    pub(super) fn traversal(&mut self, root: NodeId) -> Parsed<NodeId> {
        let mut children = List::EMPTY;
        self.tree().push(&mut children, root);
        // After `.*`, names and digits apply to each element.
        let mut in_attribute_splat = false;
        let mut end = root;
        loop {
            end = match self.peek() {
                TokenKind::Dot => self.dot_step(&mut in_attribute_splat)?,
                TokenKind::OpenBracket => {
                    in_attribute_splat = false;
                    self.nested(Self::bracket_step)?
                }
                _ => break,
            };
            self.tree().push(&mut children, end);
        }
        let span = self.span_of(root).to(self.span_of(end));
        let steps = children.count - 1;
        Ok(self.add_counted(Kind::Traversal, 0, span, children, steps))
    }

    /// `GetAttr = "." Identifier`, `LegacyIndex = "." digit+`, `attrSplat = "." "*"`
    #[inline(always)]
    fn dot_step(&mut self, in_attribute_splat: &mut bool) -> Parsed<NodeId> {
        let dot = self.bump();
        let name = self.token();
        let kind = match name.kind {
            TokenKind::Identifier => Kind::StepAttribute,
            TokenKind::Number | TokenKind::UnusualNumber => return self.legacy_index(dot),
            TokenKind::Multiply if !*in_attribute_splat => {
                *in_attribute_splat = true;
                Kind::StepAttributeSplat
            }
            _ => return self.no_attribute_name(dot),
        };
        self.bump();
        let length = name.span.len() as u32;
        Ok(self.add_counted(kind, 0, dot.to(name.span), List::EMPTY, length))
    }

    #[cold]
    fn no_attribute_name(&mut self, dot: Span) -> Parsed<NodeId> {
        let (before, found) = (self.token_at(-2), self.found());
        self.fail(|_| match found.kind {
            TokenKind::Multiply => catalog::nested_splat(found.span),
            _ => catalog::no_attribute_name(before, dot, found),
        })
    }

    #[cold]
    fn legacy_index(&mut self, dot: Span) -> Parsed<NodeId> {
        let digits = self.bump();
        let text = self.text(digits);
        let start = if DIAGNOSING { self.start_of_text(dot.start) } else { dot.start };
        if self.text(Span::new(start, dot.start)).starts_with(|first: char| first.is_ascii_digit())
        {
            // A version, which is no number with indexes.
            let length = self.text_from(start).len();
            self.unquoted_text("Invalid expression", start, length)?;
            return failed();
        }
        if let Some((first, second)) = text.split_once('.') {
            self.report(|| catalog::chained_legacy_index(digits, first, second))?;
        } else if !is_number(text) {
            self.report(|| catalog::invalid_number(text, digits))?;
        }
        let length = digits.len() as u32;
        let span = dot.to(digits);
        Ok(self.add_counted(Kind::StepLegacyIndex, 0, span, List::EMPTY, length))
    }

    /// `Index = "[" Expression "]"`, `fullSplat = "[" "*" "]"`
    fn bracket_step(&mut self) -> Parsed<NodeId> {
        let open = self.bump();
        if self.eat(TokenKind::Multiply).is_some() {
            let close = self.close(TokenKind::CloseBracket, |found| {
                catalog::unclosed_index(open, found, true)
            })?;
            return Ok(self.leaf(Kind::StepFullSplat, open.to(close)));
        }
        if DIAGNOSING && self.peek() == TokenKind::Newline {
            let found = self.token();
            return self.fail(|_| catalog::unclosed_index(open, found, false));
        }
        let key = self.expression();
        let key = self.closing(key, TokenKind::CloseBracket)?;
        let close = self
            .close(TokenKind::CloseBracket, |found| catalog::unclosed_index(open, found, false))?;
        let children = self.tree().list([key]);
        Ok(self.add(Kind::StepIndex, 0, open.to(close), children))
    }

    /// A source that is one traversal. A partial traversal may have splats in brackets.
    pub(super) fn whole_traversal(&mut self, is_partial: bool) -> Parsed<NodeId> {
        let Some(name) = self.eat(TokenKind::Identifier) else {
            return self.fail(|found| catalog::no_variable_name(found.span));
        };
        let root = self.leaf(Kind::Variable, name);
        let mut children = self.tree().list([root]);
        loop {
            let [next, behind] = [1, 2].map(|distance| self.token_at(distance).kind);
            let is_index = KEYS.has(next) || is_partial && next == TokenKind::Multiply;
            let step = match self.peek() {
                TokenKind::End => break,
                TokenKind::Dot if next == TokenKind::Identifier => self.dot_step(&mut false)?,
                TokenKind::OpenBracket if is_index && behind == TokenKind::CloseBracket => {
                    self.bracket_step()?
                }
                _ => return self.no_constant_step(name, is_index),
            };
            self.tree().push(&mut children, step);
        }
        let steps = children.count - 1;
        if steps == 0 {
            return Ok(root);
        }
        let span = name.to(self.previous().span);
        Ok(self.add_counted(Kind::Traversal, 0, span, children, steps))
    }

    #[cold]
    fn no_constant_step(&mut self, root: Span, is_index: bool) -> Parsed<NodeId> {
        let sign = self.found();
        if !matches!(sign.kind, TokenKind::Dot | TokenKind::OpenBracket) {
            return self.fail(|_| catalog::no_step(root, sign.span));
        }
        self.bump();
        let found = self.found();
        match found.kind {
            TokenKind::OpenQuote => self.label(),
            _ if sign.kind == TokenKind::OpenBracket && is_index => {
                self.bump();
                self.fail(|found| catalog::unclosed_constant_index(sign.span, found.span))
            }
            kind if sign.kind == TokenKind::Dot || kind == TokenKind::Multiply => {
                self.fail(|_| catalog::no_step_name(root, found))
            }
            _ => self.fail(|_| catalog::no_constant_index(root, found.span)),
        }
    }
}

/// The tokens of constant indexes.
const KEYS: Kinds = kinds![Number, UnusualNumber, String, StringEscaped, InvalidString];

#[cfg(test)]
mod tests {
    use super::super::{Grammar, parse};

    /// A splat doesn't change whether newlines count; an index always ignores them.
    #[test]
    fn newlines_in_a_splat_count_as_around_it() {
        let splats =
            ["x[*\n]", "x[\n*]", "x[/* c */ *\n]", "x[ # c\n *]", "x.y[*\r\n].z", "x[0][*\n]"];
        let around = [
            ("a = ", "", false),
            ("a = { b = ", " }", false),
            ("a = \"${[{ b = ", " }]}\"", false),
            ("a = (", ")", true),
            ("a = [", "]", true),
            ("a = y[", "]", true),
            ("a = f(", ")", true),
            ("a = \"${", "}\"", true),
            ("a = { for v in ", " : v => v }", true),
        ];
        for splat in splats {
            for (before, behind, is_valid) in around {
                let source = format!("{before}{splat}{behind}\n");
                assert_eq!(parse(&source, None, Grammar::Body).is_ok(), is_valid, "{source}");
            }
            assert!(parse(splat, None, Grammar::Expression).is_ok(), "{splat}");
        }
        for source in ["a = x[\n0\n]\n", "a = x[*]\n", "a = x[ * ]\n", "a = x[/* c\n */ *]\n"] {
            assert!(parse(source, None, Grammar::Body).is_ok(), "{source}");
        }
    }
}
