//! Visits all expressions of an expression or a body in source order, with an explicit stack.

use crate::syntax::{BodyRef, ExpressionKind, ExpressionRef, PartKind, Parts, StepKind};

/// Whether to visit the expressions inside an expression.
pub(crate) enum Descend {
    Yes,
    No,
}

/// The names that the surrounding `for` expressions declare, two for each.
pub(crate) struct Locals<'a>(Vec<&'a str>);

impl Locals<'_> {
    /// Whether a surrounding `for` declares the name.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.contains(&name)
    }
}

/// Visits an expression and the expressions inside it. The root variable of a traversal is part of the
/// traversal.
pub(crate) fn expression<'a>(
    expression: ExpressionRef<'a>,
    mut visit: impl FnMut(ExpressionRef<'a>, &Locals<'a>) -> Descend,
) {
    Walk::run(Task::Expression(expression), &mut visit);
}

/// Visits the expressions of a body and of its blocks.
pub(crate) fn body<'a>(
    body: BodyRef<'a>,
    mut visit: impl FnMut(ExpressionRef<'a>, &Locals<'a>) -> Descend,
) {
    Walk::run(Task::Body(body), &mut visit);
}

/// The remaining tasks, the next one on top.
enum Task<'a> {
    Body(BodyRef<'a>),
    Expression(ExpressionRef<'a>),
    Parts(Parts<'a>),
    /// Names declared for the tasks up to the matching `Leave`.
    Enter(Option<&'a str>, &'a str),
    Leave,
}

struct Walk<'a, 'v> {
    tasks: Vec<Task<'a>>,
    locals: Locals<'a>,
    visit: Visit<'a, 'v>,
}

type Visit<'a, 'v> = &'v mut dyn FnMut(ExpressionRef<'a>, &Locals<'a>) -> Descend;

impl<'a, 'v> Walk<'a, 'v> {
    fn run(task: Task<'a>, visit: Visit<'a, 'v>) {
        Walk { tasks: vec![task], locals: Locals(Vec::new()), visit }.finish();
    }

    fn finish(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Expression(expression) => {
                    if matches!((self.visit)(expression, &self.locals), Descend::Yes) {
                        self.expression(expression);
                    }
                }
                Task::Body(body) => self.body(body),
                Task::Parts(parts) => self.parts(parts),
                Task::Enter(key, value) => {
                    self.locals.0.extend([key.unwrap_or(value), value]);
                }
                Task::Leave => {
                    self.locals.0.truncate(self.locals.0.len().saturating_sub(2));
                }
            }
        }
    }

    /// Schedules the tasks as the next ones, in their order.
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
            | ExpressionKind::InvalidTemplate(_)
            | ExpressionKind::Invalid
            | ExpressionKind::Variable(_)
            | ExpressionKind::Value(_) => {}
            ExpressionKind::Traversal(traversal) => {
                let root = match traversal.root().kind() {
                    ExpressionKind::Variable(_) => None,
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
}
