//! Diagnostics of evaluation.

use std::fmt::Display;

use super::suggesting;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::Suggestion;
use crate::source::Span;
use crate::value::Type;
use crate::value::convert::ConversionError;
use crate::value::disclosure::{Disclosure, Quote};
use crate::value::lookup::{AttributeError, IndexError};
use crate::value::operation::OperationError;

#[cold]
pub(crate) fn budget_spent(span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "too-expensive",
        "Evaluation too expensive",
        "The value takes more work than the budget of the context allows.",
    )
    .at(span)
    .help("a larger budget can be set with Context::budget")
}

#[cold]
pub(crate) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::catalogued("too-deep", "Nesting too deep", "The value nests too deeply.").at(span)
}

#[cold]
pub(crate) fn too_many_renderings(limit: u32, call: Span) -> Diagnostic {
    let detail = format!("Templates that render templates are more than {limit} levels deep.");
    Diagnostic::catalogued("too-deep", "Nesting too deep", detail).at(call)
}

// Names.

#[cold]
pub(crate) fn unknown_variable(name: &str, suggestion: Suggestion<'_>, span: Span) -> Diagnostic {
    let detail = format!("There is no variable named \"{name}\".");
    let diagnostic = Diagnostic::catalogued(UNKNOWN_VARIABLE, "Unknown variable", detail).at(span);
    suggesting(diagnostic, suggestion)
}

pub(crate) const UNKNOWN_VARIABLE: &str = "unknown-variable";
pub(crate) const NO_VARIABLES: &str = "no-variables";

/// A cycle of references; `names` are the steps.
#[cold]
pub(crate) fn cycle(names: &[&str]) -> Diagnostic {
    const SHOWN: usize = 8;
    let mut way = names.last().into_iter().chain(names.iter().take(SHOWN)).copied();
    let start = way.next().unwrap_or_default();
    let mut way: String = [start].into_iter().chain(way).collect::<Vec<_>>().join(" → ");
    if names.len() > SHOWN {
        way.push_str(&format!(" → … → {start} ({} steps)", names.len()));
    }
    let detail = format!("The value of {start} depends on itself: {way}.");
    Diagnostic::catalogued("cycle", "Reference cycle", detail)
}

/// The label on a step of a cycle after the first.
pub(crate) fn step(name: &str) -> String {
    format!("… which refers to {name}")
}

#[cold]
pub(crate) fn no_variables(name: &str, span: Span) -> Diagnostic {
    Diagnostic::catalogued(
        NO_VARIABLES,
        "Variables not allowed",
        format!("\"{name}\" refers to a variable, but there are none here."),
    )
    .at(span)
    .help(super::advice::QUOTE_TEXT)
}

#[cold]
pub(crate) fn unknown_function(
    name: &str,
    nearest: Option<&str>,
    span: Span,
    call: Span,
) -> Diagnostic {
    let detail = format!("There is no function named \"{name}\".");
    let diagnostic =
        Diagnostic::catalogued("unknown-function", "Call to unknown function", detail).at(span);
    let diagnostic = diagnostic.within(call);
    match nearest {
        Some(name) => diagnostic.help(format!("did you mean \"{name}\"?")),
        None if is_impure(name) => {
            diagnostic.help("the program doesn't allow functions that depend on its surroundings")
        }
        None => diagnostic,
    }
}

/// Whether a function of the library has this name that a program has to allow.
fn is_impure(name: &str) -> bool {
    let prefixes = ["file", "templatefile", "timestamp", "plantimestamp", "uuid", "bcrypt"];
    name == "abspath" || name == "pathexpand" || prefixes.iter().any(|it| name.starts_with(it))
}

#[cold]
pub(crate) fn no_functions(name: &str, call: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "no-functions",
        "Function calls not allowed",
        format!("\"{name}\" can't be called: there are no functions here."),
    )
    .at(call)
}

pub(super) fn did_you_mean(diagnostic: Diagnostic, nearest: Option<&str>) -> Diagnostic {
    match nearest {
        Some(name) => diagnostic.help(format!("did you mean \"{name}\"?")),
        None => diagnostic,
    }
}

// Operations.

/// An operand of the wrong type.
pub(crate) struct Operand {
    /// "left", "right" or "only"
    pub(crate) which: &'static str,
    pub(crate) operator: &'static str,
    pub(crate) ty: Type,
    pub(crate) is_comparison: bool,
    pub(crate) span: Span,
}

