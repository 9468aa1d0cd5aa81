//! Diagnostics of decoding: a value, block or body does not fit the Rust type.

use std::fmt::{Display, LowerExp};

use serde::de::{Expected, Unexpected};

use super::evaluation::TEST_DIVISOR;
use super::place::{missing_place, start};
use super::wanted::{WantedValue, in_words};
use super::{did_you_mean, number_word, quoted, suggesting};
use crate::diagnostic::Diagnostic;
use crate::syntax::{AttributeRef, BlockRef, BodyRef, ExpressionRef, ItemRef, LabelRef};
use crate::text::span::Span;
use crate::text::suggest;

// Values.

/// The code of an error about a value of another type.
pub(crate) const INVALID_TYPE: &str = "invalid-type";

#[cold]
pub(crate) fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Diagnostic {
    if unexpected == Unexpected::NewtypeStruct {
        let detail = format!("Expected {expected}, in a form that is private to another format.");
        return Diagnostic::catalogued("invalid-type", "Unsuitable value type", detail)
            .with_help("use serde_hcl::Value, or serde_hcl::Expression for what is not evaluated");
    }
    let detail = expected_but_found(expected, unexpected);
    Diagnostic::catalogued("invalid-type", "Unsuitable value type", detail)
}

fn expected_but_found(expected: &dyn Expected, unexpected: Unexpected<'_>) -> String {
    format!("Expected {}, found {}.", in_words(&expected.to_string()), found(unexpected))
}

/// A value in the place of a variant's name.
#[cold]
pub(crate) fn name_expected(variants: &[&str], unexpected: Unexpected<'_>) -> Diagnostic {
    let detail = format!("Expected one of {}, found {}.", quoted(variants), found(unexpected));
    let diagnostic = Diagnostic::catalogued("invalid-type", "Unsuitable value type", detail);
    match unexpected {
        // The fix depends on the elements.
        Unexpected::Seq => diagnostic,
        _ => diagnostic.with_help("write one of these names in quotes"),
    }
}

#[cold]
pub(crate) fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Diagnostic {
    let detail = expected_but_found(expected, unexpected);
    let diagnostic = Diagnostic::catalogued("invalid-value", "Unsuitable value", detail);
    match WantedValue::of(&expected.to_string()) {
        WantedValue::Whole(Some(_)) => diagnostic.with_help("write a number in this range"),
        _ => diagnostic,
    }
}

/// The fix for a key of another type.
pub(crate) fn key_instead(wanted: WantedValue) -> Option<String> {
    let is_number = matches!(wanted, WantedValue::Number | WantedValue::Whole(_));
    is_number.then(|| "write a number as the name of this entry".to_owned())
}

/// The found value in the terms of the language.
pub(crate) fn found(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(bool) => bool.to_string(),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Char(char) => format!("the string {:?}", char.to_string()),
        Unexpected::Str(text) => format!("the string {text:?}"),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        other => other.to_string(),
    }
}

#[cold]
pub(crate) fn invalid_length(length: usize, expected: &dyn Expected) -> Diagnostic {
    let plural = if length == 1 { "element" } else { "elements" };
    let expected = expected.to_string();
    let detail = format!("Expected {}, found {length} {plural}.", in_words(&expected));
    Diagnostic::catalogued("invalid-length", "Unsuitable number of elements", detail)
}

#[cold]
pub(crate) fn element_count(found: usize, wanted: usize) -> Diagnostic {
    let plural = if wanted == 1 { "element" } else { "elements" };
    let detail = format!("Expected {wanted} {plural}, found {found}.");
    let diagnostic =
        Diagnostic::catalogued("invalid-length", "Unsuitable number of elements", detail);
    let elements = |count| match count {
        1 => "one element".to_owned(),
        _ => format!("{} elements", number_word(count)),
    };
    diagnostic.with_help(match wanted.checked_sub(found) {
        Some(missing) => format!("add {}", elements(missing)),
        None => format!("remove {}", elements(found - wanted)),
    })
}

/// A value in a layer of a configuration, deeper than the crates that merge layers can visit.
#[cfg(any(feature = "config", feature = "figment"))]
#[cold]
pub(crate) fn too_deep_to_merge(limit: u32, span: Span) -> Diagnostic {
    let detail =
        format!("The values of merged configurations may be nested at most {limit} levels deep.");
    Diagnostic::catalogued("too-deep", "Nesting too deep", detail).at(span)
}

