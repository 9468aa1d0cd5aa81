//! Errors of conversions.

use std::fmt;
use std::sync::Arc;

use super::plan::{Conversion, Safety};
use crate::value::disclosure::Disclosure;
use crate::value::{ObjectType, Type, Value};

/// A value, or a part of it, that can't be converted by [`Value::convert`]. The message shows nothing of a
/// sensitive value. As an [`Error`](crate::Error) it has the code `conversion`.
///
/// ```
/// use serde_hcl::{Error, Type, value};
///
/// let error = value!(["a"]).convert(&Type::list(Type::Number)).unwrap_err();
/// assert_eq!(error.to_string(), "element 0: a number is required");
/// assert!(Error::from(error).message().ends_with("element 0: a number is required"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ConversionError {
    /// The path to the failed part, from the inside out.
    steps: Vec<Step>,
    reason: Reason,
    disclosure: Disclosure,
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step {
    /// To an attribute of an object.
    Attribute(Arc<str>),
    /// To an element of a map.
    Key(Arc<str>),
    /// To an element of a list, set or tuple.
    Index(usize),
    /// To any element of a collection.
    Element,
}

/// The mismatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// There is no conversion from one type to the other.
    Mismatch { want: Type, have: Type },
    /// A tuple has too few or too many elements.
    Length { want: usize, have: usize },
    /// The object lacks these required attributes.
    MissingAttributes(Vec<Arc<str>>),
    /// The elements have no common type, which a collection of any single type needs.
    NoSingleType,
    /// Converted elements have different types.
    NoCommonType,
    /// The text of the string is not a number.
    NotANumber,
    /// The text of the string is neither `true` nor `false`.
    NotABool { text: Arc<str> },
}

impl ConversionError {
    /// The reason why `have` doesn't convert to `want`: the innermost mismatch.
    pub(crate) fn between(have: &Type, want: &Type) -> Self {
        let (mut have, mut want) = (have, want);
        let mut steps = Vec::new();
        let reason = loop {
            match first_difference(have, want) {
                Err(reason) => break reason,
                Ok((step, inner_have, inner_want)) => {
                    steps.push(step);
                    (have, want) = (inner_have, inner_want);
                }
            }
        };
        steps.reverse();
        ConversionError { steps, reason, disclosure: Disclosure::Shown }
    }

    /// Limits how much of the converted value the message shows, by the marks of the value.
    /// Examines the value only if the message quotes it.
    pub(super) fn about(self, value: &Value) -> Self {
        let quotes = |step: &Step| matches!(step, Step::Key(_) | Step::Attribute(_));
        match matches!(self.reason, Reason::NotABool { .. }) || self.steps.iter().any(quotes) {
            true => self.disclosed(Disclosure::of(value)),
            false => self,
        }
    }

    /// Limits how much of the converted value the message shows.
    #[must_use]
    pub(crate) fn disclosed(mut self, disclosure: Disclosure) -> Self {
        self.disclosure = self.disclosure.and(disclosure);
        self
    }

    /// How much of the converted value the message may show.
    pub(crate) fn disclosure(&self) -> Disclosure {
        self.disclosure
    }

    /// The reason without names of attributes. Used if they are names in a value and not in a
    /// declared type.
    #[must_use]
    pub(crate) fn without_names(self) -> Self {
        let reason = match self.reason {
            Reason::MissingAttributes(_) => Reason::MissingAttributes(Vec::new()),
            reason => reason,
        };
        ConversionError { steps: Vec::new(), reason, disclosure: Disclosure::Hidden }
    }

    /// Whether the message only says that the whole value has another type.
    pub(crate) fn is_of_whole(&self) -> bool {
        self.steps.is_empty() && matches!(self.reason, Reason::Mismatch { .. } | Reason::NotANumber)
    }

