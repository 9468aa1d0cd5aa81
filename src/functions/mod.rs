//! The function library: functions by subject, under the names that configurations call them by.
//!
//! - No second list: an item of `library!` is everything there is to say about its function.
//! - No input or output, no clock, no randomness, unless asked for: equal arguments have equal
//!   results.
//! - No result without a bound: what a small call could blow up is limited.
//!
//! [`Context::standard`](crate::Context::standard) knows [`all`] pure functions. [`terraform`] has
//! them as they are in Terraform and OpenTofu, where some do other things.
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
//! # Features
//!
//! Families of functions that need crates of their own have a [feature](crate#features) each. The
//! feature `functions` turns on all that have pure functions.
//!
//! # Capabilities
//!
//! Functions that see more than their arguments are in families that have to be put into a context
//! by name: `clock` tells the time, `identifiers` and `passwords` draw random bytes, and `files`
//! reads below a directory. Time and randomness can be supplied.
//!
//! # Limits
//!
//! No text that a function makes of smaller ones has more than 256 MiB, which goes for what it
//! unpacks or reads as well. `range` makes 1,024 numbers at most and `setproduct` 1,048,576
//! elements in all combinations together; `concat` and `flatten` make sequences of no more than
//! 16,777,216 elements; `format` makes a single value no wider than 1,000,000
//! characters. JSON nests 10,000 levels deep, and YAML has a million values, those of aliases
//! included. Patterns compile to 10 MiB at most.
//!
//! # Secrets
//!
//! The error of a call with an argument that has the mark [`SENSITIVE`](crate::Mark::SENSITIVE)
//! does not say more than which argument was wrong.
//!
//! # Table
//!
#![doc = include_str!("table.md")]

mod aggregate;
mod argument;
mod assumption;
#[cfg(feature = "base64")]
mod base64;
mod collection;
mod conversion;
#[cfg(feature = "crypto")]
mod crypto;
mod csv;
#[cfg(feature = "files")]
mod files;
mod flow;
mod format;
mod general;
#[cfg(feature = "hash")]
mod hash;
#[cfg(feature = "uuid")]
mod identifier;
mod json;
mod mark;
mod network;
mod numeric;
mod operator;
mod path;
#[cfg(any(feature = "crypto", feature = "uuid"))]
mod random;
#[cfg(feature = "regex")]
mod regex;
mod sequence;
mod set;
mod string;
mod template;
mod terraform;
#[cfg(test)]
mod tests;
mod time;
mod url;
#[cfg(feature = "yaml")]
mod yaml;

use std::sync::LazyLock;

pub use self::aggregate::aggregate;
pub use self::assumption::assumption;
#[cfg(feature = "base64")]
pub use self::base64::base64;
pub use self::collection::collection;
pub use self::conversion::{conversion, types};
#[cfg(feature = "crypto")]
pub use self::crypto::{crypto, passwords, passwords_from};
pub use self::csv::csv;
#[cfg(feature = "files")]
pub use self::files::files;
pub use self::flow::flow;
pub use self::format::format;
pub use self::general::general;
#[cfg(feature = "hash")]
pub use self::hash::hash;
#[cfg(feature = "uuid")]
pub use self::identifier::{identifiers, identifiers_from};
pub use self::json::json;
pub use self::mark::mark;
pub use self::network::network;
pub use self::numeric::numeric;
pub use self::operator::operator;
pub use self::path::path;
#[cfg(feature = "regex")]
pub use self::regex::{regex, replacement};
pub use self::sequence::sequence;
pub use self::set::set;
pub use self::string::string;
pub use self::template::template;
pub use self::time::{clock, clock_from, time};
pub use self::url::url;
#[cfg(feature = "yaml")]
pub use self::yaml::yaml;
use crate::eval::Function;
pub use crate::extension::functions_from_body as from_body;

