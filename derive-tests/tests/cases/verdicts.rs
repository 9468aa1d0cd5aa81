//! Common mistakes with a table of verdicts about their reports, such as `reports/everyday.md`.

use crate::reports::decode;
use crate::{files, read};

/// The tables, each with the minimum percentage of mistakes with one diagnostic, at the cause, with
/// the fix.
const TABLES: [(&str, usize); 4] =
    [("everyday", 100), ("projects", 98), ("projects_json", 95), ("newcomers", 97)];

/// A source with characters that text files can't contain.
pub(crate) fn written(source: &str) -> String {
    source.replace('␍', "\r").replace('␀', "\0")
}

#[test]
fn verdicts_are_about_the_reports() {
    for (subject, floor) in TABLES {
        judge(subject, floor);
    }
}

/// Compares the table with the reports.
fn judge(subject: &str, floor: usize) {
    let file = |ending: &str| {
        let mut files = files("reports");
        read(&files.find(|file| file.ends_with(format!("{subject}.{ending}"))).expect("a file"))
    };
    let (table, sources) = (file("md"), file("hcl"));
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let sources: Vec<&str> = sources.split("#----\n").collect();
    assert_eq!(rows.len(), sources.len());
    let (mut good, mut single, mut caused, mut fixed) = (0, 0, 0, 0);
    for (row, source) in rows.iter().zip(sources) {
        let [name, before, now, place, code, cause, fix] = row[..] else { panic!("{row:?}") };
        let error = decode(subject, source).expect_err(name);
        let found = (error.diagnostics().len().to_string(), error.code());
        let position = error.diagnostics()[0].position().expect("a position");
        let position = format!("{}:{}", position.line, position.column);
        assert_eq!((&*found.0, found.1, &*position), (now, code, place), "judge again: {name}");
        assert!(before.parse::<usize>().is_ok() && [cause, fix].iter().all(|it| is_verdict(it)));
        let is_single = now == "1" || name == "many missing values";
        single += usize::from(is_single);
        caused += usize::from(cause == "yes");
        fixed += usize::from(fix == "yes");
        good += usize::from(is_single && cause == "yes" && fix == "yes");
    }
    let all = rows.len();
    println!(
        "{subject}: {all} mistakes: one diagnostic {single}, at the cause {caused}, the fix {fixed}, all three {good}"
    );
    assert!(good * 100 >= all * floor, "{subject}: {good} of {all} are good in every way");
}

fn is_verdict(word: &str) -> bool {
    matches!(word, "yes" | "no")
}
