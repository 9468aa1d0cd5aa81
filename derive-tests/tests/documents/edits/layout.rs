//! Changes of documents in the canonical layout.

use serde::Serialize;
use serde_hcl::{Attribute, Block, Body, Expression, Item, Result, parse, parse_traversal};

/// Changes a source, and checks that the result is as expected and parses.
#[track_caller]
fn check(source: &str, change: impl FnOnce(&mut Body) -> Result<()>, expected: &str) {
    let mut document: Body = source.parse().unwrap();
    change(&mut document).unwrap();
    let found = document.to_string();
    assert_eq!(found, expected);
    parse(&found).unwrap();
}

#[test]
fn values_are_replaced_in_their_place() {
    check("a = 1 # one\n", |it| it.set("a", &2), "a = 2 # one\n");
    check("a   =   1", |it| it.set("a", &["x"]), "a   =   [\"x\"]");
    check("a { b = 1 }\n", |it| it.set("a.b", &true), "a { b = true }\n");
    check(
        "a {\n    b = 1 // x\n}\n",
        |it| it.set("a.b", &serde_json::json!({ "c": { "d": 1 } })),
        "a {\n    b = {\n      c = {\n        d = 1\n      }\n    } // x\n}\n",
    );
    let heredoc = |it: &mut Body| it.set_text("a", "<<E\nx\nE");
    check("a = 1 # one\n", heredoc, "a = <<E\nx\nE\n # one\n");
    check("b = 1\na = 1", heredoc, "b = 1\na = <<E\nx\nE\n");
    check("a = 1\n", |it| it.set_text("a", "1 +\n2"), "a = (1 +\n2\n)\n");
    check("a = 1\n", |it| it.set_text("a", "1 # x"), "a = (1 # x\n)\n");
    check("a = 1\n", |it| it.set("a", &parse_traversal("b.c[0]").unwrap()), "a = b.c[0]\n");
}

#[test]
fn new_attributes_are_added_after_the_others() {
    check("", |it| it.set("a", &1), "a = 1\n");
    check("a = 1", |it| it.set("b", &2), "a = 1\nb = 2\n");
    check("a = 1\r\n", |it| it.set("b", &2), "a = 1\r\nb = 2\r\n");
    check("\u{feff}", |it| it.set("b", &2), "\u{feff}b = 2\n");
    check("# c\n", |it| it.set("a", &1), "# c\n\na = 1\n");
    check("a = 1\n\n", |it| it.set("b", &2), "a = 1\nb = 2\n\n");
    check("a = 1\n\nb {}\n", |it| it.set("c", &2), "a = 1\nc = 2\n\nb {}\n");
    check("# head\n\nb {}\n", |it| it.set("c", &2), "# head\n\nc = 2\n\nb {}\n");
    check("b {\n}\n", |it| it.set("b.c", &2), "b {\n  c = 2\n}\n");
    check("b {\n\tc = 1\n}\n", |it| it.set("b.d", &2), "b {\n\tc = 1\n\td = 2\n}\n");
    check(
        "b {\n  c = 1\n  # end\n}\n",
        |it| it.set("b.d", &2),
        "b {\n  c = 1\n  # end\n\n  d = 2\n}\n",
    );
}

#[test]
fn equals_signs_are_aligned_where_they_were() {
    check("a = 1\nbb = 2\n", |it| it.set("ccc", &3), "a = 1\nbb = 2\nccc = 3\n");
    check("a  = 1\nbb = 2\n", |it| it.set("ccc", &3), "a   = 1\nbb  = 2\nccc = 3\n");
    check("a  = 1\nbb = 2\n", |it| it.set("c", &3), "a  = 1\nbb = 2\nc  = 3\n");
    check(
        "a  = 1\nbb = 2\n\nd = 1\n",
        |it| it.set("ccc", &3),
        "a  = 1\nbb = 2\n\nd   = 1\nccc = 3\n",
    );
    check(
        "a  = 1\nbb = 2\n",
        |it| it.rename_attribute("a", "long").map(drop),
        "long = 1\nbb   = 2\n",
    );
    check("a = 1\nbb = 2\n", |it| it.rename_attribute("a", "long").map(drop), "long = 1\nbb = 2\n");
    check(
        "t = {\n  a  = 1\n  bb = 2\n}\n",
        |it| it.set("t.ccc", &3),
        "t = {\n  a   = 1\n  bb  = 2\n  ccc = 3\n}\n",
    );
}

