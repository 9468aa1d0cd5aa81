use super::{is, same, wrong};
use crate::value;

#[test]
fn tuples_are_built_in_the_order_of_iteration() {
    same("[for v in list : upper(v)]", "[\"A\", \"B\"]");
    same("[for i, v in list : \"${i}${v}\"]", "[\"0a\", \"1b\"]");
    same("[for k, v in { b = 1, a = 2 } : \"${k}${v}\"]", "[\"a2\", \"b1\"]");
    same("[for k, v in set : k == v]", "[true, true]");
}

#[test]
fn objects_take_keys_and_can_group() {
    is("{for v in list : v => upper(v)}", value!({ "a": "A", "b": "B" }));
    is("{for v in [1, 2, 3] : v % 2 => v...}", value!({ "1": [1, 3], "0": [2] }));
    wrong("{for v in list : \"k\" => v}", &[("\"k\"", "duplicate-key")]);
    wrong("{for v in list : null => v}", &[("null", "null-key")]);
}

#[test]
fn conditions_select() {
    same("[for v in [1, 2, 3] : v if v != 2]", "[1, 3]");
    wrong("[for v in list : v if null]", &[("null", "null-condition")]);
    wrong("[for v in list : v if []]", &[("[]", "condition-type")]);
    wrong("[for v in [] : v if nobody]", &[("nobody", "unknown-variable")]);
}

#[test]
fn inner_names_hide_outer_ones() {
    same("[for one in [2] : [for one in [one + 1] : one]]", "[[3]]");
    same("[for x in [1] : [for y in [2] : x + y]]", "[[3]]");
    wrong("[for x in [1] : y]", &[("y", "unknown-variable")]);
}

#[test]
fn only_collections_can_be_iterated() {
    wrong("[for v in null : v]", &[("null", "null-iteration")]);
    wrong("[for v in \"abc\" : v]", &[("\"abc\"", "not-iterable")]);
}
