//! Conditionals ("Conditional Operator" in the native syntax specification).

use super::diagnostics::Diagnostics;
use super::evaluator::{Evaluator, Watch, dynamic};
use crate::diagnostic::catalog::evaluation as catalog;
use crate::syntax::{ConditionalRef, ExpressionKind, ExpressionRef};
use crate::text::span::Span;
use crate::value::convert::{self, Conversion, ConversionError, Safety};
use crate::value::disclosure::Disclosure;
use crate::value::{Bound, Number, Type, Value};

/// One of the two results of a conditional.
pub(super) struct Branch {
    pub(super) value: Value,
    pub(super) span: Span,
    /// Its diagnostics. They count only if this result is chosen.
    pub(super) diagnostics: Diagnostics,
}

impl<'a> Evaluator<'a> {
    pub(super) fn conditional(&mut self, conditional: ConditionalRef<'a>) -> Value {
        let (if_true, if_false) = (conditional.if_true(), conditional.if_false());
        let (predicate, mut condition) = (conditional.predicate(), None);
        // If both results have the same primitive type, only the chosen one is evaluated.
        let is_watched = !matches!(self.watch, Watch::Nothing);
        let ty = if is_watched { None } else { self.primitive_type(if_true) };
        if ty.is_some() && self.primitive_type(if_false) == ty {
            match self.expression(predicate) {
                Value::Bool(true) => return self.expression(if_true),
                Value::Bool(false) => return self.expression(if_false),
                other => condition = Some(other),
            }
        }
        let (if_true, if_false) = (self.branch(if_true), self.branch(if_false));
        self.choose(predicate, condition, if_true, if_false, conditional.span())
    }

    /// The type of a literal or of a variable with a primitive value.
    fn primitive_type(&self, expression: ExpressionRef<'a>) -> Option<&'static Type> {
        Some(match expression.kind() {
            ExpressionKind::Bool(_) => &Type::Bool,
            ExpressionKind::Number(_) => &Type::Number,
            ExpressionKind::String(_) => &Type::String,
            _ => match self.peek(expression)? {
                Value::Bool(_) => &Type::Bool,
                Value::Number(_) => &Type::Number,
                _ => &Type::String,
            },
        })
    }

    fn branch(&mut self, expression: ExpressionRef<'a>) -> Branch {
        let start = self.diagnostics.checkpoint();
        let value = self.expression(expression);
        let diagnostics = self.diagnostics.take_since(start);
        Branch { value, span: expression.span(), diagnostics }
    }

    /// Evaluates both results, because both determine the type. `condition` is the value of the
    /// predicate, if it was evaluated.
    pub(super) fn choose(
        &mut self,
        predicate: ExpressionRef<'a>,
        condition: Option<Value>,
        mut if_true: Branch,
        mut if_false: Branch,
        span: Span,
    ) -> Value {
        let mut condition = condition;
        // The type of the other result gives a null its type, and nobody needs it otherwise.
        if if_true.value == Value::NULL || if_false.value == Value::NULL {
            let known = condition.unwrap_or_else(|| self.expression(predicate));
            if let Value::Bool(is_true) = known {
                let chosen = if is_true { &mut if_true } else { &mut if_false };
                if chosen.value != Value::NULL {
                    self.diagnostics.append(std::mem::take(&mut chosen.diagnostics));
                    return std::mem::take(&mut chosen.value);
                }
            }
            condition = Some(known);
        }
        let Some(common) = Common::of(&if_true.value, &if_false.value) else {
            self.report_mismatch(&if_true, &if_false, span);
            return dynamic();
        };

        let condition = condition.unwrap_or_else(|| self.expression(predicate));
        if condition.is_null() {
            self.report(catalog::null_condition(predicate.span(), span), [predicate]);
            return common.unknown(&if_true.value);
        }
        let (condition, mut marks) = condition.unmark();
        for branch in [&mut if_true, &mut if_false] {
            let (value, own) = std::mem::take(&mut branch.value).unmark();
            branch.value = value;
            marks.merge(&own);
        }
        let condition = match condition.convert_to(&Type::Bool) {
            _ if !condition.is_known() => None,
            Ok(condition) => condition.as_bool(),
            Err(error) => {
                let error = error.disclosed(Disclosure::of_marks(&marks).and(self.disclosure));
                let diagnostic = catalog::condition_type(&error, predicate.span(), span);
                self.report(diagnostic, [predicate]);
                return common.unknown(&if_true.value);
            }
        };
        let (chosen, conversion) = match condition {
            Some(true) => (if_true, common.if_true),
            Some(false) => (if_false, common.if_false),
            None => {
                let unknown = common.unknown(&if_true.value);
                return either(&if_true.value, &if_false.value, unknown).with_marks(&marks);
            }
        };
        self.diagnostics.append(chosen.diagnostics);
        let converted = match conversion {
            Some(conversion) => conversion.apply(&chosen.value),
            None => Ok(chosen.value),
        };
        converted
            .unwrap_or_else(|error: ConversionError| {
                let error = error.disclosed(Disclosure::of_marks(&marks).and(self.disclosure));
                let error =
                    if error.disclosure().is_hidden() { error.without_names() } else { error };
                self.diagnostics.push(catalog::unsuitable_result(&error, chosen.span, span));
                Value::unknown(common.ty.unwrap_or_default())
            })
            .with_marks(&marks)
    }
}

impl<'a> Evaluator<'a> {
    #[cold]
    fn report_mismatch(&mut self, if_true: &Branch, if_false: &Branch, span: Span) {
        let (left, right) = (if_true.value.type_of(), if_false.value.type_of());
        let disclosure = Disclosure::of(&if_true.value)
            .and(Disclosure::of(&if_false.value))
            .and(self.disclosure);
        // The names of attributes are parts of the values.
        let mismatch = match disclosure.is_hidden() {
            true => describe_kinds(&left, &right),
            false => describe_mismatch(&left, &right),
        };
        let results = if_true.span.to(if_false.span);
        let diagnostic = catalog::different_results(&mismatch, results, span)
            .with_label(if_true.span, left.noun())
            .with_label(if_false.span, right.noun());
        self.diagnostics.push(diagnostic);
    }
}

/// The common type of the results, and the conversions to it.
#[derive(Default)]
struct Common {
    /// `None` if both have the same type. It is rarely needed.
    ty: Option<Type>,
    if_true: Option<Conversion>,
    if_false: Option<Conversion>,
}

impl Common {
    /// `None` if the values have no type in common.
    fn of(if_true: &Value, if_false: &Value) -> Option<Common> {
        if if_true.has_type_of(if_false) {
            return Some(Common::default());
        }
        let (left, right) = (if_true.type_of(), if_false.type_of());
        let from_null = |ty: &Type| Conversion::plan(&Type::Dynamic, ty, Safety::Unsafe);
        if *if_true == Value::NULL {
            return Some(Common { if_true: from_null(&right), if_false: None, ty: Some(right) });
        }
        if *if_false == Value::NULL {
            return Some(Common { if_true: None, if_false: from_null(&left), ty: Some(left) });
        }
        if left == Type::Dynamic || right == Type::Dynamic {
            return Some(Common { ty: Some(Type::Dynamic), ..Common::default() });
        }
        let unification = convert::unify(&[left, right], Safety::Unsafe)?;
        let mut conversions = unification.conversions.into_iter();
        let mut next = || conversions.next().flatten();
        Some(Common { ty: Some(unification.ty), if_true: next(), if_false: next() })
    }

