//! The entries of bodies, objects and maps, and blocks by their labels, from one entry to the next.

use std::borrow::Cow;
use std::rc::Rc;

use serde::de::{Error as _, Visitor};

use super::anything::AnyVisitor;
use super::session::Session;
use super::slot::SlotBox;
use crate::de::buffering::{Fills, Scope, Site, TypeHints};
use crate::de::input::{BodyOf, Entries, Key, MadeUp, Node};
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::ExpressionRef;
use crate::text::span::Span;
use crate::value::Map;

/// The method that the target called to read entries.
#[derive(Clone, Copy)]
pub(super) enum MapTarget {
    /// A struct with these fields.
    Struct(&'static [&'static str]),
    /// A map, or a struct with flattened fields.
    Map,
    /// A target that accepts any type.
    Any,
}

/// The source of the entries.
#[derive(Clone, Copy)]
pub(super) enum EntriesOf<'t> {
    Body(BodyOf<'t>),
    /// Blocks by their next label, or by their type. Also used for a struct with flattened fields
    /// while it is assumed to be a map.
    Labels,
    /// An object or a map, and its expression, if it has one.
    Object(Option<ExpressionRef<'t>>),
}

/// The position of a visitor in the entries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// The visitor is before the key or before the value of an entry.
    Entry,
    /// The value was passed on, or no key was asked for yet.
    Given,
    /// As `Entry`, but for a field that is not an entry of the body.
    Field,
    /// After the last entry.
    End,
}

/// An entry that counts as absent.
pub(super) struct Absent<'t> {
    pub(super) name: String,
    pub(super) key: Span,
    pub(super) value: ExpressionRef<'t>,
}

/// Entries being read.
pub(super) struct Mapping<'t, 'de> {
    pub(super) session: &'t Session<'t, 'de>,
    pub(super) target: MapTarget,
    /// The name of the visitor.
    pub(super) visitor: &'static str,
    pub(super) entries: Entries<'t, 'de>,
    /// The value of the entry, if nothing else must be known about it.
    pub(super) value: Option<ExpressionRef<'t>>,
    pub(super) of: EntriesOf<'t>,
    pub(super) position: Position,
    /// Whether the target has asked for the name of a field.
    pub(super) wants_field_names: bool,
    /// Whether a map, or a struct with flattened fields, has not read its first key yet.
    pub(super) is_new_map: bool,
    /// Whether the other entries are only names and values: nothing else is known about them.
    is_plain: bool,
    /// Whether the visitor fills a buffer of serde, or makes a value.
    pub(super) fills: Fills,
    pub(super) slot: SlotBox<'t, 'de>,
    /// What few mappings have.
    pub(super) rare: Option<Box<Rare<'t, 'de>>>,
}

/// Most mappings do without this. One needs it in three cases: its target has fields for labels or blocks, or flattened fields;
/// its blocks or labels go into a buffer; or there are hints about its type or its entries.
pub(super) struct Rare<'t, 'de> {
    /// The hints about the type of the visitor, or about that which is decoded from the buffer.
    pub(super) hints: Option<Rc<TypeHints>>,
    /// Whether entries have to be checked before they are read.
    checks_entries: bool,
    /// Whether there may be more fields that start with `$`. They come before the entries.
    pub(super) has_label_fields: bool,
    /// The current field that is not an entry, and its value.
    pub(super) field: Option<(&'static str, Node<'t, 'de>)>,
    /// The number of fields that have been searched for a `$` at the start.
    pub(super) fields_seen: usize,
    pub(super) labels_given: usize,
    /// The scope of the placeholders for flattened entries, in a struct with flattened fields.
    pub(super) scope: Option<Scope>,
    /// The site of the entries, if they may go into a buffer.
    pub(super) site: Option<Site>,
    /// Entries that were left out because they are null or an empty array in place of blocks.
    pub(super) absent: Vec<Absent<'t>>,
    /// The number of fields that have been made up.
    made_up: usize,
    /// The value of all fields, if the struct itself is made up.
    made_up_fields: Option<MadeUp>,
    /// The names of the entries that are skipped because the target doesn't know them.
    pub(super) skipped: Vec<String>,
    /// The number of names that have been offered.
    pub(super) offered: u8,
    /// Whether the current field is an offer.
    pub(super) is_offer: bool,
    /// The place of the first JSON property that may be blocks.
    pub(super) blocks_in_json: Option<Span>,
}

impl<'t, 'de> Mapping<'t, 'de> {
    #[inline]
    fn plain(
        entries: Entries<'t, 'de>,
        of: EntriesOf<'t>,
        target: MapTarget,
        visitor: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Mapping {
            session,
            target,
            visitor,
            entries,
            value: None,
            of,
            position: Position::Given,
            wants_field_names: false,
            is_new_map: matches!(target, MapTarget::Map),
            is_plain: true,
            fills: Fills::Nothing,
            slot: SlotBox::default(),
            rare: None,
        }
    }

