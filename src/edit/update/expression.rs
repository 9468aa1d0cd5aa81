//! Changes the expression of an attribute, element by element if possible.

use std::collections::{HashMap, HashSet};

use super::super::draft::{AsExpression, Draft, Object};
use super::super::matching::{longest_increasing, match_parts};
use super::matches::corresponding;
use super::{Notation, Update};
use crate::diagnostic::error::Result;
use crate::document::{Element, Elements, NewValue};
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
            Some(changed) => Ok(changed.value()),
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
    ) -> Result<Option<Elements>> {
        let elements = Elements::of(target).filter(|it| it.is_object() && it.has_only_names());
        let (Some(mut elements), ExpressionKind::Object(object)) = (elements, target.kind()) else {
            return Ok(None);
        };
        let current: Vec<ExpressionRef<'b>> = object.items().map(|item| item.value()).collect();
        let indexes = elements.numbers();
        let known = before.by_key();
        let kept: HashSet<&str> = after.entries.iter().map(|(key, _)| &**key).collect();
        for (key, value) in &after.entries {
            let before = known.get(&**key).copied();
            let index = indexes.get(&**key).and_then(|indexes| indexes.last()).copied();
            match index.and_then(|index| Some((index, *current.get(index)?))) {
                _ if before == Some(value) => {}
                Some((index, current)) => {
                    let value = nest(|| self.expression(before, value, current))?;
                    elements.set(index, value);
                }
                None => elements.push(Some(key), self.new_value(value)?),
            }
        }
        let removed = before.entries.iter().filter(|(key, _)| !kept.contains(&**key));
        let removed = removed.filter_map(|(key, _)| indexes.get(&**key)).flatten();
        let mut removed: Vec<usize> = removed.copied().collect();
        removed.sort_unstable();
        for index in removed.into_iter().rev() {
            elements.take(index);
        }
        Ok(Some(elements))
    }

    /// Changes a tuple element by element, if the document has a tuple of the same length.
    fn tuple<'b>(
        &self,
        before: &[Draft<'_>],
        after: &[Draft<'_>],
        target: ExpressionRef<'b>,
    ) -> Result<Option<Elements>> {
        let elements = Elements::of(target).filter(|it| it.len() == before.len());
        let (Some(mut elements), ExpressionKind::Tuple(current)) = (elements, target.kind()) else {
            return Ok(None);
        };
        let current: Vec<ExpressionRef<'b>> = current.collect();
        let matches = match_parts(before, after, |_| 0, Draft::content);
        let hashes = current.iter().map(|it| Some(Draft::of_expression(*it).hash()));
        let order = corresponding(before.iter().map(Draft::hash), hashes);
        let is_ordered = order.is_sorted();
        let staying: HashSet<usize> = match is_ordered {
            true => longest_increasing(&matches).into_iter().collect(),
            false => (0..after.len()).filter(|it| matches.get(*it) != Some(&None)).collect(),
        };
        // For each later element the earlier one, and its place in the document.
        let known = |index: usize| -> Option<(&Draft<'_>, usize)> {
            let matched = matches.get(index).copied().flatten()?;
            Some((before.get(matched)?, *order.get(matched)?))
        };
        let mut moved: HashMap<usize, usize> = HashMap::new();
        let mut kept = HashSet::new();
        for (index, draft) in after.iter().enumerate() {
            let Some((before, place)) = known(index) else { continue };
            if let Some(current) = current.get(place).filter(|_| before != draft) {
                let value = nest(|| self.expression(Some(before), draft, *current))?;
                elements.set(place, value);
            }
            match staying.contains(&index) {
                true => drop(kept.insert(place)),
                false => drop(moved.insert(place, index)),
            }
        }
        let mut taken: HashMap<usize, Element> = HashMap::new();
        for place in (0..current.len()).rev().filter(|place| !kept.contains(place)) {
            if let (Some(element), Some(index)) = (elements.take(place), moved.get(&place)) {
                taken.insert(*index, element);
            }
        }
        for (index, draft) in after.iter().enumerate().filter(|(index, _)| !staying.contains(index))
        {
            let position = if is_ordered { index } else { after.len() };
            match taken.remove(&index) {
                Some(element) => elements.insert_again(position, element),
                None => elements.insert(position, self.new_value(draft)?),
            }
        }
        Ok(Some(elements))
    }
}
