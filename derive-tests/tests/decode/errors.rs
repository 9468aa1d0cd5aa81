//! Messages and places of errors.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::diagnostic::Category;
use serde_hcl::value::Mark;
use serde_hcl::{
    Context, Error, Type, Value, from_path, from_reader, from_slice, from_str, from_str_with,
};

#[track_caller]
fn failure<T: DeserializeOwned>(source: &str) -> Error {
    match from_str::<T>(source) {
        Ok(_) => panic!("this was expected to fail:\n{source}"),
        Err(error) => error,
    }
}

#[derive(Debug, Deserialize)]
struct Service {
    ports: Vec<u16>,
    #[serde(default)]
    check: Vec<HashMap<String, u8>>,
}

type Services = HashMap<String, Vec<Service>>;

#[test]
fn the_path_is_that_of_the_value() {
    let error = failure::<Services>("service { ports = [] }\nservice { ports = [80, \"x\"] }\n");
    assert_eq!(error.path().as_deref(), Some("service[1].ports[1]"));
    assert_eq!((error.line(), error.column()), (Some(2), Some(24)));
    assert_eq!(error.category(), Category::Data);
    assert_eq!(error.code(), "invalid-type");
    assert_eq!(
        format!("{error:#}"),
        "2:24: service[1].ports[1]: Unsuitable value type: Expected a whole number from 0 to 65535, found the string \"x\"; write a number in digits\n  |\n2 | service { ports = [80, \"x\"] }\n  |                        ^^^"
    );
}

#[test]
fn evaluation_keeps_its_own_place() {
    let error = failure::<Services>("service {\n  ports = [1, 1 + nope]\n}\n");
    assert_eq!(error.path().as_deref(), Some("service[0].ports[1]"));
    assert_eq!((error.line(), error.column()), (Some(2), Some(19)));
    assert_eq!(error.category(), Category::Evaluation);
}

#[test]
fn errors_inside_an_evaluated_value_point_at_the_expression() {
    let error = failure::<Services>("service {\n  ports = [for x in [1, 99999] : x]\n}\n");
    assert_eq!(error.path().as_deref(), Some("service[0].ports[1]"));
    assert_eq!((error.line(), error.column()), (Some(2), Some(11)));
}

#[test]
fn a_missing_field_points_at_the_header() {
    let error = failure::<Services>("service {}\nservice \"x\" {\n}\n");
    assert_eq!(error.line(), Some(1));
    let error =
        failure::<HashMap<String, HashMap<String, Service>>>("service \"x\" {\n  check {}\n}\n");
    assert_eq!(error.span().map(|span| (span.start, span.end)), Some((0, 11)));
    assert_eq!(error.path().as_deref(), Some("service[\"x\"]"));
    let error = failure::<HashMap<String, Service>>("service = { check = [] }\n");
    assert_eq!((error.line(), error.column()), (Some(1), Some(11)));
}

#[test]
fn sources_have_names() {
    let path = std::env::temp_dir().join("serde_hcl-errors.hcl");
    std::fs::write(&path, "a = 1\nb = [\n").unwrap();
    let error = from_path::<Value>(&path).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{}:", path.display())));
    std::fs::write(&path, "a = \"x\"\n").unwrap();
    let error = from_path::<HashMap<String, u8>>(&path).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{}:1:5: a: ", path.display())));
    std::fs::remove_file(&path).unwrap();
    let error = from_path::<Value>(&path).unwrap_err();
    assert_eq!(error.category(), Category::Io);
    assert!(error.to_string().contains("serde_hcl-errors.hcl"));
}

#[test]
fn invalid_utf8_has_a_position() {
    for error in [
        from_slice::<Value>(b"a = 1\nb = \"\xff\"\n").unwrap_err(),
        from_reader::<Value>(&b"a = 1\nb = \"\xff\"\n"[..]).unwrap_err(),
    ] {
        assert_eq!((error.line(), error.column()), (Some(2), Some(6)));
        assert_eq!(error.category(), Category::Syntax);
    }
}

#[test]
fn unknown_values_name_their_source() {
    let context = Context::new()
        .variable("known", 1)
        .variable("server", Value::object([("id", Value::unknown(Type::String))]));
    let error =
        from_str_with::<HashMap<String, String>>("a = \"${known}-${server.id}\"\n", &context)
            .unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:5: a: Unknown value: The value is not known yet, so it can't be decoded; it depends on server.id"
    );
}

#[test]
fn errors_hide_sensitive_values() {
    let context = Context::new().variable("secret", Value::from("hunter2").mark(Mark::SENSITIVE));
    for source in ["a = secret\n", "a = [secret][0]\n", "a = { b = secret }.b\n"] {
        let error = from_str_with::<HashMap<String, u8>>(source, &context).unwrap_err();
        assert_eq!(error.code(), "sensitive-value");
        assert!(!format!("{error:#} {error:?}").contains("hunter2"));
    }
}

#[test]
fn all_syntax_errors_are_reported() {
    let error = failure::<Value>("a = \nb = ]\n");
    assert_eq!(error.category(), Category::Syntax);
    assert!(error.diagnostics().len() > 1);
}

#[test]
fn objects_with_unsuitable_keys() {
    let error = failure::<HashMap<String, Value>>("a = { (null) = 1 }\n");
    assert_eq!(error.category(), Category::Evaluation);
    let error = failure::<HashMap<String, HashMap<String, u8>>>("a = { b.c = 1 }\n");
    assert!(error.to_string().contains("Ambiguous attribute key"));
}

#[test]
fn errors_without_a_place_have_their_whole_text() {
    let report = from_path::<Value>("nowhere.hcl").unwrap_err().report();
    assert!(
        report.starts_with("[unreadable] Error: nowhere.hcl: Source can't be read: "),
        "{report}"
    );
    let error = serde_hcl::to_string(&HashMap::from([("size", [f64::NAN])])).unwrap_err();
    assert_eq!(error.report().split_once("Error: ").unwrap().1, format!("{error}\n"));
}

#[test]
fn a_document_of_another_shape_than_the_type() {
    let error = failure::<u8>("a = 1\n");
    assert_eq!(
        error.to_string(),
        "1:1: Unsuitable value type: Expected a whole number from 0 to 255, found a body."
    );
}

#[test]
fn errors_of_input_and_output_convert_both_ways() {
    fn file() -> serde_hcl::Result<String> {
        Ok(std::fs::read_to_string("nowhere.hcl")?)
    }
    let error = file().unwrap_err();
    assert_eq!((error.category(), error.code()), (Category::Io, "input-output"));
    assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::NotFound);

    let errors = [
        failure::<u8>("a = 1\n"),
        failure::<Value>("a = \nb = ]\n"),
        from_path::<Value>("nowhere.hcl").unwrap_err(),
    ];
    for error in errors {
        let back = serde_hcl::Error::from(std::io::Error::from(error.clone()));
        assert_eq!((back.category(), back.report()), (error.category(), error.report()));
    }
}
