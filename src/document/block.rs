//! Blocks that own their text or their parts.

use std::fmt;
use std::sync::Arc;

use super::Body;
use super::root::{Built, Content, Root, Seen, owned_part};
use super::source::{comments_around, item_source};
use super::written::{Header, Text};
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{BlockId, BlockRef, ItemRef, LabelRef, NodeId, Tree};

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
/// assert_eq!(block.as_ref().name(), "service");
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
/// Builder methods accept anything and never fail, so calls can be chained. A part that is not valid
/// in a document, such as an attribute whose name is not an identifier, is left out. The first such
/// mistake is the error of all methods that can fail: writing, decoding and [`build`](Block::build).
/// So the written text can always be parsed again.
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

    /// The depth of built blocks inside each other, from this one on.
    pub(crate) fn levels(&self) -> u32 {
        match &self.0 {
            Content::Captured(_) => 1,
            Content::Built(built) => built.body.levels() + 1,
        }
    }

    /// The block, or its first known mistake with its path. The block is not written to find
    /// mistakes.
    pub(crate) fn or_mistake(self) -> Result<Self> {
        match self.0 {
            Content::Built(built) if built.mistake().is_some() => {
                // The path of a mistake may be long: it is moved, not copied.
                let BuiltBlock { name, mistake, body, .. } = Arc::unwrap_or_clone(built);
                match mistake.or_else(|| body.into_mistake()) {
                    Some(mistake) => Err(mistake.in_field(&name)),
                    None => Ok(Block::from(BuiltBlock::new(&name))),
                }
            }
            content => Ok(Block(content)),
        }
    }

    /// The text with the comments before and after it.
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
