//! Diagnostics of values that don't fit their Rust type.

use std::fmt::{Display, LowerExp};

use serde::de::{Expected, Unexpected};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::evaluation::TEST_DIVISOR;
use crate::diagnostic::catalog::wanted::{WantedValue, in_words};
use crate::diagnostic::catalog::{number_word, quoted};
use crate::diagnostic::cause::Found;
use crate::text::span::Span;

rows! {
    invalid_type(found: &Found, expected: &str; wanted = in_words(expected)):
        "invalid-type", "Unsuitable value type", "Expected {wanted}, found {found}.";

    private_form(expected: &str):
        "invalid-type", "Unsuitable value type", "Expected {expected}, in a form that is private to another format.",
        "use serde_hcl::Value, or serde_hcl::Expression for what is not evaluated";

    /// A value in the place of a variant's name.
    name_expected(variants: &[&str], unexpected: Unexpected<'_>; names = quoted(variants), found = Found::of(unexpected)):
        "invalid-type", "Unsuitable value type", "Expected one of {names}, found {found}.",
        match unexpected {
            // The fix depends on the elements.
            Unexpected::Seq => ;
            _ => "write one of these names in quotes";
        };

    invalid_value(found: &Found, expected: &str; wanted = in_words(expected)):
        "invalid-value", "Unsuitable value", "Expected {wanted}, found {found}.",
        match (WantedValue::of(expected)) {
            WantedValue::Whole(Some(_)) => "write a number in this range";
            _ => ;
        };

    invalid_length(length: usize, expected: &dyn Expected; text = expected.to_string(), wanted = in_words(&text),
        plural = if length == 1 { "element" } else { "elements" }):
        "invalid-length", "Unsuitable number of elements", "Expected {wanted}, found {length} {plural}.";

    element_count(found: usize, wanted: usize; plural = if wanted == 1 { "element" } else { "elements" },
        others = wanted.abs_diff(found), elements = if others == 1 { "element" } else { "elements" },
        count = number_word(others)):
        "invalid-length", "Unsuitable number of elements", "Expected {wanted} {plural}, found {found}.",
        match (found <= wanted) {
            true => "add {count} {elements}";
            false => "remove {count} {elements}";
        };

    /// A value in a layer of a configuration, deeper than the crates that merge layers can visit.
    #[cfg(any(feature = "config", feature = "figment"))]
    too_deep_to_merge(limit: u32, span: Span) at span:
        "too-deep", "Nesting too deep",
        "The values of merged configurations may be nested at most {limit} levels deep.";

    out_of_range(number: &str, least: &dyn Display, most: &dyn Display):
        "number-out-of-range", "Number out of range",
        "The number {number} is not between {least} and {most}.", "write a number in this range";

    /// An infinite number in the place of a whole number.
    infinite():
        "number-out-of-range", "Number out of range",
        "The number is infinite, which is the result of a division by zero.", "{TEST_DIVISOR}";

    inexact_number(number: &str, nearest: &dyn LowerExp):
        "inexact-number", "Number out of range",
        "The number {number} has too many digits: only floats and integers of up to 64 bits are allowed here.",
        "write the nearest float, {nearest:e}, or add quotes if this is text";

    /// A target in a buffer of serde has an integer type of 128 bits.
    unsupported_integer(ty: &str):
        "unsupported-integer", "Unsupported integer type",
        "The type {ty} can't be used in a flattened field or in an enum with a tag: serde passes only numbers of up to 64 bits there.",
        "change the Rust type to i64, u64 or serde_hcl::Lazy<{ty}>";

    fraction(number: &str):
        "fraction", "Unsuitable value", "A whole number is required, but {number} has a fraction.",
        "round it; floor(…) and ceil(…) do so for a result";

    not_a_number(text: &str):
        "not-a-number", "Invalid number", "\"{text}\" can't be represented as a number.";

    unknown_value():
        "unknown-value", "Unknown value", "The value is not known yet, so it can't be decoded.";

    sensitive():
        "sensitive-value", "Unsuitable value", "A sensitive value does not fit the type, so the reason is not shown.";
}

/// The fix for a key of another type.
pub(crate) fn key_instead(wanted: WantedValue) -> Option<String> {
    let is_number = matches!(wanted, WantedValue::Number | WantedValue::Whole(_));
    is_number.then(|| "write a number as the name of this entry".to_owned())
}

#[cold]
pub(crate) fn beyond_floats(number: &str, most: &dyn LowerExp) -> Diagnostic {
    let [least, most] = [format!("-{most:e}"), format!("{most:e}")];
    out_of_range(number, &least, &most)
}

#[cold]
pub(crate) fn unknown_value_of(mut sources: Vec<String>, span: Span) -> Diagnostic {
    let diagnostic = unknown_value().with_span(span);
    sources.dedup();
    match sources[..] {
        [] => diagnostic,
        _ => diagnostic.with_help(format!("it depends on {}", sources.join(", "))),
    }
}
