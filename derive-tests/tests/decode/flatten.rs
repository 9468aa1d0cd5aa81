//! Flattened fields.

mod nested;

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_hcl::{Body, Context, Expression, Value};

use crate::{decode, error};

#[derive(Debug, Deserialize, PartialEq)]
struct Common {
    region: String,
    #[serde(default)]
    port: u16,
    zones: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct With<T> {
    name: String,
    #[serde(flatten)]
    flattened: T,
}

#[test]
fn a_struct() {
    let with: With<Common> = decode("name = \"a\"\nregion = \"eu\"\nport = 40 * 2\nother = 1\n");
    assert_eq!(with.name, "a");
    assert_eq!(with.flattened, Common { region: "eu".into(), port: 80, zones: None });
    let with: With<Common> =
        decode("name = \"a\"\nregion = \"eu\"\nport = null\nzones = [\"x\"]\n");
    assert_eq!(with.flattened.zones, Some(vec!["x".into()]));
    assert_eq!(
        error::<HashMap<String, With<Common>>>("w { name = \"a\" }\n"),
        "1:1: w: Missing required argument: The argument \"region\" is required, but it is missing in this \"w\" block; add region = …"
    );
}

#[test]
fn entries_that_are_not_read_may_be_invalid() {
    let with: With<Common> = decode("name = \"a\"\nregion = \"eu\"\nbroken = nope.nope\n");
    assert_eq!(with.flattened.region, "eu");
}

#[test]
fn a_map_of_data() {
    let with: With<BTreeMap<String, serde_json::Value>> =
        decode("name = \"a\"\nx = 1\ny = [0.5]\nz \"l\" {}\nw {}\n");
    assert_eq!(
        serde_json::to_value(with.flattened).unwrap(),
        serde_json::json!({ "x": 1, "y": [0.5], "z": { "l": [{}] }, "w": [{}] })
    );
    let with: With<BTreeMap<String, Value>> = decode("name = \"a\"\nx = 0.1\ny = 2 * 3\n");
    assert_eq!(with.flattened["x"].to_string(), "0.1");
    assert_eq!(with.flattened["y"].to_string(), "6");
    assert!(
        error::<With<HashMap<String, u8>>>("name = \"a\"\nx = nope\n")
            .starts_with("2:5: x: Variables not allowed")
    );
}

#[test]
fn the_rest_as_a_body() {
    let source = "name = \"a\"\nx = nope.x\nb \"l\" {\n  y = oops()\n}\nb \"m\" {}\n";
    let with: With<Body> = decode(source);
    let rest = with.flattened.view();
    assert_eq!(rest.items().map(|item| item.name()).collect::<Vec<_>>(), ["x", "b", "b"]);
    assert_eq!(rest.attribute("x").unwrap().expression().text(), "nope.x");
    assert_eq!(rest.attribute("x").unwrap().expression().span().text(source), "nope.x");

    let with: With<Body> = decode("name = \"a\"\n");
    assert_eq!(with.flattened.view().items().len(), 0);
    #[derive(Debug, Deserialize)]
    struct Only {
        #[serde(flatten)]
        rest: Body,
    }
    assert_eq!(decode::<Only>("").rest.view().items().len(), 0);
    assert_eq!(decode::<Only>("a = 1\n").rest.view().items().len(), 1);
}

#[test]
fn the_rest_of_a_labelled_block_is_decoded_later() {
    #[derive(Debug, Deserialize)]
    struct Resource {
        #[serde(rename = "$label:type")]
        kind: String,
        #[serde(rename = "$label:name")]
        name: String,
        count: Option<u8>,
        #[serde(flatten)]
        rest: Body,
    }
    #[derive(Debug, Deserialize)]
    struct Instance {
        size: u32,
    }
    #[derive(Debug, Deserialize)]
    struct Config {
        resource: Vec<Resource>,
    }
    let config: Config = decode(
        "resource a b {\n  count = 2\n  size = base * 2\n}\nresource a c {\n  size = base\n}\n",
    );
    let context = Context::new().variable("base", 4);
    let sizes: Vec<_> = config
        .resource
        .iter()
        .map(|resource| resource.rest.decode::<Instance>(&context).unwrap().size)
        .collect();
    assert_eq!(sizes, [8, 4]);
    let error = config.resource[1].rest.decode::<Instance>(&Context::new()).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(6), Some(10)));
}

#[test]
fn the_rest_as_expressions() {
    let with: With<BTreeMap<String, Expression>> =
        decode("name = \"a\"\nx = nope.x\ny = 1 + 1\nz = \"text\"\n");
    let written: Vec<_> = with.flattened.values().map(ToString::to_string).collect();
    assert_eq!(written, ["nope.x", "1 + 1", "\"text\""]);
}

