//! The real files in the folder in `SERDE_HCL_CORPUS`.

use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct Verdict {
    path: String,
    syntax: String,
    ok: bool,
}

/// The paths and sources of the files in native syntax that the reference accepts.
pub fn valid_files(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for line in fs::read_to_string(folder.join("verdicts.jsonl"))?.lines() {
        let Verdict { path, syntax, ok } = serde_json::from_str(line)?;
        if ok && syntax == "native" {
            let source = fs::read_to_string(folder.join("files").join(&path))?;
            files.push((path, source));
        }
    }
    Ok(files)
}
