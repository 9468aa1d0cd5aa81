//! The functions that decode: from text, bytes, readers and files.

use std::collections::HashMap;
use std::io::{self, Read};

use serde_hcl::diagnostic::Category;
use serde_hcl::{Context, Decoder, from_body, from_reader, from_str, from_value, parse, value};

type Map = HashMap<String, u8>;

#[test]
fn every_function_that_decodes() {
    let context = Context::new().variable("x", 1);
    let expected = Map::from([("a".to_owned(), 2)]);
    let source = "a = x + 1\n";
    let decoder = Decoder::new().context(&context);
    assert_eq!(decoder.from_str::<Map>(source).unwrap(), expected);
    assert_eq!(decoder.from_slice::<Map>(source.as_bytes()).unwrap(), expected);
    assert_eq!(decoder.from_reader::<Map>(source.as_bytes()).unwrap(), expected);
    let document = parse(source).unwrap();
    assert_eq!(decoder.from_body::<Map>(document.body()).unwrap(), expected);
    assert_eq!(from_body::<Map>(document.body(), &context).unwrap(), expected);
    assert_eq!(from_value::<Map>(value!({ "a": 2 })).unwrap(), expected);
    let path = std::env::temp_dir().join("serde_hcl-sources.hcl");
    std::fs::write(&path, source).unwrap();
    assert_eq!(decoder.from_path::<Map>(&path).unwrap(), expected);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn readers_may_fail() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let error = from_reader::<Map>(Broken).unwrap_err();
    assert_eq!(error.category(), Category::Io);
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(from_str::<Map>("\u{feff}a = 1\n").unwrap()["a"], 1);
}

#[test]
fn utf_16_is_named() {
    let text = "name = \"Grüße\"\nport = 80\n";
    let little = || text.encode_utf16().flat_map(u16::to_le_bytes);
    let big = || text.encode_utf16().flat_map(u16::to_be_bytes);
    let ascii: Vec<u8> = "port = 80\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let sources: [Vec<u8>; 5] = [
        [0xff, 0xfe].into_iter().chain(little()).collect(),
        [0xfe, 0xff].into_iter().chain(big()).collect(),
        little().collect(),
        big().collect(),
        ascii,
    ];
    for source in sources {
        let error = serde_hcl::from_slice::<Map>(&source).unwrap_err();
        assert_eq!(error.diagnostics().len(), 1, "{error:#}");
        assert_eq!(error.code(), "other-language");
        assert!(error.to_string().contains("UTF-16"), "{error}");
        assert_eq!(error.diagnostics()[0].help(), Some("save the file as UTF-8"));
    }
    let error = serde_hcl::from_slice::<Map>(b"name = \"caf\xe9\"\n").unwrap_err();
    assert_eq!(error.code(), "invalid-encoding");
}
