//! Byte sequences.

use std::collections::HashMap;

use serde_bytes::{ByteBuf, Bytes};

use crate::{decode, error};

#[test]
fn bytes_of_a_string() {
    let bytes: HashMap<String, ByteBuf> = decode("a = \"x\\n\"\nb = \"${\"a\"}b\"\n");
    assert_eq!((&bytes["a"][..], &bytes["b"][..]), (&b"x\n"[..], &b"ab"[..]));
    let bytes: HashMap<&str, &Bytes> = serde_hcl::from_str("a = \"xy\"\n").unwrap();
    assert_eq!(&**bytes["a"], b"xy");
}

#[test]
fn bytes_from_numbers() {
    let bytes: HashMap<String, ByteBuf> = decode("a = [1, \"2\", 255]\n");
    assert_eq!(&bytes["a"][..], [1, 2, 255]);
    let bytes: HashMap<String, Vec<u8>> = decode("a = [1, \"2\", 255]\n");
    assert_eq!(bytes["a"], [1, 2, 255]);
    assert!(error::<HashMap<String, Vec<u8>>>("a = [1, 256]\n").starts_with("1:9: a[1]: "));
    assert!(error::<HashMap<String, Vec<u8>>>("a = \"xy\"\n").starts_with("1:5: a: "));
}
