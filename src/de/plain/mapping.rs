//! Entries in the first pass.

use std::borrow::Cow;

use super::decoder::{Part, PlainDecoder};
use super::{miss, missed, record_miss};
use crate::de::input::{BodyOf, Entries, Input, Node, PlainEntry, Scalar, is_label_field};
use crate::diagnostic::error::Result;
use crate::syntax::{ExpressionRef, LabelRef};
use crate::text::span::Span;

/// The method that the target called to read entries.
#[derive(Clone, Copy)]
pub(in crate::de) enum MapTarget {
    /// A struct with these fields.
    Struct(&'static [&'static str]),
    /// A map, or a struct with flattened fields.
    Map,
    /// A target that accepts any type.
    Any,
}

pub(in crate::de) struct PlainMapping<'t, 'de> {
    entries: Entries<'t, 'de>,
    /// The value of the entry, if all entries are plain.
    value: Option<ExpressionRef<'t>>,
    /// Whether the cursor is behind the last entry, and all entries are plain.
    pub(in crate::de) has_ended: bool,
    pub(in crate::de) input: &'t Input<'t, 'de>,
    /// Whether a struct with flattened fields reads the entries, if it asks for the name of a field.
    pub(in crate::de) is_flattened: bool,
    /// Whether the entries are those of a body, and the fields of a struct.
    is_body_of_struct: bool,
    /// The fields of the target that start with `$`, if it has some. They come before the entries.
    special: Option<Box<SpecialFields<'t>>>,
    part: Part<'t, 'de>,
}

/// Fields that take labels or all blocks of a body, and the part of the body that they take.
struct SpecialFields<'t> {
    all: &'static [&'static str],
    /// The number of fields that have been read.
    seen: usize,
    /// The current field.
    current: Option<&'static str>,
    body: BodyOf<'t>,
    labels_given: usize,
    takes_blocks: bool,
}

impl<'t, 'de> PlainMapping<'t, 'de> {
    #[inline]
    pub(in crate::de) fn new(
        entries: Entries<'t, 'de>,
        target: MapTarget,
        input: &'t Input<'t, 'de>,
    ) -> Self {
        PlainMapping {
            entries,
            value: None,
            has_ended: false,
            input,
            is_flattened: matches!(target, MapTarget::Map),
            is_body_of_struct: false,
            special: None,
            part: Part::default(),
        }
    }

    /// The entries of a body. Fails if its labels are not those that the target takes.
    pub(super) fn of_body(
        body: BodyOf<'t>,
        target: MapTarget,
        input: &'t Input<'t, 'de>,
    ) -> Result<Self> {
        let special = SpecialFields::of(target, body);
        let takes_all = match &special {
            Some(fields) => fields.take_all_labels(),
            None => body.label_count() == 0,
        };
        if !takes_all {
            return Err(miss());
        }
        let entries = Entries::of_body(body.body(), input).map_err(missed)?;
        let is_body_of_struct = matches!(target, MapTarget::Struct(_));
        let mut mapping = Self::new(entries, target, input);
        (mapping.special, mapping.is_body_of_struct) = (special, is_body_of_struct);
        Ok(mapping)
    }

