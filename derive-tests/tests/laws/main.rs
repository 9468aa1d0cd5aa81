//! Laws: properties of all values, tested on random ones that are the same in every run.

#![allow(dead_code, missing_docs, clippy::panic, clippy::unwrap_used)]

mod bodies;
mod both_passes;
mod both_passes_of_json;
mod descriptions;
mod encoding;
mod fixes;
mod fuzzing;
mod layers;
mod nested_parts;
mod positions;
mod report_lines;
mod report_options;
mod secrets;
mod types;
