//! The appearance of reports and of `Debug`.

use proptest::prelude::*;
use serde_hcl::configuration::parse_sources;
use serde_hcl::diagnostic::{Diagnostic, ReportOptions};
use serde_hcl::source::{Columns, LineIndex, Position, Span};
use serde_hcl::{Body, Document, Error, Expression, Value, from_str, parse};

fn refused(source: &str) -> Error {
    from_str::<Value>(source).unwrap_err()
}

#[test]
fn reports_are_limited() {
    let error = parse(&"x = ?\ny = [\n1 2]\n".repeat(8)).unwrap_err();
    let count = |report: &str| report.matches("] Error: ").count();
    let all = error.diagnostics().len();
    assert!(all > 10, "{error:#}");
    let report = error.report();
    assert_eq!(count(&report), 10, "{all} {report}");
    assert!(report.ends_with(&format!("\n… and {} more\n", all - 10)), "{report}");
    let report = error.report_with(&ReportOptions::new().limit(1_000));
    assert!(count(&report) == all && !report.ends_with("more\n"), "{report}");
}

#[test]
fn the_same_mistake_in_two_files_is_reported_twice() {
    let error = parse_sources([("a.hcl", "x = ?\n"), ("b.hcl", "x = ?\n")]).unwrap_err();
    for text in [error.report(), format!("{error:#}"), format!("{error:?}")] {
        assert!(text.contains("a.hcl:1:5") && text.contains("b.hcl:1:5"), "{text}");
    }
}

#[test]
fn reports_can_be_drawn_in_ascii() {
    let error = refused(&format!("a = [{}nope, {}]\n", "1, ".repeat(500), "1, ".repeat(500)));
    assert!(!error.report().is_ascii());
    let report = error.report_with(&ReportOptions::new().ascii(true));
    assert!(report.is_ascii() && report.contains("<source>:1:1506"), "{report}");
    assert!(report.contains("nope, 1, ") && report.contains("1,..."), "{report}");
}

#[test]
fn source_lines_fit_the_width() {
    let long = "\"👩🏾\", ".repeat(20);
    let error = refused(&format!("a = [{long}nope, {long}]\n"));
    for width in [0, 30, 60, 100] {
        let report = error.report_with(&ReportOptions::new().width(width));
        let line = report.lines().find(|line| line.contains("nope,")).unwrap();
        let columns = LineIndex::new(line).position(line.len() as u32, Columns::Graphemes).column;
        assert!(columns <= width.max(20) + 9, "{width}: {report}");
        assert!(report.contains("<source>:1:106 ]"), "{report}");
    }
    let report = refused("a = nope\n").report_with(&ReportOptions::new().width(80));
    assert_eq!(report, refused("a = nope\n").report());
}

#[test]
fn the_place_is_marked_in_any_width() {
    for shift in 0..150 {
        let source = format!("a = [{}nope,{}]\n", " ".repeat(shift), " 1,".repeat(40));
        let report = refused(&source).report_with(&ReportOptions::new().width(40).ascii(true));
        let lines: Vec<&str> = report.lines().collect();
        let at = lines[3].find("nope").unwrap_or_else(|| panic!("{report}"));
        assert_eq!(lines[4].find(|char| !" |:".contains(char)), Some(at), "{report}");
    }
}

#[test]
fn colours_are_optional() {
    let error = refused("a = nope\n");
    assert!(error.report_in_color().contains('\u{1b}') && !error.report().contains('\u{1b}'));
    assert_eq!(error.report_with(&ReportOptions::default().color(true)), error.report_in_color());
    assert!(error.report_in_color().contains("<source>:1:5"));
}

#[test]
fn debug_is_readable_in_a_main_function() {
    let error = refused("port = eighty\n");
    let expected = "1:8: port: Variables not allowed: \"eighty\" refers to a variable, but there are \
                    none here; put text in double quotes: \"eighty\"\n  |\n1 | port = eighty\n  |        ^^^^^^";
    assert_eq!(format!("{error:?}"), expected);
}

#[test]
fn spans_have_files_and_positions() {
    let sources = [("a.hcl", "a = 1\n"), ("b.hcl", "\u{feff}b {\r\n\té = [\r\n  2]\r\n}\r\n")];
    let document = parse_sources(sources).unwrap();
    let block = document.body().blocks().next().unwrap();
    let attribute = block.body().attribute("é").unwrap();
    let location = document.locate(attribute.expression().span());
    assert_eq!(location.to_string(), "b.hcl:2:6");
    assert_eq!(location.end, Position { line: 3, column: 5 });
    assert_eq!(location.span.text(sources[1].1), "[\r\n  2]");
    let expression = Expression::from(attribute.expression());
    assert_eq!(expression.locate(expression.span()), location);
    let body = Body::from(block.body());
    assert_eq!(body.locate(attribute.expression().span()), location);
}

/// The report without ANSI colours.
fn without_colors(report: &str) -> String {
    let mut parts = report.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// The help wraps at the width of the report; no word of a message is lost.
    #[test]
    fn a_help_fits_the_width(
        lengths in proptest::collection::vec(1_usize..30, 4),
        width in 70_usize..160,
        at in proptest::collection::vec(0_u32..50, 3),
        ascii in any::<bool>(),
    ) {
        let source = format!("a = \"{}\"\n", "x".repeat(50));
        let document = Document::parse(&source, None).unwrap();
        let text = |mark: &str, count: usize| {
            (0..count).map(|number| format!("{mark}{number}")).collect::<Vec<_>>().join(" ")
        };
        let span = |start: u32| Span { start, end: start + 1 };
        let texts = ["subject", "first", "second", "help"];
        let texts: Vec<String> =
            texts.iter().zip(&lengths).map(|(mark, count)| text(mark, *count)).collect();
        let diagnostic = Diagnostic::error("code", "Summary")
            .with_detail(texts[0].clone())
            .with_span(span(at[0]))
            .with_label(span(at[1]), texts[1].clone())
            .with_label(span(at[2]), texts[2].clone())
            .with_help(texts[3].clone());
        let error = Error::from(document.attach(diagnostic));
        let options = ReportOptions::new().width(width).ascii(ascii);
        let report = error.report_with(&options);
        let colored = error.report_with(&options.color(true));
        prop_assert_eq!(&without_colors(&colored), &report);
        for line in report.lines().filter(|line| line.contains("help")) {
            prop_assert!(line.chars().count() <= width, "{}\n{}", width, report);
        }
        let words: Vec<&str> = report.split_whitespace().collect();
        for text in &texts {
            let found: Vec<&str> =
                words.iter().copied().filter(|word| text.split(' ').any(|it| it == *word)).collect();
            prop_assert_eq!(found.join(" "), text.clone(), "{}", report);
        }
    }
}