#[test]
fn typed_and_captured_fields_together() {
    #[derive(Debug, Deserialize)]
    struct Both<T> {
        name: String,
        #[serde(flatten)]
        common: Common,
        #[serde(flatten)]
        rest: T,
    }
    let source = "name = \"a\"\nregion = \"${\"e\"}u\"\nport = 80\nx = nope\ny = 1 + 1\n";
    let both: Both<Body> = decode(source);
    assert_eq!(both.common.port, 80);
    assert_eq!(both.rest.view().items().map(|item| item.name()).collect::<Vec<_>>(), ["x", "y"]);
    let both: Both<BTreeMap<String, Expression>> = decode(source);
    assert_eq!(both.common.region, "eu");
    assert_eq!(both.rest["y"].to_string(), "1 + 1");
}

#[test]
fn flattened_fields_inside_each_other() {
    let with: With<With2> = decode("name = \"a\"\nregion = \"eu\"\nkind = \"k\"\nextra = x\n");
    #[derive(Debug, Deserialize)]
    struct With2 {
        kind: String,
        #[serde(flatten)]
        common: Common,
        #[serde(flatten)]
        rest: HashMap<String, Expression>,
    }
    assert_eq!(with.flattened.common.region, "eu");
    assert_eq!(with.flattened.kind, "k");
    assert_eq!(with.flattened.rest["extra"].to_string(), "x");
}

#[test]
fn an_enum() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Store {
        Local { path: String },
        Memory,
    }
    let with: With<Store> = decode("name = \"a\"\ntype = \"local\"\npath = \"x\"\n");
    assert_eq!(with.flattened, Store::Local { path: "x".into() });
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum External {
        Local { path: String },
    }
    let with: With<External> = decode("name = \"a\"\nlocal = { path = \"x\" }\n");
    assert_eq!(with.flattened, External::Local { path: "x".into() });
}

#[test]
fn an_object_is_flattened_as_well() {
    let maps: HashMap<String, With<BTreeMap<String, u8>>> =
        decode("o = { name = \"a\", x = 1, y = 1 + 1 }\n");
    assert_eq!(maps["o"].flattened["y"], 2);
    let maps: HashMap<String, With<BTreeMap<String, Expression>>> =
        decode("o = { name = \"a\", x = nope }\n");
    assert_eq!(maps["o"].flattened["x"].to_string(), "nope");
    let maps: HashMap<String, With<BTreeMap<String, u8>>> = decode(
        "o = { for k in [\"x\"] : k => 1 }\np = { name = \"n\" }\n"
            .replace("o = { for k in [\"x\"] : k => 1 }\n", "")
            .as_str(),
    );
    assert!(maps["p"].flattened.is_empty());
}

#[test]
fn blocks_in_a_flattened_struct() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Security {
        tls: Option<Tls>,
        #[serde(default)]
        rule: Vec<Tls>,
        #[serde(default)]
        named: HashMap<String, Tls>,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Tls {
        cert: String,
    }
    let source = "name = \"a\"\ntls {\n  cert = \"${\"c\"}\"\n}\nrule {\n  cert = \"d\"\n}\nnamed \"x\" {\n  cert = \"e\"\n}\n";
    let with: With<Security> = decode(source);
    assert_eq!(with.flattened.tls, Some(Tls { cert: "c".into() }));
    assert_eq!(with.flattened.rule, [Tls { cert: "d".into() }]);
    assert_eq!(with.flattened.named["x"].cert, "e");
}

#[test]
fn many_entries_take_linear_time() {
    let broken: String = (0..20_000).map(|index| format!("x{index} = nope\n")).collect();
    let source = format!("name = \"a\"\nregion = \"eu\"\n{broken}");
    assert_eq!(decode::<With<Common>>(&source).flattened.region, "eu");
    assert_eq!(decode::<With<BTreeMap<String, Expression>>>(&source).flattened.len(), 20_001);
    assert!(error::<With<BTreeMap<String, u8>>>(&source).contains("Variables not allowed"));
    let blocks: String = (0..2_000).map(|index| format!("b{index} {{}}\n")).collect();
    let with: With<BTreeMap<String, Value>> = decode(&format!("name = \"a\"\n{blocks}"));
    assert_eq!(with.flattened["b1999"].to_string(), "[{}]");
}

