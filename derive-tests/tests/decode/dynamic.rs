//! `dynamic` blocks, which are expanded if the decoder allows it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{Block, Body, Context, Decoder, Deserializer, Expression, Lazy};

const SOURCE: &str = r#"
server "fixed" {
  port = 1
}
dynamic "server" {
  for_each = ports
  labels   = ["s-${server.key}"]
  content {
    port = server.value
    note = "plain"
    dynamic "alias" {
      for_each = [server.key]
      content {
        name = "${alias.value}.${domain}"
      }
    }
  }
}
"#;

#[derive(Debug, Deserialize)]
struct Config<'a> {
    #[serde(borrow)]
    server: Vec<Server<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Server<'a> {
    #[serde(rename = "$label")]
    name: String,
    port: u16,
    note: Option<&'a str>,
    #[serde(default)]
    alias: Vec<Alias>,
}

#[derive(Debug, Deserialize)]
struct Alias {
    name: String,
}

fn decoder() -> Decoder {
    let ports = serde_hcl::value!({ "a": 80, "b": 443 });
    let context = Context::new().variable("ports", ports).variable("domain", "test");
    Decoder::new().context(&context).expand_dynamic_blocks(true)
}

#[test]
fn blocks_are_generated() {
    let config: Config<'_> = decoder().from_str(SOURCE).unwrap();
    let servers: Vec<_> = config.server.iter().map(|server| (&*server.name, server.port)).collect();
    assert_eq!(servers, [("fixed", 1), ("s-a", 80), ("s-b", 443)]);
    assert_eq!(config.server[2].note, Some("plain"));
    assert_eq!(config.server[1].alias[0].name, "a.test");
}

#[test]
fn blocks_are_generated_under_an_adapter() {
    let deserializer = Deserializer::from_str(SOURCE).context(decoder());
    let config = Config::deserialize(deserializer).unwrap();
    assert_eq!(config.server.len(), 3);
}

#[test]
fn without_expansion_they_are_ordinary_blocks() {
    #[derive(Debug, Deserialize)]
    struct Raw {
        dynamic: BTreeMap<String, Body>,
    }
    let raw: Raw = decoder().expand_dynamic_blocks(false).from_str(SOURCE).unwrap();
    assert_eq!(raw.dynamic["server"].view().blocks().count(), 1);
}

#[test]
fn captured_parts_keep_their_element() {
    #[derive(Debug, Deserialize)]
    struct Config {
        server: BTreeMap<String, Server>,
    }
    #[derive(Debug, Deserialize)]
    struct Server {
        port: Expression,
        #[serde(default)]
        alias: Option<Lazy<super::dynamic::Alias>>,
    }
    let config: Config = decoder().from_str(SOURCE).unwrap();
    let server = &config.server["s-b"];
    assert_eq!(server.port.to_string(), "server.value");
    assert_eq!(server.port.decode::<u16>(&Context::new()).unwrap(), 443);
    let context = Context::new().variable("domain", "other");
    let alias = server.alias.as_ref().unwrap().evaluate(&context).unwrap();
    assert_eq!(alias.name, "b.other");
}

#[test]
fn errors_point_at_the_source_of_generated_blocks() {
    let source = "dynamic \"server\" {\n  for_each = [1]\n  labels = [\"x\"]\n  content {\n    prt = 1\n  }\n}\n";
    let error = decoder().from_str::<Config<'_>>(source).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(5), Some(5)));
    let source = "dynamic \"server\" {\n  for_each = prts\n  content {}\n}\n";
    let error = decoder().from_str::<Config<'_>>(source).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(2), Some(14)));
    assert_eq!(error.code(), "unknown-variable");
}

#[test]
fn all_captured_parts_are_expanded() {
    #[derive(Debug, Deserialize)]
    struct Captured {
        #[serde(rename = "group")]
        block: Block,
    }
    #[derive(Debug, Deserialize)]
    struct Groups {
        group: (Body, Lazy<Group>, Block),
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Group {
        #[serde(default)]
        alias: Vec<Name>,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    struct Name {
        name: String,
    }
    let group = "group {\n  dynamic \"alias\" {\n    for_each = names\n    content {\n      name = alias.value\n    }\n  }\n}\n";
    let context = Context::new().variable("names", serde_hcl::value!(["a", "b"]));
    let context = Decoder::new().context(&context).expand_dynamic_blocks(true);
    let expected = ["a", "b"].map(|name| Name { name: name.to_owned() });
    let Groups { group: (body, lazy, block) } = serde_hcl::from_str(&group.repeat(3)).unwrap();
    assert_eq!(body.decode::<Group>(&context).unwrap().alias, expected);
    assert_eq!(lazy.evaluate(&context).unwrap().alias, expected);
    assert_eq!(block.decode::<Group>(&context).unwrap().alias, expected);
    let written: Block = group.parse().unwrap();
    assert_eq!(written.decode::<Group>(&context).unwrap().alias, expected);
    let captured: Captured = serde_hcl::from_str(group).unwrap();
    let body: Body = captured.block.decode(&context).unwrap();
    assert_eq!(body.view().blocks().count(), 2);
}

/// A captured body is expanded each time it is decoded, in the context of that call.
#[test]
fn captured_parts_are_expanded_when_they_are_decoded() {
    #[derive(Debug, Deserialize)]
    struct Config {
        group: Lazy<BTreeMap<String, Group>>,
        other: Vec<Lazy<Group>>,
        #[serde(rename = "body")]
        bodies: Vec<Body>,
    }
    #[derive(Debug, Deserialize)]
    struct Group {
        #[serde(default)]
        port: Vec<Port>,
    }
    #[derive(Debug, Deserialize)]
    struct Port {
        number: u16,
    }
    let content =
        "dynamic \"port\" {\n for_each = ports\n content {\n number = port.value\n }\n }\n";
    let source = ["group \"a\"", "group \"b\"", "other", "other", "body"]
        .map(|header| format!("{header} {{\n{content}}}\n"))
        .concat();
    let config: Config = serde_hcl::from_str(&source).unwrap();
    let numbers = |group: &Group| group.port.iter().map(|port| port.number).collect::<Vec<_>>();
    for ports in [vec![], vec![1, 2]] {
        let context = Context::new().variable("ports", ports.clone());
        let context = Decoder::new().context(&context).expand_dynamic_blocks(true);
        let groups = config.group.evaluate(&context).unwrap();
        assert_eq!(
            groups.values().map(numbers).collect::<Vec<_>>(),
            [ports.clone(), ports.clone()]
        );
        for other in &config.other {
            assert_eq!(numbers(&other.evaluate(&context).unwrap()), ports);
        }
        assert_eq!(numbers(&config.bodies[0].decode::<Group>(&context).unwrap()), ports);
    }
}
