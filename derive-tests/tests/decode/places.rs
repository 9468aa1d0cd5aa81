//! The places of errors: the same in every form of the error, in the right file, at the right
//! position.

use std::collections::BTreeMap;

use serde_hcl::configuration::{Schema, Variables, parse_sources};
use serde_hcl::{
    Body, Context, Error, Expression, Lazy, Spanned, Value, from_body, from_str, from_str_with,
    functions, parse,
};

/// The place in the first line of a report.
fn header(error: &Error) -> String {
    let report = error.report();
    let header = report.lines().find_map(|line| line.split_once("╭─[ ")).map(|(_, header)| header);
    header.and_then(|header| header.strip_suffix(" ]")).unwrap_or(&report).to_owned()
}

/// Fails unless all forms of the error have this place.
#[track_caller]
fn stands_at(error: &Error, line: usize, column: usize) {
    assert_eq!((error.line(), error.column()), (Some(line), Some(column)), "{error:#}");
    assert_eq!(header(error), format!("<source>:{line}:{column}"), "{}", error.report());
    assert!(error.to_string().starts_with(&format!("{line}:{column}: ")), "{error}");
}

#[track_caller]
fn refused(source: &str) -> Error {
    from_str::<Value>(source).unwrap_err()
}

/// The source line in the report, and the marked text in it.
fn marked(error: &Error) -> (String, String) {
    let text = format!("{error:#}");
    let lines: Vec<&str> = text.lines().collect();
    let (line, carets) = (lines[lines.len() - 2], lines[lines.len() - 1]);
    let at = |index: usize| line.chars().nth(index);
    let marked = carets.chars().enumerate().filter(|(_, char)| *char == '^');
    (line.to_owned(), marked.filter_map(|(index, _)| at(index)).collect())
}

#[test]
fn columns_are_those_of_the_source_for_lines_of_any_length() {
    for length in [10, 150, 1_000, 96_000] {
        for (element, width) in [("1, ", 3), ("\"é\", ", 5), ("\"e\u{301}👩🏾\", ", 6)] {
            let before = element.repeat(length);
            let error = refused(&format!("a = [{before}nope, {before}]\n"));
            stands_at(&error, 1, 6 + length * width);
            let report = error.report();
            assert!(report.len() < 2_000, "{report}");
        }
    }
}

#[test]
fn omitted_parts_of_a_line_are_marked() {
    let source = format!("a = [{}nope, {}]\n", "1, ".repeat(1_000), "2, ".repeat(1_000));
    let error = refused(&source);
    let (line, marked) = marked(&error);
    assert_eq!(marked, "nope");
    assert!(line.contains("| …") && line.ends_with('…'), "{line}");
    assert!(line.chars().count() < 200, "{line}");

    let error = refused(&format!("a = nope{}\n", "[1]".repeat(200)));
    assert!(format!("{error:#}").contains("| a = nope[1]"), "{error:#}");
}

#[test]
fn no_character_is_cut() {
    for shift in 0..12 {
        let source = format!("a = [{}\"{}\", nope]\n", " ".repeat(shift), "👩🏾".repeat(100));
        let (line, marked) = marked(&refused(&source));
        assert_eq!(marked.chars().count(), 4, "{line}");
        let cut = line.split_once('…').map_or("", |(_, text)| text);
        assert!(cut.starts_with("👩🏾"), "{line}");
    }
}

#[test]
fn places_far_apart_in_a_line_are_both_shown() {
    let between = "1, ".repeat(2_000);
    let source = format!("local = {{ p = [{between}local.q], q = [{between}local.p] }}\n");
    let mut locals: BTreeMap<String, BTreeMap<String, Expression>> = from_str(&source).unwrap();
    let context = Context::new().lazy_object("local", locals.remove("local").unwrap());
    let error = from_str_with::<Value>("a = local.p\n", &context).unwrap_err();
    stands_at(&error, 1, 6_016);
    let report = error.report();
    assert!(
        report.contains("1, local.q], q = [1, ") && report.contains("1, local.p] }"),
        "{report}"
    );
    assert!(report.contains("… which refers to local.p") && report.len() < 3_000, "{report}");
}

#[test]
fn tabs_line_ends_and_byte_order_marks_are_counted_as_in_editors() {
    stands_at(&refused("b {\n\t\ta = nope\n}\n"), 2, 7);
    stands_at(&refused("b {\r\n  a = nope\r\n}\r\n"), 2, 7);
    stands_at(&refused("\u{feff}a = nope\n"), 1, 5);
    stands_at(&refused("\u{feff}\u{feff}a = 1\n"), 1, 1);
    stands_at(&refused("a = \r\nb = 1\r\n"), 1, 5);
    stands_at(&refused("é = \"e\u{301}\" == nope\n"), 1, 12);
    stands_at(&refused("a = <<E\n  é ${nope}\nE\n"), 2, 7);
}

#[derive(serde::Deserialize)]
struct Captured {
    lazy: Lazy<u8>,
    expression: Expression,
    number: Spanned<u8>,
    block: Body,
}

const FIRST: &str = "# é\nfirst = 1\nv {}\n";
const SECOND: &str = "\u{feff}lazy = é.x\r\nexpression = [\r\n  nope,\r\n]\r\nnumber = 3\r\nblock {\r\n  \
                      list = [1, bad]\r\n}\r\n";