    /// Moves to the next entry, if all entries are plain, and returns its name, if it is a literal. Compiled
    /// once, and returned in registers: this is called for each field.
    pub(in crate::de) fn next_plain_name(&mut self) -> Option<&'de str> {
        match (&mut self.entries, &self.special) {
            (Entries::Plain(entries), None) => {
                let entry = entries.advance();
                self.value = entry.and_then(PlainEntry::expression);
                self.has_ended = entry.is_none();
                entry?.literal_name(self.input)
            }
            _ => None,
        }
    }

    /// Moves to the next entry, and returns its name, after [`next_plain_name`](Self::next_plain_name) found
    /// neither a name nor the end.
    pub(in crate::de) fn next_other_name(&mut self) -> Result<Option<Cow<'de, str>>> {
        match (&mut self.entries, &self.special) {
            (Entries::Plain(_), None) => Err(miss()),
            (entries, None) => Ok(entries.next_name(self.input)),
            (_, Some(_)) => Ok(self.next_name_of_special()),
        }
    }

    fn next_name_of_special(&mut self) -> Option<Cow<'de, str>> {
        let special = self.special.as_mut()?;
        if let Some(field) = special.advance() {
            return Some(Cow::Borrowed(field));
        }
        loop {
            let name = self.entries.next_name(self.input)?;
            let is_given = special.takes_blocks && self.entries.is_blocks();
            if !is_given || special.all.contains(&&*name) {
                return Some(name);
            }
        }
    }

    /// A decoder for the value of the entry, if all entries are plain.
    #[inline(always)]
    pub(in crate::de) fn plain_value<'a>(&self) -> Option<PlainDecoder<'a, 't, 'de>> {
        Some(PlainDecoder::of_expression(self.value?, self.input))
    }

    /// A decoder for the value of any entry.
    pub(in crate::de) fn next_value(
        &mut self,
        is_option_of_option: bool,
    ) -> Result<PlainDecoder<'_, 't, 'de>> {
        let special = self.special.as_mut().and_then(|special| special.take(self.input));
        if special.is_none() {
            if let Some(expression) = self.entries.expression() {
                if is_option_of_option && self.is_some_of_none(expression) {
                    return Err(miss());
                }
                return Ok(PlainDecoder::of_expression(expression, self.input));
            }
        }
        let node = special.or_else(|| self.entries.take()).ok_or_else(miss)?;
        Ok(PlainDecoder::of_node(self.part.insert(node), self.input))
    }

    /// Whether the value for an option of an option may be `Some(None)`, as a null field of a body is.
    fn is_some_of_none(&self, expression: ExpressionRef<'t>) -> bool {
        self.is_body_of_struct && !expression.is_definitely_not_null()
    }

    /// The place of the entry's name.
    pub(in crate::de) fn key_span(&self) -> Option<Span> {
        self.entries.key_span(self.input)
    }

    #[inline]
    pub(in crate::de) fn len(&self) -> usize {
        self.entries.len()
    }
}

impl Drop for PlainMapping<'_, '_> {
    /// Misses if a visitor has left entries. This is found only here, because now the value that the
    /// visitor returned is in its place: it isn't moved once more for this check.
    #[inline]
    fn drop(&mut self) {
        if self.len() != 0 {
            record_miss();
        }
    }
}

impl<'t> SpecialFields<'t> {
    fn of(target: MapTarget, body: BodyOf<'t>) -> Option<Box<Self>> {
        let MapTarget::Struct(all) = target else { return None };
        if !all.iter().any(|field| field.as_bytes().first() == Some(&b'$')) {
            return None;
        }
        let takes_blocks = all.contains(&"$blocks");
        let (seen, current, labels_given) = (0, None, 0);
        Some(Box::new(SpecialFields { all, seen, current, body, labels_given, takes_blocks }))
    }

    /// Whether there are no more labels than fields for them.
    fn take_all_labels(&self) -> bool {
        let fields = self.all.iter().filter(|field| is_label_field(field));
        self.all.contains(&"$labels") || self.body.label_count() <= fields.count()
    }

    fn next_label(&self) -> Option<LabelRef<'t>> {
        self.body.labels().nth(self.labels_given)
    }

    /// Moves to the next field for which the body has something.
    fn advance(&mut self) -> Option<&'static str> {
        self.current = None;
        while let Some(field) = self.all.get(self.seen) {
            self.seen += 1;
            let is_given = match *field {
                "$labels" => self.body.block().is_some(),
                "$blocks" => true,
                field => is_label_field(field) && self.next_label().is_some(),
            };
            if is_given {
                self.current = Some(field);
                return self.current;
            }
        }
        None
    }

    /// The part for the current field.
    fn take<'de>(&mut self, input: &Input<'t, 'de>) -> Option<Node<'t, 'de>> {
        Some(match self.current.take()? {
            "$labels" => Node::Labels(self.body),
            "$blocks" => Node::AllBlocks(self.body.body()),
            _ => {
                let label = self.next_label()?;
                self.labels_given += 1;
                Node::Scalar(Scalar::String(input.label(label)), Some(label.span()))
            }
        })
    }
}
