//! Fields with names such as `$label` and `$blocks`, which take labels or all blocks of a body.

use super::mapping::{EntriesOf, MapTarget, Mapping};
use crate::de::buffering::{
    ALL_BLOCKS, Fills, NO_FIELD, Placeholder, Purpose, Site, is_in_buffer, reveal,
};
use crate::de::input::{MadeUp, Node, Scalar, is_label_field};
use crate::de::recovery::Failure;
use crate::diagnostic::catalog::decoding::{self as catalog, Labels};
use crate::diagnostic::cause::ErrorCause;
use crate::diagnostic::error::{Error, Result};
use crate::text::span::Span;

impl<'t, 'de> Mapping<'t, 'de> {
    /// The fields of the target, as far as they are known. Fields for labels and blocks start with
    /// `$`.
    pub(super) fn fields(&self) -> &[&'static str] {
        match (self.target, self.hints()) {
            (MapTarget::Struct(fields), _) => fields,
            (MapTarget::Map | MapTarget::Any, Some(hints)) => &hints.label_fields,
            (MapTarget::Map | MapTarget::Any, None) => &[],
        }
    }

    /// Fails if there are more labels than fields for them.
    #[inline]
    pub(super) fn check_labels(&self) -> Result<()> {
        let Some(body) = self.body() else { return Ok(()) };
        if body.label_count() == 0 || self.fields().contains(&"$labels") {
            return Ok(());
        }
        let is_any = matches!(self.target, MapTarget::Any);
        let fields = self.fields().iter().filter(|field| is_label_field(field));
        let wanted = match is_any {
            true => {
                let positions = fields.filter_map(|field| self.position(field, body.label_count()));
                positions.max().map_or(0, |position| position + 1)
            }
            false => fields.count(),
        };
        let Some(label) = body.labels().nth(wanted) else { return Ok(()) };
        let hints = self.session.hints;
        if hints.is_left_out(label.span()) {
            return Ok(());
        }
        let labels = self.labels();
        let error = || Error::data(catalog::extraneous_label(body.block(), label, labels));
        match self.target {
            MapTarget::Struct(_) => {
                let left = body.labels().skip(wanted).map(|label| Failure::Entry(label.span()));
                hints.record_failures(left);
                return Err(error());
            }
            // The fields are not known before an error reports one as missing.
            MapTarget::Any => {
                self.session.unread_label.borrow_mut().get_or_insert_with(error);
                reveal();
            }
            MapTarget::Map => {}
        }
        Ok(())
    }

    /// The next field that starts with `$`, and its value.
    #[inline]
    pub(super) fn next_label_field(&mut self) -> Option<(&'static str, Node<'t, 'de>)> {
        let body =
            self.body().filter(|_| self.rare.as_ref().is_some_and(|it| it.has_label_fields))?;
        loop {
            let field = self.fields().get(self.rare.as_ref()?.fields_seen).copied();
            let rare = self.rare.as_mut()?;
            let Some(field) = field else {
                rare.has_label_fields = false;
                return None;
            };
            rare.fields_seen += 1;
            let given = rare.labels_given;
            if !field.starts_with('$') {
                continue;
            }
            let node = match field {
                "$labels" if body.block().is_none() => continue,
                "$labels" => Node::Labels(body),
                "$blocks" => Node::AllBlocks(body.body()),
                _ if is_label_field(field) => {
                    let position = match self.target {
                        MapTarget::Any => self.position(field, body.label_count()),
                        _ => Some(given),
                    };
                    let Some(label) = position.and_then(|it| body.labels().nth(it)) else {
                        continue;
                    };
                    self.rare.as_mut()?.labels_given += 1;
                    Node::Scalar(
                        Scalar::String(self.session.input.label(label)),
                        Some(label.span()),
                    )
                }
                _ => continue,
            };
            return Some((field, node));
        }
    }

