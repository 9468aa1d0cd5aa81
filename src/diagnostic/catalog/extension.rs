//! Diagnostics of type expressions, of conversions to types, of `function` blocks, and of `dynamic`
//! blocks.

use std::fmt::Display;

use super::place::{missing_place, start_of};
use crate::syntax::{BlockRef, BodyRef, LabelRef};
use crate::text::span::Span;
use crate::value::Type;
use crate::value::convert::ConversionError;

rows! {
    conversion(error: &ConversionError):
        "conversion", "Conversion error", "{error}";

    /// Neither a word nor a call.
    not_a_type(span: Span) at span:
        "invalid-type-expression", "Invalid type specification",
        "A type is string, number or bool, or made of other types, as in list(string).", "write one of these types";

    unknown_type(word: &str, nearest: Option<&str>, span: Span) at span:
        "invalid-type-expression", "Invalid type specification", "\"{word}\" is not a type." => did_you_mean(nearest);

    unknown_type_constructor(name: &str, nearest: Option<&str>, span: Span) at span:
        "invalid-type-expression", "Invalid type specification",
        "There is no type \"{name}(…)\": the types with arguments are list, set, map, tuple and object."
            => did_you_mean(nearest);

    any_is_no_exact_type(span: Span) at span:
        "invalid-type-expression", "Invalid type specification",
        "\"any\" is not allowed here: the type must be given exactly.", "write the type of the values, such as string";

    type_without_arguments(word: &str, arguments: Span) at arguments:
        "invalid-type-expression", "Invalid type specification",
        "\"{word}\" is a type by itself and takes no arguments.", "write {word} alone";

    /// The type constructor `word` has no argument, or more than one.
    type_argument(word: &str, argument: &str, span: Span) at span:
        "invalid-type-expression", "Invalid type specification", "\"{word}\" takes one argument: {argument}.",
        match word {
            "tuple" => "write it as in tuple([string, number])";
            "object" => "write it as in object({{ name = string }})";
            _ => "write it as in {word}(string)";
        };

    tuple_without_list(argument: Span, whole: Span) at argument within (whole):
        "invalid-type-expression", "Invalid type specification",
        "The types of the elements of a tuple stand in square brackets.", "write it as in tuple([string, number])";

    object_without_map(argument: Span, whole: Span) at argument within (whole):
        "invalid-type-expression", "Invalid type specification",
        "The attributes of an object stand in braces, with their types.", "write it as in object({{ name = string }})";

    attribute_type_without_name(key: Span, whole: Span) at key within (whole):
        "invalid-type-expression", "Invalid type specification",
        "The attributes of an object type are names, without quotes.", "write it as in object({{ name = string }})";

    duplicate_attribute_type(name: &str, key: Span, whole: Span) at key within (whole):
        "invalid-type-expression", "Invalid type specification",
        "The attribute \"{name}\" already has a type.", "remove one of them";

    optional_without_type(arguments: Span, whole: Span) at arguments within (whole):
        "invalid-type-expression", "Invalid type specification",
        "\"optional\" takes the type of the attribute as its argument.", "write it as in optional(string)";

    optional_arguments(most: usize, arguments: Span, whole: Span) at arguments within (whole):
        "invalid-type-expression", "Invalid type specification",
        match most {
            1 => "\"optional\" takes one argument here: the type of the attribute.";
            _ => "\"optional\" takes the type of the attribute and its default, nothing else.";
        }, "remove the other arguments";

    optional_in_exact_type(name: Span, whole: Span) at name within (whole):
        "invalid-type-expression", "Invalid type specification",
        "An attribute can't be optional here: the type must be given exactly.", "write the type without optional(…)";

    optional_outside_object(name: Span) at name:
        "invalid-type-expression", "Invalid type specification",
        "Only the attributes of an object type can be optional.", "write the type without optional(…)";

    unsuitable_default(error: &ConversionError, default: Span) at default:
        "invalid-default", "Invalid default value for optional attribute",
        "The default doesn't fit the type of the attribute: {error}.",
        "write a default of this type, or change the type";

    list_required(start: Span) at start:
        "list-required", "Invalid expression",
        "A list is required here, with its elements written out in square brackets.", "write it as in [one, other]";

    invalid_parameter(parameter: Span) at parameter:
        "invalid-parameter", "Invalid parameter",
        "A parameter must be a plain name.", "write a name without quotes: params = [name]";

    invalid_variadic_parameter(parameter: Span) at parameter:
        "invalid-parameter", "Invalid variadic parameter",
        "The parameter for all further arguments must be a plain name.",
        "write a name without quotes: variadic_param = name";

    escaped_block_type(label: LabelRef<'_>; place = label.span()) at place:
        "unknown-block-type", "Unsupported block type",
        "The type of a block is written without escapes.", "write the characters themselves";

    name_required(expression: Span) at expression:
        "name-required", "Invalid expression", "A name is required here.", "write a name without quotes and dots";

    invalid_iterator(reference: Span) at reference:
        "invalid-iterator", "Invalid dynamic iterator name",
        "The iterator is a variable, so it has a single name.", "write a name without dots: iterator = name";

    for_each_type(ty: &Type, for_each: Span; noun = ty.noun()) at for_each:
        "not-iterable", "Invalid dynamic for_each value",
        "The value is {noun}, which has no elements to make blocks of.", "put the value in brackets: [value]";

    null_for_each(for_each: Span) at for_each:
        "null-iteration", "Invalid dynamic for_each value",
        "There are no elements to make blocks of: the value is null.", "test it first: value == null ? [] : value";

    dynamic_label(reason: impl Display, label: Span) at label:
        "invalid-label", "Invalid dynamic block label",
        "This can't be the label of a block: {reason}.", "write a text that is known, such as each.key";

    missing_content(body: BodyRef<'_>; place = missing_place(body)) at place:
        "missing-content", "Missing dynamic content block",
        "A \"content\" block is required: it is the body of the generated blocks.", "add content {{ … }}";

    extraneous_content(block: BlockRef<'_>; place = start_of(block)) at place:
        "extraneous-content", "Extraneous dynamic content block",
        "The generated blocks have one body, so there is one \"content\" block.",
        "put the items of both into one \"content\" block";
}
