//! Parameters of functions, and errors of calls.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::BitOr;

use smallvec::SmallVec;

use crate::diagnostic::error::Error;
use crate::diagnostic::{Diagnostic, Label};
use crate::limits::budget;
use crate::text::span::Span;
use crate::value::convert::ConversionError;
use crate::value::disclosure::Disclosure;
use crate::value::{Type, Value};

/// The declaration of a function: its parameters, the one for the other arguments, and its unknown result.
pub(super) type Declaration = (Vec<Parameter>, Option<Parameter>, Value);

/// The values of arguments.
pub(super) type Values = SmallVec<[Value; 3]>;

/// Marks a function whose parameters take one argument each.
#[doc(hidden)]
#[derive(Debug)]
pub struct Fixed<P>(std::marker::PhantomData<P>);

/// Marks a function whose last parameter takes any number of arguments.
#[doc(hidden)]
#[derive(Debug)]
pub struct Variadic<P>(std::marker::PhantomData<P>);

/// A parameter of a function.
///
/// ```
/// let split = serde_hcl::functions::get("split").unwrap();
/// let names: Vec<_> = split.parameters().iter().map(|parameter| parameter.name()).collect();
/// assert_eq!(names, ["separator", "str"]);
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    pub(super) name: Cow<'static, str>,
    pub(super) description: Cow<'static, str>,
    ty: Type,
    pub(super) accepts: Accepts,
}

/// The special arguments that a function handles itself; see [`Function::with_accepted`](crate::Function::with_accepted).
/// Other special arguments never reach it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepts(u8);

impl Accepts {
    /// Null; otherwise a null argument is an error.
    pub const NULL: Accepts = Accepts(1);
    /// Unknown values, also inside known ones; otherwise the result is unknown, too.
    pub const UNKNOWN: Accepts = Accepts(2 | 32);
    /// Nulls and unknown values of a type that is not known; otherwise the result is unknown.
    pub const UNTYPED: Accepts = Accepts(4);
    /// Marks; otherwise they are removed from the argument and added to the result. An unknown result has
    /// the marks of the argument in each case.
    pub const MARKED: Accepts = Accepts(8);
    /// Marks, of which the function chooses those of its result, also of an unknown one.
    pub(crate) const CHOSEN: Accepts = Accepts(8 | 16);
    /// Unknown values inside known ones; otherwise the result is unknown.
    pub(crate) const PARTS: Accepts = Accepts(32);
    /// Only references: names with steps.
    pub(crate) const REFERENCE: Accepts = Accepts(64);

    /// [`PARTS`](Self::PARTS), if it is accepted, and nothing else.
    pub(super) const fn of_parts(self) -> Accepts {
        Accepts(self.0 & Accepts::PARTS.0)
    }

    /// Whether all of these are accepted.
    pub(crate) const fn has(self, accepts: Accepts) -> bool {
        self.0 & accepts.0 == accepts.0
    }
}

/// Accepts what either accepts.
impl BitOr for Accepts {
    type Output = Accepts;

    fn bitor(self, other: Accepts) -> Accepts {
        Accepts(self.0 | other.0)
    }
}

impl Parameter {
    /// A parameter that takes known values of type `ty` except null.
    pub fn new(ty: Type) -> Self {
        let (name, description) = (Cow::Borrowed("value"), Cow::Borrowed(""));
        Parameter { name, description, ty, accepts: Accepts::default() }
    }

    /// Whether the body accepts any value unchecked. Then the body charges for the parts that it reads.
    /// A text has no parts.
    pub(super) fn is_read_in_part(&self) -> bool {
        self.accepts.has(Accepts::MARKED | Accepts::PARTS) && self.ty != Type::String
    }

    /// Whether the value needs no conversion. The quick answer for most values.
    #[inline]
    pub(super) fn takes_unchanged(&self, value: &Value) -> bool {
        matches!(
            (&self.ty, value),
            (Type::Dynamic, _)
                | (Type::String, Value::String(_))
                | (Type::Number, Value::Number(_))
                | (Type::Bool, Value::Bool(_))
        )
    }

