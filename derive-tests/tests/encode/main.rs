//! Encoding, by feature of serde. The output must decode to the encoded value.

#![allow(dead_code, missing_docs, clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod attributes;
mod blocks;
mod captured;
mod deep;
mod documents;
mod enums;
mod exceptions;
mod flatten;
mod json;
mod keys;
mod labels;
mod layout;
mod numbers;
mod strings;
mod values;
mod wrappers;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Encodes a value that must encode, as a document that the formatter does not change.
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

/// Checks that the value is encoded as this document, and that the document decodes to the value.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, document: &str) {
    assert_eq!(encode(value), document);
    match serde_hcl::from_str::<T>(document) {
        Ok(decoded) => assert_eq!(decoded, *value),
        Err(error) => panic!("{error:#}"),
    }
}

/// The one-line form of the error of a value that must not encode.
#[track_caller]
fn error<T: Serialize + ?Sized>(value: &T) -> String {
    match serde_hcl::to_string(value) {
        Ok(document) => panic!("this was expected to fail:\n{document}"),
        Err(error) => error.to_string(),
    }
}
