//! Labels as fields.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::Deserialize;

use crate::{decode, error};

#[derive(Debug, Deserialize, PartialEq)]
struct Resource {
    #[serde(rename = "$label:type")]
    kind: String,
    #[serde(rename = "$label:name")]
    name: String,
    ami: String,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Config {
    resource: Vec<Resource>,
}

#[test]
fn named_labels_in_order() {
    let config: Config = decode("resource \"aws\" web {\n  ami = \"x\"\n}\n");
    assert_eq!(
        config.resource,
        [Resource { kind: "aws".into(), name: "web".into(), ami: "x".into() }]
    );
}

#[test]
fn labels_used_as_keys_are_not_used_again() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Named {
        #[serde(rename = "$label")]
        name: String,
    }
    let resources: HashMap<String, HashMap<String, Named>> = decode("r \"a\" \"b\" {}\n");
    assert_eq!(resources["r"]["a"], Named { name: "b".into() });
}

#[test]
fn all_labels() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct All<T> {
        #[serde(rename = "$labels")]
        labels: T,
    }
    let source = "r \"a\" \"b\" {}\n";
    type Config<T> = HashMap<String, All<T>>;
    assert_eq!(decode::<Config<Vec<String>>>(source)["r"].labels, ["a", "b"]);
    assert_eq!(decode::<Config<(char, char)>>(source)["r"].labels, ('a', 'b'));
    assert_eq!(decode::<Config<[String; 2]>>(source)["r"].labels, ["a", "b"]);
    assert!(decode::<Config<Vec<String>>>("r {}\n")["r"].labels.is_empty());
    assert!(error::<Config<[String; 3]>>(source).starts_with("1:1: r.$labels: "));
}

#[test]
fn too_many_and_too_few_labels() {
    let error_of = |source| error::<Config>(source);
    assert_eq!(
        error_of("resource \"aws\" web extra {\n  ami = \"x\"\n}\n"),
        "1:20: resource[0]: Extraneous label for resource: A \"resource\" block has two labels, type and name, so there is none for \"extra\"; remove this label"
    );
    assert_eq!(
        error_of("resource \"aws\" {\n  ami = \"x\"\n}\n"),
        "1:1: resource[0]: Missing label for resource: A \"resource\" block has two labels, type and name; this one has one; write resource \"aws\" \"…\" { … }"
    );
}

#[test]
fn optional_labels() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Block {
        #[serde(rename = "$label")]
        name: Option<String>,
    }
    let blocks: HashMap<String, Vec<Block>> = decode("b {}\nb x {}\n");
    assert_eq!(blocks["b"], [Block { name: None }, Block { name: Some("x".into()) }]);
}

#[test]
fn labels_are_borrowed_unless_escaped() {
    #[derive(Debug, Deserialize)]
    struct Block<'a> {
        #[serde(rename = "$label", borrow)]
        name: Cow<'a, str>,
    }
    let blocks: HashMap<String, Vec<Block>> =
        serde_hcl::from_str("b \"x\" {}\nb \"\\n\" {}\n").unwrap();
    assert!(matches!(blocks["b"][0].name, Cow::Borrowed("x")));
    assert_eq!(blocks["b"][1].name, "\n");
}

#[test]
fn labels_convert() {
    #[derive(Debug, Deserialize)]
    struct Block {
        #[serde(rename = "$label")]
        number: u16,
    }
    assert_eq!(decode::<HashMap<String, Block>>("b \"80\" {}\n")["b"].number, 80);
}

#[test]
fn labels_next_to_flattened_fields() {
    #[derive(Debug, Deserialize)]
    struct Block {
        #[serde(rename = "$label:type")]
        kind: String,
        #[serde(rename = "$label:name")]
        name: String,
        #[serde(flatten)]
        rest: HashMap<String, u8>,
    }
    let blocks: HashMap<String, Vec<Block>> = decode("b x y { a = 1 }\nb z w {}\n");
    assert_eq!(blocks["b"][0].kind, "x");
    assert_eq!(blocks["b"][0].rest, HashMap::from([("a".to_owned(), 1)]));
    assert_eq!(blocks["b"][1].name, "w");
    assert!(
        error::<HashMap<String, Vec<Block>>>("b x {}\n").starts_with("1:1: b[0]: Missing label")
    );
    assert!(
        error::<HashMap<String, Vec<Block>>>("b x y z {}\n")
            .starts_with("1:7: b[0]: Extraneous label")
    );
}