    /// The next field after all entries, for a target that may take all blocks of the body in a field with
    /// a default: the field, or in an attempt that offers it, first a name that only maps read.
    pub(super) fn next_offer(&mut self) -> Option<(&'static str, Node<'t, 'de>)> {
        let (hints, offered) = (self.session.hints, self.rare.as_ref()?.offered);
        let is_buffered = match self.target {
            MapTarget::Any => matches!(self.fills, Fills::Buffer | Fills::Tagged),
            MapTarget::Map => self.scope().is_some(),
            MapTarget::Struct(_) => false,
        };
        let is_closed = hints.is_one_attempt() || hints.is_seeking();
        if !is_buffered || is_closed || offered > 1 || self.fields().contains(&ALL_BLOCKS) {
            return None;
        }
        let node = match self.of {
            EntriesOf::Body(body) => Node::AllBlocks(body.body()),
            EntriesOf::Object(_) => Node::MadeUp(MadeUp::new()),
            EntriesOf::Labels => return None,
        };
        let has_blocks = match &node {
            Node::AllBlocks(body) if !self.entries.is_json() => body.blocks().next().is_some(),
            _ => self.blocks_in_json().is_some(),
        };
        if !has_blocks {
            return None;
        }
        let site = self.site_of_body()?;
        let (field, is_offer) = match offered {
            0 if site.takes_all_blocks(hints) && self.body().is_some() => (ALL_BLOCKS, false),
            0 if site.gets_offers(self.blocks_in_json(), hints) => (NO_FIELD, true),
            1 => (ALL_BLOCKS, true),
            _ => return None,
        };
        let rare = self.rare.as_mut()?;
        (rare.is_offer, rare.offered) = (is_offer, if is_offer { offered + 1 } else { 2 });
        Some((field, node))
    }

    /// The place of the first JSON property that may be blocks.
    fn blocks_in_json(&self) -> Option<Span> {
        self.rare.as_ref()?.blocks_in_json
    }

    /// The site of the entries, which go into a buffer.
    fn site_of_body(&self) -> Option<Site> {
        let of_visitor = || self.site_of_visitor();
        self.site().or_else(|| matches!(self.target, MapTarget::Map).then(of_visitor))
    }

    /// Puts a field that is not an entry of the body into the slot, for the type with this name.
    pub(super) fn fill_with_field(
        &mut self,
        field: &'static str,
        node: Node<'t, 'de>,
        target: &'static str,
    ) {
        let hints = self.session.hints;
        let site = self.site_of_body().map(|site| site.at(field, hints));
        let is_offer = self.rare.as_ref().is_some_and(|it| it.is_offer);
        let question = match node {
            _ if is_offer && is_in_buffer(target) => site.map(Site::offer),
            _ if is_offer => {
                hints.offers().record_own_field();
                None
            }
            Node::MadeUp(_) if hints.is_seeking() => {
                self.place().map(|place| Placeholder::new(Purpose::Sought(place)))
            }
            _ => None,
        };
        let slot = self.slot.insert(node);
        (slot.site, slot.stand_in) = (site, question);
    }

    /// The position of the label for a field of a struct in a buffer. Several structs may be decoded
    /// from the buffer, so `$label` gets a label only if there is just one, and fields such as
    /// `$label:name` are counted separately.
    fn position(&self, field: &str, label_count: usize) -> Option<usize> {
        if field == "$label" {
            return (label_count == 1).then_some(0);
        }
        let mut fields = self.fields().iter().filter(|field| field.starts_with("$label:"));
        fields.position(|other| *other == field)
    }

    /// Whether the next blocks are read by the field `$blocks`, and not by a field of their own.
    #[inline]
    pub(super) fn is_among_all_blocks(&mut self) -> bool {
        if !self.entries.is_blocks() || !self.fields().contains(&"$blocks") {
            return false;
        }
        let key = self.entries.key(&self.session.input);
        let is_field = key.is_some_and(|key| self.fields().contains(&&*key.text));
        matches!(self.target, MapTarget::Struct(_)) && !is_field
    }

    /// Fails if the fields of a struct with flattened fields took fewer labels than there are.
    pub(super) fn require_all_labels_given(&self) -> Result<()> {
        let Some(body) = self.body() else { return Ok(()) };
        let hints = self.session.hints;
        let given = self.rare.as_ref().map_or(0, |rare| rare.labels_given);
        match body.labels().nth(given) {
            Some(label) if hints.is_left_out(label.span()) => Ok(()),
            Some(label) if !self.fields().contains(&"$labels") => {
                let left = body.labels().skip(given);
                hints.record_failures(left.map(|label| Failure::Entry(label.span())));
                Err(Error::data(catalog::extraneous_label(body.block(), label, self.labels())))
            }
            _ => Ok(()),
        }
    }

    /// The field starting with `$` that a struct with flattened fields lacks.
    pub(super) fn missing_label_field(&self, error: &Error) -> Option<&'static str> {
        let Some(ErrorCause::MissingField(field)) = error.cause() else { return None };
        (field.starts_with('$') && matches!(self.target, MapTarget::Map)).then_some(*field)
    }

    /// The labels of the blocks: the consumed ones and those for fields of the target.
    pub(super) fn labels(&self) -> Labels<'_> {
        let consumed = self.body().map_or(0, |body| body.labels_consumed());
        let fields = self.fields();
        let count = consumed + fields.iter().filter(|field| is_label_field(field)).count();
        Labels { count, fields }
    }
}
