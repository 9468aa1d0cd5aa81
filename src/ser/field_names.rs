//! The names of fields and variants, without copies of their text.

use std::ptr;

use crate::text::distinct::{FILTER_SLOTS, hash};
use crate::text::identifier::is_ascii_identifier;

/// The number of names that are found by their addresses.
const RECENT: usize = 256;

/// The number of names for which there is space at once.
const FEW: usize = 16;

/// The names of a draft. A program has few names, and serializes each of them again and again.
pub(super) struct FieldNames {
    names: Vec<FieldName>,
    /// The indices of the last names, by their addresses.
    recent: [u16; RECENT],
    /// The length of all names that were added.
    length: usize,
}

/// A name, and what the draft asks about it.
#[derive(Clone, Copy)]
pub(super) struct FieldName {
    text: &'static str,
    /// The slot in a [`NameFilter`](crate::text::distinct::NameFilter).
    pub(super) slot: u8,
    /// Whether it is an identifier of ASCII characters, and not `for`.
    pub(super) is_word: bool,
}

impl Default for FieldNames {
    fn default() -> Self {
        FieldNames { names: Vec::new(), recent: [0; RECENT], length: 0 }
    }
}

impl FieldNames {
    /// Adds a name, unless it is one of the last. Returns its index.
    #[inline]
    pub(super) fn add(&mut self, text: &'static str) -> (u32, FieldName) {
        self.length += text.len();
        let address = text.as_ptr() as usize;
        let recent = (address ^ (address / RECENT)) % RECENT;
        // The place beside it has the name that was in this place before.
        for recent in [recent, recent ^ 1] {
            let index = self.recent[recent];
            match self.names.get(usize::from(index)) {
                Some(name) if ptr::eq(name.text, text) => return (index.into(), *name),
                _ => {}
            }
        }
        self.add_new(text, recent)
    }

    #[cold]
    fn add_new(&mut self, text: &'static str, recent: usize) -> (u32, FieldName) {
        let index = self.names.len() as u32;
        let slot = hash::<FILTER_SLOTS>(text.as_bytes()) as u8;
        let name = FieldName { text, slot, is_word: is_word(text) };
        if self.names.is_empty() {
            self.names.reserve(FEW);
        }
        self.names.push(name);
        self.recent[recent ^ 1] = self.recent[recent];
        // Names with larger indices are not found again.
        self.recent[recent] = u16::try_from(index).unwrap_or(u16::MAX);
        (index, name)
    }

    /// The length of all names, each as often as it was added.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<&'static str> {
        self.names.get(index as usize).map(|name| name.text)
    }

    /// The number of names.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }
}

/// Whether a key needs no quotes in any place.
#[inline]
pub(super) fn is_word(name: &str) -> bool {
    is_ascii_identifier(name) && name != "for"
}
