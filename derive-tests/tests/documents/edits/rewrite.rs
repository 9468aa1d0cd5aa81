//! Visits, replaced expressions, tokens, and the parts that comments are about.

use serde_hcl::syntax::{Descend, ExpressionKind, ExpressionRef, NodeRef, TokenKind};
use serde_hcl::{Body, Context, Expression, Value, parse, parse_expression, parse_lenient};

use derive_tests::bodies::native as document;
use derive_tests::random::Random;

fn documents() -> impl Iterator<Item = String> {
    (1..=1_000_u64).map(|seed| document(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
}

#[test]
fn visits_see_every_part_once_and_in_order() {
    for source in documents() {
        let document = parse(&source).unwrap();
        let mut open: Vec<(u32, u32)> = Vec::new();
        let (mut last, mut attributes, mut blocks) = (0, 0, 0);
        document.body().visit(|node| {
            let span = node.span();
            assert!(span.start >= last, "{node:?} in {source}");
            last = span.start;
            while open.last().is_some_and(|(_, end)| span.start >= *end) {
                open.pop();
            }
            assert!(
                open.last().is_none_or(|(start, end)| *start <= span.start && span.end <= *end)
            );
            open.push((span.start, span.end));
            match node {
                NodeRef::Attribute(_) => attributes += 1,
                NodeRef::Block(_) => blocks += 1,
                _ => {}
            }
        });
        fn count(body: serde_hcl::syntax::BodyRef<'_>) -> (usize, usize) {
            let inner = body.blocks().map(|block| count(block.body()));
            let own = (body.attributes().count(), body.blocks().count());
            inner.fold(own, |sum, inner| (sum.0 + inner.0, sum.1 + inner.1))
        }
        assert_eq!((attributes, blocks), count(document.body()));
    }
    let expression = parse_expression("{ a = b.c[d], (e) = f(g, \"${h}\") }").unwrap();
    let mut texts = Vec::new();
    expression.view().visit(|found| {
        texts.push(found.text());
        if matches!(found.kind(), ExpressionKind::Template(_)) { Descend::No } else { Descend::Yes }
    });
    assert_eq!(texts[1..], ["b.c[d]", "d", "(e)", "e", "f(g, \"${h}\")", "g", "\"${h}\""]);
}

/// Expressions of each kind, with `V` in each kind of place.
const PLACES: [&str; 18] = [
    "V",
    "-V",
    "V * 2",
    "2 - V",
    "V ? 1 : 2",
    "true ? V : V",
    "[V, V]",
    "{ a = V, (V) = 1 }",
    "f(V, V...)",
    "(V)",
    "V[0]",
    "V.a",
    "V[V]",
    "\"x${V}%{ if V }y%{ endif }\"",
    "<<E\n${V}\nE\n",
    "[for x in V : V if V]",
    "{ for k, v in V : k => V }",
    "V[*].a",
];

const NEW: [&str; 14] = [
    "a.c",
    "a.b[*]",
    "1",
    "a",
    "a.b",
    "f(a)",
    "a + b",
    "-a",
    "a ? b : c",
    "[a]",
    "{ a = 1 }",
    "\"${a}\"",
    "null",
    "<<E\n${a}\nE\n",
];

/// The structure of an expression, without parentheses.
fn shape(expression: ExpressionRef<'_>) -> String {
    let mut kinds = Vec::new();
    expression.visit(|found| match found.kind() {
        ExpressionKind::Parenthesized(_) => {}
        kind => kinds.push(format!("{:?}", std::mem::discriminant(&kind))),
    });
    kinds.join(" ")
}

#[test]
fn replaced_expressions_are_parts_of_the_new_one() {
    let marker = |text: &str| (text == "V").then_some(());
    let a = parse_expression("{ a = [1], b = [{ a = 2 }], c = { a = 3 } }").unwrap();
    let context = Context::standard().variable("a", a.evaluate(&Context::new()).unwrap());
    for place in PLACES {
        for new in NEW {
            let replacement: Expression = new.parse().unwrap();
            let mut expression: Expression = place.parse().unwrap();
            let expected = place.matches('V').count();
            let replace =
                |found: ExpressionRef<'_>| marker(found.text()).map(|()| replacement.clone());
            let is_root = matches!(place, "V[0]" | "V.a" | "V[V]" | "V[*].a");
            let count = expression.replace_expressions(replace).unwrap();
            assert_eq!(count, expected, "{place} {new}");
            let text = expression.to_string();
            let parsed = parse_expression(&format!("{text}\n"));
            let parsed = parsed.unwrap_or_else(|error| panic!("{place} {new}: {text}\n{error}"));
            // As if each had been in parentheses.
            let wrapped = format!("({new}\n)");
            let by_hand = parse_expression(&place.replace('V', &wrapped)).unwrap();
            if is_root {
                let [value, wanted] = [&parsed, &by_hand].map(|it| it.evaluate(&context).ok());
                assert_eq!(value, wanted, "{place} {new}: {text}");
                continue;
            }
            assert_eq!(shape(parsed.view()), shape(by_hand.view()), "{place} {new}: {text}");
        }
    }
}

#[test]
fn roots_of_traversals_can_be_any_expression() {
    let mut expression: Expression = "f(x).a + g(y)[0]".parse().unwrap();
    let object: Expression = "{ a = 1 }".parse().unwrap();
    let tuple: Expression = "[2]".parse().unwrap();
    let replaced = expression.replace_expressions(|found| match found.text() {
        "f(x)" => Some(object.clone()),
        "g(y)" => Some(tuple.clone()),
        _ => None,
    });
    assert_eq!(replaced.unwrap(), 2);
    assert_eq!(expression.to_string(), "({ a = 1 }).a + ([2])[0]");
    assert_eq!(expression.evaluate(&Context::new()).unwrap(), Value::from(3));
}

#[test]
fn names_are_not_captured() {
    let mut expression: Expression = "[for x in y : x + y]".parse().unwrap();
    let with = |text: &'static str| {
        move |found: ExpressionRef<'_>| (found.text() == "y").then(|| text.parse().unwrap())
    };
    let error = expression.replace_expressions(with("x.z")).unwrap_err();
    assert_eq!(error.code(), "no-reference");
    assert!(error.to_string().contains("its variable x "), "{error}");
    assert_eq!(expression.to_string(), "[for x in y : x + y]");
    // Its own variable is not offered.
    let one = |found: ExpressionRef<'_>| (found.text() == "x").then(|| "1".parse().unwrap());
    assert_eq!(expression.replace_expressions(one).unwrap(), 0);
    assert_eq!(expression.replace_expressions(with("z")).unwrap(), 2);
    assert_eq!(expression.to_string(), "[for x in z : x + z]");
}

#[test]
fn variables_of_for_stay_what_they_are() {
    let mut expression: Expression = "[for x in y : f(x) + g(y)]".parse().unwrap();
    let calls = |found: ExpressionRef<'_>| match found.kind() {
        ExpressionKind::Call(call) => Some(Expression::from(call.arguments().next()?)),
        _ => None,
    };
    assert_eq!(expression.replace_expressions(calls).unwrap(), 2);
    assert_eq!(expression.to_string(), "[for x in y : x + y]");
}

