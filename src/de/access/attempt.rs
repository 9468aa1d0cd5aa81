//! Attempts to decode a part: a value of an entry, an element, or the root. A part is decoded again if an attempt revealed
//! something about its type, and after a mistake. The loop is compiled once, not for each type.

use std::mem;

use serde::de::{Deserialize, Error as _};

use super::decoder::Decoder;
use super::map_access::Given;
use super::mapping::Mapping;
use super::sequence::Sequence;
use super::session::Session;
use super::slot::SlotBox;
use crate::de::buffering::{
    Forms, Mark, Sought, forget_refused_scalars, has_revealed, mark, mark_spans, outcome_since_mark,
};
use crate::de::explain::{buffered_span, explain, explain_at, with_path};
use crate::de::input::{MadeUp, Node};
use crate::diagnostic::Segment;
use crate::diagnostic::catalog::decoding as catalog;
use crate::diagnostic::catalog::evaluation::budget_spent;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Error, Result};
use crate::limits::budget;
use crate::syntax::ExpressionRef;
use crate::text::span::Span;

/// An attempt to decode a part.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    mark: Mark,
    /// The mark of the first attempt to decode the part.
    begin: Mark,
    /// The name of the type that is decoded.
    pub(super) target: &'static str,
    /// The forms of blocks in the first attempt, and the number of blocks that were passed in the first of two forms before this
    /// one. `None` for an expression, which has no blocks.
    forms: Option<(Forms, usize)>,
    /// Whether the part is in one that was begun outside, which is decoded again for facts.
    is_inside: bool,
    /// The nesting of values that another attempt permits, if they are deep.
    room: Option<u32>,
}

/// Decodes a value of a type that the caller knows, and keeps it or not.
pub(in crate::de) type Decode<'s, 'de> =
    &'s mut dyn for<'a, 't> FnMut(Decoder<'a, 't, 'de>, bool) -> Result<()>;

/// Decodes a part that needs a slot, or again. Not inlined: the target's code is inlined where it decodes an
/// expression, which is the usual case.
#[inline(never)]
pub(super) fn decode_slot<'de, T: Deserialize<'de>>(decoder: Decoder<'_, '_, 'de>) -> Result<T> {
    T::deserialize(decoder)
}

/// The last value that is kept. `run` gets the result of the first attempt, if there was one, and makes the others.
pub(in crate::de) fn kept<'de, T: Deserialize<'de>>(
    first: Option<Result<T>>,
    run: impl FnOnce(Result<()>, Decode<'_, 'de>) -> Result<()>,
) -> Result<T> {
    let (mut value, first) = match first.transpose() {
        Ok(value) => (value, Ok(())),
        Err(error) => (None, Err(error)),
    };
    run(first, &mut |decoder, is_kept| {
        let decoded = decode_slot(decoder)?;
        if is_kept {
            value = Some(decoded);
        }
        Ok(())
    })?;
    value.ok_or_else(|| Error::custom("no attempt was made"))
}

impl Attempt {
    pub(super) fn begin(target: &'static str, is_inside: bool, session: &Session<'_, '_>) -> Self {
        let forms = Some((session.hints.forms(), session.hints.first_forms()));
        Attempt { forms, is_inside, ..Attempt::of_expression(target) }
    }

    /// An attempt to decode an expression.
    #[inline(always)]
    pub(super) fn of_expression(target: &'static str) -> Self {
        let mark = mark();
        Attempt { mark, begin: mark, target, forms: None, is_inside: false, room: None }
    }

    /// Another attempt.
    fn again(self, session: &Session<'_, '_>) -> Self {
        let forms = self.forms.map(|(forms, _)| (forms, session.hints.first_forms()));
        Attempt { mark: mark(), forms, ..self }
    }

    /// Whether the attempt has succeeded and revealed nothing.
    #[inline(always)]
    pub(super) fn is_final<T>(&self, result: &Result<T>) -> bool {
        let is_final = result.is_ok() && mark() == self.mark;
        if is_final && self.forms.is_some() {
            forget_refused_scalars();
        }
        is_final
    }
}

/// The maximum number of attempts to find the place of an error, and the bytes of source that they decode. A value
/// that occurs once needs two.
const MOST: usize = 20;
const WORK: usize = 256 * 1024;

