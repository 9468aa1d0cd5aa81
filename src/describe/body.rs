//! The content of a body: collects the fields of a struct, of its flattened parts and of the variants of an
//! enum.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::forms::{ANY, ANY_BLOCK, BlockForm, Forms, forms};
use super::item::{AttributeDescription, BlockDescription, ItemDescription, LabelDescription};
use super::node::{Facts, Identity, Node};
use super::value::ValueDescription;

/// The permitted content of a body: attributes, blocks and labels.
///
/// First come required attributes, in the order of the fields, then the others, by name; with the feature
/// `preserve_order` of schemars, they are in the order of the fields, too.
///
/// Two descriptions are equal if they are of the same type in the same [`Description`](super::Description).
#[derive(Clone, Debug, Default)]
pub struct BodyDescription<'a> {
    pub(super) identity: Identity,
    position: Position,
    name: Option<&'a str>,
    documentation: Option<&'a str>,
    attributes: Vec<AttributeDescription<'a>>,
    blocks: Vec<BlockDescription<'a>>,
    other_attribute: Option<AttributeDescription<'a>>,
    other_blocks: Vec<BlockDescription<'a>>,
    labels: Vec<LabelDescription<'a>>,
    takes_any_labels: bool,
    is_closed: bool,
    /// Whether it has the order of blocks of different types.
    pub(super) has_order: bool,
    tag: Option<&'a str>,
}

/// Where a struct stands: its fields are attributes and blocks of a body, or attributes of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Position {
    #[default]
    Body,
    Object,
}

/// The name of attributes and blocks that may have any name.
pub(super) const ANY_NAME: &str = "*";

/// The fields of a struct, with those of its flattened parts.
impl<'a> BodyDescription<'a> {
    pub(super) fn of(node: Node<'a>, position: Position) -> Self {
        Self::within(node, position, &mut Vec::new())
    }

    /// The body of a block.
    pub(super) fn of_block(form: &BlockForm<'a>) -> Self {
        if form.variants.is_empty() {
            return Self::of(form.body, Position::Body);
        }
        let mut body = Self::about(&form.body.facts(), Position::Body);
        body.add_part(Self::of_variants(&form.variants, Position::Body, &mut Vec::new()));
        body
    }

    fn about(facts: &Facts<'a>, position: Position) -> Self {
        BodyDescription {
            identity: facts.identity(),
            position,
            name: facts.name,
            documentation: facts.text("description"),
            is_closed: facts.is_closed(),
            ..Self::default()
        }
    }

    fn within(node: Node<'a>, position: Position, outer: &mut Vec<Identity>) -> Self {
        let facts = node.facts();
        let mut body = Self::about(&facts, position);
        if outer.contains(&body.identity) {
            return body;
        }
        outer.push(body.identity);
        for (name, schema) in facts.properties() {
            let is_required = facts.required().any(|required| required == name);
            body.add_field(name, schema, is_required);
        }
        body.takes_any_labels |= facts.hcl() == Some(ANY);
        if let Some(others) = facts.others() {
            body.add_others(others);
        }
        if let Some(block) = facts.items().filter(|_| position == Position::Body) {
            body.add_all_blocks(block);
        }
        for alternatives in &facts.choices {
            body.add_part(Self::of_variants(alternatives, position, outer));
        }
        outer.pop();
        body
    }

    fn add_field(&mut self, name: &'a str, field: Node<'a>, is_required: bool) {
        if self.position == Position::Object {
            let values = vec![(field, None)];
            return self.add(name, field, is_required, Forms { values, ..Forms::default() });
        }
        let label = name.strip_prefix("$label");
        match (name, label, label.and_then(|rest| rest.strip_prefix(':'))) {
            ("$blocks", ..) => {
                field.facts().items().into_iter().for_each(|block| self.add_all_blocks(block));
            }
            ("$labels", ..) => match field.facts().tuple() {
                Some(labels) => {
                    let values = labels.map(ValueDescription::of);
                    self.labels.extend(values.map(|value| LabelDescription::of_field(None, value)));
                }
                None => self.takes_any_labels = true,
            },
            (_, Some(""), label) | (_, _, label @ Some(_)) => {
                self.labels.push(LabelDescription::of_field(label, ValueDescription::of(field)));
            }
            _ => self.add(name, field, is_required, forms(field, &mut Vec::new())),
        }
    }

