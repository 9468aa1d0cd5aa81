//! Unification: one common type for values of several types.

use std::cmp::Ordering;

use hashbrown::HashSet;

use super::plan::{Conversion, Safety};
use crate::limits::budget::charge;
use crate::limits::stack::nest;
use crate::value::{ObjectType, Type, Value};

/// A common type and the conversion of each given type to it.
#[derive(Clone, Debug)]
pub(crate) struct Unification {
    /// The common type.
    pub(crate) ty: Type,
    /// For each given type, its conversion; `None` if it is the common one already.
    pub(crate) conversions: Vec<Option<Conversion>>,
}

/// The most specific type that all `types` convert to, if there is one.
pub(crate) fn unify(types: &[Type], safety: Safety) -> Option<Unification> {
    Some(match common(types, safety)? {
        Common::Undecided => Unification {
            ty: Type::Dynamic,
            conversions: types.iter().map(|_| Some(Conversion::forget())).collect(),
        },
        Common::Type(ty) => {
            let conversions = types
                .iter()
                .map(|from| Conversion::plan(from, &ty, safety).filter(|_| *from != ty));
            Unification { conversions: conversions.collect(), ty }
        }
        Common::Collection { ty, structural } => {
            let conversion = |from: &Type| match from {
                Type::Tuple(_) | Type::Object(_) => {
                    Conversion::through(from, &structural, &ty, safety)
                }
                _ => Conversion::plan(from, &ty, safety).filter(|_| *from != ty),
            };
            Unification { conversions: types.iter().map(conversion).collect(), ty }
        }
    })
}

/// The values as elements of one collection, and the type of its elements.
pub(crate) fn unify_values(values: &[Value]) -> Option<(Type, Vec<Value>)> {
    let types: Vec<Type> = values.iter().map(Value::type_of).collect();
    let Unification { ty, conversions } = unify(&types, Safety::Unsafe)?;
    let converted = values.iter().zip(&conversions).map(|(value, conversion)| match conversion {
        Some(conversion) => conversion.apply(value).ok(),
        None => Some(value.clone()),
    });
    let converted: Vec<Value> = converted.collect::<Option<_>>()?;
    let element = match conversions.iter().flatten().any(|conversion| conversion.may_deviate) {
        true => common_element_type(&converted, &ty),
        false => element_type(&converted, &ty),
    };
    Some((element?, converted))
}

/// The common type of elements, some of which may be of dynamic type. `declared` is returned if it
/// contains no dynamic type.
pub(crate) fn element_type(elements: &[Value], declared: &Type) -> Option<Type> {
    match declared.has_dynamic() {
        true => common_element_type(elements, declared),
        false => Some(declared.without_optional()),
    }
}

/// The type that all elements have, apart from those of dynamic type; the declared one if there are none.
pub(crate) fn common_element_type(elements: &[Value], declared: &Type) -> Option<Type> {
    if elements.is_empty() {
        return Some(declared.without_optional());
    }
    let mut types = elements.iter().map(Value::type_of).filter(|ty| *ty != Type::Dynamic);
    let first = types.next().unwrap_or_default();
    types.all(|ty| ty == first).then_some(first)
}

/// The type of a [`Unification`].
pub(super) fn common_type(types: &[Type], safety: Safety) -> Option<Type> {
    Some(common(types, safety)?.into_type())
}

enum Common {
    Type(Type),
    /// A list or map for collections and also for tuples or objects. The latter by themselves would
    /// have become the collection `structural`.
    Collection {
        ty: Type,
        structural: Type,
    },
    /// Some types are unknown, and the common type depends on them.
    Undecided,
}

impl Common {
    fn into_type(self) -> Type {
        match self {
            Common::Type(ty) | Common::Collection { ty, .. } => ty,
            Common::Undecided => Type::Dynamic,
        }
    }
}

fn common(types: &[Type], safety: Safety) -> Option<Common> {
    if !charge(2 * types.len()) {
        return None;
    }
    let mut seen = HashSet::with_capacity(types.len());
    let distinct: Vec<&Type> = types.iter().filter(|ty| seen.insert(*ty)).collect();
    if let [single] = *distinct {
        return Some(Common::Type(single.clone()));
    }
    nest(|| common_of_distinct(&distinct, safety))
}

