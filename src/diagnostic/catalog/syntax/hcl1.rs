//! The diagnostic of a document in HCL 1, the older language that Consul, Vault and Nomad read in the files of
//! their agents.

use crate::diagnostic::Diagnostic;
use crate::text::span::Span;

rows! {
    several_forms(summary: &str, count: usize, fixes: &str, subject: Option<Span>) at subject:
        "hcl-1", "{summary}", "This is the first of {count} forms of HCL 1, an older language.", "{fixes}";
}

/// One diagnostic for all forms of HCL 1 in a document, with the helps of its kinds; a single one keeps its own.
#[cold]
pub(crate) fn document_in_hcl_1(forms: Vec<Diagnostic>) -> Option<Diagnostic> {
    let mut fixes: Vec<&str> = Vec::new();
    for fix in forms.iter().filter_map(Diagnostic::help) {
        if !fixes.contains(&fix) {
            fixes.push(fix);
        }
    }
    match &forms[..] {
        [first, _, ..] => {
            let fixes = fixes.join("; ");
            Some(several_forms(first.summary(), forms.len(), &fixes, first.span()))
        }
        _ => forms.into_iter().next(),
    }
}
