//! What an expression or a value turns out to be: a scalar, elements or entries.

use std::any::type_name;

use serde::de::Visitor;

use super::decoder::data;
use super::entries::Entries;
use super::mapping::{Mapping, Reader};
use super::scalar::Scalar;
use super::sequence::{self, Elements};
use super::session::Session;
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Complaint, Result};
use crate::syntax::{ExpressionKind, ExpressionRef, UnaryOperator};
use crate::value::Value;
use crate::value::disclosure::Disclosure;

/// Something with a value, looked at no deeper than its outermost part.
pub(super) enum Form<'t, 'de> {
    Scalar(Scalar<'de>),
    Elements(Elements<'t>),
    Entries(Entries<'t, 'de>),
}

impl<'t, 'de> Form<'t, 'de> {
    /// Gives the visitor what it is.
    pub(super) fn visit<V: Visitor<'de>>(
        self,
        session: &'t Session<'t, 'de>,
        visitor: V,
    ) -> Result<V::Value> {
        match self {
            Form::Scalar(scalar) => scalar.visit(visitor),
            Form::Elements(elements) => sequence::visit(elements, session, visitor),
            Form::Entries(entries) => {
                let target = type_name::<V>();
                Mapping::new(entries, None, false, Reader::Any, target, session).visit(visitor)
            }
        }
    }

    /// What a value is; an error if it is unknown.
    pub(super) fn of_value(value: Value, session: &Session<'_, '_>) -> Result<Self> {
        let (value, marks) = value.unmark();
        if Disclosure::of_marks(&marks).is_hidden() {
            session.note_secret();
        }
        Ok(match value {
            Value::Null(_) => Form::Scalar(Scalar::Null),
            Value::Bool(bool) => Form::Scalar(Scalar::Bool(bool)),
            Value::Number(number) => Form::Scalar(Scalar::Number(number)),
            Value::String(text) => Form::Scalar(Scalar::String(String::from(&*text).into())),
            Value::List(_, elements) | Value::Set(_, elements) | Value::Tuple(elements) => {
                Form::Elements(Elements::Values(Vec::from(elements).into_iter()))
            }
            Value::Map(_, map) | Value::Object(map) => Form::Entries(Entries::of_map(map)),
            _ => return Err(data(catalog::unknown_value()).complaining(Complaint::UnknownValue)),
        })
    }
}

impl<'t, 'de> Session<'t, 'de> {
    #[inline]
    pub(super) fn form(&self, expression: ExpressionRef<'t>) -> Result<Form<'t, 'de>> {
        let digits = |number: ExpressionRef<'t>| self.text(number.span());
        Ok(match expression.kind() {
            ExpressionKind::Null => Form::Scalar(Scalar::Null),
            ExpressionKind::Bool(bool) => Form::Scalar(Scalar::Bool(bool)),
            ExpressionKind::Number(_) => {
                Form::Scalar(Scalar::Literal { negative: false, digits: digits(expression) })
            }
            ExpressionKind::String(string) => Form::Scalar(Scalar::String(self.string(string))),
            ExpressionKind::Tuple(elements) => Form::Elements(Elements::Tuple(elements)),
            ExpressionKind::Object(object) => Form::Entries(Entries::of_object(object, self)?),
            ExpressionKind::Unary(UnaryOperator::Negate, operand)
                if matches!(operand.kind(), ExpressionKind::Number(_)) =>
            {
                Form::Scalar(Scalar::Literal { negative: true, digits: digits(operand) })
            }
            ExpressionKind::Parenthesized(_) => {
                return self.form(expression.without_parentheses());
            }
            _ => {
                let value = self.evaluate(expression)?;
                self.evaluated.set(expression.span());
                Form::of_value(value, self)?
            }
        })
    }
}
