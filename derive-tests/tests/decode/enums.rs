//! The four representations of enums.

use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::{Expression, Value};

use crate::{decode, error};

type Map<T> = HashMap<String, T>;

#[derive(Debug, Deserialize, PartialEq)]
enum External {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { x: u8 },
}

#[test]
fn externally_tagged() {
    let source = "a = \"Unit\"\nb = { Newtype = 1 }\nc = { Tuple = [1, \"x\"] }\nd = { Struct = { x = 1 } }\ne = { Unit = null }\n";
    let values: Map<External> = decode(source);
    assert_eq!(values["a"], External::Unit);
    assert_eq!(values["b"], External::Newtype(1));
    assert_eq!(values["c"], External::Tuple(1, "x".into()));
    assert_eq!(values["d"], External::Struct { x: 1 });
    assert_eq!(values["e"], External::Unit);
    let computed: Map<Vec<External>> =
        decode("v = [for n in [1, 2] : { Newtype = n }]\nw = [\"${\"Un\"}it\"]\n");
    assert_eq!(computed["v"], [External::Newtype(1), External::Newtype(2)]);
    assert_eq!(computed["w"], [External::Unit]);
}

#[test]
fn externally_tagged_mistakes() {
    assert!(error::<Map<External>>("a = \"Unti\"\n").ends_with("did you mean \"Unit\"?"));
    assert!(error::<Map<External>>("a = { Newtype = \"x\" }\n").starts_with("1:17: a.Newtype: "));
    assert!(error::<Map<External>>("a = { Newtype = 1, Unit = null }\n").starts_with("1:5: a: "));
    assert!(error::<Map<External>>("a = \"Newtype\"\n").starts_with("1:5: a"));
    assert!(error::<Map<External>>("a = 1\n").starts_with("1:5: a: "));
    assert!(error::<Map<External>>("a Unit { x = 1 }\n").starts_with("1:3: a[\"Unit\"]: "));
}

#[test]
fn a_document_or_a_body_with_one_entry_is_a_variant() {
    assert_eq!(decode::<External>("Newtype = 1\n"), External::Newtype(1));
    assert_eq!(decode::<External>("Struct { x = 1 }\n"), External::Struct { x: 1 });
    assert_eq!(decode::<Map<External>>("a { Newtype = 1 }\n")["a"], External::Newtype(1));
    assert!(error::<External>("").starts_with("1:1: "));
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    Local { path: String },
    Remote(Remote),
    None,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Remote {
    url: String,
    #[serde(default)]
    retries: u8,
}

#[test]
fn internally_tagged() {
    let source = "a = { type = \"local\", path = \"x\" }\nb {\n  type = \"remote\"\n  url = \"u\"\n  retries = 1 + 1\n}\nc {\n  type = \"none\"\n}\n";
    // For a type that accepts anything, a block is one element of a sequence. So a single block `b`
    // is decoded as a struct.
    let values: Map<Internal> = decode(source);
    assert_eq!(values["a"], Internal::Local { path: "x".into() });
    assert_eq!(values["b"], Internal::Remote(Remote { url: "u".into(), retries: 2 }));
    assert_eq!(values["c"], Internal::None);
    assert!(
        error::<Map<Internal>>("a = { type = \"lokal\" }\n").ends_with("did you mean \"local\"?")
    );
    assert!(error::<Map<Internal>>("a = { path = \"x\" }\n").starts_with("1:5: a: "));
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "kind", content = "with")]
enum Adjacent {
    Unit,
    Newtype(u8),
    Struct { x: u8 },
}

#[test]
fn adjacently_tagged() {
    let values: Map<Adjacent> = decode(
        "a = { kind = \"Unit\" }\nb = { with = 1, kind = \"Newtype\" }\nc {\n  kind = \"Struct\"\n  with = { x = 1 }\n}\nd {\n  kind = \"Struct\"\n  with { x = 2 }\n}\n",
    );
    assert_eq!(values["a"], Adjacent::Unit);
    assert_eq!(values["b"], Adjacent::Newtype(1));
    assert_eq!(values["c"], Adjacent::Struct { x: 1 });
    assert_eq!(values["d"], Adjacent::Struct { x: 2 });
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Text(String),
    List(Vec<Untagged>),
    Port { port: u16 },
    Null,
}

