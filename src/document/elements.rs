//! Changes of an object or a tuple: of one element, in the text of the whole expression.

use super::address::{Miss, Step};
use super::edits::Edit;
use super::find::{elements_at, find_element};
use super::line::Line;
use super::lines::{Key, Lines, Position};
use super::value::Value;
use crate::diagnostic::catalog::editing as catalog;
use crate::diagnostic::error::{Error, Result};
use crate::syntax::{ExpressionKind, ExpressionRef};

/// The text of an expression after a change of the constructor that the path leads to. The element at the step
/// gets the value, or is removed if there is none; without a step, the value becomes the last element.
pub(super) fn with_element(
    whole: ExpressionRef<'_>,
    path: &[Step],
    step: Option<&Step>,
    value: Option<&Value>,
    line_end: &'static str,
) -> Result<String, Miss> {
    let place = find_element(whole, path)?.without_parentheses();
    let (is_object, is_tuple, shown) = match place.kind() {
        ExpressionKind::Object(_) => (true, false, "{…}"),
        ExpressionKind::Tuple(_) => (false, true, "[…]"),
        _ => (false, false, place.text()),
    };
    let is_new = match step {
        None if !is_tuple => return Err(Error::edit(catalog::no_tuple(shown)).into()),
        Some(Step::Name(_)) if value.is_some() && !is_object => {
            return Err(Error::edit(catalog::no_object(shown)).into());
        }
        None => true,
        Some(step) => value.is_some() && step.as_name().is_some(),
    };
    let found = step.map(|step| elements_at(place, step)).unwrap_or_default();
    let mut keys: Vec<Key> = found.into_iter().map(|(index, _)| Key::of(index)).collect();
    if keys.is_empty() && !is_new {
        return Err(Miss::at(0));
    }
    let mut lines = Lines::of_constructor(place).ok_or(Miss::at(0))?;
    lines.line_end = line_end;
    match (value, keys.pop()) {
        (None, last) => keys.into_iter().chain(last).for_each(|key| lines.remove(key)),
        (Some(value), Some(key)) => lines.set_value(key, value),
        (Some(value), None) => {
            let element = Line::element(step.and_then(Step::as_name), value.clone());
            lines.insert(Position::End, element);
        }
    }
    Ok(Edit::applied(&lines.edits(), whole.text(), whole.span().start))
}
