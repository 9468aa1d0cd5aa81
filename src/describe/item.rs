//! The items of a body: attributes, and block types with their labels.

use serde_json::Value as Json;

use super::body::BodyDescription;
use super::forms::{ANY, BlockForm};
use super::node::{Node, Object};
use super::value::{PossibleValue, ValueDescription, value_of};
use crate::Value;

/// An [attribute](AttributeDescription) or a [block type](BlockDescription) of a body.
///
/// ```
/// use serde_hcl::describe::Description;
///
/// #[derive(schemars::JsonSchema)]
/// struct Server {
///     port: u16,
///     /// The old name of the protocol.
///     #[deprecated]
///     protocol: Option<String>,
///     log: Option<Log>,
/// }
///
/// #[derive(schemars::JsonSchema)]
/// struct Log {
///     level: u8,
/// }
///
/// let description = Description::of::<Server>();
/// let body = description.body();
/// let [port, protocol] = body.attributes() else { panic!("two attributes") };
/// assert!(port.is_required() && !port.is_deprecated());
/// assert!(!protocol.is_required() && protocol.is_deprecated());
/// assert_eq!(protocol.documentation(), Some("The old name of the protocol."));
/// let [log] = body.blocks() else { panic!("one block type") };
/// assert_eq!((log.name(), log.max_count()), ("log", Some(1)));
/// ```
#[derive(Clone, Debug)]
pub struct ItemDescription<'a, Content> {
    field: Node<'a>,
    name: &'a str,
    is_required: bool,
    variants: Vec<&'a str>,
    pub(super) content: Content,
}

/// An attribute of a body.
pub type AttributeDescription<'a> = ItemDescription<'a, ValueDescription<'a>>;

/// A block type of a body.
///
/// A block type whose bodies depend on a label has one description for each value of that
/// [label](LabelDescription::variant).
pub type BlockDescription<'a> = ItemDescription<'a, BlockForm<'a>>;

impl<'a, Content> ItemDescription<'a, Content> {
    pub(super) fn new(name: &'a str, field: Node<'a>, is_required: bool, content: Content) -> Self {
        ItemDescription { field, name, is_required, variants: Vec::new(), content }
    }

    /// The name of the attribute, or the block type.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Whether the body must have it; if it is only in some [variants](Self::variants), whether these must
    /// have it. If there are several block types of one name, the body must have one of them. A list of
    /// blocks can also be the attribute `name = []`.
    pub fn is_required(&self) -> bool {
        self.is_required
    }

    /// The names of the variants of the body that have it; none if all have it. For a body with a
    /// [tag](BodyDescription::tag) they are values of that attribute.
    pub fn variants(&self) -> &[&'a str] {
        &self.variants
    }

    /// Whether the field is `#[deprecated]`.
    pub fn is_deprecated(&self) -> bool {
        self.field.facts().flag("deprecated")
    }

    /// Those of these keywords that the schema of the field has. They restrict nothing.
    pub(super) fn annotations(&self, keys: &[&str]) -> Object {
        let facts = self.field.facts();
        let known =
            keys.iter().filter_map(|key| Some(((*key).to_owned(), facts.get(key)?.clone())));
        known.filter(|(_, value)| !value.is_null()).collect()
    }

    /// Says that the item is in a variant, unless it is in variants of this variant.
    pub(super) fn in_variant(mut self, name: &'a str) -> Self {
        if self.variants.is_empty() {
            self.variants.push(name);
        }
        self
    }

    /// Adds the same item of another variant.
    pub(super) fn join(&mut self, other: Self) {
        self.is_required &= other.is_required;
        self.variants.extend(other.variants);
    }

    /// Removes the list of variants if these are all. An item of all variants is required only if the value must be one of them.
    pub(super) fn finish(&mut self, all: &[&str], is_needed: bool) {
        if self.variants == all {
            self.variants.clear();
            self.is_required &= is_needed;
        }
    }
}

impl<'a> AttributeDescription<'a> {
    /// The permitted values.
    pub fn value(&self) -> &ValueDescription<'a> {
        &self.content
    }

    /// The documentation of the field, or else of its type.
    pub fn documentation(&self) -> Option<&'a str> {
        self.field.facts().text("description")
    }

    /// The value of the field if the attribute is absent, from `#[serde(default)]`; `None` if it is null.
    pub fn default(&self) -> Option<Value> {
        self.field.facts().get("default").filter(|value| !value.is_null()).map(value_of)
    }

    /// The first example, from `#[schemars(example = …)]`.
    pub fn example(&self) -> Option<Value> {
        let examples = self.field.facts().get("examples").and_then(Json::as_array);
        examples.and_then(|examples| examples.first()).map(value_of)
    }
}

impl<'a> BlockDescription<'a> {
    /// The labels, in order.
    pub fn labels(&self) -> Vec<LabelDescription<'a>> {
        [&self.content.labels, self.body().labels()].concat()
    }

    /// The content of the block. It is described when this is called, because a type can contain itself.
    pub fn body(&self) -> BodyDescription<'a> {
        BodyDescription::of_block(&self.content)
    }

    /// The documentation of the field, or else of its type.
    pub fn documentation(&self) -> Option<&'a str> {
        let of_field = self.field.facts().text("description");
        of_field.or_else(|| self.content.body.facts().text("description"))
    }

    /// Whether there can be several blocks. Those of a map must have different labels.
    pub fn is_repeated(&self) -> bool {
        self.content.is_repeated
    }

    /// The least number of blocks: that of a tuple or an array, 1 for other required blocks, or 0.
    pub fn min_count(&self) -> u64 {
        if self.is_required { self.content.counts[0].unwrap_or(1) } else { 0 }
    }

    /// The greatest number of blocks; `None` if there is no limit.
    pub fn max_count(&self) -> Option<u64> {
        if self.is_repeated() { self.content.counts[1] } else { Some(1) }
    }

    /// The field as a value, if labels can also be attributes of objects in a map.
    pub(super) fn as_object(&self) -> Option<ValueDescription<'a>> {
        let of_map = self.content.labels.len();
        let can_be_object = of_map > 0 && of_map < self.labels().len();
        can_be_object.then(|| ValueDescription::of(self.field))
    }

    /// Whether this stands for any blocks.
    pub(super) fn is_any(&self) -> bool {
        self.content.body.facts().hcl() == Some(ANY)
    }

    /// Whether this is the same block type in another variant.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let variants = |it: &Self| -> Vec<_> {
            it.content.labels.iter().map(LabelDescription::variant).collect()
        };
        self.name == other.name
            && variants(self) == variants(other)
            && self.content.body.facts().identity() == other.content.body.facts().identity()
    }
}

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
