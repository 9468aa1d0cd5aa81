//! Attributes that own their text.

use std::fmt;
use std::sync::Arc;

use super::root::Root;
use super::source::item_source;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{AttributeRef, ItemRef, Kind, NodeId, Tree};
use crate::text::span::Span;

/// An attribute that outlives its source: its name and its expression, with the comments before and
/// after it. Cheap to clone.
///
/// ```
/// use serde_hcl::Attribute;
///
/// let attribute = Attribute::new("ports", [80, 443]).comment("HTTP and HTTPS.");
/// assert_eq!(attribute.as_ref().name(), "ports");
/// assert_eq!(attribute.to_string(), "# HTTP and HTTPS.\nports = [80, 443]\n");
/// ```
#[derive(Clone)]
pub struct Attribute {
    root: Root,
    mistake: Option<Error>,
}

impl Attribute {
    pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Attribute { root: Root::new(tree, id), mistake: None }
    }

    /// `_ = null`
    pub(crate) fn null() -> Self {
        let mut tree = Tree::new("_ = null", None);
        let null = tree.leaf(Kind::Null, Span::new(4, 8));
        let children = tree.list([null]);
        let id = tree.add(Kind::Attribute, 0, Span::new(0, 1), children);
        Attribute::captured(tree.into_shared(), id)
    }

    /// Whether an expansion put values into it.
    pub(crate) fn holds_values(&self) -> bool {
        self.root.tree.holds_values()
    }

    /// The attribute with a mistake.
    pub(crate) fn refused(self, mistake: Error) -> Self {
        Attribute { mistake: self.mistake.or(Some(mistake)), ..self }
    }

    /// A view of the attribute.
    #[allow(clippy::should_implement_trait)]
    pub fn as_ref(&self) -> AttributeRef<'_> {
        AttributeRef(self.root.view())
    }

    /// Fails if a part of the attribute has a mistake.
    pub(crate) fn check(&self) -> Result<()> {
        self.mistake.clone().map_or(Ok(()), Err)
    }

    /// The text with the comments before and after it.
    pub(crate) fn source(&self) -> &str {
        item_source(ItemRef(self.root.view()), &self.root.tree.source)
    }
}

/// The first call copies the whole document; all parts of it share the copy.
impl From<AttributeRef<'_>> for Attribute {
    fn from(attribute: AttributeRef<'_>) -> Self {
        Attribute::captured(attribute.tree().share(), attribute.id())
    }
}

/// Two attributes are equal if they have the same structure. White space and comments don't matter.
impl PartialEq for Attribute {
    fn eq(&self, other: &Self) -> bool {
        let is_sound = self.mistake.is_none() && other.mistake.is_none();
        is_sound && self.root.view().is_like(other.root.view())
    }
}

impl fmt::Debug for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.mistake {
            Some(mistake) => mistake.fmt(f),
            None => self.as_ref().fmt(f),
        }
    }
}
