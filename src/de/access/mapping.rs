//! serde's `MapAccess` over bodies, objects and maps, and over blocks by their labels.

use std::borrow::Cow;
use std::mem;
use std::rc::Rc;

use serde::de::Error as _;

use super::decoder::Decoder;
use super::general::{GeneralNode, StandIn};
use super::session::{Guesses, Session};
use crate::de::buffering::{
    BufferPath, Scope, TypeHints, fills_buffer, fills_tagged_buffer, is_adjacent_tag, is_in_buffer,
};
use crate::de::input::{BodyOf, Entries, ErrorOrigin, Key, MadeUp, Node};
use crate::de::plain::MapTarget;
use crate::de::recovery::Failure;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::ExpressionRef;
use crate::text::span::Span;

/// The source of the entries.
#[derive(Clone, Copy)]
pub(super) enum EntriesOf<'t> {
    Body(BodyOf<'t>),
    /// Blocks by their next label, or by their type. Also used for a struct with flattened fields
    /// while it is assumed to be a map.
    Labels,
    /// An object or a map.
    Value,
}

/// The position of a visitor in the entries.
pub(super) enum Position<'t, 'de> {
    /// Before the first entry.
    Start,
    /// The visitor is before the key or before the value of an entry.
    Entry,
    /// As `Entry`, but the value could not be decoded before. A made-up one takes its place.
    FailedEntry,
    /// The value was passed on: an expression.
    Given,
    /// The value was passed on: another node.
    GivenNode(Given<'t>),
    /// A field that is not an entry of the body, and its value.
    LabelField(&'static str, Node<'t, 'de>),
    /// After the last entry.
    End,
}

/// The facts that are kept about a node after it was passed on.
#[derive(Clone, Copy)]
pub(super) struct Given<'t> {
    pub(super) origin: ErrorOrigin<'t>,
    /// The guesses before the node was decoded.
    pub(super) guesses: Guesses,
    /// The field, if it is not an entry of the body.
    pub(super) label_field: Option<&'static str>,
    pub(super) is_made_up: bool,
}

/// An entry that counts as absent.
pub(super) struct Absent<'t> {
    pub(super) name: String,
    pub(super) key: Span,
    pub(super) value: ExpressionRef<'t>,
}

/// Entries being read. Large, so it is always boxed.
pub(super) struct Mapping<'t, 'de> {
    pub(super) session: &'t Session<'t, 'de>,
    pub(super) target: MapTarget,
    /// The name of the visitor, and the hints about its type.
    pub(super) visitor: &'static str,
    pub(super) hints: Option<Rc<TypeHints>>,
    pub(super) entries: Entries<'t, 'de>,
    pub(super) of: EntriesOf<'t>,
    pub(super) position: Position<'t, 'de>,
    /// Whether the entry is the first one.
    is_first: bool,
    /// Whether entries have to be checked before they are read.
    checks_entries: bool,
    /// Whether there may be more fields that start with `$`. They come before the entries.
    has_label_fields: bool,
    /// Whether the target has asked for the name of a field.
    pub(super) wants_field_names: bool,
    /// The number of fields that have been searched for a `$` at the start.
    pub(super) fields_seen: usize,
    pub(super) labels_given: usize,
    /// The scope of the placeholders for flattened entries, in a struct with flattened fields.
    pub(super) scope: Option<Scope>,
    /// The path of the entries, if they may go into a buffer.
    pub(super) path: Option<BufferPath>,
    /// Entries that were left out because they are null or an empty array in place of blocks.
    pub(super) absent: Vec<Absent<'t>>,
    /// The number of fields that have been made up.
    made_up: usize,
    /// The value of all fields, if the struct itself is made up.
    made_up_fields: Option<MadeUp>,
    /// The names of the entries that are skipped because the target doesn't know them.
    pub(super) skipped: Vec<String>,
    /// The expression of an object.
    pub(super) object: Option<Span>,
    /// Whether the entries fill the buffer of an internally tagged enum.
    pub(super) is_tagged: bool,
    /// The offered names that have been passed on.
    pub(super) offered: Offered,
    /// The place of the first JSON property that may be blocks.
    pub(super) blocks_in_json: Option<Span>,
    /// The value that is being decoded.
    part: Option<GeneralNode<'t, 'de>>,
}

