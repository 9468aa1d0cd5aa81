//! Unknown values and their refinements.

use std::fmt;
use std::sync::Arc;

use unicode_segmentation::UnicodeSegmentation;

use super::display::InWords;
use super::marks::Marks;
use super::{Elements, Map, Number, Type, Value, normalize};

/// An unknown value: a type, and possibly refinements that limit the possible values.
///
/// ```
/// use serde_hcl::{Context, Type, Value, parse_expression};
///
/// let context = Context::new().variable("id", Value::unknown(Type::String));
/// let value = parse_expression("\"i-${id}\"")?.evaluate(&context)?;
/// let Value::Unknown(unknown) = &value else { unreachable!("an unknown value") };
/// assert_eq!(unknown.ty(), &Type::String);
/// assert_eq!(unknown.refinements().prefix(), "i-");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unknown(Arc<Content>);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Content {
    ty: Type,
    refinements: Refinements,
}

impl Unknown {
    pub(crate) fn new(ty: Type) -> Self {
        Unknown(Arc::new(Content { ty, refinements: Refinements::default() }))
    }

    /// The type of the value; [`Type::Dynamic`] if the type is unknown, too.
    ///
    /// ```
    /// use serde_hcl::{Context, Type, Value, parse_expression};
    ///
    /// let context = Context::new().variable("count", Value::unknown(Type::Dynamic));
    /// let sum = parse_expression("count + 1")?.evaluate(&context)?;
    /// let Value::Unknown(sum) = sum else { unreachable!("an unknown value") };
    /// assert_eq!(sum.ty(), &Type::Number);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn ty(&self) -> &Type {
        &self.0.ty
    }

    /// The refinements: facts about the value in addition to its type.
    pub fn refinements(&self) -> &Refinements {
        &self.0.refinements
    }
}

impl fmt::Debug for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Content { ty, refinements } = &*self.0;
        f.debug_tuple("Unknown").field(&InWords(ty)).field(refinements).finish()
    }
}

/// Facts that limit the possible values of an unknown value.
///
/// ```
/// use serde_hcl::{Type, Value};
///
/// let value = Value::unknown(Type::String).refine().not_null().prefix("ami-").build();
/// let Value::Unknown(unknown) = &value else { unreachable!("an unknown value") };
/// assert!(unknown.refinements().is_not_null());
/// assert_eq!(unknown.refinements().prefix(), "ami-");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refinements {
    not_null: bool,
    prefix: Option<Arc<str>>,
    lower: Option<Bound>,
    upper: Option<Bound>,
    min_length: usize,
    max_length: Option<usize>,
}

/// A bound of an unknown number.
///
/// ```
/// use serde_hcl::{Number, Type, Value};
///
/// let port = Value::unknown(Type::Number).refine().at_least(Number::from(1)).build();
/// let Value::Unknown(unknown) = &port else { unreachable!("an unknown value") };
/// let bound = unknown.refinements().lower_bound().unwrap();
/// assert_eq!((&bound.number, bound.inclusive), (&Number::from(1), true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound {
    /// The number at the bound.
    pub number: Number,
    /// Whether the value may equal the bound.
    pub inclusive: bool,
}

impl Refinements {
    /// Whether the value can't turn out to be null.
    ///
    /// ```
    /// use serde_hcl::{Context, Type, Value, parse_expression};
    ///
    /// let context = Context::new().variable("name", Value::unknown(Type::String));
    /// let is_web = parse_expression("name == \"web\"")?.evaluate(&context)?;
    /// let Value::Unknown(is_web) = is_web else { unreachable!("an unknown value") };
    /// assert!(is_web.refinements().is_not_null());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_not_null(&self) -> bool {
        self.not_null
    }

    /// The known start of the string, if the value is not null.
    pub fn prefix(&self) -> &str {
        self.prefix.as_deref().unwrap_or_default()
    }

    /// The lower bound of the number, if the value is not null.
    pub fn lower_bound(&self) -> Option<&Bound> {
        self.lower.as_ref()
    }

    /// The upper bound of the number, if the value is not null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let percent = Value::unknown(Type::Number).refine().at_least(0.into()).below(100.into());
    /// let Value::Unknown(percent) = percent.build() else { unreachable!("an unknown value") };
    /// assert!(percent.refinements().lower_bound().unwrap().inclusive);
    /// assert!(!percent.refinements().upper_bound().unwrap().inclusive);
    /// ```
    pub fn upper_bound(&self) -> Option<&Bound> {
        self.upper.as_ref()
    }

    /// The least possible number of elements, if the value is not null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let zones = Value::unknown(Type::list(Type::String)).refine().min_length(2).build();
    /// let Value::Unknown(zones) = zones else { unreachable!("an unknown value") };
    /// assert_eq!(zones.refinements().min_length(), 2);
    /// assert_eq!(zones.refinements().max_length(), None);
    /// ```
    pub fn min_length(&self) -> usize {
        self.min_length
    }

    /// The greatest possible number of elements, if the value is not null.
    pub fn max_length(&self) -> Option<usize> {
        self.max_length
    }
}

