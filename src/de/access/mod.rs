//! serde's traits over the [input](super::input): the recursion of a decode.
//!
//! - No value is made of what is written out: literals, tuples and objects go to the visitor as
//!   they are in the tree.
//! - No entry that the target doesn't ask for is evaluated.
//! - No error leaves without its place and its path.
//!
//! | file | implements | over |
//! |---|---|---|
//! | `decoder` | `Deserializer` | any node: a thin layer over the files in the next row |
//! | `general`, `entries`, `anything`, `blocks`, `captured` | | what a target gets, by what it asks for |
//! | `key` | `Deserializer` | the key of an entry |
//! | `mapping` | `MapAccess` | entries; with `label_fields` and `flattened` for structs, and `refusal` for errors |
//! | `sequence` | `SeqAccess` | elements |
//! | `variant` | `EnumAccess` | a variant and its content |

mod anything;
mod blocks;
mod captured;
mod decoder;
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

pub(super) use self::decoder::Decoder;
pub(super) use self::general::GeneralNode;
pub(super) use self::session::{Guesses, Session};
pub(super) use self::with_decoder::{WithDecoder, forward, forward_deserializers};