#[cold]
pub(crate) fn out_of_range(number: &str, least: &dyn Display, most: &dyn Display) -> Diagnostic {
    let detail = format!("The number {number} is not between {least} and {most}.");
    Diagnostic::catalogued("number-out-of-range", "Number out of range", detail)
        .with_help("write a number in this range")
}

/// An infinite number in the place of a whole number.
#[cold]
pub(crate) fn infinite() -> Diagnostic {
    let detail = "The number is infinite, which is the result of a division by zero.";
    Diagnostic::catalogued("number-out-of-range", "Number out of range", detail)
        .with_help(TEST_DIVISOR)
}

#[cold]
pub(crate) fn beyond_floats(number: &str, most: &dyn LowerExp) -> Diagnostic {
    let [least, most] = [format!("-{most:e}"), format!("{most:e}")];
    out_of_range(number, &least, &most)
}

#[cold]
pub(crate) fn inexact_number(number: &str, nearest: &dyn LowerExp) -> Diagnostic {
    let detail = format!(
        "The number {number} has too many digits: only floats and integers of up to 64 bits are allowed here."
    );
    Diagnostic::catalogued("inexact-number", "Number out of range", detail)
        .with_help(format!("write the nearest float, {nearest:e}, or add quotes if this is text"))
}

/// A target in a buffer of serde has an integer type of 128 bits.
#[cold]
pub(crate) fn unsupported_integer(ty: &str) -> Diagnostic {
    let detail = format!(
        "The type {ty} can't be used in a flattened field or in an enum with a tag: serde passes only numbers of up to 64 bits there."
    );
    Diagnostic::catalogued("unsupported-integer", "Unsupported integer type", detail)
        .with_help(format!("change the Rust type to i64, u64 or serde_hcl::Lazy<{ty}>"))
}

#[cold]
pub(crate) fn fraction(number: &str) -> Diagnostic {
    let detail = format!("A whole number is required, but {number} has a fraction.");
    Diagnostic::catalogued("fraction", "Unsuitable value", detail)
        .with_help("round it; floor(…) and ceil(…) do so for a result")
}

#[cold]
pub(crate) fn not_a_number(text: &str) -> Diagnostic {
    let detail = format!("\"{text}\" can't be represented as a number.");
    Diagnostic::catalogued("not-a-number", "Invalid number", detail)
}

#[cold]
pub(crate) fn unknown_value() -> Diagnostic {
    let detail = "The value is not known yet, so it can't be decoded.";
    Diagnostic::catalogued("unknown-value", "Unknown value", detail)
}

#[cold]
pub(crate) fn unknown_value_of(mut sources: Vec<String>, span: Span) -> Diagnostic {
    let diagnostic = unknown_value().at(span);
    sources.dedup();
    match sources[..] {
        [] => diagnostic,
        _ => diagnostic.with_help(format!("it depends on {}", sources.join(", "))),
    }
}

#[cold]
pub(crate) fn sensitive() -> Diagnostic {
    let detail = "A sensitive value does not fit the type, so the reason is not shown.";
    Diagnostic::catalogued("sensitive-value", "Unsuitable value", detail)
}

#[cold]
pub(crate) fn variant_required() -> Diagnostic {
    Diagnostic::catalogued(
        "variant-required",
        "Unsuitable value",
        "A name is required here: as a string, as a label, or as the only name in an object or a block.",
    )
}

#[cold]
pub(crate) fn variant_label_required(block: BlockRef<'_>, variants: &[&str]) -> Diagnostic {
    let name = block.name();
    let detail = format!("{} needs a label here, one of {}.", a_block(name), quoted(variants));
    let label = variants.first().copied().unwrap_or_default();
    let diagnostic =
        Diagnostic::catalogued("variant-required", format!("Missing label for {name}"), detail)
            .at(block.header_span())
            .with_help(format!(
                "write {name} \"{label}\" {{ … }}, or {name} = \"{label}\" if it has no content"
            ));
    let mut items = block.body().items();
    match (items.next(), items.next()) {
        // The only item may be meant as the name.
        (Some(only), None) => diagnostic
            .with_label(only.name_span(), format!("{:?} is none of these names", only.name())),
        _ => diagnostic,
    }
}

