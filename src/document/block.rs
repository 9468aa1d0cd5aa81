//! Blocks that own their text or their parts.

use std::fmt;
use std::sync::Arc;

use super::item::{Around, check_name};
use super::root::{Own, Part, Root, Seen, owner, see_item};
use super::text::Text;
use super::{Body, Layout, render};
use crate::diagnostic::error::{Error, Result};
use crate::format::format;
use crate::ser::to_string;
use crate::syntax::{BlockId, BlockRef, ItemRef, NodeId, Tree, View};
use crate::text::quote::quoted;

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
    part: Part<OwnBlock>,
    /// The text around it in its body, or in the body it was taken from.
    around: Option<Box<Around>>,
    layout: Layout,
}

owner! { Block }

/// The parts of a block that was built or changed.
#[derive(Clone)]
pub(crate) struct OwnBlock {
    name: Text,
    header: Header,
    pub(super) body: Body,
    pub(super) mistake: Option<Error>,
    seen: Seen,
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
        Block { part: Part::own(parts), around: None, layout: Layout::default() }
    }

    pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        let part = Part::Captured(Root::new(tree, id));
        Block { part, around: None, layout: Layout::default() }
    }

    pub(crate) fn captured_as(tree: Arc<Tree<'static>>, id: BlockId) -> Self {
        let part = Part::Captured(Root::of_block(tree, id));
        Block { part, around: None, layout: Layout::default() }
    }

    /// A block of a list.
    pub(super) fn listed(
        tree: &Arc<Tree<'static>>,
        id: NodeId,
        around: Around,
        layout: Layout,
    ) -> Self {
        let part = Part::Captured(Root::new(Arc::clone(tree), id));
        Block { part, around: Some(Box::new(around)), layout }
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
        match &self.part {
            Part::Captured(root) => root.block().name(),
            Part::Own(parts) => &parts.name,
        }
    }

    /// The labels in order.
    pub fn labels(&self) -> Vec<String> {
        let of = |block: BlockRef<'_>| {
            block.labels().map(|label| label.value().into_owned()).collect::<Vec<_>>()
        };
        match &self.part {
            Part::Captured(root) => of(root.block()),
            Part::Own(parts) => match &parts.header {
                Header::Source(tree, id) => of(BlockRef::new(View::new(tree, *id))),
                Header::Own { labels, .. } => labels.clone(),
            },
        }
    }

    pub(super) fn label_count(&self) -> usize {
        match &self.part {
            Part::Captured(root) => root.block().labels().len(),
            Part::Own(parts) => match &parts.header {
                Header::Source(tree, id) => BlockRef::new(View::new(tree, *id)).labels().len(),
                Header::Own { labels, .. } => labels.len(),
            },
        }
    }

    /// Whether the block has exactly these labels.
    pub(crate) fn has_labels(&self, labels: &[&str]) -> bool {
        let of = |block: BlockRef<'_>| {
            let own = block.labels();
            own.len() == labels.len() && own.zip(labels).all(|(own, label)| own.value() == *label)
        };
        match &self.part {
            Part::Captured(root) => of(root.block()),
            Part::Own(parts) => match &parts.header {
                Header::Source(tree, id) => of(BlockRef::new(View::new(tree, *id))),
                Header::Own { labels: own, .. } => own.iter().eq(labels),
            },
        }
    }

    /// The node in the source, unless the block may have changed.
    pub(crate) fn untouched(&self) -> Option<View<'_>> {
        match &self.part {
            Part::Captured(root) => Some(root.view()),
            Part::Own(_) => None,
        }
    }

    /// The body in the source, unless it may have changed.
    pub(crate) fn untouched_body(&self) -> Option<View<'_>> {
        match &self.part {
            Part::Captured(root) => Some(root.block().body().0),
            Part::Own(parts) => parts.body.untouched(),
        }
    }

    pub(super) fn is_as_written(&self) -> bool {
        self.part.is_as_written()
    }

    pub(super) fn parts(&self) -> Option<&OwnBlock> {
        match &self.part {
            Part::Captured(_) => None,
            Part::Own(parts) => Some(parts),
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

    /// The depth of blocks with own parts inside each other, from this one on.
    pub(crate) fn levels(&self) -> u32 {
        match &self.part {
            Part::Captured(_) => 1,
            Part::Own(parts) => parts.body.levels() + 1,
        }
    }

    /// The block, or its first known mistake with its path. The block is not written to find
    /// mistakes.
    pub(crate) fn or_mistake(self) -> Result<Self> {
        match self.part {
            Part::Own(parts) if parts.mistake().is_some() => {
                // The path of a mistake may be long: it is moved, not copied.
                let OwnBlock { name, mistake, body, .. } = Arc::unwrap_or_clone(parts);
                match mistake.or_else(|| body.into_mistake()) {
                    Some(mistake) => Err(mistake.in_field(&name)),
                    None => Ok(Block::of_parts(OwnBlock::new(&name))),
                }
            }
            part => Ok(Block { part, ..self }),
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

    pub(super) fn around(&self) -> Option<&Around> {
        self.around.as_deref()
    }

    /// The text around it; for a captured one, its comments in the source.
    pub(super) fn surroundings(&self) -> Around {
        match (&self.around, &self.part) {
            (Some(around), _) => (**around).clone(),
            (None, Part::Captured(root)) => Around::of_captured(root),
            (None, Part::Own(_)) => Around::fresh(),
        }
    }

    pub(super) fn around_mut(&mut self) -> &mut Around {
        if self.around.is_none() {
            self.around = Some(Box::new(self.surroundings()));
        }
        self.around.get_or_insert_with(|| Box::new(Around::fresh()))
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
        self.parts().is_some_and(OwnBlock::is_built)
    }
}

impl OwnBlock {
    pub(super) fn new(name: &str) -> Self {
        let (before, behind) = (Text::from(" "), Text::from(" "));
        OwnBlock {
            name: Text::from(name),
            header: Header::Own { before, labels: Vec::new(), behind },
            body: Body::of_new_block(),
            mistake: None,
            seen: Seen::default(),
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
            Header::Own { labels, behind, .. } if labels.is_empty() => out.push_str(behind),
            Header::Own { before, labels, behind } => {
                out.push_str(before);
                for (index, label) in labels.iter().enumerate() {
                    out.push_str(if index > 0 { " " } else { "" });
                    quoted(label, out);
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
            mistake: None,
            seen: Seen::default(),
        }
    }

    fn see(&self, around: Option<&Around>) -> (Root, Option<Error>) {
        see_item(&render::own_block(self, around), Root::empty_block)
    }

    fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }

    fn seen_ref(&self) -> &Seen {
        &self.seen
    }

    fn mistake(&self) -> Option<&Error> {
        self.mistake.as_ref().or_else(|| self.body.mistake())
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
