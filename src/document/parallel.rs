//! Parallel work, with the feature `parallel`.
//!
//! Threads of the standard library are enough: there is one list, and the work is not nested.

/// Applies `work` to each item; the results are in the order of the items. Uses at most one thread for each
/// processor.
#[cfg(feature = "parallel")]
pub(crate) fn map<'t, T: Sync, R: Send>(
    items: &'t [T],
    work: impl Fn(&'t T) -> R + Sync,
) -> Vec<R> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    let threads = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    if threads < 2 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let take_turns = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take_turns)).collect();
        let mut done = take_turns();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(not(feature = "parallel"))]
pub(crate) fn map<'t, T, R>(items: &'t [T], work: impl Fn(&'t T) -> R) -> Vec<R> {
    items.iter().map(work).collect()
}
