//! The places of operators. They have no nodes: an operator is what stands between its operands.

use super::expression::{ConditionalRef, ExpressionRef};
use super::node::Kind;
use super::view::View;
use crate::text::span::Span;

impl ExpressionRef<'_> {
    /// The bytes of the operator, if the expression is an operation.
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("count /* all */ + 1")?;
    /// let operator = expression.view().operator_span().expect("an operation");
    /// assert_eq!(operator.text(expression.view().source()), "+");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn operator_span(self) -> Option<Span> {
        let first = self.0.first_child()?;
        match self.0.kind() {
            Kind::Unary => Some(self.0.between(self.0.span().start, first.span().start)),
            Kind::Binary => Some(self.0.between_operands(first)),
            _ => None,
        }
    }
}

impl ConditionalRef<'_> {
    /// The bytes of the question mark.
    pub fn question_mark_span(self) -> Span {
        self.0.between_operands(self.0.first())
    }

    /// The bytes of the colon.
    pub fn colon_span(self) -> Span {
        self.0.between_operands(self.0.first().next())
    }
}

impl<'a> View<'a> {
    fn first_child(self) -> Option<View<'a>> {
        self.node().first_child().map(|id| View { tree: self.tree, id })
    }

    /// The place of the operator between the operand and the next one.
    fn between_operands(self, operand: View<'_>) -> Span {
        self.between(operand.span().end, operand.next().span().start)
    }

    /// The place of what stands between two offsets, without the comments and blanks around it.
    fn between(self, start: u32, end: u32) -> Span {
        let place = Span::new(start, end.max(start));
        let text = self.tree.text(place).as_bytes();
        let (mut first, mut last, mut at) = (None, 0, 0);
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let length = match rest {
                [b'#', ..] | [b'/', b'/', ..] => memchr::memchr(b'\n', rest),
                [b'/', b'*', ..] => memchr::memmem::find(rest, b"*/").map(|length| length + 2),
                [byte, ..] if byte.is_ascii_whitespace() => Some(1),
                _ => {
                    first.get_or_insert(at);
                    last = at + 1;
                    Some(1)
                }
            };
            at += length.unwrap_or(rest.len());
        }
        let first = first.unwrap_or(0) as u32;
        self.tree.place(Span::new(start + first, start + first.max(last as u32)))
    }
}
