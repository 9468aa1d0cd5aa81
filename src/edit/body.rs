//! Bodies that can be changed.

use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::address::{Address, IntoAddress, Miss, Step};
use super::block::Block;
use super::content::{Content, Position};
use super::expression::Expression;
use super::item::{IntoItem, Item, check_name, editing};
use super::lookup::Place;
use super::{Layout, render};
use crate::diagnostic::catalog::{editing as catalog, encoding};
use crate::diagnostic::error::Result;
use crate::limits::stack::nest;
use crate::parser::{self, Grammar};
use crate::syntax::{BodyRef, NodeId, Tree, View};

/// A body that can be changed: that of a document or of a block.
///
/// If a method takes an address, the address starts at this body: see [`Address`].
pub struct Body {
    origin: Option<(Arc<Tree<'static>>, NodeId)>,
    /// The items, if they may have changed.
    content: Option<Box<Content>>,
    /// The items, if they were only read.
    seen: OnceLock<Box<Content>>,
    layout: Layout,
}

impl Body {
    /// The body of a new block.
    pub(super) fn empty() -> Self {
        Body { origin: None, content: None, seen: OnceLock::new(), layout: Layout::default() }
    }

    pub(super) fn with_content(content: Content) -> Self {
        Body {
            origin: None,
            content: Some(Box::new(content)),
            seen: OnceLock::new(),
            layout: Layout::default(),
        }
    }

    pub(super) fn of(tree: &Arc<Tree<'static>>, id: NodeId, layout: Layout) -> Self {
        Body { origin: Some((Arc::clone(tree), id)), content: None, seen: OnceLock::new(), layout }
    }

    pub(super) fn parse(source: &str, layout: Layout) -> Result<Self> {
        let (tree, root) = parser::parse(source, None, Grammar::Body)?;
        Ok(Body::of(&tree.into_shared(), root, layout))
    }

    pub(super) fn content(&self) -> &Content {
        match &self.content {
            Some(content) => content,
            None => self.seen.get_or_init(|| self.open()),
        }
    }

    pub(super) fn content_mut(&mut self) -> &mut Content {
        if self.content.is_none() {
            self.content = Some(self.seen.take().unwrap_or_else(|| self.open()));
        }
        self.content.get_or_insert_with(|| Box::new(Content::of_new_block()))
    }

    fn open(&self) -> Box<Content> {
        Box::new(match &self.origin {
            Some((tree, id)) => Content::open(tree, BodyRef(View::new(tree, *id)), self.layout),
            None => Content::of_new_block(),
        })
    }

    /// The tree and the node of an unchanged body.
    pub(super) fn untouched(&self) -> Option<View<'_>> {
        let (tree, id) = self.origin.as_ref()?;
        self.content.is_none().then(|| View::new(tree, *id))
    }

    /// Gives the body and the bodies in it the layout of the surrounding body.
    pub(super) fn adopt(&mut self, layout: Layout) {
        if self.layout == layout {
            return;
        }
        self.layout = layout;
        self.seen.take();
        for block in self.content.iter_mut().flat_map(|content| content.blocks_mut()) {
            nest(|| block.body_mut().adopt(layout));
        }
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// The attributes and blocks in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.content().items.iter().map(|(_, item)| item)
    }