    /// The entries for a struct or a map.
    #[inline]
    pub(super) fn new(
        entries: Entries<'t, 'de>,
        of: EntriesOf<'t>,
        target: MapTarget,
        visitor: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        let mut mapping = Self::plain(entries, of, target, visitor, session);
        let takes_special = match (target, of) {
            (MapTarget::Struct(fields), EntriesOf::Body(_)) => {
                fields.iter().any(|field| field.as_bytes().first() == Some(&b'$'))
            }
            _ => false,
        };
        if takes_special || session.knows_types() {
            mapping.add_rare(None);
        }
        mapping
    }

    /// The entries for a visitor that accepts any type, at a site of a buffer.
    #[inline]
    pub(super) fn of_any(
        entries: Entries<'t, 'de>,
        of: EntriesOf<'t>,
        (visitor, fills): AnyVisitor,
        site: Option<Site>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        let mut mapping = Self::plain(entries, of, MapTarget::Any, visitor, session);
        mapping.fills = fills;
        let is_known = match fills.may_buffer() {
            true => {
                !mapping.is_flat()
                    || session.values_have_sites()
                    || session.examines_entries()
                    || site.is_some_and(|site| session.hints.has_label_fields(site))
            }
            false => site.is_some() || session.knows_types(),
        };
        if is_known {
            mapping.add_rare(site);
        }
        mapping
    }

    /// Whether no block and no label is among the entries, and none can become one.
    fn is_flat(&self) -> bool {
        match self.of {
            EntriesOf::Body(body) => body.is_flat(),
            EntriesOf::Object(_) => {
                !self.entries.is_json() && !self.session.input.has_blocks_as_tuples()
            }
            EntriesOf::Labels => false,
        }
    }

    /// A made-up struct, or a map without entries.
    #[cold]
    pub(super) fn of_made_up(
        value: MadeUp,
        target: MapTarget,
        visitor: &'static str,
        session: &'t Session<'t, 'de>,
    ) -> Result<Self> {
        let (entries, of) = (Entries::of_map(Map::default()), EntriesOf::Object(None));
        let mut mapping = Self::plain(entries, of, target, visitor, session);
        mapping.add_rare(None).made_up_fields = Some(value.inside()?);
        Ok(mapping)
    }

    #[inline(never)]
    fn add_rare(&mut self, site: Option<Site>) -> &mut Rare<'t, 'de> {
        let hints = self.session.hints;
        let of_type = match site {
            Some(site) => hints.about_type_of(site),
            None => hints.about(self.visitor),
        };
        let is_known = of_type.is_some() && site.is_none();
        self.is_plain = false;
        self.rare.insert(Box::new(Rare {
            checks_entries: is_known || hints.checks_entries(),
            has_label_fields: matches!(self.of, EntriesOf::Body(_)),
            hints: of_type,
            field: None,
            fields_seen: 0,
            labels_given: 0,
            scope: None,
            site,
            absent: Vec::new(),
            made_up: 0,
            made_up_fields: None,
            skipped: Vec::new(),
            offered: 0,
            is_offer: false,
            blocks_in_json: None,
        }))
    }

    /// The body whose entries these are.
    #[inline(always)]
    pub(super) fn body(&self) -> Option<BodyOf<'t>> {
        match self.of {
            EntriesOf::Body(body) => Some(body),
            EntriesOf::Labels | EntriesOf::Object(_) => None,
        }
    }

    /// The hints about the type of the visitor.
    pub(super) fn hints(&self) -> Option<&Rc<TypeHints>> {
        self.rare.as_ref()?.hints.as_ref()
    }

    /// The site of the entries, if they may go into a buffer.
    pub(super) fn site(&self) -> Option<Site> {
        self.rare.as_ref()?.site
    }

    /// The site of the type whose visitor reads the entries.
    pub(super) fn site_of_visitor(&self) -> Site {
        Site::of_target(self.visitor, self.session.hints)
    }

    /// The scope of a struct with flattened fields.
    pub(super) fn scope(&self) -> Option<&Scope> {
        self.rare.as_ref()?.scope.as_ref()
    }

    /// Moves on to the next entry. Returns whether there is one.
    fn advance(&mut self) -> bool {
        self.value = None;
        if self.is_plain {
            let is_there = self.entries.advance();
            self.position = if is_there { Position::Entry } else { Position::End };
            self.value = self.simple_value();
            return is_there;
        }
        let mut field = self.next_label_field();
        if field.is_none() {
            self.is_plain = self.is_quiet();
        }
        while field.is_none() && self.entries.advance() {
            if self.counts() && !self.is_among_all_blocks() {
                self.position = Position::Entry;
                self.value = self.simple_value();
                return true;
            }
        }
        field = field.or_else(|| self.next_offer()).or_else(|| self.next_made_up_field());
        self.position = if field.is_some() { Position::Field } else { Position::End };
        if let Some(rare) = &mut self.rare {
            rare.field = field;
        }
        self.position == Position::Field
    }

