//! Properties of built bodies, tested on random ones that are the same in every run.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof};
use proptest::sample::select;
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::TestCaseError;
use serde_hcl::format::format;
use serde_hcl::syntax::BodyRef;
use serde_hcl::{Attribute, Block, Body, Error, Expression, Item, Value, to_string};

/// A change of a body.
#[derive(Clone, Debug)]
enum Step {
    Attribute(String, Value),
    Expression(String, &'static str),
    Commented(String, String, String),
    Block { name: String, labels: Vec<String>, comment: Option<String>, steps: Vec<Step> },
    Comment(String),
    Parsed(&'static str),
}

fn build(steps: &[Step]) -> Body {
    steps.iter().fold(Body::new(), |body, step| match step {
        Step::Attribute(name, value) => body.with_attribute(name, value),
        Step::Expression(name, source) => {
            body.with_attribute(name, source.parse::<Expression>().unwrap())
        }
        Step::Commented(name, above, behind) => body
            .with_item(Attribute::new(name, 1).with_comment(above).with_trailing_comment(behind)),
        Step::Block { name, labels, comment, steps } => {
            let block = Block::new(name).with_labels(labels).with_body(build(steps));
            body.with_block(match comment {
                Some(comment) => block.with_comment(comment),
                None => block,
            })
        }
        Step::Comment(text) => body.with_comment(text),
        Step::Parsed(source) => {
            let mut body = body;
            body.extend(source.parse::<Body>().unwrap());
            body
        }
    })
}

/// Random steps. With odd names and texts if they may be refused.
fn steps(are_odd: bool) -> BoxedStrategy<Vec<Step>> {
    let name = move || match are_odd {
        false => "[a-z][a-z0-9_-]{0,8}".boxed(),
        true => prop_oneof![9 => "[a-z][a-z0-9_-]{0,8}", 1 => text()].boxed(),
    };
    let value = prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        text().prop_map(Value::from),
        vec(text().prop_map(Value::from), 0..3).prop_map(Value::tuple),
        vec((text(), text().prop_map(Value::from)), 0..3).prop_map(Value::object),
        Just(Value::NULL),
    ];
    let behind = if are_odd { text().boxed() } else { "[^\\pC]{0,8}".boxed() };
    let leaf = prop_oneof![
        4 => (name(), value).prop_map(|(name, value)| Step::Attribute(name, value)),
        2 => (name(), select(&EXPRESSIONS[..])).prop_map(|(name, source)| Step::Expression(name, source)),
        1 => (name(), text(), behind)
            .prop_map(|(name, above, behind)| Step::Commented(name, above, behind)),
        1 => text().prop_map(Step::Comment),
        1 => select(&PARSED[..]).prop_map(Step::Parsed),
    ];
    let block = move |steps: BoxedStrategy<Step>| {
        let comment = proptest::option::of(text());
        (name(), vec(text(), 0..3), comment, vec(steps, 0..4))
            .prop_map(|(name, labels, comment, steps)| Step::Block { name, labels, comment, steps })
    };
    let step = leaf.prop_recursive(4, 24, 4, move |inner| block(inner.boxed()));
    vec(step, 0..6).boxed()
}

const EXPRESSIONS: [&str; 8] = [
    "var.a[0].b",
    "1 +\n2",
    "[\n1,\n# c\n2\n]",
    "<<EOT\n  ${x}\n EOTS\nEOT\n",
    "\"${a}-%{ if b }c%{ endif }\"",
    "{ a = 1, (b) : c }",
    "{ for k, v in m : k => v... if v }",
    "f(x...)",
];

const PARSED: [&str; 6] = [
    "p1=1 // one\n",
    "# above\n\n\n# directly above\np2 b {c=1}\n",
    "\r\np3 = [\r\n1]\r\n",
    "p4 = <<-E\n    x\n  E\np5 { } # behind\np6 = 1",
    "p7 \"\\\"\" \"$${\" { /* c */ }\n",
    "",
];

fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "$", "{", "}", "${", "%{", "\"", "\\", "\n", "\r\n", "\r", "\t", "\0", "EOT", "#", "/*",
        "//", "\u{feff}", "\u{301}", "\u{2028}", "a", "b c", "é", "=", "1",
    ];
    let piece = prop_oneof![
        4 => select(pieces.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

fn hold(steps: BoxedStrategy<Vec<Step>>, property: impl Fn(Body) -> Result<(), TestCaseError>) {
    derive_tests::random::hold(200, steps, |steps| property(build(&steps)));
}

fn fail(error: Error) -> TestCaseError {
    TestCaseError::fail(format!("{error:#}"))
}

/// The same body, built from the parts of its view.
fn rebuilt(body: BodyRef<'_>) -> Body {
    let item = |item: serde_hcl::syntax::ItemRef<'_>| match (item.as_attribute(), item.as_block()) {
        (_, Some(block)) => {
            let labels = block.labels().map(|label| label.value().into_owned());
            Item::from(
                Block::new(block.block_type()).with_labels(labels).with_body(rebuilt(block.body())),
            )
        }
        (Some(attribute), _) => {
            Attribute::new(attribute.name(), Expression::from(attribute.expression())).into()
        }
        _ => unreachable!(),
    };
    body.items().map(item).collect()
}

#[test]
fn built_bodies_are_parsed_to_equal_ones() {
    hold(steps(true), |body| {
        let Ok(body) = body.clone().build() else {
            prop_assert!(to_string(&body).is_err());
            prop_assert!(serde_hcl::parse(&body.to_string()).is_ok());
            return Ok(());
        };
        let document = to_string(&body).map_err(fail)?;
        prop_assert_eq!(&format(&document).map_err(fail)?, &document);
        prop_assert_eq!(&document.parse::<Body>().map_err(fail)?, &body, "{}", document);
        prop_assert_eq!(&body.to_string(), &document);
        Ok(())
    });
}

#[test]
fn bodies_are_rebuilt_from_their_parts() {
    hold(steps(false), |body| {
        let Ok(body) = body.build() else { return Ok(()) };
        let items: Body = body.clone().into_iter().collect();
        prop_assert_eq!(&items, &body);
        let parsed: Body = to_string(&body).map_err(fail)?.parse().map_err(fail)?;
        let items: Body = parsed.clone().into_iter().collect();
        prop_assert_eq!(&items, &body, "{}", parsed);
        let rebuilt = rebuilt(parsed.view()).build().map_err(fail)?;
        prop_assert_eq!(&rebuilt, &body, "{}", parsed);
        let document = to_string(&rebuilt).map_err(fail)?;
        prop_assert_eq!(&document.parse::<Body>().map_err(fail)?, &body, "{}", document);
        Ok(())
    });
}
