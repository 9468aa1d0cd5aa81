//! Parses durations.

/// The duration in nanoseconds. The text has a sign and then numbers, possibly with fractions, each
/// with its unit.
pub(super) fn nanoseconds(text: &str) -> Result<i64, String> {
    let invalid = || format!("{text:?} is not a duration");
    let (is_negative, mut rest) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let too_long = || format!("{text:?} is longer than 292 years");
    let mut total: i128 = 0;
    while !rest.is_empty() {
        let (whole, after) = split_digits(rest);
        let (fraction, after) = after.strip_prefix('.').map_or(("", after), split_digits);
        if whole.is_empty() && fraction.is_empty() {
            return Err(invalid());
        }
        let end = after.find(|next: char| next == '.' || next.is_ascii_digit());
        let (name, after) = after.split_at(end.unwrap_or(after.len()));
        let unit = unit(name).ok_or_else(|| match name {
            "" => format!("a unit is missing in {text:?}"),
            _ => format!("{text:?} has an unknown unit {name:?}"),
        })?;
        let whole =
            if whole.is_empty() { 0 } else { whole.parse::<u64>().map_err(|_| too_long())? };
        total += i128::from(whole) * unit + part(fraction, unit);
        rest = after;
    }
    let total = if is_negative { -total } else { total };
    total.try_into().map_err(|_| too_long())
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|next: char| !next.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// The fraction of the unit in nanoseconds. No unit has more than 13 digits, so no further digit
/// matters.
fn part(fraction: &str, unit: i128) -> i128 {
    let digits = fraction.bytes().take(18);
    let (number, scale) = digits.fold((0, 1), |(number, scale), digit| {
        (number * 10 + i128::from(digit - b'0'), scale * 10)
    });
    number * unit / scale
}

fn unit(name: &str) -> Option<i128> {
    Some(match name {
        "ns" => 1,
        // With the micro sign or the Greek letter.
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::nanoseconds;

    #[test]
    fn durations_add_up() {
        let cases = [
            ("0", 0),
            ("-0", 0),
            ("1h", 3_600_000_000_000),
            ("+5m30.5s", 330_500_000_000),
            ("-1.5us", -1_500),
            (".5ms", 500_000),
            ("1.s", 1_000_000_000),
            ("1\u{b5}s1ns", 1_001),
            ("0.333333333333333333333h", 1_199_999_999_999),
            ("-9223372036854775808ns", i64::MIN),
        ];
        for (text, expected) in cases {
            assert_eq!(nanoseconds(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn invalid_durations_are_reported() {
        let cases = [
            ("", "\"\" is not a duration"),
            ("-", "\"-\" is not a duration"),
            (".s", "\".s\" is not a duration"),
            ("1h x", "\"1h x\" has an unknown unit \"h x\""),
            ("3", "a unit is missing in \"3\""),
            ("1d", "\"1d\" has an unknown unit \"d\""),
            ("9223372036854775808ns", "\"9223372036854775808ns\" is longer than 292 years"),
            ("99999999999999999999s", "\"99999999999999999999s\" is longer than 292 years"),
        ];
        for (text, expected) in cases {
            assert_eq!(nanoseconds(text), Err(expected.to_owned()));
        }
    }
}
