//! The evaluator: matches on the kind of an expression.

use std::str::FromStr;

use hashbrown::HashMap;

use super::budget::Sizes;
use super::context::Context;
use super::diagnostics::Diagnostics;
use super::lazy::Reading;
use super::names::NameCache;
use super::scope::Scope;
use super::unresolved::Unresolved;
use crate::diagnostic::error::{Category, Error, Result};
use crate::diagnostic::{Diagnostic, catalog};
use crate::document::{Expression, parse_expression};
use crate::limits::budget::{self, limited};
use crate::limits::stack::nest;
use crate::syntax::{ExpressionKind, ExpressionRef, NodeId, StringRef};
use crate::text::span::Span;
use crate::value::disclosure::Disclosure;
use crate::value::{Number, Type, Value};

/// Greater than the depth of any expression that the parser accepts, with operators of all levels.
const MAX_DEPTH: u32 = 10_000;

impl ExpressionRef<'_> {
    /// The value of the expression.
    ///
    /// # Errors
    ///
    /// All errors of the expression in this context, with category
    /// [`Evaluation`](Category::Evaluation).
    pub fn evaluate(self, context: &Context) -> Result<Value> {
        let tree = self.tree();
        evaluate(self, context).map_err(|error| error.attach(tree.origin()))
    }
}

impl Expression {
    /// The value of the expression.
    ///
    /// # Errors
    ///
    /// All errors of the expression in this context, with category
    /// [`Evaluation`](Category::Evaluation).
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    ///
    /// let total = parse_expression("price * (1 + tax)")?;
    /// let context = Context::new().variable("price", 200).variable("tax", 0.25);
    /// assert_eq!(total.evaluate(&context)?.as_i64(), Some(250));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn evaluate(&self, context: &Context) -> Result<Value> {
        self.view().evaluate(context)
    }
}

/// Evaluates an expression without variables and functions.
///
/// ```
/// use serde_hcl::{Value, value};
///
/// let value: Value = "{ ports = [80, 400 + 43] }".parse()?;
/// assert_eq!(value, value!({ "ports": [80, 443] }));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
impl FromStr for Value {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self> {
        parse_expression(source)?.evaluate(&Context::new())
    }
}

/// The value of an expression, or all its errors. The caller must attach source lines.
pub(crate) fn evaluate(expression: ExpressionRef<'_>, context: &Context) -> Result<Value> {
    evaluate_disclosing(expression, context, Disclosure::Shown)
}

/// Like `evaluate`; `disclosure` limits how much of the values errors show.
pub(crate) fn evaluate_disclosing(
    expression: ExpressionRef<'_>,
    context: &Context,
    disclosure: Disclosure,
) -> Result<Value> {
    limited(context.evaluation_budget(), || {
        let mut evaluator = Evaluator::new(context);
        evaluator.disclosure = disclosure;
        let value = evaluator.expression(expression);
        evaluator.finish(value, expression.span())
    })
}

/// A running evaluation. `'a` is the lifetime of the expressions and of the context.
pub(super) struct Evaluator<'a> {
    pub(super) context: &'a Context,
    pub(super) scope: Scope<'a>,
    pub(super) names: NameCache,
    pub(super) diagnostics: Diagnostics,
    pub(super) depth: u32,
    /// The remaining number of diagnostics that get suggestions or the values of variables.
    pub(super) explanations: u8,
    /// Whether messages may show values: not after the evaluation went into a sensitive value, whose parts
    /// have no marks of their own.
    pub(super) disclosure: Disclosure,
    /// The nesting depth of rendered templates.
    pub(super) renderings: u32,
    /// The diagnostic of a reached limit. It replaces all others.
    pub(super) exhausted: Option<Diagnostic>,
    pub(super) watch: Watch,
    /// Whether the expression has used a name that the context doesn't have, without an error.
    pub(super) lacks_name: bool,
    /// The lazy variable whose expression this is.
    pub(super) reading: Option<&'a Reading<'a>>,
    pub(super) sizes: Sizes,
    /// The memory for the text of a template.
    pub(super) text: String,
}

/// The values of the expressions outside iterations.
pub(super) type Trace = HashMap<NodeId, Value>;

/// The additional results of an evaluation, besides the values.
pub(super) enum Watch {
    Nothing,
    /// The values of the expressions evaluated so far.
    Values(Trace),
    /// The texts of expressions that depend on names that the context doesn't have. Calls,
    /// operations and similar expressions are kept as a whole.
    Texts,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(context: &'a Context) -> Self {
        Evaluator {
            context,
            scope: Scope::default(),
            names: NameCache::default(),
            diagnostics: Diagnostics::default(),
            depth: 0,
            explanations: 100,
            disclosure: Disclosure::Shown,
            renderings: 0,
            exhausted: None,
            watch: match context.unresolved_names() {
                Unresolved::Text => Watch::Texts,
                _ => Watch::Nothing,
            },
            lacks_name: false,
            reading: None,
            sizes: Sizes::default(),
            text: String::new(),
        }
    }

    /// The value of the expression, or the errors of the evaluation.
    pub(super) fn finish(&mut self, value: Value, span: Span) -> Result<Value> {
        self.settle(|| span);
        let found = match &self.exhausted {
            Some(diagnostic) => vec![diagnostic.clone()],
            None => std::mem::take(&mut self.diagnostics).into_diagnostics(),
        };
        if found.is_empty() {
            return Ok(value);
        }
        let context = self.context;
        let found = found.into_iter().map(|diagnostic| match diagnostic.help() {
            Some(help) if !calls_in(help).all(|name| context.find_function(name).is_some()) => {
                diagnostic.without_help()
            }
            _ => diagnostic,
        });
        Err(Error::new(Category::Evaluation, found.collect()))
    }

