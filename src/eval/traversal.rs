//! Variables and traversals ("Variables and Variable Expressions",
//! "Index Operator" and "Attribute Access Operator" in the native syntax specification).

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::context::{Bindings, Found};
use super::diagnostics::Checkpoint;
use super::evaluator::{Evaluator, dynamic, number};
use super::lazy::{LazyVariable, ThunkRef};
use super::scope::Binding;
use crate::analysis::Reference;
use crate::diagnostic::catalog::evaluation::{self as catalog, NamePlace};
use crate::syntax::{ExpressionKind, ExpressionRef, StepKind, StepRef, TraversalRef};
use crate::text::source::Lookup;
use crate::text::span::Span;
use crate::text::suggest::{self, Suggestion};
use crate::value::disclosure::Disclosure;
use crate::value::lookup::{self, AttributeError, IndexError};
use crate::value::{Type, Value};

/// The steps of a traversal.
pub(super) type Steps<'a> = SmallVec<[StepRef<'a>; 8]>;

/// The maximum number of readers that an error of a lazy variable names.
const MOST_READERS: usize = 3;

impl<'a> Evaluator<'a> {
    pub(super) fn variable(&mut self, expression: ExpressionRef<'a>, name: &str) -> Value {
        match self.scope.binding(expression, name, self.context) {
            Some(Binding::Local(value)) => {
                let value = value.clone();
                self.spend_on_sharing(&value, || expression.span());
                value
            }
            Some(Binding::Outer(Found::Value(value))) => value.clone(),
            Some(Binding::Outer(Found::Lazy(level, variable))) => {
                let value =
                    self.read(ThunkRef::whole(level, variable), expression, expression.span());
                value.cloned().unwrap_or_else(dynamic)
            }
            None => self.resolve(&Reference::bare(expression)).unwrap_or_else(dynamic),
        }
    }

