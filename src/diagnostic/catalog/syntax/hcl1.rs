//! The diagnostic of a document in HCL 1, the older language that Consul, Vault and Nomad read in the files of
//! their agents.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalog::listed;
use crate::text::span::Span;

/// A form that HCL 1 has and HCL 2 doesn't. Each of them alone may be an accident.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OldForm {
    QuotedName,
    /// A name in quotes that can't be written without them.
    QuotedKey,
    Comma,
    BraceBelow,
}

/// The forms in the singular and in the plural, and the ways to write them in HCL 2.
const TEXTS: [[&str; 3]; 4] = [
    ["a name in quotes", "names in quotes", "write the names without quotes"],
    [
        "a key in quotes",
        "keys in quotes",
        "write the keys in an object: name = { \"key\" = value }",
    ],
    ["a comma between items", "commas between items", "remove the commas between items"],
    [
        "a brace on a line of its own",
        "braces on lines of their own",
        "move each opening brace to the end of the line before",
    ],
];

/// One diagnostic for all forms of HCL 1 in a document; a single one keeps its own.
#[cold]
pub(crate) fn document_in_hcl_1(mut forms: Vec<(OldForm, Diagnostic)>) -> Option<Diagnostic> {
    let is_several = forms.len() > 1;
    let (_, first) = forms.first().cloned()?;
    if !is_several {
        return Some(first);
    }
    let (subject, summary) = (first.span()?, first.summary().to_owned());
    forms.sort_by_key(|(form, found)| (*form, found.span().map(|span: Span| span.start)));
    let (mut found, mut fixes, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for same in forms.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((form, example)) = same.first() else { continue };
        let [one, several, fix] = TEXTS[*form as usize];
        found.push(match same.len() {
            1 => one.to_owned(),
            count => format!("{count} {several}"),
        });
        fixes.push(fix);
        labels.extend(example.span().filter(|span| *span != subject).map(|span| (span, one)));
    }
    let diagnostic = several_forms(&summary, &listed(&found, " and "), &fixes.join("; "), subject);
    Some(labels.into_iter().fold(diagnostic, |it, (span, text)| it.with_label(span, text)))
}

rows! {
    several_forms(summary: &str, forms: &str, fixes: &str, subject: Span) at subject:
        "hcl-1", "{summary}", "The document has forms of HCL 1, an older language: {forms}.", "{fixes}";
}