fn common_of_distinct(types: &[&Type], safety: Safety) -> Option<Common> {
    let count = |is_kind: fn(&Type) -> bool| types.iter().filter(|ty| is_kind(ty)).count();
    let (dynamic, lists) =
        (count(|ty| *ty == Type::Dynamic), count(|ty| matches!(ty, Type::List(_))));
    let (sets, maps) =
        (count(|ty| matches!(ty, Type::Set(_))), count(|ty| matches!(ty, Type::Map(_))));
    let tuples = count(|ty| matches!(ty, Type::Tuple(_)));
    let objects = count(|ty| matches!(ty, Type::Object(_)));
    let only = |count: usize| count > 0 && count + dynamic == types.len();
    if [lists, sets, maps, tuples, objects].into_iter().any(only) {
        return match types.first()? {
            _ if dynamic > 0 => Some(Common::Undecided),
            Type::Object(_) => of_objects(types, safety),
            Type::Tuple(_) => of_tuples(types, safety),
            _ => of_collections(types, safety),
        };
    }
    if maps > 0 && only(maps + objects) || lists > 0 && only(lists + tuples) {
        let collection = structural_as_collection(types, safety);
        if collection.is_some() {
            return collection;
        }
    } else if objects > 0 && tuples > 0 {
        return None;
    }
    let order = order_by_generality(types);
    let suits = |wanted: &&Type| reachable(types, wanted, safety);
    order.into_iter().find(suits).cloned().map(Common::Type)
}

/// Whether all types convert to `wanted`.
fn reachable(types: &[&Type], wanted: &Type, safety: Safety) -> bool {
    types.iter().all(|ty| *ty == wanted || Conversion::plan(ty, wanted, safety).is_some())
}

fn reached(types: &[&Type], wanted: Type, safety: Safety) -> Option<Common> {
    reachable(types, &wanted, safety).then_some(Common::Type(wanted))
}

/// Collections of one kind: their elements decide.
fn of_collections(types: &[&Type], safety: Safety) -> Option<Common> {
    let elements: Vec<Type> = types.iter().filter_map(|ty| ty.element()).cloned().collect();
    let element = common_type(&elements, safety)?;
    reached(types, types.first()?.with_element(element), safety)
}

/// Objects: attribute by attribute if they all have the same ones, otherwise as a map.
fn of_objects(types: &[&Type], safety: Safety) -> Option<Common> {
    let objects: Vec<&ObjectType> = types
        .iter()
        .filter_map(|ty| match ty {
            Type::Object(object) => Some(&**object),
            _ => None,
        })
        .collect();
    let (first, rest) = objects.split_first()?;
    if !rest.iter().all(|object| object.has_same_names(first)) {
        return as_collection(types, safety);
    }
    let column =
        |name| objects.iter().filter_map(|object| object.get(name)).cloned().collect::<Vec<_>>();
    let attributes =
        first.iter().map(|(name, _)| Some((name.clone(), common_type(&column(name), safety)?)));
    let wanted: ObjectType = attributes.collect::<Option<_>>()?;
    reached(types, wanted.into(), safety).or_else(|| as_collection(types, safety))
}

/// Objects as a map, or tuples as a list.
fn as_collection(types: &[&Type], safety: Safety) -> Option<Common> {
    let (mut parts, mut collection): (_, fn(Type) -> Type) = (Vec::new(), Type::list);
    for ty in types {
        match ty {
            Type::Tuple(elements) => parts.extend_from_slice(elements),
            Type::Object(object) => {
                collection = Type::map;
                parts.extend(object.iter().map(|(_, ty)| ty.clone()));
            }
            _ => {}
        }
    }
    reached(types, collection(common_type(&parts, safety)?), safety)
}

/// Tuples: position by position if they are equally long, otherwise as a list.
fn of_tuples(types: &[&Type], safety: Safety) -> Option<Common> {
    let tuples: Vec<&[Type]> = types
        .iter()
        .filter_map(|ty| match ty {
            Type::Tuple(elements) => Some(&***elements),
            _ => None,
        })
        .collect();
    let (first, rest) = tuples.split_first()?;
    if !rest.iter().all(|tuple| tuple.len() == first.len()) {
        return as_collection(types, safety);
    }
    let column =
        |index| tuples.iter().filter_map(|tuple| tuple.get(index)).cloned().collect::<Vec<_>>();
    let elements = (0..first.len()).map(|index| common_type(&column(index), safety));
    let wanted = Type::tuple(elements.collect::<Option<Vec<_>>>()?);
    reached(types, wanted, safety).or_else(|| as_collection(types, safety))
}