#[test]
fn untagged() {
    let values: Map<Untagged> =
        decode("a = 1\nb = \"1\"\nc = [1, [\"x\"]]\nd = { port = 80 }\ne = null\nf = 1 + 1\n");
    assert_eq!(values["a"], Untagged::Number(1));
    assert_eq!(values["b"], Untagged::Text("1".into()));
    assert_eq!(
        values["c"],
        Untagged::List(vec![Untagged::Number(1), Untagged::List(vec![Untagged::Text("x".into())])])
    );
    assert_eq!(values["d"], Untagged::Port { port: 80 });
    assert_eq!(values["e"], Untagged::Null);
    assert_eq!(values["f"], Untagged::Number(2));
    // No variant fits exactly, so the value converts.
    assert_eq!(decode::<Map<Untagged>>("a = false\n")["a"], Untagged::Text("false".into()));
    assert!(error::<Map<Untagged>>("a = { prt = false }\n").starts_with("1:5: a: "));
    assert!(error::<Map<Untagged>>("a = nope\n").contains("Variables not allowed"));
}

#[test]
fn untagged_content_may_be_captured() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Setting {
        Number(u64),
        Expression(Expression),
    }
    let settings: Map<Setting> =
        decode("a = 1\nb = var.x\nc {\n  d = 1\n}\n".replace("c {\n  d = 1\n}\n", "").as_str());
    assert!(matches!(settings["a"], Setting::Number(1)));
    assert!(matches!(&settings["b"], Setting::Expression(e) if e.to_string() == "var.x"));
}

#[test]
fn untagged_blocks() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Rule {
        Allow { allow: Vec<String> },
        Deny { deny: Vec<String> },
        Other(Value),
    }
    let rules: Map<Vec<Rule>> =
        decode("rule { allow = [\"a\"] }\nrule { deny = [] }\nrule { x = 0.1 }\n");
    assert!(matches!(&rules["rule"][0], Rule::Allow { allow } if allow[0] == "a"));
    assert!(matches!(&rules["rule"][1], Rule::Deny { deny } if deny.is_empty()));
    let Rule::Other(value) = &rules["rule"][2] else { panic!("{:?}", rules["rule"][2]) };
    assert_eq!(value.to_string(), "{ x = 0.1 }");
}

#[test]
fn other_accepts_all_other_variants() {
    #[derive(Debug, Deserialize, PartialEq)]
    enum Level {
        High,
        #[serde(other)]
        Other,
    }
    let levels: Map<Level> = decode(
        "a = \"High\"\nb = \"Low\"\nc = { Low = 1 }\n".replace("c = { Low = 1 }\n", "").as_str(),
    );
    assert_eq!((&levels["a"], &levels["b"]), (&Level::High, &Level::Other));
}

#[test]
fn enums_as_keys() {
    #[derive(Debug, Deserialize, PartialEq, Eq, Hash)]
    #[serde(rename_all = "snake_case")]
    enum Level {
        High,
        Low,
    }
    let maps: Map<HashMap<Level, u8>> = decode("a = { high = 1, low = 2 }\nb {\n  high = 3\n}\n");
    assert_eq!((maps["a"][&Level::Low], maps["b"][&Level::High]), (2, 3));
}

#[test]
fn a_value_refused_by_a_variant_has_its_place() {
    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Check {
        Tcp { port: u16 },
    }
    let refused = |check: &str| error::<Map<Check>>(check);
    let reason = "Unsuitable value: Expected a whole number from 0 to 65535, found the number 80000; write a number in this range";
    assert_eq!(
        refused("check {\n  kind = \"tcp\"\n  port = 80 * 1000\n}\n"),
        format!("3:10: check.port: {reason}")
    );
    assert_eq!(
        refused("check = { kind = \"tcp\", port = 80000 }\n"),
        format!("1:32: check.port: {reason}")
    );
    assert_eq!(
        refused("check {\n  kind = \"udp\"\n}\n"),
        "2:10: check.kind: Unsuitable value: \"udp\" is not one of \"tcp\"; write one of these names"
    );
    assert!(
        refused("check {\n  kind = \"tcp\"\n  port = nope\n}\n")
            .starts_with("3:10: check.port: Variables not allowed")
    );
}

#[test]
fn blocks_of_one_name_in_several_variants() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "type")]
    enum Rules {
        One { rule: Rule },
        Many { rule: Vec<Rule> },
        Named { rule: HashMap<String, Rule> },
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Rule {
        port: u16,
    }
    let rules = |variant: &str, labels: &str| {
        format!("rules {{\n  type = \"{variant}\"\n  rule {labels} {{\n    port = 1\n  }}\n}}\n")
    };
    let (one, many, named) = (rules("One", ""), rules("Many", ""), rules("Named", "\"a\""));
    let rule = || Rule { port: 1 };
    for source in [[&*one, &*many, &*named].concat(), [&*named, &*many, &*one].concat()] {
        let rules: HashMap<String, Vec<Rules>> = decode(&source);
        assert!(rules["rules"].contains(&Rules::One { rule: rule() }));
        assert!(rules["rules"].contains(&Rules::Many { rule: vec![rule()] }));
        assert!(
            rules["rules"].contains(&Rules::Named { rule: HashMap::from([("a".into(), rule())]) })
        );
    }
}
