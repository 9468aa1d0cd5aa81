//! The errors that serde and the targets create, with the diagnostics of this crate.
//!
//! The constructors record facts in the error. If serde may drop the error, they also record them
//! in the placeholder. Other modules decide what follows from the facts.

use std::fmt::Display;

use serde::de::{Expected, Unexpected};

use crate::de::buffering::{self, Wanted};
use crate::de::plain::record_miss;
use crate::diagnostic::catalog::{self, decoding};
use crate::diagnostic::error::{Category, Error, ErrorCause, Wants};

impl serde::de::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        record_miss();
        let message = message.to_string();
        match buffering::unsupported_integer(&message) {
            Some(ty) => Error::of(Category::Data, decoding::unsupported_integer(ty))
                .with_cause(ErrorCause::UnsupportedInteger),
            None => Error::of(Category::Data, catalog::custom(message)),
        }
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        record_miss();
        record_refusal(unexpected, expected);
        Error::of(Category::Data, decoding::invalid_type(unexpected, expected))
            .with_cause(refused(unexpected, expected))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        record_miss();
        record_refusal(unexpected, expected);
        Error::of(Category::Data, decoding::invalid_value(unexpected, expected))
            .with_cause(refused(unexpected, expected))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        record_miss();
        Error::of(Category::Data, decoding::invalid_length(length, expected))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        record_miss();
        buffering::record_refused_text(variant);
        buffering::record_variants(expected);
        Error::of(Category::Data, decoding::unknown_variant(variant, expected))
            .with_cause(refused(Unexpected::Str(variant), &"a variant"))
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        record_miss();
        Error::of(Category::Data, decoding::unknown_field(field, expected))
            .with_cause(ErrorCause::UnknownField(field.to_owned(), expected))
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        record_miss();
        if field.starts_with('$') {
            buffering::record_missing_field(field);
        }
        Error::of(Category::Data, decoding::missing_field(field))
            .with_cause(ErrorCause::MissingField(field))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        record_miss();
        Error::of(Category::Data, decoding::duplicate_field(field))
    }
}

fn refused(unexpected: Unexpected<'_>, expected: &dyn Expected) -> ErrorCause {
    let found = decoding::found(unexpected);
    let wants_entries = Wanted::of(expected).has_entries();
    let wants = Wants { expected: expected.to_string(), variants: &[] };
    ErrorCause::Refused { found, wants_entries, wants }
}

fn record_refusal(unexpected: Unexpected<'_>, expected: &dyn Expected) {
    match unexpected {
        Unexpected::Bytes(bytes) => buffering::record_refusal(bytes, expected),
        _ => buffering::record_refused_scalar(unexpected, expected),
    }
}
