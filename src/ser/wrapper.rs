//! Wrappers with which users choose between attribute and block.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::newtype_names;

macro_rules! wrapper {
    ($(#[$documentation:meta])* $wrapper:ident $token:ident $(#[$function_documentation:meta])* $function:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $wrapper<T>(pub T);

        impl<T: Serialize> Serialize for $wrapper<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $function(&self.0, serializer)
            }
        }

        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $wrapper<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                T::deserialize(deserializer).map($wrapper)
            }
        }

        impl<T> From<T> for $wrapper<T> {
            fn from(value: T) -> Self {
                $wrapper(value)
            }
        }

        $(#[$function_documentation])*
        pub fn $function<T, S>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
        where
            T: Serialize + ?Sized,
            S: Serializer,
        {
            serializer.serialize_newtype_struct(newtype_names::$token, value)
        }
    };
}

wrapper! {
    /// Is written as an attribute, in cases where a struct would be a block.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::ser::AsAttribute;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Port {
    ///     number: u16,
    /// }
    ///
    /// let ports = BTreeMap::from([("port", AsAttribute(Port { number: 80 }))]);
    /// assert_eq!(serde_hcl::to_string(&ports)?, "port = {\n  number = 80\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    AsAttribute ATTRIBUTE
    /// For `#[serde(serialize_with = "serde_hcl::ser::attribute")]`: the same as [`AsAttribute`].
    ///
    /// ```
    /// #[derive(serde::Serialize)]
    /// struct Port {
    ///     number: u16,
    /// }
    ///
    /// #[derive(serde::Serialize)]
    /// struct Config {
    ///     #[serde(serialize_with = "serde_hcl::ser::attribute")]
    ///     port: Port,
    /// }
    ///
    /// let config = Config { port: Port { number: 80 } };
    /// assert_eq!(serde_hcl::to_string(&config)?, "port = {\n  number = 80\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the serializer.
    attribute
}

wrapper! {
    /// Is written as a block, in cases where a map would be an attribute.
    ///
    /// A sequence is written as a block for each element; nothing is written for an empty one.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use serde_hcl::ser::AsBlock;
    ///
    /// let tags = BTreeMap::from([("owner", "me")]);
    /// let document = BTreeMap::from([("tags", AsBlock(tags))]);
    /// assert_eq!(serde_hcl::to_string(&document)?, "tags {\n  owner = \"me\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    AsBlock BLOCK
    /// For `#[serde(serialize_with = "serde_hcl::ser::block")]`: the same as [`AsBlock`].
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Config {
    ///     #[serde(serialize_with = "serde_hcl::ser::block")]
    ///     tags: BTreeMap<&'static str, &'static str>,
    /// }
    ///
    /// let config = Config { tags: BTreeMap::from([("owner", "me")]) };
    /// assert_eq!(serde_hcl::to_string(&config)?, "tags {\n  owner = \"me\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of the serializer. Only a struct, a map or a sequence of these can be written as
    /// blocks.
    block
}
