//! The function library, by subject.
//!
//! - No second list: an item of `library!` is the complete declaration of its function.
//! - No input or output, no clock and no randomness unless requested: equal arguments give equal
//!   results.
//! - No result of unlimited size.
//!
//! [`Context::standard`](crate::Context::standard) has [`all`] pure functions. [`terraform`] has the
//! variants of Terraform, where some functions differ, and [`opentofu`] those of OpenTofu.
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
//! A [`Function`](crate::Function) is made from a closure; the other types here describe its parameters and its
//! arguments.
//!
//! # Features
//!
//! Each family of functions that needs another crate has a [feature](crate#features). The feature
//! `functions` enables all families of pure functions.
//!
//! # Capabilities
//!
//! Functions that depend on more than their arguments are in families that a program adds to a context
//! explicitly: `clock` reads the time, `identifiers` and `passwords` use random bytes, `files` reads
//! files in a directory, and `environment` reads the environment. A program can supply its own time,
//! randomness and environment.
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
//! The result of a call has the marks of every argument, known or not, except in these cases, which are
//! as in Terraform and OpenTofu: `nonsensitive` and `ephemeralasnull` remove a mark, `assumeequal` does
//! not add the marks that hide values, `can` and `issensitive` have results without marks, an unknown
//! result of `try` has none, and a default of `lookup` adds none unless it is the result. Marks *inside*
//! a list, map, tuple or object stay with their parts in the functions that return these parts, such as
//! `element`, `merge` and `values`; in all other functions they are marks of the result, too.
//!
//! # Secrets
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
mod families;
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
mod not_in_terraform;
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
mod terraform;
#[cfg(test)]
mod tests;
mod time;
mod url;
#[cfg(feature = "yaml")]
mod yaml;

pub use crate::eval::{
    Fixed, FromArgument, FunctionError, IntoResult, LazyArguments, Parameter, Signature, Variadic,
};
pub use crate::extension::functions_from_body as from_body;

pub use self::families::*;
pub use self::library::with_core_names;
pub use self::products::{all, get, nomad, opentofu, packer, terraform};
