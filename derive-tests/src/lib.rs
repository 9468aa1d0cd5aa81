//! Support for the suites in `tests/`: floors, generated values and bodies, the files of the corpus.

#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub mod bodies;
pub mod corpus;
pub mod fixes;
pub mod floors;
pub mod products;
pub mod random;
pub mod tokens;
