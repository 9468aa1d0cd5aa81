//! Order, positions and comments of items.

use serde_hcl::syntax::ItemRef;
use serde_hcl::{Address, Attribute, Block, Body, Layout, parse};

use derive_tests::bodies::native as document;
use derive_tests::random::Random;

const DOCUMENTS: u64 = 2_000;

/// Random documents, with the numbers that made them.
fn documents() -> impl Iterator<Item = (String, Random)> {
    (1..=DOCUMENTS).map(|seed| {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (document(&mut random), random)
    })
}

/// The items of a body with the comments that belong to them.
fn texts(body: &Body) -> Vec<String> {
    let view = body.view();
    let items = view.items().map(|item| {
        let comments: Vec<_> = item.leading_comments().map(|comment| comment.text()).collect();
        let trailing = item.trailing_comment().map(|comment| comment.text());
        let text = item.span().text(view.source());
        format!("{comments:?} {text} {trailing:?}").replace("\r\n", "\n").replace("\\r", "")
    });
    items.collect()
}

#[test]
fn sorting_keeps_items_and_their_comments() {
    let mut changed = 0;
    for (source, mut random) in documents() {
        let mut body: Body = source.parse().unwrap();
        let kind = random.below(3);
        let key = |item: ItemRef<'_>| match kind {
            0 => Some(item.name().to_owned()),
            1 => item.as_attribute().map(|attribute| attribute.name().to_owned()),
            _ => item.as_block().map(|block| {
                let labels: Vec<_> = block.labels().map(|label| label.value()).collect();
                format!("{} {labels:?}", block.block_type())
            }),
        };
        body.sort_by_key(|_| Some(())).unwrap();
        assert_eq!(body.to_string(), source, "equal keys");
        body.sort_by_key(key).unwrap();
        let sorted = body.to_string();
        let after: Body =
            sorted.parse().unwrap_or_else(|error| panic!("{source}\n{sorted}\n{error}"));

        let (mut before, mut now) = (texts(&source.parse().unwrap()), texts(&after));
        before.sort();
        now.sort();
        assert_eq!(before, now, "{source}\n---\n{sorted}");
        let keys: Vec<_> = after.view().items().filter_map(key).collect();
        assert!(keys.is_sorted(), "{sorted}");
        body.sort_by_key(key).unwrap();
        assert_eq!(body.to_string(), sorted, "sorted again");
        assert!(sorted.ends_with('\n') || !source.ends_with('\n'), "{source}");
        changed += usize::from(sorted != source);
    }
    assert!(changed > 300, "{changed}");
}

#[test]
fn comments_are_read_as_they_were_set() {
    let mut set = 0;
    for (source, mut random) in documents() {
        let mut body: Body = source.parse().unwrap();
        if body.is_empty() {
            continue;
        }
        let index = random.below(body.len());
        let Some(address) = address(&body, index) else { continue };
        let others = |body: &Body| {
            let mut texts = texts(body);
            texts.remove(index);
            texts
        };
        let before = others(&body);
        let text = random.pick(&["", "one", "one\ntwo", "# marked\n\nlast */"]);
        body.set_comment(&address, text).unwrap();
        assert_eq!(body.comment(&address).unwrap_or_default(), text);
        let trailing = random.pick(&["", "x", "${y} /* z"]);
        if body.set_trailing_comment(&address, trailing).is_ok() {
            assert_eq!(body.trailing_comment(&address).unwrap_or_default(), trailing);
        }
        // The same after reading the text.
        let written = body.to_string();
        let read: Body = written.parse().unwrap_or_else(|error| panic!("{written}\n{error}"));
        assert_eq!(read.comment(&address), body.comment(&address), "{source}\n---\n{written}");
        assert_eq!(read.trailing_comment(&address), body.trailing_comment(&address), "{written}");
        assert_eq!(others(&read), before, "{source}\n---\n{written}");
        set += 1;
    }
    assert!(set > 1_000, "{set}");
}

/// The address of the item at an index.
fn address(body: &Body, index: usize) -> Option<Address> {
    let item = body.view().items().nth(index)?;
    let Some(block) = item.as_block() else { return Some(Address::from([item.name()])) };
    let labels = block.labels().map(|label| label.value().into_owned());
    let names = std::iter::once(block.block_type().to_owned()).chain(labels).collect::<Vec<_>>();
    let same = body.view().blocks().filter(|other| {
        let labels = other.labels().map(|label| label.value().into_owned());
        std::iter::once(other.block_type().to_owned()).chain(labels).eq(names.iter().cloned())
    });
    let nth = same.take_while(|other| other.span() != block.span()).count();
    Some(names.iter().collect::<Address>().index(nth))
}

