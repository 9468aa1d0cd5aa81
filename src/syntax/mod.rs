//! The syntax tree: views of the bodies and expressions of a parsed document.
//!
//! A [`Document`](crate::Document) or an owned part gives the first view: of its [body](BodyRef) or
//! its [expression](ExpressionRef). Views are `Copy` and borrow from it. They describe the source,
//! and can be matched by kind:
//!
//! ```
//! use serde_hcl::parse;
//! use serde_hcl::syntax::ExpressionKind;
//!
//! let document = parse("name = \"web\"\nservice \"api\" {\n  port = 80\n}\n")?;
//! let body = document.body();
//! let name = body.attribute("name").unwrap().expression();
//! assert!(matches!(name.kind(), ExpressionKind::String(text) if text.value() == "web"));
//! let service = body.blocks().next().unwrap();
//! assert_eq!(service.labels().next().unwrap().value(), "api");
//! assert_eq!(service.span().range(), 13..42);
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! Views evaluate nothing. In blocks that a `dynamic` block generates, they have values in place of expressions.

// The tree is one flat vector of nodes over the source text.
//
// - No evaluation and no check: views describe the source. Trees are joined, merged, and copied with values.
// - No boxed node and no recursive drop: children are linked by `u32` ids in one vector. Only the expressions in
//   strings of JSON are trees of their own.
// - No public id: users see views. Ids appear only in code that builds or stores trees.

// Circle: `expression`, `object`, `template`, `traversal`. Expressions contain expressions.

mod body;
mod comment;
mod commented;
mod debug;
mod equality;
mod excerpt;
mod expression;
mod join;
pub(crate) mod json;
mod label;
mod literal;
mod node;
mod object;
mod overrides;
mod place;
mod string;
mod substitute;
mod template;
mod tokens;
mod traversal;
mod tree;
pub(crate) mod unpack;
mod view;
mod visit;
mod written_out;

pub(crate) use self::body::BlockId;
pub use self::body::{AttributeRef, BlockRef, BodyRef, ItemRef, Items};
pub use self::comment::{CommentRef, Comments};
pub(crate) use self::comment::{comment_behind, comments_before};
pub(crate) use self::commented::commented_parts;
pub use self::expression::{
    CallRef, ConditionalRef, ExpressionKind, ExpressionRef, Expressions, ForRef,
};
pub use self::label::{LabelRef, Labels};
pub(crate) use self::literal::pieces;
pub(crate) use self::node::{Kind, List, Node, NodeId, flag};
pub use self::object::{ObjectItemRef, ObjectItems, ObjectRef};
pub(crate) use self::overrides::{Overrides, TERRAFORM_BLOCKS, join_with_overrides};
pub use self::place::Place;
pub use self::string::StringRef;
pub(crate) use self::substitute::ValueId;
pub use self::template::{DirectiveForRef, DirectiveIfRef, PartKind, PartRef, Parts, TemplateRef};
pub(crate) use self::tokens::tokens;
pub use self::tokens::{Token, TokenKind};
pub use self::traversal::{StepKind, StepRef, Steps, TraversalRef};
pub(crate) use self::tree::Tree;
use self::view::expose;
pub(crate) use self::view::{Chain, View};
pub use self::visit::{Descend, NodeRef};
pub(crate) use self::visit::{Locals, expressions, expressions_of_body};
pub use crate::lexer::{BinaryOperator, UnaryOperator};

expose! {
    tree: AttributeRef BlockRef BodyRef CallRef ExpressionRef;
    id: AttributeRef BlockRef BodyRef ExpressionRef ItemRef;
}
