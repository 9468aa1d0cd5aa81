use super::{Bits, calculate, float, number};
use crate::value::number::Number;

#[test]
fn operators_calculate() {
    for (left, operator, right, result) in [
        ("0.1", '+', "0.2", "0.3"),
        ("0.1", '*', "3", "0.3"),
        ("1", '/', "1024", "0.0009765625"),
        ("10", '/', "4", "2.5"),
        ("9223372036854775807", '+', "1", "9223372036854775808"),
        ("-9223372036854775808", '-', "1", "-9223372036854775809"),
        ("-9223372036854775808", '/', "-1", "9223372036854775808"),
        (
            "18446744073709551616",
            '*',
            "18446744073709551616",
            "340282366920938463463374607431768211456",
        ),
        ("1e153", '-', "1e153", "0"),
        ("1e20", '%', "3", "1"),
        ("5.5", '%', "-3", "2.5"),
        ("-7", '%', "2.5", "-2"),
        ("7", '%', "0.1", "0"),
        ("10", '%', "0", "10"),
        ("10", '%', "-0", "10"),
        // Zeros have signs.
        ("0", '-', "0", "0"),
        ("-0", '+', "0", "0"),
        ("-0", '+', "-0", "-0"),
        ("-0", '-', "0", "-0"),
        ("5", '-', "5", "0"),
        ("0", '*', "-3", "-0"),
        ("0", '/', "-3", "-0"),
        ("-7", '%', "7", "0"),
        ("-0", '%', "3", "-0"),
        ("0", '%', "-3", "0"),
        // Infinities.
        ("1", '/', "0", "+Inf"),
        ("-1", '/', "0", "-Inf"),
        ("1", '/', "-0", "-Inf"),
        ("0", '/', "0", "none"),
        ("inf", '+', "1", "+Inf"),
        ("inf", '-', "inf", "none"),
        ("inf", '+', "-inf", "none"),
        ("inf", '*', "0", "none"),
        ("inf", '*', "-2", "-Inf"),
        ("inf", '/', "inf", "none"),
        ("1", '/', "-inf", "-0"),
        ("inf", '%', "3", "none"),
        ("3", '%', "inf", "none"),
        ("inf", '%', "0", "+Inf"),
    ] {
        assert_eq!(
            calculate(&number(left), operator, &number(right)),
            result,
            "{left} {operator} {right}"
        );
    }
}

#[test]
fn fractions_cancel() {
    let one = number("1");
    for divisor in ["3", "7", "49"].map(number) {
        let quotient = one.checked_div(&divisor).unwrap();
        assert_eq!(quotient.checked_mul(&divisor).unwrap(), one, "{divisor}");
    }
    assert_eq!(
        number("1e153").checked_add(&one).unwrap().checked_sub(&number("1e153")),
        Some(one.clone())
    );
    assert_eq!(number("1e155").checked_add(&one), Some(number("1e155")));
}

#[test]
fn whole_numbers_are_next_to_fractions() {
    for (text, floor, ceil, trunc) in [
        ("1.5", "1", "2", "1"),
        ("-1.5", "-2", "-1", "-1"),
        ("0.1", "0", "1", "0"),
        ("-0.1", "-1", "0", "0"),
        ("-0", "0", "0", "-0"),
        ("7", "7", "7", "7"),
        ("1e-400", "0", "1", "0"),
        (
            "12345678901234567890.5",
            "12345678901234567890",
            "12345678901234567891",
            "12345678901234567890",
        ),
        ("-inf", "-Inf", "-Inf", "-Inf"),
    ] {
        let number = number(text);
        assert_eq!(number.floor().to_string(), floor, "{text}");
        assert_eq!(number.ceil().to_string(), ceil, "{text}");
        assert_eq!(number.trunc().to_string(), trunc, "{text}");
    }
}

