//! What everything that takes part in one decode shares.

use std::any::type_name;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::mem;

use super::capture::handle;
use super::decoder::data;
use super::lessons::Lessons;
use super::origin::Origin;
use super::whereabouts::{self, Place};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::decoding as catalog;
use crate::document::parse_expression;
use crate::error::{Category, Complaint, Error, Result};
use crate::eval::{self, Context};
use crate::source::Span;
use crate::syntax::{
    ExpressionKind, ExpressionRef, LabelRef, ObjectItemRef, StringRef, UnaryOperator,
};
use crate::value::Value;
use crate::value::disclosure::Disclosure;

/// `'t` is the life of the tree, `'de` that of the source: strings are borrowed from the source.
pub(super) struct Session<'t, 'de> {
    source: &'de str,
    context: &'t Context,
    pub(super) lessons: &'t Lessons,
    /// How many blocks have been given as sequences of one to targets that take anything.
    pub(super) sequences_of_one: Cell<usize>,
    /// The expression that was evaluated last.
    pub(super) evaluated: Cell<Span>,
    /// The expressions out of which the target got something sensitive.
    secrets: RefCell<Vec<Span>>,
}

impl<'t, 'de> Session<'t, 'de> {
    pub(super) fn new(source: &'de str, context: &'t Context, lessons: &'t Lessons) -> Self {
        Session {
            source,
            context,
            lessons,
            sequences_of_one: Cell::new(0),
            evaluated: Cell::default(),
            secrets: RefCell::default(),
        }
    }

    /// Notes that the target gets something sensitive: its errors may quote it from now on.
    #[cold]
    pub(super) fn note_secret(&self) {
        let mut secrets = self.secrets.borrow_mut();
        if secrets.last() != Some(&self.evaluated.get()) {
            secrets.push(self.evaluated.get());
        }
    }

    /// An error without what it may tell of something sensitive in `place`, unless it is known to be
    /// about something else.
    #[cold]
    pub(super) fn discreet(&self, error: Error, place: Span) -> Error {
        let is_inside = |secret: &Span| place.contains(*secret);
        match error.span().is_none() && self.secrets.borrow().iter().any(is_inside) {
            true => error.settle(catalog::sensitive()),
            false => error,
        }
    }

    /// Notes that a target of type `T` takes anything, but no sequence of one block. Of those,
    /// `sequences` had been given before.
    #[cold]
    pub(super) fn reconsider_blocks<T>(&self, sequences: usize) {
        if self.lessons.wants_more() && self.sequences_of_one.get() > sequences {
            self.lessons.learn(type_name::<T>(), |lesson| {
                !mem::replace(&mut lesson.single_block_is_body, true)
            });
        }
    }

