//! serde's `MapAccess` over bodies, objects and maps, and over blocks by their labels.

use std::borrow::Cow;
use std::cell::Cell;
use std::mem;
use std::rc::Rc;

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};

use super::buffered::Buffered;
use super::capture::handle::Frame;
use super::decoder::{Decoder, data};
use super::entries::{Entries, Key};
use super::expression::ExpressionDecoder;
use super::key::KeyDecoder;
use super::lessons::Lesson;
use super::node::{HeadedBody, Node};
use super::origin::Origin;
use super::session::Session;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::suggest;
use crate::error::{Category, Complaint, Error, Result};
use crate::source::Span;
use crate::syntax::ItemRef;
use crate::value::nest;

/// Who reads the entries.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    /// A struct with these fields.
    Struct(&'static [&'static str]),
    /// A map, or a struct with flattened fields.
    Map,
    /// Whatever takes anything.
    Any,
}

/// Whose key was given last.
pub(super) enum Pending<'t, 'de> {
    Nothing,
    /// The next entry.
    Entry,
    /// The next entry, whose value was given as well.
    Given,
    /// A field that stands for no entry, and its value.
    Virtual(&'static str, Node<'t, 'de>),
}

/// Entries being read.
pub(super) struct Mapping<'t, 'de> {
    pub(super) session: &'t Session<'t, 'de>,
    pub(super) reader: Reader,
    /// The name of the visitor, and what was learned about the type behind it.
    pub(super) visitor: &'static str,
    pub(super) lesson: Option<Rc<Lesson>>,
    pub(super) entries: Entries<'t, 'de>,
    /// The body whose entries these are.
    pub(super) body: Option<HeadedBody<'t>>,
    /// Whether these are labels or types of blocks, for want of knowing whether the visitor belongs
    /// to a struct.
    pub(super) is_keyed: bool,
    /// How many of the fields have been looked at for those that begin with `$`.
    pub(super) fields_seen: usize,
    pub(super) labels_given: usize,
    pub(super) pending: Pending<'t, 'de>,
    pub(super) is_started: bool,
    /// Where the handles for flattened entries are kept.
    pub(super) frame: Option<Frame>,
    /// Where in a buffer the entries end up, if they do.
    buffered: Option<Buffered>,
    /// Entries that were left out because they are null.
    pub(super) absent: Vec<(String, Span)>,
}

impl<'t, 'de> Mapping<'t, 'de> {
    #[inline(always)]
    pub(super) fn new(
        entries: Entries<'t, 'de>,
        body: Option<HeadedBody<'t>>,
        is_keyed: bool,
        reader: Reader,
        visitor: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Mapping {
            session,
            reader,
            visitor,
            lesson: session.lessons.about(visitor),
            entries,
            body,
            is_keyed,
            fields_seen: 0,
            labels_given: 0,
            pending: Pending::Nothing,
            is_started: false,
            frame: None,
            buffered: None,
            absent: Vec::new(),
        }
    }

    #[inline(always)]
    pub(super) fn within(self, buffered: Option<Buffered>) -> Self {
        Mapping { buffered, ..self }
    }

    /// Lets a visitor read the entries, all of them.
    #[inline(always)]
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.check_labels()?;
        let mut result = nest(|| visitor.visit_map(&mut self));
        if let Pending::Given = self.pending {
            self.entries.skip();
        }
        if result.is_err() || self.frame.is_some() || self.entries.len() > 0 {
            result = self.finish(result);
        }
        result
    }