/// The charge for another attempt, and the number of bytes that cost as much as one element.
const AGAIN: usize = 8;
const BYTES: usize = 8;

impl<'t, 'de> Session<'t, 'de> {
    /// Decodes a part again, as long as an attempt to decode it has revealed something. If this attempt of the document goes on
    /// after mistakes, reports the error of the part, and decodes it without the reason, or a made-up value in its place.
    #[cold]
    pub(super) fn repeat(
        &'t self,
        mut part: Repeated<'_, 't, 'de>,
        mut attempt: Attempt,
        mut result: Result<()>,
        decode: Decode<'_, 'de>,
    ) -> Result<()> {
        let (target, recovery) = (attempt.target, || self.hints.recovery());
        let ended = loop {
            let node = part.node();
            let place = node.as_ref().and_then(Node::span);
            let again = &mut |attempt: Attempt, is_kept| {
                self.input.with_room(attempt.room, || decode(part.decoder(target, self), is_kept))
            };
            result = self.repeat_until_final(attempt, result, node, again);
            if let Some((forms, _)) = attempt.forms {
                self.hints.set_forms(forms);
            }
            let Err(error) = result else { break Ok(()) };
            let error = part.refuse(error, target, self);
            if attempt.is_inside || !self.hints.reports() || self.is_repeated() {
                break Err(error);
            }
            let error = match recovery().settle(error) {
                Ok(()) => {
                    attempt = self.another(attempt, place)?;
                    result = decode(part.decoder(target, self), true);
                    continue;
                }
                Err(error) => error,
            };
            // A part that fails may not have read its labels.
            self.unread_label.take();
            let node = part.node().filter(|_| place.is_some());
            break match node.zip(part.made_up(&error, target, self)) {
                Some((node, made_up)) => {
                    recovery().make_up(error, &node);
                    decode(made_up, true).map_err(|error| error.with_cause(ErrorCause::Reported))
                }
                None => Err(error),
            };
        };
        if !self.hints.reports() || attempt.is_inside {
            return ended.map_err(|error| part.step().into_iter().fold(error, Error::behind));
        }
        if let Some(label) = self.unread_label.take().filter(|_| ended.is_ok()) {
            recovery().report(label);
        }
        let Some(step) = part.step() else { return ended };
        recovery().lead(attempt.begin, &step);
        ended.map_err(|error| error.behind(step))
    }

    /// Whether what contains a part that has failed is decoded again, or nothing more is.
    fn is_repeated(&self) -> bool {
        let is_learned = self.hints.has_new() || self.hints.is_revised();
        is_learned || budget::is_spent()
    }

    /// Prepares for another attempt to decode the part at this place.
    ///
    /// # Errors
    ///
    /// If the budget does not allow it.
    fn another(&self, attempt: Attempt, place: Option<Span>) -> Result<Attempt> {
        let place = place.unwrap_or_default();
        if !charge(place) {
            return Err(Error::data(budget_spent(place)));
        }
        self.forget(attempt, place);
        Ok(attempt.again(self))
    }

    fn repeat_until_final(
        &self,
        mut attempt: Attempt,
        mut result: Result<()>,
        node: Option<Node<'_, '_>>,
        again: &mut dyn FnMut(Attempt, bool) -> Result<()>,
    ) -> Result<()> {
        let node = node.unwrap_or_default();
        if attempt.is_inside {
            return match has_revealed() {
                true => result,
                false => result.map_err(|error| self.seek(error, &node, attempt, again)),
            };
        }
        let place = node.span();
        // A label that is left does not hide the error of a value in another form of the block.
        let mut error_of_value = None;
        loop {
            while self.reveals(&mut attempt, &mut result, &node, &mut error_of_value) {
                if self.hints.revises() {
                    return result;
                }
                attempt = self.another(attempt, place)?;
                if self.hints.marks_spans() {
                    mark_spans(self.input.options());
                }
                result = again(attempt, true);
            }
            if result.is_ok() {
                forget_refused_scalars();
            }
            let label = match &result {
                Ok(()) => self.unread_label.borrow().as_ref().and_then(Error::span),
                Err(error) => error.span().filter(|_| catalog::is_extraneous_label(error)),
            };
            let label = label.filter(|label| place.is_some_and(|place| place.contains(*label)));
            let is_behind = |error: &mut Error| {
                label.zip(error.span()).is_some_and(|(label, value)| label.end <= value.start)
            };
            if let Some(error) = error_of_value.take_if(is_behind) {
                self.forget(attempt, place.unwrap_or_default());
                return Err(error);
            }
            if let Err(error) = result {
                return Err(self.seek(error, &node, attempt, again));
            }
            if self.hints.is_revised()
                || !self.hints.offers().are_wanted()
                || !charge(place.unwrap_or_default())
            {
                return result;
            }
            let offers = self.hints.offer(|| {
                attempt = attempt.again(self);
                let is_ok = again(attempt, false).is_ok();
                (outcome_since_mark(attempt.mark), is_ok)
            });
            offers.map_err(|place| {
                Error::data(catalog::all_blocks_out_of_reach().with_span(place))
            })?;
        }
    }