    /// Adds the step from the enclosing value to the failed one.
    pub(super) fn within(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}

impl From<Reason> for ConversionError {
    fn from(reason: Reason) -> Self {
        ConversionError { steps: Vec::new(), reason, disclosure: Disclosure::Shown }
    }
}

/// A part in which two types differ, or the reason why they differ as a whole.
type Difference<'t> = Result<(Step, &'t Type, &'t Type), Reason>;

fn first_difference<'t>(have: &'t Type, want: &'t Type) -> Difference<'t> {
    match (have, want) {
        (Type::Object(have), Type::Object(want)) => first_attribute(have, want),
        (Type::Tuple(_), Type::List(element) | Type::Set(element))
        | (Type::Object(_), Type::Map(element))
            if **element == Type::Dynamic =>
        {
            Err(Reason::NoSingleType)
        }
        (Type::Tuple(elements), Type::List(want) | Type::Set(want)) => {
            let elements = elements.iter().enumerate();
            first_misfit(elements.map(|(index, have)| (Step::Index(index), have, &**want)))
        }
        (Type::Object(object), Type::Map(want)) => {
            first_misfit(object.iter().map(|(key, have)| (Step::Key(key.clone()), have, &**want)))
        }
        (Type::List(have) | Type::Set(have), Type::List(want) | Type::Set(want))
        | (Type::Map(have), Type::Map(want)) => Ok((Step::Element, have, want)),
        (Type::Tuple(have), Type::Tuple(want)) => {
            if have.len() != want.len() {
                return Err(Reason::Length { want: want.len(), have: have.len() });
            }
            let pairs = have.iter().zip(&**want).enumerate();
            first_misfit(pairs.map(|(index, (have, want))| (Step::Index(index), have, want)))
        }
        _ => Err(Reason::Mismatch { want: want.clone(), have: have.clone() }),
    }
}

fn first_attribute<'t>(have: &'t ObjectType, want: &'t ObjectType) -> Difference<'t> {
    let required = want.iter().map(|(name, _)| name).filter(|name| !want.is_optional(name));
    let missing: Vec<_> = required.filter(|name| have.get(name).is_none()).cloned().collect();
    if !missing.is_empty() {
        return Err(Reason::MissingAttributes(missing));
    }
    let pairs = want
        .iter()
        .filter_map(|(name, want)| Some((Step::Attribute(name.clone()), have.get(name)?, want)));
    first_misfit(pairs)
}

/// The first part that can't be converted.
fn first_misfit<'t>(mut parts: impl Iterator<Item = (Step, &'t Type, &'t Type)>) -> Difference<'t> {
    parts.find(|(_, have, want)| !is_convertible(have, want)).ok_or(Reason::NoCommonType)
}

fn is_convertible(have: &Type, want: &Type) -> bool {
    have == want || Conversion::plan(have, want, Safety::Unsafe).is_some()
}

impl std::error::Error for ConversionError {}

impl fmt::Debug for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ConversionError").field(&self.to_string()).finish()
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.steps.iter().rev() {
            match step {
                Step::Attribute(name) => write!(f, "attribute \"{name}\": ")?,
                Step::Key(key) => write!(f, "element {}: ", self.disclosure.quote(key))?,
                Step::Index(index) => write!(f, "element {index}: ")?,
                Step::Element => f.write_str("elements: ")?,
            }
        }
        match &self.reason {
            Reason::NotABool { .. } if self.disclosure.is_hidden() => f.write_str(BOOL_REQUIRED),
            reason => reason.fmt(f),
        }
    }
}

const BOOL_REQUIRED: &str = "true or false is required";

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Mismatch { want, have } => {
                write!(f, "{} is required, but this is {}", want.wanted_noun(), have.noun())
            }
            Reason::Length { want, have } => {
                write!(f, "a list of {want} elements is required, but this one has {have}")
            }
            Reason::MissingAttributes(names) => match &**names {
                [] => f.write_str("attributes are missing"),
                [name] => write!(f, "attribute \"{name}\" is required"),
                names => {
                    for (index, name) in names.iter().enumerate() {
                        let separator = match index {
                            0 => "attributes ",
                            _ if index + 1 == names.len() => " and ",
                            _ => ", ",
                        };
                        write!(f, "{separator}\"{name}\"")?;
                    }
                    f.write_str(" are required")
                }
            },
            Reason::NoSingleType => f.write_str("the elements have no type in common"),
            Reason::NoCommonType => f.write_str("all elements must have the same type"),
            Reason::NotANumber => f.write_str("a number is required"),
            Reason::NotABool { text } => {
                f.write_str(BOOL_REQUIRED)?;
                match ["true", "false"].into_iter().find(|word| text.eq_ignore_ascii_case(word)) {
                    Some(word) => write!(f, "; write \"{word}\" in lowercase"),
                    None => Ok(()),
                }
            }
        }
    }
}
