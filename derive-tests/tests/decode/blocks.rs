//! Blocks: one, many, by label, by variant, in any order.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_hcl::Block;

use crate::{decode, error};

#[derive(Debug, Deserialize, PartialEq)]
struct Port {
    number: u16,
}

type Map<T> = BTreeMap<String, T>;

#[test]
fn one_block_is_a_struct() {
    let ports: Map<Port> = decode("http { number = 80 }\nhttps {\n  number = 443\n}\n");
    assert_eq!(ports["https"], Port { number: 443 });
}

#[test]
fn many_blocks_are_a_sequence() {
    let ports: Map<Vec<Port>> =
        decode("port { number = 1 }\nother { number = 3 }\nport { number = 2 }\n");
    assert_eq!(ports["port"], [Port { number: 1 }, Port { number: 2 }]);
    let ports: Map<(Port, Port)> = decode("port { number = 1 }\nport { number = 2 }\n");
    assert_eq!(ports["port"].1, Port { number: 2 });
}

#[test]
fn two_blocks_are_not_a_struct() {
    let error =
        serde_hcl::from_str::<Map<Port>>("port { number = 1 }\nport { number = 2 }\n").unwrap_err();
    assert_eq!(error.code(), "duplicate-block");
    assert_eq!(error.line(), Some(2));
    assert_eq!(error.diagnostics()[0].labels().len(), 1);
}

#[test]
fn labels_are_keys() {
    let source = "port \"a\" { number = 1 }\nport b { number = 2 }\n";
    let ports: Map<Map<Port>> = decode(source);
    assert_eq!(ports["port"]["b"], Port { number: 2 });
    let ports: Map<Map<Vec<Port>>> = decode(source);
    assert_eq!(ports["port"]["a"], [Port { number: 1 }]);
    assert_eq!(
        error::<Map<Map<Port>>>("port \"a\" { number = 1 }\nport \"a\" { number = 2 }\n"),
        "2:1: port[\"a\"]: Duplicate port block: Only one \"port\" block with the same labels is allowed; remove one of them, or put the content of both into one"
    );
}

#[test]
fn two_labels_are_two_levels() {
    let source = "r \"a\" \"x\" { number = 1 }\nr \"b\" \"y\" { number = 2 }\nr \"a\" \"z\" { number = 3 }\n";
    let resources: Map<Map<Map<Port>>> = decode(source);
    assert_eq!(resources["r"]["a"]["z"], Port { number: 3 });
    let unequal = "r \"a\" { number = 1 }\nr \"a\" \"z\" { number = 3 }\n";
    assert!(error::<Map<Map<Port>>>(unequal).starts_with("2:1: r[\"a\"]: Duplicate r block"));
    assert_eq!(
        error::<Map<Map<Port>>>("r \"a\" \"x\" { number = 1 }\n"),
        "1:7: r[\"a\"]: Extraneous label for r: A \"r\" block has one label, so there is none for \"x\"; remove this label"
    );
    let mixed = "r \"a\" { number = 1 }\nr { number = 2 }\n";
    assert!(error::<Map<Map<Port>>>(mixed).starts_with("2:1: r: Missing label for r"));
}

#[test]
fn a_variant_is_a_label() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Backend {
        Local { path: String },
        S3(Port),
        None,
    }
    let backends: Map<Backend> = decode(
        "a \"local\" { path = \"x\" }\nb s3 { number = 1 }\nc = \"none\"\nd \"none\" {}\ne = { s3 = { number = 2 } }\n",
    );
    assert_eq!(backends["a"], Backend::Local { path: "x".into() });
    assert_eq!(backends["b"], Backend::S3(Port { number: 1 }));
    assert_eq!(backends["c"], Backend::None);
    assert_eq!(backends["d"], Backend::None);
    assert_eq!(backends["e"], Backend::S3(Port { number: 2 }));
    assert_eq!(
        error::<Map<Backend>>("a \"locale\" {}\n"),
        "1:3: a: Unsuitable value: \"locale\" is not one of \"local\", \"s3\", \"none\"; did you mean \"local\"?"
    );
}

