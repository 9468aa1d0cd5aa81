//! The function library, by subject.
//!
//! - No second list: an item of `library!` is the complete declaration of its function.
//! - No input or output, no clock and no randomness unless requested: equal arguments give equal
//!   results.
//! - No result of unlimited size.
//!
//! [`Context::standard`](crate::Context::standard) has [`all`] pure functions. [`terraform`] has the
//! variants of Terraform and OpenTofu, where some functions differ.
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
//! A [`Function`] is made from a closure; the other types here describe its parameters and its
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
//! The error of a call with an argument that has the mark [`SENSITIVE`](crate::Mark::SENSITIVE)
//! only says which argument was wrong.
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
mod context;
mod conversion;
#[cfg(feature = "crypto")]
mod crypto;
mod csv;
mod environment;
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
mod product;
#[cfg(any(feature = "crypto", feature = "uuid"))]
mod random;
#[cfg(feature = "regex")]
mod regex;
mod sequence;
mod set;
mod string;
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
use std::sync::LazyLock;

pub use self::aggregate::aggregate;
pub use self::assumption::assumption;
#[cfg(feature = "base64")]
pub use self::base64::base64;
pub use self::collection::collection;
pub use self::conversion::{conversion, types};
#[cfg(feature = "crypto")]
pub use self::crypto::{crypto, passwords_from};
pub use self::csv::csv;
pub use self::environment::{environment, environment_from};
#[cfg(feature = "files")]
pub use self::files::{files, files_within};
pub use self::flow::flow;
pub use self::format::format;
pub use self::general::general;
#[cfg(feature = "hash")]
pub use self::hash::hash;
#[cfg(feature = "uuid")]
pub use self::identifier::identifiers_from;
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
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use self::system::*;
pub use self::template::template;
pub use self::time::{clock_from, time};
pub use self::url::url;
#[cfg(feature = "yaml")]
pub use self::yaml::yaml;
use crate::eval::Function;
pub use crate::extension::functions_from_body as from_body;

/// All pure functions of the enabled features, in the order of their names.
///
/// If Terraform's variant of a function differs from the general one, this is the general one.
///
/// ```
/// use serde_hcl::{Context, functions};
///
/// let mut allowed = functions::all();
/// allowed.retain(|function| !function.name().starts_with("json"));
/// let context = Context::new().functions(allowed);
/// let expression = serde_hcl::parse_expression("max(1, length([2, 3, 4]))")?;
/// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(3));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn all() -> Vec<Function> {
    LIBRARY.clone()
}

/// The function of this name in [`all`].
///
/// ```
/// use serde_hcl::functions;
///
/// let upper = functions::get("upper").unwrap();
/// assert_eq!(upper.parameters().len(), 1);
/// assert_eq!(upper.call(["a"])?.as_str(), Some("A"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn get(name: &str) -> Option<Function> {
    let index = LIBRARY.binary_search_by(|function| function.name().cmp(name)).ok()?;
    LIBRARY.get(index).cloned()
}

/// The pure functions of Terraform 1.11 and OpenTofu: `coalesce` skips empty strings, `index`
/// searches a list, `length` also counts characters, `lookup` needs no default, `replace` takes
/// patterns, and the conversions keep marks on elements. Functions that these tools don't have are
/// left out. Each function is also in the namespace `core`. See [`opentofu`] for its differences.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::terraform());
/// let expression = parse_expression(r#"index(["a", "b"], coalesce("", "b"))"#)?;
/// assert_eq!(expression.evaluate(&context)?.as_i64(), Some(1));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn terraform() -> Vec<Function> {
    TERRAFORM.clone()
}

/// The pure functions of OpenTofu. They differ from Terraform's: `contains` finds nulls,
/// `cidrsubnets` extends prefixes by any number of bits, and it is unknown whether an unknown value
/// is sensitive.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let evaluate = |source, context: &Context| parse_expression(source)?.evaluate(context);
/// let terraform = Context::new().functions(functions::terraform());
/// let opentofu = Context::new().functions(functions::opentofu());
/// let call = "contains([tostring(null)], tostring(null))";
/// assert!(evaluate(call, &terraform).is_err());
/// assert!(evaluate(call, &opentofu)?.as_bool().unwrap());
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn opentofu() -> Vec<Function> {
    OPENTOFU.clone()
}

