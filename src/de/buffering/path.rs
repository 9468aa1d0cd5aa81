//! The path of a block in a buffer, described by the type that is decoded from the buffer.

use std::rc::Rc;

use super::hints::{DecodeHints, MANY_BLOCKS};
use super::offers::Offer;
use super::placeholder::Placeholder;
use super::scope::{BlockForm, Purpose, reveal};
use super::type_hints::{Assumed, TypeHints, WHOLE};
use super::type_path::TypePath;
use super::wording::Wanted;
use crate::de::input::Scalar;
use crate::de::unused::EntryPath;
use crate::text::span::Span;

/// The block types on the way from a target to the part that is buffered for it.
#[derive(Clone)]
pub(in crate::de) struct BufferPath {
    /// The type that is decoded from the buffer.
    target: &'static str,
    hints: Rc<TypeHints>,
    /// The names on the path, and tags of variants, which start with `=`. Labels have an empty name: the
    /// type is the same for all of them.
    names: Vec<Rc<str>>,
    /// Whether the path leads into an object of an expression. There, targets can't ask for places.
    is_in_object: bool,
    /// Whether nothing is known about the target. Then the first assumption about the form of blocks in it counts.
    is_unknown: bool,
}

impl BufferPath {
    pub(in crate::de) fn new(target: &'static str, hints: Rc<TypeHints>) -> Self {
        BufferPath { target, hints, names: Vec::new(), is_in_object: false, is_unknown: false }
    }

    /// The path of a target about which nothing is known.
    pub(in crate::de) fn of_unknown(target: &'static str, none: Rc<TypeHints>) -> Self {
        BufferPath { is_unknown: true, ..BufferPath::new(target, none) }
    }

    /// Whether the form of blocks is not asked for here, but assumed.
    pub(in crate::de) fn assumes(&self, has_labels: bool, hints: &DecodeHints) -> bool {
        let assumed = match has_labels {
            true if !self.hints.asks_labels => Assumed::Labels,
            false if self.is_unknown && !self.names.is_empty() => Assumed::Lists,
            _ => return false,
        };
        hints.assume(self.target, assumed);
        true
    }

    /// The path of the entry `name`. When a name occurs for the third time, its type contains
    /// itself; the path is then that of the second time.
    pub(in crate::de) fn at(&self, name: &str) -> Self {
        let mut names = self.names.clone();
        let second = names.iter().enumerate().filter(|(_, other)| &***other == name).nth(1);
        match second.map(|(index, _)| index) {
            Some(index) => names.truncate(index + 1),
            None => names.push(Rc::from(name)),
        }
        BufferPath { names, hints: self.hints.clone(), ..*self }
    }

    /// The path of the part under a label.
    pub(in crate::de) fn under_label(&self) -> Self {
        self.at("")
    }

    /// The path of the elements of an expression.
    pub(in crate::de) fn of_elements(&self) -> Self {
        self.at("[]")
    }

    /// Whether the parts of an expression at this path have paths.
    pub(in crate::de) fn leads_into_values(&self, hints: &DecodeHints) -> bool {
        hints.converts_scalars() || hints.is_probing() || hints.marks_spans() && !self.is_in_object
    }

    /// The same path, which leads into an object of an expression.
    pub(in crate::de) fn in_object(self) -> Self {
        BufferPath { is_in_object: true, ..self }
    }

    /// A placeholder that lets a target ask for the place of an expression, if this is possible.
    pub(in crate::de) fn ask_place(&self) -> Option<Placeholder> {
        (!self.is_in_object && !self.hints.block_forms.contains_key(&self.key()))
            .then(|| self.ask_form(false))
    }

