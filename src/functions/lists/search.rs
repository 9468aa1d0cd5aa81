//! Functions on lists and their elements: searching, selecting, adding up.

use hashbrown::HashSet;

use crate::eval::FunctionError;
use crate::functions::argument::{Kind, Outcome, no_list, pay, unknown};
use crate::functions::library::library;
use crate::value::convert::{Safety, unify};
use crate::value::{Number, Type, Value};

library! {
    /// Functions that search the elements of lists, select some or add them up.
    pub(super) search;

    /// Whether all elements of a list are true.
    ///
    /// ```hcl
    /// alltrue([true, "true"]) && alltrue([])
    /// ```
    fn alltrue(
        /// The bools.
        list: Value as Vec<bool>
    ) -> Value as bool {
        for element in list.as_elements().into_iter().flat_map(|elements| elements.iter()) {
            match element {
                Value::Bool(true) => {}
                Value::Unknown(_) => return unknown(Type::Bool),
                _ => return Value::Bool(false),
            }
        }
        Value::Bool(true)
    }

    /// Whether any element of a list is true.
    ///
    /// ```hcl
    /// anytrue([false, true]) && !anytrue([])
    /// ```
    fn anytrue(
        /// The bools.
        list: Value as Vec<bool>
    ) -> Value as bool {
        let elements = list.as_elements().map(|elements| &**elements).unwrap_or_default();
        if elements.contains(&Value::Bool(true)) {
            return Value::Bool(true);
        }
        let is_undecided = elements.iter().any(|element| !element.is_known());
        if is_undecided { unknown(Type::Bool) } else { Value::Bool(false) }
    }

    /// The first list or tuple that is not empty.
    ///
    /// ```hcl
    /// coalescelist([], ["a"]) == ["a"]
    /// ```
    fn coalescelist(
        ;
        /// The lists and tuples to choose from.
        vals: Value [NULL | UNKNOWN | UNTYPED]
    ) -> Outcome {
        if vals.is_empty() {
            return Err("at least one argument is required".into());
        }
        let mut common = None;
        let mut is_common = true;
        for value in &vals {
            let ty = value.type_of();
            if !value.is_known() {
                is_common = false;
                break;
            }
            if !matches!(ty, Type::List(_) | Type::Tuple(_)) {
                let error = FunctionError::from("the arguments must be lists");
                return Err(match ty {
                    Type::String => error.with_help("texts are joined in one string: \"${one}${other}\""),
                    _ => error.with_help("write a single value in brackets: [value]"),
                });
            }
            is_common &= *common.get_or_insert_with(|| ty.clone()) == ty;
        }
        let common = common.filter(|_| is_common).unwrap_or_default();
        for value in vals {
            if !value.is_known() {
                return Ok(unknown(common));
            }
            if value.as_elements().is_some_and(|elements| !elements.is_empty()) {
                return Ok(value);
            }
        }
        Err("all lists are null or empty".into())
    }

    /// The strings of a list that are neither null nor empty.
    ///
    /// ```hcl
    /// compact(["a", "", null, "b"]) == tolist(["a", "b"])
    /// ```
    fn compact(
        /// The strings, some of which may be null or empty.
        list: Vec<Option<String>>
    ) -> Vec<String> {
        list.into_iter().flatten().filter(|text| !text.is_empty()).collect()
    }

    /// Whether a list, set or tuple has an element equal to a value, which must not be null.
    ///
    /// ```hcl
    /// contains(["a", "b"], "b")
    /// ```
    fn contains(
        /// The list, set or tuple.
        list: Value,
        /// The value to look for.
        value: Value
    ) -> Outcome as bool {
        let elements = list.as_elements().ok_or_else(|| no_list("a list or set", &list))?;
        let mut is_undecided = false;
        for element in elements {
            pay(1)?;
            match value.equals(element) {
                Value::Bool(true) => return Ok(Value::Bool(true)),
                Value::Bool(false) => {}
                _ => is_undecided = true,
            }
        }
        Ok(if is_undecided { unknown(Type::Bool) } else { Value::Bool(false) })
    }

    /// The elements of a list without repetitions, in the order of their first occurrences.
    ///
    /// ```hcl
    /// distinct(["a", "b", "a"]) == tolist(["a", "b"])
    /// ```
    fn distinct(
        /// The list.
        list: Value as Vec<Value> [UNKNOWN]
    ) -> Value {
        let ty = list.type_of();
        let (Value::List(element, elements), true) = (&list, list.is_wholly_known()) else {
            return unknown(ty);
        };
        if pay(3 * elements.len()).is_err() {
            return unknown(ty);
        }
        let mut seen = HashSet::with_capacity(elements.len());
        let distinct = elements.iter().filter(|element| seen.insert(*element)).cloned();
        Value::List(element.clone(), distinct.collect())
    }

    /// The position of the first element of a list or tuple that is equal to a value.
    ///
    /// ```hcl
    /// index(["a", "b", "c"], "b") == 1
    /// ```
    fn index(
        /// The list or tuple.
        list: Value,
        /// The value to look for.
        value: Value
    ) -> Outcome as Number {
        let Some(elements) = list.as_elements().filter(|_| Kind::of(&list).is_indexed()) else {
            return Err(no_list("a list", &list));
        };
        for (position, element) in elements.iter().enumerate() {
            match element.equals(&value) {
                Value::Bool(true) => return Ok(Value::from(position)),
                Value::Bool(false) => {}
                _ => return Ok(unknown(Type::Number)),
            }
        }
        Err("there is no such element".into())
    }

    /// The values whose keys are among the searched keys.
    ///
    /// ```hcl
    /// matchkeys(["a", "b", "c"], [1, 2, 1], [1]) == tolist(["a", "c"])
    /// ```
    fn matchkeys(
        /// The values to choose from.
        values: Value as Vec<Value> [UNKNOWN],
        /// For each value, its key.
        keys: Value as Vec<Value> [UNKNOWN],
        /// The keys to look for.
        searchset: Value as Vec<Value> [UNKNOWN]
    ) -> Outcome {
        let ty = values.type_of();
        let types: Vec<_> = [&keys, &searchset]
            .into_iter()
            .filter_map(|list| list.type_of().element().cloned())
            .collect();
        let Some(unification) = unify(&types, Safety::Unsafe) else {
            return Err("the keys and the searched ones must be of the same type".into());
        };
        if !keys.is_wholly_known() || !searchset.is_wholly_known() || !values.is_known() {
            return Ok(unknown(ty));
        }
        let common = Type::list(unification.ty);
        let (keys, searched) = (keys.convert_to(&common)?, searchset.convert_to(&common)?);
        let elements = |value: &Value| value.as_elements().cloned().unwrap_or_default();
        let (values, keys, searched) = (elements(&values), elements(&keys), elements(&searched));
        if values.len() != keys.len() {
            return Err("there must be as many keys as values".into());
        }
        pay(4 * keys.len() + 2 * searched.len())?;
        let searched: HashSet<&Value> = searched.iter().collect();
        let matching = values.iter().zip(&keys).filter(|(_, key)| searched.contains(key));
        let element = ty.element().cloned().unwrap_or_default();
        Ok(Value::list(element, matching.map(|(value, _)| value.clone())))
    }

    /// The only element of a list, set or tuple; null if there is none.
    ///
    /// ```hcl
    /// one(["a"]) == "a"
    /// ```
    fn one(
        /// The list, set or tuple.
        list: Value [UNKNOWN]
    ) -> Outcome {
        let invalid = || {
            let reason = "a list or set with one element or none is required";
            FunctionError::argument(0, reason).with_help("an index selects one element: list[0]")
        };
        let ty = match list.type_of() {
            Type::List(element) | Type::Set(element) => Type::clone(&element),
            Type::Tuple(types) if types.len() < 2 => types.first().cloned().unwrap_or_default(),
            _ => return Err(invalid()),
        };
        let (min, max) = list.length_bounds();
        match list.as_elements().map(|elements| &**elements) {
            Some([only]) => Ok(only.clone()),
            Some([]) => Ok(Value::Null(ty)),
            Some(_) if Some(min) == max => Err(invalid()),
            _ => Ok(Value::unknown(ty)),
        }
    }

    /// The sum of the numbers of a list, set or tuple.
    ///
    /// ```hcl
    /// sum([10, 2.5]) == 12.5
    /// ```
    fn sum(
        /// The list, set or tuple of numbers.
        list: Value
    ) -> Outcome as Number {
        let invalid = |reason: &str| FunctionError::argument(0, reason);
        let Some(elements) = list.as_elements() else {
            return Err(invalid("a list or set of numbers is required"));
        };
        if elements.is_empty() {
            return Err(invalid("an empty list has no sum"));
        }
        if !list.is_wholly_known() {
            return Ok(unknown(Type::Number));
        }
        // A sum that starts at zero would change a negative zero.
        let mut sum = -&Number::from(0);
        for element in elements {
            pay(1)?;
            let Ok(Value::Number(number)) = element.convert_to(&Type::Number) else {
                return Err(invalid("all elements must be numbers"));
            };
            sum = sum.checked_add(&number).ok_or("opposite infinities have no sum")?;
        }
        Ok(Value::Number(sum))
    }
}