    /// The same parameter, accepting null.
    ///
    /// ```
    /// use serde_hcl::Type;
    /// use serde_hcl::functions::Parameter;
    ///
    /// let parameter = Parameter::new(Type::list(Type::String)).nullable();
    /// assert_eq!(parameter.ty(), &Type::list(Type::String));
    /// assert_eq!((parameter.name(), parameter.description()), ("value", ""));
    /// ```
    #[must_use]
    pub fn nullable(self) -> Self {
        match self.ty {
            // A bare null is of dynamic type.
            Type::Dynamic => self.accepting(Accepts::NULL | Accepts::UNTYPED),
            _ => self.accepting(Accepts::NULL),
        }
    }

    #[must_use]
    pub(super) fn named(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = name.into();
        self
    }

    /// The same parameter, accepting these values, too.
    #[must_use]
    pub(crate) fn accepting(mut self, accepts: Accepts) -> Self {
        self.accepts = self.accepts | accepts;
        self
    }

    /// A parameter for a collection of this one's values.
    pub(super) fn of_elements(self, collection: impl FnOnce(Type) -> Type) -> Self {
        Parameter::new(collection(self.ty)).accepting(self.accepts.of_parts())
    }

    /// The name of the parameter.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The description of the parameter; empty if there is none.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The type that arguments are converted to; [`Type::Dynamic`] takes any.
    ///
    /// ```
    /// use serde_hcl::{Function, Type, Value};
    ///
    /// let size = Function::new("size", |_: Vec<Value>| 0);
    /// assert_eq!(size.parameters()[0].ty(), &Type::list(Type::Dynamic));
    /// ```
    pub fn ty(&self) -> &Type {
        &self.ty
    }
}

/// The error of a call: a message, and the argument that caused it if there is one.
///
/// A closure may return any error with `Display`. Texts and the errors of parsing and of this crate are
/// converted with `?` and `into()`, others with [`new`](FunctionError::new).
/// The message is not shown if an argument has the mark [`SENSITIVE`](crate::value::Mark::SENSITIVE).
///
/// ```
/// use serde_hcl::functions::FunctionError;
/// use serde_hcl::{Context, Function, parse_expression};
///
/// let root = Function::new("root", |number: f64| match number < 0.0 {
///     true => Err(FunctionError::argument(0, "a negative number has no root")),
///     false => Ok(number.sqrt()),
/// });
/// let call = parse_expression("root(-4)")?;
/// let error = call.evaluate(&Context::new().function(root)).unwrap_err();
/// assert_eq!(error.column(), Some(6));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FunctionError {
    pub(super) failure: Failure,
    pub(super) help: Option<Box<str>>,
    /// The place in the text or template that the function reads.
    pub(super) inside: Option<Box<Label>>,
}

#[derive(Clone, Debug)]
pub(super) enum Failure {
    Call(String),
    Argument(usize, String),
    /// Complete diagnostics, reported unchanged.
    Found(Vec<Diagnostic>),
}

impl FunctionError {
    /// An error that is reported at the call.
    ///
    /// ```
    /// use serde_hcl::functions::FunctionError;
    ///
    /// let error = FunctionError::new("the service doesn't answer");
    /// assert_eq!(error.message(), "the service doesn't answer");
    /// assert_eq!(error.to_string(), error.message());
    /// ```
    pub fn new(message: impl fmt::Display) -> Self {
        Self::of(Failure::Call(message.to_string()))
    }

    fn of(failure: Failure) -> Self {
        FunctionError { failure, help: None, inside: None }
    }

