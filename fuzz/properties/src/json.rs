//! JSON syntax.

use std::str;

use serde::de::IgnoredAny;
use serde_hcl::configuration::Schema;
use serde_hcl::{Body, Context, Value, json};

use crate::checked;
use crate::contexts::BUDGET;

/// Another JSON parser accepts the same sources. Every use of a document gives a value or a
/// diagnostic. A written value is read as an equal one, and a document has the same meaning in native
/// syntax.
pub fn json(data: &[u8]) {
    checked(json::from_slice::<IgnoredAny>(data));
    let Ok(source) = str::from_utf8(data) else { return };
    let context = Context::standard().budget(BUDGET);
    let expression = checked(json::parse_expression(source));
    if is_shallow(source) {
        let other = serde_json::from_str::<IgnoredAny>(source);
        assert_eq!(expression.is_some(), other.is_ok(), "{other:?}");
    }
    if let Some(expression) = expression {
        let _ = (format!("{expression:?}"), expression.references().len());
        checked(expression.evaluate(&context));
        checked(expression.reduce(&context));
        checked(expression.view().to_type());
        checked(serde_hcl::to_expression_string(&expression));
    }
    let Some(document) = checked(json::parse(source)) else { return };
    let schema = Schema::new().attribute("a").block("b", &["label"]);
    checked(document.body().content(&schema));
    checked(document.body().attributes_only());
    let body = Body::from(document.body());
    checked(json::to_string(&body));
    if let Some(native) = checked(serde_hcl::to_string(&body)) {
        same_meaning(source, &native);
    }
    if let Some(expanded) = checked(document.expand(&context)) {
        checked(expanded.body().content(&schema));
        checked(serde_hcl::from_body::<Value>(expanded.body(), &context));
    }
    if let Some(value) = checked(json::from_str_with::<Value>(source, &context)) {
        let Some(text) = checked(json::to_string(&value)) else { return };
        let again = json::from_str::<Value>(&text).unwrap();
        assert_eq!(again.to_string(), value.to_string(), "written as {text}");
    }
}

/// A document in JSON syntax, and the same in native syntax, have the same meaning.
fn same_meaning(source: &str, native: &str) {
    let context = Context::standard().budget(BUDGET);
    let value = json::from_str_with::<Value>(source, &context);
    let written = serde_hcl::from_str_with::<Value>(native, &context);
    match (value, written) {
        (Ok(value), Ok(written)) => {
            assert_eq!(written.to_string(), value.to_string(), "written as {native}");
            let Ok(body) = serde_hcl::from_str::<Body>(native) else { return };
            let again = json::to_string(&body).unwrap();
            let again = json::from_str_with::<Value>(&again, &context).unwrap();
            assert_eq!(again.to_string(), value.to_string(), "written as {native}");
        }
        // Which keys are equal is known after evaluation. Then the last one counts in native syntax.
        (Err(error), Ok(_)) => assert_eq!(error.code(), "duplicate-key", "written as {native}"),
        // The two have different sizes and so different budgets.
        (Ok(_), Err(error)) => assert_eq!(error.code(), "too-expensive", "written as {native}"),
        (Err(_), Err(_)) => {}
    }
}

/// Whether the source is within all limits for depth.
fn is_shallow(source: &str) -> bool {
    source.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count() < 100
}
