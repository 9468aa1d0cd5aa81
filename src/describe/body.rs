//! The content of a body: collects the fields of a struct, of its flattened parts and of the variants of an
//! enum.

use std::ptr;
use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::forms::{ANY, ANY_BLOCK, BlockForm, Form, forms};
use super::label::LabelDescription;
use super::node::{Facts, Node, Object};
use super::value::{ValueDescription, value_of};
use crate::Value;

/// The permitted content of a body: attributes, blocks and labels.
///
/// First come required attributes, in the order of the fields, then the others, by name; with the feature
/// `preserve_order` of schemars, they are in the order of the fields, too.
///
/// Two descriptions are equal if they are of the same type in the same [`Description`](super::Description).
#[derive(Clone, Debug)]
pub struct BodyDescription<'a> {
    structure: Option<&'a Object>,
    position: Position,
    name: Option<&'a str>,
    documentation: Option<&'a str>,
    content: Content<'a>,
}

/// An attribute of a body.
#[derive(Clone, Debug)]
pub struct AttributeDescription<'a> {
    source: Node<'a>,
    name: &'a str,
    is_required: bool,
    variants: Vec<&'a str>,
    value: ValueDescription<'a>,
}

/// A block type of a body.
///
/// A block type whose bodies depend on a label has one description for each value of that
/// [label](LabelDescription::variant).
#[derive(Clone, Debug)]
pub struct BlockDescription<'a> {
    source: Node<'a>,
    name: &'a str,
    is_required: bool,
    variants: Vec<&'a str>,
    form: BlockForm<'a>,
}

/// Where a struct stands: its fields are attributes and blocks of a body, or attributes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Body,
    Object,
}

/// The name of attributes and blocks that may have any name.
pub(super) const ANY_NAME: &str = "*";

impl<'a> BodyDescription<'a> {
    pub(super) fn of(owner: Node<'a>, bodies: &[Node<'a>], position: Position) -> Self {
        let facts = match bodies {
            [body] => body.facts(),
            _ => owner.facts(),
        };
        let content = match bodies {
            [body] => Content::of(*body, position, &mut Vec::new()),
            bodies => Content::of_variants(bodies, position, &mut Vec::new()),
        };
        let structure = facts.structure();
        BodyDescription {
            structure,
            position,
            name: facts.name,
            documentation: facts.text("description"),
            content,
        }
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
        &self.content.attributes
    }

    /// The attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&AttributeDescription<'a>> {
        self.content.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The block types.
    pub fn blocks(&self) -> &[BlockDescription<'a>] {
        &self.content.blocks
    }

    /// The block types of this name. There are several if the body depends on a label.
    pub fn blocks_named<'b>(
        &'b self,
        name: &str,
    ) -> impl Iterator<Item = &'b BlockDescription<'a>> {
        self.content.blocks.iter().filter(move |block| block.name == name)
    }

    /// The labels that fields of the body take.
    pub fn labels(&self) -> &[LabelDescription<'a>] {
        &self.content.labels
    }

    /// Whether there can be any number of further labels: a field `$labels` takes them.
    pub fn takes_any_labels(&self) -> bool {
        self.content.takes_any_labels
    }

    /// The attribute that decides which of the [variants](AttributeDescription::variants) the body is.
    pub fn tag(&self) -> Option<&'a str> {
        self.content.tag
    }

    /// The attribute that stands for all attributes of other names, from a map. Its name is `*`.
    pub fn other_attribute(&self) -> Option<&AttributeDescription<'a>> {
        self.content.other_attribute.as_ref()
    }

    /// The block types that stand for all blocks of other types, from a map or a field for any
    /// [block](crate::Block). Their name is `*`.
    pub fn other_blocks(&self) -> &[BlockDescription<'a>] {
        &self.content.other_blocks
    }

    /// The address of the schema.
    pub(super) fn address(&self) -> *const Object {
        self.structure.map_or(ptr::null(), ptr::from_ref)
    }

    /// Whether both are the body, or both are the object, of the same type.
    pub(super) fn is_identical(&self, other: &Self) -> bool {
        self == other && self.position == other.position
    }

    /// Whether other names are errors: `deny_unknown_fields`. They are ignored otherwise, if nothing
    /// stands for them.
    pub fn is_closed(&self) -> bool {
        self.content.is_closed
    }
}

impl PartialEq for BodyDescription<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.address() == other.address()
    }
}

impl Eq for BodyDescription<'_> {}