    /// Whether nothing is known about the entries after the fields that start with `$`.
    fn is_quiet(&self) -> bool {
        let is_plain = matches!(self.entries, Entries::Plain(_));
        let is_quiet = |rare: &Rare<'_, '_>| {
            let is_buffer = rare.scope.is_some() || rare.site.is_some();
            !rare.checks_entries && rare.made_up_fields.is_none() && (is_plain || !is_buffer)
        };
        self.rare.as_deref().is_none_or(is_quiet)
            && !self.session.hints.watches_unused()
            && !self.fields().contains(&"$blocks")
    }

    /// The next field with a made-up value: one that is missing, or any one of a struct that is made up.
    fn next_made_up_field(&mut self) -> Option<(&'static str, Node<'t, 'de>)> {
        let hints = self.session.hints;
        let rare = self.rare.as_ref()?;
        let (field, value) = match (rare.made_up_fields, self.target) {
            (Some(value), MapTarget::Struct(fields)) => (*fields.get(rare.made_up)?, value),
            _ if hints.checks_entries() && !hints.is_one_attempt() => {
                let missing =
                    self.inside().and_then(|it| hints.recovery().missing_field(it, rare.made_up));
                let field = missing.or_else(|| self.sought_field(self.place()?, rare))?;
                (field, MadeUp::of_field(field))
            }
            _ => return None,
        };
        self.rare.as_mut()?.made_up += 1;
        Some((field, Node::MadeUp(value)))
    }

