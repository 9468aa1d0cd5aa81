//! Objects and their items.

use std::borrow::Cow;

use super::expression::ExpressionRef;
use super::node::{Kind, flag};
use super::string::StringRef;
use super::view::{Chain, View};
use crate::text::span::Span;

/// An object constructor: `{ key = value }`.
///
/// ```
/// use serde_hcl::syntax::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("{ name = \"web\", (key) = 1 }")?;
/// let ExpressionKind::Object(object) = expression.view().kind() else { unreachable!() };
/// let names: Vec<_> = object.items().map(|item| item.name()).collect();
/// assert_eq!(names, [Some("name"), None]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ObjectRef<'a>(pub(crate) View<'a>);

impl<'a> ObjectRef<'a> {
    /// Whether the object is written in JSON syntax.
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let document = serde_hcl::json::parse(r#"{"tags": {"a": 1}}"#)?;
    /// let expression = document.body().attribute("tags").unwrap().expression();
    /// let ExpressionKind::Object(tags) = expression.kind() else { unreachable!() };
    /// // In JSON syntax, no key is a bare word.
    /// assert!(tags.is_json() && tags.items().all(|item| item.name().is_none()));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_json(self) -> bool {
        self.0.has(flag::JSON)
    }

    /// The items in source order.
    pub fn items(self) -> ObjectItems<'a> {
        ObjectItems { next: self.0.children(), left: self.0.count() }
    }
}

/// The items of an object constructor.
///
/// ```
/// use serde_hcl::syntax::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("{ a = 1, b : 2 }")?;
/// let ExpressionKind::Object(object) = expression.view().kind() else { unreachable!() };
/// assert_eq!(object.items().len(), 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct ObjectItems<'a> {
    next: Chain<'a>,
    left: usize,
}

impl ObjectItems<'_> {
    /// Whether there are no more items.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }
}

impl<'a> Iterator for ObjectItems<'a> {
    type Item = ObjectItemRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<ObjectItemRef<'a>> {
        let (key, value) = (self.next.next()?, self.next.next()?);
        self.left -= 1;
        Some(ObjectItemRef { key: ExpressionRef(key), value: ExpressionRef(value) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for ObjectItems<'_> {}

/// One item of an object constructor.
///
/// ```
/// use serde_hcl::syntax::ExpressionKind;
///
/// let expression = serde_hcl::parse_expression("{ (name) = 1 }")?;
/// let ExpressionKind::Object(object) = expression.view().kind() else { unreachable!() };
/// let item = object.items().next().unwrap();
/// assert_eq!((item.key().text(), item.value().text()), ("(name)", "1"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ObjectItemRef<'a> {
    key: ExpressionRef<'a>,
    value: ExpressionRef<'a>,
}

impl<'a> ObjectItemRef<'a> {
    /// The JSON property with this name, as an item.
    pub(crate) fn of_property(name: View<'a>) -> Self {
        ObjectItemRef { key: ExpressionRef(name), value: ExpressionRef(name.next()) }
    }

    /// The key. A bare word is a name, not a variable; see [`name`](Self::name).
    pub fn key(self) -> ExpressionRef<'a> {
        self.key
    }

    /// The value.
    pub fn value(self) -> ExpressionRef<'a> {
        self.value
    }

    /// The key, if it is a bare word.
    ///
    /// ```
    /// use serde_hcl::syntax::ExpressionKind;
    ///
    /// let expression = serde_hcl::parse_expression(r#"{ a = 1, "b" = 2, (c) = 3, null = 4 }"#)?;
    /// let ExpressionKind::Object(object) = expression.view().kind() else { unreachable!() };
    /// let names: Vec<_> = object.items().map(|item| item.name()).collect();
    /// assert_eq!(names, [Some("a"), None, None, Some("null")]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[inline]
    pub fn name(self) -> Option<&'a str> {
        self.is_named().then(|| self.key.text())
    }

    #[inline]
    fn is_named(self) -> bool {
        matches!(self.key.0.kind(), Kind::Variable | Kind::Bound | Kind::Null | Kind::Bool)
    }

    /// The value of the key, unless it must be evaluated.
    pub(crate) fn known_key(self) -> Option<Cow<'a, str>> {
        let name = self.name().map(Cow::Borrowed);
        name.or_else(|| Some(self.key.as_string()?.value()))
    }

    /// The key in the form of a path.
    pub(crate) fn shown_key(self) -> Cow<'a, str> {
        self.known_key().unwrap_or_else(|| self.key.text().into())
    }

    /// The bytes of the key, if it is a bare word or a string without escapes.
    #[inline]
    pub(crate) fn key_span(self) -> Option<Span> {
        if self.is_named() {
            return Some(self.key.span());
        }
        let key = StringRef(self.key.0);
        (key.0.kind() == Kind::String).then(|| key.content_span())
    }
}
