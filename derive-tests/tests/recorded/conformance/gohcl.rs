//! Bodies decoded into structs and maps.
//!
//! The reference's targets are Go types. Each recorded one has a Rust type here, identified by its
//! [`Target`] as text. Results are compared in the notation of the records.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::configuration::Schema;
use serde_hcl::source::{Columns, LineIndex, Span};
use serde_hcl::syntax::{AttributeRef, ExpressionRef};
use serde_hcl::{Body, Context, Error, Expression, Spanned, Type, Value, json};
use serde_json::{Value as Json, json};

use super::agreement::Agreement;
use super::answer::Answer;
use super::record::Record;

/// A Go type.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Target {
    Named(String),
    Composite(Composite),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Composite {
    Struct(Vec<Field>),
    Map(Box<Target>),
    List(Box<Target>),
    Ptr(Box<Target>),
}

#[derive(Deserialize)]
pub struct Field {
    go: String,
    /// The role of the field: `attr`, `block`, `label` …
    kind: String,
    #[serde(rename = "type")]
    ty: Target,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Named(name) => write!(f, "{name}"),
            Target::Composite(Composite::Struct(fields)) => {
                let fields: Vec<_> = fields.iter().map(ToString::to_string).collect();
                write!(f, "{{{}}}", fields.join(", "))
            }
            Target::Composite(Composite::Map(element)) => write!(f, "map[{element}]"),
            Target::Composite(Composite::List(element)) => write!(f, "[{element}]"),
            Target::Composite(Composite::Ptr(target)) => write!(f, "*{target}"),
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.go, self.kind, self.ty)
    }
}

/// The answer of the crate; `None` if the target has no Rust type here.
pub fn judge(record: &Record<'_>, text: &str) -> Option<Answer> {
    let source = Source { text, is_json: record.is_json() };
    let target: Target = serde_json::from_str(record.target?.get()).expect("a target");
    let found = decode(&target.to_string(), source)?;
    Some(Answer::of(&record.expect.diags, found, |found| {
        let same = record.expect.result.as_ref() == Some(&found);
        Answer::part(Agreement::FULL.and_value(same), found.to_string())
    }))
}

#[derive(Clone, Copy)]
struct Source<'s> {
    text: &'s str,
    is_json: bool,
}

