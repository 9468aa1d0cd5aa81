//! The questions about a site. A recorded fact answers a question; without one, a placeholder asks the target.

use super::hints::DecodeHints;
use super::scope::{Placeholder, Purpose, reveal};
use super::site::{Data, Site};
use super::wants::Wants;
use super::wording::Wanted;
use crate::de::input::Scalar;
use crate::text::span::Span;

impl Site {
    /// The site of the whole buffer for a target.
    pub(in crate::de) fn of_target(target: &'static str, hints: &DecodeHints) -> Self {
        hints.sites().of_target(target)
    }

    /// The site of the entry `name`.
    pub(in crate::de) fn at(self, name: &str, hints: &DecodeHints) -> Self {
        hints.sites().entry(self, name)
    }

    /// The site of the part under a label.
    pub(in crate::de) fn under_label(self, hints: &DecodeHints) -> Self {
        self.at("", hints)
    }

    /// The site of the elements of an expression.
    pub(in crate::de) fn of_elements(self, hints: &DecodeHints) -> Self {
        self.at("[]", hints)
    }

    /// Whether it is known what targets want instead of an expression.
    pub(in crate::de) fn is_known(self, hints: &DecodeHints) -> bool {
        hints.sites().wants(self, Data::Blocks, |_| ()).is_some()
    }

    /// A placeholder, unless it is known what targets want. A target may take it for the place of an expression, or for a
    /// block of another type.
    pub(in crate::de) fn ask(self, hints: &DecodeHints) -> Option<Placeholder> {
        (!self.is_known(hints)).then(|| self.ask_form(Data::Blocks))
    }

    /// The scalar in the form that targets want, or a placeholder that reveals this form.
    pub(in crate::de) fn convert<'de>(
        self,
        scalar: Scalar<'de>,
        hints: &DecodeHints,
    ) -> Result<Scalar<'de>, Placeholder> {
        let converted = hints.sites().wants(self, Data::Scalar, |it| it.convert(scalar.clone()));
        match converted {
            Some(converted) => Ok(converted),
            None if hints.was_refused(&scalar) => {
                Err(Placeholder::new(Purpose::Asked(self, Data::Scalar)))
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
        let variants = hints.sites().about_type_of(self)?.variants?;
        match variants.contains(&block_type) {
            true => None,
            false => self.at("=", hints).ask(hints),
        }
    }

    /// The form in which targets want blocks here, if it is known.
    pub(in crate::de) fn block_form(self, data: Data, hints: &DecodeHints) -> Option<Wanted> {
        let is_second = hints.forms().are_second(data);
        hints.sites().wants(self, data, |wants| {
            if wants.has_alternative() && !is_second {
                hints.take_first_form();
            }
            wants.form(is_second)
        })
    }

    /// Whether the target of the body takes all blocks in a field.
    pub(in crate::de) fn takes_all_blocks(self, hints: &DecodeHints) -> bool {
        hints.sites().with(self, |facts| facts.takes_all_blocks) == Some(true)
    }

    /// Whether fields are offered to the target of the body in this attempt.
    /// `out_of_reach` is the place of blocks that can't be passed to it.
    pub(in crate::de) fn gets_offers(
        self,
        out_of_reach: Option<Span>,
        hints: &DecodeHints,
    ) -> bool {
        // A target of the body may be a struct, or an element that is one.
        let may_be_struct = || hints.sites().wants(self, Data::Blocks, Wants::may_be_struct);
        let is_known = hints.sites().with(self, |facts| facts.takes_all_blocks.is_some());
        if is_known || may_be_struct() == Some(false) {
            return false;
        }
        reveal();
        hints.offers().add(self, out_of_reach)
    }

    /// A placeholder that reveals the wanted form.
    pub(in crate::de) fn ask_form(self, data: Data) -> Placeholder {
        Placeholder::new(Purpose::Asked(self, data))
    }

    /// A placeholder for an entry of a struct with flattened fields, if it is not known that targets want its data.
    pub(in crate::de) fn ask_entry(self, hints: &DecodeHints) -> Option<Placeholder> {
        (!self.is_known(hints)).then(|| Placeholder::new(Purpose::Entry(self)))
    }

    /// A placeholder that reveals whether the entry is read, if this is not known. Its name is at this place.
    pub(in crate::de) fn probe(
        self,
        place: Option<Span>,
        hints: &DecodeHints,
    ) -> Option<Placeholder> {
        let probe = || Placeholder::new(Purpose::Read { site: self, place });
        (!hints.sites().is_read(self)).then(probe)
    }

    /// A placeholder that reveals whether a target reads the offered field.
    pub(in crate::de) fn offer(self) -> Placeholder {
        Placeholder::new(Purpose::Read { site: self, place: None })
    }
}