#[test]
fn bodies_on_one_line_are_divided_into_lines() {
    check("a { b = 1 }\n", |it| it.set("a.c", &2), "a {\n  b = 1\n  c = 2\n}\n");
    check("a {}\n", |it| it.set("a.c", &2), "a {\n  c = 2\n}\n");
    check("a { /* x */ }\n", |it| it.set("a.c", &2), "a {\n  c = 2\n  /* x */\n}\n");
    check("  a { b = 1 } # c\n", |it| it.set("a.c", &2), "  a {\n    b = 1\n    c = 2\n  } # c\n");
    let heredoc = |it: &mut Body| it.set_text("a.b", "<<E\nx\nE");
    check("a { b = 1 }\n", heredoc, "a {\n  b = <<E\nx\nE\n}\n");
}

#[test]
fn removed_items_take_their_comments_and_a_blank_line() {
    let remove = |address: &'static str| move |it: &mut Body| it.remove(address).map(drop);
    check("a = 1\n\n# of b\nb = 2 # b\n\nc = 3\n", remove("b"), "a = 1\n\nc = 3\n");
    check("# head\n\n# of a\na = 1\n\nb = 2\n", remove("a"), "# head\n\nb = 2\n");
    check("a = 1\n\nb = 2\n", remove("a"), "b = 2\n");
    check("a = 1\n\nb = 2\n", remove("b"), "a = 1\n");
    check("a = 1\nb = 2", remove("b"), "a = 1\n");
    check("a { b = 1 }\n", remove("a.b"), "a {}\n");
    check("a {\n  b = 1\n\n  c {}\n}\n", remove("a.b"), "a {\n  c {}\n}\n");
    check("a \"x\" {}\na \"y\" {}\n", remove("a.x"), "a \"y\" {}\n");
    check("a {}\na {}\nb = 1\n", remove("a[1]"), "a {}\nb = 1\n");
    check("a = 1\n", remove("b"), "a = 1\n");
}

#[test]
fn elements_are_changed_in_their_place() {
    let set = |address: &'static str| move |it: &mut Body| it.set(address, &3);
    let remove = |address: &'static str| move |it: &mut Body| it.remove(address).map(drop);
    let push = |it: &mut Body| it.push_to("a", &3);
    check("a = { b = 1, c = 2 }\n", set("a.b"), "a = { b = 3, c = 2 }\n");
    check("a = { b = 1 }\n", set("a.c"), "a = { b = 1, c = 3 }\n");
    check("a = {}\n", set("a.c"), "a = {\n  c = 3\n}\n");
    check("  a = {}\n", set("a.c"), "  a = {\n    c = 3\n  }\n");
    check("a = { \"x.y\" = 1 }\n", set("a[\"x.y\"]"), "a = { \"x.y\" = 3 }\n");
    check("a = [1, 2]\n", set("a[1]"), "a = [1, 3]\n");
    check("a = [1, [2]]\n", set("a[1][0]"), "a = [1, [3]]\n");
    check("a = []\n", push, "a = [3]\n");
    check("a = [1, 2]\n", push, "a = [1, 2, 3]\n");
    check("a = [1, 2,]\n", push, "a = [1, 2, 3,]\n");
    check("a = [\n  1,\n  2\n]\n", push, "a = [\n  1,\n  2,\n  3\n]\n");
    check("a = [\n  1, # one\n]\n", push, "a = [\n  1, # one\n  3,\n]\n");
    check("a = [\n  1 # one\n]\n", push, "a = [\n  1, # one\n  3\n]\n");
    check("a = [<<E\nx\nE\n]\n", push, "a = [<<E\nx\nE\n,\n  3\n]\n");
    check("a = [1, 2]\n", remove("a[0]"), "a = [2]\n");
    check("a = [1, 2]\n", remove("a[1]"), "a = [1]\n");
    check("a = [1]\n", remove("a[0]"), "a = []\n");
    check(
        "a = {\n  b = 1\n  # of c\n  c = 2 # c\n\n  d = 3\n}\n",
        remove("a.c"),
        "a = {\n  b = 1\n\n  d = 3\n}\n",
    );
    check("a = {\n  b = 1,\n  c = 2,\n}\n", set("a.d"), "a = {\n  b = 1,\n  c = 2,\n  d = 3,\n}\n");
    check(
        "a = [\n  {\n    b = 1\n  },\n]\n",
        |it| it.set("a[0].c", &serde_json::json!({ "d": 1 })),
        "a = [\n  {\n    b = 1\n    c = {\n      d = 1\n    }\n  },\n]\n",
    );
}

