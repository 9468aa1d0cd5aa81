//! The decoder of the general pass.

use serde::de::Expected;

use super::general::GeneralNode;
use super::session::Session;
use crate::de::plain::{Capture, capture};
use crate::diagnostic::error::Result;
use crate::syntax::ExpressionRef;

/// Decodes one node. The method that the target calls decides how.
pub(in crate::de) struct Decoder<'a, 't, 'de> {
    pub(super) subject: Subject<'a, 't, 'de>,
    pub(super) session: &'t Session<'t, 'de>,
}

/// The data that a decoder decodes.
pub(super) enum Subject<'a, 't, 'de> {
    /// The most common case: an expression that needs nothing else.
    Expression(ExpressionRef<'t>),
    General(&'a mut GeneralNode<'t, 'de>),
}

impl<'a, 't, 'de> Decoder<'a, 't, 'de> {
    #[inline]
    pub(in crate::de) fn new(
        node: &'a mut GeneralNode<'t, 'de>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Decoder { subject: Subject::General(node), session }
    }

    #[inline]
    pub(super) fn of_expression(
        expression: ExpressionRef<'t>,
        session: &'t Session<'t, 'de>,
    ) -> Self {
        Decoder { subject: Subject::Expression(expression), session }
    }

    /// The decoder with a general node in `room`, which types other than primitive ones need.
    pub(super) fn generalize<'b>(
        self,
        room: &'b mut Option<GeneralNode<'t, 'de>>,
    ) -> Decoder<'b, 't, 'de>
    where
        'a: 'b,
    {
        match self.subject {
            Subject::Expression(expression) => {
                let node = room.insert(GeneralNode::of_expression(expression));
                Decoder::new(node, self.session)
            }
            Subject::General(node) => Decoder::new(node, self.session),
        }
    }

    /// The part that the target captures.
    pub(super) fn capture(&mut self, name: &str, expected: &dyn Expected) -> Result<Capture> {
        match &mut self.subject {
            Subject::General(general) if general.stand_in.is_none() => {
                capture(&mut general.node, name, &self.session.input, expected)
            }
            _ => Ok(Capture::Nothing),
        }
    }
}
