use super::{is, same, wrong};
use crate::value::{Type, Value};

#[test]
fn a_full_splat_takes_all_further_steps() {
    same("servers[*].name", "[\"web\", \"db\"]");
    same("[[1, 2], [3, 4]][*][0]", "[1, 3]");
    same("[[[1]], [[2]]][*][*][0]", "[[1], [2]]");
}

#[test]
fn an_attribute_splat_leaves_indexes_to_its_result() {
    same("servers.*.name[1]", "\"db\"");
    same("[[1, 2], [3, 4]].*.0", "[1, 3]");
}

#[test]
fn lists_and_sets_make_lists() {
    is("list[*]", Value::list(Type::String, ["a", "b"]));
    is("set[*]", Value::list(Type::String, ["a", "b"]));
    is("tolist([{ a = 1 }])[*].a", Value::list(Type::Number, [1]));
}

#[test]
fn anything_else_is_a_sequence_of_one_or_none() {
    same("text[*]", "[\"abc\"]");
    same("null[*]", "[]");
    same("servers[0][*].name", "[\"web\"]");
}

#[test]
fn mistakes_are_reported_for_each_element() {
    wrong("servers[*].nobody", &[(".nobody", "no-attribute"), (".nobody", "no-attribute")]);
    wrong("nobody[*].name", &[("nobody", "unknown-variable")]);
}
