//! Functions on points in time, in the form of RFC 3339.
//!
//! - No time zones except offsets from UTC: no zone is looked up.
//! - No clock, except in [`clock_from`]: other functions give equal results for equal arguments.
//! - No limit for years: years before 0 and after 9999 are possible results, as in the reference.

mod calendar;
mod clock;
mod duration;
mod format;
mod parse;
mod timestamp;

use std::sync::Arc;

pub use self::clock::clock_from;
use self::duration::nanoseconds;
use self::parse::parse;
#[cfg(feature = "yaml")]
pub(super) use self::parse::parse_loosely;
use super::argument::Outcome;
use super::library::library;
use crate::eval::FunctionError;

library! {
    /// Functions on timestamps in the form of RFC 3339.
    pub(super) time;

    /// A timestamp in another form. In its pattern, repeated letters are replaced by parts of the
    /// timestamp, and text in single quotes is not changed.
    ///
    /// | Letters | Part |
    /// |---|---|
    /// | `YYYY`, `YY` | year, or its last two digits |
    /// | `MMMM`, `MMM`, `MM`, `M` | month: its name, or its number with or without leading zero |
    /// | `DD`, `D` | day of the month |
    /// | `EEEE`, `EEE` | day of the week |
    /// | `hh`, `h`, `HH`, `H` | hour out of 24, or out of 12 |
    /// | `AA`, `aa` | half of the day |
    /// | `mm`, `m`, `ss`, `s` | minute, second |
    /// | `Z`, `ZZZ`, `ZZZZ`, `ZZZZZ` | offset from UTC |
    ///
    /// ```hcl
    /// formatdate("DD MMM YYYY 'at' hh:mm ZZZ", "2018-01-02T23:12:01Z") == "02 Jan 2018 at 23:12 UTC"
    /// formatdate("EEEE, H aa", "2018-01-02T23:12:01-08:00") == "Tuesday, 11 pm"
    /// ```
    fn formatdate(
        /// The pattern, whose letters are replaced by parts of the time.
        format: Arc<str>,
        /// The time (RFC 3339).
        time: Arc<str>
    ) -> Outcome<String> {
        let time = parse(&time).map_err(|reason| FunctionError::argument(1, reason))?;
        format::format(&format, time).map_err(|reason| FunctionError::argument(0, reason))
    }

    /// The timestamp plus a duration. A duration consists of numbers with the units `h`, `m`, `s`,
    /// `ms`, `us` and `ns`.
    ///
    /// ```hcl
    /// timeadd("2017-11-22T00:00:00Z", "1h30m") == "2017-11-22T01:30:00Z"
    /// timeadd("2017-11-22T00:00:00+02:00", "-0.5s") == "2017-11-21T23:59:59+02:00"
    /// ```
    fn timeadd(
        /// The time (RFC 3339).
        timestamp: Arc<str>,
        /// The duration, such as `"1h30m"`.
        duration: Arc<str>
    ) -> Outcome<Option<String>> {
        Ok(Some(parse(&timestamp)?.plus(nanoseconds(&duration)?).to_string()))
    }

    /// -1 if the first timestamp is before the second, 1 if it is after, and 0 if both are the same
    /// point in time.
    ///
    /// ```hcl
    /// timecmp("2017-11-22T00:00:00Z", "2017-11-22T01:00:00+01:00") == 0
    /// timecmp("2017-11-22T00:00:00Z", "2017-11-22T00:00:01Z") == -1
    /// ```
    fn timecmp(
        /// The first time (RFC 3339).
        timestamp_a: Arc<str>,
        /// The second time (RFC 3339).
        timestamp_b: Arc<str>
    ) -> Outcome<i8> {
        let parse = |text: &str, index| {
            parse(text).map_err(|reason| FunctionError::argument(index, reason))
        };
        let (a, b) = (parse(&timestamp_a, 0)?, parse(&timestamp_b, 1)?);
        Ok((a.seconds, a.nanoseconds).cmp(&(b.seconds, b.nanoseconds)) as i8)
    }
}
