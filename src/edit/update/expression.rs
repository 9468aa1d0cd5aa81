//! Changes the expression of an attribute, element by element if possible.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::draft::{AsExpression, Draft, Object};
use super::super::matching::match_parts;
use super::Notation;
use super::matches::corresponding;
use super::sequence::sequence;
use crate::diagnostic::error::Result;
use crate::document::{Key, Line, Lines, NewValue, Position};
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef};

impl Notation {
    /// The value of an attribute without regard to the document.
    pub(super) fn whole_value(self, draft: &Draft<'_>) -> Result<NewValue> {
        match draft {
            // The source text is kept, so a heredoc remains one.
            Draft::Leaf(leaf) => NewValue::parse(leaf.text()),
            _ => self.new_value(draft),
        }
    }

    /// Changes an expression of the document. If the document has the elements of the draft, changes
    /// it element by element.
    pub(super) fn expression(
        self,
        before: Option<&Draft<'_>>,
        after: &Draft<'_>,
        target: ExpressionRef<'_>,
    ) -> Result<NewValue> {
        let is_tuple = matches!(target.kind(), ExpressionKind::Tuple(_));
        let before = before.map(|before| before.as_value(is_tuple));
        let after = after.as_value(is_tuple);
        let changed = match (before.as_deref(), &*after) {
            (Some(Draft::Object(before)), Draft::Object(after)) => {
                self.object(before, after, target)?
            }
            (Some(Draft::Tuple(before)), Draft::Tuple(after)) => {
                self.tuple(before, after, target)?
            }
            _ => None,
        };
        match changed {
            Some(changed) => Ok(NewValue::in_place(changed.text())),
            None => self.new_value(&after),
        }
    }

    fn new_value(self, draft: &Draft<'_>) -> Result<NewValue> {
        NewValue::encode(&self.as_expression(draft))
    }

    pub(super) fn as_expression<'d, 'a>(self, draft: &'d Draft<'a>) -> AsExpression<'d, 'a> {
        AsExpression { draft, wants_tuples: self == Notation::Tuples }
    }

    /// Changes an object element by element, if the document has an object with these keys.
    fn object<'b>(
        self,
        before: &Object<'_>,
        after: &Object<'_>,
        target: ExpressionRef<'b>,
    ) -> Result<Option<Lines<'b>>> {
        let (Some(mut lines), ExpressionKind::Object(object)) =
            (Lines::of_constructor(target), target.kind())
        else {
            return Ok(None);
        };
        let mut current: HashMap<Cow<'_, str>, Vec<(Key, ExpressionRef<'b>)>> = HashMap::new();
        for (index, item) in object.items().enumerate() {
            let Some(name) = item.known_key() else { return Ok(None) };
            current.entry(name).or_default().push((Key::of(index), item.value()));
        }
        let known = before.by_key();
        for (name, value) in &after.entries {
            let before = known.get(&**name).copied();
            match current.remove(&**name).and_then(|mut elements| elements.pop()) {
                _ if before == Some(value) => {}
                Some((key, current)) => {
                    let value = nest(|| self.expression(before, value, current))?;
                    lines.set_value(key, &value);
                }
                None => {
                    lines.insert(Position::End, Line::element(Some(name), self.new_value(value)?));
                }
            }
        }
        let removed = before.entries.iter().filter_map(|(name, _)| current.get(&**name));
        removed.flatten().for_each(|(key, _)| lines.remove(*key));
        Ok(Some(lines))
    }

    /// Changes a tuple element by element, if the document has a tuple of the same length.
    fn tuple<'b>(
        self,
        before: &[Draft<'_>],
        after: &[Draft<'_>],
        target: ExpressionRef<'b>,
    ) -> Result<Option<Lines<'b>>> {
        let (Some(mut lines), ExpressionKind::Tuple(current)) =
            (Lines::of_constructor(target), target.kind())
        else {
            return Ok(None);
        };
        if current.len() != before.len() {
            return Ok(None);
        }
        let current: Vec<ExpressionRef<'b>> = current.collect();
        let matches = match_parts(before, after, Draft::traits);
        let hashes = current.iter().map(|it| Some(Draft::of_expression(*it).hash()));
        let order = corresponding(before.iter().map(Draft::hash), hashes);
        let place = |index: &usize| Some(order[matches[*index]?]);
        let mut later: Vec<usize> = (0..after.len()).collect();
        if !order.is_sorted() {
            // A set: no element is moved, and new ones are added at the end.
            later.sort_by_key(|index| place(index).unwrap_or(usize::MAX));
        }
        let places: Vec<Option<usize>> = later.iter().map(place).collect();
        let all: Vec<usize> = (0..before.len()).collect();
        let key = |place: usize| Some(Key::of(place));
        sequence((&all, &places), key, &mut None, &mut lines, |place, index, lines| {
            let Some(index) = index.map(|index| later[index]) else { return Ok(None) };
            let draft = &after[index];
            let (Some(place), Some(before)) = (place, matches[index].map(|it| &before[it])) else {
                return Ok(Some(Line::element(None, self.new_value(draft)?)));
            };
            if before != draft {
                let value = nest(|| self.expression(Some(before), draft, current[place]))?;
                lines.set_value(Key::of(place), &value);
            }
            Ok(None)
        })?;
        Ok(Some(lines))
    }
}
