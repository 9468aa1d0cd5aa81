//! The recipes are tests of this package, because some of them need other crates.

#[cfg(doctest)]
#[doc = include_str!("../../../src/recipes.md")]
struct Recipes;

#[cfg(doctest)]
#[doc = include_str!("../../../src/other_crates.md")]
struct WithOtherCrates;

#[cfg(doctest)]
#[doc = include_str!("../../../src/migration.md")]
struct Migration;
