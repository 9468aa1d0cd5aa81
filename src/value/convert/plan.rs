//! The plan of a conversion from one type to another.

use std::sync::Arc;

use super::unify;
use crate::limits::budget::charge;
use crate::limits::stack::nest;
use crate::value::{ObjectType, Shared, Type};

/// Whether a conversion may fail for some values or lose information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Safety {
    /// The conversion works for every value of the type.
    Safe,
    /// The conversion may fail, depending on the value.
    Unsafe,
}

/// A conversion of values of one type to another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conversion {
    pub(super) to: Type,
    pub(super) action: Action,
    /// Whether a result can be of another type than `to`; see [`may_deviate`].
    pub(super) may_deviate: bool,
}

/// The operation on a known value.
#[derive(Clone, Debug, Default)]
pub(super) enum Action {
    /// Any value is accepted.
    #[default]
    Keep,
    /// The conversion is planned again when the type of the value is known.
    Late,
    /// The result is unknown until all types are known.
    Forget,
    /// Between bools, numbers and strings.
    Primitive,
    /// List, set or map to one with other elements.
    Collection(Each),
    /// Tuple to tuple.
    Tuple(Vec<Each>),
    /// Tuple to list or set with elements of this type.
    TupleToCollection { element: Type, each: Vec<Each> },
    /// Object to object. Attributes that are not listed are dropped.
    Object(Attributes),
    /// Object to map; the attributes in lexical order, to elements of this type.
    ObjectToMap { element: Type, each: Vec<Each> },
    /// Tuple to list or object to map, by a conversion of another list or map; see
    /// [`Conversion::through`].
    Through(Shared<(Conversion, Conversion)>),
}

/// The conversion of the parts; `None` if they don't change.
pub(super) type Each = Option<Shared<Conversion>>;

/// The conversions of attributes; `None` for an optional one that the elements of a map can't be converted to.
type Attributes = Vec<(Arc<str>, Option<Each>)>;

impl Conversion {
    /// The conversion from `from` to `to`; `None` if there is none.
    pub(crate) fn plan(from: &Type, to: &Type, safety: Safety) -> Option<Conversion> {
        let action = nest(|| action(from, to, safety))?;
        let may_deviate = may_deviate(from, to, &action);
        Some(Conversion { to: to.clone(), action, may_deviate })
    }

    /// The conversion of a tuple or an object to a collection of type `to`, where the collection of
    /// its own elements would be of type `between`.
    ///
    /// The reference plans the two steps `from` → `between` → `to` and then applies both to the
    /// value itself: the second step gets elements that the first one has not converted. They must
    /// have the same type already.
    pub(super) fn through(
        from: &Type,
        between: &Type,
        to: &Type,
        safety: Safety,
    ) -> Option<Conversion> {
        let first = Conversion::plan(from, between, safety)?;
        if between == to {
            return Some(first);
        }
        let second = Conversion::plan(between, to, safety)?;
        let may_deviate = second.may_deviate;
        let action = Action::Through(Shared::new((first, second)));
        Some(Conversion { to: to.clone(), action, may_deviate })
    }

    /// The conversion of values whose common type is unknown.
    pub(super) fn forget() -> Conversion {
        Conversion { to: Type::Dynamic, action: Action::Forget, may_deviate: false }
    }
}

/// Whether a result can be of another type than `to`: as in the reference, a set with unknown elements
/// becomes an unknown list that keeps the type of its elements.
fn may_deviate(from: &Type, to: &Type, action: &Action) -> bool {
    let deviates = |each: &Each| each.as_ref().is_some_and(|each| each.may_deviate);
    match action {
        Action::Collection(each) => {
            let is_list_of_set = matches!((from, to), (Type::Set(_), Type::List(_)));
            is_list_of_set && each.is_some() || deviates(each)
        }
        Action::Tuple(each)
        | Action::TupleToCollection { each, .. }
        | Action::ObjectToMap { each, .. } => each.iter().any(deviates),
        Action::Object(each) => each.iter().any(|(_, each)| each.as_ref().is_some_and(deviates)),
        Action::Keep | Action::Late | Action::Forget | Action::Primitive | Action::Through(_) => {
            false
        }
    }
}

