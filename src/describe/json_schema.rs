//! Writes a description as a JSON Schema for documents in JSON syntax.

use serde_json::{Map, Value as Json, json};

use super::body::{BlockDescription, BodyDescription};
use super::label::LabelDescription;
use super::node::Object;
use super::value::{Kind, ValueDescription};

/// Strings with a part that is evaluated can have any value, and escapes make a text longer.
const TEMPLATE: &str = r"\$\{|%\{|^\uFEFF";
const NUMBER: &str = r"^\s*[-+]?(\d|\.\d)|\$\{|%\{";
const BOOL: &str = r"^(true|false)$|\$\{|%\{";

pub(super) fn json_schema(root: &BodyDescription<'_>) -> Json {
    let mut definitions = Definitions::default();
    let mut document = body_schema(root, &mut definitions);
    if let Json::Object(document) = &mut document {
        let schema = "https://json-schema.org/draft/2020-12/schema";
        document.insert("$schema".to_owned(), schema.into());
        if let Some(name) = root.name() {
            document.insert("title".to_owned(), name.into());
        }
        let schemas = definitions.0.into_iter().map(|known| (known.name, known.schema));
        let schemas: Object = schemas.collect();
        if !schemas.is_empty() {
            document.insert("$defs".to_owned(), schemas.into());
        }
    }
    document
}

#[derive(Default)]
struct Definitions<'a>(Vec<Definition<'a>>);

/// The schema of the bodies, or of the objects, of one type.
struct Definition<'a> {
    body: BodyDescription<'a>,
    name: String,
    schema: Json,
}

impl<'a> Definitions<'a> {
    /// A reference to the schema of a body.
    fn reference(&mut self, body: &BodyDescription<'a>, name: &str) -> Json {
        let known = self.0.iter().find(|known| known.body.is_identical(body));
        let name = match known {
            Some(known) => known.name.clone(),
            None => {
                let index = self.0.len();
                let name = body.name().unwrap_or(name);
                let is_free = self.0.iter().all(|known| known.name != name);
                let name = if is_free { name.to_owned() } else { format!("{name}.{index}") };
                let schema = Json::Null;
                self.0.push(Definition { body: body.clone(), name: name.clone(), schema });
                let schema = body_schema(body, self);
                if let Some(definition) = self.0.get_mut(index) {
                    definition.schema = schema;
                }
                name
            }
        };
        json!({ "$ref": format!("#/$defs/{}", name.replace('~', "~0").replace('/', "~1")) })
    }
}

