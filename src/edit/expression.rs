//! Expressions that can be changed, as a whole or element by element.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::Serialize;

use super::address::{Miss, Step};
use super::elements::{Element, Elements};
use super::item::editing;
use super::list::Key;
use super::render;
use super::text::{Text, ends_with_heredoc, trimmed};
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::parse_expression;
use crate::limits::stack::nest;
use crate::parser::{self, Grammar};
use crate::ser::to_expression_string;
use crate::syntax::{BodyRef, ExpressionKind, ExpressionRef, NodeId, Tree, View};

/// The length of the text of an expression that errors show.
const SHOWN: usize = 50;

/// An expression that can be changed: as a whole, or element by element if it is an object or a
/// tuple.
///
/// ```
/// use serde_hcl::edit::Document;
///
/// let mut document: Document = "tags = { Name = \"web\" } # all\n".parse()?;
/// let tags = document.expression_mut("tags").unwrap();
/// tags.insert("Team", "core")?;
/// assert_eq!(document.to_string(), "tags = { Name = \"web\", Team = \"core\" } # all\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Expression {
    form: Form,
    /// Whether the text is new, so that its lines still have to be indented.
    pub(super) is_fresh: bool,
    /// The number of line ends after the text. They are written if it is the value of an attribute.
    pub(super) line_ends: usize,
}

#[derive(Clone)]
pub(super) enum Form {
    Source(Arc<Tree<'static>>, NodeId),
    Own(Box<str>),
    Elements(Box<Elements>),
}

impl Expression {
    /// An expression with this value. Captured expressions and traversals are kept as they are.
    ///
    /// # Errors
    ///
    /// If the value can't be written as an expression.
    pub fn new<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        let text = to_expression_string(value)?;
        let text = text.trim_end_matches('\n');
        Ok(Self::fresh(Form::Own(text.into())))
    }

    fn fresh(form: Form) -> Self {
        Expression { form, is_fresh: true, line_ends: 0 }
    }

    pub(super) fn of(tree: &Arc<Tree<'static>>, id: NodeId) -> Self {
        Expression { form: Form::Source(Arc::clone(tree), id), is_fresh: false, line_ends: 0 }
    }

    /// An expression that the source has as text.
    pub(super) fn from_text(text: &str) -> Self {
        Expression { form: Form::Own(text.into()), is_fresh: false, line_ends: 0 }
    }

