//! An ordered list. Inserting, removing and finding an element take logarithmic time at most.

use std::sync::OnceLock;

use super::order::{Key, Order};

/// A doubly linked list in one vector.
#[derive(Clone)]
pub(crate) struct List<T> {
    slots: Vec<Slot<T>>,
    first: Option<Key>,
    last: Option<Key>,
    len: usize,
    /// The positions, once they were needed.
    order: OnceLock<Order>,
}

#[derive(Clone)]
struct Slot<T> {
    element: Option<T>,
    previous: Option<Key>,
    next: Option<Key>,
}

impl<T> List<T> {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        List {
            slots: Vec::with_capacity(capacity),
            first: None,
            last: None,
            len: 0,
            order: OnceLock::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn first(&self) -> Option<Key> {
        self.first
    }

    pub(crate) fn last(&self) -> Option<Key> {
        self.last
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    pub(crate) fn get(&self, key: Key) -> Option<&T> {
        self.slots.get(key.0 as usize)?.element.as_ref()
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        self.slots.get_mut(key.0 as usize)?.element.as_mut()
    }

    pub(crate) fn next(&self, key: Key) -> Option<Key> {
        #[cfg(test)]
        steps::count();
        self.slots.get(key.0 as usize)?.next
    }

    pub(crate) fn previous(&self, key: Key) -> Option<Key> {
        #[cfg(test)]
        steps::count();
        self.slots.get(key.0 as usize)?.previous
    }

    /// The element at a position.
    pub(crate) fn nth(&self, position: usize) -> Option<Key> {
        self.order().nth(position)
    }

    /// The position of an element of the list.
    pub(crate) fn position(&self, key: Key) -> usize {
        self.order().position(key)
    }

    fn order(&self) -> &Order {
        self.order.get_or_init(|| Order::of(&self.keys().collect::<Vec<_>>(), self.slots.len()))
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = Key> {
        std::iter::successors(self.first, |key| self.next(*key))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &T)> {
        self.keys().filter_map(|key| Some((key, self.get(key)?)))
    }

    /// The elements in order, without the list.
    pub(crate) fn into_elements(mut self) -> Vec<T> {
        let keys: Vec<Key> = self.keys().collect();
        let slots = &mut self.slots;
        keys.into_iter().filter_map(|key| slots.get_mut(key.0 as usize)?.element.take()).collect()
    }

    /// All elements in order. Linear in the number of elements that were ever in the list.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (Key, &mut T)> {
        let keys: Vec<Key> = self.keys().collect();
        let mut elements: Vec<Option<&mut T>> =
            self.slots.iter_mut().map(|slot| slot.element.as_mut()).collect();
        keys.into_iter()
            .filter_map(move |key| Some((key, elements.get_mut(key.0 as usize)?.take()?)))
    }

    pub(crate) fn push(&mut self, element: T) -> Key {
        self.link(element, self.last, None)
    }

    pub(crate) fn insert_before(&mut self, next: Key, element: T) -> Key {
        self.link(element, self.previous(next), Some(next))
    }

    pub(crate) fn insert_behind(&mut self, previous: Key, element: T) -> Key {
        self.link(element, Some(previous), self.next(previous))
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<T> {
        let slot = self.slots.get_mut(key.0 as usize)?;
        let element = slot.element.take()?;
        let (previous, next) = (slot.previous.take(), slot.next.take());
        self.len -= 1;
        if self.order.get_mut().is_some_and(|order| order.remove(key)) {
            self.order.take();
        }
        self.set_next(previous, next);
        self.set_previous(next, previous);
        Some(element)
    }

    fn link(&mut self, element: T, previous: Option<Key>, next: Option<Key>) -> Key {
        let key = Key(self.slots.len() as u32);
        self.slots.push(Slot { element: Some(element), previous, next });
        self.len += 1;
        if let Some(order) = self.order.get_mut() {
            order.insert(key, next);
        }
        self.set_next(previous, Some(key));
        self.set_previous(next, Some(key));
        key
    }

    fn set_next(&mut self, key: Option<Key>, next: Option<Key>) {
        match key.and_then(|key| self.slots.get_mut(key.0 as usize)) {
            Some(slot) => slot.next = next,
            None => self.first = next,
        }
    }

    fn set_previous(&mut self, key: Option<Key>, previous: Option<Key>) {
        match key.and_then(|key| self.slots.get_mut(key.0 as usize)) {
            Some(slot) => slot.previous = previous,
            None => self.last = previous,
        }
    }
}

/// The number of steps from one element to the next one, as a measure of work in tests.
#[cfg(test)]
pub(crate) mod steps {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    pub(crate) fn count() {
        STEPS.with(|steps| steps.set(steps.get() + 1));
    }

    /// The number of steps of a call.
    pub(crate) fn of(call: impl FnOnce()) -> u64 {
        let before = STEPS.get();
        call();
        STEPS.get() - before
    }
}