#[test]
fn blocks_are_separated_by_blank_lines() {
    let block = || Block::new("b").with_label("x y");
    check("a = 1\n", |it| it.push(block()), "a = 1\n\nb \"x y\" {}\n");
    check("a = 1\n\n", |it| it.push(block()), "a = 1\n\nb \"x y\" {}\n\n");
    check("c {}\n# end", |it| it.push(block()), "c {}\n# end\n\nb \"x y\" {}\n");
    check("c {}\nd {}\n", |it| it.insert_after("c", block()), "c {}\n\nb \"x y\" {}\n\nd {}\n");
    check(
        "# of c\nc {}\n",
        |it| it.insert_before("c", block().with_comment("new\n\nx")),
        "# new\n#\n# x\nb \"x y\" {}\n\n# of c\nc {}\n",
    );
    check(
        "c {\n  d {}\n}\n",
        |it| {
            let inner = it.take("c.d")?.expect("d is there");
            it.push(inner)
        },
        "c {\n}\n\nd {}\n",
    );
}

#[test]
fn built_items_can_be_added() {
    let block = Block::new("b").with_label("x").with_attribute("c", 1).with_comment("built");
    check("a = 1\n", |it| it.push(block), "a = 1\n\n# built\nb \"x\" {\n  c = 1\n}\n");
    let attribute = Attribute::new("b", [1, 2]);
    check("a = 1\nc {}\n", |it| it.insert_after("a", attribute), "a = 1\nb = [1, 2]\n\nc {}\n");
    let wrong = Block::new("no name");
    assert!("".parse::<Body>().unwrap().push(wrong).is_err());
}

#[test]
fn moved_blocks_keep_their_comments_and_get_the_indentation_of_their_place() {
    check(
        "# of a\na { # x\n  b = [\n    1, # one\n  ]\n}\nc {\n    d = 1\n}\n",
        |it| {
            let block = it.take("a")?.expect("a is there");
            it.block_mut("c").expect("c is there").push(block)
        },
        "c {\n    d = 1\n\n    # of a\n    a { # x\n      b = [\n        1, # one\n      ]\n    }\n}\n",
    );
    check("a {}\n\nb {}\n", |it| it.move_to_end("a").map(drop), "b {}\n\na {}\n");
}

#[test]
fn comments_of_a_moved_item_keep_their_indentation_when_it_changes() {
    let source = "b {\n    # one\n    # two\n    a = 1 # c\n}\n\nc {\n}\n";
    let moved = |value: &str| {
        let mut body: Body = source.parse().unwrap();
        let item = body.block_mut("b").unwrap().take("a").unwrap().unwrap();
        let mut block = body.block_mut("c").unwrap();
        block.push(item).unwrap();
        block.set_text("a", value).unwrap();
        block.to_string()
    };
    assert_eq!(moved("2"), "c {\n  # one\n  # two\n  a = 2 # c\n}\n");
    let expected = "c {\n  # one\n  # two\n  a = {\n    k = 2\n  } # c\n}\n";
    assert_eq!(moved("{\n  k = 2\n}"), expected);
}