/// A variant has content although it takes none.
#[cold]
pub(crate) fn variant_without_content(name: &str) -> Diagnostic {
    let detail = format!("{name:?} takes no content.");
    Diagnostic::catalogued("invalid-type", "Unsuitable value type", detail)
        .with_help(format!("write {name:?} only, or leave its content empty"))
}

/// A variant has no content although it needs some.
#[cold]
pub(crate) fn variant_with_content(name: &str) -> Diagnostic {
    let detail = format!("{name:?} needs content, but only its name is given.");
    Diagnostic::catalogued("invalid-type", "Unsuitable value type", detail)
        .with_help(format!("write {{ {name} = … }} instead of the name only"))
}

/// A block with its type, at the start of a sentence.
fn a_block(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "An" } else { "A" };
    format!("{article} {name:?} block")
}

#[cold]
pub(crate) fn unknown_variant(variant: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("{variant:?} is not one of {}.", quoted(expected));
    let diagnostic = Diagnostic::catalogued("unknown-variant", "Unsuitable value", detail);
    match suggest::nearest(variant, expected.iter().copied()) {
        None => diagnostic.with_help("write one of these names"),
        nearest => did_you_mean(diagnostic, nearest),
    }
}

/// A value has none of several forms.
#[cold]
pub(crate) fn none_of_forms(wanted: &[&str], found: &str) -> Diagnostic {
    let mut forms: Vec<_> = Vec::new();
    for form in wanted.iter().map(|wanted| in_words(wanted)) {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    let forms = match forms.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, forms)) => format!("{}, or {last}", forms.join(", ")),
        None => String::new(),
    };
    let detail = format!("Expected {forms}, found {found}.");
    Diagnostic::catalogued("invalid-type", "Unsuitable value type", detail)
}

/// No form of an untagged enum fits; with the reasons.
#[cold]
pub(crate) fn no_variant(diagnostic: Diagnostic, reasons: Vec<String>) -> Diagnostic {
    let reasons = reasons.into_iter().filter(|reason| !reason.is_empty());
    reasons
        .fold(diagnostic, |diagnostic, reason| diagnostic.with_note(format!("one form: {reason}")))
}

// Entries.

#[cold]
pub(crate) fn unknown_field(field: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("An argument named {field:?} is not expected here.");
    let diagnostic = Diagnostic::catalogued("unknown-argument", "Unsupported argument", detail);
    among_fields(diagnostic, field, expected)
}

/// A JSON property that is neither an argument nor a block type.
#[cold]
pub(crate) fn unknown_property(name: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("No argument and no block type is named {name:?}.");
    let diagnostic =
        Diagnostic::catalogued("unknown-property", "Extraneous JSON object property", detail);
    among_fields(diagnostic, name, expected)
}

#[cold]
pub(crate) fn unknown_block_type(name: &str, expected: &[&'static str]) -> Diagnostic {
    let detail = format!("Blocks of type {name:?} are not expected here.");
    let diagnostic = Diagnostic::catalogued("unknown-block-type", "Unsupported block type", detail);
    match name {
        "if" | "else" | "for" | "foreach" | "while" | "switch" | "function" => {
            diagnostic.with_help("there are no statements: condition ? one : other selects a value")
        }
        _ => among_fields(diagnostic, name, expected),
    }
}

/// An item of a body whose name is none of the fields.
#[cold]
pub(crate) fn unknown_item(item: ItemRef<'_>, expected: &[&'static str]) -> Diagnostic {
    let diagnostic = match item.as_block() {
        Some(_) => unknown_block_type(item.name(), expected),
        None => unknown_field(item.name(), expected),
    };
    diagnostic.at(item.name_span())
}

#[cold]
pub(crate) fn missing_field(field: &str) -> Diagnostic {
    let detail = format!("The argument {field:?} is required, but it is missing.");
    Diagnostic::catalogued("missing-argument", "Missing required argument", detail)
}

