//! Blocks that own their text or their parts.

use std::fmt;
use std::sync::Arc;

use super::item::{Around, check_name};
use super::root::{Own, Owned, Part, Root, owner, see_item};
use super::text::Text;
use super::{Body, Layout, render};
use crate::diagnostic::error::{Error, Result};
use crate::format::format;
use crate::ser::to_string;
use crate::syntax::{BlockId, BlockRef, ItemRef, NodeId, Tree, View};
use crate::text::quote::{quoted, quoted_labels};

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
/// assert_eq!(block.name(), "service");
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
/// provider.body_mut().set("region", "eu-west-1")?;
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
    pub(super) part: Part<OwnBlock>,
    layout: Layout,
}

owner! { Block }

/// The parts of a block that was built or changed.
#[derive(Clone)]
pub(crate) struct OwnBlock {
    name: Text,
    header: Header,
    pub(super) body: Body,
}

/// The text between the type and the body.
#[derive(Clone)]
enum Header {
    /// The text in this block of a source.
    Source(Arc<Tree<'static>>, NodeId),
    Own {
        before: Text,
        labels: Vec<String>,
        behind: Text,
    },
}

impl Block {
    pub(super) fn of_parts(parts: OwnBlock) -> Self {
        Block { part: Part::own(parts), layout: Layout::default() }
    }

    pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Block { part: Part::captured(Root::new(tree, id)), layout: Layout::default() }
    }

    pub(crate) fn captured_as(tree: Arc<Tree<'static>>, id: BlockId) -> Self {
        Block { part: Part::captured(Root::of_block(tree, id)), layout: Layout::default() }
    }

    /// A block of a list.
    pub(super) fn listed(
        tree: &Arc<Tree<'static>>,
        id: NodeId,
        around: Around,
        layout: Layout,
    ) -> Self {
        Block { part: Part::listed(Root::new(Arc::clone(tree), id), around), layout }
    }

    pub(crate) fn into_captured(self) -> (Arc<Tree<'static>>, BlockId) {
        let root = self.root();
        (Arc::clone(&root.tree), root.block().to_id())
    }

    /// A view of the block: its type, its labels and its body.
    pub fn view(&self) -> BlockRef<'_> {
        self.root().block()
    }

    /// The block type.
    pub fn name(&self) -> &str {
        match self.part.parts() {
            Some(parts) => &parts.name,
            None => self.view().name(),
        }
    }

    /// The labels in order.
    pub fn labels(&self) -> Vec<String> {
        match self.header() {
            Ok(block) => block.labels().map(|label| label.value().into_owned()).collect(),
            Err(labels) => labels.to_vec(),
        }
    }

    pub(super) fn label_count(&self) -> usize {
        self.header().map_or_else(<[String]>::len, |block| block.labels().len())
    }

    /// Whether the block has exactly these labels.
    pub(crate) fn has_labels(&self, labels: &[&str]) -> bool {
        match self.header() {
            Ok(block) => {
                let own = block.labels();
                let mut pairs = own.clone().zip(labels);
                own.len() == labels.len() && pairs.all(|(own, label)| own.value() == *label)
            }
            Err(own) => own.iter().eq(labels),
        }
    }

    /// The block of a source that has the labels, or the new labels.
    fn header(&self) -> Result<BlockRef<'_>, &[String]> {
        match self.part.parts().map(|parts| &parts.header) {
            None => Ok(self.view()),
            Some(Header::Source(tree, id)) => Ok(BlockRef::new(View::new(tree, *id))),
            Some(Header::Own { labels, .. }) => Err(labels),
        }
    }

    /// The node in the source, unless the block may have changed.
    pub(crate) fn untouched(&self) -> Option<View<'_>> {
        self.part.untouched().map(Root::view)
    }

    /// The body in the source, unless it may have changed.
    pub(crate) fn untouched_body(&self) -> Option<View<'_>> {
        match self.part.parts() {
            None => Some(self.view().body().0),
            Some(parts) => parts.body.untouched(),
        }
    }

    pub(super) fn parts_mut(&mut self) -> &mut OwnBlock {
        let is_captured = self.untouched().is_some();
        let parts = self.part.to_mut();
        if is_captured {
            parts.body.adopt(self.layout);
        }
        parts
    }

    /// The body, for changes.
    pub fn body_mut(&mut self) -> &mut Body {
        &mut self.parts_mut().body
    }

    /// Changes the block type.
    ///
    /// # Errors
    ///
    /// If the type is not an identifier.
    pub fn set_name(&mut self, name: &str) -> Result<()> {
        check_name(name)?;
        self.parts_mut().name = Text::from(name);
        Ok(())
    }

    /// Replaces the labels. They may be any text, and are written quoted. Comments between the old
    /// labels are removed; comments around them remain.
    ///
    /// ```
    /// use serde_hcl::{Block, Body};
    ///
    /// let mut body: Body = "resource \"aws_vpc\" \"main\" {} # kept\n".parse()?;
    /// body.blocks_mut().for_each(|block| block.set_labels(["aws_vpc", "net"]));
    /// assert_eq!(body.to_string(), "resource \"aws_vpc\" \"net\" {} # kept\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_labels<L: Into<String>>(&mut self, labels: impl IntoIterator<Item = L>) {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        if self.labels() != labels {
            self.parts_mut().set_labels(labels);
        }
    }

    /// Gives the bodies in it the layout of the surrounding body.
    pub(super) fn adopt(&mut self, layout: Layout) {
        if self.layout == layout {
            return;
        }
        self.layout = layout;
        if self.untouched().is_none() {
            self.parts_mut().body.adopt(layout);
        }
    }

    /// The number of levels of blocks that were built or changed: this block, and those inside it.
    pub(crate) fn levels(&self) -> u32 {
        self.part.parts().map_or(0, |parts| parts.body.levels()) + 1
    }

    /// The block, or its first known mistake with its path. The block is not written to find
    /// mistakes.
    pub(crate) fn or_mistake(self) -> Result<Self> {
        if self.mistake().is_none() {
            return Ok(self);
        }
        let name = self.name().to_owned();
        // The path of a mistake may be long: it is moved, not copied.
        let Some(Owned { parts, mistake, .. }) = self.part.into_owned() else {
            return Ok(Block::of_parts(OwnBlock::new(&name)));
        };
        match mistake.or_else(|| parts.body.into_mistake()) {
            Some(mistake) => Err(mistake.in_field(&name)),
            None => Ok(Block::of_parts(OwnBlock::new(&name))),
        }
    }

    /// The block as new text, if its source does not have its text.
    pub(super) fn written_out(self) -> Self {
        match self.part.is_as_written() {
            true => self,
            false => {
                to_string(&self).and_then(|text| text.parse()).unwrap_or_else(Block::of_mistake)
            }
        }
    }

    /// The text with the comments before and after it.
    pub(crate) fn source(&self) -> &str {
        let root = self.root();
        super::comments::item_source(ItemRef(root.view()), &root.tree.source)
    }

    fn text(&self) -> Result<String> {
        if let Some(mistake) = self.mistake() {
            return Err(mistake.clone());
        }
        match self.is_built() {
            _ if !self.part.is_as_written() => to_string(self),
            true => self.check().and_then(|()| format(&render::block(self))),
            false => Ok(render::block(self)),
        }
    }

    /// Whether no part of it has a source.
    pub(super) fn is_built(&self) -> bool {
        self.part.parts().is_some_and(OwnBlock::is_built)
    }
}