#[cold]
pub(crate) fn operand(operand: &Operand, error: &ConversionError, operation: Span) -> Diagnostic {
    let detail = format!("Unsuitable value for the {} operand: {error}.", operand.which);
    let diagnostic = Diagnostic::catalogued("invalid-operand", "Invalid operand", detail)
        .at(operand.span)
        .within(operation);
    match operand.fix() {
        Some(fix) => diagnostic.help(fix),
        None => diagnostic,
    }
}

impl Operand {
    fn fix(&self) -> Option<&'static str> {
        let is_comparison = matches!(self.operator, "<" | "<=" | ">" | ">=");
        let is_logical = matches!(self.operator, "&&" | "||" | "!");
        Some(match (&self.ty, self.operator) {
            _ if self.is_comparison && is_comparison => {
                "comparisons have no chains: write one < two && two < three"
            }
            (Type::String, "+") => "text is joined by a template: \"${one}${other}\"",
            (Type::List(_) | Type::Set(_) | Type::Tuple(_), "+") => {
                "concat(one, other) joins lists"
            }
            (Type::Object(_) | Type::Map(_), "+") => "merge(one, other) joins objects",
            (Type::String, _) if is_comparison => "only numbers have an order: == compares text",
            (Type::String, _) if is_logical => {
                "compare the text with another, such as value == \"yes\""
            }
            (Type::String, _) => "write a number in digits",
            (Type::Number, _) if is_logical => {
                "compare the number with another, such as value != 0"
            }
            (Type::List(_) | Type::Set(_) | Type::Tuple(_) | Type::Map(_) | Type::Object(_), _) => {
                "length(value) is the number of elements"
            }
            _ => return None,
        })
    }
}

#[cold]
pub(crate) fn operation_failed(error: &OperationError, span: Span) -> Diagnostic {
    let detail = format!("The operation has no result: {error}.");
    Diagnostic::catalogued("operation-failed", "Operation failed", detail).at(span)
}

// Conditionals.

/// The fix for a condition that is neither true nor false.
const COMPARE: &str = "compare the value with another: value == other";

#[cold]
pub(crate) fn different_results(mismatch: &str, results: Span, conditional: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "conditional-types",
        "Inconsistent conditional result types",
        format!("Both results must have the same type, or types with one in common: {mismatch}."),
    )
    .at(results)
    .within(conditional)
    .help("convert one of them, such as with tostring(…), or put it in brackets as the other is")
}

#[cold]
pub(crate) fn unsuitable_result(
    error: &ConversionError,
    result: Span,
    conditional: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "conditional-types",
        "Inconsistent conditional result types",
        format!("This result has no value of the type of both: {error}."),
    )
    .at(result)
    .within(conditional)
}

#[cold]
pub(crate) fn null_condition(predicate: Span, conditional: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-condition",
        "Null condition",
        "The condition is null; it must be true or false.",
    )
    .at(predicate)
    .within(conditional)
    .help("test for null first: value != null && value")
}

#[cold]
pub(crate) fn condition_type(
    error: &ConversionError,
    predicate: Span,
    conditional: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "condition-type",
        "Incorrect condition type",
        format!("The condition doesn't fit: {error}."),
    )
    .at(predicate)
    .within(conditional)
    .help(COMPARE)
}

// Objects.

#[cold]
pub(crate) fn null_object_key(value: Span) -> Diagnostic {
    Diagnostic::catalogued("null-key", "Null value as key", "The key of this value is null.")
        .at(value)
}

#[cold]
pub(crate) fn object_key_type(error: &ConversionError, key: Span) -> Diagnostic {
    Diagnostic::catalogued("key-type", "Incorrect key type", format!("A key is a string: {error}."))
        .at(key)
}

#[cold]
pub(crate) fn ambiguous_key(text: &str, key: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "ambiguous-key",
        "Ambiguous attribute key",
        "This can be meant as a reference or as a name with dots in it.",
    )
    .at(key)
    .help(format!("write ({text}) for the value, or \"{text}\" for the name"))
}

// For.

#[cold]
pub(crate) fn null_iteration(collection: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-iteration",
        "Iteration over null value",
        "There is nothing to iterate over: the value is null.",
    )
    .at(collection)
    .within(whole)
    .help("test it first: value == null ? [] : value")
}

#[cold]
pub(crate) fn not_iterable(ty: &Type, collection: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "not-iterable",
        "Iteration over non-iterable value",
        format!("The value is {}, which has no elements to iterate over.", ty.noun()),
    )
    .at(collection)
    .within(whole)
    .help("put it in brackets: [value]")
}

