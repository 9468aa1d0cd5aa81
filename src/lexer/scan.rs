//! Runs of bytes that need no look one by one.

use super::chunk::Chunk;

/// Moves on while `stops` finds nothing in a chunk; `stop` is the same question for one byte.
#[inline(always)]
fn skip_until(
    bytes: &[u8],
    mut at: usize,
    stops: impl Fn(Chunk) -> Option<usize>,
    stop: impl Fn(u8) -> bool,
) -> usize {
    while let Some(chunk) = Chunk::load(bytes, at) {
        if let Some(found) = stops(chunk) {
            return at + found;
        }
        at += Chunk::LANES;
    }
    while bytes.get(at).is_some_and(|byte| !stop(*byte)) {
        at += 1;
    }
    at
}

/// The end of the run of ASCII letters, digits, `_` and `-`.
#[inline(always)]
pub(super) fn identifier(bytes: &[u8], at: usize) -> usize {
    skip_until(
        bytes,
        at,
        |chunk| {
            // The bit that tells lower from upper case makes a letter of no other character.
            let letters = chunk.with_bits(0x20).is_within(b'a', b'z');
            letters
                .or(chunk.is_within(b'0', b'9'))
                .or(chunk.is(b'_'))
                .or(chunk.is(b'-'))
                .first_not()
        },
        |byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')),
    )
}

/// The end of the run of spaces and tabs.
#[inline(always)]
pub(super) fn blanks(bytes: &[u8], at: usize) -> usize {
    let is_blank = |at| matches!(bytes.get(at), Some(b' ' | b'\t'));
    // Mostly there is none or one.
    if !is_blank(at) {
        at
    } else if !is_blank(at + 1) {
        at + 1
    } else {
        skip_until(
            bytes,
            at + 2,
            |chunk| chunk.is(b' ').or(chunk.is(b'\t')).first_not(),
            |byte| !matches!(byte, b' ' | b'\t'),
        )
    }
}

/// The end of the text in quotes that needs no look: before `"`, `\`, `$`, `%` or a line end.
#[inline(always)]
pub(super) fn quoted(bytes: &[u8], at: usize) -> usize {
    skip_until(
        bytes,
        at,
        |chunk| {
            // `$` and `%` differ in their lowest bit only.
            chunk
                .with_bits(1)
                .is(b'%')
                .or(chunk.is(b'"'))
                .or(chunk.is(b'\\'))
                .or(chunk.is(b'\n'))
                .or(chunk.is(b'\r'))
                .first()
        },
        |byte| matches!(byte, b'"' | b'$' | b'%' | b'\\' | b'\n' | b'\r'),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_bytes_agree() {
        for stop in 0..=255_u8 {
            for length in 0..20 {
                let mut bytes = vec![b'a'; length];
                bytes.push(stop);
                bytes.extend([b'"'; 12]);
                let slow = |keep: &dyn Fn(u8) -> bool| {
                    bytes.iter().position(|byte| !keep(*byte)).unwrap_or(bytes.len())
                };
                assert_eq!(
                    identifier(&bytes, 0),
                    slow(&|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')),
                    "{stop}"
                );
                assert_eq!(
                    quoted(&bytes, 0),
                    slow(&|byte| !matches!(byte, b'"' | b'$' | b'%' | b'\\' | b'\n' | b'\r')),
                    "{stop}"
                );
            }
        }
    }
}
