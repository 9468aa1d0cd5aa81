//! Diagnostics about a whole source.

use crate::diagnostic::Diagnostic;
use crate::text::span::Span;

#[cold]
pub(crate) fn too_large(bytes: usize) -> Diagnostic {
    Diagnostic::catalogued(
        "source-too-large",
        "Source too large",
        format!("A source must be smaller than 4 GiB; this one has {bytes} bytes."),
    )
}

#[cold]
pub(crate) fn too_much_white_space(spaces: u64, limit: u64) -> Diagnostic {
    Diagnostic::catalogued(
        "too-much-white-space",
        "Too much white space",
        format!(
            "The indentation and the alignment need {spaces} spaces, but at most {limit} are allowed."
        ),
    )
}

#[cold]
pub(crate) fn invalid_utf8(offset: u32) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-encoding",
        "Invalid character encoding",
        "The bytes here are not UTF-8.",
    )
    .at(Span::new(offset, offset + 1))
    .with_help("save the file as UTF-8")
}

#[cold]
pub(crate) fn too_deep(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::catalogued(
        "too-deep",
        "Nesting too deep",
        format!("Blocks, brackets and operators may be nested at most {limit} levels deep."),
    )
    .at(span)
}
