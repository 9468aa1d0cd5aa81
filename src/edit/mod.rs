//! Files that are edited through a Rust value, see [`File`]. To change a document by addresses, without a
//! type, use a [`Body`](crate::Body).

// - No text of the document changes where the value has the same meaning.
// - No result that is read as another value: the changed document is decoded again.
//
// The value is encoded after reading and again before writing. `update` makes the differences of
// both drafts in the lines of the document.

mod agreement;
mod draft;
mod file;
mod matching;
mod update;

pub use self::file::File;
