//! Captured parts are written with their original text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::value::Mark;
use serde_hcl::{
    Body, Context, Expression, Lazy, Spanned, Type, Value, from_str, parse_expression,
    parse_template, to_expression_string, value,
};

use crate::{encode, error};

type Map<T> = BTreeMap<String, T>;

/// Decodes and encodes a document with a type that captures parts.
#[track_caller]
fn unchanged<T: Serialize + for<'de> Deserialize<'de>>(document: &str) {
    changed::<T>(document, document);
}

#[track_caller]
fn changed<T: Serialize + for<'de> Deserialize<'de>>(document: &str, expected: &str) {
    match from_str::<T>(document) {
        Ok(captured) => assert_eq!(encode(&captured), expected),
        Err(error) => panic!("{error:#}"),
    }
}

#[test]
fn expressions() {
    unchanged::<Map<Expression>>("a = 1 + var.b\nb = \"${x}-${y}\"\nc = [for n in ns : n]\n");
    unchanged::<Map<Expression>>("a = <<EOT\n${x}\nEOT\nb = 1\n");
    unchanged::<Map<Vec<Expression>>>("a = [x, y.z]\n");
    unchanged::<Map<Map<Expression>>>("a = {\n  b = x\n}\n");
    assert_eq!(to_expression_string(&parse_expression("a.b").unwrap()).unwrap(), "a.b");
}

/// The end marker of a heredoc stays on a line of its own.
#[test]
fn a_captured_body_with_a_heredoc_is_an_object() {
    let body: Body = from_str("a = <<EOT\nx\nEOT\n").unwrap();
    assert_eq!(to_expression_string(&body).unwrap(), "{\n  a = <<EOT\nx\nEOT\n}");
}

#[test]
fn expressions_of_several_lines_fit_their_place() {
    let expression = |source| encode(&BTreeMap::from([("a", parse_expression(source).unwrap())]));
    assert_eq!(expression("f(\n  1\n)"), "a = f(\n  1\n)\n");
    let text = expression("1 +\n2");
    assert_eq!(from_str::<Map<u8>>(&text).unwrap()["a"], 3, "{text}");
    let tuple = BTreeMap::from([("a", vec![parse_expression("<<E\nx\nE\n").unwrap(); 2])]);
    let decoded: Map<Vec<String>> = from_str(&encode(&tuple)).unwrap();
    assert_eq!(decoded["a"], ["x\n", "x\n"]);
}

