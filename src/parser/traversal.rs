//! Traversals on their own: a variable with attribute accesses and constant indexes, nothing else
//! but splats where they are allowed.

use super::error::Failure;
use super::{Parser, TokenKind, catalog};
use crate::source::Span;
use crate::syntax::{Kind, List, NodeId};

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// A source that is one traversal; a partial one may have splats in brackets.
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
        Ok(self.tree().add_counted(Kind::Traversal, 0, span, children, steps))
    }

    fn name_step(&mut self, root: Span) -> Result<NodeId, E> {
        let dot = self.bump();
        let Some(name) = self.eat(TokenKind::Identifier) else {
            let found = self.found();
            return self.fail(|| catalog::syntax::no_step_name(root, found));
        };
        let length = name.len() as u32;
        Ok(self.tree().add_counted(Kind::StepAttribute, 0, dot.to(name), List::EMPTY, length))
    }

    fn index_or_splat(&mut self, root: Span, is_partial: bool) -> Result<NodeId, E> {
        let open = self.bump();
        let (kind, key) = match self.peek() {
            TokenKind::Number => (Kind::StepIndex, Some(self.number()?)),
            TokenKind::String => (Kind::StepIndex, Some(self.literal(Kind::String, 0))),
            TokenKind::StringEscaped => (Kind::StepIndex, Some(self.literal(Kind::Escaped, 0))),
            TokenKind::InvalidString | TokenKind::OpenQuote => {
                (Kind::StepIndex, Some(self.label()?))
            }
            TokenKind::Star if is_partial => {
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
            TokenKind::Star => catalog::syntax::no_step_name(root, found),
            _ => catalog::syntax::no_constant_index(root, found.span),
        })
    }
}
