//! Everything that decoding knows about serde's buffers.
//!
//! A target asks a deserializer for a type by the method that it calls: `deserialize_u16`,
//! `deserialize_struct`. Three kinds of types can't do that, because they need the data to decide
//! on the type. For them serde_derive reads everything into a buffer first: it calls
//! `deserialize_any` and keeps the data, a tree of plain bools, numbers, strings, bytes, sequences
//! and maps. Then it decodes the real target from this buffer, with its own deserializer.
//!
//! ```text
//! #[serde(untagged)] enum Size { Number(u64), Text(String) }    buffers the value
//! #[serde(tag = "type")] enum Store { Local { path: String } }  buffers the fields beside the tag
//! struct Server { name: String, #[serde(flatten)] rest: Rest }  buffers what is not `name`
//! ```
//!
//! This crate's decoder sees the call of `deserialize_any`, and later only errors. So it does not
//! know some facts when it fills a buffer:
//!
//! 1. **Whether an entry is evaluated or captured.** The buffer can't contain an unevaluated
//!    expression, but `rest` may be a `HashMap<String, Expression>`. For an entry that is not a literal, the decoder puts a
//!    [`Placeholder`] into the buffer: bytes that are not UTF-8. A target that captures recognizes
//!    the bytes and [takes](placeholder::take) the part of the document. All other targets reject
//!    bytes; then entries are evaluated. When a target captures, literals become placeholders, too, except where a target
//!    has rejected one: in `enum Setting { Number(i64), Other(Expression) }`, a number is a `Number`.
//! 2. **In which form blocks are wanted.** `rest` may have a field `disk: Disk` or a field `disk:
//!    Vec<Disk>`, and the document one `disk` block; or the block has a label, and `rest` a field
//!    `disk: HashMap<String, Disk>`. Again the buffer gets a placeholder for the block. The target
//!    rejects it, with an error that describes the [wanted](Wanted) type: "struct Disk", "a
//!    sequence" or "a map". An untagged enum rejects it once for each variant; the first description
//!    that is not a scalar is tried, and if the part can't be decoded so, or has a label left, [the second one](Forms).
//! 3. **Whether an expression that fails is needed.** If no target takes it, its failure doesn't
//!    matter. A placeholder keeps the error until a target rejects the placeholder. Its bytes are
//!    [sealed](SealedBytes), so that targets that accept bytes reject it, too.
//! 4. **Places.** A buffer has none. A [`Spanned`](super::Spanned) target in a buffer asks for its
//!    place; then expressions are placeholders, too. After an error, the parts to which it may belong are hidden, and
//!    [shown](sought) one after the other.
//!
//! 5. **Which conversions are needed.** A buffer has the number 5, and a target wants a string. The
//!    target rejects the number; the error has the value, but not its place. So in the next attempt,
//!    scalars equal to a rejected one are placeholders, whose rejections reveal the
//!    wanted kinds for their [sites](site::Site). The attempt after that has converted scalars there. A
//!    scalar of one of the wanted kinds is not converted, so a variant that fits exactly wins.
//! 6. **Which blocks an enum takes by their types.** The enum of a field `$blocks` may have the fallback
//!    `#[serde(untagged)] Other(Block)`. It rejects the type of another block, with an error that has
//!    the names of its variants. Blocks with other names are placeholders in the next attempt.
//!
//! 7. **Which types take all blocks of a body.** A field `$blocks` with a default is not missing for serde.
//!    After a successful attempt, another one [offers](offers) the field to the bodies in buffers: a placeholder
//!    reveals whether a target reads it.
//!
//! Without a buffer, serde hides other facts from a deserializer:
//!
//! 8. **Whether the target is a map or a struct with flattened fields.** Both call
//!    `deserialize_map`. The struct reads its keys with `deserialize_identifier`, and its
//!    description is "struct Server".
//! 9. **The fields of a struct that is buffered or has flattened fields.** Fields such as `$label`
//!    must be passed to it although nothing in the body has this name. If such a field is missing,
//!    the error contains its name.
//! 10. **Whether null means "absent".** It does for a field `port: u16` with a `default`, but not
//!     for a field `port: Value`. The `u16` rejects the null.
//! 11. **Whether an `Option` contains a type that captures.** `Option<Expression>` must not evaluate
//!     `cond ? null : 1`. `Option<u16>` must evaluate it to know whether it is `None`; it rejects
//!     the null, and `Option<Value>` takes it.
//! 12. **Whether an `Option` contains an `Option`.** A null field of type `Option<Option<T>>` is
//!     `Some(None)`, because a field that is `None` is left out. The decoder knows this from the name
//!     of the type.
//!
//! In cases 1 to 11 except 7 the first attempt makes the assumption that needs no evaluation. A rejected
//! placeholder, a missing field and a rejected null are facts about the *type*. They are recorded
//! as [`DecodeHints`], and the part is decoded again: the value of the innermost field or element
//! outside the buffer. Errors are often lost: an untagged enum drops the errors of all its variants.
//! Therefore the facts about placeholders are recorded in their [`Scope`] at the time when the error
//! is built.
//!
//! - No hint is about a place in the document. The values of rejected scalars only limit the number of
//!   placeholders. A type that contains itself has as many [sites](site::Site) as without its third level.
//! - No hint changes the result of a successful attempt, except for this order of variants: hints make
//!   attempts succeed.
//! - No part is decoded again without a new hint or the second form of a block, and each time is charged.
//! - A value depends neither on its neighbours nor on their order. Where a struct with flattened fields was decoded without a
//!   later hint about it, the whole document is decoded again.
//! - A label that no field reads is no success while its block has a second form that was asked for.
//! - In an object in JSON syntax, the offered field only reveals that the blocks can't be passed on.
//! - No placeholder is decoded as data, and none exists after its scope.

mod hints;
mod offers;
mod placeholder;
mod questions;
mod scope;
mod site;
mod sought;
#[cfg(test)]
mod tests;
mod type_hints;
mod wants;
mod wording;

pub(super) use self::hints::{DecodeHints, Forms};
pub(super) use self::offers::{ALL_BLOCKS, NO_FIELD};
pub(super) use self::placeholder::SealedBytes;
pub(crate) use self::placeholder::is_placeholder;
pub(super) use self::placeholder::{record_refusal, record_refused_text, take};
pub(super) use self::scope::{
    Mark, Outcome, Placeholder, Purpose, Revealed, Scope, forget_errors, forget_refused_scalars,
    has_revealed, is_filled, mark, mark_spans, outcome_since_mark, record_error,
    record_missing_field, record_refused_scalar, record_variants, remaining_entries,
    request_source, request_span, reveal, take_errors, take_failure_in, take_revealed,
};
pub(super) use self::site::{Data, Site};
pub(super) use self::sought::Sought;
pub(super) use self::type_hints::TypeHints;
pub(super) use self::wants::found;
pub(super) use self::wording::{
    Fills, Wanted, is_adjacent_tag, is_buffer, is_content, is_in_buffer, is_no_variant,
    is_option_of_option, is_struct, unknown_field, unsupported_integer,
};
