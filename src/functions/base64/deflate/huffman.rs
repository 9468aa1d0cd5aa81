//! Huffman codes of limited length.

/// The code of each symbol. A symbol that doesn't occur has a code of zero bits.
#[derive(Clone, Debug)]
pub(super) struct Code(Vec<Symbol>);

/// The bits for a symbol, in the order in which they are written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Symbol {
    pub(super) bits: u16,
    pub(super) length: u8,
}

impl Code {
    /// The best code for symbols with these frequencies, with at most `max_length` bits for a
    /// symbol.
    pub(super) fn new(frequencies: &[u32], max_length: usize) -> Code {
        let occurring = frequencies.iter().enumerate().filter(|(_, frequency)| **frequency > 0);
        let mut symbols: Vec<(u32, usize)> =
            occurring.map(|(symbol, frequency)| (*frequency, symbol)).collect();
        symbols.sort_unstable();
        let mut lengths = vec![0; frequencies.len()];
        for ((_, symbol), length) in symbols.iter().zip(best_lengths(&symbols, max_length)) {
            if let Some(place) = lengths.get_mut(*symbol) {
                *place = length;
            }
        }
        Code::of_lengths(&lengths)
    }

    /// The canonical code (RFC 1951, section 3.2.2).
    pub(super) fn of_lengths(lengths: &[u8]) -> Code {
        let mut symbols = vec![Symbol::default(); lengths.len()];
        let mut next = 0_u16;
        for length in 1..=15_u8 {
            next <<= 1;
            let of_length = symbols.iter_mut().zip(lengths).filter(|(_, of)| **of == length);
            for (symbol, _) in of_length {
                *symbol = Symbol { bits: next.reverse_bits() >> (16 - length), length };
                next = next.wrapping_add(1);
            }
        }
        Code(symbols)
    }

    pub(super) fn symbol(&self, symbol: usize) -> Symbol {
        self.0.get(symbol).copied().unwrap_or_default()
    }

    /// The number of bits for symbols with these frequencies.
    pub(super) fn size(&self, frequencies: &[u32]) -> usize {
        let sizes = self.0.iter().zip(frequencies);
        sizes.map(|(symbol, count)| usize::from(symbol.length) * *count as usize).sum()
    }
}

/// The lengths of the codes of symbols, which are sorted by frequency: the package-merge algorithm. If
/// a package and a symbol have the same weight, the package comes first, as in the reference.
fn best_lengths(symbols: &[(u32, usize)], max_length: usize) -> Vec<u8> {
    let count = symbols.len();
    if count <= 2 {
        return vec![1; count];
    }
    let max_length = max_length.min(count - 1);
    // For each level, the weights in ascending order, and whether they are weights of symbols.
    let mut levels: Vec<Vec<(u32, bool)>> = Vec::with_capacity(max_length);
    for _ in 0..max_length {
        let below = levels.last().map(Vec::as_slice).unwrap_or_default().chunks_exact(2);
        let packages = below.map(|pair| (pair.iter().map(|(weight, _)| weight).sum(), false));
        let mut weights: Vec<(u32, bool)> = packages.collect();
        weights.extend(symbols.iter().map(|(frequency, _)| (*frequency, true)));
        weights.sort_by_key(|(weight, is_symbol)| (*weight, *is_symbol));
        levels.push(weights);
    }
    let mut lengths = vec![0; count];
    let mut taken = 2 * count - 2;
    for weights in levels.iter().rev() {
        let of_symbols = weights.iter().take(taken).filter(|(_, is_symbol)| *is_symbol).count();
        lengths.iter_mut().take(of_symbols).for_each(|length| *length += 1);
        taken = 2 * (taken - of_symbols);
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(frequencies: &[u32], max_length: usize) -> Vec<u8> {
        let code = Code::new(frequencies, max_length);
        (0..frequencies.len()).map(|symbol| code.symbol(symbol).length).collect()
    }

    #[test]
    fn frequent_symbols_have_short_codes() {
        assert_eq!(lengths(&[0, 0], 15), [0, 0]);
        assert_eq!(lengths(&[0, 7], 15), [0, 1]);
        assert_eq!(lengths(&[8, 4, 2, 1, 1], 15), [1, 2, 3, 4, 4]);
        assert_eq!(lengths(&[1, 1, 1, 1], 15), [2, 2, 2, 2]);
    }

    #[test]
    fn codes_are_limited_and_complete() {
        let fibonacci: Vec<u32> = (0..20)
            .scan((1, 1), |(a, b), _| {
                (*a, *b) = (*b, *a + *b);
                Some(*a)
            })
            .collect();
        let lengths = lengths(&fibonacci, 7);
        assert_eq!(lengths.iter().max(), Some(&7));
        let used: u32 = lengths.iter().map(|length| 1 << (7 - length)).sum();
        assert_eq!(used, 1 << 7);
    }
}
