//! Partial evaluation: known parts are replaced by their values, the rest remains an expression.

use std::borrow::Cow;
use std::fmt;

use super::context::Context;
use super::evaluator::{Evaluator, Trace, Watch, evaluate};
use super::parameter::Accepts;
use super::unresolved::Unresolved;
use crate::analysis::Reference;
use crate::diagnostic::catalog::evaluation as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::document::Expression;
use crate::limits::budget::{self, limited};
use crate::limits::stack::nest;
use crate::parser::Grammar;
use crate::syntax::{
    CallRef, Descend, ExpressionKind, ExpressionRef, Locals, PartKind, TemplateRef, expressions,
};
use crate::text::rewriting::Rewriting;
use crate::text::span::Span;
use crate::value::{Map, Set, Type, Value};

/// The result of reducing an expression.
///
/// ```
/// use serde_hcl::{Context, Value, parse_expression};
/// use serde_hcl::configuration::Reduced;
///
/// let context = Context::new().variable("a", 1);
/// let reduce = |source| parse_expression(source)?.reduce(&context);
/// assert!(matches!(reduce("a + 1")?, Reduced::Value(value) if value == Value::from(2)));
/// assert!(matches!(reduce("a + b")?, Reduced::Residual(rest) if rest.to_string() == "1 + b"));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Reduced {
    /// The value of the expression, if enough is known.
    Value(Value),
    /// The expression with its known parts replaced by their values.
    Residual(Residual),
}

/// An expression whose known parts are values.
///
/// ```
/// use serde_hcl::{Context, parse_expression};
/// use serde_hcl::configuration::Reduced;
///
/// let context = Context::new().variable("a", 1);
/// let Reduced::Residual(rest) = parse_expression("[a, b.c]")?.reduce(&context)? else {
///     unreachable!("b is missing")
/// };
/// assert_eq!(rest.to_string(), "[1, b.c]");
/// assert_eq!(rest.missing()[0].to_string(), "b.c");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Residual {
    expression: Expression,
    missing: Vec<Span>,
}

impl Residual {
    /// The expression, in a separate source.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    /// The references whose values are missing or not wholly known.
    pub fn missing(&self) -> Vec<Reference<'_>> {
        let mut references = self.expression.references();
        references.retain(|reference| self.missing.binary_search(&reference.span()).is_ok());
        references
    }
}

/// Written in native syntax.
impl fmt::Display for Residual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expression.fmt(f)
    }
}

impl ExpressionRef<'_> {
    /// The value of the expression if enough is known. Otherwise the expression with its known
    /// parts replaced by their values. Variables that are not in the context count as unknown. When
    /// the missing values are known, the residual expression has the value of the original one.
    ///
    /// A part that does not need a missing value is also decided without the type and the marks of
    /// that value: `true ? 1 : id` is 1, even if `id` is a string or sensitive. To keep marks that
    /// are known in advance, give the context an unknown value with these marks.
    ///
    /// A reference remains if its value can't be written: if a part of it is marked, or if it is a
    /// list, set or map and the context lacks the functions `tolist`, `toset` and `tomap`. An argument
    /// that must be a reference, as in `templatestring`, also remains.
    ///
    /// # Errors
    ///
    /// If an evaluated part has an error. This includes two kinds of parts that a missing value may
    /// later make irrelevant: an operand of `&&` or `||` whose other operand is missing, and the text
    /// around a partial value in an argument of `try`.
    ///
    /// ```
    /// use serde_hcl::{Context, parse_expression};
    /// use serde_hcl::configuration::Reduced;
    ///
    /// let context = Context::new().variable("size", 4).variable("name", "web");
    /// let expression = parse_expression(r#"{ id = "${name}-${id}", disk = size * 2, zone = zone }"#)?;
    /// let Reduced::Residual(residual) = expression.reduce(&context)? else { unreachable!() };
    /// assert_eq!(residual.to_string(), r#"{ id = "web-${id}", disk = 8, zone = zone }"#);
    /// let missing: Vec<_> = residual.missing().iter().map(ToString::to_string).collect();
    /// assert_eq!(missing, ["id", "zone"]);
    ///
    /// let expression = parse_expression("length([id, zone]) == 2 || nope")?;
    /// let reduced = expression.reduce(&Context::standard())?;
    /// assert!(matches!(reduced, Reduced::Value(value) if value.as_bool() == Some(true)));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn reduce(self, context: &Context) -> Result<Reduced> {
        limited(context.budget_of(self.source().len()), || self.reduce_within(context))
    }

    fn reduce_within(self, context: &Context) -> Result<Reduced> {
        let context = context.child().on_unresolved(Unresolved::Unknown);
        let tree = self.tree();
        let mut trace = Trace::default();
        let value = limited(context.evaluation_budget(), || {
            let mut evaluator = Evaluator::new(&context);
            evaluator.watch = Watch::Values(Trace::default());
            let value = evaluator.expression(self);
            if let Watch::Values(values) = std::mem::replace(&mut evaluator.watch, Watch::Nothing) {
                trace = values;
            }
            evaluator.finish(value, self.span())
        });
        let value = value.map_err(|error| error.attach(tree.origin()))?;
        if value.is_wholly_known() {
            return Ok(Reduced::Value(value));
        }
        let mut reduction = Reduction { context: &context, trace, edits: Vec::new() };
        expressions(self, |expression, locals| reduction.visit(expression, locals));
        if budget::is_spent() {
            let error = Error::evaluation(catalog::budget_spent(self.span()));
            return Err(error.attach(tree.origin()));
        }
        let source = reduction.apply(self);
        let (source, grammar) = match is_standalone(self) {
            true => (source, Grammar::Template),
            // The end marker of a heredoc needs its own line.
            false => (source + "\n", Grammar::Expression),
        };
        let expression = Expression::of_source(&source, Some(NAME.into()), grammar)?;
        let missing = missing(&expression, &context);
        Ok(Reduced::Residual(Residual { expression, missing }))
    }
}