#[test]
fn all_blocks_in_order() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Step {
        Run { command: String },
        Copy(Copy),
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Copy {
        #[serde(rename = "$label")]
        from: String,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Script {
        shell: String,
        #[serde(rename = "$blocks")]
        steps: Vec<Step>,
    }
    let source = "run { command = \"a\" }\ncopy \"x\" {}\nrun { command = \"b\" }\n";
    let expected = [
        Step::Run { command: "a".into() },
        Step::Copy(Copy { from: "x".into() }),
        Step::Run { command: "b".into() },
    ];
    assert_eq!(decode::<Vec<Step>>(source), expected);
    let script: Script = decode(&format!("shell = \"sh\"\n{source}"));
    assert_eq!(script.steps, expected);
    assert!(error::<Vec<Step>>("a = 1\n").starts_with("1:1: "));
}

#[test]
fn other_blocks_are_captured_or_ignored() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Run {
        command: String,
    }
    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Step {
        Run(Run),
        #[serde(untagged)]
        Other(Block),
    }
    #[derive(Debug, Deserialize)]
    struct Script {
        #[serde(rename = "$blocks")]
        steps: Vec<Step>,
    }
    let source =
        "run { command = 5 }\ncopy \"x\" \"y\" {\n  to = nope\n}\nrun { command = \"b\" }\n";
    let check = |steps: &[Step]| {
        let [Step::Run(first), Step::Other(other), Step::Run(second)] = steps else {
            panic!("{steps:?}")
        };
        assert_eq!((&*first.command, &*second.command), ("5", "b"));
        assert_eq!(other.to_string(), "copy \"x\" \"y\" {\n  to = nope\n}\n");
    };
    check(&decode::<Script>(source).steps);
    check(&decode::<Vec<Step>>(source));
    check(&decode::<Flat<Script>>(source).rest.steps);
    // A mistake in a block that is known is not hidden.
    error::<Script>("run { comand = \"a\" }\ncopy {}\n");

    #[derive(Debug, Deserialize)]
    struct Flat<T> {
        #[serde(flatten)]
        rest: T,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Known {
        Run(Run),
        Stop,
        #[serde(other)]
        Other,
    }
    let run = |command: &str| Known::Run(Run { command: command.into() });
    assert_eq!(decode::<Vec<Known>>(source), [run("5"), Known::Other, run("b")]);
    assert!(error::<Vec<Known>>("stop {\n  a = 1\n}\n").contains("stop"));

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Data {
        Run(Run),
        #[serde(untagged)]
        Other(Map<Map<Vec<Map<String>>>>),
    }
    let data: Vec<Data> = decode("run { command = 5 }\ncopy \"x\" {\n  to = \"y\"\n}\n");
    let Data::Other(other) = &data[1] else { panic!("{data:?}") };
    assert_eq!(other["copy"]["x"][0]["to"], "y");
}

#[test]
fn attribute_and_block_of_one_name_clash_when_read() {
    let source = "a = 1\na {}\n";
    assert_eq!(
        error::<Map<serde_json::Value>>(source),
        "1:1: a: Ambiguous name: There are an argument and a block that are both named \"a\"; give the value either as an argument or as a block"
    );
    #[derive(Deserialize)]
    struct Nothing {}
    decode::<Nothing>(source);
}

#[test]
fn the_shape_of_untyped_data_is_stable() {
    let json = |source| decode::<serde_json::Value>(source);
    assert_eq!(json("a \"x\" {}\n"), serde_json::json!({ "a": { "x": [{}] } }));
    assert_eq!(
        json("a = [1, -2, 0.5, null]\nb {\n  c = \"x\"\n}\nb {}\nd x y {\n  n = 1\n}\n"),
        serde_json::json!({
            "a": [1, -2, 0.5, null],
            "b": [{ "c": "x" }, {}],
            "d": { "x": { "y": [{ "n": 1 }] } },
        })
    );
    assert!(
        error::<serde_json::Value>("a \"x\" {}\na {}\n").starts_with("2:1: a: Inconsistent labels")
    );
}

#[test]
fn many_block_types_keep_their_order() {
    let source: String =
        (0..100).map(|index| format!("b{} {{ number = {index} }}\n", index % 50)).collect();
    let blocks: HashMap<String, Vec<Port>> = decode(&source);
    assert_eq!(blocks.len(), 50);
    assert_eq!(blocks["b7"], [Port { number: 7 }, Port { number: 57 }]);
}

#[test]
fn all_blocks_in_buffers() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Steps {
        limit: u8,
        #[serde(rename = "$blocks")]
        steps: Vec<Step>,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Step {
        Run { command: String },
        Wait(Wait),
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Wait {
        seconds: u8,
    }
    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Steps(Steps),
    }
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Steps(Steps),
    }
    #[derive(Debug, Deserialize)]
    struct Flat {
        name: String,
        #[serde(flatten)]
        steps: Steps,
    }
    let source = "limit = 3\nrun {\n  command = \"a\"\n}\nwait {\n  seconds = 1\n}\nrun {\n  command = \"b\"\n}\n";
    let run = |command: &str| Step::Run { command: command.to_owned() };
    let steps = vec![run("a"), Step::Wait(Wait { seconds: 1 }), run("b")];
    let expected = Steps { limit: 3, steps };
    let Tagged::Steps(found) = decode(&format!("kind = \"Steps\"\n{source}"));
    assert_eq!(found, expected);
    let Untagged::Steps(found) = decode(source);
    assert_eq!(found, expected);
    let flat: Flat = decode(&format!("name = \"a\"\n{source}"));
    assert_eq!(flat.steps, expected);
}
