//! The two error types of the grammar, one for each pass.

use chumsky::DefaultExpected;
use chumsky::error::{EmptyErr, Error, LabelError};
use chumsky::util::MaybeRef;

use chumsky::input::Input;

use super::input::Tokens;
use crate::diagnostic::Diagnostic;

/// The error of a production: nothing in the first pass, a diagnostic in the second.
pub(super) trait Failure<'t, I: Input<'t> = Tokens<'t>>: Error<'t, I> {
    /// Whether this is the second pass, which reports and recovers.
    const DIAGNOSING: bool;

    fn found(diagnostic: Diagnostic) -> Self;

    /// The failure for a diagnostic that was already reported.
    fn reported() -> Self;
}

impl<'t, I: Input<'t>> Failure<'t, I> for EmptyErr {
    const DIAGNOSING: bool = false;

    #[inline(always)]
    fn found(_: Diagnostic) -> Self {
        EmptyErr::default()
    }

    #[inline(always)]
    fn reported() -> Self {
        EmptyErr::default()
    }
}

/// A diagnostic of the second pass. It is empty once the diagnostic was reported.
pub(super) struct SyntaxError(pub(super) Option<Diagnostic>);

impl<'t, I: Input<'t>> Failure<'t, I> for SyntaxError {
    const DIAGNOSING: bool = true;

    #[cold]
    fn found(diagnostic: Diagnostic) -> Self {
        SyntaxError(Some(diagnostic))
    }

    fn reported() -> Self {
        SyntaxError(None)
    }
}

impl<'t, I: Input<'t>> Error<'t, I> for SyntaxError {}

/// Chumsky's own expectations are not used: every production reports what it expects.
impl<'t, I: Input<'t>> LabelError<'t, I, DefaultExpected<'t, I::Token>> for SyntaxError {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, I::Token>>>(
        _: E,
        _: Option<MaybeRef<'t, I::Token>>,
        _: I::Span,
    ) -> Self {
        SyntaxError(None)
    }
}
