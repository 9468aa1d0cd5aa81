//! Types in which another type has different positions.

#![allow(missing_docs)]

use serde::Deserialize;

#[derive(Deserialize)]
pub struct Flat<T> {
    #[serde(flatten)]
    pub rest: T,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Untagged<T> {
    Only(T),
}

#[derive(Deserialize)]
#[serde(tag = "type")]
pub enum Internal<T> {
    Only(T),
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "content")]
pub enum Adjacent<T> {
    Only(T),
}
