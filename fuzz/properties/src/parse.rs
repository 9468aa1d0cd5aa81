//! Parsing.

use std::str;

use serde::de::IgnoredAny;
use serde_hcl::Expression;
use serde_hcl::source::Span;
use serde_hcl::syntax::BodyRef;

use crate::checked;

/// Every grammar accepts the source or explains why not. The parts of the tree are inside the source
/// and inside their parents, and in order.
pub fn parse(data: &[u8]) {
    checked(serde_hcl::from_slice::<IgnoredAny>(data));
    let Ok(source) = str::from_utf8(data) else { return };
    if let Some(document) = checked(serde_hcl::parse(source)) {
        body(document.body(), source);
    }
    let grammars = [
        serde_hcl::parse_expression,
        serde_hcl::parse_template,
        serde_hcl::parse_traversal,
        serde_hcl::parse_partial_traversal,
    ];
    for grammar in grammars {
        if let Some(parsed) = checked(grammar(source)) {
            expression(&parsed);
        }
    }
}

fn body(body: BodyRef<'_>, source: &str) {
    let _ = (format!("{body:?}"), body.references().len());
    let mut end = 0;
    for item in body.items() {
        let span = item.name_span();
        assert!(span.start >= end, "{} is out of order", item.name());
        assert_eq!(span.text(source), item.name());
        end = span.end;
    }
    for attribute in body.attributes() {
        within(attribute.expression().span(), attribute.span());
        assert!(body.attribute(attribute.name()).is_some());
    }
    for block in body.blocks() {
        within(block.header_span(), block.span());
        assert!((block.span().end as usize) <= source.len());
        self::body(block.body(), source);
    }
}

fn within(inner: Span, outer: Span) {
    assert!(outer.start <= inner.start && inner.end <= outer.end, "{inner:?} not in {outer:?}");
}

/// Calls the static analyses of an expression.
fn expression(expression: &Expression) {
    let _ = (format!("{expression:?} {expression}"), expression.references().len());
    let view = expression.view();
    let _ = (view.as_list().is_some(), view.as_map().is_some());
    let _ = (view.as_call().is_some(), view.as_keyword().is_some());
    let _ = (view.as_traversal().is_some(), view.as_partial_traversal().is_some());
    checked(expression.view().to_type());
    checked(expression.view().to_type_constraint());
    checked(expression.view().to_exact_type());
}
