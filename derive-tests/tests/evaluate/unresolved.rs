use serde_hcl::configuration::{Reduced, Unresolved};
use serde_hcl::{Function, functions, json};

use super::*;

fn texts() -> Context {
    context().on_unresolved(Unresolved::Text)
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let value = parse_expression(source).unwrap().evaluate(&texts());
    assert_eq!(value.unwrap().to_string(), expected, "{source}");
}

#[test]
fn names_without_values_stay_text() {
    check("attr.kernel.name", r#""$${attr.kernel.name}""#);
    check(r#""${attr.kernel.name}""#, r#""$${attr.kernel.name}""#);
    check(r#""a-${x}-${one}-${env["A"]}""#, r#""a-$${x}-1-$${env[\"A\"]}""#);
    check(
        r#""spaces ${   root.  field[  "FOO"].5  }""#,
        r#""spaces $${   root.  field[  \"FOO\"].5  }""#,
    );
    check("[x, one, { a = y, (z) = 2 }]", r#"["$${x}", 1, { "$${z}" = 2, a = "$${y}" }]"#);
    check("(x)", r#""$${x}""#);
    check(r#""${ x }""#, r#""$${ x }""#);
    check(r#"["${~ x ~}", "${ upper( x ) }"]"#, r#"["$${~ x ~}", "$${ upper( x ) }"]"#);
}

#[test]
fn a_call_or_operation_stays_text_as_a_whole() {
    check("x + one", r#""$${x + one}""#);
    check(r#"upper("a-${x}")"#, r#""$${upper(\"a-$${x}\")}""#);
    check("nope(one)", r#""$${nope(one)}""#);
    check("[for e in x : [e, y]]", r#""$${[for e in x : [e, y]]}""#);
    check("x ? 1 : 2", r#""$${x ? 1 : 2}""#);
    check("x[*].y", r#""$${x[*].y}""#);
}

#[test]
fn parts_that_do_not_need_a_name_have_values() {
    check("true || x", "true");
    check("length([x, y])", "2");
    check("true ? one : x", "1");
}

#[test]
fn directives_stay_text() {
    let template =
        parse_template("a %{ if x }b%{ endif } %{ for e in y }${e}%{ endfor } ${one}").unwrap();
    let value = template.evaluate(&texts()).unwrap();
    assert_eq!(value.as_str(), Some("a %{ if x }b%{ endif } %{ for e in y }${e}%{ endfor } 1"));
}

#[test]
fn json_strings_keep_their_meaning() {
    let expression =
        json::parse_expression(r#"{"a": "${env[\"X\"]} \u00e9", "b": "${x}"}"#).unwrap();
    let value = expression.evaluate(&texts()).unwrap();
    assert_eq!(value.get("a").unwrap().as_str(), Some("${env[\"X\"]} é"));
    assert_eq!(value.get("b").unwrap().as_str(), Some("${x}"));
}

#[test]
fn unknown_names_have_unknown_values() {
    let unknown = context().on_unresolved(Unresolved::Unknown);
    for source in ["x", "x.y[0]", "x + 1", "nope(1)", "[for e in x : e]", "try(x, 1)"] {
        let value = parse_expression(source).unwrap().evaluate(&unknown).unwrap();
        assert!(!value.is_known(), "{source}");
    }
    let value = parse_expression(r#""a-${x}""#).unwrap().evaluate(&unknown).unwrap();
    assert_eq!(value, Value::unknown(Type::String).refine().not_null().prefix("a-").build());
}

#[test]
fn a_resolver_sees_the_reference_with_its_constant_steps() {
    let context = context()
        .resolver(|reference| Some(Value::from(format!("<{reference}>"))))
        .variable("here", 1);
    for (source, expected) in [
        ("a.b[0].c", "<a.b[0].c>"),
        ("[a][0]", "<a>"),
        ("here", "1"),
        ("[for here in [2] : here][0]", "2"),
        ("upper(a.b)", "<A.B>"),
        ("\"${a}-${b.c}\"", "<a>-<b.c>"),
    ] {
        let value = parse_expression(source).unwrap().evaluate(&context).unwrap();
        assert_eq!(value.convert(&Type::String).unwrap().as_str(), Some(expected), "{source}");
    }
    let object = Context::new().resolver(|reference| {
        let one = || Value::tuple([Value::object([("c", 7)])]);
        (reference.to_string() == "a.b").then(one)
    });
    let object = object.variable("i", 0);
    let value = parse_expression("a.b[i].c").unwrap().evaluate(&object).unwrap();
    assert_eq!(value.as_i64(), Some(7));
}

#[test]
fn the_innermost_resolver_is_asked_first() {
    let outer = Context::new().resolver(|_| Some(Value::from("outer")));
    let inner =
        outer.child().resolver(|reference| (reference.root() == "x").then(|| "inner".into()));
    let value = parse_expression(r#""${x} ${y}""#).unwrap().evaluate(&inner).unwrap();
    assert_eq!(value.as_str(), Some("inner outer"));
    let error =
        parse_expression("y").unwrap().evaluate(&Context::new().resolver(|_| None)).unwrap_err();
    assert_eq!(error.code(), "unknown-variable");
}

#[test]
fn lazy_variables_use_their_own_context() {
    let lazy = || parse_expression(r#""http://${attr.host}""#).unwrap();
    let text = Context::new().on_unresolved(Unresolved::Text).lazy_variable("url", lazy());
    let evaluate = |context: &Context| parse_expression("url").unwrap().evaluate(context);
    assert_eq!(evaluate(&text).unwrap().as_str(), Some("http://${attr.host}"));
    let strict = Context::new().lazy_variable("url", lazy());
    assert!(evaluate(&strict.child().on_unresolved(Unresolved::Text)).is_err());
    // A value that was cached under one rule is not used under another one.
    assert!(evaluate(&strict).is_err());
    assert!(evaluate(&strict.on_unresolved(Unresolved::Text)).is_ok());
}

#[test]
fn references_are_reduced_with_a_resolver() {
    let context = Context::new().resolver(|reference| match &*reference.to_string() {
        "a.known" => Some(Value::from(1)),
        _ => None,
    });
    let reduced = parse_expression("a.known + a.other").unwrap().reduce(&context).unwrap();
    let Reduced::Residual(residual) = reduced else { unreachable!() };
    assert_eq!(residual.to_string(), "1 + a.other");
    assert_eq!(residual.missing().len(), 1);
}

#[test]
fn a_function_is_called_with_values() {
    let sum = Function::variadic("math::sum", |numbers: Vec<i64>| numbers.iter().sum::<i64>());
    assert_eq!(sum.call([1, 2, 39]).unwrap().as_i64(), Some(42));
    assert_eq!(sum.call(Vec::<Value>::new()).unwrap().as_i64(), Some(0));
    let error = sum.call([Value::from(1), Value::from("x")]).unwrap_err();
    assert_eq!((error.code(), error.column()), ("invalid-argument", Some(14)));
    let rendered = functions::get("templatestring").unwrap();
    let variables = Value::object([("name", "a")]);
    assert_eq!(rendered.call([Value::from("<${name}>"), variables]).unwrap().as_str(), Some("<a>"));
    let secret = Value::from("s").mark(Mark::SENSITIVE);
    let upper = functions::get("upper").unwrap();
    assert!(upper.call([secret]).unwrap().marks().contains(&Mark::SENSITIVE));
}
