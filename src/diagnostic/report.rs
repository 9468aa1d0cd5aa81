//! Renders diagnostics. This is the only file that uses `ariadne`.

use std::ops::Range;

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, sources};

use hashbrown::HashMap;

use super::excerpt::{Excerpt, Page, SourceKey};
use super::{About, Diagnostic, ReportOptions, Severity, catalog, one_line};
use crate::text::grapheme;
use crate::text::span::Position;

/// The maximum number of drawn labels of a diagnostic; the others are counted.
const MOST_LABELS: usize = 20;

impl Diagnostic {
    /// The rendered diagnostic, as in [`Error::report`](crate::Error::report).
    pub fn report(&self) -> String {
        render(&[self], &ReportOptions::new())
    }

    /// The rendered diagnostic with another width or character set.
    pub fn report_with(&self, options: &ReportOptions) -> String {
        render(&[self], options)
    }
}

/// Renders the diagnostics one after the other.
pub(crate) fn render(diagnostics: &[&Diagnostic], options: &ReportOptions) -> String {
    let mut picture = String::new();
    for diagnostic in diagnostics.iter().take(options.limit) {
        let Pages { texts, places, numbers } = pages(diagnostic, options);
        let report = match places.iter().all(Option::is_none) {
            true => headline(diagnostic, options),
            false => report(diagnostic, places, options),
        };
        let mut drawn = Vec::new();
        // Writing to memory can't fail.
        let _ = report.write(sources(texts), &mut drawn);
        numbers.fill_in(&String::from_utf8(drawn).unwrap_or_default(), &mut picture);
    }
    if let Some(more @ 1..) = diagnostics.len().checked_sub(options.limit) {
        picture.push_str(&format!("{} and {more} more\n", options.ellipsis()));
    }
    picture
}

/// A place in the report: the mark of its source, and its characters in the shown text.
type ShownRange = (String, Range<usize>);

struct Pages {
    /// The shown texts with their marks.
    texts: Vec<(String, String)>,
    /// The places of the subject and of the labels in these texts.
    places: Vec<Option<ShownRange>>,
    numbers: Numbers,
}

fn pages(diagnostic: &Diagnostic, options: &ReportOptions) -> Pages {
    let labels = diagnostic.labels().iter().take(MOST_LABELS).map(|label| label.excerpt.as_deref());
    let excerpts = [diagnostic.excerpt()].into_iter().chain(labels);
    let excerpts: Vec<_> = excerpts.map(|it| it.filter(|excerpt| excerpt.has_text())).collect();
    let mut indices: HashMap<SourceKey<'_>, usize> = HashMap::new();
    let mut pages: Vec<Page> = Vec::new();
    let mut names = Vec::new();
    for excerpt in excerpts.iter().flatten() {
        let key = excerpt.source();
        let index = *indices.entry(key).or_insert(pages.len());
        if index == pages.len() {
            pages.push(Page::default());
            names.push(key.name.unwrap_or("<source>").to_owned());
        }
        pages[index].add(excerpt, options.width);
    }
    let drawn: Vec<_> = pages.iter().map(|page| page.draw(options.ellipsis())).collect();
    let mut positions = HashMap::new();
    let mark = |index: usize| format!("{NAME}{index}");
    let mut place = |excerpt: &Excerpt| {
        let index = *indices.get(&excerpt.source())?;
        let page = drawn.get(index)?;
        let (range, shown_at, position) = page.place(excerpt)?;
        positions.entry((index, shown_at)).or_insert(position);
        Some((mark(index), characters(&page.text, range)))
    };
    let places = excerpts.iter().map(|excerpt| place((*excerpt)?)).collect();
    let drawn = drawn.into_iter().enumerate();
    let (texts, lines) = drawn.map(|(at, page)| ((mark(at), page.text), page.numbers)).unzip();
    Pages { texts, places, numbers: Numbers { names, positions, lines } }
}

/// The characters at these bytes. ariadne also accepts bytes, but takes characters for bytes in the
/// header of a second source.
fn characters(text: &str, bytes: Range<usize>) -> Range<usize> {
    let count = |bytes: Range<usize>| text.get(bytes).unwrap_or_default().chars().count();
    let start = count(0..bytes.start);
    start..start + count(bytes)
}

/// The least number of columns of a help.
const NARROWEST: usize = 40;

/// About the column at which the text of a help starts.
const HELP_AT: usize = 12;

/// The text in lines of at most this many columns, as far as its words allow.
fn broken(text: &str, columns: usize) -> String {
    let (mut lines, mut used) = (String::new(), 0);
    for word in text.split(' ') {
        let width = grapheme::count(word);
        let (between, before) = match used {
            0 => ("", 0),
            _ if used + 1 + width <= columns => (" ", used + 1),
            _ => ("\n", 0),
        };
        lines.extend([between, word]);
        used = before + width;
    }
    lines
}

/// Stands before the index of a source. ariadne writes a line and a column after it.
const NAME: char = '\u{1}';

/// The numbers of a report. ariadne counts the lines and characters of the shown text; people count what
/// an editor shows, from the start of the file and of the line.
struct Numbers {
    /// The names of the sources.
    names: Vec<String>,
    /// The positions in the sources for the positions in the texts.
    positions: HashMap<(usize, (usize, usize)), Position>,
    /// The line numbers in the sources for the lines of the texts.
    lines: Vec<Vec<usize>>,
}

