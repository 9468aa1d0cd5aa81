//! Conversions of the language in content that serde buffers.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::{Spanned, Value, from_str};

use crate::decode;

#[derive(Debug, Deserialize, PartialEq)]
struct Settings {
    name: String,
    port: u16,
    ratio: f64,
    on: bool,
    #[serde(default)]
    letter: Option<char>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    #[serde(default)]
    ports: Vec<u16>,
    #[serde(default)]
    names: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Flat<T> {
    #[serde(flatten)]
    rest: T,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Untagged<T> {
    Only(T),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
enum Internal<T> {
    A(T),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", content = "content")]
enum Adjacent<T> {
    A(T),
}

const SOURCE: &str = r#"
name = 5
port = "80"
ratio = "0.5"
on = "true"
letter = 7
tags = { a = 1, b = true, "c" = "x", d = 1.50 }
ports = ["1", 2, "3"]
names = [[1, "a"], [], [false]]
"#;

#[test]
fn in_every_kind_of_buffer() {
    let expected: Settings = decode(SOURCE);
    assert_eq!((expected.name.as_str(), expected.tags["d"].as_str()), ("5", "1.5"));
    assert_eq!(decode::<Flat<Settings>>(SOURCE).rest, expected);
    let Untagged::Only(found) = decode::<Untagged<Settings>>(SOURCE);
    assert_eq!(found, expected);
    let Internal::A(found) = decode::<Internal<Settings>>(&format!("{SOURCE}type = \"A\"\n"));
    assert_eq!(found, expected);
    let content = format!("content {{\n{SOURCE}\n}}\n");
    let Adjacent::A(found) = decode::<Adjacent<Settings>>(&format!("{content}type = \"A\"\n"));
    assert_eq!(found, expected);
    let Adjacent::A(found) = decode::<Adjacent<Settings>>(&format!("type = \"A\"\n{content}"));
    assert_eq!(found, expected);
    let attribute = format!("x = {{ {SOURCE} }}\n");
    let Untagged::Only(found) =
        decode::<BTreeMap<String, Untagged<Settings>>>(&attribute).remove("x").unwrap();
    assert_eq!(found, expected);
}

#[test]
fn a_variant_that_fits_exactly_wins() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Size {
        Number(u64),
        Flag(bool),
        Text(String),
    }
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Strict {
        Number(u64),
        Flag(bool),
    }
    let sizes: BTreeMap<String, Vec<Size>> = decode("a = [1, \"1\", true, \"true\"]\n");
    let text = |text: &str| Size::Text(text.to_owned());
    assert_eq!(sizes["a"], [Size::Number(1), text("1"), Size::Flag(true), text("true")]);
    let strict: BTreeMap<String, Vec<Strict>> = decode("a = [1, \"1\", true, \"true\"]\n");
    let (one, yes) = (|| Strict::Number(1), || Strict::Flag(true));
    assert_eq!(strict["a"], [one(), one(), yes(), yes()]);
    // The conversion of one entry does not change the choice for another.
    #[derive(Debug, Deserialize, PartialEq)]
    struct Both {
        size: Size,
        strict: Strict,
        any: Value,
        name: String,
    }
    let source = "size = \"1\"\nstrict = \"1\"\nany = 1\nname = 1\n";
    let both: Flat<Both> = decode(source);
    assert_eq!((both.rest.size, both.rest.strict), (text("1"), one()));
    assert_eq!((both.rest.any, &*both.rest.name), (Value::from(1), "1"));
}

#[test]
fn what_does_not_convert_is_an_error() {
    for line in ["port = \"nope\"", "on = 1", "name = [1]", "ratio = true", "port = \"70000 \""] {
        let name = line.split(' ').next().unwrap();
        let lines = SOURCE.lines().filter(|other| !other.starts_with(&format!("{name} ")));
        let source: String = lines.chain([line]).map(|line| format!("{line}\n")).collect();
        let detail = |error: &serde_hcl::Error| {
            let text = error.to_string();
            text[text.find("Expected").unwrap_or(0)..].split([';', '.']).next().unwrap().to_owned()
        };
        let plain = from_str::<Settings>(&source).unwrap_err();
        let flat = from_str::<Flat<Settings>>(&source).unwrap_err();
        assert_eq!(detail(&plain), detail(&flat));
        assert!(from_str::<Untagged<Settings>>(&source).is_err(), "{source}");
    }
}

#[test]
fn spans_of_elements() {
    #[derive(Debug, Deserialize)]
    struct Lists {
        ports: Vec<Spanned<u16>>,
        names: Vec<Vec<Spanned<String>>>,
        one: Spanned<String>,
        count: u16,
    }
    let source = "ports = [1, \"2\", 1 + 2]\nnames = [[\"a\"], [4]]\none = 6\ncount = \"1\"\n";
    let Flat { rest: Lists { ports, names, one, count } } = decode(source);
    let texts: Vec<_> = ports.iter().map(|port| port.span().text(source)).collect();
    assert_eq!(texts, ["1", "\"2\"", "1 + 2"]);
    assert_eq!(ports.iter().map(|port| **port).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((names[1][0].as_str(), names[1][0].span().text(source)), ("4", "4"));
    assert_eq!((one.as_str(), one.span().text(source), count), ("6", "6", 1));
}

/// The page "What serde hides" has a reason for each.
#[test]
fn limits() {
    #[derive(Debug, Deserialize)]
    struct Optional {
        #[serde(flatten)]
        server: Option<Server>,
    }
    #[derive(Debug, Deserialize)]
    struct Server {
        port: u16,
    }
    assert!(decode::<Optional>("port = 80\n").server.is_some());
    assert!(decode::<Optional>("port = \"80\"\n").server.is_none());

    type Pairs = BTreeMap<String, Untagged<(u8, String)>>;
    assert!(from_str::<Pairs>("a = [1, \"2\"]\n").is_ok());
    assert!(from_str::<Pairs>("a = [\"1\", 2]\n").is_err());

    type Nulls = BTreeMap<String, Option<Option<u8>>>;
    assert_eq!(decode::<Flat<Nulls>>("a = null\n").rest["a"], None);

    type Texts = Flat<BTreeMap<String, String>>;

    let precise = "a = 12345678901234567890123\n";
    assert_eq!(decode::<BTreeMap<String, String>>(precise)["a"], "12345678901234567890123");
    assert!(from_str::<Texts>(precise).is_err());
}

/// Each entry of a flattened map may need a conversion.
#[test]
fn any_number_of_flattened_entries_is_converted() {
    #[derive(Debug, Deserialize)]
    struct Flattened {
        #[serde(flatten)]
        texts: BTreeMap<String, String>,
    }
    let source: String = (0..200).map(|i| format!("a{i} = {i}\n")).collect();
    let decoded: Flattened = decode(&source);
    assert_eq!((decoded.texts.len(), &*decoded.texts["a150"]), (200, "150"));
}
