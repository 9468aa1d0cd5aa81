//! Functions on whole lists and tuples: joining, dividing, counting.

use crate::eval::{FunctionError, entries};
use crate::functions::argument::{Kind, Outcome, integer_of, no_list, pay, unknown};
use crate::functions::library::library;
use crate::functions::strings::count_characters;
use crate::limits::stack::nest;
use crate::value::convert::{Safety, element_type, unify};
use crate::value::{Elements, Marks, Number, Set, Type, Value, lookup};

library! {
    /// Functions on lists and tuples as a whole.
    pub(super) whole;

    /// The elements of a list, divided into lists of a given length; the last list may be shorter.
    ///
    /// ```hcl
    /// chunklist(["a", "b", "c"], 2) == tolist([["a", "b"], ["c"]])
    /// ```
    fn chunklist(
        /// The list.
        list: Value as Vec<Value> [MARKED | UNKNOWN],
        /// The length of the chunks, or 0 for a single one.
        size: Value as Number [MARKED | UNKNOWN]
    ) -> Outcome {
        let ty = list.type_of();
        let Value::List(element, elements) = list.unmarked() else {
            return Ok(unknown(Type::list(ty)));
        };
        let Some(length) = integer_of(&size)? else {
            return Ok(unknown(Type::list(ty)));
        };
        let length = usize::try_from(length).map_err(|_| "the size must not be negative")?;
        let length = if length == 0 { elements.len().max(1) } else { length };
        pay(2 * elements.len() + 4 * elements.len().div_ceil(length))?;
        let chunks = elements.chunks(length);
        let chunks = chunks.map(|chunk| Value::List(element.clone(), chunk.to_vec().into()));
        Ok(Value::list(ty, chunks).with_marks(&list.marks()).with_marks(&size.marks()))
    }

    /// The elements of all lists and tuples in one sequence.
    ///
    /// ```hcl
    /// concat(["a"], ["b", "c"]) == ["a", "b", "c"]
    /// ```
    fn concat(
        ;
        /// The lists and tuples.
        seqs: Value [MARKED | UNKNOWN]
    ) -> Outcome {
        if seqs.is_empty() {
            return Err("at least one argument is required".into());
        }
        let types = seqs.iter().map(|sequence| match Kind::of(sequence) {
            Kind::List => Some(sequence.type_of()),
            _ => None,
        });
        let common = types.collect::<Option<Vec<_>>>();
        match common.and_then(|types| unify(&types, Safety::Unsafe)) {
            Some(common) => concatenate_lists(&seqs, &common.ty),
            None => concatenate(&seqs),
        }
    }

    /// The element of a list or tuple at a position; positions after the last element wrap around.
    ///
    /// ```hcl
    /// element(["a", "b", "c"], 4) == "b"
    /// element(["a", "b", "c"], -1) == "c"
    /// ```
    fn element(
        /// The list or tuple.
        list: Value [MARKED | UNKNOWN],
        /// The position, from 0; negative ones count from the end.
        index: Value as Number [UNKNOWN]
    ) -> Outcome {
        if !Kind::of(&list).is_indexed() {
            return Err(no_list("a list", &list));
        }
        let elements = list.unmarked().as_elements();
        let ty = match elements {
            // The type of a known tuple is not needed, and determining it would visit all its
            // elements.
            Some(_) if Kind::of(&list) == Kind::Tuple => Type::tuple([]),
            _ => list.type_of(),
        };
        let length = match (elements, &ty) {
            (Some(elements), _) => Some(elements.len()),
            (None, Type::Tuple(types)) => Some(types.len()),
            _ => None,
        };
        // If the length or the index is unknown, the index may be any.
        let index = match length.filter(|_| index.is_known()) {
            Some(length) => wrapped(integer_of(&index)?, length)?,
            None => None,
        };
        let element = index.and_then(|index| elements?.get(index));
        Ok(match (element, ty) {
            (Some(element), _) => element.clone().with_marks(&list.marks()),
            (None, Type::Tuple(_)) if elements.is_some() => Value::unknown(Type::Dynamic),
            (None, Type::Tuple(types)) => {
                let ty = index.and_then(|index| types.get(index));
                Value::unknown(ty.cloned().unwrap_or_default())
            }
            (None, ty) => Value::unknown(ty.element().cloned().unwrap_or_default()),
        })
    }

    /// The elements of a list, set or tuple, in which lists, sets and tuples are replaced by their
    /// elements, at any depth.
    ///
    /// ```hcl
    /// flatten([["a", []], "b", [["c"]]]) == ["a", "b", "c"]
    /// ```
    fn flatten(
        /// The list, set or tuple; its elements may be lists, sets and tuples, too.
        list: Value [MARKED | UNKNOWN]
    ) -> Outcome {
        if !Kind::of(&list).is_sequence() && list.is_wholly_known() {
            return Err(no_list("a list or set", &list));
        }
        if !list.is_known() {
            return Ok(Value::unknown(Type::Dynamic));
        }
        let mut flat = Flattening::default();
        flat.add(&list);
        if flat.elements.len() > MAX_ELEMENTS {
            return Err(too_many());
        }
        let value = match flat.is_undecided {
            true => Value::unknown(Type::Dynamic),
            false => Value::Tuple(flat.elements.into()),
        };
        Ok(value.with_marks(&flat.marks))
    }

    /// The number of elements of a list, set, map or tuple, of attributes of an object, or of
    /// characters of a string.
    ///
    /// ```hcl
    /// length({ a = 1 }) == 1 && length("noël") == 4
    /// ```
    fn length(
        /// The string, collection, tuple or object.
        value: Value [UNKNOWN | UNTYPED | MARKED]
    ) -> Outcome {
        // The whole type of a tuple or an object is not needed.
        let length = match (Kind::of(&value), value.unmarked()) {
            (Kind::Dynamic, _) => Some(unknown(Type::Number)),
            (Kind::Primitive, text) if text.type_of() == Type::String => {
                Some(count_characters(text))
            }
            (_, value) => lookup::length(value),
        };
        let length =
            length.ok_or_else(|| no_list("a string, a collection or an object", &value))?;
        Ok(length.with_marks(&value.marks()))
    }

    /// The numbers from a start (0 if there is none) up to, but not including, an end, with a step
    /// between them.
    ///
    /// ```hcl
    /// range(3) == tolist([0, 1, 2])
    /// range(1, 8, 3) == tolist([1, 4, 7])
    /// range(2, 0) == tolist([2, 1])
    /// ```
    fn range(
        ;
        /// The limit; or the start and the limit; or the start, the limit and the step.
        params: Number
    ) -> Outcome<Vec<Number>> {
        count(&params)
    }

    /// The elements of a list, set or tuple in reverse order.
    ///
    /// ```hcl
    /// reverse(["a", "b"]) == ["b", "a"]
    /// ```
    fn reverse(
        /// The list, set or tuple.
        list: Value [MARKED | UNKNOWN]
    ) -> Outcome {
        pay(2 * list.unmarked().as_elements().map_or(0, |elements| elements.len()))?;
        let reversed = |elements: &Elements| elements.iter().rev().cloned().collect();
        let value = match list.unmarked() {
            Value::Tuple(elements) => Value::Tuple(reversed(elements)),
            Value::List(element, elements) | Value::Set(Set { element, elements }) => {
                Value::List(element.clone(), reversed(elements))
            }
            other => {
                return Ok(unknown(match other.type_of() {
                    Type::Tuple(types) => Type::tuple(types.iter().rev().cloned()),
                    Type::List(element) | Type::Set(element) => Type::List(element),
                    _ => return Err(no_list("a list", &list).or_argument(0)),
                }));
            }
        };
        Ok(value.with_marks(&list.marks()))
    }

    /// The elements of a list or tuple from a position up to, but not including, another one.
    ///
    /// ```hcl
    /// slice(["a", "b", "c", "d"], 1, 3) == ["b", "c"]
    /// ```
    fn slice(
        /// The list or tuple.
        list: Value [MARKED | UNKNOWN],
        /// The position of the first element.
        start_index: Value as Number [UNKNOWN],
        /// The position after the last element.
        end_index: Value as Number [UNKNOWN]
    ) -> Outcome {
        if !Kind::of(&list).is_indexed() {
            return Err(no_list("a list", &list).or_argument(0));
        }
        let (start, end) = slice_bounds(&list, &start_index, &end_index)?;
        let range = start.zip(end).map(|(start, end)| start..end);
        pay(2 * range.as_ref().map_or(0, |range| range.len()))?;
        let value = match (list.unmarked(), range) {
            (Value::List(ty, elements), Some(range)) => {
                let elements = elements.get(range).unwrap_or_default();
                Value::List(ty.clone(), elements.to_vec().into())
            }
            (Value::Tuple(elements), Some(range)) => {
                Value::tuple(elements.get(range).unwrap_or_default().to_vec())
            }
            (other, range) => {
                return Ok(match (other.type_of(), range) {
                    (Type::Tuple(types), Some(range)) => {
                        let types = types.get(range).unwrap_or_default();
                        unknown(Type::tuple(types.iter().cloned()))
                    }
                    (Type::Tuple(_), None) => Value::unknown(Type::Dynamic),
                    (ty, _) => unknown(ty),
                });
            }
        };
        Ok(value.with_marks(&list.marks()))
    }
}

