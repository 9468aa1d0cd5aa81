//! Saving documents and typed files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_hcl::Body;
use serde_hcl::Result;
use serde_hcl::edit::File;

type Numbers = BTreeMap<String, i64>;

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let name = format!("serde_hcl_saving_{test}_{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn check(path: &Path, expected: &str) {
    assert_eq!(fs::read_to_string(path).unwrap(), expected);
}

/// Sets `a` in a file through both types.
fn set(path: &Path, value: i64) -> [Result<()>; 2] {
    let typed = File::<Numbers>::from_path(path).and_then(|mut file| {
        file.insert("a".to_owned(), value - 1);
        file.save()
    });
    let untyped = Body::from_path(path).and_then(|mut document| {
        document.set("a", &value)?;
        document.save()
    });
    [typed, untyped]
}

fn saved(results: [Result<()>; 2]) {
    results.into_iter().for_each(|result| result.unwrap());
}

fn refused(results: [Result<()>; 2], code: &str) {
    results.into_iter().for_each(|result| assert_eq!(result.unwrap_err().code(), code));
}

#[test]
fn a_changed_file_is_not_overwritten() -> Result<()> {
    let folder = Folder::new("changed");
    let path = folder.write("main.hcl", "a = 1\n");
    let (mut file, mut document) = (File::<Numbers>::from_path(&path)?, Body::from_path(&path)?);
    folder.write("main.hcl", "a = 1\nb = 2 # new\n");
    file.insert("a".to_owned(), 3);
    document.set("a", &4)?;
    refused([file.save(), document.save()], "changed-file");
    check(&path, "a = 1\nb = 2 # new\n");
    file.overwrite()?;
    check(&path, "a = 3\n");
    assert_eq!(document.save().unwrap_err().code(), "changed-file");
    document.overwrite()?;
    check(&path, "a = 4\n");
    fs::remove_file(&path).unwrap();
    file.insert("a".to_owned(), 5);
    refused([file.save(), set_again(&mut document)], "changed-file");
    assert!(!path.exists());
    document.overwrite()?;
    check(&path, "a = 5\n");
    Ok(())
}

fn set_again(document: &mut Body) -> Result<()> {
    document.set("a", &5)?;
    document.save()
}

#[test]
fn own_changes_are_no_changes_of_others() -> Result<()> {
    let folder = Folder::new("own");
    let path = folder.write("main.hcl", "a = 1 # one\n");
    let mut file = File::<Numbers>::from_path(&path)?;
    for value in 2..5 {
        file.insert("a".to_owned(), value);
        file.save()?;
        check(&path, &format!("a = {value} # one\n"));
    }
    file.insert("a".to_owned(), 5);
    file.save_as(&path)?;
    file.insert("a".to_owned(), 1);
    file.save()?;
    check(&path, "a = 1 # one\n");
    // The other program has made the same change.
    file.insert("a".to_owned(), 7);
    folder.write("main.hcl", "a = 7 # one\n");
    file.save()?;
    let copy = folder.path("copy.hcl");
    file.save_as(&copy)?;
    check(&copy, "a = 7 # one\n");
    Ok(())
}

#[test]
fn nothing_is_written_without_a_change() -> Result<()> {
    let folder = Folder::new("unchanged");
    let path = folder.write("main.hcl", "a = 1\n");
    let (file, document) = (File::<Numbers>::from_path(&path)?, Body::from_path(&path)?);
    // A link shows whether the file was replaced.
    let link = folder.path("link.hcl");
    fs::hard_link(&path, &link).unwrap();
    saved([file.save(), document.save()]);
    saved([file.overwrite(), document.overwrite()]);
    saved([file.save_as(&path), document.save_as(&path)]);
    folder.write("main.hcl", "a = 2\n");
    check(&link, "a = 2\n");
    // Not even if the file has changed.
    saved([file.save(), document.save()]);
    check(&path, "a = 2\n");
    Ok(())
}

#[test]
fn a_path_remains_the_same_if_the_current_folder_changes() {
    let folder = Folder::new("relative");
    folder.write("main.hcl", "a = 1\n");
    fs::create_dir_all(folder.path("other")).unwrap();
    let other = folder.write("other/main.hcl", "a = 100\n");
    let before = std::env::current_dir().unwrap();
    std::env::set_current_dir(&folder.0).unwrap();
    let mut file = File::<Numbers>::from_path("main.hcl").unwrap();
    let mut document = Body::from_path("./main.hcl").unwrap();
    std::env::set_current_dir(folder.path("other")).unwrap();
    file.insert("a".to_owned(), 2);
    file.save().unwrap();
    document.set("a", &3).unwrap();
    document.overwrite().unwrap();
    std::env::set_current_dir(before).unwrap();
    check(&folder.path("main.hcl"), "a = 3\n");
    check(&other, "a = 100\n");
}

#[test]
fn a_file_with_the_name_of_json_gets_json() -> Result<()> {
    let folder = Folder::new("json");
    let path = folder.write("main.hcl", "# one\na = 1\n");
    let mut file = File::<Numbers>::from_path(&path)?;
    file.insert("b".to_owned(), 2);
    let mut document = Body::from_path(&path)?;
    document.set("b", &2)?;
    let (one, two) = (folder.path("one.json"), folder.path("two.json"));
    saved([file.save_as(&one), document.save_as(&two)]);
    for json in [one, two] {
        let text = fs::read_to_string(&json).unwrap();
        assert_eq!(serde_json::from_str::<Numbers>(&text).unwrap(), *file, "{text}");
        let read = Body::from_path(&json)?;
        assert_eq!(read.expression("b").and_then(|it| it.as_i64()), Some(2));
        read.save()?;
        check(&json, &text);
        let refused = File::<Numbers>::from_path(&json).map(drop).unwrap_err();
        assert_eq!(refused.code(), "json-body");
        assert!(refused.to_string().contains("JSON syntax"), "{refused}");
    }
    check(&path, "# one\na = 1\n");
    Ok(())
}