    /// Adds the place to an error of a buffer.
    fn seek(
        &self,
        error: Error,
        node: &Node<'_, '_>,
        attempt: Attempt,
        again: &mut dyn FnMut(Attempt, bool) -> Result<()>,
    ) -> Error {
        let is_final = self.hints.is_one_attempt() || self.hints.is_revised();
        if is_final || !Sought::can_be(&error) {
            return error;
        }
        let Some(part) = buffered_span(node) else { return error };
        // A message that may quote a secret has the place of the whole part, and is hidden.
        if error.cause().is_none() && self.input.has_secret_in(part) {
            return error;
        }
        let place = self.hints.seek(&error, |sought| {
            for _ in 0..(WORK / part.len().max(1)).clamp(2, MOST) {
                if !charge(part) {
                    break;
                }
                let attempt = attempt.again(self);
                let result = again(attempt, false);
                self.hints.record_use(&mut outcome_since_mark(attempt.mark));
                if let Some(place) = result.err().and_then(|error| sought.place_of(&error)) {
                    return place;
                }
                if !sought.show_next() {
                    break;
                }
            }
            None
        });
        match place {
            Some(place) => explain_at(error, node, place, &self.input),
            None => error,
        }
    }

    /// Records what an attempt has revealed. Returns whether another attempt to decode the part knows more.
    fn reveals(
        &self,
        attempt: &mut Attempt,
        result: &mut Result<()>,
        node: &Node<'_, '_>,
        error_of_value: &mut Option<Error>,
    ) -> bool {
        let mut outcome = outcome_since_mark(attempt.mark);
        let is_of_value =
            |error: &&Error| error.span().is_some() && !catalog::is_extraneous_label(error);
        // A rejected placeholder is no mistake.
        if let Some(error) =
            result.as_ref().err().filter(is_of_value).filter(|_| outcome.wants.is_empty())
        {
            *error_of_value = Some(error.clone());
        }
        if result.is_err() {
            // A rejected placeholder is a reason. All else is a guess.
            self.hints.record_wants(mem::take(&mut outcome.wants));
            if !matches!(node, Node::Expression(_)) {
                self.retry(attempt.target, &mut outcome.revealed);
            }
        }
        self.hints.learn_from(&mut outcome, result.is_ok());
        let has_left_label = result.is_ok() && self.unread_label.borrow().is_some();
        if has_left_label {
            self.retry(attempt.target, &mut outcome.revealed);
        }
        if let (Err(error), Some(failure)) = (&mut *result, outcome.failure) {
            if error.span().is_none() {
                *error = with_path(failure, node);
            }
        }
        let is_new = self.hints.take_new();
        if let Some(room) = self.input.take_needed_room().filter(|_| result.is_err()) {
            attempt.room = Some(room);
            return true;
        }
        match attempt.forms {
            Some((forms, _)) if is_new => self.hints.set_forms(forms),
            Some((_, before)) if result.is_err() || has_left_label => {
                return self.hints.tries_second_forms(before, has_left_label);
            }
            _ => {}
        }
        is_new
    }

