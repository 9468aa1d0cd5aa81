//! `MapAccess` over the entries of a mapping: keys, values, and decoding a value again.

use std::any::type_name;
use std::marker::PhantomData;
use std::mem;

use serde::de::{Deserialize, DeserializeSeed, Error as _, MapAccess};

use super::attempt::{Attempt, Repeated, decode_slot, kept};
use super::decoder::Decoder;
use super::key::KeyDecoder;
use super::mapping::{EntriesOf, MapTarget, Mapping, Position};
use crate::de::buffering::{
    Fills, Site, is_adjacent_tag, is_content, is_in_buffer, is_option_of_option,
};
use crate::de::input::Node;
use crate::diagnostic::Segment;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::ExpressionRef;
use crate::text::span::Span;

/// A value that is being decoded.
#[derive(Clone, Copy)]
pub(super) struct Given<'t> {
    /// The position before it.
    pub(super) position: Position,
    /// The value, if it is an expression about which nothing else is known.
    expression: Option<ExpressionRef<'t>>,
    is_option_of_option: bool,
    /// Whether the target may be a part of a buffer. A type that the caller knows is none.
    may_be_buffered: bool,
}

impl<'t> Given<'t> {
    #[inline(always)]
    fn of_expression(expression: ExpressionRef<'t>) -> Self {
        let expression = Some(expression);
        Given {
            position: Position::Entry,
            expression,
            is_option_of_option: false,
            may_be_buffered: false,
        }
    }
}

