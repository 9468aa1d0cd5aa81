//! The families of functions, by what is in them.

pub use super::assumptions::assumptions;
#[cfg(feature = "base64")]
pub use super::base64::base64;
pub use super::conversion::{conversion, types};
#[cfg(feature = "crypto")]
pub use super::crypto::{crypto, passwords_from};
pub use super::csv::csv;
pub use super::environment::{environment, environment_from};
#[cfg(feature = "files")]
pub use super::files::{files, files_within};
pub use super::format::format;
#[cfg(feature = "hash")]
pub use super::hash::hash;
#[cfg(feature = "uuid")]
pub use super::identifier::identifiers_from;
pub use super::json::json;
pub use super::lazy::lazy;
pub use super::lists::lists;
pub use super::maps::maps;
pub use super::network::network;
pub use super::not_in_terraform::not_in_terraform;
pub use super::numbers::numbers;
pub use super::path::path;
#[cfg(feature = "regex")]
pub use super::regex::{regex, replacement};
pub use super::sensitive::sensitive;
pub use super::sets::sets;
pub use super::strings::strings;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use super::system::*;
pub use super::template::template;
pub use super::time::{clock_from, time};
pub use super::url::url;
#[cfg(feature = "yaml")]
pub use super::yaml::yaml;