#[test]
fn reading_finds_the_same_in_changed_bodies() {
    for (source, _) in documents().take(500) {
        let captured: Body = source.parse().unwrap();
        let mut opened = captured.clone();
        let mut blocks = opened.blocks_mut().unwrap();
        assert!(blocks.all(|mut block| block.blocks_mut().unwrap().count() < 9));
        drop(blocks);
        for index in 0..captured.len() {
            let address = address(&captured, index).unwrap();
            let [one, other] = [&captured, &opened].map(|body| {
                let expression = body.expression(&address).map(|it| it.text().to_owned());
                let block = body.block(&address).map(|it| it.labels().count());
                (expression, block, body.comment(&address), body.trailing_comment(&address))
            });
            assert_eq!(one, other, "{address} in {source}");
            assert!(one.0.is_some() != one.1.is_some(), "{address} in {source}");
        }
        assert_eq!(opened.to_string(), source);
    }
}

#[test]
fn an_assigned_block_has_its_own_address() {
    for source in ["b {\n  c = 1\n}\n", "a = 1\n"] {
        let mut body: Body = source.parse().unwrap();
        if body.block("b").is_none() {
            body.push(Block::new("b")).unwrap();
        }
        *body.block_mut("b").unwrap() = Block::new("d").with_label("e");
        assert!(body.block_mut("d.e").is_ok() && body.block_mut("b").is_err(), "{body}");
        assert!(body.block("d.e").is_some() && body.block("b").is_none(), "{body}");
    }
}

#[test]
fn headers_of_sections_stay() {
    let source =
        "// License\n\n# ---- b ----\n\n# of b\nb = 1 # one\na = 2\n\n# ---- c ----\n\nc {}";
    let mut body: Body = source.parse().unwrap();
    body.sort_by_key(|item| Some(item.name().to_owned())).unwrap();
    let expected =
        "// License\n\n# ---- b ----\n\na = 2\n# of b\nb = 1 # one\n\n# ---- c ----\n\nc {}";
    assert_eq!(body.to_string(), expected);
    // Blank lines stay in their places.
    let mut body: Body = "b = 1\nd = 2\n\na {}".parse().unwrap();
    body.sort_by_key(|item| Some(item.name().to_owned())).unwrap();
    assert_eq!(body.to_string(), "a {}\nb = 1\n\nd = 2\n");
    let mut body: Body = "b {}\n\nn {}\n\na = 1\n".parse().unwrap();
    body.sort_by_key(|item| Some(item.name().to_owned()).filter(|name| name != "n")).unwrap();
    assert_eq!(body.to_string(), "a = 1\n\nn {}\n\nb {}\n");
}

#[test]
fn items_are_inserted_and_taken() {
    let mut body: Body = "a = 1\n\n# b\nb {}\n".parse().unwrap();
    body.insert_before("b", Attribute::new("c", 2)).unwrap();
    body.push(Block::new("d")).unwrap();
    assert_eq!(body.to_string(), "a = 1\n\nc = 2\n\n# b\nb {}\n\nd {}\n");
    assert_eq!(
        body.insert_before("c", Attribute::new("a", 3)).unwrap_err().code(),
        "duplicate-argument"
    );
    assert_eq!(body.take("b").unwrap().unwrap().to_string(), "# b\nb {}\n");
    assert!(body.take("b").unwrap().is_none());
    body.retain(|item| item.as_block().is_some()).unwrap();
    assert_eq!(body.to_string(), "d {}\n");
}

#[test]
fn blocks_are_inserted_once() {
    let mut body = Body::new().with_layout(Layout::Canonical);
    for value in [1, 2] {
        let mut block = body.block_or_insert(["module", "a.b"]).unwrap();
        block.block_or_insert("inner").unwrap().set("x", &value).unwrap();
    }
    assert_eq!(body.to_string(), "module \"a.b\" {\n  inner {\n    x = 2\n  }\n}\n");
    let mut body: Body = "b {}\nb {}\n".parse().unwrap();
    assert_eq!(body.block_or_insert("b").unwrap_err().code(), "ambiguous-address");
    assert_eq!(body.block_or_insert("c[1]").unwrap_err().code(), "invalid-address");
    assert_eq!(body.block_or_insert(["c d"]).unwrap_err().code(), "no-identifier");
    assert_eq!(body.to_string(), "b {}\nb {}\n");
}

