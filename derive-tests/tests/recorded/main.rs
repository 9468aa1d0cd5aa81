//! Suites of recorded data. Without their folders they report that they are skipped.

#![allow(missing_docs)]

mod conformance;
mod corpus;
mod differences;
mod edits;
mod mutants;
