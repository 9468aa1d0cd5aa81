//! Diagnostics of attributes, indexes and splats.

use super::super::{habits, start};
use crate::text::span::Span;
use crate::text::suggest::Suggestion;
use crate::value::Type;
use crate::value::disclosure::Disclosure;
use crate::value::lookup::{AttributeError, IndexError};

rows! {
    attribute(error: &AttributeError, name: &str, of: &str, suggestion: Suggestion<'_>, span: Span;
        minuend = suggestion.minuend_of(name).filter(|_| *error == AttributeError::MissingAttribute),
        // A difference is no other name.
        suggestion = if minuend.is_some() { Suggestion::None } else { suggestion },
        // Only a value without attributes can have a method. The search for one is not free.
        (ty, method) = match error {
            AttributeError::NotAnObject(ty) => (ty, method_of(ty, name, of)),
            _ => (&Type::Dynamic, None),
        }, noun = ty.noun())
        at span:
        "no-attribute", "Unsupported attribute",
        match (error, minuend, method) {
            (AttributeError::Null, ..) => "null-attribute", "Attempt to get attribute from null value",
                "{of} is null, so it has no attribute \"{name}\".", "test it first: {of} == null ? null : {of}.{name}";
            (_, Some((left, right)), _) => "{of} has no attribute \"{name}\".",
                "a name may have dashes, so a minus sign has spaces around it: {of}.{left} - {right}";
            (AttributeError::MissingAttribute, ..) => "{of} has no attribute \"{name}\".";
            (AttributeError::MissingKey, ..) => "no-element", "Missing map element",
                "{of} has no element with the key \"{name}\".", "";
            (AttributeError::OfElements { collection: Type::Set(_), .. }, ..) => "{of} is a set of objects, not an object.",
                "[for element in …: element.{name}] takes it from every element";
            (AttributeError::OfElements { exists: true, .. }, ..) => "{of} is a list of objects, not an object.",
                "[0].{name} takes \"{name}\" from the first element, [*].{name} from each";
            (AttributeError::OfElements { .. }, ..) => "{of} is a list of objects, not an object.",
                "an index selects one element, [*] applies what follows to each";
            (_, _, Some(written)) => "{of} is {noun}, which has no attributes.", "write {written}";
            _ if matches!(ty, Type::List(_) | Type::Tuple(_)) => "{of} is {noun}, which has no attributes.",
                "an index selects one element: {of}[0].{name}; {of}[*].{name} is that of each";
            _ if *ty == Type::String && of.starts_with('"') => "{of} is {noun}, which has no attributes.",
                "text is joined by a template: \"${{one}}${{other}}\"";
            _ if is_single(ty) => "{of} is {noun}, which has no attributes.", "remove .{name}";
            _ => "{of} is {noun}, which has no attributes.";
        } => suggesting(name, &suggestion);

    index(error: &IndexError, disclosure: Disclosure, suggestion: Suggestion<'_>, span: Span;
        noun = match error { IndexError::NotIndexable(ty) => ty.noun(), _ => Type::Dynamic.noun() },
        key = match error { IndexError::Key(error) => error.clone().disclosed(disclosure).to_string(), _ => String::new() },
        given = match error {
            IndexError::MissingKey(name) | IndexError::MissingAttribute { name, .. } => name,
            _ => "",
        }, (shown, cut) = start(given, 60), is_hidden = disclosure.is_hidden(),
        last = match error { IndexError::OutOfRange { length } => length.saturating_sub(1), _ => 0 }, length = last + 1)
        at span:
        "invalid-index", "Invalid index",
        match error {
            IndexError::NullCollection => "null-index", "Attempt to index null value",
                "The value is null, so it has no elements.", "test it first: value == null ? null : value[0]";
            IndexError::NullKey => "The key is null.", "test it first: key == null ? 0 : key";
            IndexError::Key(_) => "The key doesn't fit the collection: {key}.", "a list has positions, from 0 on; an object has names";
            IndexError::Fraction => "The key has a fraction; positions are integers.", "division always keeps the fraction; floor(…) drops it";
            IndexError::Negative => "The key is negative; positions count from 0.", "the last element of a list is list[length(list) - 1]";
            IndexError::OutOfRange { .. } if is_hidden => "The collection has fewer elements.";
            IndexError::OutOfRange { length: 0 } => "The collection has no elements.", "test length(list) > 0 first";
            IndexError::OutOfRange { length: 1 } => "The collection has one element only, at position 0.", "positions count from 0";
            IndexError::OutOfRange { .. } => "The collection has {length} elements only, at the positions 0 to {last}.",
                "positions count from 0";
            IndexError::MissingKey(_) if is_hidden => "The map has no element with this key.";
            IndexError::MissingKey(_) => "The map has no element with the key {shown:?}{cut}.";
            IndexError::MissingAttribute { is_numeric: true, .. } =>
                "The value is an object; it has attributes with names, not elements at positions.",
                "write the name of an attribute: object.name";
            IndexError::MissingAttribute { .. } if is_hidden => "The object has no attribute with this name.";
            IndexError::MissingAttribute { .. } => "The object has no attribute {shown:?}{cut}.";
            IndexError::Set => "Elements of a set have neither position nor key.",
                "iterate over the set with for, or convert it with tolist(…)";
            IndexError::NotIndexable(_) => "The value is {noun}, which has no elements.", "remove the index";
        } => suggesting(given, &suggestion);

    null_splat(sequence: Span, splat: Span) at sequence within (splat):
        "null-splat", "Splat of null value", "The splat applies to a list or set that is null.",
        "test it first: value == null ? [] : value";

    splat_types(steps: Span, traversal: Span) at steps within (traversal):
        "splat-types", "Invalid nested splat expressions",
        "The inner splat has results of different types, and a list has elements of one type.",
        "a for expression makes a list, whose elements may differ";
}

fn is_single(ty: &Type) -> bool {
    matches!(ty, Type::String | Type::Number | Type::Bool)
}

/// The replacement for a method or a property of another language. An attribute of the elements is none.
fn method_of(ty: &Type, name: &str, of: &str) -> Option<String> {
    let has_name = |ty: &Type| matches!(ty, Type::Object(object) if object.get(name).is_some());
    let is_of_elements = matches!(ty, Type::Tuple(types) if types.iter().any(has_name));
    let takes_list = |written: &str| written.starts_with(['[', '{']) || written.starts_with(of);
    let method = habits::method(name, of, None).filter(|_| !is_of_elements)?;
    (!is_single(ty) || !takes_list(&method)).then_some(method)
}
