//! Functions on sets.

use std::collections::BTreeSet;

use super::argument::{Outcome, pay, unknown};
use super::library::library;
use crate::eval::FunctionError;
use crate::value::convert::{Safety, unify};
use crate::value::set::Members;
use crate::value::{Elements, Marks, Type, Value};

library! {
    /// Functions on sets.
    pub(super) sets;

    /// The elements that all sets have.
    ///
    /// ```hcl
    /// setintersection(["a", "b"], ["b", "c"]) == toset(["b"])
    /// ```
    fn setintersection(
        /// The first set.
        first_set: Value as BTreeSet<Value> [UNTYPED | UNKNOWN];
        /// The other sets.
        other_sets: Value as BTreeSet<Value> [UNTYPED | UNKNOWN]
    ) -> Outcome {
        combine(first_set, other_sets, true)
    }

    /// Every combination of one element from each of the lists, sets and tuples.
    ///
    /// ```hcl
    /// setproduct(["a", "b"], [1]) == tolist([["a", 1], ["b", 1]])
    /// ```
    fn setproduct(
        ;
        /// The sets, lists and tuples. Each combination has one element of each of them.
        sets: Value [MARKED | UNKNOWN]
    ) -> Outcome {
        product(&sets)
    }

    /// The elements of the first set that are not in the second one.
    ///
    /// ```hcl
    /// setsubtract(["a", "b"], ["b"]) == toset(["a"])
    /// ```
    fn setsubtract(
        /// The set.
        a: Value as BTreeSet<Value> [UNTYPED | UNKNOWN],
        /// The elements to leave out.
        b: Value as BTreeSet<Value> [UNTYPED | UNKNOWN]
    ) -> Outcome {
        combine(a, vec![b], false)
    }

    /// The elements that any of the sets has.
    ///
    /// ```hcl
    /// setunion(["a"], ["b"], ["a"]) == toset(["a", "b"])
    /// ```
    fn setunion(
        /// The first set.
        first_set: Value as BTreeSet<Value> [UNTYPED | UNKNOWN];
        /// The other sets.
        other_sets: Value as BTreeSet<Value> [UNTYPED | UNKNOWN]
    ) -> Outcome {
        let (ty, sets) = unified(first_set, other_sets)?;
        let Some(element) = ty.element().filter(|_| sets.iter().all(Value::is_known)) else {
            return Ok(unknown(ty));
        };
        check_types(&sets)?;
        let elements = sets.iter().filter_map(Value::as_elements).flat_map(|set| set.iter());
        Ok(Value::set(element.clone(), elements.cloned()))
    }
}

/// The sets, converted to a common type.
fn unified(first: Value, others: Vec<Value>) -> Outcome<(Type, Vec<Value>)> {
    let sets: Vec<Value> = std::iter::once(first).chain(others).collect();
    // An empty set without an element type is compatible with any other.
    let is_untyped = |set: &&Value| matches!(set, Value::Set(set) if set.is_empty() && *set.element_type() == Type::Dynamic);
    let types: Vec<Type> = sets
        .iter()
        .filter(|set| !is_untyped(set))
        .filter_map(|set| set.type_of().element().cloned())
        .collect();
    let element = if types.is_empty() {
        Type::Dynamic
    } else {
        let unification = unify(&types, Safety::Unsafe);
        unification.ok_or("the sets have elements of types that have none in common")?.ty
    };
    let ty = Type::set(element);
    if !sets.iter().all(Value::is_known) {
        return Ok((ty, sets));
    }
    let converted = sets.iter().enumerate().map(|(index, set)| {
        set.convert_to(&ty).map_err(|error| FunctionError::argument(index, error))
    });
    let converted = converted.collect::<Outcome<_>>()?;
    Ok((ty, converted))
}

/// If the common element type is `any`, the sets were not converted, and their types can differ.
fn check_types(sets: &[Value]) -> Outcome<()> {
    let mut types = sets.iter().map(Value::type_of);
    let first = types.next();
    match types.all(|ty| Some(ty) == first) {
        true => Ok(()),
        false => Err("the sets have elements of different types".into()),
    }
}

