//! Diagnostics about a whole source.

use crate::diagnostic::About;
use crate::text::span::Span;

rows! {
    too_large(bytes: usize):
        "source-too-large", "Source too large", "A source must be smaller than 4 GiB; this one has {bytes} bytes.";

    too_much_white_space(spaces: u64, limit: u64):
        "too-much-white-space", "Too much white space",
        "The indentation and the alignment need {spaces} spaces, but at most {limit} are allowed.";

    invalid_utf8(offset: u32; byte = Span::new(offset, offset + 1)) at byte:
        "invalid-encoding", "Invalid character encoding", "The bytes here are not UTF-8.", "save the file as UTF-8";

    too_deep(span: Span, limit: u32) at span:
        "too-deep", "Nesting too deep", "Blocks, brackets and operators may be nested at most {limit} levels deep."
            => about(About::Depth);
}
