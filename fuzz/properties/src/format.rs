//! The formatter.

use std::str;

use serde_hcl::format::Formatter;
use serde_hcl::{Context, Value};

use crate::contexts::BUDGET;

/// Formatting changes only blanks. It is idempotent for valid documents and keeps their meaning. In
/// invalid documents, the text beside a line end inside quotes may change each time.
pub fn format(data: &[u8]) {
    let Ok(source) = str::from_utf8(data) else { return };
    let Ok(formatted) = serde_hcl::format::format(source) else { return };
    let text = source.strip_prefix('\u{feff}').unwrap_or(source);
    assert_eq!(without_blanks(&formatted), without_blanks(text), "other changes than blanks");
    let wide = Formatter::new().indent(4).format(source).unwrap();
    assert_eq!(without_blanks(&wide), without_blanks(text), "other changes than blanks");
    if serde_hcl::parse(source).is_ok() {
        let (before, after) = (meaning(source), meaning(&formatted));
        // An arrow is an error of its own only without blanks.
        let is_arrow = source.contains("->") && before.is_err() && after.is_err();
        assert!(before == after || is_arrow, "another meaning: {before:?} is {after:?}");
        let again = serde_hcl::format::format(&formatted).unwrap();
        assert_eq!(again, formatted, "not idempotent");
    }
}

fn without_blanks(text: &str) -> String {
    text.replace([' ', '\t'], "")
}

/// The value of a document, or the code of its error.
fn meaning(source: &str) -> Result<Value, Option<&'static str>> {
    let context = Context::standard().budget(BUDGET);
    serde_hcl::from_str_with(source, &context)
        .map_err(|error| error.diagnostics().first().map(|diagnostic| diagnostic.code()))
}
