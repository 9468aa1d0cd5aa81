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
        let error = match buffering::unsupported_integer(&message) {
            Some(ty) => Error::of(Category::Data, decoding::unsupported_integer(ty))
                .with_cause(ErrorCause::UnsupportedInteger),
            None if buffering::is_no_variant(&message) => no_variant(message),
            None => Error::of(Category::Data, catalog::custom(message)),
        };
        recorded(error)
    }

    #[cold]
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        record_miss();
        record_refusal(unexpected, expected);
        let error = Error::of(Category::Data, decoding::invalid_type(unexpected, expected));
        recorded(error.with_cause(refused(unexpected, expected)))
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        record_miss();
        record_refusal(unexpected, expected);
        let error = Error::of(Category::Data, decoding::invalid_value(unexpected, expected));
        recorded(error.with_cause(refused(unexpected, expected)))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        record_miss();
        recorded(Error::of(Category::Data, decoding::invalid_length(length, expected)))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        record_miss();
        buffering::record_refused_text(variant);
        buffering::record_variants(expected);
        let error = Error::of(Category::Data, decoding::unknown_variant(variant, expected));
        recorded(error.with_cause(refused(Unexpected::Str(variant), &"a variant")))
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        record_miss();
        let error = Error::of(Category::Data, decoding::unknown_field(field, expected));
        recorded(error.with_cause(ErrorCause::UnknownField(field.to_owned(), expected)))
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        record_miss();
        if field.starts_with('$') {
            buffering::record_missing_field(field);
        }
        let error = Error::of(Category::Data, decoding::missing_field(field));
        recorded(error.with_cause(ErrorCause::MissingField(field)))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        record_miss();
        Error::of(Category::Data, decoding::duplicate_field(field))
    }
}

/// Keeps the error for the case that it is that of a variant of an untagged enum.
fn recorded(error: Error) -> Error {
    buffering::record_error(&error);
    error
}

/// The error of an untagged enum: that of the only variant which has the form of the value, or the
/// errors of all variants.
fn no_variant(message: String) -> Error {
    let errors = buffering::take_errors();
    let containers = [Unexpected::Map, Unexpected::Seq].map(decoding::found);
    let is_other_form = |error: &&Error| match error.cause() {
        Some(ErrorCause::Refused { found, .. }) => containers.contains(found),
        _ => false,
    };
    let of_form = errors.iter().filter(|error| !is_other_form(error)).collect::<Vec<_>>();
    match of_form[..] {
        [only] if errors.len() > 1 && only.cause().is_some() => only.clone(),
        _ => {
            let texts = errors.iter().flat_map(Error::diagnostics);
            let mut texts: Vec<_> =
                texts.map(|diagnostic| diagnostic.detail().to_owned()).collect();
            texts.dedup();
            Error::of(Category::Data, decoding::no_variant(catalog::custom(message), texts))
        }
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