impl Source<'_> {
    fn read<T: DeserializeOwned>(self) -> Result<T, Error> {
        match self.is_json {
            true => json::from_str(self.text),
            false => serde_hcl::from_str(self.text),
        }
    }

    /// Decodes into a type, and writes the result as the records do.
    fn into<T: DeserializeOwned>(self, write: impl Fn(T) -> Json) -> Result<Json, Error> {
        self.read().map(write)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

/// The field is required if its type is not an option.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named<T> {
    name: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Optional<T: Default> {
    #[serde(default)]
    name: T,
}

#[derive(Deserialize)]
struct WithRest<R> {
    name: String,
    #[serde(flatten)]
    rest: R,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Noodle<T> {
    noodle: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Noodles<T> {
    #[serde(default = "Vec::new")]
    noodle: Vec<T>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Labelled {
    #[serde(rename = "$label")]
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Typed {
    #[serde(rename = "$label")]
    name: String,
    r#type: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    #[serde(default)]
    plain: String,
    nested: Option<Strings>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nested {
    nested: Vec<Strings>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Strings {
    a: Option<String>,
    b: Option<String>,
}

#[derive(Deserialize)]
struct Foo {
    foo: Places,
}

#[derive(Deserialize)]
struct Places {
    #[serde(rename = "$label:type")]
    kind: Spanned<String>,
    #[serde(rename = "$label:name")]
    name: Spanned<String>,
    value: Spanned<String>,
}

fn decode(target: &str, source: Source<'_>) -> Option<Result<Json, Error>> {
    Some(match target {
        "{}" => source.into(|Empty {}| json!({})),
        "{Name attr string}" => source.into(|it: Named<String>| json!({ "Name": it.name })),
        "{Name attr *string}" => {
            source.into(|it: Named<Option<String>>| json!({ "Name": it.name }))
        }
        "{Name optional string}" => source.into(|it: Optional<String>| json!({ "Name": it.name })),
        "{Name attr hcl.Expression}" => source.into(|it: Optional<Option<Expression>>| {
            json!({ "Name": expression(it.name.as_ref()) })
        }),
        "{Name attr string, Attrs remain hcl.Attributes}" => source.into(|it: WithRest<Body>| {
            json!({ "Name": it.name, "Attrs": attributes(&it.rest) })
        }),
        "{Name attr string, Remain remain hcl.Body}" => source.into(|it: WithRest<Body>| {
            json!({ "Name": it.name, "Remain": body(&it.rest) })
        }),
        "{Name attr string, Remain remain map[cty.Value]}" => {
            source.into(|it: WithRest<BTreeMap<String, Value>>| {
                json!({ "Name": it.name, "Remain": values(&it.rest) })
            })
        }
        "{Name attr string, Body body hcl.Body, Remain remain hcl.Body}" => {
            source.read::<Body>().and_then(|whole| {
                let it: WithRest<Body> = source.read()?;
                Ok(json!({ "Name": it.name, "Body": body(&whole), "Remain": body(&it.rest) }))
            })
        }
        "{Noodle block {}}" => source.into(|_: Noodle<Empty>| json!({ "Noodle": {} })),
        "{Noodle block *{}}" => source.into(|it: Noodle<Option<Empty>>| {
            json!({ "Noodle": it.noodle.map(|Empty {}| json!({})) })
        }),
        "{Noodle block [{}]}" => source.into(|it: Noodles<Empty>| {
            let noodles: Vec<_> = it.noodle.iter().map(|Empty {}| json!({})).collect();
            // A list without elements is recorded as nil.
            json!({ "Noodle": (!noodles.is_empty()).then_some(noodles) })
        }),
        "{Noodle block {Name label string}}" => {
            source.into(|it: Noodle<Labelled>| json!({ "Noodle": { "Name": it.noodle.name } }))
        }
        "{Noodles block [{Name label string}]}" => source.into(|it: Noodles<Labelled>| {
            let noodles = it.noodle.into_iter().map(|noodle| json!({ "Name": noodle.name }));
            json!({ "Noodles": noodles.collect::<Vec<_>>() })
        }),
        "{Noodle block {Name label string, Type attr string}}" => {
            source.into(|Noodle { noodle: Typed { name, r#type } }| {
                json!({ "Noodle": { "Name": name, "Type": r#type } })
            })
        }
        "map[string]" => source.into(|it: BTreeMap<String, String>| json!(it)),
        "map[*hcl.Attribute]" => source.into(|it: Body| attributes(&it)),
        "map[hcl.Expression]" => source.into(|it: BTreeMap<String, Expression>| {
            let expressions =
                it.iter().map(|(name, value)| (name.clone(), expression(Some(value))));
            expressions.collect()
        }),
        "map[cty.Value]" => source.into(|it: BTreeMap<String, Value>| values(&it)),
        _ => return decode_nested(target, source),
    })
}

/// Targets with strings in nested blocks. In Go these blocks have values before a body is decoded into
/// them; values that the body doesn't have are kept.
fn decode_nested(target: &str, source: Source<'_>) -> Option<Result<Json, Error>> {
    const PLACES: &str = "{Foo block {Type label string, TypeLabelRange label_range hcl.Range, \
        Name label string, NameLabelRange label_range hcl.Range, DefRange def_range hcl.Range, \
        TypeRange type_range hcl.Range, Attribute attr string, AttributeRange attr_range hcl.Range, \
        AttributeNameRange attr_name_range hcl.Range, \
        AttributeValueRange attr_value_range hcl.Range}}";
    let strings = |it: Strings, [a, b]: [&str; 2]| json!({ "A": it.a.unwrap_or(a.to_owned()), "B": it.b.unwrap_or(b.to_owned()) });
    Some(match target {
        "{Plain optional string, Nested block *{A optional string, B optional string}}" => source
            .into(|it: Plain| {
                let nested = match it.nested {
                    Some(nested) => strings(nested, ["", "bar"]),
                    None => json!({ "A": "bar", "B": "" }),
                };
                json!({ "Plain": it.plain, "Nested": nested })
            }),
        "{Nested block [*{A optional string, B optional string}]}" => source.into(|it: Nested| {
            let nested = it.nested.into_iter().map(|nested| strings(nested, ["", "bar"]));
            json!({ "Nested": nested.collect::<Vec<_>>() })
        }),
        "{Nested block [{A optional string, B optional string}]}" => source.into(|it: Nested| {
            let nested = it.nested.into_iter().map(|nested| strings(nested, ["", ""]));
            json!({ "Nested": nested.collect::<Vec<_>>() })
        }),
        PLACES => source.read().and_then(|it: Foo| places(source, &it.foo)),
        _ => return None,
    })
}

/// serde gives the places of values and labels; the document gives the places of names.
fn places(source: Source<'_>, decoded: &Places) -> Result<Json, Error> {
    let document = match source.is_json {
        true => json::parse(source.text)?,
        false => serde_hcl::parse(source.text)?,
    };
    let content = document.body().content(&Schema::new().block("foo", &["type", "name"]))?;
    let block = content.blocks()[0];
    let value = block.body().attribute("value").expect("an attribute");
    let lines = LineIndex::new(source.text);
    let range = |span: Span| {
        let position = |offset: u32| {
            let found = lines.position(offset, Columns::Graphemes);
            json!({ "line": found.line, "col": found.column, "byte": offset })
        };
        json!({ "start": position(span.start), "end": position(span.end) })
    };
    let start = block.body().span().start;
    // In JSON syntax the reference names the opening brace.
    let header = if source.is_json { Span::new(start, start + 1) } else { block.header_span() };
    Ok(json!({ "Foo": {
        "Type": *decoded.kind, "TypeLabelRange": range(decoded.kind.span()),
        "Name": *decoded.name, "NameLabelRange": range(decoded.name.span()),
        "DefRange": range(header), "TypeRange": range(block.block_type_span()),
        "Attribute": *decoded.value, "AttributeRange": range(value.span()),
        "AttributeNameRange": range(value.name_span()),
        "AttributeValueRange": range(decoded.value.span()),
    } }))
}

/// A value with its type.
fn typed(value: &Value) -> Json {
    let text = json::value_to_string(value).expect("a known value");
    let value_as_json: Json = serde_json::from_str(&text).expect("JSON");
    json!({ "value": value_as_json, "type": type_as_json(&value.type_of()) })
}

/// A type in the notation of the reference: a name, or an array such as `["list","string"]`.
fn type_as_json(ty: &Type) -> Json {
    match ty {
        Type::Bool => json!("bool"),
        Type::Number => json!("number"),
        Type::String => json!("string"),
        Type::List(element) => json!(["list", type_as_json(element)]),
        Type::Set(element) => json!(["set", type_as_json(element)]),
        Type::Map(element) => json!(["map", type_as_json(element)]),
        Type::Tuple(elements) => {
            json!(["tuple", elements.iter().map(type_as_json).collect::<Json>()])
        }
        Type::Object(object) => {
            let attributes = object.iter().map(|(name, ty)| (name.to_string(), type_as_json(ty)));
            json!(["object", attributes.collect::<Json>()])
        }
        _ => json!("dynamic"),
    }
}

fn values(values: &BTreeMap<String, Value>) -> Json {
    values.iter().map(|(name, value)| (name.clone(), typed(value))).collect()
}

fn evaluated(expression: ExpressionRef<'_>) -> Json {
    typed(&expression.evaluate(&Context::new()).expect("a value"))
}

/// For a missing argument, the reference has an expression that is null.
fn expression(expression: Option<&Expression>) -> Json {
    let value = expression.map_or_else(|| typed(&Value::NULL), |it| evaluated(it.view()));
    json!({ "diags": [], "expr": value })
}

fn attributes(body: &Body) -> Json {
    let body = body.view();
    let attribute = |attribute: AttributeRef<'_>| {
        let value = evaluated(attribute.expression());
        (attribute.name().to_owned(), json!({ "attr": attribute.name(), "expr": value }))
    };
    body.attributes().map(attribute).collect()
}

fn body(body: &Body) -> Json {
    json!({ "body_attrs": attributes(body), "diags": [] })
}
