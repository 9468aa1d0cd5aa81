//! Implements serde's traits for the [input](super::input). The recursion of decoding is here.
//!
//! - No intermediate value for literals, tuples and objects: the visitor gets them directly from
//!   the tree.
//! - No entry that the target doesn't ask for is evaluated.
//! - No error leaves this module without its place and its path.
//!
//! | file | implements | over |
//! |---|---|---|
//! | `decoder` | `Deserializer` | any node; with `slot`, `kinds`, `entries`, `anything`, `blocks`, `captured` for the data of each kind of target |
//! | `attempt` | | decoding a part again |
//! | `key` | `Deserializer` | the key of an entry |
//! | `mapping`, `map_access` | `MapAccess` | entries; with `label_fields` and `flattened` for structs, and `refusal` for errors |
//! | `sequence` | `SeqAccess` | elements |
//! | `variant` | `EnumAccess` | a variant and its content |
//!
//! Circle: `anything`, `attempt`, `decoder`, `key`, `map_access`, `mapping`, `sequence`, `session`, `slot`, `with_decoder`. The
//! parts of a part are decoded like it, and serde's traits name each other.

mod anything;
mod attempt;
mod blocks;
mod captured;
mod decoder;
mod entries;
mod flattened;
mod key;
mod kinds;
mod label_fields;
mod map_access;
mod mapping;
mod refusal;
mod sequence;
mod session;
mod slot;
mod variant;
mod with_decoder;

pub(super) use self::attempt::{Decode, decode_again, kept};
pub(super) use self::decoder::Decoder;
pub(super) use self::session::Session;
pub(super) use self::slot::Slot;
pub(super) use self::with_decoder::{WithDecoder, forward, forward_deserializers};
