//! Handles: what stands for a part of a document in a buffer that holds plain data only.

use std::cell::RefCell;

use hashbrown::HashSet;
use serde::de::Expected;

use super::Part;
use crate::error::Error;
use crate::source::Span;
use crate::syntax::Body;

/// What every handle starts with. It is not UTF-8, so it makes no string either.
const MARK: &[u8] = b"\xffserde_hcl:";
/// The same, after what is not UTF-8 has been replaced.
const LOSSY_MARK: &str = "\u{fffd}serde_hcl:";

/// A handle in transit.
#[derive(Clone, Copy)]
pub(in crate::de) struct Handle {
    frame: u32,
    index: u32,
}

/// A stretch of a decode within which handles are made and come back.
#[derive(Default)]
struct Contents {
    handles: Vec<Held>,
    /// The body whose entries are being buffered, to capture what remains of them.
    body: Option<Body>,
    /// Whether all entries are buffered, so that what is asked for is asked of the buffer.
    is_buffered: bool,
    /// Whether somebody wanted to capture what there is no handle for.
    wants_source: bool,
    /// Fields for labels and blocks that were missing in the buffer.
    missed: Vec<&'static str>,
}

/// What a handle stands for.
struct Held {
    /// The name of an entry, or the block types that lead to a block.
    name: String,
    /// The type that is asked as what it wants a block.
    asked: Option<&'static str>,
    part: Option<Part>,
    /// Where there is no data.
    place: Option<Span>,
    /// Why there is no data.
    failure: Option<Error>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Reserved,
    Buffered,
    Captured,
    /// Whether something with entries was wanted.
    Demanded {
        wants_body: bool,
    },
}

