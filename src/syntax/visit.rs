//! Visits all parts of a body or an expression in source order, with an explicit stack.

use super::body::{AttributeRef, BlockRef, BodyRef};
use super::expression::{ExpressionKind, ExpressionRef};
use super::template::{PartKind, Parts};
use super::traversal::StepKind;
use crate::text::span::Span;

/// A part of a document, for [`BodyRef::visit`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum NodeRef<'a> {
    /// A block. Inside it are the items of its body.
    Block(BlockRef<'a>),
    /// An attribute. Inside it is its expression.
    Attribute(AttributeRef<'a>),
    /// An expression. Inside it are the expressions that it consists of.
    Expression(ExpressionRef<'a>),
}

impl<'a> NodeRef<'a> {
    /// The bytes of the part.
    pub fn span(self) -> Span {
        match self {
            NodeRef::Block(block) => block.span(),
            NodeRef::Attribute(attribute) => attribute.span(),
            NodeRef::Expression(expression) => expression.span(),
        }
    }

    /// The source text of the part.
    pub fn text(self) -> &'a str {
        match self {
            NodeRef::Block(block) => block.text(),
            NodeRef::Attribute(attribute) => attribute.text(),
            NodeRef::Expression(expression) => expression.text(),
        }
    }

    /// The expression, if the part is one.
    pub fn as_expression(self) -> Option<ExpressionRef<'a>> {
        match self {
            NodeRef::Expression(expression) => Some(expression),
            _ => None,
        }
    }
}

/// Whether to visit what is inside a part. A visitor that returns nothing visits everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descend {
    /// Visits what is inside.
    Yes,
    /// Continues after the part.
    No,
}

impl From<()> for Descend {
    fn from((): ()) -> Self {
        Descend::Yes
    }
}

impl<'a> BodyRef<'a> {
    /// Visits all blocks, attributes and expressions in the body, in source order: first a part, then
    /// what is inside it. Linear, for documents of any depth.
    ///
    /// The name of a variable is part of its traversal, and bare words that are keys of objects are not
    /// visited. [`references`](Self::references) finds the references to variables.
    ///
    /// ```
    /// use serde_hcl::syntax::{Descend, ExpressionKind, NodeRef};
    ///
    /// let document = serde_hcl::parse("a = max(min(1, 2), 3)\nsecret { b = sha1(\"x\") }\n")?;
    /// let mut functions = Vec::new();
    /// document.body().visit(|node| match node {
    ///     NodeRef::Block(block) if block.block_type() == "secret" => Descend::No,
    ///     NodeRef::Expression(expression) => {
    ///         if let ExpressionKind::Call(call) = expression.kind() {
    ///             functions.push(call.name().into_owned());
    ///         }
    ///         Descend::Yes
    ///     }
    ///     _ => Descend::Yes,
    /// });
    /// assert_eq!(functions, ["max", "min"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn visit<D: Into<Descend>>(self, mut visitor: impl FnMut(NodeRef<'a>) -> D) {
        Walk::run(Task::Body(self), &mut |node, _| visitor(node).into());
    }
}

impl<'a> ExpressionRef<'a> {
    /// Visits the expression and all expressions inside it, see [`BodyRef::visit`].
    ///
    /// ```
    /// let expression = serde_hcl::parse_expression("[1, a.b + c]")?;
    /// let mut texts = Vec::new();
    /// expression.view().visit(|expression| texts.push(expression.text()));
    /// assert_eq!(texts, ["[1, a.b + c]", "1", "a.b + c", "a.b", "c"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn visit<D: Into<Descend>>(self, mut visitor: impl FnMut(ExpressionRef<'a>) -> D) {
        expressions(self, |expression, _| visitor(expression).into());
    }
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
pub(crate) fn expressions<'a>(
    expression: ExpressionRef<'a>,
    visit: impl FnMut(ExpressionRef<'a>, &Locals<'a>) -> Descend,
) {
    Walk::run(Task::of(expression), &mut of_expressions(visit));
}

/// Visits the expressions of a body and of its blocks.
pub(crate) fn expressions_of_body<'a>(
    body: BodyRef<'a>,
    visit: impl FnMut(ExpressionRef<'a>, &Locals<'a>) -> Descend,
) {
    Walk::run(Task::Body(body), &mut of_expressions(visit));
}

fn of_expressions<'a>(
    mut visit: impl FnMut(ExpressionRef<'a>, &Locals<'a>) -> Descend,
) -> impl FnMut(NodeRef<'a>, &Locals<'a>) -> Descend {
    move |node, locals| match node {
        NodeRef::Expression(expression) => visit(expression, locals),
        _ => Descend::Yes,
    }
}

/// The remaining tasks, the next one on top.
enum Task<'a> {
    Body(BodyRef<'a>),
    Node(NodeRef<'a>),
    Parts(Parts<'a>),
    /// Names declared for the tasks up to the matching `Leave`.
    Enter(Option<&'a str>, &'a str),
    Leave,
}

impl<'a> Task<'a> {
    fn of(expression: ExpressionRef<'a>) -> Self {
        Task::Node(NodeRef::Expression(expression))
    }
}

struct Walk<'a, 'v> {
    tasks: Vec<Task<'a>>,
    locals: Locals<'a>,
    visit: Visit<'a, 'v>,
}

type Visit<'a, 'v> = &'v mut dyn FnMut(NodeRef<'a>, &Locals<'a>) -> Descend;

impl<'a, 'v> Walk<'a, 'v> {
    fn run(task: Task<'a>, visit: Visit<'a, 'v>) {
        Walk { tasks: vec![task], locals: Locals(Vec::new()), visit }.finish();
    }

    fn finish(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Node(node) => match node {
                    _ if (self.visit)(node, &self.locals) == Descend::No => {}
                    NodeRef::Expression(expression) => self.expression(expression),
                    NodeRef::Attribute(attribute) => {
                        self.then_expressions([attribute.expression()])
                    }
                    NodeRef::Block(block) => self.tasks.push(Task::Body(block.body())),
                },
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
        self.then(expressions.into_iter().map(Task::of));
    }

    fn body(&mut self, body: BodyRef<'a>) {
        self.then(body.items().map(|item| {
            let attribute = || NodeRef::Attribute(AttributeRef(item.0));
            Task::Node(item.as_block().map_or_else(attribute, NodeRef::Block))
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
                    .map(Task::of);
                self.then(
                    [
                        Task::of(expression.collection()),
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
                PartKind::Interpolation(expression) => tasks.push(Task::of(expression)),
                PartKind::If(directive) => {
                    tasks.push(Task::of(directive.predicate()));
                    tasks.push(Task::Parts(directive.if_true()));
                    tasks.extend(directive.if_false().map(Task::Parts));
                }
                PartKind::For(directive) => tasks.extend([
                    Task::of(directive.collection()),
                    Task::Enter(directive.key_name(), directive.value_name()),
                    Task::Parts(directive.parts()),
                    Task::Leave,
                ]),
            }
        }
        self.then(tasks);
    }
}
