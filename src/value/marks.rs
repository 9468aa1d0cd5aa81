//! Marks: names attached to values. Every operation passes them to its result.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::iter::Flatten;
use std::option;
use std::sync::Arc;

use super::Value;
use super::shared::Shared;

/// The text in place of a hidden value.
pub(crate) const HIDDEN: &str = "(sensitive)";

/// A name attached to a value. Every value computed from a marked value has the mark, too.
///
/// ```
/// use serde_hcl::Value;
/// use serde_hcl::value::Mark;
///
/// let password = Value::from("hunter2").mark(Mark::SENSITIVE);
/// assert!(password.is_marked());
/// assert_eq!(password.to_string(), "(sensitive)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(Cow<'static, str>);

impl Mark {
    /// The mark of values that must not be shown. `Display` and `Debug` of [`Value`] hide them. Errors
    /// and reports contain neither them nor their keys and parts, and
    /// [`reduce`](crate::Expression::reduce) does not replace references to them. Serializing one is an
    /// error. Decoding gives the Rust type the plain value.
    ///
    /// The mark hides values, not source text. Errors quote expressions, and reports quote lines of the
    /// document. So they can show a literal, such as the one in `sensitive("hunter2")`: keep secrets in
    /// variables or in files, not in documents.
    ///
    /// The mark does not hide types: [`Value::type_of`] has the names of the attributes of a marked object,
    /// also for a null of such a type. The debug form of a value leaves these names out.
    pub const SENSITIVE: Mark = Mark(Cow::Borrowed("sensitive"));

    /// The mark of values that exist only during one run. It does not hide them.
    pub const EPHEMERAL: Mark = Mark(Cow::Borrowed("ephemeral"));

    /// The mark with this name.
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::Mark;
    ///
    /// // Only the mark `SENSITIVE` hides a value.
    /// assert_eq!(Value::from("abc").mark(Mark::new("ephemeral")).to_string(), "\"abc\"");
    /// assert_eq!(Mark::new("sensitive"), Mark::SENSITIVE);
    /// ```
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Mark(name.into())
    }

    /// The name of the mark.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// A set of marks. Empty ones cost nothing.
///
/// ```
/// use serde_hcl::Value;
/// use serde_hcl::value::Mark;
///
/// let (value, marks) = Value::from("secret").mark(Mark::SENSITIVE).unmark();
/// assert_eq!(value, "secret");
/// assert_eq!(marks.iter().collect::<Vec<_>>(), [&Mark::SENSITIVE]);
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks(Option<Arc<BTreeSet<Mark>>>);

impl Marks {
    /// No marks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there are no marks.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether `mark` is one of them.
    ///
    /// ```
    /// use serde_hcl::value::{Mark, Marks};
    ///
    /// let marks = Marks::from_iter([Mark::new("ephemeral")]);
    /// assert!(marks.contains(&Mark::new("ephemeral")) && !marks.contains(&Mark::SENSITIVE));
    /// ```
    pub fn contains(&self, mark: &Mark) -> bool {
        self.0.as_ref().is_some_and(|marks| marks.contains(mark))
    }

    /// The marks in lexical order.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.0.iter().flat_map(|marks| marks.iter())
    }

    /// Adds all marks of `other`.
    ///
    /// ```
    /// use serde_hcl::value::{Mark, Marks};
    ///
    /// let mut marks = Marks::from(Mark::SENSITIVE);
    /// marks.merge(&Marks::from_iter([Mark::new("ephemeral"), Mark::SENSITIVE]));
    /// assert_eq!(marks.iter().map(Mark::name).collect::<Vec<_>>(), ["ephemeral", "sensitive"]);
    /// ```
    pub fn merge(&mut self, other: &Marks) {
        match (&mut self.0, &other.0) {
            (_, None) => {}
            (None, Some(_)) => self.clone_from(other),
            (Some(own), Some(other)) if Arc::ptr_eq(own, other) => {}
            (Some(own), Some(other)) => Arc::make_mut(own).extend(other.iter().cloned()),
        }
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        // There are few marks: inserting them one by one compiles to less code than a sort.
        let mut set = BTreeSet::new();
        set.extend(marks);
        Marks((!set.is_empty()).then(|| Arc::new(set)))
    }
}

