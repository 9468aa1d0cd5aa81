//! Blocks of compressed data (RFC 1951, section 3.2).

use std::sync::LazyLock;

use super::huffman::{Code, Symbol};

/// A literal or a match of a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    Literal(u8),
    /// A repetition of earlier text, by distance and length.
    Match {
        length: u16,
        distance: u16,
    },
}

const END_OF_BLOCK: usize = 256;
const LITERALS: usize = 286;
const DISTANCES: usize = 30;
/// The order in which the lengths of the codes for lengths are written.
const LENGTHS_ORDER: [usize; 19] =
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MAX_STORED: usize = 0xffff;

/// The symbol of a length of 3 to 258, the number of extra bits after it, and their value.
fn length_symbol(length: u16) -> (usize, u8, u16) {
    match length {
        258 => (285, 0, 0),
        3..=10 => (254 + usize::from(length), 0, 0),
        _ => {
            let (class, bits, rest) = classified(length - 3, 2);
            (257 + class, bits, rest)
        }
    }
}

/// The same for a distance of 1 to 32768; `distance` is one less.
fn distance_symbol(distance: u16) -> (usize, u8, u16) {
    classified(distance, 1)
}

/// Values in classes: for each number of extra bits there are `1 << fixed` of them.
fn classified(value: u16, fixed: u32) -> (usize, u8, u16) {
    let bits = (16 - value.leading_zeros()).saturating_sub(fixed + 1);
    let class = (value >> bits) as usize + ((bits as usize) << fixed);
    (class, bits as u8, value & ((1 << bits) - 1))
}

/// The codes of blocks without codes of their own.
static FIXED: LazyLock<(Code, Code)> = LazyLock::new(|| {
    let lengths = (0..288).map(|symbol| match symbol {
        0..144 | 280.. => 8,
        144..256 => 9,
        _ => 7,
    });
    (Code::of_lengths(&lengths.collect::<Vec<_>>()), Code::of_lengths(&[5; DISTANCES]))
});

/// Writes bytes bit by bit.
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    bits: u64,
    count: u8,
}

impl Writer {
    pub(super) fn new(bytes: Vec<u8>) -> Writer {
        Writer { bytes, bits: 0, count: 0 }
    }

    fn bits(&mut self, bits: u16, count: u8) {
        self.bits |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.bits as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.bits(symbol.bits, symbol.length);
    }

    /// Writes the bytes without compression, from a byte boundary on.
    pub(super) fn stored(&mut self, bytes: &[u8], is_last: bool) {
        self.bits(is_last.into(), 3);
        if self.count > 0 {
            self.bits(0, 8 - self.count);
        }
        let length = bytes.len() as u16;
        self.bytes.extend(length.to_le_bytes());
        self.bytes.extend((!length).to_le_bytes());
        self.bytes.extend(bytes);
    }

    /// Writes a block in its smallest form. `bytes` are the bytes of the tokens, if they are still
    /// available.
    pub(super) fn block(&mut self, tokens: &[Token], bytes: Option<&[u8]>) {
        let frequencies = Frequencies::of(tokens);
        let stored = bytes.filter(|bytes| bytes.len() <= MAX_STORED);
        let (fixed_literals, fixed_distances) = &*FIXED;
        let fixed = 3 + frequencies.size(fixed_literals, fixed_distances);
        let own = Header::new(&frequencies);
        let dynamic = own.size() + frequencies.size(&own.literals, &own.distances);
        if let Some(bytes) = stored {
            if (bytes.len() + 5) * 8 < fixed.min(dynamic) + frequencies.extra_bits {
                return self.stored(bytes, false);
            }
        }
        if dynamic < fixed {
            own.write(self);
            self.tokens(tokens, &own.literals, &own.distances);
        } else {
            self.bits(0b010, 3);
            self.tokens(tokens, fixed_literals, fixed_distances);
        }
    }

    fn tokens(&mut self, tokens: &[Token], literals: &Code, distances: &Code) {
        for token in tokens {
            match *token {
                Token::Literal(byte) => self.symbol(literals.symbol(byte.into())),
                Token::Match { length, distance } => {
                    let (symbol, count, rest) = length_symbol(length);
                    self.symbol(literals.symbol(symbol));
                    self.bits(rest, count);
                    let (symbol, count, rest) = distance_symbol(distance - 1);
                    self.symbol(distances.symbol(symbol));
                    self.bits(rest, count);
                }
            }
        }
        self.symbol(literals.symbol(END_OF_BLOCK));
    }
}

/// The number of occurrences of each symbol in a block.
struct Frequencies {
    literals: [u32; LITERALS],
    distances: [u32; DISTANCES],
    extra_bits: usize,
}

