//! One block where the settings have a list.

use std::collections::BTreeMap;
use std::fmt::Debug;

use config::{Config, File};
use figment::Figment;
use figment::providers::Format;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_hcl::Hcl;

/// The settings in a source, by both crates.
fn read<T: DeserializeOwned + PartialEq + Debug>(source: &str) -> Result<T, String> {
    let config = Config::builder().add_source(File::from_str(source, Hcl)).build().unwrap();
    let config = config.try_deserialize::<T>().map_err(|error| error.to_string());
    let figment = Figment::from(Hcl::string(source)).extract::<T>();
    assert_eq!(config.as_ref().ok(), figment.as_ref().ok());
    config
}

#[derive(Debug, PartialEq, Deserialize)]
struct Settings {
    #[serde(default, deserialize_with = "serde_hcl::one_or_many")]
    rule: Vec<Rule>,
    #[serde(default)]
    group: BTreeMap<String, Rules>,
    choice: Option<Choice>,
    newtype: Option<Rules>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Rule {
    path: String,
    #[serde(default)]
    port: u16,
    #[serde(default, deserialize_with = "serde_hcl::one_or_many")]
    rule: Vec<Rule>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Rules(#[serde(deserialize_with = "serde_hcl::one_or_many")] Vec<Rule>);

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Rules(#[serde(deserialize_with = "serde_hcl::one_or_many")] Vec<Rule>),
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
    assert_eq!(settings.group["x"].0, [rule("/x", vec![])]);
    assert_eq!(settings.group["y"].0, [rule("/y", vec![]), rule("/z", vec![])]);
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
