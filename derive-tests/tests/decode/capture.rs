//! Expressions, bodies and lazy values.

use std::collections::HashMap;

use serde::Deserialize;
use serde_hcl::value::Mark;
use serde_hcl::{Body, Context, Expression, Lazy, Type, Value, from_str_with, from_value};

use crate::{decode, decode_with, error};

type Map<T> = HashMap<String, T>;

#[test]
fn expressions_anywhere() {
    let source = "a = var.x\nb = [1 + 1, { c = x }]\n";
    #[derive(Debug, Deserialize)]
    struct Config {
        a: Expression,
        b: (Expression, Map<Expression>),
    }
    let config: Config = decode(source);
    assert_eq!(config.a.span().text(source), "var.x");
    assert_eq!(config.b.0.to_string(), "1 + 1");
    assert_eq!(config.b.1["c"].to_string(), "x");
    let context = Context::new().variable("x", 1);
    assert_eq!(config.b.1["c"].decode::<u8>(&context).unwrap(), 1);
    assert!(error::<Map<Expression>>("a {}\n").starts_with("1:1: a: "));
}

#[test]
fn expressions_of_values_are_written_out() {
    let lists: Map<Vec<Expression>> = decode("a = [for x in [1, \"b\"] : [x]]\n");
    assert_eq!(lists["a"][0].to_string(), "[1]");
    assert_eq!(lists["a"][1].to_string(), "[\"b\"]");
    let expression: Expression = from_value(Value::from("x")).unwrap();
    assert_eq!(expression.to_string(), "\"x\"");
    assert!(from_value::<Expression>(Value::unknown(Type::String)).is_err());
    let expression: Expression = serde_json::from_str("[1, null]").unwrap();
    assert_eq!(expression.to_string(), "[1, null]");
}

#[test]
fn bodies_of_blocks() {
    let bodies: Map<Map<Body>> = decode("b \"x\" {\n  a = nope\n}\n");
    let body = &bodies["b"]["x"];
    assert_eq!(body.view().attribute("a").unwrap().expression().text(), "nope");
    assert_eq!(decode::<Map<Vec<Body>>>("b {}\nb {}\n")["b"].len(), 2);
    assert_eq!(decode::<Body>("a = 1\n").view().items().len(), 1);
    assert!(error::<Map<Body>>("b \"x\" {}\n").contains("Extraneous label"));
    assert!(error::<Map<Body>>("b {}\nb {}\n").contains("Duplicate"));
    assert!(error::<Map<Body>>("b = 1\n").starts_with("1:5: b: "));
}

#[test]
fn lazy_values() {
    #[derive(Debug, Deserialize)]
    struct Rule {
        #[serde(rename = "$label")]
        name: String,
        limit: Lazy<u32>,
    }
    let rules: Map<Vec<Rule>> = decode("rule \"a\" {\n  limit = load * 2\n}\n");
    let limit = |load: u8| rules["rule"][0].limit.evaluate(&Context::new().variable("load", load));
    assert_eq!((limit(1).unwrap(), limit(2).unwrap()), (2, 4));
    let error = rules["rule"][0].limit.evaluate(&Context::new()).unwrap_err();
    assert_eq!((error.line(), error.column()), (Some(2), Some(11)));

    let lazy: Map<Lazy<Vec<Rule>>> =
        decode("rule \"a\" {\n  limit = 1\n}\nrule \"b\" {\n  limit = 2\n}\n");
    let rules = lazy["rule"].evaluate(&Context::new()).unwrap();
    assert_eq!((rules[0].name.as_str(), rules[1].name.as_str()), ("a", "b"));
    let lazy: Lazy<Map<u8>> = decode("a = x\n");
    assert_eq!(lazy.evaluate(&Context::new().variable("x", 3)).unwrap()["a"], 3);
    let lazy: Map<Vec<Lazy<u8>>> = decode("a = [for x in [1, 2] : x]\n");
    assert_eq!(lazy["a"][1].evaluate(&Context::new()).unwrap(), 2);
    let borrowing: Map<Lazy<&str>> = decode("a = \"text\"\n");
    assert_eq!(borrowing["a"].evaluate(&Context::new()).unwrap(), "text");
}

#[test]
fn values_keep_their_types_and_marks() {
    let secret = Value::from("s").mark(Mark::SENSITIVE);
    let context = Context::new()
        .variable("list", Value::list(Type::Number, [1, 2]))
        .variable("secret", secret.clone())
        .variable("unknown", Value::unknown(Type::String));
    let values: Map<Value> = decode_with("a = list\nb = secret\nc = unknown\nd = 0.1\n", &context);
    assert_eq!(values["a"].type_of(), Type::list(Type::Number));
    assert_eq!(values["b"], secret);
    assert!(!values["c"].is_known());
    assert_eq!(values["d"].to_string(), "0.1");
    assert_eq!(decode_with::<Map<String>>("b = secret\n", &context)["b"], "s");
}

#[test]
fn blocks_as_values() {
    let value: Value = decode("a = 1\nb \"x\" {\n  c = 0.1\n}\n");
    assert_eq!(value.to_string(), "{ a = 1, b = { x = [{ c = 0.1 }] } }");
}

#[test]
fn captures_nest() {
    let outer: Body = decode("b {\n  c {\n    x = y\n  }\n}\n");
    let middle: Map<Body> = outer.decode(&Context::new()).unwrap();
    let inner: Map<Map<Expression>> = middle["b"].decode(&Context::new()).unwrap();
    drop(outer);
    assert_eq!(inner["c"]["x"].to_string(), "y");
    assert_eq!(inner["c"]["x"].view().source(), "b {\n  c {\n    x = y\n  }\n}\n");
}

#[test]
fn a_decode_within_a_decode() {
    struct Twice(u8);
    impl<'de> Deserialize<'de> for Twice {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let expression = Expression::deserialize(deserializer)?;
            let inner: Map<Lazy<u8>> =
                from_str_with("x = y\n", &Context::new()).map_err(serde::de::Error::custom)?;
            let y = expression.evaluate(&Context::new()).map_err(serde::de::Error::custom)?;
            inner["x"]
                .evaluate(&Context::new().variable("y", y))
                .map(|x| Twice(2 * x))
                .map_err(serde::de::Error::custom)
        }
    }
    let values: Map<Vec<Twice>> = decode("a = [1, 2]\n");
    assert_eq!(values["a"].iter().map(|twice| twice.0).collect::<Vec<_>>(), [2, 4]);
}