    /// Forgets what an attempt has recorded about a part that is decoded again.
    fn forget(&self, attempt: Attempt, part: Span) {
        let is_inside = |error: &Error| error.span().is_some_and(|it| part.contains(it));
        self.unread_label.borrow_mut().take_if(|error| is_inside(error));
        self.hints.recovery().forget(Some(attempt.begin));
        if self.hints.watches_unused() {
            self.hints.unused().forget(part);
        }
    }
}

/// Charges another attempt to decode the part at this place. Returns whether the budget allows it.
fn charge(place: Span) -> bool {
    budget::charge(AGAIN + place.len() / BYTES)
}

/// A root, a value of an entry, or an element, whose first attempt is not the last one.
pub(super) enum Repeated<'m, 't, 'de> {
    Root(&'m Node<'t, 'de>, SlotBox<'t, 'de>),
    Value(&'m mut Mapping<'t, 'de>, Given<'t>),
    /// The last element, which may be an expression of a tuple.
    Element(&'m mut Sequence<'t, 'de>, Option<ExpressionRef<'t>>),
}

impl<'t, 'de> Repeated<'_, 't, 'de> {
    fn node(&self) -> Option<Node<'t, 'de>> {
        match self {
            Repeated::Root(node, _) => Some((*node).clone()),
            Repeated::Value(mapping, given) => mapping.given_node(*given),
            Repeated::Element(sequence, expression) => sequence.last(*expression),
        }
    }

    /// A decoder for the node; `target` is the name of its type.
    fn decoder(
        &mut self,
        target: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Decoder<'_, 't, 'de> {
        match self {
            Repeated::Root(node, slot) => slot.insert(node.clone()).set_target(target, session),
            Repeated::Value(mapping, given) => mapping.fill_slot_again(*given, target),
            Repeated::Element(sequence, expression) => {
                sequence.fill_slot_again(*expression, target);
            }
        }
        self.slot().decoder(session)
    }

    /// A decoder for a made-up value in the place of the node, if there can be one after this error. Without a tag, the type
    /// of the other entries is not known.
    fn made_up(
        &mut self,
        error: &Error,
        target: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Option<Decoder<'_, 't, 'de>> {
        match self {
            Repeated::Root(..) => return None,
            Repeated::Value(mapping, _) if mapping.is_tag(target) => return None,
            Repeated::Element(sequence, last) if sequence.is_about_all(error, *last) => {
                return None;
            }
            Repeated::Value(..) | Repeated::Element(..) => {}
        }
        self.slot().insert(Node::MadeUp(MadeUp::new()));
        Some(self.slot().decoder(session))
    }

    fn slot(&mut self) -> &mut SlotBox<'t, 'de> {
        match self {
            Repeated::Root(_, slot) => slot,
            Repeated::Value(mapping, _) => &mut mapping.slot,
            Repeated::Element(sequence, _) => &mut sequence.slot,
        }
    }

    /// Completes its error.
    fn refuse(
        &mut self,
        error: Error,
        target: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Error {
        match self {
            Repeated::Root(node, _) if session.hints.reports() && error.span().is_none() => {
                explain(error, node, &session.input)
            }
            Repeated::Root(..) => error,
            Repeated::Value(mapping, given) => mapping.refuse_value(error, *given, target),
            Repeated::Element(sequence, expression) => sequence.refuse(error, *expression, target),
        }
    }

    /// The step to it in a path.
    fn step(&self) -> Option<Segment> {
        match self {
            Repeated::Root(..) => None,
            Repeated::Value(mapping, given) => mapping.step(*given),
            Repeated::Element(sequence, _) => Some(sequence.step()),
        }
    }
}

/// Decodes a node as a part, which `decoder` decodes at first.
pub(in crate::de) fn decode_again<'t, 'de>(
    session: &'t Session<'t, 'de>,
    node: &Node<'t, 'de>,
    target: &'static str,
    decoder: Decoder<'_, 't, 'de>,
    decode: Decode<'_, 'de>,
) -> Result<()> {
    let attempt = Attempt::begin(target, false, session);
    let result = decode(decoder, true);
    match attempt.is_final(&result) {
        true => result,
        false => {
            let root = Repeated::Root(node, SlotBox::default());
            session.repeat(root, attempt, result, decode)
        }
    }
}
