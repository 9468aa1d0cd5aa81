//! Diagnostics of evaluation. The files have the names of the files in `src/eval`.

mod call;
mod collection;
mod conditional;
mod iteration;
mod name;
mod operator;
mod template;
mod traversal;

pub(crate) use self::call::*;
pub(crate) use self::collection::*;
pub(crate) use self::conditional::*;
pub(crate) use self::iteration::*;
pub(crate) use self::name::*;
pub(crate) use self::operator::*;
pub(crate) use self::template::*;
pub(crate) use self::traversal::*;
use crate::diagnostic::Diagnostic;
use crate::text::span::Span;

#[cold]
pub(crate) fn budget_spent(span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "too-expensive",
        "Evaluation too expensive",
        "The value takes more work than the budget of the context allows.",
    )
    .at(span)
    .help("a larger budget can be set with Context::budget")
}

#[cold]
pub(crate) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::catalogued("too-deep", "Nesting too deep", "The value is nested too deeply.")
        .at(span)
}

#[cold]
pub(crate) fn too_many_renderings(limit: u32, call: Span) -> Diagnostic {
    let detail = format!("Templates may render other templates at most {limit} levels deep.");
    Diagnostic::catalogued("too-deep", "Nesting too deep", detail).at(call)
}