#[test]
fn templates_are_quoted() {
    let cases = [
        ("", r#""""#),
        ("a \"b\"\n", r#""a \"b\"\n""#),
        ("${x}", r#""${x}""#),
        ("Hello, ${ name }: $${x} \\", r#""Hello, ${name}: $${x} \\""#),
        ("%{ if a }b%{ else }c%{ endif }", r#""%{if a}b%{else}c%{endif}""#),
        ("%{ for k, v in m ~}\n  ${v}%{ endfor }", r#""%{for k, v in m}  ${v}%{endfor}""#),
        ("\"${x}\"", r#""\"${x}\"""#),
    ];
    for (template, quoted) in cases {
        let template = parse_template(template).unwrap();
        assert_eq!(to_expression_string(&template).unwrap(), quoted);
    }
}

#[test]
fn bodies() {
    unchanged::<Body>("a = 1\n\nb \"x\" {\n  c = y\n}\n");
    unchanged::<Map<Body>>("b {\n  c = y\n}\n");
    unchanged::<Map<Map<Body>>>("b \"x\" {\n  c = y\n\n  d {}\n}\n\nb \"y\" {}\n");
    unchanged::<Map<Vec<Body>>>("b {}\n\nb {}\n");
    changed::<Map<Body>>("b { c = y }\n", "b {\n  c = y\n}\n");
}

#[test]
fn bodies_keep_their_comments() {
    unchanged::<Body>(
        "# A comment.\n\n# Another\n// one.\na = 1 # behind\n\n# The block.\nb {\n  # inside\n}\nc = 2\n",
    );
    unchanged::<Map<Body>>("b {\n  # c\n  c = 1 // d\n}\n");
}

#[test]
fn bodies_are_objects_inside_expressions() {
    let mixed = |source| (Some(from_str::<Body>(source).unwrap()), None::<()>);
    assert_eq!(
        encode(&BTreeMap::from([("a", mixed("# c\nb = x # d\n"))])),
        "a = [{\n  b = x\n}, null]\n"
    );
    assert_eq!(
        error(&BTreeMap::from([("a", mixed("b {}\n"))])),
        "a[0].b: Not an expression: A block that was captured undecoded can't be written inside of an expression."
    );
}

#[test]
fn generated_blocks_are_written_out() {
    let source = r#"
service {
  # kept
  a = 1
  dynamic "port" {
    for_each = { http = 80, "x-y" = -1 }
    labels   = [port.key]
    content {
      number = port.value + offset
      name   = "${port.key}/${upper(port.key)}"
      both   = { port = port, (port.key) = [for n in [port.value] : n] } # lost
      plain  = port_value # kept
      inner {
        text = <<-EOT
          ${port.value}
        EOT
      }
    }
  }
}
"#;
    let body: Body = from_str(source).unwrap();
    let expanded = body.expand(&Context::new()).unwrap();
    let written = encode(&expanded);
    assert_eq!(
        written.lines().take(11).collect::<Vec<_>>().join("\n"),
        r#"service {
  # kept
  a = 1

  port "http" {
    number = 80 + offset
    name   = "${"http"}/${upper("http")}"
    both = { port = {
      key   = "http"
      value = 80
    }, ("http") = [for n in [80] : n] }"#
    );
    assert!(written.contains("plain = port_value # kept\n"));
    let context = Context::standard().variable("offset", 1).variable("port_value", 2);
    let read = |body: &Body| body.decode::<serde_json::Value>(&context).unwrap();
    assert_eq!(read(&from_str(&written).unwrap()), read(&expanded));
}

#[test]
fn blocks_generated_for_unknown_elements_can_not_be_written() {
    let body: Body =
        from_str("dynamic \"b\" {\n  for_each = v\n  content {\n    c = b.value\n  }\n}\n")
            .unwrap();
    let expand = |value: Value| body.expand(&Context::new().variable("v", value)).unwrap();
    assert_eq!(encode(&expand(value!([]))), "");
    assert_eq!(error(&expand(Value::unknown(Type::Dynamic))), "b.c: the value is not known yet");
    let secret = value!(["s"]).mark(Mark::SENSITIVE);
    assert_eq!(error(&expand(secret)), "b.c: the value is sensitive; unmark it to serialize it");
}

#[test]
fn the_rest_of_a_body() {
    #[derive(Serialize, Deserialize)]
    struct Resource {
        #[serde(rename = "$label")]
        name: String,
        count: Option<u8>,
        #[serde(flatten)]
        rest: Body,
    }
    #[derive(Serialize, Deserialize)]
    struct Config {
        resource: Vec<Resource>,
    }
    unchanged::<Config>(
        r#"resource "a" {
  count = 1
  # What it is made from.
  image = var.image

  network {
    id = 1
  }
}

resource "b" {}
"#,
    );
}

#[test]
fn lazy_values() {
    unchanged::<Map<Lazy<u8>>>("a = 1 + x\n");
    unchanged::<Map<Lazy<Map<u8>>>>("a {\n  b = x\n}\n");
    unchanged::<Map<Map<Lazy<Map<u8>>>>>("a \"x\" {\n  b = x\n}\n\na \"y\" {}\n");
    unchanged::<Map<Lazy<Vec<u8>>>>("a \"x\" \"y\" {}\n\na {\n  b = 1\n}\n");
    unchanged::<Lazy<u8>>("a = 1\n\nb {}\n");
    unchanged::<Map<Vec<Lazy<u8>>>>("a = [x]\n");
    changed::<Map<Vec<Lazy<u8>>>>("a = [for n in [1] : n + 1]\n", "a = [2]\n");
    #[derive(Serialize, Deserialize)]
    struct Script {
        #[serde(rename = "$blocks")]
        steps: Vec<Lazy<u8>>,
    }
    unchanged::<Script>("run {\n  a = x\n}\n\ncopy \"y\" {}\n\nrun {}\n");
}

#[test]
fn spans_are_not_written() {
    unchanged::<Map<Spanned<Vec<Spanned<u8>>>>>("a = [1, 2]\n");
}

#[test]
fn types_are_expressions() {
    let ty = Type::list(Type::object([("a", Type::String)]));
    assert_eq!(encode(&BTreeMap::from([("type", ty)])), "type = list(object({ a = string }))\n");
}

#[test]
fn everything_captured_prints_as_it_was() {
    let source = "# c\na = 1\n\nb \"x\" {\n  c = y\n}\n";
    let body: Body = from_str(source).unwrap();
    assert_eq!(body.to_string(), source);
    assert_eq!(parse_expression("a + 1").unwrap().to_string(), "a + 1");
}

#[test]
fn other_formats_get_the_source_text() {
    let body: Body = from_str("a = x # c\n").unwrap();
    assert_eq!(serde_json::to_string(&body).unwrap(), r#"{"a":"a = x # c"}"#);
    let blocks: Body = serde_hcl::from_str("b {}\na = 1\nb \"x\" {}\n").unwrap();
    assert_eq!(
        serde_json::to_string(&blocks).unwrap(),
        r#"{"b":["b {}","b \"x\" {}"],"a":"a = 1"}"#
    );
    assert_eq!(serde_hcl::to_string(&blocks).unwrap(), "b {}\na = 1\nb \"x\" {}\n");
    let expression = parse_expression("a + 1").unwrap();
    assert_eq!(serde_json::to_string(&expression).unwrap(), r#""a + 1""#);
}

#[test]
fn parts_of_several_files_are_written_as_they_were() {
    #[derive(Deserialize, Serialize)]
    struct Config {
        size: Expression,
        server: Vec<Body>,
        network: Lazy<serde_hcl::Value>,
    }
    let a = "size = 2*  count # of them\n\nserver {\n  port=80 # plain\n}\n";
    let b = "# the other\nserver {\n  // inside\n  port   = 443\n}\n\nnetwork {\n  range = [ \"a\" ]\n}\n";
    let document = serde_hcl::configuration::parse_sources([("a.hcl", a), ("b.hcl", b)]).unwrap();
    let config: Config = serde_hcl::from_body(document.body(), &serde_hcl::Context::new()).unwrap();
    drop(document);
    let written = serde_hcl::to_string(&config).unwrap();
    for part in ["size = 2 * count", "port = 80 # plain", "// inside", "port = 443", "[\"a\"]"] {
        assert!(written.contains(part), "{written}");
    }
    let again: Config = serde_hcl::from_str(&written).unwrap();
    assert_eq!(serde_hcl::to_string(&again).unwrap(), written);
}

/// The names of items are not keys: they may be equal, and equal after normalization.
#[test]
fn bodies_with_names_in_other_forms_are_written() {
    for source in ["e\u{301} {\n}\np = 1\np {\n}\np {\n}\n", "\u{e9} {\n}\ne\u{301} {\n}\n"] {
        let body: Body = serde_hcl::from_str(source).unwrap();
        let written = serde_hcl::to_string(&body).unwrap();
        assert_eq!(serde_hcl::from_str::<Body>(&written).unwrap(), body, "{written}");
    }
}

#[test]
fn a_blank_line_follows_captured_blocks_only() {
    #[derive(Serialize)]
    struct Config {
        #[serde(flatten)]
        captured: Body,
        last: u8,
    }
    let cases = [
        ("a = {}\n", "a    = {}\nlast = 1\n"),
        ("a = [for x in y : { z = x }]\n", "a    = [for x in y : { z = x }]\nlast = 1\n"),
        ("# {\na = 1 # {}\n", "# {\na    = 1 # {}\nlast = 1\n"),
        ("b {} # x\n", "b {} # x\n\nlast = 1\n"),
        ("/* = */ b {\n}\n", "/* = */ b {\n}\n\nlast = 1\n"),
    ];
    for (captured, expected) in cases {
        let config = Config { captured: captured.parse().unwrap(), last: 1 };
        assert_eq!(encode(&config), expected);
    }
}
