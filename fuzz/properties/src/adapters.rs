//! The formats of `config` and `figment`.

use std::str;

use config::{Config, File};
use figment::Figment;
use serde_hcl::{Decoder, Hcl};
use serde_json::Value as Json;

use crate::checked;
use crate::contexts::{BUDGET, CONCRETE};

/// The formats of `config` and `figment` give what decoding gives, or all fail.
pub fn adapters(data: &[u8]) {
    let Ok(source) = str::from_utf8(data) else { return };
    let context = CONCRETE[0].clone().decode_budget(BUDGET);
    let format = Hcl::with_context(&context);
    let by_config = Config::builder().add_source(File::from_str(source, format.clone())).build();
    let by_config = by_config.and_then(Config::try_deserialize::<Json>);
    let by_figment = Figment::from(format.string(source)).extract::<Json>();
    let direct =
        Decoder::new().context(&context).unwrap_single_blocks(true).from_str::<Json>(source);
    let direct = checked(direct);
    if let Err(error) = &by_config {
        assert!(direct.is_none() || is_allowed(&error.to_string()), "config: {error}");
    }
    if let Err(error) = &by_figment {
        assert!(direct.is_none() || is_allowed(&error.to_string()), "figment: {error}");
    }
    for (name, adapted) in [("config", by_config.ok()), ("figment", by_figment.ok())] {
        if let Some(adapted) = adapted {
            assert_eq!(direct.as_ref(), Some(&adapted), "{name} reads another value");
        }
    }
}

/// Whether the adapters may have this error where decoding has none: entries cost more than values, and
/// less nesting is allowed.
fn is_allowed(error: &str) -> bool {
    error.contains("Evaluation too expensive") || error.contains("Nesting too deep")
}