    /// The scalar in the form that targets want, or a placeholder that reveals this form.
    pub(in crate::de) fn convert<'de>(
        &self,
        scalar: Scalar<'de>,
        hints: &DecodeHints,
    ) -> Result<Scalar<'de>, Placeholder> {
        let key = self.key();
        match self.hints.wanted_scalars.get(&key) {
            Some(wanted) => Ok(wanted.convert(scalar)),
            None if hints.was_refused(&scalar) => {
                Err(Placeholder::new(Purpose::Scalar(self.type_path())))
            }
            None => Ok(scalar),
        }
    }

    /// A placeholder for a block of this type, if it is none of the variants that were asked for.
    pub(in crate::de) fn ask_other_variant(&self, block_type: &str) -> Option<Placeholder> {
        let variants = self.hints.variants?;
        let path = self.at("=");
        let is_known = path.hints.block_forms.contains_key(&path.key());
        (!variants.contains(&block_type) && !is_known).then(|| path.ask_form(false))
    }

    /// The form in which targets want blocks here, if it is known.
    pub(in crate::de) fn block_form(
        &self,
        has_labels: bool,
        hints: &DecodeHints,
    ) -> Option<Wanted> {
        let form = self.hints.block_forms.get(&key_of_blocks(self.key(), has_labels));
        if form.is_some_and(|form| form.alternative.is_some()) {
            hints.assume(self.target, Assumed::Data);
        }
        match form {
            None if self.hints.block_forms.len() > MANY_BLOCKS => {
                Some(self.hints.form_of_other_blocks)
            }
            form => form.map(|form| form.wanted),
        }
    }

    /// The fields for labels of the structs that are decoded from the buffer.
    pub(in crate::de) fn label_fields(&self) -> &[&'static str] {
        &self.hints.label_fields
    }

    /// The path of a body.
    fn type_path(&self) -> TypePath {
        TypePath { target: self.target, path: self.key() }
    }

    /// Whether the target of the body takes all blocks in a field.
    pub(in crate::de) fn takes_all_blocks(&self) -> bool {
        !self.hints.all_blocks.is_empty() && self.hints.all_blocks.contains(&self.key())
    }

    /// Whether fields are offered to the target of the body in this attempt.
    pub(in crate::de) fn gets_offers(&self, hints: &DecodeHints) -> bool {
        let is_offered = self.may_be_struct() && hints.offers().admit(&self.type_path());
        if hints.offers().is_wanted() {
            reveal();
        }
        is_offered
    }

    /// Whether a target of the body may be a struct, or an element that is one.
    fn may_be_struct(&self) -> bool {
        let key = self.key();
        self.hints.block_forms.get(&key).is_none_or(BlockForm::may_be_struct)
    }

    /// A placeholder that reveals whether the target of the body has a field with this name.
    pub(in crate::de) fn offer(
        &self,
        name: &'static str,
        out_of_reach: Option<Span>,
    ) -> Placeholder {
        let body = self.type_path();
        Placeholder::new(Purpose::Offer(Offer { body, name, out_of_reach }))
    }

    /// Records that the target of the body reads the offered field without a buffer.
    pub(in crate::de) fn record_own_field(&self, hints: &DecodeHints) {
        hints.offers().record_own_field(self.type_path());
    }

    /// A placeholder that reveals the wanted form.
    pub(in crate::de) fn ask_form(&self, has_labels: bool) -> Placeholder {
        let path = key_of_blocks(self.key(), has_labels);
        Placeholder::new(Purpose::Block(TypePath { target: self.target, path }))
    }

    /// The path in the form of an entry's path.
    pub(in crate::de) fn of_entry(&self) -> EntryPath {
        let (container, name) = match self.names.split_last() {
            Some((name, container)) => (container.join("."), name.to_string()),
            None => (String::new(), String::new()),
        };
        EntryPath { target: self.target, container, name }
    }

    /// A placeholder that reveals whether the entry is read. Its name is at this place.
    pub(in crate::de) fn probe(&self, place: Option<Span>) -> Placeholder {
        Placeholder::new(Purpose::Probe { path: Some(self.of_entry()), place })
    }

    /// No name contains the separator or is the key of the whole buffer.
    fn key(&self) -> String {
        match self.names.is_empty() {
            true => WHOLE.to_owned(),
            false => self.names.join("."),
        }
    }
}

/// The key for the form of blocks at a path. It is another one for blocks with labels: a map of blocks may be wanted where a
/// block without labels is an element.
pub(super) fn key_of_blocks(path: String, has_labels: bool) -> String {
    match has_labels {
        true => path + LABELLED,
        false => path,
    }
}

/// The end of the keys for blocks with labels. No name contains it.
pub(super) const LABELLED: &str = "\"";