#[test]
fn a_value_refused_by_a_flattened_field_has_its_place() {
    #[derive(Debug, Deserialize)]
    struct Listeners {
        listener: Option<Vec<Listener>>,
        limits: Option<HashMap<String, Vec<u8>>>,
    }
    #[derive(Debug, Deserialize)]
    struct Listener {
        port: u16,
    }
    let refused = |content: &str| error::<With<Listeners>>(&format!("name = \"a\"\n{content}"));
    assert_eq!(
        refused("listener {\n  port = \"x\"\n}\nlistener {\n  port = 1\n}\n"),
        "3:10: listener[0].port: Unsuitable value type: Expected a whole number from 0 to 65535, found the string \"x\"; write a number in digits"
    );
    assert_eq!(
        refused("limits = { \"cpu\" = [1, 150 * 2] }\n"),
        "2:24: limits.cpu[1]: Unsuitable value: Expected a whole number from 0 to 255, found the number 300; write a number in this range"
    );
    assert!(
        refused("listener {\n  port = nope\n}\nlistener {\n  port = 1\n}\n")
            .starts_with("3:10: listener[0].port: Variables not allowed")
    );
    // The first of several values that are refused.
    assert_eq!(
        refused("limits = { a = [300], b = [300] }\n"),
        "2:17: limits.a[0]: Unsuitable value: Expected a whole number from 0 to 255, found the number 300; write a number in this range"
    );
}

#[test]
fn labels_in_an_optional_struct() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Named {
        #[serde(rename = "$label:kind")]
        kind: String,
        #[serde(rename = "$label:name")]
        name: String,
    }
    #[derive(Debug, Deserialize)]
    struct Disk {
        size: u8,
        #[serde(flatten)]
        named: Option<Named>,
    }
    #[derive(Debug, Deserialize)]
    struct Config {
        disk: Vec<Disk>,
    }
    let config: Config = decode("disk {\n  size = 1\n}\ndisk \"ssd\" \"a\" {\n  size = 2\n}\n");
    assert_eq!(config.disk[0].named, None);
    assert_eq!(config.disk[1].named, Some(Named { kind: "ssd".into(), name: "a".into() }));
}

#[test]
fn flattened_maps_take_the_variants_of_an_untagged_enum_in_order() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Setting {
        Number(i32),
        List(Vec<String>),
        Other(Expression),
    }

    #[derive(Debug, Deserialize)]
    struct Settings {
        name: String,
        #[serde(flatten)]
        settings: BTreeMap<String, Setting>,
    }

    let source =
        "name = \"n\"\na = 13\nb = [\"x\"]\nc = \"text\"\nd = unknown.name + 1\ne = 6 + 7\n";
    let settings: Settings = decode(source);
    assert_eq!(settings.name, "n");
    let shown: Vec<String> = settings.settings.values().map(|each| format!("{each:?}")).collect();
    let is = |index: usize, start: &str| assert!(shown[index].starts_with(start), "{shown:?}");
    is(0, "Number(13)");
    is(1, "List([\"x\"])");
    is(2, "Other(");
    is(3, "Other(");
    is(4, "Number(13)");
    match &settings.settings["d"] {
        Setting::Other(expression) => assert_eq!(expression.to_string(), "unknown.name + 1"),
        other => panic!("{other:?}"),
    }
    let many: String = (0..2000).map(|number| format!("a{number} = {number}\n")).collect();
    let many: Settings = decode(&format!("name = \"n\"\n{many}"));
    assert!(many.settings.values().all(|each| matches!(each, Setting::Number(_))));
}

#[test]
fn numbers_that_are_not_read_may_be_out_of_range() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Sizes {
        Size { size: u8 },
        Factor { factor: f64 },
    }
    #[derive(Debug, Deserialize)]
    struct Size {
        size: u8,
    }
    let source = "name = \"a\"\nsize = 1\nother = 1e400\n";
    assert_eq!(decode::<With<Size>>(source).flattened.size, 1);
    assert!(matches!(decode::<Sizes>(source), Sizes::Size { size: 1 }));
    let read = error::<With<Sizes>>("name = \"a\"\nfactor = 1e400\n");
    assert!(read.contains("Number out of range"), "{read}");
}

#[test]
fn a_computed_null_is_none_in_every_position() {
    #[derive(Debug, Deserialize)]
    struct Optional {
        value: Option<Value>,
        json: Option<serde_json::Value>,
        expression: Option<Expression>,
    }
    let source = "value = true ? null : 1\njson = true ? null : 1\nexpression = true ? null : 1\n";
    let plain: Optional = decode(source);
    assert_eq!((plain.value, plain.json), (None, None));
    assert_eq!(plain.expression.unwrap().to_string(), "true ? null : 1");
    let Optional { value, json, .. } =
        decode::<With<Optional>>(&format!("name = \"a\"\n{source}")).flattened;
    assert_eq!((value, json), (None, None));
}
