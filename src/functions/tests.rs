use super::*;
use crate::{Context, Function, parse_expression};

/// All functions, with those that are only added explicitly.
fn everything() -> Vec<Function> {
    let mut functions: Vec<_> = all().into_iter().chain(clock()).chain(environment()).collect();
    #[cfg(feature = "crypto")]
    functions.extend(passwords());
    #[cfg(feature = "files")]
    functions
        .extend(files(concat!(env!("CARGO_MANIFEST_DIR"), "/src/functions/files/tests")).unwrap());
    #[cfg(feature = "uuid")]
    functions.extend(identifiers());
    functions.retain(|function| !function.name().contains("::"));
    functions.sort_by(|a, b| a.name().cmp(b.name()));
    functions
}

#[test]
fn every_parameter_is_documented() {
    for function in [everything(), opentofu(), packer(), nomad()].concat() {
        for parameter in function.parameters().iter().chain(function.variadic_parameter()) {
            assert!(parameter.description().ends_with('.'), "{function:?}: {}", parameter.name());
        }
    }
}

#[test]
fn documented_examples_are_true() {
    for functions in [everything(), terraform(), opentofu(), packer(), nomad()] {
        check_examples(functions);
    }
}

fn check_examples(functions: Vec<Function>) {
    // The examples call other functions, too.
    let context = Context::standard().functions(functions.iter().cloned());
    for function in functions.into_iter().filter(|function| !function.name().contains("::")) {
        let (summary, examples) = function.description().split_once("```hcl\n").unwrap();
        assert!(!summary.trim().is_empty(), "{function:?}");
        let (examples, _) = examples.split_once("\n```").unwrap();
        for example in examples.lines() {
            // Nomad has this function under a second name, too.
            let names = [function.name(), "strrev"].map(|name| format!("{name}("));
            assert!(names.iter().any(|name| example.contains(name)), "{example}");
            let value = parse_expression(example).unwrap().evaluate(&context);
            assert_eq!(value.unwrap().as_bool(), Some(true), "{example}");
        }
    }
}

#[test]
fn results_of_small_calls_are_limited() {
    let context = Context::standard()
        .budget(1 << 40)
        .variable("many", crate::Value::tuple(0..1024))
        .variable("wide", "%1000000s".repeat(1000))
        .variable("deep", "[".repeat(20_000))
        .variable("lots", crate::Value::tuple(0..1 << 16))
        .variable("long", "a".repeat(1 << 20));
    let cases = [
        ("range(1025)", "there are more than 1024 numbers"),
        ("range(0, 1, 1e-9)", "there are more than 1024 numbers"),
        ("setproduct(many, many, many)", "there are too many combinations"),
        ("concat([for number in many : lots]...)", "more than 16777216 elements"),
        ("flatten([for number in many : lots])", "more than 16777216 elements"),
        ("format(\"%1000001s\", 1)", "the width is greater than 1000000"),
        ("format(\"%.99999999999999999999f\", 1)", "the width is greater than 1000000"),
        ("format(wide, slice(many, 0, 1000)...)", "longer than 268435456 bytes"),
        ("formatlist(\"%1000000s\", many)", "longer than 268435456 bytes"),
        ("indent(300000000, \"a\\nb\")", "longer than 268435456 bytes"),
        ("replace(long, \"a\", long)", "longer than 268435456 bytes"),
        ("join(long, many)", "longer than 268435456 bytes"),
        ("jsondecode(deep)", "column 10001: the text nests too deeply"),
        #[cfg(feature = "regex")]
        ("replace(long, \"/a/\", long)", "longer than 268435456 bytes"),
        #[cfg(feature = "regex")]
        ("regex(\"(\\\\pL{900}|\\\\pN{900}){1}\", \"\")", "the pattern is too large"),
        #[cfg(feature = "yaml")]
        ("yamldecode(deep)", "recursion limit exceeded"),
    ];
    for (source, expected) in cases {
        let error = parse_expression(source).unwrap().evaluate(&context).unwrap_err().to_string();
        assert!(error.contains(expected), "{source}: {error}");
    }
}

