//! Expressions built from values, references and calls.

use serde_hcl::value::Mark;
use serde_hcl::{Expression, Type, Value, value};

#[test]
fn expressions_are_built_from_values() {
    let encode = |value: Value| Expression::encode(&value).map(|expression| expression.to_string());
    assert_eq!(encode(value!([1, "a${", null, true])).unwrap(), "[1, \"a$${\", null, true]");
    assert_eq!(encode(Value::object([("a b", Value::from(1))])).unwrap(), "{\n  \"a b\" = 1\n}");
    assert!(encode(Value::unknown(Type::String)).is_err());
    assert!(encode(Value::from("secret").mark(Mark::SENSITIVE)).is_err());
    assert_eq!(Expression::encode(&f64::NAN).unwrap_err().code(), "not-finite");
}

#[test]
fn references_are_identifiers_and_indexes() {
    let reference = |names: &[&str]| Expression::reference(names).map(|it| it.to_string());
    assert_eq!(reference(&["a"]).unwrap(), "a");
    assert_eq!(reference(&["a", "b-c", "d"]).unwrap(), "a.b-c.d");
    assert_eq!(reference(&["a", "1", "\"", "${b}", ""]).unwrap(), r#"a["1"]["\""]["$${b}"][""]"#);
    for wrong in [&[][..], &[""], &["1"], &["a b"], &["true"], &["null"], &["a.b"]] {
        assert_eq!(reference(wrong).unwrap_err().code(), "invalid-reference", "{wrong:?}");
    }
}

#[test]
fn indexes_apply_to_the_whole_expression() {
    let index = |source: &str| source.parse::<Expression>().unwrap().index("k").unwrap();
    for (source, expected) in [
        ("a", "a[\"k\"]"),
        ("a.b[0]", "a.b[0][\"k\"]"),
        ("f(x)", "f(x)[\"k\"]"),
        ("(a)", "(a)[\"k\"]"),
        ("a[*].b", "(a[*].b)[\"k\"]"),
        ("a + b", "(a + b)[\"k\"]"),
        ("-a", "(-a)[\"k\"]"),
        ("1 +\n2", "(1 +\n  2\n)[\"k\"]"),
    ] {
        assert_eq!(index(source).to_string(), expected);
    }
}

#[test]
fn calls_have_arguments_of_all_types() {
    let call = |name: &str| Expression::call(name, ()).map(|call| call.to_string());
    assert_eq!(call("provider::a::f").unwrap(), "provider::a::f()");
    for wrong in ["", "a b", "a:b", "a::", "1"] {
        assert_eq!(call(wrong).unwrap_err().code(), "no-function-name", "{wrong}");
    }
    let x = Expression::reference(["x"]).unwrap();
    let nested = Expression::call("f", (1, "a", &x)).unwrap();
    let call = Expression::call("g", [&nested, &x]).unwrap();
    assert_eq!(call.to_string(), "g(f(1, \"a\", x), x)");
    assert_eq!(Expression::call("f", vec![0; 0]).unwrap().to_string(), "f()");
    assert_eq!(Expression::call("f", "x").unwrap_err().code(), "no-arguments");
    assert!(Expression::call("f", [f32::INFINITY]).is_err());
}
