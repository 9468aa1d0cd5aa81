//! Elements in the first pass.

use super::decoder::PlainPart;
use super::miss;
use crate::de::input::{Elements, Input};
use crate::diagnostic::error::Result;

pub(in crate::de) struct PlainSequence<'t, 'de> {
    pub(in crate::de) elements: Elements<'t>,
    pub(in crate::de) input: &'t Input<'t, 'de>,
}

impl<'t, 'de> PlainSequence<'t, 'de> {
    pub(in crate::de) fn next(&mut self) -> Option<PlainPart<'t, 'de>> {
        self.elements.next(self.input).map(PlainPart::Node)
    }

    #[inline]
    pub(in crate::de) fn len(&self) -> usize {
        self.elements.len()
    }

    /// Fails if elements are left.
    pub(in crate::de) fn finish(&self) -> Result<()> {
        match self.len() {
            0 => Ok(()),
            _ => Err(miss()),
        }
    }
}
