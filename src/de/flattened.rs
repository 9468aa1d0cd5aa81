//! Structs with flattened fields: what they don't know goes into a buffer of serde's, and out of that
//! to the flattened fields.

use std::mem;

use hashbrown::HashSet;

use super::buffered::{Buffered, MANY_BLOCKS};
use super::capture::handle::Frame;
use super::decoder::{Decoder, HandleFor};
use super::lessons::Flattened;
use super::mapping::Mapping;
use super::node::Node;
use super::whereabouts::{self, Place};
use crate::error::{Category, Error, Result};
use crate::syntax::Body;

impl<'t, 'de> Mapping<'t, 'de> {
    /// A struct with flattened fields is reading.
    pub(super) fn begin_flattened(&mut self) {
        let shares = match self.flattened() {
            Flattened::Source(_) => true,
            _ => self.session.lessons.is_final(),
        };
        let view = self.body.filter(|_| shares).map(|body| body.body().0);
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
    pub(super) fn decoder_of_flattened(
        &self,
        frame: &Frame,
        name: &str,
        node: Node<'t, 'de>,
    ) -> Decoder<'t, 'de> {
        let captures = match self.flattened() {
            Flattened::Unknown => Some(false),
            Flattened::Source(data) if !data.contains(name) => Some(true),
            Flattened::Data | Flattened::Source(_) => None,
        };
        let handle = captures
            .and_then(|captures| Some(HandleFor { handle: frame.reserve(name)?, captures }));
        let buffered = self.lesson.as_ref().filter(|_| handle.is_none());
        let buffered = buffered.map(|lesson| Buffered::new(self.visitor, lesson.clone()).at(name));
        Decoder::new(node, self.session).with_handle(handle).within(buffered)
    }

    /// Turns what became of the buffered entries into lessons.
    pub(super) fn finish_flattened<T>(&self, frame: &Frame, result: Result<T>) -> Result<T> {
        let outcome = frame.outcome();
        let lessons = self.session.lessons;
        lessons.learn_blocks(outcome.blocks);
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
                    lesson.blocks.extend(outcome.demanded);
                    true
                });
            }
            Flattened::Data | Flattened::Source(_) if !outcome.demanded.is_empty() => {
                lessons.learn(self.visitor, |lesson| {
                    let mut is_new = false;
                    for (name, wants_body) in outcome.demanded {
                        if let Flattened::Source(data) = &mut lesson.flattened {
                            is_new |= data.insert(name.clone());
                        }
                        is_new |= lesson.blocks.insert(name, wants_body).is_none();
                    }
                    is_new
                });
            }
            _ => {}
        }
        let result = result.inspect_err(|error| self.reconsider_flattened(error));
        match result {
            Err(error) if error.span().is_some() => Err(self.located(error)),
            Err(error) => Err(self.located(outcome.failure.unwrap_or(error))),
            Ok(value) => {
                self.reconsider_missed(&outcome.missed);
                self.require_all_labels_given().map(|()| value)
            }
        }
    }

    /// The error of a flattened field, with its place, unless decoding starts over anyway.
    #[cold]
    fn located(&self, error: Error) -> Error {
        match self.body {
            Some(body) if !self.session.lessons.has_new() => {
                let place = Place::Body(body.body());
                let error = whereabouts::locate(error, place, self.session);
                self.session.discreet(error, body.span()).or_at(body.subject())
            }
            _ => error,
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
        if body.body().attributes().any(|attribute| self.session.is_null(attribute.expression())) {
            lessons
                .learn(self.visitor, |lesson| !mem::replace(&mut lesson.no_entry_takes_null, true));
        }
        if lessons.wants_more() && body.body().blocks().next().is_some() {
            lessons.learn(self.visitor, |lesson| {
                lesson.blocks.len() > MANY_BLOCKS
                    && !mem::replace(&mut lesson.other_block_is_body, true)
            });
        }
    }
}
