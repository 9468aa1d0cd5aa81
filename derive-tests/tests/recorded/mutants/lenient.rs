//! Documents with syntax errors: the content of the tree, and the result of decoding.

use serde::Deserialize;
use serde_hcl::source::Span;
use serde_hcl::syntax::ExpressionKind;
use serde_hcl::{Context, from_body, parse_lenient};

const SOURCE: &str = r#"
zone: "north"
service "web" {
  port = 80 +
  hosts = ["a" "b"]
  what is this?
  tls {
    cert = 'a.pem'

service "db" {
  port = 5432
}
"#;

#[test]
fn the_tree_has_the_valid_parts() {
    let (document, diagnostics) = parse_lenient(SOURCE);
    let lines: Vec<_> = diagnostics.iter().map(|it| it.position().unwrap().line).collect();
    assert_eq!(lines, [2, 4, 5, 6, 8, 9, 9]);
    let services: Vec<_> = document.body().blocks().collect();
    assert_eq!(services.len(), 2);
    assert_eq!(document.body().attribute("zone").unwrap().expression().text(), "\"north\"");
    let web = services[0].body();
    let names: Vec<_> = web.items().map(|item| item.name()).collect();
    assert_eq!(names, ["port", "hosts", "tls"]);
    let port = web.attribute("port").unwrap().expression();
    assert!(matches!(port.kind(), ExpressionKind::Invalid));
    assert_eq!(services[1].body().attribute("port").unwrap().expression().text(), "5432");
    let invalid: Vec<_> = document.invalid().into_iter().map(|span| span.text(SOURCE)).collect();
    assert_eq!(invalid, ["80 +", "what is this?", "'a.pem'"]);
}

#[test]
fn decoding_uses_the_content_of_the_tree() {
    #[derive(Deserialize)]
    struct Config {
        zone: String,
    }
    let (document, _) = parse_lenient(SOURCE);
    let config: Config = from_body(document.body(), &Context::new()).unwrap();
    assert_eq!(config.zone, "north");
    let service = document.body().blocks().next().unwrap();
    let port = service.body().attribute("port").unwrap();
    let error = port.expression().evaluate(&Context::new()).unwrap_err();
    assert_eq!((error.code(), error.line()), ("invalid-expression", Some(4)));
}

#[test]
fn every_offset_has_a_place() {
    let (document, _) = parse_lenient(SOURCE);
    for offset in 0..=SOURCE.len() as u32 + 1 {
        let place = document.place_at(offset);
        assert!(place.blocks().len() <= 2);
    }
    let place = document.place_at(SOURCE.find("web").unwrap() as u32);
    assert_eq!(place.label().unwrap().value(), "web");
    let place = document.place_at(SOURCE.find("'a.pem'").unwrap() as u32);
    let types: Vec<_> = place.blocks().iter().map(|block| block.block_type()).collect();
    assert_eq!((types, place.attribute().unwrap().name()), (vec!["service", "tls"], "cert"));
}

/// Every word and symbol of a damaged document is inside an item or an invalid part.
#[test]
fn nothing_is_lost() {
    let insertions =
        ["x", "1", "\"", "{", "}", "[", ")", "=", ",", ":", "+", "\n", "'", "if", "${", "."];
    let source = SOURCE.replace('\'', "\"") + "last = [for x in c : { k = f(x) } if x]\n";
    let ends = source.match_indices(|it: char| !it.is_alphanumeric()).map(|(at, _)| at);
    for at in ends {
        let (before, behind) = source.split_at(at);
        let removed = before.to_owned() + behind.get(1..).unwrap_or_default();
        let inserted = insertions.iter().map(|it| [before, it, behind].concat());
        for damaged in inserted.chain([removed]) {
            let (document, _) = parse_lenient(&damaged);
            let items = document.body().items().map(|item| item.span());
            let kept: Vec<_> = items.chain(document.invalid()).map(Span::range).collect();
            let lost = damaged.char_indices().find(|(at, character)| {
                !character.is_whitespace() && !kept.iter().any(|range| range.contains(at))
            });
            assert_eq!(lost, None, "{damaged}");
        }
    }
}

#[test]
fn a_labelled_block_after_an_unfinished_line_is_kept() {
    let (document, diagnostics) = parse_lenient("a = b +\nc \"x\" {\n  d = 1\n}\n");
    let names: Vec<_> = document.body().items().map(|item| item.name()).collect();
    assert_eq!((names, diagnostics.len()), (vec!["a", "c"], 1));
}

#[test]
fn a_document_in_another_language_is_invalid_as_a_whole() {
    let source = "{\n  \"zone\": \"north\"\n}\n";
    let (document, diagnostics) = parse_lenient(source);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(document.body().items().len(), 0);
    assert_eq!(document.invalid()[0].text(source), source);
}

#[test]
fn the_items_of_a_document_in_hcl_1_are_kept() {
    let source = "\"name\" = \"a\",\n\"peers\" \"x\" {\n  \"size\" = 1\n}\nserver\n{\n  b = 2\n}\n";
    let (document, diagnostics) = parse_lenient(source);
    assert_eq!(diagnostics.iter().map(|it| it.code()).collect::<Vec<_>>(), ["hcl-1"]);
    let names: Vec<_> = document.body().items().map(|item| item.name()).collect();
    assert_eq!(names, ["name", "peers", "server"]);
    let peers = document.body().blocks().next().unwrap();
    assert_eq!(peers.body().items().next().unwrap().name(), "size");
}
