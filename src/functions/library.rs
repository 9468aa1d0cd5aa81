//! How the functions of a family are declared.

use crate::eval::Function;

/// Functions under their own names and also in the namespace `core`, as in Terraform and OpenTofu.
///
/// A function that is in a namespace keeps its only name. The functions of [`terraform`](super::terraform),
/// [`opentofu`](super::opentofu), [`clock`](super::clock), `files`, `identifiers` and `passwords` already
/// have both names.
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

/// The documentation of a parameter: its name, and the lines of its documentation comment.
type ParameterLines = (&'static str, &'static [&'static str]);

/// Documents a function and its parameters, the variadic one last.
pub(super) fn document(
    function: Function,
    parameters: &[ParameterLines],
    lines: &[&str],
) -> Function {
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
            vec![$($crate::functions::library::library!(
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
        $crate::functions::library::document(
            $crate::functions::library::library!(
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
        $crate::eval::Function::new($crate::functions::library::library!(@name $name), body)
    }};
    (
        @body () []
        $name:ident [$($parameter:ident: $ty:ty),*] [$rest:ident: $rest_ty:ty] [$result:ty] $body:block
    ) => {{
        fn $name($($parameter: $ty,)* $rest: Vec<$rest_ty>) -> $result $body
        let body: fn($($ty,)* Vec<$rest_ty>) -> $result = $name;
        $crate::eval::Function::variadic($crate::functions::library::library!(@name $name), body)
    }};
    (
        @body () [$constructor:ident]
        $name:ident [$($parameter:ident: $ty:ty),*] [] [$result:ty] $body:block
    ) => {{
        fn $name($($parameter: $ty),*) -> $result $body
        $crate::eval::Function::$constructor($crate::functions::library::library!(@name $name), $name)
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
        $crate::eval::Function::$constructor($crate::functions::library::library!(@name $name), body)
    }};
    (@body $captured:tt [] $name:ident $parameters:tt [] $($item:tt)*) => {
        $crate::functions::library::library!(@body $captured [new] $name $parameters [] $($item)*)
    };
    (@body $captured:tt [] $name:ident $parameters:tt $rest:tt $($item:tt)*) => {
        $crate::functions::library::library!(@body $captured [variadic] $name $parameters $rest $($item)*)
    };
    // The name of a function may be a keyword of Rust.
    (@name $name:ident) => { stringify!($name).trim_start_matches("r#") };
    (
        $(#[$family_doc:meta])*
        $vis:vis $family:ident $(($captured:ident: $state:ty))? $(: $constructor:ident)?;
        $($functions:tt)*
    ) => {
        $crate::functions::library::library! {
            @family ($($captured: $state)?) [$($constructor)?]
            $(#[$family_doc])*
            $vis $family;
            $($functions)*
        }
    };
}
pub(super) use library;