#[test]
fn an_unknown_function_of_a_disabled_feature_names_it() {
    let features = [
        ("base64decode", "base64", cfg!(feature = "base64")),
        ("rsadecrypt", "crypto", cfg!(feature = "crypto")),
        ("file", "files", cfg!(feature = "files")),
        ("sha256", "hash", cfg!(feature = "hash")),
        ("regexall", "regex", cfg!(feature = "regex")),
        ("uuid", "uuid", cfg!(feature = "uuid")),
        ("yamldecode", "yaml", cfg!(feature = "yaml")),
        ("core::yamldecode", "yaml", cfg!(feature = "yaml")),
        ("yamldecod", "yaml", true),
        ("timestamp", "", true),
    ];
    let context = Context::new().functions(all());
    for (name, feature, is_enabled) in features {
        let call = parse_expression(&format!("{name}()")).unwrap();
        let error = call.evaluate(&context).unwrap_err().to_string();
        let help = format!("{name} needs the feature `{feature}` of serde_hcl");
        assert_eq!(error.contains(&help), !is_enabled, "{error}");
    }
}

#[test]
fn secrets_are_kept_out_of_errors() {
    let secret = crate::Value::from("hush").mark(crate::value::Mark::SENSITIVE);
    let context = Context::standard().functions(terraform()).variable("secret", secret);
    let calls = [
        "parseint(secret, 10)",
        "formatdate(secret, secret)",
        "timeadd(secret, secret)",
        "cidrhost(secret, 1)",
        "tonumber(secret)",
        "lookup({}, secret)",
        "templatestring(secret, [])",
        "jsondecode(secret)",
        "assumeequal(secret, 1)",
    ];
    for call in calls {
        let error = parse_expression(call).unwrap().evaluate(&context).unwrap_err();
        assert!(!error.report().to_string().contains("hush"), "{}", error.report());
    }
}

#[cfg(all(feature = "functions", feature = "files", feature = "uuid"))]
#[test]
fn the_table_shows_all_functions() {
    use std::fmt::Write;

    let root = env!("CARGO_MANIFEST_DIR");
    let features = [
        ("`base64`", super::base64::base64()),
        ("`crypto`", super::crypto::crypto()),
        ("`crypto`, from `passwords`", passwords()),
        ("`files`, from `files`", files(root).unwrap()),
        ("`hash`", super::hash::hash()),
        ("`regex`", super::regex::regex()),
        ("`uuid`, from `identifiers`", identifiers()),
        ("`yaml`", super::yaml::yaml()),
        ("from `clock`", clock()),
        ("from `environment`", environment()),
    ];
    let products = [
        ("Terraform", terraform()),
        ("OpenTofu", opentofu()),
        ("Packer", packer()),
        ("Nomad", nomad()),
    ];
    // The functions of products are pure. They have these, too.
    let impure = [
        ("Terraform, OpenTofu, Packer, Nomad", "abspath bcrypt file fileexists fileset pathexpand"),
        ("Terraform, OpenTofu, Nomad", "filebase64"),
        ("Terraform, OpenTofu, Packer", "templatefile timestamp"),
        ("Terraform, OpenTofu; in Packer and Nomad `uuidv4`", "uuid"),
        (
            "Terraform, OpenTofu",
            "filebase64sha256 filebase64sha512 filemd5 filesha1 filesha256 filesha512 plantimestamp",
        ),
        ("Packer", "env"),
    ];
    let mut table = "| Function | Meaning | Products | Feature |\n|---|---|---|---|\n".to_owned();
    for function in everything() {
        let of = |family: &[Function]| family.iter().any(|other| other.name() == function.name());
        let feature = features.iter().find(|(_, family)| of(family));
        let feature = feature.map_or("", |(feature, _)| feature);
        let having = products.iter().filter(|(_, functions)| of(functions));
        let mut having = having.map(|(product, _)| *product).collect::<Vec<_>>().join(", ");
        let is_named = |names: &str| names.split(' ').any(|name| name == function.name());
        if let Some((products, _)) = impure.iter().find(|(_, names)| is_named(names)) {
            having = (*products).to_owned();
        }
        assert!(!having.is_empty() || function.name() == "type", "{function:?}");
        let meaning = first_sentence(&function);
        writeln!(table, "| `{function:?}` | {meaning} | {having} | {feature} |").unwrap();
    }
    table.push_str(
        "\nProducts have these in addition, or in place of the function of the same name:\n\n\
         | Function | Meaning | Product |\n|---|---|---|\n",
    );
    for (product, functions) in &products {
        let is_bare = |function: &&Function| !function.name().contains("::");
        for function in functions.iter().filter(is_bare) {
            let meaning = first_sentence(function);
            let general = get(function.name());
            if general.is_none_or(|general| first_sentence(&general) != meaning) {
                writeln!(table, "| `{function:?}` | {meaning} | {product} |").unwrap();
            }
        }
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
