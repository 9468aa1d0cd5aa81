//! What the suites of this package share. The tests are in `tests/`.

#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

pub mod corpus;
pub mod floors;
pub mod random;
