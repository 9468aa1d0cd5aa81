//! Strings that are borrowed from the source.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::{Context, from_body, from_slice, from_str, parse};

type Map<'a, T> = HashMap<&'a str, T>;

fn points_into(part: &str, whole: &str) -> bool {
    whole.as_bytes().as_ptr_range().contains(&part.as_ptr())
}

#[test]
fn strings_without_escapes_are_borrowed() {
    let source = "a = \"x y\"\nb = { c = \"ü\" }\n".to_owned();
    #[derive(Deserialize)]
    struct Config<'a> {
        a: &'a str,
        #[serde(borrow)]
        b: Map<'a, &'a str>,
    }
    let config: Config<'_> = from_str(&source).unwrap();
    assert_eq!((config.a, config.b["c"]), ("x y", "ü"));
    assert!(points_into(config.a, &source) && points_into(config.b["c"], &source));
    let (key, _) = config.b.iter().next().unwrap();
    assert!(points_into(key, &source));
}

#[test]
fn numbers_and_bools_are_borrowed_as_text() {
    let values: Map<'_, &str> = from_str("a = 15\nb = true\n").unwrap();
    assert_eq!((values["a"], values["b"]), ("15", "true"));
}

#[test]
fn strings_with_escapes_are_owned() {
    let source = "a = \"x\\n\"\nb = \"e\u{301}\"\nc = \"plain\"\nd = <<E\nx\nE\n";
    #[derive(Deserialize)]
    struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
    let values: Map<'_, Text<'_>> = from_str(source).unwrap();
    assert!(matches!(&values["a"].0, Cow::Owned(text) if text == "x\n"));
    assert!(matches!(&values["b"].0, Cow::Owned(text) if text == "\u{e9}"));
    assert!(matches!(values["c"].0, Cow::Borrowed("plain")));
    assert_eq!(values["d"].0, "x\n");
    let error = from_str::<Map<'_, &str>>("a = \"x\\n\"\n").unwrap_err();
    assert_eq!(error.code(), "invalid-type");
}

#[test]
fn from_slices_and_bodies() {
    let values: Map<'_, &str> = from_slice(b"a = \"x\"\n").unwrap();
    assert_eq!(values["a"], "x");
    let source = "b {\n  a = \"x\"\n}\n".to_owned();
    let document = parse(&source).unwrap();
    let body = document.body().blocks().next().unwrap().body();
    let values: Map<'_, &str> = from_body(body, &Context::new()).unwrap();
    assert!(points_into(values["a"], &source));
}
