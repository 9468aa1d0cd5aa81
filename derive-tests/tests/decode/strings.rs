//! Strings, characters, paths, bools.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::{decode, error};

#[track_caller]
fn value<T: DeserializeOwned>(text: &str) -> T {
    decode::<HashMap<String, T>>(&format!("v = {text}\n")).remove("v").unwrap()
}

#[test]
fn strings_from_primitive_values() {
    assert_eq!(value::<String>("15"), "15");
    assert_eq!(value::<String>("1.50"), "1.5");
    assert_eq!(value::<String>("007"), "7");
    assert_eq!(value::<String>("-1"), "-1");
    assert_eq!(value::<String>("1e3"), "1000");
    assert_eq!(value::<String>("true"), "true");
    assert_eq!(value::<String>("1 == 2"), "false");
    assert_eq!(value::<String>("\"a${1 + 1}\""), "a2");
    assert_eq!(value::<String>("<<-E\n  a\n    b\n  E"), "a\n  b\n");
    assert!(
        error::<HashMap<String, String>>("v = []\n").contains("Expected a string, found a list")
    );
    assert!(error::<HashMap<String, Vec<String>>>("v = [null]\n").contains("found null"));
}

#[test]
fn types_made_of_strings() {
    assert_eq!(&*value::<Box<str>>("\"a\""), "a");
    assert_eq!(value::<PathBuf>("\"/a/b\""), PathBuf::from("/a/b"));
    assert_eq!(value::<char>("\"ü\""), 'ü');
    assert_eq!(value::<char>("7"), '7');
    assert_eq!(value::<IpAddr>("\"127.0.0.1\"").to_string(), "127.0.0.1");
    assert!(error::<HashMap<String, char>>("v = \"ab\"\n").starts_with("1:5: v: Unsuitable value"));
    assert!(error::<HashMap<String, IpAddr>>("v = \"ab\"\n").starts_with("1:5: v: "));
    let _: Arc<str> = Arc::from(value::<Box<str>>("\"a\""));
}

#[test]
fn bools() {
    assert!(value::<bool>("true") && value::<bool>("\"true\"") && value::<bool>("\"1\""));
    assert!(!value::<bool>("\"false\"") && !value::<bool>("\"0\"") && !value::<bool>("1 > 2"));
    assert!(error::<HashMap<String, bool>>("v = 1\n").contains("found the number 1"));
    assert!(error::<HashMap<String, bool>>("v = \"yes\"\n").contains("found the string \"yes\""));
}

#[test]
fn units() {
    #[derive(Debug, serde::Deserialize, PartialEq)]
    struct Unit;
    assert_eq!(decode::<HashMap<String, Unit>>("a = null\nb {}\n").len(), 2);
    assert_eq!(decode::<HashMap<String, ()>>("a = null\nb {}\n").len(), 2);
    assert!(error::<HashMap<String, ()>>("b {\n  a = 1\n}\n").starts_with("1:1: b: "));
    assert!(error::<HashMap<String, ()>>("b = 1\n").starts_with("1:5: b: "));
}

#[test]
fn tuples_have_their_length() {
    assert_eq!(value::<(u8, String)>("[1, 2]"), (1, "2".to_owned()));
    assert_eq!(value::<[u8; 2]>("[1, 2]"), [1, 2]);
    let error = error::<HashMap<String, (u8, u8)>>("v = [1, 2, 3]\n");
    assert_eq!(
        error,
        "1:5: v: Unsuitable number of elements: Expected 2 elements, found 3; remove one element"
    );
}