    /// Moves on to the next entry. Whether there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        if let Pending::Given | Pending::Entry = self.pending {
            self.entries.skip();
        }
        if self.body.is_some() && self.fields_seen < self.fields().len() {
            if let Some((field, node)) = self.next_virtual_field() {
                self.pending = Pending::Virtual(field, node);
                return true;
            }
        }
        self.pending = Pending::Nothing;
        while self.entries.len() > 0 {
            if !self.is_absent() && !self.is_among_all_blocks() {
                self.pending = Pending::Entry;
                return true;
            }
            self.entries.skip();
        }
        false
    }

    /// The key of the entry that was moved to last.
    #[inline(always)]
    fn key(&mut self) -> Option<Key<'de>> {
        match &self.pending {
            Pending::Nothing => None,
            Pending::Entry | Pending::Given => self.entries.key(self.session),
            Pending::Virtual(field, node) => Some(Key::somewhere(*field, node.subject())),
        }
    }

    /// Whether the next entry is null and thereby as good as absent.
    #[inline]
    fn is_absent(&mut self) -> bool {
        if self.lesson.is_none() && !self.session.lessons.is_final() {
            return false;
        }
        self.is_null_and_absent()
    }

    fn is_null_and_absent(&mut self) -> bool {
        let Some(key) = self.entries.key(self.session) else { return false };
        let name = &*key.text;
        let takes_null = match (&self.lesson, self.reader) {
            (Some(lesson), _) => {
                !lesson.no_entry_takes_null && !lesson.absent_if_null.contains(name)
            }
            (None, Reader::Struct(fields)) => !fields.contains(&name),
            (None, _) => true,
        };
        if takes_null {
            return false;
        }
        let origin = self.entries.origin();
        let is_null = self.session.is_null_at(origin);
        if let (true, Some(span), Origin::Expression(value)) = (is_null, key.span, origin) {
            self.absent.push((name.to_owned(), span.to(value.span())));
        }
        is_null
    }

    /// Turns the outcome of a visit into the result, and into lessons.
    fn finish<T>(&mut self, result: Result<T>) -> Result<T> {
        let result = match self.frame.take() {
            Some(frame) => self.finish_flattened(&frame, result),
            None => result,
        };
        match result {
            Ok(_) if self.entries.len() > 0 => {
                Err(Error::invalid_length(self.entries.len(), &"no more entries"))
            }
            Ok(value) => Ok(value),
            Err(error) => Err(self.complete(error)),
        }
    }

    /// Says of a missing field where it is missing.
    #[cold]
    fn complete(&mut self, error: Error) -> Error {
        let error = match self.pending {
            // A field that was given twice is refused before its value is asked for.
            Pending::Entry => self.at_key(error),
            _ => error,
        };
        let Some(Complaint::MissingField(field)) = error.complaint() else { return error };
        let field = *field;
        if self.missed_virtual_field(&error).is_some() {
            self.learn_virtual_field(field);
        }
        let absent = self.absent.iter().find(|(name, _)| name == field);
        error.settle(match (absent, self.body) {
            (Some((_, span)), _) => catalog::missing_field_is_null(field, *span),
            (None, Some(HeadedBody::Block(block, _))) if field.starts_with("$label") => {
                catalog::label_required(block)
            }
            (None, Some(HeadedBody::Block(block, _))) if matches!(self.reader, Reader::Map) => {
                catalog::missing_field_of_buffered(field, block)
            }
            (None, Some(body)) => catalog::missing_field_of_body(
                field,
                body.block(),
                body.subject(),
                self.mistyped(field, body),
            ),
            (None, None) if field.starts_with("$label") => catalog::labels_of_object(),
            (None, None) => catalog::missing_field(field),
        })
    }

    /// The name of an item that nothing reads and that may be meant as the field.
    fn mistyped(&self, field: &str, body: HeadedBody<'t>) -> Option<&'t str> {
        let Reader::Struct(fields) = self.reader else { return None };
        let names = body.body().items().map(ItemRef::name);
        suggest::nearest(field, names.filter(|name| !fields.contains(name)))
    }

    /// A decoder for the value of the next entry, which a target of type `T` wants.
    #[inline]
    fn decoder_for<T>(&mut self, node: Node<'t, 'de>) -> Decoder<'t, 'de> {
        let decoder = Decoder::new(node, self.session);
        let Some(buffered) = &self.buffered else { return decoder.for_target::<T>() };
        if self.is_keyed {
            return decoder.within(Some(buffered.under_label()));
        }
        let name = self.entries.key(self.session).map_or_else(Cow::default, |key| key.text);
        decoder.within(Some(buffered.at(&name)))
    }

    /// The value of an entry that is not simply written out, or that may end up in a buffer.
    fn other_value<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let node = match mem::replace(&mut self.pending, Pending::Given) {
            Pending::Virtual(field, node) => {
                self.pending = Pending::Nothing;
                let origin = Origin::of(&node);
                let decoder = Decoder::new(node, self.session);
                return seed
                    .deserialize(decoder)
                    .map_err(|error| self.refuse(error, &Key::somewhere(field, None), origin));
            }
            Pending::Entry => self.entries.take(),
            Pending::Given | Pending::Nothing => None,
        };
        let Some(node) = node else {
            return Err(Error::custom("a value was asked for before its key"));
        };
        let origin = Origin::of(&node);
        let sequences = self.session.sequences_of_one.get();
        let decoder = match self.frame.take() {
            Some(frame) => {
                let name = self.entries.key(self.session).map_or_else(Cow::default, |key| key.text);
                let decoder = self.decoder_of_flattened(&frame, &name, node);
                self.frame = Some(frame);
                decoder
            }
            None => self.decoder_for::<T>(node),
        };
        seed.deserialize(decoder).map_err(|error| {
            if let (Origin::Block(_), None) = (origin, &self.buffered) {
                self.session.reconsider_blocks::<T>(sequences);
            }
            self.refuse_entry(error, origin)
        })
    }

    #[cold]
    fn refuse_entry(&mut self, error: Error, origin: Origin<'t>) -> Error {
        match self.key() {
            Some(key) => self.refuse(error, &key, origin),
            None => error,
        }
    }

    #[cold]
    fn at_key(&mut self, error: Error) -> Error {
        match self.key() {
            Some(key @ Key { span: Some(span), .. }) => key.refused(error).or_at(span),
            Some(key) => key.refused(error),
            None => error,
        }
    }

    /// Notes that the visitor belongs to a struct and wants no blocks by their labels.
    #[cold]
    fn become_struct(&self) -> Error {
        let lessons = self.session.lessons;
        lessons.learn(self.visitor, |lesson| !mem::replace(&mut lesson.is_struct, true));
        data(catalog::labels_of_flattened(self.body.as_ref().map(HeadedBody::subject)))
    }

    /// Completes the error of a key that the target doesn't know or can't read.
    #[cold]
    fn refuse_key(&mut self, error: Error) -> Error {
        let error = match error.complaint() {
            Some(Complaint::UnknownField(name, fields)) if self.entries.is_blocks() => {
                let diagnostic = catalog::unknown_block_type(name, fields);
                error.settle(diagnostic)
            }
            _ => error,
        };
        self.at_key(error)
    }

    /// Notes that a value was refused because it is null, where null may mean absent.
    #[cold]
    fn refuse(&self, error: Error, key: &Key<'_>, origin: Origin<'t>) -> Error {
        let (lessons, name) = (self.session.lessons, &*key.text);
        if lessons.wants_more()
            && error.category() == Category::Data
            && self.session.is_null_at(origin)
        {
            lessons.learn(self.visitor, |lesson| match (self.reader, self.body) {
                (Reader::Struct(_), _) => lesson.absent_if_null.insert(name.to_owned()),
                (Reader::Map, _) if self.frame.is_some() => {
                    lesson.absent_if_null.insert(name.to_owned())
                }
                (Reader::Map, Some(_)) => !mem::replace(&mut lesson.no_entry_takes_null, true),
                _ => false,
            });
        }
        let error = match (origin, self.body, error.complaint()) {
            (
                Origin::Expression(value),
                Some(HeadedBody::Block(block, _)),
                Some(Complaint::Refused { found, wants_entries: true }),
            ) if self.may_lack_label(&error) => {
                let diagnostic = catalog::label_required_for(block, value.span(), found);
                error.settle(diagnostic)
            }
            _ => error,
        };
        self.session.explain(error, origin).in_field(key.shown())
    }

    /// Whether a map reads the arguments of a block, perhaps for want of a label to take as a key.
    fn may_lack_label(&self, error: &Error) -> bool {
        let is_map = matches!(self.reader, Reader::Map) && self.frame.is_none();
        is_map && error.span().is_none()
    }
}

impl<'de> MapAccess<'de> for Mapping<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let is_first = !mem::replace(&mut self.is_started, true);
        if !self.advance() {
            if is_first && matches!(self.reader, Reader::Map) {
                self.begin_flattened();
            }
            if let Some(frame) = &self.frame {
                frame.close_buffer();
            }
            return Ok(None);
        }
        let Some(key) = self.key() else { return Ok(None) };
        let is_identifier = Cell::new(false);
        let result = seed.deserialize(KeyDecoder::new(&key, &is_identifier, self.session));
        if is_first && is_identifier.get() && matches!(self.reader, Reader::Map) {
            if self.is_keyed {
                return Err(self.become_struct());
            }
            self.begin_flattened();
        }
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.refuse_key(error)),
        }
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        // Nearly all values are expressions; they get by without being moved about.
        if let (Pending::Entry, None) = (&self.pending, &self.frame) {
            if let Some(value) = self.entries.expression() {
                self.pending = Pending::Given;
                return seed
                    .deserialize(ExpressionDecoder::new(value, self.session))
                    .map_err(|error| self.refuse_entry(error, Origin::Expression(value)));
            }
        }
        self.other_value(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}
