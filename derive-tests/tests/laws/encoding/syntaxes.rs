//! A document in native syntax has the same meaning in JSON syntax, and again in native syntax.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Strategy, any};
use proptest::prop_oneof;
use proptest::test_runner::TestCaseError;
use serde_hcl::{Body, Context, Error, Value, from_str, from_str_with, json, to_string, value};

use super::{fail, hold};

/// Literals, variables and heredocs, and text that is nearly a template.
fn leaf() -> impl Strategy<Value = String> + Clone {
    let leaves = [
        "1",
        "-2.5",
        "1e30",
        "true",
        "null",
        "x",
        "n",
        "o.a",
        "l[0]",
        "l[*].a",
        "l.*.a",
        "o[\"a\"]",
        "\"\"",
        "\"a\\n\"",
        "\"$${x}\"",
        "\"\\u0024{x}\"",
        "\"\\ufeffa\"",
        "\"\\\\\"",
        "\"${x}\"",
        "\"\\u0024${x}\"",
        "\"a$ ${~ x ~} b\"",
        "\"%$ ${~ x}\"",
        "\"100% %{~ if n == 1 ~} 5% %{~ else ~} $${ %% %{~ endif ~}\"",
        "\"%{ for k, v in l }$${k}%${k}$%{ endfor }\"",
        "<<E\na ${x} $${x}\nE",
        "<<-E\n  a\n   %{ if n == 1 ~}\n  b\n  %{ endif ~}\n  E",
        "(x # a comment\n)",
        "try(f(x), unknown, 1)",
    ];
    proptest::sample::select(leaves.to_vec()).prop_map(str::to_owned)
}

/// The expression with a line end, if it ends in a heredoc.
fn line(expression: &str) -> String {
    let is_heredoc = expression.ends_with("\nE") || expression.ends_with("\n  E");
    format!("{expression}{}", if is_heredoc { "\n" } else { "" })
}

/// Some of them are equal.
const KEYS: [&str; 12] = [
    "a",
    "\"a\"",
    "(\"a\")",
    "\"b c\"",
    "\"$${x}\"",
    "1",
    "1e30",
    "-2.50",
    "true",
    "null",
    "\"//\"",
    "\"\\ufeffa\"",
];

fn expression() -> impl Strategy<Value = String> + Clone {
    leaf().prop_recursive(4, 24, 3, |inner| {
        let one = inner.prop_map(|inner| line(&inner));
        let two = (one.clone(), one.clone());
        let three = (one.clone(), one.clone(), one.clone());
        let operator = proptest::sample::select(vec!["+", "*", "==", "&&", "<", "%"]);
        let name = proptest::sample::select(vec!["upper", "concat", "length", "f"]);
        let key = prop_oneof![
            3 => proptest::sample::select(KEYS.to_vec()).prop_map(str::to_owned),
            1 => one.clone().prop_map(|key| format!("(try(tostring({key}), \"k\"))")),
            1 => one.clone().prop_map(|key| format!("\"k${{try(tostring({key}), 1)}}\"")),
        ];
        let tried = |inner: BoxedStrategy<String>| {
            prop_oneof![
                4 => inner.clone().prop_map(|inner| format!("try({}, 1)", line(&inner))),
                1 => inner,
            ]
        };
        let operation = prop_oneof![
            one.clone().prop_map(|inner| format!("!({inner})")),
            (two.clone(), operator).prop_map(|((a, b), operator)| format!("({a} {operator} {b})")),
            three.clone().prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            (name, vec(one.clone(), 0..3))
                .prop_map(|(name, arguments)| format!("{name}({})", arguments.join(", "))),
            two.clone().prop_map(|(a, b)| format!("[for v in {a} : {b} if v != null]")),
            two.clone().prop_map(|(a, b)| format!("{{for k, v in {a} : k => {b}...}}")),
            (one.clone(), any::<bool>()).prop_map(|(a, is_full)| format!(
                "({a}){}",
                if is_full { "[*].a" } else { ".*.a" }
            )),
            two.clone().prop_map(|(a, b)| format!("({a})[{b}]")),
        ];
        // The values that an attribute in JSON syntax shows as they are.
        let part = one.clone().prop_map(|part| format!("try(tostring({part}), \"t\")"));
        let visible = prop_oneof![
            one.clone().prop_map(|inner| format!("({inner})")),
            vec(one.clone(), 0..3).prop_map(|elements| format!("[{}]", elements.join(", "))),
            vec((key, one.clone()), 0..5).prop_map(|items| {
                let items =
                    items.iter().map(|(key, value)| format!("{key} = {}\n", value.trim_end()));
                format!("{{\n{}}}", items.collect::<String>())
            }),
            (part.clone(), part).prop_map(|(a, b)| format!(
                "\"${{{a}}}\\u0024${{{b}}}\\u0025%{{if {b} == {a}}}\\u0025%{{else}}\\u0025%{{endif}}\""
            )),
        ];
        prop_oneof![2 => visible, 1 => tried(operation.boxed())]
    })
}

fn has_computed_key(native: &str) -> bool {
    native.contains("(try(tostring(") || native.contains("\"k${try(tostring(")
}