/// Combines the sets from left to right. If the element of a set is unknown, so is its membership
/// in the result.
fn combine(first: Value, others: Vec<Value>, keeps_common: bool) -> Outcome {
    let (ty, sets) = unified(first, others)?;
    let Some(element) = ty.element().filter(|_| sets.iter().all(Value::is_wholly_known)) else {
        return Ok(unknown(ty));
    };
    check_types(&sets)?;
    let mut sets = sets.iter().filter_map(Value::as_elements);
    let first = sets.next().cloned().unwrap_or_default();
    let combined = sets.fold(first, |combined, set| {
        let members = Members::of(set);
        combined.into_iter().filter(|element| members.contains(element) == keeps_common).collect()
    });
    Ok(Value::set(element.clone(), combined))
}

/// The maximum number of combinations multiplied by the number of elements of one.
const MAX_PRODUCT: usize = 1 << 20;

fn product(sequences: &[Value]) -> Outcome {
    if sequences.len() < 2 {
        return Err("at least two arguments are required".into());
    }
    let mut marks = Marks::new();
    let mut types = Vec::with_capacity(sequences.len());
    let mut is_list = true;
    for (index, sequence) in sequences.iter().enumerate() {
        marks.merge(&sequence.marks());
        let ty = sequence.type_of();
        is_list &= !matches!(ty, Type::Set(_));
        types.push(element_type(&ty).map_err(|reason| FunctionError::argument(index, reason))?);
    }
    let combination = Type::tuple(types.iter().cloned());
    let collection = |combination| match is_list {
        true => Type::list(combination),
        false => Type::set(combination),
    };
    let lengths: Vec<_> = sequences.iter().map(Value::length_bounds_of_sets).collect();
    let is_certain = |(sequence, (min, max)): (&Value, &(usize, Option<usize>))| {
        sequence.unmarked().is_known() && Some(*min) == *max
    };
    if !sequences.iter().zip(&lengths).all(is_certain) {
        let unknown = unknown_product(collection(combination), &lengths);
        return Ok(unknown.with_marks(&marks));
    }

    let total = lengths.iter().try_fold(1_usize, |total, (length, _)| total.checked_mul(*length));
    let Some(total) = total.filter(|total| *total <= MAX_PRODUCT / sequences.len()) else {
        return Err("there are too many combinations".into());
    };
    // The charge for the tuples and their elements.
    pay(total.saturating_mul(4 + 2 * sequences.len()))?;
    let mut columns = Vec::with_capacity(sequences.len());
    for (sequence, ty) in sequences.iter().zip(&types) {
        let elements = sequence.unmarked().as_elements().into_iter().flat_map(|all| all.iter());
        let elements = elements.map(|element| element.convert_to(ty));
        columns.push(elements.collect::<Result<Vec<_>, _>>()?);
    }
    let combinations = (0..total).map(|index| Value::Tuple(nth_combination(index, &columns)));
    let product = match is_list {
        true => Value::list(combination, combinations),
        false => Value::set(combination, combinations),
    };
    Ok(product.with_marks(&marks))
}

/// The common type of all elements of a list, set or tuple.
fn element_type(sequence: &Type) -> Result<Type, &'static str> {
    match sequence {
        Type::List(element) | Type::Set(element) => Ok(Type::clone(element)),
        Type::Tuple(elements) if elements.is_empty() => Ok(Type::Dynamic),
        Type::Tuple(elements) => unify(elements, Safety::Unsafe)
            .map(|unification| unification.ty)
            .ok_or("all elements must have the same type"),
        _ => Err("a list or set is required"),
    }
}

/// The combination with this index. Combinations count up like digits; the last element changes
/// first.
fn nth_combination(mut index: usize, columns: &[Vec<Value>]) -> Elements {
    let mut combination = Vec::with_capacity(columns.len());
    for column in columns.iter().rev() {
        let length = column.len().max(1);
        combination.extend(column.get(index % length).cloned());
        index /= length;
    }
    combination.reverse();
    combination.into()
}

/// The product of unknown sequences. The limits of its length are known only if they are low.
fn unknown_product(ty: Type, lengths: &[(usize, Option<usize>)]) -> Value {
    let max = lengths.iter().try_fold(1_usize, |total, (_, max)| {
        let max = (*max).filter(|max| *max <= 1024)?;
        Some(total * max).filter(|total| *total <= 2048)
    });
    let product = Value::unknown(ty).refine().not_null();
    match max {
        None => product.build(),
        Some(0) => product.length(0).build(),
        Some(max) => product.min_length(1).max_length(max).build(),
    }
}
