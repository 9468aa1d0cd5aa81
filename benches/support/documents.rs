//! The documents for the benchmarks: those generated here, which are the same in every run, and
//! those of the folder in `SERDE_HCL_BENCH`.
//!
//! - No randomness: a document depends on its size alone.
//! - No HCL is produced by the crate under test.

use std::fs;
use std::path::PathBuf;

use super::{Inventory, modules};

/// The size of a document, except in the benchmarks of scaling.
pub(crate) const MEGABYTE: usize = 1 << 20;

/// Source code: blocks, expressions and templates.
pub(crate) struct Code {
    pub(crate) name: String,
    pub(crate) hcl: String,
}

/// The same data in three formats.
pub(crate) struct Data {
    pub(crate) name: String,
    pub(crate) hcl: String,
    pub(crate) json: String,
    pub(crate) toml: String,
}

pub(crate) fn code() -> Vec<Code> {
    let generated = Code { name: "generated".to_owned(), hcl: modules(MEGABYTE) };
    let files = ["modules-1m.tf", "jobs-1m.hcl", "expr-heavy.hcl", "strings.hcl"];
    let files = files.into_iter().filter_map(|name| {
        let hcl = fs::read_to_string(folder()?.join(name)).ok()?;
        Some(Code { name: name.to_owned(), hcl })
    });
    [generated].into_iter().chain(files).collect()
}

pub(crate) fn data() -> Vec<Data> {
    let generated = Inventory::generate(MEGABYTE).documents();
    let files = ["tfvars-1m", "locks-1m", "mixed-1m"].into_iter().filter_map(|name| {
        let read =
            |extension| fs::read_to_string(folder()?.join(name).with_extension(extension)).ok();
        let (hcl, json, toml) = (read("hcl")?, read("json")?, read("toml")?);
        Some(Data { name: name.to_owned(), hcl, json, toml })
    });
    [generated].into_iter().chain(files).collect()
}

pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("SERDE_HCL_BENCH").map(PathBuf::from)
}
