//! The decoder of the general pass.

use serde::de::Expected;

use super::general::GeneralNode;
use super::session::Session;
use crate::de::plain::{Capture, capture};
use crate::diagnostic::error::Result;

/// Decodes one node. The method that the target calls decides how.
pub(in crate::de) struct Decoder<'a, 't, 'de> {
    pub(super) general: &'a mut GeneralNode<'t, 'de>,
    pub(super) session: &'t Session<'t, 'de>,
}

impl<'a, 't, 'de> Decoder<'a, 't, 'de> {
    pub(in crate::de) fn new(
        general: &'a mut GeneralNode<'t, 'de>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Decoder { general, session }
    }

    /// The part that the target captures.
    pub(super) fn capture(&mut self, name: &str, expected: &dyn Expected) -> Result<Capture> {
        match self.general.stand_in {
            None => capture(&mut self.general.node, name, &self.session.input, expected),
            Some(_) => Ok(Capture::Nothing),
        }
    }
}
