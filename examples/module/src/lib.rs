//! Evaluates Terraform modules without providers, as far as possible.
//!
//! `config` reads the files of a directory, `overrides` checks override files, `references` checks
//! names, `settings` collects the settings of variables, `evaluation` computes all parts in the order
//! of the references, `repetition` handles `count` and `for_each`, `builtin` has the built-in parts of
//! Terraform, and `plan` is the result.

mod builtin;
mod config;
mod evaluation;
mod overrides;
mod plan;
mod references;
mod repetition;
mod rules;
mod settings;
mod version;

use std::fmt;
use std::io;

use serde_hcl::source::{Location, Span};
use serde_hcl::{Body, Error, Expression};

pub use self::evaluation::{Module, Options};
pub use self::plan::Plan;
pub use self::settings::Settings;

/// A problem in a module.
#[derive(Debug)]
pub enum Problem {
    /// An error of the crate.
    Hcl(Error),
    /// A broken rule of Terraform.
    Rule(String),
    /// A reference to something that is not in the directory.
    Missing(String),
}

impl Problem {
    pub fn rule(place: &Location, message: impl fmt::Display) -> Self {
        Problem::Rule(format!("{place}: {message}"))
    }

    pub fn of_expression(expression: &Expression, message: impl fmt::Display) -> Self {
        Problem::rule(&expression.locate(expression.span()), message)
    }

    pub fn of_body(body: &Body, span: Span, message: impl fmt::Display) -> Self {
        Problem::rule(&body.locate(span), message)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Hcl(error) if f.alternate() => f.write_str(&error.report()),
            Problem::Hcl(error) => error.fmt(f),
            Problem::Rule(message) | Problem::Missing(message) => f.write_str(message),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Problem::Hcl(error)
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Problem::Missing(error.to_string())
    }
}

/// All problems: errors and warnings.
#[derive(Debug, Default)]
pub struct Problems {
    pub errors: Vec<Problem>,
    pub warnings: Vec<String>,
}

impl Problems {
    pub fn push(&mut self, problem: impl Into<Problem>) {
        self.errors.push(problem.into());
    }

    /// The number of errors and of warnings.
    fn len(&self) -> (usize, usize) {
        (self.errors.len(), self.warnings.len())
    }

    /// Keeps only the first problems.
    fn truncate(&mut self, (errors, warnings): (usize, usize)) {
        self.errors.truncate(errors);
        self.warnings.truncate(warnings);
    }

    /// The result of an operation. Records its error, if there is one.
    pub fn note<T>(&mut self, result: Result<T, impl Into<Problem>>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }
}
