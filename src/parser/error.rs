//! The two error types of the grammar, one for each pass.

use chumsky::DefaultExpected;
use chumsky::error::{EmptyErr, Error, LabelError};
use chumsky::span::SimpleSpan;
use chumsky::util::MaybeRef;

use super::input::Tokens;
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;

/// The error of a production: nothing in the first pass, a diagnostic in the second.
pub(super) trait Failure<'t>: Error<'t, Tokens<'t>> {
    /// Whether this is the second pass, which reports and recovers.
    const DIAGNOSING: bool;

    fn found(diagnostic: Diagnostic) -> Self;

    /// The failure for a diagnostic that was already reported.
    fn reported() -> Self;

    /// Fails in the first pass.
    #[inline(always)]
    fn if_diagnosing() -> Result<(), Self> {
        if Self::DIAGNOSING { Ok(()) } else { Err(Self::reported()) }
    }
}

impl<'t> Failure<'t> for EmptyErr {
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

impl<'t> Failure<'t> for SyntaxError {
    const DIAGNOSING: bool = true;

    #[cold]
    fn found(diagnostic: Diagnostic) -> Self {
        SyntaxError(Some(diagnostic))
    }

    fn reported() -> Self {
        SyntaxError(None)
    }
}

impl<'t> Error<'t, Tokens<'t>> for SyntaxError {}

/// Chumsky's own expectations are not used: every production reports what it expects.
impl<'t> LabelError<'t, Tokens<'t>, DefaultExpected<'t, Token>> for SyntaxError {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, Token>>>(
        _: E,
        _: Option<MaybeRef<'t, Token>>,
        _: SimpleSpan,
    ) -> Self {
        SyntaxError(None)
    }
}
