//! Types in which another type has different positions.

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Flat<T> {
    #[serde(flatten)]
    pub(crate) rest: T,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Untagged<T> {
    Only(T),
}

#[derive(Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Internal<T> {
    Only(T),
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "content")]
pub(crate) enum Adjacent<T> {
    Only(T),
}