    /// Adds an attribute, blocks or both.
    fn add(&mut self, name: &'a str, field: Node<'a>, is_required: bool, forms: Forms<'a>) {
        for form in forms.blocks {
            let block = ItemDescription::new(name, field, is_required, form);
            // The elements of a tuple can have the same type.
            if !self.blocks.iter().any(|known| known.is_same(&block)) {
                self.blocks.push(block);
            }
        }
        if !forms.values.is_empty() {
            let value = ValueDescription::of_alternatives(&forms.values);
            // A unit is not written.
            let is_required = is_required && !value.is_unit();
            self.attributes.push(ItemDescription::new(name, field, is_required, value));
        }
    }

    /// Adds the block types of a field `$blocks`: the variants of an enum.
    fn add_all_blocks(&mut self, item: Node<'a>) {
        static EMPTY: LazyLock<Json> = LazyLock::new(|| json!({ "type": "object" }));
        self.has_order = true;
        let forms = forms(item, &mut Vec::new());
        for mut form in forms.blocks {
            form.is_repeated = true;
            let node = form.body;
            match form.labels.first().and_then(LabelDescription::variant) {
                Some(name) => {
                    form.labels.remove(0);
                    self.blocks.push(ItemDescription::new(name, node, false, form));
                }
                None => self.other_blocks.push(ItemDescription::new(ANY_NAME, node, false, form)),
            }
        }
        for (node, _) in forms.values {
            for name in node.facts().listed().filter_map(Json::as_str) {
                let empty = BlockForm::of(node.with(&EMPTY));
                let form = BlockForm { is_repeated: true, ..empty };
                self.blocks.push(ItemDescription::new(name, node, false, form));
            }
        }
    }

    /// Adds what a map has under any name.
    fn add_others(&mut self, value: Node<'a>) {
        let mut others = BodyDescription { position: self.position, ..Self::default() };
        others.add_field(ANY_NAME, value, false);
        if value.schema.as_bool() == Some(true) && self.position == Position::Body {
            others.add_field(ANY_NAME, value.with(&ANY_BLOCK), false);
        }
        self.other_attribute = others.attributes.pop();
        self.other_blocks = others.blocks;
    }

    /// Adds the content of a flattened part.
    fn add_part(&mut self, part: Self) {
        self.attributes.extend(part.attributes);
        self.blocks.extend(part.blocks);
        self.other_attribute = self.other_attribute.take().or(part.other_attribute);
        self.other_blocks.extend(part.other_blocks);
        self.labels.extend(part.labels);
        self.takes_any_labels |= part.takes_any_labels;
        self.has_order |= part.has_order;
        self.tag = self.tag.or(part.tag);
    }

