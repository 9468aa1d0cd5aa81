//! Diagnostics of operations.

use crate::diagnostic::Diagnostic;
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

#[cold]
pub(crate) fn operand(operand: &Operand, error: &ConversionError, operation: Span) -> Diagnostic {
    let detail = format!("Unsuitable value for the {} operand: {error}.", operand.which);
    let diagnostic = Diagnostic::catalogued("invalid-operand", "Invalid operand", detail)
        .with_span(operand.span)
        .with_context(operation);
    match operand.fix() {
        Some(fix) => diagnostic.with_help(fix),
        None => diagnostic,
    }
}

impl Operand {
    fn fix(&self) -> Option<&'static str> {
        let is_comparison = matches!(self.operator, "<" | "<=" | ">" | ">=");
        let is_logical = matches!(self.operator, "&&" | "||" | "!");
        Some(match (&self.ty, self.operator) {
            _ if self.is_comparison && is_comparison => {
                "comparisons have no chains: write one < two && two < three"
            }
            (Type::String, "+") if self.is_beside_number => {
                "write a number here, in digits; text is joined by a template: \"${one}${other}\""
            }
            (Type::String, "+") => "text is joined by a template: \"${one}${other}\"",
            (Type::List(_) | Type::Set(_) | Type::Tuple(_), "+") => {
                "concat(one, other) joins lists"
            }
            (Type::Object(_) | Type::Map(_), "+") => "merge(one, other) joins objects",
            (Type::String, "%") => "format(\"%s\", value) inserts a value in a text",
            (Type::String, _) if is_comparison => "only numbers have an order: == compares text",
            (Type::String, _) if is_logical => {
                "compare the text, as in value == \"yes\"; to choose a text, write condition ? one : other"
            }
            (Type::String, "-") if self.which == "only" => {
                "remove the minus sign before text; the elements of a list have commas between them"
            }
            (Type::String, _) => "write a number in digits",
            (Type::Number, _) if is_logical => {
                "compare the number with another, such as value != 0"
            }
            (Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Map(_) | Type::Object(_), _) => {
                "length(value) is the number of elements"
            }
            _ => return None,
        })
    }
}

rows! {
    /// `object->name`
    arrow(object: &str, name: &str, span: Span) at span:
        "unknown-operator", "Unsupported operator",
        "There is no operator \"->\".",
        "a dot selects an attribute: {object}.{name}";
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

#[cold]
pub(crate) fn operation_failed(reason: NoResult, span: Span) -> Diagnostic {
    let (reason, help) = match reason {
        NoResult::Null => ("an operand is null", Some("test it first: value == null ? 0 : value")),
        NoResult::Sum => ("opposite infinities have no sum", None),
        NoResult::Difference => ("infinity minus infinity is undefined", None),
        NoResult::Product => ("zero times infinity is undefined", None),
        NoResult::Quotient => {
            ("zero by zero and infinity by infinity are undefined", Some(TEST_DIVISOR))
        }
        NoResult::Remainder => ("infinity has no remainder", None),
    };
    let detail = format!("The operation has no result: {reason}.");
    let diagnostic =
        Diagnostic::catalogued("operation-failed", "Operation failed", detail).with_span(span);
    match help {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}
