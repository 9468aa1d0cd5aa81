//! Errors of one expression: their place, and a fix according to the source text and the wanted type.

use crate::de::input::Input;
use crate::diagnostic::catalog::advice::Entry;
use crate::diagnostic::catalog::wanted::WantedValue;
use crate::diagnostic::catalog::{advice as catalog, decoding, habits};
use crate::diagnostic::cause::{ErrorCause, Found, Wants};
use crate::diagnostic::error::{Category, Error};
use crate::diagnostic::{About, Diagnostic};
use crate::lexer::BinaryOperator;
use crate::syntax::{BlockRef, ExpressionKind, ExpressionRef};
use crate::text::suggest;
use crate::value::disclosure::Disclosure;

/// Adds a fix to the error of an expression, if it is likely. `entry` is set for the value of an entry.
#[cold]
pub(in crate::de) fn advise(
    error: Error,
    expression: ExpressionRef<'_>,
    entry: Option<&Entry<'_>>,
) -> Error {
    match (error.category(), error.cause()) {
        (Category::Evaluation, cause) => {
            let wants = match cause {
                Some(ErrorCause::NoValue(wants)) => wants.clone(),
                _ => Wants::default(),
            };
            advise_on_text(error.one_for_each_mistake(), expression, &wants)
        }
        (Category::Data, Some(ErrorCause::Refused { wants, found, .. }))
            if catalog::may_be(found, expression) =>
        {
            let wanted = WantedValue::of(&wants.expected);
            let other = catalog::part_of(wanted, found).map(|help| (help.to_owned(), None));
            let help = || catalog::instead_of(expression, wanted, entry).or(other);
            // In JSON syntax, a value is written in another way.
            let help = || help().map(|(it, text)| (it, text.filter(|_| !expression.is_json())));
            error.with_help_at(expression.span(), help)
        }
        (Category::Data, Some(ErrorCause::MissingFieldOfObject(field))) => {
            let field = *field;
            match expression.shown_keys().filter(|_| error.span().is_none()) {
                Some(names) => {
                    error.replace_diagnostic(decoding::missing_field_of_object(field, &names))
                }
                None => error,
            }
        }
        (Category::Data, _) => {
            advise_on_forms(error, || expression.shown_keys().unwrap_or_default())
        }
        _ => error,
    }
}

/// Names the key that is nearest to those of the forms of an untagged enum.
fn advise_on_forms(error: Error, names: impl FnOnce() -> Vec<String>) -> Error {
    let Some(ErrorCause::NoForm(fields)) = error.cause() else { return error };
    let names = names();
    let missing = fields.iter().filter(|field| names.iter().all(|name| name != *field));
    let missing: Vec<&str> = missing.copied().collect();
    let unknown = names.iter().filter(|name| !fields.contains(&name.as_str()));
    let nearest = unknown.flat_map(|name| Some((name, suggest::nearest(name, missing.clone())?)));
    match nearest.into_iter().next() {
        Some((name, field)) => {
            let help = decoding::rename(name, field);
            error.with_only_diagnostic(|first| first.with_help(help))
        }
        None => error,
    }
}

/// Adds a fix to the error of a block in the place of a value.
#[cold]
pub(super) fn advise_on_block(error: Error, block: BlockRef<'_>) -> Error {
    let names = || block.body().items().map(|item| item.name().to_owned()).collect();
    let error = advise_on_forms(error, names);
    let Some(ErrorCause::Refused { wants, found, .. }) = error.cause() else { return error };
    let is_block = matches!(found, Found::Other(words) if words == catalog::A_BLOCK);
    if !is_block || !WantedValue::of(&wants.expected).is_scalar() {
        return error;
    }
    error.with_help_at(block.header_span(), || {
        Some((catalog::argument_instead(block.block_type()), None))
    })
}

