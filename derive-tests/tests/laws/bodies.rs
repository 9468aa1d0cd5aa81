//! Bodies from every source are read as they were written, in both syntaxes, and an editor answers about them.
//! Expressions are read as they were written.

use std::io::{self, Write};
use std::path::Path;

use derive_tests::bodies::{SOURCES, native, of_source};
use derive_tests::corpus::valid_files;
use derive_tests::random::{Random, cases};
use serde_hcl::{Expression, parse};

#[test]
fn bodies_of_every_source_are_read_as_they_were_written() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..cases(1000) {
        for source in SOURCES {
            fuzz_properties::bodies::check(source, &of_source(source, &mut random));
        }
    }
}

#[test]
fn bodies_of_every_source_are_changed_or_refuse_it() {
    let mut random = Random(0x6a09_e667_f3bc_c908);
    for _ in 0..cases(250) {
        for source in SOURCES {
            let body = of_source(source, &mut random);
            fuzz_properties::bodies::check_changes(source, &body, &mut random);
        }
    }
}

/// Checks the expressions of all attributes, and counts them.
fn expressions(source: &str) -> usize {
    let mut count = 0;
    let document = parse(source).unwrap();
    document.body().visit(|node| {
        if let serde_hcl::syntax::NodeRef::Attribute(attribute) = node {
            let written = Expression::from(attribute.expression());
            let text = written.to_string();
            let read: Expression = text.parse().unwrap_or_else(|error| panic!("{error:#}\n{text}"));
            assert_eq!(read, written);
            assert_eq!(read.to_string(), text);
            count += 1;
        }
        serde_hcl::syntax::Descend::Yes
    });
    count
}

#[test]
fn expressions_are_read_as_they_were_written() -> io::Result<()> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let count: usize = (0..cases(4000)).map(|_| expressions(&native(&mut random))).sum();
    assert!(count > 500, "{count} is no test");
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS") else {
        return writeln!(out, "expressions: skipped, SERDE_HCL_CORPUS names no folder");
    };
    let files = valid_files(Path::new(&folder))?;
    let count: usize = files.iter().map(|(_, source)| expressions(source)).sum();
    writeln!(out, "{count} expressions of real files")
}
