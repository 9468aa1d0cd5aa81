//! References to variables: finding them, and what they look like.

use std::fmt;

use crate::source::{Origin, Span};
use crate::syntax::{
    BodyRef, ExpressionKind, ExpressionRef, PartKind, Parts, StepKind, StepRef, Steps,
};
use crate::value::{Number, Value};

/// A variable with the attribute accesses and constant indexes behind it: `var.services["web"].port`.
#[derive(Clone)]
pub struct Reference<'a> {
    root: ExpressionRef<'a>,
    steps: Steps<'a>,
    span: Span,
}

impl<'a> Reference<'a> {
    /// The name of the variable.
    pub fn root(&self) -> &'a str {
        self.root.text()
    }

    /// The bytes of the name.
    pub fn root_span(&self) -> Span {
        self.root.span()
    }

    /// The steps behind the name: attribute accesses and constant indexes; splats only in
    /// [partial traversals](crate::ExpressionRef::as_partial_traversal).
    pub fn steps(&self) -> Steps<'a> {
        self.steps.clone()
    }

    /// The bytes from the name to the last step.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What it was written in.
    pub(super) fn origin(&self) -> Origin<'a> {
        self.root.0.tree.origin()
    }

    /// The whole expression as one reference, if `accepts` holds for each step.
    pub(super) fn whole(
        expression: ExpressionRef<'a>,
        accepts: fn(StepRef<'_>) -> bool,
    ) -> Option<Self> {
        match expression.kind() {
            ExpressionKind::Variable(_) | ExpressionKind::Null | ExpressionKind::Bool(_) => {
                Some(Self::bare(expression))
            }
            ExpressionKind::Traversal(traversal) => {
                let root = traversal.root();
                Self::whole(root, accepts)?;
                let suits = traversal.steps().all(accepts);
                suits.then(|| Self::with_steps(root, traversal.steps(), accepts))
            }
            ExpressionKind::Marked(inner, _) => Self::whole(inner, accepts),
            _ => None,
        }
    }

    fn bare(root: ExpressionRef<'a>) -> Self {
        Reference { root, steps: Steps::none(root.0), span: root.span() }
    }

    /// The root with the steps before the first that `accepts` refuses.
    fn with_steps(
        root: ExpressionRef<'a>,
        steps: Steps<'a>,
        accepts: fn(StepRef<'_>) -> bool,
    ) -> Self {
        let accepted = steps.clone().take_while(|step| accepts(*step));
        let (count, span) = accepted
            .fold((0, root.span()), |(count, span), step| (count + 1, span.to(step.span())));
        Reference { root, steps: steps.truncated(count), span }
    }
}

/// Whether the step is known without evaluating anything.
pub(super) fn is_constant(step: StepRef<'_>) -> bool {
    match step.kind() {
        StepKind::Attribute(_) | StepKind::LegacyIndex(_) => true,
        StepKind::Index(key) => matches!(
            key.kind(),
            ExpressionKind::Number(_)
                | ExpressionKind::String(_)
                | ExpressionKind::Bool(_)
                | ExpressionKind::Null
        ),
        StepKind::AttributeSplat | StepKind::FullSplat => false,
    }
}

/// Whether the step is constant or applies to all elements.
pub(super) fn is_constant_or_splat(step: StepRef<'_>) -> bool {
    is_constant(step) || matches!(step.kind(), StepKind::FullSplat)
}

/// The reference as it is written canonically.
impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.root())?;
        for step in self.steps() {
            match step.kind() {
                StepKind::Attribute(name) => write!(f, ".{name}")?,
                StepKind::Index(key) => match key.kind() {
                    ExpressionKind::Number(digits) => write_position(digits, f)?,
                    ExpressionKind::String(name) => write!(f, "[{}]", Value::string(name.value()))?,
                    _ => write!(f, "[{}]", key.text())?,
                },
                StepKind::LegacyIndex(digits) => write_position(digits, f)?,
                StepKind::AttributeSplat | StepKind::FullSplat => f.write_str("[*]")?,
            }
        }
        Ok(())
    }
}

