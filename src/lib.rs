//! The serde data format for HCL.

mod diagnostic;
mod error;
mod lexer;
mod source;
mod syntax;
