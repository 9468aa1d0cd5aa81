//! Changes of objects and tuples, element by element.

use serde::Serialize;

use super::address::{Miss, Step};
use super::elements::Element;
use super::expression::{Expression, Form};
use super::order::Key;
use super::text::trimmed;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::limits::stack::nest;
use crate::syntax::ExpressionKind;

/// The length of the text of an expression that errors show.
const SHOWN: usize = 50;

impl Expression {
    /// True for an object, false for a tuple. The new text determines it if the expression was changed.
    fn is_object_or_tuple(&self) -> Option<bool> {
        if let Form::Elements(own) = self.form() {
            return Some(own.elements.is_object());
        }
        match self.view().kind() {
            ExpressionKind::Object(_) => Some(true),
            ExpressionKind::Tuple(_) => Some(false),
            _ => None,
        }
    }

    /// Whether the expression is an object constructor, whose elements can be changed.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// assert!(parse_expression("{ a = 1 }")?.is_object());
    /// assert!(!parse_expression("merge({}, {})")?.is_object());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_object(&self) -> bool {
        self.is_object_or_tuple() == Some(true)
    }

    /// Whether the expression is an object constructor without keys that have to be evaluated.
    pub(crate) fn is_object_of_names(&mut self) -> bool {
        let elements = self.elements_mut().filter(|elements| elements.is_object());
        elements.is_some_and(|it| it.list.iter().all(|(_, element)| element.name.is_some()))
    }

    /// Whether the expression is a tuple constructor, whose elements can be changed.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// assert!(parse_expression("[1, 2]")?.is_tuple());
    /// assert!(!parse_expression("[for x in [1] : x]")?.is_tuple());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn is_tuple(&self) -> bool {
        self.is_object_or_tuple() == Some(false)
    }

    /// The value of an object's element, for changes.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut ports = parse_expression("{ web = 80, ssh = 22 }")?;
    /// ports.get_mut("web").unwrap().set(&8080)?;
    /// assert_eq!(ports.to_string(), "{ web = 8080, ssh = 22 }");
    /// assert!(ports.get_mut("dns").is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Expression> {
        let elements = self.elements_mut()?;
        let key = elements.find(key)?;
        elements.value_mut(key)
    }

    /// The element of a tuple at a position, for changes.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut zones = parse_expression("[\"a\", \"b\"]")?;
    /// zones.get_index_mut(1).unwrap().set_text("var.zone")?;
    /// assert_eq!(zones.to_string(), "[\"a\", var.zone]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn get_index_mut(&mut self, index: usize) -> Option<&mut Expression> {
        let elements = self.elements_mut().filter(|elements| !elements.is_object())?;
        let key = elements.list.nth(index)?;
        elements.value_mut(key)
    }

    /// The number of elements, if the expression is an object or a tuple.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// assert_eq!(parse_expression("[1, 2, 3]")?.element_count(), Some(3));
    /// assert_eq!(parse_expression("var.list")?.element_count(), None);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn element_count(&self) -> Option<usize> {
        if let Form::Elements(own) = self.form() {
            return Some(own.elements.list.len());
        }
        match self.view().kind() {
            ExpressionKind::Object(object) => Some(object.items().len()),
            ExpressionKind::Tuple(elements) => Some(elements.len()),
            _ => None,
        }
    }

    /// Sets an element of an object. A new one is added at the end.
    ///
    /// # Errors
    ///
    /// If the expression is not an object, or the value can't be written as an expression.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut tags = parse_expression("{ Name = \"web\" }")?;
    /// tags.insert("Name", "api")?;
    /// tags.insert("Team", "core")?;
    /// assert_eq!(tags.to_string(), "{ Name = \"api\", Team = \"core\" }");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn insert<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        self.insert_expression(key, Expression::encode(value)?)
    }

    pub(crate) fn insert_expression(&mut self, key: &str, value: Expression) -> Result<()> {
        let Some(elements) = self.elements_mut().filter(|elements| elements.is_object()) else {
            return Err(Error::edit(catalog::no_object(&self.start())));
        };
        if let Some(key) = elements.find(key) {
            if let Some(current) = elements.value_mut(key) {
                *current = value;
            }
        } else if elements.list.is_empty()
            && !elements.has_lines()
            && trimmed(&elements.end).is_empty()
        {
            elements.divide();
            elements.push(Some(key), value);
            self.is_fresh = true;
        } else {
            elements.push(Some(key), value);
        }
        Ok(())
    }

    /// Adds an element at the end of a tuple.
    ///
    /// # Errors
    ///
    /// If the expression is not a tuple, or the value can't be written as an expression.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut ports = parse_expression("[80]")?;
    /// ports.push(&443)?;
    /// assert_eq!(ports.to_string(), "[80, 443]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push_expression(Expression::encode(value)?)
    }

    pub(crate) fn push_expression(&mut self, value: Expression) -> Result<()> {
        match self.elements_mut().filter(|elements| !elements.is_object()) {
            Some(elements) => elements.push(None, value),
            None => return Err(Error::edit(catalog::no_tuple(&self.start()))),
        }
        Ok(())
    }

    pub(crate) fn insert_at(&mut self, position: usize, value: Expression) {
        if let Some(elements) = self.elements_mut() {
            elements.insert(position, value);
        }
    }

    /// The keys of the elements in order.
    pub(crate) fn keys(&mut self) -> Vec<Key> {
        self.elements_mut().map_or(Vec::new(), |elements| elements.list.keys().collect())
    }

    pub(crate) fn element_mut(&mut self, key: Key) -> Option<&mut Expression> {
        self.elements_mut()?.value_mut(key)
    }

    /// Removes an element with its comments.
    pub(crate) fn take_element(&mut self, key: Key) -> Option<Element> {
        self.elements_mut()?.take(key)
    }

    /// Adds an element that was taken from a tuple to it again.
    pub(crate) fn insert_element(&mut self, position: usize, element: Element) {
        if let Some(elements) = self.elements_mut() {
            elements.insert_again(position, element);
        }
    }

    /// Removes an element of an object with its comments, and others with the same key. Returns whether
    /// there was one.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut ports = parse_expression("{ web = 80, ssh = 22 }")?;
    /// assert!(ports.remove("ssh"));
    /// assert!(!ports.remove("ssh"));
    /// assert_eq!(ports.to_string(), "{ web = 80 }");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove(&mut self, key: &str) -> bool {
        let Some(elements) = self.elements_mut().filter(|elements| elements.is_object()) else {
            return false;
        };
        let mut is_found = false;
        while let Some(key) = elements.find(key) {
            elements.take(key);
            is_found = true;
        }
        is_found
    }

    /// Removes the element of a tuple at a position with its comments. Returns whether there was
    /// one.
    ///
    /// ```
    /// use serde_hcl::parse_expression;
    ///
    /// let mut zones = parse_expression("[\"a\", \"b\", \"c\"]")?;
    /// assert!(zones.remove_index(1));
    /// assert_eq!(zones.to_string(), "[\"a\", \"c\"]");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn remove_index(&mut self, index: usize) -> bool {
        let elements = self.elements_mut().filter(|elements| !elements.is_object());
        let found = elements.and_then(|elements| Some((elements.list.nth(index)?, elements)));
        found.map(|(key, elements)| elements.take(key)).is_some()
    }

    /// The expression at an address in this one.
    pub(super) fn resolve(&mut self, steps: &[Step]) -> Result<&mut Expression, Miss> {
        let Some((step, rest)) = steps.split_first() else { return Ok(self) };
        let miss = Miss::at(steps.len());
        let elements = match self.elements_mut() {
            Some(elements) => elements,
            None => return Err(miss.because_of_expression()),
        };
        let key = elements.at(step).ok_or(miss)?;
        let value = elements.value_mut(key).ok_or(Miss::at(steps.len()))?;
        nest(|| value.resolve(rest))
    }

    /// The start of the text, for errors.
    fn start(&self) -> String {
        match self.form() {
            Form::Elements(own) if own.elements.is_object() => "{…}".to_owned(),
            Form::Elements(_) => "[…]".to_owned(),
            _ => self.as_text().unwrap_or_default().chars().take(SHOWN).collect(),
        }
    }
}
