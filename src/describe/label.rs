//! Labels of blocks.

use super::value::{PossibleValue, ValueDescription};

/// A label of a block type.
#[derive(Clone, Debug, Default)]
pub struct LabelDescription<'a> {
    name: Option<&'a str>,
    variant: Option<&'a str>,
    documentation: Option<&'a str>,
    /// The values of the field that takes the label.
    pub(super) value: Option<ValueDescription<'a>>,
}

impl<'a> LabelDescription<'a> {
    pub(super) fn of_variant(name: &'a str, documentation: Option<&'a str>) -> Self {
        LabelDescription { variant: Some(name), documentation, ..Self::default() }
    }

    /// The label of a field `$label` or `$label:what`.
    pub(super) fn of_field(name: Option<&'a str>, value: ValueDescription<'a>) -> Self {
        let documentation = value.documentation();
        LabelDescription { name, documentation, value: Some(value), ..Self::default() }
    }

    /// The name, `what` for a field `$label:what`. The keys of maps and fields `$label` have none.
    pub fn name(&self) -> Option<&'a str> {
        self.name
    }

    /// The name of the variant, if blocks with another label have another body.
    pub fn variant(&self) -> Option<&'a str> {
        self.variant
    }

    /// The documentation of the field, or of the variant.
    pub fn documentation(&self) -> Option<&'a str> {
        self.documentation
    }

    /// The possible values; none if all are possible.
    pub fn possible_values(&self) -> Vec<PossibleValue<'a>> {
        match (self.variant, &self.value) {
            (Some(name), _) => vec![PossibleValue::of_text(name, self.documentation)],
            (None, Some(value)) => value.possible_values(),
            (None, None) => Vec::new(),
        }
    }
}
