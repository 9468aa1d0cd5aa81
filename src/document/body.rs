//! Bodies that own their text or their items.

use std::fmt;
use std::mem;
use std::sync::{Arc, LazyLock};

use hashbrown::HashSet;

use super::root::{Built, Content, Root, Seen, owned_part};
use super::source::comments_at_end;
use super::written::Text;
use super::{Attribute, Block};
use crate::analysis::Reference;
use crate::diagnostic::error::{Category, Error, Result};
use crate::diagnostic::{Diagnostic, catalog};
use crate::document::Expression;
use crate::limits::stack::{has_stack, nest};
use crate::syntax::{BodyRef, ItemRef, NodeId, Tree, merge};
use crate::text::source::Location;
use crate::text::span::Span;

/// A body that outlives its source, not decoded. Cheap to clone.
///
/// It shares the text and the tree of its document, or it was built from attributes and
/// [blocks](Block).
///
/// ```
/// use serde_hcl::{Block, Body};
///
/// let body = Body::new()
///     .attribute("region", "eu")
///     .block(Block::new("service").label("web").attribute("port", 80));
/// assert_eq!(body, "region = \"eu\"\nservice \"web\" { port = 80 }\n".parse()?);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Body(Content<BuiltBody>);

owned_part! { Body BuiltBody }

/// The parts of a built body.
#[derive(Clone, Default)]
pub(crate) struct BuiltBody {
    pub(crate) items: Vec<Item>,
    /// The names of its attributes.
    pub(crate) names: HashSet<Box<str>>,
    /// The depth of built blocks inside each other.
    pub(crate) levels: u32,
    pub(crate) mistake: Option<Error>,
    seen: Seen,
}

/// Built blocks can be nested deeply.
impl Drop for BuiltBody {
    fn drop(&mut self) {
        // With enough stack, the items are dropped after this in the usual way.
        if !has_stack() {
            nest(|| self.items.clear());
        }
    }
}

/// An item of a body.
///
/// ```
/// use serde_hcl::{Body, Item};
///
/// let body: Body = serde_hcl::from_str("port = 80\nlog {}\n")?;
/// let items = body.into_iter().map(|item| match item {
///     Item::Attribute(attribute) => attribute.as_ref().name().to_owned(),
///     Item::Block(block) => block.as_ref().name().to_owned(),
///     Item::Comment(text) => text.trim().to_owned(),
///     _ => String::new(),
/// });
/// assert_eq!(items.collect::<Vec<_>>(), ["port", "log"]);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// An attribute.
    Attribute(Attribute),
    /// A block.
    Block(Block),
    /// Lines of comments that belong to no other item, with their markers.
    Comment(Arc<str>),
}

