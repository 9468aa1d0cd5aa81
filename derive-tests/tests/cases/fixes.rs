//! Mistakes by class, with the words of their fix, in `cases/fixes`.
//!
//! Each source has one mistake. It starts with the words of its report: after `#: ` one that a text of ours
//! has, after `#! ` one that no text of ours has.

use serde_hcl::diagnostic::Diagnostic;

use crate::{files, findings, read};

#[test]
fn every_class_of_mistakes_names_its_fix() {
    let mut bad = String::new();
    for file in files("fixes") {
        for case in read(&file).split("#----\n") {
            let is_word = |line: &&str| line.starts_with("#: ") || line.starts_with("#! ");
            let words: Vec<&str> = case.lines().take_while(is_word).collect();
            let source: String = case.split_inclusive('\n').skip(words.len()).collect();
            let errors = findings::errors_of(&source);
            let found = findings::diagnostics(&errors);
            let texts: String = found.iter().map(|it| own_texts(it)).collect();
            let holds = |line: &&&str| {
                let (sign, word) = line.split_at(3);
                texts.contains(word) == (sign == "#: ")
            };
            let missed: Vec<_> = words.iter().filter(|line| !holds(line)).collect();
            // A report shows the diagnostics of one mistake once.
            let shown: usize =
                errors.iter().map(|it| it.report().to_string().matches("] Error: ").count()).sum();
            if shown != 1 || words.is_empty() || !missed.is_empty() {
                let reports: String = errors.iter().map(|it| it.report().to_string()).collect();
                let name = file.file_name().unwrap_or_default().display();
                bad += &format!("{name}: {shown} of {missed:?}\n{source}{reports}\n");
            }
        }
    }
    assert!(bad.is_empty(), "{bad}");
}

/// The texts of a diagnostic besides its summary, which is that of the reference.
fn own_texts(found: &Diagnostic) -> String {
    let labels = found.labels().iter().map(|label| label.text());
    let notes = found.notes().iter().map(String::as_str);
    let texts = [found.detail()].into_iter().chain(found.help()).chain(labels).chain(notes);
    texts.map(|text| text.to_owned() + "\n").collect()
}
