//! Implements the traits of the crate `miette` for errors and diagnostics.
//!
//! - No source is kept for `miette`: it shows the lines that diagnostics keep anyway.
//! - No text is added here.

use std::fmt::Display;

use miette::{
    Diagnostic as Reported, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
    SpanContents,
};

use crate::diagnostic::error::Error;
use crate::diagnostic::{Diagnostic, Excerpt, Severity};
use crate::text::span::Span;

/// With the feature `miette`: code, severity, place and labels in the source lines that the diagnostic
/// keeps. The help also contains the notes, and the places in other sources.
///
/// The message is that of `Display`, with the position and the path of the value.
impl Reported for Diagnostic {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.code()))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let elsewhere = self.labels().iter().filter(|label| !self.is_beside(label));
        let elsewhere = elsewhere.filter_map(|label| {
            Some(format!("{}{}", label.excerpt.as_ref()?.location(), label.text()))
        });
        let help = self.help().map(str::to_owned);
        let lines: Vec<_> = help
            .into_iter()
            .chain(self.notes().iter().map(|note| format!("note: {note}")))
            .chain(elsewhere)
            .collect();
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.span().filter(|_| self.position().is_some()).map(|_| self as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let subject = self.span()?;
        let primary = LabeledSpan::new_primary_with_span(None, self.on_one_line(subject));
        let labels = self.labels().iter().filter(|label| self.is_beside(label));
        let labels = labels.map(|label| {
            let text = Some(label.text().to_owned());
            LabeledSpan::new_with_span(text, self.on_one_line(label.span()))
        });
        Some(Box::new([primary].into_iter().chain(labels)))
    }
}

/// The source lines that the diagnostic keeps: those of its place and of its labels. Other lines can't
/// be read, so no context is shown around them.
impl SourceCode for Diagnostic {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _lines_before: usize,
        _lines_behind: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let mut lines = self.kept().flat_map(Excerpt::lines);
        let found = lines.find(|(_, _, range)| range.start <= start && end <= range.end);
        let (number, text, range) = found.ok_or(MietteError::OutOfBounds)?;
        let range = SourceSpan::new(range.start.into(), text.len());
        let contents = match self.source_name() {
            Some(name) => {
                let name = name.to_owned();
                MietteSpanContents::new_named(name, text.as_bytes(), range, number, 0, 1)
            }
            None => MietteSpanContents::new(text.as_bytes(), range, number, 0, 1),
        };
        Ok(Box::new(contents))
    }
}

impl Diagnostic {
    /// The places in the source of the diagnostic.
    fn kept(&self) -> impl Iterator<Item = &Excerpt> {
        let labels = self.labels().iter().filter(|label| self.is_beside(label));
        self.excerpt().into_iter().chain(labels.filter_map(|label| label.excerpt.as_deref()))
    }

    /// The part of a place on its first line, as far as the line is kept.
    fn on_one_line(&self, span: Span) -> SourceSpan {
        let (start, end) = (span.start as usize, span.end as usize);
        let mut lines = self.kept().flat_map(Excerpt::lines);
        let line = lines.find(|(_, _, range)| range.start <= start && start <= range.end);
        let end = line.map_or(end, |(_, _, range)| end.min(range.end));
        SourceSpan::new(start.into(), end.saturating_sub(start))
    }
}

/// With the feature `miette`: the first diagnostic, and the others as related ones.
///
/// ```
/// use miette::Diagnostic;
///
/// let error = serde_hcl::parse("a = 1 +\nb = \"x\n").unwrap_err();
/// assert_eq!(Diagnostic::code(&error).unwrap().to_string(), "invalid-expression");
/// assert_eq!(Diagnostic::labels(&error).unwrap().count(), 1);
/// assert_eq!(error.related().unwrap().count(), 1);
/// ```
impl Reported for Error {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Reported::code(self.diagnostics().first()?)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Reported::severity(self.diagnostics().first()?)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Reported::help(self.diagnostics().first()?)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.diagnostics().first()?.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Reported::labels(self.diagnostics().first()?)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Reported> + 'a>> {
        let others = self.distinct().into_iter().skip(1).map(|each| each as &dyn Reported);
        (self.distinct().len() > 1).then(|| Box::new(others) as _)
    }
}
