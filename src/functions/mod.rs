//! The function library, by subject.
//!
//! [`Context::standard`](crate::Context::standard) has [`all`] pure functions: those whose results depend
//! only on their arguments. They are Terraform's, and those that OpenTofu adds. [`terraform`], [`opentofu`],
//! [`packer`] and [`nomad`] have what these products have, and their variants.
//!
//! ```
//! use serde_hcl::{Context, functions, parse_expression};
//!
//! let upper = functions::get("upper").unwrap();
//! assert_eq!(format!("{upper:?}"), "upper(str: string)");
//! let context = Context::new().function(upper);
//! assert!(parse_expression(r#"upper("a") == "A""#)?.evaluate(&context)?.as_bool().unwrap());
//! # Ok::<(), serde_hcl::Error>(())
//! ```
//!
//! Programs make a [`Function`](crate::Function) from a closure; the types of this module describe its
//! parameters and arguments. A function that needs another crate has a [feature](crate#features); the
//! feature `functions` enables all pure ones.
//!
//! # Capabilities
//!
//! A program adds functions that depend on more than their arguments to a context with
//! [`Context::functions`](crate::Context::functions): those of `clock` read the time, those of
//! `identifiers` and `passwords` use random bytes, those of `files` read files in a directory, and that of
//! `environment` reads the environment. A program can supply its own time, randomness and environment.
//!
//! # Limits
//!
//! A function that combines texts produces at most 256 MiB of text, also if it unpacks or reads
//! text. `range` produces at most 1,024 numbers, and `setproduct` at most 1,048,576 elements in all
//! combinations together. `concat` and `flatten` produce sequences of at most 16,777,216 elements.
//! `format` writes a single value with at most 1,000,000 characters of width. JSON has at most
//! 10,000 nesting levels, and YAML at most a million values, with those of aliases. A compiled
//! pattern has at most 10 MiB.
//!
//! # Marks
//!
//! The result of a call has the [marks](crate::value::Mark) of every argument, known or not. As in Terraform
//! and OpenTofu, there are exceptions:
//!
//! - `nonsensitive` and `ephemeralasnull` remove a mark, and `assumeequal` does not add those that hide values.
//! - `can` and `issensitive` have results without marks, and so has `try` if its result is unknown.
//! - The default of `lookup` adds no marks unless it is the result.
//! - Marks *inside* a list, map, tuple or object stay with their parts in functions that return these parts,
//!   such as `element`, `merge` and `values`. In all other functions they become marks of the result.
//!
//! The error of a call with an argument that has the mark [`SENSITIVE`](crate::value::Mark::SENSITIVE)
//! only says which argument was wrong.
//!
//! # Table
//!
#![doc = include_str!("table.md")]

mod argument;
mod assumptions;
#[cfg(feature = "base64")]
mod base64;
mod context;
mod conversion;
#[cfg(feature = "crypto")]
mod crypto;
mod csv;
mod environment;
#[cfg(feature = "files")]
mod files;
mod format;
#[cfg(feature = "hash")]
mod hash;
#[cfg(feature = "uuid")]
mod identifier;
mod json;
mod lazy;
mod library;
mod lists;
mod maps;
mod network;
mod numbers;
mod path;
mod products;
#[cfg(any(feature = "crypto", feature = "uuid"))]
mod random;
#[cfg(feature = "regex")]
mod regex;
mod sensitive;
mod sets;
mod strings;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod system;
mod template;
#[cfg(test)]
mod tests;
mod time;
mod url;
mod variants;
#[cfg(feature = "yaml")]
mod yaml;

pub use crate::eval::{
    Accepts, Call, Fixed, FromArgument, FunctionError, IntoResult, Parameter, Signature, Variadic,
};
pub use crate::extension::functions_defined_in as defined_in;

#[cfg(feature = "crypto")]
pub use self::crypto::passwords_from;
pub use self::environment::{environment, environment_from};
#[cfg(feature = "files")]
pub use self::files::{files, files_within};
#[cfg(feature = "uuid")]
pub use self::identifier::identifiers_from;
pub use self::library::with_core_names;
pub use self::products::{all, get, nomad, opentofu, packer, terraform};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use self::system::*;
pub use self::time::clock_from;
