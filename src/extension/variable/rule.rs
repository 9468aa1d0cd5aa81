//! `validation` blocks: the conditions of a variable.

use super::setting::Setting;
use crate::diagnostic::catalog::variable as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::Expression;
use crate::eval::Context;
use crate::text::source::Lookup;
use crate::value::disclosure::Disclosure;
use crate::value::{Type, Value};

/// A `validation` block.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) condition: Expression,
    pub(super) message: Expression,
}

impl Rule {
    pub(super) fn check(
        &self,
        name: &str,
        disclosure: Disclosure,
        setting: Option<&Setting>,
        context: &Context,
    ) -> Result<()> {
        let (condition, _) = self.condition.evaluate(context)?.unmark();
        if !condition.is_known() {
            return Ok(());
        }
        let origin = self.condition.view().tree().origin();
        let span = self.condition.span();
        let diagnostic = match condition.convert_to(&Type::Bool) {
            Ok(Value::Bool(true)) => return Ok(()),
            Ok(Value::Bool(false)) => {
                let message = self.message.evaluate(context)?;
                let message = match message.unmarked().as_str() {
                    Some(_) if Disclosure::of(&message).is_hidden() => catalog::sensitive_message(),
                    Some(message) => message,
                    None => "The condition is not met.",
                };
                let diagnostic = catalog::invalid(name, message);
                let diagnostic = match setting {
                    Some(setting) => setting.locate(diagnostic, disclosure),
                    None => diagnostic,
                };
                if diagnostic.span().is_some() {
                    let mut lookup = Lookup::new(origin);
                    let diagnostic =
                        diagnostic.with_label_in(&mut lookup, span, catalog::CONDITION);
                    return Err(Error::data(diagnostic));
                }
                diagnostic.with_span(span)
            }
            Ok(_) => catalog::null_condition(span),
            Err(reason) => catalog::condition_type(&reason, span),
        };
        Err(Error::data(diagnostic).attach(origin))
    }
}
