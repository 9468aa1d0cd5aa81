//! The answer of the crate, compared part by part with the recorded one.

use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::{Error, Value};

use super::agreement::Agreement;
use super::equality::Precision;
use super::notation::{read_type, read_value};
use super::record::{Diag, Outcome};

pub struct Answer {
    pub agreement: Agreement,
    /// A called function that the crate does not have.
    pub missing_function: Option<String>,
    /// The answer as text, for listings.
    pub words: String,
}

impl Answer {
    /// An answer without parts, which agrees.
    pub fn none() -> Self {
        Answer { agreement: Agreement::FULL, missing_function: None, words: String::new() }
    }

    /// No answer, because the function is missing.
    pub fn missing(function: String) -> Self {
        Answer { missing_function: Some(function), ..Self::none() }
    }

    /// One part of the answer, and its text.
    pub fn part(agreement: Agreement, words: impl Into<String>) -> Self {
        Answer { agreement, missing_function: None, words: words.into() }
    }

    /// Compares a value with the recorded one.
    pub fn value(expected: &Outcome<'_>, found: &Value, precision: Precision) -> Self {
        let same = expected.ty.is_some_and(|ty| {
            let value = read_value(&read_type(ty), expected.value, expected.marks);
            precision.equal(&value, found)
        });
        let words = format!("{} {found:?}", found.type_of());
        Self::part(Agreement::FULL.and_value(same), words)
    }

    /// Compares the diagnostics with the recorded ones. If there are none, `judge` compares the
    /// result.
    pub fn of<T>(
        expected: &[Diag],
        found: Result<T, Error>,
        judge: impl FnOnce(T) -> Answer,
    ) -> Self {
        match found {
            Ok(result) => {
                Self::part(Agreement::on_diagnostics(expected, &[]), "").and(judge(result))
            }
            Err(error) => {
                let found = error.diagnostics();
                Answer {
                    agreement: Agreement::on_diagnostics(expected, found),
                    missing_function: missing_function(expected, found),
                    words: found.iter().map(in_words).collect(),
                }
            }
        }
    }

    pub fn and(self, other: Answer) -> Self {
        Answer {
            agreement: self.agreement & other.agreement,
            missing_function: self.missing_function.or(other.missing_function),
            words: self.words + &other.words,
        }
    }
}

/// The name of a function that the crate does not have and the reference has.
fn missing_function(expected: &[Diag], found: &[Diagnostic]) -> Option<String> {
    const SUMMARY: &str = "Call to unknown function";
    if expected.iter().any(|diag| diag.summary == SUMMARY) {
        return None;
    }
    let diagnostic = found.iter().find(|diagnostic| diagnostic.summary() == SUMMARY)?;
    diagnostic.detail().split('"').nth(1).map(str::to_owned)
}

fn in_words(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.span().map(|span| format!(" {}..{}", span.start, span.end));
    let place = place.unwrap_or_default();
    format!("\n    {}{place}: {}", diagnostic.summary(), diagnostic.detail())
}
