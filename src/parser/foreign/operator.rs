//! Operators of other languages.

use super::{Failure, Parser, Place, Then, TokenKind, catalog};
use crate::diagnostic::catalog::{evaluation, habits};
use crate::lexer::BinaryOperator;

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// The operator of another language after an operand. Takes its tokens except the last one, which is the
    /// operator.
    #[cold]
    pub(in crate::parser) fn foreign_operator(&mut self) -> Option<BinaryOperator> {
        let (form, span) = self.form_at(Place::Operator, 0)?;
        let Then::As(operator) = form.then else { return None };
        let (written, piped) = (self.text(span), self.piped());
        drop(self.report(|| match piped {
            Some(call) => catalog::foreign_operator(written, &call, span),
            None => form.diagnostic(written, span),
        }));
        self.take(form.tokens.len() as isize - 1);
        operator.binary_operator()
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
