//! How the functions of a family are declared.

use crate::eval::{Function, Parameter};

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

/// A parameter: its name, the lines of its documentation comment, and its declaration if it is not that of
/// the Rust type.
type Documented<'d> = (&'static str, &'d [&'static str], Option<Parameter>);

/// Documents and declares a function and its parameters, the variadic one last.
pub(super) fn document<const COUNT: usize>(
    function: Function,
    parameters: [Documented<'_>; COUNT],
    lines: &[&str],
    result: Option<Parameter>,
) -> Function {
    let (mut function, mut names, mut descriptions) = (function, Vec::new(), Vec::new());
    for (index, (name, lines, declared)) in parameters.into_iter().enumerate() {
        function = declared.into_iter().fold(function, |it, own| it.with_parameter(index, own));
        // A name may be a keyword of Rust.
        names.push(name.trim_start_matches("r#"));
        descriptions.push(joined(lines));
    }
    result
        .iter()
        .fold(function, Function::with_result)
        .with_parameter_names(names)
        .with_parameter_descriptions(descriptions)
        .with_description(joined(lines))
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
/// The Rust types declare parameters and results. `list: Value as Vec<bool>` is declared as the second
/// type, and the function gets the value, which may have unknown parts. In brackets behind a type are the
/// special values that the function [accepts](crate::functions::Accepts). `-> Outcome as bool` declares the
/// type of the result.
///
/// The functions of a family `name(state: State)` capture a clone of the state and get a reference
/// to it. Those of a family `name: rendering` return templates, which the caller renders. Those of a family
/// `name: lazy call` evaluate their arguments with the methods of `call`.
macro_rules! library {
    (
        @family $captured:tt $constructor:tt
        $(#[$family_doc:meta])*
        $vis:vis $family:ident;
        $(
            $(#[doc = $doc:literal])+
            fn $name:ident $parameters:tt -> $result:ty $(as $declared:ty)?
            $body:block
        )*
    ) => {
        $(#[$family_doc])*
        $vis fn $family $captured -> Vec<$crate::eval::Function> {
            vec![$($crate::functions::library::library!(
                @function $captured $constructor $name $parameters [$result] [$($declared)?] $body
                [$($doc),+]
            )),*]
        }
    };
    (
        @function $captured:tt $constructor:tt $name:ident
        (
            $(
                $(#[doc = $doc:literal])+
                $parameter:ident: $ty:ty $(as $declared:ty)? $([$($flag:ident)|+])?
            ),* $(,)?
            $(;
                $(#[doc = $rest_doc:literal])+
                $rest:ident: $rest_ty:ty $(as $rest_declared:ty)? $([$($rest_flag:ident)|+])? $(,)?
            )?
        )
        $result:tt $declared_result:tt $body:block $description:tt
    ) => {
        $crate::functions::library::document(
            $crate::functions::library::library!(
                @body $captured $constructor
                $name [$($parameter: $ty),*] [$($rest: $rest_ty)?] $result $body
            ),
            [
                $((
                    stringify!($parameter),
                    &[$($doc),+],
                    $crate::functions::library::library!(
                        @parameter [$ty] [$($declared)?] [$($($flag)+)?]
                    ),
                ),)*
                $((
                    stringify!($rest),
                    &[$($rest_doc),+],
                    $crate::functions::library::library!(
                        @parameter [$rest_ty] [$($rest_declared)?] [$($($rest_flag)+)?]
                    ),
                ))?
            ],
            &$description,
            $crate::functions::library::library!(@parameter [] $declared_result []),
        )
    };
    (@parameter $ty:tt [] []) => { None };
    (@parameter [$ty:ty] [] [$($flag:ident)+]) => {
        Some(
            <$ty as $crate::eval::FromArgument>::parameter()
                $(.accepting($crate::eval::Accepts::$flag))+
        )
    };
    (@parameter $ty:tt [$declared:ty] [$($flag:ident)*]) => {
        Some(
            <$declared as $crate::eval::FromArgument>::parameter()
                .accepting($crate::eval::Accepts::PARTS)
                $(.accepting($crate::eval::Accepts::$flag))*
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
    (
        @body () [lazy $call:ident]
        $name:ident [$($parameter:ident: $ty:ty),*] [$($rest:ident: $rest_ty:ty)?] [$result:ty] $body:block
    ) => {{
        fn $name($call: &mut $crate::eval::Call<'_, '_>) -> $result $body
        let function =
            $crate::eval::Function::lazy($crate::functions::library::library!(@name $name), $name);
        let parameters: &[&str] = &[$(stringify!($parameter)),*];
        match parameters.len() {
            0 => function,
            count => function.with_arity(count),
        }
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
        $vis:vis $family:ident $(($captured:ident: $state:ty))? $(: $constructor:ident $($call:ident)?)?;
        $($functions:tt)*
    ) => {
        $crate::functions::library::library! {
            @family ($($captured: $state)?) [$($constructor $($call)?)?]
            $(#[$family_doc])*
            $vis $family;
            $($functions)*
        }
    };
}
pub(super) use library;
