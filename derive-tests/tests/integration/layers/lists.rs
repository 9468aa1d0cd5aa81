//! One block where the settings have a list.

use std::collections::BTreeMap;
use std::fmt::Debug;

use config::{Config, File};
use figment::Figment;
use figment::providers::Format;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::{Hcl, Layered};

/// The settings in a source, by both crates.
fn read<T: DeserializeOwned + PartialEq + Debug>(source: &str) -> Result<T, String> {
    let config = Config::builder().add_source(File::from_str(source, Hcl)).build().unwrap();
    let config = config.try_deserialize::<Layered<T>>().map_err(|error| error.to_string());
    let figment = Figment::from(Hcl::string(source)).extract::<Layered<T>>();
    assert_eq!(config.as_ref().ok(), figment.as_ref().ok());
    config.map(|Layered(settings)| settings)
}

#[derive(Debug, PartialEq, Deserialize)]
struct Settings {
    #[serde(default)]
    rule: Vec<Rule>,
    #[serde(default)]
    group: BTreeMap<String, Vec<Rule>>,
    optional: Option<Vec<Rule>>,
    choice: Option<Choice>,
    newtype: Option<Rules>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Rule {
    path: String,
    #[serde(default)]
    port: u16,
    #[serde(default)]
    rule: Vec<Rule>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Rules(Vec<Rule>);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Rules(Vec<Rule>),
}

fn rule(path: &str, rule: Vec<Rule>) -> Rule {
    Rule { path: path.to_owned(), port: 0, rule }
}

#[test]
fn one_block_is_a_list_of_one_where_the_type_is_a_list() {
    let settings: Settings = read(
        r#"
        rule {
          path = "/"
          rule {
            path = "/a"
          }
        }
        group "x" {
          path = "/x"
        }
        group "y" {
          path = "/y"
        }
        group "y" {
          path = "/z"
        }
        optional {
          path = "/o"
        }
        choice "rules" {
          path = "/c"
        }
        newtype {
          path = "/n"
        }
        "#,
    )
    .unwrap();
    assert_eq!(settings.rule, [rule("/", vec![rule("/a", vec![])])]);
    assert_eq!(settings.group["x"], [rule("/x", vec![])]);
    assert_eq!(settings.group["y"], [rule("/y", vec![]), rule("/z", vec![])]);
    assert_eq!(settings.optional.unwrap(), [rule("/o", vec![])]);
    assert_eq!(settings.choice, Some(Choice::Rules(vec![rule("/c", vec![])])));
    assert_eq!(settings.newtype, Some(Rules(vec![rule("/n", vec![])])));
}

#[test]
fn several_blocks_and_none_remain_lists() {
    let settings: Settings =
        read("rule {\n  path = \"a\"\n}\nrule {\n  path = \"b\"\n}\n").unwrap();
    assert_eq!(settings.rule, [rule("a", vec![]), rule("b", vec![])]);
    assert_eq!(read::<Settings>("").unwrap().rule, []);
}

#[test]
fn errors_keep_their_keys() {
    let error = read::<Settings>("rule {\n  path = \"a\"\n  port = \"x\"\n}\n").unwrap_err();
    assert!(error.contains("rule") && error.contains("port") && error.contains("3:10"), "{error}");
}

/// A list of itself. A map in its place must not become a list without end.
#[derive(Debug, PartialEq, Deserialize)]
struct Endless(Vec<Endless>);

#[test]
fn a_list_of_itself_ends() {
    assert_eq!(read::<BTreeMap<String, Endless>>("a = [[], []]\n").unwrap()["a"].0.len(), 2);
    assert!(read::<BTreeMap<String, Endless>>("a {\n  b = 1\n}\n").is_err());
}
