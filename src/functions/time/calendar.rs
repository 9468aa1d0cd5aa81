//! The calendar: conversion between timestamps and dates with a time of day.

use std::fmt;

use super::timestamp::Timestamp;

const DAY: i64 = 86_400;
/// The number of days in 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097;
/// The number of days from the first of March of the year 0 to 1970-01-01.
const EPOCH: i64 = 719_468;

/// A date and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Civil {
    pub(super) year: i64,
    /// From 1.
    pub(super) month: u8,
    /// From 1.
    pub(super) day: u8,
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
}

/// The number of days of a month.
pub(super) fn days_in_month(year: i64, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Years start in March here, so that a leap day is the last day of its year.
fn days_since_epoch(year: i64, month: u8, day: u8) -> i64 {
    let year = if month < 3 { year - 1 } else { year };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let month = (i64::from(month) + 9) % 12;
    // Three of the five months from March on have 31 days: 153 days in all.
    let day_of_year = (153 * month + 2) / 5 + i64::from(day) - 1;
    365 * year + leap_days + day_of_year - EPOCH
}

impl Civil {
    /// The timestamp of this date and time at an offset from UTC.
    pub(super) fn at_offset(self, nanoseconds: u32, offset: i32) -> Timestamp {
        let days = days_since_epoch(self.year, self.month, self.day);
        let minutes = i64::from(self.hour) * 60 + i64::from(self.minute);
        let seconds = days * DAY + minutes * 60 + i64::from(self.second) - i64::from(offset);
        Timestamp { seconds, nanoseconds, offset }
    }
}

impl Timestamp {
    fn local_seconds(self) -> i64 {
        self.seconds + i64::from(self.offset)
    }

    /// The date and the time of day.
    pub(super) fn civil(self) -> Civil {
        let (days, second) =
            (self.local_seconds().div_euclid(DAY), self.local_seconds().rem_euclid(DAY));
        let (cycle, day) = ((days + EPOCH).div_euclid(CYCLE), (days + EPOCH).rem_euclid(CYCLE));
        // Without the leap days of 4 years, 100 years and the cycle, all years are equally long.
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        Civil {
            year: year + 400 * cycle + i64::from(month < 3),
            month: month as u8,
            day: day as u8,
            hour: (second / 3_600) as u8,
            minute: (second / 60 % 60) as u8,
            second: (second % 60) as u8,
        }
    }

    /// The day of the week; Sunday is 0.
    pub(super) fn weekday(self) -> usize {
        // 1970-01-01 was a Thursday.
        (self.local_seconds().div_euclid(DAY) + 4).rem_euclid(7) as usize
    }

    /// The sign of the offset, and its hours and minutes.
    pub(super) fn offset_parts(self) -> (char, i32, i32) {
        let minutes = self.offset.abs() / 60;
        (if self.offset < 0 { '-' } else { '+' }, minutes / 60, minutes % 60)
    }
}

/// In the form of RFC 3339, without a fraction of the second.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Civil { year, month, day, hour, minute, second } = self.civil();
        let sign = if year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}-{month:02}-{day:02}", year.abs())?;
        write!(f, "T{hour:02}:{minute:02}:{second:02}")?;
        match self.offset_parts() {
            (_, 0, 0) => f.write_str("Z"),
            (sign, hours, minutes) => write!(f, "{sign}{hours:02}:{minutes:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_survive_the_round_trip() {
        let mut timestamp = Timestamp { seconds: -70_000_000_000, nanoseconds: 0, offset: -3_600 };
        while timestamp.seconds < 400_000_000_000 {
            let civil = timestamp.civil();
            assert!((1..=days_in_month(civil.year, civil.month)).contains(&civil.day), "{civil:?}");
            assert_eq!(civil.at_offset(0, -3_600).seconds, timestamp.seconds, "{civil:?}");
            timestamp.seconds += 12_345_678;
        }
    }

    #[test]
    fn days_follow_each_other() {
        let ends = [("1999-12-31", "2000-01-01"), ("2000-02-29", "2000-03-01")];
        let ends =
            ends.into_iter().chain([("1900-02-28", "1900-03-01"), ("9999-12-31", "10000-01-01")]);
        for (last, next) in ends {
            let last = super::super::parse::parse(&format!("{last}T23:59:59Z")).unwrap();
            assert_eq!(last.plus(1_000_000_000).to_string(), format!("{next}T00:00:00Z"));
        }
    }
}
