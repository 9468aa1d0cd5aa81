//! All that decoding has to know about serde's buffers.
//!
//! A target tells a deserializer what it wants by the method that it calls: `deserialize_u16`,
//! `deserialize_struct`. Three kinds of types can't do that, because they have to look at the data
//! before they know what they want. For them serde_derive reads everything into a buffer first:
//! it calls `deserialize_any` and keeps what the visitor is given, a tree of plain bools, numbers,
//! strings, bytes, sequences and maps. It decodes the real target from this buffer, by a
//! deserializer of its own.
//!
//! ```text
//! #[serde(untagged)] enum Size { Number(u64), Text(String) }    buffers the value
//! #[serde(tag = "type")] enum Store { Local { path: String } }  buffers the fields beside the tag
//! struct Server { name: String, #[serde(flatten)] rest: Rest }  buffers what is not `name`
//! ```
//!
//! This crate's decoder sees the call of `deserialize_any`, and later only errors. So there are
//! things that it can't know when it fills a buffer:
//!
//! 1. **Whether an entry is evaluated or captured.** The buffer has no room for an unevaluated
//!    expression, but `rest` may be a `HashMap<String, Expression>`. A [`Placeholder`] goes into the
//!    buffer, which is bytes that are no UTF-8. A target that captures recognizes the bytes and
//!    [takes](placeholder::take) the part that they stand for. All other targets refuse bytes.
//! 2. **In which form blocks are wanted.** `rest` may have a field `disk: Disk` or a field
//!    `disk: Vec<Disk>`, and the document one `disk` block; or the block has a label, and `rest` a
//!    field `disk: HashMap<String, Disk>`. Again a placeholder stands for the block. The target
//!    refuses it, with an error that describes what the target [wants](Wanted): "struct Disk", "a
//!    sequence" or "a map". An untagged enum refuses it once for each variant; the first one that is
//!    no scalar counts, and if that fails, the next.
//! 3. **Whether an expression that fails is needed.** If no target takes it, its failure is of no
//!    interest. A placeholder keeps the error until a target refuses the placeholder.
//! 4. **Places.** A buffer has none. A [`Spanned`](super::Spanned) target that is decoded from one
//!    asks for its place; then expressions are placeholders, too. The [explaining](super::explain)
//!    part finds the place of an error afterwards.
//!
//! serde hides more from a deserializer, where nothing is buffered:
//!
//! 5. **Whether a struct with flattened fields or a map is reading.** Both call `deserialize_map`.
//!    The struct reads its keys by `deserialize_identifier`, and it names itself "struct Server".
//! 6. **The fields of a struct that is buffered or has flattened fields.** Fields such as `$label`
//!    have to be given to it although nothing in the body has this name. Where one is missing, the
//!    error names it.
//! 7. **Whether null means "absent".** To a field `port: u16` with a `default` it does, to a field
//!    `port: Value` it does not. The `u16` refuses the null.
//! 8. **Whether an `Option` holds something that captures.** `Option<Expression>` must not evaluate
//!    `cond ? null : 1`. `Option<u16>` must, to know whether it is `None`; it refuses the null.
//! 9. **Whether an `Option` holds an `Option`.** A null field of `Option<Option<T>>` is `Some(None)`,
//!    as a field that is `None` is left out. The name of the type tells.
//!
//! In cases 1 to 8 the first attempt assumes what needs no evaluation. A refused placeholder, a
//! missing field, a refused null are facts about the *type*. They are recorded as [`DecodeHints`],
//! and decoding starts over. Errors are often lost on the way: an untagged enum drops those of all
//! variants that it tries. Therefore the facts about placeholders are recorded in their [`Scope`]
//! at the time when the error is built.
//!
//! - No hint is about a place in the document. The number of hints, and of attempts, depends on the
//!   type alone, and a limit holds for types with endless fields.
//! - No hint changes what a successful attempt yields: hints make attempts succeed.
//! - No attempt is repeated without a new hint.
//! - No placeholder is taken for data, and none outlives its scope.

mod hints;
mod path;
mod placeholder;
#[cfg(test)]
mod tests;
mod wording;

pub(super) use self::hints::{DecodeHints, FlattenedAs, TypeHints};
pub(super) use self::path::BufferPath;
pub(crate) use self::placeholder::is_placeholder;
pub(super) use self::placeholder::{
    Placeholder, Scope, is_filled, record_missing_field, record_refusal, record_refused_text,
    remaining_entries, request_source, request_span, take, take_failure_in, take_missing_fields,
};
pub(super) use self::wording::{
    Wanted, fills_buffer, fills_tagged_buffer, is_buffer, is_in_buffer, is_option_of_option,
    is_struct,
};
