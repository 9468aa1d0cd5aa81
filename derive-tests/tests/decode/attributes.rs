//! Structs and maps from attributes.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use crate::{decode, error};

#[derive(Debug, Deserialize, PartialEq)]
struct Server {
    name: String,
    port: u16,
    #[serde(default)]
    tags: Vec<String>,
    timeout: Option<f64>,
}

#[test]
fn a_struct_takes_the_attributes_of_its_fields() {
    let server: Server =
        decode("name = \"web\"\nport = 80\ntags = [\"a\", \"b\"]\nother = nope()\n");
    assert_eq!(
        server,
        Server { name: "web".into(), port: 80, tags: vec!["a".into(), "b".into()], timeout: None }
    );
}

#[test]
fn an_object_is_decoded_as_a_struct() {
    let servers: HashMap<String, Vec<Server>> =
        decode("servers = [{ name = \"a\", port = 1 }, { \"name\" : \"b\", port : 1 + 1 }]\n");
    assert_eq!(servers["servers"][1].port, 2);
}

#[test]
fn the_last_of_equal_keys_counts() {
    for count in [1, 20] {
        let others: String = (0..count).map(|index| format!("k{index} = {index}\n")).collect();
        let source = format!("o = {{ a = missing, {} \"a\" = 2 }}\n", others.replace('\n', ", "));
        let objects: HashMap<String, BTreeMap<String, u16>> = decode(&source);
        assert_eq!((objects["o"]["a"], objects["o"].len()), (2, count + 1));
    }
}

#[test]
fn keys_convert() {
    let maps: HashMap<String, BTreeMap<u8, bool>> =
        decode("m = { 2 = true, \"1\" = \"false\", (1 + 2) = true }\n");
    assert_eq!(maps["m"], BTreeMap::from([(1, false), (2, true), (3, true)]));
    let maps: HashMap<String, BTreeMap<bool, String>> =
        decode("m = { true = 1, false = null_ }\n".replace("null_", "\"\"").as_str());
    assert_eq!(maps["m"][&true], "1");
}

#[test]
fn errors_have_position_and_path() {
    assert_eq!(
        error::<HashMap<String, Vec<Server>>>("servers = [{ name = \"a\", port = 99999 }]\n"),
        "1:33: servers[0].port: Number out of range: The number 99999 is not between 0 and 65535; write a number in this range"
    );
    assert_eq!(
        error::<Server>("name = \"a\"\n"),
        "1:1: Missing required argument: The argument \"port\" is required, but it is missing; add port = …"
    );
}

#[test]
fn null_counts_as_absent() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Config {
        #[serde(default)]
        a: u8,
        b: Option<u8>,
        #[serde(default)]
        c: String,
    }
    for null in ["null", "(null)", "true ? null : 1"] {
        let config: Config = decode(&format!("a = {null}\nb = {null}\nc = {null}\n"));
        assert_eq!(config, Config { a: 0, b: None, c: String::new() });
    }
    assert_eq!(
        error::<Server>("name = \"a\"\nport = true ? null : 1\n"),
        "2:1: Missing required argument: The argument \"port\" is required, but it is null here; give it a value"
    );
    let map: BTreeMap<String, u8> = decode("a = null\nb = 1\n");
    assert_eq!(map, BTreeMap::from([("b".to_owned(), 1)]));
    let map: BTreeMap<String, Option<u8>> = decode("a = null\nb = 1\n");
    assert_eq!(map["a"], None);
}
