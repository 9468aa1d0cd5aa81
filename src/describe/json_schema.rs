//! Writes a description as a JSON Schema for documents in JSON syntax.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::body::BodyDescription;
use super::item::{BlockDescription, ItemDescription};
use super::node::{Identity, Object};
use super::value::{Kind, PossibleValue, ValueDescription};

/// Strings with a part that is evaluated can have any value, and escapes make a text longer.
const TEMPLATE: &str = r"\$\{|%\{|^\uFEFF";
const NUMBER: &str = r"^\s*[-+]?(\d|\.\d)|\$\{|%\{";
const BOOL: &str = r"^(true|false)$|\$\{|%\{";

pub(super) fn json_schema(root: &BodyDescription<'_>) -> Json {
    let mut definitions = Definitions::default();
    let mut document = body_schema(root, &mut definitions);
    if root.has_order {
        document = any_of([document, parts_of_body()]);
    }
    document["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    if let Some(name) = root.name() {
        document["title"] = name.into();
    }
    if !definitions.schemas.is_empty() {
        document["$defs"] = definitions.schemas.into();
    }
    document
}

/// The schemas of the bodies and objects, one for each type.
#[derive(Default)]
struct Definitions<'a> {
    names: Vec<(BodyDescription<'a>, String)>,
    schemas: Object,
}

impl<'a> Definitions<'a> {
    /// A reference to the schema of a body.
    fn reference(&mut self, body: &BodyDescription<'a>, name: &str) -> Json {
        let known = self.names.iter().find(|(known, _)| known == body);
        let name = known.map(|(_, name)| name.clone()).unwrap_or_else(|| {
            let name = body.name().unwrap_or(name);
            let is_free = self.names.iter().all(|(_, known)| known != name);
            let count = self.names.len();
            let name = if is_free { name.to_owned() } else { format!("{name}.{count}") };
            self.names.push((body.clone(), name.clone()));
            let schema = body_schema(body, self);
            self.schemas.insert(name.clone(), schema);
            name
        });
        json!({ "$ref": format!("#/$defs/{}", name.replace('~', "~0").replace('/', "~1")) })
    }
}

fn body_schema<'a>(body: &BodyDescription<'a>, definitions: &mut Definitions<'a>) -> Json {
    let attributes = body.attributes().iter().map(|it| (it.name(), necessity(it)));
    let blocks = body.blocks().iter().map(|it| (it.name(), necessity(it)));
    let mut properties = Object::new();
    let mut required: Vec<&str> = Vec::new();
    let mut conditional: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, (is_required, variants)) in attributes.chain(blocks) {
        for variant in variants.iter().filter(|_| is_required) {
            conditional.entry(*variant).or_default().push(name);
        }
        if is_required && variants.is_empty() && !required.contains(&name) {
            required.push(name);
        }
        if !properties.contains_key(name) {
            let schema = item_schema(body, name, is_required, definitions);
            properties.insert(name.to_owned(), schema);
        }
    }
    let mut schema = json!({ "type": "object", "properties": properties });
    if let Some(about) = body.documentation() {
        schema["description"] = about.into();
    }
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    let attribute = body.other_attribute();
    let attribute = attribute.map(|it| value_schema(it.value(), &mut Vec::new(), definitions));
    let blocks = blocks_schema(body.other_blocks().iter().collect(), 0, definitions);
    let others: Vec<_> = attribute.into_iter().chain(blocks).collect();
    if !others.is_empty() || body.is_closed() {
        let others = if others.is_empty() { Json::Bool(false) } else { any_of(others) };
        restrict(&mut schema, others);
    }
    if let Some(tag) = body.tag().filter(|_| !conditional.is_empty()) {
        let conditions = conditional.into_iter().map(|(variant, names)| {
            json!({
                "if": { "properties": { tag: { "const": variant } }, "required": [tag] },
                "then": { "required": names },
            })
        });
        schema["allOf"] = conditions.collect();
    }
    schema
}

fn necessity<'b, C>(item: &'b ItemDescription<'_, C>) -> (bool, &'b [&'b str]) {
    (item.is_required(), item.variants())
}

