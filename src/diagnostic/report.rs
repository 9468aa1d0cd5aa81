//! The picture of a finding. The only file that knows `ariadne`.

use std::borrow::Cow;
use std::ops::Range;

use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind, Source};

use super::excerpt::{Excerpt, Mark};
use super::{Diagnostic, Severity};
use crate::source::floor_char_boundary;

/// Findings beyond this many are counted, not drawn.
const MOST_DRAWN: usize = 100;

/// Draws the findings one below the other.
pub(crate) fn render(diagnostics: &[&Diagnostic], color: bool) -> String {
    let mut picture = Vec::new();
    for diagnostic in diagnostics.iter().take(MOST_DRAWN) {
        let (text, marks) = match diagnostic.excerpt() {
            Some(excerpt) => drawn(excerpt),
            None => Default::default(),
        };
        let name = diagnostic.source_name().unwrap_or("<source>").to_owned();
        let report = report(diagnostic, &name, marks, color);
        let cache = OneSource { name, source: Source::from(text) };
        // Writing to memory can't fail.
        let _ = report.write(cache, &mut picture);
    }
    let mut picture = String::from_utf8(picture).unwrap_or_default();
    if let Some(more @ 1..) = diagnostics.len().checked_sub(MOST_DRAWN) {
        picture.push_str(&format!("… and {more} more\n"));
    }
    picture
}

/// The text to draw in, and the ranges of the subject and the labels in it.
fn drawn(excerpt: &Excerpt) -> (String, Vec<Range<usize>>) {
    let (text, starts) = excerpt.text();
    let offset =
        |(line, column): (usize, usize)| starts.get(&line).map_or(0, |start| start + column);
    let range = |mark: &Mark| {
        // A second mark on a long line may lie outside of what is kept of it.
        let start = floor_char_boundary(&text, offset(mark.start));
        start..floor_char_boundary(&text, offset(mark.end)).max(start)
    };
    let marks = excerpt.subject().iter().chain(excerpt.labels()).map(range).collect();
    (text, marks)
}

fn report<'a>(
    diagnostic: &'a Diagnostic,
    name: &str,
    marks: Vec<Range<usize>>,
    color: bool,
) -> Report<'a, (String, Range<usize>)> {
    let kind = match diagnostic.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
    };
    let mut marks = marks.into_iter();
    let mut report = Report::build(kind, (name.to_owned(), 0..0));
    if let Some(subject) = diagnostic.excerpt().and_then(Excerpt::subject).and(marks.next()) {
        let place = (name.to_owned(), subject);
        let message = if diagnostic.detail.is_empty() {
            Cow::Borrowed(diagnostic.summary())
        } else {
            Cow::Borrowed(diagnostic.detail())
        };
        report = Report::build(kind, place.clone()).with_label(label(
            place,
            message,
            color.then_some(Color::Red),
        ));
    } else if !diagnostic.detail.is_empty() {
        report = report.with_note(diagnostic.detail());
    }
    for (label, mark) in diagnostic.labels.iter().zip(marks) {
        let place = (name.to_owned(), mark);
        let text = Cow::Borrowed(label.text.as_str());
        report = report.with_label(self::label(place, text, color.then_some(Color::Blue)));
    }
    report.with_notes(diagnostic.notes());
    if let Some(help) = diagnostic.help_text() {
        report = report.with_help(help);
    }
    report
        .with_code(diagnostic.code)
        .with_message(diagnostic.summary())
        .with_config(Config::default().with_color(color).with_index_type(IndexType::Byte))
        .finish()
}

fn label(
    place: (String, Range<usize>),
    message: Cow<'_, str>,
    color: Option<Color>,
) -> Label<(String, Range<usize>)> {
    let label = Label::new(place).with_message(message);
    match color {
        Some(color) => label.with_color(color),
        None => label,
    }
}

struct OneSource {
    name: String,
    source: Source<String>,
}

impl Cache<String> for OneSource {
    type Storage = String;

    fn fetch(&mut self, _: &String) -> Result<&Source<String>, impl std::fmt::Debug> {
        Ok::<_, std::convert::Infallible>(&self.source)
    }

    fn display<'a>(&self, _: &'a String) -> Option<impl std::fmt::Display + 'a> {
        Some(self.name.clone())
    }
}
