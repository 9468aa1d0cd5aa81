//! Decoding: serde visits the tree, and only the visited parts are evaluated.
//!
//! The modules, from the outside in:
//!
//! | module | content |
//! |---|---|
//! | `entry` | the public functions and deserializers |
//! | `run` | the attempts to decode a node |
//! | `access` | serde's traits over the input: the recursion of a decode |
//! | `capture` | the types that keep a part of the document undecoded |
//! | `explain` | completing errors with places and paths |
//! | `options` | the context and the options of a decode, and its warnings |
//! | `recovery`, `unused` | the failed and the ignored parts in the attempts of a decode |
//! | `buffering` | everything that is known about serde's buffers |
//! | `input` | the parts of documents and values that targets are decoded from |
//!
//! The words of this folder:
//!
//! | word | meaning |
//! |---|---|
//! | node | a part of a document or of a value, from which a target is decoded |
//! | part | a node in a tree of its own, which a target keeps |
//! | attempt | one call of a target's `deserialize` for a node; the next one knows more |
//! | hint | a fact about a type that an attempt has revealed |
//! | site | a type that is decoded from a buffer of serde, and the names on the way to a value in it |
//! | placeholder | bytes in a buffer that stand for a node |
//! | offer | a field that is passed to a struct in a buffer to learn whether it has the field |
//! | recovery | an attempt that goes on after mistakes, to find the others |
//!
//! The documentation of [`from_str`] describes which input fits which target.

mod access;
mod buffering;
mod capture;
mod entry;
mod explain;
mod input;
mod options;
mod recovery;
mod run;
mod unused;

#[cfg(any(feature = "config", feature = "figment"))]
pub(crate) use self::capture::SpannedSeed;
pub use self::capture::{Lazy, Spanned};
#[cfg(any(feature = "config", feature = "figment"))]
pub(crate) use self::entry::convert_source;
pub use self::entry::{
    Decoder, Deserializer, from_body, from_path, from_reader, from_slice, from_str, from_str_with,
    from_value,
};
pub(crate) use self::entry::{from_bytes, from_file, from_input, from_source};
pub(crate) use self::options::Options;
