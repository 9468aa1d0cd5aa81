//! The types of the language.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::shared::Shared;
use super::{Value, normalize, normalize_shared};
use crate::limits::budget::charge;
use crate::limits::stack::nest;

/// A type. A type that contains [`Dynamic`](Type::Dynamic) is a type constraint.
///
/// Its `Display` is the type expression of the language:
///
/// ```
/// use serde_hcl::Type;
///
/// let ports = Type::list(Type::object([("port", Type::Number)]));
/// assert_eq!(ports.to_string(), "list(object({ port = number }))");
/// assert_eq!(ports.friendly_name(), "list of object");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Type {
    /// An unknown type. In a constraint: any type.
    #[default]
    Dynamic,
    /// `true` and `false`.
    Bool,
    /// Numbers of any size, with or without a fraction.
    Number,
    /// Unicode text.
    String,
    /// Any number of elements of one type, in order.
    List(Shared<Type>),
    /// Any number of distinct elements of one type, without order.
    Set(Shared<Type>),
    /// Any number of elements of one type, each under a string key.
    Map(Shared<Type>),
    /// A fixed number of elements, each of its own type.
    Tuple(Shared<Vec<Type>>),
    /// A fixed set of attributes, each of its own type.
    Object(Shared<ObjectType>),
}

impl Type {
    /// The type of lists with elements of type `element`.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// let strings = value!(["a", 1]).convert(&Type::list(Type::String))?;
    /// assert_eq!(strings, Value::list(Type::String, ["a", "1"]));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn list(element: Type) -> Self {
        Type::List(Shared::new(element))
    }

    /// The type of sets with elements of type `element`.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    ///
    /// let ports = value!([443, 80, 443]).convert(&Type::set(Type::Number))?;
    /// assert_eq!(ports.as_elements().unwrap().len(), 2);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set(element: Type) -> Self {
        Type::Set(Shared::new(element))
    }

    /// The type of maps with elements of type `element`.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    ///
    /// let map = Type::map(Type::String);
    /// assert_eq!(value!({ "port": 80 }).convert(&map)?["port"], "80");
    /// assert!(value!({ "ports": [80] }).convert(&map).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn map(element: Type) -> Self {
        Type::Map(Shared::new(element))
    }

    /// The type of tuples with exactly these elements.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    ///
    /// let pair = Type::tuple([Type::String, Type::Number]);
    /// assert_eq!(pair.to_string(), "tuple([string, number])");
    /// assert_eq!(value!(["a", "1"]).convert(&pair)?, value!(["a", 1]));
    /// assert!(value!(["a"]).convert(&pair).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Self {
        Type::Tuple(Shared::new(elements.into_iter().collect()))
    }

    /// The type of objects with exactly these attributes. See [`ObjectType`] for optional ones.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// let server = Type::object([("port", Type::Number), ("host", Type::String)]);
    /// assert_eq!(server.to_string(), "object({ host = string, port = number })");
    /// ```
    pub fn object<K: Into<Arc<str>>>(attributes: impl IntoIterator<Item = (K, Type)>) -> Self {
        attributes.into_iter().collect::<ObjectType>().into()
    }

    /// Whether this is `bool`, `number` or `string`.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// assert!(Type::String.is_primitive());
    /// assert!(!Type::Dynamic.is_primitive());
    /// ```
    pub fn is_primitive(&self) -> bool {
        matches!(self, Type::Bool | Type::Number | Type::String)
    }

    /// Whether this is a list, set or map type.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// assert!(Type::list(Type::Dynamic).is_collection());
    /// assert!(!Type::tuple([Type::Bool]).is_collection());
    /// ```
    pub fn is_collection(&self) -> bool {
        matches!(self, Type::List(_) | Type::Set(_) | Type::Map(_))
    }

    /// Whether the type is [`Dynamic`](Type::Dynamic) or contains it.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// assert!(Type::object([("tags", Type::map(Type::Dynamic))]).has_dynamic());
    /// assert!(!Type::list(Type::String).has_dynamic());
    /// ```
    pub fn has_dynamic(&self) -> bool {
        !charge(self.width())
            || matches!(self, Type::Dynamic)
            || nest(|| self.parts().any(Type::has_dynamic))
    }

    /// Whether values of this type satisfy a constraint. [`Dynamic`](Type::Dynamic) in the
    /// constraint accepts any type.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// let any_list = Type::list(Type::Dynamic);
    /// assert!(Type::list(Type::Number).conforms_to(&any_list));
    /// // A tuple converts to a list, but is none.
    /// assert!(!Type::tuple([Type::Number]).conforms_to(&any_list));
    /// ```
    pub fn conforms_to(&self, constraint: &Type) -> bool {
        if !charge(self.width()) {
            return true;
        }
        nest(|| match (self, constraint) {
            (_, Type::Dynamic) => true,
            (Type::List(element), Type::List(constraint))
            | (Type::Set(element), Type::Set(constraint))
            | (Type::Map(element), Type::Map(constraint)) => element.conforms_to(constraint),
            (Type::Tuple(elements), Type::Tuple(constraints)) => {
                elements.len() == constraints.len()
                    && elements.iter().zip(&**constraints).all(|(ty, other)| ty.conforms_to(other))
            }
            (Type::Object(object), Type::Object(constraint)) => {
                object.len() == constraint.len()
                    && object.iter().zip(constraint.iter()).all(
                        |((name, ty), (other_name, other))| {
                            name == other_name && ty.conforms_to(other)
                        },
                    )
            }
            _ => self == constraint,
        })
    }

    /// The types of the elements or attributes.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Type> {
        let (element, elements, attributes) = match self {
            Type::Dynamic | Type::Bool | Type::Number | Type::String => (None, None, None),
            Type::List(ty) | Type::Set(ty) | Type::Map(ty) => (Some(&**ty), None, None),
            Type::Tuple(elements) => (None, Some(elements.iter()), None),
            Type::Object(object) => (None, None, Some(object.iter().map(|(_, ty)| ty))),
        };
        let elements = elements.into_iter().flatten();
        element.into_iter().chain(elements).chain(attributes.into_iter().flatten())
    }

    /// The number of types directly inside this one.
    pub(super) fn width(&self) -> usize {
        match self {
            Type::Dynamic | Type::Bool | Type::Number | Type::String => 0,
            Type::List(_) | Type::Set(_) | Type::Map(_) => 1,
            Type::Tuple(elements) => elements.len(),
            Type::Object(object) => object.len(),
        }
    }

    /// The number of types inside this one at any depth. Shared types are counted in each place.
    /// Counting is charged, and stops when the budget is used up.
    pub(crate) fn size(&self) -> usize {
        let width = self.width();
        if width == 0 || !charge(width) {
            return width;
        }
        width + nest(|| self.parts().map(Type::size).sum::<usize>())
    }

    /// The type of the elements, if this is a collection type.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// assert_eq!(Type::map(Type::Bool).element(), Some(&Type::Bool));
    /// assert_eq!(Type::tuple([Type::Bool]).element(), None);
    /// ```
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::List(element) | Type::Set(element) | Type::Map(element) => Some(element),
            _ => None,
        }
    }

    /// A collection of the same kind with other elements.
    pub(super) fn with_element(&self, element: Type) -> Type {
        match self {
            Type::List(_) => Type::list(element),
            Type::Set(_) => Type::set(element),
            _ => Type::map(element),
        }
    }

    /// The same type with every optional attribute required: the type that values have after a
    /// conversion to this constraint.
    ///
    /// ```
    /// use serde_hcl::Type;
    /// use serde_hcl::value::ObjectType;
    ///
    /// let mut server = ObjectType::new();
    /// server.insert_default("port", Type::Number, 80);
    /// let plain = Type::from(server).without_optional();
    /// assert_eq!(plain.to_string(), "object({ port = number })");
    /// ```
    pub fn without_optional(&self) -> Type {
        if !charge(self.width()) {
            return Type::Dynamic;
        }
        nest(|| match self {
            Type::Dynamic | Type::Bool | Type::Number | Type::String => self.clone(),
            Type::List(element) | Type::Set(element) | Type::Map(element) => {
                self.with_element(element.without_optional())
            }
            Type::Tuple(elements) => Type::tuple(elements.iter().map(Type::without_optional)),
            Type::Object(object) => {
                Type::object(object.iter().map(|(name, ty)| (name.clone(), ty.without_optional())))
            }
        })
    }

    /// The type in the words of messages: `list of string`, `object`, `dynamic`.
    pub fn friendly_name(&self) -> String {
        self.name(&Words { any: "dynamic", any_element: "dynamic", tuple: "tuple", plural: "" })
    }

    /// The type in words as a constraint: `list of any single type`, `any type`.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// let lists = Type::list(Type::Dynamic);
    /// assert_eq!(lists.constraint_name(), "list of any single type");
    /// assert_eq!(lists.friendly_name(), "list of dynamic");
    /// ```
    pub fn constraint_name(&self) -> String {
        self.name(&Words { plural: "", ..Words::WANTED })
    }

    /// The type of a value in plain words: "list of strings".
    pub(crate) fn kind(&self) -> String {
        // People write a list. It rarely matters that its elements may have different types.
        self.name(&Words { any: "dynamic", any_element: "dynamic", tuple: "list", plural: "s" })
    }

    /// The type of a value as a noun: "a list of strings".
    pub(crate) fn noun(&self) -> String {
        with_article(self.kind())
    }

    /// The type that a value should have as a noun: "true or false", "a list of any single type".
    pub(crate) fn wanted_noun(&self) -> String {
        match self {
            Type::Bool => "true or false".to_owned(),
            Type::Dynamic => Words::WANTED.any.to_owned(),
            _ => with_article(self.name(&Words::WANTED)),
        }
    }

    fn name(&self, words: &Words) -> String {
        let (mut name, mut plural) = (String::new(), "");
        let mut ty = self;
        loop {
            name.push_str(match ty {
                Type::Dynamic if name.is_empty() => return words.any.to_owned(),
                Type::Dynamic => return name + words.any_element,
                Type::Bool => "bool",
                Type::Number => "number",
                Type::String => "string",
                Type::Tuple(_) => words.tuple,
                Type::Object(_) => "object",
                Type::List(_) => "list",
                Type::Set(_) => "set",
                Type::Map(_) => "map",
            });
            name.push_str(plural);
            let Some(element) = ty.element() else { return name };
            name.push_str(" of ");
            (ty, plural) = (element, words.plural);
        }
    }
}

