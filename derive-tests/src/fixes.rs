//! The law of the fixes of syntax errors.

use std::fmt::Write;

use serde_hcl::diagnostic::{Diagnostic, Fix};
use serde_hcl::{json, parse};

/// The fixes of a source that break the law: applied, the diagnostic is gone, no other one has come, and no
/// text has changed in a line that the diagnostic does not name.
pub fn broken_fixes(source: &str, is_json: bool) -> String {
    let mut broken = String::new();
    let before = errors(source, is_json);
    for diagnostic in &before {
        let Some(fix) = diagnostic.fix() else { continue };
        let mut fixed = source.to_owned();
        fixed.replace_range(fix.span.range(), fix.text);
        let after = errors(&fixed, is_json);
        let others = before.iter().filter(|it| !std::ptr::eq(*it, diagnostic));
        let mut others: Vec<_> = others.map(|it| (it.code(), moved(it, fix))).collect();
        let is_new = |it: &&Diagnostic| {
            let known = others.iter().position(|other| *other == (it.code(), start(it)));
            known.map(|known| others.swap_remove(known)).is_none()
        };
        let new: Vec<_> = after.iter().filter(is_new).collect();
        if !new.is_empty() || changes_another_line(source, diagnostic, fix) {
            writeln!(broken, "{source}---- {diagnostic:?}\n{fixed}---- {new:?}")
                .unwrap_or_default();
        }
    }
    broken
}

fn errors(source: &str, is_json: bool) -> Vec<Diagnostic> {
    let document = if is_json { json::parse(source) } else { parse(source) };
    document.err().map_or(Vec::new(), |error| error.into_diagnostics())
}

fn start(diagnostic: &Diagnostic) -> u32 {
    diagnostic.span().map_or(0, |span| span.start)
}

/// The start of a diagnostic after the fix of another one.
fn moved(diagnostic: &Diagnostic, fix: Fix<'_>) -> u32 {
    match start(diagnostic) {
        start if start >= fix.span.end => start + fix.text.len() as u32 - fix.span.len() as u32,
        start => start,
    }
}

/// Whether a fix replaces text of a line that the diagnostic doesn't name. A missing sign may be added elsewhere.
fn changes_another_line(source: &str, diagnostic: &Diagnostic, fix: Fix<'_>) -> bool {
    let line = |at: u32| source[..at as usize].matches('\n').count();
    let labels = diagnostic.labels().iter().map(|label| label.span());
    let places = labels.chain(diagnostic.span()).chain(diagnostic.context());
    let lines = places.flat_map(|it| [line(it.start), line(it.end)]);
    let (first, last) =
        lines.fold((usize::MAX, 0), |(first, last), it| (first.min(it), last.max(it)));
    !fix.span.is_empty() && (line(fix.span.start) < first || line(fix.span.end) > last)
}