/// The places of the references whose values are missing or not wholly known.
fn missing(expression: &Expression, context: &Context) -> Vec<Span> {
    let evaluator = Evaluator::new(context);
    let mut references = expression.references();
    references.retain(|reference| {
        evaluator.value_of(reference).is_none_or(|value| !value.is_wholly_known())
    });
    references.iter().map(Reference::span).collect()
}

impl Expression {
    /// See [`ExpressionRef::reduce`].
    ///
    /// # Errors
    ///
    /// See [`ExpressionRef::reduce`].
    pub fn reduce(&self, context: &Context) -> Result<Reduced> {
        self.view().reduce(context)
    }
}

/// The name of a reduced expression in errors.
const NAME: &str = "<reduced>";

/// The charge for writing and parsing an element, in addition to visiting it.
const WRITTEN: usize = 4;

/// Whether the template is between quotes.
fn is_quoted(template: TemplateRef<'_>) -> bool {
    let starts_with_part =
        template.parts().next().is_some_and(|part| part.span().start == template.span().start);
    !template.is_heredoc() && !starts_with_part
}

/// Whether the expression is a standalone template.
fn is_standalone(expression: ExpressionRef<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Template(template) => !template.is_heredoc() && !is_quoted(template),
        _ => false,
    }
}

impl<'a> Evaluator<'a> {
    /// The value of an expression. It is cached if it is the same in every iteration.
    pub(super) fn traced(&mut self, expression: ExpressionRef<'a>) -> Value {
        let start = self.diagnostics.checkpoint();
        let value = self.unwatched(expression);
        let is_shown = !self.disclosure.is_hidden();
        if is_shown && self.scope.is_empty() && !self.diagnostics.any_since(start) {
            if let Watch::Values(trace) = &mut self.watch {
                trace.insert(expression.id(), value.clone());
            }
        }
        value
    }
}

struct Reduction<'c> {
    context: &'c Context,
    trace: Trace,
    /// The edits of the source, outer ones first.
    edits: Vec<(Span, Cow<'c, str>)>,
}

impl<'c> Reduction<'c> {
    fn visit(&mut self, expression: ExpressionRef<'c>, locals: &Locals<'_>) -> Descend {
        if let Some(written) = self.written(expression, locals) {
            self.edits.push((expression.span(), written.into()));
            return Descend::No;
        }
        match expression.kind() {
            // The value of a single interpolation may be of any type.
            ExpressionKind::Template(template)
                if is_quoted(template) && template.unwrapped().is_none() =>
            {
                self.template(template, locals);
            }
            // Some values need parentheses before an operator or step.
            ExpressionKind::Traversal(traversal) => {
                let root = traversal.root();
                let is_variable = matches!(root.kind(), ExpressionKind::Variable(_));
                let written = if is_variable { None } else { self.written(root, locals) };
                let edit = |written| (root.span(), format!("({written})").into());
                self.edits.extend(written.map(edit));
            }
            ExpressionKind::Call(call) => self.keep_references(call),
            _ => {}
        }
        Descend::Yes
    }