/// The number that the digits stand for; they may have leading zeros or an exponent.
fn write_position(digits: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match digits.parse::<Number>() {
        Ok(number) => write!(f, "[{number}]"),
        Err(_) => write!(f, "[{digits}]"),
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(super) fn of_expression(expression: ExpressionRef<'_>) -> Vec<Reference<'_>> {
    Walk::from([Task::Expression(expression)]).run()
}

pub(super) fn of_body(body: BodyRef<'_>) -> Vec<Reference<'_>> {
    Walk::from([Task::Body(body)]).run()
}

/// What is left to do, the next on top.
enum Task<'a> {
    Body(BodyRef<'a>),
    Expression(ExpressionRef<'a>),
    Parts(Parts<'a>),
    /// Names that the tasks up to the matching `Leave` see as their own.
    Enter(Option<&'a str>, &'a str),
    Leave,
}

struct Walk<'a> {
    tasks: Vec<Task<'a>>,
    /// The names of the `for` expressions around, two for each.
    locals: Vec<&'a str>,
    found: Vec<Reference<'a>>,
}

impl<'a, const N: usize> From<[Task<'a>; N]> for Walk<'a> {
    fn from(tasks: [Task<'a>; N]) -> Self {
        Walk { tasks: tasks.into(), locals: Vec::new(), found: Vec::new() }
    }
}

impl<'a> Walk<'a> {
    fn run(mut self) -> Vec<Reference<'a>> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Expression(expression) => self.expression(expression),
                Task::Body(body) => self.body(body),
                Task::Parts(parts) => self.parts(parts),
                Task::Enter(key, value) => {
                    self.locals.extend([key.unwrap_or(value), value]);
                }
                Task::Leave => {
                    self.locals.truncate(self.locals.len().saturating_sub(2));
                }
            }
        }
        self.found
    }

    /// Does the tasks next, in their order.
    fn then(&mut self, tasks: impl IntoIterator<Item = Task<'a>>) {
        let before = self.tasks.len();
        self.tasks.extend(tasks);
        self.tasks[before..].reverse();
    }

    fn then_expressions(&mut self, expressions: impl IntoIterator<Item = ExpressionRef<'a>>) {
        self.then(expressions.into_iter().map(Task::Expression));
    }

    fn body(&mut self, body: BodyRef<'a>) {
        self.then(body.items().filter_map(|item| match item.as_attribute() {
            Some(attribute) => Some(Task::Expression(attribute.expression())),
            None => item.as_block().map(|block| Task::Body(block.body())),
        }));
    }

    fn expression(&mut self, expression: ExpressionRef<'a>) {
        match expression.kind() {
            ExpressionKind::Null
            | ExpressionKind::Bool(_)
            | ExpressionKind::Number(_)
            | ExpressionKind::String(_)
            | ExpressionKind::Value(_) => {}
            ExpressionKind::Variable(_) => self.note(Reference::bare(expression)),
            ExpressionKind::Traversal(traversal) => {
                let root = match traversal.root().kind() {
                    ExpressionKind::Variable(_) => {
                        self.note(Reference::with_steps(
                            traversal.root(),
                            traversal.steps(),
                            is_constant,
                        ));
                        None
                    }
                    _ => Some(traversal.root()),
                };
                let keys = traversal.steps().filter_map(|step| match step.kind() {
                    StepKind::Index(key) => Some(key),
                    _ => None,
                });
                self.then_expressions(root.into_iter().chain(keys));
            }
            ExpressionKind::Tuple(elements) => self.then_expressions(elements),
            ExpressionKind::Object(object) => {
                self.then_expressions(object.items().flat_map(|item| {
                    let key = item.name().is_none().then(|| item.key());
                    key.into_iter().chain([item.value()])
                }));
            }
            ExpressionKind::Call(call) => self.then_expressions(call.arguments()),
            ExpressionKind::Parenthesized(inner)
            | ExpressionKind::Unary(_, inner)
            | ExpressionKind::Marked(inner, _) => {
                self.then_expressions([inner]);
            }
            ExpressionKind::Binary(_, left, right) => self.then_expressions([left, right]),
            ExpressionKind::Conditional(conditional) => self.then_expressions([
                conditional.predicate(),
                conditional.if_true(),
                conditional.if_false(),
            ]),
            ExpressionKind::For(expression) => {
                let inside = expression
                    .key()
                    .into_iter()
                    .chain([expression.value()])
                    .chain(expression.condition())
                    .map(Task::Expression);
                self.then(
                    [
                        Task::Expression(expression.collection()),
                        Task::Enter(expression.key_name(), expression.value_name()),
                    ]
                    .into_iter()
                    .chain(inside)
                    .chain([Task::Leave]),
                );
            }
            ExpressionKind::Template(template) => self.then([Task::Parts(template.parts())]),
        }
    }

    fn parts(&mut self, parts: Parts<'a>) {
        let mut tasks = Vec::new();
        for part in parts {
            match part.kind() {
                PartKind::Literal(_) => {}
                PartKind::Interpolation(expression) => tasks.push(Task::Expression(expression)),
                PartKind::If(directive) => {
                    tasks.push(Task::Expression(directive.predicate()));
                    tasks.push(Task::Parts(directive.if_true()));
                    tasks.extend(directive.if_false().map(Task::Parts));
                }
                PartKind::For(directive) => tasks.extend([
                    Task::Expression(directive.collection()),
                    Task::Enter(directive.key_name(), directive.value_name()),
                    Task::Parts(directive.parts()),
                    Task::Leave,
                ]),
            }
        }
        self.then(tasks);
    }

    fn note(&mut self, reference: Reference<'a>) {
        let is_free = reference.root.bound_value().is_none();
        if is_free && !self.locals.contains(&reference.root()) {
            self.found.push(reference);
        }
    }
}
