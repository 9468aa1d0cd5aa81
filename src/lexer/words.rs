//! The ends of words and blanks, found sixteen bytes at a time.
//!
//! Finding each end byte by byte costs a mispredicted branch for most words: parsing `modules` takes 15 % more
//! instructions, and `tfvars` 12 %.

use super::block16::Block16;

/// The end of the word around `start`: a run of ASCII letters, digits, `_` and `-`.
#[inline(always)]
pub(super) fn word_end(bytes: &[u8], start: usize) -> usize {
    end_of_run(bytes, start, |block| {
        // Setting the lower-case bit turns no other character into a letter.
        let letters = block.with_bits(0x20).is_within(b'a', b'z');
        let digits = block.is_within(b'0', b'9');
        block.is(b'_').or(block.is(b'-')).or(digits).or(letters)
    })
}

/// The first offset from `at` on without a space or tab.
#[inline(always)]
pub(super) fn after_blanks(bytes: &[u8], at: usize) -> usize {
    let is_blank = |at| matches!(bytes.get(at), Some(b' ' | b'\t'));
    // Most tokens follow no blank or one blank.
    if !is_blank(at) {
        at
    } else if !is_blank(at + 1) {
        at + 1
    } else {
        after_indentation(bytes, at + 2)
    }
}

/// As `after_blanks`, for the start of a line, where there are usually many blanks.
#[inline(always)]
pub(super) fn after_indentation(bytes: &[u8], at: usize) -> usize {
    end_of_run(bytes, at, |block| block.is(b' ').or(block.is(b'\t')))
}

/// The first offset from `at` on whose byte is not in the class. The byte 0 is in no class.
#[inline(always)]
fn end_of_run(bytes: &[u8], at: usize, class: impl Fn(Block16) -> Block16) -> usize {
    find(bytes, at, |block| class(block).not())
}

/// The first offset from `at` on with a byte of the class, or the end.
#[inline(always)]
pub(super) fn find(bytes: &[u8], mut at: usize, class: impl Fn(Block16) -> Block16) -> usize {
    while let Some(block) = Block16::load(bytes, at) {
        let found = class(block).bits();
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += Block16::LANES;
    }
    let found = class(Block16::load_end(bytes, at)).bits();
    bytes.len().min(at + found.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::identifier::IS_WORD;

    fn is_word(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
    }

    fn is_blank(byte: u8) -> bool {
        matches!(byte, b' ' | b'\t')
    }

    #[test]
    fn a_run_ends_at_the_first_other_byte() {
        type End = fn(&[u8], usize) -> usize;
        let classes =
            [(b'a', is_word as fn(u8) -> bool, word_end as End), (b' ', is_blank, after_blanks)];
        for (fill, is_same, end) in classes {
            for stop in 0..=255_u8 {
                assert_eq!(IS_WORD[usize::from(stop)], is_word(stop));
                for length in [1, 2, 7, 15, 16, 17, 31, 32, 33, 200] {
                    let mut bytes = vec![fill; length];
                    bytes.extend([stop, b'(']);
                    let expected = if is_same(stop) { length + 1 } else { length };
                    for start in [0, length / 2, length - 1] {
                        assert_eq!(end(&bytes, start), expected, "{stop} after {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_source_ends_every_run() {
        for length in 0..=50 {
            assert_eq!(word_end(&vec![b'a'; length], 0), length);
            assert_eq!(after_blanks(&vec![b'\t'; length], 0), length);
        }
    }
}
