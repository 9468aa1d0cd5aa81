//! Descriptions of types.

#![allow(dead_code, missing_docs)]

mod family;
mod forms;
mod laws;
mod nomad;
#[path = "../support/random.rs"]
mod random;
