//! Functions that read the clock.

use std::sync::Arc;
use std::time::SystemTime;

use super::timestamp::Timestamp;
use crate::eval::Function;
use crate::functions::library::{library, with_core_names};

/// Functions that read the clock `now`: `timestamp`, the time of the call, and `plantimestamp`, the
/// time when this family was made. Never among [`all`](crate::functions::all) functions.
///
/// `now` is another clock than the system's, or returns a fixed time for tests.
///
/// ```
/// use std::time::SystemTime;
///
/// use serde_hcl::{Context, functions, parse_expression};
///
/// let context = Context::new().functions(functions::clock_from(|| SystemTime::UNIX_EPOCH));
/// let now = parse_expression("timestamp()")?.evaluate(&context)?;
/// assert_eq!(now.as_str(), Some("1970-01-01T00:00:00Z"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
pub fn clock_from(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Vec<Function> {
    let made = Timestamp::from(now()).to_string();
    with_core_names(of_clock(Clock { now: Arc::new(now), made }))
}

#[derive(Clone)]
struct Clock {
    now: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    /// The time when the family was created.
    made: String,
}

library! {
    of_clock(clock: Clock);

    /// The time in UTC at which the program made this function, the same in all calls.
    ///
    /// ```hcl
    /// plantimestamp() == plantimestamp()
    /// ```
    fn plantimestamp() -> String {
        clock.made.clone()
    }

    /// The current time in UTC.
    ///
    /// ```hcl
    /// timecmp(timestamp(), "2000-01-01T00:00:00Z") == 1
    /// ```
    fn timestamp() -> String {
        Timestamp::from((clock.now)()).to_string()
    }
}