/// Restricts the properties of other names, except comments.
fn restrict(schema: &mut Json, others: Json) {
    schema["additionalProperties"] = others;
    schema["patternProperties"] = json!({ "^//$": true });
}

/// The schema of the property for an attribute, for blocks, or for both.
fn item_schema<'a>(
    body: &BodyDescription<'a>,
    name: &str,
    is_required: bool,
    definitions: &mut Definitions<'a>,
) -> Json {
    let attribute = body.attribute(name);
    let blocks: Vec<_> = body.blocks_named(name).collect();
    let block = blocks.first().copied();
    let annotations = match (attribute, block) {
        (Some(attribute), _) => attribute.annotations(&["default", "deprecated", "examples"]),
        (None, block) => block.map(|it| it.annotations(&["deprecated"])).unwrap_or_default(),
    };
    let about = attribute.map_or(block.and_then(|it| it.documentation()), |it| it.documentation());
    // A map that has an empty list among its lists of blocks is an attribute.
    let value = attribute.map(|it| it.value().clone()).or(block.and_then(|it| it.as_object()));
    let value = value.map(|value| value_schema(&value, &mut Vec::new(), definitions));
    let null = (!is_required).then(|| json!({ "type": "null" }));
    let forms = value.into_iter().chain(blocks_schema(blocks, 0, definitions)).chain(null);
    let mut schema = match any_of(forms) {
        Json::Object(schema) => schema,
        _ => Object::new(),
    };
    schema.extend(annotations);
    schema.extend(about.map(|about| ("description".to_owned(), about.into())));
    schema.into()
}

/// The schema of a property that is blocks of one type: a level of objects for each label. `None` if there are
/// no blocks.
fn blocks_schema<'a>(
    blocks: Vec<&BlockDescription<'a>>,
    level: usize,
    definitions: &mut Definitions<'a>,
) -> Option<Json> {
    let mut alternatives = Vec::new();
    let mut properties = Object::new();
    let mut others = None;
    for block in &blocks {
        let labels = block.labels();
        if block.body().takes_any_labels() {
            return Some(json!({ "type": ["object", "array"] }));
        }
        let Some(label) = labels.get(level) else {
            let body = block.body();
            let one = definitions.reference(&body, block.name());
            let element = match body.has_order {
                true => any_of([one.clone(), parts_of_body()]),
                false => one.clone(),
            };
            alternatives.push(one_or_list(one, element, block.is_repeated()));
            continue;
        };
        let variant = label.variant();
        if variant.map_or(others.is_some(), |variant| properties.contains_key(variant)) {
            continue;
        }
        let is_same = |other: &&&BlockDescription<'a>| {
            other.labels().get(level).is_some_and(|label| label.variant() == variant)
        };
        let same = blocks.iter().filter(is_same).copied().collect();
        let inner = blocks_schema(same, level + 1, definitions);
        match variant {
            Some(variant) => properties.extend(inner.map(|inner| (variant.to_owned(), inner))),
            None => others = inner.map(|inner| (inner, label.possible_values())),
        }
    }
    if !properties.is_empty() || others.is_some() {
        let mut object = json!({ "type": "object", "properties": properties });
        let (others, values) = others.unwrap_or_default();
        if !values.is_empty() {
            object["propertyNames"] = json!({ "enum": listed(&values) });
        }
        restrict(&mut object, if others.is_null() { Json::Bool(false) } else { others });
        alternatives.push(one_or_list(object.clone(), object, true));
    }
    (!alternatives.is_empty()).then(|| any_of(alternatives))
}

/// A body of several objects, which keep the order of its blocks. Each has a part of the properties.
fn parts_of_body() -> Json {
    json!({ "type": "array", "items": { "type": "object" } })
}

/// One object, or a list of elements.
fn one_or_list(object: Json, element: Json, has_many: bool) -> Json {
    let mut list = json!({ "type": "array", "items": element });
    if !has_many {
        list["maxItems"] = 1.into();
    }
    any_of([object, list])
}

