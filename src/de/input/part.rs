//! Parts that can be used after their document is gone.

use std::slice;
use std::sync::Arc;

use smallvec::SmallVec;

use super::node::{Blocks, BodyOf, Node};
use super::property::PropertyId;
use crate::diagnostic::error::Result;
use crate::document::{Block, Body, Expression};
use crate::eval::Context;
use crate::extension::Expand;
use crate::syntax::{BlockId, BodyRef, ExpressionRef, NodeId, Tree, View};

/// A part of a document, in a tree of its own. Cheap to clone.
#[derive(Clone)]
pub(in crate::de) struct Part {
    tree: Arc<Tree<'static>>,
    place: PartNode,
}

#[derive(Clone)]
enum PartNode {
    Expression(NodeId),
    Body(NodeId),
    Property(PropertyId),
    /// A block, and the number of its consumed labels.
    Block(BlockId, u32),
    Blocks(SmallVec<[BlockId; 1]>, u32),
    /// A block with its type.
    Item(BlockId),
}

impl Part {
    /// The part for a node; `None` if the node is not a separate part of a document.
    pub(in crate::de) fn of(node: &Node<'_, '_>) -> Option<Part> {
        let (view, place) = match node {
            Node::Expression(expression) => (expression.0, PartNode::Expression(expression.id())),
            Node::Property(property) => (property.name(), PartNode::Property(property.to_id())),
            Node::Body(BodyOf::Block(block, consumed)) => {
                (block.0, PartNode::Block(block.to_id(), *consumed))
            }
            Node::Body(BodyOf::Document(body)) => (body.0, PartNode::Body(body.id())),
            Node::Blocks(blocks) => {
                let ids = blocks.as_slice().iter().map(|block| block.to_id()).collect();
                (blocks.first()?.0, PartNode::Blocks(ids, blocks.labels_consumed))
            }
            Node::Item(block) => (block.0, PartNode::Item(block.to_id())),
            _ => return None,
        };
        Some(Part { tree: view.tree.share(), place })
    }

    pub(in crate::de) fn node<'de>(&self) -> Node<'_, 'de> {
        self.place.node(&self.tree)
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

    /// The part with its `dynamic` blocks expanded. `None` for an expression, which has no such
    /// blocks, and for a JSON property, whose blocks were expanded with the body around it.
    pub(in crate::de) fn expand_by(
        &self,
        expand: Expand,
        context: &Context,
    ) -> Result<Option<Part>> {
        let blocks: &[BlockId] = match &self.place {
            PartNode::Expression(_) | PartNode::Property(_) => return Ok(None),
            PartNode::Body(_) => &[],
            PartNode::Block(id, _) | PartNode::Item(id) => slice::from_ref(id),
            PartNode::Blocks(ids, _) => ids,
        };
        let nodes: Vec<NodeId> = match self.place {
            PartNode::Body(id) => vec![id],
            _ => blocks.iter().map(|block| block.head()).collect(),
        };
        let (tree, nodes) = self.tree.gather(&nodes);
        let mut moved = blocks.iter().zip(&nodes).map(|(block, node)| block.moved_to(*node));
        let place = match (&self.place, nodes.first(), moved.next()) {
            (PartNode::Body(_), Some(id), _) => PartNode::Body(*id),
            (&PartNode::Block(_, consumed), _, Some(id)) => PartNode::Block(id, consumed),
            (PartNode::Item(_), _, Some(id)) => PartNode::Item(id),
            (&PartNode::Blocks(_, consumed), _, first) => {
                PartNode::Blocks(first.into_iter().chain(moved).collect(), consumed)
            }
            _ => return Ok(None),
        };
        let body = |block: &BlockId| block.within(&tree).body().id();
        let bodies: Vec<NodeId> = match &place {
            PartNode::Body(id) => vec![*id],
            PartNode::Block(id, _) | PartNode::Item(id) => vec![body(id)],
            PartNode::Blocks(ids, _) => ids.iter().map(body).collect(),
            _ => Vec::new(),
        };
        let tree = expand(tree, &bodies, context)?.into_shared();
        Ok(Some(Part { tree, place }))
    }

    pub(in crate::de) fn into_expression(self) -> Option<Expression> {
        match self.place {
            PartNode::Expression(id) => Some(Expression::new(self.tree, id)),
            PartNode::Property(property) => {
                let id = property.within(&self.tree).expression().id();
                Some(Expression::new(self.tree, id))
            }
            _ => None,
        }
    }

    /// The body, if the part is a single body without labels to consume.
    pub(in crate::de) fn into_body(self) -> Option<Body> {
        let body = self.node().single_body().filter(|body| body.labels().next().is_none())?;
        let id = body.body().id();
        Some(Body::captured(self.tree, id))
    }

    /// The block, if the part is a single block, with all its labels.
    pub(in crate::de) fn into_block(self) -> Option<Block> {
        let id = self.node().single_body()?.block()?.to_id();
        Some(Block::captured_as(self.tree, id))
    }
}

impl PartNode {
    fn node<'t, 'de>(&self, tree: &'t Tree<'t>) -> Node<'t, 'de> {
        let view = |id: &NodeId| View::new(tree, *id);
        match self {
            PartNode::Expression(id) => Node::Expression(ExpressionRef(view(id))),
            PartNode::Body(id) => Node::Body(BodyOf::Document(BodyRef(view(id)))),
            PartNode::Property(property) => Node::Property(property.within(tree)),
            PartNode::Block(id, consumed) => Node::Body(BodyOf::Block(id.within(tree), *consumed)),
            PartNode::Blocks(ids, consumed) => {
                Node::Blocks(Blocks::new(ids.iter().map(|id| id.within(tree)), *consumed))
            }
            PartNode::Item(id) => Node::Item(id.within(tree)),
        }
    }
}

impl From<Expression> for Part {
    fn from(expression: Expression) -> Self {
        let (tree, id) = expression.into_parts();
        Part { tree, place: PartNode::Expression(id) }
    }
}

impl From<Body> for Part {
    fn from(body: Body) -> Self {
        let (tree, id) = body.into_parts();
        Part { tree, place: PartNode::Body(id) }
    }
}

impl From<Block> for Part {
    fn from(block: Block) -> Self {
        let (tree, id) = block.into_captured();
        Part { tree, place: PartNode::Block(id, 0) }
    }
}