/// Objects together with maps unify as maps, tuples with lists as lists.
fn structural_as_collection(types: &[&Type], safety: Safety) -> Option<Common> {
    let (structural, others): (Vec<&Type>, Vec<&Type>) =
        types.iter().partition(|ty| matches!(ty, Type::Tuple(_) | Type::Object(_)));
    let structural = as_collection(&structural, safety)?.into_type();
    let mut types: Vec<Type> = others.into_iter().cloned().collect();
    types.push(structural.clone());
    match common(&types, safety)? {
        Common::Type(ty) if ty.is_collection() => Some(Common::Collection { ty, structural }),
        _ => None,
    }
}

/// The types, more general ones before those that convert to them.
fn order_by_generality<'t>(types: &[&'t Type]) -> Vec<&'t Type> {
    // Every type is compared with every other one.
    if !charge(types.len().saturating_mul(types.len()) / 4) {
        return Vec::new();
    }
    let mut less_general: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut waiting_for = vec![0_usize; types.len()];
    for (left, left_type) in types.iter().enumerate() {
        for (right, right_type) in types.iter().enumerate().skip(left + 1) {
            let (first, second) = match generality(left_type, right_type) {
                Ordering::Less => (left, right),
                Ordering::Greater => (right, left),
                Ordering::Equal => continue,
            };
            less_general[first].push(second);
            waiting_for[second] += 1;
        }
    }
    let mut order: Vec<usize> = (0..types.len()).filter(|index| waiting_for[*index] == 0).collect();
    let mut next = 0;
    while let Some(&general) = order.get(next) {
        next += 1;
        for &index in &less_general[general] {
            waiting_for[index] -= 1;
            if waiting_for[index] == 0 {
                order.push(index);
            }
        }
    }
    order.into_iter().map(|index| types[index]).collect()
}

/// `Less` if the left type is the better common type of the two, assuming that there are
/// conversions at all.
fn generality(left: &Type, right: &Type) -> Ordering {
    if !charge(left.width()) {
        return Ordering::Equal;
    }
    match (left, right) {
        (Type::Dynamic, Type::Dynamic) => Ordering::Equal,
        (_, Type::Dynamic)
        | (Type::String, Type::Bool | Type::Number)
        | (Type::List(_), Type::Tuple(_) | Type::Set(_))
        | (Type::Tuple(_), Type::Set(_))
        | (Type::Map(_), Type::Object(_)) => Ordering::Less,
        (Type::Dynamic, _)
        | (Type::Bool | Type::Number, Type::String)
        | (Type::Tuple(_) | Type::Set(_), Type::List(_))
        | (Type::Set(_), Type::Tuple(_))
        | (Type::Object(_), Type::Map(_)) => Ordering::Greater,
        (Type::List(left), Type::List(right))
        | (Type::Set(left), Type::Set(right))
        | (Type::Map(left), Type::Map(right)) => nest(|| generality(left, right)),
        (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => {
            generality_of_all(left.iter().zip(&**right))
        }
        (Type::Object(left), Type::Object(right)) if left.has_same_names(right) => {
            generality_of_all(
                left.iter().zip(right.iter()).map(|((_, left), (_, right))| (left, right)),
            )
        }
        _ => Ordering::Equal,
    }
}

/// The order that all pairs have, apart from equal ones. `Equal` if two pairs have opposite orders.
fn generality_of_all<'t>(pairs: impl Iterator<Item = (&'t Type, &'t Type)>) -> Ordering {
    let mut result = Ordering::Equal;
    for (left, right) in pairs {
        match (result, nest(|| generality(left, right))) {
            (Ordering::Equal, order) => result = order,
            (_, Ordering::Equal) => {}
            (result, order) if result == order => {}
            _ => return Ordering::Equal,
        }
    }
    result
}
