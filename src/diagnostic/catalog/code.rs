//! Codes and summaries with a meaning for other code.

/// Whether diagnostics with this code are about a part of an operation or a call.
pub(crate) fn is_of_operation(code: &str) -> bool {
    matches!(code, "invalid-operand" | "invalid-argument")
}

/// The code of an error of a user's own `Deserialize` or `Serialize`.
pub(crate) const CUSTOM: &str = "custom";

/// The summary above the message of a user's own `Deserialize`.
pub(crate) const CUSTOM_SUMMARY: &str = "Unsuitable value";