#[test]
fn signs() {
    for (text, negated, absolute) in [
        ("0", "-0", "0"),
        ("-0", "0", "0"),
        ("-9223372036854775808", "9223372036854775808", "9223372036854775808"),
        ("0.5", "-0.5", "0.5"),
        ("-1e30", "1000000000000000000000000000000", "1000000000000000000000000000000"),
        ("-inf", "+Inf", "+Inf"),
    ] {
        assert_eq!((-number(text)).to_string(), negated, "{text}");
        assert_eq!(number(text).abs().to_string(), absolute, "{text}");
    }
    assert!(number("-0").is_sign_negative() && !number("-0").is_negative());
    assert!(number("-0.5").is_negative());
}

#[test]
fn exponents_cost_nothing() {
    let (huge, tiny) = (number("1e600000000"), number("1e-600000000"));
    assert_eq!(huge.to_string(), "1e+600000000");
    assert_eq!(tiny.to_string(), "1e-600000000");
    assert_eq!(number("-123e70000").to_string(), "-1.23e+70002");
    assert_eq!(number("1e65535").to_string().len(), 65536);
    assert_eq!(huge.to_fixed(2), "1e+600000000");
    assert_eq!(tiny.to_fixed(usize::MAX).len(), 2 + 65536);
    assert_eq!(calculate(&huge, '+', &tiny), "1e+600000000");
    assert_eq!(calculate(&number("1"), '-', &tiny), "1");
    assert_eq!(calculate(&huge, '*', &huge), "+Inf");
    assert_eq!(calculate(&tiny, '*', &-&tiny), "-0");
    assert_eq!(calculate(&huge, '/', &tiny), "+Inf");
    assert_eq!(calculate(&huge, '%', &tiny), "none");
    assert_eq!(calculate(&tiny, '%', &huge), "1e-600000000");
    assert!(huge.checked_rem(&number("3")).is_some());
    assert!(huge.is_integer() && !tiny.is_integer());
    assert_eq!(huge.floor(), huge);
    assert_eq!(tiny.ceil(), number("1"));
    assert!(tiny < number("1") && number("1") < huge);
    assert_eq!(huge.to_str_radix(2), None);
}

#[test]
fn integers_calculate_as_machine_integers_do() {
    let mut bits = Bits(1);
    for _ in 0..20_000 {
        let (left, right) = (i128::from(bits.integer()), i128::from(bits.integer()));
        let (a, b) = (Number::from(left), Number::from(right));
        // Integers have 64 bits: longer results are compared if they need no rounding.
        let check = |operator, result: i128| {
            if result.unsigned_abs() < 1 << 64 && (result != 0 || operator != '*') {
                assert_eq!(
                    calculate(&a, operator, &b),
                    result.to_string(),
                    "{left} {operator} {right}"
                );
            }
        };
        check('+', left + right);
        check('-', left - right);
        check('*', left * right);
        assert_eq!(a.cmp(&b), left.cmp(&right));
        assert_eq!(a.as_f64(), left as f64);
        if right != 0 {
            check('%', left % right);
            let (a, b) = (number(&left.to_string()), number(&right.to_string()));
            let quotient = a.checked_div(&b).unwrap();
            assert_eq!(quotient.trunc().as_i128(), Some(left / right), "{left} / {right}");
        }
    }
}

#[test]
fn floats_calculate_as_machine_floats_do() {
    let mut bits = Bits(2);
    for _ in 0..20_000 {
        let (left, right) = (bits.float(), bits.float());
        let (a, b) = (float(left), float(right));
        assert_eq!(a.checked_add(&b).unwrap().as_f64(), left + right, "{left} + {right}");
        assert_eq!(a.checked_sub(&b).unwrap().as_f64(), left - right, "{left} - {right}");
        assert_eq!(a.checked_mul(&b).unwrap().as_f64(), left * right, "{left} * {right}");
        if right != 0.0 {
            assert_eq!(a.checked_div(&b).unwrap().as_f64(), left / right, "{left} / {right}");
        }
        assert_eq!(a.compare_values(&b), left.total_cmp(&right), "{left} {right}");
        assert_eq!(a.to_string().parse::<f64>().unwrap(), left, "{left}");
        if left.fract() != 0.0 {
            // The last digit differs if two decimals are equally near.
            assert_eq!(a.to_string().len(), left.to_string().len(), "{left}");
        }
    }
}