fn body_schema<'a>(body: &BodyDescription<'a>, definitions: &mut Definitions<'a>) -> Json {
    let mut properties: Map<String, Json> = Map::new();
    let mut required: Vec<&str> = Vec::new();
    let mut conditional: Vec<(&str, &str)> = Vec::new();
    let mut require = |name: &'a str, is_required: bool, variants: &[&'a str]| {
        if is_required && variants.is_empty() && !required.contains(&name) {
            required.push(name);
        } else if is_required {
            conditional.extend(variants.iter().map(|variant| (*variant, name)));
        }
    };
    let null = |is_required: bool| (!is_required).then(|| json!({ "type": "null" }));
    for attribute in body.attributes() {
        require(attribute.name(), attribute.is_required(), attribute.variants());
        let value = value_schema(attribute.value(), &mut Vec::new(), definitions);
        let blocks: Vec<_> = body.blocks_named(attribute.name()).collect();
        let blocks = (!blocks.is_empty()).then(|| blocks_schema(&blocks, 0, definitions));
        let alternatives = [value].into_iter().chain(blocks).chain(null(attribute.is_required()));
        let schema = annotated(any_of(alternatives), attribute.annotations());
        properties.insert(attribute.name().to_owned(), schema);
    }
    for block in body.blocks() {
        require(block.name(), block.is_required(), block.variants());
        if properties.contains_key(block.name()) {
            continue;
        }
        let same: Vec<_> = body.blocks_named(block.name()).collect();
        let blocks = blocks_schema(&same, 0, definitions);
        // A map that has an empty list among its lists of blocks is an attribute.
        let object = block
            .can_be_object()
            .then(|| value_schema(&block.field(), &mut Vec::new(), definitions));
        let alternatives = [blocks].into_iter().chain(object).chain(null(block.is_required()));
        let schema = any_of(alternatives);
        let about = block.documentation().map(|about| ("description".to_owned(), about.into()));
        properties.insert(block.name().to_owned(), annotated(schema, about));
    }
    let mut schema = json!({ "type": "object", "properties": properties });
    let Json::Object(object) = &mut schema else { return schema };
    if let Some(about) = body.documentation() {
        object.insert("description".to_owned(), about.into());
    }
    if !required.is_empty() {
        object.insert("required".to_owned(), required.into());
    }
    let mut others: Vec<Json> = Vec::new();
    let attribute = body.other_attribute();
    others.extend(attribute.map(|it| value_schema(it.value(), &mut Vec::new(), definitions)));
    let blocks: Vec<_> = body.other_blocks().iter().collect();
    if !blocks.is_empty() {
        others.push(blocks_schema(&blocks, 0, definitions));
    }
    if !others.is_empty() || body.is_closed() {
        let others = if others.is_empty() { Json::Bool(false) } else { any_of(others) };
        object.insert("additionalProperties".to_owned(), others);
        object.insert("patternProperties".to_owned(), json!({ "^//$": true }));
    }
    let conditions = body.tag().map(|tag| conditions(tag, &conditional)).unwrap_or_default();
    if !conditions.is_empty() {
        object.insert("allOf".to_owned(), conditions.into());
    }
    schema
}

/// The schema with keywords that restrict nothing.
fn annotated(schema: Json, annotations: impl IntoIterator<Item = (String, Json)>) -> Json {
    let mut schema = match schema {
        Json::Object(schema) => schema,
        _ => Map::new(),
    };
    schema.extend(annotations);
    schema.into()
}

/// What each variant of a tagged enum requires.
fn conditions(tag: &str, required: &[(&str, &str)]) -> Vec<Json> {
    let mut variants: Vec<&str> = required.iter().map(|(variant, _)| *variant).collect();
    variants.dedup();
    let conditions = variants.into_iter().map(|variant| {
        let names = required.iter().filter(|(other, _)| *other == variant);
        let names: Vec<_> = names.map(|(_, name)| *name).collect();
        json!({
            "if": { "properties": { tag: { "const": variant } }, "required": [tag] },
            "then": { "required": names },
        })
    });
    conditions.collect()
}

/// The schema of a property that is blocks of one type: a level of objects for each label.
fn blocks_schema<'a>(
    blocks: &[&BlockDescription<'a>],
    level: usize,
    definitions: &mut Definitions<'a>,
) -> Json {
    let mut alternatives = Vec::new();
    let mut properties: Map<String, Json> = Map::new();
    let mut others = None;
    for block in blocks {
        let labels = block.labels();
        if block.body().takes_any_labels() {
            return json!({ "type": ["object", "array"] });
        }
        let Some(label) = labels.get(level) else {
            let body = definitions.reference(&block.body(), block.name());
            let most = if block.is_repeated() { Json::Null } else { 1.into() };
            alternatives.push(one_or_list(body, most));
            continue;
        };
        let is_same = |other: &&&BlockDescription<'a>| {
            let labels = other.labels();
            labels.get(level).and_then(LabelDescription::variant) == label.variant()
                && labels.len() > level
        };
        let same: Vec<_> = blocks.iter().filter(is_same).copied().collect();
        match label.variant() {
            Some(variant) if !properties.contains_key(variant) => {
                properties.insert(variant.to_owned(), blocks_schema(&same, level + 1, definitions));
            }
            None if others.is_none() => {
                let names: Vec<_> =
                    label.possible_values().iter().map(|it| json!(it.value())).collect();
                others = Some((blocks_schema(&same, level + 1, definitions), names));
            }
            _ => {}
        }
    }
    if !properties.is_empty() || others.is_some() {
        let mut object = json!({ "type": "object", "properties": properties });
        let (others, names) = others.unwrap_or((Json::Bool(false), Vec::new()));
        if let Json::Object(object) = &mut object {
            object.insert("additionalProperties".to_owned(), others);
            object.insert("patternProperties".to_owned(), json!({ "^//$": true }));
            if !names.is_empty() {
                object.insert("propertyNames".to_owned(), json!({ "enum": names }));
            }
        }
        alternatives.push(one_or_list(object, Json::Null));
    }
    any_of(alternatives)
}

