//! JSON syntax: the output decodes to the encoded value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_hcl::configuration::Schema;
use serde_hcl::{Block, Body, Context, Decoder, from_str, from_str_with, json, to_string, value};

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
        k \"l\" \"m\" {\n  n = [for v in [x] : v]\n}\nk \"l\" \"m\" {}\nk \"l\" \"o\" {}\n";
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
fn objects_are_in_arrays_where_blocks_are_in_another_order() {
    let cases = [
        ("a {}\nb {}\na {}\n", r#"[{"a":[{}],"b":[{}]},{"a":[{}]}]"#),
        ("a {}\nx = 1\na {}\n", r#"{"a":[{},{}],"x":1}"#),
        ("a \"x\" {}\na \"y\" {}\na \"x\" {}\n", r#"{"a":[{"x":[{}],"y":[{}]},{"x":[{}]}]}"#),
        ("a \"x\" {}\na {}\n", r#"{"a":[{"x":[{}]},{}]}"#),
        ("s {\n a {}\n b {}\n a {}\n}\n", r#"{"s":[[{"a":[{}],"b":[{}]},{"a":[{}]}]]}"#),
    ];
    for (native, expected) in cases {
        let body: Body = native.parse().unwrap();
        let written = json::to_string(&body).unwrap();
        assert_eq!(written, expected);
        let again: Body = json::from_str(&written).unwrap();
        assert_eq!(json::to_string(&again).unwrap(), expected);
    }
    // Properties of one name are in several objects, too.
    let body: Body = json::from_str(r#"{"a": {"x": 1}, "a": {"x": 2}}"#).unwrap();
    assert_eq!(json::to_string(&body).unwrap(), r#"[{"a":{"x":1}},{"a":{"x":2}}]"#);
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
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Maps {
    rule: BTreeMap<String, Rule>,
    rules: BTreeMap<String, Vec<Rule>>,
}

#[test]
fn keys_of_maps_are_never_evaluated() {
    let context = Context::standard().variable("secret", "told");
    for key in ["${secret}", "$${", "%{if true}x%{endif}", "\u{feff}x", "//", "$label", "$labels"] {
        let rule = || Rule { max: 1 };
        let maps = Maps {
            rule: BTreeMap::from([(key.to_owned(), rule())]),
            rules: BTreeMap::from([(key.to_owned(), vec![rule(), rule()])]),
        };
        let written = json::to_string(&maps).unwrap();
        assert_eq!(json::from_str_with::<Maps>(&written, &context).unwrap(), maps, "{written}");
    }
    let maps =
        Maps { rule: BTreeMap::from([("${a}".to_owned(), Rule { max: 1 })]), rules: [].into() };
    let expected = r#"{"rule":{"$${a}":[{"max":1}]},"rules":{}}"#;
    assert_eq!(json::to_string(&maps).unwrap(), expected);
}

#[test]
fn a_label_may_have_the_name_of_a_field_for_labels() {
    for name in ["$label", "$labels", "$label:x", "$blocks", "//", "${x}"] {
        let service = Service { name: name.to_owned(), ports: vec![], weight: 1.5 };
        let services = BTreeMap::from([("service", vec![service])]);
        let written = json::to_string(&services).unwrap();
        let read: BTreeMap<String, Vec<Service>> = json::from_str(&written).unwrap();
        assert_eq!(read["service"], services["service"], "{written}");
    }
}

#[test]
fn a_template_sequence_may_end_in_a_heredoc() {
    let native = "a = x == 1 ? 2 : <<E\none ${x}\nE\nb = [(3 + <<E\n4\nE\n)]\n\
        c = \"%{if <<E\ntrue\nE\n == x}y%{endif}\"\n";
    let body: Body = from_str(native).unwrap();
    let written = json::to_string(&body).unwrap();
    let expected = r#"{"a":"${x == 1 ? 2 : <<E\none ${x}\nE\n}","b":["${3 + <<E\n4\nE\n}"],"c":"%{if <<E\ntrue\nE\n == x}y%{endif}"}"#;
    assert_eq!(written, expected);
    let context = Context::standard().variable("x", "y");
    let one: serde_json::Value =
        json::from_str_with(&expected.replace("3 + ", ""), &context).unwrap();
    assert_eq!(one, serde_json::json!({ "a": "one y\n", "b": ["4\n"], "c": "" }));
}

#[test]
fn text_before_a_template_sequence_does_not_escape_it() {
    let native = r#"a = "\u0024${x}"
b = "$ ${~ x} % %{~ if x == 1 }100\u0025%{ else }1\u0025%{ endif }"
"#;
    let body: Body = from_str(native).unwrap();
    let written = json::to_string(&body).unwrap();
    let context = Context::standard().variable("x", 1);
    let one: serde_json::Value = from_str_with(native, &context).unwrap();
    let other: serde_json::Value = json::from_str_with(&written, &context).unwrap();
    assert_eq!((one["a"].as_str(), &one), (Some("$1"), &other), "{written}");
    let again = serde_hcl::to_string(&json::from_str::<Body>(&written).unwrap()).unwrap();
    assert_eq!(from_str_with::<serde_json::Value>(&again, &context).unwrap(), one, "{again}");
}

#[test]
fn invalid_templates_are_not_written_as_text() {
    for source in [r#"{"a": "${1 +"}"#, r#"{"a": ["%{ if }"]}"#, r#"{"a": {"${": 1}}"#] {
        let body: Body = json::from_str(source).unwrap();
        let expression = json::parse_expression(source).unwrap();
        assert!(serde_hcl::to_string(&body).is_err());
        assert!(json::to_string(&body).is_err());
        assert!(serde_hcl::to_expression_string(&expression).is_err());
        assert!(json::from_str_with::<serde_json::Value>(source, &Context::new()).is_err());
    }
}

#[test]
fn an_invalid_template_is_shown_where_it_is() {
    let source = "{\n  \"a\": 1,\n  \"b\": [\"x\\n${1 +\"]\n}\n";
    let body: Body = json::from_str(source).unwrap();
    for error in [serde_hcl::to_string(&body), json::to_string(&body)].map(Result::unwrap_err) {
        let evaluated = json::from_str::<serde_json::Value>(source).unwrap_err();
        assert_eq!((error.line(), error.code()), (Some(3), evaluated.code()), "{error:#}");
        assert_eq!(error.span(), evaluated.span(), "{error:#}");
    }
    // Another format gets the text.
    let error = serde_json::to_string(&body).unwrap_err();
    assert!(error.to_string().starts_with("3:18: Missing expression"), "{error}");
}

#[test]
fn equal_keys_of_an_object_are_refused_where_they_are() {
    for object in [r#"{"k": 1, "k": 2}"#, r#"{"k": 1, "\u006b": 2}"#, r#"{"${x}": 1, "${x}": 2}"#] {
        let source = format!("{{\n\"a\": [\n{object}]}}");
        let body: Body = json::from_str(&source).unwrap();
        let error = serde_hcl::to_string(&body).unwrap_err();
        assert_eq!((error.code(), error.line()), ("duplicate-key", Some(3)), "{error:#}");
        assert_eq!(json::to_string(&body).unwrap_err().span(), error.span());
    }
    let body: Body = json::from_str(r#"{"a": {"${x}": 1, "$${x}": 2, "x": 3}}"#).unwrap();
    assert!(serde_hcl::to_string(&body).is_ok());
}

#[test]
fn variants_inside_variants_are_labels_as_in_native_syntax() {
    #[derive(Serialize)]
    enum Disk {
        Local(Size),
    }
    #[derive(Serialize)]
    enum Size {
        Small,
    }
    #[derive(Serialize)]
    struct Disks {
        #[serde(rename = "$blocks")]
        disks: Vec<Disk>,
    }
    let disks = Disks { disks: vec![Disk::Local(Size::Small)] };
    assert_eq!(serde_hcl::to_string(&disks).unwrap(), "Local \"Small\" {}\n");
    assert_eq!(json::to_string(&disks).unwrap(), r#"{"Local":{"Small":[{}]}}"#);
}

#[test]
fn captured_blocks_need_the_name_and_labels_of_their_place_in_both_syntaxes() {
    let keyed = |name, key, label| {
        BTreeMap::from([(name, BTreeMap::from([(key, Block::new("a").with_label(label))]))])
    };
    for (document, is_valid) in [
        (keyed("a", "x", "x"), true),
        (keyed("a", "${x", "${x"), true),
        (keyed("a", "x", "y"), false),
        (keyed("b", "x", "x"), false),
    ] {
        let errors = [to_string(&document).err(), json::to_string(&document).err()];
        let [native, json] = errors.map(|error| error.map(|error| error.to_string()));
        assert_eq!(native, json);
        assert_eq!(native.is_none(), is_valid, "{native:?}");
    }
}

#[test]
fn labels_of_blocks_are_their_text() {
    let body: Body = from_str("b \"$${x}\" {\n  c = 1\n}\n").unwrap();
    let written = json::to_string(&body).unwrap();
    assert_eq!(written, r#"{"b":{"${x}":[{"c":1}]}}"#);
    let document = json::parse(&written).unwrap();
    let content = document.body().content(&Schema::new().block("b", &["name"])).unwrap();
    assert_eq!(content.blocks()[0].labels().next().unwrap().value(), "${x}");
    // A reader that does not know of labels needs strings without templates.
    let decoder = Decoder::new().json(true).literal_json_strings(true);
    let value: serde_json::Value = decoder.from_str(&written).unwrap();
    assert_eq!(value, serde_json::json!({ "b": { "${x}": [{ "c": 1 }] } }));
}

#[test]
fn keys_of_objects_keep_their_meaning() {
    let native = "a = { 1 = 1, 1e30 = 2, (2.50) = 3, (true) = 4, null = 5 }\n";
    let body: Body = from_str(native).unwrap();
    let written = json::to_string(&body).unwrap();
    let one: serde_json::Value = from_str(native).unwrap();
    assert_eq!(json::from_str::<serde_json::Value>(&written).unwrap(), one, "{written}");
    let body: Body = from_str("a = { (null) = 1 }\n").unwrap();
    let written = json::to_string(&body).unwrap();
    assert!(json::from_str::<serde_json::Value>(&written).is_err(), "{written}");
}

#[test]
fn labels_that_json_syntax_can_not_show_are_refused() {
    #[derive(Serialize)]
    struct Optional {
        #[serde(rename = "$label")]
        name: Option<String>,
        size: u8,
    }
    #[derive(Serialize)]
    struct All {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
        sizes: Vec<u8>,
    }
    let error = json::to_string(&BTreeMap::from([("a", Optional { name: None, size: 1 })]));
    assert!(error.unwrap_err().to_string().starts_with("a: Label is missing"));
    let error = json::to_string(&BTreeMap::from([("a", All { labels: vec![], sizes: vec![] })]));
    assert!(error.unwrap_err().to_string().starts_with("a: Number of labels is ambiguous"));
    let error = json::to_string(&All { labels: vec![], sizes: vec![] });
    assert!(error.unwrap_err().to_string().starts_with("Label without a block"));
}

#[test]
fn a_document_that_is_no_body_is_not_written_as_an_empty_one() {
    for source in ["[1]", "[{\"a\": 1}, 2]", "{\"a\": 1}"] {
        let body = Body::from(json::parse(source).unwrap().body());
        let is_body = json::from_str::<serde_json::Value>(source).is_ok();
        assert_eq!(serde_hcl::to_string(&body).is_ok(), is_body, "{source}");
        assert_eq!(json::to_string(&body).is_ok(), is_body, "{source}");
    }
}
