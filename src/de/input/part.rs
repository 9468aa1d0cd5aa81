//! Parts that are kept after their document is gone.

use std::slice;
use std::sync::Arc;

use smallvec::SmallVec;

use super::node::{Blocks, BodyOf, Node};
use crate::error::{Error, Result};
use crate::eval::Context;
use crate::extension::expand;
use crate::owned::{Block, Body};
use crate::syntax::{BlockRef, BodyRef, Expression, ExpressionRef, NodeId, Tree, View};
use crate::value::Value;

/// A part of a document, in a tree of its own. Cheap to clone.
#[derive(Clone)]
pub(in crate::de) struct Part {
    tree: Arc<Tree<'static>>,
    place: Place,
}

#[derive(Clone)]
enum Place {
    Expression(NodeId),
    Body(NodeId),
    /// A block, of which some labels have been consumed.
    Block(NodeId, u32),
    Blocks(SmallVec<[NodeId; 1]>, u32),
    /// A block with its type.
    Item(NodeId),
}

/// The kind of a part, for the serializer.
pub(crate) enum Undecoded<'a> {
    Expression(ExpressionRef<'a>),
    Body(BodyRef<'a>),
    /// A block, of which some labels have been consumed.
    Block(BlockRef<'a>, u32),
    Blocks(Vec<BlockRef<'a>>, u32),
    /// A block with its type.
    Item(BlockRef<'a>),
    /// Data without a source.
    Value(&'a Value),
    /// Why a value of the program could not be made one of the language.
    Refused(&'a Error),
}

impl Part {
    /// The part that the node is; `None` of what is no part of a document by itself.
    pub(in crate::de) fn of(node: &Node<'_, '_>) -> Option<Part> {
        let (view, place) = match node {
            Node::Expression(expression) => (expression.0, Place::Expression(expression.id())),
            Node::Property(property) => {
                let expression = property.expression();
                (expression.0, Place::Expression(expression.id()))
            }
            Node::Body(BodyOf::Block(block, consumed)) => {
                (block.0, Place::Block(block.id(), *consumed))
            }
            Node::Body(BodyOf::Document(body)) => (body.0, Place::Body(body.id())),
            Node::Blocks(blocks) => {
                let ids = blocks.as_slice().iter().map(|block| block.id()).collect();
                (blocks.first()?.0, Place::Blocks(ids, blocks.labels_consumed))
            }
            Node::Item(block) => (block.0, Place::Item(block.id())),
            _ => return None,
        };
        Some(Part { tree: view.tree.share(), place })
    }

    pub(in crate::de) fn node<'de>(&self) -> Node<'_, 'de> {
        self.place.node(&self.tree)
    }

    pub(in crate::de) fn undecoded(&self) -> Undecoded<'_> {
        let view = |id: &NodeId| View::new(&self.tree, *id);
        match &self.place {
            Place::Expression(id) => Undecoded::Expression(ExpressionRef(view(id))),
            Place::Body(id) => Undecoded::Body(BodyRef(view(id))),
            Place::Block(id, consumed) => Undecoded::Block(BlockRef::new(view(id)), *consumed),
            Place::Blocks(ids, consumed) => {
                Undecoded::Blocks(ids.iter().map(|id| BlockRef::new(view(id))).collect(), *consumed)
            }
            Place::Item(id) => Undecoded::Item(BlockRef::new(view(id))),
        }
    }

    pub(in crate::de) fn source(&self) -> &str {
        &self.tree.source
    }

    pub(in crate::de) fn text(&self) -> &str {
        self.node().span().unwrap_or_default().text(self.source())
    }

    pub(in crate::de) fn tree(&self) -> &Tree<'static> {
        &self.tree
    }

    /// The part with its `dynamic` blocks expanded; `None` for an expression, which has none.
    pub(in crate::de) fn expand(&self, context: &Context) -> Result<Option<Part>> {
        let ids = match &self.place {
            Place::Expression(_) => return Ok(None),
            Place::Body(id) | Place::Block(id, _) | Place::Item(id) => slice::from_ref(id),
            Place::Blocks(ids, _) => ids.as_slice(),
        };
        let (tree, ids) = self.tree.gather(ids);
        let place = match (&self.place, &ids[..]) {
            (Place::Body(_), [id, ..]) => Place::Body(*id),
            (Place::Block(_, consumed), [id, ..]) => Place::Block(*id, *consumed),
            (Place::Item(_), [id, ..]) => Place::Item(*id),
            (Place::Blocks(_, consumed), ids) => Place::Blocks(ids.into(), *consumed),
            _ => return Ok(None),
        };
        let body = |id: &NodeId| match &place {
            Place::Body(_) => *id,
            _ => BlockRef::new(View::new(&tree, *id)).body().id(),
        };
        let bodies: Vec<NodeId> = ids.iter().map(body).collect();
        let tree = expand(tree, &bodies, context)?.into_shared();
        Ok(Some(Part { tree, place }))
    }

    pub(in crate::de) fn into_expression(self) -> Option<Expression> {
        match self.place {
            Place::Expression(id) => Some(Expression::new(self.tree, id)),
            _ => None,
        }
    }

    /// The body, if this is a single one whose labels have all been consumed.
    pub(in crate::de) fn into_body(self) -> Option<Body> {
        let body = self.node().single_body().filter(|body| body.labels().next().is_none())?;
        let id = body.body().id();
        Some(Body::captured(self.tree, id))
    }

    /// The block, if this is a single one, with all of its labels.
    pub(in crate::de) fn into_block(self) -> Option<Block> {
        let id = self.node().single_body()?.block()?.id();
        Some(Block::captured(self.tree, id))
    }
}

impl Place {
    fn node<'t, 'de>(&self, tree: &'t Tree<'t>) -> Node<'t, 'de> {
        let view = |id: &NodeId| View::new(tree, *id);
        match self {
            Place::Expression(id) => Node::Expression(ExpressionRef(view(id))),
            Place::Body(id) => Node::Body(BodyOf::Document(BodyRef(view(id)))),
            Place::Block(id, consumed) => {
                Node::Body(BodyOf::Block(BlockRef::new(view(id)), *consumed))
            }
            Place::Blocks(ids, consumed) => {
                Node::Blocks(Blocks::new(ids.iter().map(|id| BlockRef::new(view(id))), *consumed))
            }
            Place::Item(id) => Node::Item(BlockRef::new(view(id))),
        }
    }
}

impl From<Expression> for Part {
    fn from(expression: Expression) -> Self {
        let (tree, id) = expression.into_parts();
        Part { tree, place: Place::Expression(id) }
    }
}

impl From<Body> for Part {
    fn from(body: Body) -> Self {
        let (tree, id) = body.into_parts();
        Part { tree, place: Place::Body(id) }
    }
}

impl From<Block> for Part {
    fn from(block: Block) -> Self {
        let (tree, id) = block.into_parts();
        Part { tree, place: Place::Block(id, 0) }
    }
}
