//! JSON syntax: the output decodes to the encoded value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::{Body, Context, from_str, from_str_with, json, value};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Config {
    region: String,
    owner: Option<String>,
    service: Vec<Service>,
    backend: Backend,
    rule: BTreeMap<String, Rule>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    ports: Vec<u64>,
    weight: f64,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
enum Backend {
    Local { path: String },
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Rule {
    max: i128,
}

fn config() -> Config {
    let service = |name: &str, weight| Service { name: name.to_owned(), ports: vec![1, 2], weight };
    Config {
        region: "a \"${b}\" %{c}\n\u{1}é".to_owned(),
        owner: None,
        service: vec![service("a", 0.1), service("a", -1e300), service("b/${c}", 2.0)],
        backend: Backend::Local { path: "/".to_owned() },
        rule: BTreeMap::from([("x".to_owned(), Rule { max: i128::MAX })]),
    }
}

#[test]
fn encoded_values_decode_to_equal_ones() {
    let config = config();
    for text in [json::to_string(&config).unwrap(), json::to_string_pretty(&config).unwrap()] {
        assert_eq!(json::from_str::<Config>(&text).unwrap(), config, "{text}");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
    }
    let body: Body = from_str(&serde_hcl::to_string(&config).unwrap()).unwrap();
    assert_eq!(json::to_string(&body).unwrap(), json::to_string(&config).unwrap());
}

#[test]
fn blocks_are_nested_in_their_types_and_labels() {
    let service = Service { name: "a".to_owned(), ports: vec![80], weight: 1.5 };
    let text = json::to_string_pretty(&BTreeMap::from([("service", service)])).unwrap();
    let expected = r#"{
  "service": {
    "a": [
      {
        "ports": [
          80
        ],
        "weight": 1.5
      }
    ]
  }
}
"#;
    assert_eq!(text, expected);
}

#[test]
fn expressions_are_templates() {
    let native = "a = x + 1\nb = \"${x}-$${y}\"\nc = [1, -2, x]\nd = { (x) = 1, \"e f\" = null }\n\
        g = <<-E\n    text ${x}\n  E\nh = \"%{if x == 1}one%{else}more%{endif}\"\ni = (1)\nj = upper(\"q\")\n\
        k \"l\" \"m\" {\n  n = [for v in [x] : v]\n}\nk \"l\" \"o\" {}\nk \"l\" \"m\" {}\n";
    let body: Body = from_str(native).unwrap();
    let written = json::to_string(&body).unwrap();
    let expected = r#"{"a":"${x + 1}","b":"${x}-$${y}","c":[1,-2,"${x}"],"d":{"${x}":1,"e f":null},"g":"text ${x}\n","h":"%{if x == 1}one%{else}more%{endif}","i":1,"j":"${upper(\"q\")}","k":{"l":{"m":[{"n":"${[for v in [x] : v]}"},{}],"o":[{}]}}}"#;
    assert_eq!(written, expected);

    let context = Context::standard().variable("x", 1);
    let one: serde_json::Value = from_str_with(native, &context).unwrap();
    let other: serde_json::Value = json::from_str_with(&written, &context).unwrap();
    assert_eq!(one, other);
}

#[test]
fn bodies_of_json_are_written_in_both_syntaxes() {
    let source = r#"{"a": "${x}\n", "b": {"c": [true, null, 1.50, "${[y]}"]}, "$${d}": "$${e}"}"#;
    let body: Body = json::from_str(source).unwrap();
    let native = serde_hcl::to_string(&body);
    assert!(native.unwrap_err().to_string().contains("$${d}"));

    let source = r#"{"a": "${x}\n", "b": {"c": [true, null, 1.50, "${[y]}"]}, "d": "$${e}"}"#;
    let body: Body = json::from_str(source).unwrap();
    let native = serde_hcl::to_string(&body).unwrap();
    let context = Context::new().variable("x", 1).variable("y", "z");
    let one: serde_json::Value = from_str_with(&native, &context).unwrap();
    let written = json::to_string(&body).unwrap();
    let other: serde_json::Value = json::from_str_with(&written, &context).unwrap();
    let original: serde_json::Value = json::from_str_with(source, &context).unwrap();
    assert_eq!((&one, &other), (&original, &original), "{native}\n{written}");
}

#[test]
fn values_are_plain_json() {
    let value = value!({ "a": "${b}", "c": [1, true, 1.25], "d": null });
    let text = json::value_to_string(&value).unwrap();
    assert_eq!(text, r#"{"a":"${b}","c":[1,true,1.25],"d":null}"#);
    let typed = json::typed_value_to_string(&value!({ "a": [1] })).unwrap();
    assert_eq!(typed, r#"{"value":{"a":[1]},"type":["object",{"a":["tuple",["number"]]}]}"#);
}
