//! The files of a command: arguments, directories and lists of names; and the loop over them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_hcl::configuration::{Directory, parse_files};
use serde_hcl::diagnostic::{Diagnostic, ReportOptions};
use serde_hcl::{Body, Decoder, Error, Result};
use serde_json::{Map, Value};

use crate::Verdict;
use crate::terminal::{complain, end, has_color, print, start};

/// The endings of files in native syntax. In JSON syntax, `.json` follows.
const ENDINGS: [&str; 5] = [".hcl", ".nomad", ".tf", ".tfvars", ".tofu"];

/// The same for files that are only in JSON syntax.
const JSON_ENDINGS: [&str; 2] = [".pkr.json", ".pkrvars.json"];

#[derive(Debug, Args)]
pub struct Files {
    /// Files, and directories with all their HCL files; standard input if there are none, and for `-`
    #[arg(value_name = "FILE")]
    pub paths: Vec<PathBuf>,
    /// Read names of files from a file, one a line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// The names of --files-from end with NUL bytes
    #[arg(short = '0', long, requires = "files_from")]
    null: bool,
    /// Print JSON: one line for each file, with its diagnostics
    #[arg(long)]
    pub json: bool,
    /// The name of standard input in messages; with the ending .json it is in JSON syntax
    #[arg(long, value_name = "NAME", default_value = "-")]
    stdin_name: String,
}

/// One file.
#[derive(Clone, Debug)]
pub enum Input {
    Path(PathBuf),
    /// Standard input, with its name.
    Stdin(String),
}

/// The result of a command for one file.
#[derive(Debug, Default, Serialize)]
pub struct Outcome {
    file: String,
    status: &'static str,
    /// The fields that `--json` prints for the file, besides its name, status and diagnostics.
    #[serde(flatten)]
    fields: Map<String, Value>,
    diagnostics: Vec<Diagnostic>,
    #[serde(skip)]
    error: Option<Error>,
    #[serde(skip)]
    verdict: Verdict,
    /// The output without `--json`.
    #[serde(skip)]
    pub text: String,
}

/// A mistake in the use of the command.
pub fn refuse(code: &'static str, message: impl Into<String>) -> Error {
    Diagnostic::error(code, message.into()).into()
}

impl Outcome {
    pub fn new(status: &'static str, text: impl Into<String>) -> Self {
        Outcome { status, text: text.into(), ..Outcome::default() }
    }

    pub fn verdict(self, verdict: Verdict) -> Self {
        Outcome { verdict, ..self }
    }

    pub fn field(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    pub fn mistake(status: &'static str, error: Error) -> Self {
        let diagnostics = error.diagnostics().to_vec();
        let error = Some(error);
        Outcome { status, error, diagnostics, ..Outcome::default() }
    }
}

impl From<Error> for Outcome {
    fn from(error: Error) -> Self {
        let verdict = Verdict::of(&error);
        let status = if verdict == Verdict::Negative { "missing" } else { "error" };
        Outcome::mistake(status, error).verdict(verdict)
    }
}

impl Input {
    pub fn name(&self) -> String {
        match self {
            Input::Path(path) => path.display().to_string(),
            Input::Stdin(name) => name.clone(),
        }
    }

    pub fn is_json(&self) -> bool {
        self.name().ends_with(".json")
    }

    /// The document. Only that of a path can be saved.
    pub fn body(&self) -> Result<Body> {
        match self {
            Input::Path(path) => Body::from_path(path),
            Input::Stdin(_) => self.decode(&Decoder::new()),
        }
    }

    pub fn text(&self) -> Result<String> {
        Ok(match self {
            Input::Path(path) => std::fs::read_to_string(path)?,
            Input::Stdin(_) => io::read_to_string(io::stdin())?,
        })
    }

    pub fn decode<T: DeserializeOwned>(&self, decoder: &Decoder) -> Result<T> {
        match self {
            Input::Path(path) => decoder.from_path(path),
            Input::Stdin(name) => {
                let decoder = decoder.clone().name(&**name).json(self.is_json());
                decoder.from_reader(io::stdin())
            }
        }
    }
}

impl Files {
    /// Whether there may be more than one file.
    pub fn are_many(&self) -> bool {
        self.files_from.is_some()
            || self.paths.len() > 1
            || self.paths.iter().any(|path| path.is_dir())
    }

    /// Runs the work for each file, and prints the outcomes. A mistake in one file does not stop it.
    pub fn each(
        &self,
        is_wanted: fn(&str) -> bool,
        mut work: impl FnMut(&Input) -> Result<Outcome>,
    ) -> Verdict {
        let inputs = self.inputs(is_wanted).map(|input| Ok((input?, ())));
        self.each_of(inputs, |input, ()| work(input))
    }

    /// The same for inputs with data.
    pub fn each_of<T>(
        &self,
        inputs: impl Iterator<Item = Result<(Input, T)>>,
        mut work: impl FnMut(&Input, T) -> Result<Outcome>,
    ) -> Verdict {
        let mut verdict = Verdict::Good;
        for input in inputs {
            let file = input.as_ref().map_or_else(|_| String::new(), |(input, _)| input.name());
            start(&file);
            let outcome = input.and_then(|(input, data)| work(&input, data));
            let outcome = outcome.unwrap_or_else(Outcome::from);
            verdict = verdict.max(outcome.verdict);
            self.print(Outcome { file, ..outcome });
        }
        end();
        verdict
    }