/// The offered names that have been passed on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Offered {
    Nothing,
    NoField,
    /// Also the field `$blocks`, as an offer or because the target is known to have it.
    AllBlocks {
        is_offer: bool,
    },
}

impl<'t, 'de> Mapping<'t, 'de> {
    #[inline]
    pub(super) fn new(
        entries: Entries<'t, 'de>,
        of: EntriesOf<'t>,
        target: MapTarget,
        visitor: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Box<Self> {
        let hints = session.hints.about(visitor);
        Box::new(Mapping {
            session,
            target,
            visitor,
            checks_entries: hints.is_some() || session.hints.checks_entries(),
            has_label_fields: matches!(of, EntriesOf::Body(_)),
            hints,
            entries,
            of,
            position: Position::Start,
            is_first: false,
            wants_field_names: false,
            fields_seen: 0,
            labels_given: 0,
            scope: None,
            path: None,
            absent: Vec::new(),
            made_up: 0,
            made_up_fields: None,
            skipped: Vec::new(),
            object: None,
            is_tagged: matches!(target, MapTarget::Any) && fills_tagged_buffer(visitor),
            offered: Offered::Nothing,
            blocks_in_json: None,
            part: None,
        })
    }

    /// A made-up struct, or a map without entries.
    #[cold]
    pub(super) fn of_made_up(
        value: MadeUp,
        target: MapTarget,
        visitor: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Result<Box<Self>> {
        let mut mapping = Self::new(Entries::none(), EntriesOf::Value, target, visitor, session);
        mapping.made_up_fields = Some(value.inside()?);
        Ok(mapping)
    }

    #[inline]
    pub(super) fn at_path(mut self: Box<Self>, path: Option<BufferPath>) -> Box<Self> {
        self.path = path;
        self
    }

    /// The body whose entries these are.
    #[inline(always)]
    pub(super) fn body(&self) -> Option<BodyOf<'t>> {
        match self.of {
            EntriesOf::Body(body) => Some(body),
            EntriesOf::Labels | EntriesOf::Value => None,
        }
    }

    /// Moves on to the next entry. Returns whether there is one.
    fn advance(&mut self) -> bool {
        if self.has_label_fields {
            if let Some((field, node)) = self.next_label_field() {
                self.position = Position::LabelField(field, node);
                return true;
            }
            self.has_label_fields = false;
        }
        while self.entries.advance() {
            if let Some(position) = self.next_position().filter(|_| !self.is_among_all_blocks()) {
                self.position = position;
                return true;
            }
        }
        let field = self.next_offer().or_else(|| self.next_made_up_field());
        self.position = match field {
            Some((field, node)) => Position::LabelField(field, node),
            None => Position::End,
        };
        !matches!(self.position, Position::End)
    }

    /// The next field with a made-up value: one that is missing, or any one of a struct that is made up.
    #[inline]
    fn next_made_up_field(&mut self) -> Option<(&'static str, Node<'t, 'de>)> {
        let (field, value) = match (self.made_up_fields, self.target) {
            (Some(value), MapTarget::Struct(fields)) => (*fields.get(self.made_up)?, value),
            _ if self.session.hints.recovery().is_on() => {
                let recovery = self.session.hints.recovery();
                let field = recovery.missing_field(self.place()?, self.made_up)?;
                (field, MadeUp::of_field(field))
            }
            _ => return None,
        };
        self.made_up += 1;
        Some((field, Node::MadeUp(value)))
    }

    /// The place of the body or of the object.
    pub(super) fn place(&self) -> Option<Span> {
        self.body().map(|body| body.span()).or(self.object)
    }

    /// Moves on to the next entry, and returns its name.
    #[inline(never)]
    pub(super) fn next_name(&mut self) -> Option<Cow<'de, str>> {
        self.is_first = matches!(self.position, Position::Start);
        if self.advance() {
            return match &self.position {
                Position::LabelField(field, _) => Some(Cow::Borrowed(field)),
                _ => self.entries.name(&self.session.input),
            };
        }
        if self.is_first && matches!(self.target, MapTarget::Map) {
            self.begin_flattened();
        }
        if let Some(scope) = &self.scope {
            scope.fill();
        }
        None
    }

