//! Versions in real files, from the folder in `SERDE_HCL_CORPUS`, changed through a type.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_hcl::edit::File;

#[derive(Serialize, Deserialize)]
struct Lock {
    provider: BTreeMap<String, Versioned>,
}

#[derive(Serialize, Deserialize)]
struct Modules {
    module: BTreeMap<String, Versioned>,
}

#[derive(Serialize, Deserialize)]
struct Versioned {
    version: String,
}

#[test]
fn a_version_is_changed_in_one_line() -> io::Result<()> {
    let mut out = io::stdout();
    let Some(folder) = std::env::var_os("SERDE_HCL_CORPUS") else {
        return writeln!(out, "versions: skipped, SERDE_HCL_CORPUS names no folder");
    };
    let (mut locks, mut modules) = (0, 0);
    visit(&Path::new(&folder).join("files"), &mut |path, source| {
        if path.file_name().is_some_and(|name| name == ".terraform.lock.hcl") {
            locks += usize::from(change::<Lock>(path, source, |lock| &mut lock.provider));
        } else {
            modules += usize::from(change::<Modules>(path, source, |it| &mut it.module));
        }
    })?;
    writeln!(out, "versions changed: {locks} lock files, {modules} files with modules")?;
    assert!(locks >= 1 && modules >= 20, "{locks} lock files, {modules} files with modules");
    Ok(())
}

/// Changes the first version in a file, if the file can be decoded as the type.
fn change<T: DeserializeOwned + Serialize>(
    path: &Path,
    source: &str,
    versions: fn(&mut T) -> &mut BTreeMap<String, Versioned>,
) -> bool {
    let Ok(mut file) = source.parse::<File<T>>() else { return false };
    let Some(first) = versions(&mut file).values_mut().next() else { return false };
    first.version = "1000.1".to_owned();
    let changed = file.to_string().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = source.split('\n').zip(changed.split('\n'));
    let different: Vec<_> = lines.filter(|(before, after)| before != after).collect();
    assert_eq!(source.split('\n').count(), changed.split('\n').count(), "{}", path.display());
    assert!(
        matches!(different.as_slice(), [(_, after)] if after.contains("\"1000.1\"")),
        "{}: {different:?}",
        path.display()
    );
    true
}

fn visit(folder: &Path, visitor: &mut impl FnMut(&Path, &str)) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            visit(&path, visitor)?;
        } else if let Ok(source) = fs::read_to_string(&path) {
            if path.extension().is_some_and(|extension| extension == "tf" || extension == "hcl") {
                visitor(&path, &source);
            }
        }
    }
    Ok(())
}
