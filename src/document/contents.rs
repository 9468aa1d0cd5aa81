//! The methods that read and change a part of a body or a block at an address.

use std::fmt;

use serde::Serialize;

use super::address::{Address, Miss, Step};
use super::change::check_name;
use super::find::{ItemId, find_element};
use super::handle::BlockMut;
use super::lines::{Key, Position};
use super::root::Root;
use super::source::Source;
use super::value::Value;
use super::{Block, Item};
use crate::diagnostic::catalog::{editing, encoding};
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionRef, ItemRef, Items};

/// The items of a body or of a block: what both have in common.
///
/// A function that takes `&mut Contents` works for a [`Body`](crate::Body), a [`Block`] and a [`BlockMut`]:
///
/// ```
/// use serde_hcl::{Body, Contents, Result};
///
/// fn add_owner(contents: &mut Contents) -> Result<()> {
///     contents.set("owner", "core")
/// }
///
/// let mut body: Body = "team {}\n".parse()?;
/// add_owner(&mut body)?;
/// add_owner(&mut body.block_mut("team")?)?;
/// assert_eq!(body.to_string(), "owner = \"core\"\n\nteam {\n  owner = \"core\"\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
// It has no size, so the contents of a block can't be assigned, which would lose its header.
pub struct Contents<U: ?Sized = [()]> {
    pub(super) source: Source,
    _unsized: U,
}

impl Contents<[(); 0]> {
    pub(super) fn new(source: Source) -> Self {
        Contents { source, _unsized: [] }
    }
}

impl Clone for Contents<[(); 0]> {
    fn clone(&self) -> Self {
        Contents::new(self.source.clone())
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}

/// Reading. By an address, only the parts on the way to it are parsed after changes.
impl Contents {
    /// A view of the body. The first view after a change parses the new text.
    pub fn view(&self) -> BodyRef<'_> {
        self.source.current().body()
    }

    /// The attributes and blocks, see [`BodyRef::items`](crate::syntax::BodyRef::items).
    pub fn items(&self) -> Items<'_> {
        self.view().items()
    }

    /// The attributes, see [`BodyRef::attributes`](crate::syntax::BodyRef::attributes).
    pub fn attributes(&self) -> impl Iterator<Item = AttributeRef<'_>> {
        self.view().attributes()
    }

    /// The blocks, see [`BodyRef::blocks`](crate::syntax::BodyRef::blocks).
    pub fn blocks(&self) -> impl Iterator<Item = BlockRef<'_>> {
        self.view().blocks()
    }

    /// The expression at an address, see [`BodyRef::expression`](crate::syntax::BodyRef::expression).
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "a = 1\nb = { c = 2 }\n".parse()?;
    /// body.set("b.c", &3)?;
    /// assert_eq!(body.expression("b.c").unwrap().text(), "3");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn expression(&self, address: impl Into<Address>) -> Option<ExpressionRef<'_>> {
        let address = address.into().checked().ok()?;
        let (item, rest) = self.source.found(&address.steps)?;
        find_element(item.as_attribute()?.expression(), rest).ok()
    }

    /// The block at an address, see [`BodyRef::block`](crate::syntax::BodyRef::block).
    pub fn block(&self, address: impl Into<Address>) -> Option<BlockRef<'_>> {
        self.found(address)?.as_block()
    }

    pub(super) fn found(&self, address: impl Into<Address>) -> Option<ItemRef<'_>> {
        let address = address.into().checked().ok()?;
        let (item, rest) = self.source.found(&address.steps)?;
        rest.is_empty().then_some(item)
    }
}

/// Changes in their place. The rest of the text is kept.
///
/// A new value of an attribute, a new item at the end, a change in a block and a change of a part that was
/// added take time for this part, and a new or removed element for the whole value of its attribute: many
/// elements are set as one value. Other changes, such as removing, moving and renaming items, parse the
/// text again, so many of them are made with [`retain`](Contents::retain), with
/// [`sort_by_key`](Contents::sort_by_key), or block by block with [`blocks_mut`](Contents::blocks_mut).
///
/// All changes of a body in JSON syntax are the same error. Parts with another text than their source,
/// such as blocks that an expansion generates, become native text first.
impl Contents {
    /// A change, or why its address leads nowhere.
    pub(super) fn at<T>(
        &mut self,
        address: impl Into<Address>,
        change: impl FnOnce(&mut Source, &[Step]) -> Result<T, Miss>,
    ) -> Result<T> {
        self.source.open()?;
        let address = address.into().checked()?;
        change(&mut self.source, &address.steps).map_err(|it| self.source.explain(it, &address))
    }

    /// The same, but a missing item is no error.
    fn at_any<T: Default>(
        &mut self,
        address: impl Into<Address>,
        change: impl FnOnce(&mut Source, &[Step]) -> Result<T, Miss>,
    ) -> Result<T> {
        self.at(address, |source, steps| match change(source, steps) {
            Err(miss) if miss.is_missing() => Ok(T::default()),
            done => done,
        })
    }

