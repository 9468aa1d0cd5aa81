//! Scopes: variables that an expression declares for its inner expressions; and the lookup of all names.

use smallvec::SmallVec;

use super::context::{Context, Found};
use crate::syntax::ExpressionRef;
use crate::value::disclosure::Disclosure;
use crate::value::{Elements, Value};

/// A stack of variables; inner ones hide outer ones.
#[derive(Default)]
pub(super) struct Scope<'a> {
    variables: SmallVec<[(&'a str, Current); 4]>,
    /// The variables whose values come from a sensitive collection, without its marks.
    hidden: SmallVec<[usize; 2]>,
}

/// The current value of a variable.
enum Current {
    Value(Value),
    /// An element of a collection, not copied.
    Element(Elements, usize),
}

impl Current {
    #[inline]
    fn value(&self) -> Option<&Value> {
        match self {
            Current::Value(value) => Some(value),
            Current::Element(elements, index) => elements.get(*index),
        }
    }
}

/// The meaning of a name.
pub(super) enum Binding<'s, 'a> {
    /// A variable in scope.
    Local(&'s Value),
    /// A variable of the context, or a value that the tree has in place of a variable.
    Outer(Found<'a>),
}

/// A number of variables, for `restore`.
#[derive(Clone, Copy)]
pub(super) struct Depth(usize);

/// The index of a variable.
#[derive(Clone, Copy)]
pub(super) struct Slot(usize);

impl<'a> Scope<'a> {
    pub(super) fn depth(&self) -> Depth {
        Depth(self.variables.len())
    }

    pub(super) fn push(&mut self, name: &'a str, value: Value) -> Slot {
        self.push_current(name, Current::Value(value))
    }

    /// Adds a variable that gets the value of each element in turn.
    pub(super) fn push_elements(&mut self, name: &'a str, elements: Elements) -> Slot {
        self.push_current(name, Current::Element(elements, 0))
    }

    fn push_current(&mut self, name: &'a str, current: Current) -> Slot {
        self.variables.push((name, current));
        Slot(self.variables.len() - 1)
    }

    /// Records that messages must not show the values of the variable.
    pub(super) fn hide(&mut self, slot: Slot) {
        self.hidden.push(slot.0);
    }

    /// Whether messages must not show the values of some variable.
    #[inline]
    pub(super) fn hides_any(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// Whether messages may show the value of the variable called `name`.
    pub(super) fn disclosure_of(&self, name: &str) -> Disclosure {
        Disclosure::hidden_if(self.slot(name).is_some_and(|slot| self.hidden.contains(&slot.0)))
    }

    /// Sets the value of a variable.
    pub(super) fn set(&mut self, slot: Slot, value: Value) {
        if let Some((_, current)) = self.variables.get_mut(slot.0) {
            *current = Current::Value(value);
        }
    }

    /// Sets a variable to the element at an index.
    #[inline]
    pub(super) fn set_element(&mut self, slot: Slot, index: usize, element: &Value) {
        match self.variables.get_mut(slot.0) {
            Some((_, Current::Element(_, current))) => *current = index,
            _ => self.set(slot, element.clone()),
        }
    }

    /// Removes the variables added since.
    pub(super) fn restore(&mut self, depth: Depth) {
        self.variables.truncate(depth.0);
        while self.hidden.last().is_some_and(|slot| *slot >= depth.0) {
            self.hidden.pop();
        }
    }

    /// The meaning of a variable. A bound value comes first: only names that no expression around them
    /// declares are bound. A variable in scope hides one of the context.
    #[inline]
    pub(super) fn binding<'s>(
        &'s self,
        variable: ExpressionRef<'a>,
        context: &'a Context,
    ) -> Option<Binding<'s, 'a>> {
        if let Some(value) = variable.bound_value() {
            return Some(Binding::Outer(Found::Value(value)));
        }
        let name = variable.text();
        let local = self.slot(name).and_then(|slot| self.at(slot));
        match local {
            Some(value) => Some(Binding::Local(value)),
            None => context.find_variable(name).map(Binding::Outer),
        }
    }

    /// The index of the innermost variable called `name`.
    fn slot(&self, name: &str) -> Option<Slot> {
        self.variables.iter().rposition(|(own, _)| *own == name).map(Slot)
    }

    #[inline]
    fn at(&self, slot: Slot) -> Option<&Value> {
        self.variables.get(slot.0)?.1.value()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.variables.iter().rev().map(|(name, _)| *name)
    }
}
