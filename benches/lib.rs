//! The benchmarks are the other files of this folder: `cargo bench --package benches`.
