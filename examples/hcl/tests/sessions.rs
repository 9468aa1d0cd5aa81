//! Runs the sessions in `tests/sessions` and compares them with their records.
//!
//! A session is a list of parts. `=== NAME` and the lines that follow are a file. `$ COMMAND` is a line for the
//! shell, with the files of the session in the current folder; behind it are its standard output, its standard
//! error with `! ` before each line, and its exit code, `? CODE`, unless it is 0. `## ` starts a comment.
//!
//! `SERDE_HCL_BLESS=1 cargo test -p hcl` writes the records.

#![cfg(unix)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

#[test]
fn sessions_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut differing = Vec::new();
    for path in paths {
        let recorded = fs::read_to_string(&path).unwrap();
        let actual = replay(&path, &recorded);
        if actual == recorded {
            continue;
        }
        if env::var_os("SERDE_HCL_BLESS").is_some() {
            fs::write(&path, actual).unwrap();
            continue;
        }
        let diff = similar::TextDiff::from_lines(&recorded, &actual);
        differing.push(format!("{}\n{}", path.display(), diff.unified_diff()));
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_verb_has_an_example() {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_hcl")).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let help_of_all = help(&["help"]);
    let (_, verbs) = help_of_all.split_once("Commands:\n").unwrap();
    let verbs = verbs.lines().map_while(|line| line.split_whitespace().next());
    let verbs: Vec<&str> = verbs.filter(|verb| *verb != "help").collect();
    assert!(verbs.len() > 10 && help_of_all.contains("Exit codes:"));
    for verb in verbs {
        assert!(help(&["help", verb]).contains(&format!("Example: hcl {verb} ")), "{verb}");
    }
}

#[test]
fn completions_name_the_verbs() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hcl"));
        let output = command.args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(["fmt", "convert", "in-place"].iter().all(|name| script.contains(name)), "{shell}");
    }
}

/// `SERDE_HCL_BLESS=1` draws it again.
#[test]
fn the_picture_in_the_readme_shows_the_command() {
    let folder = env::temp_dir().join(format!("hcl-picture-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let main = "variable \"region\" {\n  default = \"eu\"\n}\n\nmodule \"vpc\" {\n  version = \"5.0.0\" # pinned\n  \
                zones = [for zone in [\"a\", \"b\"] : \"${var.region}-${zone}\"]\n}\n";
    fs::write(folder.join("main.tf"), main).unwrap();
    let commands = [
        "hcl get module.vpc.version main.tf",
        "hcl eval module.vpc.zones main.tf",
        "hcl set -i module.vpc.version '\"5.8.1\"' main.tf",
        "hcl refs --to var.region .",
        "hcl fmt --diff .",
    ];
    let mut session = String::new();
    for command in commands {
        writeln!(session, "\x1b[1m$ {command}\x1b[m").unwrap();
        run(&format!("export CLICOLOR_FORCE=1; {command}"), &folder, &mut session);
    }
    fs::remove_dir_all(&folder).unwrap();
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    let picture = terminal.render_svg(&session);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hcl.svg");
    if env::var_os("SERDE_HCL_BLESS").is_some() {
        fs::write(&golden, &picture).unwrap();
    }
    assert!(picture == fs::read_to_string(golden).unwrap(), "the command prints {session}");
}

/// The session with what its commands print now.
fn replay(path: &Path, recorded: &str) -> String {
    let name = path.file_stem().unwrap().to_string_lossy();
    let folder = env::temp_dir().join(format!("hcl-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (mut session, mut lines) = (String::new(), recorded.lines().peekable());
    let is_start = |line: &str| ["=== ", "$ ", "## "].iter().any(|mark| line.starts_with(mark));
    while let Some(line) = lines.next() {
        writeln!(session, "{line}").unwrap();
        let mut rest = String::new();
        while let Some(next) = lines.next_if(|next| !is_start(next)) {
            writeln!(rest, "{next}").unwrap();
        }
        if let Some(file) = line.strip_prefix("=== ") {
            fs::write(folder.join(file), &rest).unwrap();
            session += &rest;
        } else if let Some(command) = line.strip_prefix("$ ") {
            run(command, &folder, &mut session);
        } else {
            session += &rest;
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    session
}

/// Runs a command and adds what it prints to the session.
fn run(command: &str, folder: &Path, session: &mut String) {
    let bin = Path::new(env!("CARGO_BIN_EXE_hcl")).parent().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", format!("{}:{}", bin.display(), env::var("PATH").unwrap()));
    shell.env_remove("NO_COLOR").env("LC_ALL", "C");
    let output = shell.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let stdout = text(&output.stdout);
    session.push_str(&stdout);
    if !stdout.is_empty() && !stdout.ends_with('\n') {
        session.push_str("%\n");
    }
    // Other tests record the reports. Their sources and labels are left out here.
    let is_in_report = |line: &&str| line.is_empty() || line.contains(['│', '╯']);
    for line in text(&output.stderr).lines().filter(|line| !is_in_report(line)) {
        writeln!(session, "! {}", line.trim()).unwrap();
    }
    match output.status.code() {
        Some(0) => {}
        code => writeln!(session, "? {}", code.unwrap_or(-1)).unwrap(),
    }
}
