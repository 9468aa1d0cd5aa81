//! Implements serde's traits for the [input](super::input). The recursion of decoding is here.
//!
//! - No intermediate value for literals, tuples and objects: the visitor gets them directly from
//!   the tree.
//! - No entry that the target doesn't ask for is evaluated.
//! - No error leaves this module without its place and its path.
//!
//! | file | implements | over |
//! |---|---|---|
//! | `either` | all of serde's traits | the first pass in [`plain`](super::plain), and the files below |
//! | `decoder` | | any node, in the general pass |
//! | `general`, `entries`, `anything`, `blocks`, `captured` | | the data for each kind of target |
//! | `key` | `Deserializer` | the key of an entry |
//! | `mapping` | `MapAccess` | entries; with `label_fields` and `flattened` for structs, and `refusal` for errors |
//! | `sequence` | `SeqAccess` | elements |
//! | `variant` | `EnumAccess` | a variant and its content |
//!
//! Circle: `anything`, `decoder`, `general`, `mapping`, `sequence`. The parts of a part are decoded like it.
//!
//! Circle: `either/decoder`, `either/mapping`, `either/sequence`, `either/variant`, `key`, `with_decoder`. serde's
//! traits name each other.

mod anything;
mod blocks;
mod decoder;
mod either;
mod entries;
mod flattened;
mod general;
mod key;
mod label_fields;
mod mapping;
mod refusal;
mod sequence;
mod session;
mod variant;
mod with_decoder;

pub(super) use self::either::EitherDecoder;
pub(super) use self::general::GeneralNode;
pub(super) use self::session::{Guesses, Session};
pub(super) use self::with_decoder::{WithDecoder, forward, forward_deserializers};
