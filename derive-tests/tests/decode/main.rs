//! Decoding, by feature of serde.

#![allow(dead_code, missing_docs)]

mod attributes;
mod blocks;
mod labels;

use serde::de::DeserializeOwned;

/// Decodes what is expected to decode.
#[track_caller]
fn decode<T: DeserializeOwned>(source: &str) -> T {
    match serde_hcl::from_str(source) {
        Ok(value) => value,
        Err(error) => panic!("{error:#}"),
    }
}

/// The one-line form of the error of what is expected not to decode.
#[track_caller]
fn error<T: DeserializeOwned>(source: &str) -> String {
    match serde_hcl::from_str::<T>(source) {
        Ok(_) => panic!("this was expected to fail:\n{source}"),
        Err(error) => error.to_string(),
    }
}
