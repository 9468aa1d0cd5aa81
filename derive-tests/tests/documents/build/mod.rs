//! Building bodies, blocks and expressions, and capturing blocks.

#![allow(missing_docs)]

mod blocks;
mod capture;
mod expressions;
#[allow(dead_code)]
#[path = "../../../../examples/generate.rs"]
mod generate;
mod glob_import;
mod literal;
mod map;
mod mistakes;
mod property;

use serde_hcl::Body;

/// Checks that the text of a built body is canonical, and that it is parsed as an equal body.
#[track_caller]
fn check(body: &Body, document: &str) {
    assert_eq!(serde_hcl::to_string(body).unwrap(), document);
    assert_eq!(body.to_string(), document);
    assert_eq!(serde_hcl::format::format(document).unwrap(), document);
    assert_eq!(&document.parse::<Body>().unwrap(), body);
}
