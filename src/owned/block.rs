//! Blocks that own their text, or what they are built of.

use std::fmt;
use std::sync::Arc;

use super::source::{comments_around, item_source};
use super::written::{Header, Text};
use super::{Body, Built, Content, Root, Seen, owned_part};
use crate::error::{Error, Result};
use crate::syntax::{BlockId, BlockRef, ItemRef, LabelRef, NodeId, Tree};

/// A block that outlives its source: its type, its labels and its body, not decoded. Cheap to clone.
///
/// As the type of a field it captures a block, in a `Vec` all blocks of a type, and in a field
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
/// assert_eq!(block.as_ref().name(), "service");
/// let service: Service = block.decode(&Context::new())?;
/// assert_eq!((service.name.as_str(), service.port), ("web", 8080));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// Programs that generate documents build them of blocks:
///
/// ```
/// use serde_hcl::{Block, Body, Expression};
///
/// let body = Body::new()
///     .comment("Generated from the inventory.")
///     .block(
///         Block::new("resource")
///             .labels(["aws_instance", "web"])
///             .comment("The public servers.")
///             .attribute("count", 2)
///             .attribute("ami", "var.ami".parse::<Expression>()?)
///             .block(Block::new("lifecycle").attribute("prevent_destroy", true)),
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
/// assert_eq!(serde_hcl::to_string(&body)?, expected);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// # Mistakes
///
/// Builders take anything and never fail, so that their calls can be chained. What can't be part of
/// a document, such as an attribute whose name is not an identifier, is left out, and the first such
/// mistake is the error of everything that can fail: writing, decoding and [`build`](Block::build).
/// So the written text can always be read again.
#[derive(Clone)]
pub struct Block(Content<BuiltBlock>);

owned_part! { Block BuiltBlock }

/// The parts of a built block.
#[derive(Clone)]
pub(crate) struct BuiltBlock {
    pub(crate) name: Box<str>,
    pub(crate) labels: Vec<Box<str>>,
    /// The comments above the block, with their markers.
    pub(crate) comment: String,
    comment_behind: String,
    pub(crate) body: Body,
    pub(crate) mistake: Option<Error>,
    seen: Seen,
}

impl Block {
    /// A view of the block: its type, its labels and its body.
    #[allow(clippy::should_implement_trait)]
    pub fn as_ref(&self) -> BlockRef<'_> {
        self.0.root().block()
    }

    pub(crate) fn captured_as(tree: Arc<Tree<'static>>, id: BlockId) -> Self {
        Block(Content::Captured(Root::of_block(tree, id)))
    }

    pub(crate) fn into_captured(self) -> (Arc<Tree<'static>>, BlockId) {
        let root = self.0.root();
        (Arc::clone(&root.tree), root.block().to_id())
    }

    /// The block type.
    pub(crate) fn name(&self) -> &str {
        match &self.0 {
            Content::Captured(root) => root.block().name(),
            Content::Built(built) => &built.name,
        }
    }

    /// How many blocks are built into each other here.
    pub(crate) fn levels(&self) -> u32 {
        match &self.0 {
            Content::Captured(_) => 1,
            Content::Built(built) => built.body.levels() + 1,
        }
    }

    /// The block, or the first mistake that is known without writing it, with its path.
    pub(crate) fn or_mistake(self) -> Result<Self> {
        match self.0 {
            Content::Built(built) if built.mistake().is_some() => {
                // The path of a mistake may be long: it is moved and not copied.
                let BuiltBlock { name, mistake, body, .. } = Arc::unwrap_or_clone(built);
                match mistake.or_else(|| body.into_mistake()) {
                    Some(mistake) => Err(mistake.in_field(&name)),
                    None => Ok(Block::from(BuiltBlock::new(&name))),
                }
            }
            content => Ok(Block(content)),
        }
    }

    /// The text with the comments before and behind it.
    pub(crate) fn source(&self) -> &str {
        let root = self.0.root();
        item_source(ItemRef(root.view()), &root.tree.source)
    }

    pub(super) fn write(&self, text: &mut Text) {
        match &self.0 {
            Content::Captured(root) if root.json.is_some() => BuiltBlock::of(root).write(text),
            Content::Captured(_) => text.paragraph(self.source()),
            Content::Built(built) => built.write(text),
        }
    }
}

impl BuiltBlock {
    pub(crate) fn new(name: &str) -> Self {
        BuiltBlock {
            name: name.into(),
            labels: Vec::new(),
            comment: String::new(),
            comment_behind: String::new(),
            body: Body::new(),
            mistake: None,
            seen: Seen::default(),
        }
    }

    fn write(&self, text: &mut Text) {
        let header = Header {
            comment: &self.comment,
            name: &self.name,
            labels: &self.labels,
            comment_behind: &self.comment_behind,
        };
        text.block(&header, |text| self.body.write(text));
    }
}

impl Built for BuiltBlock {
    fn of(root: &Root) -> Self {
        let block = root.block();
        let label = |label: LabelRef<'_>| label.value().into();
        let (comment, comment_behind) = match root.json {
            Some(_) => ("", ""),
            None => comments_around(ItemRef(root.view()), &root.tree.source),
        };
        BuiltBlock {
            labels: block.labels().map(label).collect(),
            comment: comment.trim().to_owned(),
            comment_behind: comment_behind.to_owned(),
            body: Body::captured(Arc::clone(&root.tree), block.body().id()),
            ..BuiltBlock::new(block.name())
        }
    }

    fn seen(&self) -> &(Root, Option<Error>) {
        self.seen.block(|| {
            let mut text = Text::default();
            self.write(&mut text);
            text.finish()
        })
    }

    fn forget_seen(&mut self) {
        self.seen = Seen::default();
    }

    fn mistake(&self) -> Option<&Error> {
        self.mistake.as_ref().or_else(|| self.body.mistake())
    }
}

impl From<BuiltBlock> for Block {
    fn from(built: BuiltBlock) -> Self {
        Block(Content::Built(Arc::new(built)))
    }
}

/// The first call copies the whole document; all parts of it share the copy.
impl From<BlockRef<'_>> for Block {
    fn from(block: BlockRef<'_>) -> Self {
        Block::captured_as(block.tree().share(), block.to_id())
    }
}
