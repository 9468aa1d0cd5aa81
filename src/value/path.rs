//! Where in a value another one is.

use std::sync::Arc;

/// The steps from a value to one inside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Path(Vec<Step>);

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    /// To an attribute of an object.
    Attribute(Arc<str>),
    /// To an element of a map.
    Key(Arc<str>),
    /// To an element of a list, set or tuple.
    Index(usize),
    /// To any element of a collection.
    Element,
}

impl Path {
    pub(crate) fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// The steps, outermost first.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.0
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Path(steps.into_iter().collect())
    }
}
