//! Blocks that can be changed.

use std::sync::Arc;

use super::body::Body;
use super::item::check_name;
use super::text::Text;
use super::{Layout, render};
use crate::diagnostic::error::Result;
use crate::syntax::{BlockRef, NodeId, Tree, View};
use crate::text::quote::quoted;

/// A block that can be changed: its type, its labels and its body.
///
/// ```
/// use serde_hcl::edit::{Block, Document};
///
/// let mut provider = Block::new("provider", ["aws"])?;
/// provider.body_mut().set("region", "eu-west-1")?;
/// let mut document = Document::default();
/// document.append(provider)?;
/// assert_eq!(document.to_string(), "provider \"aws\" {\n  region = \"eu-west-1\"\n}\n");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Block {
    name: Text,
    header: Header,
    body: Body,
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
    /// A block without content. Labels may be any text; they are written quoted.
    ///
    /// # Errors
    ///
    /// If the type is not an identifier.
    pub fn new<L: Into<String>>(name: &str, labels: impl IntoIterator<Item = L>) -> Result<Self> {
        check_name(name)?;
        let labels = labels.into_iter().map(Into::into).collect();
        let header = Header::Own { before: Text::from(" "), labels, behind: Text::from(" ") };
        Ok(Block { name: Text::from(name), header, body: Body::empty() })
    }

    pub(super) fn open(tree: &Arc<Tree<'static>>, block: BlockRef<'_>, layout: Layout) -> Self {
        let name = block.name_span();
        Block {
            name: Text::source(tree, name.start, name.end),
            header: Header::Source(Arc::clone(tree), block.id()),
            body: Body::of(tree, block.body().id(), layout),
        }
    }

    /// The block type.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The labels in order.
    pub fn labels(&self) -> Vec<String> {
        match &self.header {
            Header::Source(tree, id) => {
                let block = BlockRef::new(View::new(tree, *id));
                block.labels().map(|label| label.value().into_owned()).collect()
            }
            Header::Own { labels, .. } => labels.clone(),
        }
    }

    pub(super) fn label_count(&self) -> usize {
        match &self.header {
            Header::Source(tree, id) => BlockRef::new(View::new(tree, *id)).labels().len(),
            Header::Own { labels, .. } => labels.len(),
        }
    }

    /// Whether the block has exactly these labels.
    pub fn has_labels(&self, labels: &[&str]) -> bool {
        match &self.header {
            Header::Source(tree, id) => {
                let block = BlockRef::new(View::new(tree, *id));
                block.labels().len() == labels.len()
                    && block
                        .labels()
                        .zip(labels)
                        .all(|(label, expected)| label.value() == *expected)
            }
            Header::Own { labels: own, .. } => own.iter().eq(labels),
        }
    }

    /// The content.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The content, for changes.
    pub fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// Changes the block type.
    ///
    /// # Errors
    ///
    /// If the type is not an identifier.
    pub fn set_name(&mut self, name: &str) -> Result<()> {
        check_name(name)?;
        self.name = Text::from(name);
        Ok(())
    }

    /// Replaces the labels. They may be any text, and are written quoted. Comments between the old
    /// labels are removed; comments around them remain.
    pub fn set_labels<L: Into<String>>(&mut self, labels: impl IntoIterator<Item = L>) {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        if self.labels() == labels {
            return;
        }
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

impl std::fmt::Display for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&render::block(self, "\n"))
    }
}

impl std::fmt::Debug for Block {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Block({:?})", self.to_string())
    }
}
