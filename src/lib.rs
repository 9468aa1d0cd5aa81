//! The serde data format for HCL.

mod analysis;
mod diagnostic;
mod document;
mod error;
mod lexer;
mod parser;
mod source;
mod syntax;

pub use crate::analysis::Reference;
pub use crate::diagnostic::{Diagnostic, Label, Severity};
pub use crate::document::{Document, parse, parse_expression, parse_template};
pub use crate::error::{Category, Error, Result};
pub use crate::source::{Position, Span};
pub use crate::syntax::{
    AttributeRef, BinaryOperator, BlockRef, Body, BodyRef, CallRef, ConditionalRef,
    DirectiveForRef, DirectiveIfRef, Expression, ExpressionKind, ExpressionRef, Expressions,
    ForRef, ItemRef, Items, LabelRef, Labels, ObjectItemRef, ObjectItems, ObjectRef, PartKind,
    PartRef, Parts, StepKind, StepRef, Steps, StringRef, TemplateRef, TraversalRef, UnaryOperator,
};