/// The words of the names of types.
struct Words {
    any: &'static str,
    any_element: &'static str,
    tuple: &'static str,
    /// The end of the names of elements.
    plural: &'static str,
}

impl Words {
    const WANTED: Words =
        Words { any: "any type", any_element: "any single type", tuple: "tuple", plural: "s" };
}

fn with_article(noun: String) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

impl From<ObjectType> for Type {
    fn from(object: ObjectType) -> Self {
        Type::Object(Shared::new(object))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        nest(|| match self {
            Type::Dynamic => f.write_str("any"),
            Type::Bool => f.write_str("bool"),
            Type::Number => f.write_str("number"),
            Type::String => f.write_str("string"),
            Type::List(element) => write!(f, "list({})", **element),
            Type::Set(element) => write!(f, "set({})", **element),
            Type::Map(element) => write!(f, "map({})", **element),
            Type::Tuple(elements) => {
                f.write_str("tuple([")?;
                for (index, element) in elements.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}{element}")?;
                }
                f.write_str("])")
            }
            Type::Object(object) => write!(f, "object({})", **object),
        })
    }
}

/// The attributes of an object type. Values converted to the type may lack optional attributes; those
/// become null or their default.
///
/// ```
/// use serde_hcl::{Type, value};
/// use serde_hcl::value::ObjectType;
///
/// let mut server = ObjectType::from_iter([("host", Type::String)]);
/// server.insert_default("port", Type::Number, 80);
/// server.insert_optional("zone", Type::String);
/// let server = Type::from(server);
/// assert_eq!(
///     server.to_string(),
///     "object({ host = string, port = optional(number, 80), zone = optional(string) })",
/// );
/// let web = value!({ "host": "web", "zone": "a" }).convert(&server)?;
/// assert_eq!(web, value!({ "host": "web", "port": 80, "zone": "a" }));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectType {
    attributes: BTreeMap<Arc<str>, Attribute>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Attribute {
    ty: Type,
    presence: Presence,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Presence {
    Required,
    Optional,
    /// Optional with a default.
    Default(Box<Value>),
}

impl ObjectType {
    /// An object type without attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of attributes.
    pub fn len(&self) -> usize {
        self.attributes.len()
    }

    /// Whether there are no attributes.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty()
    }

    /// The type of the attribute `name`.
    pub fn get(&self, name: &str) -> Option<&Type> {
        Some(&self.attribute(name)?.ty)
    }

    /// Whether the attribute `name` is optional in values converted to this type.
    ///
    /// ```
    /// use serde_hcl::Type;
    /// use serde_hcl::value::ObjectType;
    ///
    /// let mut server = ObjectType::from_iter([("host", Type::String)]);
    /// server.insert_optional("zone", Type::String);
    /// assert!(server.is_optional("zone") && !server.is_optional("host"));
    /// assert!(!server.is_optional("no such attribute"));
    /// ```
    pub fn is_optional(&self, name: &str) -> bool {
        self.attribute(name).is_some_and(|attribute| attribute.presence != Presence::Required)
    }

    /// The default of the attribute `name`, if it is not null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    /// use serde_hcl::value::ObjectType;
    ///
    /// let mut server = ObjectType::new();
    /// server.insert_default("port", Type::Number, 80);
    /// server.insert_optional("zone", Type::String);
    /// assert_eq!(server.default_of("port"), Some(&Value::from(80)));
    /// assert_eq!(server.default_of("zone"), None);
    /// ```
    pub fn default_of(&self, name: &str) -> Option<&Value> {
        match &self.attribute(name)?.presence {
            Presence::Default(default) => Some(default),
            Presence::Required | Presence::Optional => None,
        }
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(&*normalize(name))
    }

    /// The attributes in lexical order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Arc<str>, &Type)> + ExactSizeIterator {
        self.attributes.iter().map(|(name, attribute)| (name, &attribute.ty))
    }

    /// Whether both have attributes of the same names.
    pub(super) fn has_same_names(&self, other: &ObjectType) -> bool {
        self.attributes.keys().eq(other.attributes.keys())
    }

    /// Adds or replaces a required attribute.
    pub fn insert(&mut self, name: impl Into<Arc<str>>, ty: Type) {
        self.insert_any(name.into(), ty, Presence::Required);
    }

    /// Adds or replaces an optional attribute whose default is null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    /// use serde_hcl::value::ObjectType;
    ///
    /// let mut server = ObjectType::new();
    /// server.insert_optional("zone", Type::String);
    /// let server = value!({}).convert(&server.into())?;
    /// assert_eq!(server["zone"], Value::Null(Type::String));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert_optional(&mut self, name: impl Into<Arc<str>>, ty: Type) {
        self.insert_any(name.into(), ty, Presence::Optional);
    }

    /// Adds or replaces an optional attribute with a default.
    ///
    /// ```
    /// use serde_hcl::{Type, value};
    /// use serde_hcl::value::ObjectType;
    ///
    /// let mut server = ObjectType::new();
    /// server.insert_default("port", Type::Number, 80);
    /// // Null has the same result as a missing attribute.
    /// assert_eq!(value!({ "port": null }).convert(&server.into())?["port"], 80);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert_default(
        &mut self,
        name: impl Into<Arc<str>>,
        ty: Type,
        default: impl Into<Value>,
    ) {
        self.insert_any(name.into(), ty, Presence::Default(Box::new(default.into())));
    }

    fn insert_any(&mut self, name: Arc<str>, ty: Type, presence: Presence) {
        self.attributes.insert(normalize_shared(name), Attribute { ty, presence });
    }
}