    /// An error that is reported at an argument; the first one has the index 0.
    ///
    /// ```
    /// use serde_hcl::functions::FunctionError;
    /// use serde_hcl::{Context, Function, parse_expression};
    ///
    /// let divide = Function::new("divide", |dividend: i64, divisor: i64| match divisor {
    ///     0 => Err(FunctionError::argument(1, "the divisor is zero")),
    ///     _ => Ok(dividend / divisor),
    /// });
    /// let error = parse_expression("divide(6, 0)")?.evaluate(&Context::new().function(divide));
    /// assert_eq!(error.unwrap_err().column(), Some(11));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn argument(index: usize, message: impl fmt::Display) -> Self {
        FunctionError::of(Failure::Argument(index, message.to_string()))
    }

    /// The error with a help: how to write the call instead. The report shows it below the message.
    ///
    /// ```
    /// use serde_hcl::functions::FunctionError;
    /// use serde_hcl::{Context, Function, parse_expression};
    ///
    /// let day = Function::new("day", |number: u8| match number {
    ///     1..=31 => Ok(number),
    ///     _ => Err(FunctionError::from("a month has no such day").with_help("write a number from 1 to 31")),
    /// });
    /// let call = parse_expression("day(32)")?;
    /// let error = call.evaluate(&Context::new().function(day)).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].help(), Some("write a number from 1 to 31"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_help(self, help: impl fmt::Display) -> Self {
        FunctionError { help: Some(help.to_string().into()), ..self }
    }

    /// The error with its place in the text or template that the function reads.
    pub(crate) fn with_place(self, place: impl FnOnce() -> Option<Label>) -> Self {
        FunctionError { inside: place().map(Box::new), ..self }
    }

    /// The error with its place in the text that the function reads.
    #[cold]
    pub(crate) fn in_text(self, name: &str, text: &str, place: Span, reason: &str) -> Self {
        // The lines of the text are counted.
        match budget::charge(text.len() / 64) {
            true => self.with_place(|| Some(Label::in_text(name, text, place, reason))),
            false => self,
        }
    }

    /// An error that consists of the diagnostics of expressions, reported unchanged.
    pub(crate) fn found(diagnostics: Vec<Diagnostic>) -> Self {
        FunctionError::of(Failure::Found(diagnostics))
    }

    /// The error with `: ` and a detail behind its message.
    #[cfg(feature = "files")]
    pub(crate) fn followed_by(mut self, detail: &dyn fmt::Display) -> Self {
        if let Failure::Call(message) | Failure::Argument(_, message) = &mut self.failure {
            *message = format!("{message}: {detail}");
        }
        self
    }

    /// Sets the argument that caused the error, unless it is already set.
    #[must_use]
    pub(crate) fn or_argument(self, index: usize) -> Self {
        let failure = match self.failure {
            Failure::Call(message) => Failure::Argument(index, message),
            failure => failure,
        };
        FunctionError { failure, ..self }
    }

    /// The same error, without its texts if these may quote a hidden argument.
    #[must_use]
    pub(super) fn disclosed(self, disclosure: Disclosure) -> Self {
        if !disclosure.is_hidden() {
            return self;
        }
        let message = "the reason is not shown because an argument is sensitive".to_owned();
        FunctionError::of(match self.failure {
            Failure::Call(_) => Failure::Call(message),
            Failure::Argument(index, _) => Failure::Argument(index, message),
            // Diagnostics of arguments already hide sensitive values.
            found @ Failure::Found(_) => found,
        })
    }

    /// The message, without the help.
    pub fn message(&self) -> &str {
        match &self.failure {
            Failure::Call(message) | Failure::Argument(_, message) => message,
            Failure::Found(diagnostics) => diagnostics.first().map_or("", Diagnostic::summary),
        }
    }

    /// The error of a closure, unchanged if it is one of a call.
    pub(super) fn of_closure<E: fmt::Display + 'static>(error: E) -> Self {
        let mut error = Some(error);
        let own = (&mut error as &mut dyn Any).downcast_mut::<Option<FunctionError>>();
        match own.and_then(Option::take) {
            Some(own) => own,
            None => error.map_or_else(|| FunctionError::new(""), FunctionError::new),
        }
    }
}

impl fmt::Display for FunctionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for FunctionError {}

macro_rules! from_errors {
    ($($error:ty)*) => {$(
        impl From<$error> for FunctionError {
            fn from(error: $error) -> Self {
                FunctionError::new(error)
            }
        }
    )*};
}

from_errors! {
    &str String Box<str> Cow<'_, str> Box<dyn std::error::Error> Box<dyn std::error::Error + Send + Sync>
    std::num::ParseIntError std::num::ParseFloatError std::num::TryFromIntError std::str::ParseBoolError
    std::str::Utf8Error std::string::FromUtf8Error std::io::Error std::net::AddrParseError fmt::Error
    Error ConversionError
}
