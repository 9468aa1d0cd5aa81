//! The JSON Schemas of descriptions, in an independent validator.

#![allow(dead_code, missing_docs)]

#[path = "../../tests/laws/encoding/generate.rs"]
mod generate;
#[path = "../../../examples/products/src/bin/nomad.rs"]
mod nomad;
#[path = "../../tests/laws/encoding/typed.rs"]
mod typed;

use jsonschema::Validator;
use proptest::prelude::any;
use proptest::test_runner::TestCaseError;
use schemars::JsonSchema;
use serde_hcl::describe::Description;
use serde_hcl::{Body, Error, from_str, json};
use serde_json::Value as Json;

use self::typed::{Document, document};
use derive_tests::random::{cases, hold};

/// A job file.
#[derive(JsonSchema)]
struct JobFile {
    job: nomad::Job,
}

fn validator<T: JsonSchema>() -> Validator {
    let schema = Description::of::<T>().to_json_schema();
    jsonschema::draft202012::meta::validate(&schema).expect("a schema");
    jsonschema::draft202012::new(&schema).expect("a schema")
}

fn fail(error: Error) -> TestCaseError {
    TestCaseError::fail(format!("{error:#}"))
}

/// The refusals, each with its place.
fn refusals(validator: &Validator, document: &Json) -> String {
    let evaluation = validator.evaluate(document);
    let errors = evaluation.iter_errors();
    errors.map(|error| format!("{}: {}\n", error.instance_location, error.error)).collect()
}

#[test]
fn the_sample_is_accepted() {
    let native: Body = nomad::JOB.parse().unwrap();
    let sample: Json = serde_json::from_str(&json::to_string(&native).unwrap()).unwrap();
    assert_eq!(refusals(&validator::<JobFile>(), &sample), "");
}

#[test]
fn broken_documents_are_refused() {
    let validator = validator::<JobFile>();
    let broken = [
        ("no job", r#"{}"#),
        ("a job without a name", r#"{"job": {"type": "batch"}}"#),
        ("two jobs in a list", r#"{"job": {"a": [{}, {}]}}"#),
        ("a text for the job", r#"{"job": "cache"}"#),
        ("a text for a list", r#"{"job": {"a": {"datacenters": "dc1"}}}"#),
        ("a list for a text", r#"{"job": {"a": {"type": ["batch"]}}}"#),
        ("a word for a number", r#"{"job": {"a": {"group": {"g": {"count": "two"}}}}}"#),
        ("a negative count", r#"{"job": {"a": {"group": {"g": {"count": -1}}}}}"#),
        ("a group without a name", r#"{"job": {"a": {"group": {"count": 1}}}}"#),
        (
            "a port that is too large",
            r#"{"job": {"a": {"group": {"g": {"network": {"port": {"p": {"static": 65536}}}}}}}}"#,
        ),
        (
            "a duration that is an object",
            r#"{"job": {"a": {"task": {"t": {"kill_timeout": {"seconds": 5}}}}}}"#,
        ),
        ("two blocks of resources", r#"{"job": {"a": {"task": {"t": {"resources": [{}, {}]}}}}}"#),
    ];
    for (mistake, document) in broken {
        let document = serde_json::from_str(document).unwrap();
        assert!(!validator.is_valid(&document), "{mistake}: {document}");
    }
}

#[test]
fn templates_and_conversions_are_accepted() {
    let validator = validator::<JobFile>();
    for document in [
        r#"{"job": {"a": {"datacenters": "${var.centers}", "type": 5, "//": "a comment"}}}"#,
        r#"{"job": [{"a": [{"group": {"g": {"count": "2"}}}]}]}"#,
        r#"{"job": {"a": {"group": [{"g": {"count": "${1 + 1}"}}, {"h": [{}]}]}}}"#,
        r#"{"job": {"a": {"task": {"t": {"config": {"any": [1, {"thing": true}]}, "env": {"A": 1}}}}}}"#,
    ] {
        let document = serde_json::from_str(document).unwrap();
        assert_eq!(refusals(&validator, &document), "", "{document}");
    }
}

#[test]
fn every_written_document_is_accepted() {
    let validator = validator::<Document>();
    hold(50, document(), |original| {
        let text = json::to_string(&original).map_err(fail)?;
        // Some numbers are too large for serde_json.
        let Ok(document) = serde_json::from_str(&text) else { return Ok(()) };
        let refusals = refusals(&validator, &document);
        match refusals.is_empty() {
            true => Ok(()),
            false => Err(TestCaseError::fail(format!("{refusals}{text}"))),
        }
    });
}

/// Changes one place of a document.
fn broken(document: &mut Json, mut place: usize, change: usize) {
    let mut rest = vec![document];
    while let Some(part) = rest.pop() {
        if place == 0 {
            let other = [
                Json::Null,
                true.into(),
                300.into(),
                (-0.5).into(),
                "word".into(),
                serde_json::json!({ "word": 1 }),
            ];
            match part {
                Json::Object(map) if change % 2 == 0 => {
                    if let Some(key) = map.keys().nth(change / 2 % map.len().max(1)).cloned() {
                        map.remove(&key);
                    }
                }
                part => *part = other[change % other.len()].clone(),
            }
            return;
        }
        place -= 1;
        match part {
            Json::Object(map) => rest.extend(map.values_mut()),
            Json::Array(list) => rest.extend(list),
            _ => {}
        }
    }
}

/// What the schema refuses is also an error of decoding; except lists of objects, which stand for one object in
/// JSON syntax.
#[test]
fn nothing_that_decodes_is_refused() {
    let validator = validator::<Document>();
    let changes = (document(), any::<usize>(), any::<usize>());
    let count = std::cell::Cell::new(0);
    hold(80, changes, |(original, place, change)| {
        let text = json::to_string(&original.fit_for_json_syntax()).map_err(fail)?;
        let Ok(mut document) = serde_json::from_str::<Json>(&text) else { return Ok(()) };
        broken(&mut document, place % 300, change);
        let refusals = refusals(&validator, &document);
        if refusals.is_empty() {
            return Ok(());
        }
        count.set(count.get() + 1);
        match json::from_str::<Document>(&document.to_string()) {
            Ok(_) => Err(TestCaseError::fail(format!("{refusals}{document}"))),
            Err(_) => Ok(()),
        }
    });
    assert!(count.get() > cases(15), "{}", count.get());
}

/// The native document of a sample has the same meaning as its schema requires.
#[test]
fn skeletons_are_accepted_in_json_syntax() {
    let skeleton = Description::of::<Document>().skeleton();
    let decoded: Document = from_str(&skeleton).unwrap();
    let text = json::to_string(&decoded).unwrap();
    assert_eq!(
        refusals(&validator::<Document>(), &serde_json::from_str(&text).unwrap()),
        "",
        "{}",
        skeleton,
    );
}
