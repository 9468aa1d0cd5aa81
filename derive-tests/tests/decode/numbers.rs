//! Numbers: decoded exactly, or rejected.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::num::NonZeroU8;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Visitor};
use serde_hcl::Number;

use crate::{decode, error};

#[track_caller]
fn number<T: DeserializeOwned>(text: &str) -> T {
    decode::<HashMap<String, T>>(&format!("n = {text}\n")).remove("n").unwrap()
}

#[track_caller]
fn refused<T: DeserializeOwned>(text: &str) -> String {
    let error = error::<HashMap<String, T>>(&format!("n = {text}\n"));
    error.strip_prefix("1:5: n: ").map(str::to_owned).unwrap_or(error)
}

#[test]
fn integers() {
    assert_eq!(number::<u8>("255"), 255);
    assert_eq!(number::<i8>("-128"), -128);
    assert_eq!(number::<u16>("\"80\""), 80);
    assert_eq!(number::<i16>("\"-80\""), -80);
    assert_eq!(number::<u32>("1e3"), 1000);
    assert_eq!(number::<u32>("1.50e1"), 15);
    assert_eq!(number::<i64>("-9223372036854775808"), i64::MIN);
    assert_eq!(number::<u64>("18446744073709551615"), u64::MAX);
    assert_eq!(number::<i128>("-170141183460469231731687303715884105728"), i128::MIN);
    assert_eq!(number::<u128>("340282366920938463463374607431768211455"), u128::MAX);
    assert_eq!(number::<u128>("340282366920938463463374607431768211454 + 1"), u128::MAX);
    assert_eq!(number::<u8>("007"), 7);
    assert_eq!(number::<i8>("-0"), 0);
    assert_eq!(number::<usize>("(((1)))"), 1);
    assert_eq!(number::<NonZeroU8>("1").get(), 1);
}

/// The visitor method that is called for a number by a target that takes any type.
#[derive(Debug, PartialEq)]
enum Given {
    U64(u64),
    I64(i64),
    U128(u128),
    I128(i128),
    F64(f64),
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyNumber;

        impl Visitor<'_> for AnyNumber {
            type Value = Given;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Given, E> {
                Ok(Given::U64(number))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Given, E> {
                Ok(Given::I64(number))
            }

            fn visit_u128<E>(self, number: u128) -> Result<Given, E> {
                Ok(Given::U128(number))
            }

            fn visit_i128<E>(self, number: i128) -> Result<Given, E> {
                Ok(Given::I128(number))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Given, E> {
                Ok(Given::F64(number))
            }
        }

        deserializer.deserialize_any(AnyNumber)
    }
}

#[test]
fn untyped_data_has_exact_integers() {
    let cases = [
        ("80", Given::U64(80)),
        ("-80", Given::I64(-80)),
        ("18446744073709551615", Given::U64(u64::MAX)),
        ("18446744073709551616", Given::F64(18446744073709551616.0)),
        ("18446744073709551617", Given::U128(18446744073709551617)),
        ("-18446744073709551616 - 1", Given::I128(-18446744073709551617)),
        ("1e30", Given::F64(1e30)),
        ("1e3", Given::U64(1000)),
        ("0.5 * 3", Given::F64(1.5)),
        ("1000000000000000000000000000000000000000000", Given::F64(1e42)),
    ];
    for (text, expected) in cases {
        assert_eq!(number::<Given>(text), expected, "{text}");
    }
}

#[test]
fn integers_that_do_not_fit() {
    let range = "Number out of range: The number";
    let help = "write a number in this range";
    assert_eq!(refused::<u8>("256"), format!("{range} 256 is not between 0 and 255; {help}"));
    assert_eq!(refused::<u8>("-1"), format!("{range} -1 is not between 0 and 255; {help}"));
    assert_eq!(
        refused::<i8>("100 + 28"),
        format!("{range} 128 is not between -128 and 127; {help}")
    );
    assert_eq!(refused::<u16>("1e5"), format!("{range} 100000 is not between 0 and 65535; {help}"));
    assert!(refused::<u128>("340282366920938463463374607431768211456").starts_with(range));
    assert!(refused::<i64>("1 / 0").contains("the result of a division by zero"));
    assert_eq!(
        refused::<u8>("1.5"),
        "Unsuitable value: A whole number is required, but 1.5 has a fraction; round it; floor(…) and ceil(…) do so for a result"
    );
    assert_eq!(
        refused::<u8>("\"0x10\""),
        "Unsuitable value type: Expected a whole number from 0 to 255, found the string \"0x10\"; write it as a decimal number: 16"
    );
    assert_eq!(
        refused::<u8>("true"),
        "Unsuitable value type: Expected a whole number from 0 to 255, found true; write a number in digits"
    );
    assert_eq!(
        refused::<u8>("[1]"),
        "Unsuitable value type: Expected a whole number from 0 to 255, found a list; remove the brackets: 1"
    );
    assert_eq!(
        refused::<u8>("{}"),
        "Unsuitable value type: Expected a whole number from 0 to 255, found an object; write a single value, without braces"
    );
    assert!(refused::<NonZeroU8>("0").starts_with("Unsuitable value: "));
}