#[test]
fn a_root_is_offered_behind_its_traversal() {
    let mut seen = Vec::new();
    let mut expression: Expression = "f(var.a[var.b], [for x in c : x.d])".parse().unwrap();
    let replaced = expression.replace_expressions(|found| {
        seen.push(found.text().to_owned());
        (found.text() == "var").then(|| "module.m".parse().unwrap())
    });
    assert_eq!(replaced.unwrap(), 2);
    let text = "f(module.m.a[module.m.b], [for x in c : x.d])";
    assert_eq!(expression.to_string(), text);
    assert_eq!(seen[1..5], ["var.a[var.b]", "var", "var.b", "var"]);
}

#[test]
fn parts_of_an_expression_are_replaced_by_texts() {
    use serde_hcl::Edit;
    use serde_hcl::source::Span;

    let body: Body = "a = [x, y]\n".parse().unwrap();
    let expression = Expression::from(body.view().attribute("a").unwrap().expression());
    let change = |edits: &[(u32, u32, &str)]| {
        let mut changed = expression.clone();
        let edits = edits.iter().map(|(start, end, text)| Edit {
            span: Span::new(*start, *end),
            text: (*text).to_owned(),
        });
        let done = changed.apply(&edits.collect::<Vec<_>>());
        done.map(|()| changed.to_string()).map_err(|error| error.code().to_owned())
    };
    assert_eq!(change(&[(5, 6, "1"), (8, 9, "2")]).as_deref(), Ok("[1, 2]"));
    assert_eq!(change(&[(8, 9, "2"), (5, 6, "1")]), Err("no-parts".to_owned()));
    assert_eq!(change(&[(0, 1, "2")]), Err("no-parts".to_owned()));
    assert_eq!(change(&[(5, 11, "2")]), Err("no-parts".to_owned()));
    assert!(change(&[(5, 6, "(")]).is_err());
}