#[test]
fn views_are_read_by_address() {
    let source = "a = { \"k.l\" = [1, (2)], k = 3, k = 4 }\nb \"x\" {\n  c = 5\n}\n";
    let document = parse(source).unwrap();
    let text = |address: &str| document.body().expression(address).map(|it| it.text());
    assert_eq!(text("a[\"k.l\"][1]"), Some("(2)"));
    assert_eq!(text("a.k"), Some("4"));
    assert_eq!((text("b.x.c"), text("b[0].c"), text("b.c")), (Some("5"), None, None));
    assert_eq!((text("b.x"), text("a.k.z"), text("not valid")), (None, None, None));
}

#[test]
fn a_comment_that_ends_on_the_line_of_an_item_goes_with_it() {
    let mut body: Body = "n { /* p\n */ a = 1 }\n".parse().unwrap();
    let taken = body.take("n.a").unwrap().unwrap().to_string();
    assert!(taken.contains("/* p") && taken.contains("a = 1"), "{taken}");
    assert_eq!(body.to_string(), "n {}\n");
}

#[test]
fn a_body_on_one_line_gets_lines_for_comments() {
    let change = |change: fn(&mut Body)| {
        let mut body: Body = "a { b = 1 }\n".parse().unwrap();
        change(&mut body);
        body.to_string()
    };
    let above = change(|body| body.set_comment("a.b", "c").unwrap());
    assert_eq!(above, "a {\n  # c\n  b = 1\n}\n");
    let behind = change(|body| body.set_trailing_comment("a.b", "c").unwrap());
    assert_eq!(behind, "a {\n  b = 1 # c\n}\n");
    assert_eq!(change(|body| body.set_comment("a.b", "").unwrap()), "a { b = 1 }\n");
}

#[test]
fn literals_are_read_without_evaluation() {
    let source = "a = \"x\\n\"\nb = -1\nc = 1.5\nd = true\ne = \"${f}\"\ng = 9223372036854775808\n";
    let body: Body = source.parse().unwrap();
    let get = |name: &str| body.expression(String::from(name)).unwrap();
    assert_eq!((get("a").as_str().as_deref(), get("a").as_i64()), (Some("x\n"), None));
    assert_eq!((get("b").as_i64(), get("b").as_f64()), (Some(-1), Some(-1.0)));
    assert_eq!((get("c").as_i64(), get("c").as_f64()), (None, Some(1.5)));
    assert_eq!(
        (get("d").as_bool(), get("e").as_str(), get("g").as_i64()),
        (Some(true), None, None)
    );
    let attribute = Attribute::from(body.view().attribute("b").unwrap());
    assert_eq!((attribute.name(), attribute.expression().as_i64()), ("b", Some(-1)));
}

#[test]
fn several_blocks_with_one_address_are_ambiguous_also_when_one_is_new() {
    for known in [0, 1, 2] {
        let mut body: Body = "b \"x\" {}\n".repeat(known).parse().unwrap();
        body.push(Block::new("b").with_label("x")).unwrap();
        body.push(Block::new("b").with_label("x")).unwrap();
        assert_eq!(body.set("b.x.c", &1).unwrap_err().code(), "ambiguous-address");
        assert_eq!(body.remove("b.x").unwrap_err().code(), "ambiguous-address");
        let last = || Address::from_iter(["b", "x"]).index(known + 1);
        body.set(last().name("c"), &1).unwrap();
        assert_eq!(body.expression(last().name("c")).unwrap().text(), "1");
        assert!(body.remove(last()).unwrap());
        assert_eq!(body.len(), known + 1);
    }
}

#[test]
fn a_value_that_is_set_back_leaves_no_change() {
    let source = "a = [\n    1, # one\n    2\n  ]\nb {\n  c = 1 # c\n}\n";
    let old = "[\n    1, # one\n    2\n  ]";
    let mut body: Body = source.parse().unwrap();
    for (address, other, old) in [("a", "1", old), ("b.c", "{\n}", "1"), ("b.c", "x", "1")] {
        body.set_text(address, other).unwrap();
        assert_ne!(body.to_string(), source);
        body.set_text(address, old).unwrap();
        assert_eq!((body.to_string(), body.changes()), (source.to_owned(), Vec::new()));
    }
}
