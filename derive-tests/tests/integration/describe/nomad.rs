//! The job types of the example `nomad`.

use std::path::Path;

use schemars::JsonSchema;
use serde_hcl::describe::Description;

#[path = "../../../../examples/products/src/bin/nomad.rs"]
mod example;

/// A job file.
#[derive(JsonSchema)]
struct JobFile {
    job: example::Job,
}

/// Compares a text with a file, or writes the file if `SERDE_HCL_BLESS` is set.
#[track_caller]
fn golden(file: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/describe").join(file);
    if std::env::var_os("SERDE_HCL_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{file} is not the output");
}

#[test]
fn the_manual_is_a_page_to_read() {
    golden("nomad.md", &Description::of::<JobFile>().to_markdown());
}

#[test]
fn the_skeleton_is_a_document() {
    let skeleton = Description::of::<JobFile>().skeleton();
    golden("nomad.hcl", &skeleton);
    serde_hcl::parse(&skeleton).unwrap();
}

#[test]
fn the_schema_is_for_editors() {
    let schema = Description::of::<JobFile>().to_json_schema();
    golden("nomad.schema.json", &(serde_json::to_string_pretty(&schema).unwrap() + "\n"));
}