    fn print(&self, outcome: Outcome) {
        if self.json {
            print(&(serde_json::to_string(&outcome).unwrap_or_default() + "\n"));
        } else {
            print(&outcome.text);
            let Some(error) = &outcome.error else { return };
            let is_named = error.diagnostics().iter().any(|it| it.source_name().is_some());
            let name = Some(outcome.file + ": ").filter(|name| !is_named && name != ": ");
            complain(&(name.unwrap_or_default() + &report(error)));
        }
    }

    /// The files, in the order in which they are named, those of directories sorted.
    pub fn inputs(&self, is_wanted: fn(&str) -> bool) -> impl Iterator<Item = Result<Input>> {
        let is_stdin = |path: &Path| path == Path::new("-");
        let implied = (self.paths.is_empty() && self.files_from.is_none()).then(|| "-".into());
        let given = self.paths.iter().cloned().chain(implied).map(Ok);
        let listed = self.files_from.iter().flat_map(|from| self.names(from));
        given.chain(listed).flat_map(move |path| match path {
            Ok(path) if is_stdin(&path) => {
                let is_used = self.files_from.as_deref().is_some_and(is_stdin);
                let refusal = if is_used {
                    "standard input has the names of --files-from"
                } else if self.paths.is_empty() && io::stdin().is_terminal() {
                    "no file is named, and standard input is a terminal"
                } else {
                    return vec![Ok(Input::Stdin(self.stdin_name.clone()))];
                };
                vec![Err(refuse("standard-input", refusal))]
            }
            Ok(path) if path.is_dir() => walk(&path, is_wanted),
            path => vec![path.map(Input::Path)],
        })
    }

    /// The names in a file, read while they are used.
    fn names(&self, from: &Path) -> Box<dyn Iterator<Item = Result<PathBuf>>> {
        let reader: Box<dyn Read> = match File::open(from) {
            _ if from == Path::new("-") => Box::new(io::stdin()),
            Ok(file) => Box::new(file),
            Err(error) => {
                let error = refuse("unreadable", format!("{}: {error}", from.display()));
                return Box::new(std::iter::once(Err(error)));
            }
        };
        let names = BufReader::new(reader).split(if self.null { 0 } else { b'\n' });
        let names = names.filter(|name| !name.as_ref().is_ok_and(Vec::is_empty));
        // An error of reading would repeat itself.
        let mut is_over = false;
        let names = names.take_while(move |name| !std::mem::replace(&mut is_over, name.is_err()));
        Box::new(names.map(|name| Ok(path(name?))))
    }

    /// All files as one configuration. A directory is that of one module, without those inside it.
    pub fn configuration(&self) -> Result<Body> {
        match (&self.paths[..], &self.files_from) {
            ([directory], None) if directory.is_dir() => return module(directory),
            _ => {}
        }
        let mut paths = Vec::new();
        for input in self.inputs(is_hcl) {
            match input? {
                Input::Path(path) => paths.push(path),
                stdin if self.are_many() => {
                    return Err(refuse("standard-input", stdin.name() + " is not the only file"));
                }
                stdin => return stdin.body(),
            }
        }
        Ok(parse_files(paths)?.into_body())
    }
}

/// The report of an error on standard error.
pub fn report(error: &Error) -> String {
    error.report_with(&ReportOptions::new().color(has_color(&io::stderr())))
}

/// Whether a file is in native syntax.
pub fn is_native(name: &str) -> bool {
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether a file is in one of the syntaxes.
pub fn is_hcl(name: &str) -> bool {
    is_native(name.strip_suffix(".json").unwrap_or(name))
        || JSON_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// The files in a directory and in those inside it, without hidden and ignored ones.
fn walk(directory: &Path, is_wanted: fn(&str) -> bool) -> Vec<Result<Input>> {
    let mut walk = ignore::WalkBuilder::new(directory);
    walk.require_git(false).add_custom_ignore_filename(".hclignore").sort_by_file_path(Path::cmp);
    let mut inputs: Vec<Result<Input>> = Vec::new();
    for entry in walk.build() {
        match entry {
            Err(error) => inputs.push(Err(refuse("unreadable", error.to_string()))),
            Ok(entry) => {
                let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
                if !is_directory && is_wanted(&entry.file_name().to_string_lossy()) {
                    let path = entry.path();
                    inputs.push(Ok(Input::Path(path.strip_prefix("./").unwrap_or(path).into())));
                }
            }
        }
    }
    if inputs.is_empty() { vec![Err(no_files(directory))] } else { inputs }
}

/// The files of a directory as one configuration, with Terraform's override files.
fn module(directory: &Path) -> Result<Body> {
    let terraform = [".tf", ".tf.json", ".tofu", ".tofu.json"];
    for endings in [&terraform[..], &[".hcl", ".hcl.json", ".nomad", ".pkr.json"]] {
        let files = Directory::new(directory, endings.iter().copied()).overrides(true);
        if !files.files()?.is_empty() {
            return files.read();
        }
    }
    Err(no_files(directory))
}

fn no_files(directory: &Path) -> Error {
    refuse("no-files", format!("{}: there are no HCL files", directory.display()))
}

#[cfg(unix)]
fn path(name: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(name).into()
}

#[cfg(not(unix))]
fn path(name: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(name.strip_suffix(b"\r").unwrap_or(&name)).into_owned().into()
}
