//! The two error types that the grammar is compiled with.

use chumsky::DefaultExpected;
use chumsky::error::{EmptyErr, Error, LabelError};
use chumsky::util::MaybeRef;

use super::input::Tokens;
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::source::Span;

/// What a production fails with: nothing in the first pass, a finding in the second.
pub(super) trait Failure<'t>: Error<'t, Tokens<'t>> {
    /// Whether this is the pass that explains and recovers.
    const DIAGNOSING: bool;

    fn found(diagnostic: impl FnOnce() -> Diagnostic) -> Self;

    /// The failure whose finding is already with the parser.
    fn reported() -> Self;
}

impl<'t> Failure<'t> for EmptyErr {
    const DIAGNOSING: bool = false;

    #[inline(always)]
    fn found(_: impl FnOnce() -> Diagnostic) -> Self {
        EmptyErr::default()
    }

    #[inline(always)]
    fn reported() -> Self {
        EmptyErr::default()
    }
}

/// A finding of the diagnosing pass; empty while it is only being passed on.
pub(super) struct SyntaxError(pub(super) Option<Box<Diagnostic>>);

impl<'t> Failure<'t> for SyntaxError {
    const DIAGNOSING: bool = true;

    #[cold]
    fn found(diagnostic: impl FnOnce() -> Diagnostic) -> Self {
        SyntaxError(Some(Box::new(diagnostic())))
    }

    fn reported() -> Self {
        SyntaxError(None)
    }
}

impl<'t> Error<'t, Tokens<'t>> for SyntaxError {}

/// Chumsky's own expectations carry no wording of ours: every production says what it misses.
impl<'t> LabelError<'t, Tokens<'t>, DefaultExpected<'t, Token>> for SyntaxError {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, Token>>>(
        _: E,
        _: Option<MaybeRef<'t, Token>>,
        _: Span,
    ) -> Self {
        SyntaxError(None)
    }
}
