use serde_hcl::functions::{Call, FunctionError};
use serde_hcl::{Context, Function, Type, Value, parse_expression, value};

use super::context;

#[test]
fn closures_are_functions() {
    let prefix = String::from("> ");
    let quote = Function::new("quote", move |text: String| format!("{prefix}{text}"));
    let count = Function::variadic("count", |first: bool, rest: Vec<Option<String>>| {
        rest.len() + usize::from(first)
    });
    let half = Function::new("half", |number: i64| match number % 2 {
        0 => Ok(number / 2),
        _ => Err(FunctionError::argument(0, "an even number is required")),
    });
    let sum = Function::new("total", |numbers: Vec<i64>| numbers.iter().sum::<i64>());
    let all = context().functions([quote, count, half, sum]);
    let evaluate = |source: &str| parse_expression(source).unwrap().evaluate(&all);
    assert_eq!(evaluate("quote(1)").unwrap(), Value::from("> 1"));
    assert_eq!(evaluate("count(true, \"a\", null)").unwrap(), Value::from(3));
    assert_eq!(evaluate("half(\"4\")").unwrap(), Value::from(2));
    assert_eq!(evaluate("half(3)").unwrap_err().code(), "invalid-argument");
    assert_eq!(evaluate("half(1e30)").unwrap_err().code(), "invalid-argument");
    assert_eq!(evaluate("total([1, \"2\"])").unwrap(), Value::from(3));
    assert_eq!(evaluate("total([1, null])").unwrap_err().code(), "invalid-argument");
    let unknown = Value::unknown(Type::Number).refine_not_null();
    assert_eq!(evaluate("total([1, some_number])").unwrap(), unknown);
}

#[test]
fn signatures_declare_types() {
    let function = Function::variadic("f", |a: Option<bool>, rest: Vec<Vec<u8>>| (a, rest).1.len())
        .with_parameter_names(["a", "rest"])
        .with_description("Counts.");
    assert_eq!(format!("{function:?}"), "f(a: bool, rest: list(number)...)");
    assert_eq!(function.description(), "Counts.");
}

#[test]
fn errors_of_calls_are_errors() {
    let error: Box<dyn std::error::Error> = FunctionError::argument(0, "too long").into();
    assert_eq!(error.to_string(), "too long");
    let parse = |text: String| -> Result<i64, FunctionError> {
        Ok(text.strip_prefix('v').ok_or("no version")?.parse::<i64>()?)
    };
    assert_eq!(parse("x".into()).unwrap_err().message(), "no version");
    let context = Context::new().function(Function::new("version", parse));
    assert_eq!(context.value("version(\"v3\")").unwrap(), 3);
    let error = context.value("version(\"vx\")").unwrap_err();
    assert!(error.to_string().contains("invalid digit"), "{error}");
}

#[test]
fn helps_name_only_functions_of_the_context() {
    let help = |context: Context| {
        let call = Function::new("bad", || -> Result<i64, FunctionError> {
            Err(FunctionError::new("no").with_help("write try(bad(), 1)"))
        });
        let error = context.function(call).value("bad()").unwrap_err();
        error.diagnostics()[0].help().map(str::to_owned)
    };
    assert_eq!(help(Context::new()), None);
    assert_eq!(help(Context::standard()).as_deref(), Some("write try(bad(), 1)"));
}

#[test]
fn lazy_functions_decide_what_to_evaluate() {
    let second = Function::lazy("second", |arguments: &mut Call<'_, '_>| arguments.evaluate(1));
    let context = Context::new().function(second);
    let evaluate = |source: &str| parse_expression(source).unwrap().evaluate(&context);
    assert_eq!(evaluate("second(nobody, 2)").unwrap(), value!(2));
    assert_eq!(evaluate("second(1, nobody)").unwrap_err().code(), "call-failed");
}

#[test]
fn children_have_the_names_of_their_parents() {
    let parent = Context::new().variable("a", 1).variable("b", 1);
    let child = parent.child().variable("b", 2);
    let sum = parse_expression("a + b").unwrap();
    assert_eq!(sum.evaluate(&parent).unwrap(), Value::from(2));
    assert_eq!(sum.evaluate(&child).unwrap(), Value::from(3));
    assert_eq!(sum.evaluate(&Context::new()).unwrap_err().code(), "no-variables");
}

#[test]
fn the_last_arguments_may_be_left_out() {
    let join =
        |a: Option<i64>, b: i64, c: Option<i64>, d: Option<i64>| format!("{a:?} {b} {c:?} {d:?}");
    let join = Function::new("join", join).with_parameter_names(["a", "b", "c", "d"]);
    let context = Context::new().function(join.clone().with_optional_arguments());
    let evaluate = |source: &str| parse_expression(source).unwrap().evaluate(&context);
    assert_eq!(evaluate("join(null, 1)").unwrap(), "None 1 None None");
    assert_eq!(evaluate("join(null, 1, 2)").unwrap(), "None 1 Some(2) None");
    assert_eq!(evaluate("join([1, 2, null, 4]...)").unwrap(), "Some(1) 2 None Some(4)");
    let missing = evaluate("join(1)").unwrap_err();
    assert!(missing.to_string().contains("takes at least 2 arguments"), "{missing}");
    let extra = evaluate("join(1, 2, 3, 4, 5)").unwrap_err();
    assert!(extra.to_string().contains("takes only 4 arguments"), "{extra}");
    let without = Context::new().function(join);
    let missing = parse_expression("join(1, 2)").unwrap().evaluate(&without).unwrap_err();
    assert_eq!(missing.code(), "too-few-arguments");
}
