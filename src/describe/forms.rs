//! Decides whether a value is an attribute or blocks, by the type alone. These are the rules by which the
//! serializer decides for a value: see the header of `src/ser/shape.rs`.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::label::LabelDescription;
use super::node::{Facts, HCL, Node, Object};

/// The schema of any block.
pub(super) static ANY_BLOCK: LazyLock<Json> =
    LazyLock::new(|| json!({ "type": "object", HCL: ANY, "additionalProperties": true }));

/// Says in a schema that any block is permitted.
pub(super) const ANY: &str = "any-block";

/// A way to write a value under a name.
#[derive(Clone, Debug)]
pub(super) enum Form<'a> {
    /// An attribute. The documentation is that of the variant.
    Attribute(Node<'a>, Option<&'a str>),
    Block(BlockForm<'a>),
}

#[derive(Clone, Debug)]
pub(super) struct BlockForm<'a> {
    /// The labels that are not fields of the body: the keys of maps, and the names of variants.
    pub(super) labels: Vec<LabelDescription<'a>>,
    /// The schema of the body; of an enum without labels for its variants, that of each variant.
    pub(super) bodies: Vec<Node<'a>>,
    /// The schema of the field's type, or of the variant.
    pub(super) owner: Node<'a>,
    pub(super) is_repeated: bool,
    /// The least and the greatest number of elements of a sequence.
    pub(super) counts: Option<(Option<u64>, Option<u64>)>,
}

impl<'a> BlockForm<'a> {
    /// One block.
    pub(super) fn of(body: Node<'a>) -> Self {
        let bodies = vec![body];
        BlockForm { labels: Vec::new(), bodies, owner: body, is_repeated: false, counts: None }
    }
}

impl<'a> Form<'a> {
    fn block(owner: Node<'a>, bodies: Vec<Node<'a>>) -> Self {
        Form::Block(BlockForm { bodies, ..BlockForm::of(owner) })
    }

    fn is_single_block(&self) -> bool {
        matches!(self, Form::Block(block) if !block.is_repeated)
    }
}

/// The ways to write a value of this schema in a body.
pub(super) fn forms<'a>(node: Node<'a>) -> Vec<Form<'a>> {
    forms_within(node, &mut Vec::new())
}

/// A type that contains itself without a struct between is an expression.
fn forms_within<'a>(node: Node<'a>, outer: &mut Vec<*const Object>) -> Vec<Form<'a>> {
    let facts = node.facts();
    if outer.contains(&facts.identity()) {
        return vec![Form::Attribute(node, None)];
    }
    outer.push(facts.identity());
    let forms = match facts.hcl() {
        Some("block") => block_forms(node, &facts),
        Some("body" | ANY) => vec![Form::block(node, vec![node])],
        Some(_) => Vec::new(),
        None if facts.is_map() => of_map(&facts, outer),
        None if facts.is_object() => vec![Form::block(node, vec![node])],
        None if !facts.choices.is_empty() => of_enum(node, &facts, outer),
        None => of_sequence(&facts, outer),
    };
    outer.pop();
    match forms.iter().any(|form| matches!(form, Form::Block(_))) {
        true => forms,
        false => vec![Form::Attribute(node, None)],
    }
}

/// A sequence of bodies is a block for each of them.
fn of_sequence<'a>(facts: &Facts<'a>, outer: &mut Vec<*const Object>) -> Vec<Form<'a>> {
    let elements: Vec<_> = match facts.tuple() {
        Some(elements) => elements.collect(),
        None => facts.items().into_iter().collect(),
    };
    let all: Vec<_> = elements.iter().map(|it| forms_within(*it, outer)).collect();
    if !all.iter().all(|forms| forms.iter().any(Form::is_single_block)) {
        return Vec::new();
    }
    let counts = ["minItems", "maxItems"].map(|key| facts.get(key).and_then(Json::as_u64));
    let mut forms = elements_as_blocks(facts, &elements, all, Form::is_single_block);
    for form in &mut forms {
        if let Form::Block(block) = form {
            block.counts = Some(counts.into());
        }
    }
    forms
}

/// The keys of a map of bodies are labels.
fn of_map<'a>(facts: &Facts<'a>, outer: &mut Vec<*const Object>) -> Vec<Form<'a>> {
    let Some(value) = facts.others() else { return Vec::new() };
    let all = vec![forms_within(value, outer)];
    let mut forms = elements_as_blocks(facts, &[value], all, |form| matches!(form, Form::Block(_)));
    for form in &mut forms {
        if let Form::Block(block) = form {
            block.counts = None;
            block.labels.insert(0, LabelDescription::default());
        }
    }
    forms
}

/// The forms of the elements as repeated blocks; and an attribute, if there can be elements in another form.
fn elements_as_blocks<'a>(
    facts: &Facts<'a>,
    elements: &[Node<'a>],
    forms: Vec<Vec<Form<'a>>>,
    is_block: impl Fn(&Form<'a>) -> bool,
) -> Vec<Form<'a>> {
    let (mut blocks, others): (Vec<_>, Vec<_>) = forms.into_iter().flatten().partition(is_block);
    for form in &mut blocks {
        if let Form::Block(block) = form {
            block.is_repeated = true;
        }
    }
    if !others.is_empty() || elements.iter().any(|element| element.facts().is_nullable) {
        blocks.push(Form::Attribute(facts.node, None));
    }
    blocks
}

/// The name of a variant with a body is the first label. An enum whose variants are told apart otherwise has
/// one body.
fn of_enum<'a>(node: Node<'a>, facts: &Facts<'a>, outer: &mut Vec<*const Object>) -> Vec<Form<'a>> {
    let (mut forms, mut bodies, mut owner) = (Vec::new(), Vec::new(), node);
    for alternative in facts.choices.iter().flatten() {
        let own = alternative.facts();
        let Some((name, content)) = own.variant() else {
            for form in forms_within(*alternative, outer) {
                match form {
                    Form::Block(block) if block.labels.is_empty() && !block.is_repeated => {
                        owner = if bodies.is_empty() { block.owner } else { node };
                        bodies.extend(block.bodies);
                    }
                    form => forms.push(form),
                }
            }
            continue;
        };
        if outer.contains(&content.facts().identity()) {
            // There can be any number of labels.
            let label = LabelDescription::of_variant(name, own.text("description"));
            let any = BlockForm::of(content.with(&ANY_BLOCK));
            forms.push(Form::Block(BlockForm { labels: vec![label], ..any }));
            forms.push(Form::Attribute(*alternative, own.text("description")));
            continue;
        }
        let content_forms = forms_within(content, outer);
        let (blocks, attributes): (Vec<_>, Vec<_>) =
            content_forms.into_iter().partition(Form::is_single_block);
        if !attributes.is_empty() || content.facts().is_nullable {
            forms.push(Form::Attribute(*alternative, own.text("description")));
        }
        for form in blocks {
            if let Form::Block(mut block) = form {
                let documentation = own.text("description").or(content.facts().text("description"));
                block.labels.insert(0, LabelDescription::of_variant(name, documentation));
                forms.push(Form::Block(block));
            }
        }
    }
    if !bodies.is_empty() {
        forms.push(Form::block(owner, bodies));
    }
    forms
}

/// A map that is written as a block, or a sequence of them.
fn block_forms<'a>(node: Node<'a>, facts: &Facts<'a>) -> Vec<Form<'a>> {
    let mut form = Form::block(node, vec![node]);
    if let Some(element) = facts.items() {
        form = Form::block(element, vec![element]);
        if let Form::Block(block) = &mut form {
            block.is_repeated = true;
        }
    }
    vec![form]
}
