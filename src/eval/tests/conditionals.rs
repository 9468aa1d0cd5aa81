use super::{is, same, wrong};
use crate::value::{Type, Value};

#[test]
fn both_results_decide_on_the_type() {
    is("true ? 1 : \"a\"", "1");
    same("true ? [1] : [\"a\"]", "[\"1\"]");
    is("true ? [1] : [\"a\", \"b\"]", Value::list(Type::String, ["1"]));
    is("true ? { a = 1 } : { b = \"x\" }", Value::map(Type::String, [("a", "1")]));
    is("false ? 1 : null", Value::Null(Type::Number));
}

#[test]
fn mistakes_in_the_other_result_do_not_matter() {
    same("true ? 1 : nobody", "1");
    wrong("true ? nobody : 1", &[("nobody", "unknown-variable")]);
}

#[test]
fn results_without_a_common_type_are_refused() {
    wrong("true ? { a = 1 } : { b = [2] }", &[("{ a = 1 } : { b = [2] }", "conditional-types")]);
    wrong("true ? [] : {}", &[("[] : {}", "conditional-types")]);
}

#[test]
fn the_condition_must_be_true_or_false() {
    same("\"true\" ? 1 : 2", "1");
    wrong("null ? 1 : 2", &[("null", "null-condition")]);
    wrong("one ? 1 : 2", &[("one", "condition-type")]);
}
