//! Timestamps (RFC 3339).

use std::sync::Arc;

use super::argument::Outcome;
use super::library;
use crate::eval::FunctionError;

library! {
    /// Functions on timestamps. None of them looks at a clock.
    time;

    /// A timestamp in another format. In it, repeated letters stand for parts of the timestamp, and
    /// text in single quotes for itself.
    ///
    /// | Letters | Part |
    /// |---|---|
    /// | `YYYY`, `YY` | year |
    /// | `MMMM`, `MMM`, `MM`, `M` | month |
    /// | `DD`, `D` | day of the month |
    /// | `EEEE`, `EEE` | day of the week |
    /// | `hh`, `h`, `HH`, `H` | hour out of 24, or out of 12 |
    /// | `AA`, `aa` | half of the day |
    /// | `mm`, `m`, `ss`, `s` | minute, second |
    /// | `Z`, `ZZZ`, `ZZZZ`, `ZZZZZ` | offset from UTC |
    ///
    /// ```hcl
    /// formatdate("D MMM YYYY 'at' hh:mm", "2024-02-29T08:05:00Z") == "29 Feb 2024 at 08:05"
    /// ```
    fn formatdate(format: Arc<str>, time: Arc<str>) -> Outcome<String> {
        let time = Timestamp::parse(&time).map_err(|reason| FunctionError::argument(1, reason))?;
        write_date(&format, &time).map_err(|reason| FunctionError::argument(0, reason))
    }

    /// A timestamp later by a duration, such as `1h30m` or `-0.5s`.
    ///
    /// ```hcl
    /// timeadd("2024-02-28T23:30:00Z", "45m") == "2024-02-29T00:15:00Z"
    /// ```
    fn timeadd(timestamp: Arc<str>, duration: Arc<str>) -> Outcome<String> {
        let time = Timestamp::parse(&timestamp)?;
        let sum = time.nanoseconds() + i128::from(duration_nanoseconds(&duration)?);
        Ok(Timestamp::at(sum, time.offset).to_rfc3339())
    }

    /// The order of two timestamps: -1, 0 or 1.
    ///
    /// ```hcl
    /// timecmp("2024-01-01T00:00:00Z", "2024-01-01T01:00:00+01:00") == 0
    /// ```
    fn timecmp(timestamp_a: Arc<str>, timestamp_b: Arc<str>) -> Outcome<i64> {
        let parse = |text: &str, index| {
            Timestamp::parse(text).map_err(|reason| FunctionError::argument(index, reason))
        };
        let (a, b) = (parse(&timestamp_a, 0)?, parse(&timestamp_b, 1)?);
        Ok(a.nanoseconds().cmp(&b.nanoseconds()) as i64)
    }
}

const MINUTE: i128 = 60 * 1_000_000_000;
const DAY: i128 = 24 * 60 * MINUTE;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// From the day that 1970 started with.
const WEEKDAYS: [&str; 7] =
    ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];

/// A point in time as a clock somewhere shows it.
struct Timestamp {
    year: i64,
    /// From 1.
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    nanosecond: i64,
    /// From UTC, in minutes.
    offset: i64,
}

impl Timestamp {
    /// Reads a timestamp of RFC 3339, and nothing else.
    fn parse(text: &str) -> Result<Timestamp, String> {
        Self::read(text).ok_or_else(|| {
            format!("\"{text}\" is no timestamp such as \"2006-01-02T15:04:05Z\" (RFC 3339)")
        })
    }

