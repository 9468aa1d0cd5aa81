//! Support for all benchmarks: the documents, and the measuring time.

#![allow(dead_code, unused_imports, reason = "each benchmark uses its part")]

mod data;
mod documents;
mod mixed;
mod modules;
mod plot;
mod shapes;

use std::time::Duration;

use criterion::Criterion;

pub(crate) use self::data::Inventory;
pub(crate) use self::documents::{Data, MEGABYTE, code, data, folder};
pub(crate) use self::mixed::Mixed;
pub(crate) use self::modules::modules;
pub(crate) use self::plot::{Task, svg};
pub(crate) use self::shapes::{Measure, shapes};

/// Few and short samples, so that a whole run takes minutes.
pub(crate) fn short() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}
