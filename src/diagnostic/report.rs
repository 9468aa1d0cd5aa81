//! The picture of a finding. The only file that knows `ariadne`.

use std::ops::Range;

use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind, Source};

use hashbrown::HashMap;

use super::excerpt::Page;
use super::{Diagnostic, Severity, catalog, one_line};

/// Findings beyond this many are counted, not drawn.
const MOST_DRAWN: usize = 100;

/// Of a finding with more labels than these, the first are drawn and the others counted.
const MOST_LABELS: usize = 20;

/// Draws the findings one below the other. The path leads to what the first is about.
pub(crate) fn render(diagnostics: &[&Diagnostic], path: Option<&str>, color: bool) -> String {
    let mut picture = Vec::new();
    for (index, diagnostic) in diagnostics.iter().take(MOST_DRAWN).enumerate() {
        let (sources, places) = pages(diagnostic);
        let report = match places.iter().all(Option::is_none) {
            true => headline(diagnostic, path.filter(|_| index == 0), color),
            false => report(diagnostic, places, color),
        };
        // Writing to memory can't fail.
        let _ = report.write(sources, &mut picture);
    }
    let mut picture = String::from_utf8(picture).unwrap_or_default();
    if let Some(more @ 1..) = diagnostics.len().checked_sub(MOST_DRAWN) {
        picture.push_str(&format!("… and {more} more\n"));
    }
    picture
}

/// A place in the picture: the name of its source, and the bytes in what is shown of it.
type Place = (String, Range<usize>);

/// The sources to draw in, and the places of the subject and the labels in them.
fn pages(diagnostic: &Diagnostic) -> (Sources, Vec<Option<Place>>) {
    let labels = diagnostic.labels.iter().take(MOST_LABELS).map(|label| label.excerpt.as_deref());
    let excerpts = [diagnostic.excerpt()].into_iter().chain(labels);
    let mut pages: HashMap<&str, Page<'_>> = HashMap::new();
    let mut marks = Vec::new();
    for excerpt in excerpts {
        marks.push(excerpt.map(|excerpt| {
            let name = excerpt.name().unwrap_or("<source>");
            (name, pages.entry(name).or_default().add(excerpt))
        }));
    }
    let drawn: HashMap<&str, _> = pages.iter().map(|(name, page)| (*name, page.draw())).collect();
    let place = |(name, index): (&str, usize)| {
        let range = drawn.get(name)?.1.get(index)?.clone()?;
        Some((name.to_owned(), range))
    };
    let places = marks.into_iter().map(|mark| place(mark?)).collect();
    let sources = drawn.into_iter().map(|(name, (text, _))| (name.to_owned(), Source::from(text)));
    (Sources(sources.collect()), places)
}

/// The report of a finding without a source to show: all of it is in the first line.
fn headline<'d>(diagnostic: &'d Diagnostic, path: Option<&str>, color: bool) -> Report<'d, Place> {
    let mut message = String::new();
    message.extend(diagnostic.excerpt().map(|excerpt| excerpt.location().to_string()));
    message.extend(path.map(|path| format!("{path}: ")));
    message.push_str(&diagnostic.message());
    for note in diagnostic.notes() {
        message.push_str(&format!("\nNote: {note}"));
    }
    Report::build(kind(diagnostic), Place::default())
        .with_code(diagnostic.code)
        .with_message(message)
        .with_config(Config::default().with_color(color))
        .finish()
}

fn kind(diagnostic: &Diagnostic) -> ReportKind<'_> {
    match diagnostic.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
    }
}

fn report(diagnostic: &Diagnostic, places: Vec<Option<Place>>, color: bool) -> Report<'_, Place> {
    let kind = kind(diagnostic);
    let mut places = places.into_iter();
    let name = diagnostic.source_name().unwrap_or("<source>");
    let place = places.next().flatten();
    let (summary, detail) = match (diagnostic.detail(), &place) {
        // All there is to say stands at the place.
        ("", Some(_)) => (catalog::CUSTOM_SUMMARY, diagnostic.summary()),
        (detail, _) => (diagnostic.summary(), detail),
    };
    let start = place.clone().unwrap_or_else(|| (name.to_owned(), 0..0));
    let mut report = Report::build(kind, start);
    if let Some(place) = place {
        report = report.with_label(label(place, name, detail, color.then_some(Color::Red)));
    } else if !detail.is_empty() {
        report = report.with_note(detail);
    }
    for (label, place) in diagnostic.labels.iter().zip(places) {
        let Some(place) = place else { continue };
        let color = color.then_some(Color::Blue);
        report = report.with_label(self::label(place, name, &label.text, color));
    }
    if let Some(more @ 1..) = diagnostic.labels.len().checked_sub(MOST_LABELS) {
        report = report.with_note(format!("… and {more} more places"));
    }
    report.with_notes(diagnostic.notes());
    if let Some(help) = diagnostic.help_text() {
        report = report.with_help(help);
    }
    report
        .with_code(diagnostic.code)
        .with_message(summary)
        .with_config(Config::default().with_color(color).with_index_type(IndexType::Byte))
        .finish()
}

/// What explains a place, on one line. The places in the source that the finding is about come first,
/// and in the order of their lines, so that they are shown together.
fn label(place: Place, source: &str, message: &str, color: Option<Color>) -> Label<Place> {
    let order = i32::try_from(place.1.start).ok().filter(|_| place.0 == source);
    let label = Label::new(place).with_order(order.unwrap_or(i32::MAX));
    let label = label.with_message(one_line(message));
    match color {
        Some(color) => label.with_color(color),
        None => label,
    }
}

struct Sources(HashMap<String, Source<String>>);

impl Cache<String> for Sources {
    type Storage = String;

    fn fetch(&mut self, name: &String) -> Result<&Source<String>, impl std::fmt::Debug> {
        self.0.get(name).ok_or_else(|| format!("no source is called {name}"))
    }

    fn display<'a>(&self, name: &'a String) -> Option<impl std::fmt::Display + 'a> {
        Some(name)
    }
}
