//! The forms and kinds of data that targets ask for in one place of a buffer, and the conversion of scalars by the rules of the language.

use super::wording::Wanted;
use crate::de::input::{Plain, Scalar};
use crate::diagnostic::cause::Found;

/// The forms and kinds of data that targets ask for in one place, in the order in which they asked. If several targets are tried, the first form of blocks
/// decides; a scalar of a wanted kind is not converted.
#[derive(Clone, Default)]
pub(in crate::de) struct Wants(Vec<Wanted>);

impl Wants {
    /// For scalars that are never converted.
    pub(super) fn any() -> Self {
        Wants(vec![Wanted::Any])
    }

    /// Adds what another target wants. Of the forms of blocks, only two are tried.
    pub(super) fn add(&mut self, wanted: Wanted) {
        let is_third = wanted.is_form() && self.has_alternative();
        if !is_third && !self.0.contains(&wanted) {
            self.0.push(wanted);
        }
    }

    /// The same, with these forms behind the others.
    pub(super) fn sorted(mut self, is_last: impl Fn(Wanted) -> bool) -> Self {
        self.0.sort_by_key(|wanted| is_last(*wanted));
        self
    }

    fn forms(&self) -> impl Iterator<Item = Wanted> {
        self.0.iter().copied().filter(|wanted| wanted.is_form())
    }

    /// The wanted form of blocks, the first or the second one.
    pub(super) fn form(&self, is_second: bool) -> Wanted {
        let second = self.forms().nth(1).filter(|_| is_second);
        second.or_else(|| self.forms().next()).unwrap_or(Wanted::Other)
    }

    /// Whether another target wants blocks in another form.
    pub(super) fn has_alternative(&self) -> bool {
        self.forms().nth(1).is_some()
    }

    /// Whether a target may be a struct, or a sequence of them.
    pub(super) fn may_be_struct(&self) -> bool {
        self.forms().any(|form| matches!(form, Wanted::Struct | Wanted::Sequence))
    }

    /// The scalar, converted to the first kind to which this is possible.
    pub(super) fn convert<'de>(&self, scalar: Scalar<'de>) -> Scalar<'de> {
        let Some(kind) = kind_of(&scalar) else { return scalar };
        if self.0.contains(&Wanted::Any) || self.0.contains(&kind) {
            return scalar;
        }
        let converted = self.0.iter().find_map(|wanted| convert(&scalar, *wanted));
        converted.unwrap_or(scalar)
    }
}

/// Whether what a target refused can be converted to what the target wants.
pub(super) fn converts(found: &Found, wanted: Wanted) -> bool {
    let scalar = match found {
        Found::Bool(bool) => Scalar::Bool(*bool),
        Found::Text(text) => Scalar::String(text.into()),
        // All numbers convert to the same kinds.
        Found::Unsigned(_) | Found::Signed(_) | Found::Float(_) => Scalar::Number(0.into()),
        _ => return false,
    };
    convert(&scalar, wanted).is_some()
}

/// How serde describes a scalar in a buffer; `None` if it has more than 64 bits.
pub(in crate::de) fn found(scalar: &Scalar<'_>) -> Option<Found> {
    Some(match scalar.clone().into_plain().ok()? {
        Plain::Bool(bool) => Found::Bool(bool),
        Plain::U64(integer) => Found::Unsigned(integer),
        Plain::I64(integer) => Found::Signed(integer),
        Plain::F64(float) => Found::Float(float.to_bits()),
        Plain::String(text) => Found::Text(text.into_owned()),
        Plain::Null => Found::Null,
        Plain::U128(_) | Plain::I128(_) => return None,
    })
}

fn kind_of(scalar: &Scalar<'_>) -> Option<Wanted> {
    match scalar {
        Scalar::Null => None,
        Scalar::Bool(_) => Some(Wanted::Bool),
        Scalar::Literal(_) | Scalar::Number(_) => Some(Wanted::Number),
        Scalar::String(_) => Some(Wanted::Text),
    }
}

/// The scalar as another kind; `None` if it does not convert to this kind.
fn convert<'de>(scalar: &Scalar<'de>, wanted: Wanted) -> Option<Scalar<'de>> {
    if kind_of(scalar)? == wanted {
        return None;
    }
    match wanted {
        Wanted::Text => scalar.clone().into_text(&"a string").ok().map(Scalar::String),
        Wanted::Bool => scalar.to_bool().map(Scalar::Bool),
        Wanted::Number => {
            let number = Scalar::Number(scalar.to_number()?);
            number.clone().into_plain().is_ok().then_some(number)
        }
        _ => None,
    }
}
