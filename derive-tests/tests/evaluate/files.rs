use std::fs;
use std::path::{Path, PathBuf};

use serde_hcl::functions::{files, files_within};
use serde_hcl::value::Mark;
use serde_hcl::{Context, Error, Value, parse_expression};

/// A temporary directory, which is removed at the end.
struct Directory(PathBuf);

impl Directory {
    /// Creates files with their names as contents, all in a directory with the name `root`.
    fn with(test: &str, names: &[&str]) -> Directory {
        let name = format!("serde_hcl-{}-{test}", std::process::id());
        let directory = Directory(std::env::temp_dir().join(name));
        fs::create_dir_all(directory.0.join("root")).unwrap();
        for name in names {
            let path = directory.0.join("root").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        directory
    }

    fn evaluate(&self, source: &str) -> Result<Value, Error> {
        let context = Context::standard()
            .functions(files(self.0.join("root")).unwrap())
            .variable("outside", self.0.join("secret.txt").to_str().unwrap())
            .variable("inside", self.0.join("root/a.txt").to_str().unwrap())
            .variable("hidden", Value::from("none.txt").mark(Mark::SENSITIVE));
        parse_expression(source)?.evaluate(&context)
    }

    fn is_true(&self, source: &str) {
        let value = self.evaluate(source);
        assert_eq!(value.unwrap().unmarked().as_bool(), Some(true), "{source}");
    }

    fn error(&self, source: &str) -> String {
        self.evaluate(source).expect_err(source).to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn link(target: &str, name: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(target, name).unwrap();
    #[cfg(windows)]
    std::os::windows::fs::symlink_file(target, name).unwrap();
}

/// A hard link is a file like any other: the documentation of `files` says so.
#[test]
fn hard_links_are_files_in_the_root() {
    let directory = Directory::with("hard", &["a.txt"]);
    let secret = directory.0.join("secret.txt");
    fs::write(&secret, "secret").unwrap();
    fs::hard_link(secret, directory.0.join("root/hard.txt")).unwrap();
    directory.is_true(r#"file("hard.txt") == "secret""#);
}

#[test]
fn nothing_outside_the_root_is_read() {
    let directory = Directory::with("outside", &["a.txt", "sub/b.txt"]);
    let root = directory.0.join("root");
    fs::write(directory.0.join("secret.txt"), "secret").unwrap();
    link("../secret.txt", &root.join("relative"));
    link(directory.0.join("secret.txt").to_str().unwrap(), &root.join("absolute"));
    link("..", &root.join("sub/parent"));
    link("../..", &root.join("sub/above"));
    let paths = ["../secret.txt", "sub/../../secret.txt", "relative", "absolute"];
    for path in paths.into_iter().chain(["sub/above/secret.txt", "/etc/hostname", "~/.profile"]) {
        for function in ["file", "filebase64", "filemd5", "fileexists"] {
            let error = directory.error(&format!("{function}(\"{path}\")"));
            assert!(error.contains("leads out of the directory"), "{error}");
        }
        let error = directory.error(&format!("templatefile(\"{path}\", {{}})"));
        assert!(error.contains("leads out of the directory"), "{error}");
    }
    assert!(directory.error("file(outside)").contains("leads out of the directory"));
    assert!(directory.error(r#"fileset("..", "*")"#).contains("leads out of the directory"));
    assert!(directory.error(r#"fileset(".", "../*")"#).contains("leads out of the directory"));
    directory.is_true(r#"fileset(".", "{*,sub/above/*}") == toset(["a.txt"])"#);
}

#[test]
fn relative_paths_start_at_the_base() {
    let directory = Directory::with("base", &["a.txt", "modules/net/b.txt", "modules/c.txt"]);
    let root = directory.0.join("root");
    let context = Context::standard()
        .functions(files_within(&root, root.join("modules/./net")).unwrap())
        .variable("absolute", root.join("a.txt").to_str().unwrap());
    let evaluate = |source: &str| parse_expression(source).unwrap().evaluate(&context);
    for source in [
        r#"file("b.txt") == "modules/net/b.txt""#,
        r#"file("../c.txt") == "modules/c.txt""#,
        r#"file("../../a.txt") == file(absolute)"#,
        r#"abspath("../../a.txt") == absolute"#,
        r#"fileset("", "*") == toset(["b.txt"])"#,
        r#"fileset("..", "*/*") == toset(["net/b.txt"])"#,
        r#"fileset("", "../*") == toset(["../c.txt"])"#,
    ] {
        assert_eq!(evaluate(source).unwrap().as_bool(), Some(true), "{source}");
    }
    for source in [r#"file("../../../a.txt")"#, r#"fileset("../../..", "*")"#] {
        let error = evaluate(source).unwrap_err().to_string();
        assert!(error.contains("leads out of the directory"), "{error}");
    }
    let error = files_within(root.join("modules"), &root).err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

#[test]
fn paths_within_the_root_have_many_forms() {
    let directory = Directory::with("inside", &["a.txt", "sub/b.txt"]);
    link("../a.txt", &directory.0.join("root/sub/link"));
    for path in ["a.txt", "./sub/../a.txt", "sub/link", "none/../a.txt"] {
        directory.is_true(&format!("file(\"{path}\") == \"a.txt\""));
    }
    directory.is_true("file(inside) == \"a.txt\"");
    directory.is_true("file(abspath(\"a.txt\")) == \"a.txt\" && abspath(\"a.txt\") == inside");
}

#[test]
fn patterns_find_files() {
    let names = ["a.txt", "b.json", ".c.txt", "sub/d.txt", "sub/deep/e.txt", "sub/deep/f"];
    let directory = Directory::with("patterns", &names);
    link("..", &directory.0.join("root/sub/deep/again"));
    link("nowhere", &directory.0.join("root/broken.txt"));
    let cases = [
        (".", "*.txt", ".c.txt a.txt"),
        (".", "?.{txt,json}", "a.txt b.json"),
        (".", "[^a].*", "b.json"),
        (".", "*/*.txt", "sub/d.txt"),
        (".", "**/e.txt", "sub/deep/e.txt"),
        ("sub", "**", "d.txt deep/e.txt deep/f"),
        ("sub/deep", "../*", "../d.txt"),
        (".", "sub", ""),
        ("none", "*", ""),
    ];
    for (path, pattern, expected) in cases {
        let found = format!("join(\" \", fileset(\"{path}\", \"{pattern}\"))");
        directory.is_true(&format!("{found} == \"{expected}\""));
    }
    assert!(directory.error(r#"fileset(".", "[a")"#).contains("\"pattern\""));
}

#[test]
fn other_things_than_files_are_reported() {
    let directory = Directory::with("told", &["sub/a.txt", "loop.tmpl"]);
    let root = directory.0.join("root");
    fs::write(root.join("bytes"), b"\xff").unwrap();
    fs::write(root.join("wrong.tmpl"), "a\n${b.c}").unwrap();
    fs::write(root.join("loop.tmpl"), "${templatefile(\"loop.tmpl\", {})}").unwrap();
    let cases = [
        ("file(\"none.txt\")", "there is no such file: \"none.txt\""),
        ("file(hidden)", "the reason is not shown because an argument is sensitive"),
        ("file(\"sub\")", "this is a directory, not a file: \"sub\""),
        ("fileexists(\"sub\")", "this is a directory, not a file: \"sub\""),
        ("file(\"bytes\")", "the file is not in UTF-8, but filebase64 can read it: \"bytes\""),
        ("file(\"~root/a\")", "the home directories of other users are not known"),
        ("templatefile(\"wrong.tmpl\", { b = {} })", "wrong.tmpl:2:4: "),
        ("templatefile(\"loop.tmpl\", {})", "1024 levels deep"),
    ];
    for (source, expected) in cases {
        let error = directory.error(source);
        assert!(error.contains(expected), "{error}");
    }
    directory.is_true("!fileexists(hidden)");
    assert!(directory.evaluate("fileexists(hidden)").unwrap().is_marked());
}

#[test]
#[cfg(unix)]
fn special_files_are_not_opened() {
    let directory = Directory::with("special", &[]);
    let pipe = directory.0.join("root/pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        assert!(directory.error("file(\"pipe\")").contains("this is not a regular file"));
    }
}