    /// The value of an expression; unknown after an error.
    #[inline]
    pub(super) fn expression(&mut self, expression: ExpressionRef<'a>) -> Value {
        match self.watch {
            Watch::Nothing => self.unwatched(expression),
            _ => self.watched(expression),
        }
    }

    #[cold]
    fn watched(&mut self, expression: ExpressionRef<'a>) -> Value {
        if let Watch::Values(_) = self.watch {
            return self.traced(expression);
        }
        match expression.kind() {
            ExpressionKind::Tuple(_)
            | ExpressionKind::Object(_)
            | ExpressionKind::Parenthesized(_)
            | ExpressionKind::Marked(..) => self.unwatched(expression),
            _ => self.or_text(expression),
        }
    }

    // Without a level of the recursion for the expressions that have no others inside: they are the most.
    pub(super) fn unwatched(&mut self, expression: ExpressionRef<'a>) -> Value {
        if !budget::charge(1) {
            self.overspend(expression.span());
            return dynamic();
        }
        match expression.kind() {
            ExpressionKind::Null => Value::NULL,
            ExpressionKind::Bool(bool) => Value::Bool(bool),
            ExpressionKind::Number(text) => number(text),
            ExpressionKind::String(string) => self.string(string, expression.span()),
            ExpressionKind::Variable(name) => self.variable(expression, name),
            ExpressionKind::Value(value) => value.clone(),
            _ => self.nested(|| expression.span(), |this| this.compound(expression)),
        }
    }

    fn string(&mut self, string: StringRef<'a>, span: Span) -> Value {
        match self.spend_on_text(span.len(), || span) {
            true => Value::normalized(string.value()),
            false => dynamic(),
        }
    }

    fn compound(&mut self, expression: ExpressionRef<'a>) -> Value {
        match expression.kind() {
            ExpressionKind::Template(template) if !expression.is_json() => self.template(template),
            ExpressionKind::Template(_) | ExpressionKind::InvalidTemplate(_) => {
                self.json_string(expression)
            }
            ExpressionKind::Invalid => {
                self.diagnostics.push(catalog::syntax::unparsed(expression.span()));
                dynamic()
            }
            ExpressionKind::Tuple(elements) => self.tuple(elements, expression.span()),
            ExpressionKind::Object(object) => self.object(object, expression.span()),
            ExpressionKind::Call(call) => self.call(call),
            ExpressionKind::Traversal(traversal) => self.traversal(traversal),
            ExpressionKind::Parenthesized(inner) => self.expression(inner),
            ExpressionKind::Unary(operator, operand) => {
                self.unary(operator, operand, expression.span())
            }
            ExpressionKind::Binary(_, left, _) => self.binary(expression, left),
            ExpressionKind::Conditional(conditional) => self.conditional(conditional),
            ExpressionKind::For(iteration) => self.iteration(iteration),
            ExpressionKind::Marked(inner, marks) => {
                self.enter(marks);
                self.expression(inner).with_marks(marks)
            }
            _ => dynamic(),
        }
    }

    /// Runs one level of a recursion; `place` is that of an error.
    pub(super) fn nested(
        &mut self,
        place: impl FnOnce() -> Span,
        level: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        if self.depth == MAX_DEPTH {
            return self.refuse_depth(place());
        }
        self.depth += 1;
        let value = nest(|| level(self));
        self.depth -= 1;
        value
    }

    #[cold]
    fn refuse_depth(&mut self, span: Span) -> Value {
        self.diagnostics.push(catalog::evaluation::too_deep(span));
        dynamic()
    }

    /// Whether to explain another diagnostic. An iteration can repeat the same error any number of times.
    pub(super) fn explains(&mut self) -> bool {
        let explains = self.explanations > 0;
        self.explanations -= u8::from(explains);
        explains
    }
}

/// The names of the functions that a help calls: the words before parentheses, without type constructors.
fn calls_in(help: &str) -> impl Iterator<Item = &str> {
    let names = help.match_indices('(').filter_map(|(end, _)| {
        let before = help.get(..end)?;
        let is_other = |it: char| !it.is_ascii_alphanumeric() && it != '_' && it != ':';
        before.get(before.rfind(is_other).map_or(0, |at| at + 1)..)
    });
    names.filter(|name| {
        !matches!(*name, "" | "list" | "set" | "map" | "object" | "tuple" | "optional")
    })
}

/// The value of an expression with an error.
pub(super) fn dynamic() -> Value {
    Value::unknown(Type::Dynamic)
}

/// The value of a bool, number or string literal.
pub(super) fn literal(expression: ExpressionRef<'_>) -> Option<Value> {
    match expression.kind() {
        ExpressionKind::Bool(bool) => Some(Value::Bool(bool)),
        ExpressionKind::Number(text) => Some(number(text)),
        ExpressionKind::String(string) => Some(Value::normalized(string.value())),
        _ => None,
    }
}

/// The value of a number literal. The parser has checked it.
#[inline]
pub(super) fn number(text: &str) -> Value {
    Number::parse(text).map_or_else(|| Value::unknown(Type::Number), Value::Number)
}
