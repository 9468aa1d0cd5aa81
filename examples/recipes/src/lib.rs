//! The recipes with other crates are tests.

#[cfg(doctest)]
#[doc = include_str!("../../../src/other_crates.md")]
struct Recipes;
