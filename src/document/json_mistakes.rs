//! Values of JSON in places of bodies.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::json as catalog;
use crate::syntax::{BodyRef, Kind};

/// The mistakes in a value of JSON that should be a body.
pub(crate) fn body_mistakes(body: BodyRef<'_>) -> Vec<Diagnostic> {
    let value = body.0;
    if value.is_json_array() {
        let others = value.children().filter(|element| !element.is_json_object());
        return others.map(|it| catalog::no_body(it, true, true)).collect();
    }
    match value.is_json_object() || value.kind() == Kind::Null {
        true => Vec::new(),
        false => vec![catalog::no_body(value, false, true)],
    }
}