    /// An expression from its text, in parentheses if its line breaks need them.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let whole = text.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}']);
        let text = trimmed(whole);
        let line_ends = whole[text.len()..].matches('\n').count();
        let is_whole = |(tree, id): &(Arc<Tree<'_>>, NodeId)| {
            ExpressionRef(View::new(tree, *id)).text() == text
        };
        let form = match attribute_expression(text).filter(is_whole) {
            Some((tree, id)) => Form::Source(tree, id),
            None => {
                parse_expression(&format!("{text}\n"))?;
                Form::Own(format!("({text}\n)").into())
            }
        };
        Ok(Expression { line_ends, ..Self::fresh(form) })
    }

    /// Replaces the expression by a text with indented lines.
    pub(super) fn set_own(&mut self, text: &str) {
        self.form = Form::Own(text.into());
    }

    /// The text, unless the elements may have changed.
    pub(super) fn as_text(&self) -> Option<&str> {
        match &self.form {
            Form::Source(tree, id) => Some(ExpressionRef(View::new(tree, *id)).text()),
            Form::Own(text) => Some(text),
            Form::Elements(_) => None,
        }
    }

    /// Whether the expression takes several lines and is not the original one.
    pub(super) fn has_new_lines(&self, original: &str) -> bool {
        self.line_ends > 0 || self.has_lines() && self.to_string() != original
    }

    /// Whether the expression takes several lines.
    pub(super) fn has_lines(&self) -> bool {
        match &self.form {
            Form::Source(tree, id) => View::new(tree, *id).text().contains('\n'),
            Form::Own(text) => text.contains('\n'),
            Form::Elements(elements) => nest(|| elements.spans_lines()),
        }
    }

    /// Whether the expression comes from another place than this text of the source.
    pub(super) fn is_copy(&self, original: &Text) -> bool {
        let (tree, start) = match &self.form {
            Form::Source(tree, id) => (tree, View::new(tree, *id).span().start),
            Form::Elements(elements) => match &elements.open {
                Text::Source(tree, span) => (tree, span.start),
                Text::Own(_) => return false,
            },
            Form::Own(_) => return false,
        };
        match original {
            Text::Source(other, span) => !Arc::ptr_eq(tree, other) || start != span.start,
            Text::Own(_) => true,
        }
    }

    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    /// Replaces the expression by a value.
    ///
    /// # Errors
    ///
    /// If the value can't be written as an expression.
    pub fn set<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        *self = Expression::new(value)?;
        Ok(())
    }

    /// Replaces the expression by one given as text.
    ///
    /// # Errors
    ///
    /// If the text is not one expression.
    pub fn set_text(&mut self, text: &str) -> Result<()> {
        *self = text.parse()?;
        Ok(())
    }

    /// The start of the text, for errors.
    fn start(&self) -> String {
        match &self.form {
            Form::Elements(elements) if elements.is_object() => "{…}".to_owned(),
            Form::Elements(_) => "[…]".to_owned(),
            _ => self.as_text().unwrap_or_default().chars().take(SHOWN).collect(),
        }
    }

    /// The kind of the expression. The new text determines it if the expression was changed.
    fn constructor(&self) -> Option<bool> {
        match &self.form {
            Form::Elements(elements) => Some(elements.is_object()),
            Form::Source(tree, id) => match ExpressionRef(View::new(tree, *id)).kind() {
                ExpressionKind::Object(_) => Some(true),
                ExpressionKind::Tuple(_) => Some(false),
                _ => None,
            },
            Form::Own(text) => {
                let (tree, id) = attribute_expression(text)?;
                Expression::of(&tree, id).constructor()
            }
        }
    }

    /// Whether the expression is an object constructor, whose elements can be changed.
    pub fn is_object(&self) -> bool {
        self.constructor() == Some(true)
    }

    /// Whether the expression is an object constructor without keys that have to be evaluated.
    pub(super) fn is_object_of_names(&mut self) -> bool {
        let elements = self.elements_mut().filter(|elements| elements.is_object());
        elements.is_some_and(|it| it.list.iter().all(|(_, element)| element.name.is_some()))
    }

    /// Whether the expression is a tuple constructor, whose elements can be changed.
    pub fn is_tuple(&self) -> bool {
        self.constructor() == Some(false)
    }

    /// The elements, if the expression is an object or a tuple.
    pub(super) fn elements_mut(&mut self) -> Option<&mut Elements> {
        if !matches!(self.form, Form::Elements(_)) {
            let (tree, id) = match &self.form {
                Form::Source(tree, id) => (Arc::clone(tree), *id),
                Form::Own(text) => attribute_expression(text)?,
                Form::Elements(_) => return None,
            };
            let mut elements = Elements::open(&tree, ExpressionRef(View::new(&tree, id)))?;
            if let Form::Own(_) = self.form {
                elements.open = Text::from(&*elements.open);
            }
            self.form = Form::Elements(Box::new(elements));
        }
        match &mut self.form {
            Form::Elements(elements) => Some(elements),
            _ => None,
        }
    }

    /// The value of an object's element, for changes.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Expression> {
        let elements = self.elements_mut()?;
        let key = elements.find(key)?;
        elements.value_mut(key)
    }

    /// The element of a tuple at a position, for changes.
    pub fn get_index_mut(&mut self, index: usize) -> Option<&mut Expression> {
        let elements = self.elements_mut().filter(|elements| !elements.is_object())?;
        let key = elements.list.nth(index)?;
        elements.value_mut(key)
    }

    /// The number of elements, if the expression is an object or a tuple.
    pub fn count(&mut self) -> Option<usize> {
        Some(self.elements_mut()?.list.len())
    }

    /// Sets an element of an object. A new one is added at the end.
    ///
    /// # Errors
    ///
    /// If the expression is not an object, or the value can't be written as an expression.
    pub fn insert<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        self.insert_expression(key, Expression::new(value)?)
    }

    pub(super) fn insert_expression(&mut self, key: &str, value: Expression) -> Result<()> {
        let Some(elements) = self.elements_mut().filter(|elements| elements.is_object()) else {
            return Err(editing(catalog::no_object(&self.start())));
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
    pub fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.push_expression(Expression::new(value)?)
    }

    pub(super) fn push_expression(&mut self, value: Expression) -> Result<()> {
        match self.elements_mut().filter(|elements| !elements.is_object()) {
            Some(elements) => elements.push(None, value),
            None => return Err(editing(catalog::no_tuple(&self.start()))),
        }
        Ok(())
    }

    pub(super) fn insert_at(&mut self, position: usize, value: Expression) {
        if let Some(elements) = self.elements_mut() {
            elements.insert(position, value);
        }
    }

    /// The keys of the elements in order.
    pub(super) fn keys(&mut self) -> Vec<Key> {
        self.elements_mut().map_or(Vec::new(), |elements| elements.list.keys().collect())
    }

    pub(super) fn element_mut(&mut self, key: Key) -> Option<&mut Expression> {
        self.elements_mut()?.value_mut(key)
    }

    /// Removes an element with its comments.
    pub(super) fn take_element(&mut self, key: Key) -> Option<Element> {
        self.elements_mut()?.take(key)
    }

    /// Adds an element that was taken from a tuple to it again.
    pub(super) fn insert_element(&mut self, position: usize, element: Element) {
        if let Some(elements) = self.elements_mut() {
            elements.insert_again(position, element);
        }
    }

    /// Removes an element of an object with its comments, and others with the same key. Returns whether
    /// there was one.
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
    pub fn remove_index(&mut self, index: usize) -> bool {
        let elements = self.elements_mut().filter(|elements| !elements.is_object());
        let found = elements.and_then(|elements| Some((elements.list.nth(index)?, elements)));
        found.map(|(key, elements)| elements.take(key)).is_some()
    }

    /// The expression in parentheses if it is a heredoc, because a line end must follow its marker.
    pub(super) fn enclosed(mut self) -> Self {
        let text = self.to_string();
        let text = text.trim_end();
        if ends_with_heredoc(text) {
            self.form = Form::Own(format!("({text}\n)").into());
        }
        self
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
}

/// Parses an expression. Its text is kept, in parentheses if it has comments around it or line ends
/// outside of brackets. Line ends after the text are kept if it becomes the value of an attribute.
impl FromStr for Expression {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Expression::parse(text)
    }
}

impl From<&crate::Expression> for Expression {
    fn from(expression: &crate::Expression) -> Self {
        let text = expression.to_string();
        let written = Expression::parse(&text);
        written.unwrap_or_else(|_| Self::fresh(Form::Own(text.into())))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Form::Source(tree, id) => f.write_str(ExpressionRef(View::new(tree, *id)).text()),
            Form::Own(text) => f.write_str(text),
            Form::Elements(elements) => f.write_str(&render::elements(elements, "\n")),
        }
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({:?})", self.to_string())
    }
}

/// Parses the text as the expression of an attribute. `None` if it is not one, for example because of
/// its line breaks.
pub(super) fn attribute_expression(text: &str) -> Option<(Arc<Tree<'static>>, NodeId)> {
    let source = format!("_ = {text}\n");
    let (tree, root) = parser::parse(&source, None, Grammar::Body).ok()?;
    let mut items = BodyRef(View::new(&tree, root)).items();
    let id = items.next()?.as_attribute()?.expression().id();
    items.next().is_none().then(|| (tree.into_shared(), id))
}
