//! Changes at an address: at the right place of the right source.

use super::address::{Address, Miss, Step, shown};
use super::edits::Edit;
use super::elements::ElementChange;
use super::find::{Found, explain, find_in, select};
use super::lines::{Key, Lines, Position};
use super::piece::{Piece, group, group_of};
use super::root::Root;
use super::source::{Changes, Source};
use super::text::{current_line, leading_blanks, line_end_at};
use super::value::Value;
use crate::diagnostic::catalog::{editing as catalog, encoding};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::{AttributeRef, BlockRef, NodeId, View};
use crate::text::identifier::is_identifier;
use crate::text::quote::quoted_labels;
use crate::text::span::Span;

pub(super) type Outcome<T> = std::result::Result<T, Miss>;

/// What the first steps of an address lead to, and the other steps.
#[derive(Clone, Copy)]
pub(super) enum Place<'s> {
    Attribute(NodeId, &'s [Step]),
    Block(NodeId, &'s [Step]),
    /// A block that was added.
    Added(usize, &'s [Step]),
}

pub(super) fn check_name(name: &str) -> Result<()> {
    match is_identifier(name) {
        true => Ok(()),
        false => Err(Error::edit(encoding::no_identifier(name))),
    }
}

impl Source {
    /// What an address leads to among the new items.
    fn added<'s>(&self, steps: &'s [Step]) -> Option<(usize, &'s [Step])> {
        let added = &self.changes().added;
        if added.pieces.is_empty() {
            return None;
        }
        let found = select(
            steps,
            |name| added.groups.get(name)?.last().copied(),
            |name, labels, nth| {
                let found = added.groups.get(&group(name, labels)).map_or(&[][..], Vec::as_slice);
                (found.len(), found.get(nth).copied())
            },
        );
        match found {
            Err(miss) if !miss.matched_several() => None,
            Err(_) => Some((usize::MAX, &[])),
            Ok(found) => Some(found),
        }
    }

    /// Where a change at an address is made. Changes that could have led elsewhere are done first.
    pub(super) fn place<'s>(&mut self, steps: &'s [Step]) -> Outcome<Place<'s>> {
        if self.changes().parts.has_new_names {
            self.flush()?;
        }
        if let Some((index, rest)) = self.added(steps) {
            let is_known = self.index.select(self.root.body(), steps).is_ok();
            if !is_known && self.is_added_block(index) {
                return Ok(Place::Added(index, rest));
            }
            self.flush()?;
        } else if self.counts_added(steps) {
            self.flush()?;
        }
        let (item, rest) = self.index.select(self.root.body(), steps)?;
        match item.as_block() {
            Some(_) => Ok(Place::Block(item.id(), rest)),
            None => Ok(Place::Attribute(item.id(), rest)),
        }
    }

    /// Whether an address has an index that may count new items, too.
    fn counts_added(&self, steps: &[Step]) -> bool {
        let Some((Step::Name(name), rest)) = steps.split_first() else { return false };
        let mut added = self.changes().added.pieces.iter();
        rest.iter().any(|step| matches!(step, Step::Index(_)))
            && added.any(|(_, piece)| piece.name == *name)
    }

    fn is_added_block(&self, index: usize) -> bool {
        let piece = self.changes().added.pieces.get(index);
        piece.is_some_and(|(_, piece)| piece.line.name.is_none())
    }

    /// Changes a block of this source, at the other steps.
    fn within<'s, T>(
        &mut self,
        place: Place<'s>,
        change: impl FnOnce(&mut Source, &'s [Step]) -> Outcome<T>,
    ) -> Outcome<T> {
        match place {
            Place::Attribute(_, rest) => Err(Miss::at(rest.len())),
            Place::Block(id, rest) => self.inside(id, |part| change(part, rest)),
            Place::Added(index, rest) => self.in_added(index, |part| change(part, rest)),
        }
    }

    /// Changes a block that was added, before it is a part of the text.
    fn in_added<T>(
        &mut self,
        index: usize,
        change: impl FnOnce(&mut Source) -> Outcome<T>,
    ) -> Outcome<T> {
        let (is_new, layout) = (self.is_new(), self.changes().layout);
        let Some((_, piece)) = self.changes_mut().added.pieces.get_mut(index) else {
            return Err(Miss::at(0));
        };
        let Some(root) = Root::parse_item(&piece.line.text)? else { return Err(Miss::at(0)) };
        let mut part = Source::new(root);
        part.open()?;
        part.changes_mut().layout = layout;
        let done = change(&mut part);
        let levels = part.changes().levels + 1;
        let text = if is_new { part.plain_text() } else { part.text()?.trim().to_owned() };
        piece.line.text = text.into();
        piece.levels = piece.levels.max(levels);
        done
    }

    pub(super) fn set(&mut self, steps: &[Step], value: &Value) -> Outcome<()> {
        self.open()?;
        let Some((last, path)) = steps.split_last() else {
            return Err(Error::edit(catalog::no_address("")).into());
        };
        if path.is_empty() {
            let Step::Name(name) = last else { return Err(Miss::at(1)) };
            return self.set_attribute(name, value);
        }
        match self.place(path) {
            Ok(Place::Attribute(id, rest)) => {
                self.change_elements(id, rest, ElementChange::Set(last, value))
            }
            Ok(place) => {
                self.within(place, |part, rest| part.set(&steps[path.len() - rest.len()..], value))
            }
            Err(miss) if miss.is_error() => Err(miss),
            Err(miss) => Err(match self.place(steps) {
                Ok(_) => Error::edit(catalog::block_address(&shown(steps))).into(),
                Err(_) => miss.behind_one(),
            }),
        }
    }

    fn set_attribute(&mut self, name: &str, value: &Value) -> Outcome<()> {
        let steps = [Step::Name(name.into())];
        match self.place(&steps) {
            Ok(Place::Attribute(id, _)) => Ok(self.set_value(id, value.clone())?),
            Err(miss) if miss.is_missing() => {
                check_name(name)?;
                Ok(self.add(Position::Usual, Piece::attribute(name, value.clone()))?)
            }
            Err(miss) if miss.is_error() => Err(miss),
            _ => Err(Error::edit(catalog::block_address(name)).into()),
        }
    }

    /// Changes the constructor that the steps lead to in the value of an attribute.
    fn change_elements(
        &mut self,
        id: NodeId,
        path: &[Step],
        change: ElementChange<'_>,
    ) -> Outcome<()> {
        let old = AttributeRef(View::new(&self.root.tree, id)).expression();
        let line_end = line_end_at(old.source(), old.span().start as usize);
        let pending = self.changes().values.get(&id);
        let done = match pending {
            Some(value) => {
                let before = Span::new(0, old.span().start).text(old.source());
                let indentation = match value.is_in_place {
                    true => leading_blanks(current_line(before)),
                    false => "",
                };
                match Root::parse_item(&format!("{indentation}_ = {}\n", value.text))? {
                    Some(root) => change.apply(root.attribute().expression(), path, line_end),
                    None => Err(Miss::at(0)),
                }
            }
            None => change.apply(old, path, line_end),
        };
        let is_in_place = pending.is_none_or(|value| value.is_in_place);
        let done = done.map(|text| Some(text).filter(|text| text != old.text()));
        let done = done.and_then(|text| {
            let value = text.map(|text| Value { text, is_in_place });
            Ok(self.pend(path.len() + change.levels(), |changes| changes.set_value(id, value))?)
        });
        done.map_err(|miss| match change {
            ElementChange::Push(_) => miss,
            _ => miss.behind_one(),
        })
    }

    /// Adds an element to the tuple at an address, which is the end of a whole one.
    pub(super) fn push_to(&mut self, steps: &[Step], value: &Value, whole: &[Step]) -> Outcome<()> {
        self.open()?;
        let no_tuple = || Err(Error::edit(catalog::no_tuple(&shown(whole))).into());
        if steps.is_empty() {
            return no_tuple();
        }
        match self.place(steps)? {
            Place::Attribute(id, rest) => {
                self.change_elements(id, rest, ElementChange::Push(value))
            }
            Place::Block(_, []) | Place::Added(_, []) => no_tuple(),
            place => self.within(place, |part, rest| part.push_to(rest, value, whole)),
        }
    }

    pub(super) fn remove(&mut self, steps: &[Step]) -> Outcome<bool> {
        self.open()?;
        if let Some((index, [])) = self.added(steps) {
            let is_known = self.index.select(self.root.body(), steps).is_ok();
            if !is_known && self.changes_mut().added.take_back(index) {
                return Ok(true);
            }
        }
        match self.place(steps)? {
            Place::Attribute(id, [path @ .., last]) => {
                self.change_elements(id, path, ElementChange::Remove(last))?;
            }
            place @ (Place::Block(_, [_, ..]) | Place::Added(_, [_, ..])) => {
                return self.within(place, Source::remove);
            }
            _ => self.at_item(steps, &mut |_, lines, key| {
                lines.remove(key);
                Ok(())
            })?,
        }
        Ok(true)
    }

    /// Changes the lines around the item at an address, after all pending changes of its body.
    pub(super) fn at_item<T>(
        &mut self,
        steps: &[Step],
        change: &mut dyn FnMut(&Root, &mut Lines<'_>, Key) -> Result<T>,
    ) -> Outcome<T> {
        self.open()?;
        match self.place(steps)? {
            Place::Attribute(_, rest @ [_, ..]) => Err(Miss::at(rest.len())),
            place @ Place::Block(_, [_, ..]) => {
                self.within(place, |part, rest| part.at_item(rest, change))
            }
            _ if self.changes().is_pending() => {
                self.flush()?;
                self.at_item(steps, change)
            }
            Place::Attribute(id, _) | Place::Block(id, _) => {
                let item = self.root.item(id);
                let index = self.root.body().items().position(|item| item.id() == id);
                let key = index.map(Key::of).ok_or(Miss::at(0))?;
                Ok(self.arrange(|lines| change(&item, lines, key))??)
            }
            Place::Added(..) => Err(Miss::at(0)),
        }
    }

    /// Adds an item. Fails if an attribute of its name is there.
    pub(super) fn push(&mut self, position: Position, piece: Piece) -> Result<()> {
        self.open()?;
        self.check_free(&piece)?;
        self.add(position, piece)
    }

    fn check_free(&mut self, piece: &Piece) -> Result<()> {
        if piece.line.name.is_none() {
            return Ok(());
        }
        let steps = [Step::Name(piece.name.clone())];
        let is_added = self.added(&steps).is_some_and(|(index, _)| !self.is_added_block(index));
        let is_known = || {
            let found = self.index.select(self.root.body(), &steps);
            found.is_ok_and(|(item, _)| item.as_block().is_none())
        };
        match is_added || is_known() {
            true => Err(Error::edit(encoding::name_taken(&piece.name))),
            false => Ok(()),
        }
    }

    /// Fails if there is no block at the address. Changes that could hide it are done.
    pub(super) fn prepare_block(&mut self, steps: &[Step]) -> Outcome<()> {
        self.open()?;
        match self.place(steps)? {
            Place::Attribute(_, rest) => Err(Miss::at(rest.len().max(1))),
            Place::Block(_, []) => Ok(()),
            place @ Place::Block(..) => self.within(place, Source::prepare_block),
            Place::Added(..) => {
                self.flush()?;
                self.prepare_block(steps)
            }
        }
    }

    /// The block with this type and these labels, or the number of such blocks if there are several.
    pub(super) fn block_named(
        &self,
        name: &str,
        labels: &[&str],
    ) -> std::result::Result<Option<NodeId>, usize> {
        let wanted = group(name, labels);
        let blocks = self.root.body().items().filter(|item| item.as_block().is_some());
        let mut found = blocks.filter(|item| item.name() == name && group_of(*item) == wanted);
        let first = found.next().map(|item| item.id());
        match found.count() {
            0 => Ok(first),
            others => Err(others + 1),
        }
    }

    /// Writes another type, or other labels.
    pub(super) fn set_header(
        &mut self,
        block_type: Option<&str>,
        labels: Option<&[String]>,
    ) -> Result<()> {
        self.change_header(|root| header_edits(root.block(), block_type, labels))
    }

    #[cold]
    pub(super) fn explain(&self, miss: Miss, address: &Address) -> Error {
        let block = |found: Found<'_>| Some(found.block()?.id());
        // New values change no name.
        let has_names = |changes: &Changes| {
            !changes.is_new && changes.added.pieces.is_empty() && !changes.parts.has_new_names
        };
        let is_current = has_names(self.changes());
        let body = if is_current { &self.root } else { self.current() }.body();
        explain(miss, address, body, |steps| match is_current {
            true => self.index.find(body, steps).ok().and_then(block),
            false => find_in(body, steps).ok().and_then(block),
        })
    }

    /// What an address leads to. Only the parts on the way are parsed after changes.
    pub(super) fn found(&self, steps: &[Step]) -> Option<Found<'_>> {
        let changes = self.changes();
        let is_sure = |name: &str| {
            !changes.is_new
                && !changes.parts.has_new_names
                && !changes.added.pieces.iter().any(|(_, piece)| *piece.name == *name)
        };
        let Some(Step::Name(name)) = steps.first() else { return None };
        if is_sure(name) {
            let (item, rest) = self.index.select(self.root.body(), steps).ok()?;
            match changes.parts.blocks.get(&item.id()) {
                Some(part) if !rest.is_empty() => return nest(|| part.found(rest)),
                None if !changes.values.contains_key(&item.id()) => {
                    return self.index.find(self.root.body(), steps).ok();
                }
                _ => {}
            }
        }
        find_in(self.current().body(), steps).ok()
    }
}

/// The edits that write another type, or other labels.
pub(crate) fn header_edits<L: AsRef<str>>(
    block: BlockRef<'_>,
    block_type: Option<&str>,
    labels: Option<&[L]>,
) -> Vec<Edit> {
    let (name, body) = (block.name_span(), block.body().span());
    let mut edits = Vec::new();
    if let Some(new) = block_type.filter(|new| *new != block.name()) {
        edits.push(Edit { span: name, text: new.to_owned() });
    }
    let own: Vec<Span> = block.labels().map(|label| label.span()).collect();
    let is_same = |labels: &&[L]| {
        own.len() == labels.len()
            && block.labels().zip(labels.iter()).all(|(own, new)| own.value() == new.as_ref())
    };
    if let Some(labels) = labels.filter(|labels| !is_same(labels)) {
        let mut text = String::new();
        quoted_labels(labels, &mut text);
        let end = own.last().map_or(name.end, |last| last.end);
        let start = match own.first() {
            Some(first) if !labels.is_empty() => {
                text.remove(0);
                first.start
            }
            _ => name.end,
        };
        if end == body.start {
            text.push(' ');
        }
        edits.push(Edit { span: Span::new(start, end), text });
    }
    edits
}
