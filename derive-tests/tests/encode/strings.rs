//! Strings: quoted, and heredocs.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_hcl::{Serializer, Value, from_str, to_expression_string};

use crate::{check, encode};

fn one<T>(value: T) -> BTreeMap<String, T> {
    BTreeMap::from([("a".to_owned(), value)])
}

#[test]
fn text_is_escaped() {
    let cases = [
        ("", r#""""#),
        ("\"\\\n\r\t", r#""\"\\\n\r\t""#),
        ("${a} %{b} $ % $x $${ %%{ {", r#""$${a} %%{b} $ % $x $$${ %%%{ {""#),
        ("\0\u{1}\u{7f}\u{200b}\u{e0001}\u{a0}", r#""\u0000\u0001\u007f\u200b\U000e0001\u00a0""#),
        ("é ñ 𝄞 👩🏾 日本", "\"é ñ 𝄞 👩🏾 日本\""),
    ];
    for (text, quoted) in cases {
        assert_eq!(to_expression_string(text).unwrap(), quoted);
        check(&one(text.to_owned()), &format!("a = {quoted}\n"));
    }
}

#[test]
fn every_character_survives() {
    let all: Vec<char> = ('\0'..='\u{2ffff}').chain('\u{e0000}'..='\u{e01ff}').collect();
    for chars in all.chunks(4096) {
        // Each character after one that may form an escape with it.
        let text: String = chars.iter().flat_map(|char| ['$', *char]).collect();
        let decoded: BTreeMap<String, String> = from_str(&encode(&one(&text))).unwrap();
        assert_eq!(Some(decoded["a"].as_str()), Value::from(text).as_str());
    }
}

#[test]
fn lines_are_a_heredoc() {
    check(&one("a\nb\n".to_owned()), "a = <<EOT\na\nb\nEOT\n");
    check(
        &one("\\ \" ${a} %%{b}\n\n\té $\n".to_owned()),
        "a = <<EOT\n\\ \" $${a} %%%{b}\n\n\té $\nEOT\n",
    );
    check(&one("\n\n".to_owned()), "a = <<EOT\n\n\nEOT\n");
}

#[test]
fn nested_heredocs_are_indented() {
    let nested = |text: &str| one(one(text.to_owned()));
    check(&nested("a\n\n  b\n"), "a = {\n  a = <<-EOT\n    a\n\n      b\n  EOT\n}\n");
    // Here the indentation that all lines share is part of the text.
    check(&nested(" a\n b\n"), "a = {\n  a = <<EOT\n a\n b\nEOT\n}\n");
    check(&nested("a\n \nb\n"), "a = {\n  a = <<EOT\na\n \nb\nEOT\n}\n");
    check(&nested("\u{301}a\nb\n"), "a = {\n  a = <<EOT\n\u{301}a\nb\nEOT\n}\n");
    check(&nested("\u{2003}a\nb\n"), "a = {\n  a = \"\\u2003a\\nb\\n\"\n}\n");
}

#[test]
fn texts_unsuitable_for_heredocs_are_quoted() {
    let cases = ["a\n", "a\nb", "\n", "a\r\nb\r\n", "a\n\0\n", "a\nEOT\nb\n", "EOT\n\tEOT \n"];
    for text in cases {
        assert!(encode(&one(text)).starts_with("a = \""), "{text:?}");
        check(&one(text.to_owned()), &encode(&one(text)));
    }
    // Also if a comma must follow.
    check(&one(vec!["a\nb\n".to_owned()]), "a = [\"a\\nb\\n\"]\n");
}

#[test]
fn heredocs_are_an_option() {
    let mut serializer = Serializer::new().heredocs(false);
    one("a\nb\n").serialize(&mut serializer).unwrap();
    assert_eq!(serializer.into_document().unwrap(), "a = \"a\\nb\\n\"\n");
    assert_eq!(to_expression_string(&one("a\nb\n")).unwrap(), "{\n  a = \"a\\nb\\n\"\n}");
    let mut serializer = Serializer::new();
    one("a\nb\n").serialize(&mut serializer).unwrap();
    assert_eq!(serializer.into_expression().unwrap(), "{\n  a = <<-EOT\n    a\n    b\n  EOT\n}");
}
