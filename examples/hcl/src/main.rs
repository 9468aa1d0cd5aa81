//! `hcl`: checks, formats, queries and changes HCL files. See `README.md`.

mod edit;
mod eval;
mod files;
mod fmt;
mod outline;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde_hcl::Error;

/// Checks, formats, queries and changes HCL files.
///
/// Exit codes: 0 success; 1 a difference, a mistake or nothing was found; 2 an error; 3 `fmt --check` found a
/// file in another format.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

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
    };
    let verdict = verdict.unwrap_or_else(|error| {
        terminal::complain(&files::report(&error));
        Verdict::of(&error)
    });
    verdict.into()
}
