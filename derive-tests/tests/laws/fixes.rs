//! The law of fixes, for documents in both syntaxes with a sign too many, one missing, or an unfinished line.

use std::fs;
use std::path::Path;

use derive_tests::fixes::broken_fixes;
use derive_tests::random::{Random, cases};
use serde_hcl::{Document, json};

const SIGNS: [&str; 24] = [
    ",", ";", ":", "=", "==", "\"", "'", "{", "}", "[", "]", "(", ")", ".", "..", "$", "x", "x y",
    "+", "\n", "\u{a0}", "”", "\\", "#",
];

/// The modules of this package in native syntax, and in JSON syntax.
fn documents() -> Vec<(String, bool)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let Ok(source) = fs::read_to_string(entry.unwrap().path().join("main.tf")) else {
            continue;
        };
        let Ok(document) = Document::parse(&source, None) else { continue };
        let json = json::to_string_pretty(&document.into_body());
        documents.extend(json.ok().map(|json| (json, true)));
        documents.push((source, false));
    }
    documents.sort();
    documents
}

#[test]
fn a_fix_removes_its_diagnostic_and_makes_no_other() {
    let documents = documents();
    let mut random = Random(0x5eed_f1e5);
    let mut broken = String::new();
    for _ in 0..cases(16_000) {
        let (source, is_json) = &documents[random.below(documents.len())];
        let mut at = random.below(source.len());
        while !source.is_char_boundary(at) {
            at -= 1;
        }
        let removed = source[at..].chars().next().map_or(0, char::len_utf8);
        let (sign, removed) = match random.below(3) {
            0 => ("", removed),
            1 => (random.pick(&SIGNS), 0),
            _ => (random.pick(&SIGNS), removed),
        };
        let mutant = [&source[..at], sign, &source[at + removed..]].concat();
        broken += &broken_fixes(&mutant, *is_json);
    }
    assert!(broken.is_empty(), "{broken}");
}
