//! Changes of bodies by addresses.

use serde::Serialize;

use super::address::{Address, Miss, Step};
use super::insertion::Position;
use super::item::check_name;
use super::items::Items;
use super::lookup::Place;
use super::order::Key;
use super::root::Part;
use super::{Attribute, Block, Body, Expression, Item};
use crate::diagnostic::catalog::{editing as catalog, encoding};
use crate::diagnostic::error::{Error, Result};

/// Changes in their place. The rest of the text is kept.
impl Body {
    /// The address, if the body can be changed.
    pub(super) fn checked(&mut self, address: impl Into<Address>) -> Result<Address> {
        self.open()?;
        address.into().checked()
    }

    /// The blocks in order, for changes. Linear in the number of items.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let source = "resource \"a\" \"x\" {\n  tags = {}\n}\nresource \"a\" \"y\" {}\n";
    /// let mut body: Body = source.parse()?;
    /// for resource in body.blocks_mut().filter(|block| block.name() == "resource") {
    ///     let body = resource.body_mut();
    ///     if body.view().attributes().any(|it| it.name() == "tags") {
    ///         body.set("tags.Team", "core")?;
    ///     } else {
    ///         body.set("tags", &[("Team", "core")].into_iter().collect::<serde_hcl::Map>())?;
    ///     }
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let is_open = self.open().is_ok();
        let items = is_open.then(|| self.items_mut());
        items.into_iter().flat_map(Items::blocks_mut)
    }

    /// The expression of an attribute, or an element of it, for changes.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "tags = { Name = \"web\" }\n".parse()?;
    /// body.expression_mut("tags").unwrap().insert("Team", "core")?;
    /// assert_eq!(body.to_string(), "tags = { Name = \"web\", Team = \"core\" }\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression_mut(&mut self, address: impl Into<Address>) -> Option<&mut Expression> {
        let address = self.checked(address).ok()?;
        match self.resolve(&address.steps).ok()? {
            Place::Expression(expression) => Some(expression),
            Place::Body(_) => None,
        }
    }

    /// The block at an address, for changes.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "module \"vpc\" {\n  source = \"./vpc\"\n}\n".parse()?;
    /// body.block_mut("module.vpc").unwrap().set_labels(["network"]);
    /// assert_eq!(body.to_string(), "module \"network\" {\n  source = \"./vpc\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block_mut(&mut self, address: impl Into<Address>) -> Option<&mut Block> {
        let address = self.checked(address).ok()?;
        let (body, key) = self.find(&address.steps).ok()?;
        body.items_mut().block_mut(key)
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
    /// use serde_hcl::{Body, parse_traversal};
    ///
    /// let mut body: Body = "port = 80 # public\nhosts = [\"a\"]\n".parse()?;
    /// body.set("port", &8080)?;
    /// body.set("hosts[0]", &parse_traversal("var.host")?)?;
    /// assert_eq!(body.to_string(), "port = 8080 # public\nhosts = [var.host]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set<T>(&mut self, address: impl Into<Address>, value: &T) -> Result<()>
    where
        T: Serialize + ?Sized,
    {
        let address = self.checked(address)?;
        self.set_expression(address, Expression::encode(value)?)
    }

    /// Sets an attribute or an element, as [`set`](Body::set) does, to an expression given as text.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Body::set), and if the text is not one expression.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "count = 1\n".parse()?;
    /// body.set_text("count", "length(var.zones)")?;
    /// assert_eq!(body.to_string(), "count = length(var.zones)\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_text(&mut self, address: impl Into<Address>, text: &str) -> Result<()> {
        let address = self.checked(address)?;
        self.set_expression(address, Expression::parse(text)?)
    }

    fn set_expression(&mut self, address: Address, expression: Expression) -> Result<()> {
        let Some((last, path)) = address.steps.split_last() else {
            return Err(Error::edit(catalog::no_address("")));
        };
        let place = match self.resolve(path) {
            Ok(place) => place,
            Err(miss) => {
                return Err(match self.find(&address.steps) {
                    Ok(_) => Error::edit(catalog::block_address(&address.to_string())),
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
        let items = self.items_mut();
        items.prepare_lookup();
        match items.attribute(name) {
            Some(key) => {
                let current = items.list.get_mut(key).and_then(Item::expression_mut);
                if let Some(current) = current {
                    *current = expression;
                }
            }
            None if items.block(name, &[], 0).0 > 0 => {
                return Err(Error::edit(catalog::block_address(&address.to_string())));
            }
            None => {
                check_name(name)?;
                let item = Attribute::with_expression(name, expression).into();
                items.insert(Position::Usual, item);
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
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "hosts = [\"a\"]\n".parse()?;
    /// body.push_to("hosts", "b")?;
    /// assert_eq!(body.to_string(), "hosts = [\"a\", \"b\"]\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn push_to<T>(&mut self, address: impl Into<Address>, value: &T) -> Result<()>
    where
        T: Serialize + ?Sized,
    {
        let address = self.checked(address)?;
        match self.resolve(&address.steps) {
            Ok(Place::Expression(tuple)) => tuple.push(value),
            Ok(Place::Body(_)) => Err(Error::edit(catalog::no_tuple(&address.to_string()))),
            Err(miss) => Err(self.explain(miss, &address)),
        }
    }

    /// Renames an attribute. Returns whether there is an attribute with the old name.
    ///
    /// # Errors
    ///
    /// If the new name is not an identifier, or another attribute has it.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "server {\n  prot = 80 # public\n}\n".parse()?;
    /// assert!(body.rename("server.prot", "port")?);
    /// assert_eq!(body.to_string(), "server {\n  port = 80 # public\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename(&mut self, address: impl Into<Address>, to: &str) -> Result<bool> {
        check_name(to)?;
        let address = self.checked(address)?;
        let Ok((body, key)) = self.find(&address.steps) else { return Ok(false) };
        let items = body.items_mut();
        match items.list.get(key) {
            Some(item) if item.as_attribute().is_none() => return Ok(false),
            Some(item) if item.name() == to => return Ok(true),
            _ => {}
        }
        if items.attribute(to).is_some() {
            return Err(Error::edit(encoding::name_taken(to)));
        }
        items.rename(key, to);
        Ok(true)
    }

    /// Removes the attribute, the block or the element of an expression at an address, with its
    /// comments and one blank line if two would remain. Returns whether there was one;
    /// [`take`](Body::take) returns the item.
    ///
    /// # Errors
    ///
    /// If the text is not a valid address, or several blocks have it.
    pub fn remove(&mut self, address: impl Into<Address>) -> Result<bool> {
        let address = self.checked(address)?;
        if let Some((body, key)) = self.find_if_any(&address)? {
            return Ok(body.items_mut().take(key).is_some());
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
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "# The port.\nport = 80\nhost = \"a\"\n".parse()?;
    /// let port = body.take("port")?.unwrap();
    /// assert_eq!(body.to_string(), "host = \"a\"\n");
    /// body.push(port)?;
    /// assert_eq!(body.to_string(), "host = \"a\"\n# The port.\nport = 80\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn take(&mut self, address: impl Into<Address>) -> Result<Option<Item>> {
        let address = self.checked(address)?;
        let found = self.find_if_any(&address)?;
        Ok(found.and_then(|(body, key)| body.items_mut().take(key)))
    }

    /// Adds an item at the end of this body.
    ///
    /// # Errors
    ///
    /// If it is an attribute, and the body has one with the same name; if the item has a mistake; or if
    /// its blocks are nested too deeply. Then nothing changes.
    ///
    /// ```
    /// use serde_hcl::{Block, Body};
    ///
    /// let mut body = Body::new();
    /// for name in ["a", "b"] {
    ///     body.push(Block::new("service").with_label(name))?;
    /// }
    /// assert_eq!(body.to_string(), "service \"a\" {}\n\nservice \"b\" {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn push(&mut self, item: impl Into<Item>) -> Result<()> {
        self.open()?;
        self.insert_at(Position::End, item.into())
    }

    /// Adds an item directly before the one at an address, in the same body.
    ///
    /// # Errors
    ///
    /// If there is no item at the address, or the new item is an attribute and the body has one with
    /// the same name.
    pub fn insert_before(
        &mut self,
        address: impl Into<Address>,
        item: impl Into<Item>,
    ) -> Result<()> {
        self.insert_beside(address.into(), Position::Before, item.into())
    }

    /// Adds an item directly after the one at an address, in the same body.
    ///
    /// # Errors
    ///
    /// The errors of [`insert_before`](Body::insert_before).
    pub fn insert_after(
        &mut self,
        address: impl Into<Address>,
        item: impl Into<Item>,
    ) -> Result<()> {
        self.insert_beside(address.into(), Position::Behind, item.into())
    }

    fn insert_beside(
        &mut self,
        address: Address,
        position: fn(Key) -> Position,
        item: Item,
    ) -> Result<()> {
        let address = self.checked(address)?;
        let (body, key) = self.find_or_explain(&address)?;
        body.insert_at(position(key), item)
    }

    pub(super) fn insert_at(&mut self, position: Position, item: Item) -> Result<()> {
        let item = item.checked()?;
        let items = self.items_mut();
        items.fits(&item).map_err(Error::edit)?;
        items.insert(position, item);
        Ok(())
    }

    /// Moves the item at an address, with its comments, to the end of its body. Returns whether
    /// there is one.
    ///
    /// # Errors
    ///
    /// The errors of [`remove`](Body::remove).
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "a = 1\nb = 2\n".parse()?;
    /// body.move_to_end("a")?;
    /// assert_eq!(body.to_string(), "b = 2\na = 1\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn move_to_end(&mut self, address: impl Into<Address>) -> Result<bool> {
        let address = self.checked(address)?;
        let Some((body, key)) = self.find_if_any(&address)? else { return Ok(false) };
        let items = body.items_mut();
        if let Some(mut item) = items.take(key) {
            item.forget_gaps();
            items.insert(Position::End, item);
        }
        Ok(true)
    }

    /// Adds an empty line at the end of this body.
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax.
    pub fn append_blank_line(&mut self) -> Result<()> {
        self.open()?;
        self.items_mut().append_blank_line();
        Ok(())
    }

    /// Removes everything, including comments.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "a = 1\nb = 2\n".parse()?;
    /// body.clear();
    /// assert!(body.to_string().is_empty());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn clear(&mut self) {
        self.part = Part::own(self.items_mut().cleared());
    }
}
