//! Properties of all values, tested on random ones that are the same in every run.

mod anything;
pub mod generate;
mod hostile;
mod order;
mod other_formats;
mod shapes;
mod syntaxes;
pub mod typed;
mod written;

use proptest::strategy::Strategy;
use proptest::test_runner::TestCaseError;
use serde_hcl::format::format;
use serde_hcl::{Context, Error, Value, from_str, parse_expression, to_expression_string};

use self::anything::{Anything, anything};
use self::generate::value;
use self::typed::{Document, document};
use derive_tests::random::hold;

fn fail(error: Error) -> TestCaseError {
    TestCaseError::fail(format!("{error:#}"))
}

/// Fails unless the formatter does not change the document.
fn require_canonical(document: &str) -> Result<(), TestCaseError> {
    proptest::prop_assert_eq!(format(document).map_err(fail)?, document);
    Ok(())
}

#[test]
fn documents_decode_to_the_encoded_values() {
    hold(150, document(), |original: Document| {
        let document = serde_hcl::to_string(&original).map_err(fail)?;
        require_canonical(&document)?;
        let decoded: Document = from_str(&document).map_err(fail)?;
        proptest::prop_assert_eq!(decoded, original, "{}", document);
        Ok(())
    });
}

#[test]
fn documents_in_json_syntax_decode_to_the_encoded_values() {
    let documents = document().prop_map(Document::fit_for_json_syntax);
    hold(150, documents, |original: Document| {
        let compact = serde_hcl::json::to_string(&original).map_err(fail)?;
        let pretty = serde_hcl::json::to_string_pretty(&original).map_err(fail)?;
        for document in [compact, pretty] {
            let decoded: Document = serde_hcl::json::from_str(&document).map_err(fail)?;
            let (decoded, original) =
                (decoded.in_order_of_labels(), original.clone().in_order_of_labels());
            proptest::prop_assert_eq!(decoded, original, "{}", document);
        }
        Ok(())
    });
}

#[test]
fn documents_decode_to_equal_untyped_values() {
    hold(100, document(), |original: Document| {
        let value = serde_hcl::to_value(&original).map_err(fail)?;
        let decoded: Document = serde_hcl::from_value(value).map_err(fail)?;
        proptest::prop_assert_eq!(decoded, original);
        Ok(())
    });
}

#[test]
fn expressions_evaluate_to_the_encoded_values() {
    hold(1000, value(), |original: Value| {
        let expression = to_expression_string(&original).map_err(fail)?;
        require_canonical(&expression)?;
        let parsed = parse_expression(&expression).map_err(fail)?;
        let value = parsed.evaluate(&Context::new()).map_err(fail)?;
        proptest::prop_assert_eq!(&value, &original, "{}", expression);
        proptest::prop_assert_eq!(&serde_hcl::to_value(&original).map_err(fail)?, &original);

        // Printed numbers have enough digits to identify them, but not all digits of large
        // integers.
        let printed = parse_expression(&original.to_string()).map_err(fail)?;
        let printed = printed.evaluate(&Context::new()).map_err(fail)?;
        proptest::prop_assert_eq!(printed.to_string(), original.to_string());
        Ok(())
    });
}

#[test]
fn every_output_can_be_read() {
    hold(3000, anything(), |anything: Anything| {
        if let Ok(document) = serde_hcl::to_string(&anything) {
            serde_hcl::parse(&document).map_err(fail)?;
            require_canonical(&document)?;
        }
        if let Ok(expression) = to_expression_string(&anything) {
            parse_expression(&expression).map_err(fail)?;
            require_canonical(&expression)?;
        }
        // Any result is allowed; a panic is not.
        let _ = serde_hcl::to_value(&anything);
        Ok(())
    });
}