#[test]
fn expressions_of_documents_are_replaced_in_their_place() {
    for source in documents() {
        let mut body: Body = source.parse().unwrap();
        assert_eq!(body.replace_expressions(|_| None).unwrap(), 0);
        assert_eq!(body.to_string(), source);
        let new: Expression = "var.y".parse().unwrap();
        let count = body
            .replace_expressions(|found| (found.text() == "var.x").then(|| new.clone()))
            .unwrap();
        assert_eq!(count, source.matches("var.x").count());
        assert_eq!(body.to_string(), source.replace("var.x", "var.y"));
        // Changed bodies, and expressions with changed elements.
        let names: Vec<String> =
            body.view().attributes().map(|attribute| attribute.name().to_owned()).collect();
        for name in names {
            // It fails for all but tuples.
            let _ = body.push_to([name], "V");
        }
        let one: Expression = "1".parse().unwrap();
        let count = body
            .replace_expressions(|found| (found.text() == "\"V\"").then(|| one.clone()))
            .unwrap();
        assert!(!body.to_string().contains("\"V\""));
        assert!(parse(&body.to_string()).is_ok(), "{source}\n---\n{body}");
        assert!(count <= source.matches('[').count());
    }
}

#[test]
fn tokens_are_the_source_without_white_space() {
    for source in documents() {
        let document = parse(&source).unwrap();
        let mut end = 0;
        for token in document.tokens() {
            let between = &source[end..token.span.start as usize];
            assert!(between.trim().trim_matches('\u{feff}').is_empty(), "{between:?} in {source}");
            assert!(token.kind != TokenKind::Invalid && !token.span.is_empty(), "{token:?}");
            end = token.span.end as usize;
        }
        assert!(source[end..].trim().trim_matches('\u{feff}').is_empty(), "{source:?}");
    }
}

#[test]
fn tokens_have_their_meaning() {
    let source =
        "b \"l\" m {\n  a = [for k in p::f(x.y) : null if k] # c\n  o = { q = \"t${1}\" }\n}\n";
    let document = parse(source).unwrap();
    let tokens = document.tokens().into_iter();
    let of: Vec<_> = tokens
        .filter(|token| !matches!(token.kind, TokenKind::Punctuation | TokenKind::Operator))
        .map(|token| (token.span.text(source), format!("{:?}", token.kind)))
        .collect();
    let expected = [
        ("b", "BlockType"),
        ("\"l\"", "Label"),
        ("m", "Label"),
        ("a", "Attribute"),
        ("for", "Keyword"),
        ("k", "Variable"),
        ("in", "Keyword"),
        ("p", "Function"),
        ("f", "Function"),
        ("x", "Variable"),
        ("y", "Property"),
        ("null", "Keyword"),
        ("if", "Keyword"),
        ("k", "Variable"),
        ("# c", "Comment"),
        ("o", "Attribute"),
        ("q", "Attribute"),
        ("\"", "String"),
        ("t", "String"),
        ("${", "Template"),
        ("1", "Number"),
        ("}", "Template"),
        ("\"", "String"),
    ];
    assert_eq!(of, expected.map(|(text, kind)| (text, kind.to_owned())));
    // Words that are keywords elsewhere.
    let names = parse("a = [in, if.else, [for endif in endfor : endif]]\n").unwrap();
    let kinds: Vec<_> = names.tokens().into_iter().map(|token| token.kind).collect();
    let keywords = kinds.iter().filter(|kind| **kind == TokenKind::Keyword).count();
    let variables = kinds.iter().filter(|kind| **kind == TokenKind::Variable).count();
    assert_eq!((keywords, variables), (2, 5));
    // Also with syntax errors.
    let (document, mistakes) = parse_lenient("a = ?\nb = max(1)\n");
    assert!(!mistakes.is_empty());
    let functions = document.tokens().into_iter().filter(|it| it.kind == TokenKind::Function);
    assert_eq!(functions.count(), 1);
}

#[test]
fn comments_are_about_parts() {
    let source = "# 1\na = 1 # 2\n\n# none\n\n/* 3 */ b = [\n  1, # 4\n  # 5\n  2,\n]\nc { # 6\n  # 7\n  d = 1\n}\n// 8\ne /* 9 */ {}\n# none\n";
    let document = parse(source).unwrap();
    let parts = document.commented_parts().into_iter();
    let found: Vec<_> = parts.map(|(comment, part)| (comment.text(), part.text(source))).collect();
    let c = "c { # 6\n  # 7\n  d = 1\n}";
    let b = "b = [\n  1, # 4\n  # 5\n  2,\n]";
    let expected = [
        ("1", "a = 1"),
        ("2", "a = 1"),
        ("3", b),
        ("4", "  1, "),
        ("5", "  2,"),
        ("6", c),
        ("7", "d = 1"),
        ("8", "e /* 9 */ {}"),
        ("9", "e /* 9 */ {}"),
    ];
    assert_eq!(found, expected);
    for source in documents() {
        let document = parse(&source).unwrap();
        let parts = document.commented_parts();
        assert!(parts.iter().all(|(_, part)| !part.is_empty()), "{source}");
        assert!(parts.len() <= document.comments().count());
    }
}
