//! Applies a planned conversion to a value.

use std::iter;
use std::sync::Arc;

use super::error::Step;
use super::plan::{Action, Conversion, Each};
use super::replace::{convert_unknown, replace_dynamic};
use super::unify::{common_element_type, element_type, unify_values};
use super::{ConversionError, Reason};
use crate::limits::budget::{MAP, charge};
use crate::limits::stack::nest;
use crate::value::{Elements, Map, Number, ObjectType, Set, Type, Value};

type Outcome = Result<Value, ConversionError>;

impl Conversion {
    /// Converts a value of the type that the conversion was planned for. Marks are kept.
    pub(crate) fn apply(&self, value: &Value) -> Outcome {
        match (value, &self.action) {
            (_, Action::Forget) => Ok(Value::unknown(Type::Dynamic)),
            (_, Action::Keep) => Ok(value.clone()),
            (Value::Marked(marked), _) => {
                Ok(self.apply(marked.value())?.with_marks(marked.marks()))
            }
            (Value::Unknown(unknown), _) => Ok(convert_unknown(unknown, &self.to)),
            (Value::Null(ty), _) => {
                Ok(Value::Null(replace_dynamic(ty, &self.to.without_optional())))
            }
            (_, Action::Late) => value.convert_to(&self.to),
            (_, Action::Through(steps)) => {
                let (first, second) = &**steps;
                first.apply(value)?;
                second.apply(value)
            }
            (_, Action::Primitive) => primitive(value, &self.to),
            _ => nest(|| self.apply_inside(value)),
        }
    }

    fn apply_inside(&self, value: &Value) -> Outcome {
        match (&self.action, value, &self.to) {
            // The number of elements depends on the unknown ones.
            (Action::Collection(_), Value::Set(Set { element: from, elements }), Type::List(_))
                if elements.len() > 1 && !value.is_wholly_known() =>
            {
                Ok(Value::unknown(Type::List(from.clone())))
            }
            (
                Action::Collection(each),
                Value::List(from, elements) | Value::Set(Set { element: from, elements }),
                Type::List(to) | Type::Set(to),
            ) => {
                let elements = convert_elements(elements, iter::repeat(each))?;
                self.sequence(elements, concrete_or(to, from))
            }
            // The second step of `Conversion::through`.
            (Action::Collection(each), Value::Tuple(elements), Type::List(to)) => {
                self.sequence(convert_elements(elements, iter::repeat(each))?, to)
            }
            (Action::Collection(each), Value::Object(map), Type::Map(to)) => {
                self.map(convert_map(map, iter::repeat(each))?, to)
            }
            (Action::Collection(each), Value::Map(from, map), Type::Map(to)) => {
                self.map(convert_map(map, iter::repeat(each))?, concrete_or(to, from))
            }
            (Action::Tuple(each), Value::Tuple(elements), Type::Tuple(_)) => {
                Ok(Value::Tuple(convert_elements(elements, each)?.into()))
            }
            (Action::TupleToCollection { element, each }, Value::Tuple(elements), to) => {
                let mut elements = convert_elements(elements, each)?;
                if let Type::List(_) = to {
                    elements = self.unified(elements, element)?;
                }
                self.sequence(elements, element)
            }
            (Action::ObjectToMap { element, each }, Value::Object(map), Type::Map(_)) => {
                self.map(convert_map(map, each)?, element)
            }
            (Action::Object(each), Value::Object(map) | Value::Map(_, map), Type::Object(to)) => {
                let step = |name: &Arc<str>| match value {
                    Value::Map(..) => Step::Key(name.clone()),
                    _ => Step::Attribute(name.clone()),
                };
                let attributes = each.iter().filter_map(|(name, each)| {
                    let (value, to) = (map.get(name)?, to.get(name)?);
                    let value = match each {
                        Some(each) => convert_each(value, each, || step(name)),
                        None => {
                            Err(ConversionError::between(&value.type_of(), to).within(step(name)))
                        }
                    };
                    Some(value.map(|value| (name.clone(), value)))
                });
                complete(attributes.collect::<Result<Map, _>>()?, to)
            }
            _ => Err(ConversionError::between(&value.type_of(), &self.to)),
        }
    }

    /// A list or a set, depending on the conversion.
    fn sequence(&self, elements: Vec<Value>, declared: &Type) -> Outcome {
        let element = self.element_type(&elements, declared)?;
        Ok(match self.to {
            Type::Set(_) => Value::set(element, elements),
            _ => Value::list(element, elements),
        })
    }