/// The pure functions of Packer, under its names: `regex_replace` is [`regex`]'s `regexreplace`,
/// and `coalesce`, `index` and `length` are Terraform's variants.
///
/// `legacy_isotime`, `legacy_strftime`, `rfc3339_parse` and `unix_timestamp_parse` are missing, and so
/// are the functions that query services: `aws_secretsmanager`, `consul_key`, `vault`. The functions
/// that are not pure are in [`clock`], [`environment`], `files`, `identifiers` (as `uuid`; its name in
/// Packer is `uuidv4`) and `passwords`.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::packer());
/// let value = parse_expression(r#"length("four") + index(["a", "b"], "b")"#)?.evaluate(&context)?;
/// assert_eq!(value.as_i64(), Some(5));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn packer() -> Vec<Function> {
    PACKER.clone()
}

/// The pure functions of Nomad, under its names: `reverse` reverses a text, and `regex_replace` is
/// [`regex`]'s `regexreplace`. The functions that are not pure are in `files`, `identifiers` (as `uuid`;
/// its name in Nomad is `uuidv4`) and `passwords`.
///
/// ```
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::nomad());
/// let value = parse_expression(r#"reverse("stressed")"#)?.evaluate(&context)?;
/// assert_eq!(value.as_str(), Some("desserts"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn nomad() -> Vec<Function> {
    NOMAD.clone()
}

/// Functions under their own names and also in the namespace `core`, as in Terraform and OpenTofu,
/// except those that are in a namespace. [`terraform`], [`opentofu`], [`clock`], `files`, `identifiers`
/// and `passwords` already have both names for their functions.
///
/// ```
/// use serde_hcl::{Context, Function, functions, parse_expression};
///
/// let zone = functions::with_core_names([Function::new("zone", || "eu-1")]);
/// let context = Context::new().functions(functions::terraform()).functions(zone);
/// let value = parse_expression("core::upper(core::zone())")?.evaluate(&context)?;
/// assert_eq!(value.as_str(), Some("EU-1"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn with_core_names(functions: impl IntoIterator<Item = Function>) -> Vec<Function> {
    let names = |function: Function| {
        let is_bare = !function.name().contains("::");
        let in_core =
            is_bare.then(|| function.clone().renamed(format!("core::{}", function.name())));
        [Some(function), in_core].into_iter().flatten()
    };
    functions.into_iter().flat_map(names).collect()
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

static TERRAFORM: LazyLock<Library> = LazyLock::new(|| {
    let functions = collect(&[common(), terraform::variants(), terraform::terraform_variants()]);
    with_core_names(functions)
});

static OPENTOFU: LazyLock<Library> =
    LazyLock::new(|| with_core_names(collect(&[common(), terraform::variants()])));

static PACKER: LazyLock<Library> = LazyLock::new(product::packer);

static NOMAD: LazyLock<Library> = LazyLock::new(product::nomad);

/// All functions of some families. If several have the same name, the last one counts.
fn collect(families: &[Vec<Function>]) -> Library {
    let mut functions = families.concat();
    functions.reverse();
    functions.sort_by(|left, right| left.name().cmp(right.name()));
    functions.dedup_by(|next, kept| next.name() == kept.name());
    functions
}

/// The functions without product-specific variants.
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