impl Frequencies {
    fn of(tokens: &[Token]) -> Frequencies {
        let mut frequencies =
            Frequencies { literals: [0; LITERALS], distances: [0; DISTANCES], extra_bits: 0 };
        let mut count = |literal: usize, distance: Option<usize>| {
            frequencies.literals.iter_mut().skip(literal).take(1).for_each(|count| *count += 1);
            if let Some(distance) = distance {
                frequencies.distances.iter_mut().skip(distance).take(1).for_each(|n| *n += 1);
            }
        };
        let mut extra_bits = 0;
        for token in tokens {
            match *token {
                Token::Literal(byte) => count(byte.into(), None),
                Token::Match { length, distance } => {
                    let (length, length_bits, _) = length_symbol(length);
                    let (distance, distance_bits, _) = distance_symbol(distance - 1);
                    count(length, Some(distance));
                    extra_bits += usize::from(length_bits) + usize::from(distance_bits);
                }
            }
        }
        count(END_OF_BLOCK, None);
        frequencies.extra_bits = extra_bits;
        // A code of distances has at least one symbol.
        if frequencies.distances.iter().all(|count| *count == 0) {
            frequencies.distances[0] = 1;
        }
        frequencies
    }

    /// The number of bits of all symbols, without their extra bits.
    fn size(&self, literals: &Code, distances: &Code) -> usize {
        literals.size(&self.literals) + distances.size(&self.distances)
    }
}

/// The codes of a block, and their written form.
struct Header {
    literals: Code,
    distances: Code,
    literal_count: usize,
    distance_count: usize,
    /// The lengths of both codes, with repetitions: symbols and the values of their extra bits.
    lengths: Vec<(usize, u16)>,
    frequencies: [u32; LENGTHS_ORDER.len()],
    code: Code,
    /// The number of lengths of `code` that are written.
    written: usize,
}

impl Header {
    fn new(frequencies: &Frequencies) -> Header {
        let used =
            |counts: &[u32]| counts.iter().rposition(|count| *count > 0).map_or(0, |at| at + 1);
        let literals = Code::new(&frequencies.literals, 15);
        let distances = Code::new(&frequencies.distances, 15);
        let (literal_count, distance_count) =
            (used(&frequencies.literals), used(&frequencies.distances));
        let of_literals = (0..literal_count).map(|symbol| literals.symbol(symbol).length);
        let of_distances = (0..distance_count).map(|symbol| distances.symbol(symbol).length);
        let lengths = with_repetitions(&of_literals.chain(of_distances).collect::<Vec<_>>());
        let mut counts = [0; LENGTHS_ORDER.len()];
        for (symbol, _) in &lengths {
            counts.iter_mut().skip(*symbol).take(1).for_each(|count| *count += 1);
        }
        let is_used = |symbol: &usize| counts.get(*symbol).is_some_and(|count| *count > 0);
        let written = LENGTHS_ORDER.iter().rposition(is_used).map_or(0, |at| at + 1).max(4);
        let code = Code::new(&counts, 7);
        Header {
            literals,
            distances,
            literal_count,
            distance_count,
            lengths,
            frequencies: counts,
            code,
            written,
        }
    }

    fn size(&self) -> usize {
        let extra = self.lengths.iter().map(|(symbol, _)| usize::from(extra_bits(*symbol)));
        3 + 5 + 5 + 4 + 3 * self.written + self.code.size(&self.frequencies) + extra.sum::<usize>()
    }

    fn write(&self, writer: &mut Writer) {
        writer.bits(0b100, 3);
        writer.bits(self.literal_count.saturating_sub(257) as u16, 5);
        writer.bits(self.distance_count.saturating_sub(1) as u16, 5);
        writer.bits(self.written.saturating_sub(4) as u16, 4);
        for symbol in LENGTHS_ORDER.iter().take(self.written) {
            writer.bits(self.code.symbol(*symbol).length.into(), 3);
        }
        for (symbol, extra) in &self.lengths {
            writer.symbol(self.code.symbol(*symbol));
            writer.bits(*extra, extra_bits(*symbol));
        }
    }
}

/// The number of extra bits after a symbol among the lengths.
fn extra_bits(symbol: usize) -> u8 {
    match symbol {
        16 => 2,
        17 => 3,
        18 => 7,
        _ => 0,
    }
}

/// Lengths with symbols for repetitions: 16 for the last one, 17 and 18 for zeros.
fn with_repetitions(lengths: &[u8]) -> Vec<(usize, u16)> {
    let mut symbols = Vec::new();
    for run in lengths.chunk_by(|left, right| left == right) {
        let length = usize::from(run.first().copied().unwrap_or_default());
        let mut count = run.len();
        if length == 0 {
            while count >= 11 {
                let repeated = count.min(138);
                symbols.push((18, (repeated - 11) as u16));
                count -= repeated;
            }
            if count >= 3 {
                symbols.push((17, (count - 3) as u16));
                count = 0;
            }
        } else {
            symbols.push((length, 0));
            count -= 1;
            while count >= 3 {
                let repeated = count.min(6);
                symbols.push((16, (repeated - 3) as u16));
                count -= repeated;
            }
        }
        symbols.extend(std::iter::repeat_n((length, 0), count));
    }
    symbols
}
