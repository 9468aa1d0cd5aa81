mod arithmetic;
mod text;

use std::cmp::Ordering;
use std::collections::HashSet;

use num_traits::ToPrimitive;

use super::Number;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(|| panic!("{text:?} is a number"))
}

fn float(value: f64) -> Number {
    Number::from_binary(value).unwrap()
}

/// `left operator right` as text, or "none".
fn calculate(left: &Number, operator: char, right: &Number) -> String {
    let result = match operator {
        '+' => left.checked_add(right),
        '-' => left.checked_sub(right),
        '*' => left.checked_mul(right),
        '/' => left.checked_div(right),
        _ => left.checked_rem(right),
    };
    result.map_or("none".to_owned(), |result| result.to_string())
}

/// Pseudo-random bits, the same in every run.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// An integer of any length up to 64 bits.
    fn integer(&mut self) -> i64 {
        let shift = self.next() % 64;
        (self.next() as i64) >> shift
    }

    /// A float of ordinary size.
    fn float(&mut self) -> f64 {
        let (integer, divisor) = (self.integer(), self.integer().max(1));
        integer as f64 / divisor as f64
    }
}

#[test]
fn a_number_is_two_words() {
    assert_eq!(size_of::<Number>(), 16);
    assert_eq!(size_of::<Option<Number>>(), 16);
}

#[test]
fn equal_numbers_print_alike() {
    let zero_sum = float(0.1).checked_add(&number("0")).unwrap();
    assert_eq!(float(0.1), number("0.1"));
    assert_ne!(float(0.1), zero_sum);
    assert_eq!(number("0.1").compare_values(&float(0.1)), Ordering::Less);
    assert_eq!(zero_sum.compare_values(&float(0.1)), Ordering::Equal);
    // Whole numbers are compared by value, not by their printed form.
    assert_ne!(float(1e23), number("1e23"));
    assert_eq!(float(1e22), number("1e22"));

    assert_eq!(number("-0"), number("0"));
    assert!(!number("-0").is_identical(&number("0")));
    assert!(number("-0").is_identical(&number("-0")));

    let tenth = number("1").checked_div(&number("10")).unwrap();
    let set = HashSet::from([number("0.1"), float(0.1), tenth, number("0"), number("-0")]);
    assert_eq!(set.len(), 2);
}

#[test]
fn numbers_are_ordered() {
    let ascending = [
        "-inf",
        "-1e400",
        "-9223372036854775809",
        "-9223372036854775808",
        "-2",
        "-1.5",
        "-1e-400",
        "0",
        "1e-400",
        "1e-19",
        "1e-18",
        "0.3",
        "0.33",
        "1",
        "1.0000000000000000001",
        "1.5",
        "2",
        "9223372036854775807",
        "9223372036854775808",
        "1e400",
        "inf",
    ];
    for (index, left) in ascending.iter().enumerate() {
        for (other, right) in ascending.iter().enumerate() {
            let (left, right) = (number(left), number(right));
            assert_eq!(left.cmp(&right), index.cmp(&other), "{left} {right}");
            assert_eq!(left.compare_values(&right), index.cmp(&other), "{left} {right}");
        }
    }
}

#[test]
fn integers_convert_exactly_or_not_at_all() {
    assert_eq!(Number::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Number::from(u64::MAX).as_i64(), None);
    assert_eq!(Number::from(i64::MIN).as_i64(), Some(i64::MIN));
    assert_eq!(Number::from(i128::MIN).as_i128(), Some(i128::MIN));
    assert_eq!(Number::from(u128::MAX).as_u128(), Some(u128::MAX));
    assert_eq!(Number::from(u128::MAX).as_i128(), None);
    assert_eq!(Number::from(u128::MAX).to_string(), u128::MAX.to_string());
    assert_eq!(Number::from(usize::MAX).to_string(), usize::MAX.to_string());
    assert_eq!(number("-1").as_u128(), None);
    assert_eq!(number("1e30").as_i128(), Some(10_i128.pow(30)));
    assert_eq!(number("-0").as_u64(), Some(0));
    for text in ["1.5", "0.1", "inf", "1e39", "-1e39", "1e600000000"] {
        assert_eq!((number(text).as_i64(), number(text).as_i128()), (None, None), "{text}");
    }
    assert_eq!((number("-1.5").to_i64(), number("-2").to_i64()), (None, Some(-2)));
    assert_eq!(Number::from_f64(f64::NAN), None);
    assert!(Number::try_from(f64::NAN).is_err());
    assert_eq!(Number::try_from(0.5_f32), Ok(number("0.5")));
}

#[test]
fn floats_are_the_nearest() {
    for (text, value) in [
        ("0.1", 0.1),
        ("123456789012345678", 123456789012345678.0),
        ("9007199254740993", 9007199254740992.0),
        ("0.9007199254740993", 0.9007199254740993),
        ("1e400", f64::INFINITY),
        ("1.7976931348623157e308", f64::MAX),
        ("1.7976931348623159e308", f64::INFINITY),
        ("5e-324", 5e-324),
        ("1p-1075", 0.0),
        ("1.0000001p-1075", 5e-324),
        ("2.2250738585072014e-308", f64::MIN_POSITIVE),
        ("-1e-400", -0.0),
        ("1e600000000", f64::INFINITY),
        ("-inf", f64::NEG_INFINITY),
    ] {
        assert_eq!(number(text).as_f64().to_bits(), value.to_bits(), "{text}");
    }
}
