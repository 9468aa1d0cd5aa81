//! Random damage, the same in every run.

/// Makes broken sources from valid ones.
pub struct Mutator {
    state: u64,
}

/// Pieces to insert: they open, close or escape something.
const PIECES: [&str; 40] = [
    "\"",
    "${",
    "%{",
    "}",
    "{",
    "[",
    "]",
    "(",
    ")",
    "<<E\n",
    "<<-E\n",
    "\nE\n",
    "\n",
    "\r\n",
    "\r",
    "\\",
    "\\u",
    "$",
    "%",
    "~}",
    "${~",
    "*",
    ".",
    "...",
    "=",
    "=>",
    ":",
    "?",
    ",",
    "#",
    "//",
    "/*",
    "*/",
    "for",
    "in",
    "if",
    "\u{0}",
    "\u{feff}",
    "\u{301}",
    "9e99999999",
];

impl Mutator {
    pub fn new(seed: u64) -> Self {
        Mutator { state: seed }
    }

    /// A number below `bound` (xorshift).
    pub fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound.max(1) as u64) as usize
    }

    /// Random characters.
    pub fn noise(&mut self, length: usize) -> String {
        let bytes: Vec<u8> = (0..length).map(|_| self.below(256) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Pieces of the language in random order.
    pub fn babble(&mut self, pieces: usize) -> String {
        (0..pieces).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    /// The source with a few pieces removed, doubled, moved or inserted.
    pub fn damage(&mut self, source: &str) -> String {
        let mut source = source.to_owned();
        for _ in 0..=self.below(4) {
            let (start, end) = self.range(&source);
            let piece = match self.below(4) {
                0 => String::new(),
                1 => source[start..end].repeat(2),
                2 => {
                    let (start, end) = self.range(&source);
                    source[start..end].to_owned()
                }
                _ => PIECES[self.below(PIECES.len())].to_owned(),
            };
            source.replace_range(start..end, &piece);
        }
        source
    }

    /// A short range between character boundaries.
    fn range(&mut self, source: &str) -> (usize, usize) {
        let start = boundary(source, self.below(source.len() + 1));
        let end = boundary(source, start + self.below(12));
        (start, end)
    }
}

/// The nearest character boundary at or after `offset`.
fn boundary(source: &str, offset: usize) -> usize {
    (offset..source.len()).find(|offset| source.is_char_boundary(*offset)).unwrap_or(source.len())
}