    fn map(&self, map: Vec<(Arc<str>, Value)>, declared: &Type) -> Outcome {
        let (keys, mut elements): (Vec<_>, Vec<_>) = map.into_iter().unzip();
        if declared.is_collection() || matches!(declared, Type::Object(_)) {
            elements = self.unified(elements, declared)?;
        }
        let element = self.element_type(&elements, declared)?;
        Ok(Value::map(element, keys.into_iter().zip(elements)))
    }

    fn element_type(&self, elements: &[Value], declared: &Type) -> Result<Type, ConversionError> {
        let ty = match self.may_deviate {
            true => common_element_type(elements, declared),
            false => element_type(elements, declared),
        };
        ty.ok_or_else(|| Reason::NoCommonType.into())
    }

    /// Converts the elements to their common type, if it can be another one than the declared type.
    fn unified(
        &self,
        elements: Vec<Value>,
        declared: &Type,
    ) -> Result<Vec<Value>, ConversionError> {
        if elements.is_empty() || !declared.has_dynamic() && !self.may_deviate {
            return Ok(elements);
        }
        let (_, elements) = unify_values(&elements).ok_or(Reason::NoCommonType)?;
        Ok(elements)
    }
}

/// A bool, number or string as another one.
pub(super) fn primitive(value: &Value, to: &Type) -> Outcome {
    match (value, to) {
        (Value::Bool(bool), Type::String) => Ok(Value::from(if *bool { "true" } else { "false" })),
        (Value::Number(number), Type::String) => Ok(Value::normalized(number.to_string())),
        (Value::String(text), Type::Number) => match text.parse::<Number>() {
            Ok(number) => Ok(Value::Number(number)),
            Err(_) => Err(Reason::NotANumber.into()),
        },
        (Value::String(text), Type::Bool) => match &**text {
            "true" | "1" => Ok(Value::Bool(true)),
            "false" | "0" => Ok(Value::Bool(false)),
            _ => Err(Reason::NotABool { text: text.clone().into() }.into()),
        },
        _ => Err(ConversionError::between(&value.type_of(), to)),
    }
}

fn convert_each(
    value: &Value,
    each: &Each,
    step: impl FnOnce() -> Step,
) -> Result<Value, ConversionError> {
    match each {
        None => Ok(match value {
            Value::Null(ty) => Value::Null(ty.without_optional()),
            value => value.clone(),
        }),
        Some(conversion) => conversion.apply(value).map_err(|error| error.within(step())),
    }
}

fn convert_elements<'c>(
    elements: &Elements,
    each: impl IntoIterator<Item = &'c Each>,
) -> Result<Vec<Value>, ConversionError> {
    if !charge(2 * elements.len()) {
        return Err(Reason::NoCommonType.into());
    }
    let elements = elements.iter().zip(each).enumerate();
    elements
        .map(|(index, (element, each))| convert_each(element, each, || Step::Index(index)))
        .collect()
}

fn convert_map<'c>(
    map: &Map,
    each: impl IntoIterator<Item = &'c Each>,
) -> Result<Vec<(Arc<str>, Value)>, ConversionError> {
    if !charge(MAP + 3 * map.len()) {
        return Err(Reason::NoCommonType.into());
    }
    map.iter()
        .zip(each)
        .map(|((key, value), each)| {
            let value = convert_each(value, each, || Step::Key(key.clone()))?;
            Ok((key.clone(), value))
        })
        .collect()
}

/// The object with all attributes of its type: missing optional ones are null.
fn complete(mut attributes: Map, ty: &ObjectType) -> Outcome {
    if !charge(MAP + ty.len()) {
        return Err(Reason::NoCommonType.into());
    }
    if attributes.len() < ty.len() {
        for (name, ty_of_attribute) in ty.iter() {
            if attributes.contains_key(name) {
                continue;
            }
            if !ty.is_optional(name) {
                return Err(Reason::MissingAttributes(vec![name.clone()]).into());
            }
            attributes.insert(name.clone(), Value::Null(ty_of_attribute.without_optional()));
        }
    }
    Ok(Value::Object(attributes))
}

fn concrete_or<'t>(wanted: &'t Type, known: &'t Type) -> &'t Type {
    if *wanted == Type::Dynamic { known } else { wanted }
}
