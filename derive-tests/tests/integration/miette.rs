//! Errors and diagnostics as diagnostics of the crate `miette`, drawn by it.

use std::collections::BTreeMap;

use miette::{Diagnostic as Reported, GraphicalReportHandler, GraphicalTheme};
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::{Context, Document, Error, from_path, parse_expression, to_string};

fn drawn(error: &dyn Reported) -> String {
    let theme = GraphicalTheme::unicode_nocolor();
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100);
    let mut text = String::new();
    handler.render_report(&mut text, error).unwrap();
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn mistake(source: &str) -> Error {
    Document::parse(source, Some("main.hcl")).unwrap_err()
}

#[test]
fn a_place_with_a_label_in_another_line() {
    let expected = r#"attribute-redefined

  × main.hcl:3:1: Attribute redefined: The argument "a" is set more than once in this body; remove
  │ one of them, or rename it
   ╭─[main.hcl:1:1]
 1 │ a = 1
   · ┬
   · ╰── first set here
   ╰────
   ╭─[main.hcl:3:1]
 3 │ a = 2
   · ─
   ╰────
  help: remove one of them, or rename it
"#;
    assert_eq!(drawn(&mistake("a = 1\n\na = 2\n")), expected);
}

#[test]
fn several_diagnostics() {
    let error = mistake("a = \nb = 'x'\n");
    let drawn = drawn(&error);
    assert_eq!(drawn.matches("╭─[main.hcl:").count(), error.diagnostics().len(), "{drawn}");
    assert_eq!(error.related().unwrap().count(), error.diagnostics().len() - 1);
}

#[test]
fn notes_warnings_and_places_of_many_lines() {
    let document = Document::parse("a {\n  b = 1\n}\n", None).unwrap();
    let block = document.body().blocks().next().unwrap();
    let warning =
        Diagnostic::warning("old", "Old block").with_span(block.span()).with_note("it is old");
    let warning = document.attach(warning);
    let expected = r#"old

  ⚠ 1:1: Old block
   ╭────
 1 │ a {
   · ───
   ╰────
  help: note: it is old
"#;
    assert_eq!(drawn(&warning), expected);
}

#[test]
fn columns_of_long_lines_and_other_scripts() {
    let long = format!("a = [{}x y]\n", "1, ".repeat(400));
    assert!(drawn(&mistake(&long)).contains("x y"));
    assert!(drawn(&mistake("a = \"ä🚀\" 1\n")).contains("· "));
}

/// Two expressions without names are two sources.
#[test]
fn labels_in_another_source_without_a_name() {
    let sources = ["local.b + 1", "1 +\n local.a"];
    let expressions = sources.map(|source| parse_expression(source).unwrap());
    let local: BTreeMap<_, _> = ["a", "b"].into_iter().zip(expressions).collect();
    let context = Context::new().lazy_object("local", local);
    let error = parse_expression("local.a").unwrap().evaluate(&context).unwrap_err();
    let diagnostic = &error.diagnostics()[0];
    assert_eq!(Reported::labels(diagnostic).unwrap().count(), 1);
    let help = Reported::help(diagnostic).unwrap().to_string();
    for position in diagnostic.labels().iter().filter_map(|label| label.position()) {
        let place = format!("{}:{}: ", position.line, position.column);
        assert!(help.contains(&place), "{help}");
    }
}

#[test]
fn errors_without_a_place() {
    let error = from_path::<BTreeMap<String, String>>("no such file").unwrap_err();
    assert!(error.source_code().is_none());
    assert!(drawn(&error).contains("no such file"));
    let error = to_string(&f64::NAN).unwrap_err();
    assert!(Reported::labels(&error).is_none());
}