/// The position of an index that wraps around.
fn wrapped(index: Option<i64>, length: usize) -> Outcome<Option<usize>> {
    match i64::try_from(length) {
        Ok(0) | Err(_) => {
            let error = FunctionError::from("there are no elements");
            Err(error.with_help("test length(list) > 0 first"))
        }
        Ok(length) => Ok(index.map(|index| index.rem_euclid(length) as usize)),
    }
}

/// The maximum number of elements of several sequences together. Without it, shared sequences could
/// be combined to one that is larger than any memory.
const MAX_ELEMENTS: usize = 1 << 24;

fn too_many() -> FunctionError {
    format!("there are more than {MAX_ELEMENTS} elements").into()
}

fn concatenate_lists(lists: &[Value], ty: &Type) -> Outcome {
    if !lists.iter().all(|list| list.is_known()) {
        return Ok(unknown(ty.clone()));
    }
    let mut marks = Marks::new();
    let mut all = Vec::new();
    for (index, list) in lists.iter().enumerate() {
        marks.merge(&list.marks());
        let list = list.unmarked().convert_to(ty);
        let list = list.map_err(|error| FunctionError::argument(index, error))?;
        pay(2 * list.as_elements().map_or(0, |elements| elements.len()))?;
        all.extend(list.as_elements().into_iter().flatten().cloned());
        if all.len() > MAX_ELEMENTS {
            return Err(too_many());
        }
    }
    let declared = ty.element().cloned().unwrap_or_default();
    // If the type is not determined, the elements decide; nulls and unknown values get the type of the
    // others.
    let element = element_type(&all, &declared).ok_or("the elements have no type in common")?;
    Ok(Value::list(element, all).with_marks(&marks))
}

