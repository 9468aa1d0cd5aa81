//! The texts of Terraform beside ours, for the same mistakes: `cases/terraform.txt` has the answers of `terraform
//! validate` and `terraform console` 1.11.4 to sources of the tables of verdicts, and for each which text names
//! the cause and the fix better. Prints the pairs:
//! `cargo test -p derive-tests --test cases beside -- --nocapture`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use crate::read;
use crate::reports::decode;

#[test]
fn our_texts_are_beside_those_of_terraform() -> io::Result<()> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive-tests/cases");
    let mut out = io::stdout();
    let mut counts = BTreeMap::<&str, usize>::new();
    let records = read(&cases.join("terraform.txt"));
    for record in records.split("#: ").skip(1) {
        let mut lines = record.lines();
        let mut next = || lines.next().unwrap_or_default();
        let (name, verdict, summary, detail) = (next(), next(), next(), next());
        let (subject, mistake) = name.split_once(": ").expect("a table and a mistake");
        let table = read(&cases.join(format!("reports/{subject}.md")));
        let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
        let mut names = rows.map(|row| row.split('|').nth(1).unwrap_or_default().trim());
        let index = names.position(|row| row == mistake);
        let sources = read(&cases.join(format!("reports/{subject}.hcl")));
        let source = sources.split("#----\n").nth(index.expect(mistake)).expect(mistake);
        let error = decode(subject, source).expect_err(mistake);
        writeln!(out, "######## {name}: {verdict}\n{source}")?;
        writeln!(out, "Terraform: {summary}\n  {detail}\n\n{}", error.report())?;
        *counts.entry(verdict).or_default() += 1;
    }
    writeln!(out, "{counts:?}")?;
    assert_eq!(counts.values().sum::<usize>(), 40);
    assert!(counts.keys().all(|verdict| ["better", "equal"].contains(verdict)), "{counts:?}");
    Ok(())
}
