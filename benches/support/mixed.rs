//! The types of the recorded document `mixed-1m`: numbers, small structs, sequences and maps.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct Mixed {
    title: String,
    version: u32,
    enabled: bool,
    pi: f64,
    records: Vec<Record>,
}

#[derive(Serialize, Deserialize)]
struct Record {
    id: u32,
    big: u64,
    neg: i32,
    score: f64,
    ratio: f64,
    active: bool,
    name: String,
    note: String,
    tags: Vec<String>,
    matrix: Vec<Vec<i32>>,
    address: Address,
    labels: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Address {
    street: String,
    zip: String,
    geo: Geo,
}

#[derive(Serialize, Deserialize)]
struct Geo {
    lat: f64,
    lon: f64,
}