fn concatenate(sequences: &[Value]) -> Outcome {
    let mut marks = Marks::new();
    let mut all = Vec::new();
    let mut all_known = true;
    for (index, sequence) in sequences.iter().enumerate() {
        marks.merge(&sequence.marks());
        if all.len() > MAX_ELEMENTS {
            return Err(too_many());
        }
        match sequence.unmarked() {
            Value::Tuple(elements) | Value::List(_, elements) => {
                pay(2 * elements.len())?;
                all.extend_from_slice(elements);
            }
            Value::Unknown(unknown) => match unknown.ty() {
                Type::Tuple(types) => {
                    all.extend(types.iter().cloned().map(Value::unknown));
                    all_known = false;
                }
                Type::List(_) => return Ok(Value::unknown(Type::Dynamic)),
                _ => return Err(no_list("a list", sequence).or_argument(index)),
            },
            other => return Err(no_list("a list", other).or_argument(index)),
        }
    }
    let tuple = Value::Tuple(all.into());
    if all_known { Ok(tuple.with_marks(&marks)) } else { Ok(unknown(tuple.type_of())) }
}

/// The remaining elements of nested sequences.
#[derive(Default)]
struct Flattening {
    elements: Vec<Value>,
    marks: Marks,
    is_undecided: bool,
}

