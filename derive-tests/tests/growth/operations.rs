//! The public operations on a document.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_hcl::configuration::{Graph, Schema, Setting, Variables, parse_sources};
use serde_hcl::describe::Description;
use serde_hcl::language::Editor;
use serde_hcl::source::{Columns, LineIndex, Span};
use serde_hcl::syntax::ExpressionKind;
use serde_hcl::{
    Address, Attribute, Block, Body, Context, Decoder, Expression, Hcl, Value, edit, format,
    from_str, from_str_with, functions, json, parse, parse_expression, parse_lenient, to_string,
};

/// A name, and what is done with the text of a document. Documents with mistakes and values with errors
/// have results, too.
pub(crate) type Operation = (&'static str, fn(&str));

pub(crate) const OPERATIONS: &[Operation] = &[
    ("parse", |text| match parse(text) {
        Ok(document) => drop(document),
        Err(error) => drop((error.to_string(), error.report())),
    }),
    ("parse_lenient", |text| {
        let (document, diagnostics) = parse_lenient(text);
        let shown: Vec<_> =
            diagnostics.iter().map(|each| (each.to_string(), each.report())).collect();
        drop((document, shown));
    }),
    ("requests of an editor", |text| {
        let (description, context) = (Description::of::<()>(), Context::standard());
        let editor = Editor::new(text, &description, &context);
        for offset in [0, text.len() as u32 / 2, text.len() as u32] {
            drop((editor.complete(offset), editor.hover(offset), editor.signature_help(offset)));
            drop((editor.references(offset), editor.rename(offset, "z")));
        }
        drop((editor.symbols(), editor.folding(), editor.semantic_tokens()));
    }),
    ("fixes of an editor", |text| {
        let (description, context) = (Description::of::<()>(), Context::standard());
        let editor = Editor::new(text, &description, &context);
        let mistakes = parse_lenient(text).1;
        drop(editor.quick_fixes(&mistakes, Span::new(0, text.len() as u32)));
    }),
    ("format", |text| drop(format::format(text))),
    ("from_str to Value", |text| drop(from_str_with::<Value>(text, &Context::standard()))),
    ("from_str to JSON", |text| {
        drop(from_str_with::<serde_json::Value>(text, &Context::standard()));
    }),
    ("from_str to a map", |text| {
        drop(from_str_with::<BTreeMap<String, serde_json::Value>>(text, &Context::standard()));
    }),
    ("from_str to a struct", |text| drop(from_str::<Small>(text))),
    ("from_str to a flattened map", |text| {
        type Target = Flattened<BTreeMap<String, serde_json::Value>>;
        drop(from_str_with::<Target>(text, &Context::standard()).map(|it| it.inner));
    }),
    ("from_str to a flattened map of lists", |text| {
        type Target = Flattened<BTreeMap<String, Vec<BTreeMap<String, serde_json::Value>>>>;
        drop(from_str_with::<Target>(text, &Context::standard()).map(|it| it.inner));
    }),
    ("from_str to an untagged enum", |text| {
        drop(from_str_with::<Part>(text, &Context::standard()));
    }),
    ("from_str with unused items", |text| {
        drop(Decoder::new().collect_unknown_fields(|decoder| decoder.from_str::<Small>(text)));
    }),
    ("from_str with mistakes in blocks", |text| {
        let decoded = from_str_with::<BTreeMap<String, Vec<Strict>>>(text, &Context::standard());
        drop(decoded.map_err(|error| (format!("{error:#}"), error.report())));
    }),
    ("from_str with mistakes in values", |text| {
        type Target = BTreeMap<String, Vec<Vec<bool>>>;
        let decoded = from_str_with::<Target>(text, &Context::standard());
        drop(decoded.map_err(|error| (format!("{error:#}"), error.report())));
    }),
    ("evaluate each", |text| {
        let context = Context::standard();
        for expression in expressions(text).values() {
            drop(expression.evaluate(&context));
        }
    }),
    ("evaluate each of joined sources", |text| {
        let context = Context::standard();
        if let Ok(document) = parse_sources([("a.hcl", text)]) {
            for attribute in document.body().attributes() {
                drop(attribute.expression().evaluate(&context));
            }
        }
    }),
    ("reduce each", |text| {
        let context = Context::standard();
        for expression in expressions(text).values() {
            drop(expression.reduce(&context));
        }
    }),
    ("evaluate lazy variables", |text| {
        let context = Context::standard().lazy_object("local", expressions(text));
        drop(parse_expression("local").unwrap().evaluate(&context));
    }),
    ("evaluate each lazy variable", |text| {
        let all = expressions(text);
        let reads: String = all.keys().map(|name| format!("local.{name}, ")).collect();
        let context = Context::standard().lazy_object("local", all);
        drop(parse_expression(&format!("[{reads}]")).map(|reads| reads.evaluate(&context)));
    }),
    ("references", |text| drop(parse_lenient(text).0.body().references())),
    ("graph", |text| {
        let (document, _) = parse_lenient(text);
        let graph = Graph::of(document.body());
        drop((graph.order().map_err(|error| error.report()), graph.affected_by(0)));
    }),
    ("expand", |text| {
        drop(parse(text).and_then(|document| document.expand(&Context::standard())));
    }),
    ("decode with expansion", |text| {
        let decoder = Decoder::new().context(&Context::standard()).expand_dynamic_blocks(true);
        drop(decoder.from_str::<serde_json::Value>(text));
    }),
    ("variables", |text| {
        let variables = parse(text).and_then(|document| Variables::from_body(document.body()));
        let none = Vec::<(String, Setting)>::new();
        drop(variables.map(|variables| variables.values(none, &Context::standard())));
    }),
    ("functions", |text| {
        let document = parse(text);
        drop(document.map(|it| functions::defined_in(it.body(), &Context::standard())));
    }),
    ("schema", |text| {
        let (document, _) = parse_lenient(text);
        let schema = Schema::new().attribute("a").block("b", &["label"]);
        let (content, diagnostics) = document.body().lenient_content(&schema);
        drop((content.rest_body(), diagnostics));
    }),
    ("to_string", |text| {
        drop(from_str_with::<Value>(text, &Context::standard()).map(|value| to_string(&value)));
    }),
    ("json::to_string", |text| drop(from_str::<Body>(text).map(|body| json::to_string(&body)))),
    ("json::from_str", |text| {
        if let Ok(json) = from_str::<Body>(text).and_then(|body| json::to_string(&body)) {
            drop(json::from_str_with::<Value>(&json, &Context::standard()));
        }
    }),
    ("json::from_str to a flattened map", |text| {
        if let Ok(json) = from_str::<Body>(text).and_then(|body| json::to_string(&body)) {
            type Target = Flattened<BTreeMap<String, serde_json::Value>>;
            drop(json::from_str_with::<Target>(&json, &Context::standard()));
        }
    }),
    ("debug", |text| drop(format!("{:?}", parse_lenient(text).0))),
    ("at", |text| {
        let (document, _) = parse_lenient(text);
        for offset in (0..text.len()).step_by(1 + text.len() / 100) {
            let _ = document.place_at(offset as u32).blocks().len();
        }
    }),
    ("comments", |text| {
        let _ = parse_lenient(text).0.comments().count();
    }),
    ("positions", |text| {
        let lines = LineIndex::new(text);
        for offset in (0..text.len()).step_by(1 + text.len() / 10) {
            let _ = lines.position(offset as u32, Columns::Graphemes);
        }
    }),
    ("clone", |text| drop(parse_lenient(text).0.into_body().clone())),
    ("into_body", |text| drop(parse_lenient(text).0.into_body().to_string())),
    ("merge", |text| drop(from_str::<Body>(text).map(|body| body.clone().merge(body).to_string()))),
    ("edit", |text| {
        if let Ok(mut document) = text.parse::<Body>() {
            drop((document.set("zz", &1), document.to_string()));
        }
    }),
    ("build comments", |text| {
        let comments = 0..text.len() / 8;
        let body = comments.fold(Body::new(), |body, number| {
            body.with_comment("one").with_attribute(format!("a{number}"), 1).with_comment("two")
        });
        drop(body.to_string());
        let lines = 0..text.len() / 8;
        let attribute = lines.clone().fold(Attribute::new("a", 1), |it, _| it.with_comment("one"));
        let block = lines.fold(Block::new("b"), |block, _| block.with_comment("one"));
        drop(block.with_item(attribute).to_string());
    }),
    ("edit elements", |text| {
        let Ok(mut document) = text.parse::<Body>() else { return };
        let elements = match document.expression("a").map(|value| value.kind()) {
            Some(ExpressionKind::Object(object)) => object.items().count(),
            Some(ExpressionKind::Tuple(elements)) => elements.count(),
            _ => 0,
        };
        // Each change takes time for the whole constructor.
        for index in 0..elements.min(16) {
            let element = Address::from("a").index(index);
            let name = Address::from("a").name(&format!("n{index}"));
            drop((document.set(&name, &2), document.push_to("a", &2)));
            drop((document.set(&name, &3), document.set(&element, &3)));
        }
        drop(document.to_string());
    }),
    ("edit at failing addresses", |text| {
        let Ok(mut document) = text.parse::<Body>() else { return };
        for index in 0..text.len() / 40 {
            // All items are compared with a name that is not similar to any of them.
            let name = format!("another-{index}");
            drop((document.set(["no", &name], &2), document.set(["b", &name, "c"], &2)));
            drop((document.set(["a", &name, "c"], &2), document.push_to(["a0", &name], &2)));
        }
    }),
    ("File with a change", |text| {
        if let Ok(mut file) = text.parse::<edit::File<BTreeMap<String, serde_json::Value>>>() {
            file.insert("zz".to_owned(), 1.into());
            drop(file.to_string());
        }
    }),
    ("config", |text| drop(config::Format::parse(&Hcl, None, text))),
    ("File", |text| {
        if let Ok(file) = text.parse::<edit::File<BTreeMap<String, serde_json::Value>>>() {
            drop(file.to_string());
        }
    }),
];

/// No document has all of its fields, and many have others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decoding fails")]
struct Strict {
    one: bool,
    two: String,
    x: Vec<bool>,
    b: Vec<Strict>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Small {
    #[serde(default)]
    port: i32,
}

#[derive(Deserialize)]
struct Flattened<T> {
    #[serde(flatten)]
    inner: T,
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Part {
    One { first: Box<Part> },
    Text(String),
    List(Vec<Part>),
    Object(BTreeMap<String, Part>),
}

/// The attributes of a document.
fn expressions(text: &str) -> BTreeMap<String, Expression> {
    let (document, _) = parse_lenient(text);
    let attributes = document.body().attributes();
    attributes.map(|each| (each.name().to_owned(), Expression::from(each.expression()))).collect()
}
