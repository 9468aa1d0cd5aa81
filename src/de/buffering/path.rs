//! The path of a part of a buffer: its site, and how it was reached.

use super::hints::DecodeHints;
use super::scope::{Placeholder, Purpose, reveal};
use super::site::{Data, Site};
use super::wants::Wants;
use super::wording::Wanted;
use crate::de::input::Scalar;
use crate::text::span::Span;

/// The way from a target to the part that is buffered for it.
#[derive(Clone, Copy)]
pub(in crate::de) struct BufferPath {
    site: Site,
    /// Whether the path leads into an object of an expression. There, targets can't ask for places.
    is_in_object: bool,
}

impl BufferPath {
    /// The path of the data of a target.
    pub(in crate::de) fn new(target: &'static str, hints: &DecodeHints) -> Self {
        BufferPath { site: hints.sites().of_target(target), is_in_object: false }
    }

    /// The type that is decoded from the buffer.
    pub(in crate::de) fn target(self, hints: &DecodeHints) -> &'static str {
        hints.sites().with(self.site, |facts| facts.target)
    }

    /// The path of the entry `name`.
    pub(in crate::de) fn at(self, name: &str, hints: &DecodeHints) -> Self {
        BufferPath { site: hints.sites().entry(self.site, name), ..self }
    }

    /// The path of the part under a label.
    pub(in crate::de) fn under_label(self, hints: &DecodeHints) -> Self {
        self.at("", hints)
    }

    /// The path of the elements of an expression.
    pub(in crate::de) fn of_elements(self, hints: &DecodeHints) -> Self {
        self.at("[]", hints)
    }

    /// Whether the parts of an expression at this path have paths.
    pub(in crate::de) fn leads_into_values(self, hints: &DecodeHints) -> bool {
        hints.looks_into_values() || hints.marks_spans() && !self.is_in_object
    }

    /// The same path, which leads into an object of an expression.
    pub(in crate::de) fn in_object(self) -> Self {
        BufferPath { is_in_object: true, ..self }
    }

    /// Whether it is known what targets want instead of an expression.
    pub(in crate::de) fn is_known(self, hints: &DecodeHints) -> bool {
        hints.sites().wants(self.site, Data::Blocks, |_| ()).is_some()
    }

    /// A placeholder that lets a target ask for the place of an expression, if this is possible.
    pub(in crate::de) fn ask_place(self, hints: &DecodeHints) -> Option<Placeholder> {
        (!self.is_in_object && !self.is_known(hints)).then(|| self.ask_form(Data::Blocks))
    }

    /// The scalar in the form that targets want, or a placeholder that reveals this form.
    pub(in crate::de) fn convert<'de>(
        self,
        scalar: Scalar<'de>,
        hints: &DecodeHints,
    ) -> Result<Scalar<'de>, Placeholder> {
        let converted =
            hints.sites().wants(self.site, Data::Scalar, |it| it.convert(scalar.clone()));
        match converted {
            Some(converted) => Ok(converted),
            None if hints.was_refused(&scalar) => {
                Err(Placeholder::new(Purpose::Asked(self.site, Data::Scalar)))
            }
            None => Ok(scalar),
        }
    }

    /// A placeholder for a block of this type, if it is none of the variants that were asked for.
    pub(in crate::de) fn ask_other_variant(
        self,
        block_type: &str,
        hints: &DecodeHints,
    ) -> Option<Placeholder> {
        let variants = hints.about(self.target(hints))?.variants?;
        let path = self.at("=", hints);
        let is_known = variants.contains(&block_type) || path.is_known(hints);
        (!is_known).then(|| path.ask_form(Data::Blocks))
    }

    /// The form in which targets want blocks here, if it is known.
    pub(in crate::de) fn block_form(self, data: Data, hints: &DecodeHints) -> Option<Wanted> {
        let is_second = hints.forms().are_second(data);
        hints.sites().wants(self.site, data, |wants| {
            if wants.has_alternative() && !is_second {
                hints.take_first_form();
            }
            wants.form(is_second)
        })
    }

    /// Whether the target of the body takes all blocks in a field.
    pub(in crate::de) fn takes_all_blocks(self, hints: &DecodeHints) -> bool {
        hints.sites().with(self.site, |facts| facts.takes_all_blocks) == Some(true)
    }

    /// Whether fields are offered to the target of the body in this attempt.
    pub(in crate::de) fn gets_offers(self, hints: &DecodeHints) -> bool {
        // A target of the body may be a struct, or an element that is one.
        let form = hints.sites().wants(self.site, Data::Blocks, Wants::may_be_struct);
        let is_known = hints.sites().with(self.site, |facts| facts.takes_all_blocks.is_some());
        if is_known || form == Some(false) {
            return false;
        }
        reveal();
        hints.offers().add(self.site)
    }

    /// A placeholder that reveals the wanted form.
    pub(in crate::de) fn ask_form(self, data: Data) -> Placeholder {
        Placeholder::new(Purpose::Asked(self.site, data))
    }

    /// A placeholder for an entry of a struct with flattened fields, if it is not known that targets want its data.
    pub(in crate::de) fn ask_entry(self, hints: &DecodeHints) -> Option<Placeholder> {
        (!self.is_known(hints)).then(|| Placeholder::new(Purpose::Entry(self.site)))
    }

    /// A placeholder that reveals whether the entry is read, if this is not known. Its name is at this place.
    pub(in crate::de) fn probe(
        self,
        place: Option<Span>,
        hints: &DecodeHints,
    ) -> Option<Placeholder> {
        let probe = || Placeholder::new(Purpose::Probe { site: self.site, place });
        (!hints.sites().is_read(self.site)).then(probe)
    }
}
