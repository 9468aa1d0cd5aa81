//! The serde data format for HCL.

mod analysis;
mod de;
mod diagnostic;
mod document;
mod error;
mod eval;
pub mod functions;
mod lexer;
mod parser;
mod source;
mod syntax;
mod value;

pub use crate::analysis::Reference;
pub use crate::de::{
    Deserializer, Lazy, Spanned, from_body, from_path, from_path_with, from_reader,
    from_reader_with, from_slice, from_slice_with, from_str, from_str_with, from_value,
};
pub use crate::diagnostic::{Diagnostic, Label, Severity};
pub use crate::document::{Document, parse, parse_expression, parse_template, parse_traversal};
pub use crate::error::{Category, Error, Result};
pub use crate::eval::{
    Context, Declaration, FromArgument, Function, FunctionError, IntoResult, LazyArguments,
    Parameter, Signature, Variadic,
};
pub use crate::source::{Position, Span};
pub use crate::syntax::{
    AttributeRef, BinaryOperator, BlockRef, Body, BodyRef, CallRef, ConditionalRef,
    DirectiveForRef, DirectiveIfRef, Expression, ExpressionKind, ExpressionRef, Expressions,
    ForRef, ItemRef, Items, LabelRef, Labels, ObjectItemRef, ObjectItems, ObjectRef, PartKind,
    PartRef, Parts, StepKind, StepRef, Steps, StringRef, TemplateRef, TraversalRef, UnaryOperator,
};
pub use crate::value::{
    Bound, Elements, Map, Mark, Marked, Marks, NotANumber, Number, ObjectType, Refine, Refinements,
    Shared, Type, Unknown, Value, ValueIndex,
};
