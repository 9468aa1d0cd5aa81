//! The permitted values of an attribute.

use std::fmt;

use serde_json::Value as Json;

use super::body::{BodyDescription, Position};
use super::node::{Facts, Identity, Node, Object};
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
#[derive(Clone, Debug, Default)]
pub struct ValueDescription<'a> {
    pub(super) identity: Identity,
    documentation: Option<&'a str>,
    is_nullable: bool,
    /// The schemas of which one holds. None of them has alternatives.
    alternatives: Vec<Alternative<'a>>,
}

#[derive(Clone, Debug)]
struct Alternative<'a> {
    facts: Facts<'a>,
    /// The documentation of the variant.
    documentation: Option<&'a str>,
}

/// The kind of a value, with the descriptions of its parts.
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
        ValueDescription::of_alternatives(&[(node, None)])
    }

    /// The description of several schemas, with the documentation of their variants.
    pub(super) fn of_alternatives(nodes: &[(Node<'a>, Option<&'a str>)]) -> Self {
        let mut value = ValueDescription::default();
        for (node, documentation) in nodes.iter().rev() {
            let facts = node.facts();
            value.identity = facts.identity();
            value.documentation = documentation.or(facts.text("description"));
        }
        for (node, documentation) in nodes {
            value.add_node(*node, *documentation, &mut Vec::new());
        }
        value
    }

    fn add_node(
        &mut self,
        node: Node<'a>,
        documentation: Option<&'a str>,
        outer: &mut Vec<Identity>,
    ) {
        let facts = node.facts();
        let identity = facts.identity();
        self.is_nullable |= facts.is_nullable;
        if facts.choices.is_empty() || facts.is_object() || outer.contains(&identity) {
            self.alternatives.push(Alternative { facts, documentation });
            return;
        }
        outer.push(identity);
        for alternative in facts.choices.iter().flatten() {
            self.add_node(*alternative, alternative.facts().text("description"), outer);
        }
        outer.pop();
    }

    /// Adds the alternatives of another description.
    pub(super) fn add(&mut self, other: Self) {
        self.is_nullable |= other.is_nullable;
        for new in other.alternatives {
            let schema = new.facts.node.schema;
            if self.alternatives.iter().all(|known| known.facts.node.schema != schema) {
                self.alternatives.push(new);
            }
        }
    }

    /// Sets the documentation of a tag, which is that of its variant.
    pub(super) fn set_documentation(&mut self, documentation: Option<&'a str>) {
        for alternative in &mut self.alternatives {
            if alternative.facts.get("const").is_some() {
                alternative.documentation = documentation;
            }
        }
    }

    /// Whether only null is possible. The kind of a value describes the fields of an object; this does not.
    pub(super) fn is_unit(&self) -> bool {
        self.alternatives.iter().all(|it| it.facts.type_name() == Some("null"))
    }

    /// Whether null is possible as an element, besides the [kind](ValueDescription::kind). As the value of an
    /// attribute, null means that the attribute is absent.
    pub fn is_nullable(&self) -> bool {
        self.is_nullable
    }

    /// The kind.
    pub fn kind(&self) -> Kind<'a> {
        let mut groups: Vec<ValueDescription<'a>> = Vec::new();
        for it in &self.alternatives {
            let is_text = |group: &&mut Self| group.alternatives.iter().all(Alternative::is_text);
            match groups.iter_mut().find(is_text).filter(|_| it.is_text()) {
                Some(strings) => strings.alternatives.push(it.clone()),
                None => groups.push(ValueDescription {
                    identity: it.facts.identity(),
                    documentation: it.documentation,
                    is_nullable: it.facts.is_nullable,
                    alternatives: vec![it.clone()],
                }),
            }
        }
        match (groups.len(), self.alternatives.first()) {
            (1, Some(first)) => first.kind(),
            (0, _) | (_, None) => Kind::Any,
            _ => Kind::OneOf(groups),
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
        for Alternative { facts, documentation } in &self.alternatives {
            for value in facts.listed().map(value_of) {
                if values.iter().all(|known| known.value != value) {
                    let (documentation, is_deprecated) = (*documentation, facts.flag("deprecated"));
                    values.push(PossibleValue { value, documentation, is_deprecated });
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

    fn ty_within(&self, outer: &mut Vec<Identity>) -> Type {
        if outer.contains(&self.identity) {
            return Type::Dynamic;
        }
        outer.push(self.identity);
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

    /// The first value of a keyword in the alternatives.
    fn get(&self, key: &str) -> Option<&'a Json> {
        self.alternatives.iter().find_map(|it| it.facts.get(key))
    }

    /// The documentation of the field, or else of its type.
    pub fn documentation(&self) -> Option<&'a str> {
        self.documentation
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
        let unit = match self.kind() {
            Kind::String if self.possible_values().is_empty() => " characters",
            Kind::List(_) | Kind::Set(_) => " elements",
            _ => "",
        };
        let mut limits = Vec::new();
        let is_natural = self.format().is_some_and(|format| format.starts_with("uint"));
        let is_implied = |least: &Number| is_natural && least.is_zero() && self.maximum().is_none();
        limits.extend(range(self.minimum().filter(|it| !is_implied(it)), self.maximum(), ""));
        if !unit.is_empty() {
            limits.extend(range(self.min_length(), self.max_length(), unit));
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

pub(super) fn range<N: PartialEq + fmt::Display>(
    least: Option<N>,
    most: Option<N>,
    unit: &str,
) -> Option<String> {
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

impl<'a> Alternative<'a> {
    fn is_text(&self) -> bool {
        let lists_text = || self.facts.listed().next().is_some_and(Json::is_string);
        match self.facts.type_name() {
            _ if matches!(self.facts.hcl(), Some("expression" | "type")) => false,
            None => !self.facts.is_object() && lists_text(),
            name => name == Some("string"),
        }
    }

    fn kind(&self) -> Kind<'a> {
        let facts = &self.facts;
        let any = || facts.node.with(&Json::Bool(true));
        let elements = || ValueDescription::of(facts.items().unwrap_or_else(any));
        match (facts.hcl(), facts.type_name()) {
            _ if self.is_text() => Kind::String,
            (Some("expression"), _) => Kind::Expression,
            (Some("type"), _) => Kind::Type,
            (_, Some("null")) => Kind::Null,
            (_, Some("boolean")) => Kind::Bool,
            (_, Some("integer")) => Kind::Integer,
            (_, Some("number")) => Kind::Number,
            (_, Some("array")) => match facts.tuple() {
                Some(elements) => Kind::Tuple(elements.map(ValueDescription::of).collect()),
                None if facts.flag("uniqueItems") => Kind::Set(elements()),
                None => Kind::List(elements()),
            },
            _ if facts.is_map() => {
                Kind::Map(ValueDescription::of(facts.others().unwrap_or_else(any)))
            }
            _ if facts.is_object() => {
                Kind::Object(Box::new(BodyDescription::of(facts.node, Position::Object)))
            }
            _ => Kind::Any,
        }
    }
}