#[cold]
pub(crate) fn missing_field_of_body(
    field: &str,
    block: Option<BlockRef<'_>>,
    body: BodyRef<'_>,
    mistyped: Option<ItemRef<'_>>,
) -> Diagnostic {
    let diagnostic = match block {
        Some(block) => missing_field_of(field, block, ""),
        None => missing_field(field).at(missing_place(body)),
    };
    match (mistyped, block) {
        (Some(item), block) => {
            let help = mistyped_name(item.name(), field);
            let diagnostic = diagnostic.at(item.name_span()).with_help(help).with_name(field);
            match block {
                Some(block) => diagnostic.with_label(block.header_span(), missing_in_block(field)),
                None => diagnostic,
            }
        }
        (None, _) if body.is_json() => diagnostic.with_help(format!("add {field:?}: …")),
        (None, _) => diagnostic.with_help(added_argument(field)),
    }
}

fn added_argument(field: &str) -> String {
    format!("add {field} = …")
}

/// The diagnostic of a missing field whose type has fields itself.
#[cold]
pub(crate) fn missing_struct(diagnostic: Diagnostic, field: &str) -> Diagnostic {
    match diagnostic.help() {
        Some(help) if help == added_argument(field) => {
            diagnostic.with_help(format!("add {field} {{ … }}"))
        }
        _ => diagnostic,
    }
}

/// A JSON array without blocks, in a place that needs one.
#[cold]
pub(crate) fn missing_block(name: &str, array: ExpressionRef<'_>) -> Diagnostic {
    let end = array.span().end;
    let detail = format!("A {name:?} block is required, but there is none in this array.");
    Diagnostic::catalogued("missing-block", format!("Missing {name} block"), detail)
        .at(Span::new(end.saturating_sub(1), end))
        .within(array.span())
        .with_help("write an object, for one block")
}

fn missing_in_block(field: &str) -> String {
    format!("{field:?} is missing in this block")
}

fn mistyped_name(name: &str, field: &str) -> String {
    format!("rename {name:?} to {field:?}, if that is meant")
}

/// A missing field of an object with these names.
#[cold]
pub(crate) fn missing_field_of_object(field: &str, names: &[String]) -> Diagnostic {
    let help = match suggest::nearest(field, names.iter().map(|name| &**name)) {
        Some(name) => mistyped_name(name, field),
        None => format!("add {field} = …"),
    };
    missing_field(field).with_help(help)
}

/// A field missing in buffered content; `may_be_inside` if it may be missing in a part of it.
#[cold]
pub(crate) fn missing_field_of_buffered(
    field: &str,
    block: BlockRef<'_>,
    may_be_inside: bool,
) -> Diagnostic {
    let inside = match block.body().blocks().next() {
        Some(_) if may_be_inside => " or in a block inside of it",
        _ => "",
    };
    let names = block.body().items().map(|item| item.name());
    let diagnostic = missing_field_of(field, block, inside);
    match suggest::nearest(field, names) {
        Some(name) => diagnostic.with_help(mistyped_name(name, field)),
        None if !inside.is_empty() => diagnostic,
        None if block.body().is_json() => diagnostic.with_help(format!("add {field:?}: …")),
        None => diagnostic.with_help(format!("add {field} = …")),
    }
}

/// The tag of an enum is missing, but the block has a label in its place.
#[cold]
pub(crate) fn tag_as_label(field: &str, block: BlockRef<'_>) -> Diagnostic {
    let label = block.labels().last().map(LabelRef::value).unwrap_or_default();
    let help = format!("write {field} = {label:?} in the block, instead of the label");
    missing_field_of(field, block, "").with_help(help)
}

/// The label of the tag that makes a field necessary.
pub(crate) fn needed_by(tag: &str, field: &str) -> String {
    format!("{tag} needs {field:?}")
}

/// The label of the tag of a variant without this field.
pub(crate) fn unknown_to(tag: &str, field: &str) -> String {
    format!("{tag} has no {field:?}")
}

fn missing_field_of(field: &str, block: BlockRef<'_>, inside: &str) -> Diagnostic {
    let (name, body) = (block.name(), block.body());
    let detail = format!(
        "The argument {field:?} is required, but it is missing in this {name:?} block{inside}."
    );
    let diagnostic =
        Diagnostic::catalogued("missing-argument", "Missing required argument", detail);
    match body.is_json() {
        true => diagnostic.at(missing_place(body)).within(body.span()),
        false => diagnostic.at(block.header_span()).within(block.span()),
    }
}

