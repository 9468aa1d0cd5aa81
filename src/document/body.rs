//! Bodies that own their text or their items.

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::comments::comments_at_end;
use super::items::Items;
use super::root::{Part, Root, owner};
use super::source_file::SourceFile;
use super::{Attribute, Block, Expression, Item, Layout, render};
use crate::analysis::Reference;
use crate::diagnostic::error::{Error, Result};
use crate::diagnostic::{Diagnostic, catalog};
use crate::format::Formatter;
use crate::ser::to_string;
use crate::syntax::{BodyRef, ItemRef, NodeId, Tree, View, merge};
use crate::text::source::Location;
use crate::text::span::Span;

/// A document, or the body of a block, that outlives its source: captured, built or changed. Cheap to
/// clone.
///
/// It shares the text and the tree of its source until it is changed. Every part that is not changed
/// is written byte for byte as it was: comments, blank lines, order, alignment, line ends, the
/// notation of expressions. Parsing and writing take time linear in its size; each change takes about
/// constant time.
///
/// ```
/// use serde_hcl::Body;
///
/// let source = r#"
/// // The network.
/// module "vpc" {
///   source  = "terraform-aws-modules/vpc/aws"
///   version = "5.0.0" # pinned
/// }
/// "#;
/// let mut body: Body = source.parse()?;
/// body.set("module.vpc.version", "5.1.0")?;
/// assert_eq!(body.to_string(), source.replace("5.0.0", "5.1.0"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// Programs can also build it from attributes and [blocks](Block):
///
/// ```
/// use serde_hcl::{Block, Body};
///
/// let body = Body::new()
///     .with_attribute("region", "eu")
///     .with_block(Block::new("service").with_label("web").with_attribute("port", 80));
/// assert_eq!(body, "region = \"eu\"\nservice \"web\" { port = 80 }\n".parse()?);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
///
/// [`view`](Body::view) reads it. Methods that take an address look for it in this body: see
/// [`Address`](crate::Address). A body in [JSON syntax](crate::json) can be read, and it is written in
/// native syntax, but the methods that change parts in their place return an error.
#[derive(Clone)]
pub struct Body {
    pub(super) part: Part<Items>,
    /// The file that it was read from.
    pub(super) file: Option<Box<SourceFile>>,
}

owner! { Body }

impl Body {
    fn of(part: Part<Items>) -> Self {
        Body { part, file: None }
    }

    pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Body::of(Part::captured(Root::new(tree, id)))
    }

    pub(crate) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        self.root().clone().into_parts()
    }

    /// An empty body.
    pub fn new() -> Self {
        static EMPTY: LazyLock<Body> = LazyLock::new(|| Body::of(Part::own(Items::empty(false))));
        EMPTY.clone()
    }

    /// The body of a new block.
    pub(super) fn of_new_block() -> Self {
        static EMPTY: LazyLock<Body> = LazyLock::new(|| Body::of(Part::own(Items::empty(true))));
        EMPTY.clone()
    }

    pub(crate) fn of_mistake(mistake: Error) -> Self {
        let mut part = Part::own(Items::empty(false));
        part.refuse(mistake);
        Body::of(part)
    }

    /// A view of the body. The first view after a change parses the new text.
    pub fn view(&self) -> BodyRef<'_> {
        BodyRef(self.root().view())
    }

    /// Adds the file and source to a diagnostic, see [`Document::attach`](crate::Document::attach).
    pub fn attach(&self, diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.attached_to(self.view().tree().origin())
    }

    /// The file and the positions of a span, see [`Document::locate`](crate::Document::locate).
    pub fn locate(&self, span: Span) -> Location {
        self.view().tree().origin().locate(span)
    }

    /// The bytes of the body in its source. The source of a built or changed one is its text.
    pub fn span(&self) -> Span {
        self.view().span()
    }

    /// The body in a style. It remains the document of the file that it was read from, so that
    /// [`save`](Body::save) writes it there.
    ///
    /// # Errors
    ///
    /// The errors of [`Formatter::format`]; if the body is in JSON syntax, or has a mistake.
    ///
    /// ```
    /// use serde_hcl::Body;
    /// use serde_hcl::format::Formatter;
    ///
    /// let body: Body = "port=80\nhosts = [ ]\n".parse()?;
    /// assert_eq!(body.formatted(Formatter::new())?.to_string(), "port  = 80\nhosts = []\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn formatted(mut self, style: Formatter) -> Result<Self> {
        self.open()?;
        let root = Root::parse(&style.format(&self.text()?)?)?;
        Ok(Body { part: Part::captured(root), file: self.file })
    }

    /// The body with another [`Layout`](crate::Layout) of its changes.
    #[must_use]
    pub fn with_layout(mut self, layout: Layout) -> Self {
        self.adopt(layout);
        self
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
    /// let error = from_body::<serde_hcl::Value>(merged.view(), &Context::new()).unwrap_err();
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
        let (earlier, later) = (self.root(), later.root());
        match merge((&earlier.tree, earlier.id), (&later.tree, later.id)) {
            Some((tree, root)) => Body::captured(tree.into_shared(), root),
            None => {
                let size = earlier.tree.source.len() + later.tree.source.len();
                Body::of_mistake(Error::syntax(catalog::syntax::too_large(size)))
            }
        }
    }

    /// The body with the items that `keep` accepts.
    pub(crate) fn excerpt(&self, keep: impl Fn(ItemRef<'_>) -> bool) -> Body {
        let Root { tree, id, .. } = self.root();
        let (tree, id) = tree.excerpt(*id, |view| keep(ItemRef(view)));
        Body::captured(tree.into_shared(), id)
    }

    /// See [`BodyRef::references`].
    pub fn references(&self) -> Vec<Reference<'_>> {
        self.view().references()
    }

    /// The node in the source, if the body has not changed.
    pub(crate) fn untouched(&self) -> Option<View<'_>> {
        self.part.untouched().map(Root::view)
    }

    /// The items, if they may have changed.
    pub(crate) fn items(&self) -> Option<&Items> {
        self.part.parts()
    }

    /// The items for changes in their place. If there are none, the mistake is kept.
    pub(crate) fn items_mut(&mut self) -> &mut Items {
        if let Err(mistake) = self.open() {
            *self = Body::of_mistake(mistake);
        }
        self.part.to_mut()
    }

    /// Prepares the body for changes in its place.
    ///
    /// # Errors
    ///
    /// If the body is in JSON syntax, or if it has values that can't be written.
    pub(crate) fn open(&mut self) -> Result<()> {
        let Some(root) = self.part.untouched() else { return Ok(()) };
        match root.tree.holds_json {
            true => Err(Error::edit(catalog::editing::json_body())),
            false => self.write_out(),
        }
    }

    /// Replaces the body by new text, if its source does not have its text.
    pub(super) fn write_out(&mut self) -> Result<()> {
        if !self.part.is_as_written() {
            self.part = Part::captured(Root::parse(&to_string(self)?)?);
        }
        Ok(())
    }

    pub(super) fn adopt(&mut self, layout: Layout) {
        let current = self.items().map_or(Layout::default(), |items| items.layout);
        if current != layout {
            self.items_mut().adopt(layout);
        }
    }

    /// Whether no part of it has a source.
    pub(super) fn is_built(&self) -> bool {
        self.items().is_some_and(|items| items.is_built)
    }

    pub(super) fn levels(&self) -> u32 {
        self.items().map_or(0, |items| items.levels)
    }

    pub(super) fn into_mistake(self) -> Option<Error> {
        self.part.into_owned().and_then(|owned| owned.mistake)
    }

    /// The items of the body.
    pub(crate) fn into_items(self) -> Vec<Item> {
        // The mistake is kept with the items.
        let refused = self.mistake().cloned().map(Attribute::of_mistake).map(Item::Attribute);
        let mut items = match self.is_built() {
            true => self.part.into_owned().map_or(Vec::new(), |owned| owned.parts.into_built()),
            false => items_of(self.root()).collect(),
        };
        items.extend(refused);
        items
    }

    /// The body between the braces of a block.
    pub(super) fn into_body_of_block(mut self) -> Body {
        if let Err(mistake) = self.write_out() {
            return Body::of_mistake(mistake).into_body_of_block();
        }
        if self.has_braces() {
            return Body { file: None, ..self };
        }
        match self.is_built() {
            true => {
                self.items_mut().add_braces();
                self
            }
            false => {
                let mut body = Body::of_new_block();
                body.extend(self.into_items());
                body
            }
        }
    }

    /// Whether it is the body of a block, as it is written.
    pub(super) fn has_braces(&self) -> bool {
        match (self.items(), self.untouched()) {
            (Some(items), _) => items.has_braces(),
            (None, view) => {
                let text = view.filter(|_| self.part.is_as_written()).map(View::text);
                text.is_some_and(|text| text.starts_with('{'))
            }
        }
    }

    /// The text between the braces, or of the whole document.
    pub(super) fn text(&self) -> Result<String> {
        match (self.items(), self.mistake()) {
            (_, Some(mistake)) => Err(mistake.clone()),
            (Some(items), _) => {
                // Only a new part can be too deep or too large.
                if items.is_built {
                    self.check()?;
                }
                items.text()
            }
            (None, _) if !self.part.is_as_written() => to_string(self),
            (None, _) => Ok(render::inside(self.root().view().text(), "\n")),
        }
    }
}

fn items_of(root: &Root) -> impl Iterator<Item = Item> + '_ {
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

/// The text of the body: byte for byte that of its source where nothing has changed. Between braces,
/// the lines keep their indentation. A body that is built has the canonical layout, and so has one
/// whose source has another text, such as a body in [JSON syntax](crate::json). A body with a mistake
/// becomes a comment with the reason.
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        render::write_or_comment(self.text(), f)
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