impl<'a> AttributeDescription<'a> {
    /// The name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The permitted values.
    pub fn value(&self) -> &ValueDescription<'a> {
        &self.value
    }

    /// Whether the body must have it; if it is only in some [variants](Self::variants), whether these must
    /// have it.
    pub fn is_required(&self) -> bool {
        self.is_required
    }

    /// The names of the variants of the body that have the attribute; none if all have it. For a body with a
    /// [tag](BodyDescription::tag) they are values of that attribute.
    pub fn variants(&self) -> &[&'a str] {
        &self.variants
    }

    /// The documentation of the field, or else of its type.
    pub fn documentation(&self) -> Option<&'a str> {
        self.source.facts().text("description")
    }

    /// Whether the field is `#[deprecated]`.
    pub fn is_deprecated(&self) -> bool {
        self.source.facts().flag("deprecated")
    }

    /// The value of the field if the attribute is absent, from `#[serde(default)]`; `None` if it is null.
    pub fn default(&self) -> Option<Value> {
        let default = self.source.facts().get("default").filter(|value| !value.is_null());
        default.map(value_of)
    }

    /// The documentation and the default as JSON Schema.
    pub(super) fn annotations(&self) -> impl Iterator<Item = (String, Json)> + use<'a> {
        let facts = self.source.facts();
        ["description", "default", "deprecated", "examples"]
            .into_iter()
            .filter_map(move |key| Some((key.to_owned(), facts.get(key)?.clone())))
            .filter(|(_, value)| !value.is_null())
    }

    /// The first example, from `#[schemars(example = …)]`.
    pub fn example(&self) -> Option<Value> {
        let examples = self.source.facts().get("examples").and_then(|list| list.as_array());
        examples.and_then(|examples| examples.first()).map(value_of)
    }
}

impl<'a> BlockDescription<'a> {
    /// The block type.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The labels, in order.
    pub fn labels(&self) -> Vec<LabelDescription<'a>> {
        let of_body = self.body().content.labels;
        self.form.labels.iter().cloned().chain(of_body).collect()
    }

    /// The content of the block. It is described when this is called, because a type can contain itself.
    pub fn body(&self) -> BodyDescription<'a> {
        BodyDescription::of(self.form.owner, &self.form.bodies, Position::Body)
    }

    /// Whether the body must have such a block. If there are several descriptions of one name, it must
    /// have one of them. A list of blocks can also be the attribute `name = []`.
    pub fn is_required(&self) -> bool {
        self.is_required
    }

    /// Whether there can be several blocks. Those of a map must have different labels.
    pub fn is_repeated(&self) -> bool {
        self.form.is_repeated
    }

    /// The least number of blocks: that of a tuple or an array, 1 for other required blocks, or 0.
    pub fn min_count(&self) -> u64 {
        let least = self.form.counts.and_then(|(least, _)| least).unwrap_or(1);
        if self.is_required { least } else { 0 }
    }

    /// The greatest number of blocks; `None` if there is no limit.
    pub fn max_count(&self) -> Option<u64> {
        match self.is_repeated() {
            true => self.form.counts.and_then(|(_, most)| most),
            false => Some(1),
        }
    }

    /// The names of the variants of the outer body that have the block; none if all have it.
    pub fn variants(&self) -> &[&'a str] {
        &self.variants
    }

    /// The documentation of the field, or else of its type.
    pub fn documentation(&self) -> Option<&'a str> {
        self.source.facts().text("description").or_else(|| self.body().documentation)
    }

    /// Whether the field is `#[deprecated]`.
    pub fn is_deprecated(&self) -> bool {
        self.source.facts().flag("deprecated")
    }

    /// Whether labels can also be attributes of objects in a map.
    pub(super) fn can_be_object(&self) -> bool {
        !self.form.labels.is_empty() && self.form.labels.len() < self.labels().len()
    }

    /// The field as a value.
    pub(super) fn field(&self) -> ValueDescription<'a> {
        ValueDescription::of(self.source)
    }

    /// Whether this stands for any blocks.
    pub(super) fn is_any(&self) -> bool {
        self.form.owner.facts().hcl() == Some(ANY)
    }

    /// Whether this is the same block type in another variant.
    fn is_same(&self, other: &Self) -> bool {
        let variant =
            |it: &Self| it.form.labels.iter().map(LabelDescription::variant).collect::<Vec<_>>();
        self.name == other.name && variant(self) == variant(other) && self.body() == other.body()
    }
}

