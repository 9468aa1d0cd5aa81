//! Blocks for targets that accept any type: by their labels, as a body, or as a sequence.

use std::mem;

use serde::de::Expected;

use super::anything::{AnyVisitor, Anything};
use super::entries::entries_of;
use super::kinds::{elements_of, kind_of};
use super::mapping::{EntriesOf, Mapping};
use super::sequence::Sequence;
use super::session::Session;
use super::slot::Slot;
use crate::de::buffering::{Data, Fills, Placeholder, Site, Wanted};
use crate::de::input::{Entries, Node, Part, PropertyNames, ValueKind};
use crate::diagnostic::error::Result;

impl<'t, 'de> Slot<'t, 'de> {
    /// The data of blocks, or of a body, for a visitor with this name.
    pub(super) fn blocks(
        &mut self,
        visitor: AnyVisitor,
        expected: &dyn Expected,
        session: &'t Session<'t, 'de>,
    ) -> Result<Anything<'t, 'de>> {
        let form = match self.form(visitor, expected, session) {
            Ok(form) => form,
            Err(placeholder) => {
                return Ok(Anything::Placeholder(placeholder.into_bytes(Part::of(&self.node))));
            }
        };
        match (form, &self.node) {
            (Wanted::Sequence, Node::Blocks(_)) => return self.elements(expected, session),
            (Wanted::Map, Node::Blocks(blocks)) => blocks.require_equal_label_counts()?,
            _ => {}
        }
        let is_body = form == Wanted::Struct && self.node.single_body().is_some();
        self.entries(!is_body && self.node.has_labels(), visitor, expected, session)
    }

    /// The elements of the node.
    pub(super) fn elements(
        &mut self,
        expected: &dyn Expected,
        session: &'t Session<'t, 'de>,
    ) -> Result<Anything<'t, 'de>> {
        let elements = elements_of(mem::take(&mut self.node), &session.input, expected)?;
        Ok(Anything::Sequence(Sequence::new(elements, self.site.take(), session)))
    }

    /// The entries: blocks by their next labels or types, or what is in a single one.
    pub(super) fn entries(
        &mut self,
        by_label: bool,
        visitor: AnyVisitor,
        expected: &dyn Expected,
        session: &'t Session<'t, 'de>,
    ) -> Result<Anything<'t, 'de>> {
        let (node, site) = (mem::take(&mut self.node), self.site.take());
        let (entries, of) = entries_of(node, by_label, session, expected)?;
        let mapping = Mapping::of_any(entries, of, visitor, site, session);
        mapping.check_labels()?;
        Ok(Anything::Mapping(mapping))
    }

    /// The data of a JSON property with one object, alone or in an array, for a visitor with this
    /// name. `None` if the wanted form of blocks makes no difference.
    pub(super) fn single_object(
        &mut self,
        visitor: AnyVisitor,
        expected: &dyn Expected,
        session: &'t Session<'t, 'de>,
    ) -> Result<Option<Anything<'t, 'de>>> {
        let Node::Property(property) = &self.node else { return Ok(None) };
        let Some(object) = property.single_object() else { return Ok(None) };
        let form = match visitor.1 == Fills::Tagged || property.is_element() {
            true => Ok(Some(Wanted::Struct)),
            false => self.block_form(Data::Blocks, visitor, expected, session),
        };
        Ok(match form {
            Err(placeholder) => {
                Some(Anything::Placeholder(placeholder.into_bytes(Part::of(&self.node))))
            }
            Ok(Some(Wanted::Sequence)) => Some(self.elements(expected, session)?),
            Ok(Some(wanted)) if wanted.has_entries() => {
                let entries = Entries::of_json(&[object], PropertyNames::OfObject, &session.input)?;
                let (of, site) = (EntriesOf::Object(self.node.expression()), self.site.take());
                Some(Anything::Mapping(Mapping::of_any(entries, of, visitor, site, session)))
            }
            Ok(_) => None,
        })
    }

