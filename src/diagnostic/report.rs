//! Renders diagnostics. This is the only file that uses `ariadne`.

use std::ops::Range;

use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};

use hashbrown::HashMap;

use super::excerpt::{Drawn, Excerpt, Page};
use super::{Diagnostic, ReportOptions, Severity, catalog, one_line};
use crate::source::Position;

/// The maximum number of drawn labels of a diagnostic; the others are counted.
const MOST_LABELS: usize = 20;

/// Renders the diagnostics one after the other.
pub(crate) fn render(diagnostics: &[&Diagnostic], options: &ReportOptions) -> String {
    let mut picture = String::new();
    for diagnostic in diagnostics.iter().take(options.limit) {
        let Pages { sources, places, headers } = pages(diagnostic, options);
        let report = match places.iter().all(Option::is_none) {
            true => headline(diagnostic, options),
            false => report(diagnostic, places, options),
        };
        let mut drawn = Vec::new();
        // Writing to memory can't fail.
        let _ = report.write(sources, &mut drawn);
        headers.fill_in(&String::from_utf8(drawn).unwrap_or_default(), &mut picture);
    }
    if let Some(more @ 1..) = diagnostics.len().checked_sub(options.limit) {
        picture.push_str(&format!("{} and {more} more\n", options.ellipsis()));
    }
    picture
}

/// A place in the report: the name of its source, and its characters in the shown text.
type Place = (String, Range<usize>);

struct Pages {
    /// The sources in the report.
    sources: Sources,
    /// The places of the subject and of the labels in these sources.
    places: Vec<Option<Place>>,
    headers: Headers,
}

fn pages(diagnostic: &Diagnostic, options: &ReportOptions) -> Pages {
    let labels = diagnostic.labels().iter().take(MOST_LABELS).map(|label| label.excerpt.as_deref());
    let excerpts = [diagnostic.excerpt()].into_iter().chain(labels);
    let mut pages: HashMap<&str, Page<'_>> = HashMap::new();
    let mut marks = Vec::new();
    for excerpt in excerpts {
        marks.push(excerpt.map(|excerpt| {
            let name = excerpt.name().unwrap_or("<source>");
            (name, pages.entry(name).or_insert_with(|| Page::new(options)).add(excerpt))
        }));
    }
    let drawn: HashMap<&str, _> = pages.iter().map(|(name, page)| (*name, page.draw())).collect();
    let mut headers = Headers::default();
    let mut place = |(name, index): (&str, usize)| {
        let (text, drawn) = drawn.get(name)?;
        let Drawn { range, shown_at, position } = drawn.get(index)?.clone()?;
        headers.0.entry((name.to_owned(), shown_at)).or_insert(position);
        Some((name.to_owned(), characters(text, range)))
    };
    let places = marks.into_iter().map(|mark| place(mark?)).collect();
    let sources = drawn.into_iter().map(|(name, (text, _))| (name.to_owned(), Source::from(text)));
    Pages { sources: Sources(sources.collect()), places, headers }
}

/// The characters at these bytes. ariadne also accepts bytes, but takes characters for bytes in the
/// header of a second source.
fn characters(text: &str, bytes: Range<usize>) -> Range<usize> {
    let count = |bytes: Range<usize>| text.get(bytes).unwrap_or_default().chars().count();
    let start = count(0..bytes.start);
    start..start + count(bytes)
}

/// Encloses the name of a source. ariadne writes a line and a column after it.
const NAME: char = '\u{1}';

/// The positions in the sources for the lines and columns of a report. ariadne counts characters of
/// the shown text; people count what an editor shows, from the start of the line.
#[derive(Default)]
struct Headers(HashMap<(String, (usize, usize)), Position>);

impl Headers {
    /// Copies a report, with the positions in the sources.
    fn fill_in(&self, drawn: &str, picture: &mut String) {
        let mut rest = drawn;
        while let Some((before, marked)) = rest.split_once(NAME) {
            picture.push_str(before);
            rest = match self.position(marked) {
                Some((name, Position { line, column }, behind)) => {
                    picture.push_str(&format!("{name}:{line}:{column}"));
                    behind
                }
                None => {
                    picture.push(NAME);
                    marked
                }
            };
        }
        picture.push_str(rest);
    }