impl<'t, 'de> Mapping<'t, 'de> {
    /// Puts the value of the entry into the slot, for the type with this name.
    #[inline(never)]
    fn next_slot(
        &mut self,
        target: &'static str,
        is_option_of_option: bool,
        may_be_buffered: bool,
    ) -> Result<Given<'t>> {
        if self.fills == Fills::Tagged {
            self.record_tag(target);
        }
        self.value = None;
        let position = mem::replace(&mut self.position, Position::Given);
        let given = Given { position, expression: None, is_option_of_option, may_be_buffered };
        match self.fill_slot(given, target) {
            true => Ok(given),
            false => Err(Error::custom("a value was asked for before its key")),
        }
    }

    /// The node of a value.
    pub(super) fn given_node(&self, given: Given<'t>) -> Option<Node<'t, 'de>> {
        match (given.position, given.expression, &self.rare) {
            (_, Some(expression), _) => Some(Node::Expression(expression)),
            (Position::Field, _, Some(rare)) => Some(rare.field.as_ref()?.1.clone()),
            (Position::Entry, ..) => self.entries.node(),
            _ => None,
        }
    }

    /// The field that is not an entry of the body, if the value is that of one.
    pub(super) fn given_field(&self, given: Given<'t>) -> Option<&'static str> {
        let field =
            self.rare.as_ref().filter(|_| given.position == Position::Field)?.field.as_ref();
        field.map(|(field, _)| *field)
    }

    /// Puts the last value into the slot again.
    pub(super) fn fill_slot_again(&mut self, given: Given<'t>, target: &'static str) {
        self.fill_slot(Given { expression: None, ..given }, target);
    }

    /// The step to a value in a path.
    pub(super) fn step(&self, given: Given<'t>) -> Option<Segment> {
        let name = match self.given_field(given) {
            Some(field) => field.to_owned(),
            None => self.key()?.shown().to_owned(),
        };
        Some(match self.entries.are_by_label() {
            true => Segment::Label(name),
            false => Segment::Field(name),
        })
    }

    /// Puts a value into the slot, for the type with this name. Returns whether there is one.
    fn fill_slot(&mut self, given: Given<'t>, target: &'static str) -> bool {
        if let (Position::Entry, Some(expression)) = (given.position, self.entries.expression()) {
            if self.is_simple(expression, given.is_option_of_option) {
                self.slot.insert(Node::Expression(expression));
                return true;
            }
        }
        let Some(node) = self.given_node(given) else { return false };
        if let (Node::Property(property), Some(rare)) = (&node, &mut self.rare) {
            if rare.blocks_in_json.is_none() {
                rare.blocks_in_json = property.has_objects().then(|| property.name().place());
            }
        }
        match self.given_field(given) {
            Some(field) => self.fill_with_field(field, node, target),
            None => self.fill_with_entry(given, node, target),
        }
        true
    }

    fn fill_with_entry(&mut self, given: Given<'t>, node: Node<'t, 'de>, target: &'static str) {
        let (place, hints) = (self.place_to_watch(), self.session.hints);
        if self.scope().is_some() && given.may_be_buffered {
            self.fill_with_flattened(node);
            return self.probe(place);
        }
        let is_null_some = self.is_null_some(given.is_option_of_option);
        let site = match self.site() {
            None if self.fills_buffer_of(target) => Some(self.site_in_visitor()),
            None => {
                let slot = self.slot.insert(node);
                slot.is_null_some = is_null_some;
                return slot.set_target(target, self.session);
            }
            Some(site) => match self.of {
                EntriesOf::Labels => Some(site.under_label(hints)),
                _ if !self.session.has_site(&node) => None,
                _ => Some(site.at(&self.name(), hints)),
            },
        };
        let slot = self.slot.insert(node);
        (slot.site, slot.is_null_some) = (site, is_null_some);
        if let Fills::Buffer | Fills::Tagged = self.fills {
            self.probe(place);
        }
    }

    /// Whether the target of an entry is a buffer: the content of an adjacently tagged enum, before its
    /// tag.
    fn fills_buffer_of(&self, target: &'static str) -> bool {
        matches!(self.target, MapTarget::Struct(_))
            && is_in_buffer(target)
            && !self.session.hints.is_one_attempt()
    }

    /// The site of an entry in a buffer for the type whose visitor reads the entries.
    pub(super) fn site_in_visitor(&self) -> Site {
        self.site_of_visitor().at(&self.name(), self.session.hints)
    }

    /// Records the tag of an internally tagged enum for errors. Adds it to the site of the entries after it,
    /// because variants may have fields of different types with the same name. All other values go into
    /// a buffer.
    #[cold]
    fn record_tag(&mut self, target: &'static str) {
        let Some(tag) = self.entries.expression().filter(|_| !is_in_buffer(target)) else { return };
        let (input, hints) = (&self.session.input, self.session.hints);
        input.record_tag(tag.span());
        if let Some(site) = self.rare.as_mut().and_then(|rare| rare.site.as_mut()) {
            *site = site.at(&format!("={}", input.text(tag.span())), hints);
        }
    }

    /// Whether the target `T` may read the tag of an internally tagged enum. All other values go into a buffer.
    #[inline(always)]
    fn may_be_tag<T>(&self) -> bool {
        !is_content::<T>() && self.fills == Fills::Tagged
    }

    /// Whether the type with this name reads the tag of an enum.
    pub(super) fn is_tag(&self, target: &str) -> bool {
        self.fills == Fills::Tagged && !is_in_buffer(target) || is_adjacent_tag(target)
    }

    /// The place of the entry's name, if the decode records unused entries.
    fn place_to_watch(&self) -> Option<Span> {
        let is_watched = self.session.hints.watches_unused();
        is_watched.then(|| self.key().and_then(|key| key.span)).flatten()
    }

    /// A placeholder goes into a buffer instead of the value if it is not known whether it is read. The name of the
    /// entry is at `place`.
    fn probe(&mut self, place: Option<Span>) {
        let hints = self.session.hints;
        let slot = self.slot.get();
        if let (true, None, Some(site)) = (hints.is_probing(), slot.stand_in, slot.site) {
            slot.stand_in = site.probe(place, hints);
        }
    }

    /// Whether null is `Some(None)` for an option of an option. This holds for the fields of a body,
    /// where a field that is `None` is left out. In other places `None` is null.
    #[inline]
    fn is_null_some(&self, is_option_of_option: bool) -> bool {
        is_option_of_option
            && matches!((self.target, self.of), (MapTarget::Struct(_), EntriesOf::Body(_)))
    }

    /// The value of the entry, if it is an expression and nothing else must be known about it.
    pub(super) fn simple_value(&self) -> Option<ExpressionRef<'t>> {
        let is_entry = self.position == Position::Entry;
        self.simple_value_of(self.entries.expression().filter(|_| is_entry))
    }

    /// The same for the value of the entry, if the caller has it.
    pub(super) fn simple_value_of(
        &self,
        value: Option<ExpressionRef<'t>>,
    ) -> Option<ExpressionRef<'t>> {
        value.filter(|value| self.is_simple(*value, false))
    }

    /// Whether an expression is decoded without knowing anything else about it.
    #[inline]
    pub(super) fn is_simple(
        &self,
        expression: ExpressionRef<'t>,
        is_option_of_option: bool,
    ) -> bool {
        let hints = self.session.hints;
        if self.is_null_some(is_option_of_option) || hints.looks_into_values() {
            return false;
        }
        match &self.rare {
            Some(rare) if rare.scope.is_some() => {
                !hints.marks_spans() && !self.is_open(Some(expression))
            }
            Some(rare) if rare.site.is_some() => !hints.marks_spans(),
            _ => true,
        }
    }

    #[cold]
    #[inline(never)]
    fn value_again<T: Deserialize<'de>>(
        &mut self,
        given: Given<'t>,
        attempt: Attempt,
        result: Result<T>,
    ) -> Result<T> {
        let (session, value) = (self.session, Repeated::Value(self, given));
        kept(Some(result), |result, decode| session.repeat(value, attempt, result, decode))
    }

    #[inline(never)]
    fn other_value<T: Deserialize<'de>>(&mut self) -> Result<T> {
        let target = type_name::<T>();
        let given = self.next_slot(target, is_option_of_option::<T>(), false)?;
        let is_inside = self.slot.get().is_inside_buffer();
        let attempt = Attempt::begin(target, is_inside, self.session);
        let result = decode_slot(self.slot.decoder(self.session));
        match attempt.is_final(&result) {
            true => result,
            false => self.value_again(given, attempt, result),
        }
    }
}