/// The condition is null for any element.
#[cold]
pub(crate) fn constant_null_condition(condition: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-condition",
        "Condition is null",
        "The condition behind \"if\" is always null; it must be true or false.",
    )
    .at(condition)
    .within(whole)
}

#[cold]
pub(crate) fn null_for_condition(condition: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-condition",
        "Invalid 'for' condition",
        "The condition behind \"if\" is null for an element; it must be true or false.",
    )
    .at(condition)
    .within(whole)
}

#[cold]
pub(crate) fn for_condition_type(
    error: &ConversionError,
    condition: Span,
    whole: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "condition-type",
        "Invalid 'for' condition",
        format!("The condition behind \"if\" doesn't fit: {error}."),
    )
    .at(condition)
    .within(whole)
    .help(COMPARE)
}

#[cold]
pub(crate) fn null_for_key(key: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued("null-key", "Invalid object key", "The key is null for an element.")
        .at(key)
        .within(whole)
}

#[cold]
pub(crate) fn for_key_type(error: &ConversionError, key: Span, whole: Span) -> Diagnostic {
    let detail = format!("A key is a string: {error}.");
    Diagnostic::catalogued("key-type", "Invalid object key", detail).at(key).within(whole)
}

#[cold]
pub(crate) fn duplicate_for_key(name: Quote<'_>, key: Span, whole: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "duplicate-key",
        "Duplicate object key",
        format!("Two elements have the key {name}."),
    )
    .at(key)
    .within(whole)
    .help("write ... behind the value to collect the values of equal keys in a tuple")
}

// Traversals.

#[cold]
pub(crate) fn index(error: &IndexError, disclosure: Disclosure, span: Span) -> Diagnostic {
    let invalid = |detail: String| Diagnostic::catalogued("invalid-index", "Invalid index", detail);
    match error {
        IndexError::NullCollection => Diagnostic::catalogued(
            "null-index",
            "Attempt to index null value",
            "The value is null, so it has no elements.",
        ),
        IndexError::NullKey => invalid("The key is null.".into()),
        IndexError::Key(error) => {
            let error = error.clone().disclosed(disclosure);
            invalid(format!("The key doesn't fit the collection: {error}."))
                .help("a list has positions, from 0 on; an object has names")
        }
        IndexError::Fraction => invalid("The key has a fraction; positions are integers.".into())
            .help("division always keeps the fraction; floor(…) drops it"),
        IndexError::Negative => invalid("The key is negative; positions count from 0.".into())
            .help("the last element of a list is list[length(list) - 1]"),
        IndexError::OutOfRange { .. } if disclosure.is_hidden() => {
            invalid("The collection has fewer elements.".into())
        }
        IndexError::OutOfRange { length: 0 } => {
            invalid("The collection has no elements.".into()).help("test length(list) > 0 first")
        }
        IndexError::OutOfRange { length: 1 } => {
            invalid("The collection has one element only, at position 0.".into())
                .help("positions count from 0")
        }
        IndexError::OutOfRange { length } => invalid(format!(
            "The collection has {length} elements only, at the positions 0 to {}.",
            length - 1
        ))
        .help("positions count from 0"),
        IndexError::MissingKey(_) => invalid("The map has no element with this key.".into()),
        IndexError::MissingAttribute { is_numeric: false, .. } => {
            invalid("The object has no attribute of this name.".into())
        }
        IndexError::MissingAttribute { is_numeric: true, .. } => invalid(
            "The value is an object; it has attributes with names, not elements at positions."
                .into(),
        ),
        IndexError::Set => invalid("Elements of a set have neither position nor key.".into())
            .help("iterate over the set with for, or convert it with tolist(…)"),
        IndexError::NotIndexable(ty) => {
            invalid(format!("The value is {}, which has no elements.", ty.noun()))
                .help("remove the index")
        }
    }
    .at(span)
}

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
        .help(format!("test it first: {of} == null ? null : {of}.{name}")),
        AttributeError::MissingAttribute => {
            unsupported(format!("{of} has no attribute \"{name}\"."))
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
                ("set", _) => unsupported(detail).help(format!(
                    "[for element in …: element.{name}] takes it from every element"
                )),
                (_, true) => unsupported(detail).help(format!(
                    "[0].{name} takes \"{name}\" from the first element, [*].{name} from each"
                )),
                (_, false) => unsupported(detail)
                    .help("an index selects one element, [*] applies what follows to each"),
            }
        }
        AttributeError::NotAnObject(ty) => {
            let detail = format!("{of} is {}, which has no attributes.", ty.noun());
            match ty {
                Type::List(_) | Type::Tuple(_) => unsupported(detail).help(format!(
                    "an index selects one element: {of}[0].{name}; {of}[*].{name} is that of each"
                )),
                Type::String | Type::Number | Type::Bool => {
                    unsupported(detail).help(format!("remove .{name}"))
                }
                _ => unsupported(detail),
            }
        }
    };
    suggesting(diagnostic.at(span), suggestion)
}