/// One object, or a list of them.
fn one_or_list(object: Json, most: Json) -> Json {
    let mut list = json!({ "type": "array", "items": object });
    if let (Json::Object(list), false) = (&mut list, most.is_null()) {
        list.insert("maxItems".to_owned(), most);
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
    if types.len() > 1 {
        alternatives.insert(0, json!({ "type": types }));
    } else if let Some(name) = types.pop() {
        alternatives.insert(0, json!({ "type": name }));
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
    outer: &mut Vec<*const Object>,
    definitions: &mut Definitions<'a>,
) -> Json {
    let identity = value.identity();
    if outer.contains(&identity) {
        return Json::Bool(true);
    }
    outer.push(identity);
    let text = |pattern: &str| json!({ "type": "string", "pattern": pattern });
    let mut of = |value: &ValueDescription<'a>| value_schema(value, outer, definitions);
    let schema = match value.kind() {
        Kind::Any | Kind::Expression => Json::Bool(true),
        Kind::Type => json!({ "type": "string" }),
        Kind::Null => json!({ "type": "null" }),
        Kind::Bool => any_of([json!({ "type": "boolean" }), text(BOOL)]),
        Kind::Integer => any_of([value.limited("integer"), text(NUMBER)]),
        Kind::Number => any_of([value.limited("number"), text(NUMBER)]),
        Kind::String if !value.possible_values().is_empty() => {
            let values: Vec<_> =
                value.possible_values().iter().map(|it| json!(it.value())).collect();
            any_of([json!({ "enum": values }), text(TEMPLATE)])
        }
        Kind::String => {
            let limited = value.limited("string");
            let is_limited = limited.as_object().is_some_and(|limits| limits.len() > 1);
            let template = is_limited.then(|| text(TEMPLATE));
            let converted = json!({ "type": ["number", "boolean"] });
            any_of([limited, converted].into_iter().chain(template))
        }
        Kind::List(element) => {
            let mut list = value.limited("array");
            if let Json::Object(list) = &mut list {
                list.insert("items".to_owned(), of(&element));
            }
            any_of([list, text(TEMPLATE)])
        }
        Kind::Set(element) => {
            any_of([json!({ "type": "array", "items": of(&element) }), text(TEMPLATE)])
        }
        Kind::Map(element) => any_of([
            json!({ "type": "object", "additionalProperties": of(&element) }),
            text(TEMPLATE),
        ]),
        Kind::Tuple(elements) => {
            let count = elements.len();
            let elements: Vec<_> = elements.iter().map(of).collect();
            let tuple = json!({
                "type": "array", "prefixItems": elements, "minItems": count, "maxItems": count,
            });
            any_of([tuple, text(TEMPLATE)])
        }
        Kind::Object(body) => any_of([definitions.reference(&body, "object"), text(TEMPLATE)]),
        Kind::OneOf(alternatives) => any_of(alternatives.iter().map(of).collect::<Vec<_>>()),
    };
    outer.pop();
    let null = value.is_nullable().then(|| json!({ "type": "null" }));
    any_of([schema].into_iter().chain(null))
}
