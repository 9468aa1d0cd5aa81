//! Parts of documents that outlive them.

use std::slice;
use std::sync::Arc;

use serde::de::Deserialize;
use smallvec::SmallVec;

use crate::de::decode_in;
use crate::de::node::{Blocks, HeadedBody, Node};
use crate::error::Result;
use crate::eval::Context;
use crate::extension::expand;
use crate::syntax::{BlockRef, Body, BodyRef, Expression, ExpressionRef, NodeId, Tree, View};
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
    /// A block, of which some labels have been taken.
    Block(NodeId, u32),
    Blocks(SmallVec<[NodeId; 1]>, u32),
    /// A block with its type.
    Item(NodeId),
}

/// What a part is, for those who write it.
pub(crate) enum Undecoded<'a> {
    Expression(ExpressionRef<'a>),
    Body(BodyRef<'a>),
    /// A block, of which some labels have been taken.
    Block(BlockRef<'a>, u32),
    Blocks(Vec<BlockRef<'a>>, u32),
    /// A block with its type.
    Item(BlockRef<'a>),
    /// Data without a source.
    Value(&'a Value),
}

impl Part {
    /// The part that the node is; `None` of what is no part of a document by itself.
    pub(in crate::de) fn of(node: &Node<'_, '_>) -> Option<Part> {
        let (view, place) = match node {
            Node::Expression(expression) => (expression.0, Place::Expression(expression.0.id)),
            Node::Body(HeadedBody::Block(block, taken)) => {
                (block.0, Place::Block(block.0.id, *taken))
            }
            Node::Body(HeadedBody::Document(body)) => (body.0, Place::Body(body.0.id)),
            Node::Blocks(blocks) => {
                let ids = blocks.as_slice().iter().map(|block| block.0.id).collect();
                (blocks.first()?.0, Place::Blocks(ids, blocks.taken))
            }
            Node::Item(block) => (block.0, Place::Item(block.0.id)),
            _ => return None,
        };
        Some(Part { tree: view.tree.share(), place })
    }

    pub(in crate::de) fn node(&self) -> Node<'_, '_> {
        self.place.node(&self.tree)
    }

    pub(super) fn undecoded(&self) -> Undecoded<'_> {
        let view = |id: &NodeId| View::new(&self.tree, *id);
        match &self.place {
            Place::Expression(id) => Undecoded::Expression(ExpressionRef(view(id))),
            Place::Body(id) => Undecoded::Body(BodyRef(view(id))),
            Place::Block(id, taken) => Undecoded::Block(BlockRef(view(id)), *taken),
            Place::Blocks(ids, taken) => {
                Undecoded::Blocks(ids.iter().map(|id| BlockRef(view(id))).collect(), *taken)
            }
            Place::Item(id) => Undecoded::Item(BlockRef(view(id))),
        }
    }

    pub(in crate::de) fn text(&self) -> &str {
        self.node().span().unwrap_or_default().text(&self.tree.source)
    }

    pub(in crate::de) fn decode<'a, T: Deserialize<'a>>(&'a self, context: &Context) -> Result<T> {
        let source = &self.tree.source;
        let expanded = if context.expands_blocks() { self.expand(context)? } else { None };
        match &expanded {
            Some((tree, place)) => decode_in(tree, &place.node(tree), source, context),
            None => decode_in(&self.tree, &self.node(), source, context),
        }
    }

    /// The part with the `dynamic` blocks in it expanded, if it is not an expression.
    fn expand(&self, context: &Context) -> Result<Option<(Tree<'static>, Place)>> {
        let ids = match &self.place {
            Place::Expression(_) => return Ok(None),
            Place::Body(id) | Place::Block(id, _) | Place::Item(id) => slice::from_ref(id),
            Place::Blocks(ids, _) => ids.as_slice(),
        };
        let (tree, ids) = self.tree.gather(ids);
        let place = match (&self.place, &ids[..]) {
            (Place::Body(_), [id, ..]) => Place::Body(*id),
            (Place::Block(_, taken), [id, ..]) => Place::Block(*id, *taken),
            (Place::Item(_), [id, ..]) => Place::Item(*id),
            (Place::Blocks(_, taken), ids) => Place::Blocks(ids.into(), *taken),
            _ => return Ok(None),
        };
        let body = |id: &NodeId| match &place {
            Place::Body(_) => *id,
            _ => BlockRef(View::new(&tree, *id)).body().0.id,
        };
        let bodies: Vec<NodeId> = ids.iter().map(body).collect();
        Ok(Some((expand(tree, &bodies, context)?, place)))
    }

    pub(in crate::de) fn into_expression(self) -> Option<Expression> {
        match self.place {
            Place::Expression(id) => Some(Expression::new(self.tree, id)),
            _ => None,
        }
    }

    /// The body, if this is a single one whose labels have all been taken.
    pub(in crate::de) fn into_body(self) -> Option<Body> {
        let body = self.node().single_body().filter(|body| body.labels().next().is_none())?;
        let id = body.body().0.id;
        Some(Body::new(self.tree, id))
    }
}

impl Place {
    fn node<'t, 'de>(&self, tree: &'t Tree<'t>) -> Node<'t, 'de> {
        let view = |id: &NodeId| View::new(tree, *id);
        match self {
            Place::Expression(id) => Node::Expression(ExpressionRef(view(id))),
            Place::Body(id) => Node::Body(HeadedBody::Document(BodyRef(view(id)))),
            Place::Block(id, taken) => Node::Body(HeadedBody::Block(BlockRef(view(id)), *taken)),
            Place::Blocks(ids, taken) => {
                Node::Blocks(Blocks::new(ids.iter().map(|id| BlockRef(view(id))), *taken))
            }
            Place::Item(id) => Node::Item(BlockRef(view(id))),
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
