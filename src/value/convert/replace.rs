//! Conversion of unknown values.

use super::plan::Safety;
use super::unify;
use crate::limits::stack::nest;
use crate::value::{Type, Unknown, Value};

/// The unknown result of converting an unknown value, with its refinements.
pub(super) fn convert_unknown(unknown: &Unknown, to: &Type) -> Value {
    let from = unknown.ty();
    let to = replace_dynamic(from, &to.without_optional());
    let refinements = unknown.refinements();
    let is_set = matches!(to, Type::Set(_));
    let is_collection = to.is_collection();
    let mut result = Value::unknown(to).refine();
    if refinements.is_not_null() {
        result = result.not_null();
    }
    // Elements of a set may be equal, but at least one remains.
    let (min, max) = match from {
        Type::Object(object) if is_collection => (object.len(), Some(object.len())),
        Type::Tuple(elements) if is_collection => (elements.len(), Some(elements.len())),
        _ => (refinements.min_length(), refinements.max_length()),
    };
    result = result.min_length(if is_set { min.min(1) } else { min });
    if let Some(max) = max {
        result = result.max_length(max);
    }
    result.build()
}

/// The type `to` with its dynamic parts replaced by the parts of `from`, which converts to `to`.
pub(super) fn replace_dynamic(from: &Type, to: &Type) -> Type {
    if !to.has_dynamic() {
        return to.clone();
    }
    nest(|| match (from, to) {
        (Type::Dynamic, _) => to.clone(),
        (_, Type::Dynamic) => from.clone(),
        (_, Type::List(element) | Type::Set(element) | Type::Map(element)) => {
            match element_of(from) {
                Some(from) => to.with_element(replace_dynamic(&from, element)),
                None => to.clone(),
            }
        }
        (Type::Map(from), Type::Object(to)) => {
            Type::object(to.iter().map(|(name, to)| (name.clone(), replace_dynamic(from, to))))
        }
        (Type::Object(from), Type::Object(to)) => Type::object(to.iter().map(|(name, to)| {
            let ty = from.get(name).map_or_else(|| to.clone(), |from| replace_dynamic(from, to));
            (name.clone(), ty)
        })),
        (Type::Tuple(from), Type::Tuple(to)) => {
            Type::tuple(from.iter().zip(&**to).map(|(from, to)| replace_dynamic(from, to)))
        }
        _ => to.clone(),
    })
}

/// The type of the elements, or their common type.
fn element_of(ty: &Type) -> Option<Type> {
    let types: Vec<Type> = match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            return Some(Type::clone(element));
        }
        Type::Tuple(elements) => elements.to_vec(),
        Type::Object(object) => object.iter().map(|(_, ty)| ty.clone()).collect(),
        _ => return None,
    };
    Some(unify::common_type(&types, Safety::Unsafe).unwrap_or_default())
}