impl Value {
    /// Adds refinements to an unknown value. Known values don't change.
    ///
    /// A refinement has no effect if it contradicts an earlier one, if it doesn't apply to the type, or
    /// if the type is [`Dynamic`](Type::Dynamic).
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let id = Value::unknown(Type::String).refine().not_null().prefix("i-").build();
    /// let list = Value::unknown(Type::list(Type::String)).refine().not_null().length(0).build();
    /// assert!(!id.is_known());
    /// assert_eq!(list, Value::list(Type::String, [] as [Value; 0]));
    /// ```
    pub fn refine(self) -> Refine {
        let (value, marks) = self.unmark();
        match value {
            Value::Unknown(unknown) if *unknown.ty() != Type::Dynamic => {
                let Content { ty, refinements } = Arc::unwrap_or_clone(unknown.0);
                Refine { subject: Subject::Unknown(ty, refinements), marks }
            }
            value => Refine { subject: Subject::Final(value), marks },
        }
    }

    /// Refines an unknown value to be not null.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let name = Value::unknown(Type::String);
    /// assert!(!name.equals(&Value::NULL).is_known());
    /// assert_eq!(name.refine_not_null().equals(&Value::NULL), false);
    /// ```
    #[must_use]
    pub fn refine_not_null(self) -> Value {
        self.refine().not_null().build()
    }
}

/// Collects refinements of an unknown value; see [`Value::refine`].
#[derive(Debug)]
#[must_use]
pub struct Refine {
    subject: Subject,
    marks: Marks,
}

#[derive(Debug)]
enum Subject {
    Unknown(Type, Refinements),
    Final(Value),
}

impl Refine {
    fn with(mut self, refine: impl FnOnce(&Type, &mut Refinements)) -> Self {
        if let Subject::Unknown(ty, refinements) = &mut self.subject {
            refine(ty, refinements);
        }
        self
    }

    /// The value is not null.
    pub fn not_null(self) -> Self {
        self.with(|_, refinements| refinements.not_null = true)
    }

    /// The value is null, and therefore known.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let name = Value::unknown(Type::String);
    /// assert_eq!(name.clone().refine().null().build(), Value::Null(Type::String));
    /// assert!(!name.refine().not_null().null().build().is_null());
    /// ```
    pub fn null(mut self) -> Self {
        if let Subject::Unknown(ty, refinements) = &self.subject {
            if !refinements.not_null {
                self.subject = Subject::Final(Value::Null(ty.clone()));
            }
        }
        self
    }

    /// The string starts with `prefix`, and more text may be joined to it. This text may combine with
    /// the last character, so the refinement excludes that character unless it is punctuation.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// // An accent may follow, and change the last letter.
    /// let name = Value::unknown(Type::String).refine().prefix("cafe").build();
    /// let Value::Unknown(name) = name else { unreachable!("an unknown value") };
    /// assert_eq!(name.refinements().prefix(), "caf");
    /// ```
    pub fn prefix(self, prefix: &str) -> Self {
        let prefix = normalize(prefix);
        let stable = match prefix.grapheme_indices(true).next_back() {
            Some((start, last)) if !is_stable(last) => prefix.get(..start).unwrap_or_default(),
            _ => &prefix,
        };
        self.full_prefix(stable)
    }

    /// The string starts with exactly `prefix`.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let name = Value::unknown(Type::String).refine().full_prefix("cafe").build();
    /// let Value::Unknown(name) = name else { unreachable!("an unknown value") };
    /// assert_eq!(name.refinements().prefix(), "cafe");
    /// ```
    pub fn full_prefix(self, prefix: &str) -> Self {
        self.with(|ty, refinements| {
            let prefix = normalize(prefix);
            let longer = prefix.len() > refinements.prefix().len();
            if *ty == Type::String && longer && prefix.starts_with(refinements.prefix()) {
                refinements.prefix = Some(Arc::from(prefix));
            }
        })
    }

