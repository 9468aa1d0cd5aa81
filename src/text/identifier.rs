//! Which texts are identifiers.

/// Whether a byte belongs to a word: an ASCII letter, a digit, `_` or `-`.
pub(crate) static IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = matches!(byte as u8, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
        byte += 1;
    }
    table
};

pub(crate) fn starts_ascii_identifier(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(crate) fn starts_identifier(character: char) -> bool {
    character == '_' || unicode_ident::is_xid_start(character) || is_unstable(character)
}

/// Excludes the joiners and middle dots that only newer versions of Unicode allow in identifiers.
pub(crate) fn continues_identifier(character: char) -> bool {
    character == '-'
        || unicode_ident::is_xid_continue(character)
            && !matches!(character, '\u{200c}' | '\u{200d}' | '\u{30fb}' | '\u{ff65}')
        || is_unstable(character)
}

/// Whether the character has the property `ID_Start` but not `XID_Start`. HCL doesn't normalize
/// identifiers, so it allows these.
fn is_unstable(character: char) -> bool {
    matches!(
        character,
        '\u{37a}'
            | '\u{e33}'
            | '\u{eb3}'
            | '\u{309b}'..='\u{309c}'
            | '\u{fc5e}'..='\u{fc63}'
            | '\u{fdfa}'..='\u{fdfb}'
            | '\u{fe70}'
            | '\u{fe72}'
            | '\u{fe74}'
            | '\u{fe76}'
            | '\u{fe78}'
            | '\u{fe7a}'
            | '\u{fe7c}'
            | '\u{fe7e}'
            | '\u{ff9e}'..='\u{ff9f}'
    )
}

/// Whether the text is an identifier, as names and bare keys must be.
pub(crate) fn is_identifier(text: &str) -> bool {
    if is_ascii_identifier(text) {
        return true;
    }
    let mut characters = text.chars();
    characters.next().is_some_and(starts_identifier) && characters.all(continues_identifier)
}

/// Whether the text is an identifier of ASCII characters, as most are.
#[inline]
pub(crate) fn is_ascii_identifier(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|first| starts_ascii_identifier(*first))
        && bytes.iter().all(|byte| IS_WORD[usize::from(*byte)])
}
