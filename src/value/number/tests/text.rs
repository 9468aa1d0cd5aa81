use std::cmp::Ordering;

use super::{Bits, calculate, float, number};
use crate::value::number::Number;

#[test]
fn texts_are_read_and_printed() {
    for (text, printed) in [
        ("0", "0"),
        ("-0", "-0"),
        ("01", "1"),
        ("0755", "755"),
        ("+1", "1"),
        ("5.", "5"),
        (".5", "0.5"),
        ("-.5e1", "-5"),
        ("1.0", "1"),
        ("1.50", "1.5"),
        ("1e3", "1000"),
        ("1E-3", "0.001"),
        ("1e01", "10"),
        ("1p3", "8"),
        ("1.5P-1", "0.75"),
        ("1e21", "1000000000000000000000"),
        ("1e-7", "0.0000001"),
        ("0.123456789012345678", "0.123456789012345678"),
        ("0.1234567890123456789", "0.1234567890123456789"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("0e9999999999", "0"),
        ("inf", "+Inf"),
        ("-Inf", "-Inf"),
        ("9e999999999", "+Inf"),
        ("-1e-999999999", "-0"),
    ] {
        assert_eq!(number(text).to_string(), printed, "{text}");
    }
}

#[test]
fn other_texts_are_not_numbers() {
    for text in [
        "",
        "-",
        "+",
        ".",
        "-.",
        " 1",
        "1 ",
        "--1",
        "+-1",
        "1..2",
        "1.2.3",
        "1_000",
        "1,5",
        "0x10",
        "0b1",
        "1f",
        "1e",
        "1e+",
        "1e+-5",
        "1e5.",
        "e5",
        "1e1e1",
        "1p",
        "½",
        "١",
        "\u{200b}1",
        "nan",
        "NaN",
        "INF",
        "infinity",
        "true",
        "1e2147483648",
        "1e-2147483700",
        "0e99999999999999999999",
        "1p9223372036854775807",
    ] {
        assert!(Number::parse(text).is_none(), "{text:?}");
        assert!(text.parse::<Number>().is_err(), "{text:?}");
    }
}

#[test]
fn a_long_text_is_rounded_to_512_bits() {
    let tenth = format!("0.1{}", "0".repeat(1000));
    assert_eq!(number(&tenth), number("0.1"));
    assert_eq!(number(&format!("{tenth}1")), number("0.1"));
    assert_ne!(number(&format!("0.1{}1", "0".repeat(150))), number("0.1"));
    assert_eq!(number(&"9".repeat(5000)), number("1e5000"));
}

#[test]
fn the_precision_decides_how_many_digits_are_printed() {
    let third = number("1").checked_div(&number("3")).unwrap().to_string();
    assert_eq!(third, format!("0.{}5", "3".repeat(154)));
    assert_eq!(calculate(&number("2"), '/', &number("3")), format!("0.{}7", "6".repeat(153)));
    assert_eq!(calculate(&Number::from(1), '/', &Number::from(3)), "0.33333333333333333334");
    assert_eq!(calculate(&float(1.0), '/', &float(3.0)), "0.3333333333333333");
    assert_eq!(calculate(&float(1.0), '/', &number("3")), third);
    assert_eq!(calculate(&float(0.5), '+', &number("0.1")), "0.6");
    assert_eq!(
        calculate(&float(0.1), '+', &number("0")),
        "0.1000000000000000055511151231257827021181583404541015625"
    );
    assert_eq!(calculate(&float(0.1), '*', &float(3.0)), "0.30000000000000002");
    assert_eq!(float(1e23).to_string(), "100000000000000000000000");
    assert_eq!(float((1_u64 << 60) as f64).to_string(), "1152921504606847000");
    assert_eq!(float(5e-324).to_scientific(None), "4.940656458412465e-324");
}

#[test]
fn digits_can_be_asked_for() {
    for (text, digits, fixed, scientific, general) in [
        ("0", 2, "0.00", "0.00e+00", "0"),
        ("-0", 0, "-0", "-0e+00", "-0"),
        ("0.125", 2, "0.12", "1.25e-01", "0.12"),
        ("0.375", 2, "0.38", "3.75e-01", "0.38"),
        ("0.5", 0, "0", "5e-01", "0.5"),
        ("0.6", 0, "1", "6e-01", "0.6"),
        ("9.99", 1, "10.0", "1.0e+01", "1e+01"),
        ("1e21", 3, "1000000000000000000000.000", "1.000e+21", "1e+21"),
        ("0.00001234", 3, "0.000", "1.234e-05", "1.23e-05"),
        ("123456", 6, "123456.000000", "1.234560e+05", "123456"),
        ("1e-9", 2, "0.00", "1.00e-09", "1e-09"),
        ("-inf", 2, "-Inf", "-Inf", "-Inf"),
    ] {
        let number = number(text);
        assert_eq!(number.to_fixed(digits), fixed, "{text}");
        assert_eq!(number.to_scientific(Some(digits)), scientific, "{text}");
        assert_eq!(number.to_general(Some(digits)), general, "{text}");
    }
    for (text, general) in [
        ("100000", "100000"),
        ("1000000", "1e+06"),
        ("0.0001", "0.0001"),
        ("0.00001", "1e-05"),
        ("123456789012345678901234567890", "1.2345678901234567890123456789e+29"),
    ] {
        assert_eq!(number(text).to_general(None), general);
    }
    assert_eq!(
        float(0.1).to_fixed(60),
        "0.100000000000000005551115123125782702118158340454101562500000"
    );
}

#[test]
fn integers_in_other_radices() {
    for (text, radix, value) in [
        ("ff", 16, Some("255")),
        ("-FF", 16, Some("-255")),
        ("+11", 2, Some("3")),
        ("Z", 36, Some("35")),
        ("z", 62, Some("35")),
        ("Z", 62, Some("61")),
        ("-0", 10, Some("0")),
        ("12", 2, None),
        ("1_0", 10, None),
        ("0x1", 16, None),
        ("", 10, None),
        ("1", 63, None),
        ("1", 1, None),
    ] {
        let number = Number::from_str_radix(text, radix).map(|number| number.to_string());
        assert_eq!(number.as_deref(), value, "{text}");
    }
    let long = "7fffffffffffffff".repeat(64);
    assert_eq!(Number::from_str_radix(&long, 16).unwrap().to_str_radix(16), Some(long));
    assert_eq!(number("1.5").to_str_radix(10), None);
    assert_eq!(number("1e100000").to_str_radix(10), None);
    assert_eq!(number("10").to_str_radix(37), None);
}

#[test]
fn printed_numbers_read_back_the_same() {
    let mut bits = Bits(3);
    for _ in 0..2_000 {
        let text = format!("{}.{:019}", bits.integer(), bits.next());
        let short = number(text.get(..text.len() - (bits.next() % 19) as usize).unwrap());
        assert_eq!(short.as_f64(), short.to_string().parse::<f64>().unwrap(), "{short}");

        let divisor = number(&bits.integer().max(1).to_string());
        let quotient = short.checked_div(&divisor).unwrap();
        let again = number(&quotient.to_string());
        assert_eq!(again.compare_values(&quotient), Ordering::Equal, "{quotient}");
        assert!(quotient.to_string().len() < 200 && quotient == again);
        assert_eq!(quotient.as_f64(), quotient.to_string().parse::<f64>().unwrap(), "{quotient}");
    }
}
