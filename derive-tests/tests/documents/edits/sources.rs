//! Changes of parts whose text is not their own, and of texts that scanners get wrong.

use serde_hcl::configuration::parse_sources;
use serde_hcl::{Attribute, Block, Body, Context, Edit, json, parse};

#[test]
fn all_changes_of_json_syntax_are_the_same_error() {
    let document = json::parse(r#"{"service": {"web": {"port": 80}}, "x": [1]}"#).unwrap();
    let mut body = Body::from(document.body());
    let codes = [
        body.set("x", &1).unwrap_err(),
        body.remove("x").unwrap_err(),
        body.clear().unwrap_err(),
        body.retain(|_| false).unwrap_err(),
        body.sort_by_key(|item| Some(item.name().to_owned())).unwrap_err(),
        body.blocks_mut().map(drop).unwrap_err(),
        body.append_blank_line().unwrap_err(),
    ];
    assert!(codes.iter().all(|error| error.code() == "json-body"), "{codes:?}");
    assert_eq!(body.len(), 2);
}

#[test]
fn generated_blocks_are_changed_as_native_text() {
    let source = "dynamic \"a\" {\n  for_each = [1]\n  content {\n    b = a.value\n  }\n}\n";
    let body = parse(source).unwrap().body().expand(&Context::new()).unwrap();
    let mut block = Block::from(body.view().blocks().next().unwrap());
    block.set("c", &2).unwrap();
    block.set_labels(["x"]).unwrap();
    assert_eq!(block.to_string(), "a \"x\" {\n  b = 1\n  c = 2\n}\n");
}

#[test]
fn a_comment_has_its_own_start_and_end() {
    let mut body: Body = "a = 1 /*/ x\n*/\nb = 2\n".parse().unwrap();
    assert!(body.remove("a").unwrap());
    assert_eq!(body.to_string(), "b = 2\n");
    let mut body: Body = "a = [1 /*/ , */, 2]\n".parse().unwrap();
    assert!(body.remove("a[0]").unwrap());
    assert_eq!(body.to_string(), "a = [2]\n");
    let text = "/* above */\na = 1\n/* end */\n";
    assert_eq!(
        serde_hcl::to_string(&text.parse::<Body>().unwrap()).unwrap().matches("/*").count(),
        2
    );
}

#[test]
fn what_was_asked_is_all_that_happens() {
    let source = "a = 1\nb = var[\"x\"]\n";
    let mut body: Body = source.parse().unwrap();
    body.set_text("a", "1\n").unwrap();
    assert!(body.changes().is_empty());
    assert_eq!(body.rename_references("var.x", "var.y").unwrap(), 1);
    assert_eq!(Edit::apply(&body.changes(), source), "a = 1\nb = var.y\n");
}

#[test]
fn byte_order_marks_of_joined_files_are_not_in_the_text() {
    let joined = |marks: [&str; 2]| {
        let texts = ["# one\na = 1\n", "b {\n  c = 2 # two\n}\n"];
        let texts = marks.into_iter().zip(texts).map(|(mark, text)| format!("{mark}{text}"));
        parse_sources(["a.hcl", "b.hcl"].into_iter().zip(texts)).unwrap().into_body()
    };
    let plain = joined(["", ""]);
    for marks in [["", "\u{feff}"], ["\u{feff}", ""], ["\u{feff}", "\u{feff}"]] {
        let without_mark = |text: String| text.trim_start_matches('\u{feff}').to_owned();
        let mut marked = joined(marks);
        assert_eq!(without_mark(marked.to_string()), plain.to_string());
        let written = |body: &Body| serde_hcl::to_string(body).unwrap().replace("\n\n", "\n");
        assert_eq!(written(&marked), written(&plain));
        marked.set("b.c", &3).unwrap();
        let changed = without_mark(marked.to_string());
        assert_eq!(changed, plain.to_string().replace('2', "3"));
        assert_eq!(changed.parse::<Body>().unwrap().len(), 2);
    }
}

#[test]
fn a_text_that_lost_its_lines_keeps_their_ends() {
    let mut body: Body = "a = 1\r\n".parse().unwrap();
    let item = body.take("a").unwrap().unwrap();
    assert_eq!(body.to_string(), "");
    body.push(item).unwrap();
    assert_eq!(body.to_string(), "a = 1\r\n");
    let mut body: Body = "a = 1\r\nb {}\r\n".parse().unwrap();
    let mut block = body.block_mut("b").unwrap();
    block.set_labels(["x"]).unwrap();
    block.set("c", &1).unwrap();
    drop(block);
    assert_eq!(body.to_string(), "a = 1\r\nb \"x\" {\r\n  c = 1\r\n}\r\n");
    // The first line end of the value is another one for a while.
    let mut body: Body = "o = { a = 1, b = <<E\r\nE\r\n}\r\n".parse().unwrap();
    body.set_text("o.a", "/*\n*/ 1").unwrap();
    body.rename_references("x", "y").unwrap();
    body.set_text("o.a", "1").unwrap();
    body.set("o.c", &2).unwrap();
    assert_eq!(body.to_string(), "o = { a = 1, b = <<E\r\nE\r\n  c = 2\r\n}\r\n");
}

#[test]
fn attributes_of_json_syntax_are_written_in_native_syntax() {
    let document = json::parse(r#"{"a": "x\/y ${b}", "n": 3, "c": [{"d": null}]}"#).unwrap();
    let attributes = document.body().attributes().map(|it| Attribute::from(it).to_string());
    let expected = ["a = \"x/y ${b}\"\n", "n = 3\n", "c = [{\n  d = null\n}]\n"];
    assert_eq!(attributes.collect::<Vec<_>>(), expected);
    let items = document.into_body().into_iter().map(|it| it.to_string());
    assert_eq!(items.collect::<Vec<_>>(), expected);
}
