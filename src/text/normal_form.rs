//! Unicode normalization form C (NFC).

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The text in Unicode normalization form C (NFC), the form of every string in the language.
pub(crate) fn normalize(text: Cow<'_, str>) -> Cow<'_, str> {
    if is_normal(&text) { text } else { Cow::Owned(text.nfc().collect()) }
}

/// Whether the text is definitely in NFC. Compiled once: callers first ask the tree about all of its text.
#[inline(never)]
pub(crate) fn is_normal(text: &str) -> bool {
    is_short_ascii(text.as_bytes())
        || is_basic(text)
        || is_nfc_quick(text.chars()) == IsNormalized::Yes
}

/// Whether these are at most 16 bytes, all of them ASCII. Most names and strings are so short that a loop
/// over their bytes takes longer.
#[inline]
fn is_short_ascii(bytes: &[u8]) -> bool {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    // The two words may overlap.
    let bits = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last),
        _ => match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => {
                u64::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last))
            }
            _ => u64::from(bytes.iter().fold(0, |bits, byte| bits | byte)),
        },
    };
    bytes.len() <= 16 && bits & HIGH_BITS == 0
}

/// Whether all characters are below U+0300, the first one that is not in NFC or combines with others.
pub(crate) fn is_basic(text: &str) -> bool {
    // The first byte of U+0300. All bytes of the characters before it are smaller.
    const FIRST: u8 = 0xcc;
    // The largest of many bytes is found in fewer steps than the first one of a kind.
    let is_basic = |bytes: &[u8]| bytes.iter().copied().fold(0, u8::max) < FIRST;
    text.is_ascii() || text.as_bytes().chunks(1024).all(is_basic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_characters_are_those_below_combining_ones() {
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            assert_eq!(is_basic(&text), character < '\u{300}', "{text:?}");
        }
    }

    #[test]
    fn texts_of_all_lengths_are_examined_at_all_places() {
        for length in 0..40 {
            for place in 0..length {
                for character in ["a", "é", "\u{301}", "\u{212b}", "日", "🚀"] {
                    let text =
                        format!("{}{character}{}", "x".repeat(place), "y".repeat(length - place));
                    let expected = is_nfc_quick(text.chars()) == IsNormalized::Yes;
                    assert_eq!(is_normal(&text), expected, "{text}");
                }
            }
        }
    }
}
