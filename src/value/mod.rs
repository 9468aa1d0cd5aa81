//! Values and their types, independent of any source. All strings and keys are in Unicode normalization
//! form C (NFC).

// - No diagnostic is built here: an error says what is wrong, and the caller adds the place.
// - No recursion over nested values without `nest`: no depth overflows the stack.
// - No string and no key outside Unicode normalization form C.

mod access;
pub(crate) mod convert;
mod defaults;
pub(crate) mod disclosure;
mod display;
mod elements;
mod equal;
mod from;
pub(crate) mod lookup;
pub mod map;
mod marks;
mod number;
mod range;
pub(crate) mod set;
mod shared;
mod survey;
mod text;
mod types;
mod unknown;

use std::borrow::Cow;
use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

pub use self::access::ValueIndex;
pub use self::convert::ConversionError;
pub use self::elements::Elements;
pub(crate) use self::equal::{bool_or_unknown, compare};
pub use self::map::Map;
pub(crate) use self::marks::HIDDEN;
pub use self::marks::{Mark, Marked, Marks};
pub use self::number::{NotANumber, Number};
pub use self::set::Set;
pub use self::shared::Shared;
pub(crate) use self::survey::Survey;
pub use self::text::NfcText;
pub use self::types::{ObjectType, Type};
pub use self::unknown::{Bound, Refine, Refinements, Unknown};

/// A value of the language.
///
/// Cloning is cheap at any size: contents are shared until they are changed.
///
/// Equality is exact: `1 == 1` holds, but neither `1 == "1"` nor a list equal to a tuple. Two
/// unknown values are equal if their types and refinements are. The order is total, without
/// meaning.
///
/// ```
/// use serde_hcl::{Value, value};
///
/// let server = value!({ "name": "web", "ports": [80, 443] });
/// assert_eq!(server["name"].as_str(), Some("web"));
/// assert_eq!(server["ports"][1].as_i64(), Some(443));
/// assert!(server["none"]["such"].is_null());
/// ```
///
/// There are several variants for what other formats call an array or an object. [`as_elements`](Value::as_elements) reads
/// a list, set or tuple, and [`as_map`](Value::as_map) a map or object, without a match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Value {
    /// A null of a type. A bare `null` has the type [`Dynamic`](Type::Dynamic).
    Null(Type),
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// Text in Unicode normalization form C; [`Value::string`] makes it.
    String(NfcText),
    /// The type of the elements, and the elements.
    List(Shared<Type>, Elements),
    /// Distinct elements of one type; [`Value::set`] makes it.
    Set(Set),
    /// The type of the elements, and the elements.
    Map(Shared<Type>, Map),
    /// A fixed number of elements, each of its own type.
    Tuple(Elements),
    /// Attributes, each of its own type.
    Object(Map),
    /// An unknown value.
    Unknown(Unknown),
    /// A value with marks.
    Marked(Marked),
}

const _: () = assert!(size_of::<Value>() <= 24 && size_of::<Type>() <= 16);

/// The value for a missing key or index.
static NULL: Value = Value::NULL;

impl Value {
    /// A bare `null`.
    pub const NULL: Value = Value::Null(Type::Dynamic);

    /// A string. Normalizes the text to Unicode normalization form C.
    ///
    /// ```
    /// use serde_hcl::Value;
    ///
    /// let accent_apart = "e\u{301}";
    /// assert_eq!(Value::string(accent_apart).as_str(), Some("\u{e9}"));
    /// ```
    pub fn string(text: impl Into<Arc<str>>) -> Value {
        Value::normalized(normalize_shared(text.into()))
    }

    /// A string from a text in Unicode normalization form C.
    pub(crate) fn normalized(text: impl Into<Arc<str>>) -> Value {
        Value::String(NfcText::of(text.into()))
    }

