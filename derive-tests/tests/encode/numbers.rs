//! Numbers.

use std::collections::BTreeMap;

use serde_hcl::{Number, Value, to_expression_string};

use crate::{check, error};

#[track_caller]
fn expression<T: serde::Serialize>(value: T, expected: &str) {
    assert_eq!(to_expression_string(&value).unwrap(), expected);
}

#[test]
fn integers() {
    expression(i128::MIN, "-170141183460469231731687303715884105728");
    expression(u128::MAX, "340282366920938463463374607431768211455");
    expression(u64::MAX, "18446744073709551615");
    check(
        &BTreeMap::from([("a".to_owned(), (i128::MIN, u128::MAX))]),
        "a = [-170141183460469231731687303715884105728, 340282366920938463463374607431768211455]\n",
    );
}

#[test]
fn floats_are_exact_and_short() {
    expression(0.1_f64, "0.1");
    expression(0.1_f32, "0.1");
    expression(-0.0_f64, "-0");
    expression(1e21_f64, "1000000000000000000000");
    for float in [f64::MIN_POSITIVE, f64::MAX, f64::EPSILON, 5e-324, 1.0 / 3.0, -2.5e-10] {
        let text = to_expression_string(&float).unwrap();
        let map: BTreeMap<String, f64> = serde_hcl::from_str(&format!("a = {text}\n")).unwrap();
        assert_eq!(map["a"].to_bits(), float.to_bits());
    }
}

#[test]
fn numbers_of_the_language_are_exact() {
    for text in
        ["0.1", "1e400", "123456789012345678901234567890", "0.333333333333333333333333333", "-0"]
    {
        let number = Number::parse(text).unwrap();
        let written = to_expression_string(&Value::from(number.clone())).unwrap();
        assert!(Number::parse(&written).unwrap().is_identical(&number), "{written}");
    }
}

#[test]
fn floats_that_are_not_finite_are_errors() {
    let map = BTreeMap::from([("a", vec![1.0, f64::NAN])]);
    assert_eq!(error(&map), "a[1]: Number is not finite: HCL has no notation for the number NaN.");
    assert!(error(&BTreeMap::from([("a", f32::NEG_INFINITY)])).starts_with("a: "));
    assert!(error(&BTreeMap::from([("a", Value::from(f64::INFINITY))])).starts_with("a: "));
    assert!(error(&BTreeMap::from([("a", Value::from(Number::infinity()))])).starts_with("a: "));
}

#[test]
fn floats_with_many_zeros_have_an_exponent() {
    expression(1e300_f64, "1e300");
    expression(-1.5e-30_f64, "-1.5e-30");
    expression(1e30_f32, "1e30");
    let values: std::collections::BTreeMap<String, f64> =
        serde_hcl::from_str("a = 1e300\n").unwrap();
    assert_eq!(serde_hcl::to_string(&values).unwrap(), "a = 1e300\n");
}