    fn read(text: &str) -> Option<Timestamp> {
        let (year, rest) = field(text, 4, 0..=9999)?;
        let (month, rest) = field(rest.strip_prefix('-')?, 2, 1..=12)?;
        let (day, rest) = field(rest.strip_prefix('-')?, 2, 1..=days_of_month(year, month))?;
        let (hour, rest) = field(rest.strip_prefix('T')?, 2, 0..=23)?;
        let (minute, rest) = field(rest.strip_prefix(':')?, 2, 0..=59)?;
        let (second, rest) = field(rest.strip_prefix(':')?, 2, 0..=59)?;
        let (nanosecond, rest) = match rest.strip_prefix('.') {
            None => (0, rest),
            Some(fraction) => {
                let rest = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
                let digits = fraction.get(..fraction.len() - rest.len())?;
                (nanoseconds_of_fraction(digits)?, rest)
            }
        };
        let offset = match rest {
            "Z" => 0,
            _ => {
                let is_behind = rest.starts_with('-');
                let (hours, rest) = field(rest.strip_prefix(['+', '-'])?, 2, 0..=23)?;
                let (minutes, rest) = field(rest.strip_prefix(':')?, 2, 0..=59)?;
                let minutes = hours * 60 + minutes;
                (rest.is_empty()).then_some(if is_behind { -minutes } else { minutes })?
            }
        };
        Some(Timestamp { year, month, day, hour, minute, second, nanosecond, offset })
    }

    /// Since 1970 began in UTC.
    fn nanoseconds(&self) -> i128 {
        let minutes = self.hour * 60 + self.minute - self.offset;
        let seconds = self.second * 1_000_000_000 + self.nanosecond;
        i128::from(self.days()) * DAY + i128::from(minutes) * MINUTE + i128::from(seconds)
    }

    /// Days since 1970 began on the same clock.
    fn days(&self) -> i64 {
        // Years that start in March end with the leap day.
        let months = self.year * 12 + self.month - 3;
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
        let before_year =
            year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        before_year + (153 * month + 2) / 5 + self.day - 1 - 719_468
    }

    /// The timestamp so many nanoseconds after 1970 began, on a clock with that offset.
    fn at(nanoseconds: i128, offset: i64) -> Timestamp {
        let local = nanoseconds + i128::from(offset) * MINUTE;
        let (days, of_day) = (local.div_euclid(DAY) as i64, local.rem_euclid(DAY) as i64);
        let days = days + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let months = (era * 400 + year) * 12 + march_month + 2;
        Timestamp {
            year: months.div_euclid(12),
            month: months.rem_euclid(12) + 1,
            day: day_of_year - (153 * march_month + 2) / 5 + 1,
            hour: of_day / 3_600_000_000_000,
            minute: of_day / 60_000_000_000 % 60,
            second: of_day / 1_000_000_000 % 60,
            nanosecond: of_day % 1_000_000_000,
            offset,
        }
    }

    fn to_rfc3339(&self) -> String {
        let Timestamp { year, month, day, hour, minute, second, .. } = self;
        let zone = if self.offset == 0 { "Z".to_owned() } else { self.zone(":") };
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}")
    }

    /// `+01:00`, with that separator.
    fn zone(&self, separator: &str) -> String {
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.abs();
        format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
    }
}

/// A number of exactly so many digits, and the text behind it.
fn field(text: &str, digits: usize, range: std::ops::RangeInclusive<i64>) -> Option<(i64, &str)> {
    let (field, rest) = text.split_at_checked(digits)?;
    let is_number = field.bytes().all(|digit| digit.is_ascii_digit());
    let number = field.parse().ok().filter(|number| is_number && range.contains(number))?;
    Some((number, rest))
}

