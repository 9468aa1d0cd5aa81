//! Tests of `serde_hcl` that need derived types, and the suites over recorded cases. The tests are in `tests/`.