#[test]
fn objects_have_no_labels() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "decoding fails")]
    struct Server {
        #[serde(rename = "$label")]
        name: String,
    }
    let error = error::<HashMap<String, Vec<Server>>>("server = [{}]\n");
    assert_eq!(
        error,
        "1:11: server[0]: Missing label: Labels are required, and only blocks have them; write this as a block with a label: type \"label\" { … }"
    );
}

/// Structs with labels inside data that serde buffers.
mod buffered {
    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Disk {
        #[serde(rename = "$label")]
        name: String,
        size: u8,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Store {
        Local {
            #[serde(rename = "$label:kind")]
            kind: String,
            #[serde(rename = "$label:name")]
            name: String,
        },
        Disks {
            disk: Vec<Disk>,
            #[serde(default)]
            named: HashMap<String, u8>,
        },
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Config<T> {
        store: T,
    }

    fn disk(name: &str) -> Disk {
        Disk { name: name.into(), size: 1 }
    }

    #[test]
    fn of_tagged_enums() {
        let local = Store::Local { kind: "a".into(), name: "b".into() };
        let source = "store \"a\" \"b\" {\n  type = \"local\"\n}\n";
        assert_eq!(decode::<Config<Store>>(source).store, local);
        assert_eq!(decode::<Config<Vec<Store>>>(source).store, [local]);
        assert_eq!(
            error::<Config<Store>>("store \"a\" \"b\" \"c\" {\n  type = \"local\"\n}\n"),
            "1:15: store: Extraneous label for store: A \"store\" block has two labels, kind and name, so there is none for \"c\"; remove this label"
        );
        let missing = error::<Config<Store>>("store {\n  type = \"local\"\n}\n");
        assert!(missing.contains("\"$label:kind\" is required"), "{missing}");
    }

    #[test]
    fn inside_of_tagged_enums() {
        let source = "store {\n  type = \"disks\"\n  disk \"a\" {\n    size = 1\n  }\n  disk \"b\" {\n    size = 1\n  }\n}\n";
        let disks = Store::Disks { disk: vec![disk("a"), disk("b")], named: HashMap::new() };
        assert_eq!(decode::<Config<Store>>(source).store, disks);
    }

    #[test]
    fn of_flattened_blocks() {
        #[derive(Debug, Deserialize)]
        struct Flat<T> {
            #[serde(flatten)]
            rest: Config<T>,
        }
        let source = "store \"a\" {\n  size = 1\n}\n";
        assert_eq!(decode::<Flat<Disk>>(source).rest.store, disk("a"));
        assert_eq!(decode::<Flat<Vec<Disk>>>(source).rest.store, [disk("a")]);
        let map = decode::<Flat<HashMap<String, HashMap<String, u8>>>>(source).rest.store;
        assert_eq!(map["a"]["size"], 1);
    }

    #[test]
    fn that_are_the_tag() {
        #[derive(Debug, Deserialize, PartialEq)]
        #[serde(tag = "$label", rename_all = "snake_case")]
        enum Rule {
            Allow { port: u16 },
            Deny,
        }
        #[derive(Debug, Deserialize)]
        struct Rules {
            rule: Vec<Rule>,
        }
        let rules: Rules = decode("rule \"allow\" {\n  port = 80\n}\nrule \"deny\" {}\n");
        assert_eq!(rules.rule, [Rule::Allow { port: 80 }, Rule::Deny]);
    }

    #[test]
    fn of_untagged_enums() {
        #[derive(Debug, Deserialize, PartialEq)]
        #[serde(untagged)]
        enum Any {
            Disk(Disk),
            Sizes(HashMap<String, u8>),
        }
        let any = |source: &str| decode::<Config<Any>>(source).store;
        assert_eq!(any("store \"a\" {\n  size = 1\n}\n"), Any::Disk(disk("a")));
        assert_eq!(any("store {\n  a = 1\n}\n"), Any::Sizes([("a".into(), 1)].into()));
    }
}

#[derive(Debug, Deserialize)]
struct Owned {
    #[serde(rename = "$label:team")]
    team: String,
    #[serde(rename = "$label:person")]
    person: String,
}

#[test]
fn missing_labels_of_a_captured_block_are_counted() {
    let block: serde_hcl::Block = "owner {\n}".parse().unwrap();
    let error = block.decode::<Owned>(&serde_hcl::Context::new()).unwrap_err().to_string();
    assert!(error.contains("two labels, team and person; this one has none"), "{error}");
    let block: serde_hcl::Block = "owner \"us\" {\n}".parse().unwrap();
    let error = block.decode::<Owned>(&serde_hcl::Context::new()).unwrap_err().to_string();
    assert!(error.contains("two labels, team and person; this one has one"), "{error}");
}

#[test]
fn missing_labels_of_a_buffered_block_are_counted() {
    #[derive(Debug, Deserialize)]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
    }
    #[derive(Debug, Deserialize)]
    struct Inner {
        owner: Vec<Owned>,
    }
    let error = serde_hcl::from_str::<Outer>("owner \"us\" {\n}\n").unwrap_err().to_string();
    assert!(error.contains("two labels; this one has one"), "{error}");
    let error = serde_hcl::from_str::<Outer>("owner {\n}\n").unwrap_err().to_string();
    assert!(!error.contains("no labels"), "{error}");
    #[derive(Debug, Deserialize)]
    struct Flat {
        #[serde(flatten)]
        names: Owned,
    }
    let block: serde_hcl::Block = "owner {\n}".parse().unwrap();
    let error = block.decode::<Flat>(&serde_hcl::Context::new()).unwrap_err().to_string();
    assert!(!error.contains("no labels"), "{error}");
}

/// A sensitive value in another place does not hide what is wrong with a label.
#[test]
fn the_error_of_a_label_is_not_hidden_by_a_secret_elsewhere() {
    #[derive(Debug, Deserialize)]
    struct Config {
        token: String,
        service: Vec<Service>,
    }
    #[derive(Debug, Deserialize)]
    struct Service {
        #[serde(rename = "$label")]
        number: u16,
    }
    let context = serde_hcl::Context::standard();
    let source = "token = sensitive(\"secret\")\nservice \"x\" {\n}\n";
    let error = serde_hcl::from_str_with::<Config>(source, &context).unwrap_err();
    assert_eq!(error.line(), Some(2));
    assert!(
        error.to_string().contains("number") && !error.to_string().contains("secret"),
        "{error}"
    );
}

/// A visitor for lists and for maps, whatever its description says.
#[test]
fn the_description_of_a_visitor_decides_about_no_form() {
    use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
    use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
    use std::fmt;

    #[derive(Debug, Deserialize)]
    struct Step {
        #[serde(default)]
        #[expect(dead_code, reason = "only some forms have it")]
        name: String,
        run: Run,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Run {
        Shell(String),
        Job { job: String },
    }
    #[derive(Debug, Deserialize)]
    struct Job<const DESCRIPTION: usize> {
        step: Steps<DESCRIPTION>,
    }
    #[derive(Debug)]
    struct Steps<const DESCRIPTION: usize>(Vec<Step>);

    const DESCRIPTIONS: [&str; 3] =
        ["steps", "a sequence of steps or a map of labeled step blocks", "a map or a sequence"];

    impl<'de, const DESCRIPTION: usize> Visitor<'de> for Steps<DESCRIPTION> {
        type Value = Self;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(DESCRIPTIONS[DESCRIPTION])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Self, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(access)).map(Steps)
        }

        fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Self, A::Error> {
            let steps = HashMap::<String, Step>::deserialize(MapAccessDeserializer::new(access))?;
            Ok(Steps(steps.into_values().collect()))
        }
    }

    impl<'de, const DESCRIPTION: usize> Deserialize<'de> for Steps<DESCRIPTION> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(Steps::<DESCRIPTION>(Vec::new()))
        }
    }

    fn check<const DESCRIPTION: usize>() {
        for (run, shell) in [("5", "5"), ("\"ls\"", "ls")] {
            let job: Job<DESCRIPTION> = decode(&format!("step \"x\" {{\n  run = {run}\n}}\n"));
            assert_eq!(job.step.0[0].run, Run::Shell(shell.to_owned()));
        }
        let error = error::<Job<DESCRIPTION>>("step \"x\" {\n  run = []\n}\n");
        assert!(error.starts_with("2:9: step"), "{error}");
    }
    check::<0>();
    check::<1>();
    check::<2>();
}
