//! Scalars in buffers, which the targets convert by the rules of the language.

use serde::de::{Expected, Unexpected};

use super::wording::{ScalarKind, Wanted};
use crate::de::input::{Plain, Scalar};

/// The kinds of scalars that targets want in one place of a buffer, in the order in which they asked.
#[derive(Clone, Default)]
pub(in crate::de) struct WantedScalars {
    kinds: Vec<ScalarKind>,
    /// Whether a target accepts all kinds, or its description says nothing.
    accepts_all: bool,
}

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

impl WantedScalars {
    /// For a place whose scalars are never converted.
    pub(super) fn all() -> Self {
        WantedScalars { accepts_all: true, ..WantedScalars::default() }
    }

    pub(super) fn accept_all(&mut self) {
        self.accepts_all = true;
    }

    /// Adds the kind that a target wants.
    pub(super) fn add(&mut self, expected: &dyn Expected) {
        match ScalarKind::of(expected) {
            Some(kind) if self.kinds.contains(&kind) => {}
            Some(kind) => self.kinds.push(kind),
            None => self.accepts_all |= Wanted::of(expected) == Wanted::Any,
        }
    }

    /// The scalar, converted to the first kind to which this is possible. A scalar of a wanted kind is
    /// not converted.
    pub(super) fn convert<'de>(&self, scalar: Scalar<'de>) -> Scalar<'de> {
        let Some(kind) = kind_of(&scalar) else { return scalar };
        if self.accepts_all || self.kinds.contains(&kind) {
            return scalar;
        }
        let converted = self.kinds.iter().find_map(|wanted| convert(&scalar, *wanted));
        converted.unwrap_or(scalar)
    }
}

impl BufferedScalar {
    /// The scalar that a target refused. `None` if no conversion gives what the target wants.
    pub(super) fn refused(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Option<Self> {
        let scalar = match unexpected {
            Unexpected::Bool(bool) => Scalar::Bool(bool),
            Unexpected::Unsigned(integer) => Scalar::Number(integer.into()),
            Unexpected::Signed(integer) => Scalar::Number(integer.into()),
            // All numbers convert to the same kinds.
            Unexpected::Float(_) => Scalar::Number(0.into()),
            Unexpected::Str(text) => Scalar::String(text.into()),
            _ => return None,
        };
        convert(&scalar, ScalarKind::of(expected)?)?;
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

fn kind_of(scalar: &Scalar<'_>) -> Option<ScalarKind> {
    match scalar {
        Scalar::Null => None,
        Scalar::Bool(_) => Some(ScalarKind::Bool),
        Scalar::Literal(_) | Scalar::Number(_) => Some(ScalarKind::Number),
        Scalar::String(_) => Some(ScalarKind::Text),
    }
}

/// The scalar as another kind; `None` if it does not convert to this kind.
fn convert<'de>(scalar: &Scalar<'de>, wanted: ScalarKind) -> Option<Scalar<'de>> {
    if kind_of(scalar)? == wanted {
        return None;
    }
    match wanted {
        ScalarKind::Text => scalar.clone().into_text(&"a string").ok().map(Scalar::String),
        ScalarKind::Bool => scalar.to_bool().map(Scalar::Bool),
        ScalarKind::Number => {
            let number = Scalar::Number(scalar.to_number()?);
            number.clone().into_plain().is_ok().then_some(number)
        }
    }
}
