//! Newtypes, conversions, and fields with their own decoding functions.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Deserializer};

use crate::{decode, error};

#[derive(Debug, Deserialize, PartialEq)]
struct Port(u16);

#[derive(Debug, Deserialize, PartialEq)]
#[serde(transparent)]
struct Name {
    inner: String,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(try_from = "u16")]
struct Even(u16);

impl TryFrom<u16> for Even {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        if number % 2 == 0 { Ok(Even(number)) } else { Err(format!("{number} is odd")) }
    }
}

#[test]
fn newtypes_are_decoded_as_their_content() {
    assert_eq!(decode::<HashMap<String, Port>>("p = \"80\"\n")["p"], Port(80));
    assert_eq!(decode::<HashMap<String, Name>>("n = \"x\"\n")["n"].inner, "x");
    #[derive(Debug, Deserialize)]
    struct Ports(HashMap<String, Vec<Port>>);
    assert_eq!(decode::<Ports>("p = [1]\n").0["p"], [Port(1)]);
    #[derive(Debug, Deserialize)]
    struct Pair(u8, Name);
    assert_eq!(decode::<HashMap<String, Pair>>("p = [1, \"x\"]\n")["p"].1.inner, "x");
}

#[test]
fn the_errors_of_a_conversion_have_a_place() {
    assert_eq!(decode::<HashMap<String, Even>>("e = 2\n")["e"], Even(2));
    assert_eq!(error::<HashMap<String, Vec<Even>>>("e = [2, 3]\n"), "1:9: e[1]: 3 is odd");
}

#[test]
fn functions_of_fields() {
    fn lower<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        String::deserialize(deserializer).map(|text| text.to_lowercase())
    }
    #[derive(Debug, Deserialize)]
    struct Config {
        #[serde(deserialize_with = "lower", alias = "title")]
        name: String,
        #[serde(skip)]
        cache: u8,
    }
    assert_eq!(decode::<Config>("title = \"A\"\n").name, "a");
    assert!(
        error::<Config>("title = \"A\"\nname = \"B\"\n").starts_with("2:1: Duplicate argument")
    );
}

#[test]
fn sets_and_sequences() {
    let sets: HashMap<String, BTreeSet<u8>> = decode("s = [3, 1, 3]\n");
    assert_eq!(sets["s"], BTreeSet::from([1, 3]));
}
