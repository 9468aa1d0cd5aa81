//! Blocks that own their text.

use std::sync::Arc;

use serde::ser::Serialize;

use super::change::{check_name, label_edit};
use super::edits::Edit;
use super::owner::{deref, owner};
use super::root::Root;
use super::source::Source;
use super::{Attribute, Body, Contents, Item};
use crate::diagnostic::catalog::encoding as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{BlockId, BlockRef, BodyRef, Kind, Tree};
use crate::text::identifier::is_identifier;

/// A block that outlives its source: its type, its labels and its body, not decoded. Cheap to clone.
///
/// As the type of a field it captures one block; a `Vec` captures all blocks of a type, and a field
/// `$blocks` the blocks of all types:
///
/// ```
/// use serde::Deserialize;
/// use serde_hcl::{Block, Context};
///
/// #[derive(Deserialize)]
/// struct Config {
///     #[serde(rename = "$blocks")]
///     blocks: Vec<Block>,
/// }
///
/// #[derive(Deserialize)]
/// struct Service {
///     #[serde(rename = "$label")]
///     name: String,
///     port: u16,
/// }
///
/// let config: Config = serde_hcl::from_str("service \"web\" {\n  port = 8000 + 80\n}\n")?;
/// let block = &config.blocks[0];
/// assert_eq!(block.block_type(), "service");
/// let service: Service = block.decode(&Context::new())?;
/// assert_eq!((service.name.as_str(), service.port), ("web", 8080));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// Programs can build documents from blocks:
///
/// ```
/// use serde_hcl::{Block, Body, Expression};
///
/// let body = Body::new()
///     .with_comment("Generated from the inventory.")
///     .with_block(
///         Block::new("resource")
///             .with_labels(["aws_instance", "web"])
///             .with_comment("The public servers.")
///             .with_attribute("count", 2)
///             .with_attribute("ami", "var.ami".parse::<Expression>()?)
///             .with_block(Block::new("lifecycle").with_attribute("prevent_destroy", true)),
///     );
/// let expected = r#"# Generated from the inventory.
///
/// ## The public servers.
/// resource "aws_instance" "web" {
///   count = 2
///   ami   = var.ami
///
///   lifecycle {
///     prevent_destroy = true
///   }
/// }
/// "#;
/// assert_eq!(body.to_string(), expected);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// The methods that change a block keep the rest of its text:
///
/// ```
/// use serde_hcl::Block;
///
/// let mut provider: Block = "provider \"aws\" {\n  profile = \"x\" # ours\n}\n".parse()?;
/// provider.set("region", "eu-west-1")?;
/// let expected = "provider \"aws\" {\n  profile = \"x\" # ours\n  region  = \"eu-west-1\"\n}\n";
/// assert_eq!(provider.to_string(), expected);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// # Mistakes
///
/// Builder methods, whose names start with `with`, accept anything and never fail, so calls can be
/// chained. A part that is not valid in a document, such as an attribute whose name is not an
/// identifier, is left out. The first such mistake is the error of all methods that can fail:
/// writing, decoding and [`build`](Block::build). So the written text can always be parsed again.
#[derive(Clone)]
pub struct Block {
    pub(super) contents: Contents<[(); 0]>,
}

impl Block {
    pub(super) fn of(source: Source) -> Self {
        Block { contents: Contents::new(source) }
    }

    pub(crate) fn captured_as(tree: Arc<Tree<'static>>, id: BlockId) -> Self {
        Block::of(Source::new(Root::of_block(tree, id)))
    }

    pub(crate) fn into_captured(self) -> (Arc<Tree<'static>>, BlockId) {
        let root = self.source.current();
        (Arc::clone(&root.tree), root.block().to_id())
    }

    fn of_mistake(mistake: Error) -> Self {
        Block::of(Source::of_mistake(Kind::Block, mistake))
    }

    /// A view of the block: its type, its labels and its body.
    pub fn view(&self) -> BlockRef<'_> {
        self.source.current().block()
    }

    /// The type of the block: its first word.
    pub fn block_type(&self) -> &str {
        self.source.root.block().block_type()
    }

    /// The labels in order.
    pub fn labels(&self) -> Vec<String> {
        self.source.root.block().labels().map(|label| label.value().into_owned()).collect()
    }

    /// The label at a position, from 0.
    ///
    /// ```
    /// let block = serde_hcl::Block::new("resource").with_labels(["aws_vpc", "main"]);
    /// assert_eq!(block.label(1).as_deref(), Some("main"));
    /// assert!(block.label(2).is_none());
    /// ```
    pub fn label(&self, position: usize) -> Option<String> {
        let mut labels = self.source.root.block().labels();
        labels.nth(position).map(|label| label.value().into_owned())
    }

    /// A view of the body.
    pub fn body(&self) -> BodyRef<'_> {
        self.source.current().body()
    }

    /// Changes the block type.
    ///
    /// # Errors
    ///
    /// If the type is not an identifier.
    pub fn set_type(&mut self, block_type: &str) -> Result<()> {
        check_name(block_type)?;
        self.source.change_header(|block| {
            let is_other = block.block_type() != block_type;
            is_other.then(|| Edit { span: block.block_type_span(), text: block_type.to_owned() })
        })
    }

    /// Replaces the labels. They may be any text, and are written quoted. Comments between the old
    /// labels are removed; comments around them remain.
    ///
    /// # Errors
    ///
    /// If the block can't be written in native syntax.
    ///
    /// ```
    /// use serde_hcl::Body;
    ///
    /// let mut body: Body = "resource \"aws_vpc\" \"main\" {} # kept\n".parse()?;
    /// body.block_mut("resource.aws_vpc.main")?.set_labels(["aws_vpc", "net"])?;
    /// assert_eq!(body.to_string(), "resource \"aws_vpc\" \"net\" {} # kept\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_labels<L: Into<String>>(
        &mut self,
        labels: impl IntoIterator<Item = L>,
    ) -> Result<()> {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        self.source.change_header(|block| label_edit(block, &labels))
    }

    /// Removes the labels.
    ///
    /// # Errors
    ///
    /// If the block can't be written in native syntax.
    pub fn clear_labels(&mut self) -> Result<()> {
        self.set_labels::<String>([])
    }
}

