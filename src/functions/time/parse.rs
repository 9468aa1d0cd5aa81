//! Parses timestamps.

use std::ops::RangeInclusive;

use super::calendar::{Civil, days_in_month};
use super::timestamp::Timestamp;

type Outcome<T> = Result<T, String>;

/// A timestamp in the strict form of RFC 3339: with all digits and with upper-case letters.
pub(super) fn parse(text: &str) -> Outcome<Timestamp> {
    read(text, false).map_err(|reason| format!("{text:?} is not a timestamp of RFC 3339: {reason}"))
}

/// A timestamp in one of the forms of YAML: a date alone; a date and a time without offset; a full
/// timestamp. Months, days, hours, minutes and seconds may have a single digit.
#[cfg(feature = "yaml")]
pub(in super::super) fn parse_loosely(text: &str) -> Option<Timestamp> {
    read(text, true).ok()
}

fn read(text: &str, is_loose: bool) -> Outcome<Timestamp> {
    let digits = || if is_loose { 1..=2 } else { 2..=2 };
    let mut reader = Reader { rest: text };
    let year = reader.number("year", 4..=4, 0..=9_999)?;
    reader.sign('-')?;
    let month = reader.number("month", digits(), 1..=12)?;
    reader.sign('-')?;
    let day = reader.number("day", digits(), 1..=31)?;
    if is_loose && reader.rest.is_empty() {
        return civil(year, [month, day, 0, 0, 0]).map(|at| at.at_offset(0, 0));
    }
    let has_offset = !is_loose || !reader.skip(" ");
    if has_offset && !reader.skip("T") && !(is_loose && reader.skip("t")) {
        return Err(format!("the date must be followed by \"T\", not {:?}", reader.rest));
    }
    let hour = reader.number("hour", digits(), 0..=23)?;
    reader.sign(':')?;
    let minute = reader.number("minute", digits(), 0..=59)?;
    reader.sign(':')?;
    let second = reader.number("second", digits(), 0..=59)?;
    let nanoseconds = reader.fraction();
    let offset = if has_offset { reader.offset()? } else { 0 };
    reader.end()?;
    civil(year, [month, day, hour, minute, second]).map(|at| at.at_offset(nanoseconds, offset))
}

fn civil(year: u32, [month, day, hour, minute, second]: [u32; 5]) -> Outcome<Civil> {
    // All numbers are within the limits that were checked when they were read.
    let [month, day, hour, minute, second] =
        [month, day, hour, minute, second].map(|number| number as u8);
    let year = i64::from(year);
    if day > days_in_month(year, month) {
        return Err(format!("the month has no day {day}"));
    }
    Ok(Civil { year, month, day, hour, minute, second })
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn digits(&mut self, max: usize) -> &'t str {
        let count = self.rest.bytes().take(max).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        digits
    }

    fn number(
        &mut self,
        what: &str,
        count: RangeInclusive<usize>,
        limits: RangeInclusive<u32>,
    ) -> Outcome<u32> {
        let rest = self.rest;
        if rest.is_empty() {
            return Err(format!("the text ends before the {what}"));
        }
        let digits = self.digits(*count.end());
        if !count.contains(&digits.len()) {
            return Err(format!("{rest:?} does not start with the {what}"));
        }
        match digits.parse() {
            Ok(number) if limits.contains(&number) => Ok(number),
            _ => {
                let (min, max) = limits.into_inner();
                Err(format!("the {what} {digits} is not between {min} and {max}"))
            }
        }
    }

    fn sign(&mut self, sign: char) -> Outcome<()> {
        match self.rest.chars().next() {
            Some(found) if found == sign => {
                self.rest = &self.rest[sign.len_utf8()..];
                Ok(())
            }
            Some(found) => Err(format!("{found:?} stands where {sign:?} belongs")),
            None => Err(format!("the text ends where {sign:?} belongs")),
        }
    }

    /// The fraction of the second in nanoseconds; further digits don't matter.
    fn fraction(&mut self) -> u32 {
        let is_fraction = self.rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        if !is_fraction || !self.skip(".") {
            return 0;
        }
        let digits = self.digits(usize::MAX);
        let digits = digits.bytes().chain(std::iter::repeat(b'0')).take(9);
        digits.fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
    }

    /// The offset from UTC in seconds.
    fn offset(&mut self) -> Outcome<i32> {
        if self.skip("Z") {
            return Ok(0);
        }
        let sign = match () {
            () if self.skip("+") => 1,
            () if self.skip("-") => -1,
            () if self.rest.is_empty() => {
                return Err("the text ends before the UTC offset".to_owned());
            }
            () => return Err(format!("{:?} is not a UTC offset", self.rest)),
        };
        let hours = self.number("hour of the UTC offset", 2..=2, 0..=23)?;
        self.sign(':')?;
        let minutes = self.number("minute of the UTC offset", 2..=2, 0..=59)?;
        Ok(sign * (hours * 60 + minutes) as i32 * 60)
    }

    fn end(&self) -> Outcome<()> {
        match self.rest {
            "" => Ok(()),
            rest => Err(format!("there is {rest:?} after it")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_read_to_the_nanosecond() {
        let cases = [
            ("1970-01-01T00:00:00Z", (0, 0, 0)),
            ("1969-12-31T23:59:59.5-00:00", (-1, 500_000_000, 0)),
            ("2000-02-29T12:00:00.1234567891+05:30", (951_805_800, 123_456_789, 19_800)),
            ("9999-12-31T23:59:59-23:59", (253_402_387_139, 0, -86_340)),
        ];
        for (text, expected) in cases {
            let Timestamp { seconds, nanoseconds, offset } = parse(text).unwrap();
            assert_eq!((seconds, nanoseconds, offset), expected, "{text}");
        }
    }

    #[test]
    fn invalid_timestamps_are_reported() {
        let cases = [
            ("", "the text ends before the year"),
            ("bloop", "\"bloop\" does not start with the year"),
            ("2017-1-01T00:00:00Z", "\"1-01T00:00:00Z\" does not start with the month"),
            ("2017-13-01T00:00:00Z", "the month 13 is not between 1 and 12"),
            ("2017-02-29T00:00:00Z", "the month has no day 29"),
            ("2017-11-22", "the date must be followed by \"T\", not \"\""),
            ("2017-11-22t00:00:00Z", "the date must be followed by \"T\", not \"t00:00:00Z\""),
            ("2017-11-22T24:00:00Z", "the hour 24 is not between 0 and 23"),
            ("2017-11-22T00-00:00Z", "'-' stands where ':' belongs"),
            ("2017-11-22T00:00", "the text ends where ':' belongs"),
            ("2017-11-22T00:00:00", "the text ends before the UTC offset"),
            ("2017-11-22T00:00:00,5Z", "\",5Z\" is not a UTC offset"),
            ("2017-11-22T00:00:00+1:00", "\"1:00\" does not start with the hour of the UTC offset"),
            ("2017-11-22T00:00:00Z ", "there is \" \" after it"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text, false).unwrap_err(), expected, "{text}");
        }
    }
}
