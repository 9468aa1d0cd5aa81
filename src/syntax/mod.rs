//! The syntax tree: one flat vector of nodes over the source text, seen through `Copy` views.
//!
//! - No behaviour: views say what was written, nothing is evaluated or checked here. Where blocks
//!   were generated, the tree holds values in the place of what was written.
//! - No node is boxed and no drop is recursive: children are linked by `u32` ids in one vector.
//! - No id is public: users see views. Only what makes trees or keeps parts of them has ids.

mod binding;
mod body;
mod expression;
mod join;
mod operator;
mod owned;
mod template;
mod traversal;
mod tree;

pub(crate) use self::binding::ValueId;
pub use self::body::{AttributeRef, BlockRef, BodyRef, ItemRef, Items, LabelRef, Labels};
pub(crate) use self::expression::is_normal;
pub use self::expression::{
    CallRef, ConditionalRef, ExpressionKind, ExpressionRef, Expressions, ForRef, ObjectItemRef,
    ObjectItems, ObjectRef, StringRef,
};
pub(crate) use self::join::join;
pub(crate) use self::operator::binary_operators;
pub use self::operator::{BinaryOperator, UnaryOperator};
pub use self::owned::{Body, Expression};
pub(crate) use self::template::pieces;
pub use self::template::{DirectiveForRef, DirectiveIfRef, PartKind, PartRef, Parts, TemplateRef};
pub use self::traversal::{StepKind, StepRef, Steps, TraversalRef};
pub(crate) use self::tree::{Kind, List, Node, NodeId, Tree, View, flag};
