//! JSON syntax: a type gets equal values from both syntaxes.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::configuration::parse_sources;
use serde_hcl::{Body, Context, Decoder, Expression, Lazy, Spanned, Value, from_str_with, json};

/// Checks that both documents decode to the same value.
#[track_caller]
fn same<T: DeserializeOwned + PartialEq + Debug>(native: &str, json: &str) -> T {
    let context = Context::standard().variable("region", "eu");
    let one: T = from_str_with(native, &context).unwrap();
    let other: T = json::from_str_with(json, &context).unwrap();
    assert_eq!(one, other, "{native}\n{json}");
    other
}

#[track_caller]
fn refused<T: DeserializeOwned + Debug>(source: &str) -> String {
    json::from_str::<T>(source).unwrap_err().to_string()
}

#[derive(Deserialize, Debug, PartialEq)]
struct Service {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    check: Option<Check>,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Check {
    path: String,
}

#[test]
fn labels_are_required() {
    #[derive(Deserialize, Debug)]
    struct Block {
        #[serde(rename = "$label")]
        name: Option<String>,
        port: Option<u16>,
    }
    type Blocks = BTreeMap<String, Vec<Block>>;
    let blocks: Blocks = json::from_str(r#"{"b": {"x": {"port": 80}}}"#).unwrap();
    assert_eq!((blocks["b"][0].name.as_deref(), blocks["b"][0].port), (Some("x"), Some(80)));
    assert!(refused::<Blocks>(r#"{"b": [{}]}"#).contains("Missing block label"));
}

#[derive(Deserialize, Debug, PartialEq)]
struct Config {
    region: String,
    #[serde(default)]
    service: Vec<Service>,
}

#[test]
fn labels_and_blocks_are_levels_of_objects_and_arrays() {
    let native = "region = \"${region}-1\"\n\
        service \"a\" {\n  port = 80\n  tags = { x = region }\n  check {\n    path = \"/\"\n  }\n}\n\
        service \"b\" {\n  port = \"81\"\n}\nservice \"b\" {\n  port = 82\n}\n";
    let forms = [
        r#"{"region": "${region}-1", "service": {
            "a": {"port": 80, "tags": {"x": "${region}"}, "check": {"path": "/"}},
            "b": [{"port": "81"}, {"port": 82}]}}"#,
        r#"{"//": "${", "region": "${region}-1", "service": [
            {"a": [{"port": 80, "tags": {"x": "${region}"}, "check": [{"path": "/"}]}]},
            {"b": {"port": "81"}}, {"b": {"port": 82}}]}"#,
        r#"[{"region": "${region}-1"}, {"service": {"a": {"\u0070ort": 80, "//": {},
            "tags": {"${lower("X")}": "${region}"}, "check": {"path": "/"}}}},
            {"service": {"b": {"port": "${80 + 1}"}}}, {"service": {"b": {"port": 82}}}]"#,
    ];
    for json in forms {
        let config: Config = same(native, &json.replace("lower(\"X\")", "lower(\\\"X\\\")"));
        assert_eq!(config.service.len(), 3);
    }
}

#[test]
fn maps_take_names() {
    type Services = BTreeMap<String, BTreeMap<String, BTreeMap<String, u16>>>;
    same::<Services>(
        "service \"a\" {\n  port = 80\n}\nservice \"b\" {\n  port = 81\n}\n",
        r#"{"service": [{"a": {"port": 80}}, {"b": [{"port": 81}]}]}"#,
    );
    type Grouped = BTreeMap<String, BTreeMap<String, Vec<BTreeMap<String, u16>>>>;
    same::<Grouped>(
        "service \"a\" {\n  port = 80\n}\nservice \"a\" {\n  port = 81\n}\n",
        r#"{"service": [{"a": {"port": 80}}, {"a": {"port": 81}}]}"#,
    );
}