/// The documentation of a parameter: its name, and the lines of its documentation comment.
type ParameterLines = (&'static str, &'static [&'static str]);

/// Documents a function and its parameters, the variadic one last.
fn document(function: Function, parameters: &[ParameterLines], lines: &[&str]) -> Function {
    function
        .parameter_names(parameters.iter().map(|(name, _)| *name))
        .parameter_descriptions(parameters.iter().map(|(_, lines)| joined(lines)))
        .describe(joined(lines))
}

fn joined(lines: &[&str]) -> String {
    let lines = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// Declares a family of functions.
///
/// The documentation comment of a function becomes its description, and those of its parameters
/// become theirs. An example in a description is a true expression, and is tested. A parameter
/// after `;` takes any number of arguments. Every item needs a comment.
///
/// The functions of a family `name(state: State)` capture a clone of the state and get a reference
/// to it. Those of a family `name: rendering` return templates, which the caller renders.
macro_rules! library {
    (
        @family $captured:tt $constructor:tt
        $(#[$family_doc:meta])*
        $vis:vis $family:ident;
        $(
            $(#[doc = $doc:literal])+
            fn $name:ident $parameters:tt -> $result:ty
            $body:block
        )*
    ) => {
        $(#[$family_doc])*
        $vis fn $family $captured -> Vec<$crate::eval::Function> {
            vec![$($crate::functions::library!(
                @function $captured $constructor $name $parameters [$result] $body [$($doc),+]
            )),*]
        }
    };
    (
        @function $captured:tt $constructor:tt $name:ident
        (
            $($(#[doc = $doc:literal])+ $parameter:ident: $ty:ty),* $(,)?
            $(; $(#[doc = $rest_doc:literal])+ $rest:ident: $rest_ty:ty $(,)?)?
        )
        $result:tt $body:block $description:tt
    ) => {
        $crate::functions::document(
            $crate::functions::library!(
                @body $captured $constructor
                $name [$($parameter: $ty),*] [$($rest: $rest_ty)?] $result $body
            ),
            &[
                $((stringify!($parameter), &[$($doc),+]),)*
                $((stringify!($rest), &[$($rest_doc),+]))?
            ],
            &$description,
        )
    };
    // A function pointer, so that functions with equal signatures share the generated code.
    (
        @body () []
        $name:ident [$($parameter:ident: $ty:ty),*] [] [$result:ty] $body:block
    ) => {{
        fn $name($($parameter: $ty),*) -> $result $body
        let body: fn($($ty),*) -> $result = $name;
        $crate::eval::Function::new($crate::functions::library!(@name $name), body)
    }};
    (
        @body () []
        $name:ident [$($parameter:ident: $ty:ty),*] [$rest:ident: $rest_ty:ty] [$result:ty] $body:block
    ) => {{
        fn $name($($parameter: $ty,)* $rest: Vec<$rest_ty>) -> $result $body
        let body: fn($($ty,)* Vec<$rest_ty>) -> $result = $name;
        $crate::eval::Function::variadic($crate::functions::library!(@name $name), body)
    }};
    (
        @body () [$constructor:ident]
        $name:ident [$($parameter:ident: $ty:ty),*] [] [$result:ty] $body:block
    ) => {{
        fn $name($($parameter: $ty),*) -> $result $body
        $crate::eval::Function::$constructor($crate::functions::library!(@name $name), $name)
    }};
    (
        @body ($captured:ident: $state:ty) [$constructor:ident]
        $name:ident [$($parameter:ident: $ty:ty),*] [$($rest:ident: $rest_ty:ty)?] [$result:ty]
        $body:block
    ) => {{
        fn $name($captured: &$state $(, $parameter: $ty)* $(, $rest: Vec<$rest_ty>)?) -> $result $body
        let $captured = $captured.clone();
        let body = move |$($parameter: $ty,)* $($rest: Vec<$rest_ty>)?| {
            $name(&$captured $(, $parameter)* $(, $rest)?)
        };
        $crate::eval::Function::$constructor($crate::functions::library!(@name $name), body)
    }};
    (@body $captured:tt [] $name:ident $parameters:tt [] $($item:tt)*) => {
        $crate::functions::library!(@body $captured [new] $name $parameters [] $($item)*)
    };
    (@body $captured:tt [] $name:ident $parameters:tt $rest:tt $($item:tt)*) => {
        $crate::functions::library!(@body $captured [variadic] $name $parameters $rest $($item)*)
    };
    // The name of a function may be a keyword of Rust.
    (@name $name:ident) => { stringify!($name).trim_start_matches("r#") };
    (
        $(#[$family_doc:meta])*
        $vis:vis $family:ident $(($captured:ident: $state:ty))? $(: $constructor:ident)?;
        $($functions:tt)*
    ) => {
        $crate::functions::library! {
            @family ($($captured: $state)?) [$($constructor)?]
            $(#[$family_doc])*
            $vis $family;
            $($functions)*
        }
    };
}
use library;