/// The fields of a struct, with those of its flattened parts.
#[derive(Clone, Debug, Default)]
struct Content<'a> {
    attributes: Vec<AttributeDescription<'a>>,
    blocks: Vec<BlockDescription<'a>>,
    other_attribute: Option<AttributeDescription<'a>>,
    other_blocks: Vec<BlockDescription<'a>>,
    labels: Vec<LabelDescription<'a>>,
    takes_any_labels: bool,
    is_closed: bool,
    tag: Option<&'a str>,
}

impl<'a> Content<'a> {
    fn of(node: Node<'a>, position: Position, outer: &mut Vec<*const Object>) -> Self {
        let facts = node.facts();
        let mut content = Content { is_closed: facts.is_closed(), ..Content::default() };
        if outer.contains(&facts.identity()) {
            return content;
        }
        outer.push(facts.identity());
        for (name, schema) in facts.properties() {
            let is_required = facts.required().any(|required| required == name);
            content.add_field(name, schema, is_required, position);
        }
        content.takes_any_labels |= facts.hcl() == Some(ANY);
        if let Some(others) = facts.others() {
            content.add_others(others, position);
        }
        if let Some(block) = facts.items().filter(|_| position == Position::Body) {
            content.add_all_blocks(block);
        }
        for alternatives in &facts.choices {
            content.add_part(Content::of_variants(alternatives, position, outer));
        }
        outer.pop();
        content
    }

    fn add_field(&mut self, name: &'a str, field: Node<'a>, is_required: bool, position: Position) {
        if position == Position::Object {
            return self.add(name, field, is_required, vec![Form::Attribute(field, None)]);
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
            _ => self.add(name, field, is_required, forms(field)),
        }
    }

    /// Adds an attribute, blocks or both.
    fn add(&mut self, name: &'a str, source: Node<'a>, is_required: bool, forms: Vec<Form<'a>>) {
        let mut values = Vec::new();
        for form in forms {
            match form {
                Form::Attribute(node, documentation) => values.push((node, documentation)),
                Form::Block(form) => {
                    let variants = Vec::new();
                    let block = BlockDescription { source, name, is_required, variants, form };
                    // The elements of a tuple can have the same type.
                    if !self.blocks.iter().any(|known| known.is_same(&block)) {
                        self.blocks.push(block);
                    }
                }
            }
        }
        if !values.is_empty() {
            let value = ValueDescription::of_alternatives(values);
            // Nothing is written for a unit.
            let is_required = is_required && !value.is_unit();
            let variants = Vec::new();
            self.attributes.push(AttributeDescription {
                source,
                name,
                is_required,
                variants,
                value,
            });
        }
    }