    /// The number is `bound` or more.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let port = Value::unknown(Type::Number).refine().at_least(1024.into()).build();
    /// assert_eq!(port.equals(&80.into()), false);
    /// assert!(!port.equals(&8080.into()).is_known());
    /// ```
    pub fn at_least(self, bound: Number) -> Self {
        self.lower(Bound { number: bound, inclusive: true })
    }

    /// The number is more than `bound`.
    pub fn above(self, bound: Number) -> Self {
        self.lower(Bound { number: bound, inclusive: false })
    }

    /// The number is `bound` or less.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let number = Value::unknown(Type::Number).refine().at_least(1.into()).at_most(1.into());
    /// assert_eq!(number.not_null().build(), Value::from(1));
    /// ```
    pub fn at_most(self, bound: Number) -> Self {
        self.upper(Bound { number: bound, inclusive: true })
    }

    /// The number is less than `bound`.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let value = Value::unknown(Type::Number).refine().at_least(5.into()).build();
    /// // A contradiction has no effect.
    /// assert_eq!(value.clone().refine().below(5.into()).build(), value);
    /// ```
    pub fn below(self, bound: Number) -> Self {
        self.upper(Bound { number: bound, inclusive: false })
    }

    pub(crate) fn lower(self, bound: Bound) -> Self {
        self.with(|ty, refinements| {
            let tighter = refinements.lower.as_ref().is_none_or(|old| {
                bound.number > old.number
                    || bound.number == old.number && (old.inclusive || !bound.inclusive)
            });
            let possible = refinements.upper.as_ref().is_none_or(|upper| meet(&bound, upper));
            if *ty == Type::Number && !bound.number.is_infinite() && tighter && possible {
                refinements.lower = Some(bound);
            }
        })
    }

    pub(crate) fn upper(self, bound: Bound) -> Self {
        self.with(|ty, refinements| {
            let tighter = refinements.upper.as_ref().is_none_or(|old| {
                bound.number < old.number
                    || bound.number == old.number && (old.inclusive || !bound.inclusive)
            });
            let possible = refinements.lower.as_ref().is_none_or(|lower| meet(lower, &bound));
            if *ty == Type::Number && !bound.number.is_infinite() && tighter && possible {
                refinements.upper = Some(bound);
            }
        })
    }

    /// The collection has exactly `length` elements.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let pair = Value::unknown(Type::list(Type::Bool)).refine().not_null().length(2).build();
    /// assert!(pair.is_known() && !pair.is_wholly_known());
    /// assert_eq!(pair[0], Value::unknown(Type::Bool));
    /// ```
    pub fn length(self, length: usize) -> Self {
        self.min_length(length).max_length(length)
    }

    /// The collection has `length` elements or more.
    pub fn min_length(self, length: usize) -> Self {
        self.with(|ty, refinements| {
            let possible = refinements.max_length.is_none_or(|max| length <= max);
            if ty.is_collection() && length > refinements.min_length && possible {
                refinements.min_length = length;
            }
        })
    }

    /// The collection has `length` elements or fewer.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    ///
    /// let empty = Value::unknown(Type::map(Type::Bool)).refine().max_length(0);
    /// assert_eq!(empty.not_null().build(), Value::map(Type::Bool, [] as [(&str, Value); 0]));
    /// ```
    pub fn max_length(self, length: usize) -> Self {
        self.with(|ty, refinements| {
            let tighter = refinements.max_length.is_none_or(|max| length < max);
            if ty.is_collection() && tighter && length >= refinements.min_length {
                refinements.max_length = Some(length);
            }
        })
    }

    /// The refined value. It is a known one if the refinements leave no other possibility.
    ///
    /// ```
    /// use serde_hcl::{Type, Value};
    /// use serde_hcl::value::Mark;
    ///
    /// let token = Value::unknown(Type::String).mark(Mark::SENSITIVE);
    /// assert!(token.refine().not_null().build().is_marked());
    /// assert_eq!(Value::from("web").refine().prefix("i-").build(), "web");
    /// ```
    pub fn build(self) -> Value {
        let value = match self.subject {
            Subject::Final(value) => value,
            Subject::Unknown(ty, refinements) => only_value(&ty, &refinements)
                .unwrap_or_else(|| Value::Unknown(Unknown(Arc::new(Content { ty, refinements })))),
        };
        value.with_marks(&self.marks)
    }
}