    /// The key of the current entry.
    pub(super) fn key(&mut self) -> Option<Key<'de>> {
        match &self.position {
            Position::Start | Position::End => None,
            Position::Entry | Position::FailedEntry | Position::Given => {
                self.entries.key(&self.session.input)
            }
            Position::GivenNode(given) => match given.label_field {
                Some(field) => Some(Key::somewhere(field, None)),
                None => self.entries.key(&self.session.input),
            },
            Position::LabelField(field, node) => Some(Key::somewhere(*field, node.subject())),
        }
    }

    /// A key was decoded. If the target has asked for the name of a field, and it called `deserialize_map`, it is a struct
    /// with flattened fields.
    pub(super) fn after_key(&mut self) -> Result<()> {
        if !(self.is_first && self.wants_field_names) {
            return Ok(());
        }
        match (self.target, self.of) {
            (MapTarget::Map, EntriesOf::Labels) => Err(self.refuse_labels()),
            (MapTarget::Map, _) => {
                self.begin_flattened();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The name of the entry.
    pub(super) fn name(&self) -> Cow<'de, str> {
        self.entries.name(&self.session.input).unwrap_or_default()
    }

    /// The position at the next entry; `None` if the entry counts as absent.
    #[inline]
    fn next_position(&mut self) -> Option<Position<'t, 'de>> {
        match self.checks_entries {
            true => self.checked_position(),
            false => Some(Position::Entry),
        }
    }

    fn checked_position(&mut self) -> Option<Position<'t, 'de>> {
        let recovery = self.session.hints.recovery();
        if recovery.is_on() {
            match self.entries.key_span(&self.session.input) {
                Some(place) if recovery.is_skipped(place) => {
                    let key = self.entries.key(&self.session.input);
                    self.skipped.extend(key.map(|key| key.shown().to_owned()));
                    return None;
                }
                Some(place) if recovery.is_made_up(place) => {
                    return Some(Position::FailedEntry);
                }
                _ => {}
            }
        }
        (!self.is_null_and_absent()).then_some(Position::Entry)
    }

    fn is_null_and_absent(&mut self) -> bool {
        if self.hints.is_none() && !self.session.hints.is_one_attempt() {
            return false;
        }
        let input = &self.session.input;
        let Some(key) = self.entries.key(input) else { return false };
        let name = &*key.text;
        let counts_as_absent = match (&self.hints, self.target) {
            (Some(hints), _) => hints.is_null_absent(name),
            (None, MapTarget::Struct(fields)) if self.session.hints.is_one_attempt() => {
                fields.contains(&name)
            }
            (None, _) => false,
        };
        if !counts_as_absent {
            return false;
        }
        let origin = self.entries.origin();
        let is_nothing = origin.is_nothing(input);
        if let (true, Some(key), ErrorOrigin::Expression(value)) = (is_nothing, key.span, origin) {
            self.absent.push(Absent { name: name.to_owned(), key, value });
        }
        is_nothing
    }

    /// Finishes a successful visit, and records facts about the type.
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.session.hints.unused().is_on() {
            self.record_fields();
        }
        if let Some(scope) = self.scope.take() {
            self.finish_flattened(&scope).map_err(|error| self.complete(error))?;
        }
        let is_unread = matches!(self.position, Position::Entry | Position::FailedEntry);
        match self.entries.len() + usize::from(is_unread) {
            0 => Ok(()),
            left => Err(Error::invalid_length(left, &"no more entries")),
        }
    }

    /// Completes the error of a failed visit, and records facts about the type.
    #[cold]
    pub(super) fn fail(&mut self, error: Error) -> Error {
        match self.scope.take() {
            Some(scope) => {
                let missing = match (error.cause(), self.body()) {
                    (Some(ErrorCause::MissingField(field)), Some(body)) => {
                        Some(Failure::Field(body.span(), field))
                    }
                    _ => None,
                };
                self.session.hints.recovery().record(missing);
                self.complete(self.complete_flattened(&scope, error))
            }
            None => self.complete(error),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// A decoder for the value of the next entry, for the type with this name.
    #[inline(never)]
    pub(super) fn next_value(
        &mut self,
        target: &'static str,
        is_option_of_option: bool,
    ) -> Result<Decoder<'_, 't, 'de>> {
        if self.is_tagged {
            self.record_tag(target);
        }
        match self.next_expression(is_option_of_option) {
            Some(expression) => {
                let node = GeneralNode::new(Node::Expression(expression));
                Ok(Decoder::new(self.part.insert(node), self.session))
            }
            None => self.next_node(target, is_option_of_option),
        }
    }

    /// The value of the next entry, if it is an expression and the decoder needs nothing else.
    #[inline]
    fn next_expression(&mut self, is_option_of_option: bool) -> Option<ExpressionRef<'t>> {
        if !matches!((&self.position, &self.scope), (Position::Entry, None))
            || self.is_null_some(is_option_of_option)
            || self.path.is_some() && self.session.hints.marks_spans()
            || self.session.hints.converts_scalars()
            || self.session.hints.unused().is_probing()
        {
            return None;
        }
        let expression = self.entries.expression()?;
        self.position = Position::Given;
        Some(expression)
    }

    /// A decoder for any other value of an entry, for the type with this name.
    fn next_node(
        &mut self,
        target: &'static str,
        is_option_of_option: bool,
    ) -> Result<Decoder<'_, 't, 'de>> {
        let place = self.place_to_watch();
        let (node, label_field) = match mem::replace(&mut self.position, Position::Given) {
            Position::LabelField(field, node) => (Some(node), Some(field)),
            Position::Entry => (self.entries.take(), None),
            Position::FailedEntry => (Some(Node::MadeUp(MadeUp::new())), None),
            _ => (None, None),
        };
        let Some(node) = node else {
            return Err(Error::custom("a value was asked for before its key"));
        };
        if let (Node::Property(property), None) = (&node, self.blocks_in_json) {
            self.blocks_in_json = property.has_objects().then(|| property.name().place());
        }
        let (origin, guesses) = (ErrorOrigin::of(&node), self.session.guesses.get());
        let is_made_up = matches!(node, Node::MadeUp(_));
        self.position = Position::GivenNode(Given { origin, guesses, label_field, is_made_up });
        let node = match label_field {
            Some(field) => self.node_of_field(field, node, target),
            None => self.general_node(target, is_option_of_option, place, node),
        };
        Ok(Decoder::new(self.part.insert(node), self.session))
    }

    /// The path of a field that is not an entry of the body, if it may go into a buffer.
    pub(super) fn path_of_field(&self, field: &'static str) -> Option<BufferPath> {
        if let Some(path) = &self.path {
            return Some(path.at(field));
        }
        let hints = self.hints.as_ref().filter(|_| matches!(self.target, MapTarget::Map))?;
        Some(BufferPath::new(self.visitor, hints.clone()).at(field))
    }

    fn general_node(
        &mut self,
        target: &'static str,
        is_option_of_option: bool,
        place: Option<Span>,
        node: Node<'t, 'de>,
    ) -> GeneralNode<'t, 'de> {
        if let Some(scope) = self.scope.take() {
            let name = self.name();
            let node = self.node_of_flattened(&scope, &name, place, node);
            self.scope = Some(scope);
            return self.probe(node, place);
        }
        let is_null_some = self.is_null_some(is_option_of_option);
        let node = GeneralNode { is_null_some, ..GeneralNode::new(node) };
        let Some(path) = &self.path else {
            return match self.fills_buffer_of(target) {
                true => node.at_path(Some(self.path_in_visitor())),
                false => node.for_target(target, self.session),
            };
        };
        if let EntriesOf::Labels = self.of {
            return node.at_path(Some(path.under_label()));
        }
        if !self.session.has_path(&node.node) {
            return node;
        }
        let path = path.at(&self.name());
        let node = node.at_path(Some(match self.of {
            EntriesOf::Value => path.in_object(),
            EntriesOf::Body(_) | EntriesOf::Labels => path,
        }));
        match fills_buffer(self.visitor) || self.is_tagged {
            true => self.probe(node, place),
            false => node,
        }
    }

    /// Whether the target of an entry is a buffer: the content of an adjacently tagged enum, before its
    /// tag.
    fn fills_buffer_of(&self, target: &'static str) -> bool {
        matches!(self.target, MapTarget::Struct(_))
            && is_in_buffer(target)
            && !self.session.hints.is_one_attempt()
    }

    /// The path of an entry in a buffer for the type whose visitor reads the entries.
    #[cold]
    fn path_in_visitor(&self) -> BufferPath {
        let hints = self.session.hints.about(self.visitor).unwrap_or_default();
        BufferPath::new(self.visitor, hints).at(&self.name())
    }

    /// Records the tag of an internally tagged enum for errors. Adds it to the path of the entries after it,
    /// because variants may have fields of different types with the same name. All other values go into
    /// a buffer.
    #[cold]
    fn record_tag(&mut self, target: &'static str) {
        if let (false, ErrorOrigin::Expression(tag)) = (is_in_buffer(target), self.entries.origin())
        {
            self.session.input.record_tag(tag.span());
            let tag = format!("={}", self.session.input.text(tag.span()));
            self.path = self.path.as_ref().map(|path| path.at(&tag));
        }
    }

    /// Whether the type with this name reads the tag of an enum.
    pub(super) fn is_tag(&self, target: &str) -> bool {
        self.is_tagged && !is_in_buffer(target) || is_adjacent_tag(target)
    }

    /// The place of the entry's name, if the decode records unused entries.
    fn place_to_watch(&mut self) -> Option<Span> {
        let is_watched = self.session.hints.unused().is_on();
        is_watched.then(|| self.key().and_then(|key| key.span)).flatten()
    }

    /// A value that goes into a buffer, or a placeholder that reveals whether it is read. The name of
    /// the entry is at `place`.
    fn probe(&self, mut node: GeneralNode<'t, 'de>, place: Option<Span>) -> GeneralNode<'t, 'de> {
        let unused = self.session.hints.unused();
        if let (true, None, Some(path)) = (unused.is_probing(), node.stand_in, &node.path) {
            if !unused.is_read(&path.of_entry()) {
                let placeholder = path.probe(place);
                node.stand_in = Some(StandIn { placeholder, has_part: true });
            }
        }
        node
    }

    /// Records the fields of a struct, for diagnostics about entries that the struct doesn't know.
    #[cold]
    fn record_fields(&self) {
        if let (MapTarget::Struct(fields), Some(body)) = (self.target, self.body()) {
            self.session.hints.unused().record_fields(body.body().span(), fields);
        }
    }

    /// Whether null is `Some(None)` for an option of an option. This holds for the fields of a body,
    /// where a field that is `None` is left out. In other places `None` is null.
    #[inline]
    fn is_null_some(&self, is_option_of_option: bool) -> bool {
        is_option_of_option
            && matches!((self.target, self.of), (MapTarget::Struct(_), EntriesOf::Body(_)))
    }
}
