//! What serde and the targets complain about, in the words of this crate.

use std::fmt::Display;

use serde::de::{Expected, Unexpected};

use super::capture::handle;
use crate::diagnostic::catalog::{self, decoding};
use crate::error::{Category, Complaint, Error};

impl serde::de::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Error::of(Category::Data, catalog::custom(&message))
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        demand(unexpected, expected);
        Error::of(Category::Data, decoding::invalid_type(unexpected, expected))
            .complaining(refused(unexpected, expected))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        demand(unexpected, expected);
        Error::of(Category::Data, decoding::invalid_value(unexpected, expected))
            .complaining(refused(unexpected, expected))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Error::of(Category::Data, decoding::invalid_length(length, expected))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        handle::demand_lossy(variant);
        Error::of(Category::Data, decoding::unknown_variant(variant, expected))
            .complaining(refused(Unexpected::Str(variant), &"a variant"))
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Error::of(Category::Data, decoding::unknown_field(field, expected))
            .complaining(Complaint::UnknownField(field.to_owned(), expected))
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        if field.starts_with('$') {
            handle::miss(field);
        }
        Error::of(Category::Data, decoding::missing_field(field))
            .complaining(Complaint::MissingField(field))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Error::of(Category::Data, decoding::duplicate_field(field))
    }
}

fn refused(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Complaint {
    let found = decoding::found(unexpected);
    Complaint::Refused { found, wants_entries: handle::wants_entries(&expected.to_string()) }
}

/// A handle was refused.
fn demand(unexpected: Unexpected<'_>, expected: &dyn Expected) {
    if let Unexpected::Bytes(bytes) = unexpected {
        handle::demand(bytes, expected);
    }
}
