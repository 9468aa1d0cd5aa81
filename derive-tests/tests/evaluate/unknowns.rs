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
