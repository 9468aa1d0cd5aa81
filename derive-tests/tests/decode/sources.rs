//! The functions that decode: from text, bytes, readers and files.

use std::collections::HashMap;
use std::io::{self, Read};

use serde_hcl::{
    Category, Context, from_body, from_path_with, from_reader, from_reader_with, from_slice_with,
    from_str, from_value, parse, value,
};

type Map = HashMap<String, u8>;

#[test]
fn every_function_that_decodes() {
    let context = Context::new().variable("x", 1);
    let expected = Map::from([("a".to_owned(), 2)]);
    let source = "a = x + 1\n";
    assert_eq!(from_slice_with::<Map>(source.as_bytes(), &context).unwrap(), expected);
    assert_eq!(from_reader_with::<Map>(source.as_bytes(), &context).unwrap(), expected);
    let document = parse(source).unwrap();
    assert_eq!(from_body::<Map>(document.body(), &context).unwrap(), expected);
    assert_eq!(from_value::<Map>(value!({ "a": 2 })).unwrap(), expected);
    let path = std::env::temp_dir().join("serde_hcl-sources.hcl");
    std::fs::write(&path, source).unwrap();
    assert_eq!(from_path_with::<Map>(&path, &context).unwrap(), expected);
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
