//! Changes of an object or a tuple: of one element, in the text of the whole expression.

use super::address::{Miss, Step};
use super::change::Outcome;
use super::edits::Edit;
use super::find::{elements_at, find_element};
use super::lines::{Key, Lines, Position};
use super::piece::Piece;
use super::value::Value;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::Error;
use crate::syntax::{ExpressionKind, ExpressionRef};

/// A change of a constructor.
#[derive(Clone, Copy)]
pub(super) enum ElementChange<'c> {
    Set(&'c Step, &'c Value),
    Push(&'c Value),
    Remove(&'c Step),
}

impl ElementChange<'_> {
    /// The text of an expression after the change of the constructor that the steps lead to.
    pub(super) fn apply(
        self,
        whole: ExpressionRef<'_>,
        path: &[Step],
        line_end: &'static str,
    ) -> Outcome<String> {
        let place = find_element(whole, path)?.without_parentheses();
        let mut keys = self.keys(place)?;
        let mut lines = Lines::of_constructor(place).ok_or(Miss::at(0))?;
        lines.line_end = line_end;
        match (self, keys.pop()) {
            (ElementChange::Remove(_), last) => {
                keys.into_iter().chain(last).for_each(|key| lines.remove(key));
            }
            (ElementChange::Set(_, value), Some(key)) => lines.set_value(key, value),
            (ElementChange::Set(step, value), None) => {
                lines.insert(Position::End, Piece::element(step.as_name(), value.clone()));
            }
            (ElementChange::Push(value), _) => {
                lines.insert(Position::End, Piece::element(None, value.clone()));
            }
        }
        Ok(Edit::applied(&lines.edits(), whole.text(), whole.span().start))
    }

    /// The elements that it changes, unless the expression can't change so.
    fn keys(self, place: ExpressionRef<'_>) -> Outcome<Vec<Key>> {
        let kind = place.kind();
        let (is_object, is_tuple) =
            (matches!(kind, ExpressionKind::Object(_)), matches!(kind, ExpressionKind::Tuple(_)));
        let shown = match (is_object, is_tuple) {
            (true, _) => "{…}",
            (_, true) => "[…]",
            _ => place.text(),
        };
        let step = match self {
            ElementChange::Push(_) if !is_tuple => {
                return Err(Error::edit(catalog::no_tuple(shown)).into());
            }
            ElementChange::Set(Step::Name(_), _) if !is_object => {
                return Err(Error::edit(catalog::no_object(shown)).into());
            }
            ElementChange::Push(_) => return Ok(Vec::new()),
            ElementChange::Set(step, _) | ElementChange::Remove(step) => step,
        };
        let keys = elements_at(place, step).into_iter().map(|(index, _)| Key::of(index));
        let keys: Vec<Key> = keys.collect();
        let is_new = matches!(self, ElementChange::Set(Step::Name(_), _));
        if keys.is_empty() && !is_new { Err(Miss::at(0)) } else { Ok(keys) }
    }
}
