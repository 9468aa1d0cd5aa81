//! The check that no attribute name repeats in a body.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use super::state::{Items, Parsed, Parser};
use crate::diagnostic::catalog::syntax as catalog;
use crate::syntax::{Kind, List};
use crate::text::span::Span;

impl<'s, const DIAGNOSING: bool> Parser<'_, 's, '_, '_, DIAGNOSING> {
    /// Checks that no two attributes of a body have the same name. When diagnosing, each name has been
    /// checked at its place.
    #[inline(always)]
    pub(super) fn check_names(&mut self, items: &Items) -> Parsed<()> {
        if !items.may_repeat || DIAGNOSING {
            return Ok(());
        }
        let mut names = std::mem::take(&mut self.input.state().names);
        names.clear();
        let checked = self.compare_names(items.list, &mut names);
        self.input.state().names = names;
        checked
    }

    /// Reports an attribute if an earlier one of the body has the same name.
    #[cold]
    pub(super) fn check_name(
        &mut self,
        span: Span,
        names: &mut HashMap<&'s str, Span>,
    ) -> Parsed<()> {
        let name = self.text(span);
        match names.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(span);
                Ok(())
            }
            Entry::Occupied(first) => {
                self.report_always(|| catalog::attribute_redefined(name, span, *first.get()))
            }
        }
    }

    /// Checks the names of these items, and adds them to `names`.
    #[cold]
    pub(super) fn compare_names(
        &mut self,
        items: List,
        names: &mut HashMap<&'s str, Span>,
    ) -> Parsed<()> {
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
}
