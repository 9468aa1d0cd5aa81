//! `fmt` and `check`.

use clap::Args;
use serde_hcl::Result;
use serde_hcl::diagnostic::Category;
use serde_hcl::format::Formatter;
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
        self.files.each(is_hcl, |input| match input.body() {
            Ok(_) => Ok(Outcome::new("valid", "")),
            Err(error) if error.category() == Category::Syntax => {
                Ok(Outcome::mistake("invalid", error).verdict(Verdict::Negative))
            }
            Err(error) => Err(error),
        })
    }
}

/// The differences in the unified format.
fn difference(name: &str, old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let (old, new) = (format!("old/{name}"), format!("new/{name}"));
    diff.unified_diff().context_radius(3).header(&old, &new).to_string()
}