impl From<Mark> for Marks {
    fn from(mark: Mark) -> Self {
        Marks::from_iter([mark])
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Mark::name)).finish()
    }
}

/// A value together with its marks. The inner value has no marks of its own.
///
/// ```
/// use serde_hcl::Value;
/// use serde_hcl::value::Mark;
///
/// let token = Value::from("secret").mark(Mark::SENSITIVE);
/// let Value::Marked(marked) = &token else { unreachable!("a marked value") };
/// assert!(marked.is_sensitive());
/// assert_eq!(marked.value().as_str(), Some("secret"));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marked(Shared<MarkedContent>);

#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct MarkedContent {
    value: Value,
    marks: Marks,
}

impl Marked {
    /// The value without its marks.
    #[inline]
    pub fn value(&self) -> &Value {
        &self.0.value
    }

    /// The marks; never empty.
    #[inline]
    pub fn marks(&self) -> &Marks {
        &self.0.marks
    }

    /// Whether the value must not be shown.
    pub fn is_sensitive(&self) -> bool {
        self.marks().contains(&Mark::SENSITIVE)
    }
}

impl fmt::Debug for Marked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_sensitive() {
            return write!(f, "{HIDDEN}, {:?}", self.marks());
        }
        write!(f, "{:?}, {:?}", self.value(), self.marks())
    }
}

impl Value {
    /// Whether the value itself is marked. See [`contains_marked`](Value::contains_marked).
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::Mark;
    ///
    /// let list = Value::tuple([Value::from("abc").mark(Mark::SENSITIVE)]);
    /// assert!(!list.is_marked() && list.contains_marked());
    /// ```
    #[inline]
    pub fn is_marked(&self) -> bool {
        matches!(self, Value::Marked(_))
    }

    /// Whether the value itself has the mark [`SENSITIVE`](Mark::SENSITIVE).
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::Mark;
    ///
    /// assert!(Value::from("abc").mark(Mark::SENSITIVE).is_sensitive());
    /// assert!(!Value::from("abc").mark(Mark::EPHEMERAL).is_sensitive());
    /// ```
    pub fn is_sensitive(&self) -> bool {
        matches!(self, Value::Marked(marked) if marked.is_sensitive())
    }

    /// Whether the value or anything in it is marked.
    ///
    /// ```
    /// use serde_hcl::value::{Mark, Value};
    ///
    /// let secret = Value::from("x").mark(Mark::SENSITIVE);
    /// let list = Value::from(vec![Value::from("y"), secret]);
    /// assert!(list.contains_marked() && !list.is_marked());
    /// ```
    pub fn contains_marked(&self) -> bool {
        self.any(&mut Value::is_marked)
    }

