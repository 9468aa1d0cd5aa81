//! Bodies that own their text.

use std::sync::Arc;

use super::comments::comments_at_end;
use super::edits::{Edit, between, smallest};
use super::owner::{deref, owner};
use super::root::Root;
use super::source::Source;
use super::source_file::SourceFile;
use super::{Attribute, Contents, Item, Layout};
use crate::analysis::Reference;
use crate::diagnostic::error::{Error, Result};
use crate::diagnostic::{Diagnostic, catalog};
use crate::format::Formatter;
use crate::syntax::{BodyRef, ItemRef, Kind, NodeId, Overrides, Tree, join_with_overrides};
use crate::text::source::Location;
use crate::text::span::Span;

/// A document, or the body of a block, that outlives its source: captured, built or changed. Cheap to
/// clone.
///
/// It shares the text and the tree of its source until it is changed. Every part that is not changed
/// is written byte for byte as it was: comments, blank lines, order, alignment, line ends, the
/// notation of expressions. Parsing and writing take time linear in its size; see [`Contents`] for the
/// methods that change it, and for what a change costs.
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
/// Programs can also build it from attributes and [blocks](crate::Block):
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
/// [`view`](Contents::view) reads it. Methods that take an address look for it in this body: see
/// [`Address`](crate::Address). A body in [JSON syntax](crate::json) can be read, and it is written in
/// native syntax, but the methods that change it return an error.
#[derive(Clone)]
pub struct Body {
    pub(super) contents: Contents<[(); 0]>,
    /// The file that it was read from.
    pub(super) file: Option<Box<SourceFile>>,
}

impl Body {
    fn of(source: Source) -> Self {
        Body { contents: Contents::new(source), file: None }
    }

    pub(crate) fn captured(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Body::of(Source::new(Root::new(tree, id)))
    }

    pub(crate) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        self.source.current().clone().into_parts()
    }

    /// An empty body.
    pub fn new() -> Self {
        Body::of(Source::of_new(Root::empty(Kind::Body)))
    }

    pub(crate) fn of_mistake(mistake: Error) -> Self {
        Body::of(Source::of_mistake(Kind::Body, mistake))
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

    /// The number of attributes and blocks.
    pub fn len(&self) -> usize {
        self.view().items().len()
    }

    /// Whether there are no attributes and no blocks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edits that make the text of the body of the text that was read: in order, without overlap, and
    /// without the characters that they leave as they are. The text that was read is that of the file or
    /// of the source; of a body that was native text only after it was captured, this text.
    ///
    /// ```
    /// use serde_hcl::{Body, Edit};
    ///
    /// let source = "a = 1\nb = 2\n";
    /// let mut body: Body = source.parse()?;
    /// body.set("b", &25)?;
    /// body.set("c", "x")?;
    /// let changes = body.changes();
    /// assert_eq!(Edit::apply(&changes, source), body.to_string());
    /// assert_eq!((changes[0].span.range(), &*changes[0].text), (11..11, "5"));
    /// assert_eq!((changes[1].span.range(), &*changes[1].text), (12..12, "c = \"x\"\n"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn changes(&self) -> Vec<Edit> {
        smallest(self.source.read().text(), self.source.all_edits())
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
        self.source.open()?;
        self.source.check()?;
        self.source.flush()?;
        let text = self.source.root.text();
        let edits = between(text, &style.format(text)?);
        self.source.apply(edits)?;
        Ok(self)
    }

    /// The body with another [`Layout`](crate::Layout) of its changes.
    #[must_use]
    pub fn with_layout(mut self, layout: Layout) -> Self {
        self.source.changes_mut().layout = layout;
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
        for body in [&self, &later] {
            if let Err(mistake) = body.source.check() {
                return Body::of_mistake(mistake);
            }
        }
        let (earlier, later) = (self.source.current(), later.source.current());
        let bodies = [(&*earlier.tree, earlier.id), (&*later.tree, later.id)];
        match join_with_overrides(&bodies, 1, Overrides::Layers) {
            Some((tree, root)) => Body::captured(tree.into_shared(), root),
            None => {
                let size = earlier.tree.source.len() + later.tree.source.len();
                Body::of_mistake(Error::syntax(catalog::syntax::too_large(size)))
            }
        }
    }

    /// The body with the items that `keep` accepts.
    pub(crate) fn excerpt(&self, keep: impl Fn(ItemRef<'_>) -> bool) -> Body {
        let Root { tree, id, .. } = self.source.current();
        let (tree, id) = tree.excerpt(*id, |view| keep(ItemRef(view)));
        Body::captured(tree.into_shared(), id)
    }

    /// See [`BodyRef::references`].
    pub fn references(&self) -> Vec<Reference<'_>> {
        self.view().references()
    }

    /// The items, and the comments at the end.
    pub(crate) fn into_items(self) -> Vec<Item> {
        // The mistake is kept with the items.
        let refused = self.source.check().err().map(Attribute::of_mistake).map(Item::Attribute);
        let root = self.source.current();
        let body = root.body();
        let items = body.items().map(|item| Item::of(root.item(item.id())));
        let comment = Some(comments_at_end(body)).filter(|lines| !lines.is_empty());
        items.chain(comment.map(|lines| Item::Comment(lines.into()))).chain(refused).collect()
    }
}

owner!(Body:
    /// The text of the body: byte for byte that of its source where nothing has changed. Between braces,
    /// the lines keep their indentation. A body that is built has the canonical layout, and so has one
    /// whose source has another text, such as a body in [JSON syntax](crate::json). A body with a mistake
    /// becomes a comment with the reason.
);
deref!(Body, contents: Contents);

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
