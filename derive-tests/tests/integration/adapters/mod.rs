//! The deserializer and the serializer under adapters of other crates.

mod decode;
mod encode;