fn days_of_month(year: i64, month: i64) -> i64 {
    let is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What digits behind a point of seconds amount to; `None` without digits.
fn nanoseconds_of_fraction(digits: &str) -> Option<i64> {
    let kept = digits.get(..digits.len().min(9)).filter(|kept| !kept.is_empty())?;
    Some(kept.parse::<i64>().ok()? * 10_i64.pow(9 - kept.len() as u32))
}

fn write_date(format: &str, time: &Timestamp) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => write_quoted(rest, &mut text)?,
            'a'..='z' | 'A'..='Z' => {
                let length = rest.len() - rest.trim_start_matches(first).len();
                let part = time.part(first, length);
                text.push_str(&part.ok_or_else(|| {
                    format!("there is no part {} of a timestamp", &rest[..length])
                })?);
                length
            }
            _ => {
                let starts_part = |next: char| next == '\'' || next.is_ascii_alphabetic();
                let length = rest.find(starts_part).unwrap_or(rest.len());
                text.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    Ok(text)
}

/// Writes the text in single quotes at the start of `rest`, and gives its length. Two quotes stand
/// for one.
fn write_quoted(rest: &str, text: &mut String) -> Result<usize, String> {
    if rest.starts_with("''") {
        text.push('\'');
        return Ok(2);
    }
    let mut at = 1;
    loop {
        let end = rest[at..].find('\'').ok_or("a text in single quotes is not closed")?;
        text.push_str(&rest[at..at + end]);
        at += end + 1;
        if !rest[at..].starts_with('\'') {
            return Ok(at);
        }
        text.push('\'');
        at += 1;
    }
}

impl Timestamp {
    /// The part that so many of that letter stand for.
    fn part(&self, letter: char, count: usize) -> Option<String> {
        let number = |number: i64| match count {
            1 => Some(number.to_string()),
            2 => Some(format!("{number:02}")),
            _ => None,
        };
        match (letter, count) {
            ('Y', 2) => number(self.year % 100),
            ('Y', 4) => Some(format!("{:04}", self.year)),
            ('M', 1 | 2) => number(self.month),
            ('M', 3) => name(&MONTHS, self.month - 1)?.get(..3).map(str::to_owned),
            ('M', 4) => name(&MONTHS, self.month - 1).map(str::to_owned),
            ('D', _) => number(self.day),
            ('E', 3) => name(&WEEKDAYS, self.days())?.get(..3).map(str::to_owned),
            ('E', 4) => name(&WEEKDAYS, self.days()).map(str::to_owned),
            ('h', _) => number(self.hour),
            ('H', _) => number((self.hour + 11) % 12 + 1),
            ('A', 2) => Some(if self.hour < 12 { "AM" } else { "PM" }.to_owned()),
            ('a', 2) => Some(if self.hour < 12 { "am" } else { "pm" }.to_owned()),
            ('m', _) => number(self.minute),
            ('s', _) => number(self.second),
            ('Z', 1) if self.offset == 0 => Some("Z".to_owned()),
            ('Z', 1 | 5) => Some(self.zone(":")),
            ('Z', 3) if self.offset == 0 => Some("UTC".to_owned()),
            ('Z', 3 | 4) => Some(self.zone("")),
            _ => None,
        }
    }
}

fn name(names: &[&'static str], index: i64) -> Option<&'static str> {
    let index = index.rem_euclid(names.len() as i64);
    names.get(index as usize).copied()
}

/// The nanoseconds of a duration: an optional sign, then numbers with units.
fn duration_nanoseconds(text: &str) -> Result<i64, String> {
    let invalid = || format!("\"{text}\" is no duration such as \"1h30m\"");
    let (is_negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut total = 0_i128;
    while !rest.is_empty() {
        let is_digit = |character: char| character.is_ascii_digit();
        let behind = rest.trim_start_matches(is_digit);
        let whole = &rest[..rest.len() - behind.len()];
        let (fraction, behind) = match behind.strip_prefix('.') {
            None => ("", behind),
            Some(fraction) => {
                let behind = fraction.trim_start_matches(is_digit);
                (&fraction[..fraction.len() - behind.len()], behind)
            }
        };
        if whole.is_empty() && fraction.is_empty() {
            return Err(invalid());
        }
        let unit_end = behind.find(|next: char| next == '.' || next.is_ascii_digit());
        let (unit, behind) = behind.split_at(unit_end.unwrap_or(behind.len()));
        let unit = match unit {
            "ns" => 1,
            "us" | "µs" | "μs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => MINUTE,
            "h" => 60 * MINUTE,
            _ => return Err(invalid()),
        };
        let whole =
            if whole.is_empty() { 0 } else { whole.parse::<i64>().map_err(|_| invalid())? };
        let fraction = fraction.get(..fraction.len().min(18)).unwrap_or_default();
        let fraction = match fraction.parse::<i128>() {
            Ok(digits) => digits * unit / 10_i128.pow(fraction.len() as u32),
            Err(_) => 0,
        };
        total += i128::from(whole) * unit + fraction;
        rest = behind;
    }
    let total = if is_negative { -total } else { total };
    i64::try_from(total).map_err(|_| invalid())
}
