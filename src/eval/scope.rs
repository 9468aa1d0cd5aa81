//! Scopes: variables that an expression declares for its inner expressions; and the lookup of all names.

use smallvec::SmallVec;

use super::context::{Context, Found};
use crate::syntax::ExpressionRef;
use crate::value::Value;

/// A stack of variables; inner ones hide outer ones.
#[derive(Default)]
pub(super) struct Scope<'a> {
    variables: SmallVec<[(&'a str, Value); 4]>,
}

/// The meaning of a name.
pub(super) enum Binding<'s, 'a> {
    /// A variable in scope.
    Local(&'s Value),
    /// A variable of the context, or a value that the tree has in place of a variable.
    Outer(Found<'a>),
}

impl<'a> Scope<'a> {
    /// The number of variables, for `restore`; the index of the next one, for `set`.
    pub(super) fn depth(&self) -> usize {
        self.variables.len()
    }

    pub(super) fn push(&mut self, name: &'a str, value: Value) {
        self.variables.push((name, value));
    }

    /// Sets the value of the variable at an index.
    #[inline]
    pub(super) fn set(&mut self, index: usize, value: Value) {
        if let Some((_, current)) = self.variables.get_mut(index) {
            *current = value;
        }
    }

    /// Removes the variables added since.
    pub(super) fn restore(&mut self, depth: usize) {
        self.variables.truncate(depth);
    }

    /// The meaning of a variable. A bound value comes first: only names that no expression around them
    /// declares are bound. A variable in scope hides one of the context.
    #[inline]
    pub(super) fn binding<'s>(
        &'s self,
        variable: ExpressionRef<'a>,
        name: &str,
        context: &'a Context,
    ) -> Option<Binding<'s, 'a>> {
        if let Some(value) = variable.bound_value() {
            return Some(Binding::Outer(Found::Value(value)));
        }
        let local = self.variables.iter().rfind(|(own, _)| *own == name);
        match local {
            Some((_, value)) => Some(Binding::Local(value)),
            None => context.find_variable(name).map(Binding::Outer),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.variables.iter().rev().map(|(name, _)| *name)
    }
}
