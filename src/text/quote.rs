//! Quotes text in native syntax.

use crate::text::identifier::is_identifier;

/// A quoted template whose value is this text.
pub(crate) fn quoted(text: &str, out: &mut String) {
    out.push('"');
    escaped(text, out);
    out.push('"');
}

/// Labels of a block, with a space before each.
pub(crate) fn quoted_labels<L: AsRef<str>>(labels: impl IntoIterator<Item = L>, out: &mut String) {
    for label in labels {
        out.push(' ');
        quoted(label.as_ref(), out);
    }
}

/// The content between the quotes of a template whose value is this text.
pub(crate) fn escaped(text: &str, out: &mut String) {
    let mut rest = text;
    loop {
        let (plain, special) = rest.split_at(plain_length(rest.as_bytes()));
        out.push_str(plain);
        let mut chars = special.chars();
        let Some(char) = chars.next() else { return };
        rest = chars.as_str();
        if let Some(escape) = short_escape(char) {
            out.push_str(escape);
            continue;
        }
        match char {
            '$' | '%' => {
                out.push(char);
                if rest.starts_with('{') {
                    out.push(char);
                }
            }
            char if is_printable(char) => out.push(char),
            '\0'..='\u{ffff}' => out.push_str(&format!("\\u{:04x}", u32::from(char))),
            char => out.push_str(&format!("\\U{:08x}", u32::from(char))),
        }
    }
}

/// The special escape of a character, which both syntaxes have.
pub(crate) fn short_escape(char: char) -> Option<&'static str> {
    Some(match char {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ => return None,
    })
}

/// A line of a heredoc whose value is this text. The text must be printable.
pub(crate) fn escape_heredoc_line(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = memchr::memchr2(b'$', b'%', rest.as_bytes()) {
        let (before, behind) = rest.split_at(at + 1);
        out.push_str(before);
        if behind.starts_with('{') {
            out.push_str(&before[at..]);
        }
        rest = behind;
    }
    out.push_str(rest);
}

/// Whether an object key needs no quotes. `for` needs them: after the brace it starts a `for` expression.
pub(crate) fn is_bare_key(key: &str, is_first: bool) -> bool {
    is_identifier(key) && !(is_first && key == "for")
}

/// Whether a character is visible, alone or combined with the character before it.
pub(crate) fn is_printable(char: char) -> bool {
    if char.is_ascii() {
        return !char.is_ascii_control();
    }
    char.is_alphanumeric() || is_common_symbol(char) || is_debug_printable(char)
}

/// Whether a character is in a block of visible punctuation or symbols. `is_debug_printable` is slow for
/// these.
fn is_common_symbol(char: char) -> bool {
    matches!(char,
        '\u{2010}'..='\u{2027}'
        | '\u{2030}'..='\u{205e}'
        | '\u{2190}'..='\u{23ff}'
        | '\u{2500}'..='\u{27bf}'
        | '\u{3001}'..='\u{303f}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6c5}'
        | '\u{1f90c}'..='\u{1f9ff}')
}

/// Whether the character needs no escape in debug output.
fn is_debug_printable(char: char) -> bool {
    // `escape_debug` escapes unprintable characters, and combining marks at the start of a text.
    let mut buffer = [b'x'; 5];
    let length = char.encode_utf8(&mut buffer[1..]).len();
    std::str::from_utf8(&buffer[..=length]).is_ok_and(|text| text.escape_debug().count() == 2)
}

/// Whether the text certainly needs no escapes.
#[inline]
pub(crate) fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    match bytes.len() {
        0..4 => are_plain(bytes),
        4..8 => are_ends_plain::<4>(bytes),
        8..16 => are_ends_plain::<8>(bytes),
        16..32 => are_ends_plain::<16>(bytes),
        _ => {
            behind_plain_chunks::<32>(bytes).len() < 32
                && bytes.last_chunk::<32>().is_some_and(|chunk| are_plain(chunk))
        }
    }
}

/// Whether the first and the last bytes are plain, which may overlap.
#[inline]
fn are_ends_plain<const BYTES: usize>(bytes: &[u8]) -> bool {
    bytes.first_chunk::<BYTES>().is_some_and(|chunk| are_plain(chunk))
        && bytes.last_chunk::<BYTES>().is_some_and(|chunk| are_plain(chunk))
}

/// The number of bytes before the first one that may need an escape.
#[inline]
fn plain_length(bytes: &[u8]) -> usize {
    let rest = behind_plain_chunks::<8>(behind_plain_chunks::<32>(bytes));
    let plain = rest.iter().position(|byte| is_special(*byte)).unwrap_or(rest.len());
    bytes.len() - rest.len() + plain
}

/// The bytes after the chunks that need no escapes.
#[inline]
fn behind_plain_chunks<const BYTES: usize>(mut bytes: &[u8]) -> &[u8] {
    while let Some((chunk, rest)) = bytes.split_first_chunk::<BYTES>() {
        if !are_plain(chunk) {
            break;
        }
        bytes = rest;
    }
    bytes
}

#[inline(always)]
fn are_plain(bytes: &[u8]) -> bool {
    // Without an early exit the compiler tests all bytes of an array at once.
    !bytes.iter().fold(false, |any, byte| any | is_special(*byte))
}

#[inline(always)]
fn is_special(byte: u8) -> bool {
    (byte < b' ')
        | (byte == b'"')
        | (byte == b'$')
        | (byte == b'%')
        | (byte == b'\\')
        | (byte >= 0x7f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_another_meaning_is_escaped() {
        let cases = [
            ("a\"b\\\n\r\t", r#""a\"b\\\n\r\t""#),
            ("\0\u{7f}\u{a0}\u{200b}\u{e0001}", r#""\u0000\u007f\u00a0\u200b\U000e0001""#),
            ("${a} %{b} $${c} %% $x %", r#""$${a} %%{b} $$${c} %% $x %""#),
            ("é 漢 👩🏾 e\u{301}", "\"é 漢 👩🏾 e\u{301}\""),
        ];
        for (text, expected) in cases {
            let mut found = String::new();
            quoted(text, &mut found);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn common_symbols_are_printable() {
        let mut symbols = ('\0'..=char::MAX).filter(|char| is_common_symbol(*char));
        assert_eq!(symbols.clone().count(), 2_624);
        assert_eq!(symbols.find(|char| !is_debug_printable(*char)), None);
    }

    #[test]
    fn keys_are_bare_if_they_are_identifiers() {
        let bare = |key| (is_bare_key(key, true), is_bare_key(key, false));
        assert_eq!(bare("a-b"), (true, true));
        assert_eq!(bare("for"), (false, true));
        assert_eq!(bare("1a"), (false, false));
        assert_eq!(bare(""), (false, false));
    }
}
