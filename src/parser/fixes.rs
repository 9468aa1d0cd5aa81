//! The law of fixes: applied, the diagnostic is gone, and no other one has come. A fix of a syntax error is tried
//! before it is offered; if it breaks the law, only its help stays.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::error::Error;
use crate::text::span::Span;

/// The number of bytes that are parsed to try fixes. Beyond it, a mistake has only a help: a large document with
/// mistakes must not take longer because of them.
const MOST_BYTES: usize = 1 << 18;

/// The error with the fixes that hold. The items of the source start at these offsets, in source order; `parse` returns
/// the syntax errors of some of them.
#[cold]
pub(super) fn with_fixes_that_hold(
    error: Error,
    source: &str,
    starts: impl FnOnce() -> Vec<u32>,
    parse: impl Fn(&str) -> Vec<Diagnostic>,
) -> Error {
    if error.diagnostics().iter().all(|it| it.fix().is_none()) {
        return error;
    }
    let line = |at: u32| source.get(..at as usize)?.rfind('\n').map(|end| end as u32 + 1);
    let found = error.diagnostics();
    // A single mistake is one of its items; others may be related to those of other items.
    let starts = if found.len() == 1 { starts() } else { Vec::new() };
    let starts: Vec<u32> = starts.into_iter().map(|at| line(at).unwrap_or(0)).collect();
    let items = items_around(found, source, &starts);
    let tries = MOST_BYTES / items.len().max(1);
    let mut fixes = 0;
    let holds = found.iter().map(|diagnostic| {
        fixes += usize::from(diagnostic.fix().is_some());
        fixes <= tries && holds(diagnostic, found, source, items, &parse)
    });
    let holds = holds.collect();
    error.keep_fixes(holds)
}

/// The items that the diagnostics are about, in whole lines.
fn items_around(found: &[Diagnostic], source: &str, starts: &[u32]) -> Span {
    let spans = found.iter().flat_map(|diagnostic| {
        let labels = diagnostic.labels().iter().map(|label| label.span());
        labels.chain(diagnostic.span()).chain(diagnostic.fix().map(|fix| fix.span))
    });
    let whole =
        spans.reduce(|one, other| Span::new(one.start.min(other.start), one.end.max(other.end)));
    let whole = whole.unwrap_or_default();
    let start = starts.partition_point(|start| *start <= whole.start).checked_sub(1);
    let end = starts.get(starts.partition_point(|start| *start <= whole.end));
    Span::new(
        start.and_then(|at| starts.get(at)).map_or(0, |start| *start),
        end.map_or(source.len() as u32, |end| *end),
    )
}

fn holds(
    diagnostic: &Diagnostic,
    all: &[Diagnostic],
    source: &str,
    items: Span,
    parse: impl Fn(&str) -> Vec<Diagnostic>,
) -> bool {
    let Some(fix) = diagnostic.fix() else { return false };
    let before = Span::new(items.start, fix.span.start).text(source);
    let behind = Span::new(fix.span.end, items.end).text(source);
    let left = parse(&[before, fix.text, behind].concat());
    if left.is_empty() {
        return true;
    }
    let place = |it: &Diagnostic| it.span().map_or(0, |span| span.start);
    let moved = |it: &Diagnostic| {
        let at = place(it).saturating_sub(items.start);
        let is_behind = place(it) >= fix.span.end;
        if is_behind { at + fix.text.len() as u32 - fix.span.len() as u32 } else { at }
    };
    let is_other = |it: &&Diagnostic| !std::ptr::eq(*it, diagnostic);
    let mut others: Vec<_> = all.iter().filter(is_other).map(|it| (moved(it), it.code())).collect();
    let mut left: Vec<_> = left.iter().map(|it| (place(it), it.code())).collect();
    others.sort_unstable();
    left.sort_unstable();
    // Each that is left is one of the others: both lists are in one order.
    let mut others = others.iter();
    left.iter().all(|it| others.any(|other| other == it))
}
