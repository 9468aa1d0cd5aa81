//! The properties that the fuzz targets check, one function for each target.
//!
//! - No panic, overflow or unbounded work on any input: see the budget in `contexts`.
//! - Every error has a diagnostic, and can be shown in all forms.

mod adapters;
pub mod bodies;
mod contexts;
pub mod corpora;
mod decode;
pub mod edit;
mod evaluate;
mod file;
mod format;
mod generate;
mod json;
mod lenient;
mod parse;
pub mod positions;
mod reduce;
mod round_trip;
mod typed;

use serde_hcl::Error;

pub use self::adapters::adapters;
pub use self::bodies::bodies;
pub use self::decode::decode;
pub use self::edit::edit;
pub use self::evaluate::evaluate;
pub use self::file::file;
pub use self::format::format;
pub use self::json::json;
pub use self::lenient::lenient;
pub use self::parse::parse;
pub use self::reduce::reduce;
pub use self::round_trip::round_trip;
pub use self::typed::typed;

/// Checks an error, and returns all its text.
fn shown(error: &Error) -> String {
    assert!(!error.diagnostics().is_empty(), "an error without diagnostic");
    let (line, column, path) = (error.line(), error.column(), error.path());
    assert_eq!(line.is_some(), column.is_some());
    let reports = [error.report().to_string(), error.report_in_color().to_string()];
    format!("{error} {error:#} {error:?} {reports:?} {path:?} {:?}", error.diagnostics())
}

/// Checks the error of a result whose value does not matter.
fn checked<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            shown(&error);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    type Target = (&'static str, fn(&[u8]));

    const TARGETS: [Target; 13] = [
        ("bodies", super::bodies),
        ("parse", super::parse),
        ("lenient", super::lenient),
        ("format", super::format),
        ("decode", super::decode),
        ("json", super::json),
        ("evaluate", super::evaluate),
        ("reduce", super::reduce),
        ("round_trip", super::round_trip),
        ("edit", super::edit),
        ("adapters", super::adapters),
        ("file", super::file),
        ("typed", super::typed),
    ];

    /// Checks every target on every seed, without a fuzzer.
    #[test]
    fn seeds_have_the_properties() {
        let seeds = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../seeds")).unwrap();
        let mut count = 0;
        for seed in seeds {
            let path = seed.unwrap().path();
            println!("{}", path.display());
            let data = fs::read(&path).unwrap();
            for (_, target) in TARGETS {
                target(&data);
            }
            count += 1;
        }
        assert!(count >= 20, "only {count} seeds");
    }

    #[test]
    fn inputs_of_corpora_have_the_properties() {
        for (name, target) in TARGETS {
            let inputs = super::corpora::read(name).unwrap();
            println!("{name}: {} inputs", inputs.len());
            assert!(inputs.len() >= 100, "only {} inputs for {name}", inputs.len());
            for input in inputs {
                println!("{:?}", String::from_utf8_lossy(&input));
                target(&input);
            }
        }
    }
}
