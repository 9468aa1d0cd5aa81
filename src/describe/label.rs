//! Labels of blocks.

use super::value::{PossibleValue, ValueDescription};

/// A label of a block type.
#[derive(Clone, Debug, Default)]
pub struct LabelDescription<'a> {
    name: Option<&'a str>,
    fixed: Option<(&'a str, Option<&'a str>)>,
    value: Option<ValueDescription<'a>>,
}

impl<'a> LabelDescription<'a> {
    pub(super) fn of_variant(name: &'a str, documentation: Option<&'a str>) -> Self {
        LabelDescription { fixed: Some((name, documentation)), ..Self::default() }
    }

    /// The label of a field `$label` or `$label:what`.
    pub(super) fn of_field(name: Option<&'a str>, value: ValueDescription<'a>) -> Self {
        LabelDescription { name, value: Some(value), ..Self::default() }
    }

    /// Sets the documentation of the variants whose tag is the label.
    pub(super) fn set_documentation(&mut self, documentation: Option<&'a str>) {
        self.value.iter_mut().for_each(|value| value.set_documentation(documentation));
    }

    /// Adds the values in another variant.
    pub(super) fn add(&mut self, other: &Self) {
        if let (Some(value), Some(other)) = (&mut self.value, &other.value) {
            value.add(other);
        }
    }

    /// The name, `what` for a field `$label:what`. The keys of maps and fields `$label` have none.
    pub fn name(&self) -> Option<&'a str> {
        self.name
    }

    /// The name of the variant, if blocks with another label have another body.
    pub fn variant(&self) -> Option<&'a str> {
        self.fixed.map(|(name, _)| name)
    }

    /// The documentation of the field, or of the variant.
    pub fn documentation(&self) -> Option<&'a str> {
        let variant = self.fixed.and_then(|(_, documentation)| documentation);
        variant.or(self.value.as_ref().and_then(ValueDescription::documentation))
    }

    pub(super) fn value(&self) -> Option<&ValueDescription<'a>> {
        self.value.as_ref()
    }

    /// The possible values; none if all are possible.
    pub fn possible_values(&self) -> Vec<PossibleValue<'a>> {
        match (&self.fixed, &self.value) {
            (Some((name, documentation)), _) => vec![PossibleValue::of_text(name, *documentation)],
            (None, Some(value)) => value.possible_values(),
            (None, None) => Vec::new(),
        }
    }
}
