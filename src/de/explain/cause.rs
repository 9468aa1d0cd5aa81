//! The errors that serde and the targets create, with the diagnostics of this crate.
//!
//! The constructors record facts in the error. If serde may drop the error, they also record them
//! in the placeholder. Other modules decide what follows from the facts.

use std::fmt::Display;

use serde::de::{Expected, Unexpected};

use crate::de::buffering::{self, Wanted};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::wanted::in_words;
use crate::diagnostic::catalog::{self, decoding};
use crate::diagnostic::cause::{ErrorCause, Found, Wants};
use crate::diagnostic::error::{Category, Error, passed_on};

impl serde::de::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        if let Some(error) = passed_on() {
            return recorded(error);
        }
        let message = message.to_string();
        if let Some(field) = buffering::unknown_field(&message) {
            return Self::unknown_field(field, &[]);
        }
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
        let cause = refused(unexpected, expected, true);
        recorded(match unexpected {
            Unexpected::NewtypeStruct => {
                let expected = expected.to_string();
                Error::data(decoding::private_form(&expected)).with_cause(cause)
            }
            _ => Error::of_cause(cause),
        })
    }

    #[cold]
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        // A string refuses bytes that are not UTF-8 by their value.
        if matches!(unexpected, Unexpected::Bytes(bytes) if buffering::is_placeholder(bytes)) {
            return Self::invalid_type(unexpected, expected);
        }
        recorded(Error::of_cause(refused(unexpected, expected, false)))
    }

    #[cold]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        // A struct accepts a sequence of all its fields, which is no form for configurations.
        if Wanted::of(&expected.to_string()) == Wanted::Struct {
            return Self::invalid_type(Unexpected::Seq, expected);
        }
        recorded(Error::of(Category::Data, decoding::invalid_length(length, expected)))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        buffering::record_refused_text(variant);
        buffering::record_variants(expected);
        let error = Error::of(Category::Data, decoding::unknown_variant(variant, expected));
        let found = Found::Text(variant.to_owned());
        let wants = Wants { expected: "a variant".to_owned(), variants: &[] };
        recorded(error.with_cause(ErrorCause::Refused { found, is_type: false, wants }))
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        recorded(Error::of_cause(ErrorCause::UnknownField(field.to_owned(), expected)))
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        if field.starts_with('$') {
            buffering::record_missing_field(field);
        }
        recorded(Error::of_cause(ErrorCause::MissingField(field)))
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Error::of_cause(ErrorCause::DuplicateField(field))
    }
}

/// Keeps the error for the case that it is that of a variant of an untagged enum.
fn recorded(error: Error) -> Error {
    buffering::record_error(&error);
    error
}

/// The error of an untagged enum. If only one variant has the form of the value, this is the error of that variant.
/// If none has it, the error names all forms; if several have it, it lists the reasons of all variants.
fn no_variant(message: String) -> Error {
    let errors = buffering::take_errors();
    let of_type: Vec<_> = errors.iter().filter_map(found_and_wanted).collect();
    let first = of_type.first().map(|(found, _)| *found);
    let is_one_value = of_type.iter().all(|(found, _)| Some(*found) == first);
    let has_form = |error: &&Error| match found_and_wanted(error) {
        Some((Found::Object | Found::List | Found::Bytes, _)) => false,
        Some(_) => !is_one_value,
        None => true,
    };
    let of_form = errors.iter().filter(has_form).collect::<Vec<_>>();
    match (&of_form[..], first) {
        ([only], _) if errors.len() > 1 => (*only).clone(),
        ([], Some(found)) => {
            let wanted: Vec<_> = of_type.iter().map(|(_, wanted)| *wanted).collect();
            let wants = Wants { expected: wanted.join(" or "), variants: &[] };
            Error::of(Category::Data, decoding::none_of_forms(&wanted, found))
                .with_cause(ErrorCause::Refused { found: found.clone(), is_type: false, wants })
        }
        _ => {
            let texts = errors.iter().flat_map(Error::diagnostics);
            let mut texts: Vec<_> = texts.map(reason).collect();
            texts.dedup();
            let forms: Vec<_> = errors.iter().filter_map(form).collect();
            let fields = forms.iter().flat_map(|(_, fields)| fields).copied().collect();
            let forms = forms.into_iter().map(|(words, _)| words).collect();
            let diagnostic = decoding::no_variant(catalog::custom(message), forms, texts);
            Error::of(Category::Data, diagnostic).with_cause(ErrorCause::NoForm(fields))
        }
    }
}

/// The form that a variant wanted, in words, and the fields that it needs or has.
fn form(error: &Error) -> Option<(String, Vec<&'static str>)> {
    match error.cause()? {
        ErrorCause::Refused { wants, .. } => {
            Some((in_words(&wants.expected).into_owned(), Vec::new()))
        }
        ErrorCause::MissingField(field) | ErrorCause::MissingFieldOfObject(field) => {
            Some((decoding::with_fields(&[field]), vec![*field]))
        }
        ErrorCause::UnknownField(_, fields) if !fields.is_empty() => {
            Some((decoding::with_fields(fields), fields.to_vec()))
        }
        _ => None,
    }
}

/// The found value and the wanted type, for the error of a value of another type.
fn found_and_wanted(error: &Error) -> Option<(&Found, &str)> {
    match error.cause() {
        Some(ErrorCause::Refused { found, is_type: true, wants }) => Some((found, &wants.expected)),
        _ => None,
    }
}

/// The text of a diagnostic. That of a type of the application is its summary.
fn reason(diagnostic: &Diagnostic) -> String {
    match diagnostic.detail() {
        "" => diagnostic.summary().to_owned(),
        detail => detail.to_owned(),
    }
}

/// The cause of the error of a target that refused a value. Records that it refused the placeholder, or the scalar.
fn refused(unexpected: Unexpected<'_>, expected: &dyn Expected, is_type: bool) -> ErrorCause {
    let expected = expected.to_string();
    let wanted = Wanted::of(&expected);
    let found = Found::of(unexpected);
    match unexpected {
        Unexpected::Bytes(bytes) => buffering::record_refusal(bytes, wanted),
        _ => buffering::record_refused_scalar(&found, wanted),
    }
    let wants = Wants { expected, variants: &[] };
    ErrorCause::Refused { found, is_type, wants }
}
