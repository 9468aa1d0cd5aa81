//! Closures as functions, with the types of their parameters and results.

use super::argument::{FromArgument, IntoResult};
use super::parameter::{Declaration, Fixed, FunctionError, Parameter, Values, Variadic};
use crate::value::Value;

/// The declaration of a function by the types of a closure.
///
/// Implemented for functions and closures whose parameters are [`FromArgument`] and whose result is
/// [`IntoResult`]; `P` are the parameters. The trait is sealed: no other type can implement it,
/// because its methods have types that are not public.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a function in HCL",
    label = "not a function with a signature of HCL",
    note = "the types of its parameters are written, at most ten, and owned: String and not &str; \
            see `FromArgument` and `IntoResult` for the possible types",
    note = "it is `Send`, `Sync` and `'static`; the last parameter of a variadic function is a `Vec`"
)]
pub trait Signature<P>: Send + Sync + 'static {
    /// The declaration.
    #[doc(hidden)]
    fn declare(&self) -> Declaration;

    /// Calls the closure with one argument for each declared parameter.
    #[doc(hidden)]
    fn call(&self, arguments: Values) -> Result<Value, FunctionError>;
}

/// The parameters for one argument each. Compiled once for all functions with the same parameters.
trait Parameters: Sized {
    const COUNT: usize;

    fn declare() -> Vec<Parameter>;

    fn take(arguments: &mut <Values as IntoIterator>::IntoIter) -> Result<Self, FunctionError>;
}

macro_rules! signatures {
    ($($parameter:ident $index:literal)*) => {
        impl<$($parameter: FromArgument),*> Parameters for ($($parameter,)*) {
            const COUNT: usize = { let indices: &[usize] = &[$($index),*]; indices.len() };

            fn declare() -> Vec<Parameter> {
                vec![$($parameter::parameter()),*]
            }

            #[allow(unused_variables)]
            fn take(arguments: &mut <Values as IntoIterator>::IntoIter) -> Result<Self, FunctionError> {
                Ok(($(argument::<$parameter>(arguments, $index)?,)*))
            }
        }

        impl<F, R, $($parameter,)*> Signature<Fixed<($($parameter,)*)>> for F
        where
            F: Fn($($parameter),*) -> R + Send + Sync + 'static,
            R: IntoResult,
            $($parameter: FromArgument,)*
        {
            fn declare(&self) -> Declaration {
                (<($($parameter,)*)>::declare(), None, R::unknown_result())
            }

            #[allow(non_snake_case)]
            fn call(&self, arguments: Values) -> Result<Value, FunctionError> {
                let ($($parameter,)*) = Parameters::take(&mut arguments.into_iter())?;
                self($($parameter),*).into_result()
            }
        }

        impl<F, R, T, $($parameter,)*> Signature<Variadic<($($parameter,)* T,)>> for F
        where
            F: Fn($($parameter,)* Vec<T>) -> R + Send + Sync + 'static,
            R: IntoResult,
            T: FromArgument,
            $($parameter: FromArgument,)*
        {
            fn declare(&self) -> Declaration {
                let rest = Some(T::parameter());
                (<($($parameter,)*)>::declare(), rest, R::unknown_result())
            }

            #[allow(non_snake_case)]
            fn call(&self, arguments: Values) -> Result<Value, FunctionError> {
                let mut arguments = arguments.into_iter();
                let ($($parameter,)*) = Parameters::take(&mut arguments)?;
                let rest = rest(arguments, <($($parameter,)*)>::COUNT)?;
                self($($parameter,)* rest).into_result()
            }
        }
    };
}

signatures! {}
signatures! { A 0 }
signatures! { A 0 B 1 }
signatures! { A 0 B 1 C 2 }
signatures! { A 0 B 1 C 2 D 3 }
signatures! { A 0 B 1 C 2 D 3 E 4 }
signatures! { A 0 B 1 C 2 D 3 E 4 G 5 }
signatures! { A 0 B 1 C 2 D 3 E 4 G 5 H 6 }
signatures! { A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7 }
signatures! { A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7 J 8 }
signatures! { A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7 J 8 K 9 }

fn argument<T: FromArgument>(
    arguments: &mut <Values as IntoIterator>::IntoIter,
    index: usize,
) -> Result<T, FunctionError> {
    T::from_argument(arguments.next().unwrap_or_default()).map_err(|error| error.or_argument(index))
}

/// All further arguments, the first of which has the index `first`.
fn rest<T: FromArgument>(
    arguments: <Values as IntoIterator>::IntoIter,
    first: usize,
) -> Result<Vec<T>, FunctionError> {
    arguments
        .zip(first..)
        .map(|(value, index)| T::from_argument(value).map_err(|error| error.or_argument(index)))
        .collect()
}
