//! The law of fixes: applied, the diagnostic is gone, and no other one has come. A fix of a syntax error is tried when
//! somebody asks for it: most programs only print the report.

use std::sync::{Arc, LazyLock};

use super::error::Error;
use super::fix::Trial;
use super::{Diagnostic, Fix};
use crate::text::span::Span;

/// The number of bytes that are parsed to try the fixes of an error. Beyond it, a mistake has only a help: nobody waits
/// for the fixes of a large document with many mistakes.
const MOST_BYTES: usize = 1 << 18;

/// The place and the code of a diagnostic.
fn mistake(diagnostic: &Diagnostic) -> (u32, &'static str) {
    (diagnostic.span().map_or(0, |span| span.start), diagnostic.code())
}

impl Error {
    /// The error with trials of its fixes. The items of the source start at these offsets, in source order; `parse`
    /// returns the diagnostics of some of them.
    #[cold]
    pub(crate) fn with_trials(
        self,
        source: &str,
        starts: impl FnOnce() -> Vec<u32>,
        parse: impl Fn(&str) -> Vec<Diagnostic> + Send + Sync + 'static,
    ) -> Self {
        let found = self.diagnostics();
        if found.iter().all(|it| it.fix().is_none()) {
            return self;
        }
        let line = |at: u32| source.get(..at as usize)?.rfind('\n').map(|end| end as u32 + 1);
        // A single mistake is one of its items; others may be related to those of other items.
        let starts = if found.len() == 1 { starts() } else { Vec::new() };
        let starts: Vec<u32> = starts.into_iter().map(|at| line(at).unwrap_or(0)).collect();
        let whole = items_around(found, source, &starts);
        let mut tries = MOST_BYTES / whole.len().max(1);
        let items: Arc<str> = if tries > 0 { whole.text(source).into() } else { "".into() };
        let places = found.iter().map(mistake);
        let found: Arc<[_]> =
            places.map(|(at, code)| (at.saturating_sub(whole.start), code)).collect();
        let parse = Arc::new(parse);
        let trial = |index, Fix { span, text }: Fix<'_>| -> Trial {
            let (items, found, parse) = (items.clone(), found.clone(), parse.clone());
            let (span, text) = (span.back_by(whole.start), text.to_owned());
            Arc::new(LazyLock::new(Box::new(move || {
                let behind = items.get(span.end as usize..).unwrap_or_default();
                let fixed = [Span::new(0, span.start).text(&items), &text, behind].concat();
                let mut others = found.to_vec();
                others.remove(index);
                for (at, _) in others.iter_mut().filter(|(at, _)| *at >= span.end) {
                    *at = *at + text.len() as u32 - span.len() as u32;
                }
                others.sort_unstable();
                let mut left: Vec<_> = parse(&fixed).iter().map(mistake).collect();
                left.sort_unstable();
                // Each that is left is one of the others: both lists are in one order.
                let mut others = others.iter();
                left.iter().all(|it| others.any(|other| other == it))
            })))
        };
        self.change(|all| {
            for (index, diagnostic) in all.iter_mut().enumerate() {
                let Some(fix) = diagnostic.fix() else { continue };
                let trial = (tries > 0).then(|| trial(index, fix));
                tries = tries.saturating_sub(1);
                diagnostic.try_fix(trial);
            }
        })
    }
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