#[test]
fn changes_see_the_results_of_earlier_ones() {
    check(
        "",
        |it| {
            it.push(Block::new("a").with_label("x"))?;
            it.set("a.x.b", &serde_json::json!({ "c": [1] }))?;
            it.push_to("a.x.b.c", &2)?;
            it.set("a.x.b.d", &3)?;
            it.rename_attribute("a.x.b", "e")?;
            it.block_mut("a.x").expect("was added").set_labels(["y"])?;
            it.set("a.y.f", &4)?;
            it.remove("a.y.e.d").map(drop)
        },
        "a \"y\" {\n  e = {\n    c = [1, 2]\n  }\n  f = 4\n}\n",
    );
    let mut document: Body = "".parse().unwrap();
    for index in 0..10 {
        document.push(Block::new("a").with_label(index.to_string())).unwrap();
        document.set(["a", &index.to_string(), "b"], &index).unwrap();
    }
    for index in 0..10 {
        let label = index.to_string();
        document.block_mut(["a", &label]).unwrap().set_labels([format!("x{label}")]).unwrap();
        assert!(document.block_mut(["a", &label]).is_err());
        assert!(document.remove(["a", &format!("x{label}"), "b"]).unwrap());
    }
    assert_eq!(
        document.to_string(),
        (0..10).map(|it| format!("a \"x{it}\" {{\n}}\n")).collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn refused_changes_change_nothing() {
    let source = "a = f(1)\nb {}\nb {}\nc = { d = 1 }\n";
    let mut document: Body = source.parse().unwrap();
    let refused = [
        document.set("a.x", &1).is_err(),
        document.set("b.x", &1).is_err(),
        document.set("x.y", &1).is_err(),
        document.set("c.d[0]", &1).is_err(),
        document.set("1a", &1).is_err(),
        document.set(["x y"], &1).is_err(),
        document.set("n", &f64::NAN).is_err(),
        document.set_text("n", "1\nm = 2").is_err(),
        document.set_text("n", "").is_err(),
        document.push_to("c", &1).is_err(),
        document.rename_attribute("a", "c").is_err(),
        document.rename_attribute("a", "x y").is_err(),
        document.push(Attribute::new("a", 1)).is_err(),
        document.push(Block::new("x y")).is_err(),
        "a = 1\nb = 2".parse::<Item>().is_err(),
        "a = ".parse::<Body>().is_err(),
        "1 }".parse::<Expression>().is_err(),
    ];
    assert_eq!(refused, [true; 17]);
    assert_eq!(document.to_string(), source);
}

#[test]
fn labels_and_keys_may_be_any_text() {
    check(
        "a /* x */ \"b\" /* y */ {}\n",
        |it| it.block_mut("a.b").expect("is there").set_labels(["${b}\n\"", "é"]),
        "a /* x */ \"$${b}\\n\\\"\" \"é\" /* y */ {}\n",
    );
    check("a = {}\n", |it| it.set(["a", "${k}\n"], &1), "a = {\n  \"$${k}\\n\" = 1\n}\n");
    check("a = {}\n", |it| it.set(["a", "for"], &1), "a = {\n  \"for\" = 1\n}\n");
}

#[test]
fn references_are_renamed_except_hidden_names() {
    let source = "a = var.x + f(var.x.y, \"${var.x}-${var.xx}\")\nb {\n  c = [for var in var.x : var.x]\n  d = { (var.x) = var.y }\n}\n";
    let expected = source.replace("f(var.x", "f(local.z").replace("${var.x}", "${local.z}");
    let expected = expected.replace("a = var.x", "a = local.z").replace("in var.x", "in local.z");
    let expected = expected.replace("(var.x)", "(local.z)");
    check(source, |it| it.rename_references("var.x", "local.z").map(drop), &expected);
}

#[test]
fn texts_are_written_as_their_place_needs() {
    let set =
        |address: &'static str, text: &'static str| move |it: &mut Body| it.set_text(address, text);
    check("a = { x = 2, y = 3 }\n", set("a.x", "1\n"), "a = { x = 1, y = 3 }\n");
    check("a = { x = 2 }\n", set("a.x", "<<E\nx\nE\n"), "a = { x = (<<E\nx\nE\n) }\n");
    check("a = [2, 3]\n", set("a[0]", "<<E\nx\nE"), "a = [(<<E\nx\nE\n), 3]\n");
    check("a = [2, 3]\n", set("a[0]", "for"), "a = [(for), 3]\n");
    for text in ["1\u{a0}", "1\u{c}", "1\u{2028}", "1\u{feff}"] {
        assert!("a = 0".parse::<Body>().unwrap().set_text("a", text).is_err(), "{text:?}");
    }
    check("a = 0\n", set("a", "\u{feff}1"), "a = 1\n");
    // The line breaks in comments are kept, as those in heredocs are.
    check("a = 0\r\n", set("a", "[ /* x\n */\n1]"), "a = [ /* x\n */\r\n1]\r\n");
    let old = "[\n    1, # one\n    2\n  ]";
    let back = |it: &mut Body| it.set("a", &1).and_then(|()| it.set_text("a", old));
    check(&format!("a = {old}\n"), back, &format!("a = {old}\n"));
}

#[test]
fn an_object_never_becomes_a_for_expression() {
    let remove = |it: &mut Body| it.remove("a.x").map(drop);
    check("a = { x = 1, for = 2 }\n", remove, "a = { \"for\" = 2 }\n");
    check("a = { x = 1, for.y = 2 }\n", remove, "a = { (for.y) = 2 }\n");
    check("a = [1, for.y]\n", |it| it.remove("a[0]").map(drop), "a = [(for.y)]\n");
    check("a = { b = 1, b = 2, c = 3 }\n", |it| it.remove("a.b").map(drop), "a = { c = 3 }\n");
    check("a = { /* c */ }\n", |it| it.set("a.b", &1), "a = { b = 1 /* c */ }\n");
}

#[test]
fn blank_lines_are_added_in_every_body() {
    let add = |it: &mut Body| it.block_mut("a").expect("is there").append_blank_line();
    check("a { b = 1 }\n", add, "a {\n  b = 1\n\n}\n");
    check("a { }\n", add, "a {\n }\n");
    check("a {\r\n  b = 1\r\n}\r\n", add, "a {\r\n  b = 1\r\n\r\n}\r\n");
    check("a {\n  /* x\n y */ }\n", |it| it.set("a.b", &1), "a {\n  b = 1\n  /* x\n y */ }\n");
    check(
        "b = 1\n\na { c = 1 }\n",
        |it| {
            let item = it.take("b")?.expect("b is there");
            it.block_mut("a").expect("a is there").push(item)
        },
        "a {\n  c = 1\n  b = 1\n}\n",
    );
}

#[test]
fn renamed_references_are_references() {
    let rename = |source: &str, to: &str| {
        let mut document: Body = source.parse().unwrap();
        let renamed = document.rename_references("x", to);
        assert!(renamed.is_ok() || document.to_string() == source);
        renamed.map(|_| document.to_string()).ok()
    };
    assert_eq!(rename("a = x\n", "z\n.b").as_deref(), Some("a = z.b\n"));
    for (source, to) in [("a = [x]\n", "for"), ("a = x\n", "null"), ("a = [for v in x : x]\n", "v")]
    {
        assert_eq!(rename(source, to), None, "{source}");
    }
}

#[test]
fn items_and_bodies_print_their_comments() {
    let text = "# a\n\n# b\nx = 1 # c\n\n# d\n";
    assert_eq!(text.parse::<Item>().unwrap().to_string(), text);
    check("y = 2\n", |it| it.push(text.parse::<Item>()?), &format!("y = 2\n{text}"));
    let source = "# a\n\n# b\nx {\n  # c\n\n  y = 2 # d\n  # e\n}\nz { w = 1 }\n";
    let mut document: Body = source.parse().unwrap();
    let body = Body::from(document.block("x").expect("x").body());
    assert_eq!(body.to_string(), "  # c\n\n  y = 2 # d\n  # e\n");
    assert_eq!(Body::from(document.block("z").expect("z").body()).to_string(), "w = 1\n");
    let item = document.take("x").unwrap().expect("x");
    assert_eq!(item.to_string(), "# b\nx {\n  # c\n\n  y = 2 # d\n  # e\n}\n");
}

#[derive(Serialize)]
struct Tag {
    key: &'static str,
}

#[test]
fn any_value_can_be_set() {
    check("a = 1\n", |it| it.set("a", &Tag { key: "x" }), "a = {\n  key = \"x\"\n}\n");
    check("a = 1\n", |it| it.set("a", "x\ny\n"), "a = \"x\\ny\\n\"\n");
    check("a = 1\n", |it| it.set("a", &None::<u8>), "a = null\n");
}

#[test]
fn a_comment_at_the_end_without_a_line_end_stays_a_comment_of_its_own() {
    let mut document: Body = "a = 1\n# end".parse().unwrap();
    document.push("b = 2\n# behind\n".parse::<Item>().unwrap()).unwrap();
    assert_eq!(document.to_string(), "a = 1\n# end\n\nb = 2\n# behind\n");
    assert!(document.remove("b").unwrap());
    assert_eq!(document.to_string(), "a = 1\n# end\n\n# behind\n");
}

#[test]
fn a_copied_expression_gets_the_lines_of_its_place() {
    let mut document: Body = "a = 1\r\nb {\r\n  c = 1\r\n}\r\n".parse().unwrap();
    document.push("d = [\n  1, # one\n]\n".parse::<Item>().unwrap()).unwrap();
    let list = Expression::from(document.expression("d").unwrap());
    document.set("a", &list).unwrap();
    document.set("b.c", &list).unwrap();
    document.push_to("b.c", &2).unwrap();
    let expected = "a = [
  1, # one
]
b {
  c = [
    1, # one
    2,
  ]
}

d = [
  1, # one
]
";
    assert_eq!(document.to_string(), expected.replace('\n', "\r\n"));
}

/// A changed attribute is a source of its own, whose text may have no line end.
#[test]
fn elements_of_changed_values_have_the_line_ends_of_the_document() {
    let set = |it: &mut Body| {
        it.set_text("b", "{}")?;
        it.set("b.c", &1)
    };
    for (before, behind) in [("a=1\r\n", "\r\nc=3\r\n"), ("a=1\r\n", ""), ("", "\r\nc=3\r\n")] {
        let value = "b={\r\n  c = 1\r\n}";
        check(&format!("{before}b=2{behind}"), set, &format!("{before}{value}{behind}"));
    }
    let add = |it: &mut Body| {
        it.set_text("b", "{}")?;
        it.set("b.c", &1)
    };
    check("a = 1\r\n", add, "a = 1\r\nb = {\r\n  c = 1\r\n}\r\n");
}

/// A heredoc with other line ends decides nothing.
#[test]
fn new_items_have_the_line_ends_of_the_text_that_was_read() {
    let add = |it: &mut Body| {
        it.set_text("x[1]", "<<E\nE\n")?;
        it.set("x", &1)?;
        it.push("# b\nb = 2\n".parse::<Item>()?)
    };
    check("x = [1, 2]\r\n", add, "x = 1\r\n# b\r\nb = 2\r\n");
}
