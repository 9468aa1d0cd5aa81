//! Sixteen bytes at once.

use wide::i8x16;

/// Sixteen bytes, or the answer to a question about each of them.
#[derive(Clone, Copy)]
pub(super) struct Chunk(i8x16);

impl Chunk {
    pub(super) const LANES: usize = 16;

    #[inline(always)]
    pub(super) fn load(bytes: &[u8], at: usize) -> Option<Self> {
        let lanes: [u8; Self::LANES] = bytes.get(at..at + Self::LANES)?.try_into().ok()?;
        Some(Chunk(i8x16::new(lanes.map(|byte| byte as i8))))
    }

    #[inline(always)]
    pub(super) fn is(self, byte: u8) -> Self {
        Chunk(wide::CmpEq::cmp_eq(self.0, i8x16::splat(byte as i8)))
    }

    /// Whether each is from `low` to `high`, both ASCII.
    #[inline(always)]
    pub(super) fn is_within(self, low: u8, high: u8) -> Self {
        let at_least = wide::CmpGt::cmp_gt(self.0, i8x16::splat(low as i8 - 1));
        let at_most = wide::CmpLt::cmp_lt(self.0, i8x16::splat(high as i8 + 1));
        Chunk(at_least & at_most)
    }

    /// Each with these bits set.
    #[inline(always)]
    pub(super) fn with_bits(self, bits: u8) -> Self {
        Chunk(self.0 | i8x16::splat(bits as i8))
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Chunk(self.0 | other.0)
    }

    /// The first byte that the answer is "yes" for.
    #[inline(always)]
    pub(super) fn first(self) -> Option<usize> {
        let mask = self.0.move_mask();
        (mask != 0).then(|| mask.trailing_zeros() as usize)
    }

    /// The first byte that the answer is "no" for.
    #[inline(always)]
    pub(super) fn first_not(self) -> Option<usize> {
        let mask = !self.0.move_mask() & 0xffff;
        (mask != 0).then(|| mask.trailing_zeros() as usize)
    }
}