    /// An unknown value of type `ty`: one that is only known later, such as the result of another step.
    ///
    /// ```
    /// use serde_hcl::{Context, Type, Value, parse_expression};
    ///
    /// let context = Context::standard().variable("id", Value::unknown(Type::String));
    /// let value = parse_expression("upper(id)")?.evaluate(&context)?;
    /// assert!(!value.is_known() && value.type_of() == Type::String);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn unknown(ty: Type) -> Value {
        Value::Unknown(Unknown::new(ty))
    }

    /// A tuple.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// assert_eq!(Value::tuple([1, 2]), value!([1, 2]));
    /// ```
    pub fn tuple<V: Into<Value>>(elements: impl IntoIterator<Item = V>) -> Value {
        Value::Tuple(elements.into_iter().collect())
    }

    /// An object.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    ///
    /// let server = Value::object([("port", 80), ("backlog", 16)]);
    /// assert_eq!(server, value!({ "backlog": 16, "port": 80 }));
    /// ```
    pub fn object<K: Into<Arc<str>>, V: Into<Value>>(
        attributes: impl IntoIterator<Item = (K, V)>,
    ) -> Value {
        Value::Object(attributes.into_iter().collect())
    }

    /// A list of elements that are all of type `element`.
    ///
    /// Nulls and unknown values of dynamic type take that type. The caller converts elements of other
    /// types first.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// let zones = Value::list(Type::String, [Value::from("a"), Value::NULL]);
    /// assert_eq!(zones[1], Value::Null(Type::String));
    /// assert_ne!(zones, value!(["a", null]));
    /// ```
    pub fn list<V: Into<Value>>(element: Type, elements: impl IntoIterator<Item = V>) -> Value {
        let elements = elements.into_iter().map(|value| value.into().or_type(&element)).collect();
        Value::List(Shared::new(element), elements)
    }

    /// A map of elements that are all of type `element`; see [`Value::list`].
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// let ports = Value::map(Type::Number, [("http", 80)]);
    /// assert_eq!(ports.type_of(), Type::map(Type::Number));
    /// assert_ne!(ports, value!({ "http": 80 }));
    /// ```
    pub fn map<K: Into<Arc<str>>, V: Into<Value>>(
        element: Type,
        elements: impl IntoIterator<Item = (K, V)>,
    ) -> Value {
        let elements = elements.into_iter();
        let elements = elements.map(|(key, value)| (key, value.into().or_type(&element))).collect();
        Value::Map(Shared::new(element), elements)
    }

    /// Gives this type to a null or unknown value of dynamic type.
    pub(crate) fn or_type(self, ty: &Type) -> Value {
        match self {
            Value::Null(Type::Dynamic) => Value::Null(ty.clone()),
            Value::Unknown(unknown) if *unknown.ty() == Type::Dynamic => Value::unknown(ty.clone()),
            Value::Marked(marked) => {
                let (value, marks) = Value::Marked(marked).unmark();
                value.or_type(ty).with_marks(&marks)
            }
            value => value,
        }
    }

    /// Whether the value is a known bool, number or string without marks.
    #[inline]
    pub(crate) fn is_primitive(&self) -> bool {
        matches!(self, Value::Bool(_) | Value::Number(_) | Value::String(_))
    }

    /// Whether the value is null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    /// use serde_hcl::value::Mark;
    ///
    /// assert!(Value::NULL.mark(Mark::SENSITIVE).is_null());
    /// assert!(!Value::unknown(Type::Bool).is_null());
    /// ```
    pub fn is_null(&self) -> bool {
        matches!(self.unmarked(), Value::Null(_))
    }

    /// Whether the value itself is known. Values inside it may be unknown.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let pair = Value::tuple([Value::from(1), Value::unknown(Type::Bool)]);
    /// assert!(pair.is_known() && !pair.is_wholly_known());
    /// ```
    pub fn is_known(&self) -> bool {
        !matches!(self.unmarked(), Value::Unknown(_))
    }

    /// Whether the value and everything in it is known.
    ///
    /// ```
    /// use serde_hcl::{Type, Value, value};
    ///
    /// assert!(value!({ "name": null }).is_wholly_known());
    /// assert!(!Value::object([("name", Value::unknown(Type::String))]).is_wholly_known());
    /// ```
    pub fn is_wholly_known(&self) -> bool {
        !self.any(&mut |value| matches!(value, Value::Unknown(_)))
    }
}

impl Default for Value {
    fn default() -> Self {
        Value::NULL
    }
}

/// The text in Unicode normalization form C.
pub(crate) fn normalize(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || unicode_normalization::is_nfc(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// The text in Unicode normalization form C; nearly always the text itself.
fn normalize_shared(text: Arc<str>) -> Arc<str> {
    match normalize(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(normalized) => normalized.into(),
    }
}