impl Body {
    pub(crate) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        self.0.root().clone().into_parts()
    }

    /// An empty body.
    pub fn new() -> Self {
        static EMPTY: LazyLock<Arc<BuiltBody>> = LazyLock::new(Arc::default);
        Body(Content::Built(Arc::clone(&EMPTY)))
    }

    /// A view of the body.
    #[allow(clippy::should_implement_trait)]
    pub fn as_ref(&self) -> BodyRef<'_> {
        BodyRef(self.0.root().view())
    }

    /// Adds the file and source to a diagnostic, see [`Document::attach`](crate::Document::attach).
    pub fn attach(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.attached_to(self.as_ref().tree().origin())
    }

    /// The file and the positions of a span, see [`Document::locate`](crate::Document::locate).
    pub fn locate(&self, span: Span) -> Location {
        self.as_ref().tree().origin().locate(span)
    }

    /// The bytes of the body in its source. The source of a built one is its canonical text.
    pub fn span(&self) -> Span {
        self.as_ref().span()
    }

    /// Merges a later body into this one, for configurations in layers. An attribute of the later body
    /// replaces the attribute of the same name. A block is merged with the block of the same type and
    /// labels, item by item; if one of the bodies has several of them, those of the later body replace
    /// those of the earlier one. Other items are added at the end.
    ///
    /// The merge evaluates no expression, and errors show the original files. A property in [JSON
    /// syntax](crate::json) replaces all items of its name, because only a type decides whether it
    /// is an attribute or blocks. Linear in both documents.
    ///
    /// ```
    /// use serde_hcl::{Body, Context, Document, from_body};
    ///
    /// let file = |source, name| Document::parse(source, Some(name)).map(Document::into_body);
    /// let base = file("
    ///   workers = 2
    ///   server \"web\" {
    ///     port = 80
    ///     host = \"localhost\"
    ///   }
    /// ", "base.hcl")?;
    /// let local = file("
    ///   server \"web\" {
    ///     port = base + 8000
    ///   }
    ///   server \"db\" {
    ///     port = 5432
    ///   }
    /// ", "local.hcl")?;
    /// let merged = base.merge(local);
    /// let expected = "workers = 2\n
    /// server \"web\" {
    ///   port = base + 8000
    ///   host = \"localhost\"
    /// }
    ///
    /// server \"db\" {
    ///   port = 5432
    /// }
    /// ";
    /// assert_eq!(serde_hcl::to_string(&merged)?, expected);
    ///
    /// let error = from_body::<serde_hcl::Value>(merged.as_ref(), &Context::new()).unwrap_err();
    /// assert!(error.to_string().starts_with("local.hcl:3:12: "));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn merge(self, later: Body) -> Body {
        for part in [&self, &later] {
            if let Err(mistake) = part.check() {
                return Body::of_mistake(mistake);
            }
        }
        let (earlier, later) = (self.0.root(), later.0.root());
        match merge((&earlier.tree, earlier.id), (&later.tree, later.id)) {
            Some((tree, root)) => Body::captured(tree.into_shared(), root),
            None => {
                let size = earlier.tree.source.len() + later.tree.source.len();
                Body::of_mistake(Error::of(Category::Syntax, catalog::syntax::too_large(size)))
            }
        }
    }

    /// The body with the items that `keep` accepts.
    pub(crate) fn excerpt(&self, keep: impl Fn(ItemRef<'_>) -> bool) -> Body {
        let Root { tree, id, .. } = self.0.root();
        let (tree, id) = tree.excerpt(*id, |view| keep(ItemRef(view)));
        Body::captured(tree.into_shared(), id)
    }

    pub(super) fn levels(&self) -> u32 {
        match &self.0 {
            Content::Captured(_) => 0,
            Content::Built(built) => built.levels,
        }
    }

    pub(super) fn into_mistake(self) -> Option<Error> {
        match self.0 {
            Content::Captured(_) => None,
            Content::Built(built) => Arc::unwrap_or_clone(built).mistake.take(),
        }
    }

    /// The items of a captured or a built body.
    pub(crate) fn into_items(self) -> Vec<Item> {
        match self.0 {
            Content::Captured(root) => items_of(&root).collect(),
            Content::Built(built) => {
                let mut built = Arc::unwrap_or_clone(built);
                let mut items = mem::take(&mut built.items);
                // The mistake is kept with the items.
                let refused =
                    built.mistake.take().map(|mistake| Attribute::null().refused(mistake));
                items.extend(refused.map(Item::Attribute));
                items
            }
        }
    }

    pub(super) fn write(&self, text: &mut Text) {
        match &self.0 {
            Content::Captured(root) => items_of(root).for_each(|item| item.write(text)),
            Content::Built(built) => built.items.iter().for_each(|item| item.write(text)),
        }
    }
}

fn items_of(root: &Root) -> impl Iterator<Item = Item> {
    let body = BodyRef(root.view());
    let items = body.items().map(|item| {
        let (tree, id) = (Arc::clone(&root.tree), item.id());
        match (item.as_property(), item.as_attribute()) {
            (Some(_), Some(attribute)) => {
                let value = Expression::new(tree, attribute.expression().id());
                Item::Attribute(Attribute::new(item.name(), value))
            }
            (_, None) => Item::Block(Block::captured(tree, id)),
            (None, Some(_)) => Item::Attribute(Attribute::captured(tree, id)),
        }
    });
    let comment = Some(comments_at_end(body)).filter(|lines| !lines.is_empty());
    items.chain(comment.map(|lines| Item::Comment(lines.into())))
}

impl Built for BuiltBody {
    fn of(root: &Root) -> Self {
        let attributes = BodyRef(root.view()).attributes();
        let names = attributes.map(|attribute| attribute.name().into()).collect();
        let mut built = BuiltBody::default();
        built.items = items_of(root).collect();
        built.names = names;
        built
    }

    fn seen(&self) -> &(Root, Option<Error>) {
        self.seen.body(|| {
            let mut text = Text::default();
            self.items.iter().for_each(|item| item.write(&mut text));
            text.finish()
        })
    }

    fn forget_seen(&mut self) {
        self.seen = Seen::default();
    }

    fn mistake(&self) -> Option<&Error> {
        self.mistake.as_ref()
    }
}

impl Item {
    fn write(&self, text: &mut Text) {
        match self {
            Item::Attribute(attribute) => text.attribute(attribute.source()),
            Item::Block(block) => block.write(text),
            Item::Comment(lines) => text.paragraph(lines),
        }
    }
}

/// An empty body.
impl Default for Body {
    fn default() -> Self {
        Self::new()
    }
}

/// The first call copies the whole document; all parts of it share the copy.
impl From<BodyRef<'_>> for Body {
    fn from(body: BodyRef<'_>) -> Self {
        Body::captured(body.tree().share(), body.id())
    }
}

impl Body {
    /// See [`BodyRef::references`].
    pub fn references(&self) -> Vec<Reference<'_>> {
        self.as_ref().references()
    }
}