    /// The name and the position at the start of the text, and the rest of the text.
    fn position<'t>(&self, text: &'t str) -> Option<(&'t str, Position, &'t str)> {
        let (name, behind) = text.split_once(NAME)?;
        let (line, behind) = number(behind)?;
        let (column, behind) = number(behind)?;
        let shown = Position { line, column };
        let position = self.0.get(&(name.to_owned(), (line, column))).copied();
        Some((name, position.unwrap_or(shown), behind))
    }
}

/// The number after a colon at the start of the text, and the rest of the text.
fn number(text: &str) -> Option<(usize, &str)> {
    let digits = text.strip_prefix(':')?;
    let end = digits.find(|char: char| !char.is_ascii_digit()).unwrap_or(digits.len());
    let (digits, behind) = digits.split_at(end);
    Some((digits.parse().ok()?, behind))
}

/// The report of a diagnostic without a source: everything is in the first line.
fn headline<'d>(diagnostic: &'d Diagnostic, options: &ReportOptions) -> Report<'d, Place> {
    let mut message = String::new();
    message.extend(diagnostic.excerpt().map(|excerpt| excerpt.location().to_string()));
    message.extend(diagnostic.path().map(|path| format!("{path}: ")));
    message.push_str(&diagnostic.message());
    for note in diagnostic.notes() {
        message.push_str(&format!("\nNote: {note}"));
    }
    Report::build(kind(diagnostic), Place::default())
        .with_code(diagnostic.code())
        .with_message(message)
        .with_config(config(options))
        .finish()
}

fn config(options: &ReportOptions) -> Config {
    let char_set = if options.ascii { CharSet::Ascii } else { CharSet::Unicode };
    Config::default()
        .with_color(options.color)
        .with_char_set(char_set)
        .with_index_type(IndexType::Char)
}

fn kind(diagnostic: &Diagnostic) -> ReportKind<'_> {
    match diagnostic.severity() {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
    }
}

fn report<'d>(
    diagnostic: &'d Diagnostic,
    places: Vec<Option<Place>>,
    options: &ReportOptions,
) -> Report<'d, Place> {
    let (kind, color) = (kind(diagnostic), options.color);
    let mut places = places.into_iter();
    let name = diagnostic.source_name().unwrap_or("<source>");
    let place = places.next().flatten();
    let (summary, detail) = match (diagnostic.detail(), &place) {
        // The label at the place already has the whole text.
        ("", Some(_)) => (catalog::CUSTOM_SUMMARY, diagnostic.summary()),
        (detail, _) => (diagnostic.summary(), detail),
    };
    // A diagnostic without a place is shown at its first label.
    let first = || places.clone().flatten().next();
    let start = place.clone().or_else(first).unwrap_or_else(|| (name.to_owned(), 0..0));
    let location = diagnostic.excerpt().filter(|_| place.is_none()).map(Excerpt::location);
    let mut report = Report::build(kind, start);
    if let Some(place) = place {
        report = report.with_label(label(place, name, detail, color.then_some(Color::Red)));
    } else if !detail.is_empty() {
        report = report.with_note(detail);
    }
    for (label, place) in diagnostic.labels().iter().zip(places) {
        let Some(place) = place else { continue };
        let color = color.then_some(Color::Blue);
        report = report.with_label(self::label(place, name, &label.text, color));
    }
    if let Some(more @ 1..) = diagnostic.labels().len().checked_sub(MOST_LABELS) {
        report = report.with_note(format!("{} and {more} more places", options.ellipsis()));
    }
    report.with_notes(diagnostic.notes());
    if let Some(help) = diagnostic.help_text() {
        report = report.with_help(help);
    }
    report
        .with_code(diagnostic.code())
        .with_message(location.map_or_else(String::new, |it| it.to_string()) + summary)
        .with_config(config(options))
        .finish()
}

/// An explanation of a place, on one line. The places in the diagnostic's source come first, in the
/// order of their lines, so that they are shown together.
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
        Some(format!("{NAME}{name}{NAME}"))
    }
}
