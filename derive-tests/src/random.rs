//! Properties of all values, tested on random ones that are the same in every run.

use std::any::Any;
use std::fmt::{self, Debug};

use proptest::strategy::{BoxedStrategy, Strategy};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// Tests `property` on an eighth of this many values, or on all with `SERDE_HCL_THOROUGH`. A number in
/// `SERDE_HCL_SEED` gives other values.
pub fn hold<S: Strategy + 'static>(
    cases: u32,
    strategy: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) where
    S::Value: 'static,
{
    let strategy =
        strategy.prop_map(|value| Case { value: Box::new(value), show: show::<S::Value> });
    run(cases, strategy.boxed(), &|case| match case.value.downcast() {
        Ok(value) => property(*value),
        Err(_) => unreachable!("the strategy makes these values"),
    });
}

/// A value of any type, so that the search for a failing one is compiled only once.
struct Case {
    value: Box<dyn Any>,
    show: fn(&dyn Any, &mut fmt::Formatter<'_>) -> fmt::Result,
}

impl Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.show)(&*self.value, f)
    }
}

fn show<T: Debug + 'static>(value: &dyn Any, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value.downcast_ref::<T>() {
        Some(value) => value.fmt(f),
        None => Err(fmt::Error),
    }
}

fn run(
    cases: u32,
    strategy: BoxedStrategy<Case>,
    property: &dyn Fn(Case) -> Result<(), TestCaseError>,
) {
    let config =
        Config { cases: self::cases(cases), failure_persistence: None, ..Config::default() };
    let seed = std::env::var("SERDE_HCL_SEED").ok().map(|seed| seed.parse::<u64>().unwrap());
    let rng = match seed {
        None => TestRng::deterministic_rng(RngAlgorithm::ChaCha),
        Some(seed) => TestRng::from_seed(
            RngAlgorithm::ChaCha,
            &[seed.to_le_bytes(), [0; 8], [0; 8], [0; 8]].concat(),
        ),
    };
    if let Err(error) = TestRunner::new_with_rng(config, rng).run(&strategy, property) {
        panic!("{error}");
    }
}

/// How many of these cases are tested.
pub fn cases(most: u32) -> u32 {
    if is_thorough() { most } else { most.div_ceil(8) }
}

/// Whether the environment asks for all generated cases, which take minutes without optimization.
pub fn is_thorough() -> bool {
    std::env::var_os("SERDE_HCL_THOROUGH").is_some()
}

/// Pseudo-random numbers, the same in every run and on every platform.
pub struct Random(pub u64);

impl Random {
    /// A number below the limit; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit.max(1) as u64) as usize
    }

    pub fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}
