//! Diagnostics of attributes, indexes and splats.

use super::super::{habits, spaced, suggesting};
use crate::diagnostic::Diagnostic;
use crate::text::span::Span;
use crate::text::suggest::Suggestion;
use crate::value::Type;
use crate::value::disclosure::Disclosure;
use crate::value::lookup::{AttributeError, IndexError};

#[cold]
pub(crate) fn attribute(
    error: &AttributeError,
    name: &str,
    of: &str,
    suggestion: Suggestion<'_>,
    span: Span,
) -> Diagnostic {
    let unsupported =
        |detail: String| Diagnostic::catalogued("no-attribute", "Unsupported attribute", detail);
    let diagnostic = match error {
        AttributeError::Null => Diagnostic::catalogued(
            "null-attribute",
            "Attempt to get attribute from null value",
            format!("{of} is null, so it has no attribute \"{name}\"."),
        )
        .with_help(format!("test it first: {of} == null ? null : {of}.{name}")),
        AttributeError::MissingAttribute => {
            let diagnostic = unsupported(format!("{of} has no attribute \"{name}\"."));
            match suggestion.minuend_of(name) {
                Some((left, right)) => {
                    let difference = format!("{of}.{left} - {right}");
                    return diagnostic.with_span(span).with_help(spaced(&difference));
                }
                None => diagnostic,
            }
        }
        AttributeError::MissingKey => Diagnostic::catalogued(
            "no-element",
            "Missing map element",
            format!("{of} has no element with the key \"{name}\"."),
        ),
        AttributeError::OfElements { collection, exists } => {
            let collection = match collection {
                Type::Set(_) => "set",
                _ => "list",
            };
            let detail = format!("{of} is a {collection} of objects, not an object.");
            match (collection, exists) {
                ("set", _) => unsupported(detail).with_help(format!(
                    "[for element in …: element.{name}] takes it from every element"
                )),
                (_, true) => unsupported(detail).with_help(format!(
                    "[0].{name} takes \"{name}\" from the first element, [*].{name} from each"
                )),
                (_, false) => unsupported(detail)
                    .with_help("an index selects one element, [*] applies what follows to each"),
            }
        }
        AttributeError::NotAnObject(ty) => {
            let detail = format!("{of} is {}, which has no attributes.", ty.noun());
            // An attribute of the elements is no method.
            let is_of_elements = match ty {
                Type::Tuple(types) => types
                    .iter()
                    .any(|ty| matches!(ty, Type::Object(object) if object.get(name).is_some())),
                _ => false,
            };
            let is_list = !matches!(ty, Type::String | Type::Number | Type::Bool);
            match (ty, habits::method(name, of, None).filter(|it| !is_of_elements && (is_list || !takes_list(it, of)))) {
                (_, Some(written)) => unsupported(detail).with_help(format!("write {written}")),
                (ty, None) => match ty {
                Type::List(_) | Type::Tuple(_) => unsupported(detail).with_help(format!(
                    "an index selects one element: {of}[0].{name}; {of}[*].{name} is that of each"
                )),
                Type::String if of.starts_with('"') => {
                    unsupported(detail).with_help("text is joined by a template: \"${one}${other}\"")
                }
                Type::String | Type::Number | Type::Bool => {
                    unsupported(detail).with_help(format!("remove .{name}"))
                }
                _ => unsupported(detail),
            }}
        }
    };
    suggesting(diagnostic.with_span(span), name, &suggestion)
}

#[cold]
pub(crate) fn index(
    error: &IndexError,
    disclosure: Disclosure,
    suggestion: Suggestion<'_>,
    span: Span,
) -> Diagnostic {
    let invalid = |detail: String| Diagnostic::catalogued("invalid-index", "Invalid index", detail);
    let diagnostic = match error {
        IndexError::NullCollection => Diagnostic::catalogued(
            "null-index",
            "Attempt to index null value",
            "The value is null, so it has no elements.",
        )
        .with_help("test it first: value == null ? null : value[0]"),
        IndexError::NullKey => {
            invalid("The key is null.".into()).with_help("test it first: key == null ? 0 : key")
        }
        IndexError::Key(error) => {
            let error = error.clone().disclosed(disclosure);
            invalid(format!("The key doesn't fit the collection: {error}."))
                .with_help("a list has positions, from 0 on; an object has names")
        }
        IndexError::Fraction => invalid("The key has a fraction; positions are integers.".into())
            .with_help("division always keeps the fraction; floor(…) drops it"),
        IndexError::Negative => invalid("The key is negative; positions count from 0.".into())
            .with_help("the last element of a list is list[length(list) - 1]"),
        IndexError::OutOfRange { .. } if disclosure.is_hidden() => {
            invalid("The collection has fewer elements.".into())
        }
        IndexError::OutOfRange { length: 0 } => invalid("The collection has no elements.".into())
            .with_help("test length(list) > 0 first"),
        IndexError::OutOfRange { length: 1 } => {
            invalid("The collection has one element only, at position 0.".into())
                .with_help("positions count from 0")
        }
        IndexError::OutOfRange { length } => invalid(format!(
            "The collection has {length} elements only, at the positions 0 to {}.",
            length - 1
        ))
        .with_help("positions count from 0"),
        IndexError::MissingKey(_) if disclosure.is_hidden() => {
            invalid("The map has no element with this key.".into())
        }
        IndexError::MissingKey(key) => {
            invalid(format!("The map has no element with the key {}.", quoted(key)))
        }
        IndexError::MissingAttribute { is_numeric: false, .. } if disclosure.is_hidden() => {
            invalid("The object has no attribute with this name.".into())
        }
        IndexError::MissingAttribute { name, is_numeric: false } => {
            invalid(format!("The object has no attribute {}.", quoted(name)))
        }
        IndexError::MissingAttribute { is_numeric: true, .. } => invalid(
            "The value is an object; it has attributes with names, not elements at positions."
                .into(),
        )
        .with_help("write the name of an attribute: object.name"),
        IndexError::Set => invalid("Elements of a set have neither position nor key.".into())
            .with_help("iterate over the set with for, or convert it with tolist(…)"),
        IndexError::NotIndexable(ty) => {
            invalid(format!("The value is {}, which has no elements.", ty.noun()))
                .with_help("remove the index")
        }
    };
    let given = match error {
        IndexError::MissingKey(name) | IndexError::MissingAttribute { name, .. } => name,
        _ => "",
    };
    suggesting(diagnostic.with_span(span), given, &suggestion)
}

/// Whether the expression takes elements from the value `of`.
fn takes_list(expression: &str, of: &str) -> bool {
    expression.starts_with(['[', '{']) || expression.starts_with(of)
}

/// The key in quotes, cut if it is long.
fn quoted(key: &str) -> String {
    const MOST: usize = 60;
    match key.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}…", &key[..end]),
        None => format!("{key:?}"),
    }
}

rows! {
    null_splat(sequence: Span, splat: Span) at sequence within (splat):
        "null-splat", "Splat of null value",
        "The splat applies to a list or set that is null.",
        "test it first: value == null ? [] : value";

    splat_types(steps: Span, traversal: Span) at steps within (traversal):
        "splat-types", "Invalid nested splat expressions",
        "The inner splat has results of different types, and a list has elements of one type.",
        "a for expression makes a list, whose elements may differ";
}
