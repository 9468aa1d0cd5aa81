//! The properties of the fuzz targets hold on the seeds and on the inputs that fuzzers found, without a fuzzer.

use derive_tests::random::is_thorough;
use fuzz_properties::{TARGETS, corpora};

#[test]
fn seeds_have_the_properties() {
    let seeds = corpora::seeds().unwrap();
    assert!(seeds.len() >= 20, "only {} seeds", seeds.len());
    for (name, target) in TARGETS {
        for seed in &seeds {
            println!("{name}: {:?}", String::from_utf8_lossy(seed));
            target(seed);
        }
    }
}

#[test]
fn inputs_of_corpora_have_the_properties() {
    for (name, target) in TARGETS {
        let inputs = corpora::read(name).unwrap();
        assert!(inputs.len() >= 100, "only {} inputs for {name}", inputs.len());
        for input in inputs.iter().step_by(if is_thorough() { 1 } else { 8 }) {
            println!("{name}: {:?}", String::from_utf8_lossy(input));
            target(input);
        }
    }
}
