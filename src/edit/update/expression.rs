//! Changes the expression of an attribute, element by element if possible.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::super::draft::{AsExpression, Draft, Object};
use super::super::matching::{longest_increasing, match_parts};
use super::matches::corresponding;
use super::{Notation, Update};
use crate::diagnostic::error::Result;
use crate::document::{Key, Lines, NewItem, NewValue, Position};
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef};

impl Update<'_> {
    /// The new value of an attribute.
    pub(super) fn attribute(
        &self,
        before: Option<&Draft<'_>>,
        after: &Draft<'_>,
        target: ExpressionRef<'_>,
    ) -> Result<NewValue> {
        if let Draft::Leaf(leaf) = after {
            // The source text is kept, so a heredoc remains one.
            return NewValue::parse(leaf.text());
        }
        match self.notation {
            Notation::Value => self.new_value(after),
            _ => self.expression(before, after, target),
        }
    }

    /// Changes an expression of the document. If the document has the elements of the draft, changes
    /// it element by element.
    fn expression(
        &self,
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
            None => Ok(self.new_value(&after)?.enclosed()),
        }
    }

    pub(super) fn new_value(&self, draft: &Draft<'_>) -> Result<NewValue> {
        let wants_tuples = self.notation == Notation::Tuples;
        NewValue::encode(&AsExpression { draft, wants_tuples })
    }

    /// Changes an object element by element, if the document has an object with these keys.
    fn object<'b>(
        &self,
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
                    lines.insert(
                        Position::End,
                        NewItem::element(Some(name), self.new_value(value)?),
                    );
                }
            }
        }
        let removed = before.entries.iter().filter_map(|(name, _)| current.get(&**name));
        removed.flatten().for_each(|(key, _)| lines.remove(*key));
        Ok(Some(lines))
    }

    /// Changes a tuple element by element, if the document has a tuple of the same length.
    fn tuple<'b>(
        &self,
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
        let is_ordered = order.is_sorted();
        let staying: HashSet<usize> = match is_ordered {
            true => longest_increasing(&matches).into_iter().collect(),
            false => (0..after.len()).collect(),
        };
        let kept: HashSet<usize> = matches.iter().flatten().copied().collect();
        let removed = order.iter().enumerate().filter(|(index, _)| !kept.contains(index));
        removed.for_each(|(_, place)| lines.remove(Key::of(*place)));
        let mut previous = None;
        for (index, draft) in after.iter().enumerate() {
            let position = match previous {
                _ if !is_ordered => Position::End,
                Some(previous) => Position::Behind(previous),
                None => lines.keys().next().map_or(Position::End, Position::Before),
            };
            let matched = matches.get(index).copied().flatten();
            let known = matched.and_then(|it| Some((before.get(it)?, *order.get(it)?)));
            let Some((before, place)) = known else {
                let new = NewItem::element(None, self.new_value(draft)?);
                previous = Some(lines.insert(position, new));
                continue;
            };
            let key = Key::of(place);
            if let Some(current) = current.get(place).filter(|_| before != draft) {
                let value = nest(|| self.expression(Some(before), draft, *current))?;
                lines.set_value(key, &value);
            }
            if !staying.contains(&index) {
                lines.move_to(key, position);
            }
            previous = Some(key);
        }
        Ok(Some(lines))
    }
}
