//! The check that no attribute name repeats in a body.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::error::Failure;
use super::{Parser, catalog};
use crate::source::Span;
use crate::syntax::{Kind, List};

/// The items of an unfinished body.
#[derive(Default)]
pub(super) struct Items {
    pub(super) list: List,
    pub(super) names: NameFilter,
}

/// A Bloom filter over the names of the attributes of a body. Most bodies have few attributes, so the
/// filter proves that no name repeats without comparing the names. Comparing them took a third of the
/// time of parsing a body's items.
#[derive(Default)]
pub(super) struct NameFilter {
    seen: [u64; 4],
    may_repeat: bool,
}

/// The names of the attributes of a body in the second pass.
#[derive(Default)]
pub(super) struct SeenNames<'s> {
    pub(super) compared: HashMap<&'s str, Span>,
    /// The names that the filter has proved to be different from all others.
    others: Vec<Span>,
}

impl NameFilter {
    #[inline(always)]
    pub(super) fn insert(&mut self, name: &[u8]) {
        let [first, middle, last] = [0, name.len() / 2, name.len().wrapping_sub(1)]
            .map(|at| u32::from(name.get(at).copied().unwrap_or(0)));
        let key = first | middle << 8 | last << 16 | (name.len() as u32) << 24;
        let bit = key.wrapping_mul(0x9e37_79b1) >> 24;
        let (word, bit) = (&mut self.seen[bit as usize / 64], 1 << (bit % 64));
        self.may_repeat |= *word & bit != 0;
        *word |= bit;
    }
}

impl<'s, 't, E: Failure<'t>> Parser<'_, 's, 't, '_, E> {
    /// Checks that no two attributes of a body have the same name. When diagnosing, each name has been
    /// checked at its place.
    #[inline(always)]
    pub(super) fn check_names(&mut self, items: &Items) -> Result<(), E> {
        if !items.names.may_repeat || E::DIAGNOSING {
            return Ok(());
        }
        let mut names = std::mem::take(&mut self.input.state().names);
        names.clear();
        let checked = self.compare_names(items.list, &mut names);
        self.input.state().names = names;
        checked
    }

    /// Reports an attribute in the second pass if an earlier one of the body has the same name. An attribute
    /// counts even if its value is invalid.
    #[inline(always)]
    pub(super) fn see_name(
        &mut self,
        name: Span,
        names: &mut SeenNames<'s>,
        filter: &mut NameFilter,
    ) -> Result<(), E> {
        filter.insert(self.bytes(name));
        names.others.push(name);
        if !filter.may_repeat {
            return Ok(());
        }
        let mut others = std::mem::take(&mut names.others).into_iter();
        others.try_for_each(|name| self.check_name(name, &mut names.compared))
    }

    /// Reports an attribute if an earlier one of the body has the same name.
    #[cold]
    fn check_name(&mut self, span: Span, names: &mut HashMap<&'s str, Span>) -> Result<(), E> {
        let name = self.text(span);
        match names.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(span);
                Ok(())
            }
            Entry::Occupied(first) => self.redefined(name, span, *first.get()),
        }
    }

    /// Checks the names of these items, and adds them to `names`.
    #[cold]
    pub(super) fn compare_names(
        &mut self,
        items: List,
        names: &mut HashMap<&'s str, Span>,
    ) -> Result<(), E> {
        let mut next = self.tree().first(items);
        while let Some(item) = next {
            let node = *self.tree().node(item);
            next = self.tree().next(item);
            if node.kind == Kind::Attribute {
                self.check_name(node.span, names)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn redefined(&mut self, name: &str, span: Span, first: Span) -> Result<(), E> {
        self.report(|| catalog::syntax::attribute_redefined(name, span, first))
    }
}