    /// The field whose place is sought, for a body or an object without it.
    #[cold]
    fn sought_field(&self, place: Span, rare: &Rare<'t, 'de>) -> Option<&'static str> {
        let has = |name: &str| match self.of {
            EntriesOf::Body(body) => body.body().items().any(|item| item.name() == name),
            EntriesOf::Object(Some(object)) => {
                object.shown_keys().is_none_or(|keys| keys.iter().any(|key| key == name))
            }
            EntriesOf::Labels | EntriesOf::Object(None) => true,
        };
        let field = self.session.hints.sought().field_for(place, has)?;
        let is_given = rare.field.as_ref().is_some_and(|(given, _)| *given == field);
        (!is_given).then_some(field)
    }

    /// The place of the body or of the object.
    pub(super) fn place(&self) -> Option<Span> {
        match self.of {
            EntriesOf::Body(body) => Some(body.span()),
            EntriesOf::Object(object) => Some(object?.without_parentheses().span()),
            EntriesOf::Labels => None,
        }
    }

    /// The place of the entries. That of the body of a block is not that of the block, which may be a whole document.
    pub(super) fn inside(&self) -> Option<Span> {
        self.body().map(|body| body.body().span()).or_else(|| self.place())
    }

    /// Moves on to the next entry, and returns its name.
    #[inline]
    pub(super) fn next_name(&mut self) -> Option<Cow<'de, str>> {
        match self.next_plain_name() {
            Some(name) => Some(Cow::Borrowed(name)),
            None if self.position == Position::End => None,
            None => self.next_other_name(),
        }
    }

    /// Moves to the next entry, if all entries are plain, and returns its name. Compiled once, and returned in
    /// registers: this is called for each field.
    #[inline(never)]
    fn next_plain_name(&mut self) -> Option<&'de str> {
        match &mut self.entries {
            Entries::Plain(entries) if self.is_plain => match entries.advance() {
                Some(entry) => {
                    self.position = Position::Entry;
                    self.value = match self.rare {
                        None if !self.session.hints.converts_scalars() => entry.expression(),
                        _ => self.simple_value_of(entry.expression()),
                    };
                    Some(entry.name(&self.session.input))
                }
                None if self.is_new_map => None,
                // Other fields may follow.
                None if self.scope().is_some() || self.site().is_some() => {
                    self.is_plain = false;
                    None
                }
                None => {
                    self.position = Position::End;
                    None
                }
            },
            _ => None,
        }
    }

    #[inline(never)]
    fn next_other_name(&mut self) -> Option<Cow<'de, str>> {
        if self.advance() {
            return match &self.rare {
                Some(rare) if self.position == Position::Field => {
                    rare.field.as_ref().map(|(field, _)| Cow::Borrowed(*field))
                }
                _ => self.entries.name(&self.session.input),
            };
        }
        if self.is_new_map {
            self.begin_flattened();
        }
        if let Some(scope) = self.scope() {
            scope.fill();
        }
        None
    }

    /// The key of the current entry.
    pub(super) fn key(&self) -> Option<Key<'de>> {
        match (self.position, &self.rare) {
            (Position::End, _) => None,
            (Position::Field, Some(rare)) => {
                let (field, node) = rare.field.as_ref()?;
                Some(Key::new(*field, node.subject()))
            }
            _ => self.entries.key(&self.session.input),
        }
    }

    /// The first key of a map was decoded. If the target has asked for the name of a field, it is a struct with
    /// flattened fields.
    #[inline(never)]
    pub(super) fn after_first_key(&mut self) -> Result<()> {
        self.is_new_map = false;
        match self.of {
            _ if !self.wants_field_names => Ok(()),
            EntriesOf::Labels => Err(self.refuse_labels()),
            _ => {
                self.begin_flattened();
                Ok(())
            }
        }
    }

    /// The target is a struct with flattened fields.
    fn begin_flattened(&mut self) {
        (self.is_new_map, self.is_plain) = (false, false);
        if self.rare.is_none() {
            self.add_rare(None).has_label_fields = false;
        }
        let scope = self.flattened_scope();
        if let Some(rare) = &mut self.rare {
            rare.scope = Some(scope);
        }
        self.value = self.simple_value();
    }

    /// The name of the entry.
    pub(super) fn name(&self) -> Cow<'de, str> {
        self.entries.name(&self.session.input).unwrap_or_default()
    }

    /// Whether the next entry neither is left out nor counts as absent.
    fn counts(&mut self) -> bool {
        let Some(rare) = self.rare.as_mut().filter(|rare| rare.checks_entries) else { return true };
        let hints = self.session.hints;
        let Some(key) = self.entries.key(&self.session.input) else { return false };
        // The entries of other structs are in no buffer.
        if hints.is_seeking() && !matches!(self.target, MapTarget::Struct(_)) {
            let is_expression = self.entries.expression().is_some();
            let is_left_out = |part| hints.sought().leaves_out(part, &key.text, is_expression);
            if key.span.is_none_or(is_left_out) {
                return false;
            }
        }
        if key.span.is_some_and(|name| hints.is_left_out(name)) {
            rare.skipped.push(key.shown().to_owned());
            return false;
        }
        !self.is_null_and_absent(&key)
    }

    fn is_null_and_absent(&mut self, key: &Key<'de>) -> bool {
        let (hints, input) = (self.session.hints, &self.session.input);
        let Some(rare) = &mut self.rare else { return false };
        let name = &*key.text;
        let counts_as_absent = match (&rare.hints, self.target) {
            (Some(of_type), _) => of_type.is_null_absent(name),
            (None, MapTarget::Struct(fields)) => hints.is_one_attempt() && fields.contains(&name),
            (None, _) => false,
        };
        let node = counts_as_absent.then(|| self.entries.node()).flatten();
        let Some(node) = node else { return false };
        let is_nothing = node.is_nothing(input);
        if let (true, Some(key), Some(value)) = (is_nothing, key.span, node.expression()) {
            rare.absent.push(Absent { name: name.to_owned(), key, value });
        }
        is_nothing
    }

    /// Lets a visitor read the entries. It must read all of them.
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let result = nest(|| visit_map(self, visitor));
        match &result {
            Ok(_) if self.is_plain && self.position == Position::End && self.scope().is_none() => {
                result
            }
            Ok(_) => match self.finish() {
                Ok(()) => result,
                Err(error) => Err(error),
            },
            Err(_) => result.map_err(|error| self.fail(error)),
        }
    }

    /// Finishes a successful visit, and records facts about the type.
    #[inline(never)]
    fn finish(&mut self) -> Result<()> {
        if self.session.hints.watches_unused() {
            self.record_fields();
        }
        if let Some(scope) = self.rare.as_mut().and_then(|rare| rare.scope.take()) {
            self.finish_flattened(&scope).map_err(|error| self.complete(error))?;
        }
        let is_unread = self.position == Position::Entry;
        match self.entries.len() + usize::from(is_unread) {
            0 => Ok(()),
            left => Err(Error::invalid_length(left, &"no more entries")),
        }
    }

    /// Records the fields of a struct, for diagnostics about entries that the struct doesn't know.
    #[cold]
    fn record_fields(&self) {
        if let (MapTarget::Struct(fields), Some(body)) = (self.target, self.body()) {
            self.session.hints.unused().record_fields(body.body().span(), fields);
        }
    }
}

/// Calls the visitor. Not inlined, because it is called both with and without a new stack segment.
#[inline(never)]
fn visit_map<'de, V: Visitor<'de>>(mapping: &mut Mapping<'_, 'de>, visitor: V) -> Result<V::Value> {
    visitor.visit_map(mapping)
}