/// All pure functions, in the order of their names. Which there are depends on the features.
///
/// Where Terraform's form of a function differs from what it is in the language in general, this is
/// the general one.
pub fn all() -> impl Iterator<Item = Function> {
    LIBRARY.iter().cloned()
}

/// The pure function of that name among [`all`].
pub fn get(name: &str) -> Option<Function> {
    let index = LIBRARY.binary_search_by(|function| function.name().cmp(name)).ok()?;
    LIBRARY.get(index).cloned()
}

/// The pure functions that Terraform and OpenTofu have, as they have them: `coalesce` passes over
/// empty strings, `index` searches a list, `length` counts characters, too, `lookup` needs no
/// default, `replace` takes patterns, and the conversions leave marks on elements. What these tools
/// don't have is missing.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::terraform());
/// let expression = parse_expression(r#"index(["a", "b"], coalesce("", "b"))"#)?;
/// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(1));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn terraform() -> impl Iterator<Item = Function> {
    TERRAFORM.iter().cloned()
}

/// The functions in the order of their names.
type Library = Vec<Function>;

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    collect(&[
        common(),
        conversion(),
        general(),
        operator(),
        #[cfg(feature = "regex")]
        replacement(),
        types(),
    ])
});

static TERRAFORM: LazyLock<Library> = LazyLock::new(|| collect(&[common(), terraform::variants()]));

fn collect(families: &[Vec<Function>]) -> Library {
    let mut functions = families.concat();
    functions.sort_by(|left, right| left.name().cmp(right.name()));
    functions
}

/// The functions that are the same everywhere.
fn common() -> Vec<Function> {
    [
        aggregate(),
        assumption(),
        #[cfg(feature = "base64")]
        base64(),
        collection(),
        #[cfg(feature = "crypto")]
        crypto(),
        csv(),
        flow(),
        format(),
        #[cfg(feature = "hash")]
        hash(),
        json(),
        mark(),
        network(),
        numeric(),
        path(),
        #[cfg(feature = "regex")]
        regex(),
        sequence(),
        set(),
        string(),
        template(),
        time(),
        url(),
        #[cfg(feature = "yaml")]
        yaml(),
    ]
    .concat()
}

/// Gives a function the names of its parameters, and its documentation comment for a description.
fn document(function: Function, parameters: &[&'static str], lines: &[&str]) -> Function {
    let lines = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line));
    let description = lines.collect::<Vec<_>>().join("\n");
    function.parameter_names(parameters.iter().copied()).describe(description)
}

/// Declares a family of functions. The documentation comment of each becomes its description; an
/// example in it is an expression that is true. A parameter behind `;` takes any number of
/// arguments.
macro_rules! library {
    (
        $(#[$family_doc:meta])*
        $vis:vis $family:ident;
        $(
            $(#[doc = $doc:literal])+
            fn $name:ident($($parameter:ident: $ty:ty),* $(; $rest:ident: $rest_ty:ty)?) -> $result:ty
            $body:block
        )*
    ) => {
        $(#[$family_doc])*
        $vis fn $family() -> Vec<$crate::eval::Function> {
            vec![$({
                fn $name($($parameter: $ty,)* $($rest: Vec<$rest_ty>)?) -> $result $body
                // A pointer, so that functions with equal signatures share the code around them.
                let body: fn($($ty,)* $(Vec<$rest_ty>)?) -> $result = $name;
                $crate::functions::document(
                    $crate::functions::library!(@function $name, body $(, $rest)?),
                    &[$(stringify!($parameter),)* $(stringify!($rest))?],
                    &[$($doc),+],
                )
            }),*]
        }
    };
    (@function $name:ident, $body:ident) => {
        $crate::eval::Function::new($crate::functions::library!(@name $name), $body)
    };
    (@function $name:ident, $body:ident, $rest:ident) => {
        $crate::eval::Function::variadic($crate::functions::library!(@name $name), $body)
    };
    // What is a keyword of Rust can be the name of a function in the language.
    (@name $name:ident) => { stringify!($name).trim_start_matches("r#") };
}
use library;
