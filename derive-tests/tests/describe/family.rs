//! The documents with which encoding is tested.

#[path = "../encode/property/generate.rs"]
pub mod generate;
#[path = "../encode/property/typed.rs"]
pub mod typed;
