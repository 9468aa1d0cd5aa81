//! Finds the item or the expression at an address, or explains why there is none.

use super::address::{Address, Miss, Step};
use super::items::Items;
use super::order::Key;
use super::{Body, Expression, Item};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::text::suggest::nearest;

/// The number of items among which an error looks for a similar one. Many failing changes of a large
/// body take time linear in their number.
const SEARCHED: usize = 100;

/// The target of an address.
pub(super) enum Place<'b> {
    Body(&'b mut Body),
    Expression(&'b mut Expression),
}

impl Body {
    /// The body or the expression at an address. Without steps, this body.
    pub(super) fn resolve(&mut self, steps: &[Step]) -> Result<Place<'_>, Miss> {
        if steps.is_empty() {
            return Ok(Place::Body(self));
        }
        let (key, rest) = self.next(steps)?;
        let items = self.items_mut();
        if items.list.get(key).is_some_and(|item| item.as_block().is_some()) {
            let block = items.block_mut(key).ok_or(Miss::at(steps.len()))?;
            return nest(|| block.body_mut().resolve(rest));
        }
        let expression = items.list.get_mut(key).and_then(Item::expression_mut);
        let expression = expression.ok_or(Miss::at(steps.len()))?;
        expression.resolve(rest).map(Place::Expression)
    }

    /// The item at an address, and the body that contains it.
    pub(super) fn find(&mut self, steps: &[Step]) -> Result<(&mut Body, Key), Miss> {
        let (key, rest) = self.next(steps)?;
        if rest.is_empty() {
            return Ok((self, key));
        }
        match self.items_mut().block_mut(key) {
            Some(block) => nest(|| block.body_mut().find(rest)),
            None => Err(Miss::at(rest.len())),
        }
    }

    /// The same, unless there is none. Fails if several blocks have the address.
    pub(super) fn find_if_any(&mut self, address: &Address) -> Result<Option<(&mut Body, Key)>> {
        match self.find(&address.steps) {
            Ok(found) => Ok(Some(found)),
            Err(miss) if miss.matched_several() => Err(miss.explain(address, None)),
            Err(_) => Ok(None),
        }
    }

    pub(super) fn find_or_explain(&mut self, address: &Address) -> Result<(&mut Body, Key)> {
        if let Err(miss) = self.find(&address.steps) {
            return Err(self.explain(miss, address));
        }
        self.find(&address.steps).map_err(|miss| miss.explain(address, None))
    }

    /// The error for an address that is not found. Suggests a similar name or labels.
    #[cold]
    pub(super) fn explain(&mut self, miss: Miss, address: &Address) -> Error {
        let (found, rest) = address.steps.split_at(miss.found(address));
        let Ok(Place::Body(body)) = self.resolve(found) else {
            return miss.explain(address, None);
        };
        let Some((Step::Name(wanted), behind)) = rest.split_first() else {
            return miss.explain(address, None);
        };
        let list = body.items_mut();
        let items = || list.list.iter().map(|(_, item)| item).take(SEARCHED);
        if !list.has_type(wanted) {
            let near = nearest(wanted, items().map(Item::name));
            return miss.explain(address, near);
        }
        let blocks = items().filter_map(Item::as_block).filter(|block| block.name() == &**wanted);
        let given: Vec<&str> = behind.iter().map_while(Step::as_name).collect();
        let labels = blocks.filter_map(|block| {
            let given = given.get(..block.label_count())?.join(".");
            Some((given, block.labels().join(".")))
        });
        let mut near = labels.filter(|(given, labels)| nearest(given, [&**labels]).is_some());
        let near = near.next().map(|(_, labels)| format!("{wanted}.{labels}"));
        miss.with_labels().explain(address, near.as_deref())
    }

    /// The item of this body at the start of the address, and the remaining steps. If several
    /// blocks have labels that the address starts with, the one with the most labels is selected.
    fn next<'s>(&mut self, steps: &'s [Step]) -> Result<(Key, &'s [Step]), Miss> {
        let items = self.items_mut();
        items.prepare_lookup();
        items.select(steps)
    }
}

impl Items {
    /// The item at the start of the address, and the remaining steps.
    pub(super) fn select<'s>(&self, steps: &'s [Step]) -> Result<(Key, &'s [Step]), Miss> {
        select(
            steps,
            |name| self.attribute(name),
            |name, labels, nth| self.block(name, labels, nth),
        )
    }
}

/// The item at the start of the address, and the remaining steps. `block` returns the number of blocks of
/// a type with these labels, and the one at a position among them.
pub(super) fn select<K>(
    steps: &[Step],
    attribute: impl Fn(&str) -> Option<K>,
    block: impl Fn(&str, &[&str], usize) -> (usize, Option<K>),
) -> Result<(K, &[Step]), Miss> {
    let miss = Miss::at(steps.len());
    let Some((Step::Name(name), rest)) = steps.split_first() else { return Err(miss) };
    if let Some(found) = attribute(name) {
        return Ok((found, rest));
    }
    let mut labels: Vec<&str> = rest.iter().map_while(Step::as_name).collect();
    loop {
        let rest = rest.get(labels.len()..).unwrap_or_default();
        let (index, behind) = match rest.split_first() {
            Some((Step::Index(index), behind)) => (Some(*index), behind),
            _ => (None, rest),
        };
        match block(name, &labels, index.unwrap_or(0)) {
            (0, _) => {}
            (1, Some(found)) => return Ok((found, behind)),
            (_, Some(found)) if index.is_some() => return Ok((found, behind)),
            (_, None) => return Err(Miss::at(behind.len() + 1)),
            (blocks, _) => return Err(miss.because_of_several(blocks)),
        }
        if labels.pop().is_none() {
            return Err(miss);
        }
    }
}
