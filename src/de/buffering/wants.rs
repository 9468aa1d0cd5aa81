//! The forms and kinds of data that targets ask for in one place of a buffer, and the conversion of scalars by the rules of the language.

use serde::de::Unexpected;

use super::wording::Wanted;
use crate::de::input::{Plain, Scalar};

/// The forms and kinds of data that targets ask for in one place, in the order in which they asked. If several targets are tried, the first form of blocks
/// decides; a scalar of a wanted kind is not converted.
#[derive(Clone, Default)]
pub(in crate::de) struct Wants(Vec<Wanted>);

/// A scalar in a buffer, as errors of serde describe it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum BufferedScalar {
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    /// The bits of a float.
    Float(u64),
    Text(String),
}

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

    fn forms(&self) -> impl Iterator<Item = Wanted> {
        self.0.iter().copied().filter(|wanted| wanted.is_form())
    }

    /// The wanted form of blocks.
    pub(super) fn form(&self) -> Wanted {
        self.forms().next().unwrap_or(Wanted::Other)
    }

    /// Whether another target wants blocks in another form.
    pub(super) fn has_alternative(&self) -> bool {
        self.forms().nth(1).is_some()
    }

    /// Changes to the next form of blocks. Returns whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        let (first, has_another) = (self.form(), self.has_alternative());
        self.0.retain(|wanted| !has_another || *wanted != first);
        has_another
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

impl BufferedScalar {
    /// The scalar that a target refused. `None` if no conversion gives what the target wants.
    pub(super) fn refused(unexpected: Unexpected<'_>, wanted: Wanted) -> Option<Self> {
        let scalar = match unexpected {
            Unexpected::Bool(bool) => Scalar::Bool(bool),
            Unexpected::Unsigned(integer) => Scalar::Number(integer.into()),
            Unexpected::Signed(integer) => Scalar::Number(integer.into()),
            // All numbers convert to the same kinds.
            Unexpected::Float(_) => Scalar::Number(0.into()),
            Unexpected::Str(text) => Scalar::String(text.into()),
            _ => return None,
        };
        convert(&scalar, wanted)?;
        Some(match unexpected {
            Unexpected::Bool(bool) => BufferedScalar::Bool(bool),
            Unexpected::Unsigned(integer) => BufferedScalar::Unsigned(integer),
            Unexpected::Signed(integer) => BufferedScalar::Signed(integer),
            Unexpected::Float(float) => BufferedScalar::Float(float.to_bits()),
            Unexpected::Str(text) => BufferedScalar::Text(text.to_owned()),
            _ => return None,
        })
    }

    pub(super) fn of(plain: &Plain<'_>) -> Option<Self> {
        Some(match plain {
            Plain::Bool(bool) => BufferedScalar::Bool(*bool),
            Plain::U64(integer) => BufferedScalar::Unsigned(*integer),
            Plain::I64(integer) => BufferedScalar::Signed(*integer),
            Plain::F64(float) => BufferedScalar::Float(float.to_bits()),
            Plain::String(text) => BufferedScalar::Text(text.to_string()),
            Plain::Null | Plain::U128(_) | Plain::I128(_) => return None,
        })
    }
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
