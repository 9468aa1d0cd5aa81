use serde_hcl::{Type, Value};

use super::{evaluate, is};

fn not_null(ty: Type) -> Value {
    Value::unknown(ty).refine_not_null()
}

#[test]
fn operations_on_unknown_values_have_unknown_results() {
    is("some_number + 1", not_null(Type::Number));
    is("some_text == \"a\"", not_null(Type::Bool));
    is("any + 1", not_null(Type::Number));
    is("any == null", not_null(Type::Bool));
}

#[test]
fn steps_into_unknown_values_have_known_types() {
    is("some_list[0]", Value::unknown(Type::String));
    is("any.a[0].b", Value::unknown(Type::Dynamic));
    is("some_list[*]", not_null(Type::list(Type::String)));
    is("[for v in some_list : v]", Value::unknown(Type::Dynamic));
    is("{ (some_text) = 1 }", Value::unknown(Type::Dynamic));
}

#[test]
fn an_unknown_condition_keeps_what_both_results_have_in_common() {
    let number = Value::unknown(Type::Number).refine().not_null().at_least(1.into());
    is("some_text == \"\" ? 1 : 3", number.at_most(3.into()).build());
    is("some_text == \"\" ? null : null", Value::NULL);
}

#[test]
fn a_template_keeps_its_known_prefix() {
    let text = Value::unknown(Type::String).refine().not_null();
    is("\"web-${some_text}\"", text.prefix("web-").build());
    let long = format!("\"{}${{some_text}}\"", "-".repeat(1000));
    let Value::Unknown(unknown) = evaluate(&long).unwrap() else { panic!("{long}") };
    assert_eq!(unknown.refinements().prefix().len(), 128);
}

#[test]
fn a_deciding_operand_makes_an_unknown_one_irrelevant() {
    is("some_text == \"a\" || true", true);
    is("false && some_text == \"a\"", false);
    is("some_text == \"a\" || false", not_null(Type::Bool));
}

#[test]
fn functions_wait_for_their_arguments() {
    is("upper(some_text)", not_null(Type::String));
    is("length(some_list) == -1", false);
    is("try(any.a, 1)", Value::unknown(Type::Dynamic));
    is("can(any.a)", Value::unknown(Type::Bool));
}

/// The types are those of Terraform.
#[test]
fn sets_with_unknown_elements_have_the_types_of_the_reference() {
    let cases = [
        ("coalesce(toset([some_number, 1]), tolist([\"a\"]))", "list(string)"),
        ("coalesce(toset([some_number]), toset([\"a\"]))", "set(string)"),
        ("true ? toset([some_number, 1]) : tolist([\"a\"])", "list(number)"),
        ("true ? toset([some_number, 1]) : toset([\"a\"])", "set(string)"),
        ("true ? [toset([some_number, 1])] : [tolist([\"a\"])]", "tuple([list(number)])"),
        (
            "true ? { a = toset([some_number, 1]) } : { a = tolist([\"a\"]) }",
            "object({ a = list(number) })",
        ),
        ("tolist(toset([some_number, 1]))", "list(number)"),
        ("setproduct([some_text], [null])", "list(tuple([string, any]))"),
        ("setproduct([some_number], [null])", "list(tuple([number, any]))"),
        ("setproduct(toset([some_number, 1]), [null])", "set(tuple([number, any]))"),
        ("setproduct(toset([some_number, 1]), [null, 2])", "set(tuple([number, number]))"),
        ("setproduct([some_text, 1], [null, 2])", "list(tuple([string, number]))"),
        ("setproduct([some_text, null], [1, 2])", "list(tuple([string, number]))"),
        ("setproduct([some_number, null], [1, 2])", "list(tuple([number, number]))"),
        ("setproduct([null], [1])", "list(tuple([any, number]))"),
    ];
    for (source, ty) in cases {
        assert_eq!(evaluate(source).unwrap().type_of().to_string(), ty, "{source}");
    }
    is("setproduct([some_text], [null])[0][0]", Value::unknown(Type::String));
    is("setproduct([some_text, 1], [null, 2])[2][1]", Value::Null(Type::Number));
    assert!(!evaluate("setproduct(toset([some_number, 1]), [null])").unwrap().is_known());
}