    #[inline]
    pub(super) fn text(&self, span: Span) -> &'de str {
        span.text(self.source)
    }

    #[inline]
    pub(super) fn string(&self, string: StringRef<'t>) -> Cow<'de, str> {
        match string.verbatim_span() {
            Some(span) => Cow::Borrowed(self.text(span)),
            None => Cow::Owned(string.value().into_owned()),
        }
    }

    #[inline]
    pub(super) fn label(&self, label: LabelRef<'t>) -> Cow<'de, str> {
        match label.verbatim_span() {
            Some(span) => Cow::Borrowed(self.text(span)),
            None => Cow::Owned(label.value().into_owned()),
        }
    }

    pub(super) fn evaluate(&self, expression: ExpressionRef<'t>) -> Result<Value> {
        eval::evaluate(expression, self.context)
    }

    /// Whether the expression certainly is, or turns out to be, null.
    pub(super) fn is_null(&self, expression: ExpressionRef<'t>) -> bool {
        match expression.without_parentheses().kind() {
            ExpressionKind::Null => true,
            _ if is_written_out(expression) => false,
            _ => self.evaluate(expression).is_ok_and(|value| value.is_null()),
        }
    }

    /// The key of an item of an object, as a string, and what errors may tell of it.
    pub(super) fn object_key(&self, item: ObjectItemRef<'t>) -> Result<(String, Disclosure)> {
        match eval::object_key(item, self.context)? {
            Some((name, disclosure)) => Ok((String::from(&*name), disclosure)),
            None => Err(data(self.unknown(item.key()))),
        }
    }

    /// A value is needed, but the expression has none yet.
    #[cold]
    fn unknown(&self, expression: ExpressionRef<'t>) -> Diagnostic {
        // What is unknown is what refers to something unknown.
        let is_unknown = |reference: &String| {
            let value = parse_expression(reference).and_then(|whole| whole.evaluate(self.context));
            value.is_ok_and(|value| !value.is_wholly_known())
        };
        let references = expression.references();
        let references = references.iter().map(ToString::to_string).filter(is_unknown).collect();
        catalog::unknown_value_of(references, expression.span())
    }

    pub(super) fn is_null_at(&self, origin: Origin<'t>) -> bool {
        match origin {
            Origin::Expression(expression) => self.is_null(expression),
            Origin::Null => true,
            Origin::Block(_) | Origin::Span(_) | Origin::Sensitive | Origin::Unknown => false,
        }
    }

    /// What an error without a place amounts to: it comes out of a buffer of serde's that was made
    /// from `origin`.
    fn settle_buffered(&self, error: Error, origin: Origin<'t>) -> Error {
        if error.span().is_some() {
            return error;
        }
        if let Some(failure) = origin.span().and_then(handle::take_failure_in) {
            return failure;
        }
        let Some(Complaint::MissingField(field)) = error.complaint() else { return error };
        let diagnostic = match origin {
            Origin::Block(block) => catalog::missing_field_of_buffered(field, block),
            _ => catalog::missing_field(field),
        };
        error.settle(diagnostic)
    }

    /// Completes an error with the place of what was being decoded, and with what only the
    /// evaluation of an expression can tell.
    #[cold]
    pub(super) fn explain(&self, error: Error, origin: Origin<'t>) -> Error {
        let error = self.settle_buffered(error, origin);
        let expression = match origin {
            Origin::Expression(expression) => expression,
            Origin::Block(block) => {
                let place = Place::Body(block.body());
                let error = whereabouts::locate(error, place, self);
                return self.discreet(error, block.span()).or_at(block.header_span());
            }
            Origin::Span(span) => return self.discreet(error, Span::new(0, u32::MAX)).or_at(span),
            Origin::Sensitive => return error.hide(catalog::sensitive()),
            Origin::Null | Origin::Unknown => return error,
        };
        let error = match expression.without_parentheses().kind() {
            ExpressionKind::Tuple(_) | ExpressionKind::Object(_) => {
                whereabouts::locate(error, Place::Expression(expression), self)
            }
            _ => error,
        };
        let error = self.discreet(error, expression.span()).or_at(expression.span());
        if error.category() != Category::Data || is_written_out(expression) {
            return error;
        }
        match self.evaluate(expression) {
            Ok(value) if Disclosure::of_marks(&value.marks()).is_hidden() => {
                error.hide(catalog::sensitive()).or_at(expression.span())
            }
            Ok(value) if Disclosure::of(&value).is_hidden() => {
                error.settle(catalog::sensitive()).or_at(expression.span())
            }
            Ok(_) if matches!(error.complaint(), Some(Complaint::UnknownValue)) => {
                error.settle(self.unknown(expression))
            }
            _ => error,
        }
    }
}

/// Whether the expression can be walked instead of evaluated: a literal, a negated number, a tuple
/// or an object constructor. What is in a tuple or an object is another matter.
#[inline]
pub(super) fn is_written_out(expression: ExpressionRef<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Null
        | ExpressionKind::Bool(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::String(_)
        | ExpressionKind::Tuple(_)
        | ExpressionKind::Object(_) => true,
        ExpressionKind::Unary(UnaryOperator::Negate, operand) => {
            matches!(operand.kind(), ExpressionKind::Number(_))
        }
        ExpressionKind::Parenthesized(_) => is_written_out(expression.without_parentheses()),
        _ => false,
    }
}
