//! Literals and constructors: whether an expression is null, a literal or a constructor shows in the tree, without
//! evaluation.

use super::expression::{ExpressionKind, ExpressionRef};
use super::node::Kind;

impl ExpressionRef<'_> {
    /// Whether the expression is the literal `null`, in parentheses or not.
    pub(crate) fn is_null(self) -> bool {
        matches!(self.without_parentheses().kind(), ExpressionKind::Null)
    }

    /// Whether the expression is a literal without a sign: null, a bool, a number, or a string without
    /// template sequences.
    pub(crate) fn is_literal(self) -> bool {
        matches!(
            self.kind(),
            ExpressionKind::Null
                | ExpressionKind::Bool(_)
                | ExpressionKind::Number(_)
                | ExpressionKind::String(_)
        )
    }

    /// Whether the expression is a tuple or an object in brackets, whose parts are expressions.
    pub(crate) fn is_constructor(self) -> bool {
        matches!(self.kind(), ExpressionKind::Tuple(_) | ExpressionKind::Object(_))
    }

    /// Whether the expression is a literal or a negated number: a quick test, which is false for the rarer forms.
    #[inline]
    pub(crate) fn is_scalar_literal(self) -> bool {
        match self.0.kind() {
            Kind::Null => true,
            Kind::Tuple | Kind::Object => false,
            _ => self.is_definitely_not_null() || self.number_literal().is_some(),
        }
    }

    /// Whether the kind of value is known: the expression is a literal, a negated number or a
    /// constructor, in parentheses or not. The parts of a constructor may still have to be evaluated.
    #[inline]
    pub(crate) fn is_written_out(self) -> bool {
        match self.kind() {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Tuple(_)
            | ExpressionKind::Object(_) => true,
            ExpressionKind::Parenthesized(_) => self.without_parentheses().is_written_out(),
            _ => self.number_literal().is_some(),
        }
    }

    /// Whether the value is known not to be null: a quick test, which is false for the rarer forms.
    #[inline]
    pub(crate) fn is_definitely_not_null(self) -> bool {
        matches!(
            self.0.kind(),
            Kind::Bool
                | Kind::Number
                | Kind::String
                | Kind::Escaped
                | Kind::Heredoc
                | Kind::JsonEscaped
                | Kind::Tuple
                | Kind::Object
        )
    }
}
