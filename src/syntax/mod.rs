//! The syntax tree: one flat vector of nodes over the source text, seen through `Copy` views.
//!
//! - No behaviour: views say what was written, nothing is evaluated or checked here.
//! - No node is boxed and no drop is recursive: children are linked by `u32` ids in one vector.
//! - No id leaves this folder and the parser; everything else sees views.

mod body;
mod expression;
mod operator;
mod owned;
mod template;
mod traversal;
mod tree;

pub use self::body::{AttributeRef, BlockRef, BodyRef, ItemRef, Items, LabelRef, Labels};
pub(crate) use self::expression::is_normal;
pub use self::expression::{
    CallRef, ConditionalRef, ExpressionKind, ExpressionRef, Expressions, ForRef, ObjectItemRef,
    ObjectItems, ObjectRef, StringRef,
};
pub use self::operator::{BinaryOperator, UnaryOperator};
pub use self::owned::{Body, Expression};
pub(crate) use self::template::pieces;
pub use self::template::{DirectiveForRef, DirectiveIfRef, PartKind, PartRef, Parts, TemplateRef};
pub use self::traversal::{StepKind, StepRef, Steps, TraversalRef};
pub(crate) use self::tree::{Kind, List, Node, NodeId, Tree, View, flag};
