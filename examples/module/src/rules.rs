//! Conditions with messages: `validation`, `precondition`, `postcondition` and `assert` blocks.

use serde_hcl::configuration::Schema;
use serde_hcl::syntax::{BlockRef, BodyRef};
use serde_hcl::{Context, Expression, Type, Value};

use super::Problem;

#[derive(Debug)]
pub struct Rule {
    pub condition: Expression,
    pub message: Expression,
}

impl Rule {
    /// Reads a block with a condition, which must not be constant.
    pub fn read(block: BlockRef<'_>) -> Result<Self, Problem> {
        let schema =
            Schema::new().required_attribute("condition").required_attribute("error_message");
        let content = block.body().content(&schema)?;
        let expression = |name| content.attribute(name).map(|found| found.expression().into());
        let null = || Expression::encode(&Value::NULL);
        let condition = expression("condition").map_or_else(null, Ok)?;
        if condition.references().is_empty() {
            let message = "a condition must refer to something, or it is always the same";
            return Err(Problem::of_expression(&condition, message));
        }
        Ok(Rule { condition, message: expression("error_message").map_or_else(null, Ok)? })
    }

    pub fn expressions(&self) -> [&Expression; 2] {
        [&self.condition, &self.message]
    }

    /// The message if the condition is not met. A condition with an unknown value counts as met.
    pub fn broken(&self, context: &Context) -> Result<Option<String>, Problem> {
        let (condition, _) = self.condition.evaluate(context)?.unmark();
        if !condition.is_known() {
            return Ok(None);
        }
        match condition.convert(&Type::Bool) {
            Ok(Value::Bool(true)) => Ok(None),
            Ok(Value::Bool(false)) => {
                let message = self.message.evaluate(context)?;
                Ok(Some(message.as_str().unwrap_or("the condition is not met").to_owned()))
            }
            _ => Err(Problem::of_expression(&self.condition, "a condition must be true or false")),
        }
    }

    /// Returns an error if the rule is broken.
    pub fn check(&self, context: &Context) -> Result<(), Problem> {
        match self.broken(context)? {
            Some(message) => Err(Problem::of_expression(&self.condition, message)),
            None => Ok(()),
        }
    }
}

/// The rules in the blocks of this type.
pub fn rules(body: BodyRef<'_>, kind: &str) -> Result<Vec<Rule>, Problem> {
    let schema = Schema::new().block(kind, &[]);
    let content = body.partial_content(&schema)?;
    content.blocks().iter().map(|block| Rule::read(*block)).collect()
}