    /// The fields of all variants of an enum.
    fn of_variants(variants: &[Node<'a>], position: Position, outer: &mut Vec<Identity>) -> Self {
        let bodies = variants.iter().map(|variant| (*variant, variant.facts()));
        let bodies: Vec<_> =
            bodies.filter(|(_, facts)| facts.is_object() || !facts.choices.is_empty()).collect();
        let tag = bodies.first().and_then(|(_, facts)| {
            let mut names = facts.properties().map(|(name, _)| name);
            names.find(|name| bodies.iter().all(|(_, facts)| constant(facts, name).is_some()))
        });
        let names: Vec<_> = bodies.iter().map(|(_, facts)| variant_name(facts, tag)).collect();
        let mut merged = BodyDescription { tag, is_closed: true, ..Self::default() };
        for ((node, facts), &name) in bodies.iter().zip(&names) {
            let mut body = Self::within(*node, position, outer);
            let documentation = facts.text("description");
            for mut attribute in body.attributes.drain(..) {
                attribute.content.set_documentation(documentation);
                let same = merged.attributes.iter_mut().find(|it| it.name() == attribute.name());
                match same {
                    Some(same) => {
                        same.content.add(attribute.content.clone());
                        same.join(attribute.in_variant(name));
                    }
                    None => merged.attributes.push(attribute.in_variant(name)),
                }
            }
            for block in body.blocks.drain(..) {
                match merged.blocks.iter_mut().find(|known| known.is_same(&block)) {
                    Some(same) => same.join(block.in_variant(name)),
                    None => merged.blocks.push(block.in_variant(name)),
                }
            }
            for (index, mut label) in body.labels.drain(..).enumerate() {
                label.value.iter_mut().for_each(|value| value.set_documentation(documentation));
                match merged.labels.get_mut(index) {
                    Some(known) => {
                        known.value.iter_mut().zip(label.value).for_each(|(to, it)| to.add(it));
                    }
                    None => merged.labels.push(label),
                }
            }
            merged.is_closed &= body.is_closed;
            merged.has_order |= body.has_order;
            merged.add_part(body);
        }
        // A flattened option may also be nothing.
        let is_needed =
            variants.iter().all(|it| it.schema.as_object().is_none_or(|it| !it.is_empty()));
        merged.attributes.iter_mut().for_each(|it| it.finish(&names, is_needed));
        merged.blocks.iter_mut().for_each(|it| it.finish(&names, is_needed));
        merged
    }

    /// The name of the Rust type, if schemars has one.
    pub fn name(&self) -> Option<&'a str> {
        self.name
    }

    /// The documentation of the type.
    pub fn documentation(&self) -> Option<&'a str> {
        self.documentation
    }

    /// The attributes. A name can be that of an attribute and of a block type, for instance of an enum with
    /// some variants that are structs.
    pub fn attributes(&self) -> &[AttributeDescription<'a>] {
        &self.attributes
    }

    /// The attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&AttributeDescription<'a>> {
        self.attributes.iter().find(|attribute| attribute.name() == name)
    }

    /// The block types.
    pub fn blocks(&self) -> &[BlockDescription<'a>] {
        &self.blocks
    }

    /// The block types of this name. There are several if the body depends on a label.
    pub fn blocks_named<'b>(
        &'b self,
        name: &str,
    ) -> impl Iterator<Item = &'b BlockDescription<'a>> {
        self.blocks.iter().filter(move |block| block.name() == name)
    }

    /// The labels that fields of the body take.
    pub fn labels(&self) -> &[LabelDescription<'a>] {
        &self.labels
    }

    /// Whether there can be any number of further labels: a field `$labels` takes them.
    pub fn takes_any_labels(&self) -> bool {
        self.takes_any_labels
    }

    /// The attribute that decides which of the [variants](ItemDescription::variants) the body is.
    pub fn tag(&self) -> Option<&'a str> {
        self.tag
    }

    /// The attribute that stands for all attributes of other names, from a map. Its name is `*`.
    pub fn other_attribute(&self) -> Option<&AttributeDescription<'a>> {
        self.other_attribute.as_ref()
    }

    /// The block types that stand for all blocks of other types, from a map or a field for any
    /// [block](crate::Block). Their name is `*`.
    pub fn other_blocks(&self) -> &[BlockDescription<'a>] {
        &self.other_blocks
    }

    /// Whether other names are errors: `deny_unknown_fields`. They are ignored otherwise, if nothing
    /// stands for them.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }
}

impl PartialEq for BodyDescription<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.identity == other.identity && self.position == other.position
    }
}

impl Eq for BodyDescription<'_> {}

/// The value that a field has in a variant.
fn constant<'a>(facts: &Facts<'a>, name: &str) -> Option<&'a str> {
    let (_, field) = facts.properties().find(|(field, _)| *field == name)?;
    field.schema.get("const").and_then(|value| value.as_str())
}

/// The value of the tag; without a tag, the name of the variant's type or of its first field.
fn variant_name<'a>(facts: &Facts<'a>, tag: Option<&str>) -> &'a str {
    let value = tag.and_then(|tag| constant(facts, tag));
    value.or(facts.name).or(facts.properties().next().map(|(name, _)| name)).unwrap_or_default()
}
