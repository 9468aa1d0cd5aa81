//! The formatter.

use std::str;

use serde_hcl::format::Formatter;
use serde_hcl::{Body, Context, Value};

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
        assert_eq!(meaning(source), meaning(&formatted), "another meaning");
        let again = serde_hcl::format::format(&formatted).unwrap();
        assert_eq!(again, formatted, "not idempotent");
    }
}

fn without_blanks(text: &str) -> String {
    text.replace([' ', '\t'], "")
}

/// The items of a document, and its value if it has one. Which error it has instead may depend on blanks:
/// `object->name` and `{a/b: 1}` are habits that are recognized only without them.
fn meaning(source: &str) -> (Body, Option<Value>) {
    let context = Context::standard().budget(BUDGET);
    (source.parse().unwrap(), serde_hcl::from_str_with(source, &context).ok())
}
