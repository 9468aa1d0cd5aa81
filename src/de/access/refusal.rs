//! Completes errors of the entries of a mapping: adds their place, and records facts about the
//! type.

use hashbrown::HashSet;

use super::map_access::Given;
use super::mapping::{EntriesOf, MapTarget, Mapping, Position};
use crate::de::buffering::{ALL_BLOCKS, Fills, Scope, Wanted, take_revealed};
use crate::de::explain::{advise, explain};
use crate::de::input::{BodyOf, Key, Node};
use crate::de::recovery::Failure;
use crate::diagnostic::catalog::advice::Entry;
use crate::diagnostic::catalog::decoding::{self as catalog, Labels};
use crate::diagnostic::catalog::wanted::WantedValue;
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Category, Error};
use crate::syntax::{BodyRef, ItemRef};
use crate::text::span::Span;
use crate::text::suggest;

/// The maximum number of diagnostics with suggestions, which take time to find.
const HINTED: usize = 20;

impl<'t> Mapping<'t, '_> {
    /// Completes the error of a failed visit, and records facts about the type.
    #[cold]
    pub(super) fn fail(&mut self, error: Error) -> Error {
        let Some(scope) = self.rare.as_mut().and_then(|rare| rare.scope.take()) else {
            return self.complete(error);
        };
        let missing = match (error.cause(), self.body()) {
            (Some(ErrorCause::MissingField(field)), Some(body)) => {
                Some(Failure::Field(body.body().span(), field))
            }
            _ => None,
        };
        self.session.hints.record_failures(missing);
        self.complete(self.complete_flattened(&scope, error))
    }

    /// Adds the place where a field is missing.
    #[cold]
    pub(super) fn complete(&mut self, error: Error) -> Error {
        let error = match self.position {
            // A duplicate field is rejected before its value is asked for.
            Position::Entry => {
                let error = self.name_duplicate(error);
                self.at_key(error)
            }
            _ => error,
        };
        let Some(ErrorCause::MissingField(field)) = error.cause() else { return error };
        let field = *field;
        if matches!(self.target, MapTarget::Struct(fields) if !fields.contains(&field)) {
            // A field of a type that is decoded from a buffer of this visitor.
            return error;
        }
        if self.missing_label_field(&error).is_some() {
            self.session.hints.record_label_field(self.visitor, field);
        }
        let is_struct = matches!(self.target, MapTarget::Struct(_));
        if let Some(place) = self.inside().filter(|_| is_struct) {
            self.session.hints.record_failures([Failure::Field(place, field)]);
        }
        let absent =
            self.rare.iter().flat_map(|rare| &rare.absent).find(|absent| absent.name == field);
        if let (None, MapTarget::Map, Some(_), false) =
            (absent, self.target, self.body(), field.starts_with("$label"))
        {
            return error;
        }
        let mistyped = self.body().and_then(|body| self.mistyped(field, body));
        let skipped = suggest::nearest(
            field,
            self.rare.iter().flat_map(|rare| &rare.skipped).map(|name| &**name),
        );
        let is_reported = skipped.is_some()
            || mistyped.is_some_and(|item| self.session.hints.is_left_out(item.name_span()));
        let inner = self.body().filter(|_| field.starts_with("$label"));
        let inner = inner.and_then(|body| body.body().blocks().min_by_key(|it| it.labels().len()));
        let error = error.replace_diagnostic(match (absent, self.body(), inner) {
            (Some(absent), ..) if Node::Expression(absent.value).is_no_blocks() => {
                catalog::missing_block(field, absent.value)
            }
            (Some(absent), ..) => {
                catalog::missing_field_is_null(field, absent.key.to(absent.value.span()))
            }
            (None, Some(BodyOf::Block(block, _)), _) if field.starts_with("$label") => {
                catalog::label_required(block, self.labels())
            }
            // A block in the buffer of flattened fields lacks a label.
            (None, Some(BodyOf::Document(_)), Some(block)) => {
                catalog::label_required(block, Labels { count: 0, fields: &[] })
            }
            (None, ..) if field.starts_with("$label") => catalog::labels_of_object(),
            (None, Some(BodyOf::Block(block, consumed)), _)
                if self.fills == Fills::Tagged && block.labels().len() > consumed as usize =>
            {
                catalog::tag_as_label(field, block)
            }
            (None, Some(body), _) => {
                catalog::missing_field_of_body(field, body.block(), body.body(), mistyped)
            }
            (None, None, _) => catalog::missing_field(field),
        });
        match self.body() {
            _ if is_reported => error.with_cause(ErrorCause::Reported),
            None if !field.starts_with('$') => {
                error.with_cause(ErrorCause::MissingFieldOfObject(field))
            }
            _ => error,
        }
    }

    /// Explains a duplicate field by its names, if the two items have different ones.
    fn name_duplicate(&mut self, error: Error) -> Error {
        let Some(ErrorCause::DuplicateField(field)) = error.cause() else { return error };
        let (field, key) = (*field, self.key());
        let first = self.body().and_then(|body| body.body().items().find(|it| it.name() == field));
        match (key, first) {
            (Some(key), Some(first)) if key.shown() != field => error.replace_diagnostic(
                catalog::duplicate_alias(key.shown(), field, first.name_span()),
            ),
            _ => error,
        }
    }

    /// An item that no field reads, with a name that may be a misspelled form of the field's name.
    fn mistyped(&self, field: &str, body: BodyOf<'t>) -> Option<ItemRef<'t>> {
        let MapTarget::Struct(fields) = self.target else { return None };
        let names = body.body().items().map(ItemRef::name);
        let nearest = suggest::nearest(field, names.filter(|name| !fields.contains(name)))?;
        body.body().items().find(|item| item.name() == nearest)
    }

    /// Completes the error of the last value; its target is the type with this name.
    #[cold]
    pub(super) fn refuse_value(
        &mut self,
        error: Error,
        given: Given<'t>,
        target: &'static str,
    ) -> Error {
        let node = self.given_node(given).unwrap_or_default();
        if matches!(node, Node::MadeUp(_)) && self.session.hints.reports() {
            return error.with_cause(ErrorCause::Reported);
        }
        if let Some(field) = self.given_field(given) {
            return self.refuse(error, &Key::new(field, None), &node, target);
        }
        if self.site().is_none() && !matches!(node, Node::Expression(_)) {
            self.session.retry(target, &mut take_revealed());
        }
        match self.key() {
            Some(key) => self.refuse(error, &key, &node, target),
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

    /// The visitor belongs to a struct, which does not accept blocks by their labels.
    #[cold]
    pub(super) fn refuse_labels(&self) -> Error {
        self.session.hints.record_fact(self.visitor, |hints| &mut hints.is_struct);
        Error::data(catalog::labels_of_flattened(None))
    }

    /// Completes the error of a key that the target doesn't know or can't read.
    #[cold]
    pub(super) fn refuse_key(&mut self, error: Error) -> Error {
        let unknown = match error.cause() {
            Some(ErrorCause::UnknownField(name, fields)) => Some((name.clone(), *fields)),
            _ => None,
        };
        let place = self.key().and_then(|key| key.span);
        let error = match &unknown {
            Some((name, fields)) if self.entries.is_json() => {
                error.replace_diagnostic(catalog::unknown_property(name, fields))
            }
            Some((name, fields)) if self.entries.is_blocks() => {
                error.replace_diagnostic(catalog::unknown_block_type(name, fields))
            }
            _ => error,
        };
        let error = match (error.cause(), place) {
            (Some(ErrorCause::Refused { wants, .. }), Some(place)) => {
                let wanted = WantedValue::of(&wants.expected);
                error.with_help_at(place, || Some((catalog::key_instead(wanted)?, None)))
            }
            _ => error,
        };
        let mut error = self.at_key(error);
        let others = match (unknown, self.body()) {
            (Some((name, fields)), Some(body)) => {
                self.add_unknown(&mut error, &name, fields, body.body())
            }
            _ => Vec::new(),
        };
        let names = place.into_iter().chain(others);
        self.session.hints.record_failures(names.map(Failure::Entry));
        error
    }

    /// Adds the other items of a body that the target doesn't know. Returns the places of their names.
    fn add_unknown(
        &self,
        error: &mut Error,
        first: &str,
        fields: &'static [&'static str],
        body: BodyRef<'t>,
    ) -> Vec<Span> {
        let mut others = Vec::new();
        let fields_by_name: HashSet<&str> = fields.iter().copied().collect();
        let mut seen = HashSet::<&str>::from_iter([first]);
        let takes_blocks = fields.contains(&ALL_BLOCKS);
        let is_taken = |item: &ItemRef<'_>| takes_blocks && item.as_block().is_some();
        let items = body.items().filter(|item| item.as_property().is_none() && !is_taken(item));
        for item in items.filter(|item| !fields_by_name.contains(item.name())) {
            if !seen.insert(item.name()) || self.session.hints.is_left_out(item.name_span()) {
                continue;
            }
            let names = if seen.len() <= HINTED { fields } else { &[] };
            error.append(Error::data(catalog::unknown_item(item, names)));
            others.push(item.name_span());
        }
        others
    }

    /// Completes the error of a value. If the value is null, null may mean "absent" for the target.
    #[cold]
    fn refuse(
        &self,
        error: Error,
        key: &Key<'_>,
        node: &Node<'t, '_>,
        target: &'static str,
    ) -> Error {
        let (input, hints, name) = (&self.session.input, self.session.hints, &*key.text);
        let wants_source = self.scope().is_some_and(Scope::is_source_requested);
        let may_be_absent = hints.can_restart() && error.category() == Category::Data;
        let may_be_absent = may_be_absent && (!node.is_no_blocks() || wants_block(&error));
        if may_be_absent && !wants_source && node.is_nothing(input) {
            match (self.target, self.of) {
                (MapTarget::Struct(_), _) => hints.record_null_is_absent_in(self.visitor, name),
                (MapTarget::Map, _) if self.scope().is_some() => {
                    hints.record_null_is_absent_in(self.visitor, name);
                }
                (MapTarget::Map, EntriesOf::Body(_)) => hints.record_null_is_absent(self.visitor),
                _ => {}
            }
        }
        let error = match (node.expression(), self.body(), error.cause()) {
            (
                Some(value),
                Some(BodyOf::Block(block, _)),
                Some(ErrorCause::Refused { found, .. }),
            ) if wants_block(&error) && self.may_lack_label(&error) => {
                let labels = Labels { count: block.labels().len() + 1, fields: &[] };
                let name = key.shown();
                let place = value.span();
                let diagnostic = catalog::label_required_for(block, labels, name, place, found);
                error.replace_diagnostic(diagnostic)
            }
            _ => error,
        };
        let error = match node.expression() {
            Some(value) => advise(error, value, Some(&Entry { name: key.shown(), target })),
            None => error,
        };
        explain(error, node, input)
    }

    /// Whether a map reads the attributes of a block although its keys may be meant as labels.
    fn may_lack_label(&self, error: &Error) -> bool {
        let is_map = matches!(self.target, MapTarget::Map) && self.scope().is_none();
        is_map && error.span().is_none()
    }
}

/// Whether the target that refused a value is a struct or a map.
fn wants_block(error: &Error) -> bool {
    match error.cause() {
        Some(ErrorCause::Refused { is_type: true, wants, .. }) => {
            Wanted::of(&wants.expected).has_entries()
        }
        _ => false,
    }
}
