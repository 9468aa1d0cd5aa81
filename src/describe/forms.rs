//! Decides whether a value is an attribute or blocks, by the type alone. These are the rules by which the
//! serializer decides for a value: see the header of `src/ser/shape.rs`.

use std::sync::LazyLock;

use schemars::{Schema, json_schema};
use serde_json::Value as Json;

use super::item::LabelDescription;
use super::node::{Facts, HCL, Identity, Node};

/// The schema of any block.
pub(super) static ANY_BLOCK: LazyLock<Json> = LazyLock::new(|| any_block().to_value());

pub(super) fn any_block() -> Schema {
    json_schema!({ "type": "object", HCL: ANY, "additionalProperties": true })
}

/// Says in a schema that any block is permitted.
pub(super) const ANY: &str = "any-block";

/// The ways to write a value under a name.
#[derive(Default)]
pub(super) struct Forms<'a> {
    pub(super) blocks: Vec<BlockForm<'a>>,
    /// The schemas of an attribute, with the documentation of their variants.
    pub(super) values: Vec<(Node<'a>, Option<&'a str>)>,
}

/// A way to write a value as blocks.
#[derive(Clone, Debug)]
pub struct BlockForm<'a> {
    /// The labels that are not fields of the body: the keys of maps, and the names of variants.
    pub(super) labels: Vec<LabelDescription<'a>>,
    /// The schema of the body.
    pub(super) body: Node<'a>,
    /// The variants of the body, if they are told apart by their content.
    pub(super) variants: Vec<Node<'a>>,
    pub(super) is_repeated: bool,
    /// The least and the greatest number of elements of a sequence.
    pub(super) counts: [Option<u64>; 2],
}

impl<'a> BlockForm<'a> {
    /// One block.
    pub(super) fn of(body: Node<'a>) -> Self {
        let (labels, variants) = (Vec::new(), Vec::new());
        BlockForm { labels, body, variants, is_repeated: false, counts: [None; 2] }
    }

    fn labelled(mut self, label: LabelDescription<'a>) -> Self {
        self.labels.insert(0, label);
        self
    }
}

/// The ways to write a value of this schema in a body. A type that contains itself without a struct between is
/// an expression.
pub(super) fn forms<'a>(node: Node<'a>, outer: &mut Vec<Identity>) -> Forms<'a> {
    let facts = node.facts();
    let block = |form| Forms { blocks: vec![form], ..Forms::default() };
    let mut found = Forms::default();
    if !outer.contains(&facts.identity()) {
        outer.push(facts.identity());
        found = match (facts.hcl(), facts.items()) {
            (Some("block"), Some(element)) => {
                block(BlockForm { is_repeated: true, ..BlockForm::of(element) })
            }
            (Some("block" | "body" | ANY), _) => block(BlockForm::of(node)),
            (Some(_), _) => found,
            (None, _) if facts.is_map() => of_map(&facts, outer),
            (None, _) if facts.is_object() => block(BlockForm::of(node)),
            (None, _) if !facts.choices.is_empty() => of_enum(node, &facts, outer),
            (None, _) => of_sequence(&facts, outer),
        };
        outer.pop();
    }
    if found.blocks.is_empty() {
        found.values = vec![(node, None)];
    }
    found
}

/// A sequence of bodies is a block for each of them.
fn of_sequence<'a>(facts: &Facts<'a>, outer: &mut Vec<Identity>) -> Forms<'a> {
    let elements: Vec<_> = match facts.tuple() {
        Some(elements) => elements.collect(),
        None => facts.items().into_iter().collect(),
    };
    let mut forms = of_elements(facts, elements, outer, |block| !block.is_repeated);
    let counts = ["minItems", "maxItems"].map(|key| facts.get(key).and_then(Json::as_u64));
    forms.blocks.iter_mut().for_each(|block| block.counts = counts);
    forms
}

/// The keys of a map of bodies are labels.
fn of_map<'a>(facts: &Facts<'a>, outer: &mut Vec<Identity>) -> Forms<'a> {
    let mut forms = of_elements(facts, facts.others(), outer, |_| true);
    for block in &mut forms.blocks {
        block.counts = [None; 2];
        block.labels.insert(0, LabelDescription::default());
    }
    forms
}

/// The forms of the elements as repeated blocks; and an attribute, if there can be elements in another form.
fn of_elements<'a>(
    facts: &Facts<'a>,
    elements: impl IntoIterator<Item = Node<'a>>,
    outer: &mut Vec<Identity>,
    is_block: fn(&BlockForm<'a>) -> bool,
) -> Forms<'a> {
    let mut found = Forms::default();
    for element in elements {
        let inner = forms(element, outer);
        let (blocks, others): (Vec<_>, Vec<_>) = inner.blocks.into_iter().partition(is_block);
        if blocks.is_empty() {
            return Forms::default();
        }
        if !(others.is_empty() && inner.values.is_empty()) || element.facts().is_nullable {
            found.values = vec![(facts.node, None)];
        }
        let repeated = blocks.into_iter().map(|block| BlockForm { is_repeated: true, ..block });
        found.blocks.extend(repeated);
    }
    found
}

/// The name of a variant with a body is the first label. An enum whose variants are told apart otherwise has
/// one body.
fn of_enum<'a>(node: Node<'a>, facts: &Facts<'a>, outer: &mut Vec<Identity>) -> Forms<'a> {
    let mut found = Forms::default();
    let mut bodies: Vec<BlockForm<'a>> = Vec::new();
    for alternative in facts.choices.iter().flatten() {
        let own = alternative.facts();
        let documentation = own.text("description");
        let Some((name, content)) = own.variant() else {
            let inner = forms(*alternative, outer);
            let (own, others): (Vec<_>, Vec<_>) =
                inner.blocks.into_iter().partition(|it| it.labels.is_empty() && !it.is_repeated);
            bodies.extend(own);
            found.blocks.extend(others);
            found.values.extend(inner.values);
            continue;
        };
        let about = content.facts();
        let label = LabelDescription::of_variant(name, documentation.or(about.text("description")));
        if outer.contains(&about.identity()) {
            // There can be any number of labels.
            found.blocks.push(BlockForm::of(content.with(&ANY_BLOCK)).labelled(label));
            found.values.push((*alternative, documentation));
            continue;
        }
        let inner = forms(content, outer);
        let (blocks, others): (Vec<_>, Vec<_>) =
            inner.blocks.into_iter().partition(|block| !block.is_repeated);
        if !(others.is_empty() && inner.values.is_empty()) || about.is_nullable {
            found.values.push((*alternative, documentation));
        }
        found.blocks.extend(blocks.into_iter().map(|block| block.labelled(label.clone())));
    }
    if bodies.len() < 2 {
        found.blocks.extend(bodies);
    } else {
        let variants = bodies.into_iter().flat_map(|block| match block.variants.is_empty() {
            true => vec![block.body],
            false => block.variants,
        });
        found.blocks.push(BlockForm { variants: variants.collect(), ..BlockForm::of(node) });
    }
    found
}
