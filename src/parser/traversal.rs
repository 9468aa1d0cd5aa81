//! Traversal steps after a term, and standalone traversals: a variable with attribute accesses,
//! constant indexes and, in partial traversals, splats.

use super::error::Failure;
use super::expression::is_number;
use super::{Parser, TokenKind, catalog};
use crate::syntax::{Kind, List, NodeId};
use crate::text::span::Span;

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// The steps after a term.
    pub(super) fn traversal(&mut self, root: NodeId) -> Result<NodeId, E> {
        let mut children = List::EMPTY;
        self.tree().push(&mut children, root);
        // After `.*`, names and digits apply to each element.
        let mut in_attribute_splat = false;
        let mut end = root;
        let mut failure = None;
        loop {
            let step = match self.peek() {
                TokenKind::Dot => self.dot_step(&mut in_attribute_splat),
                TokenKind::OpenBracket => {
                    in_attribute_splat = false;
                    self.nested(Self::bracket_step)
                }
                _ => break,
            };
            match step {
                Ok(step) => {
                    self.tree().push(&mut children, step);
                    end = step;
                }
                Err(error) if E::DIAGNOSING => failure = Some(error),
                Err(error) => return Err(error),
            }
        }
        if let Some(failure) = failure {
            return Err(failure);
        }
        let span = self.span_of(root).to(self.span_of(end));
        let steps = children.count - 1;
        Ok(self.add_counted(Kind::Traversal, 0, span, children, steps))
    }

    /// `GetAttr = "." Identifier`, `LegacyIndex = "." digit+`, `attrSplat = "." "*"`
    #[inline(always)]
    fn dot_step(&mut self, in_attribute_splat: &mut bool) -> Result<NodeId, E> {
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
    fn no_attribute_name(&mut self, dot: Span) -> Result<NodeId, E> {
        let (before, found) = (self.token_at(-2), self.found());
        let failure = self.fail(|| match found.kind {
            TokenKind::Multiply => catalog::syntax::nested_splat(found.span),
            _ => catalog::syntax::no_attribute_name(before, dot, found),
        });
        if E::DIAGNOSING && found.kind == TokenKind::Dot {
            self.bump();
        }
        failure
    }

    #[cold]
    fn legacy_index(&mut self, dot: Span) -> Result<NodeId, E> {
        let digits = self.bump();
        let text = self.text(digits);
        if let Some((first, second)) = text.split_once('.') {
            self.report(|| catalog::syntax::chained_legacy_index(digits, first, second))?;
        } else if !is_number(text) {
            self.report(|| catalog::syntax::invalid_number(text, digits))?;
        }
        let length = digits.len() as u32;
        let span = dot.to(digits);
        Ok(self.add_counted(Kind::StepLegacyIndex, 0, span, List::EMPTY, length))
    }

    /// `Index = "[" Expression "]"`, `fullSplat = "[" "*" "]"`
    fn bracket_step(&mut self) -> Result<NodeId, E> {
        let open = self.bump();
        if self.eat(TokenKind::Multiply).is_some() {
            let close = self.close(TokenKind::CloseBracket, |found| {
                catalog::syntax::unclosed_splat(open, found)
            })?;
            return Ok(self.leaf(Kind::StepFullSplat, open.to(close)));
        }
        if E::DIAGNOSING && self.is_at_line_end() {
            let found = self.token();
            return self.fail(|| catalog::syntax::unclosed_index(open, found));
        }
        let key = self.expression();
        let key = self.closing(key, TokenKind::CloseBracket)?;
        let close = self
            .close(TokenKind::CloseBracket, |found| catalog::syntax::unclosed_index(open, found))?;
        let children = self.tree().list([key]);
        Ok(self.add(Kind::StepIndex, 0, open.to(close), children))
    }

    /// Reports errors in the steps after a missing term.
    #[cold]
    pub(super) fn steps_behind_nothing(&mut self) {
        if matches!(self.peek(), TokenKind::Dot | TokenKind::OpenBracket) {
            let place = Span::empty(self.token().span.start);
            let root = self.leaf(Kind::Invalid, place);
            // The missing term is already reported.
            let _ = self.traversal(root);
        }
    }

    /// A source that is one traversal. A partial traversal may have splats in brackets.
    pub(super) fn whole_traversal(&mut self, is_partial: bool) -> Result<NodeId, E> {
        let Some(name) = self.eat(TokenKind::Identifier) else {
            let found = self.found();
            return self.fail(|| catalog::syntax::no_variable_name(found.span));
        };
        let root = self.leaf(Kind::Variable, name);
        let mut children = List::EMPTY;
        self.tree().push(&mut children, root);
        loop {
            let step = match self.peek() {
                TokenKind::End => break,
                TokenKind::Dot => self.name_step(name)?,
                TokenKind::OpenBracket => self.index_or_splat(name, is_partial)?,
                _ => {
                    let found = self.found();
                    return self.fail(|| catalog::syntax::no_step(name, found.span));
                }
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

    fn name_step(&mut self, root: Span) -> Result<NodeId, E> {
        let dot = self.bump();
        let Some(name) = self.eat(TokenKind::Identifier) else {
            let found = self.found();
            return self.fail(|| catalog::syntax::no_step_name(root, found));
        };
        let length = name.len() as u32;
        Ok(self.add_counted(Kind::StepAttribute, 0, dot.to(name), List::EMPTY, length))
    }

    fn index_or_splat(&mut self, root: Span, is_partial: bool) -> Result<NodeId, E> {
        let open = self.bump();
        let (kind, key) = match self.peek() {
            TokenKind::Number => (Kind::StepIndex, Some(self.literal(Kind::Number, 0))),
            TokenKind::UnusualNumber => (Kind::StepIndex, Some(self.unusual_number()?)),
            TokenKind::String => (Kind::StepIndex, Some(self.literal(Kind::String, 0))),
            TokenKind::StringEscaped => (Kind::StepIndex, Some(self.literal(Kind::Escaped, 0))),
            TokenKind::InvalidString | TokenKind::OpenQuote => {
                (Kind::StepIndex, Some(self.label()?))
            }
            TokenKind::Multiply if is_partial => {
                self.bump();
                (Kind::StepFullSplat, None)
            }
            _ => return self.no_index(root),
        };
        let Some(close) = self.eat(TokenKind::CloseBracket) else {
            let found = self.found();
            return self.fail(|| catalog::syntax::unclosed_constant_index(open, found.span));
        };
        let children = key.map_or(List::EMPTY, |key| self.tree().list([key]));
        Ok(self.add(kind, 0, open.to(close), children))
    }

    #[cold]
    fn no_index(&mut self, root: Span) -> Result<NodeId, E> {
        let found = self.found();
        self.fail(|| match found.kind {
            TokenKind::Multiply => catalog::syntax::no_step_name(root, found),
            _ => catalog::syntax::no_constant_index(root, found.span),
        })
    }
}

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
