//! Where words and blanks end.

use super::chunk::Chunk;

/// The edges of all words and blanks of a source. The lexer can't go on before it knows where a
/// word ends; looked for in 64 bytes at a time, the ends are there before they are asked for.
///
/// A word is a run of ASCII letters, digits, `_` and `-`.
pub(super) struct Runs {
    /// A bit for each byte, set where a word or a run of blanks begins and behind where it ends.
    /// All set behind the source.
    edges: Vec<u8>,
}

impl Runs {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut edges = Vec::with_capacity(bytes.len() / 8 + 2 * size_of::<u64>());
        let mut before = Block::default();
        let blocks = bytes.chunks_exact(Block::BYTES);
        let mut last = [0; Block::BYTES];
        last[..blocks.remainder().len()].copy_from_slice(blocks.remainder());
        for bytes in blocks.chain([&last[..]]) {
            let block = Block::of(bytes);
            edges.extend_from_slice(&block.edges(before).to_le_bytes());
            before = block;
        }
        edges.extend_from_slice(&u64::MAX.to_le_bytes());
        Runs { edges }
    }

    /// The first place from `at` on that holds no space or tab.
    #[inline(always)]
    pub(super) fn after_blanks(&self, bytes: &[u8], at: usize) -> usize {
        let is_blank = |at| matches!(bytes.get(at), Some(b' ' | b'\t'));
        // Mostly there is none or one.
        if !is_blank(at) {
            at
        } else if !is_blank(at + 1) {
            at + 1
        } else {
            self.end(at + 1)
        }
    }

    /// The end of the word or the blanks that `start` is in.
    #[inline(always)]
    pub(super) fn end(&self, start: usize) -> usize {
        let mut at = start + 1;
        loop {
            let bits = self.edges.get(at / 8..at / 8 + 8).and_then(|bits| bits.try_into().ok());
            let edges = bits.map_or(u64::MAX, u64::from_le_bytes) >> (at % 8);
            if edges != 0 {
                return at + edges.trailing_zeros() as usize;
            }
            at += 64 - at % 8;
        }
    }
}

/// What each of 64 bytes is: a bit for each.
#[derive(Clone, Copy, Default)]
struct Block {
    word: u64,
    blank: u64,
}

impl Block {
    const BYTES: usize = 64;

    #[inline(always)]
    fn of(bytes: &[u8]) -> Self {
        let mut block = Block::default();
        for at in (0..Self::BYTES).step_by(Chunk::LANES) {
            let Some(chunk) = Chunk::load(bytes, at) else { break };
            // The bit that tells lower from upper case makes a letter of no other character.
            let letters = chunk.with_bits(0x20).is_within(b'a', b'z');
            let digits = chunk.is_within(b'0', b'9');
            let word = chunk.is(b'_').or(chunk.is(b'-')).or(digits).or(letters);
            let blank = chunk.is(b' ').or(chunk.is(b'\t'));
            block.word |= word.bits() << at;
            block.blank |= blank.bits() << at;
        }
        block
    }

    /// Where a byte is something else than the byte before it.
    #[inline(always)]
    fn edges(self, before: Self) -> u64 {
        let edges = |bits: u64, before: u64| bits ^ (bits << 1 | before >> 63);
        edges(self.word, before.word) | edges(self.blank, before.blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_word(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
    }

    fn is_blank(byte: u8) -> bool {
        matches!(byte, b' ' | b'\t')
    }

    #[test]
    fn runs_end_where_single_bytes_say() {
        for (fill, is_same) in [(b'a', is_word as fn(u8) -> bool), (b' ', is_blank)] {
            for stop in 0..=255_u8 {
                for length in [1, 2, 7, 56, 57, 63, 64, 65, 127, 128, 200] {
                    let mut bytes = vec![fill; length];
                    bytes.extend([stop, b'(']);
                    let runs = Runs::of(&bytes);
                    let end = if is_same(stop) { length + 1 } else { length };
                    for start in [0, length / 2, length - 1] {
                        assert_eq!(runs.end(start), end, "{stop} behind {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_source_ends_every_run() {
        for length in 1..=130 {
            assert_eq!(Runs::of(&vec![b'a'; length]).end(0), length);
            assert_eq!(Runs::of(&vec![b'\t'; length]).end(length - 1), length);
        }
    }
}
