//! `hcl`: checks, formats, queries and changes HCL files. See `README.md`.

mod edit;
mod eval;
mod files;
mod fmt;
mod outline;
mod terminal;

use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};
use serde_hcl::Error;

/// Checks, formats, queries and changes HCL files.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// How scripts use the result of a command.
const CODES: &str = "\
Exit codes:
  0  success
  1  a difference, a mistake or a cycle was found, or there is nothing at an address
  2  an error: wrong arguments, a file that can't be read or written
  3  fmt --check found a file in another format
If files differ in their code, 2 wins over 3, and 3 over 1.

Example: hcl fmt --check . && hcl check .";

#[derive(Debug, Subcommand)]
enum Command {
    Fmt(fmt::Fmt),
    Check(fmt::Check),
    Get(edit::Get),
    Set(edit::Set),
    Rm(edit::Rm),
    Mv(edit::Mv),
    Eval(eval::Eval),
    Convert(eval::Convert),
    Diff(eval::Diff),
    Graph(outline::Graph),
    Refs(outline::Refs),
    Schema(outline::Schema),
    Completions(Completions),
}

/// Print the completions of this command for a shell.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: hcl completions bash > ~/.local/share/bash-completion/completions/hcl"
)]
struct Completions {
    shell: clap_complete::Shell,
}

impl Completions {
    fn run(&self) -> Verdict {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "hcl", &mut script);
        terminal::print(&String::from_utf8_lossy(&script));
        Verdict::Good
    }
}

/// The exit code. If files have different ones, the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    #[default]
    Good,
    /// A difference, a mistake in a checked file, or nothing was found.
    Negative,
    /// As of `terraform fmt -check`.
    Unformatted,
    Failed,
}

impl Verdict {
    fn of(error: &Error) -> Self {
        if error.code() == "unknown-address" { Verdict::Negative } else { Verdict::Failed }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        ExitCode::from(match verdict {
            Verdict::Good => 0,
            Verdict::Negative => 1,
            Verdict::Failed => 2,
            Verdict::Unformatted => 3,
        })
    }
}

fn main() -> ExitCode {
    let verdict = match Arguments::parse().command {
        Command::Fmt(command) => Ok(command.run()),
        Command::Check(command) => Ok(command.run()),
        Command::Get(command) => Ok(command.run()),
        Command::Set(command) => Ok(command.run()),
        Command::Rm(command) => Ok(command.run()),
        Command::Mv(command) => command.run(),
        Command::Eval(command) => command.run(),
        Command::Convert(command) => Ok(command.run()),
        Command::Diff(command) => command.run(),
        Command::Graph(command) => command.run(),
        Command::Refs(command) => Ok(command.run()),
        Command::Schema(command) => Ok(command.run()),
        Command::Completions(command) => Ok(command.run()),
    };
    let verdict = verdict.unwrap_or_else(|error| {
        terminal::complain(&files::report(&error));
        Verdict::of(&error)
    });
    verdict.into()
}
