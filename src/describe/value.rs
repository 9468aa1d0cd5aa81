//! What is permitted as the value of an attribute.

use std::fmt;

use serde_json::Value as Json;

use super::body::{BodyDescription, Position};
use super::node::{Facts, Node, Object};
use crate::value::ObjectType;
use crate::{Number, Type, Value, to_expression_string, to_value};

/// The permitted values of an attribute, an element or a label.
///
/// Its `Display` names the type: `list(string)`, `number or string`.
///
/// ```
/// use serde_hcl::describe::{Description, Kind};
///
/// #[derive(schemars::JsonSchema)]
/// struct Server {
///     #[schemars(range(min = 1024))]
///     port: u16,
/// }
///
/// let description = Description::of::<Server>();
/// let body = description.body();
/// let port = body.attribute("port").unwrap().value();
/// assert!(matches!(port.kind(), Kind::Integer));
/// assert_eq!(port.to_string(), "number");
/// assert_eq!(port.minimum().and_then(|number| number.as_u64()), Some(1024));
/// ```
#[derive(Clone, Debug)]
pub struct ValueDescription<'a> {
    /// The schemas of which one holds, with the documentation of their variants.
    alternatives: Vec<(Node<'a>, Option<&'a str>)>,
}

/// What a value consists of.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind<'a> {
    /// Any value.
    Any,
    /// `true` and `false`.
    Bool,
    /// Numbers without a fraction.
    Integer,
    /// Numbers.
    Number,
    /// Text; one of the [possible values](ValueDescription::possible_values), if there are any.
    String,
    /// Any number of elements in order.
    List(ValueDescription<'a>),
    /// Any number of distinct elements.
    Set(ValueDescription<'a>),
    /// Elements under keys of any name.
    Map(ValueDescription<'a>),
    /// One element of each description.
    Tuple(Vec<ValueDescription<'a>>),
    /// A struct in the place of a value: the attributes of the object. It has no blocks.
    Object(Box<BodyDescription<'a>>),
    /// One of several kinds.
    OneOf(Vec<ValueDescription<'a>>),
    /// An expression that the program evaluates itself.
    Expression,
    /// A type expression.
    Type,
    /// Nothing but null: a unit.
    Null,
}

/// A value that an enum permits.
#[derive(Clone, Debug)]
pub struct PossibleValue<'a> {
    value: Value,
    documentation: Option<&'a str>,
    is_deprecated: bool,
}

impl<'a> PossibleValue<'a> {
    pub(super) fn of_text(text: &str, documentation: Option<&'a str>) -> Self {
        PossibleValue { value: text.into(), documentation, is_deprecated: false }
    }

    /// The value, which is a string for a variant without content.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The documentation of the variant.
    pub fn documentation(&self) -> Option<&'a str> {
        self.documentation
    }

    /// Whether the variant is deprecated.
    pub fn is_deprecated(&self) -> bool {
        self.is_deprecated
    }
}

/// The value as an expression.
impl fmt::Display for PossibleValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&expression(&self.value))
    }
}

/// The value as an expression in native syntax.
pub(super) fn expression(value: &Value) -> String {
    to_expression_string(value).unwrap_or_else(|_| value.to_string())
}

impl<'a> ValueDescription<'a> {
    pub(super) fn of(node: Node<'a>) -> Self {
        ValueDescription { alternatives: vec![(node, None)] }
    }

    pub(super) fn of_alternatives(alternatives: Vec<(Node<'a>, Option<&'a str>)>) -> Self {
        ValueDescription { alternatives }
    }

    /// Sets the documentation of a tag, which is that of its variant.
    pub(super) fn set_documentation(&mut self, documentation: Option<&'a str>) {
        for (node, known) in &mut self.alternatives {
            if node.schema.get("const").is_some() {
                *known = documentation;
            }
        }
    }

    /// Whether only null is possible. The kind of a value describes the fields of an object; this does not.
    pub(super) fn is_unit(&self) -> bool {
        self.alternatives.iter().all(|(node, _)| node.facts().type_name() == Some("null"))
    }

