//! Provides more stack for recursion, so that the permitted nesting doesn't depend on the caller's
//! stack. Callers limit the nesting, or charge for it.

/// The remaining stack below which the next level gets a new segment, in bytes.
const RED_ZONE: usize = 64 * 1024;

/// The size of a new segment, in bytes.
const SEGMENT: usize = 1024 * 1024;

/// Runs one level of a recursion over nested values, types or bodies, on a new segment if needed.
#[inline]
pub(crate) fn nest<R>(level: impl FnOnce() -> R) -> R {
    match has_stack() {
        true => level(),
        false => on_new_segment(level),
    }
}

/// Not inlined, because it would be between the instructions that nearly all levels run.
#[cold]
#[inline(never)]
fn on_new_segment<R>(level: impl FnOnce() -> R) -> R {
    stacker::grow(SEGMENT, level)
}

/// Runs the next eight levels of a recursion, or fewer, on a new segment if needed. For recursion
/// in which a check at each level would cost too much time.
#[inline]
pub(crate) fn grow_stack<R>(levels: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(2 * RED_ZONE, SEGMENT, levels)
}

/// The stack for one level of nesting in a debug build, for data that serde buffers.
const BUFFERED_LEVEL: usize = 16 * 1024;

/// Runs work with enough stack for this number of levels of data that serde buffers.
pub(crate) fn with_levels<R>(levels: u32, work: impl FnOnce() -> R) -> R {
    let stack = (levels as usize + 8) * BUFFERED_LEVEL;
    stacker::maybe_grow(stack, stack, work)
}

/// Whether the next level of a recursion needs no new segment.
#[inline]
pub(crate) fn has_stack() -> bool {
    stacker::remaining_stack().is_some_and(|left| left >= RED_ZONE)
}
