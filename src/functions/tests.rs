use super::*;
use crate::{Context, parse_expression};

/// All functions, with those that have to be asked for.
fn everything() -> Vec<Function> {
    let mut functions: Vec<_> = all().chain(clock()).collect();
    #[cfg(feature = "crypto")]
    functions.extend(passwords());
    #[cfg(feature = "files")]
    functions
        .extend(files(concat!(env!("CARGO_MANIFEST_DIR"), "/src/functions/files/tests")).unwrap());
    #[cfg(feature = "uuid")]
    functions.extend(identifiers());
    functions.sort_by(|a, b| a.name().cmp(b.name()));
    functions
}

#[test]
fn documented_examples_are_true() {
    check_examples(everything());
    check_examples(terraform().collect());
}

fn check_examples(functions: Vec<Function>) {
    let context = Context::new().functions(functions.iter().cloned());
    for function in functions {
        let (summary, examples) = function.description().split_once("```hcl\n").unwrap();
        assert!(!summary.trim().is_empty(), "{function:?}");
        let (examples, _) = examples.split_once("\n```").unwrap();
        for example in examples.lines() {
            assert!(example.contains(&format!("{}(", function.name())), "{example}");
            let value = parse_expression(example).unwrap().evaluate(&context);
            assert_eq!(value.unwrap().as_bool(), Some(true), "{example}");
        }
    }
}

#[cfg(all(feature = "functions", feature = "files", feature = "uuid"))]
#[test]
fn the_table_shows_all_functions() {
    use std::fmt::Write;

    let root = env!("CARGO_MANIFEST_DIR");
    let features = [
        ("`base64`", base64()),
        ("`crypto`", crypto()),
        ("`crypto`, from `passwords`", passwords()),
        ("`files`, from `files`", files(root).unwrap()),
        ("`hash`", hash()),
        ("`regex`", regex().into_iter().chain(replacement()).collect()),
        ("`uuid`, from `identifiers`", identifiers()),
        ("`yaml`", yaml()),
        ("from `clock`", clock()),
    ];
    let mut table = "| Function | Meaning | Feature |\n|---|---|---|\n".to_owned();
    for function in everything() {
        let of = |family: &[Function]| family.iter().any(|other| other.name() == function.name());
        let feature = features.iter().find(|(_, family)| of(family));
        let feature = feature.map_or("", |(feature, _)| feature);
        writeln!(table, "| `{function:?}` | {} | {feature} |", first_sentence(&function)).unwrap();
    }
    table.push_str(
        "\nThese are different, or more, in [`terraform`]:\n\n| Function | Meaning |\n|---|---|\n",
    );
    for function in terraform::variants() {
        writeln!(table, "| `{function:?}` | {} |", first_sentence(&function)).unwrap();
    }
    let path = format!("{root}/src/functions/table.md");
    if std::env::var_os("SERDE_HCL_BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), table, "SERDE_HCL_BLESS=1 renews it");
}

#[cfg(all(feature = "functions", feature = "files", feature = "uuid"))]
fn first_sentence(function: &Function) -> String {
    let summary = function.description().split("\n\n").next().unwrap_or_default();
    let summary = summary.replace('\n', " ").replace('|', "\\|");
    summary.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned()
}
