use super::{is, same, wrong};
use crate::value;

#[test]
fn keys_are_names_strings_or_expressions() {
    is("{ a = 1, \"b c\" : 2 }", value!({ "a": 1, "b c": 2 }));
    is("{ (text) = 1, \"${text}d\" = 2 }", value!({ "abc": 1, "abcd": 2 }));
    is("{ null = 1, true = 2, 1e3 = 3 }", value!({ "null": 1, "true": 2, "1000": 3 }));
    is("{ upper(\"a\") = 1, text = 2 }", value!({ "A": 1, "text": 2 }));
}

#[test]
fn of_equal_keys_the_last_one_counts() {
    same("{ a = 1, a = 2 }", "{ a = 2 }");
    same("{ \"e\\u0301\" = 1, \"\\u00e9\" = 2 }", "{ \"\\u00e9\" = 2 }");
}

#[test]
fn mistakes_in_keys_and_values_are_reported_together() {
    wrong("{ a.b = 1 }", &[("a.b", "ambiguous-key")]);
    wrong("{ (null) = 1 }", &[("1", "null-key")]);
    wrong(
        "{ ([]) = nobody, b = nothing }",
        &[("nobody", "unknown-variable"), ("([])", "key-type"), ("nothing", "unknown-variable")],
    );
    wrong("[nobody, nothing]", &[("nobody", "unknown-variable"), ("nothing", "unknown-variable")]);
}