    /// Attaches a mark.
    ///
    /// ```
    /// use serde_hcl::{Context, Value, parse_expression};
    /// use serde_hcl::value::Mark;
    ///
    /// let context = Context::new().variable("token", Value::from("abc").mark(Mark::SENSITIVE));
    /// let header = parse_expression(r#""Bearer ${token}""#)?.evaluate(&context)?;
    /// assert!(header.is_marked());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn mark(self, mark: Mark) -> Value {
        self.with_marks(&mark.into())
    }

    /// Attaches marks to those that the value already has.
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::{Mark, Marks};
    ///
    /// let token = Value::from("abc").mark(Mark::SENSITIVE);
    /// assert_eq!(token.clone().with_marks(&Marks::new()), token);
    /// let both = token.with_marks(&Mark::new("ephemeral").into());
    /// assert_eq!(both.marks().iter().count(), 2);
    /// ```
    #[must_use]
    pub fn with_marks(self, marks: &Marks) -> Value {
        if marks.is_empty() {
            return self;
        }
        let (value, mut own) = self.unmark();
        own.merge(marks);
        Value::Marked(Marked(Shared::new(MarkedContent { value, marks: own })))
    }

    /// The value without the marks of its outermost level, and those marks.
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::Mark;
    ///
    /// let secret = Value::from("abc").mark(Mark::SENSITIVE);
    /// let (plain, marks) = secret.clone().unmark();
    /// assert_eq!(plain, "abc");
    /// assert_eq!(Value::from("ABC").with_marks(&marks).to_string(), "(sensitive)");
    /// ```
    pub fn unmark(self) -> (Value, Marks) {
        match self {
            Value::Marked(marked) => {
                let MarkedContent { value, marks } = marked.0.take();
                (value, marks)
            }
            value => (value, Marks::new()),
        }
    }

    /// The value without the marks of its outermost level.
    ///
    /// ```
    /// use serde_hcl::Value;
    /// use serde_hcl::value::Mark;
    ///
    /// let token = Value::from("abc").mark(Mark::SENSITIVE);
    /// assert_eq!(token.as_str(), None);
    /// assert_eq!(token.unmarked().as_str(), Some("abc"));
    /// ```
    #[inline]
    pub fn unmarked(&self) -> &Value {
        match self {
            Value::Marked(marked) => marked.value(),
            value => value,
        }
    }

    /// The marks of the outermost level.
    pub fn marks(&self) -> Marks {
        match self {
            Value::Marked(marked) => marked.marks().clone(),
            _ => Marks::new(),
        }
    }

    /// The value without any marks, and all marks that it had at any depth.
    ///
    /// ```
    /// use serde_hcl::{Value, value};
    /// use serde_hcl::value::{Mark, Marks};
    ///
    /// let token = Value::from("abc").mark(Mark::SENSITIVE);
    /// let (plain, marks) = Value::tuple([token]).unmark_deep();
    /// assert_eq!((plain, marks), (value!(["abc"]), Marks::from(Mark::SENSITIVE)));
    /// ```
    pub fn unmark_deep(self) -> (Value, Marks) {
        let mut all = Marks::new();
        let value = if self.contains_marked() { self.strip(&mut all) } else { self };
        (value, all)
    }

    /// The value without marks at any depth. Sets contain no marks.
    fn strip(self, found: &mut Marks) -> Value {
        let (value, marks) = self.unmark();
        found.merge(&marks);
        value.map_parts(&mut |part| part.strip(found))
    }
}

impl<'a> IntoIterator for &'a Marks {
    type Item = &'a Mark;
    type IntoIter = Flatten<option::IntoIter<&'a BTreeSet<Mark>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.as_deref().into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;

    #[test]
    fn marks_merge_and_never_nest() {
        let value = value!(1).mark(Mark::new("a")).mark(Mark::new("b")).mark(Mark::new("a"));
        let (content, marks) = value.clone().unmark();
        assert_eq!(content, value!(1));
        assert_eq!(marks.iter().map(Mark::name).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(value.unmarked(), &content);
    }

    #[test]
    fn all_marks_are_removed_at_any_depth() {
        let list = Value::tuple([value!(1), value!(2).mark(Mark::new("element"))]);
        let value = Value::object([("list", list.mark(Mark::new("list"))), ("plain", value!(3))]);
        assert!(value.contains_marked() && !value.is_marked());
        let (plain, marks) = value.unmark_deep();
        assert_eq!(plain, value!({ "list": [1, 2], "plain": 3 }));
        assert_eq!(marks.iter().map(Mark::name).collect::<Vec<_>>(), ["element", "list"]);
    }

    #[test]
    fn sensitive_values_are_hidden() {
        let value = Value::tuple([value!("secret").mark(Mark::SENSITIVE)]);
        assert_eq!(value.to_string(), "[(sensitive)]");
        assert!(!format!("{value:?}").contains("secret"));
        assert_eq!(value!("seen").mark(Mark::new("other")).to_string(), r#""seen""#);
    }
}