/// Explains the error of an expression that is a text without quotes: its variables are unknown.
fn advise_on_text(error: Error, expression: ExpressionRef<'_>, wants: &Wants) -> Error {
    let mut found = error.diagnostics().iter();
    if !found.all(|each| matches!(each.what(), About::Word { .. })) || expression.is_json() {
        return error;
    }
    if let ExpressionKind::Tuple(elements) = expression.kind() {
        return advise_on_texts(error, &elements.collect::<Vec<_>>());
    }
    if !is_bare(expression) {
        return error;
    }
    let text = expression.text();
    let wanted = WantedValue::of(&wants.expected);
    let meant = match wanted {
        WantedValue::Bool => catalog::bool_word(text).map(str::to_owned),
        WantedValue::Name => {
            suggest::nearest(text, wants.variants.iter().copied()).map(catalog::in_quotes)
        }
        _ => None,
    };
    let is_null = || catalog::is_null_word(text).then(|| "null".to_owned());
    if let Some(meant) = meant.or_else(is_null) {
        let help = catalog::write(&meant);
        let place = expression.span();
        return error.with_only_diagnostic(|first| first.with_help(help).with_fix(place, meant));
    }
    let help = match wanted {
        WantedValue::Bool => catalog::write("true or false"),
        WantedValue::Number | WantedValue::Whole(_) => catalog::write("a number in digits"),
        WantedValue::Name if !wants.variants.is_empty() => catalog::one_of(wants.variants),
        _ if catalog::bool_word(text).is_some() && text.len() > 1 => habits::bare_word(text),
        _ => catalog::quote_text(text),
    };
    error.with_only_diagnostic(|first| match first.what() {
        About::Word { names: Some(list), .. } => {
            let help = format!("{help}; {list}");
            first.with_help(help)
        }
        About::Word { is_text: true, .. } => first.with_help(help),
        _ if first.help().is_none() => first.with_help(help),
        _ => first,
    })
}

/// Explains the error of an element of a list, if all elements are texts without quotes.
fn advise_on_texts(error: Error, elements: &[ExpressionRef<'_>]) -> Error {
    if elements.len() < 2 || !elements.iter().all(|element| is_bare(*element)) {
        return error;
    }
    let texts: Vec<_> = elements.iter().map(|element| element.text()).collect();
    error.with_only_diagnostic(|first| match catalog::quote_all(&texts) {
        Some(help) if matches!(first.what(), About::Word { is_text: true, .. }) => {
            first.with_help(help)
        }
        _ => first,
    })
}

/// Whether the error of an element is that of a list of texts without quotes, which is one mistake.
pub(in crate::de) fn is_of_texts<'t>(
    error: &Error,
    mut elements: impl Iterator<Item = ExpressionRef<'t>>,
) -> bool {
    let is_of_word = |each: &Diagnostic| matches!(each.what(), About::Word { .. });
    error.diagnostics().iter().all(is_of_word) && elements.all(is_bare)
}

/// Whether the expression may be a text without quotes: names with dots, slashes and dashes.
fn is_bare(expression: ExpressionRef<'_>) -> bool {
    match expression.kind() {
        ExpressionKind::Variable(_) => true,
        ExpressionKind::Traversal(traversal) => is_bare(traversal.root()),
        ExpressionKind::Binary(BinaryOperator::Divide | BinaryOperator::Subtract, left, right) => {
            is_bare(left) && (is_bare(right) || matches!(right.kind(), ExpressionKind::Number(_)))
        }
        _ => false,
    }
}

/// Adds the place of the expression. Evaluates the expression again: if its value is sensitive or
/// unknown, replaces the error.
#[cold]
pub(super) fn explain_expression<'t>(
    error: Error,
    expression: ExpressionRef<'t>,
    input: &Input<'t, '_>,
) -> Error {
    let error = input.redact(error, expression.span());
    let error = advise(error, expression, None).or_at(expression.span());
    if error.category() != Category::Data || expression.is_written_out() {
        return error;
    }
    match input.evaluate(expression) {
        Ok(value) if Disclosure::of_marks(&value.marks()).is_hidden() => {
            error.hide(decoding::sensitive()).or_at(expression.span())
        }
        Ok(value) if Disclosure::of(&value).is_hidden() => {
            error.replace_diagnostic(decoding::sensitive()).or_at(expression.span())
        }
        Ok(_) if matches!(error.cause(), Some(ErrorCause::UnknownValue)) => {
            error.replace_diagnostic(input.unknown_value(expression))
        }
        _ => error,
    }
}