#[cold]
pub(crate) fn null_splat(sequence: Span, splat: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-splat",
        "Splat of null value",
        "The splat applies to a list, set or tuple that is null.",
    )
    .at(sequence)
    .within(splat)
}

#[cold]
pub(crate) fn splat_types(steps: Span, traversal: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "splat-types",
        "Invalid nested splat expressions",
        "The inner splat has results of different types, and a list has elements of one type.",
    )
    .at(steps)
    .within(traversal)
    .help("a for expression makes a tuple, whose elements may differ")
}

// Templates.

#[cold]
pub(crate) fn null_part(part: Span, template: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "null-in-template",
        "Invalid template interpolation value",
        "The value is null, which has no text.",
    )
    .at(part)
    .within(template)
    .help("test it first: value == null ? \"\" : value")
}

#[cold]
pub(crate) fn part_type(error: &ConversionError, part: Span, template: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "template-type",
        "Invalid template interpolation value",
        format!("The value can't become part of a text: {error}."),
    )
    .at(part)
    .within(template)
    .help("join(\", \", list) makes text of a list, jsonencode(value) of any value")
}

// Calls.

#[cold]
pub(crate) fn null_expansion(argument: Span, call: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-expansion",
        "Invalid expanding argument value",
        "The value before ... is null, so there are no elements to pass on.",
    )
    .at(argument)
    .within(call)
}

#[cold]
pub(crate) fn expansion_type(ty: &Type, argument: Span, call: Span) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-expansion",
        "Invalid expanding argument value",
        format!(
            "The value before ... must be a list, set or tuple, but is of type {}.",
            ty.friendly_name()
        ),
    )
    .at(argument)
    .within(call)
}

#[cold]
pub(crate) fn missing_argument(
    function: &str,
    parameters: &[&str],
    given: usize,
    at_least: bool,
    close: Span,
    call: Span,
) -> Diagnostic {
    let at_least = if at_least { "at least " } else { "" };
    let required = parameters.len();
    let arguments = if required == 1 { "argument" } else { "arguments" };
    let parameter = parameters.get(given).copied().unwrap_or_default();
    let missing = match (required, given) {
        (1, _) => format!("\"{parameter}\""),
        (_, 0) => format!("the first one, \"{parameter}\","),
        (_, 1) => format!("the second one, \"{parameter}\","),
        (_, 2) => format!("the third one, \"{parameter}\","),
        _ => format!("number {}, \"{parameter}\",", given + 1),
    };
    Diagnostic::catalogued(
        "missing-argument",
        "Not enough function arguments",
        format!(
            "The function \"{function}\" takes {at_least}{required} {arguments}, but {missing} is \
             missing."
        ),
    )
    .at(close)
    .within(call)
    .help(format!(
        "{function}({}{})",
        parameters.join(", "),
        if at_least.is_empty() { "" } else { ", …" }
    ))
}

#[cold]
pub(crate) fn extra_argument(
    function: &str,
    allowed: usize,
    argument: Span,
    call: Span,
) -> Diagnostic {
    let arguments = if allowed == 1 { "argument" } else { "arguments" };
    let diagnostic = Diagnostic::catalogued(
        "extra-argument",
        "Too many function arguments",
        format!("The function \"{function}\" takes only {allowed} {arguments}."),
    )
    .at(argument)
    .within(call);
    diagnostic.help("remove the arguments from here on")
}

#[cold]
pub(crate) fn argument(
    function: &str,
    parameter: &str,
    reason: &dyn Display,
    argument: Span,
    call: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "invalid-argument",
        "Invalid function argument",
        format!("Invalid value for parameter \"{parameter}\" of \"{function}\": {reason}."),
    )
    .at(argument)
    .within(call)
}

#[cold]
pub(crate) fn call_failed(
    function: &str,
    reason: &dyn Display,
    name: Span,
    call: Span,
) -> Diagnostic {
    Diagnostic::catalogued(
        "call-failed",
        "Error in function call",
        format!("The call of \"{function}\" failed: {reason}."),
    )
    .at(name)
    .within(call)
}