impl OwnBlock {
    pub(super) fn new(name: &str) -> Self {
        let (before, behind) = (Text::from(" "), Text::from(" "));
        OwnBlock {
            name: Text::from(name),
            header: Header::Own { before, labels: Vec::new(), behind },
            body: Body::of_new_block(),
        }
    }

    pub(super) fn is_built(&self) -> bool {
        matches!(self.header, Header::Own { .. }) && self.body.is_built()
    }

    pub(super) fn set_labels(&mut self, labels: Vec<String>) {
        let (before, behind) = match &self.header {
            Header::Own { before, behind, .. } => (before.clone(), behind.clone()),
            Header::Source(tree, id) => {
                let block = BlockRef::new(View::new(tree, *id));
                let (start, end) = (block.name_span().end, block.body().span().start);
                match (block.labels().next(), block.labels().last()) {
                    (Some(first), Some(last)) => (
                        Text::source(tree, start, first.span().start),
                        Text::source(tree, last.span().end, end),
                    ),
                    _ => (Text::from(" "), Text::source(tree, start, end)),
                }
            }
        };
        let behind = if behind.is_empty() { Text::from(" ") } else { behind };
        self.header = Header::Own { before, labels, behind };
    }

    /// Writes the type and the text between it and the body.
    pub(super) fn write_header(&self, out: &mut String) {
        out.push_str(&self.name);
        match &self.header {
            Header::Source(tree, id) => {
                let block = BlockRef::new(View::new(tree, *id));
                let (start, end) = (block.name_span().end, block.body().span().start);
                out.push_str(&Text::source(tree, start, end));
            }
            Header::Own { before, labels, behind } => {
                if let [first, others @ ..] = &labels[..] {
                    out.push_str(before);
                    quoted(first, out);
                    quoted_labels(others, out);
                }
                out.push_str(behind);
            }
        }
    }
}

impl Own for OwnBlock {
    fn of(root: &Root) -> Self {
        let (tree, block) = (&root.tree, root.block());
        let name = block.name_span();
        OwnBlock {
            name: Text::source(tree, name.start, name.end),
            header: Header::Source(Arc::clone(tree), block.id()),
            body: Body::captured(Arc::clone(tree), block.body().id()),
        }
    }

    fn see(&self, around: Option<&Around>) -> (Root, Option<Error>) {
        see_item(&render::own_block(self, around), Root::empty_block)
    }

    fn inner_mistake(&self) -> Option<&Error> {
        self.body.mistake()
    }
}

/// The text of the block with its comments, as in a separate document. A part with a mistake becomes a
/// comment with the reason.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render::write_or_comment(self.text(), f)
    }
}

/// The first call copies the whole document; all parts of it share the copy.
impl From<BlockRef<'_>> for Block {
    fn from(block: BlockRef<'_>) -> Self {
        Block::captured_as(block.tree().share(), block.to_id())
    }
}
