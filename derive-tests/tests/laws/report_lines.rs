//! The lines and line numbers of reports.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::{any, prop_assert};
use serde_hcl::configuration::parse_sources;
use serde_hcl::diagnostic::{Diagnostic, ReportOptions};
use serde_hcl::source::Span;
use serde_hcl::{Context, Document, Expression, parse, parse_expression, parse_lenient};

use derive_tests::random::hold;

/// Every line of a report is the line of its number in the source of its header, also if several
/// sources have one name, and if a place is after the end of its source.
#[test]
fn each_line_of_a_report_is_a_line_of_its_source() {
    let lengths = vec(1..120_usize, 1..4);
    let places = vec((0..4_usize, 0..120_usize, 0..9_usize, 0..3_usize), 1..5);
    hold(
        400,
        (lengths, places, any::<bool>(), any::<bool>()),
        |(lengths, places, ascii, color)| {
            // No two sources have an equal line.
            let line = |source: usize, line: usize| {
                format!("{}{line} = {source}\n", ["a", "bé", "c"][line % 3].repeat(source + 1))
            };
            let text =
                |(source, lines): (usize, &usize)| (0..*lines).map(|at| line(source, at)).collect();
            let texts: Vec<String> = lengths.iter().enumerate().map(text).collect();
            let document = parse_sources(texts.iter().map(|text| ("main.hcl", text))).unwrap();
            let next =
                |at: &mut usize, text: &String| Some(std::mem::replace(at, *at + text.len() + 1));
            let starts: Vec<usize> = texts.iter().scan(0, next).collect();
            let span = |(source, line, start, length): (usize, usize, usize, usize)| {
                let source = source % texts.len();
                let lines = texts[source].split_inclusive('\n').take(line % lengths[source]);
                let start = (starts[source] + lines.map(str::len).sum::<usize>() + start) as u32;
                Span::new(start, start + length as u32)
            };
            let diagnostic = Diagnostic::error("code", "Summary").with_detail("detail");
            let diagnostic =
                places[1..].iter().fold(diagnostic.with_span(span(places[0])), |it, place| {
                    it.with_label(span(*place), "label")
                });
            let options = ReportOptions::new().ascii(ascii).color(color);
            let report = plain(&document.attach(diagnostic).report_with(&options));
            let bar = if ascii { '|' } else { '│' };
            let mut rows = 0;
            for line in report.lines() {
                let Some((number, text)) = line.split_once(bar) else { continue };
                let Ok(number) = number.trim().parse::<usize>() else { continue };
                // An arrow from the first line of a place to its last one may precede the text.
                let text = text.rsplit(['▶', '>', '│', '|']).next().unwrap_or_default();
                rows += 1;
                let mut lines =
                    texts.iter().filter_map(|source| source.split('\n').nth(number - 1));
                prop_assert!(lines.any(|line| line == text.trim()), "{number}: {text:?}\n{report}");
            }
            prop_assert!(rows > 0, "{report}");
            let margins = report.lines().filter_map(|line| line.split_once(bar));
            let widths: Vec<_> = margins.map(|(margin, _)| margin.chars().count()).collect();
            prop_assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{report}");
            Ok(())
        },
    );
}

/// The text of the last file ends where the file ends.
#[test]
fn a_place_after_the_end_of_the_last_file_is_at_its_end() {
    let document = parse_sources([("a.hcl", "a = 1\n"), ("b.hcl", "b = 2\n")]).unwrap();
    let end = Span::empty(document.source().len() as u32);
    assert_eq!(document.locate(end).to_string(), "b.hcl:2:1");
}

/// Equal mistakes at equal places of two sources without names are two mistakes.
#[test]
fn mistakes_in_sources_without_names_are_told_apart() {
    let expressions = ["nope", "nope # b"].map(|it| parse_expression(it).unwrap());
    let local: BTreeMap<&str, Expression> = ["a", "b"].into_iter().zip(expressions).collect();
    let context = Context::new().lazy_object("local", local);
    let error = parse_expression("[local.a, local.b]").unwrap().evaluate(&context).unwrap_err();
    let report = error.report();
    assert_eq!(report.matches("[unknown-variable]").count(), 2, "{report}");
}

/// The report without its colours.
fn plain(report: &str) -> String {
    let mut parts = report.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

/// Two expressions without names are two sources.
#[test]
fn sources_without_names_are_drawn_apart() {
    let expressions = ["local.b + 1", "1 +\n local.a"].map(|it| parse_expression(it).unwrap());
    let local: BTreeMap<&str, Expression> = ["a", "b"].into_iter().zip(expressions).collect();
    let context = Context::new().lazy_object("local", local);
    let error = parse_expression("local.a").unwrap().evaluate(&context).unwrap_err();
    let report = error.report();
    assert!(report.contains(" 1 │ local.b + 1\n"), "{report}");
    assert!(report.contains(" 2 │  local.a\n"), "{report}");
}

/// An application's diagnostic has its summary as title, with or without a detail.
#[test]
fn the_summary_is_the_title() {
    let document = parse("a = 1\n").unwrap();
    let attribute = document.body().attribute("a").unwrap();
    let diagnostic =
        Diagnostic::error("code", "Too small").with_span(attribute.expression().span());
    let report = document.attach(diagnostic).report();
    assert_eq!(report.lines().next(), Some("[code] Error: Too small"), "{report}");
    assert!(!report.contains("Unsuitable") && report.contains("1 │ a = 1\n"), "{report}");
}

/// An empty place at the start of a line is drawn on this line.
#[test]
fn empty_places_are_drawn_on_their_lines() {
    let document = parse("a = 1\nb = 2\n\nc = 3\n").unwrap();
    for (offset, row) in [(6, " 2 │ b = 2\n"), (12, " 3 │ "), (13, " 4 │ c = 3\n")] {
        let diagnostic = Diagnostic::error("code", "Summary")
            .with_detail("detail")
            .with_span(Span::empty(offset));
        let report = document.attach(diagnostic).report();
        assert!(report.contains(row), "{report}");
        let rows = report.lines().filter(|line| line[..3].trim().parse::<usize>().is_ok());
        assert_eq!(rows.count(), 1, "{report}");
    }
}

/// A missing brace is reported on the empty line where it stood, or after the last item: header, arrow and
/// span agree, and none of them is at the next item.
#[test]
fn a_missing_brace_is_before_the_next_item() {
    let sources = [
        ("a {\n  b = 1 # c\n\n# d\ne {\n}\n", 16, "3:1", " 3 │ \n"),
        ("a {\r\n  b = 1\r\n\r\ne {\r\n}\r\n", 14, "3:1", " 3 │ \n"),
        ("a {\n  b = 1\n  # c\n\ne {\n}\n", 18, "4:1", " 4 │ \n"),
        ("a {\n  b = 1 # c\n# d\ne {\n}\n", 11, "2:8", " 2 │   b = 1 # c\n"),
        ("a {\n  b = 1\ne {\n}\n", 11, "2:8", " 2 │   b = 1\n"),
    ];
    for (source, offset, position, row) in sources {
        let (document, diagnostics) = parse_lenient(source);
        let report = diagnostics[0].report();
        let subject = diagnostics[0].span();
        assert_eq!((diagnostics.len(), subject), (1, Some(Span::empty(offset))), "{report}");
        assert!(report.contains(&format!("<source>:{position} ]")), "{report}");
        assert!(report.contains(row) && !report.contains("e {"), "{report}");
        assert_eq!(names(&document), ["a", "e"]);
    }
}

fn names<'d>(document: &'d Document<'_>) -> Vec<&'d str> {
    document.body().items().map(|item| item.name()).collect()
}
