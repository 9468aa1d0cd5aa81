//! A point in time.

use std::time::SystemTime;

/// A point in time with an offset from UTC.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Timestamp {
    /// The seconds since 1970-01-01T00:00:00Z.
    pub(super) seconds: i64,
    pub(super) nanoseconds: u32,
    /// The seconds east of Greenwich.
    pub(super) offset: i32,
}

impl Timestamp {
    /// The timestamp plus a number of nanoseconds.
    pub(super) fn plus(self, duration: i64) -> Timestamp {
        const SECOND: i64 = 1_000_000_000;
        let nanoseconds = i64::from(self.nanoseconds) + duration.rem_euclid(SECOND);
        Timestamp {
            seconds: self.seconds + duration.div_euclid(SECOND) + nanoseconds / SECOND,
            nanoseconds: (nanoseconds % SECOND) as u32,
            ..self
        }
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let seconds = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => after.as_secs() as i64,
            Err(before) => {
                let before = before.duration();
                -(before.as_secs() as i64) - i64::from(before.subsec_nanos() > 0)
            }
        };
        Timestamp { seconds, nanoseconds: 0, offset: 0 }
    }
}
