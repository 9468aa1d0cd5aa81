use serde_hcl::configuration::Reduced;

use super::*;

/// Checks the reduced expression and its missing references. With all values, the reduced expression has
/// the value of the source.
#[track_caller]
fn check(source: &str, expected: &str, missing: &[&str]) {
    let expression = parse_expression(source).unwrap();
    let reduced = expression.reduce(&context()).unwrap();
    let known = [("x", value!(7)), ("y", value!(["p", "q"])), ("z", value!("{z}"))];
    let known = |context: Context| {
        known.iter().fold(context, |context, (name, value)| context.variable(*name, value.clone()))
    };
    match reduced {
        Reduced::Value(value) => {
            assert_eq!(value.to_string(), expected, "{source}");
            assert!(missing.is_empty(), "{source}");
        }
        Reduced::Residual(residual) => {
            assert_eq!(residual.to_string(), expected, "{source}");
            let found: Vec<_> = residual.missing().iter().map(ToString::to_string).collect();
            assert_eq!(found, missing, "{source}");
            let value = residual.expression().evaluate(&known(context()));
            assert_eq!(
                value.map_err(|error| error.code()),
                expression.evaluate(&known(context())).map_err(|error| error.code()),
                "{source}"
            );
        }
    }
}

#[test]
fn known_parts_become_values() {
    check("one + 1", "2", &[]);
    check("true || x", "true", &[]);
    check("[x, one][1]", "1", &[]);
    check("try(nope.a, one)", "try(nope.a, 1)", &["nope.a"]);
    check("length([x, y])", "2", &[]);
}

#[test]
fn unknown_parts_remain() {
    check("x", "x", &["x"]);
    check("x + one * 2", "x + 2", &["x"]);
    check("(one + 1) * (x)", "2 * (x)", &["x"]);
    check("{ a = one, (text) = x }", "{ a = 1, \"abc\" = x }", &["x"]);
    check("one == 1 ? x : one", "true ? x : 1", &["x"]);
    check("servers[x - 7].name", "servers[x - 7].name", &["x"]);
    check("{ a = one }[z]", "({ \"a\" = 1 })[z]", &["z"]);
    check("some_number + one", "some_number + 1", &["some_number"]);
    check("max(one, servers[0].ports[0], y...)", "max(1, 80, y...)", &["y"]);
}

#[test]
fn iterations_keep_their_variables() {
    check("[for v in y : \"${v}-${text}\"]", "[for v in y : \"${v}-abc\"]", &["y"]);
    check("[for text in y : \"${text}-${one}\"]", "[for text in y : \"${text}-1\"]", &["y"]);
    check("[for v in [one, 2] : v + x]", "[for v in [1, 2] : v + x]", &["x"]);
    check(
        "[for k, v in set : \"${k}${x}\"]",
        "[for k, v in toset([\"a\", \"b\"]) : \"${k}${x}\"]",
        &["x"],
    );
}

#[test]
fn templates_contain_known_texts() {
    check("\"${text} ${x} ${one}\"", "\"abc ${x} 1\"", &["x"]);
    check("\"${\"\"}${x}\"", "\"${\"\"}${x}\"", &["x"]);
    check("\"${\"$\"}{${x}\"", "\"${\"$\"}{${x}\"", &["x"]);
    check("\"${~ text ~} ${x}\"", "\"${~ \"abc\" ~} ${x}\"", &["x"]);
    check("\"${\"\\\"\"}${x}\"", "\"\\\"${x}\"", &["x"]);
    check("\"%{ if one == 1 }${x}%{ endif }\"", "\"%{ if true }${x}%{ endif }\"", &["x"]);
    check("<<-E\n  ${text}\n    ${x}\n  E\n", "<<-E\n  ${\"abc\"}\n    ${x}\n  E", &["x"]);
}

#[test]
fn a_single_interpolation_keeps_its_type() {
    check("try(x, \"${one}\")", "try(x, \"${1}\")", &["x"]);
    check("try(x, \"${text}\")", "try(x, \"${\"abc\"}\")", &["x"]);
}

#[test]
fn marks_known_in_advance_are_kept() {
    let unknown = Value::unknown(Type::Dynamic).mark(Mark::SENSITIVE);
    let context = Context::new().variable("later", unknown);
    let reduce = |source: &str| parse_expression(source).unwrap().reduce(&context).unwrap();
    for source in ["false && later", "true ? 1 : later", "true || later"] {
        assert!(matches!(reduce(source), Reduced::Value(value) if value.is_marked()), "{source}");
        let source = source.replace("later", "missing");
        assert!(matches!(reduce(&source), Reduced::Value(value) if !value.is_marked()), "{source}");
    }
}

#[test]
fn values_without_notation_remain_references() {
    check("[secret, x]", "[secret, x]", &["x"]);
    check("[list, x]", "[tolist([\"a\", \"b\"]), x]", &["x"]);
    check("[map.x, map, x]", "[1, tomap({ \"x\" = 1, \"y\" = 2 }), x]", &["x"]);
    check("[1 / 0, x]", "[1 / 0, x]", &["x"]);
}

#[test]
fn arguments_that_must_be_references_remain() {
    let check = |template: &str, missing: &[&str]| {
        let call = |one: &str| {
            format!("templatestring({template}, x == 7 ? {{ a = {one}, b = x }} : {{ b = x }})")
        };
        check(&call("one"), &call("1"), missing);
    };
    check("text", &["x", "x", "x"]);
    check("servers[x - one].name", &["x", "x", "x", "x"]);
    check("some_text", &["some_text", "x", "x", "x"]);
}

#[test]
fn mistakes_are_mistakes() {
    let reduce = |source| parse_expression(source).unwrap().reduce(&context()).unwrap_err();
    assert_eq!(reduce("[x, one.nope]").code(), "no-attribute");
    assert_eq!(reduce("x + nofunction(1)").code(), "unknown-function");
}
