//! `Body::merge`: layers of documents.

use serde_hcl::configuration::parse_sources;
use serde_hcl::{Body, Context, Document, Value, from_body, json, to_string};

fn merged(earlier: &str, later: &str) -> Body {
    let body = |source| Document::parse(source, None).unwrap().into_body();
    body(earlier).merge(body(later))
}

#[track_caller]
fn check(earlier: &str, later: &str, expected: &str) {
    let found = merged(earlier, later);
    let written: Body = to_string(&found).unwrap().parse().unwrap();
    assert_eq!(written, expected.parse().unwrap());
    assert_eq!(found, written);
    let expected: Value = serde_hcl::from_str(expected).unwrap();
    assert_eq!(from_body::<Value>(found.view(), &Context::new()).unwrap(), expected);
}

#[test]
fn attributes_are_overridden_in_their_places() {
    check("a = 1\nb = 2\n", "b = 3\nc = 4\na = 5\n", "a = 5\nb = 3\nc = 4\n");
    check("a = 1\n", "", "a = 1\n");
    check("", "a = 1\n", "a = 1\n");
}

#[test]
fn blocks_are_merged_by_type_and_labels() {
    check(
        "s \"a\" {\n  x = 1\n  y = 2\n}\ns \"b\" {\n  x = 1\n}\n",
        "s \"a\" {\n  y = 3\n  t {\n    z = 4\n  }\n}\nq \"a\" \"c\" {}\n",
        "s \"a\" {\n  x = 1\n  y = 3\n\n  t {\n    z = 4\n  }\n}\n\ns \"b\" {\n  x = 1\n}\n\nq \"a\" \"c\" {\n}\n",
    );
}

#[test]
fn several_blocks_are_replaced_together() {
    check("p {\n  n = 1\n}\np {\n  n = 2\n}\n", "p {\n  n = 3\n}\n", "p {\n  n = 3\n}\n");
    let two = "p {\n  n = 2\n}\n\np {\n  n = 3\n}\n";
    check("p {\n  n = 1\n  m = 1\n}\n", two, two);
}

#[test]
fn an_attribute_and_blocks_override_each_other() {
    check("x = 1\ny = 2\n", "x {\n  z = 1\n}\n", "x {\n  z = 1\n}\ny = 2\n");
    check("x {}\ny = 2\nx {}\n", "x = 1\n", "x = 1\ny = 2\n");
}

#[test]
fn properties_of_json_replace_everything_of_their_names() {
    let earlier: Body =
        serde_hcl::from_str("a = 1\ns \"a\" {\n  x = 1\n}\ns \"b\" {}\nc = 2\n").unwrap();
    let later: Body = json::from_str(r#"{"s": {"c": {"x": "${1 + 1}"}}, "a": 5}"#).unwrap();
    let value: serde_json::Value = from_body(earlier.merge(later).view(), &Context::new()).unwrap();
    assert_eq!(value, serde_json::json!({"a": 5, "s": {"c": {"x": 2}}, "c": 2}));
}

#[test]
fn spans_of_joined_and_expanded_bodies_are_kept() {
    let files = parse_sources([("a", "x = 1\n"), ("b", "\ny = nope\n")]).unwrap().into_body();
    let dynamic = "dynamic \"p\" {\n  for_each = [1, 2]\n  content {\n    n = p.value\n  }\n}\n";
    let dynamic = Document::parse(dynamic, Some("c")).unwrap();
    let expanded = dynamic.body().expand(&Context::new()).unwrap();
    let merged = files.clone().merge(expanded).merge(files);
    let error = from_body::<Value>(merged.view(), &Context::new()).unwrap_err();
    assert!(error.to_string().starts_with("b:2:5: "), "{error}");
    let ports: Vec<i64> = (merged.view().blocks())
        .map(|block| {
            let n = block.body().attribute("n").unwrap().expression().evaluate(&Context::new());
            n.unwrap().as_i64().unwrap()
        })
        .collect();
    assert_eq!(ports, [1, 2]);
}

#[test]
fn many_items_merge_in_linear_time() {
    let source: String = (0..20_000).map(|n| format!("a{n} = {n}\ns \"{n}\" {{}}\n")).collect();
    let merged = merged(&source, &source);
    assert_eq!(merged.view().items().len(), 40_000);
}
