//! Laws: properties of all values, tested on random ones that are the same in every run.

#![allow(dead_code, missing_docs, clippy::panic, clippy::unwrap_used)]

mod bodies;
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
mod unknown_fields;
mod unknown_fields_of_json;
