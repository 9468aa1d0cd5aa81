//! Diagnostics of evaluation. The files have the names of the files in `src/eval`.

pub(super) mod call;
pub(super) mod collection;
pub(super) mod conditional;
pub(super) mod iteration;
pub(super) mod name;
pub(super) mod operator;
pub(super) mod template;
pub(super) mod traversal;

pub(crate) use self::{
    call::*, collection::*, conditional::*, iteration::*, name::*, operator::*, template::*,
    traversal::*,
};
use crate::text::span::Span;

rows! {
    budget_spent(span: Span) at span:
        "too-expensive", "Evaluation too expensive", "The value takes more work than the budget of the context allows.",
        "a larger budget can be set with Context::budget";

    too_deep(span: Span) at span:
        "too-deep", "Nesting too deep", "The value is nested too deeply.";

    too_many_renderings(limit: u32, call: Span) at call:
        "too-deep", "Nesting too deep", "Templates may render other templates at most {limit} levels deep.";
}
