//! The families of pure functions, by what is in them.

pub(super) use super::assumptions::assumptions;
#[cfg(feature = "base64")]
pub(super) use super::base64::base64;
pub(super) use super::conversion::{converters, types};
#[cfg(feature = "crypto")]
pub(super) use super::crypto::crypto;
pub(super) use super::csv::csv;
pub(super) use super::format::format;
#[cfg(feature = "hash")]
pub(super) use super::hash::hash;
pub(super) use super::json::json;
pub(super) use super::lazy::lazy;
pub(super) use super::lists::lists;
pub(super) use super::maps::maps;
pub(super) use super::network::network;
pub(super) use super::numbers::numbers;
pub(super) use super::path::path;
#[cfg(feature = "regex")]
pub(super) use super::regex::regex;
pub(super) use super::sensitive::sensitive;
pub(super) use super::sets::sets;
pub(super) use super::strings::strings;
pub(super) use super::template::template;
pub(super) use super::time::time;
pub(super) use super::url::url;
#[cfg(feature = "yaml")]
pub(super) use super::yaml::yaml;
