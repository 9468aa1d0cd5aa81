//! Compression (RFC 1951) with exactly the bytes of the reference. Tools compare a compressed text
//! with the one from before, so different bytes with the same meaning would look like a change.
//!
//! - No level to choose: the reference, Go's `compress/flate`, uses level 6. Other crates, and zlib
//!   itself, find other matches and blocks.
//! - No unlimited search: at most 128 places are compared for a match.

mod block;
mod huffman;

use self::block::{Token, Writer};

/// The maximum distance of a match.
const WINDOW: usize = 1 << 15;
const MIN_MATCH: usize = 4;
const MAX_MATCH: usize = 258;
/// The number of bytes to keep ahead until the input ends.
const LOOKAHEAD: usize = MIN_MATCH + MAX_MATCH;
/// From this length on, no better match is searched one byte later.
const LAZY: usize = 16;
/// From this length on, no better match is searched at all.
const NICE: usize = 128;
/// The number of places that are compared for a match.
const TRIES: usize = 128;
/// The maximum distance of a match of the minimum length. A farther one saves nothing.
const MAX_SHORT_DISTANCE: usize = 4096;
const MAX_TOKENS: usize = 1 << 14;
const HASH_BITS: u32 = 17;

/// Appends the compressed bytes to `output`, then an empty block and an empty last block.
pub(super) fn compress(bytes: &[u8], output: Vec<u8>) -> Vec<u8> {
    let mut compressor = Compressor::new(bytes, output);
    compressor.run();
    compressor.writer.stored(&[], false);
    compressor.writer.stored(&[], true);
    compressor.writer.bytes
}

struct Compressor<'b> {
    bytes: &'b [u8],
    writer: Writer,
    tokens: Vec<Token>,
    /// The start of the window in the input: the reference keeps at most two windows.
    start: usize,
    end: usize,
    /// The start of the block that contains the tokens.
    block: usize,
    /// For each hash, the last place of four bytes with it; and for each place, the previous one
    /// with the same hash. Both count from 1.
    heads: Vec<u32>,
    previous: Vec<u32>,
    /// The last place with the hash of the current one.
    head: usize,
}

#[derive(Clone, Copy)]
struct Match {
    length: usize,
    distance: usize,
}

/// No match yet.
const NONE: Match = Match { length: MIN_MATCH - 1, distance: 0 };

impl<'b> Compressor<'b> {
    fn new(bytes: &'b [u8], output: Vec<u8>) -> Self {
        Compressor {
            bytes,
            writer: Writer::new(output),
            tokens: Vec::with_capacity(MAX_TOKENS.min(bytes.len())),
            start: 0,
            end: bytes.len().min(2 * WINDOW),
            block: 0,
            heads: vec![0; 1 << HASH_BITS],
            previous: vec![0; WINDOW],
            head: 0,
        }
    }

    fn run(&mut self) {
        let mut at = 0;
        let mut last = NONE;
        let mut has_byte = false;
        loop {
            if self.end - at < LOOKAHEAD && self.end < self.bytes.len() {
                self.start += WINDOW;
                self.end = self.bytes.len().min(self.end + WINDOW);
            }
            if at == self.end {
                break;
            }
            if let Some(head) = self.insert(at) {
                self.head = head;
            }
            let found = match self.end - at > last.length && last.length < LAZY {
                true => self.find(at).unwrap_or(NONE),
                false => NONE,
            };
            if last.length >= MIN_MATCH && found.length <= last.length {
                // The match one byte before is better.
                let Match { length, distance } = last;
                self.push(Token::Match { length: length as u16, distance: distance as u16 });
                let next = at + length - 1;
                for place in at + 1..next {
                    self.insert(place);
                }
                at = next;
                (last, has_byte) = (NONE, false);
                self.end_full_block(at);
            } else {
                if has_byte {
                    self.push_literal(at - 1);
                    self.end_full_block(at);
                }
                (last, has_byte) = (found, true);
                at += 1;
            }
        }
        if has_byte {
            self.push_literal(at - 1);
        }
        if !self.tokens.is_empty() {
            self.end_block(at);
        }
    }

    fn push(&mut self, token: Token) {
        self.tokens.push(token);
    }

    fn push_literal(&mut self, at: usize) {
        self.tokens.extend(self.bytes.get(at).map(|byte| Token::Literal(*byte)));
    }

    fn end_full_block(&mut self, at: usize) {
        if self.tokens.len() == MAX_TOKENS {
            self.end_block(at);
        }
    }

    fn end_block(&mut self, at: usize) {
        let is_in_window = self.block >= self.start;
        let bytes = self.bytes.get(self.block..at).filter(|_| is_in_window);
        self.writer.block(&self.tokens, bytes);
        self.tokens.clear();
        self.block = at;
    }

    /// Adds a place to the hash table of four bytes. Returns the last place with the same hash,
    /// from 1; 0 if there is none.
    fn insert(&mut self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..self.end)?.first_chunk::<4>()?;
        let hash = u32::from_be_bytes(*bytes).wrapping_mul(0x1e35_a7bd) >> (32 - HASH_BITS);
        let head = self.heads.get_mut(hash as usize)?;
        let last = *head;
        *head = at as u32 + 1;
        *self.previous.get_mut(at % WINDOW)? = last;
        Some(last as usize)
    }

    /// The longest match for the text at a place.
    fn find(&self, at: usize) -> Option<Match> {
        let ahead = self.bytes.get(at..self.end.min(at + MAX_MATCH))?;
        let first = at.saturating_sub(WINDOW).max(self.start);
        let mut place = self.head.checked_sub(1)?;
        let mut best = NONE;
        for _ in 0..TRIES {
            if place < first || place >= at {
                break;
            }
            let before = self.bytes.get(place..)?;
            if ahead.get(best.length) == before.get(best.length) {
                let length = ahead.iter().zip(before).take_while(|(a, b)| a == b).count();
                let distance = at - place;
                let is_worth_it = length > MIN_MATCH || distance <= MAX_SHORT_DISTANCE;
                if length > best.length && is_worth_it {
                    best = Match { length, distance };
                    if length >= NICE.min(ahead.len()) {
                        break;
                    }
                }
            }
            if at - place == WINDOW {
                break;
            }
            let previous = *self.previous.get(place % WINDOW)? as usize;
            let Some(previous) = previous.checked_sub(1) else { break };
            place = previous;
        }
        (best.length >= MIN_MATCH).then_some(best)
    }
}
