//! Operators of other languages.

use std::borrow::Cow;

use super::super::NodeId;
use super::{Failure, Kinds, Parser, TokenKind, catalog};
use crate::diagnostic::catalog::{evaluation, habits};
use crate::lexer::BinaryOperator;
use crate::text::span::Span;

impl<'t, E: Failure<'t>> Parser<'_, '_, 't, '_, E> {
    /// The operator of another language after an operand. Takes its tokens except the last one,
    /// which is the operator.
    #[cold]
    pub(in crate::parser) fn foreign_operator(&mut self) -> Option<BinaryOperator> {
        let (operator, meant, length) = self.operator_ahead()?;
        let meant = self.piped().map_or(meant.into(), Cow::Owned);
        let span = self.token().span.to(self.token_at(length - 1).span);
        let written = self.text(span);
        let report = self.report(|| catalog::syntax::foreign_operator(written, &meant, span));
        drop(report);
        for _ in 1..length {
            self.bump();
        }
        Some(operator)
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

    /// The operator, its notation in HCL, and the number of its tokens.
    fn operator_ahead(&mut self) -> Option<(BinaryOperator, &'static str, isize)> {
        use TokenKind::*;
        let may_be_operator = matches!(
            self.peek(),
            BitAnd
                | BitOr
                | BitXor
                | Equal
                | NotEqual
                | Less
                | Greater
                | Not
                | Multiply
                | Question
                | Add
                | Subtract
                | Identifier
        );
        if !may_be_operator {
            return None;
        }
        let (first, second) = (self.token(), self.token_at(1));
        let is_adjacent = first.span.end == second.span.start;
        let is_behind_text = self.previous().is_quote();
        if let Some(sign) = super::item::increment(first, second) {
            let third = self.token_at(2);
            if !Kinds::VALUES.has(third.kind) && third.kind != Identifier {
                let operator =
                    if sign == "++" { BinaryOperator::Add } else { BinaryOperator::Subtract };
                let meant = if sign == "++" { "+ 1 instead" } else { "- 1 instead" };
                return Some((operator, meant, 2));
            }
        }
        Some(match (first.kind, second.kind) {
            (BitAnd, _) if is_behind_text => {
                (BinaryOperator::Add, "both in one string: \"${one}${other}\"", 1)
            }
            (BitOr, Identifier) if is_behind_text => (BinaryOperator::Or, "function(value)", 1),
            (Add, Add) if is_adjacent && !self.previous().kind.is_number() => {
                let meant =
                    "both in one string: \"${one}${other}\"; concat(list, other) joins lists";
                (BinaryOperator::Add, meant, 2)
            }
            (Subtract, Greater)
                if is_adjacent && (is_behind_text || self.previous().kind.is_number()) =>
            {
                (BinaryOperator::Subtract, "only the value after the arrow", 2)
            }
            (Greater | Less | Not, Assign) if self.text(first.span.to(second.span)).len() < 8 => {
                match first.kind {
                    Greater => (BinaryOperator::GreaterOrEqual, "\">=\" without a blank", 2),
                    Less => (BinaryOperator::LessOrEqual, "\"<=\" without a blank", 2),
                    _ => (BinaryOperator::NotEqual, "\"!=\" without a blank", 2),
                }
            }
            (BitOr, Greater) if is_adjacent => (BinaryOperator::Or, "function(value)", 2),
            (Subtract, Greater) if is_adjacent => (BinaryOperator::Subtract, ".", 2),
            (BitAnd, _) => (BinaryOperator::And, "&&", 1),
            (BitOr, _) => (BinaryOperator::Or, "||", 1),
            (Equal | NotEqual, Assign) if is_adjacent => {
                let is_equal = first.kind == Equal;
                let operator =
                    if is_equal { BinaryOperator::Equal } else { BinaryOperator::NotEqual };
                (operator, if is_equal { "==" } else { "!=" }, 2)
            }
            (Less, Greater) if is_adjacent => (BinaryOperator::NotEqual, "!=", 2),
            (Multiply, Multiply) if is_adjacent => {
                (BinaryOperator::Multiply, "pow(base, exponent)", 2)
            }
            (Question, Question) if is_adjacent => (BinaryOperator::Or, "coalesce(a, b)", 2),
            (Question, Colon) if is_adjacent => (BinaryOperator::Or, "coalesce(a, b)", 2),
            (BitXor, _) => (BinaryOperator::Multiply, "pow(base, exponent), or != for booleans", 1),
            (Identifier, next) if Kinds::VALUES.has(next) || next == Identifier || next == Not => {
                match self.text(first.span) {
                    "and" | "AND" => (BinaryOperator::And, "&&", 1),
                    "or" | "OR" => (BinaryOperator::Or, "||", 1),
                    "is" | "eq" => (BinaryOperator::Equal, "==", 1),
                    "ne" => (BinaryOperator::NotEqual, "!=", 1),
                    "mod" => (BinaryOperator::Modulo, "%", 1),
                    "div" => (BinaryOperator::Divide, "/", 1),
                    "in" => (BinaryOperator::Equal, "contains(list, value)", 1),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// `not` before an operand.
    #[cold]
    pub(in crate::parser) fn foreign_not(&mut self, word: Span) -> Result<Option<NodeId>, E> {
        let next = self.token();
        let is_word = matches!(self.text(word), "not" | "NOT");
        if !is_word || !(next.kind == TokenKind::Identifier || next.kind == TokenKind::String) {
            return Ok(None);
        }
        self.report(|| catalog::syntax::foreign_operator("not", "!", word))?;
        let operand = self.expression()?;
        Ok(Some(operand))
    }
}