/// Builder methods.
impl Block {
    /// A block of this type, which must be an identifier, without labels and items.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// assert_eq!(Block::new("terraform").to_string(), "terraform {}\n");
    /// assert!(Block::new("not a name").build().is_err());
    /// ```
    pub fn new(block_type: impl AsRef<str>) -> Self {
        let name = block_type.as_ref();
        if !is_identifier(name) {
            return Block::of_mistake(Error::encoding(catalog::no_identifier(name)));
        }
        let root = Root::parse_item(&format!("{name} {{}}\n")).ok().flatten();
        Block::of(Source::of_new(root.unwrap_or_else(|| Root::empty(Kind::Block))))
    }

    /// Adds a label. Labels can be any text.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("variable").with_label("region");
    /// assert_eq!(block.to_string(), "variable \"region\" {}\n");
    /// ```
    pub fn with_label(self, label: impl AsRef<str>) -> Self {
        self.with_labels([label])
    }

    /// Adds labels.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("resource").with_labels(["aws_vpc", "main"]);
    /// assert_eq!(block.labels(), ["aws_vpc", "main"]);
    /// ```
    pub fn with_labels<L: AsRef<str>>(self, labels: impl IntoIterator<Item = L>) -> Self {
        let added = labels.into_iter().map(|label| label.as_ref().to_owned());
        let labels: Vec<String> = self.labels().into_iter().chain(added).collect();
        self.with(|block| block.set_labels(labels))
    }

    /// Adds an attribute, see [`Attribute::new`](crate::Attribute::new).
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("server").with_attribute("port", 80).with_attribute("hosts", ["a"]);
    /// assert_eq!(block.to_string(), "server {\n  port  = 80\n  hosts = [\"a\"]\n}\n");
    /// ```
    pub fn with_attribute<T: Serialize>(self, name: impl AsRef<str>, value: T) -> Self {
        self.with_item(Attribute::new(name, value))
    }

    /// Adds a block to the body.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("server").with_block(Block::new("tls").with_attribute("port", 443));
    /// assert_eq!(block.to_string(), "server {\n  tls {\n    port = 443\n  }\n}\n");
    /// ```
    pub fn with_block(self, block: Block) -> Self {
        self.with_item(block)
    }

    /// Adds an item to the body.
    pub fn with_item(self, item: impl Into<Item>) -> Self {
        self.with(|block| block.source.build(item.into()))
    }

    /// Replaces the body.
    ///
    /// ```
    /// use serde_hcl::{Block, hcl};
    ///
    /// let block = Block::new("locals").with_body(hcl! { zones = ["a", "b"] });
    /// assert_eq!(block.to_string(), "locals {\n  zones = [\"a\", \"b\"]\n}\n");
    /// ```
    pub fn with_body(self, body: Body) -> Self {
        self.with(|block| {
            if block.source.is_new() {
                block.source.take_added();
            } else {
                block.clear()?;
            }
            block.source.build_all(body)
        })
    }

    /// Adds comments in the lines above the block, one for each line of the text.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let block = Block::new("locals").with_comment("Shared by all modules.");
    /// assert_eq!(block.to_string(), "# Shared by all modules.\nlocals {}\n");
    /// ```
    pub fn with_comment(self, text: impl AsRef<str>) -> Self {
        self.with(|block| block.source.add_comment(text.as_ref()))
    }

    /// The body of the block.
    ///
    /// ```
    /// use serde_hcl::Block;
    ///
    /// let body = Block::new("server").with_attribute("port", 80).into_body();
    /// assert_eq!(body.view().attributes().next().unwrap().name(), "port");
    /// ```
    pub fn into_body(mut self) -> Body {
        match self.source.take_mistake() {
            Some(mistake) => Body::of_mistake(mistake),
            None => Body::from(self.body()),
        }
    }
}

owner!(Block:
    /// The text of the block with its comments, as in a separate document. A part with a mistake becomes a
    /// comment with the reason.
);
deref!(Block, contents: Contents);

/// The first call copies the whole document; all parts of it share the copy.
impl From<BlockRef<'_>> for Block {
    fn from(block: BlockRef<'_>) -> Self {
        Block::captured_as(block.tree().share(), block.to_id())
    }
}
