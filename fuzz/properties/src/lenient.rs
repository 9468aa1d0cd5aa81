//! Documents with syntax errors.
//!
//! The suite of hostile input in `derive-tests` checks the same property on damaged sources.

use std::str;
use std::sync::LazyLock;

use serde::de::IgnoredAny;
use serde_hcl::configuration::{Graph, Schema, Unresolved, Variables};
use serde_hcl::source::Span;
use serde_hcl::syntax::{BodyRef, ExpressionRef, PartRef};
use serde_hcl::syntax::{ExpressionKind, PartKind, StepKind};
use serde_hcl::{Body, Context, Document, Error, Expression, Value, functions};

/// The budget is small, so that an input takes only milliseconds.
static CONTEXT: LazyLock<Context> =
    LazyLock::new(|| Context::standard().on_unresolved(Unresolved::Text).budget(20_000));

/// Expressions below this level are only read.
const LEVELS: usize = 60;

/// A document with syntax errors has a tree like any other: every operation on it returns. Its spans
/// are inside the source and inside those of their parents. Invalid parts don't overlap.
pub fn lenient(data: &[u8]) {
    let Ok(source) = str::from_utf8(data) else { return };
    let (document, diagnostics) = serde_hcl::parse_lenient(source);
    let strict = serde_hcl::parse(source);
    assert_eq!(diagnostics.is_empty(), strict.is_ok());
    if let Ok(strict) = strict {
        assert_eq!(format!("{strict:?}"), format!("{document:?}"), "another tree without errors");
        assert!(document.invalid().is_empty(), "{:?}", document.invalid());
    }
    for diagnostic in &diagnostics {
        let _ = format!("{diagnostic:#} {diagnostic:?}");
    }
    let tree = Tree { source };
    tree.document(&document);
    tree.body(document.body(), 0);
    tree.reads(document.body());
    if let Some(expanded) = tried(serde_hcl::parse_lenient(source).0.expand(&CONTEXT)) {
        let _ = (format!("{expanded:?}"), expanded.body().references().len());
        tried(serde_hcl::from_body::<Value>(expanded.body(), &CONTEXT));
        printed(expanded.into_body());
    }
    printed(document.into_body());
    tried(serde_hcl::format::format(source));
}

/// Prints a body in both syntaxes, and reads the text.
fn printed(body: Body) {
    let _ = (body.references().len(), format!("{body:?}"));
    let text = body.to_string();
    let _ = serde_hcl::parse_lenient(&text).0.body().items().len();
    tried(serde_hcl::to_string(&body));
    tried(serde_hcl::json::to_string(&body));
    let _ = body.clone().merge(body).to_string();
}

/// The tree of a source.
struct Tree<'s> {
    source: &'s str,
}

