//! `fmt` and `check`.

use std::fs;
use std::path::Path;

use clap::Args;
use serde_hcl::diagnostic::Category;
use serde_hcl::format::Formatter;
use serde_hcl::{Body, Decoder, Result};
use similar::TextDiff;

use crate::Verdict;
use crate::files::{Files, Input, Outcome, is_hcl, is_native, refuse};
use crate::terminal::colored;

/// Format files, and print the names of the changed ones.
///
/// Standard input is formatted to standard output. Files with syntax errors stay as they are.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl fmt --check --diff .")]
pub struct Fmt {
    #[command(flatten)]
    files: Files,
    /// Change nothing; the exit code is 3 if a file would change
    #[arg(long)]
    check: bool,
    /// Print the differences
    #[arg(long)]
    diff: bool,
    /// Also rewrite old notations as `terraform fmt` does
    #[arg(long)]
    terraform: bool,
}

/// Check the syntax of files. The exit code is 1 if there are syntax errors.
#[derive(Debug, Args)]
#[command(after_help = "Example: hcl check main.tf modules")]
pub struct Check {
    #[command(flatten)]
    files: Files,
    /// Apply the fixes of the mistakes, and print what they change; standard input is printed with them
    #[arg(long)]
    fix: bool,
    /// Change nothing, and print the differences that --fix makes
    #[arg(long, requires = "fix")]
    diff: bool,
}

impl Fmt {
    pub fn run(&self) -> Verdict {
        let style = if self.terraform { Formatter::terraform() } else { Formatter::new() };
        self.files.each(is_native, |input| self.format(input, style))
    }

    fn format(&self, input: &Input, style: Formatter) -> Result<Outcome> {
        if input.is_json() {
            return Err(refuse("json-syntax", "files in JSON syntax have no format of HCL"));
        }
        let body = input.body()?;
        let old = body.view().source();
        let new = style.format(old)?;
        let is_changed = new != old;
        if let (Input::Path(_), true, false) = (input, is_changed, self.check) {
            body.clone().formatted(style)?.save()?;
        }
        let (status, verdict) = match (is_changed, self.check) {
            (false, _) => ("unchanged", Verdict::Good),
            (true, false) => ("formatted", Verdict::Good),
            (true, true) => ("unformatted", Verdict::Unformatted),
        };
        let mut outcome = Outcome::new(status, "").verdict(verdict);
        if matches!(input, Input::Stdin(_)) && !self.check && !self.diff {
            outcome.text.clone_from(&new);
            return Ok(outcome.field("text", new));
        }
        if is_changed {
            outcome.text = format!("{}\n", input.name());
            if self.diff {
                let diff = difference(&input.name(), old, &new);
                outcome.text += &colored(&diff);
                outcome = outcome.field("diff", diff);
            }
        }
        Ok(outcome)
    }
}

impl Check {
    pub fn run(&self) -> Verdict {
        self.files.each(is_hcl, |input| if self.fix { self.fixed(input) } else { check(input) })
    }

    fn fixed(&self, input: &Input) -> Result<Outcome> {
        let (name, old) = (input.name(), input.text()?);
        let decoder = Decoder::new().name(&*name).json(input.is_json());
        let (mut new, mut changes) = (old.clone(), String::new());
        // A fix removes its diagnostic and makes no other, so this ends.
        let left = loop {
            let Err(error) = decoder.from_str::<Body>(&new) else { break None };
            if error.category() != Category::Syntax {
                return Err(error);
            }
            let fix = error.diagnostics().iter().find_map(|it| Some((it, it.fix()?)));
            let Some((diagnostic, fix)) = fix else { break Some(error) };
            let place = diagnostic.position().map_or((1, 1), |it| (it.line, it.column));
            let help = diagnostic.help().unwrap_or(diagnostic.summary());
            changes += &format!("{name}:{}:{}: {help}\n", place.0, place.1);
            new.replace_range(fix.span.range(), fix.text);
        };
        let is_changed = new != old;
        let mut outcome = match left {
            Some(error) => Outcome::mistake("invalid", error).verdict(Verdict::Negative),
            None => Outcome::new(if is_changed { "fixed" } else { "valid" }, ""),
        };
        match input {
            _ if self.diff => {
                outcome.text = changes + &colored(&difference(&name, &old, &new));
            }
            Input::Stdin(_) => outcome.text = new,
            Input::Path(path) => {
                if is_changed {
                    replace(path, &new)?;
                }
                outcome.text = changes;
            }
        }
        Ok(outcome)
    }
}

fn check(input: &Input) -> Result<Outcome> {
    match input.body() {
        Ok(_) => Ok(Outcome::new("valid", "")),
        Err(error) if error.category() == Category::Syntax => {
            Ok(Outcome::mistake("invalid", error).verdict(Verdict::Negative))
        }
        Err(error) => Err(error),
    }
}

/// Replaces a file as a whole.
fn replace(path: &Path, text: &str) -> Result<()> {
    let path = fs::canonicalize(path)?;
    let mut new = path.clone().into_os_string();
    new.push(".fixed");
    fs::write(&new, text)?;
    fs::set_permissions(&new, fs::metadata(&path)?.permissions())?;
    Ok(fs::rename(&new, &path)?)
}

/// The differences in the unified format.
pub fn difference(name: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let (old, new) = (format!("old/{name}"), format!("new/{name}"));
    diff.unified_diff().context_radius(3).header(&old, &new).to_string()
}