impl<K: Into<Arc<str>>> FromIterator<(K, Type)> for ObjectType {
    fn from_iter<I: IntoIterator<Item = (K, Type)>>(attributes: I) -> Self {
        let attributes = attributes.into_iter().map(|(name, ty)| {
            (normalize_shared(name.into()), Attribute { ty, presence: Presence::Required })
        });
        // As in `Map`, one compiled sort for all iterator types.
        ObjectType { attributes: attributes.collect::<Vec<_>>().into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> Type {
        let mut server = ObjectType::from_iter([("host", Type::String)]);
        server.insert_optional("tags", Type::map(Type::Dynamic));
        server.into()
    }

    #[test]
    fn types_have_an_expression_and_two_names() {
        let pair = Type::tuple([Type::Bool, Type::Number]);
        let cases = [
            (Type::Dynamic, "any", "dynamic", "any type"),
            (Type::set(Type::Dynamic), "set(any)", "set of dynamic", "set of any single type"),
            (Type::list(pair), "list(tuple([bool, number]))", "list of tuple", "list of tuple"),
            (Type::map(Type::String), "map(string)", "map of string", "map of string"),
            (Type::object::<&str>([]), "object({})", "object", "object"),
            (server(), "object({ host = string, tags = optional(map(any)) })", "object", "object"),
        ];
        for (ty, expression, name, constraint) in cases {
            assert_eq!(ty.to_string(), expression);
            assert_eq!(ty.friendly_name(), name);
            assert_eq!(ty.constraint_name(), constraint);
        }
    }

    #[test]
    fn dynamic_parts_accept_anything() {
        let (numbers, anything) = (Type::list(Type::Number), Type::list(Type::Dynamic));
        assert!(numbers.conforms_to(&anything) && !anything.conforms_to(&numbers));
        assert!(!numbers.conforms_to(&Type::set(Type::Dynamic)));
        let tuple = |element| Type::tuple([Type::Bool, element]);
        assert!(tuple(numbers).conforms_to(&tuple(anything)));
        assert!(server().has_dynamic() && !tuple(Type::String).has_dynamic());
    }

    #[test]
    fn values_have_no_optional_attributes() {
        let all = Type::object([("host", Type::String), ("tags", Type::map(Type::Dynamic))]);
        assert_ne!(server(), all);
        assert_eq!(Type::list(server()).without_optional(), Type::list(all));
    }
}
