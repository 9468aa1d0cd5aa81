//! Changes at an address: at the right place of the right source.

use super::address::{Address, Miss, Step, shown};
use super::edits::Edit;
use super::elements::with_element;
use super::find::{ItemId, find_in, find_inside};
use super::line::Line;
use super::lines::{Key, Lines, Position};
use super::root::Root;
use super::source::{Changes, Source};
use super::value::Value;
use crate::diagnostic::catalog::{editing as catalog, encoding};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::{BlockRef, ItemRef, NodeId, View};
use crate::text::identifier::is_identifier;
use crate::text::quote::quoted_labels;
use crate::text::span::Span;

pub(super) fn check_name(name: &str) -> Result<()> {
    match is_identifier(name) {
        true => Ok(()),
        false => Err(Error::edit(encoding::no_identifier(name))),
    }
}

impl Source {
    /// The item that the first steps of an address lead to, and the other steps.
    pub(super) fn select<'s>(&self, steps: &'s [Step]) -> Result<(ItemId, &'s [Step]), Miss> {
        self.index.select(self.root.body(), &self.changes().added, steps)
    }

    pub(super) fn is_block(&self, id: ItemId) -> bool {
        match id {
            ItemId::Read(id) => self.item(id).as_block().is_some(),
            ItemId::Added(index) => {
                let line = self.changes().added.get(index);
                line.is_some_and(|(_, line)| line.name.is_none())
            }
        }
    }

    /// The source that has the item at an address, this item, and the steps in its expression. Changes
    /// after which addresses lead elsewhere are done first.
    pub(super) fn innermost<'s>(
        &mut self,
        mut steps: &'s [Step],
    ) -> Result<(&mut Source, ItemId, &'s [Step]), Miss> {
        let mut source = self;
        loop {
            source.settle_names()?;
            let (id, rest) = source.select(steps)?;
            if rest.is_empty() || !source.is_block(id) {
                return Ok((source, id, rest));
            }
            source = source.part(id);
            steps = rest;
        }
    }

    /// The block at an address, and the source that it belongs to.
    pub(super) fn block_at(&mut self, steps: &[Step]) -> Result<(&mut Source, ItemId), Miss> {
        match self.innermost(steps)? {
            (source, id, []) if source.is_block(id) => Ok((source, id)),
            (.., rest) => Err(Miss::at(rest.len().max(1))),
        }
    }

    pub(super) fn set(&mut self, steps: &[Step], value: &Value) -> Result<(), Miss> {
        let Some((last, path)) = steps.split_last() else {
            return Err(Error::edit(catalog::no_address("")).into());
        };
        match self.innermost(steps) {
            Ok((source, id, rest)) => {
                return match rest.split_last() {
                    Some((last, path)) => source.change_elements(id, path, Some(last), Some(value)),
                    None if source.is_block(id) => {
                        Err(Error::edit(catalog::block_address(&shown(steps))).into())
                    }
                    None => Ok(source.set_value(id, value.clone())?),
                };
            }
            Err(miss) if !miss.is_missing() => return Err(miss),
            Err(_) => {}
        }
        let source = match path.is_empty() {
            true => self,
            false => {
                let (source, id) = self.block_at(path).map_err(Miss::behind_one)?;
                source.part(id)
            }
        };
        let Step::Name(name) = last else { return Err(Miss::at(1)) };
        check_name(name)?;
        Ok(source.add(Position::Usual, Line::attribute(name, value.clone()))?)
    }

    /// Writes another value of an attribute in the lines of the attribute.
    fn set_value(&mut self, id: ItemId, value: Value) -> Result<()> {
        let part = self.part(id);
        let expression = part.root.attribute().expression();
        if part.read().attribute().expression().text() == value.text {
            self.changes_mut().parts.items.remove(&id);
        } else if expression.text() != value.text {
            let is_in_place = value.is_in_place || !value.text.contains('\n');
            part.apply(vec![Edit { span: expression.span(), text: value.text }])?;
            part.changes_mut().is_moved = !is_in_place;
        }
        Ok(())
    }

    /// Changes an element in the value of an attribute: see [`with_element`].
    fn change_elements(
        &mut self,
        id: ItemId,
        path: &[Step],
        step: Option<&Step>,
        value: Option<&Value>,
    ) -> Result<(), Miss> {
        let line_end = self.line_end();
        let part = self.part(id);
        let expression = part.root.attribute().expression();
        let done = with_element(expression, path, step, value, line_end);
        let is_in_place = !part.changes().is_moved;
        let done = done.and_then(|text| Ok(self.set_value(id, Value { text, is_in_place })?));
        done.map_err(|miss| if step.is_some() { miss.behind_one() } else { miss })
    }

    /// Adds an element to the tuple at an address.
    pub(super) fn push_to(&mut self, steps: &[Step], value: &Value) -> Result<(), Miss> {
        if !steps.is_empty() {
            let (source, id, rest) = self.innermost(steps)?;
            if !source.is_block(id) {
                return source.change_elements(id, rest, None, Some(value));
            }
        }
        Err(Error::edit(catalog::no_tuple(&shown(steps))).into())
    }

    pub(super) fn remove(&mut self, steps: &[Step]) -> Result<bool, Miss> {
        let (source, id, rest) = self.innermost(steps)?;
        match rest.split_last() {
            Some((last, path)) => source.change_elements(id, path, Some(last), None)?,
            None if source.take_back(id) => {}
            None => self.at_item(steps, &mut |_, lines, key| {
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
    ) -> Result<T, Miss> {
        match self.innermost(steps)? {
            (_, _, rest @ [_, ..]) => Err(Miss::at(rest.len())),
            (source, ItemId::Read(id), _) if !source.changes().is_pending() => {
                let index = source.root.body().items().position(|item| item.id() == id);
                let (index, item) = (index.ok_or(Miss::at(0))?, source.root.item(id));
                Ok(source.arrange(|lines| change(&item, lines, Key::of(index)))??)
            }
            (source, ..) => {
                source.flush()?;
                self.at_item(steps, change)
            }
        }
    }

    /// Adds an item. Fails if an attribute of its name is there.
    pub(super) fn push(&mut self, position: Position, line: Line<'static>) -> Result<()> {
        self.open()?;
        let is_taken = line.name.is_some()
            && self.select(&[Step::Name(line.group.clone())]).is_ok_and(|it| !self.is_block(it.0));
        if is_taken {
            return Err(Error::edit(encoding::name_taken(&line.group)));
        }
        self.add(position, line)
    }

    #[cold]
    pub(super) fn explain(&self, miss: Miss, address: &Address) -> Error {
        let Changes { is_new, added, parts, .. } = self.changes();
        // Then nothing must be parsed.
        let has_names_of_root = !is_new && added.is_empty() && !parts.has_new_names;
        let root = if has_names_of_root { &self.root } else { self.current() };
        let body = match &address.steps[..miss.found(address)] {
            [] => Some(root.body()),
            steps => {
                let found = find_in(root.body(), steps).ok();
                found.and_then(|(item, _)| item.as_block()).map(BlockRef::body)
            }
        };
        miss.explain(address, body)
    }

    fn item(&self, id: NodeId) -> ItemRef<'_> {
        ItemRef(View::new(&self.root.tree, id))
    }

    /// The innermost item that an address leads to, and the steps in its expression. Only the parts on the
    /// way are parsed after changes.
    pub(super) fn found<'s>(&self, steps: &'s [Step]) -> Option<(ItemRef<'_>, &'s [Step])> {
        let changes = self.changes();
        if !changes.is_new && !changes.parts.has_new_names {
            let (id, rest) = self.select(steps).ok()?;
            match (changes.parts.items.get(&id), id) {
                (Some(part), _) if !rest.is_empty() => {
                    return match part.root.is_block() {
                        true => nest(|| part.found(rest)),
                        false => Some((ItemRef(part.root.view()), rest)),
                    };
                }
                (None, ItemId::Read(id)) => return find_inside(self.item(id), rest).ok(),
                _ => {}
            }
        }
        find_in(self.current().body(), steps).ok()
    }
}

/// The edit that writes other labels.
pub(crate) fn label_edit<L: AsRef<str>>(block: BlockRef<'_>, labels: &[L]) -> Option<Edit> {
    let (name, body) = (block.block_type_span(), block.body().span());
    let own: Vec<Span> = block.labels().map(|label| label.span()).collect();
    let mut pairs = block.labels().zip(labels);
    if own.len() == labels.len() && pairs.all(|(own, new)| own.value() == new.as_ref()) {
        return None;
    }
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
    Some(Edit { span: Span::new(start, end), text })
}
