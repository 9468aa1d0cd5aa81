//! Properties of all values, tested on random ones that are the same in every run.

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// Tests `property` on an eighth of this many values, or on all with `SERDE_HCL_THOROUGH`. A number in
/// `SERDE_HCL_SEED` gives other values.
pub fn hold<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
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
