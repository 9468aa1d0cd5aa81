//! Diagnostics of operations.

use crate::diagnostic::About;
use crate::text::span::Span;
use crate::value::Type;
use crate::value::convert::ConversionError;

/// The fix for a division by zero.
pub(crate) const TEST_DIVISOR: &str =
    "test the divisor before the division: divisor == 0 ? 0 : dividend / divisor";

/// An operand of the wrong type.
pub(crate) struct Operand {
    /// "left", "right" or "only"
    pub(crate) which: &'static str,
    pub(crate) operator: &'static str,
    pub(crate) ty: Type,
    pub(crate) is_comparison: bool,
    /// Whether the other operand is a number.
    pub(crate) is_beside_number: bool,
    pub(crate) span: Span,
}

/// The reason why an operation has no result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoResult {
    Null,
    Sum,
    Difference,
    Product,
    Quotient,
    Remainder,
}

rows! {
    operand(operand: &Operand, error: &ConversionError, operation: Span;
        which = operand.which, is_order = matches!(operand.operator, "<" | "<=" | ">" | ">="))
        at operand.span within (operation):
        "invalid-operand", "Invalid operand", "Unsuitable value for the {which} operand: {error}.",
        match (&operand.ty, operand.operator) {
            _ if operand.is_comparison && is_order => "comparisons have no chains: write one < two && two < three";
            (Type::String, "+") if operand.is_beside_number =>
                "write a number here, in digits; text is joined by a template: \"${{one}}${{other}}\"";
            (Type::String, "+") => "text is joined by a template: \"${{one}}${{other}}\"";
            (Type::List(_) | Type::Set(_) | Type::Tuple(_), "+") => "concat(one, other) joins lists";
            (Type::Object(_) | Type::Map(_), "+") => "merge(one, other) joins objects";
            (Type::String, "%") => "format(\"%s\", value) inserts a value in a text";
            (Type::String, _) if is_order => "only numbers have an order: == compares text";
            (Type::String, "&&" | "||" | "!") =>
                "compare the text, as in value == \"yes\"; to choose a text, write condition ? one : other";
            (Type::String, "-") if which == "only" =>
                "remove the minus sign before text; the elements of a list have commas between them";
            (Type::String, _) => "write a number in digits";
            (Type::Number, "&&" | "||" | "!") => "compare the number with another, such as value != 0";
            (Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Map(_) | Type::Object(_), _) =>
                "length(value) is the number of elements";
            _ => ;
        } => about(About::PartOf(operation));

    /// `object->name`
    arrow(object: &str, name: &str, span: Span) at span:
        "unknown-operator", "Unsupported operator",
        "There is no operator \"->\".", "a dot selects an attribute: {object}.{name}" => replaced(".");

    operation_failed(reason: NoResult, span: Span) at span:
        "operation-failed", "Operation failed",
        match reason {
            NoResult::Null => "The operation has no result: an operand is null.",
                "test it first: value == null ? 0 : value";
            NoResult::Sum => "The operation has no result: opposite infinities have no sum.";
            NoResult::Difference => "The operation has no result: infinity minus infinity is undefined.";
            NoResult::Product => "The operation has no result: zero times infinity is undefined.";
            NoResult::Quotient =>
                "The operation has no result: zero by zero and infinity by infinity are undefined.", "{TEST_DIVISOR}";
            NoResult::Remainder => "The operation has no result: infinity has no remainder.";
        };
}