/// An expression that need not be in brackets as the value of an attribute.
fn attribute() -> impl Strategy<Value = String> {
    let is_on_one_line = |left: &String| !left.contains('\n');
    let left = expression().prop_filter("on one line", is_on_one_line);
    prop_oneof![
        3 => expression(),
        3 => (left.clone(), expression()).prop_map(|(left, right)| format!("{left} == {right}")),
        1 => (left.clone(), expression()).prop_map(|(left, right)| format!("{left} + {right}")),
        1 => left.clone().prop_map(|left| format!("[1, ({left} == <<E\na\nE\n)]")),
        1 => (left, expression()).prop_map(|(left, right)| format!("n == 1 ? {left} : {right}")),
    ]
}

fn document() -> impl Strategy<Value = String> {
    // A reader without a schema takes a label as the key of an object, so these are no templates.
    let label = proptest::sample::select(vec!["a", "b c", "//", "$label", "$", "%", "\\\\"]);
    let block = (label, attribute()).prop_map(|(label, expression)| {
        format!("block \"{label}\" {{\n  attribute = {expression}\n}}\n")
    });
    (attribute(), vec(block, 0..2))
        .prop_map(|(expression, blocks)| format!("first = {expression}\n{}", blocks.concat()))
}

fn contexts() -> [Context; 3] {
    let numbers = value!([{ "a": 1 }, { "a": 2 }]);
    let context = |x: Value, n: i64| {
        Context::standard()
            .variable("x", x)
            .variable("n", n)
            .variable("o", value!({ "a": "${x}", "b": [1] }))
            .variable("l", numbers.clone())
    };
    [context("${x}".into(), 1), context(value!(["a"]), 2), context(Value::NULL, 0)]
}

/// The value of the document, or the kind of the first error.
fn meaning(
    read: impl Fn(&Context) -> Result<serde_json::Value, Error>,
) -> Vec<Result<serde_json::Value, &'static str>> {
    contexts().iter().map(|context| read(context).map_err(|error| error.code())).collect()
}

#[test]
fn documents_mean_the_same_in_both_syntaxes() {
    hold(200, document(), |native| {
        let body: Body = from_str(&native).map_err(fail)?;
        let json = json::to_string(&body).map_err(fail)?;
        let meaning_of_native = meaning(|context| from_str_with(&native, context));
        let meaning_of_json = meaning(|context| json::from_str_with(&json, context));
        // Equal keys are an error in JSON. Which keys are equal may depend on the context.
        if has_computed_key(&native) && meaning_of_json.contains(&Err("duplicate-key")) {
            return Ok(());
        }
        if meaning_of_json != meaning_of_native {
            let message = format!("{meaning_of_native:?}\n{meaning_of_json:?}\n{native}\n{json}");
            return Err(TestCaseError::fail(message));
        }
        let again =
            json::from_str::<Body>(&json).and_then(|body| to_string(&body)).map_err(fail)?;
        let meaning_of_again = meaning(|context| from_str_with(&again, context));
        if meaning_of_again != meaning_of_native {
            let message = format!("{meaning_of_native:?}\n{meaning_of_again:?}\n{native}\n{again}");
            return Err(TestCaseError::fail(message));
        }
        Ok(())
    });
}

/// A value in JSON syntax, whose strings may be templates, also invalid ones.
fn json_value() -> impl Strategy<Value = String> + Clone {
    let strings = [
        "",
        "a",
        "${x}",
        "$${x}",
        "a${n}b",
        "%{ if n == 1 ~} c %{ else }d$%{ endif }",
        "%{ for k, v in o }${k}%{ endfor }",
        "${[x, {a = n}]}",
        "${<<E\\n${n}\\nE\\n}",
        "${ (n\\n+ 1) }",
        "\\u0024{n}\\\"",
        "\\ufeff${n}",
        "${o[\\\"b\\\"]}",
        "${n +",
        "%{ endif }",
        "//",
        "\\\\",
        "\\u2028",
    ];
    let string = proptest::sample::select(strings.to_vec()).prop_map(|text| format!("\"{text}\""));
    // In no context are two of them equal, if their texts are not.
    let keys =
        ["a", "\\u0061", "b", "k${n}", "%{ if n == 1 }c%{ endif }d", "$${y}", "${x}", "${", "//"];
    let key = proptest::sample::select(keys.to_vec()).prop_map(|key| format!("\"{key}\""));
    let leaf = prop_oneof![
        3 => string,
        1 => proptest::sample::select(vec!["1", "-2.50", "1e30", "true", "null", "[]", "{}"])
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|elements| format!("[{}]", elements.join(", "))),
            vec((key.clone(), inner), 0..4).prop_map(|members| {
                let members = members.iter().map(|(name, value)| format!("{name}: {value}"));
                format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
            }),
        ]
    })
}

#[test]
fn documents_in_json_syntax_mean_the_same_in_native_syntax_or_are_refused() {
    hold(300, (json_value(), json_value()), |(first, second)| {
        let json = format!("{{\"first\": {first}, \"second\": {second}}}");
        let body: Body = json::from_str(&json).map_err(fail)?;
        let Ok(native) = to_string(&body) else { return Ok(()) };
        let meaning_of_json = meaning(|context| json::from_str_with(&json, context));
        let meaning_of_native = meaning(|context| from_str_with(&native, context));
        if meaning_of_json != meaning_of_native {
            let message = format!("{meaning_of_json:?}\n{meaning_of_native:?}\n{json}\n{native}");
            return Err(TestCaseError::fail(message));
        }
        Ok(())
    });
}
