//! Counts what the current thread allocates: the same in every run and on every machine.

#![allow(unsafe_code, reason = "an allocator can only be implemented with it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static WORK: Cell<Work> = const { Cell::new(Work { calls: 0, bytes: 0 }) };
    /// The bytes that are held, and the most that were. Other threads may free what this one allocated.
    static HELD: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// The number of allocations and of their bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Work {
    pub(crate) calls: u64,
    pub(crate) bytes: u64,
}

/// The allocations of a call.
pub(crate) fn work(run: impl FnOnce()) -> Work {
    let before = WORK.get();
    run();
    let after = WORK.get();
    Work { calls: after.calls - before.calls, bytes: after.bytes - before.bytes }
}

/// The most bytes that are held at one time during a call.
pub(crate) fn memory(run: impl FnOnce()) -> u64 {
    let (before, _) = HELD.get();
    HELD.set((before, before));
    run();
    HELD.get().1.abs_diff(before)
}

fn hold(bytes: i64) {
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

fn count(bytes: usize) {
    // At the end of a thread the counter no longer exists.
    let _ = WORK.try_with(|work| {
        let Work { calls, bytes: all } = work.get();
        work.set(Work { calls: calls + 1, bytes: all + bytes as u64 });
    });
}

// SAFETY: each method calls the same method of the system allocator, with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        hold(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        hold(layout.size() as i64);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        hold(size as i64 - layout.size() as i64);
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        hold(-(layout.size() as i64));
        unsafe { System.dealloc(old, layout) }
    }
}