/// Whether there is a number within both bounds. As in the reference, two exclusive bounds at the same number
/// count, too.
fn meet(lower: &Bound, upper: &Bound) -> bool {
    lower.number < upper.number
        || lower.number == upper.number && lower.inclusive == upper.inclusive
}

/// Whether no following text can change this grapheme cluster.
fn is_stable(cluster: &str) -> bool {
    const STABLE: &str = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";
    cluster.len() == 1 && STABLE.contains(cluster)
}

/// The single value that the refinements allow, possibly with unknown elements.
fn only_value(ty: &Type, refinements: &Refinements) -> Option<Value> {
    if !refinements.not_null {
        return None;
    }
    if let (Some(lower), Some(upper)) = (&refinements.lower, &refinements.upper) {
        let single = lower.inclusive && upper.inclusive && lower.number == upper.number;
        return single.then(|| Value::Number(lower.number.clone()));
    }
    let length = refinements.max_length.filter(|max| *max == refinements.min_length)?;
    match (ty, length) {
        (Type::Map(element), 0) => Some(Value::Map(element.clone(), Map::new())),
        (Type::Set(element), 0 | 1) => {
            Some(Value::set((**element).clone(), unknowns(element, length)))
        }
        (Type::List(element), _) => Some(Value::List(element.clone(), unknowns(element, length))),
        _ => None,
    }
}

fn unknowns(element: &Type, length: usize) -> Elements {
    vec![Value::unknown(element.clone()); length].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refined(ty: Type, refine: impl FnOnce(Refine) -> Refine) -> Value {
        refine(Value::unknown(ty).refine()).build()
    }

    fn refinements(value: &Value) -> &Refinements {
        match value {
            Value::Unknown(unknown) => unknown.refinements(),
            known => panic!("{known:?} is known"),
        }
    }

    #[test]
    fn prefixes_end_where_nothing_can_change_them() {
        let cases = [("i-", "i-"), ("abc", "ab"), ("e", ""), ("cafe\u{301}", "caf"), ("", "")];
        for (given, kept) in cases {
            assert_eq!(refinements(&refined(Type::String, |to| to.prefix(given))).prefix(), kept);
        }
        let full = refined(Type::String, |to| to.full_prefix("ab").full_prefix("abc"));
        assert_eq!(refinements(&full).prefix(), "abc");
    }

    #[test]
    fn the_tighter_bound_stays() {
        let number =
            refined(Type::Number, |to| to.at_least(1.into()).above(1.into()).at_most(9.into()));
        let expected = Bound { number: 1.into(), inclusive: false };
        assert_eq!(refinements(&number).lower_bound(), Some(&expected));
        assert_eq!(number.clone().refine().at_least(0.into()).below(12.into()).build(), number);
    }

    #[test]
    fn contradictions_and_nonsense_have_no_effect() {
        let number = refined(Type::Number, |to| to.at_least(5.into()));
        assert_eq!(number.clone().refine().at_most(4.into()).min_length(1).build(), number);
        let list = refined(Type::list(Type::Bool), |to| to.min_length(2));
        assert_eq!(list.clone().refine().max_length(1).prefix("abc").build(), list);
        let not_null = refined(Type::Bool, Refine::not_null);
        assert_eq!(not_null.clone().refine().null().build(), not_null);
        let dynamic = Value::unknown(Type::Dynamic);
        assert_eq!(dynamic.clone().refine().not_null().build(), dynamic);
    }

    #[test]
    fn a_single_possible_value_is_known() {
        let list = |length| refined(Type::list(Type::Bool), |to| to.not_null().length(length));
        assert_eq!(list(0), Value::list(Type::Bool, [] as [Value; 0]));
        assert_eq!(list(2).as_elements().map(|elements| elements.len()), Some(2));
        let set = refined(Type::set(Type::Bool), |to| to.not_null().length(2));
        assert!(!set.is_known());
        let number = refined(Type::Number, |to| to.not_null().at_least(3.into()).at_most(3.into()));
        assert_eq!(number, Value::from(3));
        assert_eq!(refined(Type::Bool, Refine::null), Value::Null(Type::Bool));
    }
}