    /// The data of the value of a single block, which is a tuple of one object, for a visitor with
    /// this name.
    pub(super) fn value_of_block(
        &mut self,
        visitor: AnyVisitor,
        expected: &dyn Expected,
        session: &'t Session<'t, 'de>,
    ) -> Result<Anything<'t, 'de>> {
        let form = match visitor.1 == Fills::Tagged {
            true => Ok(Some(Wanted::Struct)),
            false => self.block_form(Data::Tuple, visitor, expected, session),
        };
        let has_entries = match form {
            Err(placeholder) => return Ok(Anything::Placeholder(placeholder.into_bytes(None))),
            Ok(wanted) => wanted.is_some_and(Wanted::has_entries),
        };
        let (node, site) = (mem::take(&mut self.node), self.site.take());
        let kind = match kind_of(node, &session.input, expected)? {
            ValueKind::Elements(elements) if has_entries => {
                elements.into_block_or_self(&session.input)
            }
            kind => kind,
        };
        Anything::of_kind(kind, None, site, session, visitor, None)
    }

    /// Makes the site of a node that goes into a buffer.
    pub(super) fn set_root(&mut self, session: &Session<'_, '_>) {
        let target = self.target.filter(|_| !session.hints.is_one_attempt());
        if let (None, Some(target)) = (&self.site, target) {
            self.site = Some(Site::of_target(target, session.hints));
        }
    }

    /// The form in which blocks are given: as the body of the only one, as entries with the next labels as keys, or as a
    /// sequence. If it is not known, the error of the target reveals it.
    fn form(
        &self,
        visitor: AnyVisitor,
        expected: &dyn Expected,
        session: &Session<'_, '_>,
    ) -> Result<Wanted, Placeholder> {
        let (is_list, is_single, has_labels) = match &self.node {
            Node::Blocks(blocks) => (true, blocks.as_slice().len() == 1, blocks.has_labels()),
            node => (false, true, node.has_labels()),
        };
        if visitor.1 == Fills::Tagged && is_single || !is_list && !has_labels {
            return Ok(Wanted::Struct);
        }
        if !is_single && !has_labels {
            return Ok(Wanted::Sequence);
        }
        let wanted = self.block_form(Data::of_blocks(has_labels), visitor, expected, session)?;
        Ok(match (wanted, has_labels) {
            (Some(Wanted::Struct), _) | (Some(Wanted::Map), false) if is_single => Wanted::Struct,
            (None, false) if is_single && session.input.options().unwraps_single_blocks => {
                Wanted::Struct
            }
            // An element of a sequence of blocks.
            (Some(Wanted::Sequence), _) if !is_list => Wanted::Struct,
            (Some(Wanted::Struct | Wanted::Sequence), _) | (_, false) => Wanted::Sequence,
            (_, true) => Wanted::Map,
        })
    }

    /// The wanted form of the blocks, if known. Otherwise a placeholder that reveals it.
    fn block_form(
        &self,
        data: Data,
        visitor: AnyVisitor,
        expected: &dyn Expected,
        session: &Session<'_, '_>,
    ) -> Result<Option<Wanted>, Placeholder> {
        if !visitor.1.may_buffer() {
            // Other descriptions may be those of visitors that accept several forms.
            let expected = expected.to_string();
            return Ok(match (Wanted::of(&expected), data) {
                (Wanted::Struct, _) => Some(Wanted::Struct),
                (Wanted::Map, Data::Blocks) => Some(Wanted::Map),
                (Wanted::Map, Data::Tuple) if expected == "a map" => Some(Wanted::Map),
                _ => None,
            });
        }
        let Some(site) = self.site else { return Ok(None) };
        let form = site.block_form(data, session.hints);
        // An attempt that seeks the place of an error asks for no form.
        if form.is_none() && !session.hints.is_seeking() {
            return Err(site.ask_form(data));
        }
        Ok(form)
    }
}