    /// A reference to the bool, number or string of a variable or a traversal of names; `None` for
    /// other values and other steps.
    pub(super) fn peek(&self, expression: ExpressionRef<'a>) -> Option<&Value> {
        let value = match expression.kind() {
            ExpressionKind::Variable(name) => self.known_value(expression, name)?,
            ExpressionKind::Traversal(traversal) => match traversal.root().kind() {
                ExpressionKind::Variable(name) => {
                    let root = self.known_value(traversal.root(), name)?;
                    traversal.steps().try_fold(root, child)?
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(value).filter(|value| value.is_primitive())
    }

    /// The value of a variable, unless it is lazy.
    #[inline]
    fn known_value(&self, variable: ExpressionRef<'a>, name: &str) -> Option<&Value> {
        match self.scope.binding(variable, name, self.context)? {
            Binding::Local(value) | Binding::Outer(Found::Value(value)) => Some(value),
            Binding::Outer(Found::Lazy(..)) => None,
        }
    }

    #[cold]
    pub(super) fn report_unknown(
        &mut self,
        name: &str,
        step: Option<StepKind<'_>>,
        place: NamePlace<'_>,
        span: Span,
    ) {
        let diagnostic = if self.scope.is_empty() && !self.context.allows_variables() {
            catalog::no_variables(name, place, span)
        } else {
            let explains = self.explains();
            let known = self.scope.names().chain(self.context.variable_names());
            let suggestion = match explains {
                true => suggest::suggest(name, known).in_order(),
                false => Suggestion::None,
            };
            let attribute = match suggestion {
                Suggestion::Nearest(_) => None,
                _ if !explains => None,
                _ => self.nearest_attribute(name, step),
            };
            let suggestion = attribute.as_deref().map_or(suggestion, Suggestion::Nearest);
            catalog::unknown_variable(name, &suggestion, place, span)
        };
        self.diagnostics.push(diagnostic);
    }

    /// The attribute of a variable with the nearest name, such as `var.name` for `name`. Before the step
    /// `.name`, the variable with this attribute.
    #[cold]
    fn nearest_attribute(&self, name: &str, step: Option<StepKind<'_>>) -> Option<String> {
        let attributes = || self.context.attribute_names();
        if let Some(StepKind::Attribute(step)) = step {
            let variables = attributes().filter(|(_, attribute)| *attribute == step);
            return variables.map(|(variable, _)| variable.to_owned()).min();
        }
        let nearest = suggest::nearest(name, attributes().map(|(_, attribute)| attribute))?;
        let (variable, attribute) = attributes().filter(|(_, other)| *other == nearest).min()?;
        Some(format!("{variable}.{attribute}"))
    }

    pub(super) fn traversal(&mut self, traversal: TraversalRef<'a>) -> Value {
        let steps: Steps<'a> = traversal.steps().collect();
        self.traverse(traversal.root(), &steps)
    }

    /// The value of a root after these steps.
    pub(super) fn traverse(&mut self, root: ExpressionRef<'a>, steps: &[StepRef<'a>]) -> Value {
        self.spend_on_steps(steps.len(), || root.span());
        let mut path = Path {
            origin: root.span(),
            start: self.diagnostics.checkpoint(),
            has_failed: false,
            is_for_type: false,
        };
        let ExpressionKind::Variable(name) = root.kind() else {
            let value = self.expression(root);
            return self.follow(value, steps, path);
        };
        match self.scope.binding(root, name, self.context) {
            Some(Binding::Local(variable)) => {
                let (value, rest) = walk(variable, steps, &mut path.origin);
                // Only the result gets another place.
                let (value, origin) = (value.clone(), path.origin);
                let value = self.follow(value, rest, path);
                self.spend_on_sharing(&value, || origin);
                value
            }
            Some(Binding::Outer(Found::Value(variable))) => {
                let (value, rest) = walk(variable, steps, &mut path.origin);
                self.follow(value.clone(), rest, path)
            }
            Some(Binding::Outer(Found::Lazy(level, variable))) => {
                self.lazy(level, variable, root, steps, path)
            }
            None => self.unresolved(root, steps, path),
        }
    }

    /// The value of a name that the context doesn't have, after the steps.
    #[cold]
    fn unresolved(
        &mut self,
        root: ExpressionRef<'a>,
        steps: &[StepRef<'a>],
        mut path: Path,
    ) -> Value {
        let reference = Reference::of_steps(root, steps);
        match self.resolve(&reference) {
            Some(value) => {
                path.origin = reference.span();
                let rest = steps.get(reference.steps().len()..).unwrap_or_default();
                self.follow(value, rest, path)
            }
            None => {
                path.has_failed = true;
                self.follow(dynamic(), steps, path)
            }
        }
    }

    /// The value of a lazy variable after the steps. Of a lazy object only the first step's attribute
    /// is evaluated.
    fn lazy(
        &mut self,
        level: &'a Arc<Bindings>,
        variable: &'a LazyVariable,
        root: ExpressionRef<'a>,
        steps: &[StepRef<'a>],
        mut path: Path,
    ) -> Value {
        let found = ThunkRef::resolve(level, variable, steps.first().copied());
        let (own, steps) = steps.split_at(found.map_or(1, |(_, taken)| taken).min(steps.len()));
        for step in own {
            if found.is_none() {
                self.report_missing(variable, *step, path.origin);
            }
            path.origin = path.origin.to(step.span());
        }
        match found.and_then(|(target, _)| self.read(target, root, path.origin)) {
            Some(value) => {
                let (value, rest) = walk(value, steps, &mut path.origin);
                self.follow(value.clone(), rest, path)
            }
            None => {
                path.has_failed = true;
                self.follow(dynamic(), steps, path)
            }
        }
    }

    #[cold]
    fn report_missing(&mut self, variable: &LazyVariable, step: StepRef<'a>, origin: Span) {
        let name = step.name().unwrap_or_default();
        let suggestion = match self.explains() {
            true => suggest::suggest(&name, variable.names()).in_order(),
            false => Suggestion::None,
        };
        let (error, of) = (AttributeError::MissingAttribute, text_before(step, origin));
        self.diagnostics.push(catalog::attribute(&error, &name, &of, suggestion, step.span()));
    }

    /// The value of a lazy variable. Its errors become errors of the reader, with the place of the reader.
    fn read(
        &mut self,
        target: ThunkRef<'a>,
        root: ExpressionRef<'a>,
        reader: Span,
    ) -> Option<&'a Value> {
        match target.outcome(self, root, reader)? {
            Ok(evaluated) => {
                self.sizes.add(&evaluated.value, evaluated.parts);
                Some(&evaluated.value)
            }
            Err(failure) => {
                for diagnostic in failure.iter() {
                    let diagnostic = diagnostic.clone();
                    let has_reader = diagnostic.labels().len() >= MOST_READERS || !self.explains();
                    self.diagnostics.push(match has_reader {
                        true => diagnostic,
                        false => {
                            let tree = root.tree();
                            let text = catalog::read_as(reader.text(tree.origin().text));
                            diagnostic.with_label_in(&mut Lookup::new(tree.origin()), reader, text)
                        }
                    });
                }
                None
            }
        }
    }

    /// The value of `value` after the steps.
    pub(super) fn follow(
        &mut self,
        mut value: Value,
        mut steps: &[StepRef<'a>],
        mut path: Path,
    ) -> Value {
        while let Some((step, rest)) = steps.split_first() {
            let marker = step.span();
            steps = rest;
            match step.kind() {
                StepKind::FullSplat => {
                    return self.splat(value, Splat { marker, each: rest, path });
                }
                StepKind::AttributeSplat => {
                    let count = rest.iter().take_while(|step| is_attribute(step)).count();
                    let (each, behind) = rest.split_at(count);
                    value = self.splat(value, Splat { marker, each, path });
                    path.origin = each.iter().fold(path.origin, |span, step| span.to(step.span()));
                    path.has_failed = false;
                    steps = behind;
                }
                StepKind::Index(key) if !key.is_literal() => {
                    let element = self.index(&value, key, marker);
                    value = element.unwrap_or_else(dynamic);
                    path.has_failed = false;
                }
                // After an error, the rest of a constant path is not checked.
                _ if path.has_failed => {}
                StepKind::Attribute(name) => {
                    let attribute = self.attribute(&value, name, *step, path);
                    (value, path.has_failed) = or_failed(attribute);
                }
                StepKind::Index(key) => {
                    let element = self.index(&value, key, marker);
                    (value, path.has_failed) = or_failed(element);
                }
                StepKind::LegacyIndex(digits) => {
                    let element = self.element_at(&value, &number(digits), None, marker);
                    (value, path.has_failed) = or_failed(element);
                }
            }
            path.origin = path.origin.to(marker);
        }
        value
    }

    fn index(&mut self, collection: &Value, key: ExpressionRef<'a>, span: Span) -> Option<Value> {
        let start = self.diagnostics.checkpoint();
        let index = self.expression(key);
        if let ExpressionKind::Variable(name) = key.kind() {
            // A name without quotes; its value is not that of another attribute.
            let has_name = collection.unmarked().as_map().is_some_and(|map| map.contains_key(name));
            if has_name && !self.disclosure.is_hidden() && self.diagnostics.any_since(start) {
                self.diagnostics.withdraw_since(start);
                self.diagnostics.push(catalog::name_as_index(name, key.span()));
            }
        }
        self.element_at(collection, &index, Some(key), span)
    }

    fn element_at(
        &mut self,
        collection: &Value,
        index: &Value,
        key: Option<ExpressionRef<'a>>,
        span: Span,
    ) -> Option<Value> {
        let report = |error: IndexError| {
            let disclosure = self
                .disclosure
                .and(Disclosure::of_marks(&collection.marks()))
                .and(Disclosure::of_marks(&index.marks()));
            let suggestion = match &error {
                IndexError::MissingKey(name)
                | IndexError::MissingAttribute { name, is_numeric: false }
                    if self.explains() && !disclosure.is_hidden() =>
                {
                    suggest_attribute(collection, name)
                }
                _ => Suggestion::None,
            };
            self.report(catalog::index(&error, disclosure, suggestion, span), key);
        };
        lookup::index(collection, index).map_err(report).ok()
    }

    fn attribute(
        &mut self,
        value: &Value,
        name: &str,
        step: StepRef<'a>,
        path: Path,
    ) -> Option<Value> {
        match lookup::attribute(value, name) {
            Ok(attribute) => Some(attribute),
            Err(error) => {
                let disclosure = self.disclosure.and(Disclosure::of_marks(&value.marks()));
                let suggestion = match self.explains() && !disclosure.is_hidden() {
                    true => suggest_attribute(value, name),
                    false => Suggestion::None,
                };
                let of = text_before(step, path.origin);
                self.diagnostics.push(catalog::attribute(
                    &error,
                    name,
                    &of,
                    suggestion,
                    step.span(),
                ));
                None
            }
        }
    }
}

/// The state of a traversal.
#[derive(Clone, Copy)]
pub(super) struct Path {
    /// The value after the steps so far.
    pub(super) origin: Span,
    /// The checkpoint before the diagnostics of the traversal.
    pub(super) start: Checkpoint,
    /// Whether a step failed.
    pub(super) has_failed: bool,
    /// Whether only the type of the result is needed, and no diagnostic.
    pub(super) is_for_type: bool,
}

/// A splat and its operand.
#[derive(Clone, Copy)]
pub(super) struct Splat<'s, 'a> {
    /// The span of `.*` or `[*]`.
    pub(super) marker: Span,
    /// The steps applied to each element.
    pub(super) each: &'s [StepRef<'a>],
    /// The expression of the sequence.
    pub(super) path: Path,
}

/// Follows steps by reference as far as possible. Returns the value and the remaining steps.
pub(super) fn walk<'v, 's, 'a>(
    mut value: &'v Value,
    mut steps: &'s [StepRef<'a>],
    origin: &mut Span,
) -> (&'v Value, &'s [StepRef<'a>]) {
    while let Some((step, rest)) = steps.split_first() {
        let Some(next) = child(value, *step) else { break };
        value = next;
        steps = rest;
        *origin = origin.to(step.span());
    }
    (value, steps)
}

/// The value of a step, if it can be borrowed without conversion.
fn child<'v>(value: &'v Value, step: StepRef<'_>) -> Option<&'v Value> {
    let at = |digits: &str| match value {
        Value::List(_, elements) | Value::Tuple(elements) => {
            elements.get(digits.parse::<usize>().ok()?)
        }
        _ => None,
    };
    match step.kind() {
        StepKind::Attribute(name) => value.as_map()?.get(name),
        StepKind::LegacyIndex(digits) => at(digits),
        StepKind::Index(key) => match key.kind() {
            ExpressionKind::Number(digits) => at(digits),
            ExpressionKind::String(name) => value.as_map()?.get(&name.value()),
            _ => None,
        },
        StepKind::AttributeSplat | StepKind::FullSplat => None,
    }
}

fn or_failed(value: Option<Value>) -> (Value, bool) {
    let has_failed = value.is_none();
    (value.unwrap_or_else(dynamic), has_failed)
}

fn is_attribute(step: &StepRef<'_>) -> bool {
    matches!(step.kind(), StepKind::Attribute(_) | StepKind::LegacyIndex(_))
}

fn suggest_attribute<'v>(value: &'v Value, name: &str) -> Suggestion<'v> {
    match value {
        Value::Object(map) | Value::Map(_, map) => suggest::suggest(name, map.keys()),
        Value::Unknown(unknown) => match unknown.ty() {
            Type::Object(object) => suggest::suggest(name, object.iter().map(|(name, _)| &**name)),
            _ => Suggestion::None,
        },
        _ => Suggestion::None,
    }
}

/// The text of a traversal before a step, which names its value in messages.
fn text_before(step: StepRef<'_>, origin: Span) -> Cow<'_, str> {
    const LONGEST: usize = 60;
    match step.0.tree.text(origin) {
        text if text.starts_with(['.', '[']) => "An element".into(),
        text if text.len() > LONGEST || text.contains('\n') => "The value".into(),
        text => text.into(),
    }
}