impl<'de> MapAccess<'de> for Mapping<'_, 'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(name) = self.next_name() else { return Ok(None) };
        let key = seed.deserialize(KeyDecoder::new(name, self));
        if self.is_new_map {
            self.after_first_key()?;
        }
        match key {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.refuse_key(error)),
        }
    }

    #[inline(never)]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let (session, target) = (self.session, type_name::<T>());
        let is_option_of_option = is_option_of_option::<T>();
        let (given, decoder) = match self.value {
            Some(expression) if !is_option_of_option && !self.may_be_tag::<T>() => {
                self.position = Position::Given;
                (Given::of_expression(expression), Decoder::of_expression(expression, session))
            }
            _ => {
                let given = self.next_slot(target, is_option_of_option, true)?;
                (given, self.slot.decoder(session))
            }
        };
        seed.deserialize(decoder).map_err(|error| {
            let error = self.refuse_value(error, given, target);
            self.step(given).into_iter().fold(error, Error::behind)
        })
    }

    /// Decodes the value again if an attempt has revealed something.
    ///
    /// Not inlined, so that all fields of one type share its code: a struct with many fields then fits into the
    /// processor's cache.
    #[inline(never)]
    fn next_value<T: Deserialize<'de>>(&mut self) -> Result<T> {
        if is_content::<T>() {
            return self.next_value_seed(PhantomData);
        }
        match self.value {
            Some(expression) if !is_option_of_option::<T>() && !self.may_be_tag::<T>() => {
                self.position = Position::Given;
                let attempt = Attempt::of_expression(type_name::<T>());
                let result = T::deserialize(Decoder::of_expression(expression, self.session));
                match attempt.is_final(&result) {
                    true => result,
                    false => self.value_again(Given::of_expression(expression), attempt, result),
                }
            }
            _ => self.other_value(),
        }
    }

    fn next_entry<K: Deserialize<'de>, T: Deserialize<'de>>(&mut self) -> Result<Option<(K, T)>> {
        match self.next_key::<K>()? {
            Some(key) => Ok(Some((key, self.next_value::<T>()?))),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
