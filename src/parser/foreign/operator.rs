//! Operators of other languages.

use super::{Parser, Place, Then, TokenKind, catalog};
use crate::diagnostic::catalog::{evaluation, habits};
use crate::lexer::BinaryOperator;
use crate::syntax::NodeId;
use crate::text::span::Span;

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    /// The operator of another language after an operand. Takes its tokens except the last one, which is the
    /// operator.
    #[cold]
    pub(in crate::parser) fn foreign_operator(&mut self, left: NodeId) -> Option<BinaryOperator> {
        let (form, span) = self.form_at(Place::Operator, 0)?;
        let Then::As(operator) = form.then else { return None };
        let (written, piped) = (self.text(span), self.piped());
        let operands = self.operands(left, span.end);
        let _ = self.report(|| match piped {
            Some(call) => catalog::foreign_operator(written, &call, span),
            None => form.diagnostic(written, span, operands),
        });
        self.take(form.tokens.len() as isize - 1);
        operator.binary_operator()
    }

    /// The place and the texts of the operands of an operator that ends here, if the right one is a name or a text in
    /// the rest of the line.
    fn operands(&mut self, left: NodeId, end: u32) -> Option<(Span, &'s str, &'s str)> {
        let left = self.span_of(left);
        let line = self.short_line(end)?;
        let right = line.trim_start();
        let text = right.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let is_simple = match text {
            Some(text) => !text.contains(['"', '\\']),
            None => right.chars().all(|it| it.is_alphanumeric() || "_.-".contains(it)),
        };
        let start = end + (line.len() - right.len()) as u32;
        let whole = left.to(Span::new(start, start + right.len() as u32));
        (is_simple && !right.is_empty()).then(|| (whole, self.text(left), right))
    }

    /// The call of the function after the sign `|`, which takes the value before it in other languages.
    fn piped(&mut self) -> Option<String> {
        let [sign, name] = [self.token(), self.token_at(1)];
        if [sign.kind, name.kind] != [TokenKind::BitOr, TokenKind::Identifier] {
            return None;
        }
        let (before, name) = (self.previous(), self.text(name.span));
        if evaluation::is_function(name) {
            return Some(format!("{name}(value)"));
        }
        habits::function(name, None).filter(|_| before.is_quote())
    }
}
