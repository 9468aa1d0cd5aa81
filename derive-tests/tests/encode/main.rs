//! Encoding, by feature of serde. What is encoded has to decode to the same value.

#![allow(dead_code, missing_docs)]

mod adapters;
mod attributes;
mod blocks;
mod captured;
mod deep;
mod documents;
mod enums;
mod flatten;
mod json;
mod keys;
mod labels;
mod layout;
mod numbers;
mod property;
mod strings;
mod values;
mod wrappers;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Encodes what is expected to encode, as a document that the formatter leaves as it is.
#[track_caller]
fn encode<T: Serialize + ?Sized>(value: &T) -> String {
    match serde_hcl::to_string(value) {
        Ok(document) => {
            assert_eq!(serde_hcl::format::format(&document).unwrap(), document);
            document
        }
        Err(error) => panic!("{error:#}"),
    }
}

/// Encodes a value as this document, and decodes it again.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, document: &str) {
    assert_eq!(encode(value), document);
    match serde_hcl::from_str::<T>(document) {
        Ok(decoded) => assert_eq!(decoded, *value),
        Err(error) => panic!("{error:#}"),
    }
}

/// The one-line form of the error of what is expected not to encode.
#[track_caller]
fn error<T: Serialize + ?Sized>(value: &T) -> String {
    match serde_hcl::to_string(value) {
        Ok(document) => panic!("this was expected to fail:\n{document}"),
        Err(error) => error.to_string(),
    }
}
