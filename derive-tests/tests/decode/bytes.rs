//! Byte sequences.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde_bytes::{ByteBuf, Bytes};
use serde_hcl::Expression;

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

/// An identifier that takes the bytes of a compact format, and rejects others with an error of its
/// own: as the types of several crates do.
#[derive(Debug, PartialEq)]
struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        struct IdVisitor;

        impl Visitor<'_> for IdVisitor {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an identifier")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
                match text.strip_prefix("id-") {
                    Some(rest) => Ok(Id(rest.to_owned())),
                    None => Err(E::custom("no identifier")),
                }
            }

            fn visit_bytes<E: Error>(self, _: &[u8]) -> Result<Id, E> {
                Err(E::custom("invalid length"))
            }
        }

        deserializer.deserialize_str(IdVisitor)
    }
}

#[derive(Debug, Deserialize)]
struct With<T> {
    name: String,
    #[serde(flatten)]
    rest: T,
}

#[test]
fn types_that_also_take_bytes_can_be_flattened() {
    let with: With<HashMap<String, Id>> = decode("name = \"a\"\nx = \"id-1\"\ny = \"id-2\"\n");
    assert_eq!(with.rest["y"], Id("2".into()));
    let error = error::<With<HashMap<String, Id>>>("name = \"a\"\nx = \"1\"\n");
    assert!(error.ends_with("no identifier"), "{error}");

    #[derive(Debug, Deserialize)]
    struct Rest {
        id: Id,
        bytes: ByteBuf,
        condition: Expression,
    }
    let source = "name = \"a\"\nother = 1 + 1\nbytes = \"b\"\nid = \"id-1\"\ncondition = 1 + 1\n";
    let with: With<Rest> = decode(source);
    assert_eq!((&with.rest.id, &with.rest.bytes[..]), (&Id("1".into()), &b"b"[..]));
    assert_eq!(with.rest.condition.to_string(), "1 + 1");
}

#[test]
fn what_has_no_bytes_is_an_error_in_a_buffer() {
    #[derive(Debug, Deserialize)]
    struct Key(ByteBuf);

    #[derive(Debug, Deserialize)]
    struct Keys {
        a: Option<Key>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type")]
    enum Tagged {
        Keys(Keys),
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Keys { a: ByteBuf },
    }

    let tagged = |source: &str| error::<Tagged>(&format!("type = \"Keys\"\n{source}"));
    assert!(tagged("a = nope\n").starts_with("2:5: a: Variables not allowed"));
    assert!(tagged("a \"x\" {}\n").contains("Expected byte array"));
    assert!(error::<Untagged>("a = nope\n").starts_with("1:5: a: Variables not allowed"));
    assert!(error::<Untagged>("a \"x\" {}\n").contains("Expected byte array"));
    assert!(error::<With<Keys>>("name = \"a\"\na = nope\n").starts_with("2:5: a: Variables not"));
    assert!(error::<With<Keys>>("name = \"a\"\na \"x\" {}\n").contains("Expected byte array"));
    let with: With<Keys> = decode("name = \"a\"\nb = nope\nc {\n}\n");
    assert!(with.rest.a.is_none());
}