impl Tree<'_> {
    fn document(&self, document: &Document<'_>) {
        for comment in document.comments() {
            self.inside(comment.span());
            let _ = (comment.text(), comment.marker());
        }
        let invalid = document.invalid();
        for span in &invalid {
            self.inside(*span);
            let _ = document.locate(*span);
        }
        let is_apart = |pair: &[Span]| pair[0].end <= pair[1].start;
        assert!(invalid.windows(2).all(is_apart), "invalid parts overlap: {invalid:?}");
        let step = (self.source.len() / 64).max(1);
        for offset in (0..=self.source.len() + 1).step_by(step) {
            let place = document.place_at(offset as u32);
            let _ = (format!("{place:?}"), place.label().map(|label| label.value().len()));
            for expression in place.expressions() {
                let range = expression.span().range();
                assert!(range.start <= offset && offset <= range.end, "{range:?} not at {offset}");
            }
        }
    }

    /// Passes a body to the other parts of the crate.
    fn reads(&self, body: BodyRef<'_>) {
        let context = &*CONTEXT;
        for reference in body.references() {
            self.inside(reference.span());
            let _ = (reference.to_string(), reference.text().len(), format!("{reference:?}"));
        }
        let graph = Graph::of(body);
        let _ = (format!("{graph:?}"), graph.components().len());
        tried(graph.order());
        for part in 0..graph.len().min(4) {
            let _ = (graph.dependencies(part), graph.affected_by(part));
        }
        tried(serde_hcl::from_body::<serde_json::Value>(body, context));
        tried(serde_hcl::from_body::<Value>(body, context));
        tried(serde_hcl::from_body::<IgnoredAny>(body, context));
        tried(functions::defined_in(body, context));
        let variables = tried(Variables::from_body(body));
        variables.map(|variables| tried(variables.values([("a", "1")], context)));
        tried(body.attributes_only());
        let schema =
            Schema::new().attribute("a").block("b", &["label"]).block("resource", &["t", "n"]);
        let (content, _) = body.lenient_content(&schema);
        let _ = (content.rest_body().to_string(), content.missing_item_span());
        let _ = body.without(&schema).to_string();
        let attributes = body.attributes().map(|it| (it.name(), Expression::from(it.expression())));
        let lazy = context.child().lazy_object("local", attributes);
        for attribute in body.attributes().take(8) {
            tried(attribute.expression().evaluate(&lazy));
            tried(attribute.expression().reduce(&lazy));
        }
    }

    fn body(&self, body: BodyRef<'_>, level: usize) {
        self.inside(body.span());
        let _ = format!("{body:?}");
        for item in body.items() {
            self.inside(item.name_span());
            let _ = (item.leading_comments().count(), item.trailing_comment());
            if let Some(attribute) = item.as_attribute() {
                self.expression(attribute.expression(), attribute.span(), level);
            }
            if let Some(block) = item.as_block() {
                within(block.header_span(), block.span());
                for label in block.labels() {
                    self.inside(label.span());
                    let _ = label.value();
                }
                if level < LEVELS {
                    self.body(block.body(), level + 1);
                }
            }
        }
    }

    fn expression(&self, expression: ExpressionRef<'_>, parent: Span, level: usize) {
        let span = expression.span();
        self.inside(span);
        within(span, parent);
        if level > LEVELS {
            return;
        }
        let next = |expression| self.expression(expression, span, level + 1);
        let _ = (expression.references().len(), expression.as_keyword(), expression.as_traversal());
        let _ = (expression.as_call().is_some(), expression.as_list().is_some());
        tried(expression.to_type());
        tried(expression.to_type_constraint());
        match expression.kind() {
            ExpressionKind::String(text) => drop(text.value()),
            ExpressionKind::Template(template) => {
                template.parts().for_each(|part| self.part(part, span, level + 1));
            }
            ExpressionKind::Tuple(elements) => elements.for_each(next),
            ExpressionKind::Object(object) => object.items().for_each(|item| {
                let _ = item.name();
                next(item.key());
                next(item.value());
            }),
            ExpressionKind::Call(call) => {
                within(call.name_span(), span);
                within(call.arguments_span(), span);
                let _ = (call.name(), call.expands_last());
                call.arguments().for_each(next);
            }
            ExpressionKind::Traversal(traversal) => {
                next(traversal.root());
                for step in traversal.steps() {
                    within(step.span(), span);
                    if let StepKind::Index(key) = step.kind() {
                        next(key);
                    }
                }
            }
            ExpressionKind::Parenthesized(inner) => next(inner),
            ExpressionKind::Unary(_, inner) => next(inner),
            ExpressionKind::Binary(_, left, right) => {
                [left, right].into_iter().for_each(next);
            }
            ExpressionKind::Conditional(conditional) => {
                next(conditional.predicate());
                next(conditional.if_true());
                next(conditional.if_false());
            }
            ExpressionKind::For(iteration) => {
                self.name(iteration.key_name_span(), iteration.key_name(), span);
                self.name(Some(iteration.value_name_span()), Some(iteration.value_name()), span);
                let _ = iteration.is_grouping();
                next(iteration.collection());
                iteration.key().into_iter().for_each(next);
                next(iteration.value());
                iteration.condition().into_iter().for_each(next);
            }
            _ => {}
        }
    }

    fn part(&self, part: PartRef<'_>, parent: Span, level: usize) {
        let span = part.span();
        self.inside(span);
        within(span, parent);
        if level > LEVELS {
            return;
        }
        match part.kind() {
            PartKind::Interpolation(inner) => self.expression(inner, span, level + 1),
            PartKind::If(directive) => {
                self.expression(directive.predicate(), span, level + 1);
                let parts = directive.if_true().chain(directive.if_false().into_iter().flatten());
                parts.for_each(|part| self.part(part, span, level + 1));
            }
            PartKind::For(directive) => {
                self.name(directive.key_name_span(), directive.key_name(), span);
                self.name(Some(directive.value_name_span()), Some(directive.value_name()), span);
                self.expression(directive.collection(), span, level + 1);
                directive.parts().for_each(|part| self.part(part, span, level + 1));
            }
            _ => {}
        }
    }

    fn name(&self, span: Option<Span>, name: Option<&str>, parent: Span) {
        assert_eq!(span.map(|span| span.text(self.source)), name);
        span.into_iter().for_each(|span| within(span, parent));
    }

    fn inside(&self, span: Span) {
        assert!(self.source.get(span.range()).is_some(), "{span:?} is not a span of the source");
    }
}

fn within(inner: Span, outer: Span) {
    assert!(outer.start <= inner.start && inner.end <= outer.end, "{inner:?} not in {outer:?}");
}

/// The value of a result; of an error, only the message, because a report takes much longer.
fn tried<T>(result: Result<T, Error>) -> Option<T> {
    result.inspect_err(|error| drop(error.to_string())).ok()
}
