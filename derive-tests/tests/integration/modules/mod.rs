//! Whole modules: those of `derive-tests/modules` with their expected outputs, every directory of
//! the corpus in `SERDE_HCL_CORPUS`, and the modules with Terraform's answers in
//! `SERDE_HCL_MODULES`.
//!
//! `SERDE_HCL_LIST=1` lists the problems of the directories of the corpus, `SERDE_HCL_RAISE=1`
//! raises the floors.

mod recorded;
mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use module::{Module, Options, Plan, Problem, Problems, Settings};
use serde_hcl::diagnostic::Category;
use serde_hcl::{Value, functions};
use serde_json::Value as Json;

use derive_tests::floors::{Count, Floors};

/// The outputs of each module are those of `outputs.json`. They were not recorded from Terraform,
/// but derived from the recorded cases of the language.
#[test]
fn outputs_are_as_expected() {
    let mut count = 0;
    let mut wrong = Vec::new();
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
    for entry in fs::read_dir(modules).expect("the folder is there") {
        let directory = entry.expect("the folder can be read").path();
        let expected = fs::read_to_string(directory.join("outputs.json")).expect("outputs.json");
        let expected: Json = serde_json::from_str(&expected).expect("JSON");
        count += 1;
        match outputs(&directory) {
            Ok(found) if found == expected => {}
            Ok(found) => wrong.push(format!("{}: {found:#}", directory.display())),
            Err(error) => wrong.push(format!("{}: {error}", directory.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 40, "{count} modules only");
}

fn outputs(directory: &Path) -> Result<Json, String> {
    let (plan, problems) = evaluate(directory);
    match (plan, problems.errors.first()) {
        (_, Some(problem)) => Err(format!("{problem:#}")),
        (None, None) => Err("there is no plan".to_owned()),
        (Some(plan), None) => {
            let (outputs, _) = Value::Object(plan.outputs).unmark_deep();
            serde_json::to_value(outputs).map_err(|error| error.to_string())
        }
    }
}

/// Every directory gives a plan, or only diagnostics about missing files and settings.
#[test]
fn real_modules_evaluate() -> io::Result<()> {
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS") else {
        return Floors::skipped("corpus-modules", "SERDE_HCL_CORPUS");
    };
    let mut counts: BTreeMap<&str, usize> =
        ["complete", "complete but for what is missing", "invalid"].map(|name| (name, 0)).into();
    let directories = directories(&PathBuf::from(folder).join("files"))?;
    for directory in &directories {
        let (result, reasons) = judge(directory);
        *counts.entry(result).or_default() += 1;
        if std::env::var_os("SERDE_HCL_LIST").is_some() && result != "complete" {
            for reason in reasons {
                writeln!(io::stdout(), "{result}: {}: {reason}", directory.display())?;
            }
        }
    }
    for (name, count) in &counts {
        writeln!(io::stdout(), "{name}: {count} of {}", directories.len())?;
    }
    let other = counts.remove("other").unwrap_or_default();
    // A directory that becomes complete is no longer counted among the incomplete ones.
    counts.retain(|name, _| *name == "complete");
    counts.insert("explained", directories.len() - other);
    let cases = directories.len();
    let counts = counts
        .into_iter()
        .map(|(name, reached)| (format!("module/{name}"), Count { reached, cases }));
    Floors::read("corpus-modules").hold(&counts.collect());
    Ok(())
}

/// The result for a directory, and the reasons.
fn judge(directory: &Path) -> (&'static str, Vec<String>) {
    let (plan, problems) = evaluate(directory);
    if plan.as_ref().is_some_and(|plan| !plan.is_incomplete) {
        return ("complete", Vec::new());
    }
    let is_invalid = |problem: &Problem| match problem {
        Problem::Hcl(error) => matches!(error.category(), Category::Syntax | Category::Data),
        Problem::Rule(_) => true,
        Problem::Missing(_) => false,
    };
    let reasons = |problems: &mut dyn Iterator<Item = &Problem>| {
        problems.map(|problem| problem.to_string()).collect::<Vec<_>>()
    };
    let errors = || problems.errors.iter();
    if plan.is_none() && errors().any(is_invalid) {
        return ("invalid", reasons(&mut errors().filter(|problem| is_invalid(problem))));
    }
    let unexplained = reasons(&mut errors().filter(|problem| !is_missing(problem)));
    match unexplained.is_empty() {
        true => ("complete but for what is missing", Vec::new()),
        false => ("other", unexplained),
    }
}

/// Whether the cause of the problem is not in the directory.
fn is_missing(problem: &Problem) -> bool {
    let codes = ["unknown-variable", "no-attribute", "unknown-function"];
    // `try` describes the errors of its arguments only as text.
    let words = [
        "there is no such file",
        "leads out of",
        "There is no variable",
        "has no attribute",
        "No such file",
    ];
    match problem {
        Problem::Missing(_) => true,
        Problem::Rule(_) => false,
        Problem::Hcl(error) => error.diagnostics().iter().all(|diagnostic| {
            codes.contains(&diagnostic.code())
                || words.iter().any(|word| diagnostic.detail().contains(word))
        }),
    }
}

/// Evaluates the directory as a part of a larger module.
fn evaluate(directory: &Path) -> (Option<Plan>, Problems) {
    let mut functions = functions::files(directory).expect("the directory can be opened");
    functions.extend(functions::identifiers());
    let mut problems = Problems::default();
    let options = Options { functions, root: None, is_part: true };
    let settings = Settings::of_directory(directory, []);
    let settings = problems.note(settings);
    let module = Module::load(directory, &options, &mut problems);
    let module = problems.note(module);
    let plan =
        module.zip(settings).and_then(|(module, settings)| module.plan(settings, &mut problems));
    (plan, problems)
}

fn directories(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "tf") {
                found.insert(directory.clone());
            }
        }
    }
    Ok(found)
}