thread_local! {
    static FRAMES: RefCell<Vec<Contents>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the handles that are made from now on; drops them when it is dropped.
#[must_use]
pub(in crate::de) struct Frame {
    index: usize,
}

/// Whether a type wants the body of a single block, by the block types that lead to it.
pub(in crate::de) struct BlockWish {
    pub(in crate::de) target: &'static str,
    pub(in crate::de) path: String,
    pub(in crate::de) wants_body: bool,
}

/// What became of the handles of a frame.
#[derive(Default)]
pub(in crate::de) struct Outcome {
    /// Entries that were wanted as data, and whether with entries of their own.
    pub(in crate::de) demanded: Vec<(String, bool)>,
    /// What the blocks that were asked for are wanted as.
    pub(in crate::de) blocks: Vec<BlockWish>,
    /// Whether there are handles that nobody took.
    pub(in crate::de) has_untaken: bool,
    /// Whether somebody wanted to capture what was there as data only.
    pub(in crate::de) wants_source: bool,
    /// Fields for labels and blocks that flattened targets missed, which perhaps nobody was told.
    pub(in crate::de) missed: Vec<&'static str>,
    /// The first reason why something is no data.
    pub(in crate::de) failure: Option<Error>,
}

impl Frame {
    pub(in crate::de) fn enter(body: Option<Body>) -> Self {
        FRAMES.with_borrow_mut(|frames| {
            frames.push(Contents { body, ..Contents::default() });
            Frame { index: frames.len() - 1 }
        })
    }

    /// All entries of the body are in the buffer now.
    pub(in crate::de) fn close_buffer(&self) {
        self.with(|contents| contents.is_buffered = true);
    }

    /// Makes a handle for the entry called `name`.
    pub(in crate::de) fn reserve(&self, name: &str) -> Option<Handle> {
        let held = Held::new(name.to_owned());
        self.with(|contents| {
            contents.handles.push(held);
            Handle { frame: self.index as u32, index: contents.handles.len() as u32 - 1 }
        })
    }

    pub(in crate::de) fn outcome(&self) -> Outcome {
        self.with(|contents| {
            let mut outcome = Outcome {
                wants_source: contents.wants_source,
                missed: std::mem::take(&mut contents.missed),
                ..Outcome::default()
            };
            for held in &mut contents.handles {
                match (held.state, held.asked) {
                    (State::Demanded { wants_body }, Some(target)) => {
                        let path = std::mem::take(&mut held.name);
                        outcome.blocks.push(BlockWish { target, path, wants_body });
                    }
                    (State::Demanded { wants_body }, None) if held.failure.is_none() => {
                        outcome.demanded.push((std::mem::take(&mut held.name), wants_body));
                    }
                    (State::Buffered, None) => outcome.has_untaken = true,
                    _ => {}
                }
                if held.state != State::Captured && outcome.failure.is_none() {
                    outcome.failure = held.failure.take();
                }
            }
            outcome
        })
        .unwrap_or_default()
    }

    fn with<T>(&self, act: impl FnOnce(&mut Contents) -> T) -> Option<T> {
        FRAMES.with_borrow_mut(|frames| frames.get_mut(self.index).map(act))
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        // What a part holds may be large; it must not be dropped while the frames are borrowed.
        let dropped = FRAMES.with_borrow_mut(|frames| frames.split_off(self.index));
        drop(dropped);
    }
}

impl Held {
    fn new(name: String) -> Self {
        Held { name, asked: None, part: None, place: None, failure: None, state: State::Reserved }
    }
}

impl Handle {
    /// A handle in the innermost frame for what has no data. Every decode has a frame.
    pub(in crate::de) fn for_failure(place: Span, failure: Error) -> Handle {
        Handle::of(Held { place: Some(place), failure: Some(failure), ..Held::new(String::new()) })
    }

    /// A handle in the innermost frame for a single block, which asks `target` what it wants there.
    pub(in crate::de) fn for_block(target: &'static str, path: String) -> Handle {
        Handle::of(Held { asked: Some(target), ..Held::new(path) })
    }

    fn of(held: Held) -> Handle {
        FRAMES.with_borrow_mut(|frames| {
            let Some(contents) = frames.last_mut() else {
                return Handle { frame: u32::MAX, index: u32::MAX };
            };
            contents.handles.push(held);
            let index = contents.handles.len() as u32 - 1;
            Handle { frame: frames.len() as u32 - 1, index }
        })
    }

    /// The bytes that stand for `part` from now on.
    pub(in crate::de) fn hold(self, part: Option<Part>) -> Vec<u8> {
        self.with(|_, held| {
            held.part = part;
            held.state = State::Buffered;
        });
        let mut bytes = MARK.to_vec();
        bytes.extend_from_slice(format!("{}:{}", self.frame, self.index).as_bytes());
        bytes
    }

    /// Takes back a failure that nobody buffered.
    pub(in crate::de) fn take_failure(self) -> Option<Error> {
        self.with(|_, held| held.failure.take()).flatten()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Handle> {
        Handle::from_numbers(std::str::from_utf8(bytes.strip_prefix(MARK)?).ok()?)
    }

    fn from_numbers(numbers: &str) -> Option<Handle> {
        let (frame, index) = numbers.split_once(':')?;
        Some(Handle { frame: frame.parse().ok()?, index: index.parse().ok()? })
    }

    fn with<T>(self, act: impl FnOnce(&mut bool, &mut Held) -> T) -> Option<T> {
        FRAMES.with_borrow_mut(|frames| {
            let contents = frames.get_mut(self.frame as usize)?;
            let held = contents.handles.get_mut(self.index as usize)?;
            Some(act(&mut contents.wants_source, held))
        })
    }
}

/// Takes the first reason why something in `place`, which was decoded last, is no data.
pub(in crate::de) fn take_failure_in(place: Span) -> Option<Error> {
    FRAMES.with_borrow_mut(|frames| {
        let handles = frames.last_mut()?.handles.iter_mut().rev();
        handles
            .take_while(|held| held.place.is_none_or(|inner| place.start <= inner.start))
            .filter(|held| held.failure.is_some() && held.state != State::Captured)
            .filter(|held| held.place.is_some_and(|inner| place.contains(inner)))
            .last()?
            .failure
            .take()
    })
}

/// Whether the bytes are a handle and no data.
pub(crate) fn is_handle(bytes: &[u8]) -> bool {
    Handle::from_bytes(bytes).is_some()
}

/// What the bytes stand for, if they are a handle: `Some(None)` if it can't be captured this time.
pub(super) fn take(bytes: &[u8]) -> Option<Option<Part>> {
    let handle = Handle::from_bytes(bytes)?;
    let part = handle.with(|wants_source, held| {
        *wants_source |= held.part.is_none();
        held.state = State::Captured;
        held.part.clone()
    });
    Some(part.flatten())
}

/// Notes that what the bytes stand for, if they are a handle, was wanted as data: as `expected`.
pub(in crate::de) fn demand(bytes: &[u8], expected: &dyn Expected) {
    if let Some(handle) = Handle::from_bytes(bytes) {
        let expected = expected.to_string();
        handle.with(|_, held| {
            // Of several targets that are tried, one for scalars has no say in what a block is.
            let wanted_body = matches!(held.state, State::Demanded { wants_body: true });
            let wants_body = wants_entries(&expected) || wanted_body && !wants_sequence(&expected);
            held.state = State::Demanded { wants_body };
        });
    }
}

/// The same, where bytes have been turned into text to show it.
pub(in crate::de) fn demand_lossy(text: &str) {
    if let Some(handle) = text.strip_prefix(LOSSY_MARK).and_then(Handle::from_numbers) {
        handle.with(|_, held| held.state = State::Demanded { wants_body: false });
    }
}

/// Notes that a target misses a field that is for labels or blocks.
pub(in crate::de) fn miss(field: &'static str) {
    FRAMES.with_borrow_mut(|frames| {
        if let Some(contents) = frames.last_mut().filter(|contents| contents.is_buffered) {
            contents.missed.push(field);
        }
    });
}

/// Whether this is how serde describes something with entries: structs, maps and enums.
pub(in crate::de) fn wants_entries(expected: &str) -> bool {
    ["struct", "a map", "string or map", "internally tagged", "adjacently tagged", "unit"]
        .iter()
        .any(|start| expected.starts_with(start))
}

/// Whether this is how serde describes something with elements, or that takes anything.
fn wants_sequence(expected: &str) -> bool {
    ["a sequence", "a tuple", "tuple", "an array", "a value", "any"]
        .iter()
        .any(|start| expected.starts_with(start))
}

/// Notes that a target got data where it wanted to capture. Whether that can be helped.
pub(super) fn want_source() -> bool {
    FRAMES.with_borrow_mut(|frames| match frames.last_mut() {
        Some(contents) if contents.is_buffered => {
            contents.wants_source = true;
            true
        }
        _ => false,
    })
}

/// Whether the entries of a body are in a buffer and their flattened targets are being decoded.
pub(super) fn is_buffered() -> bool {
    FRAMES.with_borrow(|frames| frames.last().is_some_and(|contents| contents.is_buffered))
}

/// The entries of the buffered body that have these names, as a body.
pub(super) fn remaining(names: &HashSet<String>) -> Option<Body> {
    FRAMES.with_borrow_mut(|frames| {
        let contents = frames.last_mut()?;
        for held in &mut contents.handles {
            if held.asked.is_none() && names.contains(&held.name) {
                held.state = State::Captured;
            }
        }
        contents.wants_source |= contents.body.is_none();
        Some(contents.body.as_ref()?.excerpt(|item| names.contains(item.name())))
    })
}
