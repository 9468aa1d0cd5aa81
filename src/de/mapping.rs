//! serde's `MapAccess` over bodies, objects and maps, and over blocks by their labels.

use std::any::type_name;
use std::cell::Cell;
use std::mem;
use std::rc::Rc;

use hashbrown::HashSet;
use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};

use super::capture::handle::Frame;
use super::decoder::{Decoder, HandleFor, data};
use super::entries::{Entries, Key};
use super::expression::ExpressionDecoder;
use super::key::KeyDecoder;
use super::lessons::{Flattened, Lesson};
use super::node::{HeadedBody, Node};
use super::origin::Origin;
use super::scalar::Scalar;
use super::session::Session;
use crate::diagnostic::catalog::decoding as catalog;
use crate::error::{Category, Complaint, Error, Result};
use crate::source::Span;
use crate::syntax::Body;
use crate::value::nest;

/// Up to this many blocks of a struct are asked for one by one as what a flattened field wants them.
const MANY_BLOCKS: usize = 32;

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

/// Entries being read.
pub(super) struct Mapping<'t, 'de> {
    session: &'t Session<'t, 'de>,
    reader: Reader,
    /// The name of the visitor, and what was learned about the type behind it.
    visitor: &'static str,
    lesson: Option<Rc<Lesson>>,
    entries: Entries<'t, 'de>,
    /// The body whose entries these are.
    body: Option<HeadedBody<'t>>,
    /// Whether these are labels or types of blocks, for want of knowing whether the visitor belongs
    /// to a struct.
    is_keyed: bool,
    /// How many of the fields have been looked at for those that begin with `$`.
    fields_seen: usize,
    labels_given: usize,
    /// The value that belongs to the last key.
    pending: Option<(Key<'de>, Node<'t, 'de>)>,
    is_started: bool,
    /// Where the handles for flattened entries are kept.
    frame: Option<Frame>,
    /// Entries that were left out because they are null.
    absent: Vec<(String, Span)>,
}

impl<'t, 'de> Mapping<'t, 'de> {
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
            pending: None,
            is_started: false,
            frame: None,
            absent: Vec::new(),
        }
    }

    /// Lets a visitor read the entries, all of them.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.check_labels()?;
        let result = nest(|| visitor.visit_map(&mut self));
        self.finish(result)
    }

    /// Fields that stand for no item of the body begin with `$`; these are the known ones.
    fn fields(&self) -> &[&'static str] {
        match (self.reader, &self.lesson) {
            (Reader::Struct(fields), _) => fields,
            (Reader::Map, Some(lesson)) => &lesson.virtual_fields,
            _ => &[],
        }
    }

    /// Fails if there are more labels than fields for them.
    #[inline]
    fn check_labels(&self) -> Result<()> {
        let Some(body) = self.body.filter(|body| body.block.is_some()) else { return Ok(()) };
        let labels = body.labels().count();
        if labels == 0 || self.fields().contains(&"$labels") {
            return Ok(());
        }
        let wanted = self.fields().iter().filter(|field| is_label_field(field)).count();
        match body.labels().nth(wanted) {
            Some(label) if matches!(self.reader, Reader::Struct(_)) => {
                Err(data(catalog::extraneous_label(body.block, label)))
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn next_entry(&mut self) -> Option<(Key<'de>, Node<'t, 'de>)> {
        if let Some(body) = self.body {
            if let Some(entry) = self.next_virtual_field(body) {
                return Some(entry);
            }
        }
        loop {
            let (key, node) = self.entries.next(self.session)?;
            if !self.is_absent(&key, &node) && !self.is_among_all_blocks(&key, &node) {
                return Some((key, node));
            }
        }
    }

    /// The next field that begins with `$`, with what it takes.
    #[inline]
    fn next_virtual_field(&mut self, body: HeadedBody<'t>) -> Option<(Key<'de>, Node<'t, 'de>)> {
        loop {
            let field = *self.fields().get(self.fields_seen)?;
            self.fields_seen += 1;
            if !field.starts_with('$') {
                continue;
            }
            let node = match field {
                "$labels" => Node::Labels(body),
                "$blocks" => Node::AllBlocks(body.body),
                _ if is_label_field(field) => {
                    let Some(label) = body.labels().nth(self.labels_given) else { continue };
                    self.labels_given += 1;
                    Node::Scalar(Scalar::String(self.session.label(label)), Some(label.span()))
                }
                _ => continue,
            };
            return Some((Key { text: field.into(), span: node.subject() }, node));
        }
    }

    /// Whether the entry is null and thereby as good as absent.
    #[inline]
    fn is_absent(&mut self, key: &Key<'de>, node: &Node<'t, 'de>) -> bool {
        if self.lesson.is_none() && !self.session.lessons.is_final() {
            return false;
        }
        let takes_null = match (&self.lesson, self.reader) {
            (Some(lesson), _) => {
                !lesson.no_entry_takes_null && !lesson.absent_if_null.contains(&*key.text)
            }
            (None, Reader::Struct(fields)) => !fields.contains(&&*key.text),
            (None, _) => true,
        };
        if takes_null {
            return false;
        }
        let is_null = match node {
            Node::Expression(expression) => self.session.is_null(*expression),
            Node::Value(value) => value.is_null(),
            _ => false,
        };
        if let (true, Some(span)) = (is_null, key.span) {
            let span = node.subject().map_or(span, |value| span.to(value));
            self.absent.push((key.text.to_string(), span));
        }
        is_null
    }

    /// Whether the blocks are read by way of `$blocks` and by no field of their own.
    #[inline]
    fn is_among_all_blocks(&self, key: &Key<'de>, node: &Node<'t, 'de>) -> bool {
        matches!(node, Node::Blocks(_))
            && self.fields().contains(&"$blocks")
            && !self.fields().contains(&&*key.text)
            && matches!(self.reader, Reader::Struct(_))
    }

    /// A struct with flattened fields is reading.
    fn begin_flattened(&mut self) {
        let shares = match self.flattened() {
            Flattened::Source(_) => true,
            _ => self.session.lessons.is_final(),
        };
        let view = self.body.filter(|_| shares).map(|body| body.body.0);
        let body = view.map(|view| Body::new(view.tree.share(), view.id));
        self.frame = Some(Frame::enter(body));
    }

    fn flattened(&self) -> &Flattened {
        static UNKNOWN: Flattened = Flattened::Unknown;
        static DATA: Flattened = Flattened::Data;
        match &self.lesson {
            _ if self.session.lessons.is_final() => &DATA,
            Some(lesson) => &lesson.flattened,
            None => &UNKNOWN,
        }
    }

    /// A decoder for an entry of a struct with flattened fields, which may end up in a buffer.
    fn decoder_of_flattened(
        &self,
        frame: &Frame,
        key: &Key<'de>,
        mut node: Node<'t, 'de>,
    ) -> Decoder<'t, 'de> {
        let captures = match self.flattened() {
            Flattened::Unknown => Some(false),
            Flattened::Source(data) if !data.contains(&*key.text) => Some(true),
            Flattened::Data | Flattened::Source(_) => self.settle_blocks(key, &mut node),
        };
        let handle = captures
            .and_then(|captures| Some(HandleFor { handle: frame.reserve(&key.text)?, captures }));
        Decoder::new(node, self.session).with_handle(handle)
    }

    /// Decides whether a block is a body or a sequence of one to a flattened field. Where that is not
    /// known yet, a handle finds out.
    fn settle_blocks(&self, key: &Key<'de>, node: &mut Node<'t, 'de>) -> Option<bool> {
        let (Node::Blocks(blocks), Some(lesson)) = (node, &self.lesson) else { return None };
        if blocks.has_labels() {
            blocks.is_body_if_single = lesson.single_block_is_body;
            return None;
        }
        let is_known = blocks.as_slice().len() > 1 || lesson.flattened_blocks.len() > MANY_BLOCKS;
        match lesson.flattened_blocks.get(&*key.text) {
            Some(is_body) => blocks.is_body_if_single = *is_body,
            None if is_known => {}
            None => return Some(true),
        }
        None
    }

    /// Turns the outcome of a visit into the result, and into lessons.
    fn finish<T>(mut self, result: Result<T>) -> Result<T> {
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

    fn finish_flattened<T>(&self, frame: &Frame, result: Result<T>) -> Result<T> {
        let outcome = frame.outcome();
        let lessons = self.session.lessons;
        match self.flattened() {
            Flattened::Unknown | Flattened::Data if outcome.wants_source => {
                lessons.learn(self.visitor, |lesson| {
                    lesson.flattened = Flattened::Source(HashSet::new());
                    true
                });
            }
            // What was ignored is data as well: nobody can tell it from bytes that were read.
            Flattened::Unknown
                if !outcome.demanded.is_empty() || (result.is_ok() && outcome.has_untaken) =>
            {
                lessons.learn(self.visitor, |lesson| {
                    lesson.flattened = Flattened::Data;
                    lesson.flattened_blocks.extend(outcome.demanded);
                    true
                });
            }
            Flattened::Data | Flattened::Source(_) if !outcome.demanded.is_empty() => {
                lessons.learn(self.visitor, |lesson| {
                    if let Flattened::Source(data) = &mut lesson.flattened {
                        data.extend(outcome.demanded.iter().map(|(name, _)| name.clone()));
                    }
                    lesson.flattened_blocks.extend(outcome.demanded);
                    true
                });
            }
            _ => {}
        }
        let result = result.inspect_err(|error| self.reconsider_flattened(error));
        match (result, outcome.failure) {
            (Err(_), Some(failure)) => Err(failure),
            (Err(error), None) => Err(error),
            (Ok(value), _) => self.require_all_labels_given().map(|()| value),
        }
    }

    /// Looks for what may have made flattened fields refuse what they got, now that it is too late
    /// to see which of them it was.
    #[cold]
    fn reconsider_flattened(&self, error: &Error) {
        let (Some(body), Category::Data) = (self.body, error.category()) else { return };
        let lessons = self.session.lessons;
        let is_elsewhere = self.missed_virtual_field(error).is_some();
        if !lessons.wants_more() || is_elsewhere || matches!(self.flattened(), Flattened::Unknown) {
            return;
        }
        if body.body.attributes().any(|attribute| self.session.is_null(attribute.expression())) {
            lessons
                .learn(self.visitor, |lesson| !mem::replace(&mut lesson.no_entry_takes_null, true));
        }
        if lessons.wants_more() && body.body.blocks().any(|block| block.labels().len() > 0) {
            lessons.learn(self.visitor, |lesson| {
                !mem::replace(&mut lesson.single_block_is_body, true)
            });
        }
    }

    /// Fails if the fields of a struct with flattened fields took fewer labels than there are.
    fn require_all_labels_given(&self) -> Result<()> {
        let Some(body) = self.body else { return Ok(()) };
        match body.labels().nth(self.labels_given) {
            Some(label) if !self.fields().contains(&"$labels") => {
                Err(data(catalog::extraneous_label(body.block, label)))
            }
            _ => Ok(()),
        }
    }

    /// Says of a missing field where it is missing.
    #[cold]
    fn complete(&self, error: Error) -> Error {
        // A field that was given twice is refused before its value is asked for.
        let error = match &self.pending {
            Some((Key { span: Some(span), .. }, _)) => error.or_at(*span),
            _ => error,
        };
        let Some(Complaint::MissingField(field)) = error.complaint() else { return error };
        let field = *field;
        if self.missed_virtual_field(&error).is_some() {
            self.session.lessons.learn(self.visitor, |lesson| {
                let is_new = !lesson.virtual_fields.contains(&field);
                if is_new {
                    lesson.virtual_fields.push(field);
                }
                is_new
            });
        }
        let absent = self.absent.iter().find(|(name, _)| name == field);
        error.settle(match (absent, self.body) {
            (Some((_, span)), _) => catalog::missing_field_is_null(field, *span),
            (None, Some(HeadedBody { block: Some(block), .. })) if field.starts_with("$label") => {
                catalog::label_required(block)
            }
            (None, Some(body)) => catalog::missing_field_of_body(field, body.block, body.subject()),
            (None, None) => catalog::missing_field(field),
        })
    }

    /// The field beginning with `$` that a struct with flattened fields misses although there is
    /// something for it.
    fn missed_virtual_field(&self, error: &Error) -> Option<&'static str> {
        let Some(Complaint::MissingField(field)) = error.complaint() else { return None };
        let labels = self.body.map_or(0, |body| body.labels().count());
        let is_there = !is_label_field(field) || self.labels_given < labels;
        let is_flattened = matches!(self.reader, Reader::Map);
        (field.starts_with('$') && is_flattened && is_there).then_some(*field)
    }

    /// The node, as the target of type `T` wants it.
    #[inline]
    fn settled_for<T>(&self, node: Node<'t, 'de>) -> Node<'t, 'de> {
        match node {
            Node::Blocks(mut blocks) => {
                let lesson = self.session.lessons.about(type_name::<T>());
                blocks.is_body_if_single |=
                    lesson.is_some_and(|lesson| lesson.single_block_is_body);
                Node::Blocks(blocks)
            }
            node => node,
        }
    }

    /// Notes that a target of type `T` takes anything, but no sequence of one block.
    #[cold]
    fn reconsider_blocks<T>(&self, sequences: usize) {
        let lessons = self.session.lessons;
        if lessons.wants_more() && self.session.sequences_of_one.get() > sequences {
            lessons.learn(type_name::<T>(), |lesson| {
                !mem::replace(&mut lesson.single_block_is_body, true)
            });
        }
    }

    /// Notes that a value was refused because it is null, where null may mean absent.
    #[cold]
    fn refuse(&self, error: Error, name: &str, origin: Origin<'t>) -> Error {
        let lessons = self.session.lessons;
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
        self.session.explain(error, origin).in_field(name)
    }
}

fn is_label_field(field: &str) -> bool {
    field == "$label" || field.starts_with("$label:")
}

impl<'de> MapAccess<'de> for Mapping<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let is_first = !mem::replace(&mut self.is_started, true);
        let Some((key, node)) = self.next_entry() else {
            if is_first && matches!(self.reader, Reader::Map) {
                self.begin_flattened();
            }
            if let Some(frame) = &self.frame {
                frame.close_buffer();
            }
            return Ok(None);
        };
        let is_identifier = Cell::new(false);
        let result = seed.deserialize(KeyDecoder::new(&key, &is_identifier, self.session));
        if is_first && is_identifier.get() && matches!(self.reader, Reader::Map) {
            if self.is_keyed {
                self.session
                    .lessons
                    .learn(self.visitor, |lesson| !mem::replace(&mut lesson.is_struct, true));
                return Err(data(catalog::labels_of_flattened(key.span)));
            }
            self.begin_flattened();
        }
        match result {
            Ok(value) => {
                self.pending = Some((key, node));
                Ok(Some(value))
            }
            Err(error) => Err(refuse_key(error, &key, &node)),
        }
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        let Some((key, node)) = self.pending.take() else {
            return Err(Error::custom("a value was asked for before its key"));
        };
        if let (Node::Expression(expression), None) = (&node, &self.frame) {
            let origin = Origin::Expression(*expression);
            let decoder = ExpressionDecoder::new(*expression, self.session);
            return seed
                .deserialize(decoder)
                .map_err(|error| self.refuse(error, &key.text, origin));
        }
        let origin = Origin::of(&node);
        let sequences = self.session.sequences_of_one.get();
        let decoder = match &self.frame {
            Some(frame) => self.decoder_of_flattened(frame, &key, node),
            None => Decoder::new(self.settled_for::<T>(node), self.session),
        };
        seed.deserialize(decoder).map_err(|error| {
            if let Origin::Block(_) = origin {
                self.reconsider_blocks::<T>(sequences);
            }
            self.refuse(error, &key.text, origin)
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// Completes the error of a key that the target doesn't know or can't read.
#[cold]
fn refuse_key(error: Error, key: &Key<'_>, node: &Node<'_, '_>) -> Error {
    let error = match (error.complaint(), node) {
        (Some(Complaint::UnknownField(name, fields)), Node::Blocks(_)) => {
            let diagnostic = catalog::unknown_block_type(name, fields);
            error.settle(diagnostic)
        }
        _ => error,
    };
    match key.span {
        Some(span) => error.or_at(span),
        None => error,
    }
}
