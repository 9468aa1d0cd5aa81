//! Diagnostics of the variants of enums.

use super::block::a_block;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::wanted::in_words;
use crate::diagnostic::catalog::{did_you_mean, quoted};
use crate::syntax::BlockRef;
use crate::text::suggest;

rows! {
    variant_required():
        "variant-required", "Unsuitable value",
        "A name is required here: as a string, as a label, or as the only name in an object or a block.",
        "write one name";
}

#[cold]
pub(crate) fn variant_label_required(block: BlockRef<'_>, variants: &[&str]) -> Diagnostic {
    let name = block.name();
    let detail = format!("{} needs a label here, one of {}.", a_block(name), quoted(variants));
    let label = variants.first().copied().unwrap_or_default();
    let diagnostic =
        Diagnostic::catalogued("variant-required", format!("Missing label for {name}"), detail)
            .with_span(block.header_span())
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

rows! {
    /// A variant has content although it takes none.
    variant_without_content(name: &str):
        "invalid-type", "Unsuitable value type",
        "{name:?} takes no content.",
        "write {name:?} only, or leave its content empty";

    /// A variant has no content although it needs some.
    variant_with_content(name: &str):
        "invalid-type", "Unsuitable value type",
        "{name:?} needs content, but only its name is given.",
        "write {{ {name} = … }} instead of the name only";
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
        .with_help("write one of these")
}

/// No form of an untagged enum fits; with the reasons.
#[cold]
pub(crate) fn no_variant(diagnostic: Diagnostic, reasons: Vec<String>) -> Diagnostic {
    let reasons = reasons.into_iter().filter(|reason| !reason.is_empty());
    reasons
        .fold(diagnostic, |diagnostic, reason| diagnostic.with_note(format!("one form: {reason}")))
}
