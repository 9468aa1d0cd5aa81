//! The budget: the charges for work, and the remaining amount.
//!
//! - No work whose size an input chooses before it is charged: [`charge`] comes first.
//! - No use of results beyond the budget: the code that set the limit asks [`is_spent`] first.
//! - No second counter: the limit of an evaluation is a part of the limit of a decode.
//!
//! The unit is about one visited element; [`Context::budget`](crate::Context::budget) has the
//! prices. The remaining amount is stored per thread, because an evaluation runs on one thread, and
//! because the operations on values and types that charge for their work have no parameter for it.
//! Outside an evaluation nothing is limited.

use std::cell::Cell;

/// The number of bytes of text that cost as much as one element.
pub(crate) const TEXT: usize = 16;

/// The charge for a tuple, in addition to its elements.
pub(crate) const TUPLE: usize = 2;

/// The charge for an object or a map, in addition to its elements. It reflects their memory.
pub(crate) const MAP: usize = 16;

thread_local! {
    /// The remaining amount plus one. Zero means that the budget was exceeded.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Charges for work that is about to be done. If it returns false, the work must not be done: any
/// result is allowed, because it is not used.
#[inline]
pub(crate) fn charge(cost: usize) -> bool {
    LEFT.with(|left| {
        let before = left.get();
        let is_paid = before > cost as u64;
        left.set(if is_paid { before - cost as u64 } else { 0 });
        is_paid
    })
}

/// Charges for a number of bytes of text, read or made.
#[inline]
pub(crate) fn charge_text(bytes: usize) -> bool {
    bytes < TEXT || charge(bytes / TEXT)
}

/// The number of digits up to which numbers cost nothing extra.
const DIGITS: usize = 1024;

/// Charges for reading a number of this many digits, for computing with it or for writing it: for each
/// 1024 digits, the root of the number of digits.
#[inline]
pub(crate) fn charge_digits(digits: usize) -> bool {
    digits <= DIGITS || charge((digits / DIGITS).saturating_mul(digits.isqrt()))
}

/// Charges for keeping a number of this many bits, if they are many.
pub(crate) fn charge_bits(bits: usize) -> bool {
    bits <= 4 * DIGITS || charge_text(bits / 8)
}

/// The approximate number of decimal digits of a number with this many bits.
pub(crate) fn digits_of(bits: usize) -> usize {
    bits / 4
}

/// Whether the budget is used up.
pub(crate) fn is_spent() -> bool {
    LEFT.get() == 0
}

/// The remaining amount.
pub(crate) fn left() -> u64 {
    LEFT.get().saturating_sub(1)
}

/// Uses up the budget.
pub(crate) fn exhaust() {
    LEFT.set(0);
}

/// Does work within a limit, and within the remaining amount if it is a part of other work.
pub(crate) fn limited<R>(limit: u64, work: impl FnOnce() -> R) -> R {
    let outer = LEFT.get();
    let inner = outer.min(limit.saturating_add(1));
    LEFT.set(inner);
    let _settlement = Settlement { outer, inner };
    work()
}

/// Subtracts the amount spent within a limit from the outer amount, also if the work panics.
struct Settlement {
    outer: u64,
    inner: u64,
}

impl Drop for Settlement {
    fn drop(&mut self) {
        LEFT.set(self.outer - (self.inner - LEFT.get()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_unit_can_be_spent_and_no_more() {
        limited(5, || {
            assert!(charge(5) && !is_spent() && left() == 0);
            assert!(!charge(1) && is_spent());
            assert!(!charge(0));
        });
        assert!(charge(1_000_000) && !is_spent());
    }

    #[test]
    fn a_limit_within_a_limit_counts_for_both() {
        limited(10, || {
            limited(4, || assert!(!charge(5)));
            assert_eq!((left(), is_spent()), (5, false));
            limited(100, || assert!(!charge(6)));
            assert!(is_spent());
        });
    }

    #[test]
    fn a_panic_restores_the_limit() {
        let panicking = std::panic::catch_unwind(|| limited(3, || panic!("{}", charge(9))));
        assert!(panicking.is_err() && !is_spent());
    }
}
