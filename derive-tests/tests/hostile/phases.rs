//! Runs every phase of the crate on a source.

use std::thread;

use serde::de::IgnoredAny;
use serde_hcl::configuration::{Graph, Schema, Variables};
use serde_hcl::format::format;
use serde_hcl::{Body, Context, Document, Error, Expression, Value, functions, json, value};

/// The size of a small thread's stack.
const STACK: usize = 2 << 20;

/// Phases that read a source more than once only get sources up to this size.
const SMALL: usize = 64 << 10;

/// Runs all phases on each source, on a thread with a small stack.
pub fn survive(sources: impl IntoIterator<Item = String>) {
    for source in sources {
        let start: String = source.chars().take(60).collect();
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            run(&source);
            run_with_errors(&source);
        });
        let outcome = thread.expect("a thread").join();
        assert!(outcome.is_ok(), "a panic, in what starts with {start:?}");
    }
}

/// Runs the source as a body, as the value of an attribute, as an expression, and as a template.
pub fn run(source: &str) {
    let context = Context::standard()
        .variable("a", value!({ "b": [{ "b": [1, 2] }] }))
        .variable("unknown", Value::unknown(serde_hcl::Type::Dynamic));
    layout(source);
    body(source, &context);
    body(&format!("a = {source}\n"), &context);
    expression(serde_hcl::parse_expression(source), &context);
    expression(serde_hcl::parse_template(source), &context);
}

/// Runs the phases on the trees of a source with syntax errors.
fn run_with_errors(source: &str) {
    for source in [source, &format!("a = {source}\n")] {
        if serde_hcl::parse(source).is_err() {
            let (tree, _) = serde_hcl::parse_lenient(source);
            let _ = (tree.invalid(), tree.place_at(source.len() as u32));
            document(Ok(tree), source, &Context::standard());
        }
    }
}

/// Runs all phases on each source in JSON syntax, on a thread with a small stack.
pub fn survive_as_json(sources: impl IntoIterator<Item = String>) {
    for source in sources {
        let start: String = source.chars().take(60).collect();
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || run_as_json(&source));
        let outcome = thread.expect("a thread").join();
        assert!(outcome.is_ok(), "a panic, in what starts with {start:?}");
    }
}

/// Runs the source as a body in JSON syntax, as the value of a property, and as an expression.
pub fn run_as_json(source: &str) {
    let context = Context::standard().variable("a", value!({ "b": [{ "b": [1, 2] }] }));
    document(json::parse(source), source, &context);
    let property = format!("{{\"a\": {source}}}");
    document(json::parse(&property), &property, &context);
    expression(json::parse_expression(source), &context);
    if let Ok(document) = json::parse(&property) {
        let body = Body::from(document.body());
        show(json::to_string(&body));
        show(serde_hcl::to_string(&body));
        show(document.body().content(&Schema::new().block("a", &["l", "m"])));
        show(document.body().attributes_only());
    }
}

fn body(source: &str, context: &Context) {
    document(serde_hcl::parse(source), source, context);
}

fn document(parsed: Result<Document<'_>, Error>, source: &str, context: &Context) {
    match parsed {
        Ok(document) => {
            let _ = format!("{:?}", document.body());
            let _ = document.body().references();
            show(serde_hcl::from_body::<serde_json::Value>(document.body(), context));
            show(serde_hcl::from_body::<Value>(document.body(), context));
            show(serde_hcl::from_body::<IgnoredAny>(document.body(), context));
            if source.len() < SMALL {
                extensions(document, context);
            }
        }
        Err(error) => show::<()>(Err(error)),
    }
}

fn extensions(document: Document<'_>, context: &Context) {
    show(document.body().content(&Schema::new().attribute("a").block("b", &["l"])));
    show(functions::defined_in(document.body(), context));
    show(serde_hcl::to_string(&Body::from(document.body())));
    relations(&document, context);
    let expanded = document.expand(context);
    if let Ok(expanded) = &expanded {
        let _ = (format!("{:?}", expanded.body()), expanded.body().references());
        show(serde_hcl::from_body::<Value>(expanded.body(), context));
        show(serde_hcl::to_string(&Body::from(expanded.body())));
    }
    show(expanded);
}

/// The graph of one file and of two files, and their variables.
fn relations(document: &Document<'_>, context: &Context) {
    let graph = Graph::of(document.body());
    let _ = (graph.components(), graph.affected_by(0), graph.dependencies(0));
    show(graph.order());
    let attributes = document.body().attributes();
    let attributes = attributes.map(|each| (each.name(), Expression::from(each.expression())));
    let lazy = context.clone().lazy_object("a", attributes);
    show(serde_hcl::parse_expression("a").and_then(|all| all.evaluate(&lazy)));
    show(serde_hcl::configuration::parse_sources([
        ("a", document.source()),
        ("b", document.source()),
    ]));
    let variables = Variables::from_body(document.body());
    let settings = [("a", "1"), ("b", "[")];
    show(variables.and_then(|variables| variables.values(settings, context)));
}

/// The formatter changes only blanks.
fn layout(source: &str) {
    let Ok(formatted) = format(source) else { return };
    let solid = |source: &str| source.replace([' ', '\t'], "");
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    assert_eq!(solid(&formatted), solid(source));
}

fn expression(parsed: Result<Expression, Error>, context: &Context) {
    let value = parsed.and_then(|expression| {
        let _ = (format!("{expression:?}"), expression.references());
        if expression.view().text().len() < SMALL {
            show(expression.view().to_type());
            show(serde_hcl::to_expression_string(&expression));
            show(expression.reduce(&Context::standard()));
            show(expression.reduce(context));
        }
        expression.evaluate(context)
    });
    if let Ok(value) = &value {
        let _ = (value.to_string(), format!("{value:?}"), value.type_of());
        show(serde_hcl::from_value::<serde_json::Value>(value.clone()));
    }
    show(value);
}

/// Renders an error in all its forms.
fn show<T>(result: Result<T, Error>) {
    let Err(error) = result else { return };
    assert!(!error.diagnostics().is_empty(), "an error without a diagnostic");
    assert!(!error.to_string().is_empty() && !format!("{error:#}").is_empty());
    assert!(!error.report().is_empty() && !error.report_in_color().is_empty());
}
