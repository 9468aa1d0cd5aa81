//! Values with their spans.

use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::source::Span;
use serde_hcl::{Spanned, Value};

use crate::decode;

#[test]
fn spans_of_everything() {
    #[derive(Debug, Deserialize)]
    struct Block {
        #[serde(rename = "$label")]
        label: Spanned<String>,
        port: Spanned<Option<u16>>,
        list: Vec<Spanned<u8>>,
        missing: Option<Spanned<u8>>,
    }
    let source = "b \"x\" {\n  port = (40 + 40)\n  list = [1, [2][0]]\n}\n";
    let blocks: HashMap<Spanned<String>, Spanned<Block>> = {
        #[derive(Deserialize)]
        struct Entries(HashMap<String, Spanned<Block>>);
        let entries: Entries = decode(source);
        entries
            .0
            .into_iter()
            .map(|(key, block)| (Spanned::new(key, Span::default()), block))
            .collect()
    };
    let block = blocks.values().next().unwrap();
    assert_eq!(block.span().text(source), source.trim_end());
    assert_eq!(block.label.span().text(source), "\"x\"");
    assert_eq!((block.port.span().text(source), *block.port.get()), ("(40 + 40)", Some(80)));
    let elements: Vec<_> = block.list.iter().map(|spanned| spanned.span().text(source)).collect();
    assert_eq!(elements, ["1", "[2][0]"]);
    assert!(block.missing.is_none());
}

#[test]
fn spans_of_keys() {
    let source = "outer = { \"a b\" = 1, c = 2 }\n";
    let maps: HashMap<String, HashMap<Spanned<String>, u8>> = decode(source);
    let mut keys: Vec<_> = maps["outer"].keys().map(|key| key.span().text(source)).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["\"a b\"", "c"]);
}

#[test]
fn no_source_no_span() {
    let spanned: Spanned<Vec<Spanned<u8>>> = serde_json::from_str("[1]").unwrap();
    assert_eq!((spanned.span(), *spanned[0]), (Span::default(), 1));
    let lists: HashMap<String, Spanned<Vec<Spanned<u8>>>> = decode("a = [for x in [1] : x]\n");
    assert!(!lists["a"].span().is_empty() && lists["a"][0].span().is_empty());
}

#[test]
fn spans_after_flattened_fields() {
    #[derive(Debug, Deserialize)]
    struct Config {
        #[serde(flatten)]
        rest: HashMap<String, Spanned<u8>>,
    }
    assert_eq!(*decode::<Config>("a = 1\n").rest["a"], 1);
}

#[test]
fn spans_in_buffered_data() {
    #[derive(Debug, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Tagged {
        Port { number: Spanned<u16>, name: String, hosts: Vec<String> },
    }
    #[derive(Debug, Deserialize)]
    struct Flat<T> {
        #[serde(flatten)]
        rest: T,
    }
    let source = "type = \"port\"\nname = \"a\"\nhosts = [\"b\"]\nnumber = 40 * 2\n";
    let Tagged::Port { number, name, hosts } = decode(source);
    assert_eq!((*number, number.span().text(source)), (80, "40 * 2"));
    assert_eq!((name, hosts), ("a".into(), vec!["b".to_owned()]));
    let flat: Flat<HashMap<String, Spanned<Value>>> = decode(source);
    assert_eq!(flat.rest["number"].span().text(source), "40 * 2");
    assert_eq!(flat.rest["name"].span().text(source), "\"a\"");
    let block = "b {\n  x = 1\n}\n";
    let flat: Flat<HashMap<String, Spanned<Value>>> = decode(block);
    assert_eq!(flat.rest["b"].span().text(block), block.trim_end());
    let deep = "a = {\n  b = { c = [1, \"2\"], d = [{ c = [1 + 2] }] }\n}\n";
    #[derive(Debug, Deserialize)]
    struct Deep {
        c: Vec<Spanned<u8>>,
        #[serde(default)]
        d: Vec<Deep>,
    }
    let flat: Flat<HashMap<String, HashMap<String, Deep>>> = decode(deep);
    let Deep { c, d } = &flat.rest["a"]["b"];
    let texts = c.iter().chain(&d[0].c).map(|it| (**it, it.span().text(deep)));
    assert_eq!(texts.collect::<Vec<_>>(), [(1, "1"), (2, "\"2\""), (3, "1 + 2")]);
    let optional: Flat<Option<HashMap<String, Spanned<u8>>>> = decode("a = 1\n");
    assert_eq!(optional.rest.unwrap()["a"].span().range(), 4..5);
    for blocks in ["b \"x\" {}\n", "b {}\nb {}\n"] {
        assert!(serde_hcl::from_str::<Flat<HashMap<String, Spanned<Value>>>>(blocks).is_err());
    }
}