impl Flattening {
    fn add(&mut self, sequence: &Value) {
        self.marks.merge(&sequence.marks());
        let (min, max) = sequence.length_bounds();
        if !sequence.is_known() || Some(min) != max {
            self.is_undecided = true;
            return;
        }
        for (_, element) in entries(sequence.unmarked()) {
            if self.elements.len() > MAX_ELEMENTS || pay(2).is_err() {
                return;
            }
            if Kind::of(element).is_sequence() && !element.is_null() {
                nest(|| self.add(element));
            } else {
                self.is_undecided |= !element.is_known() && Kind::of(element) == Kind::Dynamic;
                self.elements.push(element.clone());
            }
        }
    }
}

/// The bounds of a slice, as far as they are known.
fn slice_bounds(
    list: &Value,
    start: &Value,
    end: &Value,
) -> Outcome<(Option<usize>, Option<usize>)> {
    let (min, max) = list.length_bounds();
    let length = max.filter(|max| *max == min);
    let bound = |value: &Value, index: usize| -> Outcome<Option<usize>> {
        let invalid = |reason: String| FunctionError::argument(index, reason);
        let Some(bound) = value.unmarked().as_number() else { return Ok(None) };
        let bound = bound.as_i64().ok_or_else(|| invalid(format!("{bound} is no integer")))?;
        let bound = usize::try_from(bound).map_err(|_| invalid(format!("{bound} is negative")))?;
        match length {
            Some(length) if bound > length => {
                Err(invalid(format!("{bound} is greater than the length, which is {length}")))
            }
            _ => Ok(Some(bound)),
        }
    };
    let (start, end) = (bound(start, 1)?, bound(end, 2)?);
    match (start, end) {
        (Some(start), Some(end)) if start > end => {
            let reason = format!("the start, {start}, is greater than the end, {end}");
            Err(FunctionError::argument(1, reason))
        }
        bounds => Ok(bounds),
    }
}

/// The maximum number of elements of a range.
const MAX_RANGE: usize = 1024;

fn count(parameters: &[Number]) -> Outcome<Vec<Number>> {
    let (zero, one) = (Number::from(0), Number::from(1));
    let (start, end, step) = match parameters {
        [end] => (&zero, end, None),
        [start, end] => (start, end, None),
        [start, end, step] => (start, end, Some(step.clone())),
        _ => return Err("one, two or three arguments are required".into()),
    };
    let is_down = |step: &Number| step.is_negative();
    let step = step.unwrap_or_else(|| if end < start { -&one } else { one });
    let leads_there = if is_down(&step) { end <= start } else { start <= end };
    if !leads_there {
        return Err(FunctionError::argument(1, "the step doesn't lead from the start to the end"));
    }
    if step.is_zero() && start != end {
        return Err("the step must not be zero".into());
    }
    let mut numbers = Vec::new();
    let mut next = start.clone();
    while if is_down(&step) { next > *end } else { next < *end } {
        if numbers.len() == MAX_RANGE {
            let error = FunctionError::from(format!("there are more than {MAX_RANGE} numbers"));
            return Err(
                error.with_help("choose a nearer end, or a larger step as the third argument")
            );
        }
        pay(2)?;
        let behind = next.checked_add(&step).ok_or("opposite infinities have no sum")?;
        numbers.push(std::mem::replace(&mut next, behind));
    }
    Ok(numbers)
}
