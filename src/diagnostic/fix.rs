//! Fixes: edits that remove the cause of a diagnostic.

use std::sync::{Arc, LazyLock};

use crate::text::identifier::is_identifier;
use crate::text::source::Lookup;
use crate::text::span::Span;

/// An edit that removes the cause of a diagnostic: a text in the place of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fix<'d> {
    /// The bytes to replace, in the source of the diagnostic.
    pub span: Span,
    /// The text in their place.
    pub text: &'d str,
}

/// A fix. Its place is known when the diagnostic is attached to its source.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    pub(super) target: Target,
    pub(super) text: String,
    /// The trial of a fix that may break the law.
    pub(super) trial: Option<Trial>,
}

/// Whether the law holds for a fix. Found out when somebody asks.
pub(super) type Trial = Arc<LazyLock<bool, Box<dyn FnOnce() -> bool + Send>>>;

#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// The name in the subject, without the quotes or the dot around it.
    Name,
    /// The whole subject.
    Subject,
    /// The end of the text before an offset: without white space, or on a line of its own if the bracket
    /// to close is on an earlier line.
    Closing { open: Span, before: u32 },
    /// These bytes, in the file of the diagnostic once it is attached.
    Bytes(Span),
}

impl Correction {
    /// The correction with its bytes in the file; `None` if the subject is no name.
    pub(super) fn attached(self, subject: Option<Span>, origin: &mut Lookup<'_>) -> Option<Self> {
        let at = match self.target {
            Target::Name | Target::Subject => subject?,
            Target::Closing { open, .. } => open,
            Target::Bytes(span) => span,
        };
        let found = origin.find(at);
        let (span, source) = (found.span, found.lines.source());
        let mut text = self.text;
        let span = match self.target {
            Target::Name => name_in(span, source, &text)?,
            Target::Closing { before, .. } => {
                let end = before.saturating_sub(found.start).min(source.len() as u32);
                let before = Span::new(0, end).text(source).trim_end();
                if before.get(span.start as usize..)?.contains('\n') {
                    let line =
                        source.get(found.lines.range(found.lines.number(span.start as usize)))?;
                    let indent = line.len() - line.trim_start().len();
                    text = format!("\n{}{text}", line.get(..indent)?);
                }
                Span::empty(before.len() as u32)
            }
            Target::Subject | Target::Bytes(_) => span,
        };
        Some(Correction { target: Target::Bytes(span), text, trial: self.trial })
    }

    /// The same in a source in which the file starts this many bytes later.
    pub(super) fn moved(&mut self, bytes: u32) {
        match &mut self.target {
            Target::Bytes(span) => *span = span.forward_by(bytes),
            Target::Closing { open, before } => {
                *open = open.forward_by(bytes);
                *before = before.saturating_add(bytes);
            }
            Target::Name | Target::Subject => {}
        }
    }

    pub(super) fn fix(&self) -> Option<Fix<'_>> {
        let Target::Bytes(span) = self.target else { return None };
        let holds = self.trial.as_ref().is_none_or(|trial| *LazyLock::force(trial));
        holds.then_some(Fix { span, text: &self.text })
    }
}

/// The bytes of the only name in a span, if the other name can stand there.
fn name_in(span: Span, source: &str, other: &str) -> Option<Span> {
    const AROUND: [char; 6] = ['"', '.', '[', ']', ' ', '\t'];
    let text = span.text(source);
    let start = text.len() - text.trim_start_matches(AROUND).len();
    let name = text.trim_matches(AROUND);
    let is_name = !name.is_empty() && !name.contains(['"', '.', '(', '{', '\\', '\n']);
    let fits = match text.contains('"') {
        true => !other.contains(['"', '\\', '$', '%', '\n']),
        false => other.split("::").all(is_identifier),
    };
    let start = span.start + start as u32;
    (is_name && fits).then(|| Span::new(start, start + name.len() as u32))
}
