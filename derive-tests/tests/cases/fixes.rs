//! Mistakes by class, with the words of their fix, in `cases/fixes`.
//!
//! Each source has one mistake. It starts with the words of its report: after `#: ` one that a text of ours
//! has, after `#! ` one that no text of ours has.

use std::collections::{BTreeMap, BTreeSet};

use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::parse_lenient;

use crate::floors::{Count, Floors};
use crate::{files, findings, read, reports};

#[test]
fn every_class_of_mistakes_names_its_fix() {
    let (mut bad, mut count) = (String::new(), 0);
    for file in files("fixes") {
        for case in read(&file).split("#----\n") {
            count += 1;
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
    assert!(count > 160, "README.md says that there are more than 160 rows; there are {count}");
}

/// Mistakes with fixes that were written down before any of them was tried: habits of other languages and formats,
/// half-finished edits, forms of products. After `#: ` stand words of the fix, after `#@ ` the line of the first
/// diagnostic. `SERDE_HCL_LIST=1` lists those that miss something, `SERDE_HCL_LIST=<file>` all of a file.
#[test]
fn unseen_mistakes_name_their_fix() {
    let list = std::env::var("SERDE_HCL_LIST").unwrap_or_default();
    let mut counts = BTreeMap::<String, Count>::new();
    for file in files("unseen") {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for case in read(&file).split("#----\n") {
            let is_head = |line: &&str| line.starts_with("#: ") || line.starts_with("#@ ");
            let head: Vec<&str> = case.lines().take_while(is_head).collect();
            let after = |sign| head.iter().filter_map(move |line| line.strip_prefix(sign));
            let words: Vec<&str> = after("#: ").collect();
            let source: String = case.split_inclusive('\n').skip(head.len()).collect();
            let errors = findings::errors_of(&source);
            let found = findings::diagnostics(&errors);
            let texts: String = found.iter().map(|it| own_texts(it)).collect();
            let first = found.first().and_then(|it| it.position()).map(|it| it.line.to_string());
            let judgements = [
                ("place", after("#@ ").all(|line| first.as_deref() == Some(line))),
                ("named", words.iter().all(|word| texts.contains(word))),
                ("one", found.len() == 1),
                ("fix", found.first().is_some_and(|it| it.fix().is_some())),
            ];
            let has_place = after("#@ ").next().is_some();
            for (judgement, holds) in judgements.into_iter().skip(usize::from(!has_place)) {
                let count = counts.entry(format!("{name}/{judgement}"));
                let count = count.or_insert(Count { reached: 0, cases: 0 });
                count.cases += 1;
                count.reached += usize::from(holds);
            }
            let is_good = judgements.iter().all(|(_, holds)| *holds);
            if list == name || list == "1" && !is_good {
                println!("##### {words:?} {judgements:?}\n{source}{texts}");
            }
        }
    }
    for (name, Count { reached, cases }) in &counts {
        println!("{name}: {reached} of {cases}");
    }
    Floors::read("unseen").hold(&counts);
}

/// The texts of a diagnostic besides its summary, which is that of the reference.
fn own_texts(found: &Diagnostic) -> String {
    let labels = found.labels().iter().map(|label| label.text());
    let notes = found.notes().iter().map(String::as_str);
    let texts = [found.detail()].into_iter().chain(found.help()).chain(labels).chain(notes);
    texts.map(|text| text.to_owned() + "\n").collect()
}

/// The sources of the reports, and what decodes them.
fn reported() -> impl Iterator<Item = (String, String)> {
    files("reports").filter(|file| file.extension().is_some_and(|it| it == "hcl")).flat_map(
        |file| {
            let subject =
                file.file_stem().and_then(|stem| stem.to_str()).expect("a subject").to_owned();
            let sources = read(&file);
            let sources: Vec<_> = sources.split("#----\n").map(str::to_owned).collect();
            sources.into_iter().map(move |source| (subject.clone(), source))
        },
    )
}

/// Whether the text is that of an application or a condition, a reason is not shown, or the detail is the rule.
fn is_told_elsewhere(found: &Diagnostic) -> bool {
    let is_condition = found.detail().contains(" is not accepted: ");
    is_condition || ["custom", "no-identifier", "sensitive-value"].contains(&found.code())
}

#[test]
fn every_mistake_of_a_document_has_a_help() {
    let mut bad = BTreeSet::new();
    for (subject, source) in reported() {
        let errors = reports::decode(&subject, &source).err();
        for found in findings::diagnostics(errors.as_slice()) {
            if found.help().is_none() && !is_told_elsewhere(found) {
                bad.insert(format!("{subject} {found:?}"));
            }
        }
    }
    let bad: Vec<_> = bad.into_iter().collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

fn fixed(source: &str, diagnostic: &Diagnostic) -> Option<String> {
    let fix = diagnostic.fix()?;
    let mut fixed = source.to_owned();
    fixed.replace_range(fix.span.range(), fix.text);
    Some(fixed)
}

#[test]
fn a_fix_removes_its_diagnostic_and_makes_no_other() {
    let (mut bad, mut count) = (String::new(), 0);
    for (subject, source) in reported().filter(|(subject, _)| is_plain(subject)) {
        let Err(error) = reports::decode(&subject, &source) else { continue };
        let syntax = parse_lenient(&source).1.len();
        let here = error.diagnostics().iter().filter(|it| it.source_name().is_none());
        for diagnostic in here {
            let Some(fixed) = fixed(&source, diagnostic) else { continue };
            count += 1;
            let left = reports::decode(&subject, &fixed).err();
            let left = left.as_ref().map_or(&[][..], |error| error.diagnostics());
            let code = diagnostic.code();
            let place = moved(diagnostic);
            let is_gone = !left
                .iter()
                .any(|it| it.code() == code && it.span().map(|subject| subject.start) == place);
            if !is_gone || parse_lenient(&fixed).1.len() > syntax {
                bad += &format!("{subject} {code}\n{source}----\n{fixed}----\n{left:?}\n\n");
            }
        }
    }
    assert!(bad.is_empty() && count > 100, "{count}\n{bad}");
}

/// The start of the diagnostic after its fix.
fn moved(diagnostic: &Diagnostic) -> Option<u32> {
    let (start, fix) = (diagnostic.span()?.start, diagnostic.fix()?);
    match start >= fix.span.end {
        true => Some(start + fix.text.len() as u32 - fix.span.len() as u32),
        false => Some(start),
    }
}

/// Whether the sources are decoded as they are, in native syntax.
fn is_plain(subject: &str) -> bool {
    !subject.contains("json") && !["editing", "everyday"].contains(&subject)
}