/// Fails unless the error is in the second file, at this line and column.
#[track_caller]
fn stands_in_second(error: &Error, line: usize, column: usize) {
    assert_eq!(header(error), format!("second.hcl:{line}:{column}"), "{}", error.report());
    let diagnostic = &error.diagnostics()[0];
    assert_eq!(diagnostic.source_name(), Some("second.hcl"));
    assert_eq!((error.line(), error.column()), (Some(line), Some(column)));
    let position = serde_hcl::source::Position::of(SECOND, error.span().unwrap().start);
    assert_eq!((position.line, position.column), (line, column));
}

#[test]
fn parts_captured_from_several_files_keep_their_file() {
    let document = parse_sources([("first.hcl", FIRST), ("second.hcl", SECOND)]).unwrap();
    let context = Context::standard();
    let captured: Captured = from_body(document.body(), &context).unwrap();
    stands_in_second(&captured.lazy.evaluate(&context).unwrap_err(), 1, 8);
    stands_in_second(&captured.expression.evaluate(&context).unwrap_err(), 3, 3);
    let known = context.clone().variable("nope", serde_hcl::value!([]));
    assert!(captured.expression.evaluate(&known).is_ok());
    let body = captured.block.view();
    let error = from_body::<BTreeMap<String, Vec<u8>>>(body, &context).unwrap_err();
    stands_in_second(&error, 7, 14);
    let schema = Schema::new().required_attribute("missing");
    stands_in_second(&body.content(&schema).unwrap_err(), 6, 7);
    assert_eq!(captured.number.span().text(document.source()), "3");
}

#[test]
fn errors_of_extensions_are_in_the_right_file() {
    let context = Context::standard();
    let document = parse_sources([
        ("first.hcl", FIRST),
        (
            "second.hcl",
            "x = 1\ndynamic \"d\" {\n  for_each = [1]\n  content {\n    w = d.value.x\n  }\n}\n",
        ),
    ])
    .unwrap();
    let expanded = document.body().expand(&context).unwrap();
    type Blocks = Vec<BTreeMap<String, u8>>;
    #[derive(Debug, serde::Deserialize)]
    struct Document {
        #[serde(rename = "d")]
        _d: Blocks,
    }
    let error = from_body::<Document>(expanded.view(), &context).unwrap_err();
    assert_eq!((header(&error), error.path()), ("second.hcl:5:16".into(), Some("d[0].w".into())));

    let document = parse_sources([
        ("first.hcl", "x = 1\n"),
        ("second.hcl", "\ndynamic \"d\" {\n  for_each = 1\n}\n"),
    ]);
    let error = document.unwrap().body().expand(&context).unwrap_err();
    assert_eq!(header(&error), "second.hcl:3:14");

    let source = "\nvariable \"v\" {\n  type    = number\n  default = \"x\"\n}\n";
    let document = parse_sources([("first.hcl", "x = 1\n"), ("second.hcl", source)]).unwrap();
    let error = Variables::from_body(document.body()).unwrap_err();
    assert_eq!(header(&error), "second.hcl:4:13");

    let source = "function \"f\" {\n  params = x\n  result = 1\n}\n";
    let document = parse_sources([("first.hcl", "x = 1\n"), ("second.hcl", source)]).unwrap();
    let error = functions::defined_in(document.body(), &context).unwrap_err();
    assert_eq!(header(&error), "second.hcl:2:12");
}

#[test]
fn labels_are_in_their_files() {
    let sources = [("first.hcl", "\n  x = 1\n"), ("second.hcl", "\n\n\tx = 2\n")];
    let report = parse_sources(sources).unwrap_err().report();
    assert!(report.contains("second.hcl:3:2 ]") && report.contains("first.hcl:2:3 ]"), "{report}");

    let long = "1, ".repeat(2_000);
    let locals = format!("p = [{long} local.q]\nq = [{long} local.p]\n");
    let document = parse_sources([("first.hcl", "x = 1\n"), ("second.hcl", &locals)]).unwrap();
    let local: BTreeMap<String, Expression> = from_body(document.body(), &Context::new()).unwrap();
    let context = Context::new().lazy_object("local", local);
    let error = from_str_with::<Value>("a = local.p\n", &context).unwrap_err();
    assert_eq!(header(&error), "second.hcl:1:6007", "{}", error.report());
}

#[test]
fn paths_start_at_the_document() {
    type Ports = BTreeMap<String, BTreeMap<String, Lazy<BTreeMap<String, u8>>>>;
    let source = "service \"web\" {\n  ports {\n    a = 1\n  }\n  more = { x = [1, 300] }\n}\n";
    #[derive(Debug, serde::Deserialize)]
    struct Web {
        #[serde(rename = "more")]
        _more: Lazy<BTreeMap<String, Vec<u8>>>,
    }
    let services: BTreeMap<String, BTreeMap<String, Web>> = from_str(source).unwrap();
    let error = services["service"]["web"]._more.evaluate(&Context::new()).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("service[\"web\"].more.x[1]"));

    let document = parse(source).unwrap();
    let service = document.body().blocks().next().unwrap();
    let error = from_body::<BTreeMap<String, u8>>(service.body(), &Context::new()).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("service[\"web\"].ports"));
    let error = from_str::<Ports>("a \"b\" {\n  c = { d = 300 }\n}\n").unwrap()["a"]["b"]
        .evaluate(&Context::new())
        .unwrap_err();
    assert_eq!(error.path().as_deref(), Some("a[\"b\"].c"));
}
