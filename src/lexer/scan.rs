//! Scanning eight bytes at a time, in safe, portable code.

const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The eight bytes from `at` on, the first in the lowest place.
#[inline(always)]
fn load(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..at + 8)?;
    word.try_into().ok().map(u64::from_le_bytes)
}

/// The high bit of every byte that is `byte`.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let difference = word ^ (LOW_BITS * u64::from(byte));
    !(((difference & !HIGH_BITS) + !HIGH_BITS) | difference) & HIGH_BITS
}

/// The high bit of every byte from `low` to `high`, both ASCII.
#[inline(always)]
fn within(word: u64, low: u8, high: u8) -> u64 {
    let ascii = word & !HIGH_BITS;
    let at_least = ascii + LOW_BITS * u64::from(0x80 - low);
    let beyond = ascii + LOW_BITS * u64::from(0x7f - high);
    at_least & !beyond & !word & HIGH_BITS
}

/// Moves on while `stops` finds nothing; `stop` is the same question for one byte.
#[inline(always)]
fn skip_until(
    bytes: &[u8],
    mut at: usize,
    stops: impl Fn(u64) -> u64,
    stop: impl Fn(u8) -> bool,
) -> usize {
    while let Some(word) = load(bytes, at) {
        let found = stops(word);
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
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
        |word| {
            let word_bytes = within(word | (LOW_BITS * 0x20), b'a', b'z')
                | within(word, b'0', b'9')
                | equal(word, b'_')
                | equal(word, b'-');
            // Setting the bit that tells upper from lower case makes letters of no other ASCII
            // character, and bytes beyond ASCII never count as one.
            !word_bytes & HIGH_BITS
        },
        |byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')),
    )
}

/// The end of the run of spaces and tabs.
#[inline(always)]
pub(super) fn blanks(bytes: &[u8], at: usize) -> usize {
    skip_until(
        bytes,
        at,
        |word| !(equal(word, b' ') | equal(word, b'\t')) & HIGH_BITS,
        |byte| !matches!(byte, b' ' | b'\t'),
    )
}

/// The end of the text in quotes that needs no look: before `"`, `\`, `$`, `%` or a line end.
#[inline(always)]
pub(super) fn quoted(bytes: &[u8], at: usize) -> usize {
    skip_until(
        bytes,
        at,
        |word| {
            // `$` and `%` differ in their lowest bit only.
            equal(word, b'"')
                | equal(word & !LOW_BITS, b'$')
                | equal(word, b'\\')
                | equal(word, b'\n')
                | equal(word, b'\r')
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