    /// The names and expressions of the attributes in order.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &Expression)> {
        self.items().filter_map(|item| Some((item.name(), item.expression()?)))
    }

    /// The blocks in order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.items().filter_map(Item::as_block)
    }

    /// The blocks in order, for changes. Linear in the number of items.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    ///
    /// let source = "resource \"a\" \"x\" {\n  tags = {}\n}\nresource \"a\" \"y\" {}\n";
    /// let mut document: Document = source.parse()?;
    /// for resource in document.blocks_mut().filter(|block| block.name() == "resource") {
    ///     let body = resource.body_mut();
    ///     if body.expression("tags").is_some() {
    ///         body.set("tags.Team", "core")?;
    ///     } else {
    ///         body.set("tags", &[("Team", "core")].into_iter().collect::<serde_hcl::Map>())?;
    ///     }
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.content_mut().blocks_mut()
    }

    /// The expression of an attribute of this body.
    pub fn expression(&self, name: &str) -> Option<&Expression> {
        let content = self.content();
        content.items.get(content.attribute(name)?)?.expression()
    }

    /// The expression of an attribute, or an element of it, for changes.
    pub fn expression_mut(&mut self, address: impl IntoAddress) -> Option<&mut Expression> {
        let address = address.into_address().ok()?;
        match self.resolve(&address.steps).ok()? {
            Place::Expression(expression) => Some(expression),
            Place::Body(_) => None,
        }
    }

    /// The first block of this body with a type and exactly these labels.
    pub fn block(&self, name: &str, labels: &[&str]) -> Option<&Block> {
        let content = self.content();
        content.items.get(content.block(name, labels, 0).1?)?.as_block()
    }

    /// The block at an address, for changes.
    pub fn block_mut(&mut self, address: impl IntoAddress) -> Option<&mut Block> {
        let address = address.into_address().ok()?;
        let (body, key) = self.locate(&address.steps).ok()?;
        body.content_mut().block_mut(key)
    }

    /// Sets an attribute, or an element of an object or a tuple in its expression, to a value. The
    /// value can be any that serde can serialize, also an [`Expression`](crate::Expression) or a
    /// traversal, which are kept as they are. A new attribute is added after the other attributes, a
    /// new element after the other elements.
    ///
    /// # Errors
    ///
    /// If the address is not found before its last step; if it is the address of a block, or of a
    /// part of an expression that is not a constructor; if the name is not an identifier; or if the
    /// value can't be written as an expression. Then nothing changes.
    ///
    /// ```
    /// use serde_hcl::edit::Document;
    /// use serde_hcl::parse_traversal;
    ///
    /// let mut document: Document = "port = 80 # public\nhosts = [\"a\"]\n".parse()?;
    /// document.set("port", &8080)?;
    /// document.set("hosts[0]", &parse_traversal("var.host")?)?;
    /// assert_eq!(document.to_string(), "port = 8080 # public\nhosts = [var.host]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set<T>(&mut self, address: impl IntoAddress, value: &T) -> Result<()>
    where
        T: Serialize + ?Sized,
    {
        self.set_expression(address.into_address()?, Expression::new(value)?)
    }

    /// Sets an attribute or an element, as [`set`](Body::set) does, to an expression given as text.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Body::set), and if the text is not one expression.
    pub fn set_text(&mut self, address: impl IntoAddress, text: &str) -> Result<()> {
        self.set_expression(address.into_address()?, text.parse()?)
    }

    fn set_expression(&mut self, address: Address, expression: Expression) -> Result<()> {
        let Some((last, path)) = address.steps.split_last() else {
            return Err(editing(catalog::no_address("")));
        };
        let place = match self.resolve(path) {
            Ok(place) => place,
            Err(miss) => {
                return Err(match self.locate(&address.steps) {
                    Ok(_) => editing(catalog::block_address(&address.to_string())),
                    Err(_) => self.explain(miss.behind_one(), &address),
                });
            }
        };
        match (place, last) {
            (Place::Body(body), Step::Name(name)) => body.set_attribute(name, expression, &address),
            (Place::Expression(object), Step::Name(key)) => {
                object.insert_expression(key, expression)
            }
            (Place::Expression(tuple), Step::Index(index)) => {
                let element = tuple.get_index_mut(*index);
                *element.ok_or_else(|| Miss::at(1).explain(&address, None))? = expression;
                Ok(())
            }
            (Place::Body(_), Step::Index(_)) => Err(Miss::at(1).explain(&address, None)),
        }
    }

    fn set_attribute(
        &mut self,
        name: &str,
        expression: Expression,
        address: &Address,
    ) -> Result<()> {
        let layout = self.layout;
        let content = self.content_mut();
        content.prepare_lookup();
        match content.attribute(name) {
            Some(key) => {
                let current = content.items.get_mut(key).and_then(Item::expression_mut);
                if let Some(current) = current {
                    *current = expression;
                }
            }
            None if content.block(name, &[], 0).0 > 0 => {
                return Err(editing(catalog::block_address(&address.to_string())));
            }
            None => {
                let item = Item::with_expression(name, expression)?;
                content.insert(Position::Usual, item, layout);
            }
        }
        Ok(())
    }

    /// Adds an element at the end of the tuple at an address.
    ///
    /// # Errors
    ///
    /// If there is no tuple constructor at the address, or the value can't be written as an
    /// expression.
    pub fn push<T>(&mut self, address: impl IntoAddress, value: &T) -> Result<()>
    where
        T: Serialize + ?Sized,
    {
        let address = address.into_address()?;
        match self.resolve(&address.steps) {
            Ok(Place::Expression(tuple)) => tuple.push(value),
            Ok(Place::Body(_)) => Err(editing(catalog::no_tuple(&address.to_string()))),
            Err(miss) => Err(self.explain(miss, &address)),
        }
    }

    /// Renames an attribute. Returns whether there is an attribute with the old name.
    ///
    /// # Errors
    ///
    /// If the new name is not an identifier, or another attribute has it.
    pub fn rename(&mut self, address: impl IntoAddress, to: &str) -> Result<bool> {
        check_name(to)?;
        let address = address.into_address()?;
        let Ok((body, key)) = self.locate(&address.steps) else { return Ok(false) };
        let content = body.content_mut();
        match content.items.get(key) {
            Some(item) if item.expression().is_none() => return Ok(false),
            Some(item) if item.name() == to => return Ok(true),
            _ => {}
        }
        if content.attribute(to).is_some() {
            return Err(editing(encoding::name_taken(to)));
        }
        content.rename(key, to);
        Ok(true)
    }

    /// Removes the attribute, the block or the element of an expression at an address, with its
    /// comments and one blank line if two would remain. Returns whether there was one;
    /// [`take`](Body::take) returns the item.
    ///
    /// # Errors
    ///
    /// If the text is not a valid address, or several blocks have it.
    pub fn remove(&mut self, address: impl IntoAddress) -> Result<bool> {
        let address = address.into_address()?;
        match self.locate(&address.steps) {
            Ok((body, key)) => {
                let layout = body.layout;
                return Ok(body.content_mut().take(key, layout).is_some());
            }
            Err(miss) if miss.is_several() => return Err(miss.explain(&address, None)),
            Err(_) => {}
        }
        let Some((last, path)) = address.steps.split_last() else { return Ok(false) };
        Ok(match (self.resolve(path), last) {
            (Ok(Place::Expression(object)), Step::Name(key)) => object.remove(key),
            (Ok(Place::Expression(tuple)), Step::Index(index)) => tuple.remove_index(*index),
            _ => false,
        })
    }

    /// Removes the attribute or the block at an address, and returns it with its comments.
    ///
    /// # Errors
    ///
    /// The errors of [`remove`](Body::remove).
    pub fn take(&mut self, address: impl IntoAddress) -> Result<Option<Item>> {
        let address = address.into_address()?;
        match self.locate(&address.steps) {
            Ok((body, key)) => {
                let layout = body.layout;
                Ok(body.content_mut().take(key, layout))
            }
            Err(miss) if miss.is_several() => Err(miss.explain(&address, None)),
            Err(_) => Ok(None),
        }
    }

    /// Adds an item at the end of this body: a [`Block`] or an [`Item`] of this module, or a
    /// [built](crate::Block) one.
    ///
    /// # Errors
    ///
    /// If it is an attribute, and the body has one with the same name; or if the built item has a
    /// mistake.
    pub fn append(&mut self, item: impl IntoItem) -> Result<()> {
        self.insert_at(Position::End, item.into_item()?)
    }

    /// Adds an item directly before the one at an address, in the same body.
    ///
    /// # Errors
    ///
    /// If there is no item at the address, or the new item is an attribute and the body has one with
    /// the same name.
    pub fn insert_before(&mut self, address: impl IntoAddress, item: impl IntoItem) -> Result<()> {
        let address = address.into_address()?;
        let (body, key) = self.locate_or_explain(&address)?;
        body.insert_at(Position::Before(key), item.into_item()?)
    }

    /// Adds an item directly after the one at an address, in the same body.
    ///
    /// # Errors
    ///
    /// The errors of [`insert_before`](Body::insert_before).
    pub fn insert_after(&mut self, address: impl IntoAddress, item: impl IntoItem) -> Result<()> {
        let address = address.into_address()?;
        let (body, key) = self.locate_or_explain(&address)?;
        body.insert_at(Position::Behind(key), item.into_item()?)
    }

    fn insert_at(&mut self, position: Position, item: Item) -> Result<()> {
        let layout = self.layout;
        let content = self.content_mut();
        if item.expression().is_some() {
            content.prepare_lookup();
            if content.attribute(item.name()).is_some() {
                return Err(editing(encoding::name_taken(item.name())));
            }
        }
        content.insert(position, item, layout);
        Ok(())
    }

    /// Moves the item at an address, with its comments, to the end of its body. Returns whether
    /// there is one.
    ///
    /// # Errors
    ///
    /// The errors of [`remove`](Body::remove).
    pub fn move_to_end(&mut self, address: impl IntoAddress) -> Result<bool> {
        let address = address.into_address()?;
        let (body, key) = match self.locate(&address.steps) {
            Ok(found) => found,
            Err(miss) if miss.is_several() => return Err(miss.explain(&address, None)),
            Err(_) => return Ok(false),
        };
        let layout = body.layout;
        let content = body.content_mut();
        if let Some(item) = content.take(key, layout) {
            content.insert(Position::End, Item { gaps: Default::default(), ..item }, layout);
        }
        Ok(true)
    }

    /// Adds an empty line at the end of this body.
    pub fn append_blank_line(&mut self) {
        self.content_mut().append_blank_line();
    }

    /// Removes everything, including comments.
    pub fn clear(&mut self) {
        self.content_mut().clear();
    }
}

impl Clone for Body {
    fn clone(&self) -> Self {
        Body {
            origin: self.origin.clone(),
            content: nest(|| self.content.clone()),
            seen: OnceLock::new(),
            layout: self.layout,
        }
    }
}

/// Bodies may be nested more deeply than the stack allows.
impl Drop for Body {
    fn drop(&mut self) {
        let (content, seen) = (self.content.take(), self.seen.take());
        if content.is_some() || seen.is_some() {
            nest(|| drop((content, seen)));
        }
    }
}

impl std::fmt::Debug for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

/// The items with all comments, without the braces: the text is a document of its own. The lines keep
/// their indentation.
impl std::fmt::Display for Body {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&render::items(self, "\n"))
    }
}