fn action(from: &Type, to: &Type, safety: Safety) -> Option<Action> {
    if !charge(from.width()) {
        return None;
    }
    let is_unsafe = safety == Safety::Unsafe;
    match (from, to) {
        (_, Type::Dynamic) => Some(Action::Keep),
        (Type::Dynamic, _) if is_unsafe => Some(Action::Late),
        (Type::Bool | Type::Number, Type::String) => Some(Action::Primitive),
        (Type::String, Type::Bool | Type::Number) if is_unsafe => Some(Action::Primitive),
        (Type::List(from), Type::List(to))
        | (Type::Set(from), Type::List(to) | Type::Set(to))
        | (Type::Map(from), Type::Map(to)) => each(from, to, safety).map(Action::Collection),
        // The order and duplicates are lost.
        (Type::List(from), Type::Set(to)) if is_unsafe => {
            each(from, to, safety).map(Action::Collection)
        }
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => {
            let pairs = from.iter().zip(&**to);
            pairs.map(|(from, to)| each(from, to, safety)).collect::<Option<_>>().map(Action::Tuple)
        }
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) => {
            let element = common_element(from.iter(), to, safety)?;
            if element == Type::Dynamic && from.iter().any(|from| *from != Type::Dynamic) {
                return None;
            }
            let each = each_of(from.iter(), &element, safety)?;
            Some(Action::TupleToCollection { element, each })
        }
        (Type::Object(from), Type::Object(to)) => objects(from, to, safety).map(Action::Object),
        (Type::Object(from), Type::Map(to)) => {
            let element = common_element(from.iter().map(|(_, ty)| ty), to, safety)?;
            let each = each_of(from.iter().map(|(_, ty)| ty), &element, safety)?;
            Some(Action::ObjectToMap { element, each })
        }
        (Type::Map(from), Type::Object(to)) if is_unsafe => {
            map_to_object(from, to).map(Action::Object)
        }
        _ => None,
    }
}

/// The conversion of elements; `None` in it for elements of the same type.
fn each(from: &Type, to: &Type, safety: Safety) -> Option<Each> {
    if from == to {
        return Some(None);
    }
    Some(Some(Shared::new(Conversion::plan(from, to, safety)?)))
}

/// The conversions of many elements to one type. Neighbours of the same type share theirs.
fn each_of<'t>(
    from: impl Iterator<Item = &'t Type>,
    to: &Type,
    safety: Safety,
) -> Option<Vec<Each>> {
    let mut last: Option<(&Type, Each)> = None;
    from.map(|from| {
        let conversion = match last.take() {
            Some((ty, conversion)) if ty == from => conversion,
            _ => each(from, to, safety)?,
        };
        last = Some((from, conversion.clone()));
        Some(conversion)
    })
    .collect()
}

/// The actual element type for a dynamic one, according to the types of the elements.
fn common_element<'t>(
    elements: impl Iterator<Item = &'t Type>,
    wanted: &Type,
    safety: Safety,
) -> Option<Type> {
    let types: Vec<Type> = match wanted {
        Type::Dynamic => elements.cloned().collect(),
        _ => return Some(wanted.clone()),
    };
    if types.is_empty() {
        return Some(Type::Dynamic);
    }
    unify::common_type(&types, safety)
}

fn objects(from: &ObjectType, to: &ObjectType, safety: Safety) -> Option<Attributes> {
    if !charge(to.len()) {
        return None;
    }
    let mut conversions = Vec::new();
    for (name, to_type) in to.iter() {
        match from.get(name) {
            Some(from_type) => {
                conversions.push((name.clone(), Some(each(from_type, to_type, safety)?)));
            }
            None if to.is_optional(name) => {}
            None => return None,
        }
    }
    Some(conversions)
}

fn map_to_object(from: &Type, to: &ObjectType) -> Option<Attributes> {
    if !charge(to.len()) {
        return None;
    }
    to.iter()
        .map(|(name, to_type)| match each(from, to_type, Safety::Unsafe) {
            None if !to.is_optional(name) => None,
            conversion => Some((name.clone(), conversion)),
        })
        .collect()
}
