//! Descriptions of types.

#![allow(dead_code, missing_docs)]

mod forms;
mod nomad;
