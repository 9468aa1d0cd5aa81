//! Formats timestamps by a pattern.

use super::calendar::Civil;
use super::timestamp::Timestamp;

const MONTHS: &str =
    "January February March April May June July August September October November December";

const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The timestamp in a format: each run of a letter is replaced by a part of the timestamp.
pub(super) fn format(pattern: &str, time: Timestamp) -> Result<String, String> {
    let mut text = String::with_capacity(pattern.len() * 2);
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => quoted(rest, &mut text)?,
            letter if letter.is_ascii_alphabetic() => {
                let length = rest.bytes().take_while(|next| *next == letter as u8).count();
                field(letter, length, time, &mut text)
                    .ok_or_else(|| complaint(letter, &rest[..length]))?;
                length
            }
            _ => {
                let is_special = |next: char| next == '\'' || next.is_ascii_alphabetic();
                let length = rest.find(is_special).unwrap_or(rest.len());
                text.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    Ok(text)
}

/// Writes text in single quotes and returns its length. Two quotes mean one, inside and outside.
fn quoted(rest: &str, text: &mut String) -> Result<usize, String> {
    if rest.starts_with("''") {
        text.push('\'');
        return Ok(2);
    }
    let mut from = 1;
    loop {
        let Some(found) = rest[from..].find('\'') else {
            return Err("a literal text lacks its closing quote".to_owned());
        };
        let quote = from + found;
        text.push_str(&rest[from..quote]);
        if !rest[quote + 1..].starts_with('\'') {
            return Ok(quote + 1);
        }
        text.push('\'');
        from = quote + 2;
        if from == rest.len() {
            return Ok(from);
        }
    }
}

/// Writes the part for a run of a letter; `None` if a run of this length has no meaning.
fn field(letter: char, length: usize, time: Timestamp, text: &mut String) -> Option<()> {
    let Civil { year, month, day, hour, minute, second } = time.civil();
    let (month_name, weekday) =
        (MONTHS.split(' ').nth(usize::from(month) - 1)?, WEEKDAYS[time.weekday()]);
    let (sign, hours, minutes) = time.offset_parts();
    let is_utc = (hours, minutes) == (0, 0);
    let written = match (letter, length) {
        ('Y', 2) => format!("{:02}", year % 100),
        ('Y', 4) => format!("{year:04}"),
        ('M', 3) => month_name[..3].to_owned(),
        ('M', 4) => month_name.to_owned(),
        ('M', 1 | 2) => number(month, length),
        ('D', 1 | 2) => number(day, length),
        ('E', 3) => weekday[..3].to_owned(),
        ('E', 4) => weekday.to_owned(),
        ('h', 1 | 2) => number(hour, length),
        ('H', 1 | 2) => number((hour + 11) % 12 + 1, length),
        ('A', 2) => (if hour < 12 { "AM" } else { "PM" }).to_owned(),
        ('a', 2) => (if hour < 12 { "am" } else { "pm" }).to_owned(),
        ('m', 1 | 2) => number(minute, length),
        ('s', 1 | 2) => number(second, length),
        ('Z', 1) if is_utc => "Z".to_owned(),
        ('Z', 3) if is_utc => "UTC".to_owned(),
        ('Z', 3 | 4) => format!("{sign}{hours:02}{minutes:02}"),
        ('Z', 1 | 5) => format!("{sign}{hours:02}:{minutes:02}"),
        _ => return None,
    };
    text.push_str(&written);
    Some(())
}

fn number(number: u8, width: usize) -> String {
    format!("{number:0width$}")
}

fn complaint(letter: char, run: &str) -> String {
    let known = match letter {
        'Y' => "YY or YYYY",
        'M' => "M, MM, MMM or MMMM",
        'D' => "D or DD",
        'E' => "EEE or EEEE",
        'h' => "h or hh",
        'H' => "H or HH",
        'A' => "AA",
        'a' => "aa",
        'm' => "m or mm",
        's' => "s or ss",
        'Z' => "Z, ZZZ, ZZZZ or ZZZZZ",
        _ => return format!("{run:?} has no meaning; literal letters must be in single quotes"),
    };
    format!("{run:?} has no meaning; there is {known}")
}