/// Whether the diagnostic is about an item that no field reads.
pub(crate) fn is_unknown(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code(), "unknown-argument" | "unknown-block-type" | "unknown-property")
}

/// Whether the diagnostic is about this field, which is missing.
pub(crate) fn is_missing(diagnostic: &Diagnostic, field: &str) -> bool {
    diagnostic.code() == "missing-argument"
        && diagnostic.detail().starts_with(&format!("The argument {field:?} "))
}

/// The diagnostic about an unknown field that is missing in another place.
#[cold]
pub(crate) fn misplaced(diagnostic: Diagnostic, field: &str, place: Option<Span>) -> Diagnostic {
    match place {
        Some(place) if !place.is_empty() => diagnostic
            .with_label(place, missing_in_block(field))
            .with_help(format!("move {field:?} into the block where it is missing")),
        _ => diagnostic.with_help(format!("move {field:?} to the top level, where it is missing")),
    }
}

#[cold]
pub(crate) fn labels_of_object() -> Diagnostic {
    let detail = "Labels are required, and only blocks have them.";
    Diagnostic::catalogued("missing-label", "Missing label", detail)
        .with_help("write this as a block with a label: type \"label\" { … }")
}

#[cold]
pub(crate) fn missing_field_is_null(field: &str, span: Span) -> Diagnostic {
    let detail = format!("The argument {field:?} is required, but it is null here.");
    Diagnostic::catalogued("missing-argument", "Missing required argument", detail)
        .at(span)
        .with_help("give it a value")
}

#[cold]
pub(crate) fn duplicate_field(field: &str) -> Diagnostic {
    let detail = format!("The argument {field:?} is given more than once.");
    Diagnostic::catalogued(DUPLICATE_FIELD, "Duplicate argument", detail)
        .with_help("remove one of them")
}

/// An item with another name of a field, whose value `first` has already.
#[cold]
pub(crate) fn duplicate_alias(name: &str, field: &str, first: Span) -> Diagnostic {
    let detail =
        format!("The argument {name:?} is another name of {field:?}, which is given before.");
    Diagnostic::catalogued(DUPLICATE_FIELD, "Duplicate argument", detail)
        .with_label(first, "given here first")
        .with_help("remove one of them")
}

pub(crate) const DUPLICATE_FIELD: &str = "duplicate-argument";

#[cold]
pub(crate) fn attribute_and_block(attribute: AttributeRef<'_>, block: BlockRef<'_>) -> Diagnostic {
    let name = attribute.name();
    let detail = format!("There are an argument and a block that are both named {name:?}.");
    Diagnostic::catalogued("argument-and-block", "Ambiguous name", detail)
        .at(attribute.name_span())
        .with_label(block.name_span(), "the block with this name")
        .with_help("give the value either as an argument or as a block")
}

// Blocks and labels.

#[cold]
pub(crate) fn duplicate_block(first: BlockRef<'_>, second: BlockRef<'_>) -> Diagnostic {
    let name = second.name();
    let (labels, first_labels) = (second.labels(), first.labels());
    let has_same_labels = labels.len() > 0
        && labels.map(|label| label.value()).eq(first_labels.map(|label| label.value()));
    // In JSON syntax several blocks can have one header.
    let place = |block: BlockRef<'_>| match block.body().is_json() {
        true => start(block.body().0),
        false => block.header_span(),
    };
    Diagnostic::catalogued(
        "duplicate-block",
        format!("Duplicate {name} block"),
        match has_same_labels {
            false => format!("Only one {name:?} block is allowed."),
            true => format!("Only one {name:?} block with the same labels is allowed."),
        },
    )
    .at(place(second))
    .with_label(place(first), "the first block")
    .with_help("remove one of them, or put the content of both into one")
}

/// The labels of the blocks of a type, as far as the target determines them: the number, and the
/// names of the last ones.
#[derive(Clone, Copy)]
pub(crate) struct Labels<'n> {
    pub(crate) count: usize,
    pub(crate) fields: &'n [&'static str],
}

