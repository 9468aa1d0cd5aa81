//! Scopes: variables that an expression declares for its inner expressions.

use smallvec::SmallVec;

use crate::value::disclosure::Disclosure;
use crate::value::{Elements, Value};

/// A stack of variables; inner ones hide outer ones.
#[derive(Default)]
pub(super) struct Scope<'a> {
    variables: SmallVec<[(&'a str, Binding); 4]>,
    /// The variables whose values come from a sensitive collection, without its marks.
    hidden: SmallVec<[usize; 2]>,
}

/// The value of a variable in a scope.
enum Binding {
    Value(Value),
    /// An element of a collection, not copied.
    Element(Elements, usize),
}

impl Binding {
    #[inline]
    fn value(&self) -> Option<&Value> {
        match self {
            Binding::Value(value) => Some(value),
            Binding::Element(elements, index) => elements.get(*index),
        }
    }
}

/// A number of variables, for `restore`.
#[derive(Clone, Copy)]
pub(super) struct Level(usize);

/// The index of a variable.
#[derive(Clone, Copy)]
pub(super) struct Place(usize);

impl<'a> Scope<'a> {
    pub(super) fn level(&self) -> Level {
        Level(self.variables.len())
    }

    pub(super) fn push(&mut self, name: &'a str, value: Value) -> Place {
        self.push_binding(name, Binding::Value(value))
    }

    /// Adds a variable that gets the value of each element in turn.
    pub(super) fn push_elements(&mut self, name: &'a str, elements: Elements) -> Place {
        self.push_binding(name, Binding::Element(elements, 0))
    }

    fn push_binding(&mut self, name: &'a str, binding: Binding) -> Place {
        self.variables.push((name, binding));
        Place(self.variables.len() - 1)
    }

    /// Records that messages must not show the values of the variable.
    pub(super) fn hide(&mut self, place: Place) {
        self.hidden.push(place.0);
    }

    /// Whether messages must not show the values of some variable.
    #[inline]
    pub(super) fn hides_any(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// Whether messages may show the values of the variable called `name`.
    pub(super) fn disclosure(&self, name: &str) -> Disclosure {
        Disclosure::hidden_if(self.place(name).is_some_and(|place| self.hidden.contains(&place.0)))
    }

    /// Sets the value of a variable.
    pub(super) fn set(&mut self, place: Place, value: Value) {
        if let Some((_, binding)) = self.variables.get_mut(place.0) {
            *binding = Binding::Value(value);
        }
    }

    /// Sets a variable to the element at an index.
    #[inline]
    pub(super) fn set_element(&mut self, place: Place, index: usize, element: &Value) {
        match self.variables.get_mut(place.0) {
            Some((_, Binding::Element(_, current))) => *current = index,
            _ => self.set(place, element.clone()),
        }
    }

    /// Removes the variables added since.
    pub(super) fn restore(&mut self, level: Level) {
        self.variables.truncate(level.0);
        while self.hidden.last().is_some_and(|place| *place >= level.0) {
            self.hidden.pop();
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<&Value> {
        self.at(self.place(name)?)
    }

    /// The index of the variable found by `find`.
    pub(super) fn place(&self, name: &str) -> Option<Place> {
        self.variables.iter().rposition(|(own, _)| *own == name).map(Place)
    }

    #[inline]
    pub(super) fn at(&self, place: Place) -> Option<&Value> {
        self.variables.get(place.0)?.1.value()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.variables.iter().rev().map(|(name, _)| *name)
    }
}