    /// Whether null is possible as an element, besides the [kind](ValueDescription::kind). As the value of an
    /// attribute, null means that the attribute is absent.
    pub fn is_nullable(&self) -> bool {
        self.alternatives.iter().any(|(node, _)| node.facts().is_nullable)
    }

    /// Adds the alternatives of another description.
    pub(super) fn add(&mut self, other: &Self) {
        for (node, documentation) in &other.alternatives {
            if !self.alternatives.iter().any(|(known, _)| known.schema == node.schema) {
                self.alternatives.push((*node, *documentation));
            }
        }
    }

    /// The schemas that have no alternatives themselves.
    fn leaves(&self) -> Vec<Leaf<'a>> {
        let mut leaves = Vec::new();
        for (node, documentation) in &self.alternatives {
            add_leaves(*node, *documentation, &mut Vec::new(), &mut leaves);
        }
        leaves
    }

    /// What the value consists of.
    pub fn kind(&self) -> Kind<'a> {
        let leaves = self.leaves();
        let mut alternatives: Vec<ValueDescription<'a>> = Vec::new();
        let mut strings = Vec::new();
        for leaf in &leaves {
            let alternative = (leaf.facts.node, leaf.documentation);
            match leaf_kind(&leaf.facts) {
                Kind::String => {
                    if strings.is_empty() {
                        alternatives.push(ValueDescription::of_alternatives(Vec::new()));
                    }
                    strings.push(alternative);
                }
                _ => alternatives.push(ValueDescription::of_alternatives(vec![alternative])),
            }
        }
        match (alternatives.len(), leaves.first()) {
            (1, Some(leaf)) => leaf_kind(&leaf.facts),
            (0, _) | (_, None) => Kind::Any,
            _ => {
                if let Some(place) = alternatives.iter_mut().find(|it| it.alternatives.is_empty()) {
                    place.alternatives = strings;
                }
                Kind::OneOf(alternatives)
            }
        }
    }

    /// The values that an enum lists; those without documentation are the first. The value can have another content only if
    /// the [kind](ValueDescription::kind) is one of several.
    ///
    /// ```
    /// use serde_hcl::describe::Description;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Disk {
    ///     kind: Kind,
    /// }
    ///
    /// #[derive(schemars::JsonSchema)]
    /// #[schemars(rename_all = "lowercase")]
    /// enum Kind {
    ///     /// Turns.
    ///     Hard,
    ///     Solid,
    /// }
    ///
    /// let description = Description::of::<Disk>();
    /// let body = description.body();
    /// let values = body.attribute("kind").unwrap().value().possible_values();
    /// let values: Vec<_> = values.iter().map(|it| (it.to_string(), it.documentation())).collect();
    /// assert_eq!(values, [("\"solid\"".to_owned(), None), ("\"hard\"".to_owned(), Some("Turns."))]);
    /// ```
    pub fn possible_values(&self) -> Vec<PossibleValue<'a>> {
        let mut values: Vec<PossibleValue<'a>> = Vec::new();
        for leaf in self.leaves() {
            for listed in leaf.facts.listed() {
                let value = value_of(listed);
                if values.iter().all(|known| known.value != value) {
                    let is_deprecated = leaf.facts.flag("deprecated");
                    values.push(PossibleValue {
                        value,
                        documentation: leaf.documentation,
                        is_deprecated,
                    });
                }
            }
        }
        values
    }

    /// The type of the language. A type that contains itself, and a choice of several types, is
    /// [`Type::Dynamic`] there.
    ///
    /// ```
    /// use serde_hcl::describe::Description;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Server {
    ///     ports: Vec<u16>,
    /// }
    ///
    /// let description = Description::of::<Server>();
    /// let ports = description.body().attribute("ports").unwrap().value().ty();
    /// assert_eq!(ports.to_string(), "list(number)");
    /// ```
    pub fn ty(&self) -> Type {
        self.ty_within(&mut Vec::new())
    }

    fn ty_within(&self, outer: &mut Vec<*const Object>) -> Type {
        let identity = self.identity();
        if outer.contains(&identity) {
            return Type::Dynamic;
        }
        outer.push(identity);
        let mut of = |value: &ValueDescription<'a>| value.ty_within(outer);
        let ty = match self.kind() {
            Kind::Bool => Type::Bool,
            Kind::Integer | Kind::Number => Type::Number,
            Kind::String => Type::String,
            Kind::List(element) => Type::list(of(&element)),
            Kind::Set(element) => Type::set(of(&element)),
            Kind::Map(element) => Type::map(of(&element)),
            Kind::Tuple(elements) => Type::tuple(elements.iter().map(of)),
            Kind::Object(body) => {
                let mut object = ObjectType::new();
                for attribute in body.attributes() {
                    let ty = of(attribute.value());
                    match attribute.is_required() {
                        true => object.insert(attribute.name(), ty),
                        false => object.insert_optional(attribute.name(), ty),
                    };
                }
                object.into()
            }
            Kind::Any | Kind::OneOf(_) | Kind::Expression | Kind::Type | Kind::Null => {
                Type::Dynamic
            }
        };
        outer.pop();
        ty
    }

    /// The address of the schema of the first alternative.
    pub(super) fn identity(&self) -> *const Object {
        self.alternatives.first().map_or(std::ptr::null(), |(node, _)| node.facts().identity())
    }

    /// The first value of a keyword in the alternatives.
    fn get(&self, key: &str) -> Option<&'a Json> {
        self.leaves().iter().find_map(|leaf| leaf.facts.get(key))
    }

    /// The first line of the documentation and what follows.
    pub fn documentation(&self) -> Option<&'a str> {
        let (node, documentation) = self.alternatives.first()?;
        documentation.or(node.facts().text("description"))
    }

    /// The least number, from the type or from `#[schemars(range(…))]`.
    pub fn minimum(&self) -> Option<Number> {
        self.get("minimum").and_then(number)
    }

    /// The greatest number.
    pub fn maximum(&self) -> Option<Number> {
        self.get("maximum").and_then(number)
    }

    /// The least number of characters or elements, from `#[schemars(length(…))]`.
    pub fn min_length(&self) -> Option<u64> {
        self.get("minLength").or(self.get("minItems")).and_then(Json::as_u64)
    }

    /// The greatest number of characters or elements.
    pub fn max_length(&self) -> Option<u64> {
        self.get("maxLength").or(self.get("maxItems")).and_then(Json::as_u64)
    }

    /// The regular expression that a text matches, from `#[schemars(regex(…))]`.
    pub fn pattern(&self) -> Option<&'a str> {
        self.get("pattern").and_then(Json::as_str)
    }

    /// The limits of numbers, lengths and texts, as `from 1 to 5`; `None` if there are none.
    ///
    /// ```
    /// use serde_hcl::describe::Description;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Server {
    ///     #[schemars(length(max = 8))]
    ///     name: String,
    ///     port: u16,
    /// }
    ///
    /// let description = Description::of::<Server>();
    /// let body = description.body();
    /// let limits = |name| body.attribute(name).unwrap().value().limits();
    /// assert_eq!(limits("name").as_deref(), Some("at most 8 characters"));
    /// assert_eq!(limits("port").as_deref(), Some("from 0 to 65535"));
    /// ```
    pub fn limits(&self) -> Option<String> {
        let text = |number: Option<Number>| number.map(|number| number.to_string());
        let count = |count: Option<u64>| count.map(|count| count.to_string());
        let unit = match self.kind() {
            Kind::String if self.possible_values().is_empty() => " characters",
            Kind::List(_) | Kind::Set(_) => " elements",
            _ => "",
        };
        let mut limits = Vec::new();
        let is_natural = self.format().is_some_and(|format| format.starts_with("uint"));
        let least = self
            .minimum()
            .filter(|least| !(is_natural && least.is_zero() && self.maximum().is_none()));
        limits.extend(range(text(least), text(self.maximum()), ""));
        if !unit.is_empty() {
            limits.extend(range(count(self.min_length()), count(self.max_length()), unit));
        }
        limits.extend(self.pattern().map(|pattern| format!("of the form `{pattern}`")));
        (!limits.is_empty()).then(|| limits.join(", "))
    }

    /// The limits as JSON Schema.
    pub(super) fn limited(&self, ty: &str) -> Json {
        let keys: &[&str] = match ty {
            "string" => &["minLength", "maxLength", "pattern", "format"],
            "array" => &["minItems", "maxItems"],
            _ => &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
        };
        let limits =
            keys.iter().filter_map(|key| Some(((*key).to_owned(), self.get(key)?.clone())));
        let ty = [("type".to_owned(), ty.into())];
        ty.into_iter().chain(limits).collect::<Object>().into()
    }

    /// The format of a text or a number, as `ipv4` or `uint16`.
    pub fn format(&self) -> Option<&'a str> {
        self.get("format").and_then(Json::as_str)
    }
}