    /// The blocks in order, for changes. A change in a block costs time for this block.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let source = "resource \"a\" \"x\" {\n  tags = {}\n}\nresource \"a\" \"y\" {}\n";
    /// let mut body: Body = source.parse()?;
    /// for mut resource in body.blocks_mut()?.filter(|block| block.block_type() == "resource") {
    ///     if resource.expression("tags").is_some() {
    ///         resource.set("tags.Team", "core")?;
    ///     } else {
    ///         resource.set("tags", &[("Team", "core")].into_iter().collect::<serde_hcl::Map>())?;
    ///     }
    /// }
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax.
    pub fn blocks_mut(&mut self) -> Result<impl Iterator<Item = BlockMut<'_>>> {
        self.source.settle_names()?;
        if !self.source.changes().added.is_empty() {
            self.source.flush()?;
        }
        Ok(BlockMut::all(&mut self.source))
    }

    /// The block at an address, for changes.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "module \"vpc\" {\n  source = \"./vpc\"\n}\n".parse()?;
    /// body.block_mut("module.vpc")?.set_labels(["network"])?;
    /// assert_eq!(body.to_string(), "module \"network\" {\n  source = \"./vpc\"\n}\n");
    /// assert!(body.block_mut("module.vpc").is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no block at the address, or the body is in JSON syntax.
    pub fn block_mut(&mut self, address: impl Into<Address>) -> Result<BlockMut<'_>> {
        let address = address.into().checked()?;
        self.at(&address, |source, steps| source.block_at(steps).map(drop))?;
        let found = self.source.block_at(&address.steps);
        found.map(|(source, id)| BlockMut::of(source, id)).map_err(|it| it.explain(&address, None))
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
        let value = Value::encode(value)?;
        self.at(address, |source, steps| source.set(steps, &value))
    }

    /// Sets an attribute or an element, as [`set`](Self::set) does, to an expression given as text.
    ///
    /// # Errors
    ///
    /// The errors of [`set`](Self::set), and if the text is not one expression.
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
        let value = Value::parse(text)?;
        self.at(address, |source, steps| source.set(steps, &value))
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
        let value = Value::encode(value)?;
        self.at(address, |source, steps| source.push_to(steps, &value))
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
    /// assert!(body.rename_attribute("server.prot", "port")?);
    /// assert_eq!(body.to_string(), "server {\n  port = 80 # public\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn rename_attribute(&mut self, address: impl Into<Address>, to: &str) -> Result<bool> {
        check_name(to)?;
        self.at_any(address, |source, steps| {
            source.at_item(steps, &mut |_, lines, key| lines.rename(key, to))
        })
    }

    /// Removes the attribute, the block or the element of an expression at an address, with its
    /// comments and one blank line if two would remain. Returns whether there was one;
    /// [`take`](Self::take) returns the item.
    ///
    /// # Errors
    ///
    /// If the text is not a valid address, or several blocks have it.
    pub fn remove(&mut self, address: impl Into<Address>) -> Result<bool> {
        self.at_any(address, Source::remove)
    }

    /// Removes the attribute or the block at an address, and returns it with its comments.
    ///
    /// # Errors
    ///
    /// The errors of [`remove`](Self::remove).
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
        self.at_any(address, |source, steps| {
            source.at_item(steps, &mut |item, lines, key| {
                lines.remove(key);
                Ok(Some(Item::of(item.alone())))
            })
        })
    }

    /// Removes all blocks of a type, and returns them with their comments.
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "a {}\n# Two.\nb {}\na \"x\" {}\n".parse()?;
    /// let taken = body.take_blocks("a")?;
    /// assert_eq!(body.to_string(), "# Two.\nb {}\n");
    /// assert_eq!(taken[1].labels(), ["x"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn take_blocks(&mut self, block_type: &str) -> Result<Vec<Block>> {
        self.source.open()?;
        let is_taken = |item: &ItemRef<'_>| item.as_block().is_some() && item.name() == block_type;
        let root = self.source.current();
        let taken = root.body().items().filter(is_taken);
        let taken: Vec<Root> = taken.map(|item| root.item(item.id()).alone()).collect();
        self.retain(|item| !is_taken(&item))?;
        Ok(taken.into_iter().map(|root| Block::of(Source::new(root))).collect())
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
        let line = item.into().into_line(&self.source)?;
        self.source.push(Position::End, line)
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
        self.insert_beside(address, item.into(), true)
    }

    /// Adds an item directly after the one at an address, in the same body.
    ///
    /// # Errors
    ///
    /// The errors of [`insert_before`](Self::insert_before).
    pub fn insert_after(
        &mut self,
        address: impl Into<Address>,
        item: impl Into<Item>,
    ) -> Result<()> {
        self.insert_beside(address, item.into(), false)
    }

    fn insert_beside(
        &mut self,
        address: impl Into<Address>,
        item: Item,
        is_before: bool,
    ) -> Result<()> {
        self.source.open()?;
        self.source.flush()?;
        let line = item.into_line(&self.source)?;
        self.at(address, |source, steps| {
            source.at_item(steps, &mut |_, lines, key| {
                if line.name.is_some() && lines.has_attribute(&line.group) {
                    return Err(Error::edit(encoding::name_taken(&line.group)));
                }
                let position = match is_before {
                    true => Position::Before(key),
                    false => Position::Behind(key),
                };
                lines.insert(position, line.clone());
                Ok(())
            })
        })
    }

    /// Moves the item at an address, with its comments, to the end of its body. Returns whether
    /// there is one.
    ///
    /// # Errors
    ///
    /// The errors of [`remove`](Self::remove).
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
        self.at_any(address, |source, steps| {
            source.at_item(steps, &mut |_, lines, key| {
                lines.move_to(key, Position::End);
                Ok(true)
            })
        })
    }

    /// Adds an empty line at the end of this body.
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax.
    pub fn append_blank_line(&mut self) -> Result<()> {
        self.source.arrange(|lines| lines.append_blank_line())
    }

    /// Removes everything, including comments.
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "a = 1\nb = 2\n".parse()?;
    /// body.clear()?;
    /// assert!(body.to_string().is_empty());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn clear(&mut self) -> Result<()> {
        self.source.arrange(|lines| lines.clear())
    }

    /// Removes the attributes and blocks for which the closure returns false, with their comments.
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# old\na = 1\nb {}\nc {}\n".parse()?;
    /// body.retain(|item| item.name() == "b")?;
    /// assert_eq!(body.to_string(), "b {}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn retain(&mut self, keep: impl Fn(ItemRef<'_>) -> bool) -> Result<()> {
        self.source.arrange(|lines| {
            let is_removed = |key: &Key| lines.item(*key).is_some_and(|item| !keep(item));
            let keys: Vec<Key> = lines.keys().filter(is_removed).collect();
            keys.into_iter().for_each(|key| lines.remove(key));
        })
    }

    /// Sorts the items that have a key among their places; items without a key keep their places. Items
    /// with equal keys keep their order. Their comments move with them. Blank lines, and comments with
    /// a blank line after them, such as the header of a section, stay in their places.
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax.
    ///
    /// ```
    /// let source = "# Inputs\n\n# The second.\nvariable \"b\" {} # b\n\noutput \"o\" {}\n\nvariable \"a\" {}\n";
    /// let mut body: serde_hcl::Body = source.parse()?;
    /// body.sort_by_key(|item| {
    ///     let variable = item.as_block().filter(|block| block.block_type() == "variable")?;
    ///     Some(variable.label(0)?.value().into_owned())
    /// })?;
    /// assert_eq!(
    ///     body.to_string(),
    ///     "# Inputs\n\nvariable \"a\" {}\n\noutput \"o\" {}\n\n# The second.\nvariable \"b\" {} # b\n",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn sort_by_key<K: Ord>(&mut self, key: impl Fn(ItemRef<'_>) -> Option<K>) -> Result<()> {
        self.source.arrange(|lines| {
            let keyed = lines.keys().filter_map(|it| Some((key(lines.item(it)?)?, it)));
            let mut sorted: Vec<(K, Key)> = keyed.collect();
            if !sorted.is_sorted_by(|one, other| one.0 <= other.0) {
                sorted.sort_by(|one, other| one.0.cmp(&other.0));
                lines.permute(&sorted.into_iter().map(|(_, key)| key).collect::<Vec<_>>());
            }
        })
    }

    /// The block of this type with exactly these labels, for changes. If there is none, it is added.
    ///
    /// # Errors
    ///
    /// If the address has a position; if several blocks have it; or if the type is not an identifier.
    ///
    /// ```
    /// let mut body = serde_hcl::Body::new();
    /// body.block_or_insert("terraform")?.block_or_insert("backend.s3")?.set("key", "a")?;
    /// body.block_or_insert(["terraform"])?.set("required_version", ">= 1.5")?;
    /// let expected = r#"terraform {
    ///   required_version = ">= 1.5"
    ///
    ///   backend "s3" {
    ///     key = "a"
    ///   }
    /// }
    /// "#;
    /// assert_eq!(body.to_string(), expected);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn block_or_insert(&mut self, address: impl Into<Address>) -> Result<BlockMut<'_>> {
        self.source.settle_names()?;
        let address = address.into().checked()?;
        let invalid = || Error::edit(editing::no_address(&address.to_string()));
        let names = address.names().ok_or_else(invalid)?;
        let (name, labels) = names.split_first().ok_or_else(invalid)?;
        let id = match self.source.select(&address.steps) {
            Ok((id, [])) if self.source.is_block(id) => id,
            Err(miss) if !miss.is_missing() => return Err(miss.explain(&address, None)),
            _ => {
                let added = self.source.changes().added.len();
                self.push(Block::new(name).with_labels(labels))?;
                ItemId::Added(added)
            }
        };
        Ok(BlockMut::of(&mut self.source, id))
    }
}