    /// The value of an expression, if it is the same in every iteration.
    fn value(&self, expression: ExpressionRef<'_>, locals: &Locals<'_>) -> Option<Value> {
        if let Some(value) = self.trace.get(&expression.id()) {
            return Some(value.clone());
        }
        let root = match expression.kind() {
            ExpressionKind::Traversal(traversal) => traversal.root(),
            _ => expression,
        };
        let ExpressionKind::Variable(name) = root.kind() else { return None };
        // The value of such an expression would have been cached if it were not sensitive.
        if root.bound_value().is_some() {
            return None;
        }
        // In an iteration, only expressions without its variables have one value.
        if locals.contains(name) { None } else { evaluate(expression, self.context).ok() }
    }

    /// Keeps the arguments that must be references: their own text comes before every other edit of the same
    /// part, so that it hides the edits of an argument and of what is inside.
    fn keep_references(&mut self, call: CallRef<'c>) {
        let function = self.context.find_function(&call.name());
        for (index, argument) in call.arguments().enumerate() {
            let parameter = function.and_then(|function| function.parameter(index));
            if parameter.is_some_and(|parameter| parameter.accepts.has(Accepts::REFERENCE)) {
                self.edits.push((argument.span(), argument.text().into()));
            }
        }
    }

    /// Replaces interpolations of known texts in a quoted template.
    fn template(&mut self, template: TemplateRef<'_>, locals: &Locals<'_>) {
        for part in template.parts() {
            let PartKind::Interpolation(inner) = part.kind() else { continue };
            let span = part.span();
            let source = span.text(inner.source());
            if source.starts_with("${~") || source.ends_with("~}") {
                continue;
            }
            let value = self.value(inner, locals);
            let text = match value.as_ref().map(|value| value.convert_to(&Type::String)) {
                Some(Ok(text @ Value::String(_))) => text.to_string(),
                _ => continue,
            };
            let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            // The replacement must not form a new sequence with its neighbours or change the type.
            let is_inert = |text: &&str| {
                !text.is_empty() && !text.starts_with('{') && !text.ends_with(['$', '%'])
            };
            self.edits.extend(text.filter(is_inert).map(|text| (span, text.to_owned().into())));
        }
    }

    /// The value as an expression. Writing it and parsing it again is charged.
    fn written(&self, expression: ExpressionRef<'_>, locals: &Locals<'_>) -> Option<String> {
        let value = self.value(expression, locals)?;
        let before = budget::left();
        value.survey();
        let visited = usize::try_from(before - budget::left()).unwrap_or(usize::MAX);
        budget::charge(visited.saturating_mul(WRITTEN)).then(|| self.write(&value))?
    }

    /// An expression with this value and type.
    fn write(&self, value: &Value) -> Option<String> {
        let tuple = |elements: &[Value]| -> Option<String> {
            let written: Option<Vec<_>> =
                elements.iter().map(|element| nest(|| self.write(element))).collect();
            Some(format!("[{}]", written?.join(", ")))
        };
        let object = |map: &Map| -> Option<String> {
            let item = |(name, value): (&std::sync::Arc<str>, &Value)| {
                let name = Value::normalized(std::sync::Arc::clone(name));
                Some(format!("{name} = {}", nest(|| self.write(value))?))
            };
            let written: Option<Vec<_>> = map.iter().map(item).collect();
            Some(format!("{{ {} }}", written?.join(", ")))
        };
        // An empty collection has no element type.
        let collection = |function: &str, written: String, is_empty: bool| {
            self.context.find_function(function).filter(|_| !is_empty)?;
            Some(format!("{function}({written})"))
        };
        match value {
            Value::Null(Type::Dynamic) | Value::Bool(_) | Value::String(_) => {
                Some(value.to_string())
            }
            Value::Number(number) => (!number.is_infinite()).then(|| number.to_string()),
            Value::Tuple(elements) => tuple(elements),
            Value::Object(map) => object(map),
            Value::List(_, elements) => collection("tolist", tuple(elements)?, elements.is_empty()),
            Value::Set(Set { elements, .. }) => {
                collection("toset", tuple(elements)?, elements.is_empty())
            }
            Value::Map(_, map) => collection("tomap", object(map)?, map.is_empty()),
            Value::Null(_) | Value::Unknown(_) | Value::Marked(_) => None,
        }
    }

    /// The source of the expression with the edits.
    fn apply(mut self, expression: ExpressionRef<'_>) -> String {
        // Outer edits come before inner ones.
        self.edits.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        let span = expression.span();
        let mut rewriting = Rewriting::new(span.text(expression.source()), span.start);
        for (place, written) in &self.edits {
            rewriting.replace(*place, written);
        }
        rewriting.finish().into_owned()
    }
}
