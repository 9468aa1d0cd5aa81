use super::{is, same, wrong};

#[test]
fn arithmetic_binds_and_associates_as_usual() {
    same("1 + 2 * 3 - 4 / 2", "5");
    same("(1 + 2) * 3", "9");
    same("10 % 4 % 3", "2");
    same("-one + - -one", "0");
    same("0.1 + 0.2 == 0.3", "true");
}

#[test]
fn division_by_zero_is_infinite() {
    same("1 / 0 > 1000", "true");
    same("-1 / 0 < 0", "true");
    same("10 % 0", "10");
    wrong("0 / 0", &[("0 / 0", "operation-failed")]);
}

#[test]
fn operands_convert() {
    is(r#""5" * "2""#, 10);
    is(r#"!"true""#, false);
    is(r#""1" == 1"#, false);
    is(r#"true && "false""#, false);
}

#[test]
fn equality_asks_for_type_and_contents() {
    same("[1, [2]] == [1, [2]]", "true");
    same("{ a = 1 } != { a = 2 }", "true");
    same("list == [\"a\", \"b\"]", "false");
    same("null == none", "true");
}

#[test]
fn a_deciding_operand_hides_mistakes_in_the_other() {
    same("nobody || true", "true");
    same("false && nobody", "false");
    same("null && true", "false");
    wrong("nobody || false", &[("nobody", "unknown-variable")]);
    wrong("null || false", &[("null || false", "operation-failed")]);
}

#[test]
fn all_mistakes_are_reported_operation_first() {
    wrong("[] + nobody", &[("[]", "invalid-operand"), ("nobody", "unknown-variable")]);
    wrong("[] * {}", &[("[]", "invalid-operand"), ("{}", "invalid-operand")]);
    wrong("-\"x\"", &[("\"x\"", "invalid-operand")]);
    wrong("null + 1", &[("null + 1", "operation-failed")]);
}
