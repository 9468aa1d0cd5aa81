//! Terraform modules, as far as they can be evaluated without providers.
//!
//! `config` reads the files of a directory, `overrides` lays override files over them, `references`
//! checks names, `settings` finds out what sets the variables, `evaluation` computes everything in the
//! order of the references, `repetition` is about `count` and `for_each`, `builtin` has what is part of
//! Terraform itself, and `plan` is the result.

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
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_hcl::{Body, Error, Expression, Location, Span};

pub(crate) use self::evaluation::{Module, Options};
#[allow(unused_imports, reason = "the tests name it")]
pub(crate) use self::plan::Plan;
pub(crate) use self::settings::Settings;

/// What is wrong with a module.
#[derive(Debug)]
pub(crate) enum Problem {
    /// What the crate says.
    Hcl(Error),
    /// A rule of Terraform is broken.
    Rule(String),
    /// Something is referred to that is not in the directory.
    Missing(String),
}

impl Problem {
    pub(crate) fn rule(place: &Location, message: impl fmt::Display) -> Self {
        Problem::Rule(format!("{place}: {message}"))
    }

    pub(crate) fn of_expression(expression: &Expression, message: impl fmt::Display) -> Self {
        Problem::rule(&expression.locate(expression.span()), message)
    }

    pub(crate) fn of_body(body: &Body, span: Span, message: impl fmt::Display) -> Self {
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

/// All that is wrong.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    pub(crate) errors: Vec<Problem>,
    pub(crate) warnings: Vec<String>,
}

impl Problems {
    pub(crate) fn push(&mut self, problem: impl Into<Problem>) {
        self.errors.push(problem.into());
    }

    /// How many errors and warnings there are.
    fn len(&self) -> (usize, usize) {
        (self.errors.len(), self.warnings.len())
    }

    /// Forgets all but the first ones.
    fn truncate(&mut self, (errors, warnings): (usize, usize)) {
        self.errors.truncate(errors);
        self.warnings.truncate(warnings);
    }

    /// The result, unless there is an error, which is noted.
    pub(crate) fn note<T>(&mut self, result: Result<T, impl Into<Problem>>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }
}

/// The files of a directory whose names `is_wanted`, in the order of their names.
pub(crate) fn files(
    directory: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| {
        path.is_file() && path.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy()))
    });
    files.sort();
    Ok(files)
}
