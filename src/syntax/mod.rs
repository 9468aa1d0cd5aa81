//! The syntax tree: one flat vector of nodes over the source text, with `Copy` views.
//!
//! - No behaviour: views describe the source; nothing is evaluated or checked here. In generated
//!   blocks, the tree has values in place of expressions.
//! - No boxed node and no recursive drop: children are linked by `u32` ids in one vector.
//! - No public id: users see views. Ids appear only in code that builds or stores trees.

mod binding;
mod body;
mod comment;
mod equality;
mod expression;
mod join;
mod operator;
mod owned;
mod template;
mod traversal;
mod tree;

pub(crate) use self::binding::ValueId;
pub use self::body::{AttributeRef, BlockRef, BodyRef, ItemRef, Items, LabelRef, Labels};
pub use self::comment::{CommentRef, Comments};
pub(crate) use self::expression::is_normal;
pub use self::expression::{
    CallRef, ConditionalRef, ExpressionKind, ExpressionRef, Expressions, ForRef, ObjectItemRef,
    ObjectItems, ObjectRef, StringRef,
};
pub(crate) use self::join::join;
pub(crate) use self::operator::binary_operators;
pub use self::operator::{BinaryOperator, UnaryOperator};
pub use self::owned::Expression;
pub(crate) use self::template::pieces;
pub use self::template::{DirectiveForRef, DirectiveIfRef, PartKind, PartRef, Parts, TemplateRef};
pub use self::traversal::{StepKind, StepRef, Steps, TraversalRef};
pub(crate) use self::tree::{Kind, List, Node, NodeId, Tree, View, flag};
