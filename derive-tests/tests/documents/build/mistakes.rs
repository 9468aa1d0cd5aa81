//! Builders refuse parts that a document can't contain, and report the reason.

use serde_hcl::value::Mark;
use serde_hcl::{Attribute, Block, Body, Expression, Value, to_string};

/// Checks that every method that can fail returns this mistake, and that the refused part is not
/// visible.
#[track_caller]
fn refused(body: Body, code: &str, path: Option<&str>) {
    let error = body.clone().build().unwrap_err();
    assert_eq!((error.code(), error.path().as_deref()), (code, path), "{error}");
    assert!(to_string(&body).is_err());
    assert!(body.evaluate(&serde_hcl::Context::new()).is_err());
    assert_ne!(body, body.clone());
    assert!(body.to_string().starts_with("# "), "{body}");
    assert!(serde_hcl::parse(&body.to_string()).is_ok());
    assert!(serde_hcl::parse(body.view().source()).is_ok());
    assert!(Block::new("outer").with_body(body).build().is_err());
}

#[test]
fn names_are_identifiers() {
    for name in ["", "a b", "1", "a.b", "a\nb", "\"a\"", "${a}", "a=", "-", "#", "\u{0}"] {
        refused(
            Body::new().with_attribute(name, 1),
            "no-identifier",
            Some(name).filter(|it| !it.is_empty()),
        );
        refused(Body::new().with_block(Block::new(name)), "no-identifier", Some("_"));
    }
}

#[test]
fn attributes_must_not_repeat() {
    let body = Body::new().with_attribute("a", 1).with_attribute("b", 1).with_attribute("a", 2);
    refused(body, "duplicate-argument", Some("a"));
    let parsed: Body = "a = 1\n".parse().unwrap();
    refused(parsed.with_attribute("a", 2), "duplicate-argument", Some("a"));
}

#[test]
fn values_must_have_a_written_form() {
    refused(Body::new().with_attribute("a", f64::NAN), "not-finite", Some("a"));
    let nested = Body::new().with_block(Block::new("b").with_attribute("a", [1.0, f64::INFINITY]));
    refused(nested, "not-finite", Some("b.a[1]"));
    let secret = Value::from("x").mark(Mark::SENSITIVE);
    refused(Body::new().with_attribute("a", secret), "custom", Some("a"));
}

#[test]
fn the_first_mistake_is_reported() {
    let body = Body::new()
        .with_attribute("1", 1)
        .with_attribute("a", f64::NAN)
        .with_block(Block::new("2"));
    refused(body, "no-identifier", Some("1"));
    let block = Block::new("b").with_attribute("1", 1).with_label("x").with_attribute("a", 1);
    assert_eq!(block.clone().build().unwrap_err().path().as_deref(), Some("1"));
    assert!(block.into_body().build().is_err());
    assert!(Attribute::new("1", 1).with_comment("c").with_trailing_comment("d").build().is_err());
}

#[test]
fn comments_behind_are_one_line() {
    let attribute = Attribute::new("a", 1).with_trailing_comment("b\nc = 1");
    assert_eq!(attribute.build().unwrap_err().code(), "comment-of-lines");
    let heredoc: Expression = "<<E\nx\nE\n".parse().unwrap();
    assert!(Attribute::new("a", heredoc).with_trailing_comment("b").build().is_err());
}

#[test]
fn comments_hide_nothing() {
    for text in
        ["a\nb = 1", "\r\nb = 1", "\rb = 1", "*/ b = 1", "\u{2028}b = 1", "\u{0}", "\u{feff}"]
    {
        let body = Body::new()
            .with_comment(text)
            .with_item(Attribute::new("x", 1).with_comment(text))
            .with_block(
                Block::new("y").with_comment(text).with_body(Body::new().with_comment(text)),
            );
        match body.clone().build() {
            Ok(built) => {
                let parsed: Body = built.to_string().parse().unwrap();
                assert_eq!(parsed.view().items().len(), 2, "{parsed}");
                assert_eq!(parsed, body);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn texts_must_contain_the_requested_item() {
    assert!("a = 1\nb = 2\n".parse::<Attribute>().is_err());
    assert!("a {}\n".parse::<Attribute>().is_err());
    assert!("a = 1\n".parse::<Block>().is_err());
    let error = "".parse::<Block>().unwrap_err();
    assert_eq!(error.code(), "not-one-item");
    assert!("a {".parse::<Block>().unwrap_err().line().is_some());
}

#[test]
fn blocks_nest_as_deep_as_they_can_be_parsed() {
    let nested =
        |levels| (1..levels).fold(Block::new("b"), |inner, _| Block::new("b").with_block(inner));
    let block = nested(1000);
    let text = block.to_string();
    assert_eq!(text.parse::<Block>().unwrap(), block);
    for levels in [1020, 1021, 1022, 1023, 1024, 1025, 1026, 5_000, 100_000] {
        match nested(levels).build() {
            Ok(block) => assert_eq!(to_string(&block).unwrap().parse::<Block>().unwrap(), block),
            Err(error) => assert!(levels > 1000 && !error.to_string().is_empty()),
        }
    }
}

#[test]
fn expressions_nest_as_deep_as_they_can_be_parsed() {
    let mut expression = Expression::encode(&1).unwrap();
    let mut levels = 0;
    while let Ok(deeper) = Expression::call("f", (&expression,)) {
        (expression, levels) = (deeper, levels + 1);
    }
    assert!((200..2000).contains(&levels), "{levels}");
    let nested = (0..900).fold(Block::new("b").with_attribute("a", &expression), |inner, _| {
        Block::new("b").with_block(inner)
    });
    assert!(nested.view().body().items().len() <= 1);
    assert!(nested.build().is_err());
}
