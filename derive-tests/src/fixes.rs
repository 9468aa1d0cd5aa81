//! The law of the fixes of syntax errors.

use std::fmt::Write;

use serde_hcl::diagnostic::{Diagnostic, Fix};
use serde_hcl::{json, parse};

use crate::tokens::tokens;

/// The fixes of a source that break the law: applied, the diagnostic is gone, no other one has come, and every other
/// line has the same tokens.
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
        if !new.is_empty() || other_lines(source, fix, 0) != other_lines(&fixed, fix, 1) {
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

/// The tokens before the line of a fix, and after it; `applied` is 1 if the source has the fix.
fn other_lines<'s>(source: &'s str, fix: Fix<'_>, applied: usize) -> [Vec<&'s str>; 2] {
    let start = fix.span.start as usize;
    let end = if applied == 1 { start + fix.text.len() } else { fix.span.end as usize };
    let first = source[..start].rfind('\n').map_or(0, |line| line + 1);
    let last = source[end..].find('\n').map_or(source.len(), |line| end + line);
    let tokens = tokens(source);
    let text = |it: &std::ops::Range<usize>| &source[it.clone()];
    let before = tokens.iter().filter(|it| it.end <= first).map(text).collect();
    let behind = tokens.iter().filter(|it| it.start >= last).map(text).collect();
    [before, behind]
}