/// One of several schemas, without alternatives inside alternatives.
fn any_of(schemas: impl IntoIterator<Item = Json>) -> Json {
    let mut types: Vec<Json> = Vec::new();
    let mut alternatives: Vec<Json> = Vec::new();
    let mut rest: Vec<Json> = schemas.into_iter().collect();
    rest.reverse();
    while let Some(schema) = rest.pop() {
        let only = schema.as_object().filter(|schema| schema.len() == 1);
        let only = only.and_then(|schema| schema.iter().next());
        match only.map(|(key, value)| (&**key, value)) {
            Some(("anyOf", Json::Array(inner))) => rest.extend(inner.iter().rev().cloned()),
            Some(("type", Json::Array(names))) => types.extend(names.iter().cloned()),
            Some(("type", name)) => types.push(name.clone()),
            _ if !alternatives.contains(&schema) => alternatives.push(schema),
            _ => {}
        }
    }
    types.dedup();
    match &*types {
        [] => {}
        [name] => alternatives.insert(0, json!({ "type": name })),
        names => alternatives.insert(0, json!({ "type": names })),
    }
    match alternatives.len() {
        1 => alternatives.remove(0),
        _ if alternatives.contains(&Json::Bool(true)) => Json::Bool(true),
        _ => json!({ "anyOf": alternatives }),
    }
}

/// The schema of a value. The conversions of the language are permitted, and templates. A type that contains
/// itself without a struct between is not checked there.
fn value_schema<'a>(
    value: &ValueDescription<'a>,
    outer: &mut Vec<Identity>,
    definitions: &mut Definitions<'a>,
) -> Json {
    if outer.contains(&value.identity) {
        return Json::Bool(true);
    }
    outer.push(value.identity);
    let possible = value.possible_values();
    let mut of = |value: &ValueDescription<'a>| value_schema(value, outer, definitions);
    let (schema, text) = match value.kind() {
        Kind::Any | Kind::Expression => (Json::Bool(true), None),
        Kind::Type => (json!({ "type": "string" }), None),
        Kind::Null => (json!({ "type": "null" }), None),
        Kind::OneOf(alternatives) => {
            (any_of(alternatives.iter().map(of).collect::<Vec<_>>()), None)
        }
        Kind::Bool => (json!({ "type": "boolean" }), Some(BOOL)),
        Kind::Integer => (value.limited("integer"), Some(NUMBER)),
        Kind::Number => (value.limited("number"), Some(NUMBER)),
        Kind::String if !possible.is_empty() => {
            (json!({ "enum": listed(&possible) }), Some(TEMPLATE))
        }
        Kind::String => {
            let limited = value.limited("string");
            let is_limited = limited.as_object().is_some_and(|limits| limits.len() > 1);
            let converted = json!({ "type": ["number", "boolean"] });
            (any_of([limited, converted]), is_limited.then_some(TEMPLATE))
        }
        Kind::List(element) => {
            let mut list = value.limited("array");
            list["items"] = of(&element);
            (list, Some(TEMPLATE))
        }
        Kind::Set(element) => (json!({ "type": "array", "items": of(&element) }), Some(TEMPLATE)),
        Kind::Map(element) => {
            (json!({ "type": "object", "additionalProperties": of(&element) }), Some(TEMPLATE))
        }
        Kind::Tuple(elements) => {
            let count = elements.len();
            let elements: Vec<_> = elements.iter().map(of).collect();
            let tuple = json!({
                "type": "array", "prefixItems": elements, "minItems": count, "maxItems": count,
            });
            (tuple, Some(TEMPLATE))
        }
        Kind::Object(body) => (definitions.reference(&body, "object"), Some(TEMPLATE)),
    };
    outer.pop();
    let text = text.map(|pattern| json!({ "type": "string", "pattern": pattern }));
    let null = value.is_nullable().then(|| json!({ "type": "null" }));
    any_of([schema].into_iter().chain(text).chain(null))
}

fn listed(values: &[PossibleValue<'_>]) -> Json {
    values.iter().map(|it| json!(it.value())).collect()
}
