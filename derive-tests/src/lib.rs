//! Tests of `serde_hcl` that need derived types, and the suites over recorded cases. The tests are in `tests/`.

/// The examples of the recipes are tests.
#[cfg(doctest)]
#[doc = include_str!("../../src/recipes.md")]
struct Recipes;
