//! Comments in the views of a document.

use serde_hcl::parse;
use serde_hcl::syntax::{BodyRef, ItemRef};

/// The leading comments of an item, and its trailing one.
fn of(item: ItemRef<'_>) -> (Vec<&str>, Option<&str>) {
    let leading = item.leading_comments().map(|comment| comment.text()).collect();
    (leading, item.trailing_comment().map(|comment| comment.text()))
}

fn first(body: BodyRef<'_>) -> ItemRef<'_> {
    body.items().next().expect("an item")
}

#[test]
fn lines_directly_above_an_item_belong_to_it() {
    let source = "# far\n\n# one\n  // two\n/* three\n# lines */\na = 1 # behind\n";
    let document = parse(source).unwrap();
    let expected = (vec!["one", "two", "three\n# lines"], Some("behind"));
    assert_eq!(of(first(document.body())), expected);
    assert_eq!(document.comments().len(), 5);
}

#[test]
fn comments_on_the_line_of_an_item_belong_to_it() {
    let document = parse("/* a */ /* b */ c = 1 /* d */ # e\nf { /* g */ h = 1 /* i */ } # j\n");
    let document = document.unwrap();
    let mut items = document.body().items();
    assert_eq!(of(items.next().unwrap()), (vec!["a", "b"], Some("d")));
    let block = items.next().unwrap();
    assert_eq!(of(block), (vec![], Some("j")));
    let inner = first(block.as_block().unwrap().body());
    assert_eq!(of(inner), (vec!["g"], Some("i")));
}

#[test]
fn comments_after_another_token_belong_to_it() {
    let source = "a = 1 # of a\nb = 2\nc { # of the block\n  d = 1 // of d\n  # of e\n  e = <<E\n# text\nE\n}\n";
    let document = parse(source).unwrap();
    let items: Vec<_> = document.body().items().collect();
    assert_eq!(of(items[0]), (vec![], Some("of a")));
    assert_eq!(of(items[1]), (vec![], None));
    let inner: Vec<_> = items[2].as_block().unwrap().body().items().collect();
    assert_eq!(of(inner[0]), (vec![], Some("of d")));
    assert_eq!(of(inner[1]), (vec!["of e"], None));
}

#[test]
fn comments_exclude_the_byte_order_mark_and_carriage_returns() {
    let document = parse("\u{feff}# one\r\na = 1 // two\r\n").unwrap();
    let item = first(document.body());
    assert_eq!(of(item), (vec!["one"], Some("two")));
    let comment = document.comments().next().unwrap();
    assert_eq!((comment.marker(), comment.to_string()), ("#", "# one".to_owned()));
    assert_eq!(comment.span().text(document.source()), "# one");
}

#[test]
fn a_long_line_of_comments_takes_linear_time() {
    let source = format!("{}a = 1\n{}\nb = 2\n", "/**/".repeat(100_000), "/**/".repeat(100_000));
    let document = parse(&source).unwrap();
    let counts = document.body().items().map(|item| item.leading_comments().len());
    assert_eq!(counts.collect::<Vec<_>>(), [100_000, 100_000]);
}