    /// Adds the block types of a field `$blocks`: the variants of an enum.
    fn add_all_blocks(&mut self, item: Node<'a>) {
        static EMPTY: LazyLock<Json> = LazyLock::new(|| json!({ "type": "object" }));
        let mut add = |name: Option<&'a str>, source: Node<'a>, mut form: BlockForm<'a>| {
            form.is_repeated = true;
            let (is_required, variants) = (false, Vec::new());
            let block = BlockDescription { source, name: ANY_NAME, is_required, variants, form };
            match name {
                Some(name) => self.blocks.push(BlockDescription { name, ..block }),
                None => self.other_blocks.push(block),
            }
        };
        for form in forms(item) {
            match form {
                Form::Block(mut form) => {
                    let name = form.labels.first().and_then(LabelDescription::variant);
                    if name.is_some() {
                        form.labels.remove(0);
                    }
                    add(name, form.owner, form);
                }
                Form::Attribute(node, _) => {
                    for name in node.facts().listed().filter_map(Json::as_str) {
                        add(Some(name), node, BlockForm::of(node.with(&EMPTY)));
                    }
                }
            }
        }
    }

    /// Adds what a map has under any name.
    fn add_others(&mut self, value: Node<'a>, position: Position) {
        let mut others = Content::default();
        others.add_field(ANY_NAME, value, false, position);
        if value.schema.as_bool() == Some(true) && position == Position::Body {
            others.add_field(ANY_NAME, value.with(&ANY_BLOCK), false, position);
        }
        self.other_attribute = others.attributes.pop();
        self.other_blocks = others.blocks;
    }

    /// Adds the content of a flattened part.
    fn add_part(&mut self, part: Content<'a>) {
        self.attributes.extend(part.attributes);
        self.blocks.extend(part.blocks);
        self.other_attribute = self.other_attribute.take().or(part.other_attribute);
        self.other_blocks.extend(part.other_blocks);
        self.labels.extend(part.labels);
        self.takes_any_labels |= part.takes_any_labels;
        self.tag = self.tag.or(part.tag);
    }

    /// The fields of all variants of an enum.
    fn of_variants(
        variants: &[Node<'a>],
        position: Position,
        outer: &mut Vec<*const Object>,
    ) -> Self {
        let bodies: Vec<_> = variants.iter().map(|variant| (*variant, variant.facts())).collect();
        let bodies: Vec<_> = bodies
            .into_iter()
            .filter(|(_, facts)| facts.is_object() || !facts.choices.is_empty())
            .collect();
        let tag = bodies.first().and_then(|(_, facts)| {
            let mut names = facts.properties().map(|(name, _)| name);
            names.find(|name| bodies.iter().all(|(_, facts)| constant(facts, name).is_some()))
        });
        let mut merged = Content { tag, is_closed: true, ..Content::default() };
        let (mut attributes, mut blocks) = (Merged::default(), Merged::default());
        for (node, facts) in &bodies {
            let name = variant_name(facts, tag);
            let mut content = Content::of(*node, position, outer);
            for mut attribute in content.attributes.drain(..) {
                attribute.value.set_documentation(facts.text("description"));
                let same = |known: &AttributeDescription<'a>| known.name == attribute.name;
                attributes.add(same, name, attribute.clone());
            }
            for block in content.blocks.drain(..) {
                blocks.add(|known| known.is_same(&block), name, block.clone());
            }
            let labels = std::mem::take(&mut content.labels);
            for (index, mut label) in labels.into_iter().enumerate() {
                label.set_documentation(facts.text("description"));
                match merged.labels.get_mut(index) {
                    Some(known) => known.add(&label),
                    None => merged.labels.push(label),
                }
            }
            merged.is_closed &= content.is_closed;
            merged.add_part(content);
        }
        // A flattened option may also be nothing.
        let is_needed =
            variants.iter().all(|it| it.schema.as_object().is_none_or(|it| !it.is_empty()));
        merged.attributes = attributes.finish(bodies.len(), is_needed);
        merged.blocks = blocks.finish(bodies.len(), is_needed);
        merged
    }
}

/// An attribute or a block type of variants.
trait OfVariants<'a> {
    fn parts(&mut self) -> (&mut bool, &mut Vec<&'a str>);
    fn add_values(&mut self, other: &Self);
}

impl<'a> OfVariants<'a> for AttributeDescription<'a> {
    fn parts(&mut self) -> (&mut bool, &mut Vec<&'a str>) {
        (&mut self.is_required, &mut self.variants)
    }

    fn add_values(&mut self, other: &Self) {
        self.value.add(&other.value);
    }
}

impl<'a> OfVariants<'a> for BlockDescription<'a> {
    fn parts(&mut self) -> (&mut bool, &mut Vec<&'a str>) {
        (&mut self.is_required, &mut self.variants)
    }

    fn add_values(&mut self, _: &Self) {}
}

/// The items of all variants, each with the number of variants that have it.
struct Merged<T>(Vec<(T, usize)>);

impl<T> Default for Merged<T> {
    fn default() -> Self {
        Merged(Vec::new())
    }
}

impl<'a, T: OfVariants<'a>> Merged<T> {
    fn add(&mut self, is_same: impl Fn(&T) -> bool, variant: &'a str, mut item: T) {
        let is_own = item.parts().1.is_empty();
        if is_own {
            item.parts().1.push(variant);
        }
        match self.0.iter_mut().find(|(known, _)| is_same(known)) {
            Some((known, count)) => {
                known.add_values(&item);
                let (is_required, variants) = item.parts();
                *known.parts().0 &= *is_required;
                known.parts().1.append(variants);
                *count += usize::from(is_own);
            }
            None => self.0.push((item, usize::from(is_own))),
        }
    }

    /// Removes the list of variants from the items that all variants have. Items are required only if one of the
    /// variants is.
    fn finish(self, variants: usize, is_needed: bool) -> Vec<T> {
        let finished = self.0.into_iter().map(|(mut item, count)| {
            if count == variants {
                item.parts().1.clear();
                *item.parts().0 &= is_needed;
            }
            item
        });
        finished.collect()
    }
}

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
