//! Diagnostics of the variants of enums.

use super::block::a_block;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::wanted::in_words;
use crate::diagnostic::catalog::{listed, quoted};
use crate::diagnostic::cause::Found;
use crate::syntax::BlockRef;
use crate::text::suggest;

rows! {
    variant_required():
        "variant-required", "Unsuitable value",
        "A name is required here: as a string, as a label, or as the only name in an object or a block.",
        "write one name";

    variant_label_required(block: BlockRef<'_>, variants: &[&str]; name = block.block_type(), a_block = a_block(name),
        names = quoted(variants), label = variants.first().copied().unwrap_or_default(), place = block.header_span(),
        // The only item may be meant as the name.
        only = block.body().items().next().filter(|_| block.body().items().count() == 1),
        other = only.map(|it| it.name_span()), wrong = only.map_or("", |it| it.name()))
        at place label other "{wrong:?} is none of these names":
        "variant-required", "Missing label for {name}", "{a_block} needs a label here, one of {names}.",
        "write {name} \"{label}\" {{ … }}, or {name} = \"{label}\" if it has no content";

    /// A variant has content although it takes none.
    variant_without_content(name: &str):
        "invalid-type", "Unsuitable value type", "{name:?} takes no content.",
        "write {name:?} only, or leave its content empty";

    /// A variant has no content although it needs some.
    variant_with_content(name: &str):
        "invalid-type", "Unsuitable value type", "{name:?} needs content, but only its name is given.",
        "write {{ {name} = … }} instead of the name only";

    unknown_variant(variant: &str, expected: &[&'static str]; names = quoted(expected),
        nearest = suggest::nearest(variant, expected.iter().copied())):
        "unknown-variant", "Unsuitable value", "{variant:?} is not one of {names}.",
        "write one of these names" => did_you_mean(nearest);

    /// A value has none of several forms.
    none_of_forms(wanted: &[&str], found: &Found; forms = in_one_of(wanted.iter().map(|it| in_words(it).into_owned()).collect())):
        "invalid-type", "Unsuitable value type", "Expected {forms}, found {found}.", "write one of these";
}

/// The forms, each once.
fn in_one_of(all: Vec<String>) -> String {
    let mut forms = Vec::new();
    for form in all {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    listed(&forms, ", or ")
}

/// No form of an untagged enum fits: the forms, and the reasons.
#[cold]
pub(crate) fn no_variant(
    diagnostic: Diagnostic,
    forms: Vec<String>,
    reasons: Vec<String>,
) -> Diagnostic {
    let reasons = reasons.into_iter().filter(|reason| !reason.is_empty());
    let diagnostic = reasons
        .fold(diagnostic, |diagnostic, reason| diagnostic.with_note(format!("one form: {reason}")));
    match in_one_of(forms) {
        forms if forms.is_empty() => diagnostic,
        forms => diagnostic.with_help(format!("write {forms}")),
    }
}

/// An object or the body of a block with these fields, in words.
pub(crate) fn with_fields(fields: &[&str]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<_> = fields.iter().take(SHOWN).map(|field| format!("{field} = …")).collect();
    let more = if fields.len() > SHOWN { ", …" } else { "" };
    format!("{{ {}{more} }}", shown.join(", "))
}
