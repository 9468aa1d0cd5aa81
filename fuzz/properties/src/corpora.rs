//! Short inputs that fuzzers found, each of which reaches code that the others don't reach: one file
//! for each target, with an input on each line.

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A string if it is UTF-8.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Input {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or_else(|error| Input::Bytes(error.into_bytes()), Input::Text)
    }
}

impl From<Input> for Vec<u8> {
    fn from(input: Input) -> Self {
        match input {
            Input::Text(text) => text.into_bytes(),
            Input::Bytes(bytes) => bytes,
        }
    }
}

fn file_of(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(target).with_extension("jsonl")
}

/// The inputs of a target.
pub fn read(target: &str) -> Result<Vec<Vec<u8>>> {
    let text = fs::read_to_string(file_of(target))?;
    let inputs = text.lines().map(|line| Ok(serde_json::from_str::<Input>(line)?.into()));
    inputs.collect()
}

/// The documents from which fuzzing starts.
pub fn seeds() -> Result<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds");
    fs::read_dir(folder)?.map(|file| fs::read(file?.path())).collect()
}

/// Replaces the inputs of a target by the files of a folder, shortest first.
pub fn replace(target: &str, folder: &Path) -> Result<()> {
    let files = fs::read_dir(folder)?.map(|file| fs::read(file?.path()));
    let mut inputs = files.collect::<Result<Vec<_>>>()?;
    inputs.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    let lines = inputs.into_iter().map(|input| {
        let line = serde_json::to_string(&Input::from(input)).map_err(Error::from)?;
        Ok(line + "\n")
    });
    fs::write(file_of(target), lines.collect::<Result<String>>()?)
}