#[test]
fn floats_are_the_nearest() {
    for text in ["0.1", "1e23", "9007199254740993", "4.9e-324", "1.7976931348623157e308", "-2.5"] {
        assert_eq!(number::<f64>(text), text.parse::<f64>().unwrap());
        assert_eq!(number::<f64>(&format!("\"{text}\"")), text.parse::<f64>().unwrap());
    }
    // Halfway between two numbers of type f32, except for a digit that an f64 can't hold.
    let text = "1.00000005960464477539062500000000000000000000001";
    assert_eq!(number::<f32>(text), text.parse::<f32>().unwrap());
    assert_eq!(number::<f32>(&format!("\"{text}\"")), text.parse::<f32>().unwrap());
    assert_eq!(number::<f64>("1 / 0"), f64::INFINITY);
    assert!(number::<f64>("-0").is_sign_negative());
    assert!(refused::<f64>("1e400").starts_with("Number out of range: The number 1e400"));
    assert!(refused::<f32>("1e39").starts_with("Number out of range"));
}

#[test]
fn numbers_keep_every_digit() {
    for text in ["0.1", "123456789012345678901234567890.5", "1e-7"] {
        assert_eq!(number::<Number>(text), text.parse().unwrap());
    }
    assert_eq!(number::<Number>("0.1 + 0.2").to_string(), "0.3");
    assert_eq!(number::<Number>("\"15\""), Number::from(15));
}

#[test]
fn anything_takes_the_smallest_kind_that_holds_the_number() {
    let json = |text: &str| number::<serde_json::Value>(text);
    assert_eq!(json("1"), serde_json::json!(1));
    assert_eq!(json("-1"), serde_json::json!(-1));
    assert_eq!(json("1.0"), serde_json::json!(1));
    assert_eq!(json("1e3"), serde_json::json!(1000));
    assert_eq!(json("18446744073709551615"), serde_json::json!(u64::MAX));
    assert_eq!(json("0.1"), serde_json::json!(0.1));
    assert_eq!(json("1e30"), serde_json::json!(1e30));
    assert_eq!(json("2 * 3"), serde_json::json!(6));
    assert_eq!(json("\"1\""), serde_json::json!("1"));
}

#[test]
fn untyped_data_has_no_number_beyond_the_range_of_floats() {
    for number in ["1e400", "-1e400", "2e300 * 1e300"] {
        let message = refused::<serde_json::Value>(number);
        assert!(message.starts_with("Number out of range"), "{message}");
    }
}

#[derive(Debug, PartialEq, serde::Deserialize)]
#[serde(untagged)]
enum Buffered {
    Integer(u64),
    Float(f64),
}

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Flattened {
    #[serde(flatten)]
    rest: BTreeMap<String, f64>,
}

/// A buffer of serde has no integers of more than 64 bits.
#[test]
fn large_integers_in_buffers_are_floats_that_represent_them() {
    let untagged = |source: &str| serde_hcl::from_str::<BTreeMap<String, Buffered>>(source);
    let flattened = |source: &str| serde_hcl::from_str::<Flattened>(source);
    for (source, float) in [("36893488147419103232", 2_f64.powi(65)), ("-1e30", -1e30)] {
        let source = format!("a = {source}\n");
        assert_eq!(untagged(&source).unwrap()["a"], Buffered::Float(float));
        assert_eq!(flattened(&source).unwrap().rest["a"], float);
    }
    let precise = "a = 36893488147419103233\n";
    for error in [untagged(precise).unwrap_err(), flattened(precise).unwrap_err()] {
        assert_eq!(
            (error.code(), error.line(), error.column()),
            ("inexact-number", Some(1), Some(5))
        );
        assert!(error.to_string().contains("write the nearest float, 3.6893488147419103e19"));
    }
}
