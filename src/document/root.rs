//! Nodes with their tree, for owners that share it.

use std::borrow::Cow;
use std::sync::Arc;

use super::comments::span_with_comments;
use super::edits::Edit;
use crate::diagnostic::error::Result;
use crate::parser::{self, Grammar, MAX_DEPTH};
use crate::syntax::{
    AttributeRef, BlockId, BlockRef, BodyRef, ExpressionRef, ItemRef, Kind, NodeId, Tree, View,
};
use crate::text::span::Span;

/// A node and its tree.
#[derive(Clone)]
pub(crate) struct Root {
    pub(super) tree: Arc<Tree<'static>>,
    pub(super) id: NodeId,
    is_item: bool,
    /// Set for a JSON block, which consists of several nodes.
    json: Option<BlockId>,
    /// The place of the text that the owner is about, if that is more than the node with its comments.
    scope: Option<Span>,
}

impl Root {
    pub(super) fn new(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Root { tree, id, is_item: false, json: None, scope: None }
    }

    /// An attribute or a block.
    pub(super) fn of_item(tree: Arc<Tree<'static>>, id: NodeId) -> Self {
        Root { is_item: true, ..Root::new(tree, id) }
    }

    pub(super) fn of_block(tree: Arc<Tree<'static>>, id: BlockId) -> Self {
        let json = Some(id).filter(|id| id.within(&tree).json_parts().is_some());
        Root { json, ..Root::of_item(tree, id.head()) }
    }

    /// An item of the same tree, with the text around it.
    pub(super) fn part(&self, id: NodeId, scope: Span) -> Self {
        Root { scope: Some(scope), ..self.item(id) }
    }

    /// An item of the same tree, with all comments around it.
    pub(super) fn item(&self, id: NodeId) -> Root {
        Root::of_item(Arc::clone(&self.tree), id)
    }

    /// An item with the comments that belong to it.
    pub(super) fn alone(&self) -> Root {
        self.part(self.id, span_with_comments(ItemRef(self.view()), true))
    }

    pub(super) fn view(&self) -> View<'_> {
        View::new(&self.tree, self.id)
    }

    pub(super) fn expression(&self) -> ExpressionRef<'_> {
        ExpressionRef(self.view())
    }

    pub(super) fn attribute(&self) -> AttributeRef<'_> {
        AttributeRef(self.view())
    }

    pub(super) fn block(&self) -> BlockRef<'_> {
        match self.json {
            Some(id) => id.within(&self.tree),
            None => BlockRef::new(self.view()),
        }
    }

    /// The body, or the body of the block.
    pub(super) fn body(&self) -> BodyRef<'_> {
        match self.is_block() {
            true => self.block().body(),
            false => BodyRef(self.view()),
        }
    }

    pub(super) fn is_item(&self) -> bool {
        self.is_item
    }

    pub(super) fn is_block(&self) -> bool {
        self.json.is_some() || self.view().kind() == Kind::Block
    }

    /// Whether both have the same structure.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        if !self.is_block() || !other.is_block() {
            return self.view().is_like(other.view());
        }
        let (one, other) = (self.block(), other.block());
        one.block_type() == other.block_type()
            && one.labels().map(|it| it.value()).eq(other.labels().map(|it| it.value()))
            && one.body().0.is_like(other.body().0)
    }

    /// Whether the text of the source is that of the part. It is not for JSON syntax, for values that
    /// an expansion inserts, and for excerpts.
    pub(super) fn is_as_written(&self) -> bool {
        !(self.tree.holds_values() || self.tree.holds_json || self.tree.is_excerpt)
    }

    /// Whether the text of the source is that of the part, without mistakes.
    pub(super) fn is_sound(&self) -> bool {
        self.is_as_written() && !self.tree.is_damaged
    }

    /// The place of the text that the owner is about.
    pub(super) fn scope(&self) -> Span {
        match self.scope {
            Some(scope) => scope,
            None if self.is_item => span_with_comments(ItemRef(self.view()), false),
            None => self.view().span(),
        }
    }

    pub(super) fn text(&self) -> &str {
        self.scope().text(&self.tree.source)
    }

    /// The text without the byte order marks of later files.
    pub(super) fn text_without_marks(&self) -> Cow<'_, str> {
        let (scope, source) = (self.scope(), &*self.tree.source);
        let files = self.tree.origin().files.iter().map(|file| file.start as usize);
        let is_marked =
            |start: &usize| source.get(*start..).is_some_and(|it| it.starts_with('\u{feff}'));
        let starts = files.filter(|start| *start > scope.start as usize && is_marked(start));
        let edits: Vec<Edit> = starts.map(|start| Edit::new(start, start + 3, "")).collect();
        if edits.is_empty() {
            return Cow::Borrowed(self.text());
        }
        Cow::Owned(Edit::applied(&edits, self.text(), scope.start))
    }

    pub(super) fn into_parts(self) -> (Arc<Tree<'static>>, NodeId) {
        (self.tree, self.id)
    }

    /// The body of a document.
    pub(super) fn parse(source: &str) -> Result<Root> {
        let (tree, id) = parser::parse(source, None, Grammar::Body)?;
        Ok(Root::new(tree.into_shared(), id))
    }

    /// The first item of a text, with all of the text around it.
    pub(super) fn parse_item(source: &str) -> Result<Option<Root>> {
        let root = Root::parse(source)?;
        let item = root.body().items().next().map(|item| item.id());
        let scope = Span::new(0, source.len() as u32);
        Ok(item.map(|id| root.part(id, scope)))
    }

    pub(super) fn is_only_item(&self) -> bool {
        let body = self.tree.root_body();
        body.is_some_and(|body| BodyRef(body).items().len() == 1)
    }

    /// Whether the levels of the text are not too many for a place in so many bodies.
    pub(super) fn fits(&self, outer: u32) -> bool {
        self.tree.most_levels() + outer <= MAX_DEPTH
    }

    /// The same kind of part in another text.
    pub(super) fn parse_like(&self, source: &str) -> Result<Root> {
        let item = match self.is_item && !self.is_block() && !source.ends_with('\n') {
            // A heredoc ends with a line.
            true => Root::parse_item(&format!("{source}\n"))?,
            false if self.is_item => Root::parse_item(source)?,
            false => None,
        };
        item.map_or_else(|| Root::parse(source), Ok)
    }

    /// For what could not be written.
    pub(super) fn empty(kind: Kind) -> Root {
        let item = match kind {
            Kind::Block => Root::parse_item("_ {}\n"),
            Kind::Attribute => Root::parse_item("_ = null\n"),
            _ => Ok(None),
        };
        item.ok().flatten().unwrap_or_else(|| {
            let mut tree = Tree::new("", None);
            let id = tree.leaf(Kind::Body, Span::default());
            Root::new(tree.into_shared(), id)
        })
    }
}