impl Labels<'_> {
    /// "has two labels, team and person"
    fn in_words(self) -> String {
        let names: Vec<_> =
            self.fields.iter().filter_map(|field| field.strip_prefix("$label:")).collect();
        let labels = if self.count == 1 { "label" } else { "labels" };
        let count = number_word(self.count);
        match names.split_last() {
            Some((last, [])) if self.count == 1 => format!("has one label, {last}"),
            Some((last, names)) if names.len() + 1 == self.count => {
                format!(
                    "has {count} {labels}, {} and {last}",
                    names.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ")
                )
            }
            _ => format!("has {count} {labels}"),
        }
    }
}

#[cold]
pub(crate) fn label_required(block: BlockRef<'_>, labels: Labels<'_>) -> Diagnostic {
    let name = block.name();
    // The target may need more labels than are known.
    let labels = Labels { count: labels.count.max(block.labels().len() + 1), ..labels };
    let given = match block.labels().len() {
        0 => "none".to_owned(),
        count => number_word(count),
    };
    let given_labels: String =
        block.labels().map(|label| format!(" {:?}", label.value())).collect();
    let missing = " \"…\"".repeat(labels.count.saturating_sub(block.labels().len()));
    Diagnostic::catalogued(
        "missing-label",
        format!("Missing label for {name}"),
        format!("{} {}; this one has {given}.", a_block(name), labels.in_words()),
    )
    .at(block.header_span())
    .with_help(format!("write {name}{given_labels}{missing} {{ … }}"))
}

#[cold]
pub(crate) fn label_required_for(
    block: BlockRef<'_>,
    labels: Labels<'_>,
    name: &str,
    value: Span,
    found: &str,
) -> Diagnostic {
    let other = format!("if {name:?} is the label, its value has to be an object, not {found}");
    label_required(block, labels).with_label(value, other)
}

#[cold]
pub(crate) fn extraneous_label(
    block: Option<BlockRef<'_>>,
    label: LabelRef<'_>,
    labels: Labels<'_>,
) -> Diagnostic {
    let name = block.map_or_else(String::new, |block| block.name().to_owned());
    let diagnostic = Diagnostic::catalogued(
        "extraneous-label",
        format!("Extraneous label for {name}"),
        format!(
            "{} {}, so there is none for {:?}.",
            a_block(&name),
            labels.in_words(),
            label.value()
        ),
    )
    .at(label.span())
    .with_help("remove this label");
    match block {
        Some(block) => diagnostic.within(block.header_span()),
        None => diagnostic,
    }
}

#[cold]
pub(crate) fn unequal_label_counts(first: BlockRef<'_>, other: BlockRef<'_>) -> Diagnostic {
    let name = first.name();
    Diagnostic::catalogued(
        "unequal-labels",
        "Inconsistent labels",
        format!(
            "All {name:?} blocks of a body must have the same number of labels here; there are blocks \
             with {} and {}.",
            first.labels().len(),
            other.labels().len(),
        ),
    )
    .at(other.header_span())
    .with_label(first.header_span(), "the first block")
}

#[cold]
pub(crate) fn labels_of_flattened(span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::catalogued(
        "labels-of-flattened",
        "Labels not supported",
        "A struct with flattened fields can take labels only where decoding may start over.",
    )
    .with_help("decode with from_str or another function instead of a Deserializer");
    match span {
        Some(span) => diagnostic.at(span),
        None => diagnostic,
    }
}

#[cold]
pub(crate) fn all_blocks_out_of_reach() -> Diagnostic {
    Diagnostic::catalogued(
        "blocks-out-of-reach",
        "Blocks not supported",
        "A field $blocks takes the blocks of a document in JSON syntax only in a struct that is \
         neither flattened nor a variant of an enum with a tag or without one.",
    )
    .with_help("write the document in native syntax")
}

#[cold]
pub(crate) fn attribute_among_blocks(attribute: AttributeRef<'_>) -> Diagnostic {
    let detail =
        format!("Only blocks are expected here, but {:?} is an argument.", attribute.name());
    Diagnostic::catalogued("unknown-argument", "Unsupported argument", detail)
        .at(attribute.name_span())
        .with_help(format!("write a block: {} {{ … }}", attribute.name()))
}

fn among_fields(diagnostic: Diagnostic, given: &str, fields: &[&'static str]) -> Diagnostic {
    let names = fields.iter().copied().filter(|name| !name.starts_with('$'));
    suggesting(diagnostic, given, &suggest::suggest(given, names))
}