/// The type, with `or` between several.
impl fmt::Display for ValueDescription<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::OneOf(alternatives) => {
                let mut names: Vec<String> = Vec::new();
                for alternative in &alternatives {
                    let name = alternative.ty().to_string();
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                f.write_str(&names.join(" or "))
            }
            Kind::Expression => f.write_str("expression"),
            Kind::Type => f.write_str("type"),
            Kind::Null => f.write_str("null"),
            _ => self.ty().fmt(f),
        }
    }
}

fn range(least: Option<String>, most: Option<String>, unit: &str) -> Option<String> {
    match (least, most) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {least}{unit}")),
        (Some(least), Some(most)) => Some(format!("from {least} to {most}{unit}")),
        (Some(least), None) => Some(format!("at least {least}{unit}")),
        (None, Some(most)) => Some(format!("at most {most}{unit}")),
        (None, None) => None,
    }
}

pub(super) fn value_of(json: &Json) -> Value {
    to_value(json).unwrap_or_default()
}

fn number(json: &Json) -> Option<Number> {
    value_of(json).as_number().cloned()
}

struct Leaf<'a> {
    facts: Facts<'a>,
    documentation: Option<&'a str>,
}

fn add_leaves<'a>(
    node: Node<'a>,
    documentation: Option<&'a str>,
    outer: &mut Vec<*const Object>,
    leaves: &mut Vec<Leaf<'a>>,
) {
    let facts = node.facts();
    let identity = facts.identity();
    if facts.choices.is_empty() || facts.is_object() || outer.contains(&identity) {
        leaves.push(Leaf { facts, documentation });
        return;
    }
    outer.push(identity);
    for alternative in facts.choices.iter().flatten() {
        let documentation = alternative.facts().text("description");
        add_leaves(*alternative, documentation, outer, leaves);
    }
    outer.pop();
}

fn leaf_kind<'a>(facts: &Facts<'a>) -> Kind<'a> {
    match facts.hcl() {
        Some("expression") => return Kind::Expression,
        Some("type") => return Kind::Type,
        _ => {}
    }
    let any = || Node { schema: &Json::Bool(true), ..facts.node };
    let elements = || ValueDescription::of(facts.items().unwrap_or_else(any));
    match facts.type_name() {
        Some("null") => Kind::Null,
        Some("boolean") => Kind::Bool,
        Some("integer") => Kind::Integer,
        Some("number") => Kind::Number,
        Some("string") => Kind::String,
        Some("array") => match facts.tuple() {
            Some(elements) => Kind::Tuple(elements.map(ValueDescription::of).collect()),
            None if facts.flag("uniqueItems") => Kind::Set(elements()),
            None => Kind::List(elements()),
        },
        _ if facts.is_map() => Kind::Map(ValueDescription::of(facts.others().unwrap_or_else(any))),
        _ if facts.is_object() => {
            Kind::Object(Box::new(BodyDescription::of(facts.node, &[facts.node], Position::Object)))
        }
        None if facts.listed().next().is_some_and(Json::is_string) => Kind::String,
        _ => Kind::Any,
    }
}
