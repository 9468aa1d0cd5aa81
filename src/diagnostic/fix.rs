//! Fixes: edits that remove the cause of a diagnostic.

use super::Diagnostic;
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
    target: Target,
    text: String,
}

#[derive(Clone, Copy, Debug)]
enum Target {
    /// The name in the subject, without the quotes or the dot around it.
    Name,
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
            Target::Name => subject?,
            Target::Closing { open, .. } => open,
            Target::Bytes(span) => span,
        };
        let found = origin.find(at);
        let (span, source) = (found.span, found.lines.source());
        let mut text = self.text;
        let span = match self.target {
            Target::Name => name_in(span, source)?,
            Target::Closing { before, .. } => {
                let end = before.saturating_sub(found.start).min(source.len() as u32);
                let before = Span::new(0, end).text(source).trim_end();
                if before.get(span.start as usize..)?.contains('\n') {
                    let line =
                        source.get(found.lines.range(found.lines.number(span.start as usize)))?;
                    let indent = line.len() - line.trim_start().len();
                    text = format!("\n{}{text}", line.get(..indent)?);
                }
                Span::at(before.len() as u32)
            }
            Target::Bytes(_) => span,
        };
        Some(Correction { target: Target::Bytes(span), text })
    }

    /// The same in a source in which the file starts this many bytes later.
    pub(super) fn moved(&mut self, bytes: u32) {
        if let Target::Bytes(span) = &mut self.target {
            *span = span.forward_by(bytes);
        }
    }

    fn fix(&self) -> Option<Fix<'_>> {
        match self.target {
            Target::Bytes(span) => Some(Fix { span, text: &self.text }),
            Target::Name | Target::Closing { .. } => None,
        }
    }
}

/// The bytes of the only name in a span.
fn name_in(span: Span, source: &str) -> Option<Span> {
    const AROUND: [char; 6] = ['"', '.', '[', ']', ' ', '\t'];
    let text = span.text(source);
    let start = text.len() - text.trim_start_matches(AROUND).len();
    let name = text.trim_matches(AROUND);
    let is_name = !name.is_empty() && !name.contains(['"', '.', '(', '{', '\\', '\n']);
    let start = span.start + start as u32;
    is_name.then(|| Span::new(start, start + name.len() as u32))
}

impl Diagnostic {
    /// Sets an edit that removes the cause: a text in the place of these bytes. Editors offer it.
    ///
    /// ```
    /// use serde_hcl::diagnostic::Diagnostic;
    ///
    /// let document = serde_hcl::parse("zone_names = []\n")?;
    /// let zones = document.body().attribute("zone_names").unwrap();
    /// let warning = Diagnostic::warning("deprecated", "Deprecated argument")
    ///     .at(zones.name_span())
    ///     .with_help("use \"zones\"")
    ///     .with_fix(zones.name_span(), "zones");
    /// assert_eq!(document.attach(warning).fix().unwrap().text, "zones");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_fix(self, span: Span, text: impl Into<String>) -> Self {
        self.corrected(Target::Bytes(span), text.into())
    }

    /// Sets a name as the correct one in the place of that in the subject.
    pub(super) fn with_name(self, name: &str) -> Self {
        self.corrected(Target::Name, name.to_owned())
    }

    /// Sets a bracket as missing before an offset; `open` is the bracket that it closes.
    pub(super) fn with_closing(self, bracket: &str, open: Span, before: u32) -> Self {
        self.corrected(Target::Closing { open, before }, bracket.to_owned())
    }

    /// Sets the subject as surplus.
    pub(super) fn with_removal(self) -> Self {
        match self.subject() {
            Some(subject) => self.with_fix(subject, ""),
            None => self,
        }
    }

    fn corrected(mut self, target: Target, text: String) -> Self {
        self.content_mut().correction = Some(Correction { target, text });
        self
    }

    /// The edit that removes the cause, if there is one that fits certainly. The diagnostics of this crate
    /// have one where the [help](Self::help) is a name, a missing or a surplus sign, or quotes.
    ///
    /// ```
    /// let source = "ports = [80, 443\n";
    /// let error = serde_hcl::parse(source).unwrap_err();
    /// let fix = error.diagnostics()[0].fix().unwrap();
    /// let mut fixed = source.to_owned();
    /// fixed.replace_range(fix.span.range(), fix.text);
    /// assert_eq!(fixed, "ports = [80, 443]\n");
    /// assert!(serde_hcl::parse(&fixed).is_ok());
    /// ```
    pub fn fix(&self) -> Option<Fix<'_>> {
        self.0.correction.as_ref()?.fix()
    }
}
