//! Modules with Terraform's answers, one on each line of `tf_modules.jsonl` in the folder in
//! `SERDE_HCL_MODULES` and of `modules-2.jsonl` in the one in `SERDE_HCL_FINDINGS`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_hcl::{Context, Number, functions};
use serde_json::Value as Json;

use derive_tests::floors::{Count, Floors};
use module::{Module, Options, Problems, Settings};

#[derive(Deserialize)]
struct Case {
    name: Option<String>,
    files: BTreeMap<String, String>,
    env: BTreeMap<String, String>,
    args: Vec<(String, String)>,
    /// The outputs, or `"FAIL"`.
    tf: Json,
}

#[test]
fn modules_end_as_in_terraform() -> io::Result<()> {
    compare("SERDE_HCL_MODULES", "tf_modules.jsonl", "modules")
}

#[test]
fn modules_that_differed_end_as_in_terraform() -> io::Result<()> {
    compare("SERDE_HCL_FINDINGS", "modules-2.jsonl", "modules-2")
}

/// Compares the modules of a file in the folder of an environment variable with their answers.
fn compare(variable: &str, file: &str, floors: &str) -> io::Result<()> {
    let Some(folder) = std::env::var_os(variable) else {
        return Floors::skipped(floors, variable);
    };
    let text = fs::read_to_string(PathBuf::from(folder).join(file))?;
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    // One of the modules outputs the name of its directory.
    let temporary = std::env::temp_dir();
    let directory = temporary.join(format!("serde_hcl_{}_{floors}/paths", std::process::id()));
    for (number, line) in text.lines().enumerate() {
        let case: Case = serde_json::from_str(line).expect("a case is valid");
        let category = if case.tf == "FAIL" { "module/fails" } else { "module/outputs" };
        let count = counts.entry(category.to_owned()).or_insert(Count { reached: 0, cases: 0 });
        count.cases += 1;
        write(&directory, &case.files)?;
        let (outputs, problems) = evaluate(&directory, &case);
        let is_right = match outputs {
            None => case.tf == "FAIL",
            Some(outputs) => is_same(&case.tf, &Json::Object(outputs.into_iter().collect())),
        };
        count.reached += usize::from(is_right);
        if !is_right && std::env::var_os("SERDE_HCL_LIST").is_some() {
            let files = serde_json::to_string(&case.files).unwrap_or_default();
            let name = case.name.as_deref().unwrap_or_default();
            writeln!(
                io::stdout(),
                "{number} {name}: {files}\n  wanted {}\n  found {problems}",
                case.tf
            )?;
        }
    }
    fs::remove_dir_all(directory.parent().unwrap_or(&directory))?;
    for (name, count) in &counts {
        writeln!(io::stdout(), "{name}: {} of {}", count.reached, count.cases)?;
    }
    Floors::read(floors).hold(&counts);
    Ok(())
}

fn write(directory: &Path, files: &BTreeMap<String, String>) -> io::Result<()> {
    if directory.exists() {
        fs::remove_dir_all(directory)?;
    }
    fs::create_dir_all(directory)?;
    for (name, text) in files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().unwrap_or(directory))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// The outputs, unless there is a problem; and the problems.
fn evaluate(directory: &Path, case: &Case) -> (Option<BTreeMap<String, Json>>, String) {
    let mut functions = functions::files(directory).expect("the directory can be opened");
    functions.extend(functions::identifiers());
    functions.extend(functions::passwords());
    let mut problems = Problems::default();
    let options = Options { functions, root: None, is_part: false };
    let environment =
        case.env.iter().map(|(name, value)| (format!("TF_VAR_{name}"), value.clone()));
    let settings = Settings::of_directory(directory, environment);
    let settings = problems.note(settings);
    let module = Module::load(directory, &options, &mut problems);
    let module = problems.note(module);
    let plan = module.zip(settings).and_then(|(module, mut settings)| {
        case.args.iter().for_each(|(name, value)| settings.add_argument(name, value));
        module.plan(settings, &mut problems)
    });
    let told = |plan: &Option<module::Plan>| match plan {
        Some(plan) => serde_json::to_string(&plan.outputs()).unwrap_or_default(),
        None => String::new(),
    };
    let text = format!("{:?} {}", problems.errors, told(&plan));
    if !problems.errors.is_empty() {
        return (None, text);
    }
    let outputs = plan.map(|plan| {
        let outputs = plan.outputs();
        let outputs = outputs.iter().map(|(name, value)| (name.to_string(), json(value)));
        outputs.collect()
    });
    (outputs, text)
}

/// The value as JSON in the notation of the recorded answers, in which a number is a string that
/// starts with `n`.
fn json(value: &serde_hcl::Value) -> Json {
    use serde_hcl::Value;
    match value {
        Value::Number(number) => Json::String(format!("n{number}")),
        Value::Tuple(elements) => elements.iter().map(json).collect(),
        Value::Object(map) => {
            map.iter().map(|(name, value)| (name.to_string(), json(value))).collect()
        }
        value => serde_json::to_value(value).unwrap_or_default(),
    }
}

fn is_same(wanted: &Json, found: &Json) -> bool {
    match (wanted, found) {
        (Json::String(wanted), Json::String(found)) if wanted != found => {
            let number = |text: &str| text.strip_prefix('n')?.parse::<Number>().ok();
            match (number(wanted), number(found)) {
                (Some(wanted), Some(found)) => is_near(wanted, found),
                _ => false,
            }
        }
        (Json::Array(wanted), Json::Array(found)) => {
            wanted.len() == found.len()
                && wanted.iter().zip(found).all(|(wanted, found)| is_same(wanted, found))
        }
        (Json::Object(wanted), Json::Object(found)) => {
            wanted.len() == found.len()
                && wanted.iter().all(|(name, wanted)| {
                    found.get(name).is_some_and(|found| is_same(wanted, found))
                })
        }
        _ => wanted == found,
    }
}

/// The answers are rounded to 28 digits.
fn is_near(wanted: Number, found: Number) -> bool {
    let near = serde_hcl::parse_expression("abs(wanted - found) * 1e27 <= abs(wanted)");
    let context = Context::standard().variable("wanted", wanted).variable("found", found);
    let near = near.and_then(|near| near.evaluate(&context));
    near.is_ok_and(|near| near.as_bool() == Some(true))
}
