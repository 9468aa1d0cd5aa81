//! `count` and `for_each`: the instances of a resource or call.

use serde_hcl::value::Mark;
use serde_hcl::{Context, Expression, Map, Type, Value};

use super::Problem;
use super::config::Repeat;

/// The maximum number of separate instances.
const MOST: u64 = 10_000;

/// The instances of a block: one, or one for each key, with their `each` or `count`.
#[derive(Debug)]
pub enum Instances {
    Single,
    Counted(u64),
    Keyed(Map),
    /// The number of instances is unknown.
    Unknown,
}

impl Repeat {
    pub fn instances(&self, context: &Context) -> Result<Instances, Problem> {
        match (&self.count, &self.for_each) {
            (Some(count), _) => counted(count, context),
            (None, Some(for_each)) => keyed(for_each, context),
            (None, None) => Ok(Instances::Single),
        }
    }
}

fn counted(count: &Expression, context: &Context) -> Result<Instances, Problem> {
    let wrong = |reason: &str| Problem::of_expression(count, format!("count {reason}"));
    // A sensitive count is allowed: the number of instances is not hidden.
    let value = usable(count, |mark| mark.name() == "ephemeral", context)?;
    let value = value.convert(&Type::Number).map_err(|_| wrong("must be a number"))?;
    match &value {
        Value::Unknown(_) => Ok(Instances::Unknown),
        Value::Null(_) => Err(wrong("must not be null")),
        value => match value.as_u64() {
            Some(number) if number <= MOST => Ok(Instances::Counted(number)),
            Some(_) => Err(wrong("is too large")),
            None => Err(wrong("must be a whole number, and not negative")),
        },
    }
}

fn keyed(for_each: &Expression, context: &Context) -> Result<Instances, Problem> {
    let wrong = |reason: &str| Problem::of_expression(for_each, format!("for_each {reason}"));
    // The addresses of the instances show the keys.
    let is_hidden = |mark: &Mark| *mark == Mark::SENSITIVE || mark.name() == "ephemeral";
    match usable(for_each, is_hidden, context)? {
        Value::Unknown(_) => Ok(Instances::Unknown),
        Value::Null(_) => Err(wrong("must not be null")),
        Value::Map(_, map) | Value::Object(map) => Ok(Instances::Keyed(map)),
        Value::Set(set) => {
            let mut keys = Map::new();
            for key in &set {
                match key {
                    Value::String(text) => drop(keys.insert(text.clone(), key.clone())),
                    Value::Unknown(_) => return Ok(Instances::Unknown),
                    _ => return Err(wrong("must be a set of strings, and none of them null")),
                }
            }
            Ok(Instances::Keyed(keys))
        }
        _ => Err(wrong("must be a map, an object, or a set of strings")),
    }
}

/// The value of `count` or `for_each`, without marks. It must have no mark that `is_refused`.
fn usable(
    expression: &Expression,
    is_refused: impl Fn(&Mark) -> bool,
    context: &Context,
) -> Result<Value, Problem> {
    let (value, marks) = expression.evaluate(context)?.unmark();
    let mut elements = marks.clone();
    if let Value::Set(..) = value {
        elements.merge(&value.clone().unmark_deep().1);
    }
    match elements.iter().find(|mark| is_refused(mark)) {
        Some(mark) => {
            let message = format!("a {} value can't decide about instances", mark.name());
            Err(Problem::of_expression(expression, message))
        }
        None => Ok(value),
    }
}

impl Instances {
    /// Calls `each` for each instance. Returns the results as one value.
    pub fn evaluate(
        &self,
        context: &Context,
        mut each: impl FnMut(Option<Value>, &Context) -> Value,
    ) -> Value {
        let context_of = |name: &str, value: Value| context.child().variable(name, value);
        match self {
            Instances::Single => each(None, context),
            Instances::Counted(count) => Value::tuple((0..*count).map(|index| {
                let scope = context_of("count", Value::object([("index", index)]));
                each(Some(Value::from(index)), &scope)
            })),
            Instances::Keyed(keys) => Value::object(keys.iter().map(|(key, value)| {
                let own = Value::from(&**key);
                let pair = Value::object([("key", own.clone()), ("value", value.clone())]);
                (&**key, each(Some(own), &context_of("each", pair)))
            })),
            Instances::Unknown => {
                let unknown = || Value::unknown(Type::Dynamic);
                let pair =
                    Value::object([("key", Value::unknown(Type::String)), ("value", unknown())]);
                let index = Value::object([("index", Value::unknown(Type::Number))]);
                let scope = context_of("each", pair).variable("count", index);
                each(Some(unknown()), &scope);
                unknown()
            }
        }
    }
}
