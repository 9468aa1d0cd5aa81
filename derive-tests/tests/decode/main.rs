//! Decoding, by feature of serde.

#![allow(dead_code, missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod adapters;
mod all_blocks;
mod attributes;
mod blocks;
mod borrow;
mod buffered_errors;
mod bytes;
mod capture;
mod comments;
mod conveniences;
mod conversions;
mod deep;
mod dynamic;
mod enums;
mod errors;
mod flatten;
mod guide;
mod json;
mod labels;
mod laziness;
mod limits;
mod merge;
mod newtypes;
mod numbers;
mod options;
mod order;
mod places;
mod private_names;
mod recovery;
mod sources;
mod spanned;
mod strings;
mod types;
mod unknown_fields;
mod unused;
mod values;

use serde::de::DeserializeOwned;
use serde_hcl::Context;

/// Decodes a source that must decode.
#[track_caller]
fn decode<T: DeserializeOwned>(source: &str) -> T {
    match serde_hcl::from_str(source) {
        Ok(value) => value,
        Err(error) => panic!("{error:#}"),
    }
}

/// The one-line form of the error of a source that must not decode.
#[track_caller]
fn error<T: DeserializeOwned>(source: &str) -> String {
    match serde_hcl::from_str::<T>(source) {
        Ok(_) => panic!("this was expected to fail:\n{source}"),
        Err(error) => error.to_string(),
    }
}

/// Decodes a source that must decode in a context.
#[track_caller]
fn decode_with<T: DeserializeOwned>(source: &str, context: &Context) -> T {
    match serde_hcl::from_str_with(source, context) {
        Ok(value) => value,
        Err(error) => panic!("{error:#}"),
    }
}