#[test]
fn single_objects_are_sequences_of_one() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Document {
        check: Vec<Check>,
    }
    let native = "check {\n  path = \"/\"\n}\n";
    same::<Document>(native, r#"{"check": {"path": "/"}}"#);
    same::<Document>(native, r#"{"check": [{"path": "/"}]}"#);
    let two = same::<Document>(
        "check {\n  path = \"/a\"\n}\ncheck {\n  path = \"/b\"\n}\n",
        r#"{"check": {"path": "/a"}, "check": {"path": "/b"}}"#,
    );
    assert_eq!(two.check.len(), 2);
}

#[test]
fn an_empty_array_is_no_block() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Document {
        check: Option<Check>,
        #[serde(default)]
        checks: Vec<Check>,
        paths: Option<Vec<String>>,
    }
    let found: Document = json::from_str(r#"{"check": [], "checks": [], "paths": []}"#).unwrap();
    assert_eq!(found, Document { check: None, checks: vec![], paths: Some(vec![]) });
    let error = refused::<BTreeMap<String, Check>>(r#"{"check": {"path": []}}"#);
    assert!(error.contains("Expected a string"), "{error}");
    // In native syntax it is an argument that is a tuple.
    assert!(serde_hcl::from_str::<Document>("check = []\n").is_err());
}

#[test]
fn several_labels_may_be_taken() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Resource {
        #[serde(rename = "$label:type")]
        kind: String,
        #[serde(rename = "$label:name")]
        name: String,
        ami: String,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Document {
        resource: Vec<Resource>,
    }
    let native = "resource \"x\" \"a\" {\n  ami = \"1\"\n}\nresource \"x\" \"b\" {\n  ami = \"2\"\n}\n\
        resource \"y\" \"a\" {\n  ami = \"3\"\n}\n";
    let json =
        r#"{"resource": {"x": {"a": {"ami": "1"}, "b": [{"ami": "2"}]}, "y": {"a": {"ami": 3}}}}"#;
    same::<Document>(native, json);

    #[derive(Deserialize, Debug, PartialEq)]
    struct Labelled {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
        ami: String,
    }
    let json = r#"{"resource": {"x": {"a": [{"ami": "1"}], "b": [{"ami": "2"}]}, "y": {"a": [{"ami": 3}]}}}"#;
    same::<BTreeMap<String, Vec<Labelled>>>(native, json);
}

#[test]
fn enums_are_named_by_labels_strings_and_properties() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Backend {
        Local,
        S3 { bucket: String },
        Named(Named),
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Named {
        #[serde(rename = "$label")]
        name: String,
    }
    type One = BTreeMap<String, Backend>;
    same::<One>("backend = \"local\"\n", r#"{"backend": "local"}"#);
    let native = "backend \"s3\" {\n  bucket = \"b\"\n}\n";
    same::<One>(native, r#"{"backend": {"s3": {"bucket": "b"}}}"#);
    same::<One>(native, r#"{"backend": [{"s3": [{"bucket": "b"}]}]}"#);
    same::<BTreeMap<String, Vec<Backend>>>(
        "backend \"s3\" {\n  bucket = \"b\"\n}\nbackend \"named\" \"x\" {}\nbackend \"named\" \"y\" {}\n",
        r#"{"backend": {"s3": {"bucket": "b"}, "named": {"x": {}, "y": {}}}}"#,
    );
}

#[test]
fn all_blocks_are_properties_with_objects() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Any {
        Check(Check),
        Service(Service),
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Document {
        name: String,
        #[serde(rename = "$blocks")]
        blocks: Vec<Any>,
    }
    same::<Document>(
        "name = \"x\"\ncheck {\n  path = \"/\"\n}\nservice \"a\" {\n  port = 1\n}\ncheck {\n  path = \"b\"\n}\n",
        r#"{"name": "x", "check": {"path": "/"}, "service": {"a": {"port": 1}}, "check": [{"path": "b"}]}"#,
    );
}

#[test]
fn parts_are_captured() {
    #[derive(Deserialize)]
    struct Document {
        size: Expression,
        rule: Lazy<bool>,
        port: Spanned<u16>,
        check: Body,
        value: Value,
    }
    let source = r#"{"size": "${a + 1}", "rule": "${a > 1}", "port": 80,
        "check": {"path": "${a}"}, "value": {"x": [1.50, "y"]}}"#;
    let document: Document = json::from_str(source).unwrap();
    let context = Context::new().variable("a", 2);
    assert_eq!(document.size.evaluate(&context).unwrap().as_i64(), Some(3));
    assert!(document.rule.evaluate(&context).unwrap());
    assert_eq!(document.port.span().text(source), "80");
    let path = document.check.view().attribute("path").unwrap().expression();
    assert_eq!(path.evaluate(&context).unwrap().as_i64(), Some(2));
    assert_eq!(document.value["x"][0].to_string(), "1.5");
}

#[test]
fn strings_without_escapes_are_borrowed() {
    let text: BTreeMap<&str, &str> = json::from_str(r#"{"a": "b {c} 100%"}"#).unwrap();
    assert_eq!(text["a"], "b {c} 100%");
    assert!(json::from_str::<BTreeMap<&str, &str>>(r#"{"a": "b\n"}"#).is_err());
}

#[test]
fn values_that_are_not_read_are_not_evaluated() {
    #[derive(Deserialize, Debug)]
    struct Document {
        #[serde(default)]
        a: u8,
    }
    let document: Document =
        json::from_str(r#"{"b": "${nope}", "c": {"d": "${"}, "a": 1}"#).unwrap();
    assert_eq!(document.a, 1);
}

#[test]
fn untyped_data_has_the_written_values() {
    let any: serde_json::Value = json::from_str(
        r#"{"a": {"b": {"c": [1, "${1 + 1}", null, true, -0.5]}}, "${\"k\"}": "$${x}", "d": []}"#,
    )
    .unwrap();
    let expected = serde_json::json!({
        "a": {"b": {"c": [1, 2, null, true, -0.5]}}, "${\"k\"}": "${x}", "d": []
    });
    assert_eq!(any, expected);
}

#[test]
fn numbers_keep_their_digits() {
    let numbers: BTreeMap<String, i128> =
        json::from_str(r#"{"a": -170141183460469231731687303715884105728, "b": 1e3}"#).unwrap();
    assert_eq!((numbers["a"], numbers["b"]), (i128::MIN, 1000));
}

#[test]
fn errors_have_places_and_paths() {
    let cases = [
        (
            refused::<Config>(r#"{"region": "r", "service": {"a": {"port": "x"}}}"#),
            r#"1:43: service[0].port: "#,
        ),
        (refused::<Config>(r#"{"region": "${nope}"}"#), "1:15: region: "),
        (refused::<Config>(r#"{"region": "a\n${\"b\" + nope}"}"#), "1:18: region: "),
        (refused::<Config>(r#"{"region": 1, "region": 2}"#), "1:15: "),
        (refused::<Config>(r#"{"region": 1, "service": 5}"#), "1:26: service: "),
        (refused::<Config>(r#"{"region": 1, "service": {}}"#), "1:26: service[0]: "),
        (refused::<Config>(r#"[1]"#), "1:2: "),
    ];
    for (found, start) in cases {
        assert!(found.starts_with(start), "{found} should start with {start}");
    }
}

#[test]
fn dynamic_blocks_are_expanded() {
    let decoder = Decoder::new().json(true).expand_dynamic_blocks(true);
    let config: Config = decoder
        .from_str(
            r#"{"region": "r", "dynamic": {"service": {"for_each": {"a": 80, "b": 81},
            "labels": ["${service.key}"], "content": {"port": "${service.value}"}}}}"#,
        )
        .unwrap();
    let ports: Vec<_> =
        config.service.iter().map(|service| (&*service.name, service.port)).collect();
    assert_eq!(ports, [("a", 80), ("b", 81)]);
}

#[test]
fn documents_of_both_syntaxes_decode_as_one() {
    let document = parse_sources([
        ("a.hcl", "region = \"r\"\nservice \"a\" {\n  port = 80\n}\n"),
        ("b.json", r#"{"service": {"b": {"port": 81}}}"#),
    ])
    .unwrap();
    let config: Config = serde_hcl::from_body(document.body(), &Context::new()).unwrap();
    assert_eq!((config.region.as_str(), config.service.len()), ("r", 2));
    assert_eq!(config.service[1].name, "b");
}

#[test]
fn structs_with_flattened_fields_take_labels() {
    #[derive(Deserialize, Debug)]
    struct Resource {
        #[serde(rename = "$label:type")]
        kind: String,
        #[serde(rename = "$label:name")]
        name: String,
        #[serde(flatten)]
        arguments: Body,
    }
    #[derive(Deserialize, Debug)]
    struct Document {
        resource: Vec<Resource>,
    }
    let source = r#"{"resource": {"x": {"a": {"ami": "1"}, "b": [{"ami": "2"}, {"ami": "3"}]}}}"#;
    let document: Document = json::from_str(source).unwrap();
    let found: Vec<_> = document
        .resource
        .iter()
        .map(|resource| {
            let ami = resource.arguments.view().attribute("ami").unwrap().expression().text();
            (&*resource.kind, &*resource.name, ami)
        })
        .collect();
    assert_eq!(found, [("x", "a", "\"1\""), ("x", "b", "\"2\""), ("x", "b", "\"3\"")]);
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
struct LabelledService {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
}

fn labelled(name: &str, port: u16) -> LabelledService {
    LabelledService { name: name.to_owned(), port }
}

const LABELLED: &str = r#"{"service": {"web": {"port": "${base + 80}"}, "db": [{"port": 1}]}}"#;

fn base() -> Context {
    Context::new().variable("base", 8000)
}

#[test]
fn a_part_decoded_later_has_its_labels() {
    #[derive(Deserialize)]
    struct Config<T> {
        service: Lazy<T>,
    }
    let expected = [labelled("web", 8080), labelled("db", 1)];
    let config: Config<Vec<LabelledService>> = json::from_str(LABELLED).unwrap();
    assert_eq!(config.service.evaluate(&base()).unwrap(), expected);

    #[derive(Deserialize, Debug, PartialEq)]
    struct Plain {
        port: u16,
    }
    let config: Config<BTreeMap<String, Plain>> = json::from_str(LABELLED).unwrap();
    let services = config.service.evaluate(&base()).unwrap();
    assert_eq!(services["web"], Plain { port: 8080 });

    let one = r#"{"service": {"web": {"port": 80}}}"#;
    let config: Config<LabelledService> = json::from_str(one).unwrap();
    assert_eq!(config.service.evaluate(&base()).unwrap(), labelled("web", 80));
}

#[test]
fn a_captured_block_has_its_labels() {
    #[derive(Deserialize)]
    struct Config {
        service: serde_hcl::Block,
    }
    let config: Config = json::from_str(r#"{"service": {"web": [{"port": 80}]}}"#).unwrap();
    let block = config.service.view();
    assert_eq!(block.block_type(), "service");
    assert_eq!(block.labels().next().unwrap().value(), "web");
    assert_eq!(config.service.decode::<LabelledService>(&base()).unwrap(), labelled("web", 80));
    assert_eq!(
        serde_hcl::to_string(&config.service).unwrap(),
        "service \"web\" {\n  port = 80\n}\n"
    );
    assert_eq!(config.service, config.service.clone());
}

#[test]
fn captured_blocks_have_their_labels() {
    #[derive(Deserialize)]
    struct Config {
        #[serde(rename = "$blocks")]
        blocks: Vec<serde_hcl::Block>,
    }
    let source = r#"{"service": {"web": [{"port": 80}], "db": [{"port": 1}]}, "other": [{}]}"#;
    let config: Config = json::from_str(source).unwrap();
    let headers: Vec<String> = config
        .blocks
        .iter()
        .map(|block| {
            let block = block.view();
            let labels = block.labels().map(|label| format!(" {}", label.value()));
            block.block_type().to_owned() + &labels.collect::<String>()
        })
        .collect();
    assert_eq!(headers, ["service web", "service db", "other"]);
    assert_ne!(config.blocks[0], config.blocks[1]);
}

#[test]
fn a_single_object_is_a_list_of_one_in_a_flattened_field() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        port: Vec<Port>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Port {
        number: u16,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        inner: Inner,
    }
    let source = r#"{"port": {"number": 1}}"#;
    let inner = || Inner { port: vec![Port { number: 1 }] };
    assert_eq!(json::from_str::<Inner>(source).unwrap(), inner());
    assert_eq!(json::from_str::<Flat>(source).unwrap(), Flat { inner: inner() });
}

#[derive(Deserialize, Debug, PartialEq)]
struct Port {
    number: u16,
}

#[derive(Deserialize, Debug, PartialEq)]
struct Named {
    #[serde(rename = "$label")]
    name: String,
}

#[test]
fn single_objects_are_sequences_of_one_in_untagged_enums() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(untagged)]
    enum Ports {
        Many(Vec<Port>),
        Number(u16),
    }
    type Document = BTreeMap<String, Ports>;
    same::<Document>("a {\n  number = 80\n}\nb = 1\n", r#"{"a": {"number": 80}, "b": 1}"#);
    same::<Document>("a {\n  number = 80\n}\n", r#"{"a": [{"number": 80}]}"#);
}

#[test]
fn blocks_may_be_flattened() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Inner {
        one: Option<Port>,
        #[serde(default)]
        many: Vec<Port>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Document {
        name: String,
        #[serde(flatten)]
        inner: Inner,
    }
    let native = "name = \"a\"\none {\n  number = 1\n}\nmany {\n  number = 2\n}\n";
    same::<Document>(native, r#"{"name": "a", "one": {"number": 1}, "many": {"number": 2}}"#);
    same::<Document>(native, r#"{"name": "a", "one": [{"number": 1}], "many": [{"number": 2}]}"#);
}

/// The limits in the documentation of `json::from_str`.
#[test]
fn what_is_not_known_behind_a_buffer() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Flat<T> {
        #[serde(flatten)]
        inner: BTreeMap<String, Vec<T>>,
    }
    let error = refused::<Flat<Named>>(r#"{"a": {"b": {}}}"#);
    assert!(error.contains("Labels are required"), "{error}");
    let error = refused::<Flat<Port>>(r#"{"a": {"number": 1}, "a": {"number": 2}}"#);
    assert!(error.contains("Duplicate object attribute"), "{error}");
    #[derive(Deserialize, Debug)]
    #[serde(tag = "type")]
    enum Tagged {
        All {
            #[serde(rename = "$blocks")]
            blocks: Vec<BTreeMap<String, Port>>,
        },
    }
    let error = refused::<Tagged>(r#"{"type": "All", "port": {"number": 1}}"#);
    assert!(error.contains("write the document in native syntax"), "{error}");
}

#[test]
fn objects_and_arrays_in_tagged_enums() {
    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(tag = "type")]
    enum Tagged {
        Port { port: Port },
        Ports { port: Vec<Port> },
        Named { port: BTreeMap<String, Port> },
    }
    let found: Tagged = json::from_str(r#"{"type": "Ports", "port": {"number": 1}}"#).unwrap();
    assert_eq!(found, Tagged::Ports { port: vec![Port { number: 1 }] });
    let block = |variant: &str, labels: &str| {
        format!("a {{\n  type = \"{variant}\"\n  port {labels} {{\n    number = 1\n  }}\n}}\n")
    };
    let native = [block("Port", ""), block("Ports", ""), block("Named", "\"x\"")].concat();
    for (open, close) in [("", ""), ("[", "]")] {
        let port = format!(r#"{open}{{"number": 1}}{close}"#);
        let source = format!(
            r#"{{"a": [{{"type": "Port", "port": {port}}}, {{"type": "Ports", "port": {port}}},
            {{"type": "Named", "port": {{"x": {port}}}}}]}}"#,
        );
        same::<BTreeMap<String, Vec<Tagged>>>(&native, &source);
    }
}

#[test]
fn variants_in_the_content_of_a_variant() {
    #[derive(Debug, Deserialize, PartialEq)]
    enum Outer {
        Pair(Inner, Vec<Port>),
    }
    #[derive(Debug, Deserialize, PartialEq)]
    enum Inner {
        Number(u8),
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Port {
        #[serde(rename = "$label")]
        name: String,
    }
    let source = r#"{"a": [{"Pair": [{"Number": 1}, {"x": {}, "y": {}}]}]}"#;
    let decoded: BTreeMap<String, Vec<Outer>> = json::from_str(source).unwrap();
    let port = |name: &str| Port { name: name.to_owned() };
    assert_eq!(decoded["a"], [Outer::Pair(Inner::Number(1), vec![port("x"), port("y")])]);
}