impl Numbers {
    /// Copies a report, with the numbers of the sources.
    fn fill_in(&self, drawn: &str, picture: &mut String) {
        let widths = |of: fn(&Vec<usize>) -> usize| self.lines.iter().map(of).max().unwrap_or(0);
        let shown = digits(widths(|lines| lines.len()));
        let wider = digits(widths(|lines| lines.last().copied().unwrap_or(0))) - shown;
        let mut source = 0;
        for (index, line) in drawn.split_inclusive('\n').enumerate() {
            // The first line is the title. Without sources it is everything.
            let line = match self.header(line) {
                _ if index == 0 || self.lines.is_empty() => line.to_owned(),
                Some((index, header)) => {
                    source = index;
                    widened(&header, wider)
                }
                None => self.numbered(source, line, wider).unwrap_or_else(|| widened(line, wider)),
            };
            picture.push_str(&line);
        }
    }

    /// The index of a source, and the line with its name and the position in it.
    fn header(&self, line: &str) -> Option<(usize, String)> {
        let (before, marked) = line.split_once(NAME)?;
        let (place, behind) = marked.split_once(' ')?;
        let mut numbers = place.split(':').map_while(|number| number.parse().ok());
        let (index, line, column) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let Position { line, column } = self.positions.get(&(index, (line, column)))?;
        let name = self.names.get(index)?;
        Some((index, format!("{before}{name}:{line}:{column} {behind}")))
    }

    /// A line of the report with its number in the source, if it has one. A colour may precede the number.
    fn numbered(&self, source: usize, line: &str, wider: usize) -> Option<String> {
        let margin = line.split(['│', '|']).next()?.rsplit('m').next()?;
        let number = margin.trim().parse::<usize>().ok()?.checked_sub(1)?;
        let (shown, width) = (self.lines.get(source)?.get(number)?, margin.len() - 1 + wider);
        Some(line.replacen(margin, &format!("{shown:>width$} "), 1))
    }
}

/// The line of a report with more blanks or bars at its start, after a colour.
fn widened(line: &str, columns: usize) -> String {
    let color = line.strip_prefix("\u{1b}[").and_then(|color| color.split_once('m'));
    let rest = color.map_or(line, |(_, rest)| rest);
    let first = rest.chars().next().filter(|first| *first != '\n');
    let start: String = first.into_iter().flat_map(|it| std::iter::repeat_n(it, columns)).collect();
    [&line[..line.len() - rest.len()], &start, rest].concat()
}

/// The number of decimal digits.
fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// The report of a diagnostic without a source: everything is in the first line.
fn headline<'d>(diagnostic: &'d Diagnostic, options: &ReportOptions) -> Report<'d, ShownRange> {
    let mut message = String::new();
    message.extend(diagnostic.excerpt().map(Excerpt::location));
    message.extend(diagnostic.path().map(|path| format!("{path}: ")));
    message.push_str(&diagnostic.message());
    for note in diagnostic.notes() {
        message.push_str(&format!("\nNote: {note}"));
    }
    Report::build(kind(diagnostic), (String::new(), 0..0))
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
    places: Vec<Option<ShownRange>>,
    options: &ReportOptions,
) -> Report<'d, ShownRange> {
    let (kind, color) = (kind(diagnostic), options.color);
    let mut places = places.into_iter();
    let place = places.next().flatten();
    let (summary, detail) = match (diagnostic.detail(), &place) {
        // The label at the place already has the whole text.
        ("", Some(_)) if matches!(diagnostic.what(), About::Custom) => {
            (catalog::CUSTOM_SUMMARY, diagnostic.summary())
        }
        (detail, _) => (diagnostic.summary(), detail),
    };
    // A diagnostic without a place is shown at its first label.
    let first = || places.clone().flatten().next();
    let start = place.clone().or_else(first).unwrap_or_default();
    let main = start.0.clone();
    let location = diagnostic.excerpt().filter(|_| place.is_none()).map(Excerpt::location);
    let mut report = Report::build(kind, start);
    if let Some(place) = place {
        report = report.with_label(label(place, &main, detail, color.then_some(Color::Red)));
    } else if !detail.is_empty() {
        report = report.with_note(detail);
    }
    for (label, place) in diagnostic.labels().iter().zip(places) {
        let Some(place) = place else { continue };
        let color = color.then_some(Color::Blue);
        report = report.with_label(self::label(place, &main, &label.text, color));
    }
    if let Some(more @ 1..) = diagnostic.labels().len().checked_sub(MOST_LABELS) {
        report = report.with_note(format!("{} and {more} more places", options.ellipsis()));
    }
    let room = options.width.saturating_sub(HELP_AT).max(NARROWEST);
    let lines = |text: &str| text.lines().map(|line| broken(line, room)).collect::<Vec<_>>();
    report.with_notes(diagnostic.notes().iter().map(|note| lines(note).join("\n")));
    if let Some(help) = diagnostic.help() {
        report = report.with_help(lines(help).join("\n"));
    }
    report
        .with_code(diagnostic.code())
        .with_message(location.unwrap_or_default() + &one_line(summary))
        .with_config(config(options))
        .finish()
}

/// An explanation of a place, on one line. The places in the main source come first, in the order of
/// their lines, so that they are shown together.
fn label(place: ShownRange, main: &str, message: &str, color: Option<Color>) -> Label<ShownRange> {
    let order = i32::try_from(place.1.start).ok().filter(|_| place.0 == main);
    let mut label = Label::new(place).with_order(order.unwrap_or(i32::MAX));
    if !message.is_empty() {
        label = label.with_message(one_line(message));
    }
    match color {
        Some(color) => label.with_color(color),
        None => label,
    }
}
