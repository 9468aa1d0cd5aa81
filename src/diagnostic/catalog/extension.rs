//! Diagnostics of type expressions, of conversions to types, of `function` blocks, and of `dynamic`
//! blocks.

use std::fmt::Display;

use super::did_you_mean;
use super::place::{missing_place, start};
use crate::diagnostic::Diagnostic;
use crate::syntax::{BlockRef, BodyRef, LabelRef};
use crate::text::span::Span;
use crate::value::Type;
use crate::value::convert::ConversionError;

rows! {
    conversion(error: &ConversionError):
        "conversion", "Conversion error", "{error}";
}

fn invalid_type(detail: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::catalogued("invalid-type-expression", "Invalid type specification", detail)
        .with_span(span)
}

/// Neither a word nor a call.
#[cold]
pub(crate) fn not_a_type(span: Span) -> Diagnostic {
    invalid_type(
        "A type is string, number or bool, or made of other types, as in list(string).",
        span,
    )
    .with_help("write one of these types")
}

#[cold]
pub(crate) fn unknown_type(word: &str, nearest: Option<&str>, span: Span) -> Diagnostic {
    did_you_mean(invalid_type(format!("\"{word}\" is not a type."), span), nearest)
}

#[cold]
pub(crate) fn unknown_type_constructor(
    name: &str,
    nearest: Option<&str>,
    span: Span,
) -> Diagnostic {
    let detail = format!(
        "There is no type \"{name}(…)\": the types with arguments are list, set, map, tuple and object."
    );
    did_you_mean(invalid_type(detail, span), nearest)
}

#[cold]
pub(crate) fn any_is_no_exact_type(span: Span) -> Diagnostic {
    invalid_type("\"any\" is not allowed here: the type must be given exactly.", span)
        .with_help("write the type of the values, such as string")
}

#[cold]
pub(crate) fn type_without_arguments(word: &str, arguments: Span) -> Diagnostic {
    invalid_type(format!("\"{word}\" is a type by itself and takes no arguments."), arguments)
        .with_help(format!("write {word} alone"))
}

/// The type constructor `word` has no argument, or more than one.
#[cold]
pub(crate) fn type_argument(word: &str, argument: &str, span: Span) -> Diagnostic {
    invalid_type(format!("\"{word}\" takes one argument: {argument}."), span).with_help(
        match word {
            "tuple" => "write it as in tuple([string, number])".to_owned(),
            "object" => "write it as in object({ name = string })".to_owned(),
            _ => format!("write it as in {word}(string)"),
        },
    )
}

#[cold]
pub(crate) fn tuple_without_list(argument: Span, whole: Span) -> Diagnostic {
    invalid_type("The types of the elements of a tuple stand in square brackets.", argument)
        .with_context(whole)
        .with_help("write it as in tuple([string, number])")
}

#[cold]
pub(crate) fn object_without_map(argument: Span, whole: Span) -> Diagnostic {
    invalid_type("The attributes of an object stand in braces, with their types.", argument)
        .with_context(whole)
        .with_help("write it as in object({ name = string })")
}

#[cold]
pub(crate) fn attribute_type_without_name(key: Span, whole: Span) -> Diagnostic {
    invalid_type("The attributes of an object type are names, without quotes.", key)
        .with_context(whole)
        .with_help("write it as in object({ name = string })")
}

#[cold]
pub(crate) fn duplicate_attribute_type(name: &str, key: Span, whole: Span) -> Diagnostic {
    invalid_type(format!("The attribute \"{name}\" already has a type."), key)
        .with_context(whole)
        .with_help("remove one of them")
}

#[cold]
pub(crate) fn optional_without_type(arguments: Span, whole: Span) -> Diagnostic {
    invalid_type("\"optional\" takes the type of the attribute as its argument.", arguments)
        .with_context(whole)
        .with_help("write it as in optional(string)")
}

#[cold]
pub(crate) fn optional_arguments(most: usize, arguments: Span, whole: Span) -> Diagnostic {
    let detail = match most {
        1 => "\"optional\" takes one argument here: the type of the attribute.",
        _ => "\"optional\" takes the type of the attribute and its default, nothing else.",
    };
    invalid_type(detail, arguments).with_context(whole).with_help("remove the other arguments")
}

#[cold]
pub(crate) fn optional_in_exact_type(name: Span, whole: Span) -> Diagnostic {
    invalid_type("An attribute can't be optional here: the type must be given exactly.", name)
        .with_context(whole)
        .with_help("write the type without optional(…)")
}

#[cold]
pub(crate) fn optional_outside_object(name: Span) -> Diagnostic {
    invalid_type("Only the attributes of an object type can be optional.", name)
        .with_help("write the type without optional(…)")
}

rows! {
    unsuitable_default(error: &ConversionError, default: Span) at default:
        "invalid-default", "Invalid default value for optional attribute",
        "The default doesn't fit the type of the attribute: {error}.",
        "write a default of this type, or change the type";
}

// Functions.

rows! {
    list_required(start: Span) at start:
        "list-required", "Invalid expression",
        "A list is required here, with its elements written out in square brackets.",
        "write it as in [one, other]";

    invalid_parameter(parameter: Span) at parameter:
        "invalid-parameter", "Invalid param element",
        "A parameter must be a plain name.",
        "write a name without quotes: params = [name]";

    invalid_variadic_parameter(parameter: Span) at parameter:
        "invalid-parameter", "Invalid variadic_param",
        "The parameter for all further arguments must be a plain name.",
        "write a name without quotes: variadic_param = name";
}

// Dynamic blocks.

rows! {
    escaped_block_type(label: LabelRef<'_>; place = label.span()) at place:
        "unknown-block-type", "Unsupported block type",
        "The type of a block is written without escapes.",
        "write the characters themselves";

    name_required(expression: Span) at expression:
        "name-required", "Invalid expression",
        "A name is required here.",
        "write a name without quotes and dots";

    invalid_iterator(reference: Span) at reference:
        "invalid-iterator", "Invalid dynamic iterator name",
        "The iterator is a variable, so it has a single name.",
        "write a name without dots: iterator = name";

    for_each_type(ty: &Type, for_each: Span; noun = ty.noun()) at for_each:
        "not-iterable", "Invalid dynamic for_each value",
        "The value is {noun}, which has no elements to make blocks of.",
        "put the value in brackets: [value]";

    null_for_each(for_each: Span) at for_each:
        "null-iteration", "Invalid dynamic for_each value",
        "There are no elements to make blocks of: the value is null.",
        "test it first: value == null ? [] : value";

    dynamic_label(reason: impl Display, label: Span) at label:
        "invalid-label", "Invalid dynamic block label",
        "This can't be the label of a block: {reason}.",
        "write a text that is known, such as each.key";

    missing_content(body: BodyRef<'_>; place = missing_place(body)) at place:
        "missing-content", "Missing dynamic content block",
        "A \"content\" block is required: it is the body of the generated blocks.",
        "add content {{ … }}";
}

#[cold]
pub(crate) fn extraneous_content(block: BlockRef<'_>) -> Diagnostic {
    Diagnostic::catalogued(
        "extraneous-content",
        "Extraneous dynamic content block",
        "The generated blocks have one body, so there is one \"content\" block.",
    )
    .with_span(if block.body().is_json() { start(block.body().0) } else { block.header_span() })
    .with_help("put the items of both into one \"content\" block")
}
