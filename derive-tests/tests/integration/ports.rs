//! What programs do that came from hcl-rs and hcl-edit.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_hcl::configuration::Unresolved;
use serde_hcl::source::Columns;
use serde_hcl::syntax::{ExpressionKind, StepKind};
use serde_hcl::{Attribute, Block, Body, Context, Expression, from_str, from_str_with};

/// Steps in a list, or in blocks whose labels are their names.
#[derive(Debug, Deserialize)]
struct Job {
    #[serde(default, alias = "step", deserialize_with = "steps")]
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Step {
    #[serde(default)]
    name: String,
    run: Run,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Run {
    Shell(String),
    Job { job: String },
    Agent { agent: String },
}

fn steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Step>, D::Error> {
    struct Steps;

    impl<'de> Visitor<'de> for Steps {
        type Value = Vec<Step>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("steps")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, steps: A) -> Result<Vec<Step>, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(steps))
        }

        fn visit_map<A: MapAccess<'de>>(self, steps: A) -> Result<Vec<Step>, A::Error> {
            let steps: BTreeMap<String, Step> =
                Deserialize::deserialize(MapAccessDeserializer::new(steps))?;
            Ok(steps.into_iter().map(|(name, step)| Step { name, ..step }).collect())
        }
    }

    deserializer.deserialize_any(Steps)
}

#[test]
fn a_visitor_takes_labeled_blocks_as_a_map() {
    let runs = [
        ("\"ls\"", Run::Shell("ls".to_owned())),
        ("5", Run::Shell("5".to_owned())),
        ("{ job = \"b\" }", Run::Job { job: "b".to_owned() }),
        ("{ agent = \"c\" }", Run::Agent { agent: "c".to_owned() }),
    ];
    for (text, run) in runs {
        let blocks = format!("step \"x\" {{\n  run = {text}\n}}\n");
        let job: Job = from_str(&blocks).unwrap();
        assert_eq!((&*job.steps[0].name, &job.steps[0].run), ("x", &run), "{blocks}");
        let list = format!("steps = [{{ name = \"x\", run = {text} }}]\n");
        let job: Job = from_str(&list).unwrap();
        assert_eq!((&*job.steps[0].name, &job.steps[0].run), ("x", &run), "{list}");
    }
}

#[test]
fn text_stays_where_names_are_unresolved() {
    let context = Context::new().on_unresolved(Unresolved::Text);
    let text = |value: &str| {
        let source = format!("a = {value}\n");
        let decoded: BTreeMap<String, String> = from_str_with(&source, &context)?;
        Ok::<_, serde_hcl::Error>(decoded["a"].clone())
    };
    assert_eq!(text("var.port").unwrap(), "${var.port}");
    assert_eq!(text("\"echo $HOME ${HOME} $(x)\"").unwrap(), "echo $HOME ${HOME} $(x)");
    assert_eq!(text("true ? \"x\" : var.k").unwrap(), "x");
    assert!(from_str_with::<BTreeMap<String, u16>>("a = var.port\n", &context).is_err());
    assert!(text("\"${name:-default}\"").unwrap_err().line() == Some(1));
}

#[test]
fn an_editor_gets_positions_and_messages() {
    let source = "a = \"👩🏾\" @\nb = 1 +\nresource \"x\" \"y\" {\n";
    let (_, diagnostics) = serde_hcl::parse_lenient(source);
    assert_eq!(diagnostics.len(), 3);
    let columns = |columns| {
        let ranges = diagnostics.iter().map(|each| each.range_in(columns).unwrap().start);
        ranges.map(|start| (start.line, start.column)).collect::<Vec<_>>()
    };
    assert_eq!(columns(Columns::Graphemes)[0], (1, 9));
    assert_eq!(columns(Columns::Utf16)[0], (1, 12));
    assert_eq!(columns(Columns::Utf8)[0], (1, 16));
    for diagnostic in &diagnostics {
        assert!(diagnostic.to_string().ends_with(&diagnostic.message()));
        assert!(!diagnostic.message().starts_with(char::is_numeric));
    }
}

#[test]
fn blocks_of_a_type_are_taken_out() {
    let source = "macro \"a\" {}\nx = 1\nmacro \"b\" {}\n";
    let mut body: Body = source.parse().unwrap();
    let taken: Vec<Block> = body.view().blocks_named("macro").map(Into::into).collect();
    body.retain(|item| item.as_block().is_none()).unwrap();
    assert_eq!((taken.len(), body.view().items().len()), (2, 1));
    assert_eq!(taken[1].view().label(0).unwrap().value(), "b");
}

#[test]
fn names_of_steps_have_places() {
    let expression: Expression = "x.y.z[0]".parse().unwrap();
    let ExpressionKind::Traversal(traversal) = expression.view().kind() else { unreachable!() };
    let source = expression.view().source();
    for step in traversal.steps() {
        let name = step.name_span().map(|span| span.text(source));
        match step.kind() {
            StepKind::Attribute(attribute) => assert_eq!(name, Some(attribute)),
            _ => assert_eq!(name, None),
        }
    }
    let names: Vec<_> = traversal.steps().filter_map(|step| step.name_span()).collect();
    assert_eq!(names.iter().map(|span| span.range()).collect::<Vec<_>>(), [2..3, 4..5]);
}

#[test]
fn expressions_are_built_from_expressions() {
    let sum: Expression = "a + 1".parse().unwrap();
    assert_eq!(sum.parenthesized().unwrap().to_string(), "(a + 1)");
    let heredoc: Expression = "<<E\na\nE\n".parse().unwrap();
    assert_eq!(heredoc.parenthesized().unwrap().to_string(), "(<<E\na\nE\n)");
    assert_eq!(sum.index(0).unwrap().to_string(), "(a + 1)[0]");
    assert_eq!(Expression::call("f", (&sum, 1)).unwrap().to_string(), "f(a + 1, 1)");
    let (condition, label): (Expression, _) = ("a == b || c".parse().unwrap(), "x");
    let checked = serde_hcl::expression!((#condition) ? #(format!("OK: {label}")) : f(#condition));
    assert_eq!(checked.unwrap().to_string(), "(a == b || c) ? \"OK: x\" : f(a == b || c)");
}

#[test]
fn names_and_values_are_checked_when_they_are_given() {
    let mut body = Body::new();
    assert_eq!(body.push(Attribute::new("a b", 1)).unwrap_err().code(), "no-identifier");
    let block = Block::new("x").with_attribute("y", f64::NAN);
    assert_eq!(body.push(block).unwrap_err().code(), "not-finite");
    assert!(body.is_empty());
}

#[test]
fn a_label_with_a_dot_has_an_address() {
    let mut body: Body = "host \"a.b\" {\n  x = 1\n}\n".parse().unwrap();
    assert!(body.set("host.a.b.x", &2).is_err());
    body.set(["host", "a.b", "x"], &2).unwrap();
    body.set("host[\"a.b\"].x", &3).unwrap();
    assert_eq!(body.to_string(), "host \"a.b\" {\n  x = 3\n}\n");
}
