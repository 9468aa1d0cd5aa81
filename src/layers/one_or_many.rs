//! Lists of which a layer has only one element.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// Reads a list from merged configurations, in which one block stands for a list of one. For the attribute
/// `deserialize_with` of a field.
///
/// A single block `rule { … }` is a map for the crates `config` and `figment`, because they don't know
/// the type of the settings when they read a file. So a field `rule: Vec<Rule>` alone is an error: "found
/// map, expected a sequence".
///
/// # Errors
///
/// The value is neither a list nor a map, or an element does not fit its type.
///
/// ```
/// # #[cfg(feature = "figment")] {
/// use std::collections::BTreeMap;
/// use figment::Figment;
/// use figment::providers::Format;
/// use serde::Deserialize;
/// use serde_hcl::Hcl;
///
/// #[derive(Deserialize)]
/// struct Settings {
///     #[serde(default, deserialize_with = "serde_hcl::one_or_many")]
///     rule: Vec<Rule>,
///     // Where the list is no field, a newtype has the attribute.
///     group: BTreeMap<String, Rules>,
/// }
///
/// #[derive(Deserialize)]
/// struct Rules(#[serde(deserialize_with = "serde_hcl::one_or_many")] Vec<Rule>);
///
/// #[derive(Deserialize)]
/// struct Rule {
///     path: String,
/// }
///
/// let source = "rule {\n  path = \"/\"\n}\ngroup \"x\" {\n  path = \"/x\"\n}\n";
/// let settings: Settings = Figment::from(Hcl::string(source)).extract().unwrap();
/// assert_eq!(settings.rule[0].path, "/");
/// assert_eq!(settings.group["x"].0[0].path, "/x");
/// # }
/// ```
pub fn one_or_many<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_any(OneOrMany(PhantomData))
}

struct OneOrMany<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrMany<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list, or one element of it")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<Vec<T>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(access))
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Vec<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(access)).map(|one| vec![one])
    }
}
