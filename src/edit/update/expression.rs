//! Changes the expression of an attribute, element by element if possible.

use std::collections::{HashMap, HashSet};

use super::super::draft::{AsExpression, Draft, Object};
use super::super::matching::{longest_increasing, match_parts};
use super::matches::corresponding;
use super::{Notation, Update};
use crate::diagnostic::error::Result;
use crate::document::{Element, Expression, Form, Key};
use crate::limits::stack::nest;
use crate::syntax::{ExpressionRef, View};

impl Update<'_> {
    /// Changes the expression of an attribute.
    pub(super) fn attribute(
        &self,
        before: Option<&Draft<'_>>,
        after: &Draft<'_>,
        target: &mut Expression,
    ) -> Result<()> {
        if let Draft::Leaf(leaf) = after {
            // The source text is kept, so a heredoc remains one.
            *target = Expression::parse(leaf.text())?;
            return Ok(());
        }
        if self.notation == Notation::Value {
            *target = self.new_expression(after)?;
            return Ok(());
        }
        self.expression(before, after, target)
    }

    /// Changes an expression of the document. If the document has the elements of the draft, changes
    /// it element by element.
    fn expression(
        &self,
        before: Option<&Draft<'_>>,
        after: &Draft<'_>,
        target: &mut Expression,
    ) -> Result<()> {
        let is_tuple = target.is_tuple();
        let before = before.map(|before| before.as_value(is_tuple));
        let after = after.as_value(is_tuple);
        let is_changed = match (before.as_deref(), &*after) {
            (Some(Draft::Object(before)), Draft::Object(after)) => {
                self.object(before, after, target)?
            }
            (Some(Draft::Tuple(before)), Draft::Tuple(after)) => {
                self.tuple(before, after, target)?
            }
            _ => false,
        };
        if !is_changed {
            *target = self.new_expression(&after)?.enclosed();
        }
        Ok(())
    }

    pub(super) fn new_expression(&self, draft: &Draft<'_>) -> Result<Expression> {
        let wants_tuples = self.notation == Notation::Tuples;
        Expression::encode(&AsExpression { draft, wants_tuples })
    }

    /// Changes an object element by element. Returns whether the document has an object with these
    /// keys.
    fn object(
        &self,
        before: &Object<'_>,
        after: &Object<'_>,
        target: &mut Expression,
    ) -> Result<bool> {
        if !target.is_object_of_names() {
            return Ok(false);
        }
        let known = before.by_key();
        let kept: HashSet<&str> = after.entries.iter().map(|(key, _)| &**key).collect();
        for (key, value) in &after.entries {
            let before = known.get(&**key).copied();
            match target.get_mut(key) {
                _ if before == Some(value) => {}
                Some(current) => nest(|| self.expression(before, value, current))?,
                None => target.insert_expression(key, self.new_expression(value)?)?,
            }
        }
        for (key, _) in before.entries.iter().filter(|(key, _)| !kept.contains(&**key)) {
            target.remove(key);
        }
        Ok(true)
    }

    /// Changes a tuple element by element. Returns whether the document has a tuple of the same
    /// length.
    fn tuple(
        &self,
        before: &[Draft<'_>],
        after: &[Draft<'_>],
        target: &mut Expression,
    ) -> Result<bool> {
        if !target.is_tuple() || target.element_count() != Some(before.len()) {
            return Ok(false);
        }
        let matches = match_parts(before, after, |_| 0, Draft::content);
        let keys = target.keys();
        let hashes = keys.iter().map(|key| hash_of_source(target.element_mut(*key)?));
        let order = corresponding(before.iter().map(Draft::hash), hashes);
        let is_ordered = order.is_sorted();
        let staying: HashSet<usize> = match is_ordered {
            true => longest_increasing(&matches).into_iter().collect(),
            false => (0..after.len()).filter(|it| matches.get(*it) != Some(&None)).collect(),
        };
        // For each later element the earlier one, and its place in the document.
        let known = |index: usize| -> Option<(&Draft<'_>, Key)> {
            let matched = matches.get(index).copied().flatten()?;
            Some((before.get(matched)?, *keys.get(*order.get(matched)?)?))
        };
        let kept: HashSet<Key> = (0..after.len()).filter_map(|it| Some(known(it)?.1)).collect();
        let mut moved: HashMap<usize, Element> = HashMap::new();
        for (index, draft) in after.iter().enumerate() {
            let Some((before, key)) = known(index) else { continue };
            if let Some(current) = target.element_mut(key).filter(|_| before != draft) {
                nest(|| self.expression(Some(before), draft, current))?;
            }
            if !staying.contains(&index) {
                moved.extend(target.take_element(key).map(|element| (index, element)));
            }
        }
        for key in keys.iter().filter(|key| !kept.contains(key)) {
            target.take_element(*key);
        }
        for (index, draft) in after.iter().enumerate().filter(|(index, _)| !staying.contains(index))
        {
            let position = if is_ordered { index } else { after.len() };
            match moved.remove(&index) {
                Some(element) => target.insert_element(position, element),
                None => target.insert_at(position, self.new_expression(draft)?),
            }
        }
        Ok(true)
    }
}

/// The hash of an expression in the document, if it has not changed.
fn hash_of_source(expression: &mut Expression) -> Option<u64> {
    match expression.form() {
        Form::Source(tree, id) => {
            Some(Draft::of_expression(ExpressionRef(View::new(tree, *id))).hash())
        }
        _ => None,
    }
}