    /// An unknown value of the common type.
    fn unknown(self, value: &Value) -> Value {
        Value::unknown(self.ty.unwrap_or_else(|| value.type_of()))
    }
}

/// The refinements of the result of an unknown condition: those that hold for both results.
fn either(if_true: &Value, if_false: &Value, unknown: Value) -> Value {
    if if_true.is_null() && if_false.is_null() {
        return Value::Null(unknown.type_of());
    }
    let (left, right) = (if_true.type_of(), if_false.type_of());
    let mut result = unknown.refine();
    if if_true.is_definitely_not_null() && if_false.is_definitely_not_null() {
        result = result.not_null();
    }
    if left == Type::Number && right == Type::Number {
        let (left_min, left_max) = if_true.number_bounds();
        let (right_min, right_max) = if_false.number_bounds();
        if let (Some(left), Some(right)) = (left_min, right_min) {
            result = result.lower(wider(left, right, |left, right| left < right));
        }
        if let (Some(left), Some(right)) = (left_max, right_max) {
            result = result.upper(wider(left, right, |left, right| left > right));
        }
    } else if left.is_collection() && left == right {
        let (left_min, left_max) = if_true.length_bounds_of_sets();
        let (right_min, right_max) = if_false.length_bounds_of_sets();
        result = result.min_length(left_min.min(right_min));
        if let (Some(left), Some(right)) = (left_max, right_max) {
            result = result.max_length(left.max(right));
        }
    }
    result.build()
}

/// The weaker bound.
fn wider(left: Bound, right: Bound, allows_more: impl Fn(&Number, &Number) -> bool) -> Bound {
    if left.number == right.number {
        return Bound { inclusive: left.inclusive || right.inclusive, number: left.number };
    }
    if allows_more(&left.number, &right.number) { left } else { right }
}

/// The first difference between two types without a common type.
fn describe_mismatch(if_true: &Type, if_false: &Type) -> String {
    let (mut left, mut right) = (if_true, if_false);
    let mut place = String::new();
    loop {
        let inside = match (left, right) {
            (Type::Object(one), Type::Object(other)) => {
                let names = one.iter().chain(other.iter()).map(|(name, _)| name);
                let different = names
                    .map(|name| (name, one.get(name), other.get(name)))
                    .find(|(_, left, right)| left != right);
                match different {
                    Some((name, Some(left), Some(right))) => {
                        place.push_str(&format!("attribute \"{name}\": "));
                        Some((left, right))
                    }
                    Some((name, left, _)) => {
                        let which = if left.is_some() { "true" } else { "false" };
                        return format!("{place}only the '{which}' value has \"{name}\"");
                    }
                    None => None,
                }
            }
            (Type::Tuple(one), Type::Tuple(other)) if one.len() != other.len() => {
                return format!(
                    "{place}the 'true' list has length {}, the 'false' list has length {}",
                    one.len(),
                    other.len()
                );
            }
            (Type::Tuple(one), Type::Tuple(other)) => {
                let different = one.iter().zip(&**other).enumerate();
                different.into_iter().find(|(_, (left, right))| left != right).map(
                    |(index, types)| {
                        place.push_str(&format!("element {index}: "));
                        types
                    },
                )
            }
            (Type::List(one), Type::List(other))
            | (Type::Set(one), Type::Set(other))
            | (Type::Map(one), Type::Map(other)) => {
                place.push_str("elements: ");
                Some((&**one, &**other))
            }
            _ => None,
        };
        match inside {
            Some(types) => (left, right) = types,
            None => break,
        }
    }
    place + &describe_kinds(left, right)
}

fn describe_kinds(if_true: &Type, if_false: &Type) -> String {
    let (left, right) = (if_true.noun(), if_false.noun());
    format!("the 'true' value is {left}, the 'false' value is {right}")
}
