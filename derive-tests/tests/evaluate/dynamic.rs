use serde_hcl::configuration::Schema;
use serde_hcl::syntax::BodyRef;
use serde_hcl::value::Mark;
use serde_hcl::{Body, Context, Type, Value, from_str_with, json, parse, value};

/// The body as nested tuples of block types and values, for comparison.
fn outline(body: BodyRef<'_>, context: &Context) -> Value {
    Value::tuple(body.items().map(|item| match (item.as_attribute(), item.as_block()) {
        (Some(attribute), _) => attribute.expression().evaluate(context).unwrap(),
        (_, Some(block)) => {
            let labels = block.labels().map(|label| Value::from(&*label.value()));
            let header = [Value::from(block.block_type())].into_iter().chain(labels);
            Value::tuple(header.chain([outline(block.body(), context)]))
        }
        _ => Value::NULL,
    }))
}

fn expanded(source: &str, context: &Context) -> Value {
    outline(parse(source).unwrap().expand(context).unwrap().body(), context)
}

fn summaries(source: &str, context: &Context) -> Vec<String> {
    let error = parse(source).unwrap().expand(context).unwrap_err();
    error.diagnostics().iter().map(|diagnostic| diagnostic.summary().to_owned()).collect()
}

#[test]
fn an_unknown_collection_makes_one_unknown_block() {
    let source = "
dynamic \"b\" {
  for_each = list
  content {
a = 1
static {
  a = [2]
}
dynamic \"c\" {
  for_each = [1, 2]
  content {
    a = b.value
  }
}
  }
}
";
    let unknown = Value::unknown(Type::Dynamic);
    let block = |name: &str| Value::tuple([name.into(), Value::tuple([unknown.clone()])]);
    let content = [unknown.clone(), block("static"), block("c"), block("c")];
    let expected = Value::tuple([Value::tuple(["b".into(), Value::tuple(content)])]);
    let context = Context::new().variable("list", Value::unknown(Type::list(Type::Bool)));
    assert_eq!(expanded(source, &context), expected);
}

#[test]
fn attributes_get_the_marks() {
    let source = "
dynamic \"b\" {
  for_each = list
  content {
a = 1
c = [b.value]
  }
}
";
    let mark = |value: Value| value.mark(Mark::SENSITIVE);
    let context = Context::new().variable("list", mark(value!([2])));
    let document = parse(source).unwrap().expand(&context).unwrap();
    let found = outline(document.body(), &context);
    let content = Value::tuple([mark(value!(1)), mark(value!([2]))]);
    assert_eq!(found, Value::tuple([Value::tuple(["b".into(), content])]));
    let block = document.body().blocks().next().unwrap().body();
    assert!(block.attribute("c").unwrap().expression().as_list().is_some());
}

#[test]
fn generated_content_is_independent() {
    let source = "
dynamic \"b\" {
  for_each = [[1, 2]]
  content {
v = b.value[index]
  }
}
";
    let body = parse(source).unwrap().into_body().expand(&Context::new()).unwrap();
    let block = body.view().blocks().next().unwrap();
    let expression = block.body().attribute("v").unwrap().expression();
    assert_eq!(expression.text(), "b.value[index]");
    let references: Vec<_> = expression.references();
    assert_eq!(references.iter().map(ToString::to_string).collect::<Vec<_>>(), ["index"]);
    let context = Context::new().variable("index", 1).variable("b", "hidden");
    assert_eq!(expression.evaluate(&context).unwrap(), value!(2));
    assert_eq!(body.expand(&Context::new()).unwrap().view().blocks().count(), 1);
}

#[test]
fn a_generated_block_may_be_called_dynamic() {
    let source = "
dynamic \"dynamic\" {
  for_each = [1]
  content {
v = dynamic.value
  }
}
";
    let context = Context::new();
    let once = parse(source).unwrap().into_body().expand(&context).unwrap();
    let twice = once.expand(&context).unwrap();
    assert_eq!(outline(twice.view(), &context), value!([["dynamic", [1]]]));
}

#[test]
fn expansion_has_a_budget() {
    let nested = |levels: usize| {
        let list = format!("[{}]", "0,".repeat(100));
        (0..levels).fold("v = 1".to_owned(), |content, level| {
            format!("dynamic \"b{level}\" {{\n for_each = {list}\n content {{\n{content}\n}}\n}}")
        })
    };
    let context = Context::new().budget(100_000);
    assert_eq!(summaries(&nested(3), &context), ["Evaluation too expensive"]);
    assert!(parse(&nested(1)).unwrap().expand(&context).is_ok());
}

/// A type without labels has no argument for them, as in the reference.
#[test]
fn a_type_without_labels_has_no_argument_for_them() {
    let schema = Schema::new().block("b", &[]);
    let dynamic = |labels: &str| {
        format!("dynamic \"b\" {{\n  for_each = [1, 2]\n{labels}  content {{}}\n}}\n")
    };
    for (labels, expected) in [("", 0), ("  labels = []\n", 1), ("  labels = [\"x\"]\n", 1)] {
        let source = dynamic(labels);
        let document = parse(&source).unwrap().expand(&Context::new()).unwrap();
        let (content, diagnostics) = document.body().lenient_content(&schema);
        assert_eq!((content.blocks().len(), diagnostics.len()), (2 * (1 - expected), expected));
        for diagnostic in diagnostics {
            assert_eq!(diagnostic.summary(), "Unsupported argument");
            assert_eq!(diagnostic.span().unwrap().text(&source), "labels");
        }
    }

    // An empty collection generates no block whose labels could be checked. The reference reports the label.
    let empty = dynamic("  labels = [\"x\"]\n").replace("[1, 2]", "[]");
    let document = parse(&empty).unwrap().expand(&Context::new()).unwrap();
    let (content, diagnostics) = document.body().lenient_content(&schema);
    assert_eq!((content.blocks().len(), diagnostics.len()), (0, 0));

    let source = r#"{ "dynamic": { "b": { "for_each": [1], "labels": [], "content": {} } } }"#;
    let document = json::parse(source).unwrap().expand(&Context::new()).unwrap();
    let (_, diagnostics) = document.body().lenient_content(&schema);
    assert_eq!(diagnostics[0].summary(), "Extraneous JSON object property");
}

#[test]
fn each_part_of_a_block_costs_four() {
    let attributes: String = (0..100).map(|number| format!("a{number} = 1\n")).collect();
    let source = format!(
        "dynamic \"b\" {{\n for_each = [{}]\n content {{\n{attributes}}}\n}}",
        "0,".repeat(10)
    );
    let expands = |budget| parse(&source).unwrap().expand(&Context::new().budget(budget)).is_ok();
    let parts = 10 * (2 * 100 + 1);
    assert!(!expands(4 * parts) && expands(4 * parts + 10 * 2 * 16 + 100));
}

#[test]
fn written_text_has_values_in_place_of_references_to_the_element() {
    let source = r#"
dynamic "b" {
  for_each = [tolist(["t"])]
  content {
    list = b.value
    text = templatestring(b.value[0], {})
  }
}
"#;
    let context = Context::standard();
    let body = source.parse::<Body>().unwrap().expand(&context).unwrap();
    let element = [Value::list(Type::String, ["t"]), "t".into()];
    assert_eq!(outline(body.view(), &context), value!([["b", element]]));

    let written = body.to_string();
    assert_eq!(written, "b {\n  list = [\"t\"]\n  text = templatestring([\"t\"][0], {})\n}\n");
    let error = from_str_with::<Value>(&written, &context).unwrap_err();
    assert_eq!(error.path().as_deref(), Some("b[0].text"));
}