#[test]
fn names_may_have_the_maximum_length() {
    let folder = Folder::new("long");
    for length in [200, 250, 255] {
        let path = folder.write(&format!("{}.hcl", "n".repeat(length - 4)), "a = 1\n");
        saved(set(&path, 3));
        check(&path, "a = 3\n");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3, "temporary files remain");
}

/// The names that programs with this crate have given to new files, as a process that was killed leaves them, or as
/// one in another container is writing them now.
#[test]
fn unfinished_files_of_others_stay_and_are_not_in_the_way() {
    let folder = Folder::new("unfinished");
    let path = folder.write("main.hcl", "a = 1\n");
    let others = (0..50).map(|number| format!(".{}-{number}.new", std::process::id()));
    let others: Vec<_> = others.map(|name| folder.write(&name, "a = ")).collect();
    for value in (3..23).step_by(2) {
        saved(set(&path, value));
        check(&path, &format!("a = {value}\n"));
    }
    others.iter().for_each(|other| check(other, "a = "));
    let found = fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(found, others.len() + 1, "temporary files remain");
}

#[test]
fn what_is_no_file_is_not_replaced() {
    let folder = Folder::new("missing");
    let document: Body = "a = 1\n".parse().unwrap();
    let missing = folder.path("missing").join("main.hcl");
    for path in [&*missing, &folder.0, Path::new(""), Path::new("/")] {
        assert_eq!(document.save_as(path).unwrap_err().code(), "unwritable", "{path:?}");
    }
    let file: File<Numbers> = "a = 1\n".parse().unwrap();
    refused([document.save(), document.overwrite()], "unwritable");
    refused([file.save(), file.overwrite()], "unwritable");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "temporary files remain");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn permissions_are_kept() {
        let folder = Folder::new("permissions");
        for mode in [0o600, 0o640, 0o644, 0o755, 0o4755] {
            let path = folder.write("main.hcl", "a = 1\n");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            saved(set(&path, 3));
            let found = fs::metadata(&path).unwrap().mode() & 0o7777;
            assert_eq!(found, mode, "{found:o} is not {mode:o}");
        }
    }

    /// Only a privileged user can give files away.
    #[test]
    fn owner_and_group_are_kept() {
        let folder = Folder::new("owner");
        let path = folder.write("main.hcl", "a = 1\n");
        if chown(&path, Some(1234), Some(4321)).is_err() {
            return;
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        saved(set(&path, 3));
        check(&path, "a = 3\n");
        let found = fs::metadata(&path).unwrap();
        assert_eq!((found.uid(), found.gid(), found.mode() & 0o7777), (1234, 4321, 0o640));
    }

    #[test]
    fn links_remain_links() {
        let folder = Folder::new("links");
        let path = folder.write("main.hcl", "a = 1\n");
        symlink("main.hcl", folder.path("one.hcl")).unwrap();
        symlink(folder.path("one.hcl"), folder.path("two.hcl")).unwrap();
        saved(set(&folder.path("two.hcl"), 3));
        check(&path, "a = 3\n");
        let is_link = |name| fs::symlink_metadata(folder.path(name)).unwrap().is_symlink();
        assert!(is_link("one.hcl") && is_link("two.hcl"));

        symlink("new.hcl", folder.path("dangling.hcl")).unwrap();
        let document: Body = "a = 1\n".parse().unwrap();
        document.save_as(folder.path("dangling.hcl")).unwrap();
        assert!(is_link("dangling.hcl"));
        check(&folder.path("new.hcl"), "a = 1\n");

        symlink("loop.hcl", folder.path("loop.hcl")).unwrap();
        let error = document.save_as(folder.path("loop.hcl")).unwrap_err();
        assert_eq!(error.code(), "unwritable");
        assert!(is_link("loop.hcl"));
    }

    #[test]
    fn other_hard_links_keep_the_old_text() {
        let folder = Folder::new("hard");
        let path = folder.write("main.hcl", "a = 1\n");
        fs::hard_link(&path, folder.path("link.hcl")).unwrap();
        saved(set(&path, 3));
        check(&path, "a = 3\n");
        check(&folder.path("link.hcl"), "a = 1\n");
    }

    #[test]
    fn a_pipe_remains_a_pipe() {
        let folder = Folder::new("pipe");
        let path = folder.path("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let document: Body = "a = 1\n".parse().unwrap();
        assert_eq!(document.save_as(&path).unwrap_err().code(), "unwritable");
        assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
        // Reading from the pipe would wait forever.
        let file = folder.write("main.hcl", "a = 1\n");
        let mut document = Body::from_path(&file).unwrap();
        document.set("a", &2).unwrap();
        fs::rename(&path, &file).unwrap();
        assert_eq!(document.save().unwrap_err().code(), "unwritable");
        assert_eq!(document.save_as("/dev/null").unwrap_err().code(), "unwritable");
    }
}
